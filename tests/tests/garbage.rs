//! Nothing a stranger hands in makes the program panic or hang: scenario files, match files, positions, records.
use cli::Core;
use cli::args::GameFlags;
use cli::flags::Ready;
use cli::scenario::cases::{Case, run_one};
use dsl::library::Library;
use dsl::scenario::scenario;
use dsl::syntax::UnitKind;
use engine::record::Record;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use tests::damage::Dice;

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armorial-{}-garbage", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

#[test]
fn scenarios() {
    let rules = || {
        library::FILES
            .iter()
            .filter(|f| !f.path.ends_with(".scenario"))
    };
    let scenarios: Vec<&str> = library::FILES
        .iter()
        .filter(|f| f.path.ends_with(".scenario"))
        .flat_map(|f| f.text.split("\nscenario ").skip(1))
        .collect();
    let mut dice = Dice(0x5eed);
    for round in 0..60 {
        let one = scenarios[dice.below(scenarios.len())];
        let text = match round % 12 {
            0 => dice.garbage(),
            _ => dice.damaged(&format!("scenario {one}")),
        };
        let files = rules().map(|f| (f.path, f.text));
        let library = Library::parse(files.chain([("damaged.scenario", text.as_str())]));
        for unit in library.units(UnitKind::Scenario) {
            for variant in &unit.of {
                let Ok(compiled) = scenario(&library, unit, &variant.text) else {
                    continue;
                };
                let rules = Arc::new(compiled.rules);
                let case = Case::new(variant.text.clone(), rules, compiled.script);
                let failed = run_one(&case).failed;
                let panicked = failed.is_some_and(|f| f.message.contains("panicked"));
                assert!(!panicked, "{text}");
            }
        }
    }
}

#[test]
fn match_files() {
    let sound = include_str!("../../examples/four-armies.toml");
    let mut dice = Dice(0x7ab1e);
    let path = scratch("match.toml");
    for round in 0..60 {
        let text = match round % 8 {
            0 => dice.garbage(),
            _ => dice.damaged(sound),
        };
        fs::write(&path, &text).expect("a file");
        let flags = GameFlags {
            variant: path.display().to_string(),
            ..GameFlags::default()
        };
        if let Ok(ready) = Ready::from(&flags, 0) {
            drop(ready.begin::<Core>());
        }
    }
}

#[test]
fn positions() {
    let mut dice = Dice(0xb0a2d);
    let four = "K2 . . . . . . K3 / . . . P2 . . . P3 / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . R1 . . . P4 / K1 . . . . . . K4 ; given green is on turn ; given red has had 0 turns";
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for round in 0..80 {
        let (variant, sound) = match round % 2 {
            0 => ("european", four),
            _ => ("chess", fen),
        };
        let text = match round % 10 {
            0 => dice.garbage(),
            _ => dice.damaged(sound),
        };
        let flags = GameFlags {
            variant: variant.to_string(),
            position: Some(text.trim_start_matches('@').to_string()),
            ..GameFlags::default()
        };
        if let Ok(ready) = Ready::from(&flags, 0) {
            drop(ready.begin::<Core>());
        }
    }
}

#[test]
fn records() {
    let path = scratch("record.txt").display().to_string();
    // A process of its own: what it says about damaged records is nobody's business here, that it ends well is.
    let armorial = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_armorial-tested"))
            .args(words)
            .stdin(Stdio::null())
            .output()
            .expect("the command");
        let told = String::from_utf8_lossy(&output.stderr).to_string();
        assert!(matches!(output.status.code(), Some(0..=2)), "{told}");
    };
    let words = [
        "play",
        "chess",
        "--seat",
        "all=random",
        "--seed",
        "3",
        "--record",
        &path,
    ];
    armorial(&words);
    let text = fs::read_to_string(&path).expect("a record");
    // The first decisions say as much as all of them.
    let sound: Vec<&str> = text.lines().take(20).collect();
    let sound = sound.join("\n");
    let mut dice = Dice(0x2ec02d);
    for round in 0..60 {
        let text = match round % 8 {
            0 => dice.garbage(),
            _ => dice.damaged(&sound),
        };
        if Record::read(&text).is_ok() {
            fs::write(&path, &text).expect("a file");
            armorial(&["replay", &path, "--verify"]);
        }
    }
}
