//! What may be written on the command line.
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
    /// The project file, instead of the nearest `armorial.toml`.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<String>,
    /// Look for no project file.
    #[arg(long, global = true, conflicts_with = "config")]
    pub no_config: bool,
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
    #[arg(long, value_name = "N", default_value_t = 12)]
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
    #[arg(long, value_name = "T")]
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

/// See [`Command::Explain`].
#[derive(clap::Args, Debug)]
pub struct Explain {
    /// The code, as in `error[E101]`.
    pub code: Option<String>,
    /// Print the pages of all codes as Markdown (`docs/book/src/codes.md`).
    #[arg(long, conflicts_with = "code")]
    pub markdown: bool,
}

/// See [`Command::Fmt`].
#[derive(clap::Args, Debug)]
pub struct Fmt {
    /// Files and folders; those of the project (`armorial.toml`) if none is given, else the current folder; `-` lays out standard input to standard output.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Change nothing; name the files that would change and exit with 1.
    #[arg(long)]
    pub check: bool,
    /// Change nothing; print what would change and exit with 1.
    #[arg(long)]
    pub diff: bool,
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

/// See [`Command::Check`].
#[derive(clap::Args, Debug)]
pub struct Check {
    /// Files and folders; those of the project (`armorial.toml`) if none is given, else the embedded library; `-` is
    /// standard input. Bases, decks and armies that are not among them come from the library.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Carry out the edits that problems propose (misspelt words and names, words that are read as others), then check
    /// again.
    #[arg(long)]
    pub fix: bool,
    /// With `--fix`: change nothing, print what would change and exit with 1.
    #[arg(long, requires = "fix")]
    pub diff: bool,
    /// How to print what is found.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// The name and ending of what comes from standard input: `x.army`.
    #[arg(long, value_name = "NAME")]
    pub stdin_filename: Option<String>,
    /// Print no more than so many problems; all are counted.
    #[arg(long, value_name = "N")]
    pub max_errors: Option<usize>,
    /// From which severity on problems make the exit code 1.
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = FailLevel::Warning)]
    pub fail_level: FailLevel,
    /// Exit with 0 whatever is found; only what could not be read or run is a failure.
    #[arg(long, conflicts_with = "fail_level")]
    pub exit_zero: bool,
    /// Leave these warnings and notes out.
    #[arg(long, value_name = "CODE,..", value_delimiter = ',')]
    pub allow: Vec<String>,
    /// Tell these as warnings.
    #[arg(long, value_name = "CODE,..", value_delimiter = ',')]
    pub warn: Vec<String>,
    /// Tell these as errors.
    #[arg(long, value_name = "CODE,..", value_delimiter = ',')]
    pub deny: Vec<String>,
}

/// See [`Check::fail_level`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FailLevel {
    /// Errors alone.
    Error,
    /// Errors and warnings.
    Warning,
    /// All that is told.
    Note,
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
    /// Use the literal interpreter even where a faster machine can play the match.
    #[arg(long)]
    pub literal: bool,
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
    /// Use the literal interpreter even where a faster machine can play the match.
    #[arg(long)]
    pub literal: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// See [`Command::Test`].
#[derive(clap::Args, Debug)]
pub struct Test {
    /// Files and folders with scenarios; those of the project (`armorial.toml`) if none is given, else those of the embedded
    /// library.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// A folder of ledgers: count the clauses that passing scenarios cover.
    #[arg(long, value_name = "DIR")]
    pub ledger: Option<String>,
    /// Only scenarios whose title matches.
    #[arg(long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// How many states a search (`can be .. in N moves`, `can force that .. in N moves`) may visit; a search that reaches the
    /// bound leaves its scenario undecided.
    /// Without it what the project says, else 30000.
    #[arg(long, value_name = "N")]
    pub states: Option<u32>,
    /// Take out one rule at a time, and flip one word; name the mutants no scenario notices. With rule files
    /// among the paths only their sentences are changed. A comment `# survives: REASON` above a sentence or at the end of
    /// its line explains its mutants; these are listed apart and are no finding.
    #[arg(long)]
    pub mutate: bool,
    /// Threads; without it what the project says, else 2.
    #[arg(long, value_name = "T")]
    pub threads: Option<usize>,
    /// How to print what is found.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
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

/// See [`Command::Sheet`].
#[derive(clap::Args, Debug)]
pub struct Sheet {
    /// Variants, armies and modes; several make a booklet with an index.
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
    /// One page for a browser or the printer (the default); for a PDF, print it from the browser.
    #[arg(long, conflicts_with = "md")]
    pub html: bool,
    /// Markdown, with diagrams as text.
    #[arg(long)]
    pub md: bool,
    /// With every mode and army written for the variants that are named: the booklet of an edition.
    #[arg(long)]
    pub armies: bool,
    /// An army without the rules of its game.
    #[arg(long)]
    pub alone: bool,
    /// Without credits and without reminders that name somebody, for judging.
    #[arg(long)]
    pub anonymous: bool,
    /// With the clauses that sentences answer for.
    #[arg(long)]
    pub tags: bool,
    /// Paper of the printed page.
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    pub paper: Paper,
    /// Only of this edition.
    #[arg(long, value_name = "NAME")]
    pub edition: Option<String>,
    /// Rule files and folders to use beside the embedded library.
    #[arg(long, value_name = "PATH")]
    pub rules: Vec<String>,
    /// Write it here instead of to standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<String>,
}

/// Sizes of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}
