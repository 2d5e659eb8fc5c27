//! Rules that answer something: triggers, conditions that become true, and what is asked before and after.
use super::*;

impl<const N: usize> Lowering<N> {
    /// Of a rule that offers something: the marks and kinds its holder hides. Of other hidden values (a square, a set of pieces)
    /// nothing is supposed: there is too much that they might be.
    pub(super) fn doubts(&self, r: &Rule, offers: bool) -> Vec<u16> {
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
    pub(super) fn value_view(&mut self, r: &Rule, f: FieldId, v: &Value) -> Lowered<()> {
        let (
            Form::View {
                of,
                is: _,
                not: false,
            },
            Value::Num(Num::Lit(n)),
        ) = (&r.form, v)
        else {
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
    pub(super) fn before_and_after(
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
    pub(super) fn trigger(&mut self, mut t: Trigger<N>, on: &On, body: &Block) -> Lowered<()> {
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
            Holder::Kind(_) => self.about(c, crate::core::lower::phrases::About::It, Ty::Piece)?,
            Holder::Game | Holder::EachSeat | Holder::Power(_) => None,
        };
        let when = self.cond(c)?;
        let local = matches!(lifted, Some(Mask::OnOwnRow(_)));
        let look = t
            .stage
            .filter(|s| *s < self.plan.stages.verdicts)
            .unwrap_or(self.plan.stages.count);
        self.plan.edges.push(Edge {
            trigger: number,
            look,
            when,
            lifted,
            local,
            sparse: !t.doubts.is_empty() || each.is_some() && matches!(t.holder, Holder::Kind(_)),
            each,
            // told when all definitions are in the plan
            alike: false,
            reads: reads::ALL,
        });
        Ok(())
    }
}

/// `every round { .. }`.
pub(super) fn is_round(r: &Rule) -> bool {
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
pub(super) fn speaks_of_news(c: &Cond) -> bool {
    let mut news = false;
    visit_cond(c, &mut |n| news |= matches!(n, Node::Clause(c) if c.newly));
    news
}
