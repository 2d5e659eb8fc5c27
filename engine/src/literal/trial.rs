//! Looking ahead: an option is tried to its end on a copy before it is offered (language 7.1, 8.21).
use super::exec::*;
use super::guards;
use super::read::*;
use super::state::*;
use super::value::*;
use crate::ids::*;
use crate::play::Kind;
use crate::play::*;
use crate::rules::*;
use std::sync::Arc;

/// An option (or an ability that runs by itself) being carried out, kept so that what is chosen inside it can
/// be tried from its beginning.
#[derive(Clone)]
pub struct Trial<'a> {
    /// The state in which it began.
    base: Arc<State>,
    /// Answers used before it began.
    start: usize,
    /// Its environment.
    env: Env,
    /// Who takes it.
    seat: SeatId,
    /// Its body.
    body: &'a [Step],
    /// What must hold afterwards.
    would: &'a [Cond],
    /// Every step must be possible (an option); not of an ability that runs by itself.
    strict: bool,
    /// A duty must be fulfilled on the way.
    duty: bool,
    /// Depth of rules fired when it began: answers deeper down belong to other rules.
    depth: u32,
}

impl<'a> Trial<'a> {
    /// An option.
    pub fn option(
        base: Arc<State>,
        start: usize,
        env: Env,
        seat: SeatId,
        body: &'a [Step],
        would: &'a [Cond],
    ) -> Self {
        Trial {
            base,
            start,
            env,
            seat,
            body,
            would,
            strict: true,
            duty: false,
            depth: 0,
        }
    }
    /// An ability that runs by itself.
    pub fn ability(
        base: Arc<State>,
        start: usize,
        env: Env,
        seat: SeatId,
        body: &'a [Step],
    ) -> Self {
        Trial {
            base,
            start,
            env,
            seat,
            body,
            would: &[],
            strict: false,
            duty: false,
            depth: 0,
        }
    }
    /// The same, begun at a depth of firings.
    pub fn at_depth(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }
    /// The same, asked whether it fulfils a duty.
    pub fn dutiful(mut self) -> Self {
        self.duty = true;
        self
    }
}

impl<'a> Exec<'a> {
    /// Some way of answering carries the body through.
    pub fn can_run(&self, env: &Env, seat: SeatId, body: &'a [Step], would: &'a [Cond]) -> bool {
        let mut e = env.clone();
        e.actor = Some(seat);
        let t = Trial::option(Arc::new(self.st.clone()), self.at, e, seat, body, would);
        self.complete(&t, vec![])
    }
    /// The option or ability can be completed from here, whatever its form.
    pub fn complete(&self, t: &Trial<'a>, log: Vec<Opt>) -> bool {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() > self.l.rules.bounds.looks {
            return false;
        }
        let mut x = Exec::new(self.l, (*t.base).clone(), log);
        x.probe = true;
        x.strict = t.strict;
        x.looks = self.looks.clone();
        let mut env = t.env.clone();
        let out = x.block(&mut env, t.body);
        self.looks.set(x.looks.get());
        match out {
            Ok(_) | Err(Stop::Over) => self.passes(t, &x, &env),
            Err(Stop::Cannot | Stop::Back | Stop::Overrun(_)) => false,
            Err(Stop::Ask(a)) => {
                if a.decision.who != Who::Seat(t.seat) {
                    // chance or another's answer: looking ahead stops
                    return true;
                }
                if !t.strict && a.decision.kind == Kind::Move {
                    // an ordinary move is no part of an ability
                    return self.passes(t, &x, &env);
                }
                a.opts.into_iter().any(|o| {
                    let mut log = x.log.clone();
                    log.push(o);
                    self.complete(t, log)
                })
            }
        }
    }
    /// What must hold at the end of a trial holds.
    fn passes(&self, t: &Trial<'a>, end: &Exec<'a>, env: &Env) -> bool {
        let before = Cx {
            after: Some(&end.st),
            ..Cx::new(self.l, &t.base, env)
        };
        if !before.all(t.would) {
            return false;
        }
        if t.duty {
            return end.st.now[t.base.now.len().min(end.st.now.len())..]
                .iter()
                .any(|e| self.fulfils(e, t.seat));
        }
        let ability = env.means == Some(Means::Ability);
        !ability || !self.spoiled(&t.base, &end.st, env)
    }
    /// `abilities cannot act if ..`: what a firing has brought about is forbidden.
    pub fn spoiled(&self, before: &State, after: &State, env: &Env) -> bool {
        self.l.abilities.iter().any(|id| {
            let rule = self.l.rule(*id);
            let Form::Abilities { spoil } = &rule.form else {
                return false;
            };
            let e = Env {
                you: None,
                rule: Some(*id),
                actor: env.actor,
                ..Env::default()
            };
            let cx = Cx {
                after: Some(after),
                ..Cx::new(self.l, before, &e)
            };
            cx.all(&rule.when) && cx.cond(spoil)
        })
    }
    /// In the midst of options: this answer leads to an end of every one of them.
    pub fn completable(&self, q: &Question, o: &Opt) -> bool {
        self.trials.iter().all(|t| {
            if t.depth != self.depth {
                // a rule that was set off asks: no part of the option
                return true;
            }
            if q.who != Who::Seat(t.seat) && q.who != Who::Chance {
                return true;
            }
            if q.who == Who::Chance || (!t.strict && q.kind == Kind::Move) {
                return true;
            }
            let mut log: Vec<Opt> = self.log[t.start.min(self.log.len())..]
                .iter()
                .filter(|o| o.depth == t.depth)
                .cloned()
                .collect();
            log.push(o.clone());
            self.complete(t, log)
        })
    }

    // ---- duties

    /// Duties a seat is under now: (rule, its names).
    pub fn duties(&self, seat: SeatId) -> Vec<(RuleId, Env)> {
        let mut v = vec![];
        let env = Env::default();
        let cx = self.cx(&env);
        for id in &self.l.guards {
            let rule = self.l.rule(*id);
            let Form::Guard {
                verdict: Verdict::Duty,
                deed,
                ..
            } = &rule.form
            else {
                continue;
            };
            cx.instances(*id, None, &mut |c| {
                if duty_of(c, deed, seat) && c.all(&rule.when) {
                    v.push((*id, c.env.clone()));
                }
            });
        }
        for im in &self.st.imposed {
            let rule = self.l.rule(im.rule);
            let Form::Guard {
                verdict: Verdict::Duty,
                deed,
                ..
            } = &rule.form
            else {
                continue;
            };
            let c = cx.with(&im.env);
            if !im.done && duty_of(&c, deed, seat) && c.all(&rule.when) {
                v.push((im.rule, im.env.clone()));
            }
        }
        v
    }
    /// An event fulfils some duty of a seat.
    pub fn fulfils(&self, e: &Event, seat: SeatId) -> bool {
        self.duties(seat).iter().any(|(id, env)| {
            let Form::Guard { deed, .. } = &self.l.rule(*id).form else {
                return false;
            };
            let cx = Cx {
                ghost: Some(&e.recs),
                ..self.cx(env)
            };
            cx.fits(deed, e, false, false)
        })
    }
    /// While some option fulfils a duty, only such options are offered.
    pub fn keep_duties(
        &self,
        seat: SeatId,
        opts: &mut Vec<Opt>,
        action: impl Fn(&Opt) -> Option<Trial<'a>>,
    ) {
        if self.duties(seat).is_empty() {
            return;
        }
        let env = Env::default();
        let cx = self.cx(&env);
        let good: Vec<bool> = opts
            .iter()
            .map(|o| match &o.does {
                Does::Move(m) => guards::events_of(&cx, m, seat)
                    .iter()
                    .any(|e| self.fulfils(e, seat)),
                _ => action(o).is_some_and(|t| self.complete(&t.dutiful(), vec![])),
            })
            .collect();
        if good.iter().any(|g| *g) {
            let mut i = 0;
            opts.retain(|_| {
                i += 1;
                good[i - 1]
            });
        }
    }
}

fn duty_of(c: &Cx, deed: &Deed, seat: SeatId) -> bool {
    match &deed.subject {
        None => true,
        Some(s) if s.ty == Ty::Piece => c.set(s).iter().any(|p| c.belongs(*p, &[Val::Seat(seat)])),
        Some(s) => c.has(s, Val::Seat(seat)),
    }
}
