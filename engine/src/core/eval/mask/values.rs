//! What a game keeps beside pieces on squares: what lies in zones, and what values and marks name.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::Ty;

impl<const N: usize> Cx<'_, N> {
    /// Pieces and cards in a zone of these owners.
    pub(super) fn in_zone(&self, z: u16, of: &Mask<N>) -> Bits<N> {
        let z = &self.plan.zones[z as usize];
        let of = self.all(of);
        let here = |h: &&(u16, u8)| {
            (z.slot..z.slot + z.count).contains(&h.0) && of.has((h.0 - z.slot) as usize)
        };
        self.st
            .held
            .iter()
            .filter(here)
            .map(|h| h.1 as usize)
            .collect()
    }
    /// Cards of these armies.
    pub(super) fn cards_of(&self, armies: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let of = self.all(armies);
        let is = |p: &usize| st.card_of[*p] != NONE16 && of.has(st.card_of[*p] as usize);
        (0..st.kind.len()).filter(is).collect()
    }
    /// Armies of these cards.
    pub(super) fn armies_of_cards(&self, cards: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let army = |p: usize| (st.card_of[p] != NONE16).then_some(st.card_of[p] as usize);
        self.all(cards).iter().filter_map(army).collect()
    }
    /// Pieces and cards that lie next to one of these in the same zone.
    pub(super) fn next_to(&self, of: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let beside = |p: usize| {
            let all: Vec<usize> = st.held_in(st.zone[p]).collect();
            let at = all.iter().position(|x| *x == p);
            let near = move |i: usize| at.is_some_and(|at| i.abs_diff(at) == 1);
            let there = all.into_iter().enumerate();
            there.filter(move |(i, _)| near(*i)).map(|x| x.1)
        };
        let of = self.all(of).iter();
        of.filter(|p| st.zone[*p] != NONE16)
            .flat_map(beside)
            .collect()
    }
    /// Pieces and cards in a zone of one of these pieces.
    pub(super) fn under(&self, of: &Mask<N>) -> Bits<N> {
        let of = self.all(of);
        let zones = self.plan.zones.iter().filter(|z| z.on == Ty::Piece);
        let spans: Vec<(u16, u16)> = zones.map(|z| (z.slot, z.count)).collect();
        let under = |h: &&(u16, u8)| {
            let owner = |(slot, count): &(u16, u16)| {
                let at = h.0.checked_sub(*slot)?;
                (at < *count && of.has(at as usize)).then_some(())
            };
            spans.iter().any(|s| owner(s).is_some())
        };
        self.st
            .held
            .iter()
            .filter(under)
            .map(|h| h.1 as usize)
            .collect()
    }
    /// Things named by a value that is kept for each seat, read for one.
    pub(super) fn value_for(
        &self,
        whose: &ForSeat<N>,
        hidden: Option<u16>,
        slots: Slots,
        of: &Mask<N>,
        start: u16,
    ) -> Bits<N> {
        let plan = self.plan;
        let of = self.all(of);
        let env = self.for_seat(whose);
        let cx = self.with(&env);
        let of = match hidden {
            Some(h) => cx.seen(&plan.hidden[h as usize], of),
            None => of,
        };
        cx.values_of(slots, of, start)
    }
    /// Things named by a value that each holder of a power keeps, read by anybody else.
    pub(super) fn value_of_holders(
        &self,
        whose: &OfHolders,
        slots: Slots,
        of: &Mask<N>,
        start: u16,
    ) -> Bits<N> {
        let of = self.all(of);
        let slot = match slots {
            Slots::NumbersOfYou(slot, _) => slot as usize,
            Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_) => {
                return Bits::EMPTY;
            }
        };
        self.seats().fold(Bits::EMPTY, |all, seat| {
            let env = Env {
                you: seat as u8,
                ..*self.env
            };
            let cx = self.with(&env);
            let counted = self.counted(whose, slot, seat, of);
            all | cx.values_of(slots, counted, start)
        })
    }
    /// What bears a mark that is kept for each seat, for one of these.
    pub(super) fn planes_for(&self, first: u16, seats: &Mask<N>) -> Bits<N> {
        let of = self.all(seats) & Bits::below(self.plan.seats);
        let plane = |seat: usize| self.st.plane(first as usize + seat);
        of.iter().fold(Bits::EMPTY, |all, seat| all | plane(seat))
    }
}
