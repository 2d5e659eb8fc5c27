//! The command as a user meets it: exit codes, bad input, records.
use cli::exit::Exit;
use cli::run;
use engine::record::Record;
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

fn armorial(words: &[&str]) -> Exit {
    let words = ["armorial", "--color", "never"].iter().chain(words);
    run(words.map(OsString::from))
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armorial-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn what_is_fine_exits_with_0() {
    for words in [
        &["--help"][..],
        &["--version"],
        &["list"],
        &["list", "--json"],
        &["list", "armies"],
        &["check"],
        &["check", "--json"],
        &["read"],
        &["show", "chess"],
        &["moves", "chess"],
        &["moves", "chess", "--json"],
        &["perft", "chess", "3", "--divide", "--json"],
        &["simulate", "chess", "--games", "3", "--json"],
        &[
            "simulate",
            "european",
            "--armies",
            "random",
            "--games",
            "2",
            "--max-turns",
            "8",
        ],
    ] {
        assert_eq!(armorial(words), Exit::Fine, "{words:?}");
    }
}

#[test]
fn what_cannot_run_exits_with_2() {
    for words in [
        &["nonsense"][..],
        &[],
        &["moves", "chesss"],
        &["moves", "no-such-file.variant"],
        &["moves", "chess", "--set", "x"],
        &["moves", "chess", "--set", "x=1"],
        &["moves", "chess", "--seat", "pink=random"],
        &["moves", "chess", "--seat", "white=gorilla"],
        &["moves", "chess", "--mode", "nonsense"],
        &["moves", "chess", "--armies", "x,y,z"],
        &["moves", "chess", "--position", "8/8"],
        &["moves", "chess", "--position", "| K |"],
        &["moves", "chess", "--position", "; given"],
        &["moves", "chess", "--position", ""],
        &["moves", "chess", "--position", "@no-such-file"],
        &["perft", "chess", "1000"],
        &["simulate", "chess", "--games", "1", "--threads", "0"],
        &["replay", "no-such-file"],
        &["check", "no-such-file"],
        &["show", "chesss"],
        &["test", "--filter", "("],
    ] {
        assert_eq!(armorial(words), Exit::CouldNotRun, "{words:?}");
    }
}

#[test]
fn armies_drawn_for_all_seats_differ_and_follow_from_the_seed() {
    let flags = cli::args::GameFlags {
        variant: "european".into(),
        armies: vec!["random".into()],
        ..Default::default()
    };
    let ready = tests::ready(flags);
    assert_eq!(ready.drawn.len(), 4);
    let draws: Vec<_> = (0..8).map(|seed| ready.game_of(seed).armies).collect();
    for armies in &draws {
        let distinct: std::collections::BTreeSet<_> = armies.iter().flatten().collect();
        assert_eq!(distinct.len(), 4, "{armies:?}");
    }
    assert_eq!(ready.game_of(3).armies, draws[3]);
    assert!(draws.iter().any(|armies| *armies != draws[0]));
}

#[test]
fn a_mutant_nobody_notices_is_a_finding_unless_a_comment_explains_it() {
    let folder = scratch("mutants");
    let (army, scenario) = (folder.join("idle.army"), folder.join("idle.scenario"));
    let words = |folder: &PathBuf| armorial(&["test", "--mutate", &folder.display().to_string()]);
    let rules = |comment: &str| {
        format!(
            "army idle \"the Idle\" of european-club {{\n setup standard\n power idle {{\n  {comment}\n  your pawns cannot castle\n }}\n}}\n"
        )
    };
    fs::write(
        scenario,
        "scenario \"a pawn steps\" of european-club {\n armies red idle, green standard\n red plays a2-a3\n}\n",
    )
    .expect("a file");
    fs::write(&army, rules("# nothing is said")).expect("a file");
    assert_eq!(words(&folder), Exit::Findings);
    for reason in [
        "# survives: pawns never castle",
        "# survives: pawns never\n  # castle",
    ] {
        fs::write(&army, rules(reason)).expect("a file");
        assert_eq!(words(&folder), Exit::Fine);
    }
    fs::write(&army, rules("# survives: pawns never castle\n")).expect("a file");
    assert_eq!(words(&folder), Exit::Findings, "an empty line parts them");
}

#[test]
fn bad_rules_are_a_finding() {
    let folder = scratch("bad");
    let file = folder.join("bad.army");
    fs::write(&file, "army bad of european-club {\n setup standard\n power x { after you move a pice { stop } }\n}\n")
        .expect("a file");
    assert_eq!(
        armorial(&["check", &file.display().to_string()]),
        Exit::Findings
    );
}

#[test]
fn a_file_that_does_not_read_is_a_finding_of_every_command_about_files() {
    let folder = scratch("unread");
    for (name, text) in [
        ("open.army", "army open of european-club {\n"),
        ("none.army", "no unit at all\n"),
        ("open.scenario", "scenario \"half\" of chess {\n"),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        for command in ["check", "read", "test"] {
            let exit = armorial(&[command, &file.display().to_string()]);
            assert_eq!(exit, Exit::Findings, "{command} {name}");
        }
    }
}

#[test]
fn a_random_game_replays_from_its_record_and_a_changed_record_does_not() {
    let folder = scratch("record");
    let games = [
        ("chess", None),
        ("european", Some("random,random,random,random")),
        // the variant allots them: choosing is part of the game
        ("european", None),
    ];
    for (n, (variant, armies)) in games.into_iter().enumerate() {
        let file = folder.join(format!("{n}.txt")).display().to_string();
        let mut words = vec![
            "play",
            variant,
            "--seat",
            "all=random",
            "--seed",
            "7",
            "--record",
            &file,
        ];
        if let Some(armies) = armies {
            words.extend(["--armies", armies]);
        }
        assert_eq!(armorial(&words), Exit::Fine);
        assert_eq!(armorial(&["replay", &file, "--verify"]), Exit::Fine);
        let text = fs::read_to_string(&file).expect("a record");
        let mut record = Record::read(&text).expect("a record");
        // Behind what is read stands why the game ended, for people.
        let rest = text.strip_prefix(&record.write()).expect("as written");
        assert!(!rest.is_empty(), "{text}");
        assert!(rest.lines().all(|line| line.starts_with("# ")), "{rest}");
        record.lines[3].state = "00000000".to_string();
        fs::write(&file, record.write()).expect("a file");
        assert_eq!(armorial(&["replay", &file, "--verify"]), Exit::Findings);
        record.lines[3].index = 9_999;
        fs::write(&file, record.write()).expect("a file");
        assert_eq!(armorial(&["replay", &file]), Exit::Findings);
    }
}

#[test]
fn the_examples_work() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let army = format!("{folder}/lancers.army");
    let game = format!("{folder}/four-armies.toml");
    assert_eq!(armorial(&["check", &army]), Exit::Fine);
    assert_eq!(armorial(&["moves", &army]), Exit::Fine);
    assert_eq!(armorial(&["moves", &game]), Exit::Fine);
}
