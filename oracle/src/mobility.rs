//! What a piece or player could do: `mobile`, `stuck`, `no legal action`.
use super::exec::{Exec, Opt};
use super::moves;
use super::read::*;
use super::state::*;
use super::trial::Trial;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::sync::Arc;

/// How deep conditions of actions are followed that ask for actions themselves; beyond it none is open.
const MAX_NESTED: u8 = 2;

impl Cx<'_> {
    /// `mobile`, the opposite of `stuck`: a move would be open in a turn of the owner that began now, ordinary or by an
    /// action of his, the safety of his king left aside (clauses un-peacekeepers.6, basic.37).
    pub(super) fn mobile(&self, x: Val) -> bool {
        if self.depth > 3 {
            return false;
        }
        let cx = Cx {
            depth: self.depth + 1,
            ..*self
        };
        match x {
            // what its owner may not do just now does not hold the piece
            Val::Piece(p) => {
                !moves::moves_under(&cx, p, Some(Binds::Pieces)).is_empty() || cx.moved_by_action(p)
            }
            Val::Seat(s) => {
                let own = |p: &PieceId| cx.belongs(Val::Piece(*p), &[x]);
                !moves::moves_of_seat(&cx, s).is_empty()
                    || cx.st.on_board().filter(own).any(|p| cx.moved_by_action(p))
            }
            _ => false,
        }
    }
    /// Some action in a turn of its owner that began now would move the piece.
    fn moved_by_action(&self, p: PieceId) -> bool {
        let asked = !self.l.moving.is_empty() && self.actions < MAX_NESTED;
        let Some(seat) = self.controller(p).filter(|_| asked) else {
            return false;
        };
        let mut st = self.st.clone();
        st.on_turn = Some(seat);
        st.phase = Phase::Act;
        st.turn += 1;
        st.seats[seat.index()].turns += 1;
        let mut ex = Exec::new(self.l, st, vec![]);
        ex.actions = self.actions + 1;
        let moving = |id: &RuleId| self.l.moving.contains(id);
        ex.action_envs(seat)
            .into_iter()
            .filter(|(_, id, _)| moving(id))
            .any(|(_, id, env)| {
                let rule = self.l.rule(id);
                let Form::Action { body, .. } = &rule.form else {
                    return false;
                };
                let base = Arc::new(ex.st.clone());
                let trial = Trial::option(base, 0, env, seat, body, &rule.when);
                ex.complete(&trial.moving(p), vec![])
            })
    }
    /// Some lawful move or action is open to a seat.
    pub(super) fn has_action(&self, seat: SeatId) -> bool {
        if self.actions >= MAX_NESTED {
            return false;
        }
        let duty = |g: &RuleId| self.l.rule(*g).duty().is_some();
        let enforced = moves::enforced(self, seat).filter(|_| !self.st.tried);
        // where the turn decides every answer is tried to its end; elsewhere what a move does not do
        let (late, judged) = (
            enforced == Some((false, true)) || enforced.is_some() && self.l.goes_on,
            enforced.is_some_and(|e| e.1),
        );
        let mut pieces = self.pieces_of(Val::Seat(seat)).into_iter();
        if !late
            && !self.l.guards.iter().any(duty)
            && pieces.any(|p| !moves::legal(self, p).is_empty())
        {
            return true;
        }
        let mut st = self.st.clone();
        if judged && (st.on_turn, st.phase) != (Some(seat), Phase::Act) {
            st.on_turn = Some(seat);
            st.phase = Phase::Act;
        }
        let mut ex = Exec::new(self.l, st.clone(), vec![]);
        ex.actions = self.actions + 1;
        if !judged {
            return !ex.act_options(seat, &[]).is_empty();
        }
        ex.origin = Some(Arc::new(st));
        let lawful = |ex: &Exec, options: &[Opt]| options.iter().any(ex.lawful(seat, !late));
        if !ex.duties(seat).is_empty() {
            let options = ex.act_options(seat, &[]);
            return lawful(&ex, &options);
        }
        // mostly some move will do, and no action has to be tried; moves are tried as they are for the list of options
        let own: Vec<PieceId> = self.pieces_of(Val::Seat(seat));
        ex.actions = self.actions;
        lawful(&ex, &ex.move_options(seat, &own, None, |_| true)) || {
            ex.actions += 1;
            lawful(&ex, &ex.action_options(seat, &[]))
        }
    }
}
