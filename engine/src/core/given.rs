//! Beginning in the middle: pieces placed, seats that have had turns, and what else is given before play goes on. Nothing fires.
mod facts;

use super::acts::reopen;
use super::bits::Bits;
use super::deed::touch_all;
use super::game::Game;
use super::plan::{Plan, reads};
use super::run::Runner;
use super::state::*;
use crate::ids::*;
use crate::play::Refused;
use crate::rules::{self, Base, Form, Given, Mover, Narrow, Placed, Quality, What};
use std::sync::Arc;

/// Turns each seat has had before a position in the middle of a game.
const TURNS: u32 = 10;

/// A position as it was set, with what has been given since: all of it is given at once, whose turn it is first.
#[derive(Clone, Debug)]
pub(super) struct Start<const N: usize> {
    set: State<N>,
    given: Vec<Given>,
}

impl<const N: usize> Game<N> {
    /// A game in its middle: a position with the first seat of `turns` on turn, its start over (language 12).
    ///
    /// # Errors
    /// A piece of a kind that is not in this match, or rules that run in a circle.
    pub fn from_position(plan: &Arc<Plan<N>>, pieces: &[Placed]) -> Result<Self, String> {
        let set = plan.placed(pieces)?;
        let mut game = Self::from_state(plan, plan.primed(set.clone()), true);
        game.start = Some(Box::new(Start { set, given: vec![] }));
        Ok(game)
    }
    /// Makes these true before play goes on.
    ///
    /// # Errors
    /// What is no state the engine keeps, or has no plan.
    pub fn give(&mut self, given: &[Given]) -> Result<(), String> {
        let plan = self.plan().clone();
        let ((state, plan), start) = match &self.start {
            Some(start) => {
                let mut start = start.clone();
                start.given.extend(given.iter().cloned());
                start.given.sort_by_key(|g| !matches!(g, Given::OnTurn(_)));
                (plan.given(start.set.clone(), &start.given)?, Some(start))
            }
            None => {
                let mut state = self.state().clone();
                if !state.clock.over {
                    reopen(&plan, &mut state);
                }
                (plan.given(state, given)?, None)
            }
        };
        let settled = self.begin_at(&plan, plan.primed(state));
        // more can be given before somebody has to decide
        if start.is_none() {
            settled?;
        }
        self.start = start;
        Ok(())
    }
    /// Somebody has something to decide, or the game is over; asked when all is given.
    ///
    /// # Errors
    /// Rules run in a circle, or nobody ever decides, in words.
    pub fn decides(&self) -> Result<(), String> {
        self.settled()
    }
    /// The start of the turn of a seat runs now.
    ///
    /// # Errors
    /// Rules that run in a circle, or what was given has no plan.
    pub fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        let plan = self.plan().clone();
        let clock = &self.state().clock;
        let starting = clock.phase == Phase::Start && clock.on_turn as usize == seat.index();
        if self.start.is_none() && starting {
            // somebody is asked something in the start of this very turn
            return Ok(());
        }
        let (mut state, plan) = match &self.start {
            Some(start) => plan.given(start.set.clone(), &start.given)?,
            None => (self.state().clone(), plan),
        };
        plan.put_on_turn(&mut state, Some(seat));
        // the start counts the turn itself
        let s = &mut state.seats[seat.index()];
        s.turns = s.turns.saturating_sub(1);
        s.latest = s.before;
        state.clock.phase = Phase::Start;
        state.frames = vec![Frame::Turn(0)];
        if self.start.is_some() {
            state = plan.primed(state);
        }
        self.begin_at(&plan, state)
    }
    fn begin_at(&mut self, plan: &Arc<Plan<N>>, state: State<N>) -> Result<(), String> {
        let mut game = Self::from_state(plan, state, true);
        let settled = game.settled();
        game.count_on(self);
        *self = game;
        settled
    }
    fn settled(&self) -> Result<(), String> {
        self.checked(&[]).map_err(|refused| match refused {
            Refused::Cycle(_) => "rules fire each other without end".to_string(),
            _ => "the game goes on without anybody deciding anything".to_string(),
        })
    }
}

impl<const N: usize> Plan<N> {
    /// What is true when play begins does not fire; the position it begins with has occurred.
    fn primed(&self, mut st: State<N>) -> State<N> {
        touch_all(&mut st, reads::ALL);
        st.touched.iter_mut().for_each(|t| *t = Bits::FULL);
        Runner::new(self).prime(&mut st);
        if self.repetition && st.clock.phase == Phase::Act && st.positions.is_empty() {
            let hash = self.position_hash(&st);
            st.positions.push(hash);
        }
        st
    }
    /// A position in mid-game: each seat has had its turns; a piece on a square where the set-up has that kind of that seat is unmoved
    /// and at home there, every other has moved and has no home.
    fn placed(&self, pieces: &[Placed]) -> Result<State<N>, String> {
        let mut st = self.seated();
        for p in pieces {
            let kind = (p.seat)
                .and_then(|s| self.shown_as(&st, s, p.kind))
                .unwrap_or(p.kind);
            let kind = self
                .kind(kind)
                .ok_or("a piece of an army that is not here")?;
            let owner = p.seat.map_or(self.seats, |s| s.index());
            let piece = self.new_piece(&mut st, kind, owner)?;
            if let Some(facing) = p.facing {
                self.turn_to(&mut st, piece, facing);
            }
            if st.at(p.square.index()).is_none() {
                self.land(&mut st, piece, p.square.index());
            }
        }
        for s in 0..self.seats {
            for (kind, sq) in self.home_squares(&st, s) {
                if let Some(p) = st.at(sq)
                    && st.owner[p] as usize == s
                    && st.kind[p] == kind
                {
                    st.home[p] = sq as u8;
                    st.planes[plane::UNMOVED].add(p);
                }
            }
        }
        st.moved_at.fill(0);
        self.start_zones(&mut st);
        // what is done before the game is not done here
        for (i, z) in self.zones.iter().enumerate() {
            if self.shuffles(i as u16) {
                (z.slot..z.slot + z.count).for_each(|slot| self.mix(&mut st, slot));
            }
        }
        // where rounds are played nobody had a turn of his own: all had the last round
        let turns = &self.rules.turns;
        let n = turns.len().max(1) as u32;
        for i in 0..self.seats {
            let place = |t: &Mover| matches!(t, Mover::Seat(s) if s.index() == i);
            let at = turns
                .iter()
                .position(place)
                .unwrap_or(if turns.is_empty() { 0 } else { i });
            let playing = st.playing(i);
            let s = &mut st.seats[i];
            s.turns = if playing { TURNS } else { 0 };
            s.latest = (TURNS - 1) * n + at as u32 + 1;
            s.before = (TURNS - 2) * n + at as u32 + 1;
            s.completed = s.latest;
        }
        st.clock.turn = TURNS * n;
        st.clock.round = TURNS;
        st.clock.round_start = st.clock.turn + 1;
        self.no_turns_yet(&mut st);
        self.put_on_turn(&mut st, None);
        Ok(st)
    }
    fn new_piece(&self, st: &mut State<N>, kind: u8, owner: usize) -> Result<usize, String> {
        let made = self.make_piece(st, kind, owner);
        made.ok_or_else(|| "more pieces than there is room for".to_string())
    }
    fn turn_to(&self, st: &mut State<N>, p: usize, facing: u8) {
        st.planes[plane::FACING + (st.facing[p] as usize & 3)].drop(p);
        st.planes[plane::FACING + (facing as usize & 3)].add(p);
        st.facing[p] = facing;
    }
    /// What the set-up of a seat puts where.
    fn home_squares(&self, st: &State<N>, seat: usize) -> Vec<(u8, usize)> {
        let rules = &self.rules;
        if st.seats[seat].army != NONE16 || !rules.setup.is_empty() {
            let setup = self.setup_of(st, seat).iter();
            return setup
                .map(|(k, q)| (*k, self.boards.in_frame(*q as usize, seat)))
                .collect();
        }
        let own = Some(rules.seats[seat].shares);
        let placed = rules.position.iter().filter(|p| p.seat == own);
        placed
            .filter_map(|p| Some((self.kind(p.kind)?, p.square.index())))
            .collect()
    }
    /// The kind that a view of a seat's power shows as this one: rows show kinds as seen.
    fn shown_as(&self, st: &State<N>, seat: SeatId, shown: KindId) -> Option<KindId> {
        self.rules.rules.iter().find_map(|rule| {
            let (
                rules::Holder::Power(power),
                Form::View {
                    of,
                    is: What::Quality(Quality::Kind(k)),
                    not: false,
                },
            ) = (rule.holder, &rule.form)
            else {
                return None;
            };
            let power = self.power(power)?;
            let held = st
                .plane(self.power_planes + power as usize)
                .has(seat.index());
            if !held || k.base != Base::Kind(shown) {
                return None;
            }
            of.by.iter().find_map(|n| match n {
                Narrow::Is(Quality::Kind(s)) => match s.base {
                    Base::Kind(k) => Some(k),
                    _ => None,
                },
                _ => None,
            })
        })
    }
    /// A seat is on turn, its start over; without: the first of `turns` that is in.
    fn put_on_turn(&self, st: &mut State<N>, seat: Option<SeatId>) {
        let before = st.clock.on_turn;
        // take back what an earlier choice of the seat on turn counted
        if st.clock.phase == Phase::Act && st.clock.on_turn != NONE {
            let s = &mut st.seats[st.clock.on_turn as usize];
            s.turns = s.turns.saturating_sub(1);
            s.latest = s.before;
        } else {
            st.clock.turn += 1;
        }
        for (i, mover) in self.rules.turns.iter().enumerate() {
            let of_side = |s: &SeatId| match mover {
                Mover::Side(d) => self.rules.sides[d.index()].seats.contains(s),
                Mover::Seat(_) => false,
            };
            let next = match seat.filter(of_side) {
                Some(s) => Some(s.0 as u8),
                None => self.seat_at(st, i),
            };
            if let Some(s) = next
                && seat.is_none_or(|w| w.index() == s as usize)
            {
                st.clock.turn_at = i as u8;
                st.clock.on_turn = s;
                let turn = st.clock.turn;
                let x = &mut st.seats[s as usize];
                x.turns += 1;
                x.before = x.latest;
                x.latest = turn;
                break;
            }
        }
        if before != NONE {
            self.waits_for(st, before);
        }
        st.clock.phase = Phase::Act;
        st.clock.end_turn = false;
        st.frames = vec![Frame::Turn(2)];
    }
}
