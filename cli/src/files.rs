//! Writing files so that an error never costs what was there.
use crate::exit::Failure;
use std::fs;
use std::path::Path;

/// Writes a file beside its place, then moves it there.
///
/// # Errors
/// It cannot be written; what was there before is still there.
pub fn write(path: &str, text: &str) -> Result<(), Failure> {
    let failed = |source| Failure::File {
        path: path.to_string(),
        source,
    };
    let name = Path::new(path)
        .file_name()
        .and_then(|n| n.to_str())
        .unwrap_or("record");
    let beside = Path::new(path).with_file_name(format!(".{name}.{}", std::process::id()));
    fs::write(&beside, text).map_err(failed)?;
    fs::rename(&beside, path).map_err(|source| {
        // The failure is about the rename; the file beside is only litter.
        let _ = fs::remove_file(&beside);
        failed(source)
    })
}
