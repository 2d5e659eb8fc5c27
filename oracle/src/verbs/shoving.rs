//! Pushing and pulling: pieces go on one by one, each as far as it can.
use super::super::change::Change;
use super::super::exec::*;
use super::super::guards::lost_where;
use super::super::settle::*;
use super::super::value::*;
use engine::ids::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// No guard keeps a piece from every way across to the next square.
    fn goes_across(
        &self,
        env: &Env,
        author: Option<SeatId>,
        p: PieceId,
        ways: Vec<Vec<(SquareId, SquareId)>>,
    ) -> bool {
        let cx = self.cx(env);
        let stops = |(a, b): (SquareId, SquareId)| {
            let border = (Role::Path, Val::Border(a, b));
            let roles = vec![(Role::Crosser, Val::Piece(p)), border];
            let mut e = self.event(env, author, Verb::Cross, roles);
            e.recs = vec![cx.rec(p)];
            super::super::guards::forbidden(&cx, &e, None).is_some()
        };
        ways.is_empty() || ways.iter().any(|way| !way.iter().any(|b| stops(*b)))
    }
    /// No guard keeps a piece from stepping from one square to another.
    fn enters(
        &self,
        env: &Env,
        author: Option<SeatId>,
        p: PieceId,
        (from, to): (SquareId, SquareId),
    ) -> bool {
        let roles = vec![
            (Role::Entrant, Val::Piece(p)),
            (Role::Origin, Val::Square(from)),
            (Role::Destination, Val::Square(to)),
        ];
        let mut e = self.event(env, author, Verb::Enter, roles);
        let cx = self.cx(env);
        e.recs = vec![cx.rec(p)];
        super::super::guards::forbidden(&cx, &e, None).is_none()
    }
    /// `push S from X by N squares [off the board]`, `pull S toward X`: straight along lines until stopped.
    pub(crate) fn push_pull(&mut self, env: &mut Env, d: &Deed) -> Result<(), Stop> {
        let pull = d.verb == Verb::Pull;
        let fix = self.case_vals(env, d, if pull { Case::Toward } else { Case::From });
        let Some(fix) = fix.first().and_then(|x| self.cx(env).where_is(*x)) else {
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
                    Some((to, _))
                        if self.st.at_layer(to, layer).is_none()
                            && self.goes_across(env, author, p, self.l.ways_across(at, dir))
                            && self.enters(env, author, p, (at, to)) =>
                    {
                        at = to
                    }
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
            let mut left = vec![(Role::Leaver, v), origin];
            left.extend((!gone).then_some(to));
            let mut events = vec![self.event(env, author, Verb::Leave, left)];
            let (verb, role) = if pull {
                (Verb::Pull, Role::Pulled)
            } else {
                (Verb::Push, Role::Pushed)
            };
            let mut ops = vec![Change::Lift(p)];
            if gone {
                let lost = lost_where(&self.cx(env), p);
                events.push(self.event(env, author, Verb::LosePiece, lost));
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
}
