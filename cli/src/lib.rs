//! The command line as a library, so that tests call what the program runs.
//!
//! Only this crate reads, writes and prints. Data goes to standard output, messages to standard error.
pub mod args;
pub mod board;
pub mod commands;
pub mod core;
pub mod diff;
pub mod exit;
pub mod files;
pub mod findings;
pub mod flags;
pub mod links;
pub mod parallel;
pub mod position;
pub mod project;
pub mod refused;
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

use args::{Args, Command};
use clap::Parser;
use exit::Exit;
use findings::Format;
use std::ffi::OsString;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What plays, explains and runs scenarios.
pub type Core = engine::core::any::AnyGame;

/// The stack of a command that runs on a thread of its own: as large as that of a main thread.
const STACK: usize = 8 << 20;

/// Version of the shape of all JSON outputs.
pub const JSON_SCHEMA: u32 = 1;

/// Runs one command line, prints what it has to say and returns the exit code.
pub fn run<I>(words: I) -> Exit
where
    I: IntoIterator<Item = OsString>,
{
    let words: Vec<OsString> = words.into_iter().collect();
    let format = Format::of_words(words.iter().filter_map(|word| word.to_str()));
    let args = match Args::try_parse_from(words) {
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
    let place = place(&args);
    project::set(place.clone());
    match seconds(&args) {
        None => carry_out(&args.command, format),
        Some(seconds) => within(seconds, args.command, place, format),
    }
}

/// Where the project file is, as flags or the environment say.
fn place(args: &Args) -> project::Where {
    let named = || std::env::var("ARMORIAL_CONFIG").ok();
    let named = named().filter(|file| !file.is_empty());
    match (args.no_config, args.config.clone().or(named)) {
        (true, _) => project::Where::Nowhere,
        (false, Some(file)) => project::Where::File(file),
        (false, None) => project::Where::Nearest,
    }
}

/// How long the command may take: as its flag says, else, where rule files are checked or tested, the project.
fn seconds(args: &Args) -> Option<u64> {
    let of_project = || match &args.command {
        // a project file that does not read is told by the command itself
        Command::Check(_) | Command::Test(_) => project::Project::here().ok()??.seconds,
        _ => None,
    };
    args.time_limit.or_else(of_project)
}

/// Carries a command out on a thread of its own and gives up when the time is over; the end of the program ends the thread.
fn within(seconds: u64, command: Command, place: project::Where, format: Format) -> Exit {
    let (sender, done) = channel();
    let work = move || {
        project::set(place);
        // nobody listens any more when the time is over
        let _ = sender.send(carry_out(&command, format));
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    if let Err(why) = thread {
        return failed(format, &exit::Failure::Print(why));
    }
    match done.recv_timeout(Duration::from_secs(seconds)) {
        Ok(exit) => exit,
        Err(RecvTimeoutError::Timeout) => {
            let many = render::counted(usize::try_from(seconds).unwrap_or(usize::MAX), "second");
            let said = format!("not done after {many} (--time-limit), given up");
            failed(format, &exit::Failure::said(said))
        }
        // what it said when it panicked stands on standard error
        Err(RecvTimeoutError::Disconnected) => Exit::CouldNotRun,
    }
}

/// Carries a command out on this thread.
fn carry_out(command: &Command, format: Format) -> Exit {
    links::set(project::book());
    match commands::run(command) {
        Ok(exit) => exit,
        // whoever reads has seen enough (`armorial list | head`)
        Err(failure) if failure.is_closed_pipe() => Exit::Fine,
        Err(failure) => failed(format, &failure),
    }
}

/// Says why a command could not run.
fn failed(format: Format, failure: &exit::Failure) -> Exit {
    if !told(format, &failure.to_string()) {
        anstream::eprintln!("{}", failure.text());
    }
    Exit::CouldNotRun
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
