//! The course of a game: set-up, turns, ends of marks and facts, whose turn is next (language 8.14 to 8.20),
//! and the primitive changes.
use super::aspects;
use super::doubts::Holds;
use super::exec::*;
use super::link::Linked;
use super::moves;
use super::read::*;
use super::settle::Match;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;
use std::sync::Arc;

/// Starts and ends of turns that go by without a decision before a game counts as going on without anybody.
const MAX_IDLE: u32 = 2_000;

impl<'a> Exec<'a> {
    /// Play on until somebody must decide or the game is over.
    pub fn play(&mut self) -> Result<(), Stop> {
        match self.play_on() {
            Err(Stop::Over) => {
                self.closing()?;
                Err(Stop::Over)
            }
            other => other,
        }
    }
    /// Rules at the end of the game (language 8.13): what else was due is dropped.
    fn closing(&mut self) -> Result<(), Stop> {
        let mut found: Vec<Match> = vec![];
        {
            let env = Env::default();
            let cx = self.cx(&env);
            for id in &self.l.moments {
                let Form::Trigger {
                    on: On::At(Moment::End(Span::Game)),
                    ..
                } = &self.l.rule(*id).form
                else {
                    continue;
                };
                cx.instances(*id, None, &mut |c| {
                    found.push(Match {
                        rule: *id,
                        env: Env {
                            actor: c.env.you,
                            ..c.env.clone()
                        },
                        own_loss: false,
                        order: found.len(),
                        key: vec![],
                        supposed: None,
                    });
                });
            }
        }
        found.sort_by_key(|m| (self.order_key(m), m.order));
        for m in found {
            match self.fire(&m) {
                Ok(_) | Err(Stop::Cannot | Stop::Over) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }
    fn play_on(&mut self) -> Result<(), Stop> {
        // an answer belongs to the first of these steps
        for _ in 0..MAX_IDLE {
            // without anybody left at the table nothing can go on
            let empty = self.st.phase != Phase::Setup && !self.st.seats.iter().any(|s| s.playing);
            if self.st.over || empty {
                return Err(Stop::Over);
            }
            match self.st.phase {
                Phase::Setup => self.set_up()?,
                Phase::Start => self.start_turn()?,
                Phase::Act => {
                    self.procedure()?;
                    self.end_of_turn()?;
                    self.next_turn();
                }
                Phase::End => self.next_turn(),
            }
            self.boundary();
        }
        Err(Stop::Cannot)
    }
    /// The rest of a turn whose start is over, up to the next seat's.
    pub fn play_turn(&mut self) -> Result<(), Stop> {
        self.procedure()?;
        self.end_of_turn()
    }
    /// Its procedure alone.
    pub fn play_procedure(&mut self) -> Result<(), Stop> {
        self.procedure()
    }
    /// A point between two segments: nothing is in hand.
    fn boundary(&mut self) {
        self.end_turn = false;
        self.waiting.clear();
        self.granting.clear();
        self.endings.clear();
        self.snaps.clear();
        self.decided.clear();
        self.taken_back = None;
        self.fired_before = self.fired.clone();
        self.log.drain(..self.at);
        self.acts.drain(..self.acted);
        self.acted = 0;
        let used = self.at;
        self.acts
            .iter_mut()
            .for_each(|a| a.at = a.at.saturating_sub(used));
        self.at = 0;
        self.given = self.log.len();
        self.st.memo().share();
        self.checkpoint = Some(self.st.clone());
        self.origin = self.l.by_turn.then(|| Arc::new(self.st.clone()));
        self.begun = 0;
    }

    fn set_up(&mut self) -> Result<(), Stop> {
        let setups = {
            let mut v: Vec<RuleId> = self.l.setups.clone();
            v.sort_by_key(|r| {
                let rank = self.l.rule(*r).rank;
                let level = match rank.level {
                    Level::Variant => 0,
                    Level::Mode => 1,
                    Level::Power => 2,
                    Level::Kind => 3,
                };
                (level, rank.depth, *r)
            });
            v
        };
        for id in setups {
            let rule = self.l.rule(id);
            let Form::Setup(body) = &rule.form else {
                continue;
            };
            for (you, it) in self.holders(id) {
                let mut env = Env {
                    you,
                    it,
                    rule: Some(id),
                    actor: you,
                    procedure: true,
                    means: Some(Means::Rule),
                    ..Env::default()
                };
                if rule.when.iter().all(|c| self.cx(&env).cond(c)) {
                    self.block(&mut env, body)?;
                    self.settle()?;
                }
            }
        }
        super::setup::fix_homes(&mut self.st);
        self.st.phase = Phase::Start;
        self.first_seat();
        // what is true when play begins does not fire
        self.prime_edges();
        self.settle()
    }
    /// The first of `turns` that is in.
    fn first_seat(&mut self) {
        self.st.turn = 1;
        self.st.round = 1;
        self.st.round_start = 1;
        self.st.now.clear();
        if !self.l.rules.orders.is_empty() {
            super::orders::none_yet(self.l, &mut self.st);
            return;
        }
        for i in 0..self.l.rules.turns.len() {
            if let Some(s) = seat_at(self.l, &self.st, i, None) {
                self.st.turn_at = i;
                self.st.on_turn = Some(s);
                return;
            }
        }
        if self.l.rules.turns.is_empty() {
            self.st.on_turn = None;
        }
    }
    /// Holders of a rule now: seats in the order of turns.
    pub fn holders(&self, id: RuleId) -> Vec<(Option<SeatId>, Option<Val>)> {
        let mut v = vec![];
        let env = Env::default();
        self.cx(&env)
            .instances(id, None, &mut |c| v.push((c.env.you, c.env.it)));
        v
    }

    // ---- a turn

    fn start_turn(&mut self) -> Result<(), Stop> {
        if !self.l.rules.orders.is_empty() && self.st.on_turn.is_none() {
            self.whose_turn()?;
        }
        if let Some(s) = self.st.on_turn {
            let turn = self.st.turn;
            let seat = &mut self.st.change(aspects::TIME).seats[s.index()];
            seat.turns += 1;
            seat.turn_before = seat.latest_turn;
            seat.latest_turn = turn;
            if seat.skip > 0 {
                // no start and no end, but it counts; what would end at either, ends
                seat.skip -= 1;
                seat.completed = turn;
                self.ends_now(false)?;
                self.ends_now(true)?;
                self.settle()?;
                self.next_turn();
                return Ok(());
            }
        }
        self.ends_now(false)?;
        if self.l.repetition_read {
            let h = super::setup::position_hash(self.l, &self.st);
            self.st.positions.extend(vec![h]);
        }
        self.run_starts()?;
        self.settle()?;
        self.announce_checks();
        self.st.change(aspects::TIME).phase = Phase::Act;
        let here = (self.st.on_turn).is_none_or(|s| self.st.seats[s.index()].playing);
        if self.end_turn && here {
            // a rule ended it before anybody acted: what comes at its end comes all the same
            self.waiting.clear();
            self.granting.clear();
            self.endings.clear();
            self.snaps.clear();
            self.decided.clear();
            self.end_of_turn()?;
            self.next_turn();
        }
        Ok(())
    }
    /// The turn procedure: a power's, else the variant's; where its condition fails the next less special one.
    fn procedure(&mut self) -> Result<(), Stop> {
        let l = self.l;
        let seat = self.st.on_turn;
        let mut found: Vec<(Rank, bool, RuleId, Env)> = vec![];
        {
            let env = Env::default();
            let cx = self.cx(&env);
            let rules = if l.rounds.is_empty() {
                &l.turns
            } else {
                &l.rounds
            };
            for id in rules {
                let rule = l.rule(*id);
                cx.instances(*id, None, &mut |c| {
                    let fits = c.env.you.is_none() || c.env.you == seat;
                    if fits && c.all(&rule.when) {
                        let own = !matches!(rule.holder, Holder::Power(_));
                        found.push((rule.rank, own, *id, c.env.clone()));
                    }
                });
            }
        }
        // within one rank a later text replaces an earlier one
        found.sort_by_key(|(rank, own, id, _)| {
            (
                rank.level,
                std::cmp::Reverse(rank.depth),
                *own,
                std::cmp::Reverse(*id),
            )
        });
        let Some((_, _, id, env)) = found.into_iter().next() else {
            return Ok(());
        };
        let (Form::Turn(body) | Form::Round(body)) = &l.rule(id).form else {
            return Ok(());
        };
        let mut env = Env {
            actor: seat.or(env.you),
            procedure: true,
            means: Some(Means::Rule),
            ..env
        };
        self.block(&mut env, body)?;
        self.settle()
    }
    fn end_of_turn(&mut self) -> Result<(), Stop> {
        self.end_turn = false;
        let seat = self.st.on_turn;
        let out = seat.is_some_and(|s| !self.st.seats[s.index()].playing);
        // endings: offers of the player on turn and his rules at the end of the turn
        let mut all = self.at_moment(true);
        if out {
            all.retain(|m| m.env.you != seat);
        }
        if let Some(stage) = self.l.endings {
            let (mine, others): (Vec<Match>, Vec<Match>) = all.into_iter().partition(|m| {
                m.env.you.is_some()
                    && m.env.you == seat
                    && matches!(
                        self.l.rule(m.rule).holder,
                        Holder::Power(_) | Holder::Kind(_)
                    )
            });
            all = others;
            let mut endings = std::mem::take(&mut self.endings);
            endings.extend(mine);
            endings.sort_by_key(|m| (self.order_key(m), m.order));
            let any = self.l.rules.stages[stage].any_order;
            while !endings.is_empty() {
                let live: Vec<usize> = (0..endings.len())
                    .filter(|i| self.may_fire(&endings[*i]))
                    .collect();
                let next = match (live.len(), any, seat) {
                    (0, ..) => break,
                    (1, ..) | (_, false, _) | (_, _, None) => live[0],
                    (_, true, Some(seat)) => {
                        let q = Question {
                            auto: true,
                            ..Question::of(Who::Seat(seat), Kind::Order)
                        };
                        let rules: Vec<(usize, RuleId)> =
                            live.iter().map(|i| (*i, endings[*i].rule)).collect();
                        let o = self.decide(q, |_| {
                            let mut v: Vec<Opt> = vec![];
                            for (i, r) in &rules {
                                if !v.iter().any(|o| o.choice == Choice::Rule(*r)) {
                                    v.push(Opt::new(Choice::Rule(*r), Does::Nth(*i)));
                                }
                            }
                            v
                        })?;
                        match o.does {
                            Does::Nth(i) => i,
                            _ => live[0],
                        }
                    }
                };
                let m = endings.remove(next);
                self.run_moment(vec![m])?;
                // what a move made here has set off belongs to this turn too
                let new = std::mem::take(&mut self.endings);
                if !new.is_empty() {
                    endings.extend(new);
                    endings.sort_by_key(|m| (self.order_key(m), m.order));
                }
                if self.st.over {
                    return Err(Stop::Over);
                }
            }
        }
        all.extend(self.delayed_due(true));
        self.run_moment(all)?;
        self.ends_now(true)?;
        self.st.change(aspects::TIME).phase = Phase::End;
        self.settle()?;
        if let Some(s) = seat {
            let turn = self.st.turn;
            self.st.change(aspects::TIME).seats[s.index()].completed = turn;
        }
        Ok(())
    }
    fn may_fire(&self, m: &Match) -> bool {
        let rule = self.l.rule(m.rule);
        rule.limit.is_none_or(|l| self.limit_allows(l, &m.env)) && self.holds_now(m) != Holds::No
    }
    fn next_turn(&mut self) {
        let st = self.st.change(aspects::TIME | aspects::EVENTS);
        let now = std::mem::take(&mut st.now);
        st.past.extend(now.into_iter().collect());
        st.phase = Phase::Start;
        let last = last_of_round(self.l, &self.st);
        if self.l.rules.turns.is_empty() {
            self.st.change(aspects::TIME).turn += 1;
            self.st.change(aspects::TIME).round += 1;
            self.st.change(aspects::TIME).round_start = self.st.turn;
            return;
        }
        let chosen = self
            .st
            .change(aspects::TIME)
            .next
            .take()
            .filter(|s| self.st.seats[s.index()].playing);
        let n = self.l.rules.turns.len();
        if !self.l.rules.orders.is_empty() {
            super::orders::pass_on(self.l, &mut self.st, chosen, last);
        } else if let Some(s) = chosen {
            self.st.change(aspects::TIME).turn_at = (0..n)
                .find(|i| matches!(self.l.rules.turns[*i], Mover::Seat(t) if t == s))
                .unwrap_or(self.st.turn_at);
            self.st.change(aspects::TIME).on_turn = Some(s);
        } else {
            let mut at = self.st.turn_at;
            for _ in 0..n {
                at = (at + 1) % n;
                let prior = match self.l.rules.turns[at] {
                    Mover::Side(d) => self.st.side_last.get(&d).copied(),
                    _ => None,
                };
                if let Some(s) = seat_at(self.l, &self.st, at, prior) {
                    self.st.change(aspects::TIME).turn_at = at;
                    self.st.change(aspects::TIME).on_turn = Some(s);
                    break;
                }
            }
        }
        if let (Mover::Side(d), Some(s)) = (self.l.rules.turns[self.st.turn_at], self.st.on_turn) {
            let i = self.l.rules.sides[d.index()]
                .seats
                .iter()
                .position(|t| *t == s)
                .unwrap_or(0);
            self.st.change(aspects::TIME).side_last.insert(d, i);
        }
        self.st.change(aspects::TIME).turn += 1;
        if last {
            self.st.change(aspects::TIME).round += 1;
            self.st.change(aspects::TIME).round_start = self.st.turn;
        }
    }
    /// As far as this viewer can see the seat is in check.
    fn sees_check(&self, viewer: SeatId, seat: SeatId) -> bool {
        let env = Env::default();
        let cx = Cx {
            eyes: Some(viewer),
            ..self.cx(&env)
        };
        moves::seat_in_check(&cx, seat, None)
    }
    /// Of every hidden value there is, whether each viewer sees it. A hidden value that is read where none was set is in
    /// nobody's list but his own.
    fn what_is_known(&self, viewers: &[SeatId]) -> Vec<Vec<bool>> {
        let env = Env::default();
        let cx = self.cx(&env);
        let mut known = vec![vec![]; viewers.len()];
        for f in &self.l.hidden_fields {
            let unset = self.l.rules.fields[f.index()].start.is_some();
            let read = unset || !self.l.field_views[f.index()].is_empty();
            for (i, (viewer, sees)) in viewers.iter().zip(&mut known).enumerate() {
                let values = self.st.fields.of(*f);
                sees.extend(values.map(|(key, _)| cx.seat_sees(*viewer, *f, key)));
                sees.extend((0..viewers.len()).filter(|_| read).map(|j| i == j));
            }
        }
        known
    }
    /// Here it is told who is in check, where the variant announces it. Who that is will be found when somebody listens.
    fn announce_checks(&mut self) {
        let says = |c: &Check| !matches!(c.says, CheckSays::None);
        if self.l.rules.check.iter().any(says) && !self.probe && self.at == self.log.len() {
            self.checks.push((self.notices.len(), self.st.clone()));
        }
    }
    /// Who is in check in this state, for those who can know it; of several boards, on that of the player on turn.
    pub fn told_checks(&self) -> Vec<Notice> {
        let mut told = vec![];
        let seats = (0..self.st.seats.len()).map(SeatId::from);
        let playing: Vec<SeatId> = seats.filter(|s| self.st.seats[s.index()].playing).collect();
        let known = self.what_is_known(&playing);
        let l = self.l;
        let board = |s: SeatId| l.rules.seats[s.index()].board;
        let now = self.st.on_turn.map(board);
        let here = |s: &&SeatId| now.is_none_or(|now| now == board(**s));
        for s in playing.iter().filter(here) {
            let says = NoticeSays::InCheck(*s);
            // a check that hangs on what is hidden is told to those who know of it; who know the same are asked once
            let mut seen: Vec<(&Vec<bool>, bool)> = vec![];
            let mut to = vec![];
            for (viewer, knows) in playing.iter().zip(&known) {
                let same = seen.iter().find(|(others, _)| *others == knows);
                let sees = same.map_or_else(|| self.sees_check(*viewer, *s), |(_, sees)| *sees);
                if same.is_none() {
                    seen.push((knows, sees));
                }
                if sees {
                    to.push(*viewer);
                }
            }
            if !to.is_empty() {
                let all = to.len() == playing.len();
                let to = (!all).then_some(to);
                told.push(Notice { to, says });
            }
        }
        told
    }
}

/// The seat of an entry of `turns`, if it is in; a side gives its turns to its members alternately.
pub fn seat_at(l: &Linked, st: &State, i: usize, prior: Option<usize>) -> Option<SeatId> {
    match l.rules.turns.get(i)? {
        Mover::Seat(s) => st.seats[s.index()].playing.then_some(*s),
        Mover::Side(d) => {
            let seats = &l.rules.sides[d.index()].seats;
            let n = seats.len();
            let from = prior.map_or(0, |p| p + 1);
            (0..n)
                .map(|k| seats[(from + k) % n])
                .find(|s| st.seats[s.index()].playing)
        }
    }
}

/// Who will have the next turn.
pub fn next_seat(l: &Linked, st: &State, you: Option<SeatId>) -> Option<SeatId> {
    if !l.rules.orders.is_empty() {
        return super::orders::next_seat(l, st, you);
    }
    let n = l.rules.turns.len();
    (1..=n).find_map(|k| seat_at(l, st, (st.turn_at + k) % n, None))
}

/// This is the last turn of the round.
pub fn last_of_round(l: &Linked, st: &State) -> bool {
    if !l.rules.orders.is_empty() {
        return super::orders::last_of_round(l, st);
    }
    (st.turn_at + 1..l.rules.turns.len()).all(|i| seat_at(l, st, i, None).is_none())
}
