//! Movement: printed ways of kinds and ways that powers and modes give, as tables by facing.
use super::*;
use crate::core::board::turned;
use crate::rules::Leg;

/// A printed movement rule of a kind.
struct Pattern {
    also: bool,
    attack: bool,
    rule: RuleId,
}

impl<const N: usize> Lowering<N> {
    pub(super) fn ways(&mut self) -> Lowered<()> {
        for k in 0..self.plan.kinds.len() {
            let moves = self
                .printed(self.plan.kinds[k], true, false, 0)?
                .unwrap_or_default();
            let attacks_like = self.attacks_like(self.plan.kinds[k])?;
            let attacks = match &attacks_like {
                Some(_) => None,
                None => self.printed(self.plan.kinds[k], true, true, 0)?,
            };
            let attacks = attacks.filter(|a| *a != moves);
            let torus = self.torus_of(self.plan.kinds[k]);
            let walks = torus || moves.iter().flatten().any(|w| w.walked);
            self.plan.printed.push(Printed {
                walks,
                moves,
                attacks,
                torus,
                attacks_like,
                // told when all ways are in the plan
                walked_victims: Bits::EMPTY,
            });
        }
        let rules = self.rules.clone();
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::Movement {
                of,
                also,
                aim,
                ways,
            } = &r.form
            else {
                continue;
            };
            if r.imposed
                || matches!(r.holder, crate::rules::Holder::Kind(_))
                || self.holder(r.holder).is_none()
            {
                continue;
            }
            let id = RuleId::from(i);
            let view = self.view(id, r, of).map_err(|e| Refusal {
                rule: Some(id),
                ..e
            })?;
            self.reading(r.holder);
            let mut like = vec![];
            let mut own: [Vec<Way<N>>; 4] = Default::default();
            let mut like_read = None;
            for w in ways {
                if let crate::rules::Path::Like(of) = &w.path
                    && !names_kinds(of)
                {
                    nothing_more(w).map_err(|e| Refusal {
                        rule: Some(id),
                        ..e
                    })?;
                    like_read = Some(self.kinds(of).map_err(|e| Refusal {
                        rule: Some(id),
                        ..e
                    })?);
                    continue;
                }
                self.way(id, r, w, &mut own, &mut like)
                    .map_err(|e| Refusal {
                        rule: Some(id),
                        ..e
                    })?;
            }
            let specific = (r.rank.level as u8, r.rank.depth, std::cmp::Reverse(id.0));
            let torus = ways.iter().any(|w| w.path == crate::rules::Path::Torus);
            let gives = ways.iter().any(|w| w.path != crate::rules::Path::Torus);
            self.plan.movements.push(Movement {
                view,
                also: *also,
                attack: *aim == Aim::Attack,
                specific,
                ways: own,
                like,
                like_read,
                torus,
                gives,
            });
        }
        Ok(())
    }
    /// `it attacks like X`, where X is read.
    fn attacks_like(&mut self, kind: KindId) -> Lowered<Option<Box<Movement<N>>>> {
        let rules = self.rules.clone();
        for (i, r) in rules.rules.iter().enumerate() {
            let Form::Movement {
                of,
                also: false,
                aim: Aim::Attack,
                ways,
            } = &r.form
            else {
                continue;
            };
            let [way] = ways.as_slice() else { continue };
            let crate::rules::Path::Like(like) = &way.path else {
                continue;
            };
            if r.imposed || r.holder != crate::rules::Holder::Kind(kind) || names_kinds(like) {
                continue;
            }
            let id = RuleId::from(i);
            let at = |e: Refusal| Refusal {
                rule: Some(id),
                ..e
            };
            nothing_more(way).map_err(at)?;
            let view = self.view(id, r, of).map_err(at)?;
            self.reading(r.holder);
            let like_read = Some(self.kinds(like).map_err(at)?);
            return Ok(Some(Box::new(Movement {
                view,
                also: false,
                attack: true,
                specific: (0, 0, std::cmp::Reverse(id.0)),
                ways: Default::default(),
                like: vec![],
                like_read,
                torus: false,
                gives: true,
            })));
        }
        Ok(None)
    }
    /// A printed way joins the edges of the board.
    fn torus_of(&self, kind: KindId) -> bool {
        self.rules.rules.iter().any(|r| {
            !r.imposed
                && r.holder == crate::rules::Holder::Kind(kind)
                && matches!(&r.form, Form::Movement { of: _, also: _, aim: _, ways } if ways.iter().any(|w| w.path == crate::rules::Path::Torus))
        })
    }
    /// The printed ways of a kind, with those it has besides.
    fn printed(
        &mut self,
        kind: KindId,
        also: bool,
        attack: bool,
        depth: u8,
    ) -> Lowered<Option<[Vec<Way<N>>; 4]>> {
        if depth > 4 {
            return Ok(None);
        }
        let rules = self.rules.clone();
        let own: Vec<Pattern> = (rules.rules.iter().enumerate())
            .filter(|(_, r)| !r.imposed && r.holder == crate::rules::Holder::Kind(kind))
            .filter_map(|(i, r)| match &r.form {
                Form::Movement {
                    of: _,
                    also,
                    aim,
                    ways: _,
                } => Some(Pattern {
                    also: *also,
                    attack: *aim == Aim::Attack,
                    rule: RuleId::from(i),
                }),
                Form::Guard { .. }
                | Form::Abilities { .. }
                | Form::View { .. }
                | Form::Standing { .. }
                | Form::Trigger { .. }
                | Form::Action { .. }
                | Form::Turn(_)
                | Form::Round(_)
                | Form::Setup(_) => None,
            })
            .collect();
        let bases = |a: bool| own.iter().filter(move |p| !p.also && p.attack == a);
        for a in [false, true] {
            let on_condition = |p: &&Pattern| !rules.rules[p.rule.index()].when.is_empty();
            if bases(a).count() > 1
                && let Some(p) = bases(a).find(on_condition)
            {
                return Err(Refusal {
                    rule: Some(p.rule),
                    what: "several printed movements on conditions".to_owned(),
                });
            }
        }
        let (mut base, mut more, mut hit) = (None, vec![], None);
        for p in &own {
            if p.attack && !attack || p.also && !also {
                continue;
            }
            let r = &rules.rules[p.rule.index()];
            let found = self
                .pattern(p.rule, r, attack, depth)
                .map_err(|e| Refusal {
                    rule: Some(p.rule),
                    ..e
                })?;
            match (p.attack, p.also) {
                (true, false) => hit = Some(found),
                (_, true) => more.push(found),
                (false, false) => base = Some(found),
            }
        }
        if let Some(hit) = hit {
            return Ok(Some(hit));
        }
        let mut all = base.unwrap_or_default();
        for m in more {
            for (a, b) in all.iter_mut().zip(m) {
                a.extend(b);
            }
        }
        Ok(Some(all))
    }
    fn pattern(
        &mut self,
        id: RuleId,
        r: &Rule,
        attack: bool,
        depth: u8,
    ) -> Lowered<[Vec<Way<N>>; 4]> {
        let Form::Movement {
            of,
            also: _,
            aim: _,
            ways,
        } = &r.form
        else {
            return Ok(Default::default());
        };
        if of.bare() != Some(&Base::It) {
            return refuse("a kind's movement of other pieces");
        }
        self.reading(r.holder);
        let mut own: [Vec<Way<N>>; 4] = Default::default();
        let mut like = vec![];
        for w in ways {
            self.way(id, r, w, &mut own, &mut like)?;
        }
        for k in like {
            if let Some(more) =
                self.printed(self.plan.kinds[k as usize], true, attack, depth + 1)?
            {
                for (a, b) in own.iter_mut().zip(more) {
                    a.extend(b);
                }
            }
        }
        if !r.when.is_empty() {
            self.reading(r.holder);
            let when = Mask::If(Box::new(self.conds(&r.when)?));
            for w in own.iter_mut().flatten() {
                w.only_from = Some(match w.only_from.take() {
                    None => when.clone(),
                    Some(m) => Mask::And(vec![when.clone(), m]),
                });
            }
        }
        Ok(own)
    }
    fn way(
        &mut self,
        id: RuleId,
        r: &Rule,
        w: &crate::rules::Way,
        own: &mut [Vec<Way<N>>; 4],
        like: &mut Vec<u8>,
    ) -> Lowered<()> {
        let crate::rules::Way {
            path,
            takes,
            from,
            to,
            past,
            bring,
            when,
            src: _,
        } = w;
        if matches!(
            path,
            crate::rules::Path::Like(_) | crate::rules::Path::Torus | crate::rules::Path::Nowhere
        ) {
            nothing_more(w)?;
        }
        let bring = match bring {
            None => None,
            Some((who, onto)) => {
                let place = match onto.bare() {
                    Some(Base::Zone(z, of)) => BringTo::Zone(self.zone(*z, of)?),
                    Some(_) | None => BringTo::Square(self.squares(onto)?),
                };
                Some((self.set(who)?, place))
            }
        };
        let (mut this, mut this_kinds) = (None, Bits::FULL);
        let takes = match takes {
            crate::rules::Takes::Quiet => Takes::Quiet,
            crate::rules::Takes::Only => Takes::Only,
            crate::rules::Takes::Both => Takes::Both,
            crate::rules::Takes::This(s) => {
                this = Some(self.set(s)?);
                if let Some(k) = s.kind_for_good() {
                    this_kinds = self
                        .plan
                        .kind(k)
                        .map_or(Bits::EMPTY, |k| Bits::one(k as usize));
                }
                Takes::Both
            }
        };
        let (mut through, mut over, mut pushing) = (None, None, None);
        for b in past {
            match b {
                Beyond::Through(s) if through.is_none() && s.ty == Ty::Piece => {
                    through = Some(self.set(s)?)
                }
                Beyond::Through(_) => return refuse("a way through squares"),
                Beyond::Over { amount, of, close } if over.is_none() => {
                    let many = match amount {
                        crate::rules::Amount::Any | crate::rules::Amount::Every => None,
                        crate::rules::Amount::No => Some((Rel::Eq, Int::Fixed(0))),
                        crate::rules::Amount::Count(rel, n) => Some((*rel, self.num(n)?)),
                    };
                    over = Some(Hurdles {
                        many,
                        of: self.set(of)?,
                        close: *close,
                    });
                }
                Beyond::Pushing(s) if pushing.is_none() => pushing = Some(self.set(s)?),
                Beyond::Over { .. } | Beyond::Pushing(_) => {
                    return refuse("a way over or pushing several sorts of things");
                }
            }
        }
        let row = from.as_ref().and_then(|s| match s.bare() {
            Some(Base::Row(Num::Lit(n), of)) if of.bare() == Some(&Base::It) => Some(i32::from(*n)),
            Some(_) | None => None,
        });
        let only_from = match (from, row) {
            (Some(s), None) => Some(self.set(s)?),
            (_, Some(_)) | (None, None) => None,
        };
        let only_to = to.as_ref().map(|s| self.set(s)).transpose()?;
        let when = when.as_ref().map(|c| self.cond(c)).transpose()?;
        let roles = self.roles(r)?;
        if let crate::rules::Path::Like(of) = path {
            let kinds = match kinds_named(of) {
                Some(kinds) => kinds,
                None if r.holder != crate::rules::Holder::Game && attack_like(r) => return Ok(()),
                None => return refuse("a way like that of other pieces"),
            };
            for k in kinds {
                let Some(k) = self.plan.kind(k) else {
                    return refuse("a way like a kind that is not here");
                };
                like.push(k);
            }
            return Ok(());
        }
        for (f, ways) in own.iter_mut().enumerate() {
            let squares = self.plan.boards.squares;
            let from = match row {
                None => squares,
                Some(n) => (0..self.rules.boards.len()).fold(Bits::EMPTY, |all, b| {
                    all | self.plan.boards.row(n, f as u8, b)
                }),
            };
            let mut way = Way {
                rule: id.0,
                from,
                only_from: only_from.clone(),
                only_to: only_to.clone(),
                takes,
                leaps: None,
                steps: None,
                rays: vec![],
                through: through.clone(),
                path: Steps::Anywhere,
                walked: over.is_some()
                    || pushing.is_some()
                    || this.is_some()
                    || bring.is_some()
                    || self.passes_over,
                over: over.clone(),
                pushing: pushing.clone(),
                this: this.clone(),
                this_kinds,
                bring: bring.clone(),
                when: when.clone(),
                roles: roles.clone(),
            };
            match path {
                crate::rules::Path::Nowhere => continue,
                crate::rules::Path::Leap(v) => {
                    way.path = Steps::Leap(crate::core::walk::faced(v, f as u8));
                    let far = |d: &&(i8, i8)| is_leap(**d);
                    way.leaps = self.table(v.iter().filter(far), f as u8);
                    way.steps = self.table(v.iter().filter(|d| !far(d)), f as u8);
                }
                crate::rules::Path::Slide { dirs, min, max } => {
                    let leg = Leg {
                        dirs: crate::core::walk::faced(dirs, f as u8),
                        min: *min,
                        max: *max,
                        outward: false,
                    };
                    way.path = Steps::Slide(vec![leg]);
                    if (*min, *max) == (1, 1) {
                        way.steps = self.table(dirs.iter(), f as u8);
                    } else if dirs.iter().any(|d| is_leap(*d)) {
                        // one leap after another passes over what no line shows
                        way.walked = true;
                    } else {
                        for d in dirs {
                            let r = self.ray(turned(*d, f as u8), *min, *max)?;
                            way.rays.push(r);
                        }
                    }
                }
                crate::rules::Path::Bent(_) if way.pushing.is_some() => {
                    return refuse("pushing along a way that bends");
                }
                crate::rules::Path::Bent(legs) if legs.len() > Leg::MOST => {
                    return refuse("a way that bends more than 3 times");
                }
                crate::rules::Path::Bent(legs) => {
                    let faced = |leg: &Leg| Leg {
                        dirs: crate::core::walk::faced(&leg.dirs, f as u8),
                        ..*leg
                    };
                    way.path = Steps::Slide(legs.iter().map(faced).collect());
                    way.walked = true;
                }
                crate::rules::Path::Anywhere => way.walked = true,
                crate::rules::Path::Torus => continue,
                crate::rules::Path::FromTo(a, b) => {
                    way.walked = true;
                    way.path = Steps::FromTo(a.0 as u8, b.0 as u8);
                }
                crate::rules::Path::Like(_) => {}
            }
            ways.push(way);
        }
        Ok(())
    }
    fn table<'d>(
        &self,
        offsets: impl Iterator<Item = &'d (i8, i8)>,
        facing: u8,
    ) -> Option<Box<[Bits<N>]>> {
        let offsets: Vec<(i8, i8)> = offsets.map(|d| turned(*d, facing)).collect();
        if offsets.is_empty() {
            return None;
        }
        let boards = &self.plan.boards;
        let to = |sq: usize| {
            offsets
                .iter()
                .filter_map(|d| boards.step(sq, *d, false))
                .map(|s| s.0)
                .filter(|t| *t != sq)
                .collect()
        };
        Some((0..boards.count()).map(to).collect())
    }
    pub(super) fn ray(&mut self, step: (i8, i8), min: u8, max: u8) -> Lowered<u16> {
        let same = |r: &Ray<N>| r.step == step && r.range == (min, max);
        if let Some(i) = self.rays.iter().position(same) {
            return Ok(i as u16);
        }
        let boards = &self.plan.boards;
        let (mut line, mut land) = (vec![], vec![]);
        for sq in 0..boards.count() {
            let (mut all, mut some) = (Bits::EMPTY, Bits::EMPTY);
            let mut at = sq;
            for n in 1..=if max == 0 { 64 } else { max } {
                let Some((to, _)) = boards.step(at, step, false) else {
                    break;
                };
                if to == sq {
                    break;
                }
                all.add(to);
                if n >= min {
                    some.add(to);
                }
                at = to;
            }
            line.push(all);
            land.push(some);
        }
        let up = step.1 > 0 || step.1 == 0 && step.0 > 0;
        self.rays.push(Ray {
            step,
            range: (min, max),
            up,
            line: line.into(),
            land: land.into(),
        });
        Ok(self.rays.len() as u16 - 1)
    }
}

/// The kinds of a phrase that names kinds and nothing else.
fn kinds_named(of: &Set) -> Option<Vec<KindId>> {
    let one = |s: &Set| match s.bare() {
        Some(Base::Kind(k)) => Some(*k),
        Some(_) | None => None,
    };
    match of.bare() {
        Some(Base::Or(v)) => v.iter().map(one).collect(),
        Some(_) | None => one(of).map(|k| vec![k]),
    }
}

/// A phrase that names kinds and nothing else.
fn names_kinds(of: &Set) -> bool {
    kinds_named(of).is_some()
}

/// Of a way whose squares are those of other patterns, or none, nothing else is said.
fn nothing_more(w: &crate::rules::Way) -> Lowered<()> {
    let crate::rules::Way {
        path: _,
        takes,
        from,
        to,
        past,
        bring,
        when,
        src: _,
    } = w;
    let plain = from.is_none()
        && to.is_none()
        && past.is_empty()
        && bring.is_none()
        && when.is_none()
        && *takes == crate::rules::Takes::Both;
    match plain {
        true => Ok(()),
        false => refuse("a way by other patterns with something else said of it"),
    }
}

/// It says what a kind attacks like: no way of moving.
fn attack_like(r: &Rule) -> bool {
    matches!(
        (&r.form, r.holder),
        (
            Form::Movement {
                of: _,
                also: false,
                aim: Aim::Attack,
                ways: _,
            },
            crate::rules::Holder::Kind(_)
        )
    )
}
