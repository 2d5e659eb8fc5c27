//! What a plan says of itself once all rules are in it: what is watched, how check is judged, whether there is room, and tables by square.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn finish(&mut self) -> Lowered<()> {
        self.plan.sight = HEADINGS
            .iter()
            .map(|d| self.ray(*d, 1, 0))
            .collect::<Lowered<_>>()?;
        let p = &mut self.plan;
        p.rays = std::mem::take(&mut self.rays);
        for t in &p.triggers {
            p.by_rule[t.rule as usize] = (p.by_rule[t.rule as usize].0, t.limit, t.granting);
        }
        for a in &p.actions {
            p.by_rule[a.rule as usize] = (p.by_rule[a.rule as usize].0, a.limit, a.granting);
        }
        // conditions of many pieces are read often, and by now it is known what definitions take
        let efforts = Efforts::of(p);
        let nouns = p.nouns.iter_mut().chain(&mut p.words).flatten();
        for m in nouns.chain(p.edges.iter_mut().flat_map(|e| &mut e.lifted)) {
            m.reorder(&efforts);
        }
        for v in 0..VERBS {
            p.watched[v] = !p.after[v].is_empty() || !p.before[v].is_empty() || p.told[v].is_some();
        }
        for g in p.guards.iter().chain(&p.facts) {
            p.guarded[g.pattern.verb as usize] = true;
            p.watched[g.pattern.verb as usize] = true;
        }
        for e in &p.ends {
            p.watched[e.verb as usize] = true;
        }
        p.watched[Verb::Capture as usize] = true;
        p.watched[Verb::Remove as usize] = true;
        let definitions = reads::Definitions::of(p);
        p.steady_kinds =
            !p.kind_views.is_empty() && p.hidden.is_empty() && definitions.kinds != reads::ALL;
        let alike = |e: &Edge<N>| {
            let of = e.lifted.as_ref();
            of.is_some_and(|m| definitions.mask(p, m) & (reads::READER | reads::EYES) == 0)
        };
        let watched = p.edges.iter().map(|e| (definitions.edge(p, e), alike(e)));
        let watched: Vec<(u32, bool)> = watched.collect();
        for (edge, (reads, alike)) in p.edges.iter_mut().zip(watched) {
            (edge.reads, edge.alike) = (reads, alike);
        }
        let verdicts = p.stages.count;
        p.verdict_reads = p
            .edges
            .iter()
            .filter(|e| e.look == verdicts)
            .fold(0, |m, e| m | e.reads);
        p.edge_stages = p
            .edges
            .iter()
            .map(|e| e.look)
            .filter(|l| *l != verdicts)
            .collect();
        p.edge_stages.sort_unstable();
        p.edge_stages.dedup();
        if p.edges.iter().any(|e| e.each.is_some()) {
            p.edge_rows = 2 * (p.seats + 2);
        }
        p.walks = p
            .printed
            .iter()
            .any(|k| k.torus || k.moves.iter().flatten().any(|w| w.walked))
            || p.movements
                .iter()
                .any(|m| m.torus || m.ways.iter().flatten().any(|w| w.walked));
        p.starts = p.moments.iter().any(|m| !m.1);
        let squares = 0..p.boards.count();
        let in_line = |a: usize| {
            let to = squares.clone();
            to.filter(|b| p.boards.heading(a, *b).is_some()).collect()
        };
        p.in_line = squares.clone().map(in_line).collect();
        p.simple_attacks = p.movements.is_empty()
            && p.frozen.is_none()
            && p.kind_views.is_empty()
            && p.guards.iter().all(|g| !g.pieces)
            && p.permits.is_empty()
            && p.standing.is_empty()
            && p.printed
                .iter()
                .all(|k| k.attacks_like.is_none() && !k.torus)
            && p.printed
                .iter()
                .flat_map(|k| k.of(true))
                .flatten()
                .all(Way::is_plain);
        let walked = |w: &&Way<N>| w.walked && w.takes != Takes::Quiet && !w.strikes_by_table();
        for k in &mut p.printed {
            let ways = k.of(true).iter().flatten().filter(walked);
            k.walked_victims = ways.fold(Bits::EMPTY, |m, w| m | w.this_kinds);
        }
        let victims = p.printed.iter().map(|k| k.walked_victims);
        p.walked_victims = victims.fold(Bits::EMPTY, |m, kinds| m | kinds);
        p.royal_stays = p.royal.as_ref().is_some_and(|m| by_kind(p, m, 0));
        p.strike = p
            .printed
            .iter()
            .map(|k| match k.attacks_like {
                Some(_) => std::array::from_fn(|_| vec![Bits::FULL; p.boards.count()]),
                None => std::array::from_fn(|f| strike(p, &k.of(true)[f])),
            })
            .collect();
        p.cached = Cached::of(p, &self.views, &definitions);
        Ok(())
    }
    /// Something can be captured when a turn ends.
    fn late_captures(&self) -> bool {
        let takes = |r: &Rule| {
            let Form::Trigger {
                on: On::At(crate::rules::Moment::End(_)),
                stage: _,
                offer: _,
                body,
            } = &r.form
            else {
                return false;
            };
            self.has(body, &|d| {
                matches!(d.verb, Verb::Capture | Verb::Move | Verb::Act)
            })
        };
        self.rules.rules.iter().any(takes)
    }
    /// There is room for all pieces and cards of the beginning, and for those that rules make.
    pub(super) fn room(&self, begins: Begins) -> Lowered<()> {
        let p = &self.plan;
        let most = p.setups.iter().map(Vec::len).max().unwrap_or(0);
        let neutral = self
            .rules
            .armies
            .iter()
            .map(|a| a.neutral.len())
            .max()
            .unwrap_or(0);
        let zones = p
            .zones
            .iter()
            .flat_map(|z| &z.start)
            .map(Vec::len)
            .sum::<usize>();
        let makes = |c: &Code<N>| {
            use crate::core::deed::Deed;
            matches!(
                c,
                Code::Deal(_) | Code::Do(Deed::PutNew { .. } | Deed::StoreNew { .. }, _)
            )
        };
        let made = match p.code.iter().flatten().any(makes) {
            true => 24,
            false => 0,
        };
        let set_up = p.seats * (most + neutral) + self.rules.position.len();
        let all = match begins {
            Begins::AsSetUp => set_up + zones + made,
            Begins::FromPosition(placed) => set_up.max(placed) + 2 * zones + made,
        };
        match all <= Bits::<N>::ROOM.min(NONE as usize - 1) || N == 4 {
            true => Ok(()),
            false => refuse("more pieces and cards than there is room for"),
        }
    }
    /// Whether check is judged by whole turns, because more than a move can make one.
    pub(super) fn by_turn(&mut self) -> Lowered<()> {
        let rules = self.rules.clone();
        let moves = |v: Verb| {
            use Verb::{Act, Capture, Give, Move, Pull, Push, Put, Remove, Shift, Swap};
            matches!(
                v,
                Act | Move | Capture | Put | Remove | Give | Swap | Shift | Push | Pull
            )
        };
        let goes_on = |r: &Rule| match &r.form {
            Form::Turn(body) => {
                let acts = self.count(body, &|d| !matches!(d.verb, Verb::Pass | Verb::Announce));
                acts > 1 && self.has(body, &|d| moves(d.verb))
            }
            Form::Trigger {
                on: On::After(deeds),
                stage: _,
                offer: _,
                body,
            } => deeds.iter().any(|d| moves(d.verb)) && self.has(body, &|d| moves(d.verb)),
            Form::Trigger { .. }
            | Form::Guard { .. }
            | Form::Abilities { .. }
            | Form::View { .. }
            | Form::Movement { .. }
            | Form::Standing { .. }
            | Form::Action { .. }
            | Form::Round(_)
            | Form::Setup(_) => false,
        };
        let goes_on = rules.rules.iter().any(goes_on);
        let acts = goes_on
            || rules
                .rules
                .iter()
                .any(|r| matches!(r.form, Form::Action { .. }));
        let late = |c: &CheckRule<N>| {
            c.says
                .is_some_and(|(at_once, late)| late && (!at_once || acts))
        };
        self.plan.goes_on = goes_on;
        self.plan.late_captures = self.late_captures();
        self.plan.has_duties =
            !self.plan.duties.is_empty() || self.plan.facts.iter().any(|f| f.duty);
        self.plan.by_turn = self.plan.check.iter().any(late) || self.plan.has_duties;
        Ok(())
    }
}

/// The squares ways could strike from each square, whatever is in between.
fn strike<const N: usize>(p: &Plan<N>, ways: &[Way<N>]) -> Vec<Bits<N>> {
    (0..p.boards.count())
        .map(|sq| {
            let mut all = Bits::EMPTY;
            for w in ways
                .iter()
                .filter(|w| w.takes != Takes::Quiet && w.from.has(sq))
            {
                all |= w.leaps.as_ref().map_or(Bits::EMPTY, |t| t[sq]);
                all |= w.steps.as_ref().map_or(Bits::EMPTY, |t| t[sq]);
                if let (true, Steps::Slide(legs)) = (w.walked, &w.path) {
                    all |= along(p, sq, None, legs);
                }
                all = w
                    .rays
                    .iter()
                    .fold(all, |m, r| m | p.rays[*r as usize].land[sq]);
            }
            all
        })
        .collect()
}

/// Squares to which these lines lead, one behind the other, whatever is in between.
fn along<const N: usize>(p: &Plan<N>, sq: usize, came: Option<(i8, i8)>, legs: &[Leg]) -> Bits<N> {
    let Some((leg, rest)) = legs.split_first() else {
        return Bits::one(sq);
    };
    let mut all = Bits::EMPTY;
    for d in leg.after(came) {
        let line = std::iter::successors(Some(sq), |at| Some(p.boards.step(*at, d, false)?.0));
        let ends = line
            .take(usize::from(leg.far()) + 1)
            .skip(usize::from(leg.min.max(1)));
        all = ends.fold(all, |m, at| m | along(p, at, Some(d), rest));
    }
    all
}

impl<const N: usize> Way<N> {
    /// What it takes stands on a square to which its lines lead.
    fn strikes_by_table(&self) -> bool {
        let lines = match self.path {
            Steps::Anywhere | Steps::FromTo(..) => false,
            Steps::Leap(_) | Steps::Slide(_) => true,
        };
        lines && self.this.is_none()
    }
    /// Of an attack nothing about it has to be read; what it takes by a walk is of certain kinds.
    fn is_plain(&self) -> bool {
        let walked = !self.walked || self.takes == Takes::Quiet || self.this.is_some();
        let unread = self.only_from.is_none() && self.only_to.is_none() && self.when.is_none();
        walked && (self.walked || unread && self.through.is_none())
    }
}

/// Which pieces are royal hangs on kinds alone, not on where pieces stand or how many there are.
fn by_kind<const N: usize>(p: &Plan<N>, m: &Mask<N>, depth: u8) -> bool {
    let word =
        |w: &Option<Mask<N>>| depth < 8 && w.as_ref().is_some_and(|m| by_kind(p, m, depth + 1));
    match m {
        Mask::Fixed(_) => true,
        Mask::Plane(i) => *i as usize == plane::THERE,
        Mask::OfKinds(k) => matches!(**k, Mask::Fixed(_)) && p.kind_views.is_empty(),
        Mask::And(v) | Mask::Or(v) => v.iter().all(|m| by_kind(p, m, depth)),
        Mask::Not(m) => by_kind(p, m, depth),
        Mask::Word(w) => word(&p.words[*w as usize]),
        Mask::Noun(w) => word(&p.nouns[*w as usize]),
        Mask::Viewed { base, yes, no } => {
            let plain = |v: &View<N>| {
                let kind = matches!(v.holder, Holder::Kind(_)) && v.of == Mask::It;
                v.when == Truth::Fixed(true)
                    && (kind || by_kind(p, &v.of, depth))
                    && p.kind_views.is_empty()
            };
            by_kind(p, base, depth) && yes.iter().chain(no).all(plain)
        }
        // any other mask is worked out anew after each step, which is right for all of them
        _ => false,
    }
}
