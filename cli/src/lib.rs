//! The command line as a library, so that tests call what the program runs.
//!
//! Only this crate reads, writes and prints. Data goes to standard output, messages to standard error.
pub mod args;
pub mod board;
pub mod commands;
pub mod diff;
pub mod exit;
pub mod files;
pub mod findings;
pub mod flags;
pub mod literal;
pub mod machine;
pub mod project;
pub mod render;
pub mod ruletext;
pub mod scenario;
pub mod sheet;
pub mod shelf;
pub mod sources;
pub mod table;
pub mod talk;
pub mod trial;
pub mod walk;

use clap::Parser;
use exit::Exit;
use findings::Format;
use std::ffi::OsString;

/// What plays, explains and runs scenarios.
pub type Literal = engine::literal::Game;
/// What plays the matches that have a plan.
pub type Core = machine::Core;

/// Version of the shape of all JSON outputs.
pub const JSON_SCHEMA: u32 = 1;

/// Runs one command line, prints what it has to say and returns the exit code.
pub fn run<I>(words: I) -> Exit
where
    I: IntoIterator<Item = OsString>,
{
    let words: Vec<OsString> = words.into_iter().collect();
    let format = Format::of_words(words.iter().filter_map(|word| word.to_str()));
    let args = match args::Args::try_parse_from(words) {
        Ok(args) => args,
        Err(usage) => {
            if usage.use_stderr() && told(format, &usage.to_string()) {
                return Exit::CouldNotRun;
            }
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
    project::set(match (args.no_config, args.config) {
        (true, _) => project::Where::Nowhere,
        (false, Some(file)) => project::Where::File(file),
        (false, None) => project::Where::Nearest,
    });
    match commands::run(&args.command) {
        Ok(exit) => exit,
        // whoever reads has seen enough (`armorial list | head`)
        Err(failure) if failure.is_closed_pipe() => Exit::Fine,
        Err(failure) => {
            if !told(format, &failure.to_string()) {
                anstream::eprintln!("{}", failure.text());
            }
            Exit::CouldNotRun
        }
    }
}

/// A program that reads the output finds why the command could not run where the answer would have been.
fn told(format: Format, why: &str) -> bool {
    let why = anstream::adapter::strip_str(why).to_string();
    let said = findings::failure(format, &why);
    if let Some(said) = &said {
        anstream::println!("{said}");
    }
    said.is_some()
}
