//! Rules by their form: guards, facts, triggers, actions and procedures.
mod patterns;
mod triggers;

use super::super::order;
use super::*;
use triggers::{is_round, speaks_of_news};

impl<const N: usize> Lowering<N> {
    pub(super) fn all_rules(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        for (i, r) in rules.rules.iter().enumerate() {
            let id = RuleId::from(i);
            let Some(holder) = self.holder(r.holder) else {
                continue;
            };
            if let Holder::Power(p) = holder {
                self.plan.by_rule[i].0 = Some(p);
            }
            self.plan.abilities[i] = self.is_ability(r);
            if r.imposed {
                continue;
            }
            self.reading(r.holder);
            self.notes.clear();
            self.keeps_before = false;
            self.roles_now = r.roles.iter().map(|(_, n)| *n).collect();
            self.rule(id, r, holder).map_err(|e| Refusal {
                rule: e.rule.or(Some(id)),
                ..e
            })?;
        }
        // a permission of the same heading makes a guard one that is asked of each move
        let permits = self.plan.permits.clone();
        let rules = self.rules.clone();
        let holder = |g: &Guard<N>| rules.rules[usize::from(g.rule)].holder;
        for g in &mut self.plan.guards {
            g.asked |= permits
                .iter()
                .any(|p| holder(p).same_heading(holder(g)) && p.pattern.verb == g.pattern.verb);
        }
        Ok(())
    }
    /// Whether a rule changes what its holder's power does or what a kind of an army does.
    fn is_ability(&self, r: &Rule) -> bool {
        match r.holder {
            crate::rules::Holder::Power(_) => true,
            crate::rules::Holder::Kind(k) => self.rules.kinds[k.index()].army.is_some(),
            crate::rules::Holder::Game | crate::rules::Holder::EachSeat => false,
        }
    }
    /// Powers whose holders have a rule of this label in its place.
    fn yields(&self, r: &Rule) -> Vec<u8> {
        let common = match r.holder {
            crate::rules::Holder::Power(_) => false,
            crate::rules::Holder::Kind(k) => self.rules.kinds[k.index()].army.is_none(),
            crate::rules::Holder::Game | crate::rules::Holder::EachSeat => true,
        };
        let Some(label) = r.label.filter(|_| common && !r.imposed) else {
            return vec![];
        };
        let power = |o: &Rule| match o.holder {
            crate::rules::Holder::Power(p) if o.label == Some(label) => self.plan.power(p),
            crate::rules::Holder::Power(_)
            | crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => None,
        };
        self.rules.rules.iter().filter_map(power).collect()
    }
    pub(super) fn roles(&self, r: &Rule) -> Lowered<Vec<(Role, u8)>> {
        r.roles
            .iter()
            .map(|(role, name)| Ok((*role, self.name(*name)?)))
            .collect()
    }
    fn rule(&mut self, id: RuleId, r: &Rule, holder: Holder) -> Lowered<()> {
        let Rule {
            holder: _,
            rank,
            form,
            when,
            limit,
            keeps,
            roles: _,
            names: _,
            label,
            tags: _,
            imposed: _,
            src: _,
        } = r;
        if limit.is_some() && !matches!(form, Form::Trigger { .. } | Form::Action { .. }) {
            return refuse("a limit of a rule that answers nothing and offers nothing");
        }
        let yields = self.yields(r);
        self.plan.keeps[id.index()] = keeps
            .iter()
            .map(|f| self.place(*f).map(|p| (p.slots, p.by_holder)))
            .collect::<Lowered<Vec<_>>>()?;
        let refuses_yield = || match yields.is_empty() {
            true => Ok(()),
            false => refuse("a fact in whose place a power puts its own"),
        };
        match form {
            Form::Guard {
                verdict,
                deed,
                binds,
                first,
                term,
            } => {
                refuses_yield()?;
                if first.is_some() {
                    return refuse("a guard for the first so many");
                }
                let mut g = self.guard(id, r, deed, *binds, holder)?;
                for t in term {
                    let Term::Until(
                        m @ (crate::rules::Moment::Start(Span::Nth(n, s))
                        | crate::rules::Moment::End(Span::Nth(n, s))),
                    ) = t
                    else {
                        return refuse("a guard with such an end");
                    };
                    let end = matches!(m, crate::rules::Moment::End(_));
                    let over = Truth::TurnOver(*n, self.seats(s)?, end);
                    g.when = Truth::All(vec![Truth::Not(Box::new(over)), g.when]);
                }
                match verdict {
                    Verdict::Forbid => self.plan.guards.push(g),
                    Verdict::Permit => self.plan.permits.push(g),
                    Verdict::Duty => {
                        g.duty = true;
                        self.plan.duties.push(g);
                    }
                }
            }
            Form::Abilities { spoil } => {
                refuses_yield()?;
                if !when.is_empty() {
                    return refuse("what abilities cannot do, on a condition");
                }
                self.may_speak_of_after = true;
                self.judges_abilities = true;
                let spoil = self.cond(spoil);
                self.judges_abilities = false;
                self.may_speak_of_after = false;
                self.plan.spoils.push(Spoil {
                    holder,
                    rule: id.0,
                    when: spoil?,
                });
            }
            Form::View { of: _, is, not: _ } => {
                refuses_yield()?;
                match is {
                    What::Quality(
                        Quality::Word(_)
                        | Quality::Mark(_, None)
                        | Quality::Kind(_)
                        | Quality::Royal
                        | Quality::InCheck(_)
                        | Quality::Frozen,
                    ) => {}
                    What::Quality(Quality::Standard) if sets_up_plain(r) => {}
                    What::Quality(q) => return refuse(format!("a view of {}", short(q))),
                    What::Value(f, v) => self.value_view(r, *f, v)?,
                }
            }
            // taken apart with the ways
            Form::Movement {
                of: _,
                also: _,
                aim: _,
                ways: _,
            } => refuses_yield()?,
            Form::Standing { of } => {
                refuses_yield()?;
                let v = self.view(id, r, of)?;
                self.plan.standing.push(v);
            }
            Form::Trigger {
                on,
                stage,
                offer,
                body,
            } => {
                let mut secretly = false;
                let offer = match offer {
                    None => None,
                    Some(Offer { who, they, secret }) => {
                        secretly = *secret;
                        Some((self.seats(who)?, they.map_or(Ok(NONE), |n| self.name(n))?))
                    }
                };
                let (when, would) = self.before_and_after(id, when)?;
                let (news, when) = match on {
                    On::After(_) => {
                        self.may_be_news = true;
                        let speaks = |c: &&Cond| speaks_of_news(c);
                        let news: Vec<Cond> = when.iter().filter(speaks).cloned().collect();
                        let both = self
                            .conds(&when)
                            .and_then(|all| Ok((self.conds(&news)?, all)));
                        self.may_be_news = false;
                        let (asked, all) = both?;
                        ((!news.is_empty()).then_some(asked), all)
                    }
                    On::Before(_) | On::AsSoonAs(_) | On::EachAsSoonAs(..) | On::At(_) => {
                        (None, self.conds(&when)?)
                    }
                };
                let granting = self.grants(body);
                let code = self.body(body)?;
                let notes = std::mem::take(&mut self.notes);
                let label = label.or(match r.holder {
                    crate::rules::Holder::Power(p) => Some(self.rules.powers[p.index()].name),
                    crate::rules::Holder::Game
                    | crate::rules::Holder::EachSeat
                    | crate::rules::Holder::Kind(_) => None,
                });
                let t = Trigger {
                    rule: id.0,
                    rank: u32::from(rank.level as u8) << 24
                        | u32::from(rank.depth) << 16
                        | u32::from(id.0),
                    holder,
                    patterns: vec![],
                    when,
                    stage: stage.map(|s| s.0 as u8),
                    losing: self.has(body, &|d| d.verb == Verb::LoseGame),
                    ability: self.is_ability(r),
                    power: matches!(r.holder, crate::rules::Holder::Power(_)),
                    granting,
                    code,
                    secret: secretly,
                    doubts: self.doubts(r, offer.is_some()),
                    offer,
                    label,
                    roles: self.roles(r)?,
                    notes,
                    news,
                    keeps_before: std::mem::take(&mut self.keeps_before),
                    would,
                    limit: self.limit(*limit, r)?,
                    yields,
                    opponents: vec![],
                };
                self.trigger(t, on, body)?;
            }
            Form::Action { who, body } => {
                let Offer {
                    who,
                    they,
                    secret: _,
                } = who;
                let who = self.seats(who)?;
                let they = they.map_or(Ok(NONE), |n| self.name(n))?;
                let (when, would) = self.before_and_after(id, when)?;
                let when = self.conds(&when)?;
                let granting = self.grants(body);
                let moves = self.count(body, &|d| matches!(d.verb, Verb::Move | Verb::Shift));
                let code = self.body(body)?;
                let limit = self.limit(*limit, r)?;
                let ability = self.is_ability(r);
                if !self.notes.is_empty() {
                    return refuse("a clause about the moment before, in an action");
                }
                if moves > 0 {
                    let n = self.plan.actions.len() as u16;
                    self.plan.moving.push(n);
                }
                self.plan.actions.push(Action {
                    rule: id.0,
                    holder,
                    who,
                    they,
                    when,
                    limit,
                    code,
                    ability,
                    granting,
                    one_move: moves == 1,
                    would,
                    yields,
                });
            }
            // where there are rounds nobody is on turn, and no turn procedure is asked for
            Form::Turn(_) if self.rules.rules.iter().any(is_round) => {}
            Form::Turn(body) | Form::Round(body) => {
                refuses_yield()?;
                let when = self.conds(when)?;
                let code = self.body(body)?;
                self.plan.turns.push(Procedure {
                    rule: id.0,
                    holder,
                    when,
                    code,
                });
                let rules = self.rules.clone();
                let key = |p: &Procedure<N>| {
                    let r = &rules.rules[p.rule as usize];
                    let own = !matches!(r.holder, crate::rules::Holder::Power(_));
                    (
                        r.rank.level,
                        std::cmp::Reverse(r.rank.depth),
                        own,
                        std::cmp::Reverse(p.rule),
                    )
                };
                order::by_key(&mut self.plan.turns, key);
            }
            Form::Setup(body) => {
                refuses_yield()?;
                let when = self.conds(when)?;
                let code = self.body(body)?;
                self.plan.preludes.push(Procedure {
                    rule: id.0,
                    holder,
                    when,
                    code,
                });
                let rules = self.rules.clone();
                order::by_key(&mut self.plan.preludes, |p| {
                    let r = &rules.rules[p.rule as usize];
                    (std::cmp::Reverse(r.rank.level), r.rank.depth, p.rule)
                });
            }
        }
        Ok(())
    }
}
