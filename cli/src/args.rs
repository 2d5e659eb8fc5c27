//! What may be written on the command line.
use clap::{Parser, Subcommand, ValueEnum};

/// Chess armies and chess variants as data: check, play, count and test them.
#[derive(Parser, Debug)]
#[command(
    name = "armorial",
    version,
    max_term_width = 100,
    disable_help_subcommand = true
)]
#[command(
    after_help = "Exit codes: 0 all is well, 1 findings (problems, failed scenarios), 2 could not run."
)]
pub struct Args {
    /// Colour of the output.
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN")]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Makes it so for everything printed from now on.
    pub fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Read rule files and report every problem.
    Check(Check),
    /// List variants, modes, armies and decks.
    List(List),
}

/// See [`Command::List`].
#[derive(clap::Args, Debug)]
pub struct List {
    /// Files and folders instead of the embedded library.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Check`].
#[derive(clap::Args, Debug)]
pub struct Check {
    /// Files and folders; the embedded library if none is given. Bases, decks and armies that are not among
    /// them come from the library.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
