//! Numbers: what they come to, and how values of players are counted.
use super::Cx;
use crate::core::bits::Bits;
use crate::core::decide;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Op, Ty};

impl<const N: usize> Cx<'_, N> {
    /// A number.
    pub fn int(&self, n: &Int<N>) -> i32 {
        match n {
            Int::Fixed(n) => *n,
            Int::Count(m) => self.all(m).count() as i32,
            Int::Field(i, None, start) => self.value(*i as usize, *start),
            Int::Field(i, Some(of), start) => {
                let of = self.all(of);
                of.iter().map(|o| self.value(*i as usize + o, *start)).sum()
            }
            Int::FieldFor(whose, i, of, start) => {
                let of = of.as_ref().map(|of| self.all(of));
                let you = self.for_seat(whose).you;
                if you == NONE {
                    return 0;
                }
                let from = *i as usize + you as usize * whose.each as usize;
                match of {
                    None => self.value(from, *start),
                    Some(of) => of.iter().map(|o| self.value(from + o, *start)).sum(),
                }
            }
            Int::FieldOfHolders(whose, slot, of, start) => {
                let of = of.as_ref().map_or(Bits::one(0), |of| self.all(of));
                let slot = *slot as usize;
                let sum = |seat: usize| -> i32 {
                    let from = slot + seat * whose.each as usize;
                    let counted = self.counted(whose, slot, seat, of);
                    counted.iter().map(|o| self.value(from + o, *start)).sum()
                };
                self.seats().map(sum).sum()
            }
            Int::Extreme(most, i, of, start) => {
                let of = self.all(of);
                let all = of.iter().map(|o| self.value(*i as usize + o, *start));
                (if *most { all.max() } else { all.min() }).unwrap_or(0)
            }
            Int::Points(s) => {
                let of = self.all(s) & Bits::below(self.plan.seats);
                of.iter().map(|s| self.st.seats[s].points).sum()
            }
            Int::Place(s) => {
                let of = self.all(s) & Bits::below(self.plan.seats);
                of.iter().map(|s| self.st.place_of(s) as i32).sum()
            }
            Int::Word(w, None) => self.number_called(*w, self.env),
            Int::Word(w, Some((ty, of))) => {
                let of = self.all(of);
                let reader = |x: usize| match ty {
                    Ty::Seat => (x as u8, x as u8),
                    _ => (self.st.owner[x], x as u8),
                };
                let read = |x: usize| {
                    let (you, it) = reader(x);
                    self.number_called(
                        *w,
                        &Env {
                            you,
                            it,
                            ..*self.env
                        },
                    )
                };
                of.iter().map(read).sum()
            }
            Int::Worth(k) => self.all(k).iter().map(|k| self.plan.worth(k)).sum(),
            Int::WorthOfPieces(p) => {
                let worth = |p: usize| self.plan.worth(self.kind(p));
                self.all(p).iter().map(worth).sum()
            }
            Int::Name(n) => decide::number_in(self.env.names[*n as usize]),
            Int::Past(p) => self.past(p),
            Int::Chosen(all, of) => {
                let seat = self.first(Ty::Seat, self.all(of));
                seat.and_then(|s| all.get(s)).copied().unwrap_or(0)
            }
            Int::Repetition => {
                let now = self.plan.position_hash(self.st);
                self.st.positions.count(now) as i32
            }
            Int::Round => self.st.clock.round as i32,
            Int::Both(op, a, b) => {
                let (a, b) = (self.int(a), self.int(b));
                match op {
                    Op::Plus => a.saturating_add(b),
                    Op::Minus => a.saturating_sub(b),
                    Op::Times => a.saturating_mul(b),
                    Op::Divided => a.checked_div_euclid(b).unwrap_or(0),
                    Op::Remainder => a.checked_rem_euclid(b).unwrap_or(0),
                }
            }
        }
    }
    /// Of these owners those of which a seat keeps a value: all, as long as it holds the power; else those whose value was set.
    pub(super) fn counted(
        &self,
        whose: &OfHolders,
        slot: usize,
        seat: usize,
        of: Bits<N>,
    ) -> Bits<N> {
        let holders = self.plan.power_planes + whose.power as usize;
        if self.st.plane(holders).has(seat) {
            return of;
        }
        let from = slot + seat * whose.each as usize;
        let set = |o: &usize| self.st.values.get(from + o).is_some_and(|v| *v != UNSET);
        of.iter().filter(set).collect()
    }
    fn value(&self, i: usize, start: i32) -> i32 {
        match self.st.values.get(i) {
            Some(v) if *v != UNSET => *v,
            _ => start,
        }
    }
}
