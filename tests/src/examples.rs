//! The examples of a page, run: files that must compile or fail, scenarios that must pass, commands with what they print. Each page has
//! a folder of its own, in which its files have the names a reader would give them.
use crate::pages::{Block, blocks};
use cli::scenario::cases::run_all;
use cli::shelf::Shelf;
use dsl::format::format;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a page had to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ran {
    /// Files that compile.
    pub sound: usize,
    /// Files that fail as they must.
    pub refused: usize,
    /// Scenarios that pass.
    pub passed: usize,
    /// Commands that print what the page shows.
    pub printed: usize,
}

/// Scenarios with the files they are about, all within the folder of their page.
pub struct Proof {
    /// `docs/book/src/tour/army.md:120`.
    pub at: String,
    /// How its block is marked.
    pub mark: String,
    /// The scenarios first.
    pub paths: Vec<String>,
}

/// Sorts of blocks that are rule files, with their extensions.
const FILES: [(&str, &str); 5] = [
    ("army", "army"),
    ("variant", "variant"),
    ("mode", "variant"),
    ("deck", "deck"),
    ("scenario", "scenario"),
];
/// Sorts of blocks that nothing runs here.
const OTHERS: [&str; 6] = ["sh", "text", "toml", "rust", "lua", "json"];

/// The problems of rule texts, by their codes; notes left out.
///
/// # Panics
/// A file cannot be read.
pub fn problems(paths: &[String]) -> Vec<String> {
    let shelf = Shelf::with(paths).unwrap_or_else(|e| panic!("{}", e.text()));
    let told = shelf
        .problems()
        .into_iter()
        .filter(|d| !d.code.starts_with('N'));
    told.map(|d| format!("{}: {}", d.code, d.message)).collect()
}

/// What a block of lines stands in: a power of an army, or a change of chess.
fn around(sort: &str, lines: &str) -> String {
    let set_in = |gap: &str| -> String { lines.lines().map(|l| format!("{gap}{l}\n")).collect() };
    match sort {
        "army" => format!(
            "army example of european-club {{\n  setup standard\n  power example {{\n{}  }}\n}}\n",
            set_in("    ")
        ),
        _ => format!("variant example from chess {{\n{}}}\n", set_in("  ")),
    }
}

/// The files of a page so far.
#[derive(Default)]
struct Above {
    /// Sort, name, path; the last of a name counts.
    files: Vec<(String, String, String)>,
}

impl Above {
    fn add(&mut self, sort: &str, name: &str, path: &str) {
        self.files.retain(|(_, n, _)| n != name);
        let entry = (sort.to_string(), name.to_string(), path.to_string());
        self.files.push(entry);
    }
    fn paths(&self, what: &str) -> Option<Vec<String>> {
        if what == "files" {
            return Some(self.files.iter().map(|(.., path)| path.clone()).collect());
        }
        let last = self.files.iter().rev().find(|(sort, ..)| sort == what);
        last.map(|(.., path)| vec![path.clone()])
    }
    fn last(&self) -> Option<&str> {
        self.files.last().map(|(_, name, _)| name.as_str())
    }
}

/// Runs the blocks of a page in a folder. `program` is the command.
///
/// # Panics
/// An example is not as the page says.
pub fn run(page: &str, text: &str, folder: &Path, program: &str) -> (Ran, Vec<Proof>) {
    let mut ran = Ran::default();
    let mut proofs = vec![];
    let mut above = Above::default();
    for block in blocks(text) {
        let at = format!("{page}:{}", block.line);
        let (sort, how) = block.mark.split_once(' ').unwrap_or((&block.mark, ""));
        if sort == "console" {
            ran.printed += printed(&at, &block, folder, program);
            continue;
        }
        if (sort, how) == ("sh", "here") {
            ran.printed += begun(&at, &block, folder, program);
            continue;
        }
        let Some((_, ending)) = FILES.iter().find(|(name, _)| *name == sort) else {
            assert!(
                OTHERS.contains(&sort),
                "{at}: a block says what it is, not `{sort}`"
            );
            continue;
        };
        let written = |stem: &str, text: &str| -> String {
            let file: PathBuf = folder.join(format!("{stem}.{ending}"));
            fs::write(&file, text).unwrap_or_else(|e| panic!("{at}: {e}"));
            file.display().to_string()
        };
        let line = block.line.to_string();
        if let Some(code) = how.strip_prefix("must fail with ") {
            let file = written(&line, &block.text);
            let found = problems(std::slice::from_ref(&file));
            let told = found.iter().any(|f| f.starts_with(code));
            assert!(told, "{at}: no {code} but {found:?}");
            let _ = fs::remove_file(file);
            ran.refused += 1;
            continue;
        }
        if how == "lines" {
            let whole = around(sort, &block.text);
            assert_eq!(
                format(&whole).text,
                whole,
                "{at}: not in the layout of `armorial fmt`"
            );
            let file = written(&line, &whole);
            assert_eq!(
                problems(std::slice::from_ref(&file)),
                Vec::<String>::new(),
                "{at}"
            );
            let _ = fs::remove_file(file);
            ran.sound += 1;
            continue;
        }
        let laid_out = format(&block.text).text;
        assert_eq!(
            laid_out, block.text,
            "{at}: not in the layout of `armorial fmt`"
        );
        let what = how
            .strip_prefix("with the ")
            .and_then(|w| w.strip_suffix(" above"));
        assert!(
            how.is_empty() || what.is_some(),
            "{at}: what does `{how}` mean?"
        );
        let with = what.map_or(Some(vec![]), |what| above.paths(what));
        let with = with.unwrap_or_else(|| panic!("{at}: `{how}`: there is none"));
        let name = block
            .text
            .split_whitespace()
            .nth(1)
            .unwrap_or_default()
            .to_string();
        let file = match sort {
            "scenario" => written(above.last().unwrap_or(&line), &block.text),
            _ => written(&name, &block.text),
        };
        let paths = [vec![file.clone()], with].concat();
        assert_eq!(problems(&paths), Vec::<String>::new(), "{at}");
        ran.sound += 1;
        if sort != "scenario" {
            above.add(sort, &name, &file);
            continue;
        }
        let found = Shelf::with(&paths)
            .unwrap_or_else(|e| panic!("{at}: {}", e.text()))
            .cases();
        let (cases, unread) = (found.cases, found.problems);
        assert!(unread.is_empty() && !cases.is_empty(), "{at}: {unread:?}");
        let failed = run_all(&cases, 1).into_iter().find_map(|o| o.failed);
        assert!(failed.is_none(), "{at}: {failed:?}");
        ran.passed += cases.len();
        if !how.is_empty() {
            let mark = block.mark.clone();
            proofs.push(Proof { at, mark, paths });
        }
    }
    (ran, proofs)
}

/// Commands for the reader to type, here with the files of the page so far: each must begin well. A game is left at once, and of many
/// games a few are played.
fn begun(at: &str, block: &Block, folder: &Path, program: &str) -> usize {
    let mut lines = 0;
    for line in block.text.lines() {
        let words = line.strip_prefix("armorial ");
        let words = words.unwrap_or_else(|| panic!("{at}: `{line}` is no command"));
        let words: Vec<&str> = words.split_whitespace().collect();
        let few = |i: usize| {
            if i > 0 && words[i - 1] == "--games" {
                "2"
            } else {
                words[i]
            }
        };
        let mut child = Command::new(program)
            .args((0..words.len()).map(few))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{at}: {e}"));
        if let Some(mut typed) = child.stdin.take() {
            // a command that asks nothing has ended before it reads
            let _ = typed.write_all(b"quit\n");
        }
        let output = child.wait_with_output();
        let output = output.unwrap_or_else(|e| panic!("{at}: {e}"));
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{at}: {line}: {told}");
        lines += 1;
    }
    lines
}

/// A block of commands, each behind `$`, with what they print below them.
fn printed(at: &str, block: &Block, folder: &Path, program: &str) -> usize {
    let mut shown: Vec<(&str, String)> = vec![];
    for line in block.text.lines() {
        match line.strip_prefix("$ armorial ") {
            Some(command) => shown.push((command, String::new())),
            None => {
                let (_, text) = shown
                    .last_mut()
                    .unwrap_or_else(|| panic!("{at}: no command"));
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
    }
    for (command, text) in &shown {
        let output = Command::new(program)
            .args(command.split_whitespace())
            .current_dir(folder)
            .stdin(Stdio::null())
            .output()
            .unwrap_or_else(|e| panic!("{at}: {e}"));
        let told = [output.stdout, output.stderr].map(|t| String::from_utf8_lossy(&t).into_owned());
        let told = told.concat();
        let told: String = told
            .trim()
            .lines()
            .map(|l| format!("{}\n", l.trim_end()))
            .collect();
        // the first line may be set in
        assert_eq!(told.trim(), text.trim(), "{at}: {command}");
    }
    shown.len()
}
