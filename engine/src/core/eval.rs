//! Reading a state: what a mask, a number and a condition come to. Pure: it changes nothing and asks nobody.
mod check;
mod mask;
mod memo;
mod numbers;
mod past;
mod things;
mod truth;
mod views;

pub use memo::Memo;

use super::bits::Bits;
use super::plan::*;
use super::state::*;
use crate::rules::{Rel, Ty};

/// How deep questions about what is attacked may lie within each other; beyond it nothing is.
const DEPTH: u8 = 3;

/// A state read by somebody.
#[derive(Clone, Copy)]
pub struct Cx<'a, const N: usize> {
    /// The match.
    pub plan: &'a Plan<N>,
    /// The state.
    pub st: &'a State<N>,
    /// Who reads.
    pub env: &'a Env<N>,
    /// The state before, for what is newly so.
    pub before: Option<&'a State<N>>,
    /// The state that comes about.
    pub after: Option<&'a State<N>>,
    /// Only these members are of interest.
    pub want: Bits<N>,
    /// Kinds as they are for good, views left aside.
    pub raw: bool,
    /// What is kept of this state.
    pub memo: Option<&'a Memo<N>>,
    /// Nesting of questions about what is attacked.
    pub depth: u8,
    /// Nesting of questions about what could be done.
    pub actions: u8,
    /// Of several boards those on which something was done.
    pub touched: u32,
    /// Through whose eyes all of this is read; none: as the rule that reads knows it.
    pub eyes: u8,
}

/// A comparison.
pub fn compare(a: i32, rel: Rel, b: i32) -> bool {
    match rel {
        Rel::Eq => a == b,
        Rel::Ge => a >= b,
        Rel::Gt => a > b,
        Rel::Le => a <= b,
        Rel::Lt => a < b,
    }
}

impl<'a, const N: usize> Cx<'a, N> {
    /// Read a state.
    #[inline]
    pub fn new(plan: &'a Plan<N>, st: &'a State<N>, env: &'a Env<N>) -> Self {
        Cx {
            plan,
            st,
            env,
            before: None,
            after: None,
            want: Bits::FULL,
            raw: false,
            memo: None,
            depth: 0,
            actions: 0,
            touched: u32::MAX,
            eyes: NONE,
        }
    }
    /// The same reader in another environment, interested in everything.
    #[inline]
    pub fn with<'b>(&self, env: &'b Env<N>) -> Cx<'b, N>
    where
        'a: 'b,
    {
        let eyes = if self.plan.hidden.is_empty() {
            NONE
        } else {
            self.reader()
        };
        Cx {
            env,
            want: Bits::FULL,
            eyes,
            ..*self
        }
    }
    /// Through whose eyes hidden values are read here; none: a rule of the game, which knows all.
    fn reader(&self) -> u8 {
        match self.plan.knows_own.get(self.env.rule as usize) {
            _ if self.eyes != NONE => self.eyes,
            Some(true) => self.env.you,
            Some(false) | None => NONE,
        }
    }
    /// Of these owners those whose value of a field the reader sees.
    fn seen(&self, h: &Hidden<N>, of: Bits<N>) -> Bits<N> {
        match self.reader() {
            NONE => of,
            eyes => of.iter().filter(|o| self.sees(eyes, h, *o)).collect(),
        }
    }
    /// The same read as by the seat for which values are kept.
    pub(super) fn for_seat(&self, whose: &ForSeat<N>) -> Env<N> {
        let seat = self.first(Ty::Seat, self.all(&whose.seat));
        Env {
            you: seat.map_or(self.env.you, |s| s as u8),
            ..*self.env
        }
    }
    /// The first slot of values, and the seat for which they are kept: who reads, unless another seat is meant.
    pub(super) fn slot_for(&self, slot: u16, whose: Option<&ForSeat<N>>) -> (u16, u8) {
        let Some(whose) = whose else {
            return (slot, self.env.you);
        };
        match self.for_seat(whose).you {
            NONE => (slot, NONE),
            you => (slot + whose.each * u16::from(you), you),
        }
    }
    /// The things that values of these owners name; where none was set, by the start of that number.
    fn values_of(&self, slots: Slots, of: Bits<N>, start: u16) -> Bits<N> {
        let (st, env) = (self.st, self.env);
        let value = |i: usize, o: usize| match st.values.get(i + o) {
            Some(v) if *v >= 0 => Bits::one(*v as usize),
            Some(_) if start != NONE16 => {
                let env = Env {
                    it: o as u8,
                    ..*env
                };
                self.with(&env).mask(&self.plan.defaults[start as usize])
            }
            Some(_) | None => Bits::EMPTY,
        };
        let all = |from: usize| of.iter().fold(Bits::EMPTY, |m, o| m | value(from, o));
        match slots {
            Slots::Marks(i) => st.plane(i as usize),
            Slots::Sets(i) => of
                .iter()
                .fold(Bits::EMPTY, |m, o| m | st.plane(i as usize + o)),
            Slots::Owners(i, n) => (0..n as usize)
                .filter(|v| st.plane(i as usize + v).meets(of))
                .collect(),
            Slots::NumbersOfYou(..) if env.you == NONE => Bits::EMPTY,
            Slots::NumbersOfYou(i, each) => all(i as usize + env.you as usize * each as usize),
            Slots::Numbers(i) => all(i as usize),
        }
    }
    /// Whether a seat sees the value of an owner.
    pub fn sees(&self, seat: u8, h: &Hidden<N>, owner: usize) -> bool {
        if h.by_holder && self.env.you == NONE {
            return false;
        }
        if (self.st.plane(h.known(seat, self.env.you) as usize)).has(owner) {
            return true;
        }
        let keeper = match h.on {
            Ty::Piece | Ty::Card => self.st.owner[owner],
            Ty::Seat => owner as u8,
            _ => NONE,
        };
        let holder = if h.by_holder { self.env.you } else { keeper };
        match &h.seen {
            SeenBy::Nobody => false,
            SeenBy::Holder => holder == seat,
            SeenBy::Owner => keeper == seat,
            SeenBy::These(m) => {
                let env = Env {
                    you: holder,
                    ..Env::EMPTY
                };
                Cx {
                    env: &env,
                    want: Bits::FULL,
                    ..*self
                }
                .mask(m)
                .has(seat as usize)
            }
        }
    }
    /// The same, interested in these alone.
    #[inline]
    pub fn wanting(&self, want: Bits<N>) -> Self {
        Cx { want, ..*self }
    }
    #[inline]
    fn all(&self, m: &Mask<N>) -> Bits<N> {
        self.wanting(Bits::FULL).mask(m)
    }
    /// Is it one of these?
    #[inline]
    pub fn has(&self, m: &Mask<N>, i: usize) -> bool {
        self.wanting(Bits::one(i)).mask(m).has(i)
    }
    fn seats(&self) -> impl Iterator<Item = usize> + use<N> {
        0..self.plan.seats
    }
}
