//! Conditions, numbers and questions about the past as expressions; and the patterns that events are held against.
use super::masks::{ForSeat, Mask, OfHolders};
use crate::core::plans::{MoveIs, Moves};
use crate::rules::{Case, Op, Rel, Ty, Verb};

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth<const N: usize> {
    /// Always, never.
    Fixed(bool),
    /// The contrary.
    Not(Box<Truth<N>>),
    /// All.
    All(Vec<Truth<N>>),
    /// One.
    Any(Vec<Truth<N>>),
    /// There is one.
    Some(Mask<N>),
    /// There is one, and all of them are among those.
    Every(Mask<N>, Mask<N>),
    /// Of the first things so many can each be matched with another of the second things; without a number all of them, and there is
    /// one.
    Paired(Mask<N>, Mask<N>, Option<(Rel, Int<N>)>),
    /// So many.
    Count(Mask<N>, Rel, Int<N>),
    /// Numbers compare so.
    Compare(Int<N>, Rel, Int<N>),
    /// It is the n-th turn of one of these seats.
    NthTurn(u8, Mask<N>),
    /// Somebody is on turn.
    SomebodyOnTurn,
    /// Something of the first is in check from one of these seats now, and was not before from that one; none: from anybody.
    NewlyInCheck(Mask<N>, Option<Mask<N>>),
    /// The same of seats.
    SeatNewlyInCheck(Mask<N>, Option<Mask<N>>),
    /// It holds in the state that comes about.
    Would(Box<Truth<N>>),
    /// One of these pieces covers so many of those (squares, if `true`), as its kind or as one of these.
    Covers(Mask<N>, Mask<N>, bool, Option<Mask<N>>, Rel, Int<N>),
    /// There is one now that was not among them just before.
    NewlySome(Mask<N>),
    /// What was so just before the event, noted when it was matched.
    Note(u8),
    /// The start or end (true) of the n-th turn of one of these seats is over.
    TurnOver(u8, Mask<N>, bool),
    /// One of these pieces could go to one of those squares, as one of these kinds.
    Reaches(Mask<N>, Mask<N>, Option<Mask<N>>),
    /// How often something happened.
    Happened(Box<Past<N>>, Rel, Int<N>),
    /// It was so before the event.
    Earlier(Box<Truth<N>>),
    /// There is one of these moves of which all of this is so.
    SomeMove(Box<Moves<N>>, Vec<MoveIs>),
    /// There is one, and of each of them all of this is so.
    EveryMove(Box<Moves<N>>, Vec<MoveIs>),
    /// One of these pieces attacks so many of those (squares, if `true`).
    Attacks(Mask<N>, Mask<N>, bool, Rel, Int<N>),
    /// The same of seats: one of them, acting with its pieces.
    SeatsAttack(Mask<N>, Mask<N>, bool, Rel, Int<N>),
}

/// A whole number.
#[derive(Clone, Debug, PartialEq)]
pub enum Int<const N: usize> {
    /// Written out.
    Fixed(i32),
    /// How many.
    Count(Box<Mask<N>>),
    /// A value of a field, summed over its owners; the number it has where none was set.
    Field(u16, Option<Box<Mask<N>>>, i32),
    /// The same of what is kept for each seat, read for one.
    FieldFor(Box<ForSeat<N>>, u16, Option<Box<Mask<N>>>, i32),
    /// The same of what each holder of a power keeps, read by anybody else: the sum of everybody who holds the power or has set a value.
    FieldOfHolders(Box<OfHolders>, u16, Option<Box<Mask<N>>>, i32),
    /// The most or fewest of a value among these owners.
    Extreme(bool, u16, Box<Mask<N>>, i32),
    /// Points of these seats.
    Points(Box<Mask<N>>),
    /// Places of these seats, added.
    Place(Box<Mask<N>>),
    /// Worth of these kinds.
    Worth(Box<Mask<N>>),
    /// Worth of these pieces, each by its kind.
    WorthOfPieces(Box<Mask<N>>),
    /// A definition that is a number, read by who reads, or for each of these things of a type.
    Word(u16, Option<(Ty, Box<Mask<N>>)>),
    /// A name that stands for a number.
    Name(u8),
    /// How often it happened.
    Past(Box<Past<N>>),
    /// What the host chose for this seat, of one value for each.
    Chosen(Box<[i32]>, Box<Mask<N>>),
    /// How often this position has occurred.
    Repetition,
    /// Which round it is, from 1.
    Round,
    /// Arithmetic.
    Both(Op, Box<Int<N>>, Box<Int<N>>),
}

/// A question about the past: events of a verb, since a turn, that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Past<const N: usize> {
    /// What happened.
    pub verb: Verb,
    /// Only in this turn.
    pub this_turn: bool,
    /// Only in this round.
    pub this_round: bool,
    /// Only since the latest turn of one of these seats; `true`: since its end.
    pub since: Option<(Mask<N>, bool)>,
    /// Who did it.
    pub author: Option<Mask<N>>,
    /// Whose the piece was.
    pub owner: Option<Mask<N>>,
    /// What kind it was.
    pub kinds: Option<Mask<N>>,
    /// Which piece it was.
    pub pieces: Option<Mask<N>>,
    /// Which piece did it.
    pub by: Option<Mask<N>>,
    /// Whose that piece was.
    pub by_owner: Option<Mask<N>>,
    /// What kind that piece was.
    pub by_kinds: Option<Mask<N>>,
    /// Which square was crossed, entered or left.
    pub squares: Option<Mask<N>>,
    /// These squares are one place: going from one to another neither enters nor leaves it.
    pub area: bool,
    /// It counts only pieces, each once.
    pub once: bool,
}

/// Who or what does a deed.
#[derive(Clone, Debug, PartialEq)]
pub enum Doer<const N: usize> {
    /// Anybody.
    Anybody,
    /// One of these seats.
    Seats(Mask<N>),
    /// One of these pieces.
    Pieces(Mask<N>),
    /// An ability of one of these seats.
    Ability(Mask<N>),
}

/// The pattern of an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern<const N: usize> {
    /// The verb.
    pub verb: Verb,
    /// Who does it.
    pub doer: Doer<N>,
    /// To what, and of which type that is.
    pub object: Option<(Ty, Mask<N>)>,
    /// The squares entered or left are one place: going from one to another neither enters nor leaves it.
    pub area: bool,
    /// Cases.
    pub cases: Vec<(Case, Ty, CaseIs<N>)>,
    /// By a pattern, not by an ability.
    pub normally: bool,
    /// So that others do not notice.
    pub secretly: bool,
    /// Without moving.
    pub still: bool,
    /// Steps along which it went, as seen by the piece.
    pub along: Option<Along>,
    /// So many of these in one step.
    pub count: Option<(Rel, Int<N>)>,
    /// The phrase names one doer, one object: events are of the same things by that.
    pub one: (bool, bool),
}

/// Steps of a line, and how many of them: fewest, most (0: no end).
pub type Along = (Vec<(i8, i8)>, u8, u8);

/// What a case of a pattern asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum CaseIs<const N: usize> {
    /// One of these things.
    Among(Mask<N>),
    /// This mark.
    Mark(u16),
    /// An ability of one of these seats.
    Ability(Mask<N>),
    /// The edge of the board.
    Edge,
    /// A zone of these owners.
    Zone(u16, Mask<N>),
}
