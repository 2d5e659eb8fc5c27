//! What changes the course of a game: taking back, borrowing, skipping, losing, winning.
use super::super::change::Change;
use super::super::exec::*;
use super::super::moves::{self};
use super::super::read::*;
use super::super::settle::*;
use super::super::state::*;
use super::super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// `take back the move`: the position before the move comes back, knowledge and spent limits stay.
    /// By this rule somebody has lost or the game ends.
    pub(crate) fn note_verdict(&mut self, env: &Env) {
        let stage = self.stage;
        let verdict = env.rule.map(|rule| Because { rule, stage });
        self.st.because.extend(verdict);
    }
    pub(crate) fn take_back(&mut self, env: &Env) {
        let Some(mut depth) = self.snaps.len().checked_sub(1) else {
            return;
        };
        // a move that was all its action has done so far goes back with the action
        while self.one_move
            && depth > 0
            && self.snaps[depth - 1].changes == self.snaps[depth].changes
        {
            depth -= 1;
        }
        let since = self.snaps[depth].changes;
        let before = self.snaps[depth].state.clone();
        let now = std::mem::replace(&mut self.st, before).into_situation();
        self.st.known.extend(now.known);
        // so does what an earlier stage made of somebody's loss
        let stood = self.st.because.len();
        let stands = |v: &Because| v.stage.is_some() && v.stage < self.stage;
        let later = now.because.into_iter().skip(stood).filter(stands);
        self.st.because.extend(later);
        self.st.shown.extend(now.shown);
        self.st.shown_to.extend(now.shown_to);
        // what the taking rule has spent stays spent
        let own = env.rule.and_then(|r| self.l.rule(r).limit);
        for (k, u) in now.used {
            if Some(k.0) == own {
                self.st.used.insert(k, u);
            }
        }
        // what was decided in an earlier stage stands (a challenge before a censorship)
        let stands: Vec<Change> = (self.decided.iter())
            .filter(|(at, stage, _)| *at >= since && Some(*stage) < self.stage)
            .map(|(.., change)| change.clone())
            .collect();
        for change in stands {
            let gone =
                matches!(change, Change::Kind(p, _) if self.st.piece(p).place == Place::Lost);
            if !gone {
                self.apply(&change);
            }
        }
        self.queue.clear();
        // what the move has set off goes with it
        let [endings, waiting, granting] = self.snaps[depth].waiting;
        self.endings.truncate(endings);
        self.waiting.truncate(waiting);
        self.granting.truncate(granting);
        self.taken_back = Some(depth);
        self.changes += 1;
    }
    pub(crate) fn borrow(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
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
    /// A turn is passed unasked; when all have done so one after the other, whose turn it is then has to say so: the table must
    /// be able to end a game in which nobody can do anything.
    pub(crate) fn pass_step(&mut self, env: &Env) -> Result<(), Stop> {
        if self.probe {
            return Ok(());
        }
        let seat = env.actor.or(self.st.on_turn);
        if let Some(seat) = seat
            && self.st.passed >= self.l.rules.turns.len()
        {
            let q = Question::of(Who::Seat(seat), Kind::Pass);
            self.decide(q, |_| vec![Opt::new(Choice::Pass, Does::Plain)])?;
        } else {
            self.st.passed += 1;
        }
        let e = self.event(env, seat, Verb::Pass, vec![]);
        let watches = |id: &RuleId| {
            let Form::Trigger {
                on: On::After(deeds) | On::Before(deeds),
                ..
            } = &self.l.rule(*id).form
            else {
                return false;
            };
            deeds.iter().any(|d| d.verb == Verb::Pass)
        };
        let watched = self.l.after.iter().chain(&self.l.before).any(watches);
        match watched {
            false => self.st.now.push(e),
            true => {
                let member = Member {
                    events: vec![e],
                    ops: vec![],
                };
                self.perform(vec![member])?;
            }
        }
        // who passes by an action has acted
        self.changes += u32::from(!env.procedure);
        Ok(())
    }
    pub(crate) fn skip(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
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
    pub(crate) fn lose(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let by_author = self
            .case_set(d, Case::To)
            .is_some_and(|s| s.base == Base::Author);
        let named = self
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
            let to = if by_author {
                self.cx(env).conqueror(s)
            } else {
                named
            };
            if let Some(c) = to.filter(|c| *c != s) {
                roles.push((Role::Conqueror, Val::Seat(c)));
            }
            let author = self.cx(env).author();
            members.push(Member {
                events: vec![self.event(env, author, Verb::LoseGame, roles)],
                ops: vec![Change::Out(s)],
            });
        }
        let losses = self.st.losses;
        self.guarded(env, members, false)?;
        if self.st.losses > losses {
            self.note_verdict(env);
        }
        Ok(())
    }
    pub(crate) fn win(&mut self, env: &mut Env, d: &Deed) -> Result<Flow, Stop> {
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
        // several whom a superlative picks share the game; who are named together win together
        self.note_verdict(env);
        let picked = d.subject.as_ref().is_some_and(|s| s.pick.is_some());
        let tie = picked && sides.len() > 1;
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
        for s in self.st.seats.iter_mut() {
            if s.playing || (!any && s.lost_at == last && last > 0) {
                s.outcome = Outcome::Draw;
            }
        }
        self.st.over = true;
    }
    pub(crate) fn end_power(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
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
    pub(crate) fn play_plans(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let mut plans: Vec<(SeatId, moves::MoveOpt)> = vec![];
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
            plans.extend(found.map(|m| (owner, m)));
        }
        if d.how.together {
            // who is lifted to move itself is not there to be captured
            let moving: Vec<PieceId> = (plans.iter())
                .flat_map(|(_, m)| std::iter::once(m.piece).chain(m.bring.map(|b| b.0)))
                .collect();
            let captured = |p: &PieceId| !moving.contains(p);
            plans
                .iter_mut()
                .for_each(|(_, m)| m.victims.retain(captured));
        }
        let members: Vec<Member> = plans
            .iter()
            .map(|(owner, m)| self.move_member(env, *owner, m, Means::Move))
            .collect();
        if d.how.together {
            return self.perform(members);
        }
        for m in members {
            self.perform(vec![m])?;
        }
        Ok(())
    }
}
