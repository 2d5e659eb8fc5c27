//! The course of a game: frames stepped until somebody must decide. A suspended game is a state and nothing else; nothing is ever
//! run a second time. Looking ahead is running a copy.
mod changes;
mod ends;
mod limits;
mod mode;
mod orders;
mod rising;
mod settling;
mod sink;
mod steps;
mod telling;
mod turns;

pub use sink::{CHANCE, CLOCK, Group, OpenAction, Sink};

use super::bits::Bits;
use super::eval::Cx;
use super::order;
use super::plan::*;
use super::state::*;
use super::why::Hearing;
use crate::ids::RuleId;
use crate::play::{Bounded, Kind, Notice};
use std::cell::RefCell;
use std::collections::HashMap;

/// Why a run came to a halt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Somebody must decide: see [`Sink`].
    Ask,
    /// The game is over.
    Over,
    /// What was to be run has been run.
    Done,
    /// A step of an option cannot be done.
    Cannot,
    /// More rules fired than the bound allows.
    Overrun,
    /// Looking ahead took more ways than the bound allows.
    Exhausted,
    /// What is tried would show its player something hidden.
    Unknown,
}

/// By a rule somebody lost or the game ended.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The rule.
    pub rule: RuleId,
    /// How many changes the state had seen, and its stage: what takes a move back takes the verdicts back that fell since,
    /// unless an earlier stage decided them.
    at: u32,
    stage: Option<u8>,
}

/// What lasts of a run from one answer to the next, beside plan and state.
#[derive(Debug, Default)]
pub struct Kept<const N: usize> {
    /// The open decision.
    pub sink: Sink<N>,
    /// Rules that have fired, in order.
    pub fired: Vec<u16>,
    /// By which of them somebody lost or the game ended, of the whole game in order.
    pub verdicts: Vec<Verdict>,
    /// What was told.
    pub notices: Vec<Notice>,
    /// Somebody listens: who is in check is told too.
    pub heard: bool,
    /// The host draws its answers, and each answer is tried when it is drawn: see [`at_random`](super::at_random).
    pub at_random: bool,
    /// How often looking ahead reached its bound.
    pub bounded: Bounded,
}

impl<const N: usize> Clone for Kept<N> {
    fn clone(&self) -> Self {
        Kept {
            sink: self.sink.clone(),
            fired: self.fired.clone(),
            verdicts: self.verdicts.clone(),
            notices: self.notices.clone(),
            heard: self.heard,
            at_random: self.at_random,
            bounded: self.bounded,
        }
    }
}

/// How a run answers for itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mode {
    /// It stops when no more than so many frames are left.
    floor: usize,
    /// An option is tried: what it sets off is not answered.
    trial: bool,
    /// Of a trial: it is answered all the same.
    settles: bool,
    /// The rest of a turn is tried.
    rest: bool,
    /// One lawful answer is searched: moves are listed without the trials that each of them still has to pass.
    one: bool,
    /// Who declines what is offered.
    declines: u8,
    /// Whose turn is tried: what is hidden from that seat is not read.
    asker: u8,
    /// Of a turn that is played: it halts where its end leaves the royal pieces of this seat attacked, or the seat out.
    watched: u8,
}

/// Steps of one run, after which it counts as going on without end.
const STEPS: u32 = 100_000;

const EARNEST: Mode = Mode {
    floor: 0,
    trial: false,
    settles: false,
    rest: false,
    one: false,
    declines: NONE,
    asker: NONE,
    watched: NONE,
};

/// Runs games of a plan.
pub struct Runner<'p, const N: usize> {
    /// The match.
    pub plan: &'p Plan<N>,
    /// The open decision.
    pub sink: Sink<N>,
    /// Rules that have fired, in order.
    pub fired: Vec<u16>,
    /// By which of them somebody lost or the game ended, of the whole game in order.
    pub verdicts: Vec<Verdict>,
    /// What was told.
    pub notices: Vec<Notice>,
    heard: bool,
    at_random: bool,
    mode: Mode,
    /// Pieces lifted by the step in hand, that were not lost before.
    lifted: Bits<N>,
    /// Of these, those that lay in a zone of a player.
    entering: Bits<N>,
    offered: bool,
    /// The rule before an event that is being run has come to a step that stands `instead` of the event.
    pub(super) struck: bool,
    looks: u32,
    /// It looks at no more.
    most_looks: u32,
    /// How often looking ahead reached its bound.
    pub(super) bounded: Bounded,
    /// The rule whose option is being tried, and what it is read in.
    pub(super) tried_rule: u16,
    pub(super) tried_env: Env<N>,
    /// Which rule on abilities forbids to bring about one state from another, where it has been asked; none: none does.
    pub(super) spoils: RefCell<HashMap<u64, Option<u16>>>,
    /// What somebody asks about.
    pub(super) hearing: Option<Box<Hearing>>,
    /// A trial must move this piece.
    pub(super) sought: u8,
    /// Nesting of questions about what could be done.
    pub(super) actions: u8,
    /// The duties that are being asked about.
    pub(super) asked_duties: Vec<(Guard<N>, Env<N>)>,
    /// Where they are asked about.
    pub(super) asked_from: Option<Box<State<N>>>,
}

impl<'p, const N: usize> Runner<'p, N> {
    /// Nothing is running yet.
    pub fn new(plan: &'p Plan<N>) -> Self {
        Self::going_on(plan, Kept::default())
    }
    /// A run goes on.
    pub fn going_on(plan: &'p Plan<N>, kept: Kept<N>) -> Self {
        let Kept {
            sink,
            fired,
            verdicts,
            notices,
            heard,
            at_random,
            bounded,
        } = kept;
        Runner {
            plan,
            sink,
            fired,
            verdicts,
            notices,
            heard,
            at_random,
            bounded,
            mode: EARNEST,
            lifted: Bits::EMPTY,
            entering: Bits::EMPTY,
            offered: false,
            struck: false,
            looks: 0,
            most_looks: mode::LOOKS,
            tried_rule: NONE16,
            tried_env: Env::EMPTY,
            spoils: RefCell::default(),
            hearing: None,
            sought: NONE,
            actions: 0,
            asked_duties: vec![],
            asked_from: None,
        }
    }
    /// What lasts of it.
    pub fn kept(self) -> Kept<N> {
        Kept {
            sink: self.sink,
            fired: self.fired,
            verdicts: self.verdicts,
            notices: self.notices,
            heard: self.heard,
            at_random: self.at_random,
            bounded: self.bounded,
        }
    }
    /// A state read by somebody.
    #[inline]
    pub(super) fn cx<'a>(&self, st: &'a State<N>, env: &'a Env<N>) -> Cx<'a, N>
    where
        'p: 'a,
    {
        Cx {
            actions: self.actions,
            eyes: self.mode.asker,
            ..Cx::new(self.plan, st, env)
        }
    }

    // ---- the loop

    /// Runs until somebody must decide or it is over.
    pub fn run(&mut self, st: &mut State<N>) -> Stop {
        match self.run_on(st) {
            Stop::Over => {
                self.close(st);
                Stop::Over
            }
            stop => stop,
        }
    }
    /// Rules at the end of the game (language 8.13): what else was due is dropped.
    pub(super) fn close(&mut self, st: &mut State<N>) {
        let earnest = !self.mode.trial && !self.mode.rest && self.mode.floor == 0;
        if self.plan.closing.is_empty() || st.clock.closed || !earnest {
            return;
        }
        st.clock.closed = true;
        let mut found: Vec<Match<N>> = vec![];
        {
            let env = Env::NOBODY;
            let cx = self.cx(st, env);
            for i in &self.plan.closing {
                let t = &self.plan.triggers[*i as usize];
                cx.rule_holders(t, |you, it| {
                    let env = Env {
                        actor: you,
                        ..Env::of(you, it, t.rule)
                    };
                    found.push(Match {
                        trigger: *i,
                        stage: 0,
                        batch: 0,
                        own_loss: false,
                        supposed: None,
                        order: found.len() as u16,
                        env,
                    });
                });
            }
        }
        order::by_key(&mut found, |m| (self.key(st, m), m.order));
        for m in found {
            st.frames.clear();
            st.clock.over = false;
            if self.fire(st, &m).is_ok() {
                self.run_on(st);
            }
        }
        st.frames.clear();
        st.clock.over = true;
    }
    fn run_on(&mut self, st: &mut State<N>) -> Stop {
        for _ in 0..STEPS {
            if st.clock.over {
                return Stop::Over;
            }
            if st.frames.len() <= self.mode.floor {
                return Stop::Done;
            }
            let Some(top) = st.frames.last() else {
                return Stop::Done;
            };
            let step = match top {
                Frame::Turn(7) if self.mode.rest => return Stop::Done,
                Frame::Turn(7) if !self.passes_watch(st) => return Stop::Cannot,
                // of a raid whose end takes nothing the end is not played
                Frame::Turn(4) if st.clock.raid && !self.plan.late_captures => return Stop::Done,
                Frame::Turn(k) => {
                    let k = *k;
                    self.turn(st, k)
                }
                Frame::Settle(_) if !self.is_settling() => {
                    st.frames.pop();
                    Ok(())
                }
                Frame::Settle(stage) => {
                    let stage = *stage;
                    self.settle(st, stage)
                }
                Frame::Body(_) => self.body(st),
                Frame::Move(_) => self.move_decision(st),
                Frame::Either => self.either(st),
                Frame::Together(left, base) => {
                    let (left, base) = (*left, *base);
                    self.together(st, left, base)
                }
                Frame::Pick(_) => self.pick(st),
                Frame::Order(_) => self.order(st),
                Frame::Prelude(i) => {
                    let i = *i;
                    self.plan.prelude(st, i);
                    Ok(())
                }
                Frame::Draw(..) => self.draw(st),
                Frame::Deal(_) => self.deal(st),
                Frame::Offer(o) => {
                    let o = *o;
                    self.offer(st, o)
                }
                Frame::Endings => self.endings(st),
                Frame::Starts(owing) => {
                    let owing = *owing;
                    self.starts(st, owing)
                }
                Frame::Moments => self.rest_of_moments(st),
                Frame::Called(c) => {
                    let c = *c;
                    self.called(st, c)
                }
                Frame::Counted => {
                    st.frames.pop();
                    st.clock.bodies -= 1;
                    Ok(())
                }
            };
            match step {
                Ok(()) => {}
                // asked before the end of the turn that is watched: its answers are not looked at
                Err(Stop::Ask) if self.is_watching() => return Stop::Ask,
                Err(Stop::Ask) if matches!(st.frames.last(), Some(Frame::Called(_))) => {
                    return Stop::Ask;
                }
                Err(Stop::Ask) if self.plan.by_turn && !self.mode.trial && !self.mode.rest => {
                    if let Err(stop) = self.keep_by_turn(st) {
                        return stop;
                    }
                    let auto = matches!(self.sink.kind, Kind::Choose | Kind::Either | Kind::Order);
                    match self.sink.n {
                        0 => self.nothing_open(st),
                        1 if auto
                            && !self.sink.secret
                            && !matches!(st.frames.last(), Some(Frame::Pick(p)) if p.least != p.most) =>
                        {
                            if let Err(stop) = self.answer(st, 0) {
                                return stop;
                            }
                        }
                        _ => {
                            if let Some(stop) = self.clock(st) {
                                return stop;
                            }
                        }
                    }
                }
                Err(Stop::Ask) => {
                    if let Some(stop) = self.clock(st) {
                        return stop;
                    }
                }
                Err(stop) => return stop,
            }
        }
        Stop::Exhausted
    }
    /// Settles next, if there is anything to settle.
    #[inline]
    pub(super) fn soon(&self, st: &mut State<N>) {
        let c = &st.clock;
        let waits = c.batch < c.batches
            || !st.queue.is_empty()
            || !st.waiting.is_empty()
            || !st.granting.is_empty();
        if self.is_settling()
            && (waits || st.dirty[self.plan.stages.count as usize] & self.plan.verdict_reads != 0)
        {
            st.frames.push(Frame::Settle(NONE));
        }
    }
}
