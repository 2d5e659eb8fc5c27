//! What may be written on the command line.
mod desk;

pub use desk::{Check, Explain, FailLevel, Fmt, Lock, Paper, Sheet, Test};

use crate::findings::Format;
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
    after_help = "Exit codes: 0 all is well, 1 findings (problems, failed scenarios), 2 could not run, 130 broken off (Ctrl-C)."
)]
pub struct Args {
    /// Colour of the output.
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true, value_name = "WHEN")]
    pub color: Color,
    /// Say nothing beside the data and what went wrong.
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what is done on the way.
    #[arg(long, short, global = true)]
    pub verbose: bool,
    /// The project file, instead of the nearest `armorial.toml`; the environment says it as ARMORIAL_CONFIG.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<String>,
    /// Look for no project file.
    #[arg(long, global = true, conflicts_with = "config")]
    pub no_config: bool,
    /// Give up after so many seconds, with exit code 2; for rules of strangers.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub time_limit: Option<u64>,
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
    /// Play games with each sentence, and each part of one, left out; report what never made a difference.
    Audit(Audit),
    /// Read rule files and report every problem.
    Check(Check),
    /// Print the settings that count here: the project file, and what it says.
    Config,
    /// Print a script that completes commands and flags in your shell.
    Completions(Completions),
    /// Explain the code of a problem, with a bad file and the mended one; without a code, list all of them.
    Explain(Explain),
    /// Lay rule files out in the one style; comments and meaning stay.
    Fmt(Fmt),
    /// Draw a position, or the moves of a kind, from the rules: SVG, PNG or text.
    Diagram(Diagram),
    /// Print the hash of the rules that a match plays, as records and reports name it.
    Hash(Hash),
    /// List variants, modes, armies and decks.
    List(List),
    /// Keep the hashes of your rules in `armorial.lock`, or say what has changed since.
    Lock(Lock),
    /// Write the man pages of all commands into a folder.
    Man(Man),
    /// Serve an editor: the language server, on standard input and output.
    Lsp,
    /// The open decision of a game and its options.
    Moves(Moves),
    /// Write a small army or variant with a scenario to start from.
    New(New),
    /// Count the lines of play of a given length.
    Perft(Perft),
    /// Play a game in the terminal.
    Play(Play),
    /// Print every sentence with what was understood.
    Read(Read),
    /// Replay a record.
    Replay(Replay),
    /// Write the rules of variants and armies in full, as a page to read and to print.
    Sheet(Sheet),
    /// Show the board, the pieces and the rule card of an army or variant.
    Show(Show),
    /// Play random games and report how they end.
    Simulate(Simulate),
    /// Run scenarios.
    Test(Test),
    /// Print the version.
    Version(Version),
}

/// See [`Command::Audit`].
#[derive(clap::Args, Debug)]
pub struct Audit {
    /// Files and folders; those of the project (`armorial.toml`) if none is given, else the embedded library. A comment
    /// `# no difference: REASON` above a sentence or at the end of its line explains what is found in it.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Only of armies, variants and modes whose name matches.
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Games with each army, variant and mode, in each of its variants.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Answers after which a game is broken off.
    #[arg(long, value_name = "N", default_value_t = 240)]
    pub decisions: u64,
    /// Begin nothing more after so many seconds; what was not looked at is listed and is no finding.
    #[arg(long, value_name = "S")]
    pub seconds: Option<u64>,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Threads; results do not depend on their number. Without it what the project says, else 2.
    #[arg(long, value_name = "T", value_parser = threads())]
    pub threads: Option<usize>,
    /// How to print what is found.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// See [`Command::Completions`].
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// See [`Command::Man`].
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The folder; it is made if it is not there.
    #[arg(value_name = "DIR")]
    pub dir: String,
}

/// See [`Command::Version`].
#[derive(clap::Args, Debug)]
pub struct Version {
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What [`Command::New`] writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Start {
    /// An army.
    Army,
    /// A variant.
    Variant,
}

/// See [`Command::New`].
#[derive(clap::Args, Debug)]
pub struct New {
    /// What to write.
    pub what: Start,
    /// Its name: letters, digits and hyphens.
    pub name: String,
    /// The folder to write into.
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: String,
    /// The variant an army is for (if not given, the one with most armies), or the variant that yours changes.
    #[arg(long, value_name = "VARIANT")]
    pub of: Option<String>,
}

/// See [`Command::List`].
#[derive(clap::Args, Debug)]
pub struct List {
    /// `variants`, `modes`, `armies`, `decks`: any of these words, to list them alone; then files and folders, to list
    /// what they hold instead of the embedded library (a folder of such a name is written `./armies`).
    #[arg(value_name = "WHAT|PATH")]
    pub paths: Vec<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Hash`].
#[derive(clap::Args, Debug)]
pub struct Hash {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What makes a game; the same in every command that starts one.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct GameFlags {
    /// A variant by name (its edition may be left out), a rule file, or a match file (`.toml`).
    #[arg(value_name = "VARIANT")]
    pub variant: String,
    /// Which edition of the variant.
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    /// Armies of the seats in order, separated by commas; `random` draws one (alone: one for every seat), `-` leaves the seat
    /// empty.
    #[arg(
        long,
        value_name = "A,B,..",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub armies: Vec<String>,
    /// Modes, separated by commas.
    #[arg(long, value_name = "M,..", value_delimiter = ',')]
    pub mode: Vec<String>,
    /// A value of an option of the host; `OPTION.SEAT=VALUE` where each player has one.
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
    /// Seed of chance, of seats played at random and of armies drawn.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Who plays a seat (name or number): `human` or `random`.
    #[arg(long, value_name = "SEAT=WHO")]
    pub seat: Vec<String>,
    /// Begin in the middle: rows and `given` lines as in a scenario, or a FEN where the variant takes one.
    #[arg(long, value_name = "TEXT|@FILE")]
    pub position: Option<String>,
    /// Rule files and folders to use beside the embedded library.
    #[arg(long, value_name = "PATH")]
    pub rules: Vec<String>,
    /// Armies by the names of their seats; from match files and records.
    #[arg(skip)]
    pub armies_by_seat: Vec<(String, String)>,
    /// Seats without an army have none; so it is in records.
    #[arg(skip)]
    pub exact: bool,
}

/// See [`Command::Moves`].
#[derive(clap::Args, Debug)]
pub struct Moves {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// Say why this move is not offered: the sentences of the rules that forbid it, with their places.
    #[arg(long, value_name = "MOVE", conflicts_with = "json")]
    pub why: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Perft`].
#[derive(clap::Args, Debug)]
pub struct Perft {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// Length of the lines in turns.
    pub depth: u32,
    /// Counts per first move.
    #[arg(long)]
    pub divide: bool,
    /// Count the options of the last turn without making them.
    #[arg(long)]
    pub bulk: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Play`].
#[derive(clap::Args, Debug)]
#[command(mut_arg("variant", |a| a.required(false).default_value("").hide_default_value(true)))]
pub struct Play {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// Write the record of the game here, as it goes; at a terminal it is otherwise kept in the folder of this system for
    /// such things, and where is said.
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
    /// Go on with the game of a record, which is then kept there; who plays a seat is as it was unless `--seat` says otherwise.
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["variant", "edition", "armies", "mode", "set", "seed", "position"])]
    pub resume: Option<String>,
}

/// See [`Command::Replay`].
#[derive(clap::Args, Debug)]
pub struct Replay {
    /// The record.
    pub file: String,
    /// Compare every state, answer and the identity of the rules; the first difference is a finding.
    #[arg(long)]
    pub verify: bool,
    /// Stop behind so many decisions, and print the position there as a text for `--position`.
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Rule files and folders to use beside the embedded library.
    #[arg(long, value_name = "PATH")]
    pub rules: Vec<String>,
}

/// See [`Command::Simulate`].
#[derive(clap::Args, Debug)]
pub struct Simulate {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// How many games.
    #[arg(long, value_name = "N")]
    pub games: u64,
    /// Threads; results do not depend on their number.
    #[arg(long, value_name = "T", default_value_t = 1)]
    pub threads: usize,
    /// Turns after which a game is cut off.
    #[arg(long, value_name = "M", default_value_t = 1_000)]
    pub max_turns: u32,
    /// Count how often each rule fires in orthodox chess and among plain armies too, which takes longer; in all other games it is
    /// counted anyway.
    #[arg(long)]
    pub firings: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Show`].
#[derive(clap::Args, Debug)]
pub struct Show {
    /// An army, variant, mode or deck, or a file with some.
    pub name: String,
    /// Only of this edition.
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    /// Rule files and folders to use beside the embedded library.
    #[arg(long, value_name = "PATH")]
    pub rules: Vec<String>,
}

/// See [`Command::Read`].
#[derive(clap::Args, Debug)]
pub struct Read {
    /// Files and folders; the embedded library if none is given.
    #[arg(value_name = "FILE")]
    pub paths: Vec<String>,
}

/// See [`Command::Diagram`].
#[derive(clap::Args, Debug)]
pub struct Diagram {
    /// The game whose position is drawn; with `--of` the name or letter of the kind whose moves are drawn.
    #[command(flatten)]
    pub game: GameFlags,
    /// Draw the moves of a kind of this variant or army.
    #[arg(long, value_name = "VARIANT|ARMY")]
    pub of: Option<String>,
    /// Write the picture here: `.svg` or `.png`; `-` writes SVG to standard output. Without it: text.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
    /// How many pixels of a PNG a point of the picture takes.
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    pub scale: f32,
}

/// A number of threads.
pub(crate) fn threads() -> clap::builder::RangedU64ValueParser<usize> {
    clap::builder::RangedU64ValueParser::new().range(1..=256)
}
