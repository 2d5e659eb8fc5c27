//! Nothing that was asked for and not done ends with 0: empty folders, filters that match nothing, files that do not read, armies that do
//! not compile; and what is sound beside them is done all the same.
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A new folder with these files in it.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-green-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    for (file, text) in files {
        std::fs::write(path.join(file), text).expect("a file");
    }
    path
}

/// Runs the command in a folder.
fn armorial(at: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_armorial-tested"))
        .args(words)
        .current_dir(at)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the command runs")
}

/// The exit code, standard output, standard error.
fn ran(at: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = armorial(at, words);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn last(text: &str) -> &str {
    text.trim_end().lines().last().unwrap_or("")
}

const ARMY: &str = r#"army lancemen "the Lancemen" of european-club {
  setup
    | P P P P |
    | K L L R |
  kind lanceman "L" { it slides forward, or leaps (1,2) }
}
"#;
/// The same with a word nobody knows.
const BROKEN: &str = r#"army typos "the Typos" of european-club {
  setup
    | P P P P |
    | K T T R |
  kind typo "T" { it slodes forward }
}
"#;
const SCENARIOS: &str = r#"scenario "white opens" of chess {
  given white is on turn
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | P . . . . . . . |
    | . . . . K . . . |
  white plays a2-a4
  then black is on turn
}
"#;

#[test]
fn an_empty_folder_is_no_library() {
    let at = folder("empty", &[("notes.txt", b"no rules")]);
    for command in ["check", "test"] {
        let (code, out, err) = ran(&at, &[command, "."]);
        assert_eq!(code, Some(1), "{command}: {out}{err}");
        assert!(err.contains("no rule files in `.`"), "{command}: {err}");
    }
    let (_, out, _) = ran(&at, &["test", "."]);
    assert_eq!(last(&out), "0 scenarios: 0 passed, 0 failed");
    let (_, _, err) = ran(&at, &["check", "."]);
    assert!(err.contains("0 files: 0 errors"), "{err}");
}

#[test]
fn no_scenarios_and_a_filter_that_matches_nothing_are_findings() {
    let at = folder(
        "filter",
        &[
            ("l.army", ARMY.as_bytes()),
            ("c.scenario", SCENARIOS.as_bytes()),
        ],
    );
    let (code, out, err) = ran(&at, &["test", "l.army"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.contains("no scenarios in `l.army`"), "{err}");
    let (code, _, err) = ran(&at, &["test", "c.scenario", "--filter", "zzz"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(
        err.contains("no title of a scenario matches `zzz`"),
        "{err}"
    );
    let (code, out, err) = ran(&at, &["test", "c.scenario"]);
    assert_eq!(
        (code, last(&out)),
        (Some(0), "1 scenario: 1 passed, 0 failed"),
        "{out}{err}"
    );
}

#[test]
fn scenarios_that_do_not_read_are_counted() {
    let broken = SCENARIOS
        .replace("white opens", "white errs")
        .replace("then black is", "then blick is");
    let text = format!("{SCENARIOS}{broken}");
    let at = folder("unread", &[("c.scenario", text.as_bytes())]);
    let (code, out, err) = ran(&at, &["test", "c.scenario"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert_eq!(
        last(&out),
        "1 scenario: 1 passed, 0 failed, 1 not read; 1 error in the files",
        "{err}"
    );
    let (code, out, _) = ran(&at, &["test", "c.scenario", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, Some(1));
    assert_eq!(json["not_read"], 1);
    assert_eq!(json["diagnostics"][0]["file"], "c.scenario");
    assert!(json["diagnostics"][0]["line"].as_u64() > Some(12), "{json}");
}

#[test]
fn what_is_of_no_variant_is_told_and_counted() {
    let lost = SCENARIOS.replace(" of chess", "");
    let army = ARMY.replace(" of european-club", "");
    let text = format!("{SCENARIOS}{lost}");
    let files: [(&str, &[u8]); 2] = [("c.scenario", text.as_bytes()), ("l.army", army.as_bytes())];
    let at = folder("lost", &files);
    let (code, out, err) = ran(&at, &["test", "c.scenario"]);
    let counted = "1 scenario: 1 passed, 0 failed, 1 not read; 1 error in the files";
    assert_eq!((code, last(&out)), (Some(1), counted), "{err}");
    assert!(err.contains("c.scenario:15"), "{err}");
    assert!(
        err.contains("this scenario is written for no variant"),
        "{err}"
    );
    for file in ["l.army", "c.scenario"] {
        let (code, out, err) = ran(&at, &["check", file]);
        assert_eq!(code, Some(1), "{out}{err}");
        assert!(err.contains("1 file: 1 error"), "{err}");
    }
}

#[test]
fn at_the_end_points_are_told_once() {
    let at = folder("points", &[]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_armorial-tested"))
        .args(["play", "coin", "--seed", "1"])
        .current_dir(&at)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut typed = child.stdin.take().expect("its input");
    std::io::Write::write_all(&mut typed, b"draw\nyes\nyes\nyes\n").expect("typed");
    drop(typed);
    let out = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    let end = said.split("4 Black-peasant, has drawn").nth(1);
    let end = end.unwrap_or_else(|| panic!("{said}")).to_lowercase();
    assert_eq!(end.matches("points:").count(), 1, "{said}");
}

#[test]
fn an_army_that_does_not_compile_is_found_by_test_too() {
    let at = folder(
        "army",
        &[
            ("t.army", BROKEN.as_bytes()),
            ("c.scenario", SCENARIOS.as_bytes()),
        ],
    );
    let (code, out, err) = ran(&at, &["test", "t.army", "c.scenario"]);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.contains("t.army:5"), "{err}");
    assert!(last(&out).ends_with("in the files"), "{out}");
}

#[test]
fn a_file_that_is_no_text_stops_nobody_else() {
    let large = " ".repeat((1 << 20) + 1);
    let at = folder(
        "bytes",
        &[
            ("a.army", b"army \xff\xfe {"),
            ("b.army", ARMY.as_bytes()),
            ("c.scenario", SCENARIOS.as_bytes()),
            ("d.army", large.as_bytes()),
        ],
    );
    let (code, out, err) = ran(&at, &["check", "."]);
    assert_eq!(code, Some(1), "{out}{err}");
    for (file, wrong) in [("a.army", "not UTF-8 text"), ("d.army", "1048577 bytes")] {
        let at = out.find(wrong).unwrap_or_else(|| panic!("{out}"));
        assert!(out[..at].contains("E200") && out.contains(file), "{out}");
    }
    assert!(err.contains("4 files: 2 errors"), "{err}");
    let (code, out, _) = ran(&at, &["test", "."]);
    assert_eq!(code, Some(1));
    assert!(
        last(&out).starts_with("1 scenario: 1 passed, 0 failed"),
        "{out}"
    );
}

#[test]
fn an_unknown_variant_is_told_at_its_line_with_the_nearest() {
    let text = ARMY.replace("of european-club", "of european-clup");
    let at = folder("of", &[("l.army", text.as_bytes())]);
    let (code, out, _) = ran(&at, &["check", "l.army", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(code, Some(1));
    assert_eq!(json["errors"], 1, "{json}");
    let found = &json["diagnostics"][0];
    assert_eq!(
        (found["code"].as_str(), found["file"].as_str()),
        (Some("E201"), Some("l.army"))
    );
    assert_eq!(
        (found["line"].as_u64(), found["column"].as_u64()),
        (Some(1), Some(33))
    );
    assert!(
        found["help"]
            .as_str()
            .is_some_and(|h| h.contains("european-club")),
        "{found}"
    );
}

#[test]
fn a_broken_entry_is_left_out_and_named() {
    let lost = ARMY
        .replace("lancemen", "lost")
        .replace("european-club", "europaen");
    let at = folder(
        "entries",
        &[
            ("l.army", ARMY.as_bytes()),
            ("t.army", BROKEN.as_bytes()),
            ("of.army", lost.as_bytes()),
            ("bytes.army", b"\xff\xfe"),
        ],
    );
    let game = |armies| {
        let words = [
            "simulate", "european", "--rules", ".", "--armies", armies, "--games", "1",
        ];
        ran(&at, &[&words[..], &["--max-turns", "8"]].concat())
    };
    let (code, out, err) = game("lancemen,netherlands,china,standard");
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.contains("t.army: army `typos` is left out"), "{err}");
    for file in ["of.army: left out: ", "bytes.army: left out: "] {
        assert!(err.contains(file), "{file}{err}");
    }
    assert!(
        out.contains("\n1 game: ") && !out.contains("1 games"),
        "{out}"
    );
    assert!(
        out.contains("played at random, seed 0, rules sha256:"),
        "{out}"
    );
    let (code, _, err) = game("typos,netherlands,china,standard");
    assert_eq!(code, Some(2), "{err}");
}

#[test]
fn a_mode_or_a_slip_in_place_of_a_variant_is_told() {
    let at = folder("names", &[]);
    let (code, _, err) = ran(&at, &["play", "bughouse"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("`bughouse` is a mode of `european-club`: `european-club --mode bughouse`"),
        "{err}"
    );
    let (_, _, err) = ran(&at, &["play", "europaen"]);
    assert!(err.contains("did you mean `european`?"), "{err}");
}

/// An army with rules of its own.
fn army(power: &str) -> String {
    format!(
        "army probe \"the Probe\" of european-club {{\n  setup\n    | P P P P |\n    | K R B N |\n  power probing {{\n{power}\n  }}\n}}\n"
    )
}

#[test]
fn an_action_that_opens_actions_is_a_problem_at_its_line() {
    for body in [
        "    *oath* instead of moving, you may { announce \"I swear\"; act }",
        "    *oath* instead of moving, you may { if it is your turn { act } otherwise { pass } }",
        "    *oath* instead of moving, you may { swear }\n    to swear { act }",
    ] {
        let at = folder(
            "act",
            &[(
                "p.army",
                army(body)
                    .replace("if it is your turn", "if you have a rook")
                    .as_bytes(),
            )],
        );
        let (code, out, err) = ran(&at, &["check", "p.army"]);
        assert_eq!(code, Some(1), "{out}{err}");
        assert!(
            out.contains("E421") && out.contains("p.army:6:"),
            "{out}{err}"
        );
        let words = [
            "moves",
            "european",
            "--rules",
            "p.army",
            "--armies",
            "probe,-,standard,-",
        ];
        let (code, _, err) = ran(&at, &words);
        assert_eq!(
            code,
            Some(2),
            "it does not compile, and nothing aborts: {err}"
        );
    }
}

#[test]
fn a_circle_of_rules_is_named() {
    let power = "    after you move a piece { mark yourself as keen }\n    you have a mark called keen\n    as soon as you are keen { unmark yourself as keen }\n    as soon as you are not keen { mark yourself as keen }";
    let at = folder("circle", &[("p.army", army(power).as_bytes())]);
    let game = [
        "european",
        "--rules",
        "p.army",
        "--armies",
        "probe,standard,-,-",
    ];
    let (code, out, err) = ran(
        &at,
        &[
            &["simulate"],
            &game[..],
            &["--games", "1", "--max-turns", "8"],
        ]
        .concat(),
    );
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(
        out.contains("rules fire each other without end: p.army:"),
        "{out}{err}"
    );
    let (code, _, err) = ran(
        &at,
        &[
            &["play"],
            &game[..],
            &["--seat", "all=random", "--seed", "1"],
        ]
        .concat(),
    );
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("without end: p.army:8 "), "{err}");
}

#[test]
fn who_asked_for_json_reads_errors_as_json() {
    let at = folder("json", &[]);
    for (words, says) in [
        (
            &["perft", "chesss", "1", "--json"][..],
            "no variant `chesss`",
        ),
        (&["moves", "chess", "--position", "foo", "--json"], "E205"),
        (&["perft", "--json"], "required"),
        (&["simulate", "chess", "--gamse", "1", "--json"], "--gamse"),
    ] {
        let (code, out, err) = ran(&at, words);
        assert_eq!((code, err.as_str()), (Some(2), ""), "{words:?}: {out}");
        let said: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let error = said["error"].as_str().unwrap_or_default();
        assert!(error.contains(says), "{words:?}: {out}");
        assert_eq!(said["schema"], 1);
    }
}
