//! One module per command.
mod check;
mod list;

use crate::args::Command;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Check(args) => check::run(args),
        Command::List(args) => list::run(args),
    }
}
