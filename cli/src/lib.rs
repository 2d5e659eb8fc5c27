//! The command line as a library, so that tests call what the program runs.
//!
//! Only this crate reads, writes and prints. Data goes to standard output, messages to standard error.
pub mod args;
pub mod board;
pub mod card;
pub mod commands;
pub mod diff;
pub mod exit;
pub mod files;
pub mod flags;
pub mod literal;
pub mod project;
pub mod render;
pub mod ruletext;
pub mod scenario;
pub mod sheet;
pub mod shelf;
pub mod sources;
pub mod table;
pub mod talk;
pub mod walk;

use clap::Parser;
use exit::Exit;
use std::ffi::OsString;

/// What plays, explains and runs scenarios.
pub type Literal = engine::literal::Game;

/// Version of the shape of all JSON outputs.
pub const JSON_SCHEMA: u32 = 1;

/// Runs one command line, prints what it has to say and returns the exit code.
pub fn run<I>(words: I) -> Exit
where
    I: IntoIterator<Item = OsString>,
{
    let words: Vec<OsString> = words.into_iter().collect();
    let json = words.iter().any(|word| word == "--json");
    let args = match args::Args::try_parse_from(words) {
        Ok(args) => args,
        Err(usage) if json && usage.use_stderr() => return told_as_json(&usage.to_string()),
        Err(usage) => {
            let exit = if usage.use_stderr() {
                Exit::CouldNotRun
            } else {
                Exit::Fine
            };
            // A closed pipe is nobody's mistake.
            let _ = usage.print();
            return exit;
        }
    };
    args.color.apply();
    talk::set(args.quiet, args.verbose);
    match commands::run(&args.command) {
        Ok(exit) => exit,
        // whoever reads has seen enough (`armorial list | head`)
        Err(failure) if failure.is_closed_pipe() => Exit::Fine,
        Err(failure) if json => told_as_json(&failure.to_string()),
        Err(failure) => {
            anstream::eprintln!("{}", failure.text());
            Exit::CouldNotRun
        }
    }
}

/// Who asked for JSON reads why there is none where the answer would have been.
fn told_as_json(why: &str) -> Exit {
    let why = anstream::adapter::strip_str(why).to_string();
    let said = serde_json::json!({ "schema": JSON_SCHEMA, "error": why.trim_end() });
    anstream::println!("{said}");
    Exit::CouldNotRun
}
