//! What ends by itself: when it is due, by moments and by events. What stops being is raised as an event and answered like any other.
use super::{Runner, Stop};
use crate::core::bits::Bits;
use crate::core::deed::{self, Member, Primitive, touch_all};
use crate::core::event::{Event, Thing};
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    pub(super) fn is_due(&self, st: &State<N>, d: &Due, end: bool) -> bool {
        match d {
            Due::Seat(s, n, e) => {
                *e == end && st.clock.on_turn == *s && st.seats[*s as usize].turns >= *n
            }
            Due::Turn(t, e) => *e == end && st.clock.turn >= *t,
            Due::Round(r) => {
                let ends = || st.clock.round == *r && self.plan.last_of_round(st);
                end && (st.clock.round > *r || ends())
            }
            Due::Count(0, ..) => true,
            Due::Count(..) | Due::Event(_) | Due::Never => false,
        }
    }
    /// Marks, values and facts that end at the start or end of this turn.
    pub(in crate::core) fn ends_now(&mut self, st: &mut State<N>, end: bool) -> Result<(), Stop> {
        if st.timed.is_empty() && st.imposed.is_empty() && st.borrowed.is_empty() {
            return Ok(());
        }
        let clock = st.clock;
        if end && clock.on_turn != NONE {
            let State {
                timed,
                imposed,
                owner,
                ..
            } = st;
            // a duty is one of each turn
            imposed.iter_mut().for_each(|i| i.done = false);
            let tick = |d: &mut Due| {
                if let Due::Count(n, whose, since) = d {
                    let of = match whose {
                        Counted::Seat(s) => *s,
                        Counted::Piece(p) => owner[*p as usize],
                    };
                    if clock.turn > *since && of == clock.on_turn {
                        *n = n.saturating_sub(1);
                    }
                }
            };
            timed.iter_mut().for_each(|t| tick(&mut t.due));
            imposed.iter_mut().flat_map(|i| &mut i.due).for_each(tick);
        }
        if end && st.borrowed.iter().any(|b| self.is_due(st, &b.due, true)) {
            let all = std::mem::take(&mut st.borrowed);
            let (over, left) = all.into_iter().partition(|b| self.is_due(st, &b.due, true));
            st.borrowed = left;
            for b in over {
                let b: Borrowed = b;
                st.planes[self.plan.power_planes + b.power as usize].drop(b.seat as usize);
            }
            touch_all(st, reads::SEATS | reads::VALUES);
        }
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| self.is_due(st, &t.due, end))
            .map(|t| t.slot)
            .collect();
        let over: Vec<bool> = st
            .imposed
            .iter()
            .map(|i| i.due.iter().any(|d| self.is_due(st, d, end)))
            .collect();
        drop_imposed(st, &over);
        self.clear(st, gone)
    }
    /// Values whose time is over: `stops being` is raised for marks.
    pub(super) fn clear(&mut self, st: &mut State<N>, mut gone: Vec<Slot>) -> Result<(), Stop> {
        if gone.is_empty() {
            return Ok(());
        }
        gone.sort();
        gone.dedup();
        let env = Env::NOBODY;
        let members = gone.into_iter().map(|slot| {
            let cx = self.cx(st, env);
            let mut events = vec![];
            let change = match slot {
                Slot::Bit(plane, i) => {
                    let mark = self.plan.mark_of(plane);
                    let lost = mark.ty == Ty::Piece && st.plane(plane::LOST).has(i as usize);
                    if !lost {
                        let thing = deed::thing(mark.ty, i as usize);
                        let e = Event {
                            holder: mark.holder,
                            ..cx.event(Verb::StopBeing, NONE)
                        };
                        events.push(
                            e.with(Role::Released, thing)
                                .with(Role::Object, Thing::Mark(mark.field)),
                        );
                    }
                    Primitive::Bit(plane, i, false)
                }
                Slot::Plane(p) => Primitive::Plane(p, Bits::EMPTY),
                Slot::Number(i) => Primitive::Number(i, st.back(slot)),
            };
            Member {
                events,
                changes: vec![change, Primitive::Ends(slot, None)],
            }
        });
        let members = members.collect();
        self.perform(st, members)
    }
    /// Facts `until EVENT` end when it happens. The marks and values that do are returned, and end in a step of their own.
    pub(super) fn end_by_events(&self, st: &mut State<N>, events: &[Event<N>]) -> Vec<Slot> {
        let hit = |st: &State<N>, d: &Due, env: &Env<N>| match d {
            Due::Event(i) => {
                let cx = self.cx(st, env);
                events
                    .iter()
                    .any(|e| cx.fits(&self.plan.ends[*i as usize], e))
            }
            _ => false,
        };
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| hit(st, &t.due, &t.env))
            .map(|t| t.slot)
            .collect();
        let over: Vec<bool> = st
            .imposed
            .iter()
            .map(|i| i.due.iter().any(|d| hit(st, d, &i.env)))
            .collect();
        drop_imposed(st, &over);
        gone
    }
}

fn drop_imposed<const N: usize>(st: &mut State<N>, over: &[bool]) {
    if over.contains(&true) {
        let mut over = over.iter();
        st.imposed.retain(|_| over.next() != Some(&true));
        touch_all(st, reads::VALUES);
    }
}
