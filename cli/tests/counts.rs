//! Scenarios that count: how many moves and options are open, how many lines there are.
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-counts-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// A scenario of these lines, tested with these words: the exit code and everything that is told.
fn tested(name: &str, lines: &str, words: &[&str]) -> (Option<i32>, String) {
    let at = folder(name);
    let text = format!(
        "scenario \"it counts\" of chess {{\n  {}\n}}\n",
        lines.replace('\n', "\n  ")
    );
    std::fs::write(at.join("c.scenario"), text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(["test", "c.scenario"])
        .args(words)
        .current_dir(&at)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout) + &text(output.stderr),
    )
}

#[test]
fn what_is_open_is_counted() {
    let lines = "white has 20 moves
white has 20 options
white has 2 moves from e2
white has no moves from e1
white has 1 move from b1
white plays e2-e4
black has 20 moves
perft 1 is 20
perft 2 is 600";
    let (code, said) = tested(
        "open",
        &lines.replace("1 move from b1", "2 moves from b1"),
        &[],
    );
    assert_eq!(code, Some(0), "{said}");
    for (wrong, told) in [
        ("white has 21 moves", "white has 20 moves: "),
        ("white has 3 moves from e2", "white has 2 moves: "),
        ("white has 1 move from e1", "white has 0 moves"),
        ("white has no options", "white has 20 options: "),
        ("black has 20 moves", "white is to decide, not black"),
        ("perft 1 is 21", "there are 20: "),
        ("perft 2 is 401", "there are 400: "),
    ] {
        let (code, said) = tested("wrong", wrong, &[]);
        assert_eq!(code, Some(1), "{wrong}: {said}");
        assert!(said.contains(told), "{wrong}: {said}");
    }
}

#[test]
fn a_count_is_that_of_the_published_tables_and_bounded() {
    let lines = "perft 3 is 8902";
    let (code, said) = tested("table", lines, &[]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = tested("bound", lines, &["--states", "1000"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("undecided") && said.contains("1000 states"),
        "{said}"
    );
    // a hostile depth ends at the bound as well
    let (code, said) = tested("deep", "perft 64 is 1", &["--states", "1000"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("undecided"), "{said}");
}

#[test]
fn counts_that_cannot_be_read_are_refused_with_what_can() {
    for (lines, help) in [
        ("white has many moves", "it reads `white has 20 moves`"),
        ("white has 20", "it reads `white has 20 moves`"),
        ("white has -1 moves", "it reads `white has 20 moves`"),
        (
            "white has 99999999999 moves",
            "it reads `white has 20 moves`",
        ),
        ("white has 2 options from e2", "write `moves from ..`"),
        ("white has 2 moves from", "`from` is followed by a square"),
        ("white has 2 moves from z9", ""),
        ("white has 2 moves today", "`today` is not expected here"),
        ("perft", "it reads `perft 3 is 8902`"),
        ("perft 0 is 1", "it reads `perft 3 is 8902`"),
        ("perft 65 is 1", "it reads `perft 3 is 8902`"),
        ("perft 3 is many", "it reads `perft 3 is 8902`"),
        ("perft 3 is 8902 lines", "`lines` is not expected here"),
        ("then perft 3 is 8902", "write `perft 3 is 8902`"),
    ] {
        let (code, said) = tested("refused", lines, &[]);
        assert_eq!(code, Some(1), "{lines}: {said}");
        assert!(said.contains("error[E14"), "{lines}: {said}");
        assert!(said.contains(help), "{lines}: {said}");
    }
}

#[test]
fn a_count_is_read_back_and_laid_out() {
    let at = folder("back");
    let text =
        "scenario \"it counts\" of chess {\nwhite   has 2 moves from e2\nperft 2 is  400\n}\n";
    std::fs::write(at.join("c.scenario"), text).expect("a file");
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_armorial"))
            .args(words)
            .current_dir(&at)
            .output()
            .expect("the command runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let read = run(&["read", "c.scenario"]);
    assert!(read.contains("white HAS EXACTLY 2 moves from e2"), "{read}");
    assert!(
        read.contains("THERE ARE EXACTLY 400 LINES of 2 turns"),
        "{read}"
    );
    run(&["fmt", "c.scenario"]);
    let laid = std::fs::read_to_string(at.join("c.scenario")).expect("the file");
    assert_eq!(
        laid,
        "scenario \"it counts\" of chess {\n  white has 2 moves from e2\n  perft 2 is 400\n}\n"
    );
}

#[test]
fn rules_of_the_game_that_never_fired_are_named() {
    let game = r#"variant t "T" {
  board 6 by 6
  seats white on rank 1, black on rank 6
  position
    | . . . . . k |
    | . . . . . . |
    | . . . . . . |
    | . . . . . . |
    | . . . . . . |
    | K . . . . R |
  on your turn { act } otherwise { pass }
  kind king "K" { it is royal; it steps any way }
  kind rook "R" { it slides orthogonally }
  you have a number called hits
  after you move a piece, add 1 to your hits
  after you capture 3 or more pieces, add 2 to your hits
}
"#;
    let at = folder("never");
    std::fs::write(at.join("t.variant"), game).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_armorial"))
        .args(["simulate", "t", "--games", "2", "--rules", "t.variant"])
        .current_dir(&at)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs");
    let told = String::from_utf8(output.stdout).expect("text");
    let of = |rule: &str| told.lines().find(|line| line.contains(rule)).unwrap_or("");
    let never = of("after you capture 3 or more pieces");
    assert!(never.contains("never"), "{told}");
    assert!(!of("after you move a piece").contains("never"), "{told}");
}

#[test]
fn a_game_in_which_no_answer_is_lawful_comes_to_an_end() {
    let game = r#"variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  on your turn, act
  instead of moving, you may { swap your king and a rook of yours }
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
}
"#;
    let at = folder("vain");
    std::fs::write(at.join("t.variant"), game).expect("a file");
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_armorial"))
            .args(words)
            .current_dir(&at)
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        text(output.stdout) + &text(output.stderr)
    };
    let told = run(&["simulate", "t.variant", "--games", "2"]);
    assert!(told.contains("without anybody deciding"), "{told}");
    let told = run(&["check", "t.variant"]);
    assert!(told.contains("W388"), "{told}");
}

#[test]
fn acts_in_other_words_and_notations_are_answered_with_the_line_that_works() {
    for (line, write) in [
        ("white can't play e2-e5", "write `cannot`"),
        ("white may not play e2-e5", "write `cannot`"),
        ("white is not offered e2-e5", "write `cannot play`"),
        ("white moves e2-e4", "write `plays`"),
        ("white plays e2e4", "write `e2-e4`"),
        ("white plays Nb1-c3", "write `b1-c3`"),
        ("white plays b1xc3", "write `b1-c3`"),
        ("white plays b1 to c3", "write `b1-c3`"),
        ("white plays Nc3", "plays c1-d3"),
        ("white plays e4", "plays c1-d3"),
    ] {
        let (code, told) = tested("words", line, &[]);
        assert_ne!(code, Some(0), "{line}: {told}");
        assert!(told.contains(write), "{line}: {told}");
    }
}
