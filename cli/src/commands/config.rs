//! `armorial config`: the settings that count here.
use super::test::THREADS;
use crate::exit::{Exit, Failure};
use crate::project::{Level, NAME, Project};
use crate::scenario::search::STATES;
use crate::sources;
use crate::talk;
use std::io::Write;

/// Prints the project that the commands of this folder work on, as its file would say it.
pub fn run() -> Result<Exit, Failure> {
    let Some(project) = Project::here()? else {
        limits(&Project::default())?;
        talk::say(&format!(
            "no {NAME} here or above: `check` and `test` work on the embedded library, `fmt` on the current folder"
        ));
        return Ok(Exit::Fine);
    };
    let mut out = anstream::stdout().lock();
    if let Some(file) = &project.file {
        writeln!(out, "# {file}")?;
    }
    let list = |all: &[String]| {
        let quoted: Vec<String> = all.iter().map(|p| format!("{p:?}")).collect();
        format!("[{}]", quoted.join(", "))
    };
    writeln!(out, "[project]")?;
    writeln!(out, "language = {}", crate::project::LANGUAGE)?;
    writeln!(out, "paths = {}", list(&project.paths))?;
    writeln!(out, "tests = {}", list(&project.tests))?;
    writeln!(out, "library = {}", list(&project.library))?;
    if let Some(ledger) = &project.ledger {
        writeln!(out, "ledger = {ledger:?}")?;
    }
    writeln!(out, "variants = {}", list(&project.variants))?;
    if !project.lints.is_empty() {
        writeln!(out, "\n[lints]")?;
    }
    for (code, level) in &project.lints {
        let level = match level {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        };
        writeln!(out, "{code} = {level:?}")?;
    }
    if let Some(base) = &project.docs {
        writeln!(out, "\n[docs]")?;
        writeln!(out, "base = {base:?}")?;
    }
    writeln!(out)?;
    drop(out);
    limits(&project)?;
    Ok(Exit::Fine)
}

/// What the project may set, with what counts where it does not; then what nobody can change.
fn limits(project: &Project) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(out, "[limits]")?;
    writeln!(out, "states = {}", project.states.unwrap_or(STATES))?;
    writeln!(out, "threads = {}", project.threads.unwrap_or(THREADS))?;
    match project.seconds {
        Some(seconds) => writeln!(out, "seconds = {seconds}")?,
        None => writeln!(out, "# seconds: as many as it takes")?,
    }
    let fixed: [(&str, u64); 10] = [
        ("bytes of a file", sources::MAX_FILE_BYTES),
        ("bytes of a record", sources::MAX_RECORD_BYTES),
        ("rule files of a folder", sources::MAX_FILES as u64),
        ("folders inside one another", sources::MAX_DEPTH as u64),
        ("blocks inside one another", dsl::parse::MAX_NESTING as u64),
        ("words of a sentence", dsl::parse::MAX_WORDS as u64),
        (
            "parentheses inside one another",
            dsl::parse::MAX_PARENTHESES as u64,
        ),
        ("statements of a file", dsl::parse::MAX_STATEMENTS as u64),
        ("files and ranks of a board", dsl::frame::MAX_BOARD as u64),
        ("seats", dsl::frame::MAX_SEATS as u64),
    ];
    writeln!(out, "# at most, whatever a project says:")?;
    for (what, most) in fixed {
        writeln!(out, "# {what}: {most}")?;
    }
    Ok(())
}
