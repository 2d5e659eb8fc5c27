//! The project file `armorial.toml`: what `check`, `fmt`, `lock` and `test` work on when the command names no path, and which rule files
//! a game may use besides the library.
use crate::exit::Failure;
use crate::sources;
use dsl::codes::pages;
use dsl::diagnostic::{Diagnostic, Severity, nearest};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The name of the file; it is looked for in the current folder and in those above it.
pub const NAME: &str = "armorial.toml";

/// The version of the rules language that this program reads; it changes when files that read would read otherwise.
pub const LANGUAGE: u32 = 1;

/// Where the project file is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Where {
    /// In the current folder or the nearest above it that has one.
    #[default]
    Nearest,
    /// This one.
    File(String),
    /// None counts.
    Nowhere,
}

thread_local! {
    /// As the flags of the command line say; a command runs on one thread.
    static WHERE: RefCell<Where> = const { RefCell::new(Where::Nearest) };
}

/// Says where the project file of this command is.
pub fn set(place: Where) {
    WHERE.with(|w| *w.borrow_mut() = place);
}

/// What the file says; paths are those of the folder in which it lies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Project {
    /// The file; none: there is no project.
    pub file: Option<String>,
    /// Rule files and folders.
    pub paths: Vec<String>,
    /// Scenario files and folders, if they lie elsewhere.
    pub tests: Vec<String>,
    /// Rule files and folders that rules of the project may name, and that are not checked.
    pub library: Vec<String>,
    /// The folder of ledgers that `test` counts.
    pub ledger: Option<String>,
    /// The variants every army and mode of the project must be written for.
    pub variants: Vec<String>,
    /// How bad problems are here, by their code.
    pub lints: BTreeMap<String, Level>,
    /// How many states a search of `test` may visit.
    pub states: Option<u32>,
    /// Threads of `test`.
    pub threads: Option<usize>,
    /// Seconds after which `check` and `test` give up.
    pub seconds: Option<u64>,
}

/// What a project makes of a warning or note.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// It is left out.
    Allow,
    /// It is told as a warning.
    Warn,
    /// It is an error.
    Deny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    project: Section,
    #[serde(default)]
    lints: BTreeMap<Spanned<String>, Level>,
    #[serde(default)]
    limits: Limits,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Section {
    #[serde(default)]
    paths: Vec<String>,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(default)]
    library: Vec<String>,
    ledger: Option<String>,
    #[serde(default)]
    variants: Vec<String>,
    /// For which version of the rules language its files are written.
    language: Option<u32>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Limits {
    states: Option<NonZeroU32>,
    threads: Option<NonZeroU32>,
    seconds: Option<NonZeroU32>,
}

impl Project {
    /// The project of the current folder, if it has one.
    ///
    /// # Errors
    /// Its file does not read: the place and what stands there.
    pub fn here() -> Result<Option<Project>, Failure> {
        match WHERE.with(|w| w.borrow().clone()) {
            Where::Nowhere => return Ok(None),
            Where::File(name) => {
                let folder = Path::new(&name).parent().unwrap_or(Path::new(""));
                return read(&name, &sources::read(&name)?, folder).map(Some);
            }
            Where::Nearest => {}
        }
        let mut folder = PathBuf::new();
        let depth = std::env::current_dir().map_or(0, |d| d.components().count());
        for _ in 0..depth {
            let path = folder.join(NAME);
            if path.is_file() {
                let name = path.display().to_string();
                return read(&name, &sources::read(&name)?, &folder).map(Some);
            }
            folder.push("..");
        }
        Ok(None)
    }

    /// The problems as this project sees them: each as bad as it says, without those that it allows.
    pub fn levelled(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        found.retain_mut(|d| match self.lints.get(d.code) {
            Some(Level::Allow) => false,
            Some(Level::Warn) => {
                d.severity = Severity::Warning;
                true
            }
            Some(Level::Deny) => {
                d.severity = Severity::Error;
                true
            }
            None => true,
        });
        found
    }

    /// The same with levels from a command line, which win over those of the file.
    ///
    /// # Errors
    /// A code that is not there, or that is an error.
    pub fn with_levels(mut self, level: Level, codes: &[String]) -> Result<Project, Failure> {
        for code in codes {
            if let Some(said) = no_level(code) {
                return Err(Failure::said(said));
            }
            self.lints.insert(code.clone(), level);
        }
        Ok(self)
    }

    /// Everything `check` and `test` work on.
    pub fn all(&self) -> Vec<String> {
        self.paths.iter().chain(&self.tests).cloned().collect()
    }

    /// Everything a game of the project may be played by.
    pub fn rules(&self) -> Vec<String> {
        self.library.iter().chain(&self.paths).cloned().collect()
    }
}

/// The paths of a command, or those of the project where it names none.
///
/// # Errors
/// As [`Project::here`].
pub fn paths(named: &[String]) -> Result<Vec<String>, Failure> {
    Ok(of(named)?.0)
}

/// What a command that names these paths works on, and the project it belongs to: levels and limits count for paths that are
/// named too.
///
/// # Errors
/// As [`Project::here`].
pub fn of(named: &[String]) -> Result<(Vec<String>, Project), Failure> {
    let project = Project::here()?.unwrap_or_default();
    let paths = match named {
        [] => project.all(),
        named => named.to_vec(),
    };
    Ok((paths, project))
}

fn read(name: &str, text: &str, folder: &Path) -> Result<Project, Failure> {
    let refused = |said: String| Failure::said(format!("{name}: {said}"));
    let file: File = toml::from_str(text).map_err(|e| {
        let near =
            meant(e.message()).map_or_else(String::new, |near| format!("\ndid you mean `{near}`?"));
        refused(format!("{}{near}", e.to_string().trim_end()))
    })?;
    let mut lints = BTreeMap::new();
    for (code, level) in file.lints {
        let line = 1 + text
            .bytes()
            .take(code.span().start)
            .filter(|b| *b == b'\n')
            .count();
        let code = code.into_inner();
        if let Some(said) = no_level(&code) {
            return Err(refused(format!("line {line}: {said}")));
        }
        lints.insert(code, level);
    }
    let section = file.project;
    if let Some(language) = section.language.filter(|l| *l != LANGUAGE) {
        return Err(refused(format!(
            "`language = {language}`: this program reads version {LANGUAGE} of the rules language"
        )));
    }
    if section.paths.is_empty() && section.tests.is_empty() {
        let said = "`[project]` names no files; write `paths = [\"FOLDER\"]`";
        return Err(refused(said.to_string()));
    }
    let here = |path: String| folder.join(path).display().to_string();
    Ok(Project {
        file: Some(name.to_string()),
        paths: section.paths.into_iter().map(here).collect(),
        tests: section.tests.into_iter().map(here).collect(),
        library: section.library.into_iter().map(here).collect(),
        ledger: section.ledger.map(here),
        variants: section.variants,
        lints,
        states: file.limits.states.map(NonZeroU32::get),
        threads: file.limits.threads.map(|n| n.get() as usize),
        seconds: file.limits.seconds.map(|n| n.get().into()),
    })
}

/// Why a code has no level that could be changed.
fn no_level(code: &str) -> Option<String> {
    let codes = || pages().iter().map(|p| p.code.as_str());
    if !codes().any(|known| known == code) {
        let near = nearest(code, codes());
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        return Some(format!("there is no code `{code}`{near}"));
    }
    let error = code.starts_with('E');
    error.then(|| {
        format!("`{code}` is an error wherever it is told; only warnings and notes have levels")
    })
}

/// Of the words a message of the reader quotes, the nearest of those that are expected to the one that is not known.
fn meant(message: &str) -> Option<String> {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let (unknown, expected) = quoted.split_first()?;
    nearest(unknown, expected.iter().copied()).map(str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_counts_from_its_folder() {
        let text = "[project]\npaths = [\"rules\"]\ntests = [\"plays\"]\nlibrary = [\"lib\"]\nledger = \"clauses\"\n";
        let project = read("x", text, Path::new("..")).expect("a project");
        assert_eq!(project.all(), ["../rules", "../plays"]);
        assert_eq!(project.rules(), ["../lib", "../rules"]);
        assert_eq!(project.ledger.as_deref(), Some("../clauses"));
    }

    #[test]
    fn levels_change_how_bad_a_problem_is() {
        use dsl::syntax::{FileId, Span};
        let text = "[project]\npaths = [\"a\"]\n[lints]\nW310 = \"allow\"\nN201 = \"deny\"\nN203 = \"warn\"\n";
        let project = read("x", text, Path::new("")).expect("a project");
        let file = FileId(0);
        let of = |code| Diagnostic::new(code, Span { file, lo: 0, hi: 0 }, "x");
        let levelled = project.levelled(["E100", "W310", "N201", "N203", "N204"].map(of).to_vec());
        let told: Vec<_> = levelled.iter().map(|d| (d.code, d.severity)).collect();
        assert_eq!(
            told,
            [
                ("E100", Severity::Error),
                ("N201", Severity::Error),
                ("N203", Severity::Warning),
                ("N204", Severity::Note),
            ]
        );
    }

    #[test]
    fn unknown_words_are_refused_with_their_place() {
        for (text, told) in [
            ("[project]\npaths = [\"a\"]\npath = \"b\"\n", "line 3"),
            ("[projct]\npaths = [\"a\"]\n", "line 1"),
            ("[project]\npaths = 3\n", "line 2"),
            (
                "[project]\npaths = [\"a\"]\nlanguage = 2\n",
                "reads version 1",
            ),
            ("[project]\n", "names no files"),
            ("[lints]\nW310 = \"deny\"\n", "names no files"),
            ("[project]\npahts = [\"a\"]\n", "did you mean `paths`?"),
            (
                "[project]\npaths = [\"a\"]\n[lint]\n",
                "did you mean `lints`?",
            ),
            (
                "[project]\npaths = [\"a\"]\n[limits]\nstate = 3\n",
                "did you mean `states`?",
            ),
            (
                "[project]\npaths = [\"a\"]\n[limits]\nstates = 0\n",
                "line 4",
            ),
            (
                "[project]\npaths = [\"a\"]\n[lints]\nW310 = \"dney\"\n",
                "did you mean `deny`?",
            ),
            (
                "[project]\npaths = [\"a\"]\n[lints]\n\nW999 = \"deny\"\n",
                "line 5: there is no code `W999`",
            ),
            (
                "[project]\npaths = [\"a\"]\n[lints]\nE100 = \"allow\"\n",
                "line 4: `E100` is an error",
            ),
        ] {
            let failure = read("armorial.toml", text, Path::new("")).expect_err(text);
            assert!(failure.text().contains(told), "{}", failure.text());
        }
    }
}
