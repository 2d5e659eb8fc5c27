//! What a host sees of a game: the open decision and its options. Shared by everything that plays,
//! so that any two can be compared option list by option list.
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
    /// Whether somebody's time is up (`within 60 seconds`): asked of the clock before he is asked himself. A host that measures
    /// looks at what he is asked on a copy, and answers for the clock when he has answered or the time is over.
    Time,
    /// Who begins a turn, where orders of turns do not wait for each other: asked of the clock, since whoever answers first begins.
    /// A host that serves several tables looks at the decisions of all of them on copies, and answers for the clock when one comes in.
    First,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// A move.
    Move(SquareId, SquareId),
    /// An action (`instead of moving`).
    Action(RuleId),
    /// An action of the piece on a square, where several pieces have the same one.
    ActionOf(RuleId, SquareId),
    /// An offer accepted.
    Accept,
    /// An offer declined, an action left.
    Decline,
    /// What has a text for a name: a branch of `either`, a face of a die. Digests of games call it by the older word.
    #[serde(rename = "Branch")]
    Text(TextId),
    /// A piece on a square.
    Piece(SquareId),
    /// A piece or card in a zone, lost, or otherwise off the board: the how-manyth of the candidates, and its kind as the decider sees it, and the side
    /// whose colour it shows, if it is a card of one.
    Held(u16, KindId, Option<SideId>),
    /// A square.
    Square(SquareId),
    /// The border between two squares, the lower one first.
    Border(SquareId, SquareId),
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
    /// Weights of the options of chance, and of the clock in random games (empty: all 1).
    pub weights: Vec<u16>,
    /// How many have been picked already in this choice of several.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub picked: u16,
    /// Of things dealt one by one: the place that the one chosen goes to, or the thing that goes to the place chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dealing: Option<Choice>,
}

fn is_zero(n: &u16) -> bool {
    *n == 0
}

/// Result of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Outcome {
    Playing,
    Win,
    Loss,
    Draw,
    /// The game ended without a result for the seat, which may count its points, or it was never in.
    None,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Open {
    /// Somebody must decide.
    Decision(Decision),
    /// It is over: per seat the result.
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

/// The sentence that keeps an option from being offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refusal {
    /// Its words.
    pub src: SourceId,
    /// Ledger clauses it answers for.
    pub tags: Vec<TextId>,
}

/// An answer that was not accepted; the game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// No option has this index.
    #[error("there is no option {index}; the decision has {options}")]
    NoSuchOption {
        /// What was sent.
        index: usize,
        /// How many there are.
        options: usize,
    },
    /// The table has no such act, or it is not open to this seat now.
    #[error("`{0}` is not open to this seat now")]
    NoSuchAct(String),
    /// The answer would make rules fire each other without end; it counts as a fault of the rules.
    #[error("this answer makes rules fire each other without end")]
    Cycle(Vec<RuleId>),
    /// Nobody would have anything to decide afterwards, and the game would not end.
    #[error("after this answer nobody has anything to decide")]
    Idle,
}

/// The position as the host or a seat sees it: the same for both machines, so that views, fingerprints of
/// records and comparisons need to know neither of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BoardView {
    /// The pieces on the boards, by square and layer.
    pub pieces: Vec<SeenPiece>,
    /// Zones that hold something, in the order of their declaration, then of their owners.
    pub zones: Vec<SeenZone>,
    /// Values that are set (marks: that are so; numbers: not 0), in the order of their declaration, then of
    /// their owners; those the viewer may not see are left out.
    pub fields: Vec<SeenField>,
    /// Whose turn it is.
    pub on_turn: Vec<SeatId>,
    /// How each seat stands.
    pub outcomes: Vec<Outcome>,
}

/// A piece on a square, as it is seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct SeenPiece {
    /// Where.
    pub square: SquareId,
    /// On which side of the board (0: the near one).
    pub layer: u8,
    /// Its kind, as views show it.
    pub kind: KindId,
    /// Who controls it; none: nobody.
    pub seat: Option<SeatId>,
    /// Its facing in quarter turns clockwise from north.
    pub facing: u8,
}

/// What state hangs on, as it is seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Thing {
    /// The game.
    Game,
    /// A seat.
    Seat(SeatId),
    /// A side.
    Side(SideId),
    /// A square.
    Square(SquareId),
    /// The border between two squares, the lower one first.
    Border(SquareId, SquareId),
    /// The piece on a square, on a layer.
    Piece(SquareId, u8),
    /// A piece or card off the board, by a number that stays the same for the game.
    Held(u16),
    /// A kind.
    Kind(KindId),
}

/// A zone, as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenZone {
    /// Which.
    pub zone: ZoneId,
    /// Whose.
    pub of: Thing,
    /// How many pieces or cards it holds; always public.
    pub count: u16,
    /// What it holds, in order; none: the viewer may not see it.
    pub held: Option<Vec<SeenHeld>>,
}

/// What lies in a zone, as it is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeenHeld {
    /// A piece of a kind with its controller; a card with a seat of the colour it shows.
    Of(KindId, Option<SeatId>),
    /// The card of an army.
    Army {
        /// Which.
        army: ArmyId,
    },
}

/// A value, as it is seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeenField {
    /// Which.
    pub field: FieldId,
    /// Of what.
    pub of: Thing,
    /// For a value kept once per seat: the seat.
    pub seat: Option<SeatId>,
    /// What it is: one value, or the members of a set.
    pub values: Vec<Shown>,
}

/// One value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Shown {
    /// A mark that is set.
    Yes,
    Number(i32),
    Thing(Thing),
    Army(ArmyId),
    Text(TextId),
    Move(SquareId, SquareId),
    Direction(i8, i8),
}

/// How often looking ahead for an answer reached its bound, so that the answer counted as not lawful.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounded {
    /// How often.
    pub times: u32,
    /// The latest time in what this rule offers; none: in the rest of a turn.
    pub rule: Option<RuleId>,
}
