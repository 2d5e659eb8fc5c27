//! Orders of turns that do not wait for each other: the player who is next in any of them may begin a turn, and who comes first is
//! asked of the host. A turn that has begun is ended before another one begins.
use super::{CLOCK, Runner, Stop};
use crate::core::plan::*;
use crate::core::state::*;
use crate::ids::SeatId;
use crate::play::Kind;
use crate::rules::Mover;
use std::ops::Range;

impl<const N: usize> Plan<N> {
    /// The entries of `turns` that are in one order with this one, and the number of that order.
    fn order_of(&self, at: usize) -> (usize, Range<usize>) {
        let begins = &self.rules.orders;
        let behind = begins.partition_point(|b| usize::from(*b) <= at);
        let order = behind.saturating_sub(1);
        let begin = begins.get(order).map_or(0, |b| usize::from(*b));
        let end = begins.get(behind.max(1)).map(|b| usize::from(*b));
        (order, begin..end.unwrap_or(self.rules.turns.len()))
    }
    /// The entry of `turns` behind this one in its order whose seat is in, and the seat.
    fn after(&self, st: &State<N>, at: usize) -> Option<(usize, u8)> {
        let (_, entries) = self.order_of(at);
        let n = entries.len();
        let behind = (1..=n).map(|k| entries.start + (at - entries.start + k) % n);
        behind
            .into_iter()
            .find_map(|at| Some((at, self.seat_at(st, at)?)))
    }
    /// The entry of `turns` of a seat that a rule named for the next turn.
    fn entry_of(&self, seat: u8) -> Option<usize> {
        let named = Mover::Seat(SeatId(u16::from(seat)));
        self.rules.turns.iter().position(|mover| *mover == named)
    }
    /// Who will have the next turn; on a board that has an order of its own, there. `you`: who asks, if a seat does.
    pub fn next_seat(&self, st: &State<N>, you: u8) -> Option<u8> {
        let own = self.entry_of(you).map(|at| self.order_of(at).0);
        let hand = self.order_of(st.clock.turn_at.into()).0;
        let latest = own.filter(|own| *own != hand || st.clock.on_turn == NONE);
        let at = match latest.and_then(|own| st.orders.get(own)) {
            Some(order) => order.at,
            None => st.clock.turn_at,
        };
        Some(self.after(st, at.into())?.1)
    }
    /// This is the last turn of the round: every order has come to its end once.
    pub fn last_of_round(&self, st: &State<N>) -> bool {
        let at = usize::from(st.clock.turn_at);
        let (own, entries) = self.order_of(at);
        let is_in = |entries: &mut Range<usize>| entries.any(|i| self.seat_at(st, i).is_some());
        let others = st.orders.iter().enumerate().filter(|(o, _)| *o != own);
        !is_in(&mut (at + 1..entries.end))
            && others.into_iter().all(|(_, order)| {
                let (_, mut entries) = self.order_of(order.at.into());
                order.came_round || !is_in(&mut entries)
            })
    }
    /// No turn of any order has been had yet.
    pub(in crate::core) fn no_turns_yet(&self, st: &mut State<N>) {
        let begins = self.rules.orders.iter();
        st.orders = (begins.map(|begin| self.order_of(usize::from(*begin)).1))
            .map(|entries| TurnOrder {
                at: entries.end.saturating_sub(1) as u8,
                next: NONE,
                came_round: false,
            })
            .collect();
    }
    /// Who was said to be on turn before, in another order than the one in hand now, has the next turn there.
    pub(in crate::core) fn waits_for(&self, st: &mut State<N>, seat: u8) {
        let hand = self.order_of(st.clock.turn_at.into()).0;
        let own = self.entry_of(seat).map(|at| self.order_of(at).0);
        let other = own.filter(|own| *own != hand);
        if let Some(order) = other.and_then(|own| st.orders.get_mut(own)) {
            order.next = seat;
        }
    }
    /// After a turn its order has come one place further. `named`: who has the next turn because a rule said so; of that order.
    pub(in crate::core) fn pass_on(&self, st: &mut State<N>, named: u8, round_over: bool) {
        let at = usize::from(st.clock.turn_at);
        let (own, entries) = self.order_of(at);
        let at_end = (at + 1..entries.end).all(|i| self.seat_at(st, i).is_none());
        if let Some(order) = st.orders.get_mut(own) {
            order.at = at as u8;
            order.came_round |= at_end;
        }
        if let Some(at) = self.entry_of(named) {
            st.orders[self.order_of(at).0].next = named;
        }
        if round_over {
            st.orders.iter_mut().for_each(|o| o.came_round = false);
        }
    }
    /// The entries of `turns` with which a turn may begin now, one of each order, and their seats.
    fn beginnings(&self, st: &State<N>) -> Vec<(usize, u8)> {
        let next = |order: &TurnOrder| match order.next {
            named if named != NONE && st.playing(named.into()) => {
                Some((self.entry_of(named)?, named))
            }
            _ => self.after(st, order.at.into()),
        };
        st.orders.iter().filter_map(next).collect()
    }
}

impl<const N: usize> Runner<'_, N> {
    /// The next turn is to begin: whoever is first, if several may.
    pub(super) fn whose_turn(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let beginnings = self.plan.beginnings(st);
        match beginnings.as_slice() {
            [(_, seat)] => self.begins(st, *seat),
            [] => st.clock.over = true,
            several => {
                self.sink.open(CLOCK, Kind::First, NONE16);
                self.sink.items = several.iter().map(|(_, seat)| (*seat).into()).collect();
                self.sink.n = several.len();
                return Err(Stop::Ask);
            }
        }
        Ok(())
    }
    /// A turn of this seat begins.
    pub(in crate::core) fn begins(&self, st: &mut State<N>, seat: u8) {
        let of_seat = |(_, s): &(usize, u8)| *s == seat;
        if let Some((at, seat)) = self.plan.beginnings(st).into_iter().find(of_seat) {
            st.clock.turn_at = at as u8;
            st.clock.on_turn = seat;
            st.orders[self.plan.order_of(at).0].next = NONE;
        }
        if let Some(top) = st.frames.last_mut() {
            *top = Frame::Turn(0);
        }
    }
}
