//! One module per command.
mod list;

use crate::args::Command;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::List(args) => list::run(args),
    }
}
