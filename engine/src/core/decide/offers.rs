//! Branches and offers: which of them are open, and to whom they are put.
use super::goto;
use crate::core::bits::Bits;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::play::{Choice, Kind};

impl<const N: usize> Runner<'_, N> {
    pub(in crate::core) fn either(&mut self, st: &mut State<N>) -> Result<(), Stop> {
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
            self.sift(st, b.root as usize, 2)?;
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
    pub(in crate::core) fn offer(&mut self, st: &mut State<N>, o: Offer<N>) -> Result<(), Stop> {
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
            // whether it could be accepted need not be found out
            if self.declines_in_rest(s as u8) {
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
                if let Some(root) = st.option_below(at).filter(|_| !self.trying()) {
                    self.sift(st, root, 1)?;
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
}
