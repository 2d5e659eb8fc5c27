//! What `armorial simulate` promises beside its games: they do not depend on how they are shared out, and what was played before an
//! interruption is told.
use serde_json::Value;
use std::process::{Command, Output};

fn armorial(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_armorial-tested"));
    command.args(["--color", "never"]).args(words);
    command
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// What games came to, without how long they took.
fn games(threads: &str, more: &[&str]) -> Value {
    let words = [
        "simulate",
        "european",
        "--armies",
        "random",
        "--games",
        "24",
        "--seed",
        "3",
        "--max-turns",
        "60",
        "--threads",
        threads,
        "--json",
    ];
    let output = armorial(&[&words[..], more].concat()).output();
    let mut all = json(&output.expect("the program"));
    let fields = all.as_object_mut().expect("an object");
    fields.retain(|name, _| !name.contains("second"));
    all
}

#[test]
fn threads_change_nothing_but_the_time() {
    let one = games("1", &[]);
    assert_eq!(one["games"], 24);
    assert_eq!(games("3", &[]), one);
    let counted = games("2", &["--firings"]);
    for same in [
        "decisions",
        "plies",
        "finished",
        "cut_off",
        "seats",
        "pairs",
    ] {
        assert_eq!(one[same], counted[same], "{same}");
    }
}

#[test]
fn a_match_without_a_plan_is_told_with_the_place_of_its_rule() {
    let file =
        std::env::temp_dir().join(format!("armorial-two-dice-{}.variant", std::process::id()));
    let rules = r#"variant two-dice "Two dice" from chess {
      after you capture a piece { roll 2 dice called luck until the luck is not 7; if the luck is 12 { you win } }
    }"#;
    std::fs::write(&file, rules).expect("a temporary file");
    let path = file.display().to_string();
    let output = armorial(&["simulate", "two-dice", "--games", "1", "--rules", &path])
        .output()
        .expect("the program");
    std::fs::remove_file(&file).expect("the temporary file");
    let told = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(told.contains("cannot carry this out"), "{told}");
    assert!(told.contains(".variant:2)"), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interruption_tells_what_was_played() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let words = [
        "--verbose",
        "simulate",
        "chess",
        "--games",
        "1000000000",
        "--json",
    ];
    let mut running = armorial(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let id = running.id().to_string();
    let interrupt = || {
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill")
    };
    let told = BufReader::new(running.stderr.take().expect("a pipe"));
    assert!(
        told.lines()
            .any(|line| line.is_ok_and(|l| l.starts_with("playing")))
    );
    // time for the first games, also on a busy machine
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(interrupt().success());
    let output = running.wait_with_output().expect("the program");
    assert_eq!(output.status.code(), Some(130));
    let told = json(&output);
    let games = told["games"].as_u64().expect("a number");
    assert!(0 < games && games < 1_000_000_000, "{games}");
    assert_eq!(told["games_wanted"], 1_000_000_000);
}
