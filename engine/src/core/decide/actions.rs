//! Actions that are open to a seat, and how one is begun that was chosen.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::movement::Legality;
use crate::core::plan::*;
use crate::core::run::{OpenAction, Runner, Stop};
use crate::core::state::*;
use crate::ids::{RuleId, SquareId};
use crate::play::Choice;

impl<const N: usize> Runner<'_, N> {
    /// Actions that are open to a seat; those that are only listed are tried when one is drawn.
    pub(super) fn actions(
        &mut self,
        st: &State<N>,
        seat: u8,
        barred: u64,
        how: Legality,
    ) -> Result<(), Stop> {
        let untried = how == Legality::Untried;
        self.sink.untried.actions = untried;
        for (i, a) in self.plan.actions.iter().enumerate() {
            if barred >> (i & 63) & 1 == 1 {
                continue;
            }
            let mut found: Vec<Env<N>> = vec![];
            {
                let env = Env::NOBODY;
                let cx = self.cx(st, env);
                cx.holders(a.holder, a.rule, |you, it| {
                    if let Some(env) = self.action_env(&cx, a, seat, you, it) {
                        found.push(env);
                    }
                });
            }
            let several = found.len() > 1;
            for env in found {
                let square = match (several, env.it) {
                    (true, it) if it != NONE => st.place[it as usize],
                    _ => NONE,
                };
                let asked = self.asks_about(|| action_choice(a.rule, square));
                let open = untried
                    || self.hear(asked, |r| {
                        r.can_run(st, a.code, &env, seat, true, a.would.as_ref())
                    })?;
                if open {
                    self.sink.actions.push(OpenAction {
                        action: i as u16,
                        you: env.you,
                        it: env.it,
                        square,
                    });
                    self.sink.n += 1;
                }
            }
        }
        Ok(())
    }
    pub(in crate::core) fn action_env(
        &self,
        cx: &Cx<N>,
        a: &Action<N>,
        seat: u8,
        you: u8,
        it: u8,
    ) -> Option<Env<N>> {
        if you != NONE && a.yields.iter().any(|p| cx.holds(you as usize, *p)) {
            return None;
        }
        let means = if a.ability {
            Means::Ability
        } else {
            Means::Rule
        };
        let mut env = Env {
            actor: seat,
            means,
            ..Env::of(you, it, a.rule)
        };
        if !cx.with(&env).has(&a.who, seat as usize) {
            return None;
        }
        if a.they != NONE {
            env.names[a.they as usize] = Bits::one(seat as usize);
        }
        let allowed = a.limit == NONE16 || self.allows(cx.st, a.limit, &env);
        (allowed && cx.with(&env).truth(&a.when)).then_some(env)
    }
    /// The body of an action or offer, in place of the frame at a place: what is offered in it can be completed.
    pub(super) fn begin_option(
        &mut self,
        st: &mut State<N>,
        at: usize,
        code: u16,
        env: Env<N>,
        limit: u16,
        granting: bool,
    ) {
        st.frames.truncate(at);
        let mut body = Body {
            option: true,
            root: at as u8,
            ..Body::of(code, env)
        };
        if self.trying() {
            if let Some(Frame::Body(o)) =
                st.frames.iter().rev().find(|f| matches!(f, Frame::Body(_)))
            {
                body.strict = o.strict;
            }
        } else {
            body.judged = self.begin_judging(st, env.means == Means::Ability, env.rule);
            body.undone = !granting;
        }
        if limit != NONE16 {
            self.spend(st, limit, &env);
        }
        st.frames.push(Frame::Body(body));
    }
}

/// An action as an option; of several pieces that have it, that of one.
pub(in crate::core) fn action_choice(rule: u16, square: u8) -> Choice {
    match square {
        NONE => Choice::Action(RuleId(rule)),
        q => Choice::ActionOf(RuleId(rule), SquareId(u16::from(q))),
    }
}
