//! What has been read of a state already. Between two changes a rule asks for the kind of a piece, or whether it is
//! royal, thousands of times; the answer is kept until the state changes. A cache of readings and nothing else: every
//! entry is what reading would give, and a change drops them all.
use super::read::Cx;
use super::value::*;
use crate::ids::*;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Readings of one state and its copies.
#[derive(Clone, Default)]
pub struct Memo(OnceLock<Arc<Mutex<Answers>>>);

type Answers = HashMap<Asked, u16, BuildHasherDefault<Mix>>;

/// A question with everything its answer hangs on besides the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Asked(u64);

/// What is read of a thing.
#[derive(Clone, Copy)]
pub enum Reading {
    /// The kind, as views show it.
    Kind,
    /// Whether it is royal.
    Royal,
    /// Whether it is frozen.
    Frozen,
    /// Whether an enemy attacks it.
    Attacked,
    /// Whose pieces attack it, as bits.
    Attackers,
    /// Whether a definition holds of it.
    Word(WordId),
}

impl Memo {
    /// Copies made from now on share what is read.
    pub fn share(&self) {
        self.0.get_or_init(Arc::default);
    }
    /// What was answered before.
    pub fn get(&self, asked: Asked) -> Option<u16> {
        let map = self.0.get()?.lock().unwrap_or_else(PoisonError::into_inner);
        map.get(&asked).copied()
    }
    /// Keep an answer.
    pub fn put(&self, asked: Asked, answer: u16) {
        let map = self.0.get_or_init(Arc::default);
        let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
        map.insert(asked, answer);
    }
    /// The state changes; copies that stay as they were keep what has been read.
    pub fn clear(&mut self) {
        if let Some(mut map) = self.0.take()
            && let Some(own) = Arc::get_mut(&mut map)
        {
            own.get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .clear();
            self.0 = OnceLock::from(map);
        }
    }
}

impl Cx<'_> {
    /// The question as it is asked here; none where the answer hangs on more than the state and its reader.
    pub(super) fn asked(&self, reading: Reading, x: Val) -> Option<Asked> {
        if self.ghost.is_some() || self.raw {
            return None;
        }
        let steady = self.l.shortcuts.steady()?;
        let seat = |s: Option<SeatId>| s.map_or(0, |s| s.index() as u64 + 1);
        let what = match reading {
            Reading::Kind if steady.kinds => 0,
            Reading::Royal if steady.royal => 1,
            Reading::Frozen if steady.frozen => 2,
            Reading::Attacked if steady.attacks => 3,
            Reading::Attackers if steady.attacks => 4,
            Reading::Word(w) if steady.words[w.index()] => 64 + w.index() as u64,
            _ => return None,
        };
        let (sort, n) = match x {
            Val::Piece(p) => (0, p.0),
            Val::Square(s) => (1, s.0),
            Val::Kind(k) => (2, k.0),
            Val::Seat(s) => (3, s.index() as u16),
            _ => return None,
        };
        let power = match self.env.rule.map(|r| self.l.rule(r).holder) {
            Some(crate::rules::Holder::Power(p)) => p.index() as u64 + 1,
            // on several boards what an army's kind says is about one of them
            Some(crate::rules::Holder::Kind(k)) if self.own_board().is_some() => {
                (1 << 11) + k.index() as u64
            }
            _ => 0,
        };
        if what >= 1 << 12 || power >= 1 << 12 || self.l.rules.seats.len() >= 31 {
            return None;
        }
        Some(Asked(
            u64::from(n)
                | sort << 16
                | u64::from(self.depth.min(15)) << 18
                | seat(self.env.you) << 22
                | seat(self.reader().filter(|_| !self.l.hidden_fields.is_empty())) << 27
                | power << 32
                | what << 44,
        ))
    }
    /// The answer kept, if there is one.
    pub(super) fn answered(&self, reading: Reading, x: Val) -> Option<u16> {
        self.st.memo().get(self.asked(reading, x)?)
    }
    /// The answer kept, or the one found now.
    pub(super) fn once(&self, reading: Reading, x: Val, find: impl FnOnce() -> u16) -> u16 {
        let Some(asked) = self.asked(reading, x) else {
            return find();
        };
        if let Some(known) = self.st.memo().get(asked) {
            return known;
        }
        let found = find();
        self.st.memo().put(asked, found);
        found
    }
}

impl std::fmt::Debug for Memo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Memo")
    }
}

/// Spreads the bits of a question; nobody chooses questions to make them collide.
#[derive(Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u64(u64::from(*b)));
    }
    fn write_u64(&mut self, n: u64) {
        let z = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = z ^ (z >> 32);
    }
}
