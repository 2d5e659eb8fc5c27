//! What may be written behind the commands that check, test, lay out, lock and print rule files.
use crate::findings::Format;
use clap::ValueEnum;

/// What no rule file may exceed.
const LIMITS: &str = "\
Limits: a file holds at most 1 MiB of UTF-8 text, a folder 10,000 rule files, 32 folders deep; deeper nesting, longer names \
and bigger boards than the language allows are problems with a code. `armorial config` prints all limits. `--time-limit` \
bounds the time.";

/// See [`Command::Check`](super::Command::Check).
#[derive(clap::Args, Debug)]
#[command(after_help = LIMITS)]
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
    /// Print how often each code was found instead of the problems.
    #[arg(long)]
    pub statistics: bool,
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

/// See [`Command::Explain`](super::Command::Explain).
#[derive(clap::Args, Debug)]
pub struct Explain {
    /// The code, as in `error[E101]`, or its name, `unexpected-word`.
    pub code: Option<String>,
    /// Print Markdown: the page of the code, else those of all.
    #[arg(long)]
    pub markdown: bool,
    /// Print the pages of all codes.
    #[arg(long, conflicts_with = "code")]
    pub all: bool,
    /// Print JSON: the page of the code, else those of all.
    #[arg(long, conflicts_with_all = ["markdown", "all"])]
    pub json: bool,
    /// Write the pages as pages of a book (mdBook): `codes.md`, `codes/`, and their lines in `SUMMARY.md`.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["code", "markdown", "all", "json"])]
    pub book: Option<String>,
}

/// See [`Command::Fmt`](super::Command::Fmt).
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

/// See [`Command::Lock`](super::Command::Lock).
#[derive(clap::Args, Debug)]
pub struct Lock {
    /// Files and folders; those of the project (`armorial.toml`) if none is given.
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// Write nothing; name what is new, gone or changed since, and exit with 1.
    #[arg(long)]
    pub check: bool,
    /// The lock file, instead of `armorial.lock` beside the project file or in the current folder.
    #[arg(long, value_name = "FILE")]
    pub file: Option<String>,
}

/// See [`Command::Test`](super::Command::Test).
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
    /// Run everything so many times; a scenario that fails once has failed.
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Threads; without it what the project says, else 2.
    #[arg(long, value_name = "T", value_parser = super::threads())]
    pub threads: Option<usize>,
    /// How to print what is found.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Format>,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// See [`Command::Sheet`](super::Command::Sheet).
#[derive(clap::Args, Debug)]
pub struct Sheet {
    /// Variants, armies and modes, or files of yours; several make a booklet with an index.
    #[arg(value_name = "NAME", required = true)]
    pub names: Vec<String>,
    /// One page for a browser or the printer (the default).
    #[arg(long, conflicts_with_all = ["md", "pdf"])]
    pub html: bool,
    /// Markdown, with diagrams as text.
    #[arg(long)]
    pub md: bool,
    /// The page as a PDF, printed by a browser of this machine (Chromium, Chrome or Edge; ARMORIAL_BROWSER names another).
    #[arg(long, conflicts_with = "md", requires = "output")]
    pub pdf: bool,
    /// Cards to cut out: one for the power of each army and one for each piece.
    #[arg(long, conflicts_with = "md")]
    pub cards: bool,
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
