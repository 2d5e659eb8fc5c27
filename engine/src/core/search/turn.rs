//! The rest of a turn, tried to its end: whether an answer can still bring it to a good one.
use crate::core::plan::*;
use crate::core::run::{CHANCE, Runner, Sink, Stop};
use crate::core::state::*;
use crate::core::why::Reason;
use crate::play::Kind;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// What the rest of a turn must come to for a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
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
    pub(in crate::core) fn keep_by_turn(&mut self, st: &State<N>) -> Result<(), Stop> {
        let seat = self.sink.who;
        if st.clock.phase != Phase::Act || seat != st.clock.on_turn {
            return Ok(());
        }
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
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
        let draws = self.draws();
        if moving && draws {
            self.sink.untried.turn = true;
            return Ok(());
        }
        let mut sink = std::mem::take(&mut self.sink);
        let mut keep = Vec::with_capacity(sink.n);
        let mut known = Known::default();
        for i in 0..sink.n {
            let good = (!draws || self.is_lawful_choice(st, &sink, i)?)
                && (self.was_judged(&sink, i, at_once)
                    || self.ends_lawfully(st, &sink, i, seat, &mut known)?);
            keep.push(good);
            // with one that is lawful the others need not be known: they are tried when they are drawn
            if good && draws {
                keep.resize(sink.n, true);
                sink.untried.turn = true;
                break;
            }
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
    /// An answer is a move that is judged at once, and after which the turn does not go on: it was tried when it was offered.
    pub(in crate::core) fn was_judged(&self, sink: &Sink<N>, i: usize, at_once: bool) -> bool {
        let moving = matches!(sink.kind, Kind::Act | Kind::Move);
        at_once && !self.plan.goes_on && moving && i < sink.count_of_moves()
    }
    /// After this answer the turn can be brought to an end with the royal pieces of its player safe; or, if they are unattacked before,
    /// with the player out. Where the first search met no end with the player out, a second one would meet none either.
    pub(in crate::core) fn ends_lawfully(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        seat: u8,
        known: &mut Known,
    ) -> Result<bool, Stop> {
        let safe = self.leads(st, sink, i, (seat, Goal::Safe), &mut known.never_safe)?;
        if safe.good || !safe.met_out {
            return Ok(safe.good);
        }
        let free = *known.unattacked.get_or_insert_with(|| {
            let cx = self.cx(st, Env::NOBODY);
            !cx.seat_in_check(seat as usize, None)
        });
        Ok(free
            && self
                .leads(st, sink, i, (seat, Goal::Out), &mut known.never_out)?
                .good)
    }
    /// The procedure of the turn of a seat, and where in it an ordinary decision is asked for, if it is.
    pub(super) fn turn_of(&self, st: &State<N>, seat: u8) -> Option<(u16, Option<u16>, Env<N>)> {
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
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
    /// This answer can bring the turn of a seat to such an end. Mostly it is enough to accept nothing that is offered; else ways that
    /// accept few offers are tried before ways that accept many (up to 1, 2, 4 and so on), and a state that came to nothing is not looked
    /// at again, whichever answer it came from.
    pub(super) fn leads(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        (seat, goal): (u8, Goal),
        failed: &mut Failed,
    ) -> Result<Led, Stop> {
        let outer = self.rest_from(seat);
        self.look_anew(outer);
        let mut way = Way {
            seat,
            goal,
            accepts: 0,
        };
        let mut tried = Tried {
            failed,
            cut: false,
            met_out: false,
        };
        let mut good = self.rest_after(st, sink, i, way, &mut tried);
        while matches!(good, Ok(false)) && std::mem::take(&mut tried.cut) && !self.is_bounded() {
            if way.accepts == u8::MAX {
                break;
            }
            // each search begins anew: doubled, the last of them is most of the work
            way.accepts = way.accepts.saturating_mul(2).max(1);
            good = self.rest_after(st, sink, i, way, &mut tried);
        }
        self.back_to(outer);
        Ok(Led {
            good: good?,
            met_out: tried.met_out,
        })
    }
    fn rest_after(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
        way: Way,
        tried: &mut Tried<'_>,
    ) -> Result<bool, Stop> {
        let mut s = st.copied();
        let good = match self.answer_with(&mut s, sink, i) {
            Ok(()) => self.rest(&mut s, way, tried),
            Err(Stop::Over) => Ok(self.ends_well(&s, way, tried)),
            Err(Stop::Cannot | Stop::Unknown) => Ok(false),
            Err(other) => Err(other),
        };
        s.put_away();
        good
    }
    /// The turn ends here as it must; whether its player is out then is kept.
    fn ends_well(&self, s: &State<N>, way: Way, tried: &mut Tried<'_>) -> bool {
        tried.met_out |= !s.playing(way.seat as usize);
        self.is_good(s, way.seat, way.goal)
    }
    fn is_good(&self, s: &State<N>, seat: u8, goal: Goal) -> bool {
        match goal {
            Goal::Out => !s.playing(seat as usize),
            Goal::Duties(most, since) => {
                let since = since.min(s.events.len());
                self.fulfilled(&s.events[since..]).len() >= most
            }
            Goal::Safe => self.is_safe(s, seat),
        }
    }
    /// A seat is not out, and its royal pieces are unattacked; or the game is over and it has not lost.
    pub(in crate::core) fn is_safe(&self, s: &State<N>, seat: u8) -> bool {
        match s.clock.over {
            true => s.seats[seat as usize].result != crate::play::Outcome::Loss,
            false => {
                s.playing(seat as usize)
                    && !self.cx(s, Env::NOBODY).seat_in_check(seat as usize, None)
            }
        }
    }
    /// What tells apart the states that can come to different ends.
    fn key_of(&self, s: &State<N>, way: Way) -> u64 {
        let mut key = hasher();
        self.digest(s, true).hash(&mut key);
        if let Goal::Duties(_, since) = way.goal {
            self.fulfilled(&s.events[since.min(s.events.len())..])
                .hash(&mut key);
        }
        key.finish()
    }
    /// The rest of the turn comes to a good end, whatever others choose and in one of its player's ways.
    fn rest(&mut self, s: &mut State<N>, way: Way, tried: &mut Tried<'_>) -> Result<bool, Stop> {
        let Way {
            seat,
            goal: _,
            accepts,
        } = way;
        if !self.look() {
            return Ok(false);
        }
        let declines = if accepts == 0 { seat } else { NONE };
        let (stop, offered) = self.run_declining(s, declines);
        tried.cut |= offered;
        match stop {
            Stop::Over | Stop::Done => Ok(self.ends_well(s, way, tried)),
            Stop::Cannot | Stop::Unknown => Ok(false),
            Stop::Ask => {
                let sink = std::mem::take(&mut self.sink);
                if sink.who == CHANCE {
                    return Ok(self.ends_well(s, way, tried));
                }
                let own = sink.who == seat;
                let offer = sink.kind == Kind::May;
                if own && offer && self.plan.goes_on {
                    let cx = self.cx(s, Env::NOBODY);
                    let at_once = self.plan.checks(&cx, seat).is_some_and(|c| c.0);
                    if at_once && !self.is_good(s, seat, Goal::Safe) {
                        return Ok(false);
                    }
                }
                let key = if own { self.key_of(s, way) } else { 0 };
                if let Some(failure) = tried.failed.get(&key).filter(|_| own)
                    && failure.accepts >= accepts
                {
                    tried.cut |= failure.cut;
                    tried.met_out |= failure.met_out;
                    return Ok(false);
                }
                let outer = (tried.cut, tried.met_out);
                (tried.cut, tried.met_out) = (false, false);
                let all = if !own && offer { 1 } else { sink.n };
                let mut good = !own;
                for i in 0..all {
                    let accepted = own && offer && sink.items[i] != 0;
                    let next = Way {
                        accepts: accepts - u8::from(accepted),
                        ..way
                    };
                    if self.is_lawful_choice(s, &sink, i)?
                        && self.rest_after(s, &sink, i, next, tried)? == own
                    {
                        good = own;
                        break;
                    }
                }
                if own && !good && !self.is_bounded() {
                    let failure = Failure {
                        accepts,
                        cut: tried.cut,
                        met_out: tried.met_out,
                    };
                    tried.failed.insert(key, failure);
                }
                tried.cut |= outer.0;
                tried.met_out |= outer.1;
                Ok(good)
            }
            other => Err(other),
        }
    }
}

/// What the rest of a turn is tried for.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// Whose turn it is.
    seat: u8,
    /// What it must come to.
    goal: Goal,
    /// So many offers may still be accepted.
    accepts: u8,
}

/// States from which nothing good came. Of one decision, one seat and one goal.
pub(super) type Failed = HashMap<u64, Failure>;

/// What came of a state from which nothing good did.
#[derive(Clone, Copy)]
pub(super) struct Failure {
    /// So many offers could be accepted.
    accepts: u8,
    /// More were to be had.
    cut: bool,
    /// Some end was met at which the player of the turn was out.
    met_out: bool,
}

/// What is the same for all answers to a decision, and dear where whole turns are looked at.
#[derive(Default)]
pub(in crate::core) struct Known {
    /// The royal pieces are unattacked before any answer.
    pub unattacked: Option<bool>,
    /// From here they cannot be brought to safety.
    never_safe: Failed,
    /// From here the player cannot go out.
    never_out: Failed,
}

impl Known {
    /// Nothing but whether the royal pieces are unattacked, if it is known.
    pub(in crate::core) fn of(unattacked: Option<bool>) -> Self {
        Known {
            unattacked,
            ..Known::default()
        }
    }
}

/// What trying the rest of a turn has shown.
pub(super) struct Tried<'a> {
    /// States that need not be looked at again.
    failed: &'a mut Failed,
    /// Some offer was not accepted because enough were.
    cut: bool,
    /// Some end was met at which the player of the turn was out.
    met_out: bool,
}

/// What came of looking for a good end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Led {
    /// There is one.
    pub good: bool,
    /// On the way an end was met at which the player of the turn was out.
    pub met_out: bool,
}
