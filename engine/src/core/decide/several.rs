//! Choices of several things, picked one after the other, and the order in which the members of a loop come. What was picked is never
//! asked about again.
use super::goto;
use crate::core::bits::Bits;
use crate::core::board;
use crate::core::plan::*;
use crate::core::run::{CHANCE, Runner, Stop};
use crate::core::state::*;
use crate::play::Kind;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
    pub(in crate::core) fn pick(&mut self, st: &mut State<N>) -> Result<(), Stop> {
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
        let wanted = p.least.max(1).saturating_sub(n).max(1);
        if b.option && !self.trying() {
            self.sift(st, b.root as usize, wanted as usize + 1)?;
        }
        if self.sink.n == 0 {
            if n >= p.least && p.most != 1 {
                return self.picked(st, at, &b, (*name, *none, *form), p.least, p.picked);
            }
            return self.picked(st, at, &b, (*name, *none, *form), u16::MAX, Bits::EMPTY);
        }
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
            let beside = |m: Bits<N>, s: usize| m | self.plan.boards.near(board::Around::Beside, s);
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
            for t in (self.plan.boards.near(board::Around::Beside, s) & left).iter() {
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
    pub(in crate::core) fn order(&mut self, st: &mut State<N>) -> Result<(), Stop> {
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
    pub(super) fn run_member(&self, st: &mut State<N>, at: usize, x: usize) -> Result<(), Stop> {
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
}
