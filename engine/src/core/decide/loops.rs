//! Loops of a body: whose turn is next among the members, how a loop is left, and what becomes of a body at its end.
use super::goto;
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::run::Runner;
use crate::core::state::*;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
    /// The body at a place goes on there; a step of a procedure is settled.
    pub(in crate::core) fn step_on(&self, st: &mut State<N>, at: usize, pc: u16) {
        goto(st, at, pc);
        if let Some(Frame::Body(b)) = st.frames.get(at)
            && b.env.procedure
        {
            self.soon(st);
        }
    }
    pub(super) fn next_member(&self, st: &mut State<N>, mut b: Body<N>) {
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
    pub(super) fn end_of_body(&mut self, st: &mut State<N>, b: Body<N>) {
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
                    if b.undone {
                        self.undo_if_spoiled(st);
                    }
                    self.end_judging(st);
                }
            }
        }
    }
    /// The innermost loop is left.
    pub(super) fn leave_loop(&self, st: &mut State<N>) {
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
        for f in st.frames.split_off(i) {
            if matches!(f, Frame::Body(b) if b.judged) {
                self.end_judging(st);
            }
        }
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
}
