//! What the program tells about itself, all from the definitions of its commands: completions, man pages, its version.
use crate::args::{Args, Completions, Man, Version};
use crate::exit::{Exit, Failure};
use crate::{files, talk};
use clap::CommandFactory;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Prints a script for a shell.
pub fn completions(args: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let mut command = Args::command();
    let name = command.get_name().to_string();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    anstream::stdout().lock().write_all(&script)?;
    Ok(Exit::Fine)
}

/// Writes a page for the program and one for every command.
pub fn man(args: &Man) -> Result<Exit, Failure> {
    fs::create_dir_all(&args.dir).map_err(|source| Failure::File {
        path: args.dir.clone(),
        source,
    })?;
    let mut all = Args::command();
    all.build();
    let pages: Vec<_> = std::iter::once(&all).chain(all.get_subcommands()).collect();
    for page in &pages {
        let mut text = Vec::new();
        clap_mangen::Man::new((*page).clone()).render(&mut text)?;
        // A built command knows the name it has behind the program's.
        let name = page.get_display_name().unwrap_or(page.get_name());
        let path = Path::new(&args.dir).join(format!("{name}.1"));
        files::write(&path.display().to_string(), &String::from_utf8_lossy(&text))?;
        talk::detail(&path.display().to_string());
    }
    talk::say(&format!("{} pages in {}", pages.len(), args.dir));
    Ok(Exit::Fine)
}

/// Prints the version; as JSON also what else a script may want to know before it runs anything.
pub fn version(args: &Version) -> Result<Exit, Failure> {
    let mut out = anstream::stdout().lock();
    let version = env!("CARGO_PKG_VERSION");
    if args.json {
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "version",
            "version": version,
            "language": crate::project::LANGUAGE,
            "library_files": library::FILES.len(),
            "os": std::env::consts::OS,
            "arch": std::env::consts::ARCH,
        });
        writeln!(out, "{all}")?;
    } else {
        writeln!(out, "armorial {version}")?;
    }
    Ok(Exit::Fine)
}
