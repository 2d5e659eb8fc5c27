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
    /// Serve an editor: the language server, on standard input and output.
    Lsp,
    /// The open decision of a game and its options.
    Moves(Moves),
    /// Count the lines of play of a given length.
    Perft(Perft),
    /// Play a game in the terminal.
    Play(Play),
    /// Print every sentence with what was understood.
    Read(Read),
    /// Replay a record.
    Replay(Replay),
    /// Show the board, the pieces and the rule card of an army or variant.
    Show(Show),
    /// Play random games and report how they end.
    Simulate(Simulate),
    /// Run scenarios.
    Test(Test),
}

/// See [`Command::List`].
#[derive(clap::Args, Debug)]
pub struct List {
    /// `variants`, `modes`, `armies` or `decks` for these alone; then files and folders instead of the embedded library (a
    /// folder of such a name is written `./armies`).
    #[arg(value_name = "WHAT|PATH")]
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
    #[arg(long, value_name = "A,B,..", value_delimiter = ',')]
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
    /// Use the literal interpreter even where the fast machine can play the match.
    #[arg(long)]
    pub literal: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Play`].
#[derive(clap::Args, Debug)]
pub struct Play {
    /// The game.
    #[command(flatten)]
    pub game: GameFlags,
    /// Write the record of the game here.
    #[arg(long, value_name = "FILE")]
    pub record: Option<String>,
}

/// See [`Command::Replay`].
#[derive(clap::Args, Debug)]
pub struct Replay {
    /// The record.
    pub file: String,
    /// Compare every state, answer and the identity of the rules; the first difference is a finding.
    #[arg(long)]
    pub verify: bool,
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
    /// Use the literal interpreter even where the fast machine can play the match.
    #[arg(long)]
    pub literal: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Test`].
#[derive(clap::Args, Debug)]
pub struct Test {
    /// Files and folders with scenarios; those of the embedded library if none is given.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// A folder of ledgers: count the clauses that passing scenarios cover.
    #[arg(long, value_name = "DIR")]
    pub ledger: Option<String>,
    /// Only scenarios whose title matches.
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Take out one rule at a time, and flip one word; name the mutants no scenario notices. With rule files
    /// among the paths only their sentences are changed. A comment `# survives: REASON` above a sentence or at the end of
    /// its line explains its mutants; these are listed apart and are no finding.
    #[arg(long)]
    pub mutate: bool,
    /// Threads.
    #[arg(long, value_name = "T", default_value_t = 2)]
    pub threads: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Show`].
#[derive(clap::Args, Debug)]
pub struct Show {
    /// An army, variant, mode or deck.
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
