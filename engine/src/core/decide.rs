//! Bodies step by step, the decisions in them, and what becomes of the answers.
use super::bits::Bits;
use super::eval::Cx;
use super::movement::{Ask, Move};
use super::order;
use super::plan::*;
use super::run::{CHANCE, Group, OpenAction, Runner, Sink, Stop};
use super::state::*;
use super::why::Reason;
use crate::ids::{RuleId, SquareId};
use crate::play::{Choice, Kind};
use crate::rules::{Rel, Ty};

impl<const N: usize> Runner<'_, N> {
    /// The body on top takes its next step.
    pub(super) fn body(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let plan = self.plan;
        let at = st.frames.len() - 1;
        let Some(Frame::Body(b)) = st.frames.last().copied() else {
            return Ok(());
        };
        if b.env.procedure && st.clock.end_turn {
            st.frames.pop();
            return Ok(());
        }
        match &plan.code[b.code as usize][b.pc as usize] {
            Code::End => self.end_of_body(st, b),
            Code::Jump(to) => goto(st, at, *to),
            Code::Unless(c, to) => {
                let yes = self.cx(st, &b.env).truth(c);
                goto(st, at, if yes { b.pc + 1 } else { *to });
            }
            Code::Do(super::deed::Deed::Pass, _)
                if !self.trying() && usize::from(st.clock.passed) >= plan.rules.turns.len() =>
            {
                // all have passed one after the other: whose turn it is has to say so
                let seat = if b.env.actor != NONE {
                    b.env.actor
                } else {
                    st.clock.on_turn
                };
                self.sink.open(seat, Kind::Pass, NONE16);
                self.sink.n = 1;
                return Err(Stop::Ask);
            }
            Code::Do(super::deed::Deed::Stop, _) => self.leave_loop(st),
            Code::Do(d, who) => {
                let mut env = b.env;
                if let Some(who) = who {
                    let cx = self.cx(st, &b.env);
                    if let Some(seat) = cx.first(Ty::Seat, cx.mask(who)) {
                        env.actor = seat as u8;
                    }
                }
                let done = self.deed(st, d, &env)?;
                if !done && b.strict {
                    return Err(Stop::Cannot);
                }
                self.step_on(st, at, b.pc + 1);
            }
            Code::Let(name, m) => {
                let v = self.cx(st, &b.env).mask(m);
                if let Some(b) = st.body_mut(at) {
                    b.env.names[*name as usize] = v;
                }
                self.step_on(st, at, b.pc + 1);
            }
            Code::LetNumber(name, n) => {
                let v = self.cx(st, &b.env).int(n);
                if let Some(b) = st.body_mut(at) {
                    b.env.names[*name as usize] = number(v);
                }
                self.step_on(st, at, b.pc + 1);
            }
            Code::Choose {
                who,
                name,
                from,
                ty,
                order,
                amount,
                secret,
                form,
                at_random,
                none,
            } => {
                let cx = self.cx(st, &b.env);
                let who = if *at_random {
                    CHANCE
                } else {
                    self.decider(&cx, who)
                };
                let (least, most) = cx.how_many(amount);
                let mut open = if who == NONE {
                    Bits::EMPTY
                } else {
                    cx.mask(from)
                };
                if (least, most) != (1, 1) || *form != Together::Any {
                    let p = Picking {
                        things: open,
                        picked: Bits::EMPTY,
                        least,
                        most,
                        who,
                        tried: 0,
                        first: 0,
                        own: 0,
                    };
                    st.frames.push(Frame::Pick(p));
                    return Ok(());
                }
                if b.option && !self.trying() && open.any() {
                    self.things(&cx, open, *ty, order.as_ref());
                    self.sink.who = who;
                    self.sink.kind = Kind::Choose;
                    let sink = std::mem::take(&mut self.sink);
                    for (i, x) in sink.items.iter().enumerate() {
                        let asked = self.is_asked_about(st, &sink, i);
                        if !self.hear(asked, |r| r.completable(st, b.root as usize, &sink, i))? {
                            open.drop(*x as usize);
                        }
                    }
                    self.sink = sink;
                }
                match open.count() {
                    0 if b.strict => return Err(Stop::Cannot),
                    0 => goto(st, at, *none),
                    1 if !*secret => {
                        self.acted(st, who);
                        self.chosen(st, at, *name, open);
                    }
                    _ => {
                        let cx = self.cx(st, &b.env);
                        self.things(&cx, open, *ty, order.as_ref());
                        self.sink.who = who;
                        self.sink.kind = if who == CHANCE {
                            Kind::Roll
                        } else {
                            Kind::Choose
                        };
                        self.sink.rule = b.env.rule;
                        self.sink.secret = *secret;
                        return Err(Stop::Ask);
                    }
                }
            }
            Code::ChooseMove(c) => return self.choose_move(st, &b, c),
            Code::Act(..) => {
                st.frames.push(Frame::Move(Moving::default()));
                st.frames.push(Frame::Settle(NONE));
            }
            Code::Move { .. } => {
                st.frames.push(Frame::Move(Moving::default()));
                if b.env.procedure || st.clock.bodies > 0 {
                    st.frames.push(Frame::Settle(NONE));
                }
            }
            Code::May {
                who,
                they,
                code,
                limit,
                label,
                secret,
                first,
                none,
            } => {
                let cx = self.cx(st, &b.env);
                let left = (cx.mask(who) & cx.playing()).0[0] as u16;
                goto(st, at, b.pc + 1);
                self.settle_after(st, &b);
                let offer = Offer {
                    code: *code,
                    env: b.env,
                    left,
                    seat: NONE,
                    limit: *limit,
                    they: *they,
                    label: *label,
                    outright: false,
                    secret: *secret,
                    barred: false,
                    first: *first,
                    none: *none,
                };
                st.frames.push(Frame::Offer(offer));
            }
            Code::Either(..) => st.frames.push(Frame::Either),
            Code::Each(_, _, of, Sequence::Chosen, _) => {
                let left = self.cx(st, &b.env).mask(of);
                st.frames.push(Frame::Order(left));
            }
            Code::Each(name, ty, of, order, code) => {
                let cx = self.cx(st, &b.env);
                let times = match order {
                    Sequence::Row(kinds) => {
                        let kinds = cx.kinds_of_row(kinds);
                        if kinds.len() > ROW {
                            return Err(Stop::Exhausted);
                        }
                        let mut row = [NONE; ROW];
                        row.iter_mut().zip(&kinds).for_each(|(to, k)| *to = *k);
                        Loop::Row(*name, row, 0)
                    }
                    Sequence::Board
                    | Sequence::Chosen
                    | Sequence::Worth
                    | Sequence::Named(_)
                    | Sequence::Happened(..) => Loop::Each(*name, *ty, cx.mask(of)),
                };
                goto(st, at, b.pc + 1);
                self.settle_after(st, &b);
                let mut child = Body {
                    code: *code,
                    pc: NONE16 - 1,
                    times,
                    judged: false,
                    ..b
                };
                child.env.procedure = b.env.procedure;
                st.frames.push(Frame::Body(child));
                self.next_member(st, child);
            }
            Code::AllAtOnce { who, .. } => {
                let left = self.cx(st, &b.env).mask(who).0[0] as u16;
                goto(st, at, b.pc + 1);
                self.settle_after(st, &b);
                st.frames.push(Frame::Together(left, st.frames.len() as u8));
            }
            Code::Call(code, takes, object) => {
                let cx = self.cx(st, &b.env);
                let mut env = Env {
                    names: [Bits::EMPTY; NAMES],
                    ..b.env
                };
                if let (true, Some(m)) = (*takes != NONE, object) {
                    env.names[*takes as usize] = cx.mask(m);
                }
                goto(st, at, b.pc + 1);
                self.settle_after(st, &b);
                st.frames.push(Frame::Body(Body {
                    code: *code,
                    pc: 0,
                    env,
                    judged: false,
                    times: Loop::No,
                    ..b
                }));
            }
            Code::Roll(name, ty, faces, until, _) => {
                let cx = self.cx(st, &b.env);
                let mut env = b.env;
                let mut weighted: Vec<(i32, u16)> = vec![];
                for f in faces {
                    let n = match f {
                        Face::Number(n) => cx.int(n),
                        Face::Thing(m) => match cx.first(*ty, cx.mask(m)) {
                            Some(x) => x as i32,
                            None => continue,
                        },
                    };
                    env.names[*name as usize] = face(*ty, n);
                    if until.as_ref().is_some_and(|c| !cx.with(&env).truth(c)) {
                        continue;
                    }
                    match weighted.iter_mut().find(|w| w.0 == n) {
                        Some(w) => w.1 += 1,
                        None => weighted.push((n, 1)),
                    }
                }
                self.sink.open(CHANCE, Kind::Roll, b.env.rule);
                self.sink.ty = *ty;
                self.sink.n = weighted.len();
                self.sink.items = weighted.iter().map(|w| w.0 as u16).collect();
                self.sink.weights = weighted.iter().map(|w| w.1).collect();
                match self.sink.n {
                    0 if b.strict => return Err(Stop::Cannot),
                    0 => self.step_on(st, at, b.pc + 1),
                    1 => self.answer(st, 0)?,
                    _ => return Err(Stop::Ask),
                }
            }
            Code::ChooseNumber {
                who,
                at_random,
                secret,
                name,
                among: numbers,
                none,
            } => {
                let cx = self.cx(st, &b.env);
                let who = match at_random {
                    true => CHANCE,
                    false => self.decider(&cx, who),
                };
                let mut all: Vec<i32> = vec![];
                for n in numbers {
                    match n {
                        Numbers::One(n) => all.push(cx.int(n)),
                        Numbers::Range(a, b) => {
                            all.extend(cx.int(a)..=cx.int(b).min(cx.int(a) + 4000))
                        }
                    }
                }
                all.dedup();
                let kind = match at_random {
                    true => Kind::Roll,
                    false => Kind::Choose,
                };
                self.sink.open(who, kind, b.env.rule);
                self.sink.secret = *secret;
                self.sink.ty = Ty::Number;
                self.sink.items = all.iter().map(|n| *n as u16).collect();
                self.sink.n = all.len();
                if b.option && !self.trying() && self.sink.n > 0 {
                    self.sift(st, b.root as usize)?;
                }
                match self.sink.n {
                    0 if b.strict => return Err(Stop::Cannot),
                    0 => goto(st, at, *none),
                    1 if !*secret => {
                        let n = i32::from(self.sink.items[0] as i16);
                        self.acted(st, who);
                        self.chosen(st, at, *name, number(n));
                    }
                    _ => return Err(Stop::Ask),
                }
            }
            Code::Draw(d) => {
                let (n, from) = {
                    let cx = self.cx(st, &b.env);
                    (cx.int(&d.count).max(0) as u16, cx.slot(&d.from))
                };
                let there = from.map_or(0, |s| st.held_in(s).count());
                if from.is_none() {
                    self.step_on(st, at, b.pc + 1);
                } else if there < n as usize {
                    if b.strict {
                        return Err(Stop::Cannot);
                    }
                    self.step_on(st, at, b.pc + 1);
                } else {
                    st.frames.push(Frame::Draw(n, Bits::EMPTY));
                }
            }
            Code::Within {
                seconds,
                after_first,
                end: to,
            } => {
                if self.cx(st, &b.env).int(seconds) > 0 && !self.trying() {
                    self.start_clock(st, at, *to, *after_first);
                }
                self.step_on(st, at, b.pc + 1);
            }
            Code::InTime => self.stop_clock(st, at, b.pc),
            Code::Deal(_) => st.frames.push(Frame::Deal(Dealing {
                n: 0,
                picks: [0; 32],
            })),
            Code::Repeat(most, until, code) => {
                let cx = self.cx(st, &b.env);
                let bound = i32::from(plan.rules.bounds.repeats);
                let most = most.as_ref().map_or(bound, |n| cx.int(n)).clamp(0, bound);
                let stop = until.as_ref().is_some_and(|c| cx.truth(c));
                goto(st, at, b.pc + 1);
                if most > 0 && !stop {
                    self.settle_after(st, &b);
                    let times = Loop::Repeat(most as u16 - 1, st.clock.changes + st.clock.asked);
                    st.frames.push(Frame::Body(Body {
                        code: *code,
                        declined: false,
                        pc: 0,
                        times,
                        judged: false,
                        ..b
                    }));
                }
            }
        }
        Ok(())
    }
    fn settle_after(&self, st: &mut State<N>, b: &Body<N>) {
        if b.env.procedure {
            st.frames.push(Frame::Settle(NONE));
        }
    }
    /// The body at a place goes on there; a step of a procedure is settled.
    pub(super) fn step_on(&self, st: &mut State<N>, at: usize, pc: u16) {
        goto(st, at, pc);
        if let Some(Frame::Body(b)) = st.frames.get(at)
            && b.env.procedure
        {
            self.soon(st);
        }
    }
    fn next_member(&self, st: &mut State<N>, mut b: Body<N>) {
        st.frames.pop();
        let parent = st.frames.iter().rev().find_map(|f| match f {
            Frame::Body(parent) => Some(parent),
            _ => None,
        });
        let env = parent.map(|p| p.env);
        let (name, ty, x) = match b.times {
            Loop::Each(name, ty, mut left) => {
                let Some(x) = self.next_of(st, env.as_ref(), ty, left) else {
                    return;
                };
                left.drop(x);
                b.times = Loop::Each(name, ty, left);
                (name, ty, x)
            }
            Loop::Row(name, row, at) => {
                let Some(kind) = row.get(at as usize).filter(|k| **k != NONE) else {
                    return;
                };
                b.times = Loop::Row(name, row, at + 1);
                (name, Ty::Kind, *kind as usize)
            }
            Loop::No | Loop::Repeat(..) | Loop::Asked => return,
        };
        b.env = env.unwrap_or(b.env);
        b.env.names[name as usize] = Bits::one(x);
        if ty == Ty::Seat {
            b.env.actor = x as u8;
        }
        b.pc = 0;
        st.frames.push(Frame::Body(b));
    }
    /// The member of the loop below that comes next.
    fn next_of(&self, st: &State<N>, env: Option<&Env<N>>, ty: Ty, left: Bits<N>) -> Option<usize> {
        let empty = Env::EMPTY;
        let env = env.unwrap_or(&empty);
        let cx = self.cx(st, env);
        match self.loop_below(st) {
            Some(Code::Each(_, _, _, Sequence::Worth, _)) => {
                let worth = |x: &usize| match ty {
                    Ty::Kind => self.plan.worth(*x),
                    Ty::Piece | Ty::Card => self.plan.worth(cx.kind(*x)),
                    _ => 0,
                };
                cx.in_order(ty, left).into_iter().min_by_key(worth)
            }
            Some(Code::Each(_, _, _, Sequence::Happened(name, past), _)) => {
                let mut inner = *env;
                let when = |x: &usize| {
                    inner.names[*name as usize] = Bits::one(*x);
                    cx.with(&inner).first_time(past).unwrap_or(usize::MAX)
                };
                cx.in_order(ty, left).into_iter().min_by_key(when)
            }
            Some(Code::Each(_, _, _, Sequence::Named(all), _)) => {
                let first = all.iter().map(|m| cx.mask(m) & left).find(|m| m.any());
                cx.first(ty, first.unwrap_or(left))
            }
            Some(_) | None => cx.first(ty, left),
        }
    }
    /// The loop whose members are being taken: the step before the place where the body below goes on.
    fn loop_below(&self, st: &State<N>) -> Option<&Code<N>> {
        st.frames.iter().rev().find_map(|f| match f {
            Frame::Body(p) => self.plan.code[p.code as usize].get((p.pc as usize).checked_sub(1)?),
            _ => None,
        })
    }
    fn end_of_body(&mut self, st: &mut State<N>, b: Body<N>) {
        match b.times {
            Loop::Each(..) | Loop::Row(..) => self.next_member(st, b),
            Loop::Asked => self.has_answered(st, &b),
            Loop::Repeat(left, before) => {
                let now = st.clock.changes + st.clock.asked;
                let until = match self.repeat_of(st) {
                    Some(Code::Repeat(_, Some(c), _)) => self.cx(st, &b.env).truth(c),
                    _ => false,
                };
                st.frames.pop();
                if let Some(Frame::Body(parent)) = st
                    .frames
                    .iter_mut()
                    .rev()
                    .find(|f| matches!(f, Frame::Body(_)))
                {
                    parent.env.names = b.env.names;
                }
                if left > 0 && now != before && !until && !b.declined && !st.clock.end_turn {
                    st.frames.push(Frame::Body(Body {
                        pc: 0,
                        times: Loop::Repeat(left - 1, now),
                        ..b
                    }));
                }
            }
            Loop::No => {
                st.frames.pop();
                if b.judged && (!self.trying() || self.settling_trial() && b.lenient) {
                    match b.undone {
                        true => self.undo_if_spoiled(st),
                        false => st.judged = None,
                    }
                    st.begun = None;
                }
            }
        }
    }
    /// The innermost loop is left.
    fn leave_loop(&self, st: &mut State<N>) {
        let is_loop = |f: &Frame<N>| {
            matches!(f, Frame::Order(_)) || matches!(f, Frame::Body(b) if b.times != Loop::No)
        };
        let Some(i) = st.frames.iter().rposition(is_loop) else {
            if let Some(Frame::Body(b)) = st.frames.last() {
                let (at, pc) = (st.frames.len() - 1, b.pc + 1);
                self.step_on(st, at, pc);
            }
            return;
        };
        let left = st.frames[i];
        st.frames.truncate(i);
        match left {
            Frame::Body(b) if matches!(b.times, Loop::Repeat(..)) => {
                let parent = st
                    .frames
                    .iter_mut()
                    .rev()
                    .find(|f| matches!(f, Frame::Body(_)));
                if let Some(Frame::Body(parent)) = parent {
                    parent.env.names = b.env.names;
                }
            }
            Frame::Order(_) => {
                if let Some(Frame::Body(b)) = st.frames.last() {
                    let (at, pc) = (st.frames.len() - 1, b.pc + 1);
                    self.step_on(st, at, pc);
                }
            }
            _ => {}
        }
    }
    /// The `repeat` whose body is on top.
    fn repeat_of(&self, st: &State<N>) -> Option<&Code<N>> {
        let n = st.frames.len() - 1;
        st.frames[..n].iter().rev().find_map(|f| match f {
            Frame::Body(p) => self.plan.code[p.code as usize].get(p.pc as usize - 1),
            _ => None,
        })
    }
    pub(super) fn decider(&self, cx: &Cx<N>, who: &Option<Mask<N>>) -> u8 {
        match who {
            Some(m) => cx
                .first(Ty::Seat, cx.mask(m))
                .filter(|s| *s < self.plan.seats)
                .map_or(NONE, |s| s as u8),
            None if cx.env.actor != NONE => cx.env.actor,
            None if cx.env.you != NONE => cx.env.you,
            None => cx.st.clock.on_turn,
        }
    }
    /// Somebody acts: turns passed unasked are counted from here.
    fn acted(&self, st: &mut State<N>, who: u8) {
        if who != CHANCE && !self.trying() {
            st.clock.passed = 0;
        }
        st.clock.asked += 1;
    }
    fn chosen(&self, st: &mut State<N>, at: usize, name: u8, what: Bits<N>) {
        let Some(b) = st.body_mut(at) else { return };
        b.env.names[name as usize] = what;
        let pc = b.pc + 1;
        self.step_on(st, at, pc);
    }
    /// The things as items of the open decision.
    fn things(&mut self, cx: &Cx<N>, open: Bits<N>, ty: Ty, order: Option<&KindOrder<N>>) {
        let all = match order {
            Some(order) => cx.kinds_in_order(order, open),
            None => cx.in_order(ty, open),
        };
        self.sink.open(NONE, Kind::Choose, NONE16);
        self.sink.items = all.into_iter().map(|i| i as u16).collect();
        self.sink.ty = ty;
        self.sink.n = self.sink.items.len();
    }

    // ---- several things

    pub(super) fn pick(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Pick(p)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Choose {
            name,
            ty,
            order,
            secret,
            form,
            none,
            ..
        }) = self.plan.code[b.code as usize].get(b.pc as usize)
        else {
            return Ok(());
        };
        let (n, all) = (p.picked.count() as u16, p.things.count() as u16);
        let forced = n == 0 && p.most > 1 && all <= p.least && p.who != CHANCE && !secret;
        let full = n >= p.most || n >= p.least && n == all && p.most != 1 || forced;
        if full {
            let picked = if forced { p.things } else { p.picked };
            return self.picked(st, at, &b, (*name, *none, *form), p.least, picked);
        }
        let may_stop = n >= p.least;
        let cx = self.cx(st, &b.env);
        let mut open = p.things - p.picked;
        if *form == Together::Chain && p.picked.any() {
            open &= self.joined(st, &p);
        } else if self.trying() && p.tried != 0 {
            // in a trial what comes of it is not looked at in another order too
            let order = cx.in_order(*ty, p.things);
            let last = order.iter().position(|x| *x as u16 + 1 == p.tried);
            open &= order.into_iter().skip(last.map_or(0, |i| i + 1)).collect();
        }
        self.things(&cx, open, *ty, order.as_ref());
        if may_stop {
            self.sink.items.push(NONE16);
            self.sink.n += 1;
        }
        self.sink.who = p.who;
        self.sink.kind = if p.who == CHANCE {
            Kind::Roll
        } else {
            Kind::Choose
        };
        self.sink.rule = b.env.rule;
        self.sink.secret = *secret;
        self.sink.picked = n;
        if b.option && !self.trying() {
            self.sift(st, b.root as usize)?;
        }
        if self.sink.n == 0 {
            if n >= p.least && p.most != 1 {
                return self.picked(st, at, &b, (*name, *none, *form), p.least, p.picked);
            }
            return self.picked(st, at, &b, (*name, *none, *form), u16::MAX, Bits::EMPTY);
        }
        let wanted = p.least.max(1).saturating_sub(n).max(1);
        let auto = p.least == p.most && !secret;
        if auto && self.sink.n <= wanted as usize {
            return self.answer(st, 0);
        }
        Err(Stop::Ask)
    }
    fn picked(
        &self,
        st: &mut State<N>,
        at: usize,
        b: &Body<N>,
        (name, none, form): (u8, u16, Together),
        least: u16,
        what: Bits<N>,
    ) -> Result<(), Stop> {
        st.frames.pop();
        let formed = match form {
            Together::Any => true,
            Together::Chain => self.hangs_together(st, what),
            Together::Block => self.is_block(st, what),
        };
        if (what.count() as u16) < least || !formed {
            if b.strict {
                return Err(Stop::Cannot);
            }
            goto(st, at - 1, none);
            return Ok(());
        }
        self.chosen(st, at - 1, name, what);
        Ok(())
    }

    /// Of a chain being picked: what can be picked next. In a trial every chain comes up once: from its first thing on always by the
    /// first of those that touch what there is.
    fn joined(&self, st: &State<N>, p: &Picking<N>) -> Bits<N> {
        let squares = |of: Bits<N>| -> Bits<N> { of.iter().filter_map(|x| st.square(x)).collect() };
        let near = |of: Bits<N>| {
            let beside =
                |m: Bits<N>, s: usize| m | self.plan.boards.near(super::board::Around::Beside, s);
            squares(of).iter().fold(Bits::EMPTY, beside)
        };
        let at = |area: Bits<N>| -> Bits<N> { area.iter().filter_map(|s| st.at(s)).collect() };
        let touching = at(near(p.picked)) & p.things;
        if !self.trying() || p.tried == 0 {
            return touching;
        }
        let place = |x: usize| (st.place[x], x);
        let last = p.tried as usize - 1;
        let before = p.picked - Bits::one(last);
        let joined = at(near(before));
        let own = p.own == p.picked.count() as u16;
        let first = p.first as usize;
        touching
            .iter()
            .filter(|x| !own || place(*x) > place(first))
            .filter(|x| !joined.has(*x) || place(*x) > place(last))
            .collect()
    }
    /// The squares of pieces hang together by edges.
    fn hangs_together(&self, st: &State<N>, what: Bits<N>) -> bool {
        let mut left: Bits<N> = what.iter().filter_map(|p| st.square(p)).collect();
        let Some(first) = left.first() else {
            return false;
        };
        left.drop(first);
        let mut edge = vec![first];
        while let Some(s) = edge.pop() {
            for t in (self.plan.boards.near(super::board::Around::Beside, s) & left).iter() {
                left.drop(t);
                edge.push(t);
            }
        }
        left.is_empty()
    }
    /// Four squares two by two.
    fn is_block(&self, st: &State<N>, what: Bits<N>) -> bool {
        let at: Vec<(i16, i16)> = what
            .iter()
            .filter_map(|p| st.square(p))
            .map(|s| self.plan.boards.place(s))
            .collect();
        let (Some(f), Some(r)) = (at.iter().map(|a| a.0).min(), at.iter().map(|a| a.1).min())
        else {
            return false;
        };
        let two_by_two = [(0, 0), (1, 0), (0, 1), (1, 1)];
        at.len() == 4
            && two_by_two
                .iter()
                .all(|(df, dr)| at.contains(&(f + df, r + dr)))
    }
    /// The player of a loop picks the next of its members.
    pub(super) fn order(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Order(left)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Each(_, ty, ..)) = self.plan.code[b.code as usize].get(b.pc as usize) else {
            return Ok(());
        };
        match left.count() {
            0 => {
                st.frames.pop();
                self.step_on(st, at - 1, b.pc + 1);
                Ok(())
            }
            1 => self.run_member(st, at, left.first().unwrap_or(0)),
            _ => {
                let cx = self.cx(st, &b.env);
                let seat = self.decider(&cx, &None);
                self.things(&cx, left, *ty, None);
                self.sink.who = seat;
                self.sink.kind = Kind::Order;
                self.sink.rule = b.env.rule;
                Err(Stop::Ask)
            }
        }
    }
    /// Runs the body of a loop for the member that was picked.
    fn run_member(&self, st: &mut State<N>, at: usize, x: usize) -> Result<(), Stop> {
        let (Some(Frame::Order(mut left)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let Some(Code::Each(name, ty, _, _, code)) =
            self.plan.code[b.code as usize].get(b.pc as usize)
        else {
            return Ok(());
        };
        left.drop(x);
        st.frames[at] = Frame::Order(left);
        let mut env = b.env;
        env.names[*name as usize] = Bits::one(x);
        if *ty == Ty::Seat {
            env.actor = x as u8;
        }
        st.frames.push(Frame::Body(Body {
            code: *code,
            pc: 0,
            env,
            judged: false,
            times: Loop::No,
            ..b
        }));
        Ok(())
    }

    // ---- moves

    pub(super) fn move_decision(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let (Some(Frame::Move(m)), Some(Frame::Body(b))) =
            (st.frames.get(at).copied(), st.frames.get(at - 1).copied())
        else {
            return Ok(());
        };
        let code = &self.plan.code[b.code as usize][b.pc as usize];
        if m.asked {
            st.saved.retain(|s| (s.frame as usize) < at);
            let again = |st: &mut State<N>, barred: u64| {
                st.frames[at] = Frame::Move(Moving {
                    barred,
                    ..Moving::default()
                });
                st.frames.push(Frame::Settle(NONE));
            };
            if m.back && !st.clock.end_turn {
                again(st, 0);
            } else if m.acted != 0 && st.clock.changes == m.changes && !st.clock.end_turn {
                again(st, m.barred | 1 << ((m.acted - 1) & 63));
            } else {
                st.frames.pop();
                self.step_on(st, at - 1, b.pc + 1);
            }
            return Ok(());
        }
        let cx = self.cx(st, &b.env);
        let (who, none) = match code {
            Code::Act(who, none) => (who, *none),
            Code::Move { who, none, .. } => (who, Some(*none)),
            _ => return Ok(()),
        };
        let seat = self.decider(&cx, who);
        match code {
            Code::Move { .. } => {
                self.sink.open(seat, Kind::Move, b.env.rule);
                self.moves_of_step(&cx, code, seat);
            }
            _ => {
                let rule = if b.env.procedure { NONE16 } else { b.env.rule };
                st.clock.action += 1;
                self.sink.open(seat, Kind::Act, rule);
                let env = Env {
                    you: seat,
                    ..Env::EMPTY
                };
                let cx = self.cx(st, &env);
                let own = cx.owned_by(seat as usize);
                let later = self.draws() && !b.option && !self.plan.has_duties;
                self.moves(&cx, seat, own, !later, Ask::Moves, usize::MAX, |_| {
                    (Bits::FULL, None)
                });
                self.sink.untried.check = later && self.enforced(&cx, seat);
                self.actions(st, seat, m.barred)?;
            }
        }
        if b.option && !self.trying() && !(b.lenient && self.sink.kind == Kind::Move) {
            self.sift(st, b.root as usize)?;
        }
        if self.sink.n == 0 {
            if b.strict {
                return Err(Stop::Cannot);
            }
            st.frames.pop();
            match none {
                Some(none) => goto(st, at - 1, none),
                None => self.step_on(st, at - 1, b.pc + 1),
            }
            return Ok(());
        }
        if self.plan.takes_back && !self.trying() {
            st.saved.retain(|s| (s.frame as usize) < at);
            let mut copy = st.clone();
            copy.saved.clear();
            copy.judged = None;
            st.saved.push(Saved {
                frame: at as u8,
                state: Box::new(copy),
            });
        }
        Err(Stop::Ask)
    }
    /// The open move decision has no lawful answer.
    pub(super) fn nothing_open(&self, st: &mut State<N>) {
        let at = st.frames.len() - 1;
        let Some(Frame::Body(b)) = st.frames.get(at - 1).copied() else {
            return;
        };
        let none = match &self.plan.code[b.code as usize][b.pc as usize] {
            Code::Act(_, none) => *none,
            Code::Move { none, .. } => Some(*none),
            _ => None,
        };
        st.saved.retain(|s| (s.frame as usize) < at);
        st.frames.pop();
        match none {
            Some(none) => goto(st, at - 1, none),
            None => self.step_on(st, at - 1, b.pc + 1),
        }
    }
    /// Lawful moves of these pieces: of each where to, and those alone that take something, or nothing, if either is asked for. It
    /// looks no further when it has as many as are wanted.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn moves(
        &mut self,
        cx: &Cx<N>,
        seat: u8,
        of: Bits<N>,
        legal: bool,
        ask: Ask<N>,
        wanted: usize,
        keep: impl Fn(usize) -> (Bits<N>, Option<bool>),
    ) {
        let st = cx.st;
        let l = cx.leave(seat, ask);
        let sieve = if legal { self.sieve(cx, seat) } else { None };
        let mut special = vec![];
        let mut trial = None;
        let squares: Bits<N> = (of & st.plane(plane::BOARD))
            .iter()
            .filter_map(|p| st.square(p))
            .collect();
        for sq in squares.iter() {
            for p in st.here(sq).filter(|p| of.has(*p)) {
                let wanted = wanted.saturating_sub(self.sink.n + special.len());
                if wanted == 0 {
                    break;
                }
                let mut r = cx.reach(p, sq, &l);
                let (keep, takes) = keep(p);
                r.slides &= keep;
                r.leaps &= keep;
                let stand = l.standing.has(p);
                if let Some(sieve) = &sieve
                    && (r.slides.any() || r.leaps.any())
                    && (sieve.all || sieve.lines.has(sq) || sieve.royal.has(p))
                {
                    let to = (r.slides, r.leaps);
                    (r.slides, r.leaps) = self.safe(&mut trial, st, (seat, p), to, stand, wanted);
                }
                self.push(p, sq, r.slides, r.leaps, stand);
                if self.plan.walks
                    && (self.plan.printed[cx.kind(p)].walks || !self.plan.movements.is_empty())
                {
                    for m in cx.walked(p, sq, &l) {
                        let safe = sieve.is_none() || self.safe_after(st, seat, &m);
                        // what it takes may stand elsewhere than where it goes
                        let kept = match takes {
                            Some(takes) => m.victims.any() == takes,
                            None => keep.has(m.to as usize),
                        };
                        let vain = st.vain.contains(&(m.from, m.to));
                        if kept
                            && safe
                            && !vain
                            && self.shoves_wrongly(st, seat, &m, seat).is_none()
                        {
                            special.push(m);
                        }
                    }
                }
            }
        }
        self.pool.extend(trial);
        if !special.is_empty() {
            self.flatten(cx, special);
        }
    }
    /// All moves one by one, in the order of their squares.
    fn flatten(&mut self, cx: &Cx<N>, mut all: Vec<Move<N>>) {
        for g in std::mem::take(&mut self.sink.moves) {
            let one = |t: usize| {
                cx.make(
                    g.piece as usize,
                    g.from as usize,
                    t,
                    !g.slides.has(t),
                    g.stand,
                )
            };
            all.extend(g.to().iter().map(one));
        }
        all.sort_by_key(|m| (m.from, m.to, m.edge, m.leap));
        all.dedup_by(|b, a| {
            (a.from, a.to, a.piece, a.victims, a.pushes)
                == (b.from, b.to, b.piece, b.victims, b.pushes)
        });
        self.sink.n = all.len();
        self.sink.flat = all;
    }
    /// What a move shoves brings about what abilities cannot, as far as these eyes see. That the mover itself leaves its square is an
    /// ordinary move.
    pub(super) fn shoves_wrongly(
        &self,
        st: &State<N>,
        seat: u8,
        m: &Move<N>,
        eyes: u8,
    ) -> Option<u16> {
        if self.plan.spoils.is_empty() || m.pushes[0].is_none() {
            return None;
        }
        let mut before = st.world();
        self.plan.lift(&mut before, m.piece as usize);
        let mut after = st.world();
        self.apply_raw(&mut after, m);
        let spoilt = self.plan.spoils.iter().find(|(rule, c)| {
            let env = Env {
                actor: seat,
                ..Env::of(NONE, NONE, *rule)
            };
            Cx {
                after: Some(&after),
                touched: self.plan.touched(&before, &after),
                eyes,
                ..self.cx(&before, &env)
            }
            .truth(c)
        });
        spoilt.map(|(rule, _)| *rule)
    }
    /// After this move the royal pieces of the mover are safe.
    pub(super) fn safe_after(&mut self, st: &State<N>, seat: u8, m: &Move<N>) -> bool {
        let mut s = self.copy(st);
        self.apply_raw(&mut s, m);
        // whole turns are looked at when the turn is tried that begins with the move
        s.clock.raid = self.plan.whole_turns;
        let env = Env::EMPTY;
        let safe = !self.cx(&s, &env).seat_in_check(seat as usize, None);
        self.put_away(s);
        safe
    }
    /// What a move does to the board, and nothing else.
    fn apply_raw(&self, s: &mut State<N>, m: &Move<N>) {
        let plan = self.plan;
        m.victims.iter().for_each(|v| plan.lift(s, v));
        if !m.stand {
            let p = m.piece as usize;
            plan.lift(s, p);
            if let Some((b, _)) = m.bring {
                plan.lift(s, b as usize);
            }
            for (p, to) in m.pushes.iter().flatten() {
                plan.lift(s, *p as usize);
                if *to != NONE {
                    plan.land(s, *p as usize, *to as usize);
                }
                s.planes[plane::UNMOVED].drop(*p as usize);
            }
            plan.land(s, p, m.to as usize);
            s.planes[plane::UNMOVED].drop(p);
            s.planes[plane::MOVED].add(p);
            if let Some((b, to)) = m.bring {
                plan.land(s, b as usize, to as usize);
                s.planes[plane::UNMOVED].drop(b as usize);
            }
        }
    }
    fn push(&mut self, p: usize, sq: usize, slides: Bits<N>, leaps: Bits<N>, stand: bool) {
        let g = Group {
            piece: p as u8,
            from: sq as u8,
            slides,
            leaps: leaps - slides,
            stand,
        };
        let n = g.to().count();
        if n > 0 {
            self.sink.n += n;
            self.sink.moves.push(g);
        }
    }
    fn moves_of_step(&mut self, cx: &Cx<N>, code: &Code<N>, seat: u8) {
        let Code::Move {
            pieces,
            taking,
            quiet,
            like,
            to,
            heading,
            shift,
            ..
        } = code
        else {
            return;
        };
        let st = cx.st;
        let of = cx.mask(pieces);
        if *shift {
            let squares = to.as_ref().map_or(self.plan.boards.squares, |m| cx.mask(m));
            return self.shifts(cx, seat, of, squares);
        }
        let env = Env {
            you: seat,
            ..Env::EMPTY
        };
        let here = cx.with(&env);
        let mut trial = None;
        if let Some(to) = to {
            let empty = cx.mask(to);
            let frozen = self
                .plan
                .frozen
                .as_ref()
                .map_or(Bits::EMPTY, |m| here.mask(m));
            let squares: Bits<N> = (of & (st.plane(plane::BOARD) - frozen))
                .iter()
                .filter_map(|p| st.square(p))
                .collect();
            for sq in squares.iter() {
                for p in st.here(sq).filter(|p| of.has(*p)) {
                    let free = |t: &usize| {
                        let mut refused = false;
                        cx.raised(&Move::plain(p, sq, *t), seat, |e| {
                            refused = refused
                                || cx.forbidden(
                                    &super::event::Event {
                                        means: Means::Ability,
                                        ..e
                                    },
                                    false,
                                )
                        });
                        !refused
                    };
                    let empty = empty - st.taken_beside(p);
                    let mut targets: Bits<N> = empty.iter().filter(free).collect();
                    if self.enforced(&here, seat) {
                        let to = (targets, Bits::EMPTY);
                        let all = usize::MAX;
                        targets = self.safe(&mut trial, st, (seat, p), to, false, all).0;
                    }
                    // a piece set down on a square follows no pattern: it crosses nothing and jumps over nothing
                    self.sink.n += targets.count();
                    let plain = targets.iter().map(|t| Move::plain(p, sq, t));
                    self.sink.flat.extend(plain);
                }
            }
            self.pool.extend(trial);
            return;
        }
        let self_boards = &self.plan.boards;
        let takes = match (taking, quiet) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        let keep = |p: usize| match takes {
            Some(true) => st.taken_beside(p),
            Some(false) => !st.taken_beside(p),
            None => Bits::FULL,
        };
        match like {
            None => match heading.as_ref().map(|m| cx.mask(m)) {
                None => self.moves(&here, seat, of, true, Ask::Moves, usize::MAX, |p| {
                    (keep(p), takes)
                }),
                Some(ways) => self.moves(&here, seat, of, true, Ask::Moves, usize::MAX, |p| {
                    let from = st.square(p).unwrap_or(0);
                    let in_way = |t: &usize| {
                        let d = self_boards.heading(from, *t);
                        d.and_then(|d| HEADINGS.iter().position(|h| *h == d))
                            .is_some_and(|h| ways.has(h))
                    };
                    let squares = keep(p) & self_boards.squares;
                    (squares.iter().filter(in_way).collect(), None)
                }),
            },
            Some(kinds) => {
                let kinds = cx.mask(kinds);
                let l = here.leave(seat, Ask::Moves);
                let squares: Bits<N> = (of & st.plane(plane::BOARD))
                    .iter()
                    .filter_map(|p| st.square(p))
                    .collect();
                for sq in squares.iter() {
                    for p in st.here(sq).filter(|p| of.has(*p)) {
                        let mut r = here.reach_like(p, sq, &l, kinds);
                        (r.slides, r.leaps) = (r.slides & keep(p), r.leaps & keep(p));
                        if self.enforced(&here, seat) {
                            let to = (r.slides, r.leaps);
                            (r.slides, r.leaps) =
                                self.safe(&mut trial, st, (seat, p), to, false, usize::MAX);
                        }
                        self.push(p, sq, r.slides, r.leaps, false);
                    }
                }
            }
        }
        self.pool.extend(trial);
    }
    /// Ways of moving a group, keeping its arrangement; any member names the shift, a look-ahead needs one of them.
    fn shifts(&mut self, cx: &Cx<N>, seat: u8, of: Bits<N>, squares: Bits<N>) {
        let (st, boards) = (cx.st, &self.plan.boards);
        let group = cx.in_order(Ty::Piece, of & st.plane(plane::BOARD));
        let frozen = self
            .plan
            .frozen
            .as_ref()
            .map_or(Bits::EMPTY, |m| cx.mask(m));
        let Some(first) = group.first().and_then(|p| st.square(*p)) else {
            return;
        };
        if of.meets(frozen) {
            return;
        }
        let own: Bits<N> = group.iter().filter_map(|p| st.square(*p)).collect();
        let (f0, r0) = boards.place(first);
        let mut all: Vec<(usize, usize, usize)> = vec![];
        for to in boards.squares.iter() {
            let (f, r) = boards.place(to);
            let (df, dr) = (f - f0, r - r0);
            if (df, dr) == (0, 0) || boards.board_of(to) != boards.board_of(first) {
                continue;
            }
            let land = |p: &usize| {
                let from = st.square(*p)?;
                let (fs, rs) = boards.place(from);
                let to = boards.square(boards.board_of(from), fs + df, rs + dr)?;
                let free = squares.has(to) && st.at_beside(to, *p).is_none();
                (free || own.has(to)).then_some((*p, from, to))
            };
            let Some(landed) = group.iter().map(land).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let barred = landed.iter().find_map(|(p, from, to)| {
                let m = cx.make(*p, *from, *to, true, false);
                let mut by = None;
                cx.raised(&m, seat, |e| {
                    let by_ability = super::event::Event {
                        means: cx.env.means,
                        ..e
                    };
                    by = by.or_else(|| cx.forbidding(&by_ability, false));
                });
                by
            });
            if let Some(rule) = barred {
                let square = |sq: usize| SquareId::from(sq);
                let mut named = landed.iter();
                if named.any(|(_, f, t)| self.asks_about(|| Choice::Move(square(*f), square(*t)))) {
                    self.refuses(Reason::Rule(rule));
                }
            } else {
                let named = if self.trying() { 1 } else { landed.len() };
                all.extend(landed.into_iter().take(named));
            }
        }
        order::by_key(&mut all, |(_, from, to)| (*from, *to));
        for (p, from, to) in all {
            self.push(p, from, Bits::one(to), Bits::EMPTY, false);
        }
    }
    /// Carries out a shift, named by the move of one of its members.
    fn make_shift(
        &mut self,
        st: &mut State<N>,
        seat: u8,
        env: &Env<N>,
        of: Bits<N>,
        m: &Move<N>,
    ) -> Result<(), Stop> {
        let boards = &self.plan.boards;
        let ((fa, ra), (fb, rb)) = (boards.place(m.from as usize), boards.place(m.to as usize));
        let (df, dr) = (fb - fa, rb - ra);
        let mut members = vec![];
        let cx = self.cx(st, env);
        for p in cx.in_order(Ty::Piece, of & st.plane(plane::BOARD)) {
            let Some(from) = st.square(p) else { continue };
            let (f, r) = boards.place(from);
            let Some(to) = boards.square(boards.board_of(from), f + df, r + dr) else {
                continue;
            };
            let way = cx.make(p, from, to, true, false);
            let mut events = vec![];
            cx.raised(&way, seat, |e| {
                events.push(super::event::Event {
                    means: env.means,
                    rule: env.rule,
                    ..e
                })
            });
            if let Some(last) = events.last().copied() {
                events.push(last.renamed(
                    crate::rules::Verb::Shift,
                    crate::rules::Role::Shifted,
                    super::event::Thing::Piece(p as u8),
                ));
            }
            members.push(super::deed::Member {
                events,
                changes: vec![
                    super::deed::Primitive::Lift(p as u8),
                    super::deed::Primitive::Land(p as u8, to as u8),
                    super::deed::Primitive::Moved(p as u8),
                ],
            });
        }
        self.perform(st, members)
    }
    /// Actions that are open to a seat.
    fn actions(&mut self, st: &State<N>, seat: u8, barred: u64) -> Result<(), Stop> {
        for (i, a) in self.plan.actions.iter().enumerate() {
            if barred >> (i & 63) & 1 == 1 {
                continue;
            }
            let mut found: Vec<Env<N>> = vec![];
            {
                let env = Env::EMPTY;
                let cx = self.cx(st, &env);
                cx.holders(a.holder, a.rule, |you, it| {
                    if let Some(env) = self.action_env(&cx, a, seat, you, it) {
                        found.push(env);
                    }
                });
            }
            let several = found.len() > 1;
            for env in found {
                let square = match (several, env.it) {
                    (true, it) if it != NONE => st.place[it as usize],
                    _ => NONE,
                };
                let asked = self.asks_about(|| action_choice(a.rule, square));
                if self.hear(asked, |r| {
                    r.can_run(st, a.code, &env, seat, true, a.would.as_ref())
                })? {
                    self.sink.actions.push(OpenAction {
                        action: i as u16,
                        you: env.you,
                        it: env.it,
                        square,
                    });
                    self.sink.n += 1;
                }
            }
        }
        Ok(())
    }
    pub(super) fn action_env(
        &self,
        cx: &Cx<N>,
        a: &Action<N>,
        seat: u8,
        you: u8,
        it: u8,
    ) -> Option<Env<N>> {
        if you != NONE && a.yields.iter().any(|p| cx.holds(you as usize, *p)) {
            return None;
        }
        let means = if a.ability {
            Means::Ability
        } else {
            Means::Rule
        };
        let mut env = Env {
            actor: seat,
            means,
            ..Env::of(you, it, a.rule)
        };
        if !cx.with(&env).has(&a.who, seat as usize) {
            return None;
        }
        if a.they != NONE {
            env.names[a.they as usize] = Bits::one(seat as usize);
        }
        let allowed = a.limit == NONE16 || self.allows(cx.st, a.limit, &env);
        (allowed && cx.with(&env).truth(&a.when)).then_some(env)
    }

    // ---- king safety

    pub(super) fn enforced(&self, cx: &Cx<N>, seat: u8) -> bool {
        self.plan.checks(cx, seat).is_some_and(|c| c.0)
    }
    /// Whose moves have to be tried for king safety; none: nobody's.
    fn sieve(&self, cx: &Cx<N>, seat: u8) -> Option<Sieve<N>> {
        if !self.enforced(cx, seat) {
            return None;
        }
        let own = cx.owned_by(seat as usize) & cx.st.plane(plane::BOARD);
        let royal = cx.wanting(own).royal() & own;
        if !self.plan.simple_attacks || !cx.st.imposed.is_empty() || !self.plan.royal_stays {
            return Some(Sieve {
                all: true,
                lines: Bits::EMPTY,
                royal,
            });
        }
        let lines = royal
            .iter()
            .filter_map(|r| cx.st.square(r))
            .fold(Bits::EMPTY, |m, s| m | self.plan.in_line[s]);
        let all = cx.struck(royal, None).any();
        (royal.any()).then_some(Sieve { all, lines, royal })
    }
    /// Of these destinations those that leave the royal pieces of the mover safe, as many as are wanted: each tried on a copy, made
    /// for the first of them and used again for all.
    fn safe(
        &mut self,
        trial: &mut Option<State<N>>,
        st: &State<N>,
        (seat, p): (u8, usize),
        to: (Bits<N>, Bits<N>),
        stand: bool,
        wanted: usize,
    ) -> (Bits<N>, Bits<N>) {
        let plan = self.plan;
        let s = match trial {
            Some(s) => {
                s.planes.clone_from(&st.planes);
                s
            }
            None => {
                let mut s = self.copy(st);
                s.clock.raid = plan.whole_turns;
                trial.insert(s)
            }
        };
        let mut safe = Bits::EMPTY;
        for (n, t) in (to.0 | to.1).iter().enumerate() {
            s.cells.clone_from(&st.cells);
            s.far.clone_from(&st.far);
            s.place.clone_from(&st.place);
            if n > 0 {
                s.planes.clone_from(&st.planes);
            }
            let victim = st.at_beside(t, p);
            if let Some(v) = victim {
                plan.lift(s, v);
            }
            if !(stand && victim.is_some()) {
                plan.lift(s, p);
                plan.land(s, p, t);
            }
            s.planes[plane::UNMOVED].drop(p);
            s.planes[plane::MOVED].add(p);
            if !self.cx(s, &Env::EMPTY).seat_in_check(seat as usize, None) {
                safe.add(t);
                if safe.count() >= wanted {
                    break;
                }
            }
        }
        (to.0 & safe, to.1 & safe)
    }

    // ---- branches and offers

    pub(super) fn either(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let Some(Frame::Body(b)) = st.frames.get(at - 1).copied() else {
            return Ok(());
        };
        let Code::Either(who, ways, none) = &self.plan.code[b.code as usize][b.pc as usize] else {
            return Ok(());
        };
        let seat = self.decider(&self.cx(st, &b.env), who);
        let mut items = vec![];
        for (i, (text, code)) in ways.iter().enumerate() {
            let env = Env {
                actor: seat,
                ..b.env
            };
            let asked = self.asks_about(|| Choice::Text(*text));
            if self.trying()
                || self.hear(asked, |r| r.can_run(st, *code, &env, seat, true, None))?
            {
                items.push(i as u16);
            }
        }
        self.sink.open(seat, Kind::Either, b.env.rule);
        self.sink.n = items.len();
        self.sink.items = items;
        if b.option && !self.trying() {
            self.sift(st, b.root as usize)?;
        }
        match self.sink.n {
            0 if b.strict => Err(Stop::Cannot),
            0 => {
                st.frames.pop();
                goto(st, at - 1, *none);
                Ok(())
            }
            1 => self.answer(st, 0),
            _ => Err(Stop::Ask),
        }
    }
    pub(super) fn offer(&mut self, st: &mut State<N>, o: Offer<N>) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let n = self.plan.seats;
        let from = if st.clock.on_turn == NONE {
            0
        } else {
            st.clock.on_turn as usize
        };
        let mut left = o.left;
        while left != 0 {
            let Some(s) = (0..n).map(|d| (from + d) % n).find(|s| left >> s & 1 == 1) else {
                break;
            };
            left &= !(1 << s);
            let mut env = Env {
                actor: s as u8,
                ..o.env
            };
            if o.they != NONE {
                env.names[o.they as usize] = Bits::one(s);
            }
            if o.limit != NONE16 && !self.allows(st, o.limit, &env) {
                continue;
            }
            if self.declining() == s as u8 {
                self.note_offer();
                continue;
            }
            let would = self
                .plan
                .would
                .get(o.env.rule as usize)
                .and_then(Option::as_ref)
                .filter(|_| o.outright);
            if o.barred || self.trying() || self.can_run(st, o.code, &env, s as u8, true, would)? {
                st.frames[at] = Frame::Offer(Offer {
                    left,
                    seat: s as u8,
                    ..o
                });
                self.sink.open(s as u8, Kind::May, o.env.rule);
                self.sink.items = if o.barred { vec![0] } else { vec![0, 1] };
                self.sink.n = self.sink.items.len();
                self.sink.label = o.label;
                self.sink.secret = o.secret;
                if let Some(root) = option_below(st, at).filter(|_| !self.trying()) {
                    self.sift(st, root)?;
                    if self.sink.n == 0 {
                        continue;
                    }
                }
                return Err(Stop::Ask);
            }
        }
        st.frames.pop();
        if o.none != NONE16
            && let Some(Frame::Body(b)) =
                (st.frames.iter_mut().rev()).find(|f| matches!(f, Frame::Body(_)))
        {
            b.pc = o.none;
        }
        if o.first
            && let Some(Frame::Body(b)) =
                (st.frames.iter_mut().rev()).find(|f| matches!(f, Frame::Body(_)))
        {
            b.declined = true;
        }
        Ok(())
    }

    // ---- answers

    /// Answers the open decision.
    pub fn answer(&mut self, st: &mut State<N>, i: usize) -> Result<(), Stop> {
        let sink = std::mem::take(&mut self.sink);
        let done = self.answer_with(st, &sink, i);
        self.sink = sink;
        if done == Err(Stop::Over) {
            self.close(st);
        }
        done
    }
    pub(super) fn answer_with(
        &mut self,
        st: &mut State<N>,
        sink: &Sink<N>,
        i: usize,
    ) -> Result<(), Stop> {
        if sink.kind == Kind::Time {
            self.clock_says(st, i == 1);
            return Ok(());
        }
        self.acted(st, sink.who);
        self.in_time(st, sink.who);
        let at = st.frames.len() - 1;
        if let Some(Frame::Called(c)) = st.frames.last_mut() {
            c.consents(sink.items[i] != 0);
            return Ok(());
        }
        match sink.kind {
            Kind::Act | Kind::Move => self.answer_move(st, sink, i, at),
            Kind::Either => {
                let Some(Frame::Body(b)) = st.frames.get(at - 1).copied() else {
                    return Ok(());
                };
                let Code::Either(_, ways, _) = &self.plan.code[b.code as usize][b.pc as usize]
                else {
                    return Ok(());
                };
                let code = ways[sink.items[i] as usize].1;
                st.frames.pop();
                goto(st, at - 1, b.pc + 1);
                self.settle_after(st, &b);
                let env = Env {
                    actor: sink.who,
                    ..b.env
                };
                st.frames.push(Frame::Body(Body {
                    code,
                    pc: 0,
                    env,
                    judged: false,
                    times: Loop::No,
                    ..b
                }));
                Ok(())
            }
            Kind::May => {
                let Some(Frame::Offer(o)) = st.frames.last().copied() else {
                    return Ok(());
                };
                if sink.items[i] == 0 {
                    return Ok(());
                }
                let mut env = Env {
                    actor: o.seat,
                    ..o.env
                };
                if o.they != NONE {
                    env.names[o.they as usize] = Bits::one(o.seat as usize);
                }
                self.begin_option(st, at, o.code, env, o.limit, self.plan.grants(o.env.rule));
                Ok(())
            }
            Kind::Order if matches!(st.frames.last(), Some(Frame::Order(_))) => {
                self.run_member(st, at, sink.items[i] as usize)
            }
            Kind::Order => {
                let m = st.endings.remove(sink.items[i] as usize);
                st.frames.push(Frame::Settle(NONE));
                if self.plan.triggers[m.trigger as usize].granting {
                    st.clock.bodies += 1;
                    st.frames.push(Frame::Counted);
                }
                self.fire(st, &m)
            }
            Kind::Choose if sink.ty == Ty::Move => {
                let Some(Frame::Body(b)) = st.frames.last().copied() else {
                    return Ok(());
                };
                if let Code::ChooseMove(c) = &self.plan.code[b.code as usize][b.pc as usize] {
                    self.chosen(st, at, c.name, Self::chosen_move(sink.flat.get(i)));
                }
                Ok(())
            }
            Kind::Choose | Kind::Roll => {
                let x = sink.items[i];
                if let Some(Frame::Draw(..)) = st.frames.get(at) {
                    return self.drawn(st, at, x as usize);
                }
                if let Some(Frame::Pick(p)) = st.frames.get_mut(at) {
                    if x == NONE16 {
                        p.most = p.picked.count() as u16;
                    } else {
                        p.picked.add(x as usize);
                        if p.tried == 0 {
                            (p.first, p.own) = (x, 0);
                        }
                        p.own += 1;
                        p.tried = x + 1;
                    }
                    return Ok(());
                }
                let Some(Frame::Body(b)) = st.frames.last().copied() else {
                    return Ok(());
                };
                match &self.plan.code[b.code as usize][b.pc as usize] {
                    Code::Choose { name, .. } => self.chosen(st, at, *name, Bits::one(x as usize)),
                    Code::ChooseNumber { name, .. } => {
                        self.chosen(st, at, *name, number(i32::from(x as i16)))
                    }
                    Code::Roll(name, ty, _, _, more) => {
                        let shown = face(*ty, i32::from(x as i16));
                        let before = b.env.names[*name as usize];
                        let all = match (more, ty) {
                            (false, _) => shown,
                            (true, Ty::Number) => number(number_in(before) + number_in(shown)),
                            (true, _) => before | shown,
                        };
                        self.chosen(st, at, *name, all)
                    }
                    _ => {}
                }
                Ok(())
            }
            Kind::Pass => {
                let Some(Frame::Body(b)) = st.frames.last().copied() else {
                    return Ok(());
                };
                let e = self
                    .cx(st, &b.env)
                    .event(crate::rules::Verb::Pass, sink.who);
                self.tell_trail(st, &e);
                self.step_on(st, at, b.pc + 1);
                Ok(())
            }
            Kind::Deal => self.dealt(st, at, sink.items[i]),
            Kind::Time => Ok(()),
        }
    }
    fn answer_move(
        &mut self,
        st: &mut State<N>,
        sink: &Sink<N>,
        i: usize,
        at: usize,
    ) -> Result<(), Stop> {
        let Some(Frame::Body(b)) = st.frames.get(at - 1).copied() else {
            return Ok(());
        };
        let code = &self.plan.code[b.code as usize][b.pc as usize];
        let chosen = self.nth_move(st, sink, i);
        let eyes = self.eyes();
        if let Some(m) = &chosen
            && self.shoves_wrongly(st, sink.who, m, eyes).is_some()
        {
            // the move would expose a royal piece hidden from its player: the same decision is asked again without the move
            st.vain.push((m.from, m.to));
            return Ok(());
        }
        st.vain.clear();
        if let Some(m) = chosen {
            let changes = st.clock.changes;
            if let Some(Frame::Move(f)) = st.frames.get_mut(at) {
                *f = Moving {
                    asked: true,
                    changes,
                    barred: f.barred,
                    ..Moving::default()
                };
            }
            let mut means = Means::Move;
            if let Code::Move {
                shift: true,
                pieces,
                ..
            } = code
            {
                let of = self.cx(st, &b.env).mask(pieces);
                if b.env.procedure || st.clock.bodies > 0 {
                    st.frames.push(Frame::Settle(NONE));
                }
                return self.make_shift(st, sink.who, &b.env, of, &m);
            }
            if let Code::Move { called, to, .. } = code {
                if to.is_some() {
                    means = Means::Ability;
                } else {
                    st.clock.action += 1;
                }
                if *called != NONE
                    && let Some(body) = st.body_mut(at - 1)
                {
                    body.env.names[*called as usize] = Bits::one(m.piece as usize);
                }
            }
            if matches!(code, Code::Act(..)) || b.env.procedure || st.clock.bodies > 0 {
                st.frames.push(Frame::Settle(NONE));
            }
            self.make_move(st, sink.who, &m, means, b.env.rule)?;
            if means == Means::Move && st.judged.is_some() {
                // an ordinary move is no part of an ability: it goes on from here
                self.judge_from(st);
            }
            return Ok(());
        }
        let moves = sink.moves.iter().map(|g| g.to().count()).sum::<usize>() + sink.flat.len();
        let open = sink.actions[i - moves];
        let a = &self.plan.actions[open.action as usize];
        let env = {
            let empty = Env::EMPTY;
            let cx = self.cx(st, &empty);
            self.action_env(&cx, a, sink.who, open.you, open.it)
        };
        let Some(env) = env else {
            return Err(Stop::Cannot);
        };
        let changes = st.clock.changes;
        if let Some(Frame::Move(f)) = st.frames.get_mut(at) {
            *f = Moving {
                asked: true,
                changes,
                barred: f.barred,
                acted: open.action + 1,
                ..Moving::default()
            };
        }
        self.note_fired(a.rule);
        st.one_move = a.one_move;
        st.clock.bodies += 1;
        st.frames.push(Frame::Settle(NONE));
        st.frames.push(Frame::Counted);
        st.frames.push(Frame::Settle(NONE));
        let top = st.frames.len() - 1;
        self.begin_option(st, top, a.code, env, a.limit, a.granting);
        Ok(())
    }
    /// The body of an action or offer, in place of the frame at a place: what is offered in it can be completed.
    fn begin_option(
        &mut self,
        st: &mut State<N>,
        at: usize,
        code: u16,
        env: Env<N>,
        limit: u16,
        granting: bool,
    ) {
        st.frames.truncate(at);
        let outer = option_below(st, at);
        let mut body = Body {
            option: true,
            root: outer.map_or(at as u8, |r| r as u8),
            ..Body::of(code, env)
        };
        if self.trying() {
            if let Some(Frame::Body(o)) =
                st.frames.iter().rev().find(|f| matches!(f, Frame::Body(_)))
            {
                body.strict = o.strict;
            }
        } else if outer.is_none() {
            if env.means == Means::Ability {
                self.judge_from(st);
            }
            st.begun = None;
            if self
                .plan
                .would
                .get(env.rule as usize)
                .is_some_and(Option::is_some)
            {
                st.begun = Some(Box::new(st.world()));
            }
            body.judged = st.judged.is_some() || st.begun.is_some();
            body.undone = !granting;
        }
        if limit != NONE16 {
            self.spend(st, limit, &env);
        }
        st.frames.push(Frame::Body(body));
    }
}

/// An action as an option; of several pieces that have it, that of one.
pub(super) fn action_choice(rule: u16, square: u8) -> Choice {
    match square {
        NONE => Choice::Action(RuleId(rule)),
        q => Choice::ActionOf(RuleId(rule), SquareId(u16::from(q))),
    }
}

/// The option that is being carried out below a frame.
fn option_below<const N: usize>(st: &State<N>, at: usize) -> Option<usize> {
    st.frames[..at]
        .iter()
        .rev()
        .find_map(|f| match f {
            Frame::Body(b) => Some(b),
            _ => None,
        })
        .filter(|b| b.option)
        .map(|b| b.root as usize)
}

pub(super) fn goto<const N: usize>(st: &mut State<N>, at: usize, pc: u16) {
    if let Some(b) = st.body_mut(at) {
        b.pc = pc;
    }
}

/// A face of a die as a name holds it.
fn face<const N: usize>(ty: Ty, n: i32) -> Bits<N> {
    match ty {
        Ty::Number => number(n),
        _ => Bits::one(n as usize),
    }
}

/// The number that a name holds; the other way round: [`number`].
pub fn number_in<const N: usize>(name: Bits<N>) -> i32 {
    name.0[0] as i64 as i32
}

/// A number as a name holds it.
pub fn number<const N: usize>(n: i32) -> Bits<N> {
    let mut b = Bits::EMPTY;
    b.0[0] = i64::from(n) as u64;
    b
}

/// Whose moves have to be tried for king safety.
struct Sieve<const N: usize> {
    all: bool,
    lines: Bits<N>,
    royal: Bits<N>,
}

impl<const N: usize> Cx<'_, N> {
    /// The least and the greatest number to be chosen.
    pub fn how_many(&self, amount: &Amount<N>) -> (u16, u16) {
        let Amount::Count(rel, n) = amount else {
            return (1, 1);
        };
        let n = self.int(n).clamp(0, 30_000) as u16;
        match rel {
            Rel::Eq => (n, n),
            Rel::Ge => (n, u16::MAX),
            Rel::Gt => (n + 1, u16::MAX),
            Rel::Le => (0, n),
            Rel::Lt => (0, n.saturating_sub(1)),
        }
    }
    /// The kinds of a row, each as often as it stands there.
    pub fn kinds_of_row(&self, row: &KindOrder<N>) -> Vec<u8> {
        let mut all = vec![];
        self.kind_list(row, &mut |k| all.push(k as u8));
        all
    }
    /// Kinds in the order in which they are offered.
    pub fn kinds_in_order(&self, order: &KindOrder<N>, open: Bits<N>) -> Vec<usize> {
        let mut all: Vec<usize> = vec![];
        let mut add = |k: usize| {
            if open.has(k) && !all.contains(&k) {
                all.push(k);
            }
        };
        self.kind_list(order, &mut add);
        open.iter().for_each(add);
        all
    }
    fn kind_list(&self, order: &KindOrder<N>, add: &mut dyn FnMut(usize)) {
        match order {
            KindOrder::Listed(v) => v.iter().for_each(|k| add(*k as usize)),
            KindOrder::OfPieces(m) => {
                let all = self.in_order(Ty::Piece, self.mask(m));
                all.into_iter().for_each(|p| add(self.kind(p)));
            }
            KindOrder::Chain(v) => v.iter().for_each(|o| self.kind_list(o, add)),
            KindOrder::Parts(v) => {
                let you = self.env.you;
                let holds = |h: &Holder| match h {
                    Holder::Power(p) => you != NONE && self.holds(you as usize, *p),
                    Holder::Game | Holder::EachSeat | Holder::Kind(_) => false,
                };
                let replaced = v.iter().any(|p| p.replaces && holds(&p.holder));
                for p in v {
                    // without a reader the list of a power counts for every seat that holds the power
                    let readers: Vec<u8> = match p.holder {
                        Holder::Power(power) if you == NONE => (0..self.plan.seats)
                            .filter(|s| self.holds(*s, power))
                            .map(|s| s as u8)
                            .collect(),
                        Holder::Power(_) if holds(&p.holder) => vec![you],
                        Holder::Power(_) => vec![],
                        Holder::Game | Holder::EachSeat | Holder::Kind(_) => {
                            match replaced || p.replaces {
                                true => vec![],
                                false => vec![you],
                            }
                        }
                    };
                    for reader in readers {
                        let env = Env {
                            you: reader,
                            ..*self.env
                        };
                        self.with(&env).kind_list(&p.kinds, &mut |k| {
                            let mut env = env;
                            if p.takes != NONE {
                                env.names[p.takes as usize] = Bits::one(k);
                            }
                            if self.with(&env).truth(&p.when) {
                                add(k);
                            }
                        });
                    }
                }
            }
        }
    }
}
