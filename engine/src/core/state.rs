//! What a game is at one moment, as a value: copied in one go, compared, hashed. Flat arrays sized by the plan. Holds no rules and
//! never looks anything up by name.
mod cache;
mod course;
mod digest;
mod frames;
mod lasting;
mod positions;
mod spare;

pub use cache::{BeforeStep, Cache, SLOTS, Slots256};
pub use course::*;
pub use digest::{Telling, hasher};
pub use frames::*;
pub use lasting::*;
pub use positions::Positions;

use super::bits::Bits;
use super::deed::Primitive;
use super::event::Event;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// No piece, seat, square or rule.
pub const NONE: u8 = u8::MAX;

/// No rule, block or slot.
pub const NONE16: u16 = u16::MAX;

/// A value that was never set.
pub const UNSET: i32 = i32::MIN;

/// Names one rule can bind.
pub const NAMES: usize = 10;

/// The planes every match has, by number; those of owners, kinds and declared marks follow.
pub mod plane {
    /// Pieces on a square.
    pub const BOARD: usize = 0;
    /// Pieces captured or removed.
    pub const LOST: usize = 1;
    /// Pieces that have not moved.
    pub const UNMOVED: usize = 2;
    /// Pieces that moved this turn.
    pub const MOVED: usize = 3;
    /// Cards.
    pub const CARD: usize = 4;
    /// Squares that are taken.
    pub const TAKEN: usize = 5;
    /// Pieces by facing: four planes.
    pub const FACING: usize = 6;
    /// Pieces that exist.
    pub const THERE: usize = 10;
    /// Pieces last lost by a capture.
    pub const CAPTURED: usize = 11;
    /// Pieces on the far side of a board with two sides.
    pub const FAR: usize = 12;
    /// Pieces and cards in hidden zones that were shown to everybody.
    pub const SHOWN: usize = 13;
    /// Pieces by owner, then by nobody.
    pub const OWNER: usize = 14;
}

/// By which means a change came about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Means {
    /// A rule of the variant.
    #[default]
    Rule,
    /// A decision to move.
    Move,
    /// A rule of a power or of a kind.
    Ability,
}

/// What a rule is read in: who speaks, about what, what its names stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Env<const N: usize> {
    /// The holder.
    pub you: u8,
    /// The piece of a kind's rule, or the thing a fact or definition speaks of (its type is known to the plan).
    pub it: u8,
    /// Who acts in the block.
    pub actor: u8,
    /// The player behind the event, where there is one.
    pub author: u8,
    /// There is an event.
    pub event: bool,
    /// The rule that asks, for the host.
    pub rule: u16,
    /// By what means its changes come about.
    pub means: Means,
    /// Steps of a turn, round or set-up procedure: each is settled.
    pub procedure: bool,
    /// The opponent a limit is counted for.
    pub opponent: u8,
    /// Clauses about the moment before the event, as they came out then.
    pub notes: u16,
    /// Under what number the state before the event is kept; 0: it is not.
    pub before: u32,
    /// Names: sets as bits, numbers in the first word.
    pub names: [Bits<N>; NAMES],
}

impl<const N: usize> Env<N> {
    /// Nobody speaks about nothing.
    pub const EMPTY: Self = Env {
        you: NONE,
        it: NONE,
        actor: NONE,
        author: NONE,
        event: false,
        rule: NONE16,
        means: Means::Rule,
        procedure: false,
        opponent: NONE,
        notes: 0,
        before: 0,
        names: [Bits::EMPTY; NAMES],
    };
    /// The same, to read in: no copy is made of it.
    pub const NOBODY: &'static Self = &Self::EMPTY;
    /// The environment of one holder of a rule.
    pub fn of(you: u8, it: u8, rule: u16) -> Self {
        Env {
            you,
            it,
            rule,
            ..Self::EMPTY
        }
    }
}

/// The state before a move decision, to which `take back the move` goes back.
#[derive(Clone, PartialEq, Debug, Eq, Hash, Serialize, Deserialize)]
pub struct Saved<const N: usize> {
    /// How many frames stood below the decision.
    pub frame: u8,
    /// Everything but what is saved.
    pub state: Arc<State<N>>,
}

/// How an option is judged in whose midst another one is carried out.
#[derive(Clone, PartialEq, Debug, Default, Eq, Hash, Serialize, Deserialize)]
pub struct Interrupted<const N: usize> {
    /// See [`State::judged`].
    pub judged: Option<Arc<State<N>>>,
    /// See [`State::begun`].
    pub begun: Option<Arc<State<N>>>,
}

/// A game at one moment.
#[derive(PartialEq, Debug, Default, Eq, Hash, Serialize, Deserialize)]
pub struct State<const N: usize> {
    /// Piece on each square, plus one; 0: none.
    pub cells: Vec<u8>,
    /// The same on the far side; nothing where boards have one side.
    pub far: Vec<u8>,
    /// Square of each piece.
    pub place: Vec<u8>,
    /// Kind of each piece, as numbered in the plan.
    pub kind: Vec<u8>,
    /// Owner of each piece; the number of seats: nobody.
    pub owner: Vec<u8>,
    /// Facing of each piece.
    pub facing: Vec<u8>,
    /// Home square of each piece.
    pub home: Vec<u8>,
    /// The place in a zone of each piece; [`NONE16`]: it lies in none.
    pub zone: Vec<u16>,
    /// The side whose colour each card shows.
    pub side: Vec<u8>,
    /// The army of each card that is one of an army.
    pub card_of: Vec<u16>,
    /// With which shuffle each card lies where it lies; 0: its place is known.
    pub mixed: Vec<u32>,
    /// What lies in zones, in order: place and piece.
    pub held: Vec<(u16, u8)>,
    /// The direction of the latest move of each piece, as numbered in the plan.
    pub heading: Vec<u8>,
    /// When each piece last changed its square.
    pub moved_at: Vec<u32>,
    /// Sets: see [`plane`].
    pub planes: Vec<Bits<N>>,
    /// Declared numbers, and numbers of things.
    pub values: Vec<i32>,
    /// Seats.
    pub seats: Vec<Seat>,
    /// Orders of turns that do not wait for each other; nothing: there is one order.
    pub orders: Vec<TurnOrder>,
    /// Counters of the course.
    pub clock: Clock,
    /// Uses of limits.
    pub used: Vec<Used>,
    /// Marks and values that end.
    pub timed: Vec<Timed<N>>,
    /// Facts for a time.
    pub imposed: Vec<Imposed<N>>,
    /// Delayed blocks.
    pub delayed: Vec<Delayed<N>>,
    /// Powers that are held for a time.
    pub borrowed: Vec<Borrowed>,
    /// Events some rule asks for.
    pub trail: Vec<Told>,
    /// Positions at the starts of turns.
    pub positions: Positions,
    /// Truth of `as soon as` conditions, and whether it is known: two planes each.
    pub edges: Vec<Bits<N>>,
    /// The same of those whose memory is a list: what is true.
    pub listed: Vec<Risen>,
    /// Blocks with a clock in which this stands, the innermost last.
    pub timers: Vec<Timer>,
    /// Per look (stages, then verdicts): what has changed since.
    pub dirty: Vec<u32>,
    /// Per look: which pieces have changed since.
    pub touched: Vec<Bits<N>>,
    /// Sets that hold until something changes that they are made from.
    #[serde(skip)]
    pub cache: Cache<N>,
    /// Rules set off.
    pub queue: Vec<Match<N>>,
    /// Rules that wait for the end of the turn.
    pub endings: Vec<Match<N>>,
    /// Rules of stages behind the verdicts.
    pub waiting: Vec<Match<N>>,
    /// Rules that open a move decision, to run when no body is open.
    pub granting: Vec<Match<N>>,
    /// Other rules at the end of this turn.
    pub moments: Vec<Match<N>>,
    /// Rules at the start of this turn that have run.
    pub done: Vec<(u16, u8, u8)>,
    /// What was decided in a stage while a move may still be taken back.
    pub decided: Vec<(u32, u8, Primitive<N>)>,
    /// The continuation.
    pub frames: Vec<Frame<N>>,
    /// States before open move decisions, where something may take a move back.
    pub saved: Vec<Saved<N>>,
    /// What has happened this turn, where something is a duty.
    pub events: Vec<Event<N>>,
    /// States just before events, for rules that ask what is newly so.
    pub befores: Vec<(u32, Arc<State<N>>)>,
    /// Where an ability began that is judged as a whole.
    pub judged: Option<Arc<State<N>>>,
    /// Where the option began that is being carried out, if something must hold after it.
    pub begun: Option<Arc<State<N>>>,
    /// The same of the options in whose midst another one is carried out, the innermost last: one entry for each body that is judged.
    pub interrupted: Vec<Interrupted<N>>,
    /// The action in hand holds one move.
    pub one_move: bool,
    /// Moves (origin, destination) that the open decision does not offer again: each would have exposed a royal piece that is hidden
    /// from the mover.
    pub vain: Vec<(u8, u8)>,
}

impl<const N: usize> Clone for State<N> {
    fn clone(&self) -> Self {
        let mut copy = State::default();
        copy.copy_from(self);
        copy
    }
    fn clone_from(&mut self, from: &Self) {
        self.copy_from(from);
    }
}

impl<const N: usize> State<N> {
    /// The place of a seat, from 1, as if the game ended now: one more than there are seats that stand better.
    pub fn place_of(&self, seat: usize) -> u32 {
        let own = self.seats[seat].standing();
        1 + self.seats.iter().filter(|s| s.standing() > own).count() as u32
    }
    /// Takes over another state, using the room there is.
    pub fn copy_from(&mut self, from: &State<N>) {
        self.copy_world_from(from);
        self.queue.clone_from(&from.queue);
        self.endings.clone_from(&from.endings);
        self.waiting.clone_from(&from.waiting);
        self.granting.clone_from(&from.granting);
        self.moments.clone_from(&from.moments);
        self.decided.clone_from(&from.decided);
        self.frames.clone_from(&from.frames);
        self.saved.clone_from(&from.saved);
        self.befores.clone_from(&from.befores);
        self.judged.clone_from(&from.judged);
        self.begun.clone_from(&from.begun);
        self.interrupted.clone_from(&from.interrupted);
    }
    /// Takes over what there is, and leaves what is still to be done as it was.
    fn copy_world_from(&mut self, from: &State<N>) {
        let State {
            cells,
            far,
            place,
            kind,
            owner,
            facing,
            home,
            zone,
            side,
            card_of,
            mixed,
            held,
            heading,
            moved_at,
            planes,
            values,
            seats,
            orders,
            clock,
            used,
            timed,
            imposed,
            delayed,
            borrowed,
            trail,
            positions,
            edges,
            listed,
            timers,
            dirty,
            touched,
            cache,
            queue: _,
            endings: _,
            waiting: _,
            granting: _,
            moments: _,
            done,
            decided: _,
            frames: _,
            saved: _,
            events,
            befores: _,
            judged: _,
            begun: _,
            interrupted: _,
            one_move,
            vain,
        } = self;
        cells.clone_from(&from.cells);
        far.clone_from(&from.far);
        place.clone_from(&from.place);
        kind.clone_from(&from.kind);
        owner.clone_from(&from.owner);
        facing.clone_from(&from.facing);
        home.clone_from(&from.home);
        zone.clone_from(&from.zone);
        side.clone_from(&from.side);
        card_of.clone_from(&from.card_of);
        mixed.clone_from(&from.mixed);
        held.clone_from(&from.held);
        heading.clone_from(&from.heading);
        moved_at.clone_from(&from.moved_at);
        planes.clone_from(&from.planes);
        values.clone_from(&from.values);
        seats.clone_from(&from.seats);
        orders.clone_from(&from.orders);
        *clock = from.clock;
        used.clone_from(&from.used);
        timed.clone_from(&from.timed);
        imposed.clone_from(&from.imposed);
        delayed.clone_from(&from.delayed);
        borrowed.clone_from(&from.borrowed);
        trail.clone_from(&from.trail);
        positions.clone_from(&from.positions);
        edges.clone_from(&from.edges);
        listed.clone_from(&from.listed);
        timers.clone_from(&from.timers);
        dirty.clone_from(&from.dirty);
        touched.clone_from(&from.touched);
        cache.clone_from(&from.cache);
        done.clone_from(&from.done);
        events.clone_from(&from.events);
        *one_move = from.one_move;
        vain.clone_from(&from.vain);
    }
    /// The piece on a square; of two sides the near one first.
    #[inline(always)]
    pub fn at(&self, sq: usize) -> Option<usize> {
        match self.cells[sq] {
            0 => (self.far.get(sq).copied().unwrap_or(0) as usize).checked_sub(1),
            p => Some(p as usize - 1),
        }
    }
    /// The piece on a square of the near or the far side.
    #[inline(always)]
    pub fn at_side(&self, sq: usize, far: bool) -> Option<usize> {
        let p = if far { self.far[sq] } else { self.cells[sq] };
        (p as usize).checked_sub(1)
    }
    /// The piece on a square of the side on which another stands.
    #[inline(always)]
    pub fn at_beside(&self, sq: usize, p: usize) -> Option<usize> {
        self.at_side(sq, self.is_far(p))
    }
    /// The pieces on a square: one, or one on each side.
    #[inline(always)]
    pub fn here(&self, sq: usize) -> impl Iterator<Item = usize> + use<N> {
        let far = self.far.get(sq).copied().unwrap_or(0);
        let both = [self.cells[sq], far].into_iter();
        both.filter_map(|p| (p as usize).checked_sub(1))
    }
    /// A piece stands on the far side.
    #[inline(always)]
    pub fn is_far(&self, p: usize) -> bool {
        !self.far.is_empty() && self.planes[plane::FAR].has(p)
    }
    /// Squares that are taken on the side on which a piece stands.
    #[inline(always)]
    pub fn taken_beside(&self, p: usize) -> Bits<N> {
        if self.far.is_empty() {
            return self.planes[plane::TAKEN];
        }
        let side = if self.is_far(p) {
            &self.far
        } else {
            &self.cells
        };
        (0..side.len()).filter(|s| side[*s] != 0).collect()
    }
    /// The square of a piece, if it stands on one.
    #[inline(always)]
    pub fn square(&self, p: usize) -> Option<usize> {
        let s = self.place[p];
        (s != NONE).then_some(s as usize)
    }
    /// A plane.
    #[inline(always)]
    pub fn plane(&self, i: usize) -> Bits<N> {
        self.planes[i]
    }
    /// Still in the game.
    #[inline(always)]
    pub fn playing(&self, seat: usize) -> bool {
        self.clock.playing >> seat & 1 == 1
    }
    /// The stage whose rules are being carried out; none: none is.
    pub fn stage(&self) -> Option<u8> {
        self.frames.iter().rev().find_map(|f| match f {
            Frame::Settle(stage) if *stage != NONE => Some(*stage),
            _ => None,
        })
    }
    /// Where the option begins that is being carried out below a frame, if that frame is a part of it: what its moves set off is not.
    pub fn option_below(&self, at: usize) -> Option<usize> {
        (self.frames[..at].iter().rev())
            .take_while(|f| !matches!(f, Frame::Settle(_)))
            .find_map(|f| match f {
                Frame::Body(b) => Some(b),
                _ => None,
            })
            .filter(|b| b.option)
            .map(|b| b.root as usize)
    }
    /// Each body that is judged has its entry in `interrupted`.
    pub fn judges_in_step(&self) -> bool {
        let judged = |f: &&Frame<N>| matches!(f, Frame::Body(b) if b.judged);
        self.frames.iter().filter(judged).count() == self.interrupted.len()
    }
    /// What is still to be done is dropped.
    pub fn leave_course(&mut self) {
        self.frames.clear();
        self.queue.clear();
        self.endings.clear();
        self.waiting.clear();
        self.granting.clear();
        self.moments.clear();
        self.saved.clear();
        self.befores.clear();
        self.decided.clear();
        (self.judged, self.begun) = (None, None);
        self.interrupted.clear();
        (self.clock.bodies, self.clock.batch) = (0, self.clock.batches);
        self.clock.end_turn = false;
    }
    /// What a number is again when its end comes.
    pub fn back(&self, slot: Slot) -> i32 {
        let end = self.timed.iter().find(|t| t.slot == slot);
        end.map_or(UNSET, |t| t.back)
    }
    /// What lies in a place of a zone, in order.
    pub fn held_in(&self, slot: u16) -> impl Iterator<Item = usize> + '_ {
        let here = move |h: &&(u16, u8)| h.0 == slot;
        self.held.iter().filter(here).map(|h| h.1 as usize)
    }
    /// The square of a piece, or of what carries it.
    pub fn stands_on(&self, p: usize, plan: &super::plan::Plan<N>) -> Option<usize> {
        match plan.carrier(self.zone[p]) {
            Some(carrier) => self.square(carrier),
            None => self.square(p),
        }
    }
    /// What there is, without what is still to be done.
    pub fn world(&self) -> State<N> {
        let mut world = State::default();
        world.copy_world_from(self);
        world
    }
    /// The body of a frame.
    pub fn body_mut(&mut self, i: usize) -> Option<&mut Body<N>> {
        match self.frames.get_mut(i) {
            Some(Frame::Body(b)) => Some(b),
            _ => None,
        }
    }
}
