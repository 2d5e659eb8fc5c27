//! What has been read of a state already. Between two changes a rule asks for the kind of a piece, or whether it is
//! royal, thousands of times; the answer is kept until the state changes. A cache of readings and nothing else: every
//! entry is what reading would give, and a change drops them all.
use super::begun::Begun;
use super::read::Cx;
use super::value::*;
use engine::ids::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Readings of one state and its copies: a table in which an answer takes the place of an older one that would lie where it does.
#[derive(Clone, Default)]
pub struct Memo(OnceLock<Arc<Table>>);

/// How many answers a table holds.
const PLACES: usize = 1 << PLACE_BITS;
const PLACE_BITS: u32 = 8;

/// A place holds the rest of the question (48 bits) and the answer (16); 0: nothing.
struct Table([AtomicU64; PLACES], OnceLock<Box<Begun>>);

impl Default for Table {
    fn default() -> Self {
        Table([const { AtomicU64::new(0) }; PLACES], OnceLock::new())
    }
}

/// A question with everything its answer hangs on besides the state, in 56 bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Asked(u64);

/// The bits of a question.
const QUESTION: u64 = (1 << (PLACE_BITS + 48)) - 1;

impl Asked {
    /// Where it lies, and what is kept of it there: the two together are the question, spread so that questions about the same
    /// things lie apart. Nobody chooses questions to make them collide.
    fn place(self) -> (usize, u64) {
        let mut z = self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) & QUESTION;
        z ^= z >> 28;
        z = z.wrapping_mul(0xBF58_476D_1CE4_E5B9) & QUESTION;
        ((z >> 48) as usize, z << 16)
    }
}

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
    /// Whether an enemy could take it within a turn.
    Raided,
    /// Whether a definition holds of it.
    Word(WordId),
}

impl Memo {
    /// Copies made from now on share what is read.
    pub fn share(&self) {
        self.0.get_or_init(Arc::default);
    }
    /// What was found of the turn that begins here.
    pub fn begun(&self) -> &Begun {
        self.0.get_or_init(Arc::default).1.get_or_init(Box::default)
    }
    /// What was answered before.
    pub fn get(&self, asked: Asked) -> Option<u16> {
        let (at, rest) = asked.place();
        let there = self.0.get()?.0[at].load(Relaxed);
        (there != 0 && there >> 16 == rest >> 16).then_some(there as u16)
    }
    /// Keep an answer.
    pub fn put(&self, asked: Asked, answer: u16) {
        let (at, rest) = asked.place();
        let table = self.0.get_or_init(Arc::default);
        table.0[at].store(rest | u64::from(answer), Relaxed);
    }
    /// The state changes; copies that stay as they were keep what has been read.
    pub fn clear(&mut self) {
        if let Some(mut table) = self.0.take()
            && let Some(own) = Arc::get_mut(&mut table)
        {
            own.0.iter_mut().for_each(|place| *place.get_mut() = 0);
            own.1.take();
            self.0 = OnceLock::from(table);
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
            Reading::Raided => 5,
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
            Some(engine::rules::Holder::Power(p)) => p.index() as u64 + 1,
            // on several boards what an army's kind says is about one of them
            Some(engine::rules::Holder::Kind(k)) if self.own_board().is_some() => {
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
