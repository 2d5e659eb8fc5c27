//! The host's clock (`within 60 seconds { .. }`). No rule knows how long somebody thinks, so before every decision inside the block the
//! host is asked whether the time is up; if so, it is as if there had been nothing to decide. What is tried is done in time.
use super::acts::reopen;
use super::run::{CLOCK, Runner, Stop};
use super::state::*;
use crate::play::Kind;

/// Of so many decisions played at random one is passed over.
const ONE_IN: u16 = 8;

impl<const N: usize> State<N> {
    /// The innermost block with a clock in which this stands; blocks that were left are forgotten.
    fn timer(&mut self) -> Option<&mut Timer> {
        let inside = |frames: &[Frame<N>], t: &Timer| match frames.get(t.frame as usize) {
            Some(Frame::Body(b)) => b.code == t.code && (t.from..=t.to).contains(&b.pc),
            Some(_) | None => false,
        };
        while self.timers.last().is_some_and(|t| !inside(&self.frames, t)) {
            self.timers.pop();
        }
        self.timers.last_mut()
    }
}

impl<const N: usize> Runner<'_, N> {
    /// A block with a clock begins behind the step of the body on top, and ends there.
    pub(super) fn start_clock(&self, st: &mut State<N>, at: usize, to: u16, after_first: bool) {
        if let Some(Frame::Body(b)) = st.frames.get(at) {
            let timer = Timer {
                frame: at as u8,
                code: b.code,
                from: b.pc + 1,
                to,
                after_first,
                waits: false,
                passed: false,
                answered: false,
                said: Said::Nothing,
            };
            st.timers.push(timer);
        }
    }
    /// The block with a clock in the body on top is over. Where the first answer starts the clock and nobody has answered in time,
    /// everybody is asked again, for as long as there is no answer.
    pub(super) fn stop_clock(&self, st: &mut State<N>, at: usize, pc: u16) {
        let of_this = |t: &&mut Timer| t.frame as usize == at && t.to == pc;
        let Some(timer) = st.timer().filter(of_this).copied() else {
            return self.step_on(st, at, pc + 1);
        };
        st.timers.pop();
        if timer.after_first && timer.passed && !timer.answered && !timer.waits {
            st.timers.push(Timer {
                waits: true,
                passed: false,
                ..timer
            });
            return self.step_on(st, at, timer.from);
        }
        self.step_on(st, at, pc + 1);
    }
    /// Before a decision that is open: the host is asked about the clock (`Some(true)`), or the decision itself is asked; `None`: it
    /// was passed over, and the game goes on.
    pub(super) fn clock(&mut self, st: &mut State<N>) -> Option<Stop> {
        if st.timers.is_empty() || self.trying() || self.sink.who as usize >= self.plan.seats {
            return Some(Stop::Ask);
        }
        let Some(timer) = st.timer() else {
            return Some(Stop::Ask);
        };
        match timer.said {
            Said::Nothing if !timer.waits || timer.answered => {
                let (rule, label) = (self.sink.rule, self.sink.label);
                self.sink.open(CLOCK, Kind::Time, rule);
                self.sink.label = label;
                self.sink.n = 2;
                self.sink.weights = vec![ONE_IN - 1, 1];
                Some(Stop::Ask)
            }
            Said::Nothing | Said::TimeIsLeft => Some(Stop::Ask),
            Said::TimeIsUp => {
                timer.said = Said::Nothing;
                timer.passed = true;
                self.drop_decision(st);
                None
            }
        }
    }
    /// The host has said whether the time is up: the decision is made anew.
    pub(super) fn clock_says(&self, st: &mut State<N>, up: bool) {
        if let Some(timer) = st.timer() {
            timer.said = match up {
                true => Said::TimeIsUp,
                false => Said::TimeIsLeft,
            };
        }
        reopen(self.plan, st);
    }
    /// Somebody has answered in time.
    pub(super) fn in_time(&self, st: &mut State<N>, who: u8) {
        if st.timers.is_empty() || self.trying() || who as usize >= self.plan.seats {
            return;
        }
        if let Some(timer) = st.timer() {
            timer.answered = true;
            timer.said = Said::Nothing;
        }
    }
}
