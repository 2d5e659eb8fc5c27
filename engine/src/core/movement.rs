//! Where pieces go and what they attack: tables of ways asked for one piece or backwards, and what guards leave of it. Pure.
mod attacks;
mod guards;
mod made;
mod reach;

use super::bits::Bits;
use super::plan::*;
use super::state::*;
pub use made::{around_closed, crossed};

/// What guards leave to the pieces of one seat, read once for all of them.
#[derive(Clone, Debug)]
pub struct Leave<const N: usize> {
    /// Who acts.
    pub seat: u8,
    /// Pieces that cannot move.
    pub frozen: Bits<N>,
    /// Pieces that cannot leave their square; who captures without moving leaves none.
    pub rooted: Bits<N>,
    /// Pieces that cannot leap.
    pub grounded: Bits<N>,
    /// Squares nobody can enter; who captures without moving enters none.
    pub closed: Bits<N>,
    /// These cannot enter those squares.
    pub gates: Vec<(Bits<N>, Bits<N>)>,
    /// Pieces that cannot be captured.
    pub shielded: Bits<N>,
    /// These cannot capture those.
    pub spared: Vec<(Bits<N>, Bits<N>)>,
    /// These cannot move to those squares.
    pub barred: Vec<(Bits<N>, Bits<N>)>,
    /// These cannot go across those squares.
    pub walls: Vec<(Bits<N>, Bits<N>)>,
    /// Guards that have to be asked of each move: the guard (of a fact for a time: [`FACT`] and more) and its holder.
    pub asked: Vec<(u16, Env<N>)>,
    /// These may capture those, though they are of one owner.
    pub own: Vec<(Bits<N>, Bits<N>)>,
    /// These may go over those; quiet: without capturing behind.
    pub over: Vec<(Bits<N>, Bits<N>, bool)>,
    /// Movement that powers and modes give: which pieces have it.
    pub given: Vec<Bits<N>>,
    /// Pieces that capture without moving.
    pub standing: Bits<N>,
    /// Guards on pieces alone count, not those on who acts.
    pub of_pieces: bool,
}

impl<const N: usize> Leave<N> {
    /// What is left to a seat where nothing is forbidden and nothing given.
    pub(super) fn of(seat: u8) -> Self {
        Leave {
            seat,
            frozen: Bits::EMPTY,
            rooted: Bits::EMPTY,
            grounded: Bits::EMPTY,
            closed: Bits::EMPTY,
            shielded: Bits::EMPTY,
            spared: vec![],
            gates: vec![],
            barred: vec![],
            walls: vec![],
            asked: vec![],
            own: vec![],
            over: vec![],
            given: vec![],
            standing: Bits::EMPTY,
            of_pieces: false,
        }
    }
}

/// How much of what makes a move lawful is looked at while moves are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// All of it.
    Lawful,
    /// King safety is left aside.
    PseudoLegal,
    /// King safety and the guards that are asked of each move are tried when an answer is drawn: see [`Untried`].
    ///
    /// [`Untried`]: super::at_random::Untried
    Untried,
}

impl Legality {
    /// Lawful, or king safety left aside.
    pub fn lawful_if(safe: bool) -> Self {
        match safe {
            true => Legality::Lawful,
            false => Legality::PseudoLegal,
        }
    }
}

/// For what it is asked what guards leave.
#[derive(Clone, Copy, Debug)]
pub enum Ask<const N: usize> {
    /// What a player may choose.
    Moves,
    /// What pieces could do, whatever binds their owner.
    Mobility,
    /// Whether a piece could capture.
    Attacks(Scope<N>),
}

/// Pieces and squares that a question about attacks concerns: a guard that speaks of none of them is not read.
#[derive(Clone, Copy, Debug)]
pub struct Scope<const N: usize> {
    /// Pieces that may act.
    pub by: Bits<N>,
    /// Pieces that may be taken.
    pub victims: Bits<N>,
    /// Squares that may be entered.
    pub squares: Bits<N>,
}

impl<const N: usize> Scope<N> {
    /// All of it.
    const WHOLE: Self = Scope {
        by: Bits::FULL,
        victims: Bits::FULL,
        squares: Bits::FULL,
    };
}

/// From this number on a guard is one of a fact for a time.
pub const FACT: u16 = 1 << 15;

/// Where one piece can go.
#[derive(Clone, Copy, Debug)]
pub struct Reach<const N: usize> {
    /// By slides and single steps.
    pub slides: Bits<N>,
    /// By leaps.
    pub leaps: Bits<N>,
}

/// Where a piece that is brought along goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brought {
    /// To a square, as in castling.
    Square(u8),
    /// Into a place of a zone: aboard.
    Zone(u16),
}

/// Pieces one move can shove.
pub const PUSHES: usize = 10;

/// How often a way can bend.
pub const MOST_BENDS: usize = crate::rules::Leg::MOST - 1;

/// One move with all it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move<const N: usize> {
    /// Who goes.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// Where to (a capture without moving: the square of the victim).
    pub to: u8,
    /// Who is taken.
    pub victims: Bits<N>,
    /// Who is shoved where (off the board: [`NONE`]), farthest first.
    pub pushes: [Option<(u8, u8)>; PUSHES],
    /// Who is brought along, and where to.
    pub bring: Option<(u8, Brought)>,
    /// An edge of the torus is crossed.
    pub edge: bool,
    /// The captor stays.
    pub stand: bool,
    /// It leaps.
    pub leap: bool,
    /// Squares on the way.
    pub path: Bits<N>,
    /// The direction, if it went along one line.
    pub direction: Option<(i8, i8)>,
    /// Where it turned from one line into the next.
    pub bends: [Option<u8>; MOST_BENDS],
}

impl<const N: usize> Move<N> {
    /// From one square to another, and nothing else.
    pub fn plain(p: usize, from: usize, to: usize) -> Self {
        Move {
            piece: p as u8,
            from: from as u8,
            to: to as u8,
            victims: Bits::EMPTY,
            pushes: [None; PUSHES],
            bring: None,
            edge: false,
            stand: false,
            leap: false,
            path: Bits::EMPTY,
            direction: None,
            bends: [None; MOST_BENDS],
        }
    }
}

impl<const N: usize> Plan<N> {
    /// The squares a line reaches from a square, the first piece on it included.
    #[inline(always)]
    pub fn ray(&self, r: u16, sq: usize, taken: Bits<N>) -> Bits<N> {
        let ray = &self.rays[r as usize];
        let line = ray.line[sq];
        let hit = line & taken;
        let stop = if ray.up { hit.first() } else { hit.last() };
        match stop {
            None => ray.land[sq],
            Some(stop) => {
                let upto = if ray.up {
                    self.below[stop + 1]
                } else {
                    !self.below[stop]
                };
                ray.land[sq] & upto
            }
        }
    }
    /// The fixed targets and lines of a way from a square: slides and steps, and leaps.
    #[inline(always)]
    fn targets(&self, w: &Way<N>, sq: usize, taken: Bits<N>) -> Reach<N> {
        let mut slides = w.steps.as_ref().map_or(Bits::EMPTY, |t| t[sq]);
        for r in &w.rays {
            slides |= self.ray(*r, sq, taken);
        }
        Reach {
            slides,
            leaps: w.leaps.as_ref().map_or(Bits::EMPTY, |t| t[sq]),
        }
    }
}

impl<const N: usize> Printed<N> {
    /// The ways by facing, of attack or of moves.
    pub fn of(&self, attack: bool) -> &[Vec<Way<N>>; 4] {
        match &self.attacks {
            Some(ways) if attack => ways,
            _ => &self.moves,
        }
    }
}
