//! Steps: what happens and what changes at once, with the rules that come before it and the patterns its events fit; a move is such a
//! step.
use super::{Runner, Stop};
use crate::core::bits::Bits;
use crate::core::deed::{Member, Primitive, touch_all};
use crate::core::event::Event;
use crate::core::movement::{Brought, Move};
use crate::core::order;
use crate::core::plan::*;
use crate::core::state::*;
use crate::core::why::Reason;
use std::sync::Arc;

impl<const N: usize> Runner<'_, N> {
    /// Makes a step: `before` rules, matching, change, queue (language 8, points 3 to 6).
    pub fn perform(&mut self, st: &mut State<N>, mut members: Vec<Member<N>>) -> Result<(), Stop> {
        self.befores(st, &mut members)?;
        let edges = !self.plan.edge_stages.is_empty();
        if members.is_empty() {
            // the step was replaced: what was done before it stands alone
            if st.clock.befores == 0 && st.queue.iter().any(|m| m.batch == st.clock.batches + 1) {
                st.clock.batches += 1;
            }
            return Ok(());
        }
        st.clock.stamp += 1;
        let all: Vec<Event<N>>;
        let events = match members.as_slice() {
            [one] => one.events.as_slice(),
            several => {
                let events = several.iter().flat_map(|m| m.events.iter().copied());
                all = events.collect();
                &all
            }
        };
        if self.is_settling() {
            self.match_after(st, events);
        }
        self.tell_all(st, events);
        if self.plan.has_duties {
            st.events.extend(events.iter().copied());
        }
        let lifts = |p: &&Primitive<N>| matches!(p, Primitive::Lift(_));
        (self.lifted, self.entering) = (Bits::EMPTY, Bits::EMPTY);
        let presence = Presence::of(st);
        for op in members.iter().flat_map(|m| &m.changes).filter(lifts) {
            if let Primitive::Lift(p) = op
                && !st.plane(plane::LOST).has(*p as usize)
            {
                self.lifted.add(*p as usize);
                if self.plan.in_hand(st.zone[*p as usize]) {
                    self.entering.add(*p as usize);
                }
            }
            self.apply(st, op);
        }
        let stage = st.stage();
        for op in members
            .iter()
            .flat_map(|m| &m.changes)
            .filter(|p| !lifts(p))
        {
            self.apply(st, op);
            if let (Some(stage), false) = (stage, st.saved.is_empty())
                && op.is_decision()
            {
                st.decided.push((st.clock.changes, stage, *op));
            }
        }
        presence.spare_looks(st, &members);
        st.clock.changes += 1;
        let ended = match st.timed.is_empty() && st.imposed.is_empty() {
            true => vec![],
            false => self.end_by_events(st, events),
        };
        touch_all(st, reads::EVENTS);
        if st.clock.befores == 0 {
            let some = st.queue.iter().any(|m| m.batch == st.clock.batches + 1);
            if some || edges && self.is_settling() {
                st.clock.batches += 1;
            }
        }
        // marks and values that end by these events end in a step of their own, which rules can watch
        self.clear(st, ended)
    }
    /// The rules these events set off, queued as one batch.
    fn match_after(&self, st: &mut State<N>, events: &[Event<N>]) {
        if !events
            .iter()
            .any(|e| !self.plan.after[e.verb as usize].is_empty())
        {
            return;
        }
        let stamp = st.clock.stamp;
        let mut found: Vec<Match<N>> = vec![];
        {
            let env = Env::NOBODY;
            let cx = self.cx(st, env);
            for e in events {
                for t in &self.plan.after[e.verb as usize] {
                    cx.matches(*t, e, events, &mut |m| {
                        let order = found.len() as u16;
                        let stage =
                            self.stage_of(st, &self.plan.triggers[m.trigger as usize], m.env.you);
                        found.push(Match {
                            order,
                            stage,
                            batch: st.clock.batches + 1,
                            ..m
                        });
                    });
                }
            }
        }
        let news = |m: &Match<N>| {
            let t = &self.plan.triggers[m.trigger as usize];
            t.news.is_some() || t.keeps_before
        };
        if found.iter().any(news) {
            found
                .iter_mut()
                .filter(|m| news(m))
                .for_each(|m| m.env.before = stamp);
            let world = Arc::new(st.world());
            st.befores.push((stamp, world));
        }
        order::by_key(&mut found, |m| (self.key(st, m), m.order));
        st.queue.append(&mut found);
    }
    fn befores(&mut self, st: &mut State<N>, members: &mut Vec<Member<N>>) -> Result<(), Stop> {
        let some = members
            .iter()
            .flat_map(|m| &m.events)
            .any(|e| !self.plan.before[e.verb as usize].is_empty());
        if !some || st.clock.befores >= self.plan.rules.bounds.before {
            return Ok(());
        }
        let events: Vec<Event<N>> = members
            .iter()
            .flat_map(|m| m.events.iter().copied())
            .collect();
        let mut found: Vec<(Match<N>, usize)> = vec![];
        {
            let env = Env::NOBODY;
            let cx = self.cx(st, env);
            for (i, m) in members.iter().enumerate() {
                for e in &m.events {
                    for t in &self.plan.before[e.verb as usize] {
                        cx.matches(*t, e, &events, &mut |m| found.push((m, i)));
                    }
                }
            }
        }
        order::by_key(&mut found, |(m, i)| (self.key(st, m), *i));
        let mut struck = vec![];
        for (m, i) in found {
            let t = &self.plan.triggers[m.trigger as usize];
            if struck.contains(&i) || !self.alive(st, &m) {
                continue;
            }
            if t.limit != NONE16 && !self.mode.trial && !self.allows(st, t.limit, &m.env) {
                continue;
            }
            if !self.cx(st, &m.env).truth(&t.when) {
                continue;
            }
            st.clock.befores += 1;
            if !self.mode.trial {
                self.count(st, t.rule)?;
                if t.limit != NONE16 {
                    self.spend(st, t.limit, &m.env);
                }
            }
            let mut env = m.env;
            env.actor = if env.you != NONE {
                env.you
            } else {
                st.clock.on_turn
            };
            env.means = if t.ability {
                Means::Ability
            } else {
                Means::Rule
            };
            let floor = st.frames.len();
            st.frames.push(Frame::Body(Body::of(t.code, env)));
            let mode = self.mode;
            self.mode.floor = floor;
            let outer = std::mem::take(&mut self.struck);
            let stop = self.run(st);
            let strikes = std::mem::replace(&mut self.struck, outer);
            self.mode = mode;
            st.clock.befores -= 1;
            match stop {
                Stop::Done => {}
                stop => return Err(stop),
            }
            if strikes {
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
    pub(in crate::core) fn refused(&self, st: &State<N>, env: &Env<N>, m: &Member<N>) -> bool {
        let cx = self.cx(st, env);
        let by = m.events.iter().find_map(|e| cx.forbidding(e, false));
        by.inspect(|r| self.blame(Reason::Rule(*r))).is_some()
    }
    /// Performs what no guard protects; all or nothing where the phrase names single things.
    pub(in crate::core) fn guarded(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        members: Vec<Member<N>>,
        whole: bool,
    ) -> Result<bool, Stop> {
        let n = members.len();
        let left: Vec<Member<N>> = members
            .into_iter()
            .filter(|m| !self.refused(st, env, m))
            .collect();
        if (whole || n == 1) && left.len() < n {
            return Ok(false);
        }
        self.perform(st, left)?;
        Ok(true)
    }
}

/// A move decision being made.
impl<const N: usize> Runner<'_, N> {
    /// Duties these events fulfil are done.
    fn mark_duties(&self, st: &mut State<N>, events: &[Event<N>]) {
        for i in 0..st.imposed.len() {
            let im = st.imposed[i];
            let g = &self.plan.facts[im.fact as usize];
            let cx = self.cx(st, &im.env);
            if g.duty && events.iter().any(|e| cx.fits(&g.pattern, e)) {
                st.imposed[i].done = true;
            }
        }
    }
    /// Carries out a move.
    pub(in crate::core) fn make_move(
        &mut self,
        st: &mut State<N>,
        seat: u8,
        m: &Move<N>,
        means: Means,
        rule: u16,
    ) -> Result<(), Stop> {
        let member = self.move_member(st, seat, m, means, rule);
        self.mark_duties(st, &member.events);
        self.note_heading(st, m);
        self.perform(st, vec![member])
    }
    /// In which direction a piece goes.
    pub(in crate::core) fn note_heading(&self, st: &mut State<N>, m: &Move<N>) {
        let heading = self.plan.boards.heading(m.from as usize, m.to as usize);
        st.heading[m.piece as usize] = heading
            .and_then(|d| HEADINGS.iter().position(|h| *h == d))
            .map_or(NONE, |i| i as u8);
    }
    /// What happens and what changes by a move.
    pub(in crate::core) fn move_member(
        &self,
        st: &State<N>,
        seat: u8,
        m: &Move<N>,
        means: Means,
        rule: u16,
    ) -> Member<N> {
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        let mut events = Vec::with_capacity(4);
        cx.raised(m, seat, |e| {
            if self.plan.has_duties
                || self.plan.watched[e.verb as usize]
                || !st.timed.is_empty()
                || !st.imposed.is_empty()
            {
                events.push(Event {
                    means,
                    rule: if means == Means::Move { NONE16 } else { rule },
                    ..e
                });
            }
        });
        let mut changes = Vec::with_capacity(4);
        changes.extend(m.victims.iter().map(|v| Primitive::Lift(v as u8)));
        if !m.stand {
            changes.push(Primitive::Lift(m.piece));
            for (p, to) in m.pushes.iter().flatten() {
                changes.push(Primitive::Lift(*p));
                if *to != NONE {
                    changes.extend([Primitive::Land(*p, *to), Primitive::Displaced(*p)]);
                }
            }
            if let Some((b, to)) = m.bring {
                let comes = match to {
                    Brought::Square(q) => Primitive::Land(b, q),
                    Brought::Zone(slot) => Primitive::Store(b, slot, NONE),
                };
                changes.extend([Primitive::Lift(b), comes, Primitive::Displaced(b)]);
            }
            changes.push(Primitive::Land(m.piece, m.to));
        }
        changes.push(Primitive::Moved(m.piece));
        Member { events, changes }
    }
}

/// Which pieces are on the board and which are lost, before a step.
struct Presence<const N: usize> {
    board: Bits<N>,
    lost: Bits<N>,
    /// The looks, as bits, whose conditions about presence were to be read again before the step already.
    stale: u64,
    kept: BeforeStep,
}

impl<const N: usize> Presence<N> {
    fn of(st: &State<N>) -> Self {
        let stale = |(i, d): (usize, &u32)| u64::from(d & reads::PRESENT != 0) << (i & 63);
        Presence {
            board: st.plane(plane::BOARD),
            lost: st.plane(plane::LOST),
            stale: st.dirty.iter().enumerate().map(stale).sum(),
            kept: st.cache.before_step(),
        }
    }
    /// A step that only moved pieces from square to square has left their presence alone: on its account no condition about presence
    /// is read again, and no set is made anew.
    fn spare_looks(self, st: &mut State<N>, members: &[Member<N>]) {
        let moves = |op: &Primitive<N>| {
            matches!(
                op,
                Primitive::Lift(_)
                    | Primitive::Land(..)
                    | Primitive::Moved(_)
                    | Primitive::Displaced(_)
            )
        };
        let same = (self.board, self.lost) == (st.plane(plane::BOARD), st.plane(plane::LOST));
        if same && members.iter().flat_map(|m| &m.changes).all(moves) {
            for (i, d) in st.dirty.iter_mut().enumerate() {
                if self.stale >> (i & 63) & 1 == 0 {
                    *d &= !reads::PRESENT;
                }
            }
            st.cache.spare(reads::PRESENT, self.kept);
        }
    }
}
