//! What each verb does as a step.
use super::exec::*;
use super::moves::{self, MoveOpt};
use super::read::*;
use super::settle::*;
use super::state::*;
use super::value::*;
use crate::ids::*;
use crate::play::Kind;
use crate::play::*;
use crate::rules::*;

impl<'a> Exec<'a> {
    /// A deed as a step.
    pub fn deed(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        if d.how.instead {
            // the event is struck by whoever runs the `before` rule; the step itself is carried out
        }
        match d.verb {
            Verb::Act => return self.act(env, d),
            Verb::Move => return self.move_step(env, d),
            Verb::Shift => return self.shift(env, d),
            Verb::Deal => return self.deal(env, d),
            Verb::Draw => return self.draw(env, d),
            Verb::Stop => return Ok(Flow::Break),
            _ => {}
        }
        match d.verb {
            Verb::Capture => self.capture(env, d)?,
            Verb::Put => self.put(env, d)?,
            Verb::Remove => self.remove(env, d)?,
            Verb::Give => self.give_step(env, d)?,
            Verb::Swap => self.swap(env, d)?,
            Verb::Push | Verb::Pull => self.push_pull(env, d)?,
            Verb::Become | Verb::Promote => self.become_kind(env, d)?,
            Verb::Mark | Verb::Unmark => self.mark(env, d)?,
            Verb::Set | Verb::Add | Verb::Spend => self.value_step(env, d)?,
            Verb::Reveal => self.reveal(env, d)?,
            Verb::Announce => self.announce(env, d),
            Verb::Shuffle => {}
            Verb::TakeBack => self.take_back(env),
            Verb::Borrow => self.borrow(env, d)?,
            Verb::Pass => self.pass_step(env),
            Verb::TurnPasses => {
                self.st.next = self
                    .case_vals(env, d, Case::To)
                    .into_iter()
                    .find_map(as_seat);
                self.changes += 1;
            }
            Verb::Skip => self.skip(env, d)?,
            Verb::LoseGame => self.lose(env, d)?,
            Verb::Win => return self.win(env, d),
            Verb::DrawGame => {
                self.draw_game();
                return Err(Stop::Over);
            }
            Verb::Score => {
                let n = self.object_num(env, d);
                for s in self.subjects(env, d) {
                    self.st.seats[s.index()].points += n;
                }
                self.changes += 1;
            }
            Verb::EndTurn => self.end_turn = true,
            Verb::EndRound => self.end_turn = true,
            Verb::EndGame => {
                self.st.over = true;
                return Err(Stop::Over);
            }
            Verb::EndPower => self.end_power(env, d)?,
            Verb::Play => self.play_plans(env, d)?,
            _ => return Err(Stop::Cannot),
        }
        Ok(Flow::Next)
    }

    // ---- parts of a deed

    /// Members of a case.
    pub fn case_vals(&self, env: &Env, d: &Deed, c: Case) -> Vals {
        d.cases
            .iter()
            .find(|(k, _)| *k == c)
            .map(|(_, v)| self.cx(env).value(v))
            .unwrap_or_default()
    }
    /// The phrase of a case.
    fn case_set<'d>(&self, d: &'d Deed, c: Case) -> Option<&'d Set> {
        d.cases.iter().find_map(|(k, v)| match v {
            Value::Set(s) if *k == c => Some(s),
            _ => None,
        })
    }
    fn case_num(&self, env: &Env, d: &Deed, c: Case) -> Option<i32> {
        d.cases
            .iter()
            .find(|(k, _)| *k == c)
            .map(|(_, v)| sum(&self.cx(env).value(v)))
    }
    /// Members of the object.
    pub fn objects(&self, env: &Env, d: &Deed) -> Vals {
        d.object
            .as_ref()
            .map(|v| self.cx(env).value(v))
            .unwrap_or_default()
    }
    /// Pieces of the object (a square stands for what is on it).
    fn object_pieces(&self, env: &Env, d: &Deed) -> Vec<PieceId> {
        self.objects(env, d)
            .into_iter()
            .filter_map(|x| match x {
                Val::Piece(p) => Some(p),
                Val::Square(s) => self.st.at(s),
                _ => None,
            })
            .collect()
    }
    fn object_num(&self, env: &Env, d: &Deed) -> i32 {
        match &d.object {
            Some(Value::Num(n)) => self.cx(env).num(n),
            Some(Value::Set(s)) => sum(&self.cx(env).set(s)),
            None => 0,
        }
    }
    /// Seats that do it: the subject, else the actor.
    pub fn subjects(&self, env: &Env, d: &Deed) -> Vec<SeatId> {
        let v: Vec<SeatId> = match &d.subject {
            Some(s) => self
                .cx(env)
                .set(s)
                .into_iter()
                .flat_map(|x| match x {
                    Val::Seat(s) => vec![s],
                    Val::Side(d) => self.l.rules.sides[d.index()].seats.clone(),
                    Val::Piece(p) => self.st.piece(p).owner.into_iter().collect(),
                    _ => vec![],
                })
                .collect(),
            None => env
                .actor
                .or(env.you)
                .or(self.st.on_turn)
                .into_iter()
                .collect(),
        };
        v
    }
    fn doer(&self, env: &Env, d: &Deed) -> Option<SeatId> {
        let named = d
            .subject
            .as_ref()
            .and_then(|s| self.cx(env).set(s).into_iter().find_map(as_seat));
        named.or(env.actor).or(env.you)
    }
    /// An event caused here.
    pub fn event(
        &self,
        env: &Env,
        author: Option<SeatId>,
        verb: Verb,
        roles: Vec<(Role, Val)>,
    ) -> Event {
        let cx = self.cx(env);
        let pieces: Vec<PieceId> = roles
            .iter()
            .filter_map(|(_, v)| match v {
                Val::Piece(p) => Some(*p),
                _ => None,
            })
            .collect();
        Event {
            verb,
            author,
            roles,
            means: env.means.unwrap_or(Means::Rule),
            rule: env.rule,
            recs: pieces.iter().map(|p| cx.rec(*p)).collect(),
            turn: self.st.turn,
            batch: 0,
            edge: false,
            still: false,
        }
    }
    fn refused(&self, env: &Env, m: &Member) -> bool {
        m.events
            .iter()
            .any(|e| moves::forbidden(&self.cx(env), e, None).is_some())
    }
    /// Perform what no guard protects; all or nothing where the phrase names single things.
    fn guarded(&mut self, env: &Env, members: Vec<Member>, whole: bool) -> Result<(), Stop> {
        let n = members.len();
        let left: Vec<Member> = members
            .into_iter()
            .filter(|m| !self.refused(env, m))
            .collect();
        if (whole || n == 1) && left.len() < n {
            return Err(Stop::Cannot);
        }
        self.perform(left)
    }

    // ---- moving

    /// `act`: a move or an available action.
    fn act(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).or(self.st.on_turn).ok_or(Stop::Cannot)?;
        let mut excluded: Vec<RuleId> = vec![];
        loop {
            self.settle()?;
            self.st.action += 1;
            let depth = self.snaps.len();
            self.snaps.push(self.st.clone());
            self.taken_back = None;
            let q = Question {
                who: Who::Seat(seat),
                kind: Kind::Act,
                rule: env.rule.filter(|_| !env.procedure),
                label: None,
                secret: false,
                auto: false,
            };
            let barred = excluded.clone();
            let o = self.decide(q, |e| e.act_options(seat, &barred));
            let o = match o {
                Ok(o) => o,
                Err(Stop::Cannot) => {
                    self.snaps.pop();
                    return Ok(Flow::None);
                }
                Err(e) => return Err(e),
            };
            let before = self.changes;
            let mut acted = None;
            match &o.does {
                Does::Move(m) => self.make_move(env, seat, m, Means::Move)?,
                Does::Nth(i) => {
                    let id = self.l.actions[*i / 1024];
                    acted = Some(id);
                    self.run_action(id, *i % 1024, seat)?;
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
        let envs = self.action_envs(seat);
        let trials: Vec<(usize, super::trial::Trial<'a>)> = envs
            .into_iter()
            .filter_map(|(code, id, env)| {
                let Form::Action { body, .. } = &self.l.rule(id).form else {
                    return None;
                };
                Some((
                    code,
                    super::trial::Trial::option(
                        std::sync::Arc::new(self.st.clone()),
                        0,
                        env,
                        seat,
                        body,
                        &self.l.rule(id).when,
                    ),
                ))
            })
            .collect();
        self.keep_duties(seat, &mut opts, |o| match o.does {
            Does::Nth(c) => trials
                .iter()
                .find(|(code, _)| *code == c)
                .map(|(_, t)| t.clone()),
            _ => None,
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
                        moves::refusal(&cx, m, seat, None).is_none()
                            && !cx.quality(Val::Piece(*p), &Quality::Frozen)
                    });
                    m
                }
                None => {
                    let mut m = moves::pseudo(&cx, *p);
                    m.retain(|m| moves::refusal(&cx, m, seat, None).is_none());
                    m
                }
            };
            m.retain(|m| keep(m) && moves::safe(&cx, m, seat));
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
    /// Instances of actions open to a seat by who, limit and condition: (code, rule, environment).
    fn action_envs(&self, seat: SeatId) -> Vec<(usize, RuleId, Env)> {
        let mut v = vec![];
        let env = Env::default();
        let cx = self.cx(&env);
        for (i, id) in self.l.actions.iter().enumerate() {
            let rule = self.l.rule(*id);
            let Form::Action { who, .. } = &rule.form else {
                continue;
            };
            let mut nth = 0;
            let ability = matches!(rule.rank.level, Level::Kind | Level::Power);
            cx.instances(*id, None, &mut |c| {
                let code = i * 1024 + nth;
                nth += 1;
                let mut e = Env {
                    actor: Some(seat),
                    means: Some(if ability { Means::Ability } else { Means::Rule }),
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
                    v.push((code, *id, e.clone()));
                }
            });
        }
        v
    }
    fn action_options(&self, seat: SeatId, barred: &[RuleId]) -> Vec<Opt> {
        let envs = self.action_envs(seat);
        let several = |id: RuleId| envs.iter().filter(|(_, r, _)| *r == id).count() > 1;
        envs.iter()
            .filter(|(_, id, _)| !barred.contains(id))
            .filter(|(_, id, env)| {
                let rule = self.l.rule(*id);
                let Form::Action { body, .. } = &rule.form else {
                    return false;
                };
                self.can_run(env, seat, body, &rule.when)
            })
            .map(|(code, id, env)| {
                let choice = match env.it {
                    Some(Val::Piece(p)) if several(*id) => self
                        .st
                        .square_of(p)
                        .map_or(Choice::Action(*id), |s| Choice::ActionOf(*id, s)),
                    _ => Choice::Action(*id),
                };
                Opt::new(choice, Does::Nth(*code))
            })
            .collect()
    }
    fn run_action(&mut self, id: RuleId, nth: usize, seat: SeatId) -> Result<(), Stop> {
        let rule = self.l.rule(id);
        let code = self.l.actions.iter().position(|a| *a == id).unwrap_or(0) * 1024 + nth;
        let Some((_, _, env)) = self
            .action_envs(seat)
            .into_iter()
            .find(|(c, ..)| *c == code)
        else {
            return Err(Stop::Cannot);
        };
        let Form::Action { body, .. } = &rule.form else {
            return Ok(());
        };
        if let Some(lim) = rule.limit {
            self.spend_limit(lim, &env);
        }
        self.count_firing(id)?;
        self.bodies += 1;
        let r = self.with_trial(&env, seat, body, &rule.when, |x, e| x.block(e, body));
        self.bodies -= 1;
        r.map(|_| ())
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
    fn move_member(&self, env: &Env, seat: SeatId, m: &MoveOpt, means: Means) -> Member {
        let cx = self.cx(env);
        let mut events = moves::events_of(&cx, m, seat);
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
                ops.push(Change::Land(b, to, layer));
                ops.push(Change::Displaced(b));
            }
            ops.push(Change::Land(m.piece, m.to, layer));
        }
        ops.push(Change::Moved(m.piece));
        Member { events, ops }
    }
    fn mark_duties(&mut self, events: &[Event], seat: SeatId) {
        let done: Vec<usize> = self
            .st
            .imposed
            .iter()
            .enumerate()
            .filter(|(_, im)| {
                let Form::Guard {
                    verdict: Verdict::Duty,
                    deed,
                    ..
                } = &self.l.rule(im.rule).form
                else {
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
    fn move_step(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).or(self.st.on_turn).ok_or(Stop::Cannot)?;
        if self.l.rules.rules.len() > env.rule.map_or(usize::MAX, |r| r.index()) && env.procedure
            || self.bodies > 0
        {
            self.settle()?;
        }
        loop {
            let depth = self.snaps.len();
            self.snaps.push(self.st.clone());
            self.taken_back = None;
            let (like, to) = (self.case_set(d, Case::Like), self.case_set(d, Case::To));
            let q = Question {
                who: Who::Seat(seat),
                kind: Kind::Move,
                rule: env.rule,
                label: None,
                secret: d.how.secretly,
                auto: false,
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
                            let v = super::link::turned(*v, f);
                            ((*min).max(1)..=if *max == 0 { 64 } else { *max }).any(|n| {
                                fb - fa == v.0 as i16 * n as i16 && rb - ra == v.1 as i16 * n as i16
                            })
                        })
                    }
                    _ => true,
                };
                let dirs = x.case_vals(&e2, d, Case::In);
                let in_dir = |m: &MoveOpt| {
                    dirs.is_empty() || m.dir.is_some_and(|v| dirs.contains(&Val::Dir(v.0, v.1)))
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
            self.make_move(env, seat, &m, means)?;
            if let Some(n) = d.called {
                env.bind(n, vec![Val::Piece(m.piece)]);
            }
            if env.procedure || self.bodies > 0 {
                self.settle()?;
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
    fn ability_moves(&self, env: &Env, seat: SeatId, pieces: &[PieceId], to: &Set) -> Vec<Opt> {
        let cx = self.cx(env);
        let squares: Vec<SquareId> = cx
            .set(to)
            .into_iter()
            .filter_map(|x| cx.to_square(x))
            .collect();
        let mut v = vec![];
        for p in pieces {
            let Some(from) = self.st.square_of(*p) else {
                continue;
            };
            for to in &squares {
                if self.st.at_layer(*to, self.st.layer_of(*p)).is_some() {
                    continue;
                }
                let m = MoveOpt {
                    piece: *p,
                    from,
                    to: *to,
                    victims: vec![],
                    stand: false,
                    pushes: vec![],
                    bring: None,
                    path: vec![],
                    edge: false,
                    leaping: false,
                    dir: None,
                    over: vec![],
                };
                let mut events = moves::events_of(&cx, &m, seat);
                events.iter_mut().for_each(|e| e.means = Means::Ability);
                if events
                    .iter()
                    .all(|e| moves::forbidden(&cx, e, None).is_none())
                    && moves::safe(&cx, &m, seat)
                {
                    v.push(m);
                }
            }
        }
        v.sort_by_key(|m| (m.from, m.to));
        v.into_iter()
            .map(|m| Opt::new(Choice::Move(m.from, m.to), Does::Move(Box::new(m))))
            .collect()
    }
    /// A group goes elsewhere keeping its arrangement; the player names the shift by its first piece.
    fn shift(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).ok_or(Stop::Cannot)?;
        let q = Question {
            who: Who::Seat(seat),
            kind: Kind::Move,
            rule: env.rule,
            label: None,
            secret: false,
            auto: false,
        };
        let e2 = env.clone();
        let o = self.decide(q, |x| {
            let group = x.object_pieces(&e2, d);
            x.shifts(&e2, seat, &group, d)
                .into_iter()
                .map(|v| {
                    Opt::new(
                        Choice::Move(v[0].from, v[0].to),
                        Does::Move(Box::new(v[0].clone())),
                    )
                })
                .collect()
        });
        let first = match o {
            Ok(Opt {
                does: Does::Move(m),
                ..
            }) => m,
            Ok(_) => return Ok(Flow::Next),
            Err(Stop::Cannot) => return Ok(Flow::None),
            Err(e) => return Err(e),
        };
        let group = self.object_pieces(env, d);
        let Some(v) = self
            .shifts(env, seat, &group, d)
            .into_iter()
            .find(|v| v[0].to == first.to && v[0].piece == first.piece)
        else {
            return Err(Stop::Cannot);
        };
        let means = env.means.unwrap_or(Means::Ability);
        let members: Vec<Member> = v
            .iter()
            .map(|m| {
                let mut mem = self.move_member(env, seat, m, means);
                let shift = Event {
                    verb: Verb::Shift,
                    roles: vec![(Role::Shifted, Val::Piece(m.piece))],
                    ..mem.events[mem.events.len() - 1].clone()
                };
                mem.events.push(shift);
                mem
            })
            .collect();
        self.perform(members)?;
        Ok(Flow::Next)
    }
    fn shifts(&self, env: &Env, seat: SeatId, group: &[PieceId], d: &Deed) -> Vec<Vec<MoveOpt>> {
        let cx = self.cx(env);
        let squares: Option<Vals> = self.case_set(d, Case::To).map(|s| cx.set(s));
        let at: Vec<(PieceId, SquareId)> = group
            .iter()
            .filter_map(|p| self.st.square_of(*p).map(|s| (*p, s)))
            .collect();
        let Some((_, first)) = at.first() else {
            return vec![];
        };
        let (f0, r0) = self.l.file_rank(*first);
        let mut out = vec![];
        for to in self.l.all_squares() {
            let (f, r) = self.l.file_rank(to);
            let (df, dr) = (f - f0, r - r0);
            if (df, dr) == (0, 0) || self.l.board_of(to).first != self.l.board_of(*first).first {
                continue;
            }
            let landed: Option<Vec<MoveOpt>> = at
                .iter()
                .map(|(p, s)| {
                    let (fs, rs) = self.l.file_rank(*s);
                    let to = self.l.square(self.l.board_of(*s), fs + df, rs + dr)?;
                    let own = at.iter().any(|(_, q)| *q == to);
                    let listed = squares
                        .as_ref()
                        .is_none_or(|v| v.contains(&Val::Square(to)));
                    let empty = self.st.at_layer(to, self.st.layer_of(*p)).is_none();
                    ((listed && empty) || own).then(|| MoveOpt {
                        piece: *p,
                        from: *s,
                        to,
                        victims: vec![],
                        stand: false,
                        pushes: vec![],
                        bring: None,
                        path: vec![],
                        edge: false,
                        leaping: false,
                        dir: None,
                        over: vec![],
                    })
                })
                .collect();
            if let Some(v) = landed {
                let means = env.means.unwrap_or(Means::Ability);
                let ok = v.iter().all(|m| {
                    let mut events = moves::events_of(&cx, m, seat);
                    events.iter_mut().for_each(|e| e.means = means);
                    events
                        .iter()
                        .all(|e| moves::forbidden(&cx, e, None).is_none())
                });
                if ok {
                    out.push(v);
                }
            }
        }
        out
    }

    // ---- pieces

    fn capture(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let victims = self.object_pieces(env, d);
        if victims.is_empty() {
            return Ok(());
        }
        let captor = d.subject.as_ref().and_then(|s| {
            self.cx(env).set(s).into_iter().find_map(|x| match x {
                Val::Piece(p) => Some(p),
                _ => None,
            })
        });
        let captor = captor.or_else(|| {
            self.case_vals(env, d, Case::With)
                .into_iter()
                .find_map(|x| match x {
                    Val::Piece(p) => Some(p),
                    _ => None,
                })
        });
        let author = self.doer(env, d);
        let named = matches!(&d.object, Some(Value::Set(s)) if s.amount != Amount::Every || matches!(s.base, Base::Name(_)));
        let members: Vec<Member> = victims
            .iter()
            .map(|v| {
                let mut roles = vec![(Role::Victim, Val::Piece(*v))];
                let mut ops = vec![Change::Lift(*v)];
                if let Some(sq) = self.st.square_of(*v) {
                    roles.push((Role::Destination, Val::Square(sq)));
                }
                if let Some(c) = captor {
                    roles.push((Role::Captor, Val::Piece(c)));
                    if !d.how.still
                        && let Place::Board(sq, l) = self.st.piece(*v).place
                    {
                        ops.push(Change::Lift(c));
                        ops.push(Change::Land(c, sq, l));
                        ops.push(Change::Moved(c));
                    }
                }
                let mut e = self.event(env, author, Verb::Capture, roles);
                e.still = d.how.still;
                Member {
                    events: vec![
                        self.event(
                            env,
                            author,
                            Verb::LosePiece,
                            vec![(Role::Victim, Val::Piece(*v))],
                        ),
                        e,
                    ],
                    ops,
                }
            })
            .collect();
        self.guarded(env, members, named)
    }
    fn remove(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pieces = self.object_pieces(env, d);
        let author = self.doer(env, d);
        let members: Vec<Member> = pieces
            .iter()
            .filter(|p| self.st.piece(**p).place != Place::Lost)
            .map(|p| {
                let v = Val::Piece(*p);
                let mut events = vec![];
                let mut roles = vec![(Role::Removed, v)];
                if let Some(sq) = self.st.square_of(*p) {
                    events.push(self.event(
                        env,
                        author,
                        Verb::Leave,
                        vec![(Role::Leaver, v), (Role::Origin, Val::Square(sq))],
                    ));
                    roles.push((Role::Origin, Val::Square(sq)));
                }
                events.push(self.event(env, author, Verb::LosePiece, vec![(Role::Victim, v)]));
                events.push(self.event(env, author, Verb::Remove, roles));
                Member {
                    events,
                    ops: vec![Change::Lift(*p)],
                }
            })
            .collect();
        self.guarded(env, members, false)
    }
    fn put(&mut self, env: &mut Env, d: &'a Deed) -> Result<(), Stop> {
        let author = self.doer(env, d);
        let mut things = match &d.object {
            Some(Value::Set(s)) if s.base == Base::New => self.new_pieces(env, s),
            Some(Value::Set(s)) => {
                let mut v = self.object_pieces(env, d);
                if let Amount::Count(_, n) = &s.amount {
                    v.truncate(self.cx(env).num(n).max(0) as usize);
                }
                v
            }
            _ => vec![],
        };
        if let Some(Value::Set(s)) = &d.object
            && s.ty == Ty::Army
        {
            let armies: Vec<ArmyId> = self
                .cx(env)
                .set(s)
                .into_iter()
                .filter_map(|x| match x {
                    Val::Army(a) => Some(a),
                    _ => None,
                })
                .collect();
            self.st.armies_left.extend(armies);
            self.changes += 1;
            return Ok(());
        }
        let zone = [
            (Case::Into, false),
            (Case::Onto, false),
            (Case::Under, true),
        ]
        .into_iter()
        .find_map(|(c, under)| self.zone_case(env, d, c).map(|k| (k, under)));
        if let Some((key, under)) = zone {
            things.retain(|p| self.st.piece(*p).place != Place::Zone(key));
            let members: Vec<Member> = things
                .iter()
                .map(|p| {
                    let v = Val::Piece(*p);
                    let mut events = vec![];
                    if let Some(sq) = self.st.square_of(*p) {
                        events.push(self.event(
                            env,
                            author,
                            Verb::Leave,
                            vec![(Role::Leaver, v), (Role::Origin, Val::Square(sq))],
                        ));
                    }
                    events.push(self.event(
                        env,
                        author,
                        Verb::Put,
                        vec![
                            (Role::Placed, v),
                            (Role::Destination, Val::Zone(key.zone, key.owner)),
                        ],
                    ));
                    let mut ops = vec![
                        Change::Lift(*p),
                        if under {
                            Change::StoreUnder(*p, key)
                        } else {
                            Change::Store(*p, key)
                        },
                        Change::Displaced(*p),
                    ];
                    if d.how.openly {
                        ops.push(Change::Shown(*p));
                    }
                    Member { events, ops }
                })
                .collect();
            return self.guarded(env, members, false);
        }
        let mut squares: Vec<SquareId> = vec![];
        let mut layer = None;
        for c in [Case::On, Case::Beside, Case::At, Case::To] {
            for x in self.case_vals(env, d, c) {
                match x {
                    Val::Layer(l) => layer = Some(l),
                    x => squares.extend(self.cx(env).to_square(x)),
                }
            }
        }
        if let (Some(l), true) = (layer, squares.is_empty()) {
            squares = things
                .iter()
                .filter_map(|p| self.st.square_of(*p))
                .collect();
            layer = Some(l);
        }
        if squares.is_empty() || things.is_empty() {
            return if things.is_empty()
                && !matches!(&d.object, Some(Value::Set(s)) if s.base == Base::New)
                && !squares.is_empty()
            {
                Ok(())
            } else {
                Err(Stop::Cannot)
            };
        }
        let mut members = vec![];
        let mut taken: Vec<SquareId> = vec![];
        let leaving: Vec<PieceId> = things.clone();
        for (i, p) in things.iter().enumerate() {
            let Some(sq) = squares.get(i).or(if squares.len() == 1 {
                squares.first()
            } else {
                None
            }) else {
                break;
            };
            let l = layer.unwrap_or_else(|| self.st.layer_of(*p));
            let blocked = self
                .st
                .at_layer(*sq, l)
                .is_some_and(|o| !leaving.contains(&o))
                || taken.contains(sq);
            if blocked {
                return Err(Stop::Cannot);
            }
            taken.push(*sq);
            let v = Val::Piece(*p);
            let to = (Role::Destination, Val::Square(*sq));
            let mut events = vec![];
            let mut enter = vec![(Role::Entrant, v), to];
            if let Some(from) = self.st.square_of(*p) {
                events.push(self.event(
                    env,
                    author,
                    Verb::Leave,
                    vec![(Role::Leaver, v), (Role::Origin, Val::Square(from))],
                ));
                enter.push((Role::Origin, Val::Square(from)));
            }
            events.push(self.event(env, author, Verb::Enter, enter));
            events.push(self.event(env, author, Verb::Put, vec![(Role::Placed, v), to]));
            members.push(Member {
                events,
                ops: vec![
                    Change::Lift(*p),
                    Change::Land(*p, *sq, l),
                    Change::Displaced(*p),
                ],
            });
        }
        if let Some(n) = d.called {
            env.bind(n, things.iter().map(|p| Val::Piece(*p)).collect());
        }
        self.guarded(env, members, false)
    }
    fn zone_case(&self, env: &Env, d: &Deed, c: Case) -> Option<ZoneKey> {
        let s = self.case_set(d, c)?;
        match &s.base {
            Base::Zone(z, of) => self.cx(env).zone_keys(*z, of).first().copied(),
            Base::Name(_) => self.cx(env).set(s).into_iter().find_map(|x| match x {
                Val::Zone(zone, owner) => Some(ZoneKey { zone, owner }),
                _ => None,
            }),
            _ => None,
        }
    }
    /// `a new pawn`: pieces made by this step.
    fn new_pieces(&mut self, env: &Env, s: &Set) -> Vec<PieceId> {
        let cx = self.cx(env);
        let mut kinds: Vals = vec![];
        let mut owner = env.actor.or(env.you);
        for n in &s.by {
            match n {
                Narrow::Is(Quality::Kind(k)) => kinds = cx.set(k),
                Narrow::Of(of) => {
                    owner = cx
                        .set(of)
                        .into_iter()
                        .find_map(|x| match x {
                            Val::Seat(s) => Some(Some(s)),
                            Val::Nobody => Some(None),
                            _ => None,
                        })
                        .unwrap_or(owner)
                }
                _ => {}
            }
        }
        let count = match &s.amount {
            Amount::Count(_, n) => cx.num(n).max(0) as usize,
            _ => 1,
        };
        let mut v = vec![];
        for x in kinds {
            let kind = match x {
                Val::Kind(k) => k,
                Val::Piece(p) => self.st.piece(p).kind,
                _ => continue,
            };
            for _ in 0..count {
                v.push(super::setup::add_piece(
                    self.l,
                    &mut self.st,
                    kind,
                    owner,
                    None,
                ));
            }
            break;
        }
        v
    }
    fn give_step(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let to = self.case_vals(env, d, Case::To);
        let receiver = match to.first() {
            Some(Val::Seat(s)) => Some(*s),
            Some(Val::Side(d)) => self.l.rules.sides[d.index()].seats.first().copied(),
            Some(Val::Piece(p)) => self.st.piece(*p).owner,
            Some(Val::Nobody) => None,
            _ => return Err(Stop::Cannot),
        };
        let author = self.doer(env, d);
        let mut members = vec![];
        for x in self.objects(env, d) {
            match x {
                Val::Piece(p) => {
                    if self.st.piece(p).owner != receiver {
                        members.push(self.give_member(env, author, p, receiver));
                    }
                }
                Val::Army(a) => {
                    let Some(s) = receiver else { continue };
                    members.push(Member {
                        events: vec![self.event(
                            env,
                            author,
                            Verb::Give,
                            vec![(Role::Given, x), (Role::Receiver, Val::Seat(s))],
                        )],
                        ops: vec![Change::GiveArmy(a, s)],
                    });
                }
                Val::Power(p) => {
                    let Some(s) = receiver else { continue };
                    members.push(Member {
                        events: vec![self.event(
                            env,
                            author,
                            Verb::Give,
                            vec![(Role::Given, x), (Role::Receiver, Val::Seat(s))],
                        )],
                        ops: vec![Change::GivePower(p, s)],
                    });
                }
                _ => {}
            }
        }
        self.guarded(env, members, false)
    }
    fn give_member(
        &self,
        env: &Env,
        author: Option<SeatId>,
        p: PieceId,
        to: Option<SeatId>,
    ) -> Member {
        let mut roles = vec![(Role::Given, Val::Piece(p))];
        if let Some(s) = self.st.piece(p).owner {
            roles.push((Role::Giver, Val::Seat(s)));
        }
        roles.push((Role::Receiver, to.map_or(Val::Nobody, Val::Seat)));
        Member {
            events: vec![self.event(env, author, Verb::Give, roles)],
            ops: vec![Change::Own(p, to)],
        }
    }
    fn swap(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pieces = self.object_pieces(env, d);
        let author = self.doer(env, d);
        let [a, b] = pieces[..] else {
            return Err(Stop::Cannot);
        };
        let members = if d.how.owners {
            let (oa, ob) = (self.st.piece(a).owner, self.st.piece(b).owner);
            vec![
                self.give_member(env, author, a, ob),
                self.give_member(env, author, b, oa),
            ]
        } else {
            let (Place::Board(sa, la), Place::Board(sb, lb)) =
                (self.st.piece(a).place, self.st.piece(b).place)
            else {
                return Err(Stop::Cannot);
            };
            [(a, sa, sb, lb), (b, sb, sa, la)]
                .into_iter()
                .map(|(p, from, to, l)| {
                    let v = Val::Piece(p);
                    let events = vec![
                        self.event(
                            env,
                            author,
                            Verb::Leave,
                            vec![(Role::Leaver, v), (Role::Origin, Val::Square(from))],
                        ),
                        self.event(
                            env,
                            author,
                            Verb::Enter,
                            vec![
                                (Role::Entrant, v),
                                (Role::Destination, Val::Square(to)),
                                (Role::Origin, Val::Square(from)),
                            ],
                        ),
                        self.event(env, author, Verb::Swap, vec![(Role::Swapped, v)]),
                    ];
                    Member {
                        events,
                        ops: vec![
                            Change::Lift(p),
                            Change::Land(p, to, l),
                            Change::Displaced(p),
                        ],
                    }
                })
                .collect()
        };
        self.guarded(env, members, true)
    }
    /// `push S from X by N squares [off the board]`, `pull S toward X`: straight along lines until stopped.
    fn push_pull(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pull = d.verb == Verb::Pull;
        let fix = self.case_vals(env, d, if pull { Case::Toward } else { Case::From });
        let Some(fix) = fix.first().and_then(|x| self.cx(env).to_square(*x)) else {
            return Err(Stop::Cannot);
        };
        let author = self.doer(env, d);
        let by = self
            .case_num(env, d, Case::By)
            .filter(|n| *n > 0)
            .unwrap_or(64);
        let off = d.cases.iter().any(|(c, _)| *c == Case::Off);
        let mut pieces = self.object_pieces(env, d);
        {
            let cx = self.cx(env);
            pieces.sort_by_key(|p| {
                self.st.square_of(*p).map_or(0, |s| cx.distance(s, fix)) * if pull { 1 } else { -1 }
            });
        }
        let mut any = false;
        for p in pieces {
            let Some(from) = self.st.square_of(p) else {
                continue;
            };
            let ((fa, ra), (fb, rb)) = (self.l.file_rank(from), self.l.file_rank(fix));
            let (df, dr) = (fb - fa, rb - ra);
            if (df, dr) == (0, 0) || !(df == 0 || dr == 0 || df.abs() == dr.abs()) {
                continue;
            }
            let sign = if pull { 1 } else { -1 };
            let dir = ((df.signum() * sign) as i8, (dr.signum() * sign) as i8);
            let (mut at, mut gone, layer) = (from, false, self.st.layer_of(p));
            for _ in 0..by {
                match self.l.step(at, dir, false) {
                    Some((to, _)) if self.st.at_layer(to, layer).is_none() => at = to,
                    Some(_) => break,
                    None => {
                        gone = off && !pull;
                        break;
                    }
                }
            }
            if at == from && !gone {
                continue;
            }
            let v = Val::Piece(p);
            let origin = (Role::Origin, Val::Square(from));
            let to = (Role::Destination, Val::Square(at));
            let mut events =
                vec![self.event(env, author, Verb::Leave, vec![(Role::Leaver, v), origin])];
            let (verb, role) = if pull {
                (Verb::Pull, Role::Pulled)
            } else {
                (Verb::Push, Role::Pushed)
            };
            let mut ops = vec![Change::Lift(p)];
            if gone {
                events.push(self.event(env, author, Verb::LosePiece, vec![(Role::Victim, v)]));
                events.push(self.event(
                    env,
                    author,
                    Verb::Remove,
                    vec![(Role::Removed, v), origin],
                ));
                events.push(self.event(env, author, verb, vec![(role, v), origin]));
            } else {
                events.push(self.event(
                    env,
                    author,
                    Verb::Enter,
                    vec![(Role::Entrant, v), to, origin],
                ));
                events.push(self.event(env, author, verb, vec![(role, v), origin, to]));
                ops.push(Change::Land(p, at, layer));
                ops.push(Change::Displaced(p));
            }
            let m = Member { events, ops };
            if !self.refused(env, &m) {
                any = true;
                self.perform(vec![m])?;
            }
        }
        if any { Ok(()) } else { Err(Stop::Cannot) }
    }
    fn become_kind(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let case = if d.verb == Verb::Promote {
            Case::To
        } else {
            Case::As
        };
        let kind = self
            .case_vals(env, d, case)
            .into_iter()
            .chain(self.objects(env, d))
            .find_map(|x| match x {
                Val::Kind(k) => Some(k),
                Val::Piece(p) if case == Case::To => Some(self.st.piece(p).kind),
                _ => None,
            });
        let Some(kind) = kind else {
            return Err(Stop::Cannot);
        };
        let pieces: Vec<PieceId> = match &d.subject {
            Some(s) => self
                .cx(env)
                .set(s)
                .into_iter()
                .filter_map(|x| match x {
                    Val::Piece(p) => Some(p),
                    _ => None,
                })
                .collect(),
            None => self.object_pieces(env, d),
        };
        let author = env.actor.or(env.you);
        let members: Vec<Member> = pieces
            .into_iter()
            .map(|p| {
                let v = Val::Piece(p);
                let mut events = vec![self.event(
                    env,
                    author,
                    Verb::Become,
                    vec![(Role::Changed, v), (Role::Object, Val::Kind(kind))],
                )];
                if d.verb == Verb::Promote {
                    events.push(self.event(
                        env,
                        author,
                        Verb::Promote,
                        vec![(Role::Promoted, v), (Role::Changed, Val::Kind(kind))],
                    ));
                }
                Member {
                    events,
                    ops: vec![Change::Kind(p, kind)],
                }
            })
            .collect();
        self.guarded(env, members, false)
    }

    // ---- values

    fn mark(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let Some(Set {
            base: Base::Field(f, _, seat),
            ..
        }) = self.case_set(d, Case::As)
        else {
            return Err(Stop::Cannot);
        };
        let seat = seat
            .as_ref()
            .and_then(|s| self.cx(env).set(s).into_iter().find_map(as_seat));
        let author = self.doer(env, d);
        let due = self.dues(env, &d.how.term);
        let mut members = vec![];
        let decl = &self.l.rules.fields[f.index()];
        let things = if matches!(decl.of, Owner::Game) {
            vec![Val::Mark(*f)]
        } else {
            self.objects(env, d)
        };
        for x in things {
            let Some(key) = self.cx(env).field_key(*f, Some(x), seat) else {
                continue;
            };
            let roles = vec![(Role::Marked, x), (Role::Object, Val::Mark(*f))];
            if d.verb == Verb::Mark {
                let mut ops = vec![Change::Field(key, vec![Val::Num(1)])];
                ops.push(Change::Timed(key, due.clone()));
                members.push(Member {
                    events: vec![self.event(env, author, Verb::Mark, roles)],
                    ops,
                });
            } else if self.st.fields.get(&key).is_some_and(|v| !v.is_empty()) {
                let roles = vec![(Role::Released, x), (Role::Object, Val::Mark(*f))];
                members.push(Member {
                    events: vec![self.event(env, author, Verb::StopBeing, roles)],
                    ops: vec![Change::Field(key, vec![])],
                });
            }
        }
        self.guarded(env, members, false)
    }
    /// The keys a reference to a field stands for.
    fn field_refs(&self, env: &Env, v: &Value) -> Vec<FieldKey> {
        let (f, of, seat) = match v {
            Value::Num(Num::Field(f, of, seat)) => (f, of, seat),
            Value::Set(Set {
                base: Base::Field(f, of, seat),
                ..
            }) => (f, of, seat),
            _ => return vec![],
        };
        let cx = self.cx(env);
        let seat = seat
            .as_ref()
            .and_then(|s| cx.set(s).into_iter().find_map(as_seat));
        if matches!(self.l.rules.fields[f.index()].of, Owner::Game) {
            return cx.field_key(*f, None, seat).into_iter().collect();
        }
        cx.set(of)
            .into_iter()
            .filter_map(|x| cx.field_key(*f, Some(x), seat))
            .collect()
    }
    fn current(&self, key: &FieldKey) -> Vals {
        match self.st.fields.get(key) {
            Some(v) => v.clone(),
            None => {
                let env = Env {
                    you: key.holder,
                    ..Env::default()
                };
                let x = match key.owner {
                    OwnerKey::Game => None,
                    OwnerKey::Seat(s) => Some(Val::Seat(s)),
                    OwnerKey::Side(s) => Some(Val::Side(s)),
                    OwnerKey::Piece(p) => Some(Val::Piece(p)),
                    OwnerKey::Square(s) => Some(Val::Square(s)),
                    OwnerKey::Kind(k) => Some(Val::Kind(k)),
                };
                self.cx(&env).field(key.field, x, key.seat)
            }
        }
    }
    fn value_step(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let (target, what): (Option<&Value>, Vals) = match d.verb {
            Verb::Set => (d.object.as_ref(), self.case_vals(env, d, Case::To)),
            Verb::Add => (
                d.cases.iter().find(|(c, _)| *c == Case::To).map(|(_, v)| v),
                self.objects(env, d),
            ),
            _ => (
                d.cases.iter().find(|(c, _)| *c == Case::Of).map(|(_, v)| v),
                self.objects(env, d),
            ),
        };
        let Some(target) = target else {
            return Err(Stop::Cannot);
        };
        if d.verb == Verb::Set
            && let Value::Set(Set {
                base: Base::Of(Part::Side, of),
                ..
            }) = target
        {
            return self.set_layer(env, of, &what);
        }
        let keys = self.field_refs(env, target);
        let mut ops = vec![];
        for key in keys {
            let number = self.l.rules.fields[key.field.index()].ty == Ty::Number;
            let now = self.current(&key);
            let value = match d.verb {
                Verb::Set => what.clone(),
                Verb::Add if number => vec![Val::Num(
                    sum(&now).saturating_add(sum(&what)).clamp(-32_000, 32_000),
                )],
                Verb::Add => {
                    let mut v = now;
                    v.extend(
                        what.iter()
                            .filter(|x| !v.contains(x))
                            .copied()
                            .collect::<Vec<_>>(),
                    );
                    v
                }
                _ => {
                    if sum(&now) < sum(&what) {
                        return Err(Stop::Cannot);
                    }
                    vec![Val::Num(sum(&now) - sum(&what))]
                }
            };
            let value =
                if !number && !self.l.rules.fields[key.field.index()].many && value.len() > 1 {
                    value[..1].to_vec()
                } else {
                    value
                };
            let due = self.dues(env, &d.how.term);
            ops.push(Change::Field(key, value));
            ops.push(Change::Timed(key, due));
        }
        self.perform(vec![Member {
            events: vec![],
            ops,
        }])
    }
    fn set_layer(&mut self, env: &Env, of: &Set, what: &[Val]) -> Result<(), Stop> {
        let Some(Val::Layer(l)) = what.first().copied() else {
            return Err(Stop::Cannot);
        };
        let mut ops = vec![];
        for x in self.cx(env).set(of) {
            if let Val::Piece(p) = x
                && let Place::Board(sq, _) = self.st.piece(p).place
            {
                if self.st.at_layer(sq, l).is_some_and(|o| o != p) {
                    return Err(Stop::Cannot);
                }
                ops.extend([Change::Lift(p), Change::Land(p, sq, l)]);
            }
        }
        self.perform(vec![Member {
            events: vec![],
            ops,
        }])
    }
    fn reveal(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let to: Vec<SeatId> = self
            .case_vals(env, d, Case::To)
            .into_iter()
            .filter_map(as_seat)
            .collect();
        let author = self.doer(env, d);
        let mut members = vec![];
        if let Some(v) = &d.object {
            for key in self.field_refs(env, v) {
                let mut events = vec![];
                if let OwnerKey::Piece(p) = key.owner {
                    events.push(self.event(
                        env,
                        author,
                        Verb::Reveal,
                        vec![(Role::Revealed, Val::Piece(p))],
                    ));
                }
                members.push(Member {
                    events,
                    ops: vec![Change::Known(key, to.clone())],
                });
            }
            if members.is_empty() {
                for x in self.cx(env).value(v) {
                    if let Val::Piece(p) = x {
                        members.push(Member {
                            events: vec![self.event(
                                env,
                                author,
                                Verb::Reveal,
                                vec![(Role::Revealed, x)],
                            )],
                            ops: vec![Change::Shown(p)],
                        });
                    }
                }
            }
        }
        self.perform(members)
    }
    fn announce(&mut self, env: &mut Env, d: &Deed) {
        let to = self.case_vals(env, d, Case::To);
        let to = if to.is_empty() {
            None
        } else {
            Some(to.into_iter().filter_map(as_seat).collect())
        };
        let with: Vec<SquareId> = self
            .case_vals(env, d, Case::With)
            .into_iter()
            .filter_map(|x| self.cx(env).to_square(x))
            .collect();
        for x in self.objects(env, d) {
            if let Val::Text(t) = x {
                self.tell(Notice {
                    to: to.clone(),
                    says: NoticeSays::Text(t, with.clone()),
                });
            }
        }
    }
    fn deal(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let Some(Value::Set(row)) = &d.object else {
            return Ok(Flow::None);
        };
        let seat = self.doer(env, d).ok_or(Stop::Cannot)?;
        let who = if d.how.at_random {
            Who::Chance
        } else {
            Who::Seat(seat)
        };
        let Some((_, target)) = d
            .cases
            .iter()
            .find(|(c, _)| matches!(c, Case::To | Case::Into))
        else {
            return Ok(Flow::None);
        };
        let q = |kind| Question {
            who: who.clone(),
            kind,
            rule: env.rule,
            label: None,
            secret: d.how.secretly,
            auto: true,
        };
        if let Value::Set(Set {
            base: Base::Zone(z, of),
            ..
        }) = target
        {
            let places = self.cx(env).zone_keys(*z, of);
            let Base::Row1(items) = &row.base else {
                return Ok(Flow::None);
            };
            let mut last = (None, 0);
            let mut ops = vec![];
            for (kind, owner) in items {
                // like items go to places that never fall, so that each result has one sequence
                let from = if last.0 == Some(*kind) { last.1 } else { 0 };
                let open: Vec<usize> = (from..places.len()).collect();
                let keys = places.clone();
                let o = self.decide(q(Kind::Deal), |x| {
                    open.iter().map(|i| x.opt_of_zone(*i, keys[*i])).collect()
                });
                let i = match o {
                    Ok(Opt {
                        does: Does::Nth(i), ..
                    }) => i,
                    Ok(_) => 0,
                    Err(Stop::Cannot) => return Ok(Flow::None),
                    Err(e) => return Err(e),
                };
                last = (Some(*kind), i);
                let p = super::setup::add_piece(
                    self.l,
                    &mut self.st,
                    *kind,
                    owner.or(Some(seat)),
                    None,
                );
                ops.push(Change::Store(p, places[i]));
            }
            self.perform(vec![Member {
                events: vec![],
                ops,
            }])?;
            return Ok(Flow::Next);
        }
        let places = self.field_refs(env, target);
        let mut left: Vals = self.cx(env).set(row);
        for key in places {
            let mut kinds = left.clone();
            kinds.sort();
            kinds.dedup();
            let o = self.decide(q(Kind::Deal), |x| {
                kinds
                    .iter()
                    .enumerate()
                    .map(|(i, k)| x.opt_of(i, *k))
                    .collect()
            });
            let v = match o {
                Ok(Opt {
                    does: Does::Val(v), ..
                }) => v,
                Ok(_) => continue,
                Err(Stop::Cannot) => break,
                Err(e) => return Err(e),
            };
            if let Some(i) = left.iter().position(|x| *x == v) {
                left.remove(i);
            }
            self.perform(vec![Member {
                events: vec![],
                ops: vec![Change::Field(key, vec![v])],
            }])?;
        }
        Ok(Flow::Next)
    }
    fn opt_of_zone(&self, i: usize, key: ZoneKey) -> Opt {
        let choice = match key.owner {
            OwnerKey::Piece(p) => self
                .st
                .square_of(p)
                .map_or(Choice::Number(i as i16), Choice::Piece),
            OwnerKey::Seat(s) => Choice::Seat(s),
            OwnerKey::Square(s) => Choice::Square(s),
            _ => Choice::Number(i as i16),
        };
        Opt::new(choice, Does::Nth(i))
    }
    fn draw(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d);
        let Some(from) = self.zone_case(env, d, Case::From) else {
            return Ok(Flow::None);
        };
        let into = self.zone_case(env, d, Case::Into);
        let n = match &d.object {
            Some(Value::Set(s)) => match &s.amount {
                Amount::Count(_, n) => self.cx(env).num(n).max(0) as usize,
                _ => 1,
            },
            _ => 1,
        };
        let hidden = self.l.rules.zones[from.zone.index()].shape == Shape::Deck;
        if self.st.zones.get(&from).map_or(0, Vec::len) < n {
            return Err(Stop::Cannot);
        }
        let mut drawn = vec![];
        for _ in 0..n {
            let cards = self.st.zones.get(&from).cloned().unwrap_or_default();
            let card = if hidden {
                // a shuffled deck keeps no order: like cards are one option
                let mut groups: Vec<(PieceId, u16)> = vec![];
                for c in &cards {
                    let like = |g: PieceId| {
                        let (a, b) = (self.st.piece(g), self.st.piece(*c));
                        (a.kind, a.owner, a.side) == (b.kind, b.owner, b.side)
                    };
                    match groups.iter_mut().find(|(g, _)| like(*g)) {
                        Some((_, w)) => *w += 1,
                        None => groups.push((*c, 1)),
                    }
                }
                let q = Question {
                    who: Who::Chance,
                    kind: Kind::Roll,
                    rule: env.rule,
                    label: None,
                    secret: true,
                    auto: true,
                };
                let list = groups.clone();
                match self.decide(q, |x| {
                    list.iter()
                        .enumerate()
                        .map(|(i, (c, _))| x.opt_of(i, Val::Piece(*c)))
                        .collect()
                }) {
                    Ok(Opt {
                        does: Does::Val(Val::Piece(p)),
                        ..
                    }) => p,
                    Ok(_) | Err(Stop::Cannot) => return Err(Stop::Cannot),
                    Err(Stop::Ask(mut a)) => {
                        a.decision.weights = groups.iter().map(|(_, w)| *w).collect();
                        return Err(Stop::Ask(a));
                    }
                    Err(e) => return Err(e),
                }
            } else {
                match cards.first() {
                    Some(c) => *c,
                    None => return Err(Stop::Cannot),
                }
            };
            drawn.push(Val::Piece(card));
            let mut ops = vec![Change::Lift(card)];
            if let Some(k) = into {
                ops.push(Change::Store(card, k));
            }
            if let (Some(s), true) = (seat, into.is_some()) {
                ops.push(Change::Own(card, Some(s)));
            }
            let e = self.event(env, seat, Verb::Draw, vec![(Role::Drawn, Val::Piece(card))]);
            self.perform(vec![Member {
                events: vec![e],
                ops,
            }])?;
        }
        if let Some(n) = d.called {
            env.bind(n, drawn);
        }
        Ok(Flow::Next)
    }

    // ---- turn, power, game

    /// `take back the move`: the position before the move comes back, knowledge and spent limits stay.
    fn take_back(&mut self, env: &Env) {
        let Some(depth) = self.snaps.len().checked_sub(1) else {
            return;
        };
        let _ = env;
        let before = self.snaps[depth].clone();
        let now = std::mem::replace(&mut self.st, before);
        self.st.known.extend(now.known);
        self.st.shown.extend(now.shown);
        for (k, u) in now.used {
            // what the rules that fired meanwhile have spent stays spent
            self.st.used.insert(k, u);
        }
        self.queue.clear();
        self.waiting.clear();
        self.granting.clear();
        self.taken_back = Some(depth);
        self.changes += 1;
    }
    fn borrow(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let Some(seat) = self.doer(env, d) else {
            return Err(Stop::Cannot);
        };
        let due = self
            .dues(env, &d.how.term)
            .into_iter()
            .next()
            .unwrap_or(Due::Turn(self.st.turn, true));
        let mut members = vec![];
        for x in self.objects(env, d) {
            if let Val::Power(p) = x {
                let e = self.event(env, Some(seat), Verb::Borrow, vec![(Role::Borrowed, x)]);
                members.push(Member {
                    events: vec![e],
                    ops: vec![Change::Borrow(seat, p, due.clone())],
                });
            }
        }
        if members.is_empty() {
            return Err(Stop::Cannot);
        }
        self.perform(members)
    }
    fn pass_step(&mut self, env: &Env) {
        if self.probe {
            return;
        }
        let seat = env.actor.or(self.st.on_turn);
        let e = self.event(env, seat, Verb::Pass, vec![]);
        self.st.now.push(e);
    }
    fn skip(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let members = self
            .subjects(env, d)
            .into_iter()
            .map(|s| Member {
                events: vec![self.event(
                    env,
                    env.actor,
                    Verb::Skip,
                    vec![(Role::Subject, Val::Seat(s))],
                )],
                ops: vec![Change::Skip(s)],
            })
            .collect();
        self.guarded(env, members, false)
    }
    fn lose(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let to = self
            .case_vals(env, d, Case::To)
            .into_iter()
            .find_map(as_seat);
        let seats: Vec<SeatId> = self
            .subjects(env, d)
            .into_iter()
            .filter(|s| self.st.seats[s.index()].playing)
            .collect();
        let mut members = vec![];
        for s in seats {
            let mut roles = vec![(Role::Loser, Val::Seat(s))];
            if let Some(c) = to.filter(|c| *c != s) {
                roles.push((Role::Conqueror, Val::Seat(c)));
            }
            let author = self.cx(env).author();
            members.push(Member {
                events: vec![self.event(env, author, Verb::LoseGame, roles)],
                ops: vec![Change::Out(s)],
            });
        }
        self.guarded(env, members, false)
    }
    fn win(&mut self, env: &mut Env, d: &Deed) -> Result<Flow, Stop> {
        let mut sides: Vec<SideId> = self
            .subjects(env, d)
            .iter()
            .map(|s| self.l.rules.seats[s.index()].side)
            .collect();
        sides.sort();
        sides.dedup();
        if sides.is_empty() {
            return Err(Stop::Cannot);
        }
        let tie = sides.len() > 1;
        for i in 0..self.st.seats.len() {
            let side = self.l.rules.seats[i].side;
            let s = &mut self.st.seats[i];
            if s.army.is_none() && !s.playing && s.lost_at == 0 && s.outcome == Outcome::None {
                continue;
            }
            s.outcome = match (sides.contains(&side), tie) {
                (true, false) => Outcome::Win,
                (true, true) => Outcome::Draw,
                _ => Outcome::Loss,
            };
        }
        self.st.over = true;
        Err(Stop::Over)
    }
    /// Those still in share; if nobody is, those who lost last.
    pub fn draw_game(&mut self) {
        let any = self.st.seats.iter().any(|s| s.playing);
        let last = self.st.seats.iter().map(|s| s.lost_at).max().unwrap_or(0);
        for s in &mut self.st.seats {
            if s.playing || (!any && s.lost_at == last && last > 0) {
                s.outcome = Outcome::Draw;
            }
        }
        self.st.over = true;
    }
    fn end_power(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let mut ops = vec![];
        let objects = self.objects(env, d);
        for x in objects {
            if let Val::Power(p) = x {
                for s in 0..self.st.seats.len() {
                    let seat = SeatId::from(s);
                    let out = match &d.object {
                        Some(Value::Set(Set {
                            base: Base::Of(Part::Power, of),
                            ..
                        })) => self.cx(env).set(of).contains(&Val::Seat(seat)),
                        _ => env.you == Some(seat),
                    };
                    if out {
                        ops.push(Change::EndPower(seat, p));
                    }
                }
            }
        }
        self.perform(vec![Member {
            events: vec![],
            ops,
        }])
    }
    /// Carry out planned moves; together: all lifted, then all landed.
    fn play_plans(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let mut members: Vec<Member> = vec![];
        for x in self.objects(env, d) {
            let Val::Move(p, from, to) = x else { continue };
            if self.st.square_of(p) != Some(from) {
                continue;
            }
            let Some(owner) = self.st.piece(p).owner else {
                continue;
            };
            let found = moves::pseudo(&self.cx(env), p)
                .into_iter()
                .find(|m| m.to == to);
            if let Some(m) = found {
                members.push(self.move_member(env, owner, &m, Means::Move));
            }
        }
        if d.how.together {
            return self.perform(members);
        }
        for m in members {
            self.perform(vec![m])?;
        }
        Ok(())
    }
}
