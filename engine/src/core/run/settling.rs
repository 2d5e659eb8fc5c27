//! Settling: what a step has set off, stage by stage and in order; which rules fire, and who is asked for show, so that others learn
//! nothing. What is supposed for that is never the game.
use super::{Runner, Stop, Verdict};
use crate::core::deed::Primitive;
use crate::core::plan::*;
use crate::core::state::*;
use crate::ids::RuleId;

impl<const N: usize> Runner<'_, N> {
    /// Order of firing (language 8.10): player on turn, then clockwise; rank; place.
    pub(in crate::core) fn key(&self, st: &State<N>, m: &Match<N>) -> (u8, u32, bool, u32) {
        let n = self.plan.seats.max(1) as u8;
        let from = if st.clock.on_turn == NONE {
            0
        } else {
            st.clock.on_turn
        };
        let seat = if m.env.you == NONE {
            0
        } else {
            (m.env.you + n - from) % n
        };
        let t = &self.plan.triggers[m.trigger as usize];
        let borrowed = match t.holder {
            Holder::Power(p) => (st.borrowed.iter()).any(|b| b.seat == m.env.you && b.power == p),
            Holder::Game | Holder::EachSeat | Holder::Kind(_) => false,
        };
        (seat, t.rank >> 16, borrowed, t.rank & 0xffff)
    }
    /// The stage a match belongs to (language 8.9).
    pub(super) fn stage_of(&self, st: &State<N>, t: &Trigger<N>, you: u8) -> u8 {
        let stages = &self.plan.stages;
        if let Some(s) = t.stage {
            return s;
        }
        let mine = you == NONE || st.clock.on_turn == NONE || st.clock.on_turn == you;
        match (mine, stages.endings) {
            (true, Some(e)) if t.offer.is_some() && t.power => e,
            (true, _) => stages.effects,
            (false, _) => stages.reactions,
        }
    }
    /// Nothing waits to be settled.
    pub(super) fn is_settled(&self, st: &State<N>) -> bool {
        st.queue.is_empty()
            && st.clock.batch == st.clock.batches
            && st.waiting.is_empty()
            && st.granting.is_empty()
            && st.dirty[self.plan.stages.count as usize] == 0
    }
    pub(super) fn settle(&mut self, st: &mut State<N>, stage: u8) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        if stage != NONE {
            return self.stages(st, at, stage);
        }
        // verdicts that were found together fire one after the other
        if let Some(i) = st.queue.iter().position(|m| m.batch == u32::MAX) {
            let m = st.queue.remove(i);
            return self.fire(st, &m);
        }
        if st.clock.batch < st.clock.batches {
            st.clock.batch += 1;
            let batch = st.clock.batch;
            let ending = self.plan.stages.endings.unwrap_or(NONE);
            let verdicts = self.plan.stages.verdicts;
            let mut i = 0;
            while i < st.queue.len() {
                let m = st.queue[i];
                if m.batch != batch {
                    i += 1;
                    continue;
                }
                let list = if m.stage == ending {
                    &mut st.endings
                } else if self.plan.triggers[m.trigger as usize].granting {
                    &mut st.granting
                } else if m.stage > verdicts {
                    &mut st.waiting
                } else {
                    i += 1;
                    continue;
                };
                list.push(m);
                st.queue.remove(i);
            }
            st.frames[at] = Frame::Settle(0);
            return Ok(());
        }
        let up = match st.clock.phase {
            Phase::Setup => vec![],
            Phase::Start | Phase::Act | Phase::End => self.risen(st, self.plan.stages.count),
        };
        if !up.is_empty() {
            let losing: Vec<Match<N>> = up
                .iter()
                .filter(|m| self.plan.triggers[m.trigger as usize].losing)
                .copied()
                .collect();
            let first: Vec<Match<N>> = match losing.is_empty() {
                true => self.answered(st, &up).into_iter().collect(),
                false => losing,
            };
            for m in &first {
                self.remember(st, m);
                st.queue.push(*m);
            }
            return Ok(());
        }
        if let Some(i) = (0..st.waiting.len()).min_by_key(|i| st.waiting[*i].stage) {
            let m = st.waiting.remove(i);
            return self.fire(st, &m);
        }
        if st.clock.bodies == 0
            && let Some(i) = (0..st.granting.len()).min_by_key(|i| self.key(st, &st.granting[*i]))
        {
            let m = st.granting.remove(i);
            st.clock.bodies += 1;
            st.frames.push(Frame::Counted);
            return self.fire(st, &m);
        }
        st.frames.pop();
        Ok(())
    }
    fn stages(&mut self, st: &mut State<N>, at: usize, stage: u8) -> Result<(), Stop> {
        let batch = st.clock.batch;
        let mut s = stage;
        while s <= self.plan.stages.verdicts {
            if s == self.plan.stages.effects && st.clock.news != batch {
                st.clock.news = batch;
                self.drop_old_news(st, batch);
            }
            let first = st
                .queue
                .iter()
                .position(|m| m.batch == batch && m.stage == s);
            let up = match self.plan.edge_stages.contains(&s) {
                true => self.risen(st, s),
                false => vec![],
            };
            let risen = match (first, up.first()) {
                (None, None) => {
                    s += 1;
                    continue;
                }
                (Some(i), Some(u)) => self.key(st, &st.queue[i]) > self.key(st, u),
                (first, _) => first.is_none(),
            };
            st.frames[at] = Frame::Settle(s);
            let m = match (risen, first) {
                (false, Some(i)) => st.queue.remove(i),
                _ => match self.answered(st, &up) {
                    Some(m) => m,
                    None => return Ok(()),
                },
            };
            return self.fire(st, &m);
        }
        st.frames[at] = Frame::Settle(NONE);
        Ok(())
    }
    /// Of rules that wait for later: what they ask to be newly so is asked when the effects of the event have their turn, before
    /// others answer it.
    fn drop_old_news(&self, st: &mut State<N>, batch: u32) {
        let old = |st: &State<N>, m: &Match<N>| {
            let t = &self.plan.triggers[m.trigger as usize];
            m.batch == batch
                && t.news
                    .as_ref()
                    .is_some_and(|c| !self.cx(st, &m.env).truth(c))
        };
        let all = std::mem::take(&mut st.endings);
        st.endings = all.into_iter().filter(|m| !old(st, m)).collect();
        let all = std::mem::take(&mut st.granting);
        st.granting = all.into_iter().filter(|m| !old(st, m)).collect();
    }
    /// Fires a rule that was set off.
    pub(in crate::core) fn fire(&mut self, st: &mut State<N>, m: &Match<N>) -> Result<(), Stop> {
        let t = &self.plan.triggers[m.trigger as usize];
        if !self.alive(st, m) {
            return Ok(());
        }
        if t.limit != NONE16 {
            if !self.allows(st, t.limit, &m.env) {
                return Ok(());
            }
            if self.plan.limits[t.limit as usize].by_event {
                self.spend(st, t.limit, &m.env);
            }
        }
        if m.supposed.is_some() || !self.cx(st, &m.env).truth(&t.when) {
            self.ask_all_the_same(st, m);
            return Ok(());
        }
        self.count(st, t.rule)?;
        let spend = if t.limit == NONE16 || self.plan.limits[t.limit as usize].by_event {
            NONE16
        } else {
            t.limit
        };
        let mut env = m.env;
        env.means = if t.ability {
            Means::Ability
        } else {
            Means::Rule
        };
        if let Some((who, they)) = &t.offer {
            let cx = self.cx(st, &env);
            let left = (cx.mask(who) & cx.playing()).0[0] as u16;
            st.frames.push(Frame::Offer(Offer {
                code: t.code,
                env,
                left,
                seat: NONE,
                limit: spend,
                they: *they,
                label: t.label,
                outright: true,
                secret: t.secret,
                barred: false,
                first: false,
                none: NONE16,
            }));
            return Ok(());
        }
        if spend != NONE16 {
            self.spend(st, spend, &m.env);
        }
        env.actor = if env.you != NONE {
            env.you
        } else {
            st.clock.on_turn
        };
        let judged = env.actor != NONE
            && (t.ability && !self.plan.spoils.is_empty() && !t.losing || t.would.is_some());
        let mut body = Body::of(t.code, env);
        if judged && self.is_settling() {
            // tried as a whole: dropped if it would bring about what abilities cannot
            if !self.can_run(st, t.code, &env, env.actor, false, t.would.as_ref())? {
                return Ok(());
            }
            body.judged = self.begin_judging(st, true, env.rule);
            body.undone = !t.granting;
            body.option = true;
            body.root = st.frames.len() as u8;
            body.lenient = true;
        }
        st.frames.push(Frame::Body(body));
        Ok(())
    }
    /// Where it is hidden from others that a rule does not hold, who is offered something by it is asked all the same and can only
    /// decline: everybody sees whether a player is asked (language 6.6). Supposed is each hidden mark of its holder, and one kind
    /// for all pieces whose kind he hides.
    fn ask_all_the_same(&mut self, st: &mut State<N>, m: &Match<N>) {
        let t = &self.plan.triggers[m.trigger as usize];
        let Some((who, they)) = &t.offer else { return };
        if self.mode.trial || self.mode.rest || !self.seems_to_hold(st, m) {
            return;
        }
        let cx = self.cx(st, &m.env);
        let left = (cx.mask(who) & cx.playing()).0[0] as u16;
        st.frames.push(Frame::Offer(Offer {
            code: t.code,
            env: m.env,
            left,
            seat: NONE,
            limit: NONE16,
            they: *they,
            label: t.label,
            outright: true,
            secret: t.secret,
            barred: true,
            first: false,
            none: NONE16,
        }));
    }
    /// To those who do not know what its holder hides a rule may seem to hold.
    pub(super) fn seems_to_hold(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        if t.doubts.is_empty() {
            return false;
        }
        let holds = |s: &State<N>| self.cx(s, &m.env).truth(&t.when);
        let mut supposed = self.supposals(st, t, m.env.you);
        supposed.retain(|(s, _)| m.supposed.is_none_or(|only| only == *s));
        supposed.iter().any(|(_, ops)| {
            let mut s = st.world();
            s.befores.clone_from(&st.befores);
            ops.iter().for_each(|op| self.apply(&mut s, op));
            holds(&s)
        })
    }
    /// What others may suppose of the values that the holder of a rule hides.
    pub(super) fn supposals(&self, st: &State<N>, t: &Trigger<N>, you: u8) -> Vec<Supposal<N>> {
        let mut all = vec![];
        if you == NONE {
            return all;
        }
        let env = Env { you, ..Env::EMPTY };
        let cx = self.cx(st, &env);
        for (i, h) in t
            .doubts
            .iter()
            .map(|h| (*h as u8, &self.plan.hidden[*h as usize]))
        {
            let hidden = |o: usize| !cx.playing().iter().all(|s| cx.sees(s as u8, h, o));
            match h.slots {
                Slots::Marks(plane) => {
                    if hidden(you as usize) {
                        all.push(((i, 0), vec![Primitive::Bit(plane, you, false)]));
                        all.push(((i, 1), vec![Primitive::Bit(plane, you, true)]));
                    } else {
                        all.push(((i, 0), vec![]));
                    }
                }
                Slots::Numbers(first) => {
                    let own = st.plane(plane::OWNER + you as usize).iter();
                    let set = |o: &usize| st.values[first as usize + o] != UNSET && hidden(*o);
                    let keys: Vec<usize> = own.filter(set).collect();
                    let mut values: Vec<i32> =
                        keys.iter().map(|o| st.values[first as usize + o]).collect();
                    values.sort_unstable();
                    values.dedup();
                    let suppose = |v: i32| {
                        let to = |o: &usize| Primitive::Number(first + *o as u16, v);
                        ((i, v as i16), keys.iter().map(to).collect())
                    };
                    all.extend(values.into_iter().map(suppose));
                }
                Slots::Sets(_) | Slots::Owners(..) | Slots::NumbersOfYou(..) => {}
            }
        }
        all
    }
    pub(super) fn alive(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        let you = m.env.you as usize;
        match t.holder {
            Holder::Game => true,
            Holder::EachSeat => m.own_loss || m.env.you != NONE && st.playing(you),
            Holder::Power(p) => {
                m.own_loss
                    || m.env.you != NONE
                        && (cx.holds(you, p) || cx.kept(&self.plan.keeps[t.rule as usize], you))
            }
            Holder::Kind(k) => m.env.it == NONE || cx.kind(m.env.it as usize) == k as usize,
        }
    }
    /// A rule has fired in earnest.
    pub(in crate::core) fn note_fired(&mut self, rule: u16) {
        if !self.mode.trial && !self.mode.rest {
            self.fired.push(rule);
        }
    }
    /// By this rule somebody lost or the game ended, in earnest.
    pub(in crate::core) fn note_verdict(&mut self, st: &State<N>, rule: u16) {
        if rule != NONE16 && !self.mode.trial && !self.mode.rest {
            self.verdicts.push(Verdict {
                rule: RuleId(rule),
                at: st.clock.changes,
                stage: st.stage(),
            });
        }
    }
    pub(super) fn count(&mut self, st: &mut State<N>, rule: u16) -> Result<(), Stop> {
        self.note_fired(rule);
        st.clock.firings += 1;
        if st.clock.firings > u32::from(self.plan.rules.bounds.firings) * 4 {
            return Err(Stop::Overrun);
        }
        Ok(())
    }
}

/// What others may suppose of the values of a hidden field, and the changes that make it so.
type Supposal<const N: usize> = ((u8, i16), Vec<Primitive<N>>);
