//! What has happened: how often, since when, and the first time. Told by the trail, never by what was kept.
use super::Cx;
use crate::core::bits::Bits;
use crate::core::plan::*;
use std::cell::OnceCell;

impl<const N: usize> Cx<'_, N> {
    /// From which turn on a question about the past asks.
    pub fn since(&self, p: &Past<N>) -> u32 {
        match (&p.since, p.this_turn) {
            (_, true) => self.st.clock.turn,
            (None, false) if p.this_round => self.st.clock.round_start,
            (None, false) => 0,
            (Some((of, end)), false) => {
                let of = self.all(of) & Bits::below(self.plan.seats);
                of.iter().map(|s| self.last_turn(s)).max().unwrap_or(0) + u32::from(*end)
            }
        }
    }
    /// How often something happened.
    pub fn past(&self, p: &Past<N>) -> i32 {
        self.times(p).0
    }
    /// The place in the trail of the first time something happened.
    pub fn first_time(&self, p: &Past<N>) -> Option<usize> {
        self.times(p).1
    }
    /// How often something happened, and where in the trail for the first time.
    fn times(&self, p: &Past<N>) -> (i32, Option<usize>) {
        let from = self.since(p);
        // most questions end here: no event of the verb in the time asked about
        let trail = self.st.trail.iter().rev();
        let mut within = trail.take_while(|t| t.turn >= from);
        if !within.any(|t| t.verb == p.verb) {
            return (0, None);
        }
        let sets = [
            &p.author,
            &p.owner,
            &p.kinds,
            &p.pieces,
            &p.by,
            &p.squares,
            &p.by_owner,
            &p.by_kinds,
        ];
        // each set is read when the first event is held against it
        let read = [const { OnceCell::new() }; 8];
        let mut seen = Bits::<N>::EMPTY;
        let (mut n, mut first) = (0, None);
        for (i, t) in self.st.trail.iter().enumerate().rev() {
            if t.turn < from {
                break;
            }
            if t.verb != p.verb || p.once && seen.has(t.piece as usize) {
                continue;
            }
            let told = [
                t.author, t.owner, t.kind, t.piece, t.by, t.square, t.by_owner, t.by_kind,
            ];
            let among = |(k, x): (usize, u8)| match sets[k] {
                None => true,
                Some(m) => read[k].get_or_init(|| self.all(m)).has(x as usize),
            };
            let within = || p.area && among((5, t.other_end));
            if told.into_iter().enumerate().all(among) && !within() {
                seen.add(t.piece as usize);
                n += 1;
                first = Some(i);
            }
        }
        (n, first)
    }
    /// Global number of the latest finished turn of a seat (0: none).
    fn last_turn(&self, s: usize) -> u32 {
        let seat = &self.st.seats[s];
        if self.st.clock.on_turn as usize == s && seat.latest == self.st.clock.turn {
            seat.before
        } else {
            seat.latest
        }
    }
}
