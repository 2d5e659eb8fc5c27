//! What a game is at one moment, as a value: copied in one go, compared, hashed. Flat arrays sized by the plan. Holds no rules and
//! never looks anything up by name.
use super::bits::Bits;
use super::deed::Primitive;
use super::event::Event;
use crate::ids::TextId;
use crate::play::Outcome;
use crate::rules::{Ty, Verb};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

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

/// A point in time that comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Due {
    /// Start or end (true) of the n-th turn of a seat.
    Seat(u8, u32, bool),
    /// Start or end (true) of the n-th turn of the game.
    Turn(u32, bool),
    /// End of the n-th round.
    Round(u32),
    /// So many turns of the owner of a piece (or of a seat) that end after the turn of that number.
    Count(u32, Counted, u32),
    /// An event that fits this pattern of the plan; read with the names kept beside it.
    Event(u16),
    /// Never.
    Never,
}

/// Whose turns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Counted {
    /// Of a seat.
    Seat(u8),
    /// Of whoever owns a piece.
    Piece(u8),
}

/// Where a declared value lies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Slot {
    /// A bit of a plane: a mark of a thing.
    Bit(u16, u8),
    /// A plane: a set.
    Plane(u16),
    /// A number, or the number of a thing.
    Number(u16),
}

/// A mark or value that ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Timed<const N: usize> {
    /// Which.
    pub slot: Slot,
    /// Its end.
    pub due: Due,
    /// What the pattern of an event is read in.
    pub env: Env<N>,
}

/// A fact for a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Imposed<const N: usize> {
    /// The guard or duty, by its number in the plan.
    pub fact: u16,
    /// Its names.
    pub env: Env<N>,
    /// Its ends; the earliest holds.
    pub due: [Due; 2],
    /// A duty that has been done.
    pub done: bool,
}

/// A delayed block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Delayed<const N: usize> {
    /// Which.
    pub block: u16,
    /// Its names.
    pub env: Env<N>,
    /// When.
    pub due: Due,
}

/// A power held for a time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Borrowed {
    /// Who holds it.
    pub seat: u8,
    /// Which, as numbered in the plan.
    pub power: u8,
    /// Until when.
    pub due: Due,
}

/// Use of a limit by one holder (against one opponent).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Used {
    /// In the game.
    pub game: u16,
    /// In the turn of that number.
    pub turn: (u32, u16),
    /// In the round of that number.
    pub round: (u32, u16),
    /// In the action of that number.
    pub action: (u32, u16),
    /// The holder's turn in which it was last used.
    pub own_turn: u32,
    /// In how many of the holder's turns running, up to that one.
    pub run: u8,
}

/// A seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub struct Seat {
    /// Its result.
    pub result: Outcome,
    /// Order of losing (0: not lost).
    pub lost_at: u32,
    /// Points.
    pub points: i32,
    /// Turns had, the current one included.
    pub turns: u32,
    /// Global number of its latest turn.
    pub latest: u32,
    /// Global number of the turn it had before that.
    pub before: u32,
    /// The global turn in which it last completed a turn.
    pub completed: u32,
    /// Turns to skip.
    pub skip: u32,
    /// Its army; none: [`NONE16`].
    pub army: u16,
    /// Who conquered it.
    pub to: u8,
}

/// Where in the game a state stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Phase {
    #[default]
    Setup,
    Start,
    Act,
    End,
}

/// Counters of the course.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Place in `turns`.
    pub turn_at: u8,
    /// Whose turn it is.
    pub on_turn: u8,
    /// Number of the turn, from 1.
    pub turn: u32,
    /// Number of the round, from 1.
    pub round: u32,
    /// The first turn of this round.
    pub round_start: u32,
    /// Number of the action.
    pub action: u32,
    /// Turns passed unasked since the last decision of a player.
    pub passed: u8,
    /// Steps made.
    pub stamp: u32,
    /// Changes made.
    pub changes: u32,
    /// Who is next, if a rule said so.
    pub next: u8,
    /// Seats still in the game, as bits.
    pub playing: u16,
    /// How often seats have lost.
    pub losses: u16,
    /// The game is over.
    pub over: bool,
    /// Rules at its end have run.
    pub closed: bool,
    /// A copy on which it is tried what somebody could take within a turn: kings are not asked for.
    pub raid: bool,
    /// The turn ends as soon as the step is over.
    pub end_turn: bool,
    /// Where in the game this stands.
    pub phase: Phase,
    /// Batches of events made; the one being settled.
    pub batches: u32,
    /// See `batches`.
    pub batch: u32,
    /// Depth of `before` rules.
    pub befores: u8,
    /// Depth of bodies in which no move decision is opened by others.
    pub bodies: u8,
    /// Rules fired since the last boundary.
    pub firings: u32,
    /// Decisions made.
    pub asked: u32,
    /// The batch for which news have been asked.
    pub news: u32,
}

/// A block that must be done in time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Timer {
    /// The frame of the body that holds it.
    pub frame: u8,
    /// The code of that body, and the steps of it that belong to the block: the last is its end.
    pub code: u16,
    /// See `code`.
    pub from: u16,
    /// See `code`.
    pub to: u16,
    /// The first answer starts the clock.
    pub after_first: bool,
    /// It does not run before somebody has answered.
    pub waits: bool,
    /// Somebody was passed over.
    pub passed: bool,
    /// Somebody has answered.
    pub answered: bool,
    /// What the host has said about the decision that is open.
    pub said: Said,
}

/// What the host has said about the time that is left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Said {
    Nothing,
    TimeIsLeft,
    TimeIsUp,
}

/// A rule set off, waiting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Match<const N: usize> {
    /// The trigger.
    pub trigger: u16,
    /// Its stage.
    pub stage: u8,
    /// The batch it came with; [`u32::MAX`]: a condition that has come true.
    pub batch: u32,
    /// The event is the loss of the holder's own seat.
    pub own_loss: bool,
    /// It is so only if the values of a hidden field are supposed to be this: the field, by its number, and the value.
    pub supposed: Option<(u8, i16)>,
    /// Place among the matches found together.
    pub order: u16,
    /// Its names, roles bound.
    pub env: Env<N>,
}

/// A condition that is true of a piece (or holder) and a member, as it is or as others may suppose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Risen {
    /// Which condition.
    pub edge: u16,
    /// Of which piece of a kind; else of whose holder.
    pub of: (u8, u8),
    /// Of which member.
    pub member: u8,
    /// What is supposed.
    pub supposed: Option<(u8, i16)>,
}

/// What was done, for questions about the past: the piece as it was then.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Told {
    /// What.
    pub verb: Verb,
    /// The player who did it (who lost it, who lost).
    pub author: u8,
    /// The piece it was done to, or that did it.
    pub piece: u8,
    /// Its kind.
    pub kind: u8,
    /// Its owner.
    pub owner: u8,
    /// The piece that did it.
    pub by: u8,
    /// Its kind.
    pub by_kind: u8,
    /// Its owner.
    pub by_owner: u8,
    /// The square that was crossed.
    pub square: u8,
    /// The turn.
    pub turn: u32,
}

/// A frame of the continuation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame<const N: usize> {
    /// The course of a turn: which step is next.
    Turn(u8),
    /// Settling: the stage of the batch in hand ([`NONE`]: none).
    Settle(u8),
    /// A decision to move or act inside the body below.
    Move(Moving),
    /// A body being run.
    Body(Body<N>),
    /// An offer: the seats still to be asked.
    Offer(Offer<N>),
    /// Seats still to be asked all at once, and above how many frames lies what follows for those that have answered.
    Together(u16, u8),
    /// A branch being picked in the body below.
    Either,
    /// Several things being picked in the body below.
    Pick(Picking<N>),
    /// What is done before the game: which procedure is next.
    Prelude(u16),
    /// Cards being drawn by the body below: so many still; drawn.
    Draw(u16, Bits<N>),
    /// Things being dealt by the body below: the places so far.
    Deal(Dealing),
    /// Members of a loop that its player takes in the order of his choice, in the body below.
    Order(Bits<N>),
    /// Rules at the end of a turn.
    Endings,
    /// Rules at the start of a turn; delayed blocks are still to come.
    Starts(bool),
    /// Other rules at the end of a turn.
    Moments,
    /// What stands above it counts as a body.
    Counted,
    /// An act of the table, above the open decision.
    Called(Called),
}

/// An act of the table under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Called {
    /// Which, by its number in the plan.
    pub act: u8,
    /// Whose.
    pub by: u8,
    /// Seats whose consent is still to be asked for.
    pub left: u16,
    /// Who is asked now.
    pub asked: u8,
    /// Whose decision it stands above.
    pub above: u8,
    /// The batch that was being settled when it was called.
    pub batch: u32,
    /// How far it has come.
    pub step: CallStep,
}

/// See [`Called`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CallStep {
    /// The others are asked.
    Asking,
    /// What is done comes about.
    Agreed,
    /// Of who gives up: rules about that have run.
    GivenUp,
    /// It has been done.
    Done,
}

/// A move decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Answered; what it set off is being settled.
    pub asked: bool,
    /// It was taken back.
    pub back: bool,
    /// Changes made before the answer.
    pub changes: u32,
    /// Actions that came to nothing.
    pub barred: u64,
    /// The action that was taken, plus one.
    pub acted: u16,
}

/// A choice of several things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Picking<const N: usize> {
    /// What there is.
    pub things: Bits<N>,
    /// What has been picked.
    pub picked: Bits<N>,
    /// At least so many.
    pub least: u16,
    /// At most so many.
    pub most: u16,
    /// Who picks.
    pub who: u8,
    /// In a trial: the latest it has picked itself, plus one.
    pub tried: u16,
    /// In a trial: the first it has picked itself, and how many.
    pub first: u16,
    /// See `first`.
    pub own: u16,
}

/// Things being dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dealing {
    /// How many have been dealt.
    pub n: u8,
    /// Where each went, or what went to each.
    pub picks: [u8; 32],
}

/// The most kinds in a row of which each is treated.
pub const ROW: usize = 32;

/// How often a body runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Loop<const N: usize> {
    /// Once.
    No,
    /// For each of these that are left, under a name.
    Each(u8, Ty, Bits<N>),
    /// For each kind of a row from this place on, under a name; behind its end [`NONE`].
    Row(u8, [u8; ROW], u8),
    /// So often still, as long as something changes: changes made when it began last, and decisions.
    Repeat(u16, u32),
    /// It asks one of several seats all at once.
    Asked,
}

/// A body being run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Body<const N: usize> {
    /// Its code.
    pub code: u16,
    /// The next instruction.
    pub pc: u16,
    /// What it is read in.
    pub env: Env<N>,
    /// Every step must be possible: it is an option being tried.
    pub strict: bool,
    /// What is chosen in it must lead to its end.
    pub option: bool,
    /// Of an ability that runs by itself: its steps need not all be possible.
    pub lenient: bool,
    /// It is judged as a whole by `abilities cannot act`: where it began is kept beside the state.
    pub judged: bool,
    /// What it brings about is undone if that is forbidden.
    pub undone: bool,
    /// The offer with which it begins was not accepted.
    pub declined: bool,
    /// The frame of the option it belongs to; [`NONE`]: none.
    pub root: u8,
    /// How often.
    pub times: Loop<N>,
}

impl<const N: usize> Body<N> {
    /// A body from its beginning.
    pub fn of(code: u16, env: Env<N>) -> Self {
        Body {
            code,
            pc: 0,
            env,
            strict: false,
            option: false,
            lenient: false,
            judged: false,
            undone: false,
            declined: false,
            root: NONE,
            times: Loop::No,
        }
    }
}

/// An offer being made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Offer<const N: usize> {
    /// What happens if it is taken.
    pub code: u16,
    /// What it is read in.
    pub env: Env<N>,
    /// Seats still to be asked.
    pub left: u16,
    /// Who is asked now.
    pub seat: u8,
    /// Spent when it is taken.
    pub limit: u16,
    /// The name of who accepts.
    pub they: u8,
    /// The name it goes by.
    pub label: Option<TextId>,
    /// It is what its rule is for, not an offer on the way.
    pub outright: bool,
    /// Others may not see whether it is accepted.
    pub secret: bool,
    /// It can only be declined: that it cannot be taken is hidden.
    pub barred: bool,
    /// See [`Code::May`](super::plan::Code::May).
    pub first: bool,
    /// Nobody accepts: the body below goes on there.
    pub none: u16,
}

/// The state before a move decision, to which `take back the move` goes back.
#[derive(PartialEq, Debug, Eq, Hash, Serialize, Deserialize)]
pub struct Saved<const N: usize> {
    /// How many frames stood below the decision.
    pub frame: u8,
    /// Everything but what is saved.
    pub state: Box<State<N>>,
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
    /// Hashes of positions at the starts of turns.
    pub positions: Vec<u64>,
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
    pub befores: Vec<(u32, Box<State<N>>)>,
    /// Where an ability began that is judged as a whole.
    pub judged: Option<Box<State<N>>>,
    /// Where the option began that is being carried out, if something must hold after it.
    pub begun: Option<Box<State<N>>>,
    /// The action in hand holds one move.
    pub one_move: bool,
    /// Moves (origin, destination) that the open decision does not offer again: each would have exposed a royal piece that is hidden
    /// from the mover.
    pub vain: Vec<(u8, u8)>,
}

impl<const N: usize> Clone for Saved<N> {
    fn clone(&self) -> Self {
        Saved {
            frame: self.frame,
            state: self.state.clone(),
        }
    }
    fn clone_from(&mut self, from: &Self) {
        self.frame = from.frame;
        self.state.copy_from(&from.state);
    }
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
    /// Takes over another state, using the room there is.
    pub fn copy_from(&mut self, from: &State<N>) {
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
            queue,
            endings,
            waiting,
            granting,
            moments,
            done,
            decided,
            frames,
            saved,
            events,
            befores,
            judged,
            begun,
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
        queue.clone_from(&from.queue);
        endings.clone_from(&from.endings);
        waiting.clone_from(&from.waiting);
        granting.clone_from(&from.granting);
        moments.clone_from(&from.moments);
        done.clone_from(&from.done);
        decided.clone_from(&from.decided);
        frames.clone_from(&from.frames);
        saved.clone_from(&from.saved);
        events.clone_from(&from.events);
        befores.clone_from(&from.befores);
        judged.clone_from(&from.judged);
        begun.clone_from(&from.begun);
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
        (self.clock.bodies, self.clock.batch) = (0, self.clock.batches);
    }
    /// Two states of one turn that are alike in this are alike in what can still come of them; how often they were counted is left
    /// out, and if asked in which order things happened.
    pub fn digest(&self, order: bool) -> u64 {
        let mut h = std::hash::DefaultHasher::new();
        let State {
            cells,
            far,
            place,
            kind,
            owner,
            facing,
            home,
            zone: _,
            side,
            card_of,
            mixed: _,
            held,
            heading: _,
            moved_at: _,
            planes,
            values,
            seats,
            clock,
            used,
            timed,
            imposed,
            delayed,
            borrowed,
            trail,
            positions: _,
            edges,
            listed,
            timers,
            dirty: _,
            touched: _,
            queue,
            endings,
            waiting,
            granting,
            moments,
            done,
            decided: _,
            frames,
            saved,
            events,
            befores: _,
            judged: _,
            begun: _,
            one_move,
            vain,
        } = self;
        (cells, far, place, kind, owner, facing, home, planes, values).hash(&mut h);
        (side, card_of, held).hash(&mut h);
        for s in seats {
            (s.lost_at, s.points, s.skip, s.army).hash(&mut h);
        }
        (
            clock.playing,
            clock.next,
            clock.over,
            clock.end_turn,
            clock.bodies,
        )
            .hash(&mut h);
        (
            used, timed, imposed, delayed, borrowed, edges, listed, timers,
        )
            .hash(&mut h);
        match order {
            true => (trail, events).hash(&mut h),
            false => each_by_itself(trail)
                .wrapping_add(each_by_itself(events))
                .hash(&mut h),
        }
        for m in [queue, endings, waiting, granting, moments]
            .into_iter()
            .flatten()
        {
            (m.trigger, m.stage, m.own_loss, m.env).hash(&mut h);
        }
        (done, frames, saved.len(), one_move, vain).hash(&mut h);
        h.finish()
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
        let mut w = State::default();
        w.copy_from(&State {
            frames: vec![],
            queue: vec![],
            endings: vec![],
            waiting: vec![],
            granting: vec![],
            moments: vec![],
            saved: vec![],
            befores: vec![],
            judged: None,
            begun: None,
            decided: vec![],
            ..self.clone()
        });
        w
    }
    /// The body of a frame.
    pub fn body_mut(&mut self, i: usize) -> Option<&mut Body<N>> {
        match self.frames.get_mut(i) {
            Some(Frame::Body(b)) => Some(b),
            _ => None,
        }
    }
}

/// What things come to in whatever order.
fn each_by_itself<T: Hash>(all: &[T]) -> u64 {
    let one = |x: &T| {
        let mut h = std::hash::DefaultHasher::new();
        x.hash(&mut h);
        h.finish()
    };
    all.iter().map(one).fold(0, u64::wrapping_add)
}
