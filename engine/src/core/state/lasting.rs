//! What lasts for a time: ends, facts, delayed blocks, borrowed powers; and limits as they are used.
use super::Env;
use serde::{Deserialize, Serialize};

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
    /// What a number is again when this ends; a thing by its number.
    pub back: i32,
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
    /// A duty that has been done this turn.
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
