//! What each verb does as a step.
mod cards;
mod course;
mod moving;
mod pieces;
mod shifting;
mod shoving;
mod values;

use super::exec::*;
use super::guards;
use super::read::*;
use super::settle::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// A deed as a step.
    pub fn deed(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        if d.how.instead {
            // whoever runs the `before` rule strikes the event; the step itself is carried out
            self.struck = true;
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
            Verb::Shuffle => self.shuffle(env, d),
            Verb::TakeBack => self.take_back(env),
            Verb::Borrow => self.borrow(env, d)?,
            Verb::Pass => self.pass_step(env)?,
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
                self.note_verdict(env);
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
                self.note_verdict(env);
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
    pub(crate) fn case_set<'d>(&self, d: &'d Deed, c: Case) -> Option<&'d Set> {
        d.cases.iter().find_map(|(k, v)| match v {
            Value::Set(s) if *k == c => Some(s),
            _ => None,
        })
    }
    pub(crate) fn case_num(&self, env: &Env, d: &Deed, c: Case) -> Option<i32> {
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
    pub(crate) fn object_pieces(&self, env: &Env, d: &Deed) -> Vec<PieceId> {
        self.objects(env, d)
            .into_iter()
            .filter_map(|x| match x {
                Val::Piece(p) => Some(p),
                Val::Square(s) => self.st.at(s),
                Val::Army(a) => self.st.card_of(a),
                _ => None,
            })
            .collect()
    }
    pub(crate) fn object_num(&self, env: &Env, d: &Deed) -> i32 {
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
    pub(crate) fn doer(&self, env: &Env, d: &Deed) -> Option<SeatId> {
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
        // what the rules of the game do was caused by whoever acted; abilities have a doer of their own
        let author = match env.means {
            Some(Means::Ability | Means::Move) => author,
            // the rule is one player's copy: that player did it, or whoever accepted the offer in it
            _ if env.you.is_some() => author.or(env.you),
            _ => env
                .event
                .as_ref()
                .and_then(|e| e.author)
                .or(self.st.on_turn)
                .or(author),
        };
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
            hidden: false,
            holder: None,
        }
    }
    pub(crate) fn refused(&self, env: &Env, m: &Member) -> bool {
        let cx = self.cx(env);
        (m.events.iter()).any(|e| guards::forbidden(&cx, e, None).is_some())
    }
    /// Perform what no guard protects; all or nothing where the phrase names single things.
    pub(crate) fn guarded(
        &mut self,
        env: &Env,
        members: Vec<Member>,
        whole: bool,
    ) -> Result<(), Stop> {
        let n = members.len();
        let (struck, left): (Vec<_>, Vec<_>) =
            members.into_iter().partition(|m| self.refused(env, m));
        if (whole || n == 1) && !struck.is_empty() {
            self.blame_guards(env, &struck);
            return Err(Stop::Cannot);
        }
        self.perform(left)
    }
    /// The pieces of an object that were chosen or named one by one: a guard on one of them stops the step.
    pub(crate) fn named(&self, env: &Env, d: &Deed) -> Vec<PieceId> {
        let by_name = |s: &Set| matches!(s.base, Base::Name(_) | Base::It);
        let sets: Vec<&Set> = match &d.object {
            Some(Value::Set(s)) => match &s.base {
                Base::Or(v) => v.iter().filter(|s| by_name(s)).collect(),
                _ if by_name(s) => vec![s],
                _ => vec![],
            },
            _ => vec![],
        };
        (sets.into_iter().flat_map(|s| self.cx(env).set(s)))
            .filter_map(|x| match x {
                Val::Piece(p) => Some(p),
                _ => None,
            })
            .collect()
    }
}
