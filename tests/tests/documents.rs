//! What the documents say is so: their commands run, their examples compile, their links lead somewhere.
use clap::Parser;
use clap::error::ErrorKind;
use cli::Core;
use cli::args::{Args, GameFlags};
use cli::flags::Ready;
use cli::walk;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tests::examples::{Proof, Ran, problems, run};
use tests::pages::{blocks, links, numbers, prose, spans};

/// Longest line of a document, tables and what cannot be broken excepted.
const WIDTH: usize = 110;
/// Longest line of the changelog.
const NARROW: usize = 100;
/// Turns after which a game of a match file counts as playable.
const MAX_TURNS: u32 = 300;
/// A command of the README that runs longer is stopped and counts as running.
const LONG: Duration = Duration::from_secs(20);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The pages of a folder and the folders in it. The pages of codes are left out: they are made from data, and `desk` runs their
/// examples.
fn below(folder: &str, found: &mut Vec<String>) {
    let mut entries: Vec<PathBuf> = (fs::read_dir(root().join(folder)).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
        let whole = format!("{folder}/{name}");
        if path.is_dir() && name != "codes" {
            below(&whole, found);
        } else if name.ends_with(".md") && name != "codes.md" {
            found.push(whole);
        }
    }
}

/// All documents, as paths from the root.
fn documents() -> Vec<String> {
    let mut all: Vec<String> = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CREDITS.md"]
        .map(String::from)
        .to_vec();
    below("docs", &mut all);
    all
}

/// A folder of its own for one test.
fn scratch(name: &str) -> PathBuf {
    let id = std::process::id();
    let folder = std::env::temp_dir().join(format!("armorial-{id}-documents-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Whether a command line reads: placeholders stand for something.
fn parses(line: &str) -> Result<(), String> {
    let given = |word: &str| match word {
        "N" | "S" | "DEPTH" | "T" => "1".to_string(),
        "COMMAND" => "play".to_string(),
        _ => word.to_string(),
    };
    let words: Vec<String> = (line.split_whitespace())
        .take_while(|word| !word.starts_with('#'))
        .filter(|word| !(word.starts_with('[') && word.ends_with(']')))
        .map(given)
        .collect();
    let bare = words.len() == 2;
    match Args::try_parse_from(words) {
        Ok(_) => Ok(()),
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => Ok(()),
        // `armorial show` alone: the command is spoken of
        Err(e) if bare && e.kind() == ErrorKind::MissingRequiredArgument => Ok(()),
        Err(e) => Err(format!("`{line}`: {e}")),
    }
}

#[test]
fn every_command_line_of_the_documents_parses() {
    let mut lines: Vec<String> = Vec::new();
    for path in documents() {
        let text = read(&path);
        lines.extend(spans(&text));
        let fenced = blocks(&text).into_iter().flat_map(|b| {
            let lines: Vec<String> = b.text.lines().map(String::from).collect();
            lines
        });
        lines.extend(fenced);
    }
    for folder in ["examples", "examples/entries"] {
        let entries = fs::read_dir(root().join(folder)).expect("examples");
        let files = entries.flatten().filter(|e| e.path().is_file());
        lines.extend(files.flat_map(|e| spans(&fs::read_to_string(e.path()).expect("an example"))));
    }
    let commands: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let line = line.trim();
            let line = line.strip_prefix("$ ").unwrap_or(line);
            let rest = line.strip_prefix("cargo run --release -- ");
            let rest = rest.or_else(|| line.strip_prefix("armorial "))?;
            // the first line of a record
            (!rest.starts_with("record ")).then(|| format!("armorial {rest}"))
        })
        .collect();
    assert!(commands.len() > 25, "{commands:#?}");
    let wrong: Vec<String> = commands.iter().filter_map(|c| parses(c).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_commands_names_commands_and_flags_that_there_are() {
    let readme = read("README.md");
    let (_, table) = readme.split_once("| command | does |").expect("the table");
    let mut rows = 0;
    let mut told = BTreeSet::new();
    for row in table.lines().skip(2).take_while(|l| l.starts_with("| ")) {
        rows += 1;
        let spans = spans(row);
        let (first, others) = spans.split_first().expect("a command");
        parses(&format!("armorial {first}")).expect("a command");
        let name = first.split(' ').next().expect("a word");
        told.insert(name.to_string());
        for span in others {
            if span.starts_with("--") {
                parses(&format!("armorial {first} {span}")).expect("a flag");
            } else if span.starts_with(&format!("{name} ")) {
                parses(&format!("armorial {span}")).expect("a command");
            }
        }
    }
    assert!(rows > 5);
    use clap::CommandFactory;
    let there: BTreeSet<String> = Args::command()
        .get_subcommands()
        .map(|c| c.get_name().to_string())
        .collect();
    assert_eq!(told, there);
}

/// Runs the command from the root with nothing to read.
fn armorial(words: &[String]) -> Result<Output, String> {
    let folder = scratch(&format!("out-{:x}", fingerprint(words)));
    let file = |name: &str| fs::File::create(folder.join(name)).expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_armorial-tested"))
        .args(words)
        .current_dir(root())
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .map_err(|e| e.to_string())?;
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break Some(status),
            None if begun.elapsed() > LONG => break None,
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let status = match status {
        Some(status) => status,
        None => {
            // it has not failed so far; that is what is asked
            child.kill().map_err(|e| e.to_string())?;
            child.wait().map_err(|e| e.to_string())?;
            Default::default()
        }
    };
    let told = |name: &str| fs::read(folder.join(name)).unwrap_or_default();
    Ok(Output {
        status,
        stdout: told("out"),
        stderr: told("err"),
    })
}

fn fingerprint(words: &[String]) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

#[test]
fn every_command_of_the_readme_runs() {
    let folder = scratch("readme");
    let army = folder.join("my.army");
    fs::copy(root().join("examples/lancers.army"), &army).expect("the army");
    let (army, record) = (army.display().to_string(), folder.join("game.txt"));
    let mut run = 0;
    for block in blocks(&read("README.md")).iter().filter(|b| b.mark == "sh") {
        for line in block.text.lines() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            if let Some(rest) = line
                .strip_prefix("cargo ")
                .filter(|r| !r.starts_with("run "))
            {
                // what builds or tests the whole is not run from within
                match rest {
                    "test --workspace" => {}
                    "install --path cli" => assert!(root().join("cli/src/main.rs").is_file()),
                    _ => panic!("README: {line}: nobody has tried that"),
                }
                continue;
            }
            let rest = line.strip_prefix("cargo run --release -- ");
            let rest = rest.or_else(|| line.strip_prefix("armorial "));
            let rest = rest.unwrap_or_else(|| panic!("README: {line}: what is that?"));
            let mut words: Vec<String> = (rest.split_whitespace())
                .map(|word| match word {
                    "my.army" => army.clone(),
                    "game.txt" => record.display().to_string(),
                    "my-army.army" | "my-army.scenario" => folder.join(word).display().to_string(),
                    _ => word.to_string(),
                })
                .collect();
            if words[0] == "new" {
                words.push(folder.display().to_string());
            }
            if words[0] == "play" {
                // the last word counts: nobody is asked
                words.extend(["--seat", "all=random", "--seed", "1"].map(String::from));
            }
            let output = armorial(&words).expect("the command");
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{line}: {told}");
            run += 1;
        }
    }
    assert!(run > 8, "{run} commands");
    assert!(record.is_file(), "the record of a game was written");
}

/// Runs the examples of a document in a folder of its own.
fn examples(path: &str) -> (Ran, Vec<Proof>) {
    // two tests may run one document at the same time
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let nth = RUNS.fetch_add(1, Ordering::Relaxed);
    let folder = scratch(&format!("{}-{nth}", path.replace(['/', '.'], "-")));
    run(
        path,
        &read(path),
        &folder,
        env!("CARGO_BIN_EXE_armorial-tested"),
    )
}

#[test]
fn the_army_of_the_readme_compiles() {
    let (ran, _) = examples("README.md");
    assert_eq!(ran.sound, 1);
}

#[test]
fn the_examples_of_all_documents_are_as_they_say() {
    let all = documents().into_iter().filter(|path| path != "README.md");
    let sum = all
        .map(|path| examples(&path).0)
        .fold(Ran::default(), |a, b| Ran {
            sound: a.sound + b.sound,
            refused: a.refused + b.refused,
            passed: a.passed + b.passed,
            printed: a.printed + b.printed,
        });
    assert!(sum.sound >= 60, "{sum:?}");
    assert!(sum.refused >= 8, "{sum:?}");
    assert!(sum.passed >= 60, "{sum:?}");
    assert!(sum.printed >= 5, "{sum:?}");
}

#[test]
fn an_example_that_is_not_as_it_says_is_noticed() {
    let fine = "```variant\nvariant w \"W\" from chess {\n}\n```\n";
    let wrong = [
        ("army", "army a \"A\" of european-club {\n  setup odd\n}\n"),
        ("army lines", "pawns fly\n"),
        (
            "army must fail with E100",
            "army a \"A\" of european-club {\n  setup standard\n}\n",
        ),
        (
            "console",
            "$ armorial check w.variant\n1 file: 1 error, 0 warnings, 0 notes\n",
        ),
        ("sh here", "armorial check v.variant\n"),
        (
            "scenario with the variant above",
            "scenario \"s\" of w {\n  then black is on turn\n}\n",
        ),
        (
            "scenario with the army above",
            "scenario \"s\" of w {\n  then white is on turn\n}\n",
        ),
        ("poem", "roses\n"),
    ];
    let folder = scratch("wrong");
    let whole = |text: &str| {
        let program = env!("CARGO_BIN_EXE_armorial-tested");
        std::panic::catch_unwind(|| run("page.md", text, &folder, program).0.sound)
    };
    assert_eq!(whole(fine).ok(), Some(1));
    for (mark, text) in wrong {
        let page = format!("{fine}\n```{mark}\n{text}```\n");
        assert!(whole(&page).is_err(), "{mark}");
    }
}

/// The tour promises that some scenario fails for every rule that is taken out or changed; what the cookbook gives to copy is
/// proven in the same way.
#[test]
fn the_scenarios_of_tour_and_cookbook_notice_every_change() {
    let mut proven = 0;
    for path in documents() {
        let cookbook = path.starts_with("docs/book/src/cookbook/");
        if !cookbook && !path.starts_with("docs/book/src/tour/") {
            continue;
        }
        let proofs = examples(&path).1.into_iter();
        // what the tour changes at its end is proven where it is first built
        let own = proofs.filter(|p| cookbook || !p.mark.ends_with("files above"));
        for proof in own {
            let words = ["test", "--mutate"].map(String::from);
            let output = armorial(&[words.to_vec(), proof.paths].concat()).expect("the command");
            let told = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{}: {told}", proof.at);
            proven += 1;
        }
    }
    assert!(proven >= 12, "{proven}");
}

#[test]
fn the_games_of_all_match_files_are_played() {
    let mut played = 0;
    for entry in fs::read_dir(root().join("examples"))
        .expect("examples")
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let flags = GameFlags {
            variant: path.display().to_string(),
            ..GameFlags::default()
        };
        let ready = Ready::from(&flags, 0).unwrap_or_else(|e| panic!("{path:?}: {}", e.text()));
        let game: Core = ready
            .begin()
            .unwrap_or_else(|e| panic!("{path:?}: {}", e.text()));
        let walked = walk::random_game(game, ready.game.seed, MAX_TURNS)
            .unwrap_or_else(|e| panic!("{path:?}: {}", e.text()));
        assert!(!walked.fault, "{path:?}: a fault of the rules");
        let turns = walked.plies;
        assert!(
            walked.end.is_some() || turns >= u64::from(MAX_TURNS),
            "{path:?}: {turns} turns"
        );
        played += 1;
    }
    assert!(played >= 5, "{played} match files");
}

/// The name a heading is linked by.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut checked = 0;
    for path in documents() {
        for target in links(&read(&path)) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target
                .split_once('#')
                .map_or((target.as_str(), None), |(f, h)| (f, Some(h)));
            let folder = Path::new(&path).parent().expect("a folder");
            let to = if file.is_empty() {
                root().join(&path)
            } else {
                root().join(folder).join(file)
            };
            assert!(to.exists(), "{path}: {target} is not there");
            if let Some(heading) = heading {
                let text = fs::read_to_string(&to).expect("a document");
                let found = text
                    .lines()
                    .any(|l| l.starts_with('#') && anchor(l) == heading);
                assert!(found, "{path}: {target} has no such heading");
            }
            checked += 1;
        }
    }
    assert!(checked > 60, "{checked} links");
}

/// The ids of all clauses of the ledger.
fn clauses() -> BTreeSet<String> {
    let folder = root().join("tests/ledger").display().to_string();
    let read = cli::scenario::ledger::read(&folder);
    let all = read.unwrap_or_else(|e| panic!("{}", e.text()));
    all.into_iter().map(|clause| clause.id).collect()
}

#[test]
fn every_clause_the_rulings_and_meetings_speak_of_is_in_the_ledger() {
    let clauses = clauses();
    let known = |number: &str| {
        ["", "club.", "web."]
            .iter()
            .any(|edition| clauses.contains(&format!("{edition}{number}")))
    };
    for path in ["docs/book/src/rulings.md", "docs/book/src/meetings.md"] {
        let text = prose(&read(path));
        let mut seen = 0;
        for (i, line) in text.lines().enumerate() {
            for number in numbers(line) {
                assert!(
                    known(&number),
                    "{path}: no clause `{number}`: {line} ({})",
                    i + 1
                );
                seen += 1;
            }
        }
        assert!(seen > 100, "{path}: {seen} clauses");
    }
}

#[test]
fn lines_are_short() {
    for path in documents() {
        let width = if path == "CHANGELOG.md" {
            NARROW
        } else {
            WIDTH
        };
        for (i, line) in read(&path).lines().enumerate() {
            let long = line.chars().count() > width && !line.starts_with('|');
            assert!(!long, "{path}:{}: more than {width} characters", i + 1);
        }
    }
}

#[test]
fn a_file_is_listed_instead_of_the_library_and_sections_may_be_several() {
    let list = |words: &[&str]| {
        let words: Vec<String> = [&["list", "--json"], words]
            .concat()
            .iter()
            .map(|w| w.to_string())
            .collect();
        let output = armorial(&words).expect("the command");
        assert!(output.status.success(), "{words:?}");
        let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let units = all["units"].as_array().expect("a list").clone();
        let said = |unit: &serde_json::Value, key: &str| {
            unit[key].as_str().unwrap_or_default().to_string()
        };
        let pairs: Vec<_> = units
            .iter()
            .map(|u| (said(u, "kind"), said(u, "name")))
            .collect();
        pairs
    };
    let lancers = ("army".to_string(), "lancers".to_string());
    assert_eq!(list(&["examples/lancers.army"]), [lancers]);
    assert_eq!(list(&["decks", "examples"]), []);
    let both = list(&["variants", "modes"]);
    let kinds: BTreeSet<&str> = both.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(kinds, BTreeSet::from(["mode", "variant"]));
}

/// `moves` as JSON: the position and the texts of the options.
fn moves(flags: &[&str]) -> (Option<String>, serde_json::Value) {
    let words: Vec<String> = [&["moves", "--json"], flags]
        .concat()
        .iter()
        .map(|w| w.to_string())
        .collect();
    let output = armorial(&words).expect("the command");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let all: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    (
        all["position"].as_str().map(String::from),
        all["options"].clone(),
    )
}

#[test]
fn a_position_that_is_printed_leads_back_to_the_same_decision() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1";
    let mut texts = BTreeSet::new();
    for flags in [
        &["chess"][..],
        &["chess", "--position", castling],
        &["european", "--armies", "china,-,france,sweden"],
        &["european", "--armies", "random", "--seed", "7"],
        &["coin"],
        &["chaturanga-modern"],
    ] {
        let (position, options) = moves(flags);
        let text = position.unwrap_or_else(|| panic!("{flags:?}: no position"));
        let bare: Vec<&str> = flags
            .iter()
            .copied()
            .take_while(|f| *f != "--position")
            .collect();
        let (again, same) = moves(&[&bare[..], &["--position", &text]].concat());
        assert_eq!(same, options, "{flags:?}: {text}");
        assert_eq!(again.as_ref(), Some(&text), "{flags:?}");
        texts.insert(text);
    }
    assert_eq!(texts.len(), 6);
    assert_eq!(moves(&["zombie"]).0, None, "a zone is no part of the rows");
}

#[test]
fn what_is_refused_says_what_there_is() {
    let folder = scratch("messages");
    let written = |name: &str, text: &str| {
        let file = folder.join(name).display().to_string();
        fs::write(&file, text).expect("a file");
        file
    };
    let army = |setup: &str, power: &str| {
        format!("army odd of european-club {{\n  setup {setup}\n  power odd {{ {power} }}\n}}\n")
    };
    let letter = written(
        "letter.army",
        &army("\n    | P P P P |\n    | K X B N |", ""),
    );
    let told = problems(&[letter]);
    let said = "E204: no piece uses the letter `X` (there are ";
    assert!(told.iter().any(|t| t.starts_with(said)), "{told:?}");
    let word = written("word.army", &army("standard", "your pice cannot castle"));
    let told = problems(&[word]);
    assert!(
        told.contains(&"E100: unknown word `pice`".to_string()),
        "{told:?}"
    );
    let first = written("first.army", &army("standard", ""));
    let second = written("second.army", &army("standard", ""));
    let told = problems(&[first.clone(), second]);
    let said = format!("E207: `odd` is defined twice: here and in {first}:1");
    assert!(told.contains(&said), "{told:?}");
}

#[test]
fn one_is_counted_in_the_singular() {
    assert_eq!(cli::render::counted(1, "file"), "1 file");
    assert_eq!(cli::render::counted(0, "error"), "0 errors");
    assert_eq!(cli::render::counted(2, "note"), "2 notes");
}
