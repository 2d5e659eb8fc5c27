//! The project file `armorial.toml`: what `check`, `fmt` and `test` work on when the command names no path.
use crate::exit::Failure;
use crate::sources;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The name of the file; it is looked for in the current folder and in those above it.
pub const NAME: &str = "armorial.toml";

/// What `[project]` says; paths are those of the folder in which the file lies.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Project {
    /// Rule files and folders.
    #[serde(default)]
    pub paths: Vec<String>,
    /// Scenario files and folders, if they lie elsewhere.
    #[serde(default)]
    pub tests: Vec<String>,
    /// The folder of ledgers that `test` counts.
    pub ledger: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    project: Project,
}

impl Project {
    /// The project of the current folder, if it has one.
    ///
    /// # Errors
    /// Its file does not read: the place and what stands there.
    pub fn here() -> Result<Option<Project>, Failure> {
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

    /// Everything it names.
    pub fn all(&self) -> Vec<String> {
        self.paths.iter().chain(&self.tests).cloned().collect()
    }
}

/// The paths of a command, or those of the project where it names none.
///
/// # Errors
/// As [`Project::here`].
pub fn paths(named: &[String]) -> Result<Vec<String>, Failure> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    Ok(Project::here()?.map_or_else(Vec::new, |project| project.all()))
}

fn read(name: &str, text: &str, folder: &Path) -> Result<Project, Failure> {
    let file: File = toml::from_str(text)
        .map_err(|e| Failure::said(format!("{name}: {}", e.to_string().trim_end())))?;
    let mut project = file.project;
    let paths = project.paths.iter_mut().chain(&mut project.tests);
    for path in paths.chain(&mut project.ledger) {
        *path = folder.join(&path).display().to_string();
    }
    if project.paths.is_empty() && project.tests.is_empty() {
        let said = format!("{name}: `[project]` names no files; write `paths = [\"FOLDER\"]`");
        return Err(Failure::said(said));
    }
    Ok(project)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_says_counts_from_its_folder() {
        let text = "[project]\npaths = [\"rules\"]\ntests = [\"plays\"]\nledger = \"clauses\"\n";
        let project = read("x", text, Path::new("..")).expect("a project");
        assert_eq!(project.all(), ["../rules", "../plays"]);
        assert_eq!(project.ledger.as_deref(), Some("../clauses"));
    }

    #[test]
    fn unknown_words_are_refused_with_their_place() {
        for (text, told) in [
            ("[project]\npaths = [\"a\"]\npath = \"b\"\n", "line 3"),
            ("[projct]\npaths = [\"a\"]\n", "line 1"),
            ("[project]\npaths = 3\n", "line 2"),
            ("[project]\n", "names no files"),
        ] {
            let failure = read("armorial.toml", text, Path::new("")).expect_err(text);
            assert!(failure.text().contains(told), "{}", failure.text());
        }
    }
}
