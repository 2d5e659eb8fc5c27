//! The project file `armorial.toml`: what `check`, `fmt`, `lock` and `test` work on when the command names no path, and which rule files
//! a game may use besides the library.
use crate::exit::Failure;
use crate::sources;
use dsl::codes::known;
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

/// Where the book of the program is on the web: the `homepage` of its package; empty where none is declared.
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

/// Says where the project file of this command is.
pub fn set(place: Where) {
    WHERE.with(|w| *w.borrow_mut() = place);
}

/// Where the book is on the web, as the project says or the program knows; empty where nobody does.
pub fn book() -> String {
    // a project file that does not read is told by the command itself
    let project = Project::here().ok().flatten();
    let said = project.and_then(|p| p.docs);
    said.unwrap_or_else(|| HOMEPAGE.to_string())
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
    /// Where the book is on the web; addresses of pages stand on it.
    pub docs: Option<String>,
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
    #[serde(default)]
    docs: Docs,
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

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Docs {
    base: Option<Spanned<String>>,
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
            let code = levelled_code(code).map_err(Failure::said)?;
            self.lints.insert(code, level);
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
    let line_of = |at: usize| 1 + text.bytes().take(at).filter(|b| *b == b'\n').count();
    let mut lints = BTreeMap::new();
    for (given, level) in file.lints {
        let line = line_of(given.span().start);
        let at_line = |said: String| refused(format!("line {line}: {said}"));
        let given = given.into_inner();
        let code = levelled_code(&given).map_err(at_line)?;
        if lints.insert(code.clone(), level).is_some() {
            let said = format!("the level of `{code}` is said twice, by its code and by its name");
            return Err(at_line(said));
        }
    }
    if let Some(base) = &file.docs.base
        && !is_address(base.get_ref())
    {
        let line = line_of(base.span().start);
        let said = "`base` is the address of a site, as `https://rules.example/book`";
        return Err(refused(format!("line {line}: {said}")));
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
        docs: file.docs.base.map(Spanned::into_inner),
        lints,
        states: file.limits.states.map(NonZeroU32::get),
        threads: file.limits.threads.map(|n| n.get() as usize),
        seconds: file.limits.seconds.map(|n| n.get().into()),
    })
}

/// The code that is given by itself or by its name, and why it has no level that could be changed.
fn levelled_code(given: &str) -> Result<String, String> {
    let page = known(given)?;
    if page.code.starts_with('E') {
        return Err(format!(
            "`{given}` is an error wherever it is told; only warnings and notes have levels"
        ));
    }
    Ok(page.code.clone())
}

/// Whether something is the address of a site, as those who follow links read it: a scheme of the web, a host, and no sign that
/// an address does not have.
fn is_address(said: &str) -> bool {
    let rest = said
        .strip_prefix("https://")
        .or(said.strip_prefix("http://"));
    let host = rest.and_then(|r| r.split('/').next());
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~:/@!$&'()*+,;=%[]".contains(&b);
    host.is_some_and(|h| !h.is_empty()) && said.bytes().all(plain)
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
    fn a_level_is_given_by_code_or_by_name() {
        let text =
            "[project]\npaths = [\"a\"]\n[lints]\nstep-for-many = \"allow\"\nN201 = \"deny\"\n";
        let project = read("x", text, Path::new("")).expect("a project");
        let levels: Vec<(&str, Level)> = project
            .lints
            .iter()
            .map(|(c, l)| (c.as_str(), *l))
            .collect();
        assert_eq!(levels, [("N201", Level::Deny), ("W310", Level::Allow)]);
        // the command line wins, however it says it
        let project = project.with_levels(Level::Warn, &["when-read-as-after".to_string()]);
        assert_eq!(
            project.expect("a level").lints.get("N201"),
            Some(&Level::Warn)
        );
    }

    #[test]
    fn the_book_has_an_address_of_the_web() {
        for (base, is) in [
            ("https://rules.example/book", true),
            ("http://localhost:3000", true),
            ("https://", false),
            ("rules.example/book", false),
            ("file:///book", false),
            ("https://rules.example/a b", false),
            ("https://rules.example/#\\u001b[0m", false),
        ] {
            let text = format!("[project]\npaths = [\"a\"]\n[docs]\nbase = \"{base}\"\n");
            match read("x", &text, Path::new("")) {
                Ok(project) => assert!(is && project.docs.as_deref() == Some(base), "{base}"),
                Err(e) => assert!(!is && e.text().contains("line 4"), "{base}: {}", e.text()),
            }
        }
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
            (
                "[project]\npaths = [\"a\"]\n[lints]\nunknown-word = \"allow\"\n",
                "line 4: `unknown-word` is an error",
            ),
            (
                "[project]\npaths = [\"a\"]\n[lints]\nunused-nme = \"allow\"\n",
                "line 4: there is no code `unused-nme`; did you mean `unused-name`?",
            ),
            (
                "[project]\npaths = [\"a\"]\n[lints]\nW220 = \"allow\"\nunused-name = \"deny\"\n",
                "the level of `W220` is said twice",
            ),
            (
                "[project]\npaths = [\"a\"]\n[docs]\nbas = \"b\"\n",
                "did you mean `base`?",
            ),
        ] {
            let failure = read("armorial.toml", text, Path::new("")).expect_err(text);
            assert!(failure.text().contains(told), "{}", failure.text());
        }
    }
}
