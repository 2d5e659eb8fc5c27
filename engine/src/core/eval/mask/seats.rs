//! Seats by their opponents and partners, their pieces and colours; their sides, armies, powers and set-ups.
use crate::core::bits::Bits;
use crate::core::eval::{Cx, compare};
use crate::core::event::{Event, Thing};
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::{Rel, Role, Verb};

impl<const N: usize> Cx<'_, N> {
    /// Seats with an opponent among these.
    pub(super) fn hostile_to(&self, s: &Mask<N>) -> Bits<N> {
        let plan = self.plan;
        let of = self.all(s);
        let foe = |o: &usize| {
            of.iter()
                .any(|y| y < plan.seats && plan.allies[*o] >> y & 1 == 0)
        };
        self.seats().filter(foe).collect()
    }
    /// Seats on the same side as one of these, themselves left out.
    pub(super) fn partners_of(&self, s: &Mask<N>) -> Bits<N> {
        let plan = self.plan;
        let of = self.all(s);
        let partner = |t: &usize| {
            of.iter()
                .any(|y| y != *t && y < plan.seats && plan.allies[y] >> t & 1 == 1)
        };
        self.seats().filter(partner).collect()
    }
    /// Seats with so many of these pieces.
    pub(super) fn seats_with(&self, p: &Mask<N>, rel: Rel, n: &Int<N>) -> Bits<N> {
        let (p, n) = (self.all(p), self.int(n));
        let so_many = |s: &usize| compare((self.owned_by(*s) & p).count() as i32, rel, n);
        self.seats().filter(so_many).collect()
    }
    /// Kinds in the set-ups of these seats.
    pub(super) fn setup_kinds(&self, s: &Mask<N>) -> Bits<N> {
        let of = self.all(s);
        let kinds = of
            .iter()
            .flat_map(|s| self.plan.setup_of(self.st, s))
            .map(|(k, _)| *k as usize);
        kinds.collect()
    }
    /// Powers that these seats hold for good.
    pub(super) fn powers_of(&self, s: &Mask<N>) -> Bits<N> {
        let (plan, st) = (self.plan, self.st);
        let of = self.all(s);
        let own = |p: usize| {
            let lent = |s: &usize| {
                let is = |b: &Borrowed| (b.seat as usize, b.power as usize) == (*s, p);
                st.borrowed.iter().any(is)
            };
            of.iter().filter(|s| !lent(s)).collect::<Bits<N>>()
        };
        let held = |p: &usize| st.plane(plan.power_planes + p).meets(own(*p));
        (0..plan.powers.len()).filter(held).collect()
    }
    /// The sides of these seats.
    pub(super) fn sides_of(&self, s: &Mask<N>) -> Bits<N> {
        let plan = self.plan;
        let of = self.all(s) & Bits::below(plan.seats);
        of.iter()
            .map(|s| plan.rules.seats[s].side.index())
            .collect()
    }
    /// Seats of these sides.
    pub(super) fn of_sides(&self, d: &Mask<N>) -> Bits<N> {
        let of = self.all(d);
        self.seats()
            .filter(|s| of.has(self.plan.rules.seats[*s].side.index()))
            .collect()
    }
    /// The armies of these seats.
    pub(super) fn armies_of(&self, s: &Mask<N>) -> Bits<N> {
        let of = self.all(s) & Bits::below(self.plan.seats);
        of.iter()
            .map(|s| self.st.seats[s].army as usize)
            .filter(|a| *a != NONE16 as usize)
            .collect()
    }
    /// Of the sides whose colours these show a seat each: the actor, if he is of it, else its first.
    pub(super) fn seats_of_colours(&self, of: &Mask<N>) -> Bits<N> {
        let seat = |p: usize| {
            let side = self.plan.rules.sides.get(self.colour(p) as usize)?;
            let own = side.seats.iter().find(|s| s.0 as u8 == self.env.actor);
            own.or(side.seats.first()).map(|s| s.index())
        };
        self.all(of).iter().filter_map(seat).collect()
    }
    /// Seats that no rule keeps from talking, to each of these hearers if some are named.
    pub(super) fn seats_talking(&self, secretly: bool, to: Option<&Mask<N>>) -> Bits<N> {
        let to = to.map(|m| self.all(m));
        let talks = |seat: &usize| {
            let e = Event {
                hidden: secretly,
                ..Event::new(Verb::Talk, *seat as u8, Means::Rule)
            };
            let e = e.with(Role::Speaker, Thing::Seat(*seat as u8));
            match to {
                None => !self.forbidden(&e, false),
                Some(to) => to.iter().all(|hearer| {
                    let hearer = Thing::Seat(hearer as u8);
                    !self.forbidden(&e.with(Role::Hearer, hearer), false)
                }),
            }
        };
        self.seats()
            .filter(|s| self.want.has(*s) && talks(s))
            .collect()
    }
}
