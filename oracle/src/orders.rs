//! Orders of turns that do not wait for each other, read slowly: who is next in each, and who begins. Never for games whose turns go
//! in one order.
use super::aspects;
use super::exec::{Exec, Stop};
use super::link::Linked;
use super::question::Question;
use super::state::State;
use super::turn::seat_at;
use super::value::Val;
use crate::answer::Does;
use engine::ids::SeatId;
use engine::play::{Kind, Who};
use engine::rules::Mover;
use serde::Serialize;

/// One of several orders of turns.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Order {
    /// The place in `turns` of its latest turn; at first of its last entry.
    pub at: usize,
    /// Who has its next turn because a rule said so.
    pub next: Option<SeatId>,
    /// It has come to its end in this round.
    pub came_round: bool,
}

/// The places in `turns` that belong to each order.
fn entries(l: &Linked) -> Vec<Vec<usize>> {
    let begins = l.rules.orders.iter().map(|b| usize::from(*b));
    let ends = (begins.clone().skip(1)).chain([l.rules.turns.len()]);
    begins
        .zip(ends)
        .map(|(from, to)| (from..to).collect())
        .collect()
}

/// Which order a place in `turns` belongs to.
fn order_of(l: &Linked, at: usize) -> Option<usize> {
    entries(l).iter().position(|order| order.contains(&at))
}

fn entry_of(l: &Linked, seat: SeatId) -> Option<usize> {
    l.rules.turns.iter().position(|m| *m == Mover::Seat(seat))
}

/// Behind this place in its order: the first seat that is in.
fn after(l: &Linked, st: &State, at: usize) -> Option<SeatId> {
    let order = entries(l).into_iter().find(|order| order.contains(&at))?;
    let (before, behind): (Vec<usize>, Vec<usize>) = order.into_iter().partition(|i| *i <= at);
    (behind.into_iter().chain(before)).find_map(|i| seat_at(l, st, i, None))
}

/// Nobody has had a turn.
pub fn none_yet(l: &Linked, st: &mut State) {
    let last = |order: Vec<usize>| Order {
        at: order.last().copied().unwrap_or_default(),
        next: None,
        came_round: false,
    };
    let orders = entries(l).into_iter().map(last).collect();
    let st = st.change(aspects::TIME);
    st.orders = orders;
    st.on_turn = None;
}

/// Who was said to be on turn before has the next turn of an order that is not in hand now.
pub fn waits_for(l: &Linked, st: &mut State, before: Option<SeatId>) {
    let own = before.and_then(|s| order_of(l, entry_of(l, s)?));
    if own != order_of(l, st.turn_at)
        && let Some(own) = own
    {
        st.change(aspects::TIME).orders[own].next = before;
    }
}

/// A turn is over; `named`: who has the next one of an order by a rule.
pub fn pass_on(l: &Linked, st: &mut State, named: Option<SeatId>, round_over: bool) {
    let at = st.turn_at;
    let Some(own) = order_of(l, at) else { return };
    let at_end = (entries(l)[own].iter()).all(|i| *i <= at || seat_at(l, st, *i, None).is_none());
    let for_order = named.and_then(|s| order_of(l, entry_of(l, s)?));
    let st = st.change(aspects::TIME);
    st.orders[own].at = at;
    st.orders[own].came_round |= at_end;
    if let Some(order) = for_order {
        st.orders[order].next = named;
    }
    if round_over {
        st.orders.iter_mut().for_each(|o| o.came_round = false);
    }
    st.on_turn = None;
}

/// Who will have the next turn; in an order of its own, whoever asks.
pub fn next_seat(l: &Linked, st: &State, you: Option<SeatId>) -> Option<SeatId> {
    let own = you.and_then(|s| order_of(l, entry_of(l, s)?));
    let in_hand = st.on_turn.is_some() && (own.is_none() || own == order_of(l, st.turn_at));
    let at = match own.filter(|_| !in_hand) {
        Some(order) => st.orders[order].at,
        None => st.turn_at,
    };
    after(l, st, at)
}

/// With the turn in hand every order has come to its end.
pub fn last_of_round(l: &Linked, st: &State) -> bool {
    let own = order_of(l, st.turn_at);
    entries(l).iter().enumerate().all(|(o, order)| {
        let is_in = |i: &usize| seat_at(l, st, *i, None).is_some();
        match own == Some(o) {
            true => !order.iter().any(|i| *i > st.turn_at && is_in(i)),
            false => st.orders[o].came_round || !order.iter().any(is_in),
        }
    })
}

impl Exec<'_> {
    /// Who is next in each order.
    fn beginners(&self) -> Vec<SeatId> {
        let (l, st) = (self.l, &self.st);
        let playing = |s: &SeatId| st.seats[s.index()].playing;
        let next = |o: &Order| o.next.filter(playing).or_else(|| after(l, st, o.at));
        st.orders.iter().filter_map(next).collect()
    }
    /// Who begins a turn now, of those who are next in their orders.
    pub(super) fn whose_turn(&mut self) -> Result<(), Stop> {
        let l = self.l;
        let seat = match self.beginners().as_slice() {
            [] => return Err(Stop::Over),
            [seat] => *seat,
            _ => {
                // an act of the table may leave one
                let q = Question {
                    auto: true,
                    ..Question::of(Who::Clock, Kind::First)
                };
                let options = |e: &mut Self| {
                    let all = e.beginners();
                    let all = all.iter().enumerate();
                    all.map(|(i, s)| e.opt_of(i, Val::Seat(*s))).collect()
                };
                match self.decide(q, options)?.does {
                    Does::Val(Val::Seat(seat)) => seat,
                    _ => return Err(Stop::Cannot),
                }
            }
        };
        let Some(at) = entry_of(l, seat) else {
            return Err(Stop::Cannot);
        };
        let own = order_of(l, at);
        let st = self.st.change(aspects::TIME);
        (st.turn_at, st.on_turn) = (at, Some(seat));
        if let Some(own) = own {
            st.orders[own].next = None;
        }
        Ok(())
    }
}
