//! Answers: what becomes of the one that was given. What it sets off is left to the frames.
use super::amounts::{face, number, number_in};
use super::goto;
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::run::{Runner, Sink, Stop};
use crate::core::state::*;
use crate::play::Kind;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
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
    pub(in crate::core) fn answer_with(
        &mut self,
        st: &mut State<N>,
        sink: &Sink<N>,
        i: usize,
    ) -> Result<(), Stop> {
        if sink.kind == Kind::Time {
            self.clock_says(st, i == 1);
            return Ok(());
        }
        if sink.kind == Kind::First {
            self.begins(st, sink.items[i] as u8);
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
                self.tell_of_pass(st, &b.env, sink.who)?;
                self.step_on(st, at, b.pc + 1);
                Ok(())
            }
            Kind::Deal => self.dealt(st, at, sink.items[i]),
            Kind::Time | Kind::First => Ok(()),
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
                // an ordinary move is no part of an ability: all that are in hand go on from here
                self.judge_anew(st);
            }
            return Ok(());
        }
        let Some(open) = sink.action(i) else {
            return Err(Stop::Cannot);
        };
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
}
