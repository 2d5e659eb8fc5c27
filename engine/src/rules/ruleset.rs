//! The frame of a game and everything in it.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// Version of the IR's shape; a serialised ruleset of another version is refused.
pub const IR_VERSION: u16 = 1;

/// A variant with its modes and the armies that may sit in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Ruleset {
    pub version: u16,
    /// Identifier of the variant.
    pub name: TextId,
    /// Title for print.
    pub title: TextId,
    pub boards: Vec<Board>,
    pub seats: Vec<Seat>,
    pub sides: Vec<Side>,
    /// Who moves in which order.
    pub turns: Vec<Mover>,
    /// Where in `turns` each of several orders begins that do not wait for each other; nothing: there is one order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<u16>,
    /// Who sits where is drawn by lot.
    pub by_lot: bool,
    /// The stages in order; where the variant names none: effects, reactions, verdicts.
    pub stages: Vec<Stage>,
    pub kinds: Vec<Kind>,
    /// Values of kinds (in the order written, cheapest first).
    pub values: Vec<(KindId, i16)>,
    pub fields: Vec<Field>,
    pub zones: Vec<Zone>,
    pub words: Vec<Word>,
    pub powers: Vec<Power>,
    pub armies: Vec<Army>,
    /// What stands on the board at the beginning besides set-ups of armies (absolute squares).
    pub position: Vec<Placed>,
    /// Every seat's own set-up where the variant gives one (first seat's frame), used by seats without an army.
    pub setup: Vec<(KindId, SquareId)>,
    /// All rules; for one holder and rank they fire in the order of this list.
    pub rules: Vec<Rule>,
    pub limits: Vec<Limit>,
    pub procs: Vec<Proc>,
    pub check: Vec<Check>,
    pub table: Vec<TableAct>,
    pub options: Vec<HostOption>,
    /// Armies of one board must differ (the plain one may sit more than once).
    pub armies_differ: bool,
    /// The army without a power of its own, for seats that name none.
    pub plain_army: Option<ArmyId>,
    pub bounds: Bounds,
    /// `fen clock F, passing M`.
    pub fen: Option<Fen>,
    pub texts: Vec<String>,
    pub sources: Vec<Source>,
}

/// A board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// Its name, if it has one.
    pub name: Option<TextId>,
    /// Width.
    pub files: u8,
    /// Height.
    pub ranks: u8,
    /// Squares that do not exist.
    pub holes: Vec<SquareId>,
    /// 1, or 2 (near and far).
    pub layers: u8,
    /// Number of its first square (a1).
    pub first: SquareId,
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Its name (`red`).
    pub name: TextId,
    /// Its side (index into sides); every seat has one, its own if none is declared.
    pub side: SideId,
    /// Its board.
    pub board: BoardId,
    /// Its frame; none: it has no place.
    pub frame: Option<Frame>,
    /// Seats at one place share its pieces: the first seat of that place.
    pub shares: SeatId,
    /// Nobody sits here: it stands for a side without seats (`sides white, black`: colours). It owns pieces
    /// and cards, is out from the beginning and is never asked. Such seats come last.
    #[serde(default)]
    pub vacant: bool,
}

/// How the first seat's view turns into this seat's: first mirrored (rank r becomes ranks+1-r), then turned
/// clockwise by quarter turns (a1 -> a8 -> h8 -> h1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Mirrored first.
    pub mirror: bool,
    /// Clockwise quarter turns.
    pub turns: u8,
}

/// A side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Side {
    /// Its name; none for the side of a single seat.
    pub name: Option<TextId>,
    /// Its seats.
    pub seats: Vec<SeatId>,
}

/// An entry of `turns`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Mover {
    Seat(SeatId),
    Side(SideId),
}

/// A stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stage {
    /// Its name (`effects`, `reactions` and `verdicts` are those of the language).
    pub name: TextId,
    /// The player on turn picks the next of his rules.
    pub any_order: bool,
}

/// A kind of piece or card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: TextId,
    /// Its letter, upper case.
    pub letter: char,
    /// The army that brings it; none: the variant.
    pub army: Option<ArmyId>,
    /// A kind of cards.
    pub card: bool,
    /// The words.
    pub src: SourceId,
}

/// A power.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Power {
    /// Its name.
    pub name: TextId,
    /// Its army; none: of the seats of a variant.
    pub army: Option<ArmyId>,
    /// Seats that hold it from the beginning (`power x of white`).
    pub seats: Vec<SeatId>,
    /// The words.
    pub src: SourceId,
}

/// An army.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Army {
    /// Its identifier.
    pub name: TextId,
    /// Its title.
    pub title: TextId,
    /// Kinds on squares in the first seat's frame.
    pub setup: Vec<(KindId, SquareId)>,
    /// Squares that count as set-up though empty (`?`).
    pub spare: Vec<SquareId>,
    /// Kinds on squares in the first seat's frame that are set up with it but belong to nobody (`I0`).
    #[serde(default)]
    pub neutral: Vec<(KindId, SquareId)>,
    /// Its power.
    pub power: Option<PowerId>,
    /// The words.
    pub src: SourceId,
}

/// A piece of a `position`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Placed {
    /// Its kind.
    pub kind: KindId,
    /// Whose; none: nobody's.
    pub seat: Option<SeatId>,
    /// Where.
    pub square: SquareId,
    /// Facing in quarter turns clockwise from north; none: as its owner faces.
    pub facing: Option<u8>,
}

/// A procedure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Proc {
    /// Its name.
    pub name: TextId,
    /// Whose.
    pub holder: Holder,
    /// The name of its object.
    pub takes: Option<Name>,
    /// Names used in it, for print; numbered for itself.
    pub names: Vec<TextId>,
    /// What happens.
    pub body: Block,
    /// Ledger clauses.
    pub tags: Vec<TextId>,
    /// The words.
    pub src: SourceId,
}

/// A table act, open to any seat at any time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableAct {
    /// Its name (`resign`, `draw`, or the procedure's).
    pub name: TextId,
    /// What it does.
    pub act: TableDoes,
    /// It counts when all others agree.
    pub consent: bool,
    /// Conditions.
    pub when: Vec<Cond>,
    /// The words.
    pub src: SourceId,
}

/// See [`TableAct`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum TableDoes {
    /// That player gives up.
    Resign,
    /// A draw by agreement.
    Draw,
    /// A procedure.
    Run(ProcId),
}

/// An option of the host.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HostOption {
    /// Its name.
    pub name: TextId,
    /// One value per player.
    pub each_player: bool,
    /// What may be chosen.
    pub values: OptionValues,
    /// The usual value: the number itself, or the index into the words.
    pub usually: i16,
    /// The words.
    pub src: SourceId,
}

/// See [`HostOption`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum OptionValues {
    /// From, to.
    Range(i16, i16),
    /// One of these words.
    Words(Vec<TextId>),
    /// One of these numbers.
    Numbers(Vec<i16>),
    /// One of these words, or a number from, to (`none, 30 - 120`). Wherever its value is kept, word `i` is
    /// the number `-1 - i`.
    Mixed(Vec<TextId>, i16, i16),
}

/// Limits of a run; charter section 6.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// Rules that may fire in one answer.
    pub firings: u16,
    /// Rounds of a `repeat`.
    pub repeats: u16,
    /// Delayed blocks and facts for a time, per seat.
    pub slots: u8,
    /// Depth of `before`.
    pub before: u8,
    /// Ways of answering a look-ahead may try.
    pub looks: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            firings: 200,
            repeats: 64,
            slots: 16,
            before: 8,
            looks: 2048,
        }
    }
}

/// Which field a FEN's clock sets and which mark its en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fen {
    /// A number of the game.
    pub clock: Option<FieldId>,
    /// A mark of squares.
    pub passing: Option<FieldId>,
}

/// A place in the source text.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Source {
    /// The file, as the host names it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The words themselves.
    pub words: String,
}
