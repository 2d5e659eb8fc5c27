//! Rules by their form: guards, facts, triggers, actions and procedures.
use super::super::order;
use super::*;

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
        for g in &mut self.plan.guards {
            g.asked |= permits
                .iter()
                .any(|p| p.holder == g.holder && p.pattern.verb == g.pattern.verb);
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
            _ => None,
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
                self.plan.spoils.push((id.0, spoil?));
            }
            Form::View { of: _, is, not: _ } => {
                refuses_yield()?;
                match is {
                    What::Quality(
                        Quality::Word(_)
                        | Quality::Mark(..)
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
            Form::Movement { .. } => refuses_yield()?,
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
                    _ => None,
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
                    instead: self.has(body, &|d| d.how.instead),
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
    /// Of a rule that offers something: the marks and kinds its holder hides. Of other hidden values (a square, a set of pieces)
    /// nothing is supposed: there is too much that they might be.
    fn doubts(&self, r: &Rule, offers: bool) -> Vec<u16> {
        let simple = |h: &Hidden<N>| {
            let field = &self.rules.fields[h.field as usize];
            let fits = matches!(
                (&field.of, field.ty, r.holder),
                (Owner::Piece(_), Ty::Kind, crate::rules::Holder::Kind(_))
                    | (
                        Owner::Seat,
                        Ty::Mark,
                        crate::rules::Holder::Power(_) | crate::rules::Holder::EachSeat
                    )
            );
            let of_all = matches!(
                field.by,
                crate::rules::Holder::Game | crate::rules::Holder::EachSeat
            );
            offers && fits && (of_all || field.by == r.holder)
        };
        let all = (0..).zip(&self.plan.hidden);
        all.filter(|(_, h)| simple(h)).map(|(i, _)| i).collect()
    }
    /// `the gap of knights is 1`: what a number is where nothing was set.
    fn value_view(&mut self, r: &Rule, f: FieldId, v: &Value) -> Lowered<()> {
        let (Form::View { of, not: false, .. }, Value::Num(Num::Lit(n))) = (&r.form, v) else {
            return refuse("a view of a value that is read");
        };
        let place = self.place(f)?;
        let Mask::Fixed(of) = self.owner_of_value(of, place.on)? else {
            return refuse("a view of a value of things that are read");
        };
        let Slots::Numbers(slot) = place.slots else {
            return refuse("a view of a value of this sort");
        };
        if !r.when.is_empty() {
            return refuse("a view of a value on a condition");
        }
        for o in of.iter() {
            if let Some(v) = self.plan.values.get_mut(slot as usize + o) {
                *v = i32::from(*n);
                self.plan.said_of_values.push(slot + o as u16);
            }
        }
        if self.keeps_before {
            return refuse("the moment before of what was named since");
        }
        Ok(())
    }
    /// Conditions that hold before, and what must hold afterwards.
    fn before_and_after(
        &mut self,
        id: RuleId,
        when: &[Cond],
    ) -> Lowered<(Vec<Cond>, Option<Truth<N>>)> {
        let (after, before): (Vec<Cond>, Vec<Cond>) =
            when.iter().cloned().partition(speaks_of_after);
        if after.is_empty() {
            return Ok((before, None));
        }
        self.may_speak_of_after = true;
        let would = self.conds(&after);
        self.may_speak_of_after = false;
        let would = would?;
        self.plan.would[id.index()] = Some(would.clone());
        Ok((before, Some(would)))
    }
    fn trigger(&mut self, mut t: Trigger<N>, on: &On, body: &Block) -> Lowered<()> {
        let number = self.plan.triggers.len() as u16;
        match on {
            On::After(deeds) | On::Before(deeds) => {
                let before = matches!(on, On::Before(_));
                if before && (t.offer.is_some() || self.decides(body)) {
                    return refuse("a rule before an event that asks somebody");
                }
                for d in deeds {
                    let p = self.event_pattern(d)?;
                    let list = if before {
                        &mut self.plan.before
                    } else {
                        &mut self.plan.after
                    };
                    if !list[d.verb as usize].contains(&number) {
                        list[d.verb as usize].push(number);
                    }
                    t.patterns.push(p);
                }
                let limit = self.plan.limits.get(t.limit as usize);
                if limit.is_some_and(|l| l.per == crate::rules::Per::Opponent) {
                    for seat in 0..self.plan.seats {
                        for d in deeds {
                            let mut d = d.clone();
                            if d.name_opponent(SeatId::from(seat)) {
                                t.opponents.push((seat as u8, self.event_pattern(&d)?));
                            }
                        }
                    }
                }
            }
            On::AsSoonAs(c) => self.edge(&mut t, number, c, None)?,
            On::EachAsSoonAs(each, c) => {
                let [(name, of)] = each.as_slice() else {
                    return refuse("as soon as, for several members");
                };
                let each = (self.name(*name)?, self.set(of)?);
                self.edge(&mut t, number, c, Some(each))?;
            }
            On::At(m) => {
                let (span, end) = match m {
                    crate::rules::Moment::Start(s) => (s, false),
                    crate::rules::Moment::End(s) => (s, true),
                };
                let moment = match span {
                    Span::Your => Moment::Your,
                    Span::NextTurn | Span::NextRound | Span::Next(_) | Span::Last(_) => {
                        return refuse("a moment of the next or last turn in a rule that stands");
                    }
                    Span::Every | Span::This => Moment::Every,
                    Span::Round => Moment::Round,
                    Span::Game if end => {
                        self.plan.closing.push(number);
                        self.plan.triggers.push(t);
                        return Ok(());
                    }
                    Span::Game => Moment::First,
                    Span::Nth(n, s) => Moment::Nth(*n, self.seats(s)?),
                };
                self.plan.moments.push((number, end, moment));
            }
        }
        self.plan.triggers.push(t);
        Ok(())
    }
    fn edge(
        &mut self,
        t: &mut Trigger<N>,
        number: u16,
        c: &Cond,
        each: Option<(u8, Mask<N>)>,
    ) -> Lowered<()> {
        let lifted = match t.holder {
            Holder::Kind(_) => self.about(c, super::phrases::About::It, Ty::Piece)?,
            Holder::Game | Holder::EachSeat | Holder::Power(_) => None,
        };
        let when = self.cond(c)?;
        let local = matches!(lifted, Some(Mask::OnOwnRow(_)));
        let look = t
            .stage
            .filter(|s| *s < self.plan.stages.verdicts)
            .unwrap_or(self.plan.stages.count);
        let reads = if local {
            reads::PLACES | reads::OWNERS | reads::KINDS
        } else {
            reads::ALL
        };
        self.plan.edges.push(Edge {
            trigger: number,
            look,
            when,
            lifted,
            local,
            sparse: !t.doubts.is_empty() || each.is_some() && matches!(t.holder, Holder::Kind(_)),
            each,
            reads,
        });
        Ok(())
    }
    /// A guard: what cannot be (or may be all the same).
    pub(super) fn guard(
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
        let pattern = self.pattern_of(deed, duty || deed.verb == Verb::Enter)?;
        let roles = self.roles(r)?;
        let when = self.conds(&r.when)?;
        if !self.notes.is_empty() {
            return refuse("a clause about the moment before, in a guard");
        }
        self.notes = outer;
        let mut from = None;
        let mut handled = !pattern.normally
            && !pattern.still
            && pattern.along.is_none()
            && pattern.count.is_none();
        for (c, ty, is) in &pattern.cases {
            match (deed.verb, c, ty, is) {
                (Verb::Move, Case::From, Ty::Square, CaseIs::Among(m)) => from = Some(m.clone()),
                (Verb::Move, Case::To, Ty::Square, CaseIs::Among(_)) => {}
                (Verb::Pass, ..) => {}
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
    pub(super) fn event_pattern(&mut self, d: &crate::rules::Deed) -> Lowered<Pattern<N>> {
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
            Some(s) => return refuse(format!("{:?} that does something", s.ty)),
        };
        let mut count = None;
        let object_is = match object {
            None => None,
            Some(Value::Set(s)) => match (&s.base, s.ty) {
                (Base::Field(..), Ty::Mark) => return refuse("a mark as an object"),
                _ => {
                    if let crate::rules::Amount::Count(rel, n) = &s.amount {
                        count = Some((*rel, self.num(n)?));
                    }
                    Some((s.ty, self.found(s, anywhere)?))
                }
            },
            Some(Value::Num(_)) => return refuse("a number as an object"),
        };
        if let (None, Some(s)) = (&count, subject)
            && let crate::rules::Amount::Count(rel, n) = &s.amount
        {
            count = Some((*rel, self.num(n)?));
        }
        let mut all = vec![];
        for (c, v) in cases {
            let Value::Set(s) = v else {
                return refuse("a number in an event");
            };
            let is = match &s.base {
                Base::Field(f, ..) if s.ty == Ty::Mark || *c == Case::As => CaseIs::Mark(f.0),
                Base::Ability(of) => CaseIs::Ability(self.seats(of)?),
                Base::Edge => CaseIs::Edge,
                Base::Zone(z, of) => {
                    let (z, of) = self.zone(*z, of)?;
                    CaseIs::Zone(z, of)
                }
                _ => CaseIs::Among(self.found(s, anywhere)?),
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
        self.anywhere = anywhere;
        let m = self.set(s);
        self.anywhere = false;
        m
    }
    pub(super) fn limit(&mut self, l: Option<LimitId>, r: &Rule) -> Lowered<u16> {
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

/// `every round { .. }`.
fn is_round(r: &Rule) -> bool {
    matches!(r.form, Form::Round(_))
}

/// A condition with a clause about the state afterwards.
fn speaks_of_after(c: &Cond) -> bool {
    let mut after = false;
    visit_cond(c, &mut |n| {
        after |= matches!(n, Node::Clause(c) if c.at == At::After)
    });
    after
}

/// A condition asks whether something is newly so.
fn speaks_of_news(c: &Cond) -> bool {
    let mut news = false;
    visit_cond(c, &mut |n| news |= matches!(n, Node::Clause(c) if c.newly));
    news
}
