//! Limits: how often a rule may still be used, and what its use takes away.
use super::Runner;
use crate::core::state::*;
use crate::rules::Per;

impl<const N: usize> Runner<'_, N> {
    /// The limit has not been used up by the holder.
    pub(in crate::core) fn allows(&self, st: &State<N>, lim: u16, env: &Env<N>) -> bool {
        let l = self.plan.limits[lim as usize];
        let u = st.used[self.limit_at(lim, env)];
        let times = u16::from(l.times);
        let own = if env.you == NONE {
            st.clock.turn
        } else {
            st.seats[env.you as usize].turns
        };
        match l.per {
            Per::Game | Per::Opponent => u.game < times,
            Per::Turn => u.turn.0 != st.clock.turn || u.turn.1 < times,
            Per::Round => u.round.0 != st.clock.round || u.round.1 < times,
            Per::Action => u.action.0 != st.clock.action || u.action.1 < times,
            Per::NotRunning(most) => {
                let running = u.own_turn != 0 && own == u.own_turn + 1;
                let now = u.own_turn == own && u.turn.0 == st.clock.turn;
                !(now || running && u.run >= most)
            }
        }
    }
    fn limit_at(&self, lim: u16, env: &Env<N>) -> usize {
        let n = self.plan.seats + 1;
        let (you, foe) = (
            (env.you as usize).min(n - 1),
            (env.opponent as usize).min(n - 1),
        );
        (lim as usize * n + you) * n + foe
    }
    /// Uses a limit.
    pub(in crate::core) fn spend(&self, st: &mut State<N>, lim: u16, env: &Env<N>) {
        let at = self.limit_at(lim, env);
        let c = st.clock;
        let own = if env.you == NONE {
            c.turn
        } else {
            st.seats[env.you as usize].turns
        };
        let u = &mut st.used[at];
        let again = |(when, n): (u32, u16), now: u32| (now, if when == now { n + 1 } else { 1 });
        u.game += 1;
        u.turn = again(u.turn, c.turn);
        u.round = again(u.round, c.round);
        u.action = again(u.action, c.action);
        u.run = if u.own_turn != 0 && own == u.own_turn + 1 {
            u.run.saturating_add(1)
        } else {
            1
        };
        u.own_turn = own;
    }
}
