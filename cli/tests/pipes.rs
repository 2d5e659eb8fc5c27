//! What only a process of its own shows: standard input, and what stands on which output.
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn armorial(words: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut pipe = child.stdin.take().expect("a pipe");
    // A program that does not read leaves the pipe closed.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    child.wait_with_output().expect("its end")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const BAD: &str =
    "variant my-game \"My game\" from chess {\n    my pawns cannot capture rooks\n}\n";

#[test]
fn standard_input_is_laid_out_to_standard_output() {
    let laid = armorial(&["fmt", "-"], BAD);
    assert_eq!(laid.status.code(), Some(0));
    assert_eq!(out(&laid), BAD.replace("    my", "  my"));
    let diff = armorial(&["fmt", "--diff", "-"], BAD);
    assert_eq!(diff.status.code(), Some(1));
    assert!(out(&diff).contains("\n-    my pawns"), "{}", out(&diff));
    assert!(out(&diff).contains("\n+  my pawns"), "{}", out(&diff));
    let broken = armorial(&["fmt", "-"], "army a of v {\n   x");
    assert_eq!(broken.status.code(), Some(1));
    assert_eq!(out(&broken), "army a of v {\n   x");
}

#[test]
fn standard_input_is_checked_and_its_errors_point_at_their_page() {
    let checked = armorial(&["check", "-"], BAD);
    assert_eq!(checked.status.code(), Some(1));
    assert!(out(&checked).contains("<stdin>:2:5"), "{}", out(&checked));
    let note = "note: `unknown-word`, see `armorial explain E100`";
    assert!(out(&checked).contains(note), "{}", out(&checked));
    assert!(
        err(&checked).contains("1 file: 1 error"),
        "{}",
        err(&checked)
    );
    let concise = armorial(&["check", "--format", "concise", "-"], BAD);
    assert!(
        err(&concise).contains("armorial explain E100"),
        "{}",
        err(&concise)
    );
    let quiet = armorial(&["check", "-q", "-"], BAD);
    assert_eq!(quiet.status.code(), Some(1));
    assert_eq!(err(&quiet), "");
    let fix = armorial(&["check", "--fix", "--diff", "-"], BAD);
    assert!(out(&fix).contains("\n+    your pawns"), "{}", out(&fix));
    assert_eq!(
        armorial(&["check", "--fix", "-"], BAD).status.code(),
        Some(2)
    );
}

#[test]
fn the_json_of_a_problem_carries_its_edit() {
    let checked = armorial(&["check", "--json", "-"], BAD);
    let all: serde_json::Value = serde_json::from_str(&out(&checked)).expect("JSON");
    let fix = &all["diagnostics"][0]["fix"];
    let want =
        serde_json::json!({"line": 2, "column": 5, "end_line": 2, "end_column": 7, "text": "your"});
    assert_eq!(fix, &want);
    let version = armorial(&["version", "--json"], "");
    let all: serde_json::Value = serde_json::from_str(&out(&version)).expect("JSON");
    assert_eq!(all["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn a_project_file_says_what_commands_work_on() {
    let folder = std::env::temp_dir().join(format!("armorial-{}-project", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let below = folder.join("rules/below");
    std::fs::create_dir_all(&below).expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("armorial.toml", "[project]\npaths = [\"rules\"]\n");
    write("rules/mine.variant", BAD);
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armorial"));
        command.args(words).current_dir(&below).stdin(Stdio::null());
        command.output().expect("its end")
    };
    let checked = run(&["check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(
        out(&checked).contains("../../rules/mine.variant:2:5"),
        "{}",
        out(&checked)
    );
    assert_eq!(run(&["check", "--fix"]).status.code(), Some(0));
    assert_eq!(run(&["fmt", "--check"]).status.code(), Some(1));
    assert_eq!(run(&["fmt"]).status.code(), Some(0));
    let text = std::fs::read_to_string(folder.join("rules/mine.variant")).expect("a file");
    assert_eq!(text, BAD.replace("    my", "  your"));
    write(
        "rules/mine.scenario",
        "scenario \"a\" of my-game covers a.1 {\n  white plays e2-e4\n  then black is on turn\n}\n",
    );
    let tested = run(&["test"]);
    assert_eq!(tested.status.code(), Some(0), "{}", out(&tested));
    assert!(
        out(&tested).contains("1 scenario: 1 passed"),
        "{}",
        out(&tested)
    );
    write(
        "armorial.toml",
        "[project]\npaths = [\"rules\"]\nrulez = 1\n",
    );
    for command in ["check", "fmt", "test"] {
        let refused = run(&[command]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(err(&refused).contains("line 3"), "{}", err(&refused));
    }
}

#[test]
fn a_record_is_replayed_from_standard_input() {
    let path = std::env::temp_dir().join(format!("armorial-{}-pipe.txt", std::process::id()));
    let name = path.display().to_string();
    let words = [
        "play",
        "chess",
        "--seat",
        "all=random",
        "--seed",
        "3",
        "--record",
        &name,
    ];
    armorial(&words, "");
    let record = std::fs::read_to_string(&path).expect("a record");
    let replayed = armorial(&["replay", "--verify", "-"], &record);
    assert_eq!(replayed.status.code(), Some(0), "{}", err(&replayed));
    assert!(out(&replayed).contains("result:"), "{}", out(&replayed));
}
