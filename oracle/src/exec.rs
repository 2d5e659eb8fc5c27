//! Running: blocks step by step, in direct style. Where somebody must decide and no answer is logged yet, the
//! run stops with the question; the host's answer is logged and the segment (a turn) runs again from its
//! beginning. So a suspended game is a state and a list of answers, and nothing else has to be saved.
use super::ahead::Ahead;
pub use super::answer::{Does, Opt};
use super::change::Change;
use super::choices::Asks;
use super::clock::Clock;
use super::link::Linked;
pub use super::question::Question;
use super::question::decides;
use super::read::*;
use super::settle::Match;
use super::settle::*;
use super::state::*;
use super::trial::Trial;
use super::value::*;
use engine::ids::*;
use engine::play::*;
use engine::rules::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// Why a run stopped.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// Somebody must decide.
    Ask(Box<Ask>),
    /// The option or step cannot be carried out.
    Cannot,
    /// The whole action was taken back with its move.
    Back,
    /// The game is over.
    Over,
    /// What comes next hangs on what the player who is asked does not know yet.
    Unknown,
    /// The last answer of a run that answers by itself could not have been given.
    NoAnswer,
    /// Too many firings: the rules of the cycle.
    Overrun(Vec<RuleId>),
}

/// A question.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// As the host sees it.
    pub decision: Decision,
    /// The answers with what they do.
    pub opts: Vec<Opt>,
}

/// An act of the table by a seat, before the answer of this number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableCall {
    /// Answers used before it.
    pub at: usize,
    /// Whose.
    pub seat: SeatId,
    /// Which act of the table.
    pub act: usize,
}

/// How a block ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It ran to its end.
    Next,
    /// `stop`.
    Break,
    /// Its first decision could not be made or was declined.
    None,
}

/// What taking a move back goes back to.
pub struct Snap {
    /// The state before the move decision.
    pub state: State,
    /// The changes made until then.
    pub changes: u32,
    /// How many matches waited then: for the end of the turn, for a stage after the verdicts, for their move.
    pub waiting: [usize; 3],
}

/// A run of a segment.
pub struct Exec<'a> {
    /// The match.
    pub l: &'a Linked,
    /// The state.
    pub st: State,
    /// Answers, those taken without a question included.
    pub log: Vec<Opt>,
    /// Answers used.
    pub at: usize,
    /// Acts of the table, each above the decision it was made at.
    pub acts: Vec<TableCall>,
    /// What the latest of them has left.
    pub since_act: Option<super::undo::Undo>,
    /// Acts carried out.
    pub acted: usize,
    /// Answers that were given and not tried by a probe.
    pub given: usize,
    /// Trying, not playing.
    pub probe: bool,
    /// Nesting of questions about actions in which this run is made.
    pub actions: u8,
    /// In a probe: what the steps set off is settled too, as when it is played.
    pub settles: bool,
    /// In a probe: a step that cannot be carried out spoils the option.
    pub strict: bool,
    /// What the block in hand goes on with behind the step that is carried out.
    pub follows: Option<&'a Step>,
    /// Batches not yet settled.
    pub queue: VecDeque<Batch>,
    /// Matches waiting for a stage after the verdicts.
    pub waiting: Vec<Match>,
    /// Matches of rules that open a move decision.
    pub granting: Vec<Match>,
    /// The stage whose rules are firing.
    pub stage: Option<usize>,
    /// What rules of a stage have decided since a move that may still be taken back: when, in which stage, what.
    pub decided: Vec<(u32, usize, Change)>,
    /// Matches of what `before` rules have done, until the step they stood before is made.
    pub led: Vec<Match>,
    /// Matches kept for the end of the turn.
    pub endings: Vec<Match>,
    /// What the move decisions that are open or being settled go back to.
    pub snaps: Vec<Snap>,
    /// The action being carried out has one move in it.
    pub one_move: bool,
    /// The move decision (by depth) that a rule has taken back.
    pub taken_back: Option<usize>,
    /// Options being carried out, whose completion is looked ahead to.
    pub trials: Vec<Trial<'a>>,
    /// Rules fired since the last answer of this segment.
    pub fired: Vec<RuleId>,
    /// What is told.
    pub notices: Vec<Notice>,
    /// Between which of these, in which states, it is told who is in check.
    pub checks: Vec<(usize, State)>,
    /// The turn is to end.
    pub end_turn: bool,
    /// What is done has to be done in time.
    pub clock: Option<Clock>,
    /// Depth of bodies that open move decisions.
    pub bodies: u32,
    /// Depth of rules fired inside one another.
    pub depth: u32,
    /// Depth of `before` rules.
    pub befores: u8,
    /// The rule before an event that is being run has come to a step that stands `instead` of the event.
    pub struck: bool,
    /// Changes made.
    pub changes: u32,
    /// Pieces lifted in the step that is being made.
    pub lifted: Vec<PieceId>,
    /// Of these, those that lay in a zone of a player.
    pub entering: Vec<PieceId>,
    /// State at the last boundary passed, with the number of answers used up to there.
    pub checkpoint: Option<State>,
    /// Rules fired up to the last boundary passed.
    pub fired_before: Vec<RuleId>,
    /// The state at the beginning of the segment, where something is judged by whole turns.
    pub origin: Option<Arc<State>>,
    /// Conditions read since, as long as nothing has been answered or changed.
    pub begun: usize,
    /// In a trial: the state after its latest ordinary move, up to which its ability has been judged.
    pub judged: Option<Arc<State>>,
    /// In a trial: the ability has brought about what abilities cannot.
    pub spoilt: bool,
    /// In a trial: for whom it is made, and who knows no more than he knows.
    pub asker: Option<SeatId>,
    /// In a trial: the piece that shall move.
    pub sought: Option<PieceId>,
    /// In a trial of the rest of a turn: who accepts nothing he is offered.
    pub declines: Option<SeatId>,
    /// Something he was offered was not accepted for that reason.
    pub declined: bool,
    /// The run looks for some way of answering, and answers by itself.
    pub ahead: Option<Ahead>,
    /// States looked at by look-ahead.
    pub looks: std::cell::Cell<u32>,
    /// The option somebody asks the reasons of.
    pub asked: Option<std::rc::Rc<super::explain::Asked>>,
}

impl<'a> Exec<'a> {
    /// What is done sets off the rules that watch it.
    pub fn is_settling(&self) -> bool {
        !self.probe || self.settles
    }
    /// Begin a run.
    pub fn new(l: &'a Linked, st: State, log: Vec<Opt>) -> Exec<'a> {
        let given = log.len();
        Exec {
            l,
            st,
            log,
            at: 0,
            acts: vec![],
            since_act: None,
            acted: 0,
            given,
            probe: false,
            actions: 0,
            settles: false,
            strict: false,
            follows: None,
            queue: VecDeque::new(),
            waiting: vec![],
            granting: vec![],
            stage: None,
            decided: vec![],
            led: vec![],
            endings: vec![],
            snaps: vec![],
            one_move: false,
            taken_back: None,
            trials: vec![],
            fired: vec![],
            notices: vec![],
            checks: vec![],
            end_turn: false,
            clock: None,
            bodies: 0,
            depth: 0,
            befores: 0,
            struck: false,
            changes: 0,
            lifted: vec![],
            entering: vec![],
            checkpoint: None,
            fired_before: vec![],
            origin: None,
            begun: 0,
            judged: None,
            spoilt: false,
            asker: None,
            sought: None,
            declines: None,
            declined: false,
            ahead: None,
            looks: std::cell::Cell::new(0),
            asked: None,
        }
    }
    /// Remember this moment, before a move decision.
    pub fn snap(&mut self) {
        self.snaps.push(Snap {
            state: self.st.clone(),
            changes: self.changes,
            waiting: [self.endings.len(), self.waiting.len(), self.granting.len()],
        });
    }
    /// Read the state in an environment.
    pub fn cx<'b>(&'b self, env: &'b Env) -> Cx<'b> {
        let cx = Cx::new(self.l, &self.st, env);
        // for whom the rest of a turn is tried, he counts on nothing that he does not know
        let eyes = self.asker.filter(|_| self.st.tried).or(cx.eyes);
        Cx {
            actions: self.actions,
            eyes,
            ..cx
        }
    }
    /// Tell somebody something; what was told before the last answer is not told again.
    pub fn tell(&mut self, n: Notice) {
        if !self.probe && self.at == self.log.len() {
            self.notices.push(n);
        }
    }

    // ---- decisions

    /// Log what the run found out by itself, so that a run anew need not find it again.
    pub fn log_mark(&mut self, does: Does) {
        self.log.push(Opt {
            choice: Choice::GoOn,
            does,
            depth: self.depth,
        });
        self.at += 1;
    }

    /// Ask. The options are made only if the answer is not logged.
    pub fn decide(
        &mut self,
        q: Question,
        make: impl FnOnce(&mut Self) -> Vec<Opt>,
    ) -> Result<Opt, Stop> {
        self.acts_called_here(&q.who)?;
        let in_time = self.clock_has_said();
        if in_time == Some(true) {
            return Err(Stop::Cannot);
        }
        if self.at < self.log.len() {
            self.at += 1;
            let o = self.log[self.at - 1].clone();
            self.make_sure(&q, &o)?;
            return if o.does == Does::Empty || self.probe && !self.is_about_something(&o.does) {
                Err(Stop::Cannot)
            } else {
                self.somebody_acts(&q.who);
                self.answered_in_time(&q.who);
                Ok(o)
            };
        }
        if !self.comes_safely(&q) {
            return Err(Stop::NoAnswer);
        }
        let mut opts = make(self);
        let unsure = self.sift(&q, &mut opts);
        self.keep_by_turn(&q, &mut opts);
        if opts.is_empty() {
            self.log_mark(Does::Empty);
            return Err(Stop::Cannot);
        }
        if q.auto && opts.len() <= q.wanted {
            let mut o = opts.swap_remove(0);
            o.depth = self.depth;
            self.log.push(o.clone());
            self.at += 1;
            self.somebody_acts(&q.who);
            return Ok(o);
        }
        if let (None, Some(ask)) = (in_time, self.ask_clock(&q)) {
            return Err(ask);
        }
        opts.iter_mut().for_each(|o| o.depth = self.depth);
        let decision = Decision {
            who: q.who,
            kind: q.kind,
            rule: q.rule,
            label: q.label,
            secret: q.secret,
            options: opts.iter().map(|o| o.choice.clone()).collect(),
            weights: vec![],
            picked: 0,
            dealing: q.dealing,
        };
        let ask = Ask { decision, opts };
        let Some(ahead) = &mut self.ahead else {
            return Err(Stop::Ask(Box::new(ask)));
        };
        let who = ask.decision.who.clone();
        let o =
            (ahead.answer(self.log.len(), ask, unsure)).map_err(|ask| Stop::Ask(Box::new(ask)))?;
        self.log.push(o.clone());
        self.at += 1;
        self.somebody_acts(&who);
        Ok(o)
    }

    /// The turns passed unasked are counted from the last decision of a player.
    fn somebody_acts(&mut self, who: &Who) {
        if matches!(who, Who::Seat(_)) && self.st.passed > 0 && !self.probe {
            self.st.quietly().passed = 0;
        }
    }

    // ---- blocks

    /// Run steps.
    pub fn block(&mut self, env: &mut Env, b: &'a [Step]) -> Result<Flow, Stop> {
        self.block_before(env, b, false)
    }
    /// Run steps, perhaps those before an `otherwise`: an offer declined there ends them, elsewhere it skips its own block.
    fn block_before(
        &mut self,
        env: &mut Env,
        b: &'a [Step],
        otherwise: bool,
    ) -> Result<Flow, Stop> {
        let ends = |s: &Step| otherwise || !matches!(s, Step::May { .. });
        let (mut first, mut declined) = (true, false);
        for (i, s) in b.iter().enumerate() {
            self.follows = b.get(i + 1);
            match self.step(env, s) {
                Ok(Flow::Next) => {}
                // nothing to choose from, or declined: of a choose the rest is skipped
                Ok(Flow::None) => {
                    if self.strict && !matches!(s, Step::May { .. }) {
                        return Err(Stop::Cannot);
                    }
                    if first && decides(s) {
                        if ends(s) {
                            return Ok(Flow::None);
                        }
                        declined = true;
                    }
                    if matches!(s, Step::Choose { .. }) {
                        return Ok(Flow::Next);
                    }
                }
                Ok(Flow::Break) => return Ok(Flow::Break),
                Err(Stop::Cannot) if !self.strict => {
                    if first && decides(s) {
                        if ends(s) {
                            return Ok(Flow::None);
                        }
                        declined = true;
                    }
                }
                Err(e) => return Err(e),
            }
            if decides(s) {
                first = false;
            }
            if env.procedure {
                self.settle()?;
                if self.end_turn {
                    return Ok(Flow::Break);
                }
            }
        }
        Ok(if declined { Flow::None } else { Flow::Next })
    }

    pub(super) fn actor(&self, env: &Env) -> Result<SeatId, Stop> {
        env.actor
            .or(env.you)
            .or(self.st.on_turn)
            .ok_or(Stop::Cannot)
    }
    /// The seat a phrase names, else the actor.
    pub fn seat_for(&self, env: &Env, who: &Option<Set>) -> Result<SeatId, Stop> {
        match who {
            Some(s) => self
                .cx(env)
                .set(s)
                .into_iter()
                .find_map(as_seat)
                .ok_or(Stop::Cannot),
            None => self.actor(env),
        }
    }

    fn step(&mut self, env: &mut Env, s: &'a Step) -> Result<Flow, Stop> {
        match s {
            Step::Do(d) => self.deed(env, d),
            Step::Choose {
                who,
                name,
                from,
                amount,
                secretly,
                at_random,
            } => {
                let who = if *at_random {
                    Who::Chance
                } else {
                    Who::Seat(self.seat_for(env, who)?)
                };
                self.choose(env, who, *name, from, amount, *secretly)
            }
            Step::May {
                who,
                limit,
                label,
                body,
            } => {
                let asks = Asks {
                    limit: *limit,
                    label: *label,
                    would: &[],
                    body,
                    doubted: false,
                };
                let taken = self.offer(env, who, &asks)?;
                Ok(if taken { Flow::Next } else { Flow::None })
            }
            Step::Either { who, ways } => self.either(env, who, ways),
            Step::OrElse(a, b) => {
                let mut inner = env.clone();
                match self.block_before(&mut inner, a, true)? {
                    Flow::None => self.block_before(env, b, false),
                    f => {
                        *env = inner;
                        Ok(f)
                    }
                }
            }
            Step::If(c, a, b) => {
                let yes = self.holds(env, c);
                match self.block(env, if yes { a } else { b })? {
                    Flow::None => Ok(Flow::Next),
                    f => Ok(f),
                }
            }
            Step::Each {
                name,
                of,
                order,
                body,
            } => self.each(env, *name, of, *order, body),
            Step::AllAtOnce {
                who,
                they,
                ask,
                then,
            } => {
                let seats = self.cx(env).set(who);
                let mut envs = vec![];
                for s in seats.iter().copied().filter_map(as_seat) {
                    let mut e = env.clone();
                    e.bind(*they, vec![Val::Seat(s)]);
                    e.actor = Some(s);
                    self.block(&mut e, ask)?;
                    envs.push(e);
                }
                for mut e in envs {
                    self.block(&mut e, then)?;
                }
                Ok(Flow::Next)
            }
            Step::Repeat { most, until, body } => {
                let bound = self.l.rules.bounds.repeats as i32;
                let most = most
                    .as_ref()
                    .map_or(bound, |n| self.cx(env).num(n))
                    .clamp(0, bound);
                for _ in 0..most {
                    if until.as_ref().is_some_and(|c| self.cx(env).cond(c)) {
                        break;
                    }
                    let before = (self.changes, self.at);
                    match self.block(env, body)? {
                        Flow::Next if before != (self.changes, self.at) => {}
                        _ => break,
                    }
                    if self.end_turn {
                        break;
                    }
                }
                Ok(Flow::Next)
            }
            Step::Let(name, v) => {
                let v = self.cx(env).value(v);
                env.bind(*name, v);
                Ok(Flow::Next)
            }
            Step::Roll {
                name,
                dice,
                faces,
                until,
            } => self.roll(env, *name, *dice, faces, until),
            Step::Within {
                seconds,
                after_first,
                body,
            } => self.within(env, seconds, *after_first, body),
            Step::Impose { fact, term } => {
                let due = self.dues(env, term);
                let mut e = env.clone();
                e.event = None;
                e.before = None;
                self.st.imposed.push(Imposed {
                    rule: *fact,
                    env: e,
                    due,
                    done: false,
                });
                self.changes += 1;
                Ok(Flow::Next)
            }
            Step::Later { at, body } => {
                let due = self.due(env, at);
                let Some(block) = self.l.later.get(&(body.as_ptr() as usize)).copied() else {
                    return Ok(Flow::Next);
                };
                let mut e = env.clone();
                e.event = None;
                e.before = None;
                self.st.delayed.push(Delayed { block, env: e, due });
                self.changes += 1;
                Ok(Flow::Next)
            }
            Step::Call(p, object) => {
                let proc = &self.l.rules.procs[p.index()];
                let mut e = Env {
                    names: vec![],
                    ..env.clone()
                };
                if let (Some(n), Some(s)) = (proc.takes, object) {
                    let v = match &s.base {
                        Base::Zone(z, of) => self
                            .cx(env)
                            .zone_keys(*z, of)
                            .into_iter()
                            .map(|k| Val::Zone(k.zone, k.owner))
                            .collect(),
                        _ => self.cx(env).set(s),
                    };
                    e.bind(n, v);
                }
                self.block(&mut e, &proc.body)
            }
        }
    }
}
