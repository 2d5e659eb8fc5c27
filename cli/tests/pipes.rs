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
    let told = err(&checked);
    assert!(told.contains("1 files: 1 errors"), "{told}");
    assert!(told.contains("armorial explain E100"), "{told}");
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
