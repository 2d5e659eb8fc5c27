//! Conditions: whether they hold in the state, or did in the one before.
use super::{Cx, compare};
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::plans;
use crate::core::state::*;
use crate::rules::Rel;

impl<const N: usize> Cx<'_, N> {
    /// A condition holds.
    pub fn truth(&self, c: &Truth<N>) -> bool {
        match c {
            Truth::Fixed(b) => *b,
            Truth::Not(c) => !self.truth(c),
            Truth::All(v) => v.iter().all(|c| self.truth(c)),
            Truth::Any(v) => v.iter().any(|c| self.truth(c)),
            Truth::Some(m) => self.mask(m).any(),
            Truth::Paired(these, things, count) => {
                let these = self.all(these);
                let got = self.paired(these, self.all(things));
                match count {
                    None => got > 0 && got == these.count(),
                    Some((rel, n)) => compare(got as i32, *rel, self.int(n)),
                }
            }
            Truth::Every(a, b) => {
                let a = self.mask(a);
                // the first often decides, and the others need not be looked at
                a.first().is_some_and(|first| {
                    let others = a - Bits::one(first);
                    let all_in_b = |of: Bits<N>| of.within(self.wanting(of).mask(b));
                    all_in_b(Bits::one(first)) && (others.is_empty() || all_in_b(others))
                })
            }
            Truth::Count(m, rel, n) => compare(self.mask(m).count() as i32, *rel, self.int(n)),
            // no position has occurred so often
            Truth::Compare(Int::Repetition, Rel::Eq | Rel::Ge, n)
                if self.int(n) > self.st.positions.most() as i32 =>
            {
                false
            }
            Truth::Compare(a, rel, b) => compare(self.int(a), *rel, self.int(b)),
            Truth::NthTurn(n, s) => {
                let on = self.st.clock.on_turn;
                on != NONE
                    && self.st.seats[on as usize].turns == u32::from(*n)
                    && self.has(s, on as usize)
            }
            Truth::TurnOver(n, seats, end) => {
                let clock = &self.st.clock;
                let over = |s: usize| {
                    let (had, n) = (self.st.seats[s].turns, u32::from(*n));
                    let on = clock.on_turn as usize == s && clock.phase != Phase::End;
                    had > n || had == n && (!end || !on)
                };
                (self.all(seats) & Bits::below(self.plan.seats))
                    .iter()
                    .any(over)
            }
            Truth::Reaches(who, squares, kinds) => {
                let kind = kinds.as_ref().map(|m| self.all(m).first());
                let (who, squares) = (self.all(who), self.all(squares));
                who.iter().any(|p| self.could_reach(p, squares, kind))
            }
            Truth::SomebodyOnTurn => self.st.clock.on_turn != NONE,
            Truth::NewlyInCheck(subject, by) => self.newly_in_check(subject, by.as_ref()),
            Truth::Note(i) => self.env.notes >> i & 1 == 1,
            Truth::Happened(past, rel, n) => compare(self.past(past), *rel, self.int(n)),
            Truth::Attacks(a, b, squares, rel, n) => {
                let hits = self.attacks_one(self.all(a), self.all(b), *squares, None);
                compare(hits as i32, *rel, self.int(n))
            }
            Truth::Earlier(c) => match self.earlier() {
                Some(before) => Cx {
                    st: before,
                    memo: None,
                    before: None,
                    after: None,
                    ..*self
                }
                .truth(c),
                None => self.truth(c),
            },
            Truth::SomeMove(m, is) => {
                let so = |m: &plans::Planned| is.iter().all(|w| self.move_is(*m, *w));
                self.planned(m).iter().any(so)
            }
            Truth::EveryMove(m, is) => {
                let all = self.planned(m);
                let so = |m: &plans::Planned| is.iter().all(|w| self.move_is(*m, *w));
                !all.is_empty() && all.iter().all(so)
            }
            Truth::SeatsAttack(a, b, squares, rel, n) => {
                let by = Some(self.all(a));
                let pieces = self.st.plane(plane::BOARD);
                let hits = self.attacks_one(pieces, self.all(b), *squares, by);
                compare(hits as i32, *rel, self.int(n))
            }
            Truth::Covers(who, what, squares, kinds, rel, n) => {
                let kinds = kinds.as_ref().map(|m| self.all(m));
                let (who, what) = (self.all(who), self.all(what));
                let covered = |y: &usize| {
                    let at = if *squares {
                        Some(*y)
                    } else {
                        self.st.square(*y)
                    };
                    at.is_some_and(|q| self.cover(who, q, kinds))
                };
                compare(
                    what.iter().filter(covered).count() as i32,
                    *rel,
                    self.int(n),
                )
            }
            Truth::SeatNewlyInCheck(subject, by) => self.seat_newly_in_check(subject, by.as_ref()),
            Truth::Would(c) => match self.after {
                Some(after) => Cx {
                    st: after,
                    memo: None,
                    after: None,
                    before: Some(self.st),
                    ..*self
                }
                .truth(c),
                None => self.truth(c),
            },
            Truth::NewlySome(m) => match self.earlier() {
                Some(before) => {
                    let now = self.all(m);
                    now.any()
                        && !now.within(
                            Cx {
                                st: before,
                                memo: None,
                                before: None,
                                after: None,
                                want: now,
                                ..*self
                            }
                            .mask(m),
                        )
                }
                None => false,
            },
        }
    }
    /// The state before: given, or kept for the event.
    pub(super) fn earlier(&self) -> Option<&State<N>> {
        let kept = || {
            self.st
                .befores
                .iter()
                .find(|b| b.0 == self.env.before)
                .map(|b| &*b.1)
        };
        self.before.or_else(kept)
    }
}
