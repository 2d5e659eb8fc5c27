//! Looking ahead: some way of answering, tried on copies. One search; what is being looked for is its setting.
use super::eval::Cx;
use super::movement::Ask;
use super::plan::*;
use super::run::{CHANCE, Runner, Sink, Stop};
use super::state::*;
use super::why::Reason;
use crate::play::Kind;
use std::collections::HashMap;

/// Decisions that may come before the first move of a turn, where it is asked whether the turn has a move.
const BEFORE_MOVE: u8 = 4;

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
        let mut s = self.copy(st);
        s.saved.clear();
        let floor = s.frames.len();
        s.judged = None;
        s.begun = would.map(|_| Box::new(st.world()));
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
        self.put_away(s);
        good
    }
    /// In the midst of an option: this answer leads to an end of it.
    pub(super) fn completable(
        &mut self,
        st: &State<N>,
        root: usize,
        sink: &Sink<N>,
        i: usize,
    ) -> Result<bool, Stop> {
        let (seat, lenient, env, code) = match st.frames.get(root) {
            Some(Frame::Body(b)) => (b.env.actor, b.lenient, b.env, b.code),
            _ => return Ok(true),
        };
        if sink.who != seat || sink.who == CHANCE || lenient && sink.kind == Kind::Move {
            return Ok(true);
        }
        let again = !lenient && self.plan.moves_twice[code as usize];
        match self.complete(st, root, sink, i, (seat, lenient, env), false)? {
            false if again => self.complete(st, root, sink, i, (seat, lenient, env), true),
            good => Ok(good),
        }
    }
    fn complete(
        &mut self,
        st: &State<N>,
        root: usize,
        sink: &Sink<N>,
        i: usize,
        (seat, lenient, env): (u8, bool, Env<N>),
        settles: bool,
    ) -> Result<bool, Stop> {
        let mut s = self.copy(st);
        s.saved.clear();
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
        self.put_away(s);
        good
    }
    /// Of the open decision those answers stay that lead to an end of the option.
    pub(super) fn sift(&mut self, st: &State<N>, root: usize) -> Result<(), Stop> {
        let mut sink = std::mem::take(&mut self.sink);
        let mut keep = Vec::with_capacity(sink.n);
        for i in 0..sink.n {
            let asked = self.is_asked_about(st, &sink, i);
            keep.push(self.hear(asked, |r| r.completable(st, root, &sink, i))?);
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
                    let mut t = self.copy(s);
                    let good = self.goes_well(&mut t, seat, &sink, i, lenient, false);
                    self.put_away(t);
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
        let touched = self.plan.touched(before, s);
        let spoilt = self.plan.spoils.iter().find(|(rule, c)| {
            let env = Env::of(NONE, NONE, *rule);
            Cx {
                after: Some(s),
                touched,
                eyes,
                ..self.cx(before, &env)
            }
            .truth(c)
        });
        spoilt
            .inspect(|(rule, _)| self.blame(Reason::Rule(*rule)))
            .is_some()
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
        let mut back = *before;
        std::mem::swap(&mut back.frames, &mut st.frames);
        std::mem::swap(&mut back.saved, &mut st.saved);
        std::mem::swap(&mut back.decided, &mut st.decided);
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

/// What the rest of a turn must come to for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// Its royal pieces are safe.
    Safe,
    /// It is out.
    Out,
    /// So many of its duties are done, of what has happened since so many events.
    Duties(usize, usize),
}

impl<const N: usize> Runner<'_, N> {
    /// Of the answers of the player on turn those stay that can bring the turn to an end with his royal pieces safe, where check is
    /// enforced after the turn.
    pub(super) fn keep_by_turn(&mut self, st: &State<N>) -> Result<(), Stop> {
        let seat = self.sink.who;
        if st.clock.phase != Phase::Act || seat != st.clock.on_turn {
            return Ok(());
        }
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        self.asked_duties = self.duties(st, seat);
        let duties = self.asked_duties.len();
        self.asked_from = (duties > 0).then(|| Box::new(st.world()));
        let kind = self.sink.kind;
        if duties > 0 {
            self.keep_duties(st, seat, duties)?;
        }
        let Some((at_once, true)) = self.plan.checks(&cx, seat) else {
            return Ok(());
        };
        let moving = matches!(kind, Kind::Act | Kind::Move);
        let acting = kind == Kind::Act && !self.sink.actions.is_empty() || self.in_option(st);
        if at_once && !acting && !self.plan.goes_on {
            return Ok(());
        }
        if moving && self.draws() {
            self.sink.untried.turn = true;
            return Ok(());
        }
        let mut sink = std::mem::take(&mut self.sink);
        let mut keep = Vec::with_capacity(sink.n);
        let mut unattacked = None;
        for i in 0..sink.n {
            keep.push(self.turn_ends_well(st, &sink, i, at_once, &mut unattacked)?);
        }
        for i in (0..sink.n).filter(|i| !keep[*i]) {
            let asked = self.is_asked_about(st, &sink, i);
            self.hear(asked, |r| {
                r.blame(Reason::Check);
                Ok(false)
            })?;
        }
        if moving || keep.contains(&true) {
            sink.keep(&keep);
        }
        self.sink = sink;
        Ok(())
    }
    /// After this answer the turn can be brought to an end with the royal pieces of its player safe. A move that is judged at once, and
    /// after which the turn does not go on, was tried when it was offered. Whether the royal pieces are unattacked before the answer is
    /// the same for all answers of a decision and dear where whole turns are looked at: it is found once and kept.
    pub(super) fn turn_ends_well(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        at_once: bool,
        unattacked: &mut Option<bool>,
    ) -> Result<bool, Stop> {
        let seat = sink.who;
        let moving = matches!(sink.kind, Kind::Act | Kind::Move);
        let moves = || sink.moves.iter().map(|g| g.to().count()).sum::<usize>() + sink.flat.len();
        if at_once && !self.plan.goes_on && moving && i < moves() {
            return Ok(true);
        }
        if self.leads(st, sink, i, seat, Goal::Safe)? {
            return Ok(true);
        }
        let free = *unattacked.get_or_insert_with(|| {
            let cx = self.cx(st, &Env::EMPTY);
            !cx.seat_in_check(seat as usize, None)
        });
        Ok(free && self.leads(st, sink, i, seat, Goal::Out)?)
    }
    /// Duties a seat is under now: the duty, and its names.
    pub(super) fn duties(&self, st: &State<N>, seat: u8) -> Vec<(Guard<N>, Env<N>)> {
        if !self.plan.has_duties {
            return vec![];
        }
        let mut all = vec![];
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let of = |cx: &Cx<N>, g: &Guard<N>| match &g.pattern.doer {
            Doer::Anybody => true,
            Doer::Pieces(m) => cx.mask(m).meets(cx.owned_by(seat as usize)),
            Doer::Seats(m) | Doer::Ability(m) => cx.has(m, seat as usize),
        };
        for g in &self.plan.duties {
            cx.holders(g.holder, g.rule, |you, it| {
                let env = Env::of(you, it, g.rule);
                let cx = cx.with(&env);
                if of(&cx, g) && cx.truth(&g.when) {
                    all.push((g.clone(), env));
                }
            });
        }
        for im in st.imposed.iter().filter(|im| !im.done) {
            let g = &self.plan.facts[im.fact as usize];
            let cx = cx.with(&im.env);
            if g.duty && of(&cx, g) && cx.truth(&g.when) {
                all.push((g.clone(), im.env));
            }
        }
        all
    }
    /// How many duties of a seat these events fulfil.
    fn fulfilled(&self, events: &[super::event::Event<N>]) -> usize {
        // pieces as they were when the duty was asked for
        let Some(st) = &self.asked_from else { return 0 };
        let done = |(g, env): &(Guard<N>, Env<N>)| {
            let cx = self.cx(st, env);
            events.iter().any(|e| cx.fits(&g.pattern, e))
        };
        self.asked_duties.iter().filter(|d| done(d)).count()
    }
    /// While some answer fulfils a duty in this turn, only such answers are offered; of several duties as many as can be done.
    fn keep_duties(&mut self, st: &State<N>, seat: u8, duties: usize) -> Result<(), Stop> {
        let sink = std::mem::take(&mut self.sink);
        let since = st.events.len();
        for most in (1..=duties).rev() {
            let mut keep = Vec::with_capacity(sink.n);
            for i in 0..sink.n {
                keep.push(self.leads(st, &sink, i, seat, Goal::Duties(most, since))?);
            }
            if keep.contains(&true) {
                let speaks = matches!(sink.kind, Kind::May | Kind::Either);
                for i in (0..sink.n).filter(|i| speaks && !keep[*i]) {
                    let asked = self.is_asked_about(st, &sink, i);
                    self.hear(asked, |r| {
                        (r.asked_duties.iter()).for_each(|(g, _)| r.blame(Reason::Rule(g.rule)));
                        Ok(false)
                    })?;
                }
                self.sink = sink;
                self.sink.keep(&keep);
                return Ok(());
            }
        }
        self.sink = sink;
        Ok(())
    }
    /// Some lawful move or action is open to a seat.
    pub fn has_action(&mut self, cx: &Cx<N>, seat: u8) -> bool {
        if cx.actions >= 2 {
            return false;
        }
        self.actions = cx.actions + 1;
        let checks = self.plan.checks(cx, seat);
        let late = checks == Some((false, true)) || checks.is_some() && self.plan.goes_on;
        let own = cx.owned_by(seat as usize);
        let moves = |r: &mut Self| r.count_moves(cx, own, seat, true, Ask::Moves, 1) > 0;
        if !late && !self.plan.has_duties && moves(self) {
            return true;
        }
        let mut s = cx.st.world();
        // as if its turn had come to its decision
        s.clock.on_turn = seat;
        s.clock.phase = Phase::Act;
        s.clock.end_turn = false;
        s.clock.batch = s.clock.batches;
        s.frames.push(Frame::Turn(3));
        let Some((code, act, env)) = self.turn_of(&s, seat) else {
            return false;
        };
        s.frames.push(Frame::Body(Body {
            pc: act.unwrap_or(0),
            ..Body::of(code, env)
        }));
        self.rest_from(NONE, NONE);
        let judged = checks.is_some_and(|c| c.1);
        if act.is_none() {
            return self.moves_in_turn(&mut s, seat, (late, judged), BEFORE_MOVE);
        }
        s.frames.push(Frame::Move(Moving::default()));
        self.move_decision(&mut s) == Err(Stop::Ask) && self.is_lawful(&s, seat, (late, judged))
    }
    /// A turn that has begun comes to a lawful move of the seat, whatever is rolled, chosen or offered before it. What is offered in
    /// place of a move is none.
    fn moves_in_turn(&mut self, s: &mut State<N>, seat: u8, how: (bool, bool), before: u8) -> bool {
        if self.run(s) != Stop::Ask {
            return false;
        }
        if matches!(self.sink.kind, Kind::Move | Kind::Act) {
            return self.sink.who == seat && self.is_lawful(s, seat, how);
        }
        let sink = std::mem::take(&mut self.sink);
        before > 0
            && (0..sink.n).any(|i| {
                let mut next = self.copy(s);
                let found = self.answer_with(&mut next, &sink, i).is_ok()
                    && self.moves_in_turn(&mut next, seat, how, before - 1);
                self.put_away(next);
                found
            })
    }
    /// Of the answers to the open decision one is lawful; where check is judged by turns, also after the rest of the turn.
    fn is_lawful(&mut self, s: &State<N>, seat: u8, (late, judged): (bool, bool)) -> bool {
        if self.sink.n == 0 || !judged {
            return self.sink.n > 0;
        }
        let sink = std::mem::take(&mut self.sink);
        let moves: usize =
            sink.moves.iter().map(|g| g.to().count()).sum::<usize>() + sink.flat.len();
        let free = !self.cx(s, &Env::EMPTY).seat_in_check(seat as usize, None);
        (0..sink.n).any(|i| {
            !late && i < moves
                || self.leads(s, &sink, i, seat, Goal::Safe) == Ok(true)
                || free && self.leads(s, &sink, i, seat, Goal::Out) == Ok(true)
        })
    }
    /// Some action in a turn of its owner that began now would move a piece.
    pub fn moved_by_action(&mut self, cx: &Cx<N>, p: usize) -> bool {
        let seat = cx.controller(p);
        if self.plan.moving.is_empty() || cx.actions >= 2 || seat == NONE {
            return false;
        }
        let mut s = cx.st.world();
        s.clock.on_turn = seat;
        s.clock.phase = Phase::Act;
        s.clock.turn += 1;
        s.seats[seat as usize].turns += 1;
        s.planes[plane::MOVED] = super::bits::Bits::EMPTY;
        self.actions = cx.actions + 1;
        let outer = std::mem::replace(&mut self.sought, p as u8);
        let open = self.plan.moving.iter().any(|i| {
            let a = &self.plan.actions[*i as usize];
            let mut found = vec![];
            let env = Env::EMPTY;
            self.cx(&s, &env).holders(a.holder, a.rule, |you, it| {
                found.extend(self.action_env(&self.cx(&s, &env), a, seat, you, it));
            });
            found
                .iter()
                .any(|env| self.can_run(&s, a.code, env, seat, true, a.would.as_ref()) == Ok(true))
        });
        self.sought = outer;
        open
    }
    /// The procedure of the turn of a seat, and where in it an ordinary decision is asked for, if it is.
    fn turn_of(&self, st: &State<N>, seat: u8) -> Option<(u16, Option<u16>, Env<N>)> {
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let mut found: Option<(u16, Option<u16>, Env<N>)> = None;
        for p in &self.plan.turns {
            let pc = self.plan.code[p.code as usize]
                .iter()
                .position(|c| matches!(c, Code::Act(..)));
            cx.holders(p.holder, p.rule, |you, it| {
                let better = match &found {
                    None => true,
                    Some((_, before, _)) => before.is_none() && pc.is_some(),
                };
                if better && (you == NONE || you == seat) {
                    found = Some((
                        p.code,
                        pc.map(|pc| pc as u16),
                        Env {
                            actor: seat,
                            procedure: true,
                            ..Env::of(you, it, p.rule)
                        },
                    ));
                }
            });
        }
        found
    }
    /// How many moves these pieces of a seat have, lawful ones alone if asked; counted no further than is wanted (some or all).
    pub fn count_moves(
        &mut self,
        cx: &Cx<N>,
        pieces: super::bits::Bits<N>,
        seat: u8,
        legal: bool,
        ask: Ask<N>,
        wanted: usize,
    ) -> usize {
        if seat == NONE {
            return 0;
        }
        self.sink.open(seat, Kind::Move, NONE16);
        let env = Env {
            you: seat,
            ..Env::EMPTY
        };
        let cx = Cx {
            actions: cx.actions,
            depth: cx.depth,
            ..self.cx(cx.st, &env)
        };
        self.moves(&cx, seat, pieces, legal, ask, wanted, |_| {
            (super::bits::Bits::FULL, None)
        });
        self.sink.n
    }
    /// This answer can bring the turn to such an end. Mostly it is enough to accept nothing that is offered; else ways that accept
    /// few offers are tried before ways that accept many, and a state that came to nothing is not looked at again.
    fn leads(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        seat: u8,
        goal: Goal,
    ) -> Result<bool, Stop> {
        let outer = self.rest_from(seat, seat);
        self.look_anew(outer);
        let mut way = Way {
            seat,
            goal,
            accepts: 0,
        };
        let mut tried = Tried::default();
        let mut good = self.rest_after(st, sink, i, way, &mut tried);
        if matches!(good, Ok(false)) && self.was_offered() {
            self.rest_from(seat, NONE);
            tried = Tried::default();
            while way.accepts < u8::MAX {
                way.accepts += 1;
                tried.cut = false;
                good = self.rest_after(st, sink, i, way, &mut tried);
                if !matches!(good, Ok(false)) || !tried.cut || self.is_bounded() {
                    break;
                }
            }
        }
        self.back_to(outer);
        good
    }
    fn rest_after(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        way: Way,
        tried: &mut Tried,
    ) -> Result<bool, Stop> {
        let mut s = self.copy(st);
        let good = match self.answer_with(&mut s, sink, i) {
            Ok(()) => self.rest(&mut s, way, tried),
            Err(Stop::Over) => Ok(self.is_good(&s, way.seat, way.goal)),
            Err(Stop::Cannot | Stop::Unknown) => Ok(false),
            Err(other) => Err(other),
        };
        self.put_away(s);
        good
    }
    fn is_good(&self, s: &State<N>, seat: u8, goal: Goal) -> bool {
        let out = !s.playing(seat as usize);
        match goal {
            Goal::Out => out,
            Goal::Duties(most, since) => {
                let since = since.min(s.events.len());
                self.fulfilled(&s.events[since..]) >= most
            }
            Goal::Safe if s.clock.over => {
                s.seats[seat as usize].result != crate::play::Outcome::Loss
            }
            Goal::Safe => !out && !self.cx(s, &Env::EMPTY).seat_in_check(seat as usize, None),
        }
    }
    /// The rest of the turn comes to a good end, whatever others choose and in one of its player's ways.
    fn rest(&mut self, s: &mut State<N>, way: Way, tried: &mut Tried) -> Result<bool, Stop> {
        let Way {
            seat,
            goal,
            accepts,
        } = way;
        if !self.look() {
            return Ok(false);
        }
        match self.run(s) {
            Stop::Over | Stop::Done => Ok(self.is_good(s, seat, goal)),
            Stop::Cannot | Stop::Unknown => Ok(false),
            Stop::Ask => {
                let sink = std::mem::take(&mut self.sink);
                if sink.who == CHANCE {
                    return Ok(self.is_good(s, seat, goal));
                }
                let own = sink.who == seat;
                let offer = sink.kind == Kind::May;
                if own && offer && self.plan.goes_on {
                    let cx = self.cx(s, &Env::EMPTY);
                    let at_once = self.plan.checks(&cx, seat).is_some_and(|c| c.0);
                    if at_once && !self.is_good(s, seat, Goal::Safe) {
                        return Ok(false);
                    }
                }
                let known = own && self.declining() != seat;
                let key = if known { s.digest(true) } else { 0 };
                if let Some((left, cut)) = tried.failed.get(&key).filter(|_| known)
                    && *left >= accepts
                {
                    tried.cut |= *cut;
                    return Ok(false);
                }
                let outer = std::mem::replace(&mut tried.cut, false);
                let all = if !own && offer { 1 } else { sink.n };
                let mut good = !own;
                for i in 0..all {
                    let accepted = own && offer && sink.items[i] != 0;
                    if accepted && accepts == 0 {
                        tried.cut = true;
                        continue;
                    }
                    let next = Way {
                        accepts: accepts - u8::from(accepted),
                        ..way
                    };
                    good = self.rest_after(s, &sink, i, next, tried)?;
                    if good == own {
                        break;
                    }
                }
                if known && !good {
                    tried.failed.insert(key, (accepts, tried.cut));
                }
                tried.cut |= outer;
                Ok(good)
            }
            other => Err(other),
        }
    }
}

/// What the rest of a turn is tried for.
#[derive(Clone, Copy)]
struct Way {
    /// Whose turn it is.
    seat: u8,
    /// What it must come to.
    goal: Goal,
    /// So many offers may still be accepted.
    accepts: u8,
}

/// What trying the rest of a turn has shown.
#[derive(Default)]
struct Tried {
    /// States from which nothing good came, with how many offers to accept, and whether more were to be had.
    failed: HashMap<u64, (u8, bool)>,
    /// Some offer was not accepted because enough were.
    cut: bool,
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
