//! The course as a value: seats, clocks, what has been told and what is set off.
use super::Env;
use crate::play::Outcome;
use crate::rules::Verb;
use serde::{Deserialize, Serialize};

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
    /// Its army; none: [`NONE16`](super::NONE16).
    pub army: u16,
    /// Who conquered it.
    pub to: u8,
}

impl Seat {
    /// What decides on its place, the better the greater: its result; among who lost before the end, who lost later; among the others,
    /// points. Who was in when somebody else won has lost at no moment.
    pub(in crate::core) fn standing(&self) -> (u8, i64) {
        match self.result {
            Outcome::Win => (2, i64::from(self.points)),
            Outcome::Playing | Outcome::Draw | Outcome::None => (1, i64::from(self.points)),
            Outcome::Loss if self.lost_at == 0 => (1, i64::from(self.points)),
            Outcome::Loss => (0, i64::from(self.lost_at)),
        }
    }
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

/// One of several orders of turns that do not wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TurnOrder {
    /// The place in `turns` of its latest turn; at first of its last entry.
    pub at: u8,
    /// Who has its next turn, if a rule said so.
    pub next: u8,
    /// It has come to its end in this round.
    pub came_round: bool,
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
    /// Of a square that was entered, where from; of one that was left, where to.
    pub other_end: u8,
    /// The turn.
    pub turn: u32,
}
