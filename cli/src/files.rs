//! Writing files so that an error never costs what was there.
use crate::exit::Failure;
use crate::sources::EXTENSIONS;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file beside its place, then moves it there.
///
/// # Errors
/// It cannot be written; what was there before is still there.
pub fn write(path: &str, text: &str) -> Result<(), Failure> {
    let (place, beside) = places(path);
    let written = fill(&beside, text).and_then(|()| fs::rename(&beside, place));
    written.map_err(|source| {
        // The failure is about the file; the one beside is only litter.
        let _ = fs::remove_file(&beside);
        failed(path, source)
    })
}

/// Writes what is made from rules; a rule file is never what is written over.
///
/// # Errors
/// The place is that of a rule file, or it cannot be written.
pub fn write_made(path: &str, bytes: &[u8]) -> Result<(), Failure> {
    let ends = Path::new(path).extension().and_then(|e| e.to_str());
    if ends.is_some_and(|e| EXTENSIONS.contains(&e)) {
        return Err(Failure::said(format!(
            "-o {path}: a file that ends so holds rules, and would be written over"
        )));
    }
    fs::write(path, bytes).map_err(|source| failed(path, source))
}

/// Whether a file can be written here; nothing that is there changes.
///
/// # Errors
/// Why it cannot.
pub fn check(path: &str) -> Result<(), Failure> {
    let (place, beside) = places(path);
    let known = match fs::metadata(&place) {
        Ok(known) => Some(known),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(failed(path, e)),
    };
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        let no_file = io::Error::other("a record can be written to an ordinary file only");
        return Err(failed(path, no_file));
    }
    if known.is_some_and(|known| known.permissions().readonly()) {
        return Err(failed(path, io::ErrorKind::PermissionDenied.into()));
    }
    let tried = fill(&beside, "");
    // It was made to see whether it can be.
    let _ = fs::remove_file(&beside);
    tried.map_err(|source| failed(path, source))
}

/// Where the file is (behind links), and the name beside it.
fn places(path: &str) -> (PathBuf, PathBuf) {
    let place = fs::canonicalize(path).unwrap_or_else(|_| Path::new(path).to_path_buf());
    let name = place.file_name().and_then(|n| n.to_str());
    let beside = format!(".{}.{}", name.unwrap_or("record"), std::process::id());
    let beside = place.with_file_name(beside);
    (place, beside)
}

fn fill(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn failed(path: &str, source: io::Error) -> Failure {
    Failure::File {
        path: path.to_string(),
        source,
    }
}
