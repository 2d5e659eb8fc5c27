//! Guards and patterns: events as they are held against what happens; and limits.
use super::*;

impl<const N: usize> Lowering<N> {
    /// A guard: what cannot be (or may be all the same).
    pub(in crate::core::lower) fn guard(
        &mut self,
        id: RuleId,
        r: &Rule,
        deed: &crate::rules::Deed,
        binds: Binds,
        holder: Holder,
    ) -> Lowered<Guard<N>> {
        let outer = std::mem::take(&mut self.notes);
        let duty = r.duty().is_some();
        // what comes from off the board enters too
        let pattern =
            self.pattern_of(deed, duty || matches!(deed.verb, Verb::Enter | Verb::Put))?;
        // who may pass over squares passes over what stands there
        let mut pattern = pattern;
        if deed.verb == Verb::Pass {
            for (_, ty, is) in &mut pattern.cases {
                if let (Ty::Square, CaseIs::Among(m)) = (&*ty, &mut *is) {
                    *m = Mask::On(Box::new(m.clone()));
                    *ty = Ty::Piece;
                }
            }
        }
        let roles = self.roles(r)?;
        let when = self.conds(&r.when)?;
        if !self.notes.is_empty() {
            return refuse("a clause about the moment before, in a guard");
        }
        self.notes = outer;
        let mut from = None;
        let mut handled = !pattern.normally
            && !pattern.area
            && !pattern.still
            && pattern.along.is_none()
            && pattern.count.is_none();
        for (c, ty, is) in &pattern.cases {
            match (deed.verb, c, ty, is) {
                (Verb::Move, Case::From, Ty::Square, CaseIs::Among(m)) => from = Some(m.clone()),
                (Verb::Move, Case::To, Ty::Square, CaseIs::Among(_)) => {}
                (Verb::Pass, _, _, _) => {}
                // the guard is asked with the whole event
                _ => handled = false,
            }
        }
        let squares = matches!(deed.verb, Verb::Enter | Verb::Leave | Verb::Cross);
        let fits = match (&pattern.object, squares) {
            (None, _) | (Some((Ty::Square, _)), true) | (Some((Ty::Piece, _)), false) => true,
            (Some(_), _) => false,
        };
        let asked = !roles.is_empty() || !handled || !fits;
        Ok(Guard {
            rule: id.0,
            holder,
            pieces: binds == Binds::Pieces,
            pattern,
            when,
            roles,
            from,
            quiet: deed.how.quiet,
            asked,
            duty: false,
        })
    }
    /// The pattern of an event: pieces are tested wherever they are.
    pub(in crate::core::lower) fn event_pattern(
        &mut self,
        d: &crate::rules::Deed,
    ) -> Lowered<Pattern<N>> {
        only(
            &d.how,
            &["secretly", "normally", "without moving", "along a line"],
        )?;
        let outer = std::mem::replace(&mut self.was_is_now, true);
        let p = self.pattern_of(d, true);
        self.was_is_now = outer;
        p
    }
    fn pattern_of(&mut self, d: &crate::rules::Deed, anywhere: bool) -> Lowered<Pattern<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called: _,
            cases,
            how,
            src: _,
        } = d;
        // what is forbidden or allowed `without capturing` is asked where moves are made
        only(
            how,
            &[
                "secretly",
                "normally",
                "without capturing",
                "without moving",
                "along a line",
            ],
        )?;
        let (secretly, normally, still, along) =
            (&how.secretly, &how.normally, &how.still, &how.along);
        let one = |s: &Set| s.amount == crate::rules::Amount::Any;
        let doer = match subject {
            None => Doer::Anybody,
            Some(s) if matches!(s.base, Base::Ability(_)) => Doer::Ability(self.set(s)?),
            Some(s) if s.ty == Ty::Piece => Doer::Pieces(self.found(s, anywhere)?),
            Some(s) if matches!(s.ty, Ty::Seat | Ty::Side) => Doer::Seats(self.seats(s)?),
            Some(s) => return refuse(format!("{} that does something", s.ty)),
        };
        let mut count = None;
        let object_is = match object {
            None => None,
            Some(Value::Set(s)) if s.ty == Ty::Mark && matches!(s.base, Base::Field(..)) => {
                return refuse("a mark as an object");
            }
            Some(Value::Set(s)) => {
                if let crate::rules::Amount::Count(rel, n) = &s.amount {
                    count = Some((*rel, self.num(n)?));
                }
                Some((s.ty, self.found(s, anywhere)?))
            }
            Some(Value::Num(_)) => return refuse("a number as an object"),
        };
        if let (None, Some(s)) = (&count, subject)
            && let crate::rules::Amount::Count(rel, n) = &s.amount
        {
            count = Some((*rel, self.num(n)?));
        }
        let told = |ty: &Ty| matches!(ty, Ty::Piece | Ty::Card | Ty::Zone);
        if *verb == Verb::Reveal && object_is.as_ref().is_some_and(|(ty, _)| !told(ty)) {
            return refuse("a rule that waits for the reveal of a value");
        }
        if *verb == Verb::Draw && !cases.is_empty() {
            return refuse("a rule that waits for a draw from one pile");
        }
        let mut all = vec![];
        for (c, v) in cases {
            let Value::Set(s) = v else {
                return refuse("a number in an event");
            };
            let is = match s.bare() {
                Some(Base::Field(f, _, None)) if s.ty == Ty::Mark || *c == Case::As => {
                    CaseIs::Mark(f.0)
                }
                Some(Base::Ability(of)) => CaseIs::Ability(self.seats(of)?),
                // the squares at the rim, unless they are crossed: that is where a torus is joined
                Some(Base::Edge) if *c == Case::Across => CaseIs::Edge,
                Some(Base::Zone(z, of)) => {
                    let (z, of) = self.zone(*z, of)?;
                    CaseIs::Zone(z, of)
                }
                Some(_) | None => CaseIs::Among(self.found(s, anywhere)?),
            };
            all.push((*c, s.ty, is));
        }
        let along = match along {
            None => None,
            Some(crate::rules::Path::Slide { dirs, min, max }) => Some((dirs.clone(), *min, *max)),
            Some(p) => return refuse(format!("an event along {}", short(p))),
        };
        let object_one = matches!(object, Some(Value::Set(s)) if one(s));
        Ok(Pattern {
            verb: *verb,
            doer,
            object: object_is,
            area: d.of_area(),
            cases: all,
            normally: *normally,
            secretly: *secretly,
            still: *still,
            along,
            count,
            one: (subject.as_ref().is_some_and(one), object_one),
        })
    }
    /// A phrase of which something is tested, perhaps wherever it is.
    fn found(&mut self, s: &Set, anywhere: bool) -> Lowered<Mask<N>> {
        // what is picked is picked among those on the board: the event is held against its pattern before anything has changed
        self.anywhere = anywhere && s.pick.is_none();
        let m = self.set(s);
        self.anywhere = false;
        m
    }
    pub(in crate::core::lower) fn limit(&mut self, l: Option<LimitId>, r: &Rule) -> Lowered<u16> {
        let Some(l) = l else { return Ok(NONE16) };
        if let Some(n) = self.limits.get(&l) {
            return Ok(*n);
        }
        let n = self.plan.limits.len() as u16;
        let limit = self.rules.limits[l.index()];
        self.plan.limits.push(limit);
        self.limits.insert(l, n);
        if let crate::rules::Holder::Power(p) = r.holder
            && let Some(p) = self.plan.power(p)
        {
            self.plan.power_limits[p as usize].push(n);
        }
        Ok(n)
    }
}
