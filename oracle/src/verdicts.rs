//! `as soon as`: conditions watched from settling to settling, and the verdicts among them.
use super::aspects::Aspects;
use super::doubts::Supposal;
use super::exec::*;
use super::read::Cx;
use super::settle::Match;
use super::state::*;
use super::value::*;
use engine::ids::*;
use engine::rules::*;
use std::collections::BTreeSet;

impl Exec<'_> {
    /// The memory of a condition: of a piece of a kind, whoever controls it; else of who holds the rule.
    pub(super) fn edge_key(&self, m: &Match) -> EdgeKey {
        let of_kind = matches!(self.l.rule(m.rule).holder, Holder::Kind(_));
        let mut key = m.key.clone();
        key.extend(m.supposed.iter().map(Supposal::mark));
        (m.rule, m.env.you.filter(|_| !of_kind), key)
    }
    /// Fill the memories of `as soon as` rules with what is true now.
    pub fn prime_edges(&mut self) {
        self.st.edge_alive.clear();
        self.st.each_alive.clear();
        self.st.edges.clear();
        let stages = self.l.edge_stages.iter().map(|s| Some(*s));
        for stage in stages.chain([None]) {
            for m in self.risen(stage) {
                let key = self.edge_key(&m);
                self.st.edges_mut().0.insert(key);
            }
        }
    }

    /// `as soon as` rules whose condition has become true: losing ones together, else the first. `true`: some fired.
    pub(super) fn verdicts(&mut self) -> Result<bool, Stop> {
        if self.st.phase == Phase::Setup {
            return Ok(false);
        }
        let risen = self.risen(None);
        if risen.is_empty() {
            return Ok(false);
        }
        let losing: Vec<Match> = risen
            .iter()
            .filter(|m| self.l.losing[m.rule.index()])
            .cloned()
            .collect();
        let fire = if losing.is_empty() {
            vec![risen[0].clone()]
        } else {
            losing
        };
        for m in fire {
            self.answer_risen(&m, &risen)?;
        }
        Ok(true)
    }
    /// The conditions of these rules, for whom and about what, and whether each is true now; `of`: only for this
    /// holder.
    fn conditions(
        &self,
        cx: &Cx,
        rules: &[RuleId],
        of: Option<Option<SeatId>>,
    ) -> Vec<(Match, bool)> {
        let mut seen: Vec<(Match, bool)> = vec![];
        for id in rules {
            let rule = self.l.rule(*id);
            let (each, cond): (&[(Name, Set)], &Cond) = match &rule.form {
                Form::Trigger {
                    on: On::AsSoonAs(c),
                    ..
                } => (&[], c),
                Form::Trigger {
                    on: On::EachAsSoonAs(e, c),
                    ..
                } => (e, c),
                _ => continue,
            };
            // what is the same for all pieces of a holder is read once for him
            let same: Vec<bool> = each.iter().map(|(_, s)| !speaks_of_it(s)).collect();
            let mut known: Vec<(Option<SeatId>, Vals, Vals)> = vec![];
            cx.instances(*id, None, &mut |c| {
                if of.is_some_and(|you| you != c.env.you) {
                    return;
                }
                let mut envs: Vec<(Env, Vals)> = vec![(
                    Env {
                        actor: c.env.you,
                        ..c.env.clone()
                    },
                    c.env.it.into_iter().collect(),
                )];
                for (i, (name, set)) in each.iter().enumerate() {
                    let mut next = vec![];
                    for (e, key) in &envs {
                        let named = &key[usize::from(c.env.it.is_some())..];
                        let before = known.iter().find(|k| k.0 == e.you && k.1 == named);
                        let members = match before {
                            Some((.., members)) if same[i] => members.clone(),
                            _ => c.with(e).set(set),
                        };
                        if same[i] && before.is_none() {
                            known.push((e.you, named.to_vec(), members.clone()));
                        }
                        for x in members {
                            let mut e = e.clone();
                            e.bind(*name, vec![x]);
                            let mut k = key.clone();
                            k.push(x);
                            next.push((e, k));
                        }
                    }
                    envs = next;
                }
                for (env, key) in envs {
                    let yes = c.with(&env).cond(cond);
                    let order = seen.len();
                    seen.push((
                        Match {
                            rule: *id,
                            env,
                            own_loss: false,
                            order,
                            key,
                            supposed: None,
                        },
                        yes,
                    ));
                }
            });
        }
        seen
    }
    /// The same as others may suppose them to be, for rules that hide what they hang on.
    fn supposed(&self, seen: &[(Match, bool)]) -> Vec<(Match, bool)> {
        let mut all = vec![];
        let mut done: Vec<(RuleId, Option<SeatId>)> = vec![];
        for (m, _) in seen {
            let of = (m.rule, m.env.you);
            if self.l.doubted[m.rule.index()].is_empty() || done.contains(&of) {
                continue;
            }
            done.push(of);
            for supposal in self.supposals(m.rule, m.env.you) {
                let other = supposal.suppose(&self.st);
                let env = Env::default();
                let cx = Cx::new(self.l, &other, &env);
                let supposed = |(mut o, yes): (Match, bool)| {
                    o.order += seen.len();
                    o.supposed = Some(supposal.clone());
                    (o, yes)
                };
                let others = self.conditions(&cx, &[m.rule], Some(m.env.you));
                all.extend(others.into_iter().map(supposed));
            }
        }
        all
    }
    /// Conditions that are not looked at again are as they were: checked wherever debug assertions are on, as in the tests.
    fn others_rest(&self, stage: Option<usize>, stale: Aspects) -> bool {
        let rules: Vec<RuleId> = (self.l.edges.iter().copied())
            .filter(|id| self.l.edge_stage(*id) == stage)
            .filter(|id| self.l.shortcuts.watched(*id) & stale == 0)
            .collect();
        let env = Env::default();
        self.conditions(&self.cx(&env), &rules, None)
            .iter()
            .all(|(m, yes)| {
                let of_kind = matches!(self.l.rule(m.rule).holder, Holder::Kind(_));
                let known = of_kind
                    || self.st.edge_alive.contains(&holder_key(m))
                    || self.st.each_alive.contains(&holder_key(m));
                !known || self.st.edges.contains(&self.edge_key(m)) == *yes
            })
    }
    /// Look at every `as soon as` condition; those that rose since the last look are returned in order. What is
    /// true when its rule comes alive does not fire; one that rose and was not fired stays armed.
    pub(super) fn risen(&mut self, stage: Option<usize>) -> Vec<Match> {
        let look = stage.unwrap_or(self.l.verdicts);
        let stale = self.st.stale(look);
        debug_assert!(self.others_rest(stage, stale));
        if stale == 0 {
            return vec![];
        }
        // what a condition does not hang on cannot have made it true
        let rules: Vec<RuleId> = (self.l.edges.iter().copied())
            .filter(|id| self.l.edge_stage(*id) == stage)
            .filter(|id| self.l.shortcuts.watched(*id) & stale != 0)
            .collect();
        if rules.is_empty() {
            self.st.set_quiet(look);
            return vec![];
        }
        let env = Env::default();
        let mut seen = self.conditions(&self.cx(&env), &rules, None);
        seen.extend(self.supposed(&seen));
        let mut up: Vec<Match> = vec![];
        // the others keep their memories
        // a rule about members is alive for its holder also while there are none
        let mut held: BTreeSet<EdgeKey> = BTreeSet::new();
        for id in &rules {
            let of_kind = matches!(self.l.rule(*id).holder, Holder::Kind(_));
            let each = |form: &Form| {
                matches!(
                    form,
                    Form::Trigger {
                        on: On::EachAsSoonAs(..),
                        ..
                    }
                )
            };
            if !of_kind && each(&self.l.rule(*id).form) {
                self.cx(&env).instances(*id, None, &mut |c| {
                    held.insert((*id, c.env.you, vec![]));
                });
            }
        }
        let (mut alive, mut edges) = (BTreeSet::new(), BTreeSet::new());
        for (m, yes) in seen {
            let key = self.edge_key(&m);
            let holder = holder_key(&m);
            // what is true when a power comes to somebody does not fire; a piece that comes to be of its kind, or among
            // those a rule speaks of, does
            let of_kind = matches!(self.l.rule(m.rule).holder, Holder::Kind(_));
            let known = of_kind
                || self.st.edge_alive.contains(&holder)
                || self.st.each_alive.contains(&holder);
            if yes && (!known || self.st.edges.contains(&key)) {
                edges.insert(key);
            } else if yes {
                up.push(m);
            }
            alive.insert(holder);
        }
        let looked_at = |k: &EdgeKey| rules.contains(&k.0);
        let same = |old: &BTreeSet<EdgeKey>, new: &BTreeSet<EdgeKey>| {
            old.iter().filter(|k| looked_at(k)).eq(new)
        };
        let (same_edges, same_alive) = (
            same(&self.st.edges, &edges),
            same(&self.st.edge_alive, &alive),
        );
        let renew = |old: &mut BTreeSet<EdgeKey>, new: BTreeSet<EdgeKey>| {
            old.retain(|k| !looked_at(k));
            old.extend(new);
        };
        if !same_edges {
            renew(self.st.edges_mut().0, edges);
        }
        if !same_alive {
            renew(self.st.edges_mut().1, alive);
        }
        if !same(&self.st.each_alive, &held) {
            renew(self.st.each_alive_mut(), held);
        }
        if up.is_empty() {
            self.st.set_quiet(look);
        }
        up.sort_by_key(|m| (self.order_key(m), m.order));
        up
    }
}

/// The memory of a rule being alive for somebody.
fn holder_key(m: &Match) -> EdgeKey {
    (m.rule, m.env.you, vec![])
}

/// A phrase reads the piece a rule is about, or picks anew each time.
fn speaks_of_it(set: &Set) -> bool {
    let mut of_it = false;
    visit_set(set, &mut |node| {
        of_it |= matches!(
            node,
            Node::Set(s) if matches!(s.base, Base::It | Base::Author) || s.pick.is_some()
        );
    });
    of_it
}
