//! The course of a game: frames stepped until somebody must decide. A suspended game is a state and nothing else; nothing is ever
//! run a second time. Looking ahead is running a copy.
use super::at_random::Untried;
use super::bits::Bits;
use super::deed::{Member, Primitive, touch_all};
use super::eval::Cx;
use super::event::{Event, Thing};
use super::movement::Move;
use super::order;
use super::plan::*;
use super::state::*;
use super::why::{Hearing, Reason};
use crate::ids::*;
use crate::play::{Kind, Notice, NoticeSays, Outcome};
use crate::rules::{Per, Role, Ty, Verb};

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

/// The moves of one piece.
#[derive(Clone, Copy, Debug)]
pub struct Group<const N: usize> {
    /// Which.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// To these squares, by slides and single steps.
    pub slides: Bits<N>,
    /// By leaps, where it does not slide.
    pub leaps: Bits<N>,
    /// It captures without moving.
    pub stand: bool,
}

impl<const N: usize> Group<N> {
    /// All destinations.
    pub fn to(&self) -> Bits<N> {
        self.slides | self.leaps
    }
}

/// An action that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenAction {
    /// Which.
    pub action: u16,
    /// Its holder.
    pub you: u8,
    /// Its piece.
    pub it: u8,
    /// Several pieces have it: the square of this one.
    pub square: u8,
}

/// The open decision, in groups; nothing is spelt out before somebody asks.
#[derive(Clone, Debug)]
pub struct Sink<const N: usize> {
    /// Who decides; [`CHANCE`]: nobody.
    pub who: u8,
    /// What kind of decision.
    pub kind: Kind,
    /// The rule that asks.
    pub rule: u16,
    /// The name it goes by.
    pub label: Option<TextId>,
    /// Moves.
    pub moves: Vec<Group<N>>,
    /// Actions.
    pub actions: Vec<OpenAction>,
    /// All moves one by one, where some are more than a piece going to a square; then [`moves`](Self::moves) is empty.
    pub flat: Vec<Move<N>>,
    /// Things, branches, answers or matches, by number.
    pub items: Vec<u16>,
    /// The type of the things.
    pub ty: Ty,
    /// How many answers.
    pub n: usize,
    /// Of a choice of several: how many have been picked.
    pub picked: u16,
    /// Others may not see the answer.
    pub secret: bool,
    /// Weights of what chance answers; none: all the same.
    pub weights: Vec<u16>,
    /// The trials that the answers still have to pass.
    pub untried: Untried,
}

/// Who decides where nobody does.
pub const CHANCE: u8 = 254;

/// Who answers whether the time is up.
pub const CLOCK: u8 = 253;

impl<const N: usize> Default for Sink<N> {
    fn default() -> Self {
        Sink {
            who: NONE,
            kind: Kind::Act,
            rule: NONE16,
            label: None,
            moves: vec![],
            flat: vec![],
            actions: vec![],
            items: vec![],
            ty: Ty::Piece,
            n: 0,
            picked: 0,
            secret: false,
            weights: vec![],
            untried: Untried::default(),
        }
    }
}

impl<const N: usize> Sink<N> {
    pub(super) fn open(&mut self, who: u8, kind: Kind, rule: u16) {
        self.who = who;
        self.kind = kind;
        self.rule = rule;
        self.label = None;
        self.moves.clear();
        self.flat.clear();
        self.actions.clear();
        self.items.clear();
        self.n = 0;
        self.picked = 0;
        self.secret = false;
        self.weights.clear();
        self.untried = Untried::default();
    }
}

/// What lasts of a run from one answer to the next, beside plan and state.
#[derive(Debug, Default)]
pub struct Kept<const N: usize> {
    /// The open decision.
    pub sink: Sink<N>,
    /// Rules that have fired, in order.
    pub fired: Vec<u16>,
    /// The rules among them by which somebody lost or the game ended.
    pub verdicts: Vec<u16>,
    /// What was told.
    pub notices: Vec<Notice>,
    /// Somebody listens: who is in check is told too.
    pub heard: bool,
    /// The host draws its answers, and each answer is tried when it is drawn: see [`at_random`](super::at_random).
    pub at_random: bool,
    /// How often looking ahead for an answer reached its bound, so that the answer was not offered.
    pub bounded: u32,
    /// States to be used again.
    pub(super) pool: Vec<State<N>>,
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
            pool: vec![],
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
    /// Who declines what is offered.
    declines: u8,
    /// Whose turn is tried: what is hidden from that seat is not read.
    asker: u8,
}

/// Steps of one run, after which it counts as going on without end.
const STEPS: u32 = 100_000;

/// Ways of answering that looking ahead for one option may try; if that is not enough the option is not offered, and told so.
const LOOKS: u32 = 1 << 15;

const EARNEST: Mode = Mode {
    floor: 0,
    trial: false,
    settles: false,
    rest: false,
    declines: NONE,
    asker: NONE,
};

/// Runs games of a plan.
pub struct Runner<'p, const N: usize> {
    /// The match.
    pub plan: &'p Plan<N>,
    /// The open decision.
    pub sink: Sink<N>,
    /// Rules that have fired, in order.
    pub fired: Vec<u16>,
    /// The rules among them by which somebody lost or the game ended.
    pub verdicts: Vec<u16>,
    /// What was told.
    pub notices: Vec<Notice>,
    heard: bool,
    at_random: bool,
    mode: Mode,
    pub(super) pool: Vec<State<N>>,
    /// Pieces lifted by the step in hand, that were not lost before.
    lifted: Bits<N>,
    offered: bool,
    looks: u32,
    /// How often looking ahead reached its bound.
    bounded: u32,
    /// The rule whose option is being tried, and what it is read in.
    pub(super) tried_rule: u16,
    pub(super) tried_env: Env<N>,
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
            pool,
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
            pool,
            lifted: Bits::EMPTY,
            offered: false,
            looks: 0,
            tried_rule: NONE16,
            tried_env: Env::EMPTY,
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
            pool: self.pool,
        }
    }
    /// Here it is told who is in check, where the variant announces it.
    fn announce_checks(&mut self, st: &State<N>) {
        let silent = |c: &crate::rules::Check| c.says == crate::rules::CheckSays::None;
        let told = self.heard && !self.mode.trial && !self.mode.rest;
        if !told || self.plan.rules.check.iter().all(silent) {
            return;
        }
        let board = |s: usize| self.plan.boards.board_of_seat(s);
        let cx = self.cx(st, &Env::EMPTY);
        let playing: Vec<usize> = cx.playing().iter().collect();
        let here = |s: &&usize| match st.clock.on_turn {
            NONE => true,
            on => board(**s) == board(on as usize),
        };
        // a check that hangs on what is hidden is told to those who know of it
        let hidden = !self.plan.hidden.is_empty();
        let known = |viewer: usize, s: usize| {
            let eyes = if hidden { viewer as u8 } else { NONE };
            Cx { eyes, ..cx }.seat_in_check(s, None)
        };
        let mut checks: Vec<Notice> = vec![];
        for s in playing.iter().filter(here) {
            let to: Vec<SeatId> = match hidden {
                true => (playing.iter().filter(|v| known(**v, *s)))
                    .map(|v| SeatId::from(*v))
                    .collect(),
                false if known(*s, *s) => playing.iter().map(|v| SeatId::from(*v)).collect(),
                false => vec![],
            };
            if !to.is_empty() {
                let all = to.len() == playing.len();
                checks.push(Notice {
                    to: (!all).then_some(to),
                    says: NoticeSays::InCheck(SeatId::from(*s)),
                });
            }
        }
        self.notices.extend(checks);
    }
    /// The rules that fired last, each once: of rules that fire each other without end, those.
    pub fn latest_fired(&self) -> Vec<RuleId> {
        let from = self.fired.len().saturating_sub(50);
        let mut all: Vec<RuleId> = self.fired[from..].iter().map(|r| RuleId(*r)).collect();
        all.sort();
        all.dedup();
        all
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
    /// The decision in hand is one of the game itself, not of a trial, and its answer will be drawn.
    pub(super) fn draws(&self) -> bool {
        self.at_random && !self.mode.trial && !self.mode.rest
    }
    /// An option is being tried, alone.
    pub(super) fn trying(&self) -> bool {
        self.mode.trial
    }
    /// Through whose eyes the rules read here; none: a game that is played, whose rules know all.
    pub(super) fn eyes(&self) -> u8 {
        self.mode.asker
    }
    /// Whose turn is tried.
    pub(super) fn asker(&self) -> u8 {
        match self.mode.asker {
            NONE if self.mode.trial => self.tried_env.actor,
            asker => asker,
        }
    }
    /// Who declines what is offered in this run.
    pub(super) fn declining(&self) -> u8 {
        self.mode.declines
    }
    /// Something was not accepted because its player declines everything.
    pub(super) fn note_offer(&mut self) {
        self.offered = true;
    }
    /// From here on an option is tried; how it was before.
    pub(super) fn try_from(&mut self, floor: usize, settles: bool) -> Mode {
        let asker = self.mode.asker;
        std::mem::replace(
            &mut self.mode,
            Mode {
                floor,
                trial: true,
                settles,
                asker,
                ..EARNEST
            },
        )
    }
    /// What is done sets off the rules that watch it.
    fn is_settling(&self) -> bool {
        !self.mode.trial || self.mode.settles
    }
    /// An option is tried with all that it sets off.
    pub(super) fn settling_trial(&self) -> bool {
        self.mode.settles
    }
    /// Back to how it was.
    pub(super) fn back_to(&mut self, mode: Mode) {
        self.mode = mode;
    }
    /// From here on the rest of a turn is tried, in which this seat declines what it is offered; how it was before.
    pub(super) fn rest_from(&mut self, asker: u8, declines: u8) -> Mode {
        self.offered = false;
        std::mem::replace(
            &mut self.mode,
            Mode {
                rest: true,
                declines,
                asker,
                ..EARNEST
            },
        )
    }
    /// Something was offered that was not accepted for that reason.
    pub(super) fn was_offered(&self) -> bool {
        self.offered
    }
    /// An option is being carried out.
    pub(super) fn in_option(&self, st: &State<N>) -> bool {
        st.frames
            .iter()
            .any(|f| matches!(f, Frame::Body(b) if b.option))
    }
    /// The bound of looking ahead holds for each option by itself.
    pub(super) fn look_anew(&mut self, outer: Mode) {
        if !outer.trial && !outer.rest {
            self.looks = 0;
        }
    }
    /// The bound of looking ahead is reached.
    pub(super) fn is_bounded(&self) -> bool {
        self.looks > LOOKS
    }
    /// One more way is looked at; `false`: the bound is reached, which is counted.
    pub(super) fn look(&mut self) -> bool {
        self.looks += 1;
        self.bounded += u32::from(self.looks == LOOKS + 1);
        self.looks <= LOOKS
    }
    pub(super) fn announce(&mut self, text: TextId, to: Option<Bits<N>>, with: Bits<N>) {
        if !self.mode.trial && !self.mode.rest {
            let to = to.map(|m| m.iter().map(SeatId::from).collect());
            let with = with.iter().map(SquareId::from).collect();
            self.notices.push(Notice {
                to,
                says: NoticeSays::Text(text, with),
            });
        }
    }
    /// A name of the body that is running stands for these.
    pub(super) fn name(&mut self, st: &mut State<N>, name: u8, things: Bits<N>) {
        if let Some(Frame::Body(b)) = st.frames.last_mut() {
            b.env.names[name as usize] = things;
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
            let env = Env::EMPTY;
            let cx = self.cx(st, &env);
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
                            && !matches!(st.frames.last(), Some(Frame::Pick(_))) =>
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

    // ---- turns

    fn turn(&mut self, st: &mut State<N>, k: u8) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let next = |st: &mut State<N>, k: u8| st.frames[at] = Frame::Turn(k);
        let seat = st.clock.on_turn;
        match k {
            0 => {
                st.clock.end_turn = false;
                if st.clock.playing == 0 {
                    st.clock.over = true;
                    return Ok(());
                }
                st.clock.phase = Phase::Start;
                touch_all(st, reads::TIME);
                if seat != NONE {
                    let turn = st.clock.turn;
                    let s = &mut st.seats[seat as usize];
                    s.turns += 1;
                    s.before = s.latest;
                    s.latest = turn;
                    if s.skip > 0 {
                        s.skip -= 1;
                        s.completed = turn;
                        next(st, 7);
                        self.ends_now(st, false)?;
                        self.ends_now(st, true)?;
                        self.soon(st);
                        return Ok(());
                    }
                }
                next(st, 1);
                self.ends_now(st, false)?;
                if self.plan.repetition {
                    let hash = self.plan.position_hash(st);
                    st.positions.push(hash);
                }
                if self.plan.starts || !st.delayed.is_empty() {
                    st.done.clear();
                    st.frames.push(Frame::Starts(true));
                }
            }
            1 => {
                next(st, 2);
                self.soon(st);
            }
            2 => {
                // a position in the middle begins behind the start of its turn
                if st.clock.phase == Phase::Start {
                    self.announce_checks(st);
                }
                st.clock.end_turn = false;
                st.clock.phase = Phase::Act;
                st.clock.firings = 0;
                touch_all(st, reads::TIME);
                st.endings.clear();
                st.waiting.clear();
                st.granting.clear();
                st.saved.clear();
                st.befores.clear();
                st.events.clear();
                next(st, 3);
                let env = Env::EMPTY;
                let mut found = None;
                for p in &self.plan.turns {
                    let cx = self.cx(st, &env);
                    cx.holders(p.holder, p.rule, |you, it| {
                        if found.is_none() && (you == NONE || you == seat) {
                            let env = Env {
                                actor: if seat != NONE { seat } else { you },
                                procedure: true,
                                ..Env::of(you, it, p.rule)
                            };
                            if cx.with(&env).truth(&p.when) {
                                found = Some((env, p.code));
                            }
                        }
                    });
                }
                if let Some((env, code)) = found {
                    st.frames.push(Frame::Body(Body::of(code, env)));
                }
            }
            3 => {
                next(st, 4);
                self.soon(st);
            }
            4 => {
                st.clock.end_turn = false;
                next(st, 5);
                let mut all = self.at_moment(st, true);
                if seat != NONE && !st.playing(seat as usize) {
                    all.retain(|m| m.env.you != seat);
                }
                st.moments.clear();
                if self.plan.stages.endings.is_some() {
                    for m in all {
                        let t = &self.plan.triggers[m.trigger as usize];
                        if m.env.you != NONE && m.env.you == seat && t.ability {
                            st.endings.push(m);
                        } else {
                            st.moments.push(m);
                        }
                    }
                    if !st.endings.is_empty() {
                        st.frames.push(Frame::Endings);
                    }
                } else {
                    st.moments = all;
                }
            }
            5 => {
                next(st, 6);
                let due = self.delayed_due(st, true);
                self.run_delayed(st, due);
                if !st.moments.is_empty() {
                    st.frames.push(Frame::Moments);
                }
            }
            6 => {
                next(st, 7);
                self.ends_now(st, true)?;
                st.clock.phase = Phase::End;
                touch_all(st, reads::TIME);
                self.soon(st);
            }
            8 => {
                // the game begins: what stands on the board is at home and unmoved, what is true does not fire
                for p in 0..st.kind.len() {
                    st.home[p] = st.place[p];
                    st.moved_at[p] = 0;
                }
                st.planes[plane::UNMOVED] = st.planes[plane::BOARD];
                self.plan.first_turn(st);
                self.prime(st);
                next(st, 0);
                self.soon(st);
            }
            _ => {
                if seat != NONE {
                    st.seats[seat as usize].completed = st.clock.turn;
                }
                self.next_turn(st);
                next(st, 0);
            }
        }
        Ok(())
    }
    /// Whose turn is next.
    pub(super) fn next_turn(&self, st: &mut State<N>) {
        let plan = self.plan;
        st.planes[plane::MOVED] = Bits::EMPTY;
        st.vain.clear();
        // events that rules ask about only within one turn are dropped with the turn
        st.trail
            .retain(|t| plan.told[t.verb as usize] == Some(true));
        st.clock.phase = Phase::Start;
        let n = plan.rules.turns.len();
        let last = plan.last_of_round(st);
        let chosen = std::mem::replace(&mut st.clock.next, NONE);
        if chosen != NONE && st.playing(chosen as usize) {
            let at = (0..n).find(|i| {
                plan.rules.turns[*i] == crate::rules::Mover::Seat(SeatId(u16::from(chosen)))
            });
            st.clock.turn_at = at.unwrap_or(st.clock.turn_at as usize) as u8;
            st.clock.on_turn = chosen;
        } else {
            let from = st.clock.turn_at as usize;
            for d in 1..=n {
                let at = (from + d) % n;
                if let Some(s) = plan.seat_at(st, at) {
                    st.clock.turn_at = at as u8;
                    st.clock.on_turn = s;
                    break;
                }
            }
        }
        st.clock.turn += 1;
        if last {
            st.clock.round += 1;
            st.clock.round_start = st.clock.turn;
        }
        touch_all(st, reads::TIME | reads::EVENTS);
    }
    /// Rules at the start or end of this turn, in their order.
    fn at_moment(&self, st: &State<N>, end: bool) -> Vec<Match<N>> {
        let mut all: Vec<Match<N>> = vec![];
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let now = st.clock.on_turn;
        for (i, at_end, moment) in &self.plan.moments {
            if *at_end != end {
                continue;
            }
            let t = &self.plan.triggers[*i as usize];
            cx.rule_holders(t, |you, it| {
                let env = Env {
                    actor: you,
                    ..Env::of(you, it, t.rule)
                };
                let c = cx.with(&env);
                let hit = match moment {
                    Moment::Your => now != NONE && you == now,
                    Moment::Every => now != NONE,
                    Moment::Round => now == NONE || end && self.plan.last_of_round(st),
                    Moment::First => !end && st.clock.turn == 1,
                    Moment::Of(m) => now != NONE && c.has(m, now as usize),
                    Moment::Nth(n, m) => {
                        now != NONE
                            && st.seats[now as usize].turns == u32::from(*n)
                            && c.has(m, now as usize)
                    }
                };
                if hit {
                    let order = all.len() as u16;
                    all.push(Match {
                        trigger: *i,
                        stage: self.stage_of(st, t, you),
                        batch: 0,
                        own_loss: false,
                        supposed: None,
                        order,
                        env,
                    });
                }
            });
        }
        order::by_key(&mut all, |m| (m.stage, self.key(st, m), m.order));
        all
    }
    fn starts(&mut self, st: &mut State<N>, owing: bool) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        let key = |m: &Match<N>| (m.trigger, m.env.you, m.env.it);
        let next = self
            .at_moment(st, false)
            .into_iter()
            .find(|m| !st.done.contains(&key(m)));
        let late = next.is_none_or(|m| m.stage > self.plan.stages.effects);
        if late && owing {
            st.frames[at] = Frame::Starts(false);
            let due = self.delayed_due(st, false);
            self.run_delayed(st, due);
            return Ok(());
        }
        let Some(m) = next else {
            st.frames.pop();
            return Ok(());
        };
        st.done.push(key(&m));
        self.fire_and_settle(st, &m)
    }
    fn fire_and_settle(&mut self, st: &mut State<N>, m: &Match<N>) -> Result<(), Stop> {
        st.frames.push(Frame::Settle(NONE));
        if self.plan.triggers[m.trigger as usize].granting {
            st.clock.bodies += 1;
            st.frames.push(Frame::Counted);
        }
        self.fire(st, m)
    }
    fn rest_of_moments(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        if st.moments.is_empty() {
            st.frames.pop();
            return Ok(());
        }
        let m = st.moments.remove(0);
        self.fire_and_settle(st, &m)
    }
    fn delayed_due(&self, st: &mut State<N>, end: bool) -> Vec<Delayed<N>> {
        if st.delayed.is_empty() {
            return vec![];
        }
        let (due, left) = std::mem::take(&mut st.delayed)
            .into_iter()
            .partition(|d| self.is_due(st, &d.due, end));
        st.delayed = left;
        due
    }
    fn run_delayed(&self, st: &mut State<N>, due: Vec<Delayed<N>>) {
        for d in due.into_iter().rev() {
            st.frames.push(Frame::Settle(NONE));
            st.frames.push(Frame::Body(Body::of(d.block, d.env)));
        }
    }
    fn endings(&mut self, st: &mut State<N>) -> Result<(), Stop> {
        let mut all = std::mem::take(&mut st.endings);
        order::by_key(&mut all, |m| (self.key(st, m), m.order));
        st.endings = all;
        let live: Vec<u16> = (0..st.endings.len())
            .filter(|i| self.may_fire(st, &st.endings[*i]))
            .map(|i| i as u16)
            .collect();
        let Some(first) = live.first() else {
            st.endings.clear();
            st.frames.pop();
            return Ok(());
        };
        if live.len() > 1 && self.plan.stages.endings_any && st.clock.on_turn != NONE {
            let rule = |i: u16| self.plan.triggers[st.endings[i as usize].trigger as usize].rule;
            let mut items: Vec<u16> = vec![];
            for i in &live {
                if !items.iter().any(|o| rule(*o) == rule(*i)) {
                    items.push(*i);
                }
            }
            if items.len() > 1 {
                self.sink.open(st.clock.on_turn, Kind::Order, NONE16);
                self.sink.n = items.len();
                self.sink.items = items;
                return Err(Stop::Ask);
            }
        }
        let m = st.endings.remove(*first as usize);
        self.fire_and_settle(st, &m)
    }
    fn may_fire(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        (t.limit == NONE16 || self.allows(st, t.limit, &m.env))
            && (self.cx(st, &m.env).truth(&t.when) || self.seems_to_hold(st, m))
    }

    // ---- ends

    pub(super) fn is_due(&self, st: &State<N>, d: &Due, end: bool) -> bool {
        match d {
            Due::Seat(s, n, e) => {
                *e == end && st.clock.on_turn == *s && st.seats[*s as usize].turns >= *n
            }
            Due::Turn(t, e) => *e == end && st.clock.turn >= *t,
            Due::Round(r) => {
                let ends = || st.clock.round == *r && self.plan.last_of_round(st);
                end && (st.clock.round > *r || ends())
            }
            Due::Count(0, ..) => true,
            Due::Count(..) | Due::Event(_) | Due::Never => false,
        }
    }
    /// Marks, values and facts that end at the start or end of this turn.
    pub(super) fn ends_now(&mut self, st: &mut State<N>, end: bool) -> Result<(), Stop> {
        if st.timed.is_empty() && st.imposed.is_empty() && st.borrowed.is_empty() {
            return Ok(());
        }
        let clock = st.clock;
        if end && clock.on_turn != NONE {
            let State {
                timed,
                imposed,
                owner,
                ..
            } = st;
            let tick = |d: &mut Due| {
                if let Due::Count(n, whose, since) = d {
                    let of = match whose {
                        Counted::Seat(s) => *s,
                        Counted::Piece(p) => owner[*p as usize],
                    };
                    if clock.turn > *since && of == clock.on_turn {
                        *n = n.saturating_sub(1);
                    }
                }
            };
            timed.iter_mut().for_each(|t| tick(&mut t.due));
            imposed.iter_mut().flat_map(|i| &mut i.due).for_each(tick);
        }
        if end && st.borrowed.iter().any(|b| self.is_due(st, &b.due, true)) {
            let all = std::mem::take(&mut st.borrowed);
            let (over, left) = all.into_iter().partition(|b| self.is_due(st, &b.due, true));
            st.borrowed = left;
            for b in over {
                let b: Borrowed = b;
                st.planes[self.plan.power_planes + b.power as usize].drop(b.seat as usize);
            }
            touch_all(st, reads::SEATS | reads::VALUES);
        }
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| self.is_due(st, &t.due, end))
            .map(|t| t.slot)
            .collect();
        let over: Vec<bool> = st
            .imposed
            .iter()
            .map(|i| i.due.iter().any(|d| self.is_due(st, d, end)))
            .collect();
        drop_imposed(st, &over);
        self.clear(st, gone)
    }
    /// Values whose time is over: `stops being` is raised for marks.
    fn clear(&mut self, st: &mut State<N>, mut gone: Vec<Slot>) -> Result<(), Stop> {
        if gone.is_empty() {
            return Ok(());
        }
        gone.sort();
        gone.dedup();
        let env = Env::EMPTY;
        let members = gone.into_iter().map(|slot| {
            let cx = self.cx(st, &env);
            let mut events = vec![];
            let change = match slot {
                Slot::Bit(plane, i) => {
                    let mark = self.plan.mark_of(plane);
                    let lost = mark.ty == Ty::Piece && st.plane(plane::LOST).has(i as usize);
                    if !lost {
                        let thing = super::deed::thing(mark.ty, i as usize);
                        let e = Event {
                            holder: mark.holder,
                            ..cx.event(Verb::StopBeing, NONE)
                        };
                        events.push(
                            e.with(Role::Released, thing)
                                .with(Role::Object, Thing::Mark(mark.field)),
                        );
                    }
                    Primitive::Bit(plane, i, false)
                }
                Slot::Plane(p) => Primitive::Plane(p, Bits::EMPTY),
                Slot::Number(i) => Primitive::Number(i, UNSET),
            };
            Member {
                events,
                changes: vec![change, Primitive::Ends(slot, None)],
            }
        });
        let members = members.collect();
        self.perform(st, members)
    }
    /// Marks and facts `until EVENT` end when it happens.
    fn end_by_events(&self, st: &mut State<N>, events: &[Event<N>]) {
        let hit = |st: &State<N>, d: &Due, env: &Env<N>| match d {
            Due::Event(i) => {
                let cx = self.cx(st, env);
                events
                    .iter()
                    .any(|e| cx.fits(&self.plan.ends[*i as usize], e))
            }
            _ => false,
        };
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| hit(st, &t.due, &t.env))
            .map(|t| t.slot)
            .collect();
        let over: Vec<bool> = st
            .imposed
            .iter()
            .map(|i| i.due.iter().any(|d| hit(st, d, &i.env)))
            .collect();
        drop_imposed(st, &over);
        for slot in gone {
            self.apply(
                st,
                &match slot {
                    Slot::Bit(p, i) => Primitive::Bit(p, i, false),
                    Slot::Plane(p) => Primitive::Plane(p, Bits::EMPTY),
                    Slot::Number(i) => Primitive::Number(i, UNSET),
                },
            );
            self.apply(st, &Primitive::Ends(slot, None));
        }
    }

    // ---- steps

    /// Makes a step: `before` rules, matching, change, queue (language 8, points 3 to 6).
    pub fn perform(&mut self, st: &mut State<N>, mut members: Vec<Member<N>>) -> Result<(), Stop> {
        self.befores(st, &mut members)?;
        let edges = !self.plan.edge_stages.is_empty();
        if members.is_empty() {
            // the step was replaced: what was done before it stands alone
            if st.clock.befores == 0 && st.queue.iter().any(|m| m.batch == st.clock.batches + 1) {
                st.clock.batches += 1;
            }
            return Ok(());
        }
        st.clock.stamp += 1;
        let events: Vec<Event<N>> = members
            .iter()
            .flat_map(|m| m.events.iter().copied())
            .collect();
        if self.is_settling() {
            self.match_after(st, &events);
        }
        self.tell_all(st, &events);
        if self.plan.has_duties {
            st.events.extend(events.iter().copied());
        }
        let lifts = |p: &&Primitive<N>| matches!(p, Primitive::Lift(_));
        self.lifted = Bits::EMPTY;
        for op in members.iter().flat_map(|m| &m.changes).filter(lifts) {
            if let Primitive::Lift(p) = op
                && !st.plane(plane::LOST).has(*p as usize)
            {
                self.lifted.add(*p as usize);
            }
            self.apply(st, op);
        }
        let stage = st.stage();
        for op in members
            .iter()
            .flat_map(|m| &m.changes)
            .filter(|p| !lifts(p))
        {
            self.apply(st, op);
            if let (Some(stage), false) = (stage, st.saved.is_empty())
                && op.is_decision()
            {
                st.decided.push((st.clock.changes, stage, *op));
            }
        }
        st.clock.changes += 1;
        if !st.timed.is_empty() || !st.imposed.is_empty() {
            self.end_by_events(st, &events);
        }
        touch_all(st, reads::EVENTS);
        if st.clock.befores == 0 {
            let some = st.queue.iter().any(|m| m.batch == st.clock.batches + 1);
            if some || edges && self.is_settling() {
                st.clock.batches += 1;
            }
        }
        Ok(())
    }

    /// The rules these events set off, queued as one batch.
    fn match_after(&self, st: &mut State<N>, events: &[Event<N>]) {
        if !events
            .iter()
            .any(|e| !self.plan.after[e.verb as usize].is_empty())
        {
            return;
        }
        let stamp = st.clock.stamp;
        let mut found: Vec<Match<N>> = vec![];
        {
            let env = Env::EMPTY;
            let cx = self.cx(st, &env);
            for e in events {
                for t in &self.plan.after[e.verb as usize] {
                    cx.matches(*t, e, events, &mut |m| {
                        let order = found.len() as u16;
                        let stage =
                            self.stage_of(st, &self.plan.triggers[m.trigger as usize], m.env.you);
                        found.push(Match {
                            order,
                            stage,
                            batch: st.clock.batches + 1,
                            ..m
                        });
                    });
                }
            }
        }
        let news = |m: &Match<N>| {
            let t = &self.plan.triggers[m.trigger as usize];
            t.news.is_some() || t.keeps_before
        };
        if found.iter().any(news) {
            found
                .iter_mut()
                .filter(|m| news(m))
                .for_each(|m| m.env.before = stamp);
            let world = Box::new(st.world());
            st.befores.push((stamp, world));
        }
        order::by_key(&mut found, |m| (self.key(st, m), m.order));
        st.queue.append(&mut found);
    }
    fn befores(&mut self, st: &mut State<N>, members: &mut Vec<Member<N>>) -> Result<(), Stop> {
        let some = members
            .iter()
            .flat_map(|m| &m.events)
            .any(|e| !self.plan.before[e.verb as usize].is_empty());
        if !some || st.clock.befores >= self.plan.rules.bounds.before {
            return Ok(());
        }
        let events: Vec<Event<N>> = members
            .iter()
            .flat_map(|m| m.events.iter().copied())
            .collect();
        let mut found: Vec<(Match<N>, usize)> = vec![];
        {
            let env = Env::EMPTY;
            let cx = self.cx(st, &env);
            for (i, m) in members.iter().enumerate() {
                for e in &m.events {
                    for t in &self.plan.before[e.verb as usize] {
                        cx.matches(*t, e, &events, &mut |m| found.push((m, i)));
                    }
                }
            }
        }
        order::by_key(&mut found, |(m, i)| (self.key(st, m), *i));
        let mut struck = vec![];
        for (m, i) in found {
            let t = &self.plan.triggers[m.trigger as usize];
            if struck.contains(&i) || !self.alive(st, &m) {
                continue;
            }
            if t.limit != NONE16 && !self.mode.trial && !self.allows(st, t.limit, &m.env) {
                continue;
            }
            if !self.cx(st, &m.env).truth(&t.when) {
                continue;
            }
            st.clock.befores += 1;
            if !self.mode.trial {
                self.count(st, t.rule)?;
                if t.limit != NONE16 {
                    self.spend(st, t.limit, &m.env);
                }
            }
            let mut env = m.env;
            env.actor = if env.you != NONE {
                env.you
            } else {
                st.clock.on_turn
            };
            env.means = if t.ability {
                Means::Ability
            } else {
                Means::Rule
            };
            let floor = st.frames.len();
            st.frames.push(Frame::Body(Body::of(t.code, env)));
            let mode = self.mode;
            self.mode.floor = floor;
            let stop = self.run(st);
            self.mode = mode;
            st.clock.befores -= 1;
            match stop {
                Stop::Done => {}
                stop => return Err(stop),
            }
            if t.instead {
                struck.push(i);
            }
        }
        let mut i = 0;
        members.retain(|_| {
            i += 1;
            !struck.contains(&(i - 1))
        });
        Ok(())
    }
    fn tell_all(&self, st: &mut State<N>, events: &[Event<N>]) {
        for e in events {
            match e.verb {
                Verb::Capture => {
                    if let Some(p) = e.piece(Role::Victim) {
                        st.planes[plane::CAPTURED].add(p as usize);
                    }
                }
                Verb::Remove => {
                    if let Some(p) = e.piece(Role::Removed) {
                        st.planes[plane::CAPTURED].drop(p as usize);
                    }
                }
                Verb::LoseGame => {
                    if let (Some(Thing::Seat(s)), Some(Thing::Seat(to))) =
                        (e.role(Role::Loser), e.role(Role::Conqueror))
                    {
                        st.seats[s as usize].to = to;
                    }
                }
                _ => {}
            }
            self.tell_trail(st, e);
        }
    }
    /// An event goes into the trail, if some rule asks for its verb.
    pub(super) fn tell_trail(&self, st: &mut State<N>, e: &Event<N>) {
        if self.plan.told[e.verb as usize].is_none() {
            return;
        }
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let piece = |t: Option<Thing>| match t {
            Some(Thing::Piece(p)) => Some(p),
            _ => None,
        };
        let p = piece(e.object()).or_else(|| piece(e.subject()));
        let by = piece(e.subject());
        let told = Told {
            verb: e.verb,
            author: cx.doer(e).map_or(NONE, |s| s as u8),
            piece: p.unwrap_or(NONE),
            kind: p.map_or(NONE, |p| cx.kind(p as usize) as u8),
            owner: p.map_or(NONE, |p| st.owner[p as usize]),
            by: by.unwrap_or(NONE),
            by_kind: by.map_or(NONE, |p| cx.kind(p as usize) as u8),
            by_owner: by.map_or(NONE, |p| st.owner[p as usize]),
            square: match e.verb {
                Verb::Leave => e.square(Role::Origin),
                Verb::Enter => e.square(Role::Destination),
                _ => e.square(Role::Path),
            }
            .unwrap_or(NONE),
            turn: st.clock.turn,
        };
        st.trail.push(told);
    }
    pub(super) fn refused(&self, st: &State<N>, env: &Env<N>, m: &Member<N>) -> bool {
        let cx = self.cx(st, env);
        let by = m.events.iter().find_map(|e| cx.forbidding(e, false));
        by.inspect(|r| self.blame(Reason::Rule(*r))).is_some()
    }
    /// Performs what no guard protects; all or nothing where the phrase names single things.
    pub(super) fn guarded(
        &mut self,
        st: &mut State<N>,
        env: &Env<N>,
        members: Vec<Member<N>>,
        whole: bool,
    ) -> Result<bool, Stop> {
        let n = members.len();
        let left: Vec<Member<N>> = members
            .into_iter()
            .filter(|m| !self.refused(st, env, m))
            .collect();
        if (whole || n == 1) && left.len() < n {
            return Ok(false);
        }
        self.perform(st, left)?;
        Ok(true)
    }

    // ---- settling

    /// Order of firing (language 8.10): player on turn, then clockwise; rank; place.
    pub(super) fn key(&self, st: &State<N>, m: &Match<N>) -> (u8, u32, bool, u32) {
        let n = self.plan.seats.max(1) as u8;
        let from = if st.clock.on_turn == NONE {
            0
        } else {
            st.clock.on_turn
        };
        let seat = if m.env.you == NONE {
            0
        } else {
            (m.env.you + n - from) % n
        };
        let t = &self.plan.triggers[m.trigger as usize];
        let borrowed = match t.holder {
            Holder::Power(p) => (st.borrowed.iter()).any(|b| b.seat == m.env.you && b.power == p),
            Holder::Game | Holder::EachSeat | Holder::Kind(_) => false,
        };
        (seat, t.rank >> 16, borrowed, t.rank & 0xffff)
    }
    /// The stage a match belongs to (language 8.9).
    pub(super) fn stage_of(&self, st: &State<N>, t: &Trigger<N>, you: u8) -> u8 {
        let stages = &self.plan.stages;
        if let Some(s) = t.stage {
            return s;
        }
        let mine = you == NONE || st.clock.on_turn == NONE || st.clock.on_turn == you;
        match (mine, stages.endings) {
            (true, Some(e)) if t.offer.is_some() && t.power => e,
            (true, _) => stages.effects,
            (false, _) => stages.reactions,
        }
    }
    fn settle(&mut self, st: &mut State<N>, stage: u8) -> Result<(), Stop> {
        let at = st.frames.len() - 1;
        if stage != NONE {
            return self.stages(st, at, stage);
        }
        // verdicts that were found together fire one after the other
        if let Some(i) = st.queue.iter().position(|m| m.batch == u32::MAX) {
            let m = st.queue.remove(i);
            return self.fire(st, &m);
        }
        if st.clock.batch < st.clock.batches {
            st.clock.batch += 1;
            let batch = st.clock.batch;
            let ending = self.plan.stages.endings.unwrap_or(NONE);
            let verdicts = self.plan.stages.verdicts;
            let mut i = 0;
            while i < st.queue.len() {
                let m = st.queue[i];
                if m.batch != batch {
                    i += 1;
                    continue;
                }
                let list = if m.stage == ending {
                    &mut st.endings
                } else if self.plan.triggers[m.trigger as usize].granting {
                    &mut st.granting
                } else if m.stage > verdicts {
                    &mut st.waiting
                } else {
                    i += 1;
                    continue;
                };
                list.push(m);
                st.queue.remove(i);
            }
            st.frames[at] = Frame::Settle(0);
            return Ok(());
        }
        let up = match st.clock.phase {
            Phase::Setup => vec![],
            Phase::Start | Phase::Act | Phase::End => self.risen(st, self.plan.stages.count),
        };
        if !up.is_empty() {
            let losing: Vec<Match<N>> = up
                .iter()
                .filter(|m| self.plan.triggers[m.trigger as usize].losing)
                .copied()
                .collect();
            let first: Vec<Match<N>> = match losing.is_empty() {
                true => self.answered(st, &up).into_iter().collect(),
                false => losing,
            };
            for m in &first {
                self.remember(st, m);
                st.queue.push(*m);
            }
            return Ok(());
        }
        if let Some(i) = (0..st.waiting.len()).min_by_key(|i| st.waiting[*i].stage) {
            let m = st.waiting.remove(i);
            return self.fire(st, &m);
        }
        if st.clock.bodies == 0
            && let Some(i) = (0..st.granting.len()).min_by_key(|i| self.key(st, &st.granting[*i]))
        {
            let m = st.granting.remove(i);
            st.clock.bodies += 1;
            st.frames.push(Frame::Counted);
            return self.fire(st, &m);
        }
        st.frames.pop();
        Ok(())
    }
    fn stages(&mut self, st: &mut State<N>, at: usize, stage: u8) -> Result<(), Stop> {
        let batch = st.clock.batch;
        let mut s = stage;
        while s <= self.plan.stages.verdicts {
            if s == self.plan.stages.effects && st.clock.news != batch {
                st.clock.news = batch;
                self.drop_old_news(st, batch);
            }
            let first = st
                .queue
                .iter()
                .position(|m| m.batch == batch && m.stage == s);
            let up = match self.plan.edge_stages.contains(&s) {
                true => self.risen(st, s),
                false => vec![],
            };
            let risen = match (first, up.first()) {
                (None, None) => {
                    s += 1;
                    continue;
                }
                (Some(i), Some(u)) => self.key(st, &st.queue[i]) > self.key(st, u),
                (first, _) => first.is_none(),
            };
            st.frames[at] = Frame::Settle(s);
            let m = match (risen, first) {
                (false, Some(i)) => st.queue.remove(i),
                _ => match self.answered(st, &up) {
                    Some(m) => m,
                    None => return Ok(()),
                },
            };
            return self.fire(st, &m);
        }
        st.frames[at] = Frame::Settle(NONE);
        Ok(())
    }
    /// Of rules that wait for later: what they ask to be newly so is asked when the effects of the event have their turn, before
    /// others answer it.
    fn drop_old_news(&self, st: &mut State<N>, batch: u32) {
        let old = |st: &State<N>, m: &Match<N>| {
            let t = &self.plan.triggers[m.trigger as usize];
            m.batch == batch
                && t.news
                    .as_ref()
                    .is_some_and(|c| !self.cx(st, &m.env).truth(c))
        };
        let all = std::mem::take(&mut st.endings);
        st.endings = all.into_iter().filter(|m| !old(st, m)).collect();
        let all = std::mem::take(&mut st.granting);
        st.granting = all.into_iter().filter(|m| !old(st, m)).collect();
    }
    /// Fires a rule that was set off.
    pub(super) fn fire(&mut self, st: &mut State<N>, m: &Match<N>) -> Result<(), Stop> {
        let t = &self.plan.triggers[m.trigger as usize];
        if !self.alive(st, m) {
            return Ok(());
        }
        if t.limit != NONE16 {
            if !self.allows(st, t.limit, &m.env) {
                return Ok(());
            }
            if self.plan.limits[t.limit as usize].by_event {
                self.spend(st, t.limit, &m.env);
            }
        }
        if m.supposed.is_some() || !self.cx(st, &m.env).truth(&t.when) {
            self.ask_all_the_same(st, m);
            return Ok(());
        }
        self.count(st, t.rule)?;
        let spend = if t.limit == NONE16 || self.plan.limits[t.limit as usize].by_event {
            NONE16
        } else {
            t.limit
        };
        let mut env = m.env;
        env.means = if t.ability {
            Means::Ability
        } else {
            Means::Rule
        };
        if let Some((who, they)) = &t.offer {
            let cx = self.cx(st, &env);
            let left = (cx.mask(who) & cx.playing()).0[0] as u16;
            st.frames.push(Frame::Offer(Offer {
                code: t.code,
                env,
                left,
                seat: NONE,
                limit: spend,
                they: *they,
                label: t.label,
                outright: true,
                secret: t.secret,
                barred: false,
                first: false,
                none: NONE16,
            }));
            return Ok(());
        }
        if spend != NONE16 {
            self.spend(st, spend, &m.env);
        }
        env.actor = if env.you != NONE {
            env.you
        } else {
            st.clock.on_turn
        };
        let judged = env.actor != NONE
            && (t.ability && !self.plan.spoils.is_empty() && !t.losing || t.would.is_some());
        let mut body = Body::of(t.code, env);
        if judged && self.is_settling() {
            // tried as a whole: dropped if it would bring about what abilities cannot
            if !self.can_run(st, t.code, &env, env.actor, false, t.would.as_ref())? {
                return Ok(());
            }
            self.judge_from(st);
            st.begun = t.would.as_ref().map(|_| Box::new(st.world()));
            body.judged = true;
            body.undone = !t.granting;
            body.option = true;
            body.root = st.frames.len() as u8;
            body.lenient = true;
        }
        st.frames.push(Frame::Body(body));
        Ok(())
    }
    /// Where it is hidden from others that a rule does not hold, who is offered something by it is asked all the same and can only
    /// decline: everybody sees whether a player is asked (language 6.6). Supposed is each hidden mark of its holder, and one kind
    /// for all pieces whose kind he hides.
    fn ask_all_the_same(&mut self, st: &mut State<N>, m: &Match<N>) {
        let t = &self.plan.triggers[m.trigger as usize];
        let Some((who, they)) = &t.offer else { return };
        if self.mode.trial || self.mode.rest || !self.seems_to_hold(st, m) {
            return;
        }
        let cx = self.cx(st, &m.env);
        let left = (cx.mask(who) & cx.playing()).0[0] as u16;
        st.frames.push(Frame::Offer(Offer {
            code: t.code,
            env: m.env,
            left,
            seat: NONE,
            limit: NONE16,
            they: *they,
            label: t.label,
            outright: true,
            secret: t.secret,
            barred: true,
            first: false,
            none: NONE16,
        }));
    }
    /// To those who do not know what its holder hides a rule may seem to hold.
    fn seems_to_hold(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        if t.doubts.is_empty() {
            return false;
        }
        let holds = |s: &State<N>| self.cx(s, &m.env).truth(&t.when);
        let mut supposed = self.supposals(st, t, m.env.you);
        supposed.retain(|(s, _)| m.supposed.is_none_or(|only| only == *s));
        supposed.iter().any(|(_, ops)| {
            let mut s = st.world();
            s.befores.clone_from(&st.befores);
            ops.iter().for_each(|op| self.apply(&mut s, op));
            holds(&s)
        })
    }
    /// What others may suppose of the values that the holder of a rule hides.
    fn supposals(&self, st: &State<N>, t: &Trigger<N>, you: u8) -> Vec<Supposal<N>> {
        let mut all = vec![];
        if you == NONE {
            return all;
        }
        let env = Env { you, ..Env::EMPTY };
        let cx = self.cx(st, &env);
        for (i, h) in t
            .doubts
            .iter()
            .map(|h| (*h as u8, &self.plan.hidden[*h as usize]))
        {
            let hidden = |o: usize| !cx.playing().iter().all(|s| cx.sees(s as u8, h, o));
            match h.slots {
                Slots::Marks(plane) => {
                    if hidden(you as usize) {
                        all.push(((i, 0), vec![Primitive::Bit(plane, you, false)]));
                        all.push(((i, 1), vec![Primitive::Bit(plane, you, true)]));
                    } else {
                        all.push(((i, 0), vec![]));
                    }
                }
                Slots::Numbers(first) => {
                    let own = st.plane(plane::OWNER + you as usize).iter();
                    let set = |o: &usize| st.values[first as usize + o] != UNSET && hidden(*o);
                    let keys: Vec<usize> = own.filter(set).collect();
                    let mut values: Vec<i32> =
                        keys.iter().map(|o| st.values[first as usize + o]).collect();
                    values.sort_unstable();
                    values.dedup();
                    let suppose = |v: i32| {
                        let to = |o: &usize| Primitive::Number(first + *o as u16, v);
                        ((i, v as i16), keys.iter().map(to).collect())
                    };
                    all.extend(values.into_iter().map(suppose));
                }
                Slots::Sets(_) | Slots::Owners(..) | Slots::NumbersOfYou(..) => {}
            }
        }
        all
    }
    fn alive(&self, st: &State<N>, m: &Match<N>) -> bool {
        let t = &self.plan.triggers[m.trigger as usize];
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let you = m.env.you as usize;
        match t.holder {
            Holder::Game => true,
            Holder::EachSeat => m.own_loss || m.env.you != NONE && st.playing(you),
            Holder::Power(p) => {
                m.own_loss
                    || m.env.you != NONE
                        && (cx.holds(you, p) || cx.kept(&self.plan.keeps[t.rule as usize], you))
            }
            Holder::Kind(k) => m.env.it == NONE || cx.kind(m.env.it as usize) == k as usize,
        }
    }
    /// A rule has fired in earnest.
    pub(super) fn note_fired(&mut self, rule: u16) {
        if !self.mode.trial && !self.mode.rest {
            self.fired.push(rule);
        }
    }
    /// By this rule somebody lost or the game ended, in earnest.
    pub(super) fn note_verdict(&mut self, rule: u16) {
        if rule != NONE16 && !self.mode.trial && !self.mode.rest {
            self.verdicts.push(rule);
        }
    }
    fn count(&mut self, st: &mut State<N>, rule: u16) -> Result<(), Stop> {
        self.note_fired(rule);
        st.clock.firings += 1;
        if st.clock.firings > u32::from(self.plan.rules.bounds.firings) * 4 {
            return Err(Stop::Overrun);
        }
        Ok(())
    }

    // ---- `as soon as`

    fn members_of(
        &self,
        st: &State<N>,
        e: &Edge<N>,
        look: Bits<N>,
        mut f: impl FnMut(usize, Env<N>, u8, bool),
    ) {
        let t = &self.plan.triggers[e.trigger as usize];
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        if let (Some(lifted), Holder::Kind(k)) = (&e.lifted, t.holder) {
            let mut of =
                cx.of_kinds(Bits::one(k as usize)) - st.plane(plane::LOST) - st.plane(plane::CARD);
            if e.local {
                of &= look;
            }
            if of.is_empty() {
                return;
            }
            let yes = cx.wanting(of).mask(lifted);
            for p in of.iter() {
                let you = cx.controller(p);
                f(
                    0,
                    Env {
                        actor: you,
                        ..Env::of(you, p as u8, t.rule)
                    },
                    p as u8,
                    yes.has(p),
                );
            }
            return;
        }
        cx.rule_holders(t, |you, it| {
            let row = if you == NONE {
                self.plan.seats
            } else {
                you as usize
            };
            let mut env = Env {
                actor: you,
                ..Env::of(you, it, t.rule)
            };
            match &e.each {
                None => {
                    let bit = if it != NONE { it } else { row as u8 };
                    f(0, env, bit, cx.with(&env).truth(&e.when));
                }
                Some((name, of)) => {
                    let all = cx.with(&env).mask(of);
                    for x in all.iter() {
                        env.names[*name as usize] = Bits::one(x);
                        f(row + 1, env, x as u8, cx.with(&env).truth(&e.when));
                    }
                    // whose rule is alive is remembered for all members together, also while there are none
                    f(0, env, row as u8, false);
                }
            }
        });
    }
    /// Of what has risen the rule that is answered first: that of the first which is so, else that by which somebody may seem to have
    /// something to take. All that is the same but for what is supposed is remembered.
    fn answered(&self, st: &mut State<N>, up: &[Match<N>]) -> Option<Match<N>> {
        let first = up.first()?;
        let member = |m: &Match<N>| {
            let edge = self.plan.edges.iter().find(|e| e.trigger == m.trigger)?;
            let (name, _) = edge.each.as_ref()?;
            m.env.names[*name as usize].first()
        };
        let key = |m: &Match<N>| (m.trigger, m.env.you, m.env.it, member(m));
        let same: Vec<Match<N>> = up
            .iter()
            .filter(|m| key(m) == key(first))
            .copied()
            .collect();
        same.iter().for_each(|m| self.remember(st, m));
        let t = &self.plan.triggers[first.trigger as usize];
        let holds = |m: &Match<N>| {
            t.doubts.is_empty()
                || m.supposed.is_none() && self.cx(st, &m.env).truth(&t.when)
                || self.seems_to_hold(st, m)
        };
        same.into_iter().find(holds)
    }
    /// Of a condition whose memory is a list: of what it is asked, and whether it is so, as it is and as others may suppose.
    fn of_list(&self, st: &State<N>, i: usize) -> Vec<(Risen, Match<N>, bool)> {
        let e = &self.plan.edges[i];
        let t = &self.plan.triggers[e.trigger as usize];
        let look = |all: &mut Vec<(Risen, Match<N>, bool)>,
                    st: &State<N>,
                    only: Option<u8>,
                    supposed: Option<(u8, i16)>| {
            let env = Env::EMPTY;
            let cx = self.cx(st, &env);
            cx.rule_holders(t, |you, it| {
                if only.is_some_and(|s| s != you) {
                    return;
                }
                let mut env = Env {
                    actor: you,
                    ..Env::of(you, it, t.rule)
                };
                let of = if it == NONE { (you, NONE) } else { (NONE, it) };
                let mut push = |env: Env<N>, member: u8| {
                    let risen = Risen {
                        edge: i as u16,
                        of,
                        member,
                        supposed,
                    };
                    let m = Match {
                        trigger: e.trigger,
                        stage: e.look,
                        batch: u32::MAX,
                        own_loss: false,
                        supposed,
                        order: all.len() as u16,
                        env,
                    };
                    let yes = cx.with(&m.env).truth(&e.when);
                    all.push((risen, m, yes));
                };
                match &e.each {
                    None => push(env, NONE),
                    Some((name, set)) => {
                        let members = cx.with(&env).mask(set);
                        for x in cx.in_order(Ty::Piece, members) {
                            env.names[*name as usize] = Bits::one(x);
                            push(env, x as u8);
                        }
                    }
                }
            });
        };
        let mut all = vec![];
        look(&mut all, st, None, None);
        let mut seats: Vec<u8> = all.iter().map(|x| x.1.env.you).collect();
        seats.sort_unstable();
        seats.dedup();
        for you in seats {
            for (supposed, ops) in self.supposals(st, t, you) {
                let mut s = st.world();
                ops.iter().for_each(|op| self.apply(&mut s, op));
                look(&mut all, &s, Some(you), Some(supposed));
            }
        }
        all
    }
    /// What has risen since the last look, in order.
    fn risen(&self, st: &mut State<N>, look: u8) -> Vec<Match<N>> {
        let stale = st.dirty[look as usize];
        let mut up: Vec<Match<N>> = vec![];
        if stale == 0 {
            return up;
        }
        let touched = st.touched[look as usize];
        for (i, e) in self.plan.edges.iter().enumerate() {
            if e.look != look || e.reads & stale == 0 {
                continue;
            }
            if e.sparse {
                let mut now = vec![];
                for (risen, m, yes) in self.of_list(st, i) {
                    match (yes, st.listed.contains(&risen)) {
                        (true, true) => now.push(risen),
                        (true, false) => up.push(Match {
                            order: up.len() as u16,
                            ..m
                        }),
                        (false, _) => {}
                    }
                }
                st.listed.retain(|r| r.edge as usize != i);
                st.listed.append(&mut now);
                st.listed.sort_unstable();
                continue;
            }
            let of_kind = matches!(
                self.plan.triggers[e.trigger as usize].holder,
                Holder::Kind(_)
            );
            let base = i * self.plan.edge_rows;
            let mut now = vec![(Bits::<N>::EMPTY, Bits::<N>::EMPTY); self.plan.edge_rows / 2];
            let mut found: Vec<(usize, Env<N>, u8)> = vec![];
            self.members_of(st, e, touched, |row, env, bit, yes| {
                now[row].1.add(bit as usize);
                if yes {
                    now[row].0.add(bit as usize);
                    found.push((row, env, bit));
                }
            });
            if e.each.is_some() {
                // of several pieces the first on the board comes first
                order::by_key(&mut found, |(row, _, piece)| {
                    (*row, st.place[*piece as usize])
                });
            }
            for (row, env, bit) in found {
                let known = of_kind
                    || match row {
                        0 => st.edges[base + 1].has(bit as usize),
                        row => st.edges[base + 1].has(row - 1),
                    };
                let was = st.edges[base + 2 * row].has(bit as usize);
                if known && !was {
                    let order = up.len() as u16;
                    up.push(Match {
                        trigger: e.trigger,
                        stage: look,
                        batch: u32::MAX,
                        own_loss: false,
                        supposed: None,
                        order,
                        env,
                    });
                    now[row].0.drop(bit as usize);
                }
            }
            for (row, (yes, alive)) in now.into_iter().enumerate() {
                let seen = if e.local { touched } else { Bits::FULL };
                st.edges[base + 2 * row] = (st.edges[base + 2 * row] - seen) | yes;
                if !of_kind {
                    st.edges[base + 2 * row + 1] = alive;
                }
            }
        }
        if up.is_empty() {
            st.dirty[look as usize] = 0;
            st.touched[look as usize] = Bits::EMPTY;
        }
        order::by_key(&mut up, |m| (self.key(st, m), m.order));
        up
    }
    /// A condition that has risen is remembered as true.
    fn remember(&self, st: &mut State<N>, m: &Match<N>) {
        let Some(i) = self.plan.edges.iter().position(|e| e.trigger == m.trigger) else {
            return;
        };
        let e = &self.plan.edges[i];
        if e.sparse {
            let of = match m.env.it {
                NONE => (m.env.you, NONE),
                it => (NONE, it),
            };
            let name = e.each.as_ref().map(|(n, _)| *n as usize);
            let member = name.and_then(|n| m.env.names[n].first());
            let risen = Risen {
                edge: i as u16,
                of,
                member: member.map_or(NONE, |x| x as u8),
                supposed: m.supposed,
            };
            if !st.listed.contains(&risen) {
                st.listed.push(risen);
                st.listed.sort_unstable();
            }
            return;
        }
        let base = i * self.plan.edge_rows;
        let row = if m.env.you == NONE {
            self.plan.seats
        } else {
            m.env.you as usize
        };
        match &e.each {
            Some((name, _)) => {
                let x = m.env.names[*name as usize].first().unwrap_or(0);
                st.edges[base + 2 * (row + 1)].add(x);
            }
            None if m.env.it != NONE => st.edges[base].add(m.env.it as usize),
            None => st.edges[base].add(row),
        }
    }
    /// What is true when play begins does not fire.
    pub fn prime(&self, st: &mut State<N>) {
        for (i, e) in self.plan.edges.iter().enumerate() {
            if e.sparse {
                let all = self.of_list(st, i).into_iter();
                let mut now: Vec<Risen> = all.filter(|x| x.2).map(|x| x.0).collect();
                st.listed.append(&mut now);
                st.listed.sort_unstable();
                continue;
            }
            let base = i * self.plan.edge_rows;
            let mut now = vec![(Bits::<N>::EMPTY, Bits::<N>::EMPTY); self.plan.edge_rows / 2];
            self.members_of(st, e, Bits::FULL, |row, _, bit, yes| {
                now[row].1.add(bit as usize);
                if yes {
                    now[row].0.add(bit as usize);
                }
            });
            for (row, (yes, alive)) in now.into_iter().enumerate() {
                st.edges[base + 2 * row] = yes;
                st.edges[base + 2 * row + 1] = alive;
            }
        }
    }

    // ---- limits

    /// The limit has not been used up by the holder.
    pub(super) fn allows(&self, st: &State<N>, lim: u16, env: &Env<N>) -> bool {
        let l = self.plan.limits[lim as usize];
        let u = st.used[self.limit_at(lim, env)];
        let times = u16::from(l.times);
        let own = if env.you == NONE {
            st.clock.turn
        } else {
            st.seats[env.you as usize].turns
        };
        match l.per {
            Per::Game | Per::Opponent => u.game < times,
            Per::Turn => u.turn.0 != st.clock.turn || u.turn.1 < times,
            Per::Round => u.round.0 != st.clock.round || u.round.1 < times,
            Per::Action => u.action.0 != st.clock.action || u.action.1 < times,
            Per::NotRunning(most) => {
                let running = u.own_turn != 0 && own == u.own_turn + 1;
                let now = u.own_turn == own && u.turn.0 == st.clock.turn;
                !(now || running && u.run >= most)
            }
        }
    }
    fn limit_at(&self, lim: u16, env: &Env<N>) -> usize {
        let n = self.plan.seats + 1;
        let (you, foe) = (
            (env.you as usize).min(n - 1),
            (env.opponent as usize).min(n - 1),
        );
        (lim as usize * n + you) * n + foe
    }
    /// Uses a limit.
    pub(super) fn spend(&self, st: &mut State<N>, lim: u16, env: &Env<N>) {
        let at = self.limit_at(lim, env);
        let c = st.clock;
        let own = if env.you == NONE {
            c.turn
        } else {
            st.seats[env.you as usize].turns
        };
        let u = &mut st.used[at];
        let again = |(when, n): (u32, u16), now: u32| (now, if when == now { n + 1 } else { 1 });
        u.game += 1;
        u.turn = again(u.turn, c.turn);
        u.round = again(u.round, c.round);
        u.action = again(u.action, c.action);
        u.run = if u.own_turn != 0 && own == u.own_turn + 1 {
            u.run.saturating_add(1)
        } else {
            1
        };
        u.own_turn = own;
    }

    // ---- primitive changes

    /// One primitive change.
    pub(super) fn apply(&self, st: &mut State<N>, op: &Primitive<N>) {
        let plan = self.plan;
        match *op {
            Primitive::Lift(p) => plan.lift(st, p as usize),
            Primitive::Land(p, q) => {
                if let Some(o) = st.at_beside(q as usize, p as usize) {
                    // the square is taken after all: whoever stood there is lost
                    plan.lift(st, o);
                }
                if !self.lifted.has(p as usize) {
                    self.come_back(st, p);
                }
                plan.land(st, p as usize, q as usize);
            }
            Primitive::Side(p, far) => {
                if far {
                    st.planes[plane::FAR].add(p as usize)
                } else {
                    st.planes[plane::FAR].drop(p as usize)
                }
            }
            Primitive::Moved(p) => {
                st.planes[plane::UNMOVED].drop(p as usize);
                st.planes[plane::MOVED].add(p as usize);
                touch_all(st, reads::EVENTS);
            }
            Primitive::Displaced(p) => {
                st.planes[plane::UNMOVED].drop(p as usize);
                touch_all(st, reads::EVENTS);
            }
            Primitive::Own(p, s) => plan.own(st, p as usize, s as usize),
            Primitive::Kind(p, k) => {
                st.planes[plan.kind_planes + st.kind[p as usize] as usize].drop(p as usize);
                st.planes[plan.kind_planes + k as usize].add(p as usize);
                st.kind[p as usize] = k;
                st.planes[plane::UNMOVED].drop(p as usize);
                plan.touch(st, p as usize, reads::KINDS | reads::EVENTS);
            }
            Primitive::Bit(plane, i, on) => {
                let b = &mut st.planes[plane as usize];
                if on {
                    b.add(i as usize)
                } else {
                    b.drop(i as usize)
                }
                touch_all(st, reads::VALUES);
            }
            Primitive::Number(i, v) => {
                st.values[i as usize] = v;
                touch_all(st, reads::VALUES);
            }
            Primitive::Plane(i, b) => {
                st.planes[i as usize] = b;
                touch_all(st, reads::VALUES);
            }
            Primitive::Ends(slot, None) => st.timed.retain(|t| t.slot != slot),
            Primitive::Ends(slot, Some((due, env))) => st.timed.push(Timed { slot, due, env }),
            Primitive::Out(s) => self.out(st, s),
            Primitive::EndPower(s, p) => self.drop_power(st, s, p),
            Primitive::Skip(s) => st.seats[s as usize].skip += 1,
            Primitive::Store(p, slot, at) => {
                if !self.lifted.has(p as usize) {
                    self.come_back(st, p);
                }
                plan.store(st, p as usize, slot, (at != NONE).then_some(at as usize));
            }
            Primitive::Shown(p) => st.planes[plane::SHOWN].add(p as usize),
            Primitive::GiveArmy(army, seat) => self.give_army(st, army, seat),
            Primitive::Borrow(seat, power, due) => {
                st.planes[plan.power_planes + power as usize].add(seat as usize);
                st.borrowed.push(Borrowed { seat, power, due });
                touch_all(st, reads::SEATS | reads::VALUES);
            }
        }
    }
    /// A piece that was lost and comes back faces as its owner's pieces do (basic.10), free of what it was marked as for a time.
    fn come_back(&self, st: &mut State<N>, p: u8) {
        let i = p as usize;
        if !st.plane(plane::LOST).has(i) {
            return;
        }
        st.planes[plane::FAR].drop(i);
        let owner = st.owner[i] as usize;
        if owner < self.plan.seats {
            let facing = self.plan.boards.facing(owner);
            st.planes[plane::FACING + (st.facing[i] as usize & 3)].drop(i);
            st.planes[plane::FACING + (facing as usize & 3)].add(i);
            st.facing[i] = facing;
        }
        let gone: Vec<Slot> = (st.timed.iter().map(|t| t.slot))
            .filter(|s| matches!(s, Slot::Bit(plane, x) if *x == p && self.plan.mark_of(*plane).ty == Ty::Piece))
            .collect();
        for slot in gone {
            if let Slot::Bit(plane, x) = slot {
                self.apply(st, &Primitive::Bit(plane, x, false));
            }
            self.apply(st, &Primitive::Ends(slot, None));
        }
    }
    fn out(&self, st: &mut State<N>, s: u8) {
        st.clock.losses += 1;
        st.clock.playing &= !(1 << s);
        st.seats[s as usize].result = Outcome::Loss;
        st.seats[s as usize].lost_at = st.clock.stamp + 1;
        if st.clock.on_turn == s {
            st.clock.end_turn = true;
        }
        touch_all(st, reads::SEATS);
        // an end in turns of a player who is out comes at once
        let gone: Vec<Slot> = st
            .timed
            .iter()
            .filter(|t| matches!(t.due, Due::Seat(t, ..) if t == s))
            .map(|t| t.slot)
            .collect();
        for slot in gone {
            match slot {
                Slot::Bit(p, i) => self.apply(st, &Primitive::Bit(p, i, false)),
                Slot::Plane(p) => self.apply(st, &Primitive::Plane(p, Bits::EMPTY)),
                Slot::Number(i) => self.apply(st, &Primitive::Number(i, UNSET)),
            }
            self.apply(st, &Primitive::Ends(slot, None));
        }
        st.imposed.retain(|i| {
            !i.due
                .iter()
                .any(|d| matches!(d, Due::Seat(t, ..) if *t == s))
        });
    }
    /// A seat gets an army: before the game with its pieces, later its power alone, in place of the one it had.
    fn give_army(&self, st: &mut State<N>, army: u16, seat: u8) {
        let plan = self.plan;
        let power = |a: u16| {
            plan.rules.armies[a as usize]
                .power
                .and_then(|p| plan.power(p))
        };
        let s = seat as usize;
        if st.clock.phase != Phase::Setup
            && let old = st.seats[s].army
            && old != NONE16
            && let Some(p) = power(old)
        {
            self.drop_power(st, seat, p);
        }
        st.seats[s].army = army;
        if let Some(p) = power(army) {
            st.planes[plan.power_planes + p as usize].add(s);
        }
        if st.clock.phase == Phase::Setup {
            plan.set_up(st, s);
            if let Some(p) = power(army) {
                plan.fill_zones(st, Some(p), Some(s));
            }
        }
        touch_all(st, reads::ALL);
    }
    /// A power is lost: its state without an end is cleared (language 6.3).
    fn drop_power(&self, st: &mut State<N>, s: u8, p: u8) {
        st.planes[self.plan.power_planes + p as usize].drop(s as usize);
        st.borrowed.retain(|b| (b.seat, b.power) != (s, p));
        touch_all(st, reads::SEATS | reads::VALUES);
        for m in self.plan.marks.iter().filter(|m| m.power == Some(p)) {
            match (m.per_holder, m.ty) {
                (true, _) => {
                    let plane = m.plane + u16::from(s);
                    let kept: Bits<N> = (st.timed.iter())
                        .filter_map(|t| match t.slot {
                            Slot::Bit(q, i) if q == plane => Some(i as usize),
                            _ => None,
                        })
                        .collect();
                    st.planes[plane as usize] &= kept;
                }
                (false, Ty::Seat) if !st.timed.iter().any(|t| t.slot == Slot::Bit(m.plane, s)) => {
                    st.planes[m.plane as usize].drop(s as usize);
                }
                _ => {}
            }
        }
        for v in self
            .plan
            .numbers
            .iter()
            .filter(|v| v.power == Some(p) && v.on == Ty::Seat)
        {
            let i = v.slot + u16::from(s);
            if !st.timed.iter().any(|t| t.slot == Slot::Number(i)) {
                st.values[i as usize] = UNSET;
            }
        }
        let zones = self
            .plan
            .zones
            .iter()
            .filter(|z| z.power == Some(p) && z.on == Ty::Seat);
        let slots: Vec<u16> = zones.map(|z| z.slot + u16::from(s)).collect();
        for slot in slots {
            for x in st.held_in(slot).collect::<Vec<_>>() {
                self.plan.lift(st, x);
            }
        }
        let n = self.plan.seats + 1;
        for lim in &self.plan.power_limits[p as usize] {
            for foe in 0..n {
                st.used[(*lim as usize * n + s as usize) * n + foe] = Used::default();
            }
        }
    }
    /// `take back the move`: the position before the move comes back; what was spent for it and what was decided before stays.
    pub(super) fn take_back(&mut self, st: &mut State<N>, env: &Env<N>) {
        if self.mode.trial {
            return;
        }
        let Some(mut depth) = st.saved.len().checked_sub(1) else {
            return;
        };
        // a move that was all its action has done so far goes back with the action
        while st.one_move
            && depth > 0
            && st.saved[depth - 1].state.clock.changes == st.saved[depth].state.clock.changes
        {
            depth -= 1;
        }
        st.saved.truncate(depth + 1);
        let Some(saved) = st.saved.pop() else { return };
        let since = saved.state.clock.changes;
        let now = st.stage();
        let mut back = *saved.state;
        std::mem::swap(&mut back.frames, &mut st.frames);
        std::mem::swap(&mut back.saved, &mut st.saved);
        std::mem::swap(&mut back.decided, &mut st.decided);
        let own = self.plan.limit_of(env.rule);
        if own != NONE16 {
            let n = (self.plan.seats + 1) * (self.plan.seats + 1);
            let at = own as usize * n;
            back.used[at..at + n].copy_from_slice(&st.used[at..at + n]);
        }
        // taking a move back hides nothing that was revealed meanwhile
        back.planes[plane::SHOWN] |= st.planes[plane::SHOWN];
        for known in self.plan.hidden.iter().flat_map(Hidden::all_known) {
            back.planes[known] |= st.planes[known];
        }
        back.clock.bodies = st.clock.bodies;
        back.clock.befores = st.clock.befores;
        back.clock.batches = st.clock.batches;
        back.clock.batch = st.clock.batches;
        back.clock.firings = st.clock.firings;
        back.clock.action = st.clock.action;
        let changes = st.clock.changes;
        *st = back;
        st.clock.changes = changes + 1;
        let stands: Vec<Primitive<N>> = (st.decided.iter())
            .filter(|(at, stage, _)| *at >= since && Some(*stage) < now)
            .map(|(.., op)| *op)
            .collect();
        for op in stands {
            let gone = matches!(op, Primitive::Kind(p, _) if st.plane(plane::LOST).has(p as usize));
            if !gone {
                self.apply(st, &op);
            }
        }
        st.queue.clear();
        touch_all(st, reads::ALL);
        st.touched.iter_mut().for_each(|t| *t = Bits::FULL);
        if let Some(Frame::Move(m)) = st.frames.get_mut(saved.frame as usize) {
            m.back = true;
        }
    }

    // ---- copies

    /// A state from the pool.
    pub(super) fn copy(&mut self, st: &State<N>) -> State<N> {
        let mut s = self.pool.pop().unwrap_or_default();
        s.copy_from(st);
        s
    }
    /// Back into the pool.
    pub(super) fn put_away(&mut self, st: State<N>) {
        self.pool.push(st);
    }
    /// The ability that begins here is judged as a whole.
    pub(super) fn judge_from(&mut self, st: &mut State<N>) {
        if self.plan.spoils.is_empty() {
            return;
        }
        st.judged = None;
        st.judged = Some(Box::new(st.clone()));
    }
}

fn drop_imposed<const N: usize>(st: &mut State<N>, over: &[bool]) {
    if over.contains(&true) {
        let mut over = over.iter();
        st.imposed.retain(|_| over.next() != Some(&true));
        touch_all(st, reads::VALUES);
    }
}

impl<const N: usize> Primitive<N> {
    /// It decides something about players, values or what a piece is: not where pieces stand, whose they are and whether they have
    /// moved, which is the position a move that is taken back gives back.
    fn is_decision(&self) -> bool {
        match self {
            Primitive::Lift(_)
            | Primitive::Land(..)
            | Primitive::Side(..)
            | Primitive::Store(..)
            | Primitive::Moved(_)
            | Primitive::Displaced(_)
            | Primitive::Own(..) => false,
            Primitive::Kind(..)
            | Primitive::Bit(..)
            | Primitive::Number(..)
            | Primitive::Plane(..)
            | Primitive::Ends(..)
            | Primitive::Out(_)
            | Primitive::EndPower(..)
            | Primitive::Borrow(..)
            | Primitive::GiveArmy(..)
            | Primitive::Shown(_)
            | Primitive::Skip(_) => true,
        }
    }
}

/// A move decision being made.
impl<const N: usize> Runner<'_, N> {
    /// Duties these events fulfil are done.
    fn mark_duties(&self, st: &mut State<N>, events: &[Event<N>]) {
        for i in 0..st.imposed.len() {
            let im = st.imposed[i];
            let g = &self.plan.facts[im.fact as usize];
            let cx = self.cx(st, &im.env);
            if g.duty && events.iter().any(|e| cx.fits(&g.pattern, e)) {
                st.imposed[i].done = true;
            }
        }
    }
    /// Carries out a move.
    pub(super) fn make_move(
        &mut self,
        st: &mut State<N>,
        seat: u8,
        m: &Move<N>,
        means: Means,
        rule: u16,
    ) -> Result<(), Stop> {
        let member = self.move_member(st, seat, m, means, rule);
        self.mark_duties(st, &member.events);
        self.note_heading(st, m);
        self.perform(st, vec![member])
    }
    /// In which direction a piece goes.
    pub(super) fn note_heading(&self, st: &mut State<N>, m: &Move<N>) {
        let heading = self.plan.boards.heading(m.from as usize, m.to as usize);
        st.heading[m.piece as usize] = heading
            .and_then(|d| HEADINGS.iter().position(|h| *h == d))
            .map_or(NONE, |i| i as u8);
    }
    /// What happens and what changes by a move.
    pub(super) fn move_member(
        &self,
        st: &State<N>,
        seat: u8,
        m: &Move<N>,
        means: Means,
        rule: u16,
    ) -> Member<N> {
        let env = Env::EMPTY;
        let cx = self.cx(st, &env);
        let mut events = vec![];
        cx.raised(m, seat, |e| {
            if self.plan.has_duties
                || self.plan.watched[e.verb as usize]
                || !st.timed.is_empty()
                || !st.imposed.is_empty()
            {
                events.push(Event {
                    means,
                    rule: if means == Means::Move { NONE16 } else { rule },
                    ..e
                });
            }
        });
        let mut changes = vec![];
        changes.extend(m.victims.iter().map(|v| Primitive::Lift(v as u8)));
        if !m.stand {
            changes.push(Primitive::Lift(m.piece));
            for (p, to) in m.pushes.iter().flatten() {
                changes.push(Primitive::Lift(*p));
                if *to != NONE {
                    changes.extend([Primitive::Land(*p, *to), Primitive::Displaced(*p)]);
                }
            }
            if let Some((b, to)) = m.bring {
                changes.extend([
                    Primitive::Lift(b),
                    Primitive::Land(b, to),
                    Primitive::Displaced(b),
                ]);
            }
            changes.push(Primitive::Land(m.piece, m.to));
        }
        changes.push(Primitive::Moved(m.piece));
        Member { events, changes }
    }
}

/// What others may suppose of the values of a hidden field, and the changes that make it so.
type Supposal<const N: usize> = ((u8, i16), Vec<Primitive<N>>);
