//! What helps to write rules: pages of codes, edits that are carried out, starts, papers about the program.
use cli::commands::fix::mended;
use cli::exit::Exit;
use cli::run;
use cli::scenario::cases::run_all;
use cli::shelf::Shelf;
use cli::sources::Source;
use dsl::codes::{contents, index, page, pages};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

fn armorial(words: &[&str]) -> Exit {
    let words = ["armorial", "--color", "never"].iter().chain(words);
    run(words.map(OsString::from))
}

/// A folder that is empty.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("armorial-{}-desk-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn source(text: &str) -> Source {
    Source {
        path: "example.variant".into(),
        text: text.into(),
    }
}

/// The codes told when a file is checked, and what its scenarios fail with.
fn told(text: &str) -> (BTreeSet<&'static str>, Vec<String>) {
    let shelf = Shelf::from_sources(vec![source(text)], true);
    let codes = cli::trial::problems(&shelf)
        .iter()
        .map(|d| d.code)
        .collect();
    let outcomes = run_all(&shelf.cases().cases, 1);
    let failed = outcomes.into_iter().filter_map(|o| o.failed);
    (codes, failed.map(|f| f.message).collect())
}

#[test]
fn every_example_of_a_code_gives_it_and_the_mended_one_gives_nothing() {
    let mut without = Vec::new();
    for page in pages() {
        let Some((bad, good)) = page.example() else {
            without.push(page.code.as_str());
            continue;
        };
        let (codes, failed) = told(&bad);
        if page.when_run {
            assert!(codes.is_empty(), "{}: {codes:?}", page.code);
            let sign = format!("({})", page.code);
            assert!(failed.iter().any(|f| f.contains(&sign)), "{failed:?}");
        } else {
            assert_eq!(codes, BTreeSet::from([page.code.as_str()]), "{bad}");
        }
        assert_eq!(told(&good), Default::default(), "{}: {good}", page.code);
    }
    assert_eq!(
        without,
        ["E102", "E200", "E209", "W386"],
        "codes without an example"
    );
}

#[test]
fn the_pages_are_those_of_the_manual() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src");
    let written = |name: &str| fs::read_to_string(docs.join(name)).unwrap_or_default();
    let anew = "run `armorial explain --book docs/book/src`";
    assert!(written("codes.md") == index(), "{anew}");
    let summary = written("SUMMARY.md");
    assert!(summary == contents(&summary), "{anew}");
    let mut there: Vec<String> = (fs::read_dir(docs.join("codes")).expect("the pages"))
        .map(|e| e.expect("a page").file_name().display().to_string())
        .collect();
    there.sort();
    let mut listed: Vec<String> = pages().iter().map(|p| format!("{}.md", p.code)).collect();
    listed.sort();
    assert_eq!(there, listed);
    for page in pages() {
        let name = format!("codes/{}.md", page.code);
        assert!(written(&name) == page.markdown(), "{name}: {anew}");
        // where a link goes is where mdBook puts the page
        assert_eq!(page.address("").replace(".html", ".md"), name);
    }
    let table = fs::read_to_string(docs.join("language.md")).expect("the manual");
    let table = table.split("## Problems").nth(1).expect("its last section");
    let rows = table.lines().filter_map(|l| l.strip_prefix("| "));
    let codes = rows.filter_map(|l| l.split(" |").next());
    let codes: BTreeSet<&str> = codes
        .flat_map(|cell| cell.split(", "))
        .filter(|code| code.len() == 4 && *code != "code")
        .collect();
    let explained: BTreeSet<&str> = pages().iter().map(|p| p.code.as_str()).collect();
    assert_eq!(codes, explained);
}

#[test]
fn codes_are_explained_in_any_letters() {
    assert_eq!(page("e100"), page("E100"));
    assert!(page("E100").is_some());
    assert_eq!(armorial(&["explain"]), Exit::Fine);
    assert_eq!(armorial(&["explain", "w310"]), Exit::Fine);
    assert_eq!(armorial(&["explain", "unknown-word"]), Exit::Fine);
    assert_eq!(armorial(&["explain", "Unknown-Word"]), Exit::Fine);
    assert_eq!(armorial(&["explain", "unknown-wrd"]), Exit::CouldNotRun);
    assert_eq!(armorial(&["explain", "E999"]), Exit::CouldNotRun);
}

#[test]
fn edits_are_carried_out_until_nothing_is_proposed() {
    let bad = "variant my-game \"My game\" from ches {\n  when my queen is captured again, yuo lose\n  pawns can't capture rooks\n}\n";
    let good = "variant my-game \"My game\" from chess {\n  after your queen is captured, you lose\n  pawns cannot capture rooks\n}\n";
    let (files, edits) = mended(&[source(bad)]);
    assert_eq!(files[0].text, good);
    assert_eq!(edits, 6);
    assert_eq!(mended(&files), (files.clone(), 0));
    assert_eq!(told(good), Default::default());
    // Every page whose help is one replacement is mended by it.
    for code in ["N201", "N203", "N204", "E201"] {
        let (bad, good) = page(code).and_then(|p| p.example()).expect("an example");
        assert_eq!(mended(&[source(&bad)]).0[0].text, good, "{code}");
    }
}

#[test]
fn check_fix_writes_and_its_diff_does_not() {
    let path = scratch("fix").join("a.variant");
    let bad = "variant my-game \"My game\" from chess {\n  pawns can't capture rooks\n}\n";
    fs::write(&path, bad).expect("a file");
    let name = path.display().to_string();
    assert_eq!(
        armorial(&["check", "--fix", "--diff", &name]),
        Exit::Findings
    );
    assert_eq!(fs::read_to_string(&path).expect("a file"), bad);
    assert_eq!(armorial(&["check", "--fix", &name]), Exit::Fine);
    let good = bad.replace("can't", "cannot");
    assert_eq!(fs::read_to_string(&path).expect("a file"), good);
    assert_eq!(armorial(&["check", "--fix", "--diff", &name]), Exit::Fine);
    assert_eq!(armorial(&["check", "--fix"]), Exit::CouldNotRun);
    assert_eq!(armorial(&["check", "--diff", &name]), Exit::CouldNotRun);
}

#[test]
fn fmt_tells_with_check_and_writes_without() {
    let folder = scratch("fmt");
    let (path, broken) = (folder.join("a.army"), folder.join("broken.army"));
    let text = "army a of v {\n      setup standard   # as usual\n}\n\n\n";
    fs::write(&path, text).expect("a file");
    let name = folder.display().to_string();
    for flag in ["--check", "--diff"] {
        assert_eq!(armorial(&["fmt", &name, flag]), Exit::Findings);
        assert_eq!(fs::read_to_string(&path).expect("a file"), text);
    }
    assert_eq!(armorial(&["fmt", &name]), Exit::Fine);
    let laid = "army a of v {\n  setup standard  # as usual\n}\n";
    assert_eq!(fs::read_to_string(&path).expect("a file"), laid);
    assert_eq!(armorial(&["fmt", &name, "--check"]), Exit::Fine);
    fs::write(&broken, "army a of v {\n      setup standard\n").expect("a file");
    assert_eq!(armorial(&["fmt", &name]), Exit::Findings);
    let same = fs::read_to_string(&broken).expect("a file");
    assert_eq!(same, "army a of v {\n      setup standard\n");
    assert_eq!(armorial(&["fmt", "no-such-folder"]), Exit::CouldNotRun);
}

#[test]
fn a_start_passes_check_test_and_fmt() {
    let folder = scratch("new");
    let dir = folder.display().to_string();
    let starts = [
        (&["army", "my-lot"][..], "army"),
        (&["army", "web-lot", "--of", "european-web"], "army"),
        (&["variant", "small-game"], "variant"),
        (&["variant", "Rich-Chess", "--of", "chess"], "variant"),
        (&["variant", "rich-coin", "--of", "coin"], "variant"),
    ];
    for (words, extension) in starts {
        let words: Vec<&str> = ["new"].iter().chain(words).copied().collect();
        let words = [&words[..], &[dir.as_str()]].concat();
        assert_eq!(armorial(&words), Exit::Fine, "{words:?}");
        let name = words[2].to_ascii_lowercase();
        let file = |e: &str| folder.join(format!("{name}.{e}")).display().to_string();
        let (rules, scenario) = (file(extension), file("scenario"));
        for command in ["check", "test"] {
            assert_eq!(armorial(&[command, &rules, &scenario]), Exit::Fine);
        }
        let text = fs::read_to_string(&scenario).expect("a file");
        assert!(text.contains("\n  then "), "{text}");
        // A second time nothing is written.
        fs::write(&rules, "mine").expect("a file");
        assert_eq!(armorial(&words), Exit::CouldNotRun);
        assert_eq!(fs::read_to_string(&rules).expect("a file"), "mine");
        fs::remove_file(&rules).expect("a file");
        assert_eq!(armorial(&words), Exit::CouldNotRun, "the scenario is there");
        assert!(!Path::new(&rules).exists());
        fs::remove_file(&scenario).expect("a file");
        assert_eq!(armorial(&words), Exit::Fine);
    }
    assert_eq!(armorial(&["fmt", "--check", &dir]), Exit::Fine);
}

#[test]
fn a_start_that_cannot_be_is_refused_and_nothing_is_written() {
    let folder = scratch("no-start");
    let dir = folder.display().to_string();
    for words in [
        &["new", "army", "9-lives", &dir][..],
        &["new", "army", "two words", &dir],
        &["new", "army", "trailing-", &dir],
        &["new", "army", "", &dir],
        &["new", "army", "../up", &dir],
        &["new", "variant", "chess", &dir],
        &["new", "army", "lot", "--of", "chess", &dir],
        &["new", "variant", "lot", "--of", "no-such-game", &dir],
        &["new", "deck", "lot", &dir],
    ] {
        assert_eq!(armorial(words), Exit::CouldNotRun, "{words:?}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

#[test]
fn papers_about_the_program() {
    let folder = scratch("man");
    assert_eq!(
        armorial(&["man", &folder.display().to_string()]),
        Exit::Fine
    );
    let page = fs::read_to_string(folder.join("armorial-fmt.1")).expect("a page");
    assert!(page.contains("armorial\\-fmt") && page.contains("\\-\\-check"));
    let all = fs::read_to_string(folder.join("armorial.1")).expect("a page");
    assert!(all.contains("explain"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert_eq!(armorial(&["completions", shell]), Exit::Fine);
    }
    assert_eq!(armorial(&["completions", "tea"]), Exit::CouldNotRun);
    assert_eq!(armorial(&["version"]), Exit::Fine);
    assert_eq!(armorial(&["version", "--json"]), Exit::Fine);
    assert_eq!(armorial(&["-q", "-v", "version"]), Exit::CouldNotRun);
}
