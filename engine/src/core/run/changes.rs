//! Primitive changes, of which every step is made: what each does to a state, and the move that is taken back. No change asks whether it
//! is allowed.
use super::Runner;
use crate::core::bits::Bits;
use crate::core::deed::{Primitive, touch_all};
use crate::core::plan::*;
use crate::core::state::*;
use crate::play::Outcome;
use crate::rules::{self, Ty};
use std::sync::Arc;

impl<const N: usize> Runner<'_, N> {
    /// One primitive change.
    pub(in crate::core) fn apply(&self, st: &mut State<N>, op: &Primitive<N>) {
        let plan = self.plan;
        match *op {
            Primitive::Lift(p) => plan.lift(st, p as usize),
            Primitive::Land(p, q) => {
                if let Some(o) = st.at_beside(q as usize, p as usize) {
                    // the square is taken after all: whoever stood there is lost
                    plan.lift(st, o);
                }
                if !self.lifted.has(p as usize) {
                    self.come_back(st, p);
                } else if self.entering.has(p as usize) {
                    self.face_as_owner(st, p);
                }
                plan.land(st, p as usize, q as usize);
            }
            Primitive::Side(p, far) => {
                if far {
                    st.planes[plane::FAR].add(p as usize)
                } else {
                    st.planes[plane::FAR].drop(p as usize)
                }
            }
            Primitive::Moved(p) => {
                st.planes[plane::UNMOVED].drop(p as usize);
                st.planes[plane::MOVED].add(p as usize);
                touch_all(st, reads::EVENTS);
            }
            Primitive::Displaced(p) => {
                st.planes[plane::UNMOVED].drop(p as usize);
                touch_all(st, reads::EVENTS);
            }
            Primitive::Own(p, s) => plan.own(st, p as usize, s as usize),
            Primitive::Kind(p, k) => {
                st.planes[plan.kind_planes + st.kind[p as usize] as usize].drop(p as usize);
                st.planes[plan.kind_planes + k as usize].add(p as usize);
                st.kind[p as usize] = k;
                st.planes[plane::UNMOVED].drop(p as usize);
                plan.touch(st, p as usize, reads::KINDS | reads::EVENTS);
            }
            Primitive::Bit(plane, i, on) => {
                let b = &mut st.planes[plane as usize];
                if on {
                    b.add(i as usize)
                } else {
                    b.drop(i as usize)
                }
                touch_all(st, reads::VALUES);
            }
            Primitive::Number(i, v) => {
                st.values[i as usize] = v;
                touch_all(st, reads::VALUES);
            }
            Primitive::Plane(i, b) => {
                st.planes[i as usize] = b;
                touch_all(st, reads::VALUES);
            }
            Primitive::Ends(slot, None) => st.timed.retain(|t| t.slot != slot),
            Primitive::Ends(slot, Some((due, env, back))) => st.timed.push(Timed {
                slot,
                due,
                env,
                back,
            }),
            Primitive::Out(s) => self.out(st, s),
            Primitive::EndPower(s, p) => self.drop_power(st, s, p),
            Primitive::Skip(s) => st.seats[s as usize].skip += 1,
            Primitive::Store(p, slot, at) => {
                if !self.lifted.has(p as usize) {
                    self.come_back(st, p);
                }
                plan.store(st, p as usize, slot, (at != NONE).then_some(at as usize));
            }
            Primitive::Shown(p) => st.planes[plane::SHOWN].add(p as usize),
            Primitive::GiveArmy(army, seat) => self.give_army(st, army, seat),
            Primitive::Borrow(seat, power, due) => {
                st.planes[plan.power_planes + power as usize].add(seat as usize);
                st.borrowed.push(Borrowed { seat, power, due });
                touch_all(st, reads::SEATS | reads::VALUES);
            }
        }
    }
    /// A piece that enters a board faces as its owner's pieces do (basic.10).
    fn face_as_owner(&self, st: &mut State<N>, p: u8) {
        let i = p as usize;
        let owner = st.owner[i] as usize;
        if owner < self.plan.seats {
            let facing = self.plan.boards.facing(owner);
            st.planes[plane::FACING + (st.facing[i] as usize & 3)].drop(i);
            st.planes[plane::FACING + (facing as usize & 3)].add(i);
            st.facing[i] = facing;
        }
    }
    /// A piece that was lost and comes back faces as its owner's pieces do (basic.10), free of what it was marked as for a time.
    fn come_back(&self, st: &mut State<N>, p: u8) {
        let i = p as usize;
        if !st.plane(plane::LOST).has(i) {
            return;
        }
        st.planes[plane::FAR].drop(i);
        self.face_as_owner(st, p);
        let gone: Vec<Slot> = (st.timed.iter().map(|t| t.slot))
            .filter(|s| matches!(s, Slot::Bit(plane, x) if *x == p && self.plan.mark_of(*plane).ty == Ty::Piece))
            .collect();
        for slot in gone {
            if let Slot::Bit(plane, x) = slot {
                self.apply(st, &Primitive::Bit(plane, x, false));
            }
            self.apply(st, &Primitive::Ends(slot, None));
        }
    }
    fn out(&self, st: &mut State<N>, s: u8) {
        st.clock.losses += 1;
        st.clock.playing &= !(1 << s);
        st.seats[s as usize].result = Outcome::Loss;
        st.seats[s as usize].lost_at = st.clock.stamp + 1;
        if st.clock.on_turn == s {
            st.clock.end_turn = true;
        }
        touch_all(st, reads::SEATS);
        // an end in turns of a player who is out comes at once
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| matches!(t.due, Due::Seat(t, ..) if t == s))
            .map(|t| t.slot)
            .collect();
        for slot in gone {
            match slot {
                Slot::Bit(p, i) => self.apply(st, &Primitive::Bit(p, i, false)),
                Slot::Plane(p) => self.apply(st, &Primitive::Plane(p, Bits::EMPTY)),
                Slot::Number(i) => {
                    let back = Primitive::Number(i, st.back(slot));
                    self.apply(st, &back);
                }
            }
            self.apply(st, &Primitive::Ends(slot, None));
        }
        st.imposed.retain(|i| {
            !i.due
                .iter()
                .any(|d| matches!(d, Due::Seat(t, ..) if *t == s))
        });
    }
    /// A seat gets an army: before the game with its pieces, later its power alone, in place of the one it had.
    fn give_army(&self, st: &mut State<N>, army: u16, seat: u8) {
        let plan = self.plan;
        let power = |a: u16| {
            plan.rules.armies[a as usize]
                .power
                .and_then(|p| plan.power(p))
        };
        let s = seat as usize;
        if st.clock.phase != Phase::Setup
            && let old = st.seats[s].army
            && old != NONE16
            && let Some(p) = power(old)
        {
            self.drop_power(st, seat, p);
        }
        st.seats[s].army = army;
        if let Some(p) = power(army) {
            st.planes[plan.power_planes + p as usize].add(s);
        }
        if st.clock.phase == Phase::Setup {
            plan.set_up(st, s);
            if let Some(p) = power(army) {
                plan.fill_zones(st, Some(p), Some(s));
            }
        }
        touch_all(st, reads::ALL);
    }
    /// A power is lost: its state without an end is cleared (language 6.3).
    fn drop_power(&self, st: &mut State<N>, s: u8, p: u8) {
        st.planes[self.plan.power_planes + p as usize].drop(s as usize);
        st.borrowed.retain(|b| (b.seat, b.power) != (s, p));
        touch_all(st, reads::SEATS | reads::VALUES);
        let fields = self.plan.rules.fields.iter().zip(&self.plan.fields);
        let of_power = fields.filter_map(|(field, place)| match field.by {
            rules::Holder::Power(by) if self.plan.power(by) == Some(p) => *place,
            rules::Holder::Power(_)
            | rules::Holder::Game
            | rules::Holder::EachSeat
            | rules::Holder::Kind(_) => None,
        });
        for place in of_power {
            self.clear_of_holder(st, s, &place);
        }
        let zones = self
            .plan
            .zones
            .iter()
            .filter(|z| z.power == Some(p) && z.on == Ty::Seat);
        let slots: Vec<u16> = zones.map(|z| z.slot + u16::from(s)).collect();
        for slot in slots {
            for x in st.held_in(slot).collect::<Vec<_>>() {
                self.plan.lift(st, x);
            }
        }
        let n = self.plan.seats + 1;
        for lim in &self.plan.power_limits[p as usize] {
            for foe in 0..n {
                st.used[(*lim as usize * n + s as usize) * n + foe] = Used::default();
            }
        }
    }
    /// What the holder of a power keeps in this field, and what of the holder is kept in it, without an end.
    fn clear_of_holder(&self, st: &mut State<N>, s: u8, place: &Place) {
        let of_holder = place.on == Ty::Seat;
        match place.slots {
            Slots::Marks(first) if place.by_holder => {
                let plane = first + u16::from(s);
                let timed = st.timed.iter().filter_map(|t| match t.slot {
                    Slot::Bit(q, i) if q == plane => Some(i as usize),
                    Slot::Bit(..) | Slot::Plane(_) | Slot::Number(_) => None,
                });
                let kept: Bits<N> = timed.collect();
                st.planes[plane as usize] &= kept;
            }
            Slots::Marks(plane) if of_holder => {
                if !st.timed.iter().any(|t| t.slot == Slot::Bit(plane, s)) {
                    st.planes[plane as usize].drop(s as usize);
                }
            }
            // sets have no end
            Slots::Sets(first) if of_holder => {
                st.planes[(first + u16::from(s)) as usize] = Bits::EMPTY;
            }
            Slots::Owners(first, values) if of_holder => {
                for plane in first..first + values {
                    st.planes[plane as usize].drop(s as usize);
                }
            }
            Slots::Numbers(first) if of_holder => unset(st, first + u16::from(s)),
            Slots::NumbersOfYou(first, each) => {
                let first = first + u16::from(s) * each;
                (first..first + each).for_each(|i| unset(st, i));
            }
            // what hangs on no player and is kept for all holders together stays
            Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_) => {}
        }
    }
    /// `take back the move`: the position before the move comes back; what was spent for it and what was decided before stays.
    pub(in crate::core) fn take_back(&mut self, st: &mut State<N>, env: &Env<N>) {
        if self.mode.trial {
            return;
        }
        let Some(mut depth) = st.saved.len().checked_sub(1) else {
            return;
        };
        // a move that was all its action has done so far goes back with the action
        while st.one_move
            && depth > 0
            && st.saved[depth - 1].state.clock.changes == st.saved[depth].state.clock.changes
        {
            depth -= 1;
        }
        st.saved.truncate(depth + 1);
        let Some(saved) = st.saved.pop() else { return };
        let since = saved.state.clock.changes;
        let now = st.stage();
        let mut back = Arc::unwrap_or_clone(saved.state);
        std::mem::swap(&mut back.frames, &mut st.frames);
        std::mem::swap(&mut back.saved, &mut st.saved);
        std::mem::swap(&mut back.decided, &mut st.decided);
        std::mem::swap(&mut back.interrupted, &mut st.interrupted);
        let own = self.plan.limit_of(env.rule);
        if own != NONE16 {
            let n = (self.plan.seats + 1) * (self.plan.seats + 1);
            let at = own as usize * n;
            back.used[at..at + n].copy_from_slice(&st.used[at..at + n]);
        }
        // taking a move back hides nothing that was revealed meanwhile
        for shown in self.plan.shown_planes() {
            back.planes[shown] |= st.planes[shown];
        }
        for known in self.plan.hidden.iter().flat_map(Hidden::all_known) {
            back.planes[known] |= st.planes[known];
        }
        back.clock.bodies = st.clock.bodies;
        back.clock.befores = st.clock.befores;
        back.clock.batches = st.clock.batches;
        back.clock.batch = st.clock.batches;
        back.clock.firings = st.clock.firings;
        back.clock.action = st.clock.action;
        self.verdicts
            .retain(|v| v.at <= since || v.stage.is_some() && v.stage < now);
        let changes = st.clock.changes;
        *st = back;
        st.clock.changes = changes + 1;
        let stands: Vec<Primitive<N>> = (st.decided.iter())
            .filter(|(at, stage, _)| *at >= since && Some(*stage) < now)
            .map(|(.., op)| *op)
            .collect();
        for op in stands {
            let gone = matches!(op, Primitive::Kind(p, _) if st.plane(plane::LOST).has(p as usize));
            if !gone {
                self.apply(st, &op);
            }
        }
        st.queue.clear();
        touch_all(st, reads::ALL);
        st.touched.iter_mut().for_each(|t| *t = Bits::FULL);
        if let Some(Frame::Move(m)) = st.frames.get_mut(saved.frame as usize) {
            m.back = true;
        }
    }
}

impl<const N: usize> Primitive<N> {
    /// It decides something about players, values or what a piece is: not where pieces stand, whose they are and whether they have
    /// moved, which is the position a move that is taken back gives back.
    pub(super) fn is_decision(&self) -> bool {
        match self {
            Primitive::Lift(_)
            | Primitive::Land(..)
            | Primitive::Side(..)
            | Primitive::Store(..)
            | Primitive::Moved(_)
            | Primitive::Displaced(_)
            | Primitive::Own(..) => false,
            Primitive::Kind(..)
            | Primitive::Bit(..)
            | Primitive::Number(..)
            | Primitive::Plane(..)
            | Primitive::Ends(..)
            | Primitive::Out(_)
            | Primitive::EndPower(..)
            | Primitive::Borrow(..)
            | Primitive::GiveArmy(..)
            | Primitive::Shown(_)
            | Primitive::Skip(_) => true,
        }
    }
}

/// A number is what it was at the beginning; one that has an end, when that comes.
fn unset<const N: usize>(st: &mut State<N>, i: u16) {
    let mut ends = st
        .timed
        .iter_mut()
        .filter(|t| t.slot == Slot::Number(i))
        .peekable();
    if ends.peek().is_none() {
        st.values[i as usize] = UNSET;
    }
    ends.for_each(|t| t.back = UNSET);
}
