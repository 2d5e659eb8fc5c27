//! Settling: events are matched, queued by the step that raised them and answered stage by stage
//! (language 8, points 1 to 13).
use super::aspects;
use super::change::Change;
use super::choices::Asks;
use super::doubts::{Holds, Supposal};
use super::exec::*;
use super::guards;
use super::read::*;
use super::stages::speaks_of_news;
use super::state::*;
use super::trial::Trial;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::sync::Arc;

/// The events of one step with the rules they set off.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Matches in the order of 8.10.
    pub matches: Vec<Match>,
}

/// A rule set off.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The rule.
    pub rule: RuleId,
    /// Its names, roles bound.
    pub env: Env,
    /// The event is the loss of the holder's own seat: the rule still runs.
    pub own_loss: bool,
    /// Place among the matches of its batch.
    pub order: usize,
    /// Of an `as soon as`: the things its memory is kept for.
    pub key: Vals,
    /// It is set off only if this is so, which others cannot know.
    pub supposed: Option<Supposal>,
}

/// What happens to one member of a step: its events (raised ones first) and the changes they stand for.
#[derive(Clone, Debug, Default)]
pub struct Member {
    /// Events.
    pub events: Vec<Event>,
    /// Changes.
    pub ops: Vec<Change>,
}

impl<'a> Exec<'a> {
    /// Make a step: `before` rules, matching, change, queue (language 8, points 3 to 6).
    pub fn perform(&mut self, mut members: Vec<Member>) -> Result<(), Stop> {
        self.befores(&mut members)?;
        if members.is_empty() {
            // the step was replaced: what was done before it stands alone
            if self.befores == 0 && !self.led.is_empty() {
                let matches = std::mem::take(&mut self.led);
                self.queue.push_back(Batch { matches });
            }
            return Ok(());
        }
        self.st.quietly().stamp += 1;
        let stamp = self.st.stamp;
        let mut batch = Batch::default();
        let mut shared: Option<Arc<State>> = None;
        for m in &mut members {
            for e in &mut m.events {
                e.batch = stamp;
            }
        }
        if self.is_settling() {
            let events: Vec<&Event> = members.iter().flat_map(|m| &m.events).collect();
            self.matches(&events, &mut batch, &mut shared);
        }
        self.lifted.clear();
        self.entering.clear();
        for m in members
            .iter()
            .flat_map(|m| &m.ops)
            .filter(|o| matches!(o, Change::Lift(_)))
        {
            if let Change::Lift(p) = m
                && self.st.piece(*p).place != Place::Lost
            {
                self.lifted.push(*p);
                let hand = |key: &ZoneKey| matches!(key.owner, OwnerKey::Seat(_));
                if matches!(&self.st.piece(*p).place, Place::Zone(key) if hand(key)) {
                    self.entering.push(*p);
                }
            }
            self.apply(m);
        }
        let landing = |p: &PieceId| {
            let lands = |op: &Change| matches!(op, Change::Land(q, ..) if q == p);
            members.iter().flat_map(|m| &m.ops).any(lands)
        };
        if !self.lifted.iter().all(landing) {
            self.st.change(aspects::OWNERS);
        }
        for m in members
            .iter()
            .flat_map(|m| &m.ops)
            .filter(|o| !matches!(o, Change::Lift(_)))
        {
            self.apply(m);
            // a move that is taken back takes no verdict on it along
            if let (Some(stage), false) = (self.stage, self.snaps.is_empty())
                && m.is_decision()
            {
                self.decided.push((self.changes, stage, m.clone()));
            }
        }
        self.changes += 1;
        let stage_events: Vec<Event> = members.into_iter().flat_map(|m| m.events).collect();
        let ended = match self.st.timed.is_empty() && self.st.imposed.is_empty() {
            true => vec![],
            false => self.end_by_events(&stage_events),
        };
        self.st.change(aspects::EVENTS).now.extend(stage_events);
        // what is done before a step waits with what the step sets off, so that both go through the stages together
        self.led.append(&mut batch.matches);
        if self.befores == 0 {
            batch.matches = std::mem::take(&mut self.led);
            if !batch.matches.is_empty() || !self.l.edge_stages.is_empty() {
                self.queue.push_back(batch);
            }
        }
        self.clear_fields(&ended)
    }
    fn befores(&mut self, members: &mut Vec<Member>) -> Result<(), Stop> {
        if self.l.before.is_empty() || self.befores >= self.l.rules.bounds.before {
            return Ok(());
        }
        let mut found: Vec<(Match, usize)> = vec![];
        let events: Vec<&Event> = members.iter().flat_map(|m| &m.events).collect();
        for (i, m) in members.iter().enumerate() {
            for e in &m.events {
                for id in &self.l.before {
                    let rule = self.l.rule(*id);
                    let Form::Trigger {
                        on: On::Before(deeds),
                        ..
                    } = &rule.form
                    else {
                        continue;
                    };
                    if deeds.iter().any(|d| d.verb == e.verb) {
                        let push = &mut |m| found.push((m, i));
                        self.match_rule(*id, deeds, (e, &events), 1, push, &mut None);
                    }
                }
            }
        }
        found.sort_by_key(|(m, i)| (self.order_key(m), *i));
        let mut struck: Vec<usize> = vec![];
        for (m, i) in found {
            if struck.contains(&i) {
                continue;
            }
            let Form::Trigger { body, offer, .. } = &self.l.rule(m.rule).form else {
                continue;
            };
            let outer = std::mem::take(&mut self.struck);
            self.befores += 1;
            let ran = if self.probe {
                let mut env = m.env.clone();
                if offer.is_none() && self.cx(&env).all(&self.l.rule(m.rule).when) {
                    let strict = std::mem::replace(&mut self.strict, false);
                    let r = self.block(&mut env, body);
                    self.strict = strict;
                    r.map(|_| true)
                } else {
                    Ok(false)
                }
            } else {
                self.fire(&m)
            };
            self.befores -= 1;
            let strikes = std::mem::replace(&mut self.struck, outer);
            if ran? && strikes {
                struck.push(i);
            }
        }
        let mut i = 0;
        members.retain(|_| {
            i += 1;
            !struck.contains(&(i - 1))
        });
        Ok(())
    }
    fn matches(&self, events: &[&Event], batch: &mut Batch, shared: &mut Option<Arc<State>>) {
        let mut out: Vec<Match> = vec![];
        for e in events {
            for id in self.l.shortcuts.after(self.l, e.verb) {
                let rule = self.l.rule(*id);
                let Form::Trigger {
                    on: On::After(deeds),
                    ..
                } = &rule.form
                else {
                    continue;
                };
                let all = (*e, events);
                self.match_rule(*id, deeds, all, out.len(), &mut |m| out.push(m), shared);
            }
        }
        for (i, m) in out.iter_mut().enumerate() {
            m.order = i;
        }
        out.sort_by_key(|m| (self.order_key(m), m.order));
        batch.matches = out;
    }
    fn match_rule(
        &self,
        id: RuleId,
        deeds: &[Deed],
        (e, batch): (&Event, &[&Event]),
        order: usize,
        push: &mut dyn FnMut(Match),
        shared: &mut Option<Arc<State>>,
    ) {
        let rule = self.l.rule(id);
        let env = Env::default();
        let cx = self.cx(&env);
        let rc = Arc::new(e.clone());
        cx.instances(id, None, &mut |c| {
            let mut env = Env {
                event: Some(rc.clone()),
                means: None,
                actor: c.env.you,
                ..c.env.clone()
            };
            guards::bind_roles(&mut env, rule, &[e]);
            let here = c.with(&env);
            let fitting = deeds.iter().find_map(|d| {
                let all = match here.fits(d, e, false, false) {
                    true => here.taken_for_one(rule, d, e, batch),
                    false => vec![],
                };
                (!all.is_empty()).then_some(all)
            });
            if let Some(all) = fitting {
                if all.len() > 1 {
                    guards::bind_roles(&mut env, rule, &all);
                }
                if self.l.needs_before[id.index()] {
                    env.before = Some(
                        shared
                            .get_or_insert_with(|| Arc::new(self.st.clone()))
                            .clone(),
                    );
                }
                let own_loss =
                    e.verb == Verb::LoseGame && e.role(Role::Loser).and_then(as_seat) == env.you;
                push(Match {
                    rule: id,
                    env,
                    own_loss,
                    order,
                    key: vec![],
                    supposed: None,
                });
            }
        });
    }
    /// Order of firing (language 8.10): player on turn, then clockwise; rank; own power before borrowed; place.
    pub fn order_key(&self, m: &Match) -> (usize, Rank, bool, RuleId) {
        let n = self.st.seats.len().max(1);
        let from = self.st.on_turn.map_or(0, |s| s.index());
        let rule = self.l.rule(m.rule);
        let seat = m.env.you.map_or(0, |y| (y.index() + n - from) % n);
        let borrowed = match (rule.holder, m.env.you) {
            (Holder::Power(p), Some(y)) => self.st.seats[y.index()]
                .powers
                .iter()
                .any(|h| h.power == p && h.until.is_some()),
            _ => false,
        };
        (seat, rule.rank, borrowed, m.rule)
    }
    /// The stage a match belongs to (language 8.9).
    pub fn stage_of(&self, m: &Match) -> usize {
        let rule = self.l.rule(m.rule);
        let Form::Trigger { stage, offer, .. } = &rule.form else {
            return self.l.effects;
        };
        if let Some(s) = stage {
            return s.index();
        }
        // in a round nobody is on turn, and nobody only reacts
        let mine = m
            .env
            .you
            .is_none_or(|you| self.st.on_turn.is_none_or(|now| now == you));
        if mine
            && offer.is_some()
            && self.l.endings.is_some()
            && matches!(rule.holder, Holder::Power(_))
        {
            return self.l.endings.unwrap_or(self.l.effects);
        }
        if mine {
            self.l.effects
        } else {
            self.l.reactions
        }
    }

    /// Settle until nothing is left (language 8, points 7 to 13).
    pub fn settle(&mut self) -> Result<(), Stop> {
        if !self.is_settling() {
            return Ok(());
        }
        let ending = self.l.endings.unwrap_or(usize::MAX);
        loop {
            while let Some(batch) = self.queue.pop_front() {
                let mut staged: Vec<(usize, Match)> = vec![];
                let mut told: Vec<Match> = vec![];
                for m in batch.matches {
                    let s = self.stage_of(&m);
                    let waits = s == ending || self.l.granting[m.rule.index()];
                    if waits && self.l.rule(m.rule).when.iter().any(speaks_of_news) {
                        told.push(m.clone());
                    }
                    if s == ending {
                        self.endings.push(m);
                    } else if self.l.granting[m.rule.index()] {
                        self.granting.push(m);
                    } else if s > self.l.verdicts {
                        self.waiting.push(m);
                    } else {
                        staged.push((s, m));
                    }
                }
                if self.stages(staged, told)? {
                    // what was queued from the move is gone
                    continue;
                }
            }
            if self.verdicts()? {
                continue;
            }
            if let Some(i) =
                (0..self.waiting.len()).min_by_key(|i| self.stage_of(&self.waiting[*i]))
            {
                let m = self.waiting.remove(i);
                self.fire(&m)?;
                continue;
            }
            if self.bodies == 0
                && let Some(i) =
                    (0..self.granting.len()).min_by_key(|i| self.order_key(&self.granting[*i]))
            {
                let m = self.granting.remove(i);
                self.bodies += 1;
                let r = self.fire(&m);
                self.bodies -= 1;
                r?;
                continue;
            }
            return Ok(());
        }
    }
    /// Fire a rule that was set off: `true` if its body ran.
    pub fn fire(&mut self, m: &Match) -> Result<bool, Stop> {
        let rule = self.l.rule(m.rule);
        let Form::Trigger { offer, body, .. } = &rule.form else {
            return Ok(false);
        };
        if !self.alive(m) {
            return Ok(false);
        }
        if let Some(lim) = rule.limit {
            let by_event = self.l.rules.limits[lim.index()].by_event;
            if !self.limit_allows(lim, &m.env) {
                return Ok(false);
            }
            if by_event {
                self.spend_limit(lim, &m.env);
            }
        }
        match self.holds_now(m) {
            Holds::Yes => {}
            Holds::Seemingly => {
                if let Some(offer) = offer {
                    self.ask_all_the_same(m, offer)?;
                }
                return Ok(false);
            }
            Holds::No => return Ok(false),
        }
        self.count_firing(m.rule)?;
        // where somebody's answers are looked through, what would show him something hidden does not happen: he cannot count on it
        let unseen = self.asker.is_some() && self.l.revealing[m.rule.index()];
        let before = unseen.then(|| self.undo_point());
        self.depth += 1;
        let ran = self.run_rule(m, offer.as_ref(), body);
        self.depth -= 1;
        match (ran, before) {
            (Err(Stop::Unknown), Some(before)) => {
                self.back_to(before);
                Ok(false)
            }
            (ran, _) => ran,
        }
    }
    /// Count a firing; too many are a fault of the rules.
    pub fn count_firing(&mut self, rule: RuleId) -> Result<(), Stop> {
        self.fired.push(rule);
        let new = self.fired.len() - self.fired_before.len().min(self.fired.len());
        if new > self.l.rules.bounds.firings as usize * 4 {
            let mut cycle: Vec<RuleId> = self.fired[self.fired.len() - 50..].to_vec();
            cycle.sort();
            cycle.dedup();
            return Err(Stop::Overrun(cycle));
        }
        Ok(())
    }
    fn run_rule(
        &mut self,
        m: &Match,
        offer: Option<&'a Offer>,
        body: &'a [Step],
    ) -> Result<bool, Stop> {
        let rule = self.l.rule(m.rule);
        let ability = self.l.is_ability(rule);
        let mut env = m.env.clone();
        env.means = Some(self.l.means_of(rule));
        let spend = rule
            .limit
            .filter(|l| !self.l.rules.limits[l.index()].by_event);
        let label = self.label_of(m.rule);
        if let Some(offer) = offer {
            let asks = Asks {
                limit: spend,
                label,
                would: &rule.when,
                body,
                doubted: !self.l.doubted[m.rule.index()].is_empty(),
            };
            return self.offer(&env, offer, &asks);
        }
        if let Some(lim) = spend {
            self.spend_limit(lim, &m.env);
        }
        let seat = env.you.or(self.st.on_turn);
        env.actor = seat;
        let would: &'a [Cond] = &rule.when;
        // that somebody loses is a verdict of the rules, wherever it is written
        let guarded = ability && !self.l.abilities.is_empty() && !self.l.losing[m.rule.index()]
            || would.iter().any(speaks_of_after);
        match seat {
            Some(seat) if guarded && self.is_settling() => {
                // tried as a whole: dropped if it would bring about what abilities cannot
                if self.at == self.log.len() {
                    let t =
                        Trial::ability(Arc::new(self.st.clone()), self.at, env.clone(), seat, body);
                    let fine = self.complete(&t, vec![]);
                    self.log_mark(if fine { Does::Plain } else { Does::Empty });
                } else {
                    self.at += 1;
                }
                if self.log[self.at - 1].does == Does::Empty {
                    return Ok(false);
                }
                let before = self.undo_point();
                let t = Trial::ability(Arc::new(self.st.clone()), self.at, env.clone(), seat, body)
                    .at_depth(self.depth);
                self.trials.push(t);
                let r = self.block(&mut env, body);
                self.trials.pop();
                r?;
                let effects = self.taken_back.is_none() && !self.l.granting[m.rule.index()];
                if effects && self.undo_if_spoiled(before, &env) {
                    return Ok(false);
                }
            }
            _ => {
                self.block(&mut env, body)?;
            }
        }
        Ok(true)
    }
    /// The name an action or offer goes by: its label, else its power's name.
    pub fn label_of(&self, id: RuleId) -> Option<TextId> {
        let rule = self.l.rule(id);
        rule.label.or(match rule.holder {
            Holder::Power(p) => Some(self.l.rules.powers[p.index()].name),
            _ => None,
        })
    }
    /// The rule still lives (language 8.8).
    fn alive(&self, m: &Match) -> bool {
        let rule = self.l.rule(m.rule);
        let env = Env::default();
        let cx = self.cx(&env);
        match rule.holder {
            Holder::Game => true,
            Holder::EachSeat => {
                m.own_loss || m.env.you.is_some_and(|y| self.st.seats[y.index()].playing)
            }
            Holder::Power(p) => {
                m.own_loss
                    || m.env
                        .you
                        .is_some_and(|y| cx.holds_power(y, p) || cx.kept(rule, y))
            }
            Holder::Kind(k) => match m.env.it {
                Some(Val::Piece(p)) => cx.kind(p) == k,
                _ => true,
            },
        }
    }
}

/// A condition with a clause about the state afterwards.
pub fn speaks_of_after(c: &Cond) -> bool {
    match c {
        Cond::Is(c) => c.at == At::After,
        Cond::All(v) | Cond::Any(v) => v.iter().any(speaks_of_after),
        Cond::Not(c) => speaks_of_after(c),
        _ => false,
    }
}
