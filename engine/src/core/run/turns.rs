//! Turns: whose turn it is, the moments at its beginning and end, what comes late, and the endings that a variant looks for. What a rule
//! does there is settled like everything else.
use super::{Runner, Stop};
use crate::core::bits::Bits;
use crate::core::deed::touch_all;
use crate::core::order;
use crate::core::plan::*;
use crate::core::state::*;
use crate::ids::*;
use crate::play::Kind;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
    pub(super) fn turn(&mut self, st: &mut State<N>, k: u8) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let next = |st: &mut State<N>, k: u8| st.frames[at] = Frame::Turn(k);
        let seat = st.clock.on_turn;
        match k {
            0 => {
                st.clock.end_turn = false;
                if st.clock.playing == 0 {
                    st.clock.over = true;
                    return Ok(());
                }
                st.clock.phase = Phase::Start;
                touch_all(st, reads::TIME | reads::PHASE);
                if seat != NONE {
                    let turn = st.clock.turn;
                    let s = &mut st.seats[seat as usize];
                    s.turns += 1;
                    s.before = s.latest;
                    s.latest = turn;
                    if s.skip > 0 {
                        s.skip -= 1;
                        s.completed = turn;
                        next(st, 7);
                        self.ends_now(st, false)?;
                        self.ends_now(st, true)?;
                        self.soon(st);
                        return Ok(());
                    }
                }
                next(st, 1);
                self.ends_now(st, false)?;
                if self.plan.repetition {
                    let hash = self.plan.position_hash(st);
                    st.positions.push(hash);
                }
                if self.plan.starts || !st.delayed.is_empty() {
                    st.done.clear();
                    st.frames.push(Frame::Starts(true));
                }
            }
            1 => {
                next(st, 2);
                self.soon(st);
            }
            2 => {
                // a position in the middle begins behind the start of its turn
                if st.clock.phase == Phase::Start {
                    self.announce_checks(st);
                }
                // ended by a rule before anybody acted: what comes at its end comes all the same
                let here = seat == NONE || st.playing(seat as usize);
                let ended = std::mem::take(&mut st.clock.end_turn) && here;
                st.clock.phase = Phase::Act;
                st.clock.firings = 0;
                touch_all(st, reads::PHASE);
                st.endings.clear();
                st.waiting.clear();
                st.granting.clear();
                st.saved.clear();
                st.befores.clear();
                st.events.clear();
                next(st, 3);
                if ended {
                    return Ok(());
                }
                let env = Env::NOBODY;
                let mut found = None;
                for p in &self.plan.turns {
                    let cx = self.cx(st, env);
                    cx.holders(p.holder, p.rule, |you, it| {
                        if found.is_none() && (you == NONE || you == seat) {
                            let env = Env {
                                actor: if seat != NONE { seat } else { you },
                                procedure: true,
                                ..Env::of(you, it, p.rule)
                            };
                            if cx.with(&env).truth(&p.when) {
                                found = Some((env, p.code));
                            }
                        }
                    });
                }
                if let Some((env, code)) = found {
                    st.frames.push(Frame::Body(Body::of(code, env)));
                }
            }
            3 => {
                next(st, 4);
                self.soon(st);
            }
            4 => {
                st.clock.end_turn = false;
                next(st, 5);
                let mut all = self.at_the_end(st);
                if seat != NONE && !st.playing(seat as usize) {
                    all.retain(|m| m.env.you != seat);
                }
                st.moments.clear();
                if self.plan.stages.endings.is_some() {
                    for m in all {
                        let t = &self.plan.triggers[m.trigger as usize];
                        if m.env.you != NONE && m.env.you == seat && t.ability {
                            st.endings.push(m);
                        } else {
                            st.moments.push(m);
                        }
                    }
                    if !st.endings.is_empty() {
                        st.frames.push(Frame::Endings);
                    }
                } else {
                    st.moments = all;
                }
            }
            5 => {
                next(st, 6);
                let due = self.delayed_due(st, true);
                self.run_delayed(st, due);
                if !st.moments.is_empty() {
                    st.frames.push(Frame::Moments);
                }
            }
            6 => {
                next(st, 7);
                self.ends_now(st, true)?;
                st.clock.phase = Phase::End;
                touch_all(st, reads::PHASE);
                self.soon(st);
            }
            8 => {
                // the game begins: what stands on the board is at home and unmoved, what is true does not fire
                for p in 0..st.kind.len() {
                    st.home[p] = st.place[p];
                    st.moved_at[p] = 0;
                }
                st.planes[plane::UNMOVED] = st.planes[plane::BOARD];
                self.plan.first_turn(st);
                self.prime(st);
                next(st, self.first_step(st));
                self.soon(st);
            }
            9 => self.whose_turn(st)?,
            _ => {
                if seat != NONE {
                    st.seats[seat as usize].completed = st.clock.turn;
                }
                self.next_turn(st);
                next(st, self.first_step(st));
            }
        }
        Ok(())
    }
    /// With which step the next turn begins: where orders of turns do not wait for each other, with the question whose it is.
    fn first_step(&self, st: &State<N>) -> u8 {
        match st.orders.is_empty() {
            true => 0,
            false => 9,
        }
    }
    /// Whose turn is next.
    pub(in crate::core) fn next_turn(&self, st: &mut State<N>) {
        let plan = self.plan;
        st.planes[plane::MOVED] = Bits::EMPTY;
        st.vain.clear();
        // events that rules ask about only within one turn are dropped with the turn
        let told = st.trail.len();
        st.trail
            .retain(|t| plan.told[t.verb as usize] == Some(true));
        if st.trail.len() < told {
            touch_all(st, reads::TRAIL);
        }
        st.clock.phase = Phase::Start;
        let n = plan.rules.turns.len();
        let last = plan.last_of_round(st);
        let chosen = std::mem::replace(&mut st.clock.next, NONE);
        if !st.orders.is_empty() {
            plan.pass_on(st, chosen, last);
            st.clock.on_turn = NONE;
        } else if chosen != NONE && st.playing(chosen as usize) {
            let at = (0..n).find(|i| {
                plan.rules.turns[*i] == crate::rules::Mover::Seat(SeatId(u16::from(chosen)))
            });
            st.clock.turn_at = at.unwrap_or(st.clock.turn_at as usize) as u8;
            st.clock.on_turn = chosen;
        } else {
            let from = st.clock.turn_at as usize;
            for d in 1..=n {
                let at = (from + d) % n;
                if let Some(s) = plan.seat_at(st, at) {
                    st.clock.turn_at = at as u8;
                    st.clock.on_turn = s;
                    break;
                }
            }
        }
        st.clock.turn += 1;
        if last {
            st.clock.round += 1;
            st.clock.round_start = st.clock.turn;
        }
        touch_all(st, reads::TIME | reads::PHASE | reads::EVENTS);
    }
    /// Rules at the end of this turn, in their order.
    fn at_the_end(&self, st: &State<N>) -> Vec<Match<N>> {
        let mut all: Vec<Match<N>> = vec![];
        self.at_moment(st, true, |_| false, |m| all.push(m));
        order::by_key(&mut all, |m| (m.stage, self.key(st, m), m.order));
        all
    }
    /// The first rule at the start of this turn that has not had its turn.
    fn next_at_the_start(&self, st: &State<N>) -> Option<Match<N>> {
        let key = |m: &Match<N>| (m.stage, self.key(st, m), m.order);
        let mut first: Option<Match<N>> = None;
        let done = |of: (u16, u8, u8)| st.done.contains(&of);
        self.at_moment(st, false, done, |m| {
            if first.as_ref().is_none_or(|f| key(&m) < key(f)) {
                first = Some(m);
            }
        });
        first
    }
    /// Rules at the start or end of this turn, as they are found, but for those (with their holders) that have had their turn.
    fn at_moment(
        &self,
        st: &State<N>,
        end: bool,
        done: impl Fn((u16, u8, u8)) -> bool,
        mut found: impl FnMut(Match<N>),
    ) {
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        let now = st.clock.on_turn;
        let mut order = 0;
        for (i, at_end, moment) in &self.plan.moments {
            if *at_end != end {
                continue;
            }
            let t = &self.plan.triggers[*i as usize];
            cx.rule_holders(t, |you, it| {
                let env = || Env {
                    actor: you,
                    ..Env::of(you, it, t.rule)
                };
                let hit = match moment {
                    Moment::Your => now != NONE && you == now,
                    // on several boards a rule of an army knows the turns of its own
                    Moment::Every => {
                        now != NONE && cx.with(&env()).own_board(Ty::Seat).has(now as usize)
                    }
                    Moment::Round => now == NONE || end && self.plan.last_of_round(st),
                    Moment::First => !end && st.clock.turn == 1,
                    Moment::Of(m) => now != NONE && cx.with(&env()).has(m, now as usize),
                    Moment::Nth(n, m) => {
                        now != NONE
                            && st.seats[now as usize].turns == u32::from(*n)
                            && cx.with(&env()).has(m, now as usize)
                    }
                };
                if hit && !done((*i, you, it)) {
                    found(Match {
                        trigger: *i,
                        stage: self.stage_of(st, t, you),
                        batch: 0,
                        own_loss: false,
                        supposed: None,
                        order,
                        env: env(),
                    });
                    order += 1;
                }
            });
        }
    }
    pub(super) fn starts(&mut self, st: &mut State<N>, owing: bool) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        loop {
            let next = self.next_at_the_start(st);
            let late = next.is_none_or(|m| m.stage > self.plan.stages.effects);
            if late && owing {
                st.frames[at] = Frame::Starts(false);
                let due = self.delayed_due(st, false);
                self.run_delayed(st, due);
                return Ok(());
            }
            let Some(m) = next else {
                st.frames.pop();
                return Ok(());
            };
            st.done.push(had_its_turn(&m));
            self.fire_and_settle(st, &m)?;
            if !self.came_to_nothing(st, at) {
                return Ok(());
            }
        }
    }
    /// What was fired above this frame did not go off, and nothing else is to be settled: its frame is taken away.
    fn came_to_nothing(&self, st: &mut State<N>, at: usize) -> bool {
        let nothing = st.frames.len() == at + 2
            && st.frames.last() == Some(&Frame::Settle(NONE))
            && self.is_settled(st);
        if nothing {
            st.frames.pop();
        }
        nothing
    }
    fn fire_and_settle(&mut self, st: &mut State<N>, m: &Match<N>) -> Result<(), Stop> {
        st.frames.push(Frame::Settle(NONE));
        if self.plan.triggers[m.trigger as usize].granting {
            st.clock.bodies += 1;
            st.frames.push(Frame::Counted);
        }
        self.fire(st, m)
    }
    pub(super) fn rest_of_moments(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        while !st.moments.is_empty() {
            let m = st.moments.remove(0);
            self.fire_and_settle(st, &m)?;
            if !self.came_to_nothing(st, at) {
                return Ok(());
            }
        }
        st.frames.pop();
        Ok(())
    }
    fn delayed_due(&self, st: &mut State<N>, end: bool) -> Vec<Delayed<N>> {
        if st.delayed.is_empty() {
            return vec![];
        }
        let (due, left) = std::mem::take(&mut st.delayed)
            .into_iter()
            .partition(|d| self.is_due(st, &d.due, end));
        st.delayed = left;
        due
    }
    fn run_delayed(&self, st: &mut State<N>, due: Vec<Delayed<N>>) {
        for d in due.into_iter().rev() {
            st.frames.push(Frame::Settle(NONE));
            st.frames.push(Frame::Body(Body::of(d.block, d.env)));
        }
    }
    pub(super) fn endings(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let mut all = std::mem::take(&mut st.endings);
        order::by_key(&mut all, |m| (self.key(st, m), m.order));
        st.endings = all;
        let live: Vec<u16> = (0..st.endings.len())
            .filter(|i| self.may_fire(st, &st.endings[*i]))
            .map(|i| i as u16)
            .collect();
        let Some(first) = live.first() else {
            st.endings.clear();
            st.frames.pop();
            return Ok(());
        };
        if live.len() > 1 && self.plan.stages.endings_any && st.clock.on_turn != NONE {
            let rule = |i: u16| self.plan.triggers[st.endings[i as usize].trigger as usize].rule;
            let mut items: Vec<u16> = vec![];
            for i in &live {
                if !items.iter().any(|o| rule(*o) == rule(*i)) {
                    items.push(*i);
                }
            }
            if items.len() > 1 {
                self.sink.open(st.clock.on_turn, Kind::Order, NONE16);
                self.sink.n = items.len();
                self.sink.items = items;
                return Err(Stop::Ask);
            }
        }
        let m = st.endings.remove(*first as usize);
        self.fire_and_settle(st, &m)
    }
    fn may_fire(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        (t.limit == NONE16 || self.allows(st, t.limit, &m.env))
            && (self.cx(st, &m.env).truth(&t.when) || self.seems_to_hold(st, m))
    }
}

/// By what a rule is known to have had its turn at this moment.
fn had_its_turn<const N: usize>(m: &Match<N>) -> (u16, u8, u8) {
    (m.trigger, m.env.you, m.env.it)
}
