//! The command as a program of its own, so that tests can run it, close its input and read what it prints.
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os()).into()
}
