//! The syntax tree: what stage one (`grammar.pest`) makes of a file. It knows headings and layout, no word
//! of the game; a sentence is left as a list of tokens for the phrase reader.

/// A file being read, by its place in the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A stretch of a file, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub lo: u32,
    /// One past the last byte.
    pub hi: u32,
}

impl Span {
    /// Whether another span lies in this one.
    pub fn holds(self, other: Span) -> bool {
        self.file == other.file && self.lo <= other.lo && other.hi <= self.hi
    }
    /// In no file: for what a host asks for, not a text.
    pub fn nowhere() -> Self {
        Span {
            file: FileId(u32::MAX),
            lo: 0,
            hi: 0,
        }
    }
}

/// A token of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its sort.
    pub kind: TokenKind,
    /// The text; quotes of texts and bars of rows taken off. Words of two letters and more, squares and
    /// areas are in lower case; a single letter keeps its case (`the shuffle gives K, q`), so does all
    /// that stands in texts and rows.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// Sorts of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TokenKind {
    Word,
    Text,
    Row,
    Area,
    Square,
    Number,
    /// `=Q` behind a move of a scenario.
    Promoted,
    /// `'s` or `'`.
    Possessive,
    Comma,
    Open,
    Close,
}

/// One file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FileTree {
    /// Its units in order.
    pub units: Vec<Unit>,
}

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ident {
    /// Names in lower case; titles, rows and values as written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// `{ .. }`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block {
    /// Its statements.
    pub statements: Vec<Statement>,
    /// With the braces.
    pub span: Span,
}

/// One statement of a block.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Statement {
    Reminder(Reminder),
    Power(Unit),
    Kind(Unit),
    Option(OptionLine),
    Expected(Expected),
    Frame(FrameLine),
    Procedure(Procedure),
    Sentence(Sentence),
}

/// `(A sentence in parentheses.)`: printed, not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reminder {
    /// Without the parentheses.
    pub text: String,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Where.
    pub span: Span,
}

/// The sorts of units with a heading.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum UnitKind {
    Army,
    Variant,
    Mode,
    Deck,
    Scenario,
    Power,
    Kind,
}

/// A heading and its block.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Which sort.
    pub kind: UnitKind,
    /// Its name (a scenario: its title).
    pub name: Ident,
    /// Its title, or the letter of a kind.
    pub title: Option<Ident>,
    /// `of A, B`.
    pub of: Vec<Ident>,
    /// `from X [of Y]`.
    pub from: Option<(Ident, Vec<Ident>)>,
    /// `without a, b`.
    pub without: Vec<Ident>,
    /// `[tags]`, or what a scenario covers.
    pub tags: Vec<Ident>,
    /// Its body.
    pub block: Block,
    /// The heading without the body.
    pub head: Span,
    /// All of it.
    pub span: Span,
}

/// `option NAME [of each player]: a, b - c, usually d`.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionLine {
    /// Its name.
    pub name: Ident,
    /// One value per player.
    pub each_player: bool,
    /// The values as written; true: a range (`-`) leads to the next.
    pub values: Vec<(Ident, bool)>,
    /// The usual value.
    pub usually: Option<Ident>,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Where.
    pub span: Span,
}

/// `then position [name] rows`.
#[derive(Clone, PartialEq, Debug)]
pub struct Expected {
    /// Of which board.
    pub board: Option<Ident>,
    /// The rows without bars.
    pub rows: Vec<Ident>,
    /// A FEN instead.
    pub fen: Option<Ident>,
    /// Where.
    pub span: Span,
}

/// A frame line: `board 8 by 8`, `setup` + rows ..
#[derive(Clone, PartialEq, Debug)]
pub struct FrameLine {
    /// `board`, `seats`, `setup` ..
    pub word: Ident,
    /// A name before rows (`position first-board`).
    pub name: Option<Ident>,
    /// Rows without bars.
    pub rows: Vec<Ident>,
    /// Else: the places, separated by commas, each a list of tokens.
    pub places: Vec<Vec<Token>>,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Where.
    pub span: Span,
}

/// `to NAME [a square] { .. }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Procedure {
    /// The words behind `to`.
    pub line: Vec<Token>,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Its steps.
    pub block: Block,
    /// Where.
    pub span: Span,
}

/// A sentence, perhaps with a block and branches.
#[derive(Clone, PartialEq, Debug)]
pub struct Sentence {
    /// `*label*`.
    pub label: Option<Ident>,
    /// Its tokens up to the block.
    pub line: Vec<Token>,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Its block.
    pub block: Option<Block>,
    /// `otherwise ..` and `or ..` behind the block.
    pub branches: Vec<Branch>,
    /// Reminder text behind the block.
    pub reminder: Option<Reminder>,
    /// All of it.
    pub span: Span,
}

/// `otherwise [line] { .. }` or `or [line] { .. }`.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch {
    /// `otherwise`, not `or`.
    pub otherwise: bool,
    /// What stands before the block (`if C`, a text).
    pub line: Vec<Token>,
    /// Its clauses.
    pub tags: Vec<Ident>,
    /// Its steps.
    pub block: Block,
    /// Where.
    pub span: Span,
}

/// The words with which lines of a frame begin.
pub const FRAME_WORDS: [&str; 12] = [
    "board", "seats", "sides", "turns", "stages", "values", "setup", "position", "table", "fen",
    "cards", "armies",
];
