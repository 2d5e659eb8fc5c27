//! Bodies step by step, the decisions in them, and what becomes of the answers.
mod actions;
mod amounts;
mod answers;
mod loops;
mod moves;
mod offers;
mod safety;
mod several;
mod shifts;

pub(super) use actions::action_choice;
pub use amounts::{number, number_in};

use super::bits::Bits;
use super::eval::Cx;
use super::plan::*;
use super::run::{CHANCE, Runner, Stop};
use super::state::*;
use crate::play::Kind;
use crate::rules::Ty;
use amounts::face;

impl<const N: usize> Runner<'_, N> {
    /// The body on top takes its next step.
    pub(super) fn body(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let plan = self.plan;
        let at = st.frames.len() - 1;
        let Some(Frame::Body(body)) = st.frames.last() else {
            return Ok(());
        };
        if body.env.procedure && st.clock.end_turn {
            st.frames.pop();
            return Ok(());
        }
        let step = &plan.code[body.code as usize][body.pc as usize];
        // most bodies end like this, without a copy of them
        if *step == Code::End && body.times == Loop::No && !body.judged {
            st.frames.pop();
            return Ok(());
        }
        let b = *body;
        match step {
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
                if *ty == Ty::Kind {
                    open = self.kinds_left(st, &b, *name, open);
                }
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
                if b.option && !self.trying() && open.any() {
                    self.sift(st, b.root as usize, 2)?;
                }
                match self.sink.items[..] {
                    [] if b.strict => return Err(Stop::Cannot),
                    [] => goto(st, at, *none),
                    [one] if !*secret => {
                        self.acted(st, who);
                        self.chosen(st, at, *name, Bits::one(one as usize));
                    }
                    _ => return Err(Stop::Ask),
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
                    self.sift(st, b.root as usize, 2)?;
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
}

pub(super) fn goto<const N: usize>(st: &mut State<N>, at: usize, pc: u16) {
    if let Some(b) = st.body_mut(at) {
        b.pc = pc;
    }
}
