//! Limits: how often a rule may still be used by whom.
use super::exec::*;
use super::trial::Trial;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::sync::Arc;

impl<'a> Exec<'a> {
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
    pub(super) fn limit_opponent(&self, l: Limit, env: &Env) -> Option<SeatId> {
        if l.per != Per::Opponent {
            return None;
        }
        let e = env.event.as_ref()?;
        if let Some(named) = self.named_opponent(env, e) {
            return Some(named);
        }
        [Role::Victim, Role::Captor, Role::Mover, Role::Entrant]
            .iter()
            .find_map(|r| e.piece(*r))
            .and_then(|p| e.recs.iter().find(|r| r.id == p))
            .and_then(|r| r.owner)
            .filter(|o| Some(*o) != env.you)
            .or(e.author)
    }
    /// The opponent an event phrase names (`after your king moves to the throne of an opponent`): whom alone it could have named.
    fn named_opponent(&self, env: &Env, e: &Event) -> Option<SeatId> {
        let Form::Trigger {
            on: On::After(deeds) | On::Before(deeds),
            ..
        } = &self.l.rule(env.rule?).form
        else {
            return None;
        };
        let cx = self.cx(env);
        let fits = |seat: &SeatId| {
            deeds.iter().any(|d| {
                let mut d = d.clone();
                d.name_opponent(*seat) && cx.fits(&d, e, false, false)
            })
        };
        (0..self.st.seats.len()).map(SeatId::from).find(fits)
    }
    /// Use a limit.
    pub fn spend_limit(&mut self, lim: LimitId, env: &Env) {
        let l = self.l.rules.limits[lim.index()];
        let key = (lim, env.you, self.limit_opponent(l, env));
        let (turn, round, action) = (self.st.turn, self.st.round, self.st.action);
        let own = env.you.map_or(turn, |y| self.st.seats[y.index()].turns);
        let u = self.st.quietly().used.entry(key).or_default();
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
    /// The body of an action or offer with a trial around it: what is offered in it can be completed. It uses up its limit, but
    /// not if what it did is ignored.
    pub fn with_trial(
        &mut self,
        env: &Env,
        limit: Option<LimitId>,
        seat: SeatId,
        body: &'a [Step],
        would: &'a [Cond],
    ) -> Result<(), Stop> {
        let mut e = env.clone();
        e.actor = Some(seat);
        let before = self.undo_point();
        if let Some(limit) = limit {
            self.spend_limit(limit, env);
        }
        if self.probe {
            return self.block(&mut e, body).map(|_| ());
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
        let out = self.block(&mut e, body);
        self.trials.pop();
        out?;
        let moves = env.rule.is_some_and(|r| self.l.granting[r.index()]);
        if env.means == Some(Means::Ability) && !moves && self.taken_back.is_none() {
            self.undo_if_spoiled(before, &e);
        }
        Ok(())
    }
}
