//! What rules become when a match is linked: expressions over the planes of a state, tables of ways, lists of rules by what sets them
//! off, and code. A plan is never changed in play, and refers to no rule by name or spelling.
mod cached;
mod code;
mod conditions;
mod effort;
mod masks;
pub mod reads;
mod triggers;
mod values;
mod ways;

pub use cached::*;
pub use code::*;
pub use conditions::*;
pub use effort::*;
pub use masks::*;
pub use triggers::*;
pub use values::*;
pub use ways::*;

use super::bits::Bits;
use super::board::Boards;
use crate::ids::*;
use crate::play;
use crate::rules::{Limit, Ruleset};
use std::sync::Arc;

/// A match made ready to be played.
#[derive(Clone, Debug)]
pub struct Plan<const N: usize> {
    /// The rules, for the host.
    pub rules: Arc<Ruleset>,
    /// The match.
    pub table: play::Match,
    /// The boards.
    pub boards: Boards<N>,
    /// Number of seats.
    pub seats: usize,
    /// For each seat those with which it shares its pieces, itself too.
    pub sharing: Vec<u16>,
    /// For each seat those of its side, itself too.
    pub allies: Vec<u16>,
    /// Kinds that can come up.
    pub kinds: Vec<KindId>,
    /// Powers that can come up.
    pub powers: Vec<PowerId>,
    /// First plane of squares by owner.
    pub owner_squares: usize,
    /// First plane of kinds.
    pub kind_planes: usize,
    /// First plane of powers: one for each power, of the seats that hold it.
    pub power_planes: usize,
    /// Pieces and cards of hidden zones that were shown to single seats: a plane for each seat; none: no zone is hidden.
    pub shown_to: Option<usize>,
    /// Number of planes.
    pub planes: usize,
    /// Number of values, and what each begins with.
    pub values: Vec<i32>,
    /// Definitions, said of things anywhere.
    pub words: Vec<Option<Mask<N>>>,
    /// Definitions as nouns.
    pub nouns: Vec<Option<Mask<N>>>,
    /// Definitions said of moves: the name of the move, and when it is so.
    pub moves_called: Vec<Vec<(u8, Truth<N>)>>,
    /// Definitions that are numbers, by their parts.
    pub numbers_called: Vec<Vec<NumberPart<N>>>,
    /// Boards have a near and a far side.
    pub two_sides: bool,
    /// Of each rule: it is one of an army.
    pub abilities: Vec<bool>,
    /// In check is who the next player attacks.
    pub next_player: bool,
    /// In check is also who an opponent could take within a whole turn.
    pub whole_turns: bool,
    /// Something can be captured when a turn ends.
    pub late_captures: bool,
    /// Royal pieces.
    pub royal: Option<Mask<N>>,
    /// Frozen pieces.
    pub frozen: Option<Mask<N>>,
    /// Seats, and pieces, of which a view says that they are not in check.
    pub never_in_check: Option<(Mask<N>, Mask<N>)>,
    /// Views that say of pieces that they are in check, from these seats.
    pub declared_checks: Vec<(View<N>, Option<Mask<N>>)>,
    /// Views that show another kind, in order.
    pub kind_views: Vec<(View<N>, u8)>,
    /// Sets that a state keeps.
    pub cached: Cached,
    /// Some view shows another kind, and what is shown hangs on nothing but what a state holds.
    pub steady_kinds: bool,
    /// What kinds do.
    pub printed: Vec<Printed<N>>,
    /// Movement that powers and modes give.
    pub movements: Vec<Movement<N>>,
    /// Lines.
    pub rays: Vec<Ray<N>>,
    /// `X captures without moving`.
    pub standing: Vec<View<N>>,
    /// What cannot be.
    pub guards: Vec<Guard<N>>,
    /// What may be all the same.
    pub permits: Vec<Guard<N>>,
    /// What has to be done.
    pub duties: Vec<Guard<N>>,
    /// Some rule makes something a duty.
    pub has_duties: bool,
    /// Guards that facts for a time bring.
    pub facts: Vec<Guard<N>>,
    /// Patterns of events at which something ends.
    pub ends: Vec<Pattern<N>>,
    /// What abilities cannot bring about.
    pub spoils: Vec<Spoil<N>>,
    /// Rules that are set off.
    pub triggers: Vec<Trigger<N>>,
    /// Those set off by a verb: after, before.
    pub after: Vec<Vec<u16>>,
    /// See `after`.
    pub before: Vec<Vec<u16>>,
    /// Conditions that are watched.
    pub edges: Vec<Edge<N>>,
    /// Rules at the start of turns, at their end.
    pub moments: Vec<(u16, bool, Moment<N>)>,
    /// Rules at the end of the game.
    pub closing: Vec<u16>,
    /// Actions.
    pub actions: Vec<Action<N>>,
    /// Turn procedures, the first whose condition holds counts.
    pub turns: Vec<Procedure<N>>,
    /// Set-up rules in order.
    pub preludes: Vec<Procedure<N>>,
    /// Acts of the table, as the rules list them.
    pub table_acts: Vec<TableAct<N>>,
    /// Where each declared value lies, by its field; none: it has no place in this match.
    pub fields: Vec<Option<Place>>,
    /// Limits.
    pub limits: Vec<Limit>,
    /// Code.
    pub code: Vec<Vec<Code<N>>>,
    /// Of each code: one move can come after another in it.
    pub moves_twice: Vec<bool>,
    /// Verbs some question about the past asks for, and whether beyond this turn.
    pub told: [Option<bool>; VERBS],
    /// Some question about the past asks whether a place made of several squares was entered or left.
    pub tells_both_ends: bool,
    /// Stages of settling.
    pub stages: Stages,
    /// Check: the last that holds counts.
    pub check: Vec<CheckRule<N>>,
    /// Something may take a move back.
    pub takes_back: bool,
    /// Some rule asks when or in which direction a piece last moved.
    pub tells_moves: bool,
    /// Repetition is asked for.
    pub repetition: bool,
    /// The squares below each number.
    pub below: Vec<Bits<N>>,
    /// What a piece attacks hangs on its kind, its facing and what stands in between alone.
    pub simple_attacks: bool,
    /// Kinds of pieces that may be taken by ways that are walked.
    pub walked_victims: Bits<N>,
    /// Some rule speaks of borders: moves tell which they cross.
    pub speaks_of_borders: bool,
    /// Squares a kind with a facing could strike from each square, whatever is in between.
    pub strike: Vec<[Vec<Bits<N>>; 4]>,
    /// Verbs that somebody watches, forbids or asks for.
    pub watched: [bool; VERBS],
    /// Set-ups of armies by number, in the first seat's frame; the last: of seats without one.
    pub setups: Vec<Vec<(u8, u8)>>,
    /// Worth of kinds.
    pub worths: Vec<i32>,
    /// Verbs that some guard speaks of.
    pub guarded: [bool; VERBS],
    /// What conditions of the verdicts read.
    pub verdict_reads: u32,
    /// Some rule runs at the start of turns.
    pub starts: bool,
    /// Check is judged by the whole turn.
    pub by_turn: bool,
    /// A turn goes on behind its move in a way that may change what is attacked.
    pub goes_on: bool,
    /// Some way has to be walked.
    pub walks: bool,
    /// Stages in which conditions are watched.
    pub edge_stages: Vec<u8>,
    /// Planes each watched condition has.
    pub edge_rows: usize,
    /// Declared marks.
    pub marks: Vec<DeclaredMark>,
    /// Declared numbers and references.
    pub numbers: Vec<DeclaredNumber>,
    /// Limits of the rules of each power.
    pub power_limits: Vec<Vec<u16>>,
    /// Squares in line or on a diagonal with each square.
    pub in_line: Vec<Bits<N>>,
    /// The straight lines from a square, one for each direction, without end.
    pub sight: Vec<u16>,
    /// Whether a piece is royal does not hang on where pieces stand.
    pub royal_stays: bool,
    /// Of each rule: its power, its limit, whether it opens a move decision.
    pub by_rule: Vec<(Option<u8>, u16, bool)>,
    /// Of each rule: marks of its power by which it lives on, and whether each is kept for each holder.
    pub keeps: Vec<Vec<(Slots, bool)>>,
    /// Of each rule: what must hold after its option.
    pub would: Vec<Option<Truth<N>>>,
    /// Spare squares of set-ups.
    pub spares: Vec<Vec<SquareId>>,
    /// What set-up goes with an army.
    pub setup_by_army: Vec<usize>,
    /// Kinds whose being unmoved some rule reads.
    pub unmoved_read: Vec<bool>,
    /// Planes that tell positions apart, and whether they are of pieces.
    pub position_planes: Vec<(u16, bool)>,
    /// Values that tell positions apart.
    pub position_values: Vec<u16>,
    /// Zones.
    pub zones: Vec<Zone<N>>,
    /// Places of zones: one for each owner.
    pub slots: u16,
    /// Texts that are values.
    pub texts: Vec<TextId>,
    /// What values are where none was set, read when they are asked for.
    pub defaults: Vec<Mask<N>>,
    /// Slots of numbers that a sentence states (`the gap of kings is 6`).
    pub said_of_values: Vec<u16>,
    /// Fields that not everybody sees.
    pub hidden: Vec<Hidden<N>>,
    /// Of each rule: it knows no more than its holder does.
    pub knows_own: Vec<bool>,
    /// Actions that may move a piece, by number.
    pub moving: Vec<u16>,
}

/// The line `check is ..`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckRule<const N: usize> {
    /// For whom.
    pub holder: Holder,
    /// On what condition.
    pub when: Truth<N>,
    /// Enforced after the move, after the turn; none: not enforced.
    pub says: Option<(bool, bool)>,
}

/// Directions of lines, as numbered.
pub const HEADINGS: [(i8, i8); 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// How many verbs there are.
pub const VERBS: usize = 64;

/// An act of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableAct<const N: usize> {
    /// Its name.
    pub name: TextId,
    /// What it does.
    pub does: TableDoes,
    /// It counts when all others agree.
    pub consent: bool,
    /// When it is open.
    pub when: Truth<N>,
}

/// See [`TableAct`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableDoes {
    /// Its player gives up.
    Resign,
    /// A draw.
    Draw,
    /// A body.
    Run(u16),
}
