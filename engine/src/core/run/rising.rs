//! `As soon as`: conditions that were not so and have come to be so, each with what it was found of. Remembers, and decides nothing.
use super::Runner;
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::order;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::Ty;

/// The most rows of a condition's memory: the game, each seat, and each seat's members.
const EDGE_ROWS: usize = 18;

impl<const N: usize> Runner<'_, N> {
    fn members_of(
        &self,
        st: &State<N>,
        e: &Edge<N>,
        look: Bits<N>,
        mut f: impl FnMut(usize, &Env<N>, u8, bool),
    ) {
        let t = &self.plan.triggers[e.trigger as usize];
        let env = Env::NOBODY;
        let cx = self.cx(st, env);
        if let (Some(lifted), Holder::Kind(k)) = (&e.lifted, t.holder) {
            let mut of =
                cx.of_kinds(Bits::one(k as usize)) - st.plane(plane::LOST) - st.plane(plane::CARD);
            if e.local {
                of &= look;
            }
            if of.is_empty() {
                return;
            }
            let yes = match e.alike {
                true => {
                    let env = Env::of(NONE, NONE, t.rule);
                    cx.with(&env).wanting(of).mask(lifted)
                }
                false => self.lifted_for_owners(&cx, of, lifted, t.rule),
            };
            for p in of.iter() {
                let you = cx.controller(p);
                let env = Env {
                    actor: you,
                    ..Env::of(you, p as u8, t.rule)
                };
                f(0, &env, p as u8, yes.has(p));
            }
            return;
        }
        cx.rule_holders(t, |you, it| {
            let row = if you == NONE {
                self.plan.seats
            } else {
                you as usize
            };
            let mut env = Env {
                actor: you,
                ..Env::of(you, it, t.rule)
            };
            match &e.each {
                None => {
                    let bit = if it != NONE { it } else { row as u8 };
                    f(0, &env, bit, cx.with(&env).truth(&e.when));
                }
                Some((name, of)) => {
                    let all = cx.with(&env).mask(of);
                    for x in all.iter() {
                        env.names[*name as usize] = Bits::one(x);
                        f(row + 1, &env, x as u8, cx.with(&env).truth(&e.when));
                    }
                    // whose rule is alive is remembered for all members together, also while there are none
                    f(0, &env, row as u8, false);
                }
            }
        });
    }
    /// Of these pieces those for which a condition holds, each as its owner reads it.
    fn lifted_for_owners(&self, cx: &Cx<N>, of: Bits<N>, lifted: &Mask<N>, rule: u16) -> Bits<N> {
        let (mut yes, mut left) = (Bits::EMPTY, of);
        while let Some(p) = left.first() {
            let you = cx.controller(p);
            let env = Env {
                actor: you,
                ..Env::of(you, NONE, rule)
            };
            let own: Bits<N> = left.iter().filter(|p| cx.controller(*p) == you).collect();
            yes |= cx.with(&env).wanting(own).mask(lifted) & own;
            left -= own;
        }
        yes
    }
    /// Of what has risen the rule that is answered first: that of the first which is so, else that by which somebody may seem to have
    /// something to take. All that is the same but for what is supposed is remembered.
    pub(super) fn answered(&self, st: &mut State<N>, up: &[Match<N>]) -> Option<Match<N>> {
        let first = up.first()?;
        let member = |m: &Match<N>| {
            let edge = self.plan.edges.iter().find(|e| e.trigger == m.trigger)?;
            let (name, _) = edge.each.as_ref()?;
            m.env.names[*name as usize].first()
        };
        let key = |m: &Match<N>| (m.trigger, m.env.you, m.env.it, member(m));
        let same: Vec<Match<N>> = up
            .iter()
            .filter(|m| key(m) == key(first))
            .copied()
            .collect();
        same.iter().for_each(|m| self.remember(st, m));
        let t = &self.plan.triggers[first.trigger as usize];
        let holds = |m: &Match<N>| {
            t.doubts.is_empty()
                || m.supposed.is_none() && self.cx(st, &m.env).truth(&t.when)
                || self.seems_to_hold(st, m)
        };
        same.into_iter().find(holds)
    }
    /// Of a condition whose memory is a list: of what it is asked, and whether it is so, as it is and as others may suppose.
    fn of_list(&self, st: &State<N>, i: usize) -> Vec<(Risen, Match<N>, bool)> {
        let e = &self.plan.edges[i];
        let t = &self.plan.triggers[e.trigger as usize];
        let look = |all: &mut Vec<(Risen, Match<N>, bool)>,
                    st: &State<N>,
                    only: Option<u8>,
                    supposed: Option<(u8, i16)>| {
            let env = Env::NOBODY;
            let cx = self.cx(st, env);
            cx.rule_holders(t, |you, it| {
                if only.is_some_and(|s| s != you) {
                    return;
                }
                let mut env = Env {
                    actor: you,
                    ..Env::of(you, it, t.rule)
                };
                let of = if it == NONE { (you, NONE) } else { (NONE, it) };
                let mut push = |env: Env<N>, member: u8| {
                    let risen = Risen {
                        edge: i as u16,
                        of,
                        member,
                        supposed,
                    };
                    let m = Match {
                        trigger: e.trigger,
                        stage: e.look,
                        batch: u32::MAX,
                        own_loss: false,
                        supposed,
                        order: all.len() as u16,
                        env,
                    };
                    let yes = cx.with(&m.env).truth(&e.when);
                    all.push((risen, m, yes));
                };
                match &e.each {
                    None => push(env, NONE),
                    Some((name, set)) => {
                        let members = cx.with(&env).mask(set);
                        for x in cx.in_order(Ty::Piece, members) {
                            env.names[*name as usize] = Bits::one(x);
                            push(env, x as u8);
                        }
                    }
                }
            });
        };
        let mut all = vec![];
        look(&mut all, st, None, None);
        let mut seats: Vec<u8> = all.iter().map(|x| x.1.env.you).collect();
        seats.sort_unstable();
        seats.dedup();
        for you in seats {
            for (supposed, ops) in self.supposals(st, t, you) {
                let mut s = st.world();
                ops.iter().for_each(|op| self.apply(&mut s, op));
                look(&mut all, &s, Some(you), Some(supposed));
            }
        }
        all
    }
    /// What has risen since the last look, in order.
    pub(super) fn risen(&self, st: &mut State<N>, look: u8) -> Vec<Match<N>> {
        let stale = st.dirty[look as usize];
        let mut up: Vec<Match<N>> = vec![];
        if stale == 0 {
            return up;
        }
        let touched = st.touched[look as usize];
        let mut found: Vec<(usize, Env<N>, u8)> = vec![];
        for (i, e) in self.plan.edges.iter().enumerate() {
            if e.look != look || e.reads & stale == 0 {
                continue;
            }
            if e.sparse {
                let mut now = vec![];
                for (risen, m, yes) in self.of_list(st, i) {
                    match (yes, st.listed.contains(&risen)) {
                        (true, true) => now.push(risen),
                        (true, false) => up.push(Match {
                            order: up.len() as u16,
                            ..m
                        }),
                        (false, _) => {}
                    }
                }
                st.listed.retain(|r| r.edge as usize != i);
                st.listed.append(&mut now);
                st.listed.sort_unstable();
                continue;
            }
            let of_kind = matches!(
                self.plan.triggers[e.trigger as usize].holder,
                Holder::Kind(_)
            );
            let base = i * self.plan.edge_rows;
            let rows = match e.each {
                None => 1,
                Some(_) => self.plan.edge_rows / 2,
            };
            let mut now = [(Bits::<N>::EMPTY, Bits::<N>::EMPTY); EDGE_ROWS];
            let edges = &st.edges[base..];
            self.members_of(st, e, touched, |row, env, bit, yes| {
                now[row].1.add(bit as usize);
                if yes {
                    now[row].0.add(bit as usize);
                    let known = of_kind
                        || match row {
                            0 => edges[1].has(bit as usize),
                            row => edges[1].has(row - 1),
                        };
                    if known && !edges[2 * row].has(bit as usize) {
                        found.push((row, *env, bit));
                    }
                }
            });
            if e.each.is_some() {
                // of several pieces the first on the board comes first
                order::by_key(&mut found, |(row, _, piece)| {
                    (*row, st.place.get(*piece as usize))
                });
            }
            for (row, env, bit) in found.drain(..) {
                let order = up.len() as u16;
                up.push(Match {
                    trigger: e.trigger,
                    stage: look,
                    batch: u32::MAX,
                    own_loss: false,
                    supposed: None,
                    order,
                    env,
                });
                now[row].0.drop(bit as usize);
            }
            for (row, (yes, alive)) in now.into_iter().take(rows).enumerate() {
                let seen = if e.local { touched } else { Bits::FULL };
                st.edges[base + 2 * row] = (st.edges[base + 2 * row] - seen) | yes;
                if !of_kind {
                    st.edges[base + 2 * row + 1] = alive;
                }
            }
        }
        if up.is_empty() {
            st.dirty[look as usize] = 0;
            st.touched[look as usize] = Bits::EMPTY;
        }
        order::by_key(&mut up, |m| (self.key(st, m), m.order));
        up
    }
    /// A condition that has risen is remembered as true.
    pub(super) fn remember(&self, st: &mut State<N>, m: &Match<N>) {
        let Some(i) = self.plan.edges.iter().position(|e| e.trigger == m.trigger) else {
            return;
        };
        let e = &self.plan.edges[i];
        if e.sparse {
            let of = match m.env.it {
                NONE => (m.env.you, NONE),
                it => (NONE, it),
            };
            let name = e.each.as_ref().map(|(n, _)| *n as usize);
            let member = name.and_then(|n| m.env.names[n].first());
            let risen = Risen {
                edge: i as u16,
                of,
                member: member.map_or(NONE, |x| x as u8),
                supposed: m.supposed,
            };
            if !st.listed.contains(&risen) {
                st.listed.push(risen);
                st.listed.sort_unstable();
            }
            return;
        }
        let base = i * self.plan.edge_rows;
        let row = if m.env.you == NONE {
            self.plan.seats
        } else {
            m.env.you as usize
        };
        match &e.each {
            Some((name, _)) => {
                let x = m.env.names[*name as usize].first().unwrap_or(0);
                st.edges[base + 2 * (row + 1)].add(x);
            }
            None if m.env.it != NONE => st.edges[base].add(m.env.it as usize),
            None => st.edges[base].add(row),
        }
    }
    /// What is true when play begins does not fire.
    pub fn prime(&self, st: &mut State<N>) {
        for (i, e) in self.plan.edges.iter().enumerate() {
            if e.sparse {
                let all = self.of_list(st, i).into_iter();
                let mut now: Vec<Risen> = all.filter(|x| x.2).map(|x| x.0).collect();
                st.listed.append(&mut now);
                st.listed.sort_unstable();
                continue;
            }
            let base = i * self.plan.edge_rows;
            let mut now = vec![(Bits::<N>::EMPTY, Bits::<N>::EMPTY); self.plan.edge_rows / 2];
            self.members_of(st, e, Bits::FULL, |row, _, bit, yes| {
                now[row].1.add(bit as usize);
                if yes {
                    now[row].0.add(bit as usize);
                }
            });
            for (row, (yes, alive)) in now.into_iter().enumerate() {
                st.edges[base + 2 * row] = yes;
                st.edges[base + 2 * row + 1] = alive;
            }
        }
    }
}
