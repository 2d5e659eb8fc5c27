//! Definitions and what views say: words, numbers called by name, and the members of which each is made.
use super::*;
use crate::core::plan;

impl<const N: usize> Lowering<N> {
    /// What is so anyway, with what views say of it and deny.
    pub(super) fn viewed(
        &mut self,
        base: Mask<N>,
        of: &dyn Fn(&Quality) -> bool,
    ) -> Lowered<Mask<N>> {
        let (mut yes, mut no) = (vec![], vec![]);
        let rules = self.rules.clone();
        for (i, r) in rules.rules.iter().enumerate() {
            if r.imposed {
                continue;
            }
            if let Form::View {
                of: what,
                is: What::Quality(q),
                not,
            } = &r.form
                && of(q)
                && self.holder(r.holder).is_some()
            {
                let v = self.view(RuleId::from(i), r, what)?;
                if *not { no.push(v) } else { yes.push(v) }
            }
        }
        if yes.is_empty() && no.is_empty() {
            return Ok(base);
        }
        Ok(Mask::Viewed {
            base: Box::new(base),
            yes,
            no,
        })
    }
    /// A fact about things.
    pub(in crate::core::lower) fn view(
        &mut self,
        id: RuleId,
        r: &Rule,
        of: &Set,
    ) -> Lowered<View<N>> {
        let Some(holder) = self.holder(r.holder) else {
            return refuse("a fact of somebody who is not here");
        };
        let outer = self.power;
        self.reading(r.holder);
        let ty = of.ty;
        let of = self.set(of);
        let when = self.conds(&r.when);
        self.power = outer;
        let (of, when) = (of?, when?);
        let of_it = r
            .when
            .iter()
            .any(crate::core::lower::conditions::speaks_of_it);
        let kind = matches!(holder, Holder::Kind(_));
        let (of, when) = match of_it && !kind && ty != Ty::Board {
            // the condition speaks of each thing of which the fact is told
            true => (
                Mask::ItThat(Box::new(of), Box::new(when)),
                Truth::Fixed(true),
            ),
            false => (of, when),
        };
        let mut view = View {
            holder,
            rule: id.0,
            number: 0,
            of,
            when,
        };
        let same = |v: &View<N>| {
            let View {
                holder,
                rule,
                number: _,
                of,
                when,
            } = v;
            (holder, rule, of, when) == (&view.holder, &view.rule, &view.of, &view.when)
        };
        let known = self.views.iter().position(same);
        view.number = known.unwrap_or(self.views.len()) as u16;
        if known.is_none() {
            self.views.push(view.clone());
        }
        Ok(view)
    }
    /// A definition, as a quality or as a noun.
    pub(in crate::core::lower) fn word(&mut self, w: WordId, quality: bool) -> Lowered<Mask<N>> {
        let node = if quality {
            Mask::Word(w.0)
        } else {
            Mask::Noun(w.0)
        };
        if self.plan.words[w.index()].is_some() {
            return Ok(node);
        }
        if std::mem::replace(&mut self.busy[w.index()], true) {
            return Ok(node);
        }
        let outer = self.power;
        let said = self.members(w, true);
        let noun = self.members(w, false);
        self.power = outer;
        self.busy[w.index()] = false;
        self.plan.words[w.index()] = Some(said?);
        self.plan.nouns[w.index()] = Some(noun?);
        Ok(node)
    }
    /// A definition that is a number.
    pub(in crate::core::lower) fn number_called(&mut self, w: WordId) -> Lowered<u16> {
        let rules = self.rules.clone();
        if !self.plan.numbers_called[w.index()].is_empty() {
            return Ok(w.0);
        }
        if std::mem::replace(&mut self.busy[w.index()], true) {
            return refuse("a number that is defined by itself");
        }
        let outer = self.power;
        for p in &rules.words[w.index()].parts {
            let crate::rules::WordPart {
                holder,
                replaces,
                value,
                takes,
                when,
                tags: _,
                src: _,
            } = p;
            let Some(h) = self.holder(*holder) else {
                continue;
            };
            self.reading(*holder);
            let part = NumberPart {
                holder: h,
                replaces: *replaces,
                value: self.number(value)?,
                takes: takes.map_or(Ok(NONE), |n| self.name(n))?,
                when: self.conds(when)?,
            };
            self.plan.numbers_called[w.index()].push(part);
        }
        self.power = outer;
        self.busy[w.index()] = false;
        Ok(w.0)
    }
    fn members(&mut self, w: WordId, said: bool) -> Lowered<Mask<N>> {
        let rules = self.rules.clone();
        let Word {
            name: _,
            ty,
            noun: _,
            parts,
        } = &rules.words[w.index()];
        let mut all = vec![];
        for p in parts {
            let crate::rules::WordPart {
                holder,
                replaces,
                value,
                takes,
                when,
                tags: _,
                src: _,
            } = p;
            let Some(h) = self.holder(*holder) else {
                continue;
            };
            self.reading(*holder);
            let Value::Set(s) = value else {
                return refuse("a number taken for things");
            };
            self.anywhere = said && matches!(ty, Ty::Piece | Ty::Seat);
            let mut parts = vec![self.set(s)?];
            let mut each = None;
            for c in when {
                let about = match takes {
                    Some(v) => self.about(c, About::Name(*v), *ty)?,
                    None => self.about(c, About::It, *ty)?,
                };
                match about {
                    Some(m) => parts.push(m),
                    None => {
                        let c = self.cond(c)?;
                        each = Some(match each.take() {
                            None => c,
                            Some(other) => Truth::All(vec![other, c]),
                        });
                    }
                }
            }
            let mut what = and(parts);
            if let Some(c) = each {
                what = match takes {
                    Some(v) => Mask::That(self.name(*v)?, Box::new(what), Box::new(c)),
                    None => Mask::ItThat(Box::new(what), Box::new(c)),
                };
            }
            all.push(plan::WordPart {
                holder: h,
                replaces: *replaces,
                what,
            });
        }
        let plain = all
            .iter()
            .all(|p| !p.replaces && !matches!(p.holder, Holder::Power(_)));
        let base = if plain {
            or(all.into_iter().map(|p| p.what).collect())
        } else {
            Mask::Parts(all)
        };
        self.viewed(base, &|q| matches!(q, Quality::Word(v) if *v == w))
    }
}
