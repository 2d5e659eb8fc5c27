//! Rule files from the embedded library or from disk.
use crate::exit::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// Largest rule or match file that is read.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
/// Largest record that is read: what `play` writes of the longest game is smaller.
pub const MAX_RECORD_BYTES: u64 = 1 << 24;
/// Most files read from folders given on the command line.
pub const MAX_FILES: usize = 10_000;
/// Most folders inside one another that are entered; what lies deeper is not looked at.
pub const MAX_DEPTH: usize = 32;
/// Extensions of rule files.
pub const EXTENSIONS: [&str; 4] = ["army", "variant", "deck", "scenario"];

/// How messages call what came from standard input.
pub const STDIN: &str = "<stdin>";

/// A text with the name diagnostics give it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Path, as the user would write it.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// The embedded library.
pub fn embedded() -> Vec<Source> {
    library::FILES
        .iter()
        .map(|f| Source {
            path: f.path.to_string(),
            text: f.text.to_string(),
        })
        .collect()
}

/// What stands at the paths of a command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The rule files, in the order of the paths and of names; one that cannot be read as text is empty.
    pub sources: Vec<Source>,
    /// Those that cannot be read as text, by their place in `sources`, with what is wrong.
    pub unread: Vec<(usize, String)>,
    /// Folders without rule files.
    pub empty: Vec<String>,
}

/// The rule files at these paths; folders are searched through, in the order of names. A file that is no text or too large does not
/// keep the others from being read.
///
/// # Errors
/// A path that is not there or cannot be opened, or that holds too many files.
pub fn find_all(paths: &[String]) -> Result<Found, Failure> {
    let mut found = Found::default();
    let mut names = Vec::new();
    for path in paths {
        let before = names.len();
        if Path::new(path).is_dir() {
            walk(path, &mut names)?;
            if names.len() == before {
                found.empty.push(path.clone());
            }
        } else {
            names.push(path.clone());
        }
    }
    // a file that is named twice is one file
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(std::fs::canonicalize(name).unwrap_or_else(|_| name.into())));
    for path in names {
        let text = match read(&path) {
            Ok(text) => text,
            Err(Failure::Said(wrong)) => {
                let wrong = wrong.trim_start_matches(&format!("{path}: ")).to_string();
                found.unread.push((found.sources.len(), wrong));
                String::new()
            }
            Err(other) => return Err(other),
        };
        let path = if path == "-" { STDIN.to_string() } else { path };
        found.sources.push(Source { path, text });
    }
    Ok(found)
}

/// What is wrong with a folder in which a command finds nothing.
pub fn no_rule_files(path: &str) -> String {
    let endings = EXTENSIONS.map(|e| format!(".{e}")).join(", ");
    format!("no rule files in `{path}`: their names end in {endings}")
}

/// The rule files at these paths, all of them read.
///
/// # Errors
/// As [`find_all`], and a file that is no text or too large.
pub fn read_all(paths: &[String]) -> Result<Vec<Source>, Failure> {
    let found = find_all(paths)?;
    match found.unread.first() {
        Some((at, wrong)) => {
            let path = &found.sources[*at].path;
            Err(Failure::said(format!("{path}: {wrong}")))
        }
        None => Ok(found.sources),
    }
}

/// The rule file beside each scenario file that is named: in the same folder, of the same name (`dragons.army` beside
/// `dragons.scenario`); those that are named themselves are left out.
///
/// # Errors
/// As [`read_all`].
pub fn beside(paths: &[String]) -> Result<Vec<Source>, Failure> {
    let mut found: Vec<String> = Vec::new();
    for path in paths.iter().map(Path::new) {
        if path.extension().is_none_or(|e| e != "scenario") {
            continue;
        }
        let rules = EXTENSIONS.iter().filter(|e| **e != "scenario");
        for file in rules.map(|e| path.with_extension(e)) {
            let named = paths.iter().any(|p| same_file(Path::new(p), &file));
            let name = file.to_str().filter(|_| file.is_file() && !named);
            found.extend(name.map(str::to_string));
        }
    }
    found.dedup();
    read_all(&found)
}

/// The rule files with these endings at these paths that none of the others names or holds.
///
/// # Errors
/// As [`find_all`].
pub fn not_among(
    paths: &[String],
    others: &[String],
    endings: &[&str],
) -> Result<Vec<String>, Failure> {
    let mut names = Vec::new();
    for path in paths {
        match Path::new(path).is_dir() {
            true => walk(path, &mut names)?,
            false => names.push(path.clone()),
        }
    }
    names.retain(|name| {
        let file = Path::new(name);
        let ending = file.extension().and_then(|e| e.to_str());
        let scenario = ending == Some("scenario");
        let fits = ending.is_some_and(|e| endings.contains(&e)) && !scenario;
        fits && !others.iter().any(|p| same_file(Path::new(p), file))
    });
    names.dedup();
    Ok(names)
}

/// A path named on the command line is this file, or a folder that holds it.
fn same_file(named: &Path, file: &Path) -> bool {
    match (named.canonicalize(), file.canonicalize()) {
        (Ok(named), Ok(file)) => file.starts_with(named),
        _ => false,
    }
}

/// The rule files of a folder, in the order of names: not those that are hidden or that an ignore file (`.gitignore`,
/// `.ignore`) leaves out. Links to folders are not followed, so that nothing is read twice.
fn walk(folder: &str, names: &mut Vec<String>) -> Result<(), Failure> {
    let mut walk = ignore::WalkBuilder::new(folder);
    walk.sort_by_file_path(Path::cmp)
        .max_depth(Some(MAX_DEPTH + 1))
        .require_git(false)
        .git_global(false);
    for entry in walk.build() {
        let entry = entry.map_err(|e| Failure::said(format!("{folder}: {e}")))?;
        let path = entry.path();
        if entry.depth() > MAX_DEPTH && path.is_dir() {
            let path = path.display();
            return Err(Failure::said(format!(
                "{path}: folders are entered {MAX_DEPTH} deep, and this one lies deeper"
            )));
        }
        let rules = path.extension().and_then(|e| e.to_str());
        if !rules.is_some_and(|e| EXTENSIONS.contains(&e)) || !path.is_file() {
            continue;
        }
        let Some(name) = path.to_str() else { continue };
        if names.len() == MAX_FILES {
            return Err(Failure::said(format!(
                "{folder}: more than {MAX_FILES} rule files"
            )));
        }
        names.push(name.to_string());
    }
    Ok(())
}

/// One text file; `-` is standard input.
///
/// # Errors
/// It cannot be read, is larger than [`MAX_FILE_BYTES`], or is not UTF-8.
pub fn read(path: &str) -> Result<String, Failure> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// A record; `-` is standard input.
///
/// # Errors
/// It cannot be read, is larger than [`MAX_RECORD_BYTES`], or is not UTF-8.
pub fn read_record(path: &str) -> Result<String, Failure> {
    read_up_to(path, MAX_RECORD_BYTES)
}

fn read_up_to(path: &str, most: u64) -> Result<String, Failure> {
    let failed = |source| Failure::File {
        path: path.to_string(),
        source,
    };
    if path == "-" {
        return stdin(most);
    }
    let file = fs::metadata(path).map_err(failed)?;
    // a pipe or a device has no end that could be waited for
    if !file.is_file() && !file.is_dir() {
        let said = format!("{path}: this is no file; to read what another program writes, use `-`");
        return Err(Failure::said(said));
    }
    let size = file.len();
    if size > most {
        return Err(Failure::said(format!(
            "{path}: {size} bytes, the limit is {most}"
        )));
    }
    let bytes = fs::read(path).map_err(failed)?;
    String::from_utf8(bytes).map_err(|e| {
        Failure::said(format!(
            "{path}: not UTF-8 text (byte {})",
            e.utf8_error().valid_up_to()
        ))
    })
}

fn stdin(most: u64) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(most + 1);
    let failed = |source| Failure::File {
        path: STDIN.to_string(),
        source,
    };
    input.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        let said = format!("{STDIN}: more than {most} bytes");
        return Err(Failure::said(said));
    }
    String::from_utf8(bytes).map_err(|_| Failure::said(format!("{STDIN}: not UTF-8 text")))
}
