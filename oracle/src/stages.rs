//! One batch of events goes through the stages before the verdicts (language 8, points 9 to 11).
use super::exec::*;
use super::settle::*;
use engine::ids::*;
use engine::rules::*;

impl Exec<'_> {
    /// Of rules that wait for later: what they ask to be *newly* so is asked when the effects of the event have their turn,
    /// before others answer it.
    fn drop_old_news(&mut self, told: Vec<Match>) {
        for m in told {
            let mut news = self.l.rule(m.rule).when.iter();
            let holds = news.all(|c| !speaks_of_news(c) || self.cx(&m.env).cond(c));
            if !holds {
                self.endings.retain(|other| *other != m);
                self.granting.retain(|other| *other != m);
            }
        }
    }
    /// A batch goes through the stages before the verdicts. `true`: a move was taken back on the way.
    pub(super) fn stages(
        &mut self,
        mut staged: Vec<(usize, Match)>,
        mut told: Vec<Match>,
    ) -> Result<bool, Stop> {
        let back = self.taken_back;
        let snaps = self.snaps.len();
        staged.sort_by_key(|(s, _)| *s);
        for stage in 0..=self.l.verdicts {
            if stage == self.l.effects {
                self.drop_old_news(std::mem::take(&mut told));
            }
            loop {
                let until = staged.iter().take_while(|(s, _)| *s == stage).count();
                let edges = self.l.edge_stages.contains(&stage);
                let risen = match edges {
                    true => self.risen(Some(stage)),
                    false => vec![],
                };
                let up = risen.first().cloned();
                // both sorts of rules in one order
                let first = match (staged[..until].first(), up) {
                    (None, None) => break,
                    (Some((_, m)), Some(up)) if self.order_key(m) <= self.order_key(&up) => None,
                    (_, up) => up,
                };
                if let Some(m) = first {
                    self.answer_risen(&m, &risen)?;
                    continue;
                }
                let any_order = self.l.rules.stages.get(stage).is_some_and(|s| s.any_order);
                let next = if any_order {
                    self.pick_rule(&staged[..until])?
                } else {
                    0
                };
                let (_, m) = staged.remove(next);
                let outer = self.stage.replace(stage);
                let fired = self.fire(&m);
                self.stage = outer;
                fired?;
                if self.taken_back != back && self.snaps.len() == snaps {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
    /// In a stage listed `in any order` the player on turn picks the next of his rules.
    fn pick_rule(&mut self, staged: &[(usize, Match)]) -> Result<usize, Stop> {
        let Some(seat) = self.st.on_turn else {
            return Ok(0);
        };
        let mine: Vec<usize> = (0..staged.len())
            .filter(|i| staged[*i].1.env.you == Some(seat))
            .collect();
        if mine.len() < 2 || mine[0] != 0 {
            return Ok(0);
        }
        let q = Question {
            auto: true,
            ..Question::of(engine::play::Who::Seat(seat), engine::play::Kind::Order)
        };
        let rules: Vec<RuleId> = mine.iter().map(|i| staged[*i].1.rule).collect();
        let o = self.decide(q, |_| {
            rules
                .iter()
                .enumerate()
                .map(|(i, r)| Opt::new(engine::play::Choice::Rule(*r), Does::Nth(i)))
                .collect()
        });
        match o {
            Ok(Opt {
                does: Does::Nth(i), ..
            }) => Ok(mine[i]),
            Ok(_) | Err(Stop::Cannot) => Ok(0),
            Err(e) => Err(e),
        }
    }
}

/// A condition asks whether something is newly so.
pub(super) fn speaks_of_news(c: &Cond) -> bool {
    let mut news = false;
    visit_cond(c, &mut |n| news |= matches!(n, Node::Clause(c) if c.newly));
    news
}
