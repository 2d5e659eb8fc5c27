//! Scenarios: a start, then lines in the order of time (language section 12).
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// A scenario, compiled against one ruleset.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Script {
    /// Its title.
    pub title: String,
    /// Ledger clauses it covers, as written.
    pub covers: Vec<String>,
    /// Armies by seat; empty: the variant allots them. A seat not named is out.
    pub armies: Vec<(SeatId, ArmyId)>,
    /// Mid-game position; none: the game from its beginning.
    pub position: Option<Vec<Placed>>,
    /// A FEN instead of rows.
    pub fen: Option<String>,
    /// Names used in conditions; `Name(i)` is entry i.
    pub names: Vec<TextId>,
    /// The lines.
    pub lines: Vec<ScriptLine>,
    /// Place of the heading.
    pub src: SourceId,
}

/// One line of a scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ScriptLine {
    /// What it says.
    pub says: ScriptSays,
    /// The words.
    pub src: SourceId,
}

/// What a line of a scenario says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ScriptSays {
    /// `given C`: made true silently.
    Given(Given),
    /// `red starts the turn`.
    StartsTurn(SeatId),
    /// `red plays c3-d5`, `red chooses e5, f5`, `red accepts x`, `declines`, `resigns`, `passes`.
    Answer(SeatId, Play),
    /// `the die shows 3, 6`.
    Die(Vec<Answer>),
    /// `the shuffle gives K, q`: kinds from the top, with the side or seat where the letter's case tells it.
    Shuffle(Vec<(KindId, Option<SeatId>)>),
    /// `the time is up`.
    TimeUp,
    /// `red is offered [from c3] [only] X, Y`.
    Offered {
        /// Who is asked.
        seat: SeatId,
        /// Only options that begin here.
        from: Option<SquareId>,
        /// Exactly these.
        only: bool,
        /// The answers.
        answers: Vec<Answer>,
    },
    /// `red is asked`: something is to be decided by this seat, behind what others before it may decline.
    Asked(SeatId),
    /// `red is not asked [tag]`: nothing is to be decided by this seat, and without a sentence with this tag it would be.
    Spared {
        /// Who.
        seat: SeatId,
        /// The tag.
        tag: String,
    },
    /// `red cannot play / choose / accept / decline X [tag]`.
    Cannot {
        /// Who.
        seat: SeatId,
        /// What is not offered.
        what: Play,
        /// A sentence with this tag refuses it.
        tag: Option<String>,
    },
    /// `red has 20 options`, `red has 3 moves from c3`: how many ways there are to answer what is asked now.
    Count {
        /// Who is asked.
        seat: SeatId,
        /// Only options that begin here.
        from: Option<SquareId>,
        /// Only those that move a piece.
        moves: bool,
        /// So many.
        number: u32,
    },
    /// `perft 3 is 8902`: so many lines of so many turns.
    Perft {
        /// How many turns.
        turns: u16,
        /// How many lines.
        lines: u64,
    },
    /// `then position` + rows, of one board or all.
    Position(Option<BoardId>, Vec<Placed>),
    /// `then C`.
    Then(Cond),
    /// `then red has won`.
    Won(SeatId),
    /// `then red has lost [to green]`.
    Lost(SeatId, Option<SeatId>),
    /// `then the game is drawn`.
    Drawn,
    /// `then the game is over`.
    Over,
    /// `then red has not lost`: the expectation inside does not come true.
    Not(Box<ScriptSays>),
    /// `then the trap of red is seen by red`: the value is a field or zone; by exactly these.
    SeenBy(Set, Set),
    /// `then green is told "text"`, `.. with d1`: that names these squares; none: whatever it names.
    Told(SeatId, String, Vec<SquareId>),
    /// `then green is told that red is in check`.
    ToldCheck(SeatId, SeatId),
    /// `then the game can (not) be solved in N moves`, `X can be ADJ in N moves`.
    Solved {
        /// What some line makes so; none: the variant's win.
        goal: Option<Cond>,
        /// At most so many move decisions.
        moves: u16,
        /// No line does.
        not: bool,
    },
    /// `then white can force that C in N moves`.
    Force {
        /// Who.
        seat: SeatId,
        /// What.
        goal: Cond,
        /// At most so many moves of theirs.
        moves: u16,
    },
}

/// What somebody answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Play {
    /// A move: from, to, and what it promotes to.
    Move(SquareId, SquareId, Option<KindId>),
    /// Any move from a square (`cannot play from c6`).
    From(SquareId),
    /// An action or table act by name, with its object.
    Named(TextId, Option<Answer>),
    /// An action of one of several pieces, by the name and the square of the piece (`toss with d3`), with its object.
    With(TextId, SquareId, Option<Answer>),
    /// The whole answer of the open choice.
    Choose(Vec<Answer>),
    /// An offer (by label, power or text).
    Accept(Option<TextId>),
    /// An offer declined.
    Decline(Option<TextId>),
    /// Gives up.
    Resign,
    /// Passes.
    Pass,
}

/// One thing answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Answer {
    Move(SquareId, SquareId, Option<KindId>),
    Square(SquareId),
    Kind(KindId),
    Seat(SeatId),
    Army(ArmyId),
    Number(i16),
    /// A branch, an action, an offer or another word of the rules.
    Name(TextId),
    /// An action of one of several pieces: `toss with d3`.
    With(TextId, SquareId),
    /// `a1 king`: a thing dealt to a place.
    Deal(SquareId, KindId),
    /// Declining, or no more.
    Nothing,
}

/// What `given` makes true.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Given {
    /// Marks these things, with an end.
    Mark(FieldId, Set, Vec<Term>),
    /// A value: field, owner (Nothing for the game), seat of a per-seat field, value.
    Field(FieldId, Set, Option<Set>, Value),
    /// A zone: whose, its content.
    Zone(ZoneId, Set, Vec<(KindId, Option<SeatId>)>),
    /// The lost pieces of a seat.
    LostPieces(SeatId, Vec<(KindId, Option<SeatId>)>),
    /// A piece is on a layer of the board.
    Layer(Set, u8),
    /// An option of the host, per player if a seat is given.
    Choice(OptionId, Option<SeatId>, i16),
    /// History: this happened exactly so often and nothing else of the kind; `since` in the past.
    Past(Past, u16),
    /// `red has lost`.
    Lost(SeatId),
    /// `red is on turn`.
    OnTurn(SeatId),
    /// `red has had 2 turns`.
    Turns(SeatId, u16),
    /// `red has 4 points`.
    Points(Set, i32),
    /// `red has used NAME [2 times] [on their last turn]`.
    Used(SeatId, TextId, u16, bool),
    /// `the home of (the piece on e5) is b1`.
    Home(Set, SquareId),
    /// Any other state the engine can set: a quality of things (`unmoved`, `frozen` ..).
    Quality(Quality, Set, bool),
}
