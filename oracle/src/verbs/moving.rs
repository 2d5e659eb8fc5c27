//! Moving: `act`, `move`, and the duties that narrow what is offered.
use super::super::change::Change;
use super::super::exec::*;
use super::super::explain::Reason;
use super::super::guards;
use super::super::moves::{self, Brought, MoveOpt};
use super::super::read::*;
use super::super::settle::*;
use super::super::trial::{Trial, shove_spoiled};
use super::super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// `act`: a move or an available action.
    pub(crate) fn act(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).or(self.st.on_turn).ok_or(Stop::Cannot)?;
        let mut excluded: Vec<RuleId> = vec![];
        let mut refused: Vec<Choice> = vec![];
        loop {
            self.settle()?;
            self.st.quietly().action += 1;
            let depth = self.snaps.len();
            self.snap();
            self.taken_back = None;
            let q = Question {
                rule: env.rule.filter(|_| !env.procedure),
                ..Question::of(Who::Seat(seat), Kind::Act)
            };
            let (barred, out) = (excluded.clone(), refused.clone());
            let o = self.decide(q, |e| {
                let mut options = e.act_options(seat, &barred);
                options.retain(|o| !out.contains(&o.choice));
                options
            });
            let o = match o {
                Ok(o) => o,
                Err(Stop::Cannot) => {
                    self.snaps.pop();
                    return Ok(Flow::None);
                }
                Err(e) => return Err(e),
            };
            if let Does::Move(m) = &o.does
                && shove_spoiled(&self.cx(env), m, seat, self.asker).is_some()
            {
                // the rules of the game know what its player could not
                refused.push(o.choice);
                self.snaps.truncate(depth);
                continue;
            }
            let before = self.changes;
            let mut acted = None;
            match &o.does {
                Does::Move(m) => self.make_move(env, seat, m, Means::Move)?,
                Does::Act(id, nth) => {
                    acted = Some(*id);
                    match self.run_action(*id, *nth, seat) {
                        Err(Stop::Back) => {}
                        r => r?,
                    }
                }
                _ => {}
            }
            let changed = self.changes != before;
            self.settle()?;
            self.snaps.truncate(depth);
            if self.taken_back == Some(depth) {
                self.taken_back = None;
                if !self.end_turn {
                    continue;
                }
            }
            if let Some(id) = acted
                && !changed
                && !self.end_turn
            {
                excluded.push(id);
                continue;
            }
            return Ok(Flow::Next);
        }
    }
    /// Everything a seat may do at `act`: moves by origin and destination, then actions.
    pub fn act_options(&mut self, seat: SeatId, barred: &[RuleId]) -> Vec<Opt> {
        let pieces: Vec<PieceId> = {
            let env = Env::default();
            let cx = self.cx(&env);
            self.st
                .on_board()
                .filter(|p| cx.belongs(Val::Piece(*p), &[Val::Seat(seat)]))
                .collect()
        };
        let mut opts = self.move_options(seat, &pieces, None, |_| true);
        opts.extend(self.action_options(seat, barred));
        self.keep_duties(seat, &mut opts, |o| {
            let Does::Act(id, nth) = o.does else {
                return None;
            };
            let mut open = self.action_envs(seat).into_iter();
            let (.., env) = open.find(|(n, r, _)| (*n, *r) == (nth, id))?;
            let rule = self.l.rule(id);
            let Form::Action { body, .. } = &rule.form else {
                return None;
            };
            let base = std::sync::Arc::new(self.st.clone());
            Some(Trial::option(base, 0, env, seat, body, &rule.when))
        });
        opts
    }
    /// Lawful moves of pieces as options, in the order of the board.
    pub fn move_options(
        &self,
        seat: SeatId,
        pieces: &[PieceId],
        like: Option<&[Val]>,
        keep: impl Fn(&MoveOpt) -> bool,
    ) -> Vec<Opt> {
        let env = Env {
            you: Some(seat),
            ..Env::default()
        };
        let cx = self.cx(&env);
        let mut v: Vec<MoveOpt> = vec![];
        for p in pieces {
            let mut m = match like {
                Some(k) => {
                    let mut m = moves::moves_like(&cx, *p, k);
                    m.retain(|m| {
                        guards::refusal(&cx, m, seat, None).is_none()
                            && !cx.quality(Val::Piece(*p), &Quality::Frozen)
                    });
                    m
                }
                None => {
                    let mut m = moves::pseudo(&cx, *p);
                    m.retain(|m| guards::refusal(&cx, m, seat, None).is_none());
                    m
                }
            };
            let allowed = |m: &MoveOpt| shove_spoiled(&cx, m, seat, Some(seat)).is_none();
            m.retain(|m| keep(m) && moves::safe(&cx, m, seat) && allowed(m));
            v.extend(m);
        }
        v.sort_by_key(|m| (m.from, m.to, m.edge, m.leaping));
        v.dedup_by(|b, a| {
            a.from == b.from
                && a.to == b.to
                && a.piece == b.piece
                && a.victims == b.victims
                && a.pushes == b.pushes
        });
        v.into_iter()
            .map(|m| Opt::new(Choice::Move(m.from, m.to), Does::Move(Box::new(m))))
            .collect()
    }
    /// Instances of actions open to a seat by who, limit and condition: (place among the holders of the rule, rule, environment).
    pub(crate) fn action_envs(&self, seat: SeatId) -> Vec<(usize, RuleId, Env)> {
        let mut v = vec![];
        let env = Env::default();
        let cx = self.cx(&env);
        for id in &self.l.actions {
            let rule = self.l.rule(*id);
            let Form::Action { who, .. } = &rule.form else {
                continue;
            };
            let mut holders = 0;
            cx.instances(*id, None, &mut |c| {
                let nth = holders;
                holders += 1;
                let mut e = Env {
                    actor: Some(seat),
                    means: Some(self.l.means_of(rule)),
                    ..c.env.clone()
                };
                if !c.has(&who.who, Val::Seat(seat)) {
                    return;
                }
                if let Some(n) = who.they {
                    e.bind(n, vec![Val::Seat(seat)]);
                }
                let c = c.with(&e);
                let allowed = rule.limit.is_none_or(|l| self.limit_allows(l, &e));
                if allowed
                    && rule
                        .when
                        .iter()
                        .filter(|c| !speaks_of_after(c))
                        .all(|w| c.cond(w))
                {
                    v.push((nth, *id, e.clone()));
                }
            });
        }
        v
    }
    pub(crate) fn action_options(&self, seat: SeatId, barred: &[RuleId]) -> Vec<Opt> {
        let envs = self.action_envs(seat);
        let several = |id: RuleId| envs.iter().filter(|(_, r, _)| *r == id).count() > 1;
        envs.iter()
            .filter(|(_, id, _)| !barred.contains(id))
            .filter_map(|(nth, id, env)| {
                let rule = self.l.rule(*id);
                let Form::Action { body, .. } = &rule.form else {
                    return None;
                };
                let choice = match env.it {
                    Some(Val::Piece(p)) if several(*id) => self
                        .st
                        .square_of(p)
                        .map_or(Choice::Action(*id), |s| Choice::ActionOf(*id, s)),
                    _ => Choice::Action(*id),
                };
                let fine = || self.can_run(env, seat, body, &rule.when);
                let open = self.hearing(|c| *c == choice, fine);
                open.then(|| Opt::new(choice, Does::Act(*id, *nth)))
            })
            .collect()
    }
    pub(crate) fn run_action(&mut self, id: RuleId, nth: usize, seat: SeatId) -> Result<(), Stop> {
        let rule = self.l.rule(id);
        let Some((_, _, env)) = self
            .action_envs(seat)
            .into_iter()
            .find(|(n, r, _)| (*n, *r) == (nth, id))
        else {
            return Err(Stop::Cannot);
        };
        let Form::Action { body, .. } = &rule.form else {
            return Ok(());
        };
        self.count_firing(id)?;
        let mut moves = 0;
        super::super::link::walk_steps(&self.l.rules, body, 0, &mut |s| {
            moves +=
                u32::from(matches!(s, Step::Do(d) if matches!(d.verb, Verb::Move | Verb::Shift)));
        });
        self.one_move = moves == 1;
        self.bodies += 1;
        let r = self.with_trial(&env, rule.limit, seat, body, &rule.when);
        self.bodies -= 1;
        r
    }
    /// Carry out a move.
    pub fn make_move(
        &mut self,
        env: &Env,
        seat: SeatId,
        m: &MoveOpt,
        means: Means,
    ) -> Result<(), Stop> {
        let member = self.move_member(env, seat, m, means);
        self.mark_duties(&member.events, seat);
        self.perform(vec![member])
    }
    pub(crate) fn move_member(&self, env: &Env, seat: SeatId, m: &MoveOpt, means: Means) -> Member {
        let cx = self.cx(env);
        let mut events = guards::events_of(&cx, m, seat);
        for e in &mut events {
            e.means = means;
            e.rule = if means == Means::Move { None } else { env.rule };
        }
        let layer = self.st.layer_of(m.piece);
        let mut ops: Vec<Change> = m.victims.iter().map(|v| Change::Lift(*v)).collect();
        if !m.stand {
            ops.push(Change::Lift(m.piece));
            for (p, to) in &m.pushes {
                ops.push(Change::Lift(*p));
                if let Some(to) = to {
                    ops.push(Change::Land(*p, *to, self.st.layer_of(*p)));
                    ops.push(Change::Displaced(*p));
                }
            }
            if let Some((b, to)) = m.bring {
                ops.push(Change::Lift(b));
                ops.push(match to {
                    Brought::Square(to) => Change::Land(b, to, layer),
                    Brought::Zone(key) => Change::Store(b, key),
                });
                ops.push(Change::Displaced(b));
            }
            ops.push(Change::Land(m.piece, m.to, layer));
        }
        ops.push(Change::Moved(m.piece));
        Member { events, ops }
    }
    pub(crate) fn mark_duties(&mut self, events: &[Event], seat: SeatId) {
        let done: Vec<usize> = self
            .st
            .imposed
            .iter()
            .enumerate()
            .filter(|(_, im)| {
                let Some(deed) = self.l.rule(im.rule).duty() else {
                    return false;
                };
                let _ = seat;
                events.iter().any(|e| {
                    Cx {
                        ghost: Some(&e.recs),
                        ..self.cx(&im.env)
                    }
                    .fits(deed, e, false, false)
                })
            })
            .map(|(i, _)| i)
            .collect();
        for i in done {
            self.st.imposed[i].done = true;
        }
    }
    /// `move X`, `move X to S`, `move X like K`: a move decision.
    pub(crate) fn move_step(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).or(self.st.on_turn).ok_or(Stop::Cannot)?;
        if self.l.rules.rules.len() > env.rule.map_or(usize::MAX, |r| r.index()) && env.procedure
            || self.bodies > 0
        {
            self.settle()?;
        }
        loop {
            let depth = self.snaps.len();
            self.snap();
            self.taken_back = None;
            let (like, to) = (self.case_set(d, Case::Like), self.case_set(d, Case::To));
            let q = Question {
                rule: env.rule,
                secret: d.how.secretly,
                ..Question::of(Who::Seat(seat), Kind::Move)
            };
            let e2 = env.clone();
            let o = self.decide(q, |x| {
                let pieces = x.object_pieces(&e2, d);
                if let (Some(to), None) = (to, &d.how.along) {
                    return x.ability_moves(&e2, seat, &pieces, to);
                }
                let kinds = like.map(|s| x.cx(&e2).set(s));
                let along = |m: &MoveOpt| match &d.how.along {
                    Some(Path::Slide { dirs, min, max }) => {
                        let f = x.st.piece(m.piece).facing;
                        let ((fa, ra), (fb, rb)) = (x.l.file_rank(m.from), x.l.file_rank(m.to));
                        dirs.iter().any(|v| {
                            let v = super::super::link::turned(*v, f);
                            ((*min).max(1)..=if *max == 0 { 64 } else { *max }).any(|n| {
                                fb - fa == v.0 as i16 * n as i16 && rb - ra == v.1 as i16 * n as i16
                            })
                        })
                    }
                    _ => true,
                };
                let dirs = x.case_set(d, Case::In).map(|s| x.cx(&e2).set(s));
                let in_dir = |m: &MoveOpt| {
                    let heading = x.l.heading(m.from, m.to).map(|v| Val::Dir(v.0, v.1));
                    let fits = |v: &Vals| heading.is_some_and(|h| v.contains(&h));
                    dirs.as_ref().is_none_or(fits)
                };
                let mut v = x.move_options(seat, &pieces, kinds.as_deref(), |m| {
                    (!d.how.taking || !m.victims.is_empty())
                        && (!d.how.quiet || m.victims.is_empty())
                        && along(m)
                        && in_dir(m)
                });
                x.keep_duties(seat, &mut v, |_| None);
                v
            });
            let m = match o {
                Ok(Opt {
                    does: Does::Move(m),
                    ..
                }) => m,
                Ok(_) => return Ok(Flow::Next),
                Err(Stop::Cannot) => {
                    self.snaps.pop();
                    return Ok(Flow::None);
                }
                Err(e) => return Err(e),
            };
            let means = if to.is_some() {
                Means::Ability
            } else {
                Means::Move
            };
            if means == Means::Move {
                self.judge_before_move(env);
                // what a move of several sets off is answered before the next: each counts as an action
                self.st.quietly().action += 1;
            }
            self.make_move(env, seat, &m, means)?;
            if means == Means::Move {
                self.judge_after_move();
            }
            if let Some(n) = d.called {
                env.bind(n, vec![Val::Piece(m.piece)]);
            }
            if env.procedure || self.bodies > 0 {
                self.settle()?;
            }
            if self.taken_back.is_some_and(|d| d < depth) {
                return Err(Stop::Back);
            }
            self.snaps.truncate(depth);
            if self.taken_back == Some(depth) {
                self.taken_back = None;
                if !self.end_turn {
                    continue;
                }
            }
            return Ok(Flow::Next);
        }
    }
    /// Moves by ability: anywhere of a set, taking nothing, crossing nothing.
    pub(crate) fn ability_moves(
        &self,
        env: &Env,
        seat: SeatId,
        pieces: &[PieceId],
        to: &Set,
    ) -> Vec<Opt> {
        let cx = self.cx(env);
        let squares: Vec<SquareId> = cx
            .set(to)
            .into_iter()
            .filter_map(|x| cx.where_is(x))
            .collect();
        let mut v = vec![];
        for p in pieces {
            let Some(from) = self.st.square_of(*p) else {
                continue;
            };
            if cx.quality(Val::Piece(*p), &Quality::Frozen) {
                continue;
            }
            for to in &squares {
                if self.st.at_layer(*to, self.st.layer_of(*p)).is_some() {
                    continue;
                }
                let m = MoveOpt::plain(*p, from, *to);
                let mut events = guards::events_of(&cx, &m, seat);
                events.iter_mut().for_each(|e| e.means = Means::Ability);
                let free = || {
                    if self.barred(&cx, &events) {
                        return false;
                    }
                    let safe = moves::safe(&cx, &m, seat);
                    (!safe).then(|| self.blame(Reason::Check));
                    safe
                };
                if self.hearing(|c| *c == Choice::Move(from, *to), free) {
                    v.push(m);
                }
            }
        }
        v.sort_by_key(|m| (m.from, m.to));
        v.into_iter()
            .map(|m| Opt::new(Choice::Move(m.from, m.to), Does::Move(Box::new(m))))
            .collect()
    }
}
