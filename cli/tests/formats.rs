//! What programs read: every format on a folder with problems and on a clean one, JSON held to the schemas in `docs/schemas`,
//! SARIF to types made from the schema of the standard, JUnit XML to the reader of another crate.
use crate::desk::ran;
use serde_json::Value;
use std::path::{Path, PathBuf};

const ARMY: &str = r#"army lancemen "the Lancemen" of european-club {
  setup
    | P P P P |
    | K L L R |
  kind lanceman "L" { it slides forward, or leaps (1,2) }
}
"#;
const SCENARIO: &str = r#"scenario "white opens, 100%" of chess {
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

/// A clean folder, or one with a misspelt word in line 5 of `l.army` and a scenario that fails in line 13.
fn folder(name: &str, clean: bool) -> PathBuf {
    let path = std::env::temp_dir().join(format!("armorial-formats-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    let (army, scenario) = match clean {
        true => (ARMY.to_string(), SCENARIO.to_string()),
        false => (
            ARMY.replace("slides", "slodes"),
            SCENARIO.replace("then black", "then white"),
        ),
    };
    std::fs::write(path.join("l.army"), army).expect("a file");
    std::fs::write(path.join("c.scenario"), scenario).expect("a file");
    path
}

/// Both commands in a format, on a folder that is clean or not.
fn both(format: &str, clean: bool) -> [String; 2] {
    let at = folder(&format!("{format}-{clean}"), clean);
    ["check", "test"].map(|command| {
        let (code, out, err) = ran(&at, &[command, "--format", format, "."]);
        assert_eq!(code, Some(i32::from(!clean)), "{command}: {out}{err}");
        out
    })
}

const FAILED: &str = r#"scenario "white opens, 100%" of chess"#;

#[test]
fn concise_is_a_line_for_each() {
    let [check, test] = both("concise", false);
    assert_eq!(check, "./l.army:5:26: error[E100]: unknown word `slodes`\n");
    let mut lines = test.lines();
    let first = lines.next().expect("a line");
    let told = format!("./c.scenario:13:3: error[failed]: {FAILED}: then white is on turn: ");
    assert!(first.starts_with(&told), "{test}");
    assert_eq!(lines.next(), check.lines().next());
    assert_eq!(lines.next(), None);
    assert_eq!(both("concise", true), ["", ""]);
}

#[test]
fn github_is_a_workflow_command_for_each() {
    let [check, test] = both("github", false);
    let command = "::error file=./l.army,line=5,endLine=5,col=26,endColumn=32,title=E100 unknown-word::unknown word `slodes`";
    assert!(check.starts_with(command), "{check}");
    assert_eq!(check.lines().count(), 1, "{check}");
    let told = r#"::error file=./c.scenario,line=13,col=3,title=failed::scenario "white opens, 100%25" of chess"#;
    assert!(test.starts_with(told), "{test}");
    assert_eq!(test.lines().count(), 2, "{test}");
    assert_eq!(both("github", true), ["", ""]);
}

fn sarif(text: &str) -> serde_sarif::sarif::Sarif {
    let log: serde_sarif::sarif::Sarif = serde_json::from_str(text).expect("a log of SARIF");
    // What the standard does not know would be lost on the way through its types.
    let again = serde_json::to_value(&log).expect("JSON");
    assert_eq!(again, serde_json::from_str::<Value>(text).expect("JSON"));
    log
}

#[test]
fn sarif_is_that_of_the_standard() {
    let ids = |text: &str| -> Vec<String> {
        let results = sarif(text).runs[0].results.clone().expect("results");
        results.into_iter().filter_map(|r| r.rule_id).collect()
    };
    let [check, test] = both("sarif", false);
    assert_eq!(ids(&check), ["E100"]);
    assert_eq!(ids(&test), ["failed", "E100"]);
    let log: Value = serde_json::from_str(&test).expect("JSON");
    for result in log["runs"][0]["results"].as_array().expect("results") {
        let index = result["ruleIndex"].as_u64().expect("a number") as usize;
        let rules = &log["runs"][0]["tool"]["driver"]["rules"];
        assert_eq!(rules[index]["id"], result["ruleId"]);
    }
    let place = &log["runs"][0]["results"][1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "./l.army");
    assert_eq!(place["region"]["startColumn"], 26);
    for clean in both("sarif", true) {
        assert_eq!(ids(&clean), [""; 0]);
    }
}

#[test]
fn junit_has_a_case_for_every_file_and_run() {
    let numbers = |text: &str| {
        let report = quick_junit::Report::deserialize_from_str(text).expect("a report");
        (report.tests, report.failures, report.errors)
    };
    let [check, test] = both("junit", false);
    assert_eq!(numbers(&check), (2, 1, 0), "{check}");
    assert_eq!(numbers(&test), (2, 2, 0), "{test}");
    assert!(
        test.contains(r#"name="white opens, 100%" classname="chess""#),
        "{test}"
    );
    let [check, test] = both("junit", true);
    assert_eq!(numbers(&check), (2, 0, 0), "{check}");
    assert_eq!(numbers(&test), (1, 0, 0), "{test}");
}

#[test]
fn people_read_what_they_read_before() {
    let at = folder("human", false);
    for command in ["check", "test"] {
        let plain = ran(&at, &[command, "."]);
        assert_eq!(ran(&at, &[command, ".", "--format", "human"]), plain);
        let json = ran(&at, &[command, ".", "--json"]);
        assert_eq!(ran(&at, &[command, ".", "--format", "json"]), json);
        assert_eq!(json.2, "", "JSON stands alone");
    }
}

#[test]
fn what_cannot_run_says_so_in_the_format_asked_for() {
    let at = folder("failure", true);
    let told = |format: &str, words: &[&str]| {
        let words: Vec<&str> = words.iter().copied().chain(["--format", format]).collect();
        let (code, out, err) = ran(&at, &words);
        assert_eq!(code, Some(2), "{words:?}: {out}{err}");
        assert_eq!(err.is_empty(), !out.is_empty(), "{words:?}: {out}{err}");
        out
    };
    for words in [&["check", "nowhere"][..], &["test", "--filtr", "x"]] {
        assert_eq!(told("human", words), "");
        assert_eq!(told("concise", words), "");
        assert!(told("github", words).starts_with("::error title=failure::"));
        let log = sarif(&told("sarif", words));
        let ended = log.runs[0].invocations.clone().expect("invocations");
        assert!(!ended[0].execution_successful);
        let report = quick_junit::Report::deserialize_from_str(&told("junit", words));
        assert_eq!(report.expect("a report").errors, 1);
        holds("error", &told("json", words));
    }
}

/// A schema of the repository.
fn schema(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// The output is what the schema says.
fn holds(name: &str, out: &str) {
    let output: Value = serde_json::from_str(out).unwrap_or_else(|e| panic!("{name}: {e}: {out}"));
    let validator = jsonschema::validator_for(&schema(name)).expect(name);
    let wrong: Vec<String> = validator
        .iter_errors(&output)
        .map(|e| e.to_string())
        .collect();
    assert!(wrong.is_empty(), "{name}: {wrong:#?}\n{out}");
}

#[test]
fn every_json_output_has_a_schema_and_is_what_it_says() {
    let bad = folder("schemas-bad", false);
    let good = folder("schemas-good", true);
    let ledger = "[[clause]]\nid = \"a.1\"\nsystem = \"a\"\n";
    std::fs::create_dir_all(good.join("ledger")).expect("a folder");
    std::fs::write(good.join("ledger/a.toml"), ledger).expect("a file");
    // Rules whose loss no scenario notices, of one a comment says why, and one that no game can need.
    let rules = "variant my-game \"My game\" from chess {\n  pawns cannot capture rooks\n  # survives: an example\n  pawns cannot capture queens\n  rooks cannot capture pawns on a1-h1\n}\n";
    let opens = SCENARIO.replace("of chess", "of my-game");
    std::fs::write(good.join("m.variant"), rules).expect("a file");
    std::fs::write(good.join("m.scenario"), opens).expect("a file");
    let mut used = std::collections::BTreeSet::from(["error".to_string()]);
    for (at, code, words) in [
        (&bad, 1, &["check", "."][..]),
        (&bad, 1, &["test", "."]),
        (&good, 0, &["check", "."]),
        (&good, 0, &["test", "c.scenario", "--ledger", "ledger"]),
        (&good, 1, &["test", "m.variant", "m.scenario", "--mutate"]),
        (&good, 0, &["list", "."]),
        (&good, 0, &["moves", "chess"]),
        (&good, 0, &["perft", "chess", "2"]),
        (&good, 0, &["perft", "chess", "1", "--divide"]),
        (
            &good,
            0,
            &["simulate", "chess", "--games", "2", "--max-turns", "9"],
        ),
        (
            &good,
            0,
            &[
                "simulate",
                "european-club",
                "--armies",
                "random",
                "--games",
                "2",
                "--max-turns",
                "9",
            ],
        ),
        (&good, 1, &["audit", "m.variant", "--games", "2"]),
        (&good, 0, &["version"]),
        (&good, 0, &["explain", "E113"]),
        (&good, 0, &["explain"]),
        (&good, 0, &["hash", "european", "--armies", "china,sweden"]),
    ] {
        let words: Vec<&str> = words.iter().copied().chain(["--json"]).collect();
        let (ended, out, err) = ran(at, &words);
        assert_eq!(ended, Some(code), "{words:?}: {out}{err}");
        holds(words[0], &out);
        used.insert(words[0].to_string());
    }
    let (code, out, _) = ran(&bad, &["perft", "chesss", "1", "--json"]);
    assert_eq!(code, Some(2));
    holds("error", &out);
    used.insert("project".to_string());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schemas");
    let there = std::fs::read_dir(folder).expect("the schemas");
    let there = there.map(|f| f.expect("a file").path());
    let there = there.filter_map(|f| Some(f.file_stem()?.to_str()?.to_string()));
    assert_eq!(there.collect::<std::collections::BTreeSet<_>>(), used);
}

#[test]
fn the_project_says_how_bad_a_note_is_and_where_armies_must_load() {
    let at = folder("project", true);
    let note = "variant my-game \"My game\" from chess {\n  pawns can't capture rooks\n}\n";
    std::fs::write(at.join("m.variant"), note).expect("a file");
    let check = |project: &str| {
        std::fs::write(at.join("armorial.toml"), project).expect("a file");
        let (code, out, err) = ran(&at, &["check", "--format", "concise"]);
        (code, format!("{out}{err}"))
    };
    let start = "[project]\npaths = [\"m.variant\", \"l.army\"]\n";
    let told = |level: &str| check(&format!("{start}[lints]\nN203 = \"{level}\"\n"));
    let (code, text) = check(start);
    assert!(code == Some(0) && text.contains("note[N203]"), "{text}");
    let (code, text) = told("deny");
    assert!(code == Some(1) && text.contains("error[N203]"), "{text}");
    let (code, text) = told("warn");
    assert!(code == Some(1) && text.contains("warning[N203]"), "{text}");
    let (code, text) = told("allow");
    assert!(code == Some(0) && !text.contains("N203"), "{text}");
    let (code, text) = check(&start.replacen("paths", "variants = [\"european-web\"]\npaths", 1));
    let missing = "error[missing]: l.army:1: army `lancemen` is not written for `european-web`";
    assert!(code == Some(1) && text.contains(missing), "{text}");
    let (code, text) = check(&start.replacen("paths", "variants = [\"european-wb\"]\npaths", 1));
    assert!(
        code == Some(2) && text.contains("did you mean `european-web`?"),
        "{text}"
    );
}

/// A project file as its schema sees it.
fn project_holds(text: &str) -> bool {
    let table: toml::Table = toml::from_str(text).expect("TOML");
    let value = serde_json::to_value(table).expect("JSON");
    let validator = jsonschema::validator_for(&schema("project")).expect("a schema");
    validator.is_valid(&value)
}

#[test]
fn the_schema_of_the_project_file_says_what_the_program_reads() {
    let at = folder("project-schema", true);
    let entries = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/entries/armorial.toml");
    let entries = std::fs::read_to_string(entries).expect("the example");
    assert!(project_holds(&entries));
    let all = "[project]\npaths = [\".\"]\ntests = []\nlibrary = []\nledger = \"l\"\nlanguage = 1\nvariants = []\n[lints]\nW310 = \"deny\"\nN203 = \"warn\"\nN201 = \"allow\"\n[limits]\nstates = 5\nthreads = 1\nseconds = 60\n[docs]\nbase = \"https://rules.example/book\"\n";
    for (text, reads) in [
        (all.to_string(), true),
        (all.replace("paths", "path"), false),
        (all.replace("\"deny\"", "\"denied\""), false),
        (all.replace("W310", "E100"), false),
        (all.replace("W310", "step-for-many"), true),
        (all.replace("W310", "unknown-word"), false),
        (all.replace("W310", "step-for-mny"), false),
        (
            all.replace("https://rules.example/book", "rules.example"),
            false,
        ),
        (
            all.replace("https://rules.example/book", "https://a b"),
            false,
        ),
        (all.replace("base", "bas"), false),
        (all.replace("states = 5", "states = 0"), false),
        (all.replace("language = 1", "language = 2"), false),
        (all.replace("[limits]", "[limit]"), false),
    ] {
        std::fs::write(at.join("armorial.toml"), &text).expect("a file");
        let (code, out, err) = ran(&at, &["config"]);
        assert_eq!(code == Some(0), reads, "{text}{out}{err}");
        assert_eq!(project_holds(&text), reads, "{text}");
    }
}

#[test]
fn the_schema_of_the_project_file_knows_the_names_of_all_levels() {
    for page in dsl::codes::pages() {
        for said in [&page.code, &page.name] {
            let text = format!("[project]\npaths = [\".\"]\n[lints]\n{said} = \"warn\"\n");
            assert_eq!(project_holds(&text), !page.code.starts_with('E'), "{said}");
        }
    }
}

#[test]
fn every_output_links_the_page_of_a_code_where_the_book_is_on_the_web() {
    let at = folder("linked", false);
    let project = "[project]\npaths = [\".\"]\n[docs]\nbase = \"https://rules.example/book\"\n";
    std::fs::write(at.join("armorial.toml"), project).expect("a file");
    let link = "https://rules.example/book/codes/E100.html";
    for command in ["check", "test"] {
        for format in ["human", "json", "github", "sarif", "junit"] {
            let (code, out, err) = ran(&at, &[command, "--format", format]);
            assert_eq!(code, Some(1), "{out}{err}");
            let told = [out.as_str(), err.as_str()].concat();
            assert!(told.contains(link), "{command} {format}: {told}");
            assert!(told.contains("unknown-word"), "{command} {format}: {told}");
            // without the project nothing is linked that leads nowhere
            let (_, out, err) = ran(&at, &[command, "--no-config", "--format", format, "."]);
            let told = [out.as_str(), err.as_str()].concat();
            assert!(!told.contains("https://rules.example"), "{told}");
            assert!(told.contains("unknown-word"), "{command} {format}: {told}");
        }
    }
    let (_, _, err) = ran(&at, &["check", "--format", "concise"]);
    assert!(err.contains(link), "{err}");
    let (_, out, _) = ran(&at, &["explain", "unknown-word"]);
    assert!(out.contains(link), "{out}");
    let (_, out, _) = ran(&at, &["config"]);
    assert!(
        out.contains("base = \"https://rules.example/book\""),
        "{out}"
    );
}

#[test]
fn the_command_line_says_what_fails_what_is_told_and_by_which_project() {
    let at = folder("levels", false);
    let note = "variant my-game \"My game\" from chess {\n  pawns can't capture rooks\n}\n";
    std::fs::write(at.join("note.variant"), note).expect("a file");
    let codes = |words: &[&str]| ran(&at, &[&["check", "note.variant"], words].concat());
    for (words, code, told) in [
        (&[][..], 0, "note[N203]"),
        (&["--fail-level", "note"], 1, "note[N203]"),
        (&["--warn", "N203"], 1, "warning[N203]"),
        (
            &["--warn", "N203", "--fail-level", "error"],
            0,
            "warning[N203]",
        ),
        (&["--deny", "N203"], 1, "error[N203]"),
        (&["--deny", "N203", "--exit-zero"], 0, "error[N203]"),
        (&["--allow", "N203"], 0, ""),
        (&["--allow", "cannot-spelling"], 0, ""),
        (&["--deny", "cannot-spelling"], 1, "error[N203]"),
        (&["--deny", "N203", "--max-errors", "0"], 1, ""),
    ] {
        let (ended, out, err) = codes(words);
        assert_eq!(ended, Some(code), "{words:?}: {out}{err}");
        assert_eq!(out.contains("N203"), !told.is_empty(), "{words:?}: {out}");
        assert!(out.contains(told), "{words:?}: {out}");
    }
    for wrong in ["E100", "N999", "unknown-word", "cannot-speling"] {
        assert_eq!(codes(&["--allow", wrong]).0, Some(2));
    }
    // a comment with its reason does the same, in place
    for said in ["N203", "cannot-spelling"] {
        let comment = format!("rooks  # allow {said}: so they speak there\n");
        let allowed = note.replace("rooks\n", &comment);
        std::fs::write(at.join("note.variant"), allowed).expect("a file");
        let (ended, out, _) = codes(&["--fail-level", "note"]);
        assert_eq!((ended, out.as_str()), (Some(0), ""));
    }
    std::fs::write(at.join("note.variant"), note).expect("a file");
    // the project file: another one, none, and what counts
    let denies = "[project]\npaths = [\".\"]\n[lints]\nN203 = \"deny\"\n";
    std::fs::write(at.join("strict.toml"), denies).expect("a file");
    assert_eq!(codes(&["--config", "strict.toml"]).0, Some(1));
    std::fs::write(at.join("armorial.toml"), denies).expect("a file");
    assert_eq!(codes(&[]).0, Some(1));
    assert_eq!(codes(&["--no-config"]).0, Some(0));
    let (ended, out, _) = ran(&at, &["config"]);
    assert_eq!(ended, Some(0));
    assert!(
        out.contains("N203 = \"deny\"") && out.contains("paths = [\".\"]"),
        "{out}"
    );
}

#[test]
fn what_is_hidden_or_ignored_is_not_read() {
    let at = folder("ignored", true);
    let bad = "army broken of nowhere { setup standard }\n";
    for name in [".hidden/a.army", "left-out/a.army"] {
        let file = at.join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, bad).expect("a file");
    }
    assert_eq!(ran(&at, &["check", "."]).0, Some(1));
    std::fs::write(at.join(".gitignore"), "left-out/\n").expect("a file");
    let (ended, out, err) = ran(&at, &["check", "."]);
    assert_eq!(ended, Some(0), "{out}{err}");
    // named, it is read
    assert_eq!(ran(&at, &["check", "left-out/a.army"]).0, Some(1));
}
