//! One module per command.
mod audit;
mod check;
mod config;
mod diagram;
pub mod explain;
pub mod fix;
mod fmt;
mod hash;
mod list;
mod lock;
pub mod lsp;
mod moves;
pub mod new;
pub mod papers;
pub mod perft;
mod play;
pub mod read;
mod replay;
mod sheet;
mod show;
mod simulate;
mod test;

use crate::args::Command;
use crate::exit::{Exit, Failure};

/// Runs a command.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Audit(args) => audit::run(args),
        Command::Check(args) => check::run(args),
        Command::Config => config::run(),
        Command::Completions(args) => papers::completions(args),
        Command::Explain(args) => explain::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Diagram(args) => diagram::run(args),
        Command::Hash(args) => hash::run(args),
        Command::List(args) => list::run(args),
        Command::Lock(args) => lock::run(args),
        Command::Man(args) => papers::man(args),
        Command::Lsp => lsp::run(),
        Command::Moves(args) => moves::run(args),
        Command::New(args) => new::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Read(args) => read::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Sheet(args) => sheet::run(args),
        Command::Show(args) => show::run(args),
        Command::Simulate(args) => simulate::run(args),
        Command::Test(args) => test::run(args),
        Command::Version(args) => papers::version(args),
    }
}
