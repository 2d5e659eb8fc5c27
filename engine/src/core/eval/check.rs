//! Royalty and check: which pieces are royal, and which of them are attacked.
use super::{Cx, DEPTH};
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::raid;
use crate::core::state::*;

impl<const N: usize> Cx<'_, N> {
    /// Royal pieces.
    pub fn royal(&self) -> Bits<N> {
        match &self.plan.royal {
            Some(m) => self.with(Env::NOBODY).wanting(self.want).mask(m),
            None => Bits::EMPTY,
        }
    }
    /// Those of these royal pieces that are attacked by somebody (of these seats).
    pub fn in_check(&self, royal: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        if self.depth > DEPTH {
            return Bits::EMPTY;
        }
        let mut royal = royal & self.st.plane(plane::BOARD);
        if let Some((seats, pieces)) = &self.plan.never_in_check {
            let calm = self.with(Env::NOBODY);
            royal -= calm.mask(pieces) | self.owned(calm.mask(seats));
        }
        let mut hit = self.struck(royal, by);
        if !self.plan.declared_checks.is_empty() {
            hit |= self.declared(royal - hit, by);
        }
        if self.plan.whole_turns && !self.st.clock.raid && hit != royal {
            hit |= raid::raided(self, royal - hit, by);
        }
        hit
    }
    /// Of these pieces those of which a view says that they are in check (from these seats).
    fn declared(&self, royal: Bits<N>, by: Option<Bits<N>>) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for (v, from) in &self.plan.declared_checks {
            self.holders(v.holder, v.rule, |you, it| {
                let env = Env::of(you, it, v.rule);
                let cx = self.with(&env);
                let named = match (from, by) {
                    (Some(from), Some(by)) => cx.mask(from).meets(by),
                    _ => true,
                };
                if named && cx.truth(&v.when) {
                    all |= cx.wanting(royal).mask(&v.of) & royal;
                }
            });
        }
        all
    }
    /// A royal piece of a seat is attacked by somebody (of these seats).
    pub fn seat_in_check(&self, seat: usize, by: Option<Bits<N>>) -> bool {
        if self.plan.royal.is_none() || self.depth > DEPTH {
            return false;
        }
        let own = self.owned_by(seat) & self.st.plane(plane::BOARD);
        let royal = self.wanting(own).royal() & own;
        royal.any() && self.in_check(royal, by).any()
    }
    pub(super) fn newly_in_check(&self, subject: &Mask<N>, by: Option<&Mask<N>>) -> bool {
        let Some(before) = self.earlier() else {
            return false;
        };
        let was = Cx {
            st: before,
            memo: None,
            before: None,
            ..*self
        };
        let (now, by) = (self.mask(subject), by.map(|by| self.all(by)));
        let royal = self.wanting(now).royal() & now;
        if royal.is_empty() {
            return false;
        }
        // who is attacked by none of them is attacked by no single one
        let royal = self.in_check(royal, by);
        if royal.is_empty() {
            return false;
        }
        let there = was.mask(subject);
        let newly = |from: Option<Bits<N>>| {
            let hit = match from {
                Some(_) => self.in_check(royal, from),
                None => royal,
            };
            let old = there & hit;
            hit.any() && (hit - was.in_check(was.wanting(old).royal() & old, from)).any()
        };
        match by {
            None => newly(None),
            Some(by) => by.iter().any(|s| newly(Some(Bits::one(s)))),
        }
    }
    pub(super) fn seat_newly_in_check(&self, subject: &Mask<N>, by: Option<&Mask<N>>) -> bool {
        let Some(before) = self.earlier() else {
            return false;
        };
        let was = Cx {
            st: before,
            memo: None,
            before: None,
            ..*self
        };
        let now = self.all(subject);
        let there = was.all(subject);
        let one = |s: usize, from: Option<Bits<N>>| {
            self.seat_in_check(s, from) && !(there.has(s) && was.seat_in_check(s, from))
        };
        match by {
            None => now.iter().any(|s| one(s, None)),
            Some(by) => {
                let by = self.all(by);
                now.iter()
                    .any(|s| by.iter().any(|b| one(s, Some(Bits::one(b)))))
            }
        }
    }
}
