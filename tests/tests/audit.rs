//! What `armorial audit` finds: sentences, conditions and adjectives that make no difference, what a comment explains, and
//! the same whatever the threads.
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const ARMY: &str = r#"army idle "Idle" of european-club {
  setup standard
  power idling {
    every piece has a mark called weary
    weary pieces cannot capture
    after you capture a piece, if you have 1 or more pieces { score 1 }
    instead of moving, if you have 40 or more pawns, you may { score 2 }
    after you move a knight { mark it as weary until the end of your next turn }
    your royal knights cannot move
    # no difference: an example
    your royal rooks cannot move
    after you move a pawn { mark it as weary until the start of your next turn }
  }
}
"#;

fn folder(name: &str, army: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-audit-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    fs::write(path.join("idle.army"), army).expect("a file");
    path
}

/// The exit code and what is told.
fn audit(at: &PathBuf, more: &[&str]) -> (Option<i32>, String) {
    let words = ["audit", "idle.army", "--games", "6", "--decisions", "160"];
    let output = Command::new(env!("CARGO_BIN_EXE_armorial-tested"))
        .args(words.iter().chain(more))
        .current_dir(at)
        .output()
        .expect("the program");
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code(), text)
}

fn json(at: &PathBuf, more: &[&str]) -> Value {
    let all = [&["--json"], more].concat();
    serde_json::from_str(&audit(at, &all).1).expect("JSON")
}

#[test]
fn what_makes_no_difference_is_found_and_what_does_is_not() {
    let at = folder("found", ARMY);
    let told = json(&at, &[]);
    let found = |list: &str| -> Vec<(String, String)> {
        let entries = told[list].as_array().expect("a list");
        let field = |e: &Value, f: &str| e[f].as_str().expect(f).to_string();
        let line = |e: &Value| {
            field(e, "place")
                .split(':')
                .nth(1)
                .unwrap_or_default()
                .to_string()
        };
        entries
            .iter()
            .map(|e| (line(e), field(e, "without")))
            .collect()
    };
    let pair = |line: &str, words: &str| (line.to_string(), words.to_string());
    let idle = found("idle");
    // a condition that always holds, a condition that never does, a guard of nothing
    assert!(
        idle.contains(&pair("6", "have 1 or more pieces")),
        "{idle:?}"
    );
    assert!(idle.contains(&pair("7", "")), "{idle:?}");
    assert!(idle.contains(&pair("9", "")), "{idle:?}");
    assert!(
        idle.iter()
            .all(|(line, _)| ["6", "7", "9"].contains(&line.as_str())),
        "{idle:?}"
    );
    assert_eq!(found("explained"), [pair("11", "")]);
}

#[test]
fn each_rule_is_counted_with_an_example() {
    let at = folder("counted", ARMY);
    let told = json(&at, &[]);
    let rules = told["rules"].as_array().expect("a list");
    let rule = |words: &str| {
        let found = rules
            .iter()
            .find(|r| r["words"].as_str().is_some_and(|w| w.contains(words)));
        found.unwrap_or_else(|| panic!("{words}: {rules:?}"))
    };
    assert!(rule("weary pieces").get("refused").and_then(Value::as_u64) > Some(0));
    assert!(
        rule("weary pieces")["difference"]["shows"]
            .as_str()
            .is_some_and(|s| s.contains("could also"))
    );
    assert!(rule("after you move a knight")["fired"].as_u64() > Some(0));
    assert_eq!(rule("40 or more pawns")["open"], 0);
}

#[test]
fn threads_change_nothing() {
    let at = folder("threads", ARMY);
    assert_eq!(
        json(&at, &["--threads", "1"]),
        json(&at, &["--threads", "3"])
    );
}

#[test]
fn what_is_needed_is_no_finding() {
    let army = r#"army idle "Idle" of european-club {
  setup standard
  power idling { your knights cannot capture }
}
"#;
    let at = folder("clean", army);
    let (code, text) = audit(&at, &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("0 without a difference"), "{text}");
}

#[test]
fn what_does_not_read_is_told_and_counts() {
    let at = folder("broken", &ARMY.replace("cannot capture", "canot capture"));
    let (code, text) = audit(&at, &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("not audited"), "{text}");
}
