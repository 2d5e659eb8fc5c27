//! What a host sees of a game: the open decision and its options. Shared by the literal interpreter and
//! the fast machine, so that the two can be compared option list by option list.
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// Whose decision is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Who {
    /// One seat.
    Seat(SeatId),
    /// Chance; options carry weights.
    Chance,
    /// The host's clock.
    Clock,
}

/// What kind of decision it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// The ordinary decision of a turn: a move or an action.
    Act,
    /// A move decision inside a rule.
    Move,
    /// Choosing things.
    Choose,
    /// An offer: accept or decline.
    May,
    /// A branch.
    Either,
    /// The order of rules or members.
    Order,
    /// A die, a shuffle, `at random`.
    Roll,
    /// Dealing things over places.
    Deal,
    /// Passing: there is nothing to decide.
    Pass,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// A move.
    Move(SquareId, SquareId),
    /// An action (`instead of moving`).
    Action(RuleId),
    /// An offer accepted.
    Accept,
    /// An offer declined, an action left.
    Decline,
    /// A branch of `either`, by its place.
    Branch(u16),
    /// A piece on a square.
    Piece(SquareId),
    /// A piece or card in a zone, lost, or otherwise off the board: the how-manyth of the candidates, and its kind as the decider sees it.
    Held(u16, KindId),
    /// A square.
    Square(SquareId),
    /// A kind.
    Kind(KindId),
    /// A seat.
    Seat(SeatId),
    /// A side.
    Side(SideId),
    /// An army.
    Army(ArmyId),
    /// A number.
    Number(i16),
    /// A rule to run next.
    Rule(RuleId),
    /// No more.
    Done,
    /// Nothing to decide (asked only so that nothing is told by not asking).
    GoOn,
    /// The turn is passed.
    Pass,
    /// The time is up.
    TimeUp,
}

/// The open decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Whose.
    pub who: Who,
    /// What kind.
    pub kind: Kind,
    /// The rule that asks (none: the turn procedure of the language).
    pub rule: Option<RuleId>,
    /// The name, label or text it goes by.
    pub label: Option<TextId>,
    /// Others may not see what is answered.
    pub secret: bool,
    /// The options, without duplicates, in the defined order.
    pub options: Vec<Choice>,
    /// Weights of chance options (empty: all 1).
    pub weights: Vec<u16>,
}

/// Result of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Outcome {
    Playing,
    Win,
    Loss,
    Draw,
    /// The game was broken off by a bound.
    None,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Open {
    /// Somebody must decide.
    Decision(Decision),
    /// It is over: per seat the result, the points and the order in which seats lost (0: first out).
    Over(Vec<Outcome>),
}

/// Something told to somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    /// Who hears it (none: everybody).
    pub to: Option<Vec<SeatId>>,
    /// What.
    pub says: NoticeSays,
}

/// See [`Notice`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum NoticeSays {
    Text(TextId, Vec<SquareId>),
    InCheck(SeatId),
}

/// The match: which armies sit where, what the host chose, the seed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Match {
    /// Army of each seat (none: the seat is out, or the variant needs no armies).
    pub armies: Vec<Option<ArmyId>>,
    /// Value of each host option, one or one per seat: the number, or the index into the words.
    pub options: Vec<Vec<i16>>,
    /// The seed of chance.
    pub seed: u64,
}
