//! Rule files from the embedded library or from disk.
use crate::exit::Failure;
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// Largest rule, record or match file that is read.
pub const MAX_FILE_BYTES: u64 = 1 << 20;
/// Most files read from folders given on the command line.
pub const MAX_FILES: usize = 10_000;
/// Most folders inside one another that are entered.
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

/// The rule files at these paths; folders are searched through, in the order of names.
///
/// # Errors
/// A path that cannot be read, is too large, or holds too many files.
pub fn read_all(paths: &[String]) -> Result<Vec<Source>, Failure> {
    let mut names = Vec::new();
    for path in paths {
        if Path::new(path).is_dir() {
            walk(path, 0, &mut names)?;
        } else {
            names.push(path.clone());
        }
    }
    names
        .into_iter()
        .map(|path| {
            Ok(Source {
                text: read(&path)?,
                path: if path == "-" { STDIN.to_string() } else { path },
            })
        })
        .collect()
}

fn walk(folder: &str, depth: usize, names: &mut Vec<String>) -> Result<(), Failure> {
    let failed = |source| Failure::File {
        path: folder.to_string(),
        source,
    };
    if depth > MAX_DEPTH {
        return Err(Failure::said(format!(
            "{folder}: more than {MAX_DEPTH} folders inside one another"
        )));
    }
    let mut entries: Vec<_> = fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    entries.sort();
    for path in entries {
        let Some(name) = path.to_str() else { continue };
        if path.is_dir() {
            walk(name, depth + 1, names)?;
        } else if path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| EXTENSIONS.contains(&e))
        {
            if names.len() == MAX_FILES {
                return Err(Failure::said(format!(
                    "{folder}: more than {MAX_FILES} rule files"
                )));
            }
            names.push(name.to_string());
        }
    }
    Ok(())
}

/// One text file; `-` is standard input.
///
/// # Errors
/// It cannot be read, is larger than [`MAX_FILE_BYTES`], or is not UTF-8.
pub fn read(path: &str) -> Result<String, Failure> {
    let failed = |source| Failure::File {
        path: path.to_string(),
        source,
    };
    if path == "-" {
        return stdin();
    }
    let size = fs::metadata(path).map_err(failed)?.len();
    if size > MAX_FILE_BYTES {
        return Err(Failure::said(format!(
            "{path}: {size} bytes, the limit is {MAX_FILE_BYTES}"
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

fn stdin() -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let mut input = std::io::stdin().lock().take(MAX_FILE_BYTES + 1);
    let failed = |source| Failure::File {
        path: STDIN.to_string(),
        source,
    };
    input.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let said = format!("{STDIN}: more than {MAX_FILE_BYTES} bytes");
        return Err(Failure::said(said));
    }
    String::from_utf8(bytes).map_err(|_| Failure::said(format!("{STDIN}: not UTF-8 text")))
}
