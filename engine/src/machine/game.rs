//! A linked match, whatever its layout: where games begin, and what the numbers of the machine mean in
//! the terms of the rules.
use super::bits::{Bits, Wide};
use super::link::{LinkProblem, Plan};
use super::position::{Position, Table};
use super::program::Program;
use super::state::State;
use crate::ids::*;
use crate::rules::{Base, Frame, Given, Narrow, Near, Num, Placed, Quality, Set, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Two seats, up to six sorts of piece, 64 squares.
pub type Duel = Linked<u64, 8, 2>;
/// Four seats, up to eight sorts of piece, 64 squares.
pub type Four = Linked<u64, 12, 4>;
/// Four seats, up to 28 sorts of piece, 64 squares.
pub type Large = Linked<u64, 32, 4>;

/// Four seats, up to 28 sorts of piece, more than 64 squares.
pub type Broad = Linked<Wide, 32, 4>;

/// A linked match.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Game {
    Duel(Arc<Duel>),
    Four(Arc<Four>),
    Large(Arc<Large>),
    Broad(Arc<Broad>),
}

/// Runs an expression for whichever layout it is.
macro_rules! by_layout {
    ($value:expr, $type:ident, $inner:ident => $body:expr) => {
        match $value {
            $type::Duel($inner) => $body,
            $type::Four($inner) => $body,
            $type::Large($inner) => $body,
            $type::Broad($inner) => $body,
        }
    };
    ($value:expr, $type:ident, $inner:ident => wrap $body:expr) => {
        match $value {
            $type::Duel($inner) => Position::Duel($body),
            $type::Four($inner) => Position::Four($body),
            $type::Large($inner) => Position::Large($body),
            $type::Broad($inner) => Position::Broad($body),
        }
    };
}
pub(super) use by_layout;

/// A program and what its numbers mean.
#[derive(Clone, Debug)]
pub struct Linked<B, const P: usize, const S: usize> {
    /// The program.
    pub program: Program<B, P, S>,
    /// Names for its numbers.
    pub key: Key,
}

/// What the numbers of a program mean.
#[derive(Clone, Debug)]
pub struct Key {
    /// How many seats the rules have.
    pub seats: usize,
    /// Those in the match.
    pub playing: Vec<SeatId>,
    /// The frame of each seat.
    pub frames: Vec<Frame>,
    /// Kind and facing of each species, in the order of the planes behind the seats.
    pub species: Vec<(KindId, Option<Frame>)>,
    /// Kinds for which it matters to a viewer how they face.
    pub turnable: BTreeSet<KindId>,
    /// The mark the wake of a double step is.
    pub mark: Option<FieldId>,
    /// The number the clock is.
    pub clock: Option<FieldId>,
    /// Where the pieces stand at the beginning.
    pub start: Vec<Standing>,
    /// Who has the first turn.
    pub first: SeatId,
    /// Acts of the table by name.
    pub acts: Vec<(String, TableAct)>,
}

/// An act of the table the machine carries out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableAct {
    /// Giving up.
    Resign,
    /// A draw by agreement.
    Draw,
}

/// A piece to be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Its kind.
    pub kind: KindId,
    /// Whose.
    pub seat: SeatId,
    /// Where.
    pub square: SquareId,
    /// Its facing in quarter turns clockwise from north; none: as its owner faces.
    pub facing: Option<u8>,
    /// It stands where it was set up and has not moved.
    pub unmoved: bool,
}

/// A position to begin from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    /// The pieces.
    pub pieces: Vec<Standing>,
    /// The seats still in the game; empty: all that have a piece.
    pub playing: Vec<SeatId>,
    /// Who is on turn.
    pub turn: SeatId,
    /// Squares marked in the turn before (the passing field of a FEN).
    pub marked: Vec<SquareId>,
    /// The number that counts turns without progress.
    pub clock: u16,
}

/// Why a position cannot be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetUpProblem {
    /// A square the board does not have, or two pieces on one.
    #[error("square {0:?} is not on the board or is taken twice")]
    Square(SquareId),
    /// A kind or facing that the match cannot have.
    #[error("kind {0:?} so placed cannot occur in this match")]
    Kind(KindId),
    /// A seat that is not in the match.
    #[error("seat {0:?} is not in the match")]
    Seat(SeatId),
    /// Something is given that no rule of the match reads, or in a form only the interpreter takes.
    #[error("what is given cannot be set in this match")]
    Given,
}

/// Quarter turns clockwise from north.
pub fn quarter_turns(frame: Frame) -> u8 {
    (frame.turns + if frame.mirror { 2 } else { 0 }) % 4
}

/// Which plan a match got.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// The layout.
    pub layout: &'static str,
    /// Bytes of a state.
    pub state: usize,
    /// Check is enforced, by masks.
    pub masks: bool,
    /// Captures may change more than the board, so each is looked at.
    pub watched: bool,
    /// Seats whose moves are limited by the position.
    pub guarded: usize,
    /// Keys of positions are kept.
    pub repetition: bool,
}

impl Game {
    /// Which plan the match got.
    pub fn report(&self) -> Report {
        let layout = match self {
            Game::Duel(_) => "Duel",
            Game::Four(_) => "Four",
            Game::Large(_) => "Large",
            Game::Broad(_) => "Broad",
        };
        by_layout!(self, Game, linked => linked.report(layout))
    }

    /// The meaning of its numbers.
    pub fn key(&self) -> &Key {
        by_layout!(self, Game, linked => &linked.key)
    }

    /// The beginning of a game.
    ///
    /// # Errors
    /// The rules put two pieces on one square.
    pub fn start(&self) -> Result<Position, SetUpProblem> {
        let key = self.key();
        self.set_up(&SetUp {
            pieces: key.start.clone(),
            playing: key.playing.clone(),
            turn: key.first,
            marked: Vec::new(),
            clock: 0,
        })
    }

    /// A position in the middle of a game; nothing is fired by setting it up.
    ///
    /// # Errors
    /// It is none of this match.
    pub fn set_up(&self, setup: &SetUp) -> Result<Position, SetUpProblem> {
        Ok(by_layout!(self, Game, linked => wrap Table::new(linked.clone(), linked.place(setup)?)))
    }
}

impl Game {
    /// A position as scenarios and FENs describe it: pieces, and what is given besides. A piece that
    /// stands where the game sets up one like it has not moved, unless it is said.
    ///
    /// # Errors
    /// It is none of this match, or something is given that the machine does not keep.
    pub fn given(&self, placed: &[Placed], given: &[Given]) -> Result<Position, SetUpProblem> {
        let key = self.key();
        let mut setup = SetUp {
            pieces: Vec::new(),
            playing: key.playing.clone(),
            turn: key.first,
            marked: Vec::new(),
            clock: 0,
        };
        for piece in placed {
            let seat = piece.seat.ok_or(SetUpProblem::Kind(piece.kind))?;
            let home =
                |at: &&Standing| (at.kind, at.seat, at.square) == (piece.kind, seat, piece.square);
            setup.pieces.push(Standing {
                kind: piece.kind,
                seat,
                square: piece.square,
                facing: piece.facing,
                unmoved: key.start.iter().any(|at| home(&at)),
            });
        }
        for given in given {
            match given {
                Given::OnTurn(seat) => setup.turn = *seat,
                Given::Lost(seat) => setup.playing.retain(|playing| playing != seat),
                Given::Quality(Quality::Unmoved, pieces, yes) => {
                    let at = standing_on(pieces).ok_or(SetUpProblem::Given)?;
                    for piece in setup
                        .pieces
                        .iter_mut()
                        .filter(|piece| at.contains(&piece.square))
                    {
                        piece.unmoved = *yes;
                    }
                }
                Given::Mark(field, squares, _) if Some(*field) == key.mark => {
                    setup
                        .marked
                        .extend(named_squares(squares).ok_or(SetUpProblem::Given)?);
                }
                Given::Field(field, _, None, Value::Num(Num::Lit(n)))
                    if Some(*field) == key.clock =>
                {
                    setup.clock = u16::try_from(*n).map_err(|_| SetUpProblem::Given)?;
                }
                _ => return Err(SetUpProblem::Given),
            }
        }
        self.set_up(&setup)
    }
}

/// Squares written out.
fn named_squares(set: &Set) -> Option<&[SquareId]> {
    match &set.base {
        Base::Squares(squares) if set.by.is_empty() => Some(squares),
        _ => None,
    }
}

/// The squares of `the pieces on SQUARES`.
fn standing_on(set: &Set) -> Option<&[SquareId]> {
    match set.by.as_slice() {
        [Narrow::At(Near::On, at)] if matches!(set.base, Base::All(_)) => named_squares(at),
        _ => None,
    }
}

impl<B: Bits, const P: usize, const S: usize> Linked<B, P, S> {
    pub(super) fn of(plan: &Plan<'_>) -> Result<Arc<Self>, LinkProblem> {
        Ok(Arc::new(Linked {
            program: plan.program()?,
            key: plan.key(),
        }))
    }

    fn report(&self, layout: &'static str) -> Report {
        let program = &self.program;
        Report {
            layout,
            state: size_of::<State<B, P, S>>(),
            masks: program.enforced,
            watched: program.captures,
            guarded: program.seats.iter().filter(|seat| seat.guarded).count(),
            repetition: program.verdicts.repetition.is_some(),
        }
    }

    /// The state of a set-up.
    fn place(&self, setup: &SetUp) -> Result<State<B, P, S>, SetUpProblem> {
        let seated = |seat: SeatId| {
            if self.key.playing.contains(&seat) {
                Ok(seat.index())
            } else {
                Err(SetUpProblem::Seat(seat))
            }
        };
        let square = |sq: SquareId| {
            u8::try_from(sq.0)
                .ok()
                .filter(|&sq| usize::from(sq) < B::SIZE && self.program.board.has(sq))
                .ok_or(SetUpProblem::Square(sq))
        };
        let mut playing = 0u8;
        for &seat in &setup.playing {
            playing |= 1 << seated(seat)?;
        }
        let mut st = State::<B, P, S>::empty(0);
        for piece in &setup.pieces {
            let (seat, sq) = (seated(piece.seat)?, square(piece.square)?);
            if st.occupied().has(sq) {
                return Err(SetUpProblem::Square(piece.square));
            }
            let plane = self.plane_of(piece).ok_or(SetUpProblem::Kind(piece.kind))?;
            let bit = B::bit(sq);
            st.planes[seat] |= bit;
            st.planes[plane] |= bit;
            if piece.unmoved {
                st.fresh |= bit;
            }
            if setup.playing.is_empty() {
                playing |= 1 << seat;
            }
        }
        for &sq in &setup.marked {
            st.wakes |= B::bit(square(sq)?);
        }
        st.playing = playing;
        st.seat = seated(setup.turn)? as u8;
        st.clock = setup.clock;
        Ok(st)
    }

    fn plane_of(&self, piece: &Standing) -> Option<usize> {
        let owner = self.key.frames[piece.seat.index()];
        let facing = piece.facing.unwrap_or(quarter_turns(owner));
        let fits = |(kind, frame): &(KindId, Option<Frame>)| {
            *kind == piece.kind
                && frame.is_none_or(|frame| {
                    frame == owner && facing == quarter_turns(owner)
                        || quarter_turns(frame) == facing
                })
        };
        let at = self.key.species.iter().position(fits)?;
        // Where facing follows the owner a piece cannot face otherwise.
        let follows = self.key.species[at].1.is_none()
            && facing != quarter_turns(owner)
            && piece.facing.is_some();
        (!follows).then_some(S + at)
    }

    /// The kind and facing of the species of a plane.
    pub fn species(&self, plane: usize) -> Option<(KindId, Option<Frame>)> {
        self.key.species.get(plane.checked_sub(S)?).copied()
    }
}
