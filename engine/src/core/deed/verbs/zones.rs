//! Zones and the cards in them: put there, newly made, shuffled, shown; and armies that are given.
use crate::core::bits::Bits;
use crate::core::deed::{Deed, Member, Primitive};
use crate::core::eval::Cx;
use crate::core::event::Thing;
use crate::core::order;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::rules::{Role, Ty, Verb};

impl<const N: usize> Runner<'_, N> {
    /// Pieces or cards are put into a zone.
    pub(super) fn store_in_zone(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (pieces, most): (&Mask<N>, Option<&Int<N>>),
        zone: &(u16, Mask<N>),
        at: Option<&Int<N>>,
        openly: bool,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let Some(slot) = cx.slot(zone) else {
            return Ok(false);
        };
        let things = cx.mask(pieces) & st.plane(plane::THERE);
        // what was picked, or comes out of several zones, comes in the order of the pieces
        let mut things = match pieces {
            Mask::Or(_) | Mask::Name(_) => {
                let mut all: Vec<usize> = things.iter().collect();
                order::by_key(&mut all, |p| (st.place[*p], *p));
                all
            }
            _ => cx.in_order(Ty::Piece, things),
        };
        if let Some(most) = most {
            things.truncate(cx.int(most).max(0) as usize);
        }
        let at = at.map(|n| (cx.int(n) - 1).clamp(0, 250) as u8);
        if at.is_none() {
            // what is there already stays where it lies
            things.retain(|p| st.zone[*p] != slot);
        }
        let members = things.into_iter().map(|p| {
            let piece = Thing::Piece(p as u8);
            let mut events = vec![];
            if let Some(from) = st.square(p) {
                events.push(
                    cx.event(Verb::Leave, actor)
                        .with(Role::Leaver, piece)
                        .with(Role::Origin, Thing::Square(from as u8)),
                );
            }
            events.push(
                cx.event(Verb::Put, actor)
                    .with(Role::Placed, piece)
                    .with(Role::Destination, Thing::Zone(slot)),
            );
            let mut changes = vec![
                Primitive::Lift(p as u8),
                Primitive::Store(p as u8, slot, at.unwrap_or(NONE)),
                Primitive::Displaced(p as u8),
            ];
            if openly {
                changes.push(Primitive::Shown(p as u8));
            }
            Member { events, changes }
        });
        let members = members.collect();
        self.guarded(st, env, members, false)
    }
    /// New pieces come into a zone.
    pub(super) fn store_new_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        (kind, owner): (&Mask<N>, Option<&Mask<N>>),
        count: &Int<N>,
        zone: &(u16, Mask<N>),
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let actor = cx.acting();
        let Some(kind) = cx.mask(kind).first() else {
            return Ok(false);
        };
        if cx.slot(zone).is_none() {
            return Ok(false);
        }
        let owner = match owner {
            None => actor as usize,
            Some(m) => cx.first(Ty::Seat, cx.mask(m)).unwrap_or(actor as usize),
        };
        let mut made = Bits::EMPTY;
        for _ in 0..cx.int(count).max(0) {
            match plan.make_piece(st, kind as u8, owner.min(plan.seats)) {
                Some(p) => made.add(p),
                None => return Err(Stop::Exhausted),
            }
        }
        let store = Deed::Store {
            pieces: Mask::Fixed(made),
            most: None,
            zone: zone.clone(),
            at: None,
            openly: false,
        };
        self.deed(st, &store, env)
    }
    /// What lies in these zones is mixed, each by itself or all of it in one.
    pub(super) fn shuffle_zones(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        zones: &[(u16, Mask<N>)],
        into: Option<&(u16, Mask<N>)>,
    ) -> Result<bool, Stop> {
        let plan = self.plan;
        let cx = self.cx(st, env);
        let mut slots: Vec<u16> = vec![];
        for (z, of) in zones {
            let zone = &plan.zones[*z as usize];
            slots.extend(cx.mask(of).iter().map(|o| zone.slot + o as u16));
        }
        let pile = into.and_then(|z| cx.slot(z));
        if let Some(pile) = pile {
            for slot in slots.iter().filter(|s| **s != pile) {
                for p in st.held_in(*slot).collect::<Vec<_>>() {
                    plan.lift(st, p);
                    plan.store(st, p, pile, None);
                }
            }
            slots = vec![pile];
        }
        for slot in slots {
            // what was shown of it is known no longer
            let here: Vec<usize> = st.held_in(slot).collect();
            for plane in plan.shown_planes() {
                here.iter().for_each(|p| st.planes[plane].drop(*p));
            }
            plan.mix(st, slot);
        }
        st.clock.changes += 1;
        Ok(true)
    }
    /// A seat gets armies.
    pub(super) fn give_armies(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        armies: &Mask<N>,
        to: &Mask<N>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let Some(to) = cx.first(Ty::Seat, cx.mask(to)) else {
            return Ok(false);
        };
        let members = cx.mask(armies).iter().map(|a| {
            let mut changes = vec![Primitive::GiveArmy(a as u16, to as u8)];
            // the card of an army that is taken is used up
            let card = (0..st.kind.len()).find(|p| st.card_of[*p] as usize == a);
            changes.extend(card.map(|p| Primitive::Lift(p as u8)));
            Member {
                events: vec![],
                changes,
            }
        });
        let members = members.collect();
        self.perform(st, members)?;
        Ok(true)
    }
    /// Pieces and cards in hidden zones are shown to these seats, or to all.
    pub(super) fn show_pieces(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        pieces: &Mask<N>,
        to: Option<&Mask<N>>,
    ) -> Result<bool, Stop> {
        let cx = self.cx(st, env);
        let all = cx.in_order(Ty::Piece, cx.mask(pieces) & st.plane(plane::THERE));
        let to = to.map(|m| cx.mask(m) & Bits::below(self.plan.seats));
        let members = all.into_iter().map(|p| self.shown(&cx, p, to)).collect();
        self.perform(st, members)?;
        Ok(true)
    }
    /// One of them is shown.
    pub(super) fn shown(&self, cx: &Cx<N>, p: usize, to: Option<Bits<N>>) -> Member<N> {
        let revealed = cx.event(Verb::Reveal, cx.acting());
        let to_one = |seat: usize| {
            let plane = self.plan.shown_plane(seat)?;
            Some(Primitive::Bit(plane as u16, p as u8, true))
        };
        let single = |seats: Bits<N>| seats.iter().filter_map(to_one).collect();
        Member {
            events: vec![revealed.with(Role::Revealed, Thing::Piece(p as u8))],
            changes: to.map_or_else(|| vec![Primitive::Shown(p as u8)], single),
        }
    }
}
