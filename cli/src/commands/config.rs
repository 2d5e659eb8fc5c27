//! `armorial config`: the settings that count here.
use crate::exit::{Exit, Failure};
use crate::project::{Level, NAME, Project};
use crate::talk;
use std::io::Write;

/// Prints the project that the commands of this folder work on, as its file would say it.
pub fn run() -> Result<Exit, Failure> {
    let Some(project) = Project::here()? else {
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
    if project.states.is_some() || project.threads.is_some() {
        writeln!(out, "\n[limits]")?;
    }
    if let Some(states) = project.states {
        writeln!(out, "states = {states}")?;
    }
    if let Some(threads) = project.threads {
        writeln!(out, "threads = {threads}")?;
    }
    Ok(Exit::Fine)
}
