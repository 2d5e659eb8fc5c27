//! Looking ahead: an option is tried to its end on a copy before it is offered (language 7.1, 8.21).
use super::ahead::Ahead;
use super::begun::Asked;
use super::exec::*;
use super::explain::Reason;
use super::link::{Linked, walk_steps};
use super::moves::{self, MoveOpt};
use super::read::*;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;
use std::cell::Cell;
use std::sync::Arc;

/// What must come about on the way, besides that it can be carried out.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    /// Nothing.
    End,
    /// A duty of who takes it is fulfilled.
    Duty,
    /// This piece moves (clause basic.37).
    Moves(PieceId),
}

/// An option (or an ability that runs by itself) being carried out, kept so that what is chosen inside it can
/// be tried from its beginning.
#[derive(Clone)]
pub struct Trial<'a> {
    /// The state in which it began.
    base: Arc<State>,
    /// Answers used before it began.
    start: usize,
    /// Its environment.
    env: Env,
    /// Who takes it.
    seat: SeatId,
    /// Its body.
    body: &'a [Step],
    /// What must hold afterwards.
    would: &'a [Cond],
    /// Every step must be possible (an option); not of an ability that runs by itself.
    strict: bool,
    /// What must come about on the way.
    goal: Goal,
    /// Depth of rules fired when it began: answers deeper down belong to other rules.
    depth: u32,
    /// What its steps set off is settled on the way.
    settles: bool,
}

impl<'a> Trial<'a> {
    /// An option.
    pub fn option(
        base: Arc<State>,
        start: usize,
        env: Env,
        seat: SeatId,
        body: &'a [Step],
        would: &'a [Cond],
    ) -> Self {
        Trial {
            base,
            start,
            env,
            seat,
            body,
            would,
            strict: true,
            goal: Goal::End,
            depth: 0,
            settles: false,
        }
    }
    /// An ability that runs by itself.
    pub fn ability(
        base: Arc<State>,
        start: usize,
        env: Env,
        seat: SeatId,
        body: &'a [Step],
    ) -> Self {
        Trial {
            base,
            start,
            env,
            seat,
            body,
            would: &[],
            strict: false,
            goal: Goal::End,
            depth: 0,
            settles: false,
        }
    }
    /// The same, begun at a depth of firings.
    pub fn at_depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
    /// The same, with all that its steps set off.
    fn settling(mut self) -> Self {
        self.settles = true;
        self
    }
    /// The same, asked whether it fulfils a duty.
    pub fn dutiful(mut self) -> Self {
        self.goal = Goal::Duty;
        self
    }
    /// The same, asked whether it can move this piece.
    pub fn moving(mut self, p: PieceId) -> Self {
        self.goal = Goal::Moves(p);
        self
    }
}

impl<'a> Exec<'a> {
    /// Some way of answering carries the body through.
    pub fn can_run(&self, env: &Env, seat: SeatId, body: &'a [Step], would: &'a [Cond]) -> bool {
        let mut e = env.clone();
        e.actor = Some(seat);
        let t = Trial::option(Arc::new(self.st.clone()), self.at, e, seat, body, would);
        self.goes_through(&t, Vec::new, vec![])
    }
    /// Some way of answering carries it through from here. Where one move may be opened by what another sets off, and only
    /// there, it is tried anew with all that is set off; `heard`: with the answers given to that.
    fn goes_through(&self, t: &Trial<'a>, heard: impl FnOnce() -> Vec<Opt>, log: Vec<Opt>) -> bool {
        self.look_anew();
        if self.complete(t, log) {
            return true;
        }
        if self.probe || !t.strict || !moves_twice(self.l, t.body) {
            return false;
        }
        self.look_anew();
        self.complete(&t.clone().settling(), heard())
    }
    /// What an answer speaks of is there. One that was given where other things were set off may be about a piece made by them.
    pub(super) fn is_about_something(&self, does: &Does) -> bool {
        let there = |p: PieceId| usize::from(p.0) < self.st.pieces.len();
        match does {
            Does::Move(m) => there(m.piece) && self.st.square_of(m.piece) == Some(m.from),
            Does::Val(Val::Piece(p)) => there(*p),
            _ => true,
        }
    }
    /// The bound of looking ahead holds for each option by itself.
    fn look_anew(&self) {
        if !self.probe && !self.st.tried {
            self.looks.set(0);
        }
    }
    /// The option or ability can be completed from here, whatever its form.
    pub fn complete(&self, t: &Trial<'a>, log: Vec<Opt>) -> bool {
        let run = |log: Vec<Opt>, ahead: Ahead| {
            let mut x = Exec::new(self.l, (*t.base).clone(), log);
            x.given = ahead.given;
            x.ahead = Some(ahead);
            x.probe = true;
            x.actions = self.actions;
            x.strict = t.strict;
            x.settles = t.settles;
            x.bodies = u32::from(t.settles);
            x.looks = self.looks.clone();
            x.asked = self.asked.clone();
            x.judged = Some(t.base.clone());
            x.asker = Some(t.seat);
            x.sought = match t.goal {
                Goal::Moves(p) => Some(p),
                Goal::End | Goal::Duty => None,
            };
            let mut env = t.env.clone();
            let out = x.block(&mut env, t.body);
            let good = match out {
                // with the game over the rest of it cannot be made
                Err(Stop::Over) if t.settles => false,
                Ok(_) | Err(Stop::Over) => self.passes(t, &x, &env),
                Err(Stop::Cannot | Stop::Back | Stop::NoAnswer | Stop::Overrun(_)) => false,
                // an offer must not tell what accepting it would show
                Err(Stop::Unknown) => true,
                // chance or another's answer: looking ahead stops; a duty may then be done by what follows, if that could
                // do it at all
                Err(Stop::Ask(a)) if a.decision.who != Who::Seat(t.seat) => match t.goal {
                    Goal::Duty => self.could_fulfil(t.body, t.seat) || self.passes(t, &x, &env),
                    Goal::End | Goal::Moves(_) => true,
                },
                // an ordinary move is no part of an ability
                Err(Stop::Ask(_)) => self.passes(t, &x, &env),
            };
            (x, good)
        };
        let ahead = Ahead::body(t.seat, log.len(), t.strict);
        self.look(log, ahead, run)
    }
    /// Something in a body may do what a duty of the seat asks for: the same deed, a move (which captures, enters and
    /// crosses), or what is not seen here (a procedure, an event that others answer).
    fn could_fulfil(&self, body: &[Step], seat: SeatId) -> bool {
        let asked: Vec<Verb> = (self.duties(seat).iter())
            .filter_map(|(id, _)| self.l.rule(*id).duty().map(|d| d.verb))
            .collect();
        let mut could = false;
        for step in body {
            visit_step(step, &mut |node| match node {
                Node::Deed(deed) => {
                    could |= asked.contains(&deed.verb)
                        || matches!(deed.verb, Verb::Move | Verb::Shift | Verb::Play | Verb::Act);
                }
                Node::Step(Step::Call(..)) => could = true,
                _ => {}
            });
        }
        could
    }
    /// Some run ends well: the first answer is taken wherever one is open, then, from the last such place on, the others.
    fn look(
        &self,
        mut log: Vec<Opt>,
        mut ahead: Ahead,
        run: impl Fn(Vec<Opt>, Ahead) -> (Exec<'a>, bool),
    ) -> bool {
        loop {
            self.looks.set(self.looks.get() + 1);
            if self.looks.get() > self.l.rules.bounds.looks {
                return false;
            }
            let (mut x, good) = run(log, ahead);
            self.looks.set(x.looks.get());
            if good {
                return true;
            }
            let Some(next) = x.ahead.take().and_then(|a| a.turn_back(x.log)) else {
                return false;
            };
            (log, ahead) = next;
        }
    }
    /// What must hold at the end of a trial holds.
    fn passes(&self, t: &Trial<'a>, end: &Exec<'a>, env: &Env) -> bool {
        let before = Cx {
            after: Some(&end.st),
            actions: self.actions,
            ..Cx::new(self.l, &t.base, env)
        };
        if !before.all(t.would) {
            t.env
                .rule
                .into_iter()
                .for_each(|r| self.blame(Reason::Rule(r)));
            return false;
        }
        let mut events = end.st.now[t.base.now.len().min(end.st.now.len())..].iter();
        let moves = |e: &Event, p| {
            let role = match e.verb {
                Verb::Shift => Role::Shifted,
                _ => Role::Mover,
            };
            matches!(e.verb, Verb::Move | Verb::Shift) && e.role(role) == Some(Val::Piece(p))
        };
        match t.goal {
            Goal::Duty => return events.any(|e| self.fulfils(e, t.seat)),
            Goal::Moves(p) if !events.any(|e| moves(e, p)) => return false,
            _ => {}
        }
        let ability = env.means == Some(Means::Ability);
        let from = end.judged.as_deref().unwrap_or(&t.base);
        !ability || !end.spoilt && !self.spoiled(from, &end.st, env, Some(t.seat))
    }
    /// Before an ordinary move inside an ability that is being tried: what the ability has done so far is judged. The
    /// move itself is no part of it (language 8.21).
    pub fn judge_before_move(&mut self, env: &Env) {
        if let (true, Some(from), Some(Means::Ability)) = (self.probe, &self.judged, env.means) {
            self.spoilt |= self.spoiled(from, &self.st, env, self.asker);
        }
    }
    /// After it the ability goes on from here.
    pub fn judge_after_move(&mut self) {
        if self.probe && self.judged.is_some() {
            self.judged = Some(Arc::new(self.st.clone()));
        }
    }

    // ---- the rest of the turn

    /// The segment played on a copy with these answers, to the end of the turn or the next question that is not answered ahead.
    fn tried(
        &self,
        origin: &Arc<State>,
        seat: SeatId,
        log: Vec<Opt>,
        ahead: Option<Ahead>,
        declines: Option<SeatId>,
    ) -> (Exec<'a>, Result<(), Stop>) {
        let mut x = Exec::new(self.l, (**origin).clone(), log);
        x.st.set_tried();
        x.ahead = ahead;
        x.asker = Some(seat);
        x.actions = self.actions;
        x.declines = declines;
        x.acts = self.acts.clone();
        x.origin = Some(origin.clone());
        x.looks = self.looks.clone();
        let out = x.play_turn();
        (x, out)
    }
    /// Some way of answering, after these answers of the segment, brings the turn to an end that is good. Others decline
    /// what they are offered; what chance or another has to decide is not looked beyond: the turn is judged as it then stands.
    pub fn rest_of_turn(
        &self,
        seat: SeatId,
        log: Vec<Opt>,
        good: &dyn Fn(&Exec<'a>) -> bool,
    ) -> bool {
        let Some(origin) = &self.origin else {
            return true;
        };
        let offered = Cell::new(false);
        let some = |declines: Option<SeatId>| {
            let run = |log: Vec<Opt>, ahead: Ahead| {
                let (x, out) = self.tried(origin, seat, log, Some(ahead), declines);
                offered.set(offered.get() || x.declined);
                let good = match out {
                    Err(Stop::Ask(ask)) if self.is_for_another(seat, &ask) => {
                        self.whatever_follows(seat, &x, &ask, good)
                    }
                    Ok(()) | Err(Stop::Over | Stop::Ask(_)) => good(&x),
                    Err(_) => false,
                };
                (x, good)
            };
            self.look(log.clone(), Ahead::turn(seat, log.len()), run)
        };
        // mostly it is enough to accept nothing that is offered, and then no offer has to be tried
        some(Some(seat)) || offered.get() && some(None)
    }
    /// Another player has to choose something on the way: no offer, which he may decline.
    fn is_for_another(&self, seat: SeatId, ask: &Ask) -> bool {
        let d = &ask.decision;
        matches!(d.who, Who::Seat(s) if s != seat) && d.kind != Kind::May && !d.secret
    }
    /// Whatever he chooses, the turn comes to a good end.
    fn whatever_follows(
        &self,
        seat: SeatId,
        x: &Exec<'a>,
        ask: &Ask,
        good: &dyn Fn(&Exec<'a>) -> bool,
    ) -> bool {
        ask.opts.iter().all(|o| {
            let mut log = x.log.clone();
            log.push(o.clone());
            self.rest_of_turn(seat, log, good)
        })
    }
    /// No royal piece of the seat is attacked. The own end is no way out of a check.
    pub fn safe(&self, seat: SeatId) -> bool {
        let s = &self.st.seats[seat.index()];
        if self.st.over {
            return s.outcome != Outcome::Loss;
        }
        s.playing && !self.in_check(seat)
    }
    /// Where moves are judged as they are made: the one behind which the player on turn is offered something has left him safe,
    /// with all that it has set off.
    pub(super) fn comes_safely(&self, q: &Question) -> bool {
        let tried = self.st.tried && !self.st.raid && !self.probe && self.l.goes_on;
        match q.who {
            Who::Seat(s) if tried && q.kind == Kind::May && self.st.on_turn == Some(s) => {
                let env = Env::default();
                let at_once = moves::enforced(&self.cx(&env), s).is_some_and(|e| e.0);
                !at_once || self.safe(s)
            }
            _ => true,
        }
    }
    fn in_check(&self, seat: SeatId) -> bool {
        let env = Env::default();
        moves::seat_in_check(&self.cx(&env), seat, None)
    }
    /// This answer ends the own game: the move by itself, the action in one of its ways.
    fn ends_itself(&self, seat: SeatId, o: &Opt) -> bool {
        let out = |end: &Exec<'a>| !end.st.seats[seat.index()].playing;
        if !matches!(o.does, Does::Move(_)) {
            return self.leads(seat, o, &out);
        }
        let Some(origin) = &self.origin else {
            return false;
        };
        match self.tried(origin, seat, self.with(o), None, None) {
            (end, Ok(()) | Err(Stop::Over)) => out(&end),
            _ => false,
        }
    }
    /// Whether an answer can bring the turn to an end with the seat's royal pieces safe; `at_once`: moves are judged when
    /// they are made and need not be judged again.
    pub fn lawful(&self, seat: SeatId, at_once: bool) -> impl Fn(&Opt) -> bool + '_ {
        // who is in no check may end his own game
        let free = !self.in_check(seat);
        let asked = Asked {
            seat,
            free,
            actions: self.actions,
        };
        move |o| {
            at_once && matches!(o.does, Does::Move(_))
                || self.once_lawful(asked, o, || {
                    self.leads(seat, o, &|end| end.safe(seat)) || free && self.ends_itself(seat, o)
                })
        }
    }
    /// Of the answers of the player on turn those stay that can bring the turn to a lawful end: with his royal pieces
    /// safe, where check is enforced after the turn; with his duties done, as long as they can be.
    pub fn keep_by_turn(&self, q: &Question, opts: &mut Vec<Opt>) {
        let Who::Seat(seat) = q.who else { return };
        let here = self.origin.is_some()
            && !self.probe
            && !self.st.tried
            && self.st.phase == Phase::Act
            && self.st.on_turn == Some(seat);
        if !here {
            return;
        }
        let env = Env::default();
        let enforced = moves::enforced(&self.cx(&env), seat);
        if let Some((at_once, true)) = enforced {
            let moving = matches!(q.kind, Kind::Act | Kind::Move);
            let lawful = self.lawful(seat, at_once && !self.l.goes_on);
            let actions = |o: &Opt| matches!(o.does, Does::Act(..));
            let acting = q.kind == Kind::Act && opts.iter().any(actions) || !self.trials.is_empty();
            if !at_once || acting || self.l.goes_on {
                self.keep_leading(opts, moving, &lawful, &|| self.blame(Reason::Check));
            }
        }
        let duties = self.duties(seat);
        if matches!(q.kind, Kind::May | Kind::Either) {
            let tell = || {
                duties
                    .iter()
                    .for_each(|(r, _)| self.blame(Reason::Rule(*r)))
            };
            // as many of them as can be done
            for most in (1..=duties.len()).rev() {
                let dutiful = |o: &Opt| self.leads_to_duties(seat, o, most);
                if self.keep_leading(opts, false, &dutiful, &tell) {
                    break;
                }
            }
        }
    }
    /// Keep the answers that lead to a good end of the turn; all of them if none does, unless there has to be one. Whether
    /// some did.
    fn keep_leading(
        &self,
        opts: &mut Vec<Opt>,
        must: bool,
        good: &dyn Fn(&Opt) -> bool,
        tell: &dyn Fn(),
    ) -> bool {
        let leads: Vec<bool> = opts.iter().map(good).collect();
        let some = leads.contains(&true);
        if must || some {
            let mut leads = leads.into_iter();
            opts.retain(|o| {
                let keep = leads.next() == Some(true);
                self.hearing(
                    |c| *c == o.choice,
                    || {
                        (!keep).then(tell);
                        keep
                    },
                )
            });
        }
        some
    }
    /// The answers of the segment, with this one more.
    fn with(&self, o: &Opt) -> Vec<Opt> {
        let mut log = self.log.clone();
        log.push(Opt {
            depth: self.depth,
            ..o.clone()
        });
        log
    }
    pub(super) fn leads(&self, seat: SeatId, o: &Opt, good: &dyn Fn(&Exec<'a>) -> bool) -> bool {
        self.look_anew();
        self.rest_of_turn(seat, self.with(o), good)
    }
    /// `abilities cannot act if ..`: what a firing has brought about is forbidden, as far as these eyes see.
    pub(super) fn spoiled(
        &self,
        before: &State,
        after: &State,
        env: &Env,
        eyes: Option<SeatId>,
    ) -> bool {
        let same = before.pieces == after.pieces
            && before.fields == after.fields
            && before.seats == after.seats
            && before.imposed.len() == after.imposed.len();
        if same {
            // nothing was brought about
            return false;
        }
        let hit = spoiling(self.l, before, after, env.actor, eyes);
        hit.inspect(|id| self.blame(Reason::Rule(*id))).is_some()
    }
    /// In the midst of options: this answer leads to an end of every one of them.
    pub fn completable(&self, q: &Question, o: &Opt) -> bool {
        self.trials.iter().all(|t| {
            if t.depth != self.depth {
                // a rule that was set off asks: no part of the option
                return true;
            }
            if q.who != Who::Seat(t.seat) && q.who != Who::Chance {
                return true;
            }
            if q.who == Who::Chance || (!t.strict && q.kind == Kind::Move) {
                return true;
            }
            let given = &self.log[t.start.min(self.log.len())..];
            let own = given.iter().filter(|o| o.depth == t.depth);
            let with = |given: Vec<Opt>| [given, vec![o.clone()]].concat();
            self.goes_through(t, || with(given.to_vec()), with(own.cloned().collect()))
        })
    }
}

/// The rule on abilities (`abilities cannot act if ..`) that forbids to bring about one state from another.
///
/// On several boards that is asked where something was done: an army reaches no piece of another board.
fn spoiling(
    l: &Linked,
    before: &State,
    after: &State,
    actor: Option<SeatId>,
    eyes: Option<SeatId>,
) -> Option<RuleId> {
    let boards = l.touched(before, after);
    l.abilities.iter().copied().find(|id| {
        let rule = l.rule(*id);
        let Form::Abilities { spoil } = &rule.form else {
            return false;
        };
        let nobody = Env::default();
        let cx = Cx {
            after: Some(after),
            eyes,
            ..Cx::new(l, before, &nobody)
        };
        let mut forbids = false;
        cx.instances(*id, None, &mut |held| {
            let env = Env {
                actor,
                ..held.env.clone()
            };
            let cx = Cx {
                eyes,
                ..held.with(&env)
            };
            let there = Cx { boards, ..cx };
            forbids = forbids || cx.all(&rule.when) && there.cond(spoil);
        });
        forbids
    })
}

/// The rule on abilities that forbids what a move shoves, as far as these eyes see. That the mover itself leaves its square is an
/// ordinary move.
pub fn shove_spoiled(cx: &Cx, m: &MoveOpt, seat: SeatId, eyes: Option<SeatId>) -> Option<RuleId> {
    if m.pushes.is_empty() || cx.l.abilities.is_empty() {
        return None;
    }
    let (mut before, mut after) = (cx.st.clone(), cx.st.clone());
    before.lift(m.piece);
    moves::apply_raw(&mut after, m);
    spoiling(cx.l, &before, &after, Some(seat), eyes)
}

/// A body in which one move can come after another.
fn moves_twice(l: &Linked, body: &[Step]) -> bool {
    let mut moves = 0;
    walk_steps(&l.rules, body, 0, &mut |s| {
        moves += u32::from(matches!(s, Step::Do(d) if d.verb == Verb::Move));
    });
    moves > 1
}
