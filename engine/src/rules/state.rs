//! What a game keeps beside the pieces: fields, zones, definitions, limits.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// A declared value. A mark is a field of type [`Ty::Mark`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Field {
    /// Its name.
    pub name: TextId,
    /// On what it hangs.
    pub of: Owner,
    /// One value per seat as well (`your mask of the hunter`).
    pub per_seat: bool,
    /// A power has hung it on every player (`every player has a mark called allied`): one for each holder of the power.
    #[serde(default)]
    pub on_everybody: bool,
    /// Type of the value.
    pub ty: Ty,
    /// A set of values (`pieces`, `players`).
    pub many: bool,
    /// Value at the beginning ([`Base::It`] is the owner).
    pub start: Option<Value>,
    /// Who sees it.
    pub seen: Seen,
    /// Who declared it: state of a power is kept per holder.
    pub by: Holder,
    /// The words.
    pub src: SourceId,
}

/// A declared zone.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// Its name.
    pub name: TextId,
    /// Whose.
    pub of: Owner,
    /// Pieces or cards.
    pub holds: Ty,
    /// Ordered or not.
    pub shape: Shape,
    /// What is in it at the beginning.
    pub start: Vec<Set>,
    /// Who sees the content.
    pub seen: Seen,
    /// Who declared it.
    pub by: Holder,
    /// The words.
    pub src: SourceId,
}

/// Shape of a zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Shape {
    Heap,
    Row,
    Deck,
}

/// On what state hangs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Owner {
    /// The game.
    Game,
    /// Each seat (of a power: its holder).
    Seat,
    /// Each side.
    Side,
    /// Each piece, of these if given (in a kind: of that kind).
    Piece(Option<Set>),
    /// Each square.
    Square,
    /// Each border between two squares.
    Border,
    /// Each card.
    Card,
    /// Each kind, of these if given.
    Kind(Option<Set>),
}

/// Who sees a value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Seen {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// The holder of the rule that declared it (`seen by you`).
    Holder,
    /// The owner of the thing it hangs on.
    Owner,
    /// These seats.
    These(Set),
}

/// A definition (`call`): the parts of all living holders united, negative views taken away last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Word {
    /// Its name.
    pub name: TextId,
    /// Type of the members.
    pub ty: Ty,
    /// It is a noun read for a seat (`your corner`) rather than an adjective.
    pub noun: bool,
    /// The parts.
    pub parts: Vec<WordPart>,
}

/// One `call` sentence.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WordPart {
    /// Whose definition it is.
    pub holder: Holder,
    /// It replaces the variant's parts for its holder (labelled in a power).
    pub replaces: bool,
    /// What is called so.
    pub value: Value,
    /// On which condition; the name stands for the candidate.
    pub takes: Option<Name>,
    /// All must hold.
    pub when: Vec<Cond>,
    /// Ledger clauses.
    pub tags: Vec<TextId>,
    /// The words.
    pub src: SourceId,
}

/// A limit of use, counted per (rule, holder).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// So often.
    pub times: u8,
    /// In this span.
    pub per: Per,
    /// Spent when the event happens, taken or not (`the first time`).
    pub by_event: bool,
}

/// The span of a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Per {
    Game,
    Turn,
    Round,
    Action,
    Opponent,
    NotRunning(u8),
}

/// The verdict line `check is ..`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Check {
    /// For whom.
    pub holder: Holder,
    /// What it says.
    pub says: CheckSays,
    /// `by whole turns`.
    pub whole_turns: bool,
    /// `by the next player`.
    pub next_player: bool,
    /// Under these conditions.
    pub when: Vec<Cond>,
    /// Ledger clauses.
    #[serde(default)]
    pub tags: Vec<TextId>,
    /// The words.
    pub src: SourceId,
}

/// See [`Check`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum CheckSays {
    None,
    Announced,
    Enforced { after_move: bool, after_turn: bool },
}
