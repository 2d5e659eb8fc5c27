//! Collects the rule files into one table of the binary, sorted by path, so that the embedded library is the
//! same on every machine and needs no files at run time.
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Folders of rule files, below the workspace.
const FOLDERS: [&str; 2] = ["armies", "variants"];
/// Extensions of rule files.
const EXTENSIONS: [&str; 4] = ["army", "variant", "deck", "scenario"];

fn main() -> io::Result<()> {
    let crate_dir = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    // In the workspace the folders stand beside the crate. A packed crate has its own: links in the workspace, whole folders in
    // the package.
    let beside = crate_dir.parent().filter(|p| p.join("library").is_dir());
    let beside = beside.filter(|p| FOLDERS.iter().all(|folder| p.join(folder).is_dir()));
    let root = beside.unwrap_or(&crate_dir);
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={}", root.join(folder).display());
        collect(&root.join(folder), folder, &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for (name, path) in files {
        writeln!(
            table,
            "    File {{ path: {name:?}, text: include_str!({path:?}) }},"
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    fs::write(out.join("files.rs"), table)
}

/// Adds the rule files below `folder`, named by their path from the workspace with `/`.
fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(file) = path.file_name().and_then(|f| f.to_str()) else {
            continue;
        };
        let name = format!("{name}/{file}");
        if path.is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            collect(&path, &name, files)?;
        } else if path
            .extension()
            .and_then(|e| e.to_str())
            .is_some_and(|e| EXTENSIONS.contains(&e))
        {
            println!("cargo:rerun-if-changed={}", path.display());
            files.push((name, path));
        }
    }
    Ok(())
}
