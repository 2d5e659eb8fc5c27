//! Moving several pieces as one: a shift is a move of each member.
use super::super::exec::*;
use super::super::guards;
use super::super::moves::MoveOpt;
use super::super::settle::*;
use super::super::value::*;
use engine::ids::*;
use engine::play::Kind;
use engine::play::*;
use engine::rules::*;

impl<'a> Exec<'a> {
    /// A group goes elsewhere keeping its arrangement; the player names the shift by its first piece.
    pub(crate) fn shift(&mut self, env: &mut Env, d: &'a Deed) -> Result<Flow, Stop> {
        let seat = self.doer(env, d).ok_or(Stop::Cannot)?;
        let q = Question {
            rule: env.rule,
            ..Question::of(Who::Seat(seat), Kind::Move)
        };
        let e2 = env.clone();
        let o = self.decide(q, |x| {
            let group = x.object_pieces(&e2, d);
            // any member of the group names the shift; a look-ahead needs one of them
            let members = if x.probe { 1 } else { group.len() };
            let mut v: Vec<Opt> = x
                .shifts(&e2, seat, &group, d)
                .into_iter()
                .flat_map(|v| v.into_iter().take(members))
                .map(|m| Opt::new(Choice::Move(m.from, m.to), Does::Move(Box::new(m))))
                .collect();
            v.sort_by(|a, b| a.choice.cmp(&b.choice));
            v
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
            .find(|v| v.iter().any(|m| m.to == first.to && m.piece == first.piece))
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
    pub(crate) fn shifts(
        &self,
        env: &Env,
        seat: SeatId,
        group: &[PieceId],
        d: &Deed,
    ) -> Vec<Vec<MoveOpt>> {
        let cx = self.cx(env);
        let squares: Option<Vals> = self.case_set(d, Case::To).map(|s| cx.set(s));
        let at: Vec<(PieceId, SquareId)> = group
            .iter()
            .filter_map(|p| self.st.square_of(*p).map(|s| (*p, s)))
            .collect();
        let Some((_, first)) = at.first() else {
            return vec![];
        };
        if group
            .iter()
            .any(|p| cx.quality(Val::Piece(*p), &Quality::Frozen))
        {
            return vec![];
        }
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
                    ((listed && empty) || own).then(|| MoveOpt::plain(*p, *s, to))
                })
                .collect();
            if let Some(v) = landed {
                let means = env.means.unwrap_or(Means::Ability);
                let free = |m: &MoveOpt| {
                    let mut events = guards::events_of(&cx, m, seat);
                    events.iter_mut().for_each(|e| e.means = means);
                    !self.barred(&cx, &events)
                };
                let names = |c: &Choice| v.iter().any(|m| *c == Choice::Move(m.from, m.to));
                if self.hearing(names, || v.iter().all(free)) {
                    out.push(v);
                }
            }
        }
        out
    }
}
