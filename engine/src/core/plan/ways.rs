//! Ways in which pieces move and attack, and tables of them by kind and facing.
use super::conditions::{Int, Truth};
use super::masks::{Mask, View};
use crate::core::bits::Bits;
use crate::rules::{Leg, Rel, Role};

/// One way of a piece with a facing.
#[derive(Clone, Debug, PartialEq)]
pub struct Way<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// From which squares, before anything is read.
    pub from: Bits<N>,
    /// From which squares now.
    pub only_from: Option<Mask<N>>,
    /// To which squares now.
    pub only_to: Option<Mask<N>>,
    /// Whether it takes: not, only, or either.
    pub takes: Takes,
    /// Fixed targets of each square, and whether they are leaps (farther than one step).
    pub leaps: Option<Box<[Bits<N>]>>,
    /// The same, of one step: no leap.
    pub steps: Option<Box<[Bits<N>]>>,
    /// Lines.
    pub rays: Vec<u16>,
    /// Pieces it goes through.
    pub through: Option<Mask<N>>,
    /// Its steps, as a piece with this facing takes them.
    pub path: Steps,
    /// It has to be walked square by square.
    pub walked: bool,
    /// Pieces it must jump.
    pub over: Option<Hurdles<N>>,
    /// Pieces it shoves.
    pub pushing: Option<Mask<N>>,
    /// What it takes instead of what stands there.
    pub this: Option<Mask<N>>,
    /// Of which kinds that can be at all.
    pub this_kinds: Bits<N>,
    /// Who is brought along, and where to.
    pub bring: Option<(Mask<N>, BringTo<N>)>,
    /// Condition on the move, with the names of its roles.
    pub when: Option<Truth<N>>,
    /// See `when`.
    pub roles: Vec<(Role, u8)>,
}

/// Where a way brings somebody along to.
#[derive(Clone, Debug, PartialEq)]
pub enum BringTo<const N: usize> {
    /// The first of these squares.
    Square(Mask<N>),
    /// A zone of the first of these owners.
    Zone((u16, Mask<N>)),
}

/// Pieces that a way must jump.
#[derive(Clone, Debug, PartialEq)]
pub struct Hurdles<const N: usize> {
    /// How many; none: one.
    pub many: Option<(Rel, Int<N>)>,
    /// Of these.
    pub of: Mask<N>,
    /// The square just behind the last of them is where it lands.
    pub close: bool,
}

/// A step that passes over what lies between.
pub fn is_leap(step: (i8, i8)) -> bool {
    step.0.abs().max(step.1.abs()) > 1
}

/// The steps of a way.
#[derive(Clone, Debug, PartialEq)]
pub enum Steps {
    /// To every square of the board.
    Anywhere,
    /// From one square to another, written for the first seat.
    FromTo(u8, u8),
    /// Offsets, whatever is between.
    Leap(Vec<(i8, i8)>),
    /// Along a line, or along several, one after another: the way bends between them.
    Slide(Vec<Leg>),
}

/// Whether a way takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Takes {
    Quiet,
    Only,
    Both,
}

/// A line of squares from every square.
#[derive(Clone, Debug, PartialEq)]
pub struct Ray<const N: usize> {
    /// One step.
    pub step: (i8, i8),
    /// Fewest and most steps (0: no end).
    pub range: (u8, u8),
    /// Its squares have greater numbers the farther they are.
    pub up: bool,
    /// All squares of the line.
    pub line: Box<[Bits<N>]>,
    /// Those in range.
    pub land: Box<[Bits<N>]>,
}

/// Movement besides, or in place of, the printed one.
#[derive(Clone, Debug, PartialEq)]
pub struct Movement<const N: usize> {
    /// Which pieces have it.
    pub view: View<N>,
    /// Besides the printed ways.
    pub also: bool,
    /// Only for attacks.
    pub attack: bool,
    /// How specific it is: the least counts where several take the printed ways' place.
    pub specific: (u8, u8, std::cmp::Reverse<u16>),
    /// The ways, by facing.
    pub ways: [Vec<Way<N>>; 4],
    /// Its pieces go like pieces of these kinds besides.
    pub like: Vec<u8>,
    /// The same of kinds that are read.
    pub like_read: Option<Mask<N>>,
    /// It joins the edges of the board, whatever else it gives.
    pub torus: bool,
    /// It gives ways.
    pub gives: bool,
}

/// What a kind can do by itself.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Printed<const N: usize> {
    /// Ways by facing.
    pub moves: [Vec<Way<N>>; 4],
    /// Ways of attack in their place, if it has any.
    pub attacks: Option<[Vec<Way<N>>; 4]>,
    /// The edges of the board are joined for it.
    pub torus: bool,
    /// Some way of it has to be walked.
    pub walks: bool,
    /// It attacks like kinds that are read.
    pub attacks_like: Option<Box<Movement<N>>>,
    /// Kinds of pieces that it takes by a walk that does not end where they stand.
    pub walked_victims: Bits<N>,
}
