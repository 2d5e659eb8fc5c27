//! The manual and the code know the same codes of problems.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// `E100` and the like in a text.
fn codes(text: &str) -> BTreeSet<String> {
    let bytes = text.as_bytes();
    let digits = |i: usize| {
        bytes
            .get(i + 1..i + 4)
            .is_some_and(|d| d.iter().all(u8::is_ascii_digit))
    };
    let apart = |i: Option<usize>| {
        !i.and_then(|i| bytes.get(i))
            .is_some_and(u8::is_ascii_alphanumeric)
    };
    (0..bytes.len())
        .filter(|i| matches!(bytes[*i], b'E' | b'W' | b'N') && digits(*i))
        .filter(|i| apart(i.checked_sub(1)) && apart(Some(i + 4)))
        .filter_map(|i| text.get(i..i + 4).map(str::to_string))
        .collect()
}

/// The codes in the strings of the source files of a folder; comments and tests do not count.
fn told(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            told(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).expect("a file");
            let shipped = text.split("#[cfg(test)]").next().unwrap_or("");
            let code = shipped
                .lines()
                .filter(|l| !l.trim_start().starts_with("//"));
            code.for_each(|line| found.extend(codes(line)));
        }
    }
}

#[test]
fn every_code_is_in_the_manual_and_every_code_of_the_manual_is_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut in_code = BTreeSet::new();
    told(&root.join("dsl/src"), &mut in_code);
    told(&root.join("cli/src"), &mut in_code);
    let manual = fs::read_to_string(root.join("docs/book/src/language.md")).expect("the manual");
    let table = manual
        .split("## Problems")
        .nth(1)
        .expect("its last section");
    assert_eq!(in_code, codes(table));
}

/// The titles of all scenarios of the library.
fn titles() -> BTreeSet<&'static str> {
    let named = |line: &'static str| line.strip_prefix("scenario \"")?.split('"').next();
    let texts = library::FILES.iter().map(|file| file.text);
    texts.flat_map(str::lines).filter_map(named).collect()
}

#[test]
fn every_meeting_of_mechanisms_is_shown_by_the_scenarios_it_names() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src/meetings.md");
    let text = fs::read_to_string(path).expect("the meetings of mechanisms");
    let titles = titles();
    let mut named = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, _, shown] = cells.as_slice() else {
            continue;
        };
        let kept = ["scenarios", "", "open: not shown yet"];
        for title in shown.split(" · ").filter(|title| !kept.contains(title)) {
            let bare = title.rsplit_once(" (").map_or(title, |(bare, _)| bare);
            assert!(
                titles.contains(title) || titles.contains(bare),
                "no scenario is called {title:?}"
            );
            named += 1;
        }
    }
    assert!(named > 500, "only {named} scenarios are named");
}
