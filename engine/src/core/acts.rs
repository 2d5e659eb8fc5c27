//! Acts of the table: resigning, a draw by agreement, the procedures a variant lets players call. Such an act stands above the open
//! decision, which is made anew when it is over.
use super::decide::goto;
use super::deed::{Member, Primitive, draw_game};
use super::event::Thing;
use super::plan::*;
use super::run::{Runner, Stop};
use super::state::*;
use crate::play::Kind;
use crate::rules::{Role, Verb};

impl Called {
    /// Who was asked has answered.
    pub(super) fn consents(&mut self, yes: bool) {
        if !yes {
            self.step = CallStep::Done;
        }
        self.asked = NONE;
    }
}

impl<const N: usize> Runner<'_, N> {
    /// An act is open to a seat: it is in the game, and what the act is open for holds.
    pub(super) fn act_is_open(&self, st: &State<N>, seat: u8, act: usize) -> bool {
        let env = by(seat);
        st.playing(seat as usize)
            && (self.plan.table_acts.get(act)).is_some_and(|a| self.cx(st, &env).truth(&a.when))
    }
    /// A seat calls an act, above the decision that is open.
    pub(super) fn call(&self, st: &mut State<N>, seat: u8, act: u8) {
        let others = if self.plan.table_acts[act as usize].consent {
            st.clock.playing & !(1 << seat)
        } else {
            0
        };
        st.frames.push(Frame::Called(Called {
            act,
            by: seat,
            left: others,
            asked: NONE,
            above: self.sink.who,
            batch: st.clock.batch,
            step: CallStep::Asking,
        }));
    }
    /// An act that is on top goes on.
    pub(super) fn called(&mut self, st: &mut State<N>, mut c: Called) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let act = &self.plan.table_acts[c.act as usize];
        match c.step {
            CallStep::Asking => {
                let n = self.plan.seats;
                // who was asked and is out does not have to agree any more
                let open = c.left & st.clock.playing;
                let clockwise = (1..n).map(|d| (c.by as usize + d) % n);
                let next = clockwise.into_iter().find(|s| open >> s & 1 == 1);
                match next {
                    Some(s) => {
                        c.left = open & !(1 << s);
                        c.asked = s as u8;
                        self.sink.open(s as u8, Kind::May, NONE16);
                        self.sink.label = Some(act.name);
                        self.sink.items = vec![0, 1];
                        self.sink.n = 2;
                    }
                    None => c.step = CallStep::Agreed,
                }
                st.frames[at] = Frame::Called(c);
                match next {
                    Some(_) => Err(Stop::Ask),
                    None => Ok(()),
                }
            }
            CallStep::Agreed => {
                c.step = match act.does {
                    TableDoes::Resign => CallStep::GivenUp,
                    TableDoes::Draw | TableDoes::Run(_) => CallStep::Done,
                };
                st.frames[at] = Frame::Called(c);
                match act.does {
                    TableDoes::Resign => self.gives_up(st, c.by, Verb::Resign),
                    TableDoes::Draw => {
                        draw_game(st);
                        Err(Stop::Over)
                    }
                    TableDoes::Run(code) => {
                        let env = Env {
                            procedure: true,
                            ..by(c.by)
                        };
                        st.frames.push(Frame::Body(Body::of(code, env)));
                        Ok(())
                    }
                }
            }
            CallStep::GivenUp => {
                c.step = CallStep::Done;
                st.frames[at] = Frame::Called(c);
                match st.playing(c.by as usize) {
                    true => self.gives_up(st, c.by, Verb::LoseGame),
                    false => Ok(()),
                }
            }
            CallStep::Done => {
                st.frames.pop();
                self.judge_anew(st);
                // what was being settled when it was called goes on where it was
                let settling = |f: &Frame<N>| matches!(f, Frame::Settle(s) if *s != NONE);
                if st.frames.iter().any(settling) {
                    st.clock.batch = c.batch;
                }
                match (c.above as usize) < self.plan.seats && !st.playing(c.above as usize) {
                    true => self.drop_decision(st),
                    false => reopen(self.plan, st),
                }
                Ok(())
            }
        }
    }
    /// A seat resigns, or loses by it where no rule says what else comes of it.
    fn gives_up(&mut self, st: &mut State<N>, seat: u8, verb: Verb) -> Result<(), Stop> {
        let env = by(seat);
        let e = self.cx(st, &env).event(verb, seat);
        let changes = match verb {
            Verb::LoseGame => vec![Primitive::Out(seat)],
            _ => vec![],
        };
        st.frames.push(Frame::Settle(NONE));
        let events = vec![e.with(Role::Loser, Thing::Seat(seat))];
        self.perform(st, vec![Member { events, changes }])
    }
    /// Whoever was to make the decision on top is out: it is as if there had been nothing to decide.
    pub(super) fn drop_decision(&mut self, st: &mut State<N>) {
        let at = st.frames.len() - 1;
        let code = |st: &State<N>, at: usize| match st.frames.get(at) {
            Some(Frame::Body(b)) => Some(&self.plan.code[b.code as usize][b.pc as usize]),
            _ => None,
        };
        match st.frames[at] {
            Frame::Move(_) => self.nothing_open(st),
            Frame::Pick(_) | Frame::Either | Frame::Draw(..) | Frame::Deal(_) | Frame::Order(_) => {
                st.frames.pop();
                match (code(st, at - 1), st.frames.last()) {
                    (Some(Code::Choose { none, .. } | Code::Either(_, _, none)), _) => {
                        goto(st, at - 1, *none);
                    }
                    (_, Some(Frame::Body(b))) => {
                        let next = b.pc + 1;
                        self.step_on(st, at - 1, next);
                    }
                    _ => {}
                }
            }
            Frame::Endings => st.endings.retain(|m| m.env.you != st.clock.on_turn),
            Frame::Body(b) => match code(st, at) {
                Some(Code::Choose { none, .. } | Code::ChooseNumber { none, .. }) => {
                    goto(st, at, *none)
                }
                Some(Code::ChooseMove(c)) => goto(st, at, c.none),
                _ => self.step_on(st, at, b.pc + 1),
            },
            // the next one is asked
            Frame::Offer(_) | Frame::Together(..) | Frame::Called(_) => {}
            Frame::Turn(_)
            | Frame::Prelude(_)
            | Frame::Settle(_)
            | Frame::Starts(_)
            | Frame::Moments
            | Frame::Counted => {}
        }
    }
}

/// The decision on top is made anew, as if it had not been asked yet.
pub fn reopen<const N: usize>(plan: &Plan<N>, st: &mut State<N>) {
    let at = st.frames.len() - 1;
    let acts = |st: &State<N>| match at.checked_sub(1).and_then(|i| st.frames.get(i)) {
        Some(Frame::Body(b)) => {
            matches!(plan.code[b.code as usize][b.pc as usize], Code::Act(..))
        }
        _ => false,
    };
    match st.frames[at] {
        Frame::Offer(o) if o.seat != NONE => {
            st.frames[at] = Frame::Offer(Offer {
                left: o.left | 1 << o.seat,
                ..o
            });
        }
        Frame::Called(c) if c.asked != NONE => {
            st.frames[at] = Frame::Called(Called {
                left: c.left | 1 << c.asked,
                ..c
            });
        }
        Frame::Move(m) if !m.asked && acts(st) => st.clock.action -= 1,
        _ => {}
    }
}

/// A seat does it, by the rules of the game.
fn by<const N: usize>(seat: u8) -> Env<N> {
    Env {
        you: seat,
        actor: seat,
        ..Env::EMPTY
    }
}
