//! All at once: several seats decide before anything is done, then what follows is done seat by seat.
use super::bits::Bits;
use super::plan::*;
use super::run::{Runner, Stop};
use super::state::*;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
    /// Seats are asked one after the other. The frames lie so: the body, settling after its step, what follows for those that have
    /// answered (the first of them on top), this frame, what a seat is asked.
    pub(super) fn together(&mut self, st: &mut State<N>, left: u16, base: u8) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let body = st.frames[..base as usize]
            .iter()
            .rev()
            .find_map(|f| match f {
                Frame::Body(b) => Some(*b),
                _ => None,
            });
        let mut seats = Bits::EMPTY;
        seats.0[0] = u64::from(left);
        let cx = self.cx(st, Env::NOBODY);
        let (Some(b), Some(s)) = (body, cx.first(Ty::Seat, seats)) else {
            st.frames.pop();
            return Ok(());
        };
        let step = self.plan.code[b.code as usize].get(b.pc as usize - 1);
        let Some(Code::AllAtOnce { they, ask, .. }) = step else {
            return Ok(());
        };
        st.frames[at] = Frame::Together(left & !(1 << s), base);
        let mut env = Env {
            actor: s as u8,
            ..b.env
        };
        env.names[*they as usize] = Bits::one(s);
        let times = Loop::Asked;
        st.frames.push(Frame::Body(Body {
            code: *ask,
            pc: 0,
            env,
            judged: false,
            times,
            ..b
        }));
        Ok(())
    }
    /// A seat has answered: what follows for it waits until all have.
    pub(super) fn has_answered(&self, st: &mut State<N>, b: &Body<N>) {
        st.frames.pop();
        let Some(Frame::Together(_, base)) = st.frames.last().copied() else {
            return;
        };
        let step = st.frames[..base as usize]
            .iter()
            .rev()
            .find_map(|f| match f {
                Frame::Body(b) => self.plan.code[b.code as usize].get(b.pc as usize - 1),
                _ => None,
            });
        if let Some(Code::AllAtOnce { then, .. }) = step {
            let waiting = Body {
                code: *then,
                pc: 0,
                times: Loop::No,
                ..*b
            };
            st.frames.insert(base as usize, Frame::Body(waiting));
        }
    }
}
