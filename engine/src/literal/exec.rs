//! Running: blocks step by step, in direct style. Where somebody must decide and no answer is logged yet, the
//! run stops with the question; the host's answer is logged and the segment (a turn) runs again from its
//! beginning. So a suspended game is a state and a list of answers, and nothing else has to be saved.
use super::link::Linked;
use super::moves::MoveOpt;
use super::read::*;
use super::settle::Match;
use super::settle::*;
use super::state::*;
use super::trial::Trial;
use super::value::*;
use crate::ids::*;
use crate::play::Kind;
use crate::play::*;
use crate::rules::*;
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

/// An answer with what it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Opt {
    /// As the host sees it.
    pub choice: Choice,
    /// What it does.
    pub does: Does,
    /// Depth of rules fired inside one another when it was given.
    pub depth: u32,
}

impl Opt {
    /// An answer; its depth is set when it is given.
    pub fn new(choice: Choice, does: Does) -> Opt {
        Opt {
            choice,
            does,
            depth: 0,
        }
    }
}

/// What an answer does.
#[derive(Clone, PartialEq, Debug)]
pub enum Does {
    /// Nothing besides being chosen.
    Plain,
    /// Logged by the run itself: nothing could be chosen, or an ability was dropped.
    Empty,
    /// A move.
    Move(Box<MoveOpt>),
    /// A thing.
    Val(Val),
    /// The how-manyth of a list.
    Nth(usize),
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

/// What a decision is, besides its options.
#[derive(Clone)]
pub struct Question {
    /// Who decides.
    pub who: Who,
    /// What kind.
    pub kind: Kind,
    /// The rule that asks.
    pub rule: Option<RuleId>,
    /// Its label.
    pub label: Option<TextId>,
    /// Others may not see the answer.
    pub secret: bool,
    /// With one option it is taken without a question.
    pub auto: bool,
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
    /// Acts carried out.
    pub acted: usize,
    /// Answers that were given and not tried by a probe.
    pub given: usize,
    /// Trying, not playing.
    pub probe: bool,
    /// In a probe: a step that cannot be carried out spoils the option.
    pub strict: bool,
    /// Batches not yet settled.
    pub queue: VecDeque<Batch>,
    /// Matches waiting for a stage after the verdicts.
    pub waiting: Vec<Match>,
    /// Matches of rules that open a move decision.
    pub granting: Vec<Match>,
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
    /// How often each rule fired in this segment.
    pub notices: Vec<Notice>,
    /// The turn is to end.
    pub end_turn: bool,
    /// Depth of bodies that open move decisions.
    pub bodies: u32,
    /// Depth of rules fired inside one another.
    pub depth: u32,
    /// Depth of `before` rules.
    pub befores: u8,
    /// Changes made.
    pub changes: u32,
    /// Pieces lifted in the step that is being made.
    pub lifted: Vec<PieceId>,
    /// State at the last boundary passed, with the number of answers used up to there.
    pub checkpoint: Option<State>,
    /// Rules fired up to the last boundary passed.
    pub fired_before: Vec<RuleId>,
    /// The state at the beginning of the segment, where something is judged by whole turns.
    pub origin: Option<Arc<State>>,
    /// In a trial: the state after its latest ordinary move, up to which its ability has been judged.
    pub judged: Option<Arc<State>>,
    /// In a trial: the ability has brought about what abilities cannot.
    pub spoilt: bool,
    /// States looked at by look-ahead.
    pub looks: std::cell::Cell<u32>,
}

impl<'a> Exec<'a> {
    /// Begin a run.
    pub fn new(l: &'a Linked, st: State, log: Vec<Opt>) -> Exec<'a> {
        let given = log.len();
        Exec {
            l,
            st,
            log,
            at: 0,
            acts: vec![],
            acted: 0,
            given,
            probe: false,
            strict: false,
            queue: VecDeque::new(),
            waiting: vec![],
            granting: vec![],
            endings: vec![],
            snaps: vec![],
            one_move: false,
            taken_back: None,
            trials: vec![],
            fired: vec![],
            notices: vec![],
            end_turn: false,
            bodies: 0,
            depth: 0,
            befores: 0,
            changes: 0,
            lifted: vec![],
            checkpoint: None,
            fired_before: vec![],
            origin: None,
            judged: None,
            spoilt: false,
            looks: std::cell::Cell::new(0),
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
        Cx::new(self.l, &self.st, env)
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
        while let Some(call) = self.acts.get(self.acted).copied()
            && call.at == self.at
            && !self.probe
        {
            self.acted += 1;
            self.table_act(call)?;
            if matches!(q.who, Who::Seat(s) if !self.st.seats[s.index()].playing) {
                // who was to decide is out
                return Err(Stop::Cannot);
            }
        }
        if self.at < self.log.len() {
            self.at += 1;
            let o = self.log[self.at - 1].clone();
            return if o.does == Does::Empty {
                Err(Stop::Cannot)
            } else {
                Ok(o)
            };
        }
        let mut opts = make(self);
        if !self.probe && !self.trials.is_empty() {
            opts.retain(|o| self.completable(&q, o));
        }
        self.keep_by_turn(&q, &mut opts);
        if opts.is_empty() {
            self.log_mark(Does::Empty);
            return Err(Stop::Cannot);
        }
        if q.auto && opts.len() == 1 {
            let mut o = opts.swap_remove(0);
            o.depth = self.depth;
            self.log.push(o.clone());
            self.at += 1;
            return Ok(o);
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
        };
        Err(Stop::Ask(Box::new(Ask { decision, opts })))
    }

    // ---- blocks

    /// Run steps. `decided` is set once the first decision has been made.
    pub fn block(&mut self, env: &mut Env, b: &'a [Step]) -> Result<Flow, Stop> {
        let mut first = true;
        for s in b {
            match self.step(env, s) {
                Ok(Flow::Next) => {}
                // nothing to choose from, or declined: of a choose the rest is skipped
                Ok(Flow::None) => {
                    if self.strict && !matches!(s, Step::May { .. }) {
                        return Err(Stop::Cannot);
                    }
                    if first && decides(s) {
                        return Ok(Flow::None);
                    }
                    if matches!(s, Step::Choose { .. }) {
                        return Ok(Flow::Next);
                    }
                }
                Ok(Flow::Break) => return Ok(Flow::Break),
                Err(Stop::Cannot) if !self.strict => {
                    if first && decides(s) {
                        return Ok(Flow::None);
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
        Ok(Flow::Next)
    }

    fn actor(&self, env: &Env) -> Result<SeatId, Stop> {
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
            } => self.may(env, who, *limit, *label, body),
            Step::Either { who, ways } => self.either(env, who, ways),
            Step::OrElse(a, b) => {
                let mut inner = env.clone();
                match self.block(&mut inner, a)? {
                    Flow::None => self.block(env, b),
                    f => {
                        *env = inner;
                        Ok(f)
                    }
                }
            }
            Step::If(c, a, b) => {
                let yes = self.cx(env).cond(c);
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
            Step::Within { body, .. } => self.block(env, body),
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

    fn each(
        &mut self,
        env: &mut Env,
        name: Name,
        of: &Set,
        order: Order,
        body: &'a [Step],
    ) -> Result<Flow, Stop> {
        let mut left = self.cx(env).set(of);
        if order == Order::Value {
            let cx = self.cx(env);
            let value = |x: &Val| match x {
                Val::Kind(k) => cx.kind_value(*k),
                Val::Piece(p) => cx.kind_value(cx.kind(*p)),
                _ => 0,
            };
            let mut v = left.clone();
            v.sort_by_key(value);
            left = v;
        }
        while !left.is_empty() {
            let next = if order == Order::Chosen && left.len() > 1 {
                let who = Who::Seat(self.actor(env)?);
                let q = Question {
                    who,
                    kind: Kind::Order,
                    rule: env.rule,
                    label: None,
                    secret: false,
                    auto: true,
                };
                let things = left.clone();
                let o = self.decide(q, |e| {
                    things
                        .iter()
                        .enumerate()
                        .map(|(i, x)| e.opt_of(i, *x))
                        .collect()
                })?;
                match o.does {
                    Does::Val(v) => left.iter().position(|x| *x == v).unwrap_or(0),
                    _ => 0,
                }
            } else {
                0
            };
            let x = left.remove(next);
            let mut e = env.clone();
            e.bind(name, vec![x]);
            if let Val::Seat(s) = x {
                e.actor = Some(s);
            }
            if self.block(&mut e, body)? == Flow::Break {
                break;
            }
        }
        Ok(Flow::Next)
    }

    fn either(
        &mut self,
        env: &mut Env,
        who: &Option<Set>,
        ways: &'a [(TextId, Block)],
    ) -> Result<Flow, Stop> {
        let seat = self.seat_for(env, who)?;
        let q = Question {
            who: Who::Seat(seat),
            kind: Kind::Either,
            rule: env.rule,
            label: None,
            secret: false,
            auto: true,
        };
        let e2 = env.clone();
        let o = self.decide(q, |e| {
            (0..ways.len())
                .filter(|i| e.probe || e.can_run(&e2, seat, &ways[*i].1, &[]))
                .map(|i| Opt::new(Choice::Branch(ways[i].0), Does::Nth(i)))
                .collect()
        });
        let o = match o {
            Ok(o) => o,
            Err(Stop::Cannot) => return Ok(Flow::None),
            Err(e) => return Err(e),
        };
        let Does::Nth(i) = o.does else {
            return Ok(Flow::Next);
        };
        let mut e = env.clone();
        e.actor = Some(seat);
        match self.block(&mut e, &ways[i].1)? {
            Flow::Break => Ok(Flow::Break),
            _ => Ok(Flow::Next),
        }
    }

    /// `X may { .. }`: asked clockwise from the player on turn; the first who accepts does it.
    pub fn may(
        &mut self,
        env: &mut Env,
        offer: &Offer,
        limit: Option<LimitId>,
        label: Option<TextId>,
        body: &'a [Step],
    ) -> Result<Flow, Stop> {
        let mut seats: Vec<SeatId> = self
            .cx(env)
            .set(&offer.who)
            .into_iter()
            .filter_map(as_seat)
            .collect();
        self.order_clockwise(&mut seats);
        for seat in seats {
            let mut e = env.clone();
            e.actor = Some(seat);
            if let Some(n) = offer.they {
                e.bind(n, vec![Val::Seat(seat)]);
            }
            if let Some(lim) = limit
                && !self.limit_allows(lim, &e)
            {
                continue;
            }
            let q = Question {
                who: Who::Seat(seat),
                kind: Kind::May,
                rule: env.rule,
                label,
                secret: false,
                auto: false,
            };
            let e2 = e.clone();
            let o = self.decide(q, |x| {
                let mut v = vec![];
                if x.probe || x.can_run(&e2, seat, body, &[]) {
                    v.push(Opt::new(Choice::Decline, Does::Nth(0)));
                    v.push(Opt::new(Choice::Accept, Does::Nth(1)));
                }
                v
            });
            match o {
                Ok(Opt {
                    does: Does::Nth(1), ..
                }) => {
                    if let Some(lim) = limit {
                        self.spend_limit(lim, &e);
                    }
                    self.with_trial(&e, seat, body, &[], |x, e| x.block(e, body))?;
                    return Ok(Flow::Next);
                }
                Ok(_) => {}
                Err(Stop::Cannot) => {}
                Err(e) => return Err(e),
            }
        }
        Ok(Flow::None)
    }
    /// Clockwise from the player on turn.
    pub fn order_clockwise(&self, seats: &mut [SeatId]) {
        let n = self.st.seats.len();
        let from = self.st.on_turn.map_or(0, |s| s.index());
        seats.sort_by_key(|s| (s.index() + n - from) % n);
    }

    /// An option for a thing.
    pub fn opt_of(&self, i: usize, x: Val) -> Opt {
        let choice = match x {
            Val::Piece(p) if self.st.piece(p).army.is_some() => {
                self.st.piece(p).army.map_or(Choice::GoOn, Choice::Army)
            }
            Val::Piece(p) => match self.st.square_of(p) {
                Some(q) => Choice::Piece(q),
                None => Choice::Held(i as u16, self.st.piece(p).kind),
            },
            Val::Square(s) => Choice::Square(s),
            Val::Kind(k) => Choice::Kind(k),
            Val::Seat(s) => Choice::Seat(s),
            Val::Side(s) => Choice::Side(s),
            Val::Army(a) => Choice::Army(a),
            Val::Num(n) => Choice::Number(n as i16),
            Val::Move(_, a, b) => Choice::Move(a, b),
            Val::Layer(l) => Choice::Number(l as i16),
            Val::Power(p) => match (0..self.l.rules.armies.len())
                .find(|a| self.l.rules.armies[*a].power == Some(p))
            {
                Some(a) => Choice::Army(ArmyId::from(a)),
                None => Choice::Number(p.0 as i16),
            },
            _ => Choice::Number(i as i16),
        };
        Opt::new(choice, Does::Val(x))
    }

    fn choose(
        &mut self,
        env: &mut Env,
        who: Who,
        name: Name,
        from: &Set,
        amount: &Amount,
        secret: bool,
    ) -> Result<Flow, Stop> {
        let (least, most) = match amount {
            Amount::Any | Amount::Every => (1, 1),
            Amount::No => (0, 0),
            Amount::Count(rel, n) => {
                let n = self.cx(env).num(n).max(0) as usize;
                match rel {
                    Rel::Eq => (n, n),
                    Rel::Ge => (n, usize::MAX),
                    Rel::Gt => (n + 1, usize::MAX),
                    Rel::Le => (0, n),
                    Rel::Lt => (0, n.saturating_sub(1)),
                }
            }
        };
        let mut things = self.cx(env).set(from);
        if let Base::Zone(z, of) = &from.base
            && from.ty == Ty::Zone
        {
            things = self
                .cx(env)
                .zone_keys(*z, of)
                .into_iter()
                .map(|k| Val::Zone(k.zone, k.owner))
                .collect();
        }
        things.dedup();
        let chain = from
            .by
            .iter()
            .any(|n| matches!(n, Narrow::At(Near::Chain, _)));
        let block = from
            .by
            .iter()
            .any(|n| matches!(n, Narrow::At(Near::BlockOf4, _)));
        // all that there are: nothing is left to decide
        let forced = most > 1 && things.len() <= least && !secret && who != Who::Chance;
        let mut picked: Vec<Val> = if forced { things.clone() } else { vec![] };
        let mut last_tried: Option<usize> = None;
        loop {
            if picked.len() >= most
                || (picked.len() >= least && picked.len() == things.len() && most != 1)
            {
                break;
            }
            let open: Vec<(usize, Val)> = things
                .iter()
                .enumerate()
                .filter(|(i, x)| {
                    !picked.contains(x) && (!self.probe || last_tried.is_none_or(|t| *i > t))
                })
                .map(|(i, x)| (i, *x))
                .collect();
            let may_stop = picked.len() >= least && !(most == 1 && least == 1);
            let kind = if who == Who::Chance {
                Kind::Roll
            } else {
                Kind::Choose
            };
            let single = most == 1 && least == 1;
            let q = Question {
                who: who.clone(),
                kind,
                rule: env.rule,
                label: None,
                secret,
                auto: !secret && (single || least == most),
            };
            let made = picked.clone();
            let o = self.decide(q, |e| {
                let mut v: Vec<Opt> = open.iter().map(|(i, x)| e.opt_of(*i, *x)).collect();
                if may_stop && (!chain || connected(e, &made)) {
                    v.push(Opt::new(Choice::Done, Does::Plain));
                }
                v
            });
            match o {
                Ok(Opt {
                    does: Does::Val(x), ..
                }) => {
                    if self.probe && self.at > self.given {
                        last_tried = things.iter().position(|y| *y == x);
                    }
                    picked.push(x);
                }
                Ok(_) => break,
                Err(Stop::Cannot) if picked.len() >= least && most != 1 => break,
                Err(Stop::Cannot) if self.strict => return Err(Stop::Cannot),
                Err(Stop::Cannot) => return Ok(Flow::None),
                Err(e) => return Err(e),
            }
        }
        if (chain && !connected(self, &picked))
            || (block && !block_of_4(self, &picked))
            || picked.len() < least
        {
            return if self.strict {
                Err(Stop::Cannot)
            } else {
                Ok(Flow::None)
            };
        }
        if most != 1 {
            self.cx(env).sort(&mut picked);
        }
        env.bind(name, picked);
        Ok(Flow::Next)
    }

    fn roll(
        &mut self,
        env: &mut Env,
        name: Name,
        dice: u8,
        faces: &'a [Value],
        until: &'a Option<Cond>,
    ) -> Result<Flow, Stop> {
        let mut shown: Vec<Val> = vec![];
        for _ in 0..dice.max(1) {
            let all: Vec<Val> = if faces.is_empty() {
                (1..=6).map(Val::Num).collect()
            } else {
                let cx = self.cx(env);
                faces.iter().flat_map(|f| cx.value(f)).collect()
            };
            let mut weighted: Vec<(Val, u16)> = vec![];
            for x in all {
                let ok = until.as_ref().is_none_or(|c| {
                    let mut e = env.clone();
                    e.bind(name, vec![x]);
                    self.cx(&e).cond(c)
                });
                if !ok {
                    continue;
                }
                match weighted.iter_mut().find(|(y, _)| *y == x) {
                    Some((_, w)) => *w += 1,
                    None => weighted.push((x, 1)),
                }
            }
            let q = Question {
                who: Who::Chance,
                kind: Kind::Roll,
                rule: env.rule,
                label: None,
                secret: false,
                auto: true,
            };
            let faces = weighted.clone();
            let o = match self.decide(q, |e| {
                faces
                    .iter()
                    .enumerate()
                    .map(|(i, (x, _))| e.opt_of(i, *x))
                    .collect()
            }) {
                Ok(o) => o,
                Err(Stop::Ask(mut a)) => {
                    a.decision.weights = weighted.iter().map(|(_, w)| *w).collect();
                    return Err(Stop::Ask(a));
                }
                Err(Stop::Cannot) => return Ok(Flow::None),
                Err(e) => return Err(e),
            };
            if let Does::Val(x) = o.does {
                shown.push(x);
            }
        }
        env.bind(name, shown);
        Ok(Flow::Next)
    }

    // ---- limits

    /// The limit of a rule has not been used up by its holder.
    pub fn limit_allows(&self, lim: LimitId, env: &Env) -> bool {
        let l = self.l.rules.limits[lim.index()];
        let opponent = self.limit_opponent(l, env);
        let u = self
            .st
            .used
            .get(&(lim, env.you, opponent))
            .copied()
            .unwrap_or_default();
        let own = env
            .you
            .map_or(self.st.turn, |y| self.st.seats[y.index()].turns);
        let times = l.times as u16;
        match l.per {
            Per::Game | Per::Opponent => u.game < times,
            Per::Turn => u.turn.0 != self.st.turn || u.turn.1 < times,
            Per::Round => u.round.0 != self.st.round || u.round.1 < times,
            Per::Action => u.action.0 != self.st.action || u.action.1 < times,
            Per::NotRunning(most) => {
                let running = u.own_turn != 0 && own == u.own_turn + 1;
                let now = u.own_turn == own && u.turn.0 == self.st.turn;
                !(now || running && u.run >= most)
            }
        }
    }
    fn limit_opponent(&self, l: Limit, env: &Env) -> Option<SeatId> {
        if l.per != Per::Opponent {
            return None;
        }
        let e = env.event.as_ref()?;
        [Role::Victim, Role::Captor, Role::Mover, Role::Entrant]
            .iter()
            .find_map(|r| e.piece(*r))
            .and_then(|p| e.recs.iter().find(|r| r.id == p))
            .and_then(|r| r.owner)
            .filter(|o| Some(*o) != env.you)
            .or(e.author)
    }
    /// Use a limit.
    pub fn spend_limit(&mut self, lim: LimitId, env: &Env) {
        let l = self.l.rules.limits[lim.index()];
        let key = (lim, env.you, self.limit_opponent(l, env));
        let (turn, round, action) = (self.st.turn, self.st.round, self.st.action);
        let own = env.you.map_or(turn, |y| self.st.seats[y.index()].turns);
        let u = self.st.used.entry(key).or_default();
        u.game += 1;
        u.turn = (turn, if u.turn.0 == turn { u.turn.1 + 1 } else { 1 });
        u.round = (round, if u.round.0 == round { u.round.1 + 1 } else { 1 });
        u.action = (
            action,
            if u.action.0 == action {
                u.action.1 + 1
            } else {
                1
            },
        );
        u.run = if u.own_turn != 0 && own == u.own_turn + 1 {
            u.run.saturating_add(1)
        } else {
            1
        };
        u.own_turn = own;
    }
    /// The rule's own body with a trial around it: what is offered can be completed.
    pub fn with_trial(
        &mut self,
        env: &Env,
        seat: SeatId,
        body: &'a [Step],
        would: &'a [Cond],
        run: impl FnOnce(&mut Self, &mut Env) -> Result<Flow, Stop>,
    ) -> Result<Flow, Stop> {
        let mut e = env.clone();
        e.actor = Some(seat);
        if self.probe {
            return run(self, &mut e);
        }
        let trial = Trial::option(
            Arc::new(self.st.clone()),
            self.at,
            e.clone(),
            seat,
            body,
            would,
        )
        .at_depth(self.depth);
        self.trials.push(trial);
        let out = run(self, &mut e);
        self.trials.pop();
        out
    }
}

/// A step whose first act is a decision.
fn decides(s: &Step) -> bool {
    match s {
        Step::Choose { .. } | Step::May { .. } | Step::Either { .. } | Step::OrElse(..) => true,
        Step::Do(d) => matches!(d.verb, Verb::Act | Verb::Move),
        _ => false,
    }
}

/// The squares of pieces or squares hang together by edges.
fn connected(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let squares: Vec<SquareId> = v.iter().filter_map(|x| cx.where_is(*x)).collect();
    let Some(first) = squares.first() else {
        return false;
    };
    let mut seen = vec![*first];
    let mut i = 0;
    while i < seen.len() {
        for d in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            if let Some((s, _)) = e.l.step(seen[i], d, false)
                && squares.contains(&s)
                && !seen.contains(&s)
            {
                seen.push(s);
            }
        }
        i += 1;
    }
    seen.len() == squares.len()
}

/// Four squares two by two.
fn block_of_4(e: &Exec, v: &[Val]) -> bool {
    let env = Env::default();
    let cx = e.cx(&env);
    let at: Vec<(i16, i16)> = v
        .iter()
        .filter_map(|x| cx.where_is(*x))
        .map(|s| e.l.file_rank(s))
        .collect();
    let (Some(f), Some(r)) = (at.iter().map(|a| a.0).min(), at.iter().map(|a| a.1).min()) else {
        return false;
    };
    at.len() == 4
        && [(0, 0), (1, 0), (0, 1), (1, 1)]
            .iter()
            .all(|(df, dr)| at.contains(&(f + df, r + dr)))
}
