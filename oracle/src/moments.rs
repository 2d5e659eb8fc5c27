//! Moments: rules at the start and end of turns, and delayed blocks that are due.
use super::exec::*;
use super::settle::Match;
use super::turn::last_of_round;
use super::value::*;
use engine::ids::*;
use engine::rules::*;

impl Exec<'_> {
    /// Rules at the start or end of this turn, as matches in the order of 8.10.
    pub(super) fn at_moment(&self, end: bool) -> Vec<Match> {
        let mut v: Vec<Match> = vec![];
        let env = Env::default();
        let cx = self.cx(&env);
        for id in &self.l.moments {
            let Form::Trigger { on: On::At(m), .. } = &self.l.rule(*id).form else {
                continue;
            };
            let (span, at_end) = match m {
                Moment::Start(s) => (s, false),
                Moment::End(s) => (s, true),
            };
            if at_end != end {
                continue;
            }
            cx.instances(*id, None, &mut |c| {
                let now = self.st.on_turn.filter(|s| c.at_own_board(Val::Seat(*s)));
                let hit = match span {
                    Span::Your => now.is_some() && c.env.you == now,
                    Span::Every | Span::This => now.is_some(),
                    Span::NextTurn | Span::NextRound => false,
                    Span::Round => {
                        self.st.on_turn.is_none() || (end && last_of_round(self.l, &self.st))
                    }
                    Span::Game => !end && self.st.turn == 1,
                    Span::Next(s) | Span::Last(s) => now.is_some_and(|n| c.has(s, Val::Seat(n))),
                    Span::Nth(n, s) => now.is_some_and(|t| {
                        c.has(s, Val::Seat(t)) && self.st.seats[t.index()].turns == *n as u32
                    }),
                };
                if hit {
                    v.push(Match {
                        rule: *id,
                        env: Env {
                            actor: c.env.you,
                            ..c.env.clone()
                        },
                        own_loss: false,
                        order: v.len(),
                        key: vec![],
                        supposed: None,
                    });
                }
            });
        }
        v.sort_by_key(|m| (self.stage_of(m), self.order_key(m), m.order));
        v
    }
    pub(super) fn delayed_due(&mut self, end: bool) -> Vec<Match> {
        if self.st.delayed.is_empty() {
            return vec![];
        }
        let mut due = vec![];
        let mut left = vec![];
        for d in std::mem::take(&mut self.st.delayed) {
            let hit = self.is_due(&d.due, end);
            if hit { due.push(d) } else { left.push(d) }
        }
        self.st.delayed = left.into();
        due.into_iter()
            .map(|d| Match {
                rule: RuleId(u16::MAX),
                env: Env {
                    it: d.env.it,
                    ..d.env
                },
                own_loss: false,
                order: d.block,
                key: vec![],
                supposed: None,
            })
            .collect()
    }
    /// Rules at the start of this turn, those included that come to somebody while the others run (a borrowed power).
    /// Rules for the start of the turn, one after the other; what was put off until then comes with the effects.
    pub(super) fn run_starts(&mut self) -> Result<(), Stop> {
        let mut done: Vec<(RuleId, Option<SeatId>, Option<Val>)> = vec![];
        let key = |m: &Match| (m.rule, m.env.you, m.env.it);
        let mut owing = true;
        loop {
            let mut left = self.at_moment(false).into_iter();
            let next = left.find(|m| !done.contains(&key(m)));
            let late = next
                .as_ref()
                .is_none_or(|m| self.stage_of(m) > self.l.effects);
            if late && owing {
                owing = false;
                let owed = self.delayed_due(false);
                self.run_moment(owed)?;
                continue;
            }
            let Some(m) = next else { return Ok(()) };
            done.push(key(&m));
            self.run_moment(vec![m])?;
        }
    }
    pub(super) fn run_moment(&mut self, found: Vec<Match>) -> Result<(), Stop> {
        for m in found {
            if m.rule == RuleId(u16::MAX) {
                let body = &self.l.later_blocks[m.order];
                let mut env = m.env.clone();
                self.block(&mut env, body)?;
            } else if self.l.granting[m.rule.index()] {
                self.bodies += 1;
                let r = self.fire(&m);
                self.bodies -= 1;
                r?;
            } else {
                self.fire(&m)?;
            }
            self.settle()?;
        }
        Ok(())
    }
}
