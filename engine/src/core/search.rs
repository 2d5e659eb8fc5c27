//! Looking ahead: some way of answering, tried on copies. One search; what is being looked for is its setting.
mod duties;
mod open;
mod turn;

pub(super) use turn::Known;

use super::eval::Cx;
use super::plan::*;
use super::run::{Runner, Sink, Stop};
use super::state::*;
use super::why::Reason;
use crate::play::Kind;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

impl<const N: usize> Runner<'_, N> {
    /// Some way of answering carries a body through; where one move may be opened by what another sets off, and only there, it is
    /// tried anew with all that is set off. `strict`: as an option, of which every step must be possible.
    pub(super) fn can_run(
        &mut self,
        st: &State<N>,
        code: u16,
        env: &Env<N>,
        seat: u8,
        strict: bool,
        would: Option<&Truth<N>>,
    ) -> Result<bool, Stop> {
        let again = strict && !self.trying() && self.plan.moves_twice[code as usize];
        match self.try_body(st, code, env, seat, strict, would, false)? {
            false if again => self.try_body(st, code, env, seat, strict, would, true),
            good => Ok(good),
        }
    }
    #[allow(clippy::too_many_arguments)]
    fn try_body(
        &mut self,
        st: &State<N>,
        code: u16,
        env: &Env<N>,
        seat: u8,
        strict: bool,
        would: Option<&Truth<N>>,
        settles: bool,
    ) -> Result<bool, Stop> {
        let mut s = st.copied();
        s.saved.clear();
        let floor = s.frames.len();
        s.judged = None;
        s.begun = would.map(|_| Arc::new(st.world()));
        if env.means == Means::Ability {
            self.judge_from(&mut s);
        }
        let env = Env {
            actor: seat,
            ..*env
        };
        let body = Body {
            strict,
            lenient: !strict,
            option: true,
            root: floor as u8,
            ..Body::of(code, env)
        };
        s.frames.push(Frame::Body(body));
        if settles {
            s.clock.bodies = 1;
        }
        let outer = self.try_from(floor, settles);
        self.look_anew(outer);
        let tried = (self.tried_rule, self.tried_env);
        (self.tried_rule, self.tried_env) = (env.rule, env);
        let sink = std::mem::take(&mut self.sink);
        let good = self.explore(&mut s, seat, !strict);
        self.sink = sink;
        (self.tried_rule, self.tried_env) = tried;
        self.back_to(outer);
        s.put_away();
        good
    }
    /// In the midst of options: this answer leads to an end of each of them. `root`: where the innermost begins.
    pub(super) fn completable(
        &mut self,
        st: &State<N>,
        root: usize,
        sink: &Sink<N>,
        i: usize,
    ) -> Result<bool, Stop> {
        let nothing = Interrupted::default();
        let mut waiting = st.interrupted.iter().rev();
        let (mut innermost, mut own) = (Some(root), true);
        while let Some(root) = innermost {
            let Some(Frame::Body(option)) = st.frames.get(root) else {
                return Ok(true);
            };
            let kept = match option.judged {
                true if std::mem::take(&mut own) => None,
                true => waiting.next(),
                false => Some(&nothing),
            };
            let asked = sink.who == option.env.actor;
            let moves_on = option.lenient && sink.kind == Kind::Move;
            if asked && !moves_on {
                let again = !option.lenient && self.plan.moves_twice[option.code as usize];
                let good = match self.complete(st, root, kept, sink, i, false)? {
                    false if again => self.complete(st, root, kept, sink, i, true)?,
                    good => good,
                };
                if !good {
                    return Ok(false);
                }
            }
            innermost = st.option_below(root);
        }
        Ok(true)
    }
    /// The same for one of them. `kept`: how it is judged, if not by what is kept of the innermost.
    fn complete(
        &mut self,
        st: &State<N>,
        root: usize,
        kept: Option<&Interrupted<N>>,
        sink: &Sink<N>,
        i: usize,
        settles: bool,
    ) -> Result<bool, Stop> {
        let Some(Frame::Body(option)) = st.frames.get(root) else {
            return Ok(true);
        };
        let (seat, lenient, env) = (option.env.actor, option.lenient, option.env);
        let mut s = st.copied();
        s.saved.clear();
        if let Some(kept) = kept {
            (s.judged, s.begun) = (kept.judged.clone(), kept.begun.clone());
        }
        if settles {
            s.clock.bodies = 1;
        }
        for f in &mut s.frames[root..] {
            if let Frame::Body(b) = f {
                b.strict = b.option && !b.lenient;
            }
        }
        let outer = self.try_from(root, settles);
        self.look_anew(outer);
        let tried = (self.tried_rule, self.tried_env);
        (self.tried_rule, self.tried_env) = (env.rule, env);
        let saved = std::mem::take(&mut self.sink);
        let good = self.goes_well(&mut s, seat, sink, i, lenient, true);
        self.sink = saved;
        (self.tried_rule, self.tried_env) = tried;
        self.back_to(outer);
        s.put_away();
        good
    }
    /// Of the open decision those answers stay that lead to an end of the option. Where one will be drawn, or comes to an end that is
    /// sought, the rest is only tried when it is, after as many have been found as it takes to know that and how the decision is asked.
    pub(super) fn sift(&mut self, st: &State<N>, root: usize, enough: usize) -> Result<(), Stop> {
        if self.is_watching() {
            return Err(Stop::Exhausted);
        }
        let mut sink = std::mem::take(&mut self.sink);
        let mut keep = Vec::with_capacity(sink.n);
        let (draws, mut found) = (self.draws() || self.tries_rest(), 0);
        for i in 0..sink.n {
            if draws && found == enough {
                keep.resize(sink.n, true);
                sink.untried.option = Some(root as u8);
                break;
            }
            let asked = self.is_asked_about(st, &sink, i);
            let good = self.hear(asked, |r| r.completable(st, root, &sink, i))?;
            found += usize::from(good);
            keep.push(good);
        }
        sink.keep(&keep);
        self.sink = sink;
        Ok(())
    }
    fn goes_well(
        &mut self,
        s: &mut State<N>,
        seat: u8,
        sink: &Sink<N>,
        i: usize,
        lenient: bool,
        first: bool,
    ) -> Result<bool, Stop> {
        if matches!(sink.kind, Kind::Move) && self.spoiled(s, self.tried_env.actor) {
            return Ok(false);
        }
        match self.answer_with(s, sink, i) {
            Ok(()) => {
                if first && let Some(Frame::Pick(p)) = s.frames.last_mut() {
                    // what was picked before the trial does not order what it picks itself
                    p.tried = 0;
                }
                self.explore(s, seat, lenient)
            }
            Err(Stop::Over) => Ok(self.passes(s, seat)),
            Err(Stop::Cannot) => Ok(false),
            Err(Stop::Unknown) => Ok(true),
            Err(other) => Err(other),
        }
    }
    /// Some way of answering from here ends well.
    fn explore(&mut self, s: &mut State<N>, seat: u8, lenient: bool) -> Result<bool, Stop> {
        if !self.look() {
            return Ok(false);
        }
        match self.run(s) {
            // with the game over the rest of it cannot be made
            Stop::Over if self.settling_trial() => Ok(false),
            Stop::Done | Stop::Over => Ok(self.passes(s, seat)),
            Stop::Cannot => Ok(false),
            // an offer must not tell what accepting it would show
            Stop::Unknown => Ok(true),
            Stop::Ask => {
                let sink = std::mem::take(&mut self.sink);
                // chance or another's answer: looking ahead stops
                if sink.who != seat {
                    return Ok(true);
                }
                // an ordinary move is no part of an ability
                if lenient && sink.kind == Kind::Move {
                    return Ok(self.passes(s, seat));
                }
                let done = sink.items.iter().position(|x| *x == NONE16);
                let order = done
                    .into_iter()
                    .chain((0..sink.n).filter(|i| Some(*i) != done));
                for i in order {
                    let mut t = s.copied();
                    let good = self.goes_well(&mut t, seat, &sink, i, lenient, false);
                    t.put_away();
                    if good? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            other => Err(other),
        }
    }
    /// What must hold at the end of a trial holds.
    fn passes(&self, s: &State<N>, _seat: u8) -> bool {
        if self.sought != NONE && !s.plane(plane::MOVED).has(self.sought as usize) {
            return false;
        }
        if let Some(begun) = &s.begun {
            let rule = self.tried_rule;
            if let Some(c) = self.plan.would.get(rule as usize).and_then(Option::as_ref) {
                let cx = Cx {
                    after: Some(s),
                    ..self.cx(begun, &self.tried_env)
                };
                if !cx.truth(c) {
                    self.blame(Reason::Rule(rule));
                    return false;
                }
            }
        }
        !self.spoiled(s, self.tried_env.actor)
    }
    /// What an ability has brought about since it began is what abilities cannot.
    pub(super) fn spoiled(&self, s: &State<N>, eyes: u8) -> bool {
        let Some(before) = &s.judged else {
            return false;
        };
        let same = before.place == s.place
            && before.kind == s.kind
            && before.owner == s.owner
            && before.planes == s.planes
            && before.values == s.values
            && before.seats == s.seats
            && before.clock.playing == s.clock.playing
            && before.imposed.len() == s.imposed.len();
        if same {
            return false;
        }
        let read_with = match self.plan.hides_something() {
            true => eyes,
            false => NONE,
        };
        let mut key = hasher();
        before.digest_of_world(self.telling(true)).hash(&mut key);
        s.digest_of_world(self.telling(true)).hash(&mut key);
        read_with.hash(&mut key);
        let key = key.finish();
        let known = self.spoils.borrow().get(&key).copied();
        let forbids = known.unwrap_or_else(|| {
            let found = self.forbids_abilities(before, s, NONE, eyes);
            self.spoils.borrow_mut().insert(key, found);
            found
        });
        forbids
            .inspect(|rule| self.blame(Reason::Rule(*rule)))
            .is_some()
    }
    /// What tells a state from others of the same turn that can come to something else; `order`: also in which order things happened.
    pub(super) fn digest(&self, s: &State<N>, order: bool) -> u64 {
        s.digest(self.telling(order), |f| match f {
            // a body that is at its end reads none of its names any more
            Frame::Body(b) if self.is_at_its_end(&b) => Frame::Body(Body {
                env: Env {
                    before: 0,
                    names: Env::EMPTY.names,
                    ..b.env
                },
                ..b
            }),
            f => f,
        })
    }
    fn is_at_its_end(&self, b: &Body<N>) -> bool {
        let has_would = |c: &Option<Truth<N>>| c.is_some();
        b.times == Loop::No
            && b.pc as usize >= self.plan.code[b.code as usize].len()
            && !(self.plan.would.get(b.env.rule as usize)).is_some_and(has_would)
    }
    /// What states of one turn are told apart by.
    pub(super) fn telling(&self, order: bool) -> Telling {
        Telling {
            order,
            moves: self.plan.tells_moves,
        }
    }
    /// The rule on abilities of which some holder forbids to bring about one state from another, as these eyes see it.
    pub(super) fn forbids_abilities(
        &self,
        before: &State<N>,
        after: &State<N>,
        actor: u8,
        eyes: u8,
    ) -> Option<u16> {
        let nobody = Env::EMPTY;
        let cx = Cx {
            after: Some(after),
            touched: self.plan.touched(before, after),
            eyes,
            ..self.cx(before, &nobody)
        };
        let forbids = |spoil: &&Spoil<N>| {
            let mut forbids = false;
            cx.holders(spoil.holder, spoil.rule, |you, it| {
                let env = Env {
                    actor,
                    ..Env::of(you, it, spoil.rule)
                };
                forbids = forbids || Cx { env: &env, ..cx }.truth(&spoil.when);
            });
            forbids
        };
        self.plan.spoils.iter().find(forbids).map(|s| s.rule)
    }
    /// An ability that brought about what abilities cannot is ignored.
    pub(super) fn undo_if_spoiled(&mut self, st: &mut State<N>) {
        let spoiled = self.spoiled(st, NONE);
        let Some(before) = st.judged.take() else {
            return;
        };
        if !spoiled {
            return;
        }
        let mut back = Arc::unwrap_or_clone(before);
        std::mem::swap(&mut back.frames, &mut st.frames);
        std::mem::swap(&mut back.saved, &mut st.saved);
        std::mem::swap(&mut back.decided, &mut st.decided);
        std::mem::swap(&mut back.interrupted, &mut st.interrupted);
        back.clock.firings = st.clock.firings;
        back.clock.bodies = st.clock.bodies;
        back.clock.passed = st.clock.passed;
        back.clock.asked = st.clock.asked;
        *st = back;
        st.touched
            .iter_mut()
            .for_each(|t| *t = super::bits::Bits::FULL);
    }
}

impl<const N: usize> Sink<N> {
    /// Keeps these answers.
    pub fn keep(&mut self, keep: &[bool]) {
        let mut i = 0;
        let mut next = || {
            i += 1;
            keep.get(i - 1) == Some(&true)
        };
        for g in &mut self.moves {
            for t in g.to().iter() {
                if !next() {
                    g.slides.drop(t);
                    g.leaps.drop(t);
                }
            }
        }
        self.flat.retain(|_| next());
        self.actions.retain(|_| next());
        self.items.retain(|_| next());
        self.moves.retain(|g| g.to().any());
        self.n = keep.iter().filter(|k| **k).count();
    }
}
