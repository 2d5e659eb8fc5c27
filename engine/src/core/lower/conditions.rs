//! Conditions and numbers. A condition about one thing becomes the mask of the things of which it is so, wherever it can.
use super::phrases::{About, and};
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn conds(&mut self, v: &[Cond]) -> Lowered<Truth<N>> {
        Ok(match v {
            [] => Truth::Fixed(true),
            [c] => self.cond(c)?,
            v => Truth::All(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
        })
    }
    /// A condition about one thing as the mask of those things of which it is so; none: it has to be asked of each.
    pub(super) fn about(&mut self, c: &Cond, v: About, ty: Ty) -> Lowered<Option<Mask<N>>> {
        let not = |m: Mask<N>| Mask::Not(Box::new(m));
        Ok(match c {
            Cond::All(all) | Cond::Any(all) => {
                let mut out = vec![];
                for c in all {
                    match self.about(c, v, ty)? {
                        Some(m) => out.push(m),
                        None => return Ok(None),
                    }
                }
                Some(if matches!(c, Cond::All(_)) {
                    and(out)
                } else {
                    super::phrases::or(out)
                })
            }
            Cond::Not(c) => self.about(c, v, ty)?.map(not),
            Cond::Choice(..) | Cond::During(_) => Some(Mask::If(Box::new(self.cond(c)?))),
            Cond::Is(c)
                if (c.at == At::Now || c.at == At::Before && self.was_is_now) && !c.newly =>
            {
                let Value::Set(s) = &c.subject else {
                    return Ok(None);
                };
                let mask = if is_it(s, v) {
                    match &c.says {
                        Says::At(
                            Near::On,
                            Set {
                                base: Base::Row(Num::Lit(n), of),
                                by,
                                pick: None,
                                ..
                            },
                        ) if by.is_empty() && is_it(of, v) && ty == Ty::Piece => {
                            Some(Mask::OnOwnRow(i32::from(*n)))
                        }
                        says if mentions(says, v) => None,
                        says => self.says(says, ty)?,
                    }
                } else if let (Base::Of(Part::Owner, of), true, Ty::Piece) =
                    (&s.base, s.by.is_empty() && s.pick.is_none(), ty)
                    && is_it(of, v)
                    && !mentions(&c.says, v)
                {
                    self.says(&c.says, Ty::Seat)?
                        .map(|m| Mask::Owned(Box::new(m)))
                } else if !mentions_in(s, v) && !mentions(&c.says, v) {
                    let plain = Clause {
                        not: false,
                        ..c.clone()
                    };
                    Some(Mask::If(Box::new(self.cond(&Cond::Is(plain))?)))
                } else {
                    None
                };
                mask.map(|m| if c.not { not(m) } else { m })
            }
            Cond::Is(_) => None,
        })
    }
    /// Of which things of a type something is so.
    fn says(&mut self, says: &Says, ty: Ty) -> Lowered<Option<Mask<N>>> {
        let not = |m: Mask<N>| Mask::Not(Box::new(m));
        Ok(Some(match says {
            Says::There => Mask::Fixed(Bits::FULL),
            Says::Be(Quality::Empty | Quality::Nothing) if ty != Ty::Square => return Ok(None),
            Says::Be(q) => self.quality(q, ty)?,
            Says::At(near, s) => self.near(near, s, ty)?,
            Says::Among(s) if s.ty == ty => self.set(s)?,
            Says::Among(s) => self.near(&Near::Among, s, ty)?,
            Says::Has(s) if s.ty == Ty::Move => return self.has_moves(s, ty).map(Some),
            Says::Do(d) if d.verb == Verb::Match && d.cases.is_empty() => match &d.object {
                Some(Value::Set(o)) => {
                    let x = Box::new(self.set(o)?);
                    match (ty, o.ty) {
                        (Ty::Piece | Ty::Card, Ty::Piece | Ty::Card) => Mask::Matching(x),
                        (Ty::Piece | Ty::Card, Ty::Kind) => Mask::OfKinds(x),
                        _ => return refuse("things matched that are no pieces or cards"),
                    }
                }
                Some(_) | None => return refuse("something matched"),
            },
            Says::Do(d) if d.verb == Verb::Share && d.cases.is_empty() => match &d.object {
                Some(Value::Set(o)) if o.ty == Ty::Kind && matches!(ty, Ty::Piece | Ty::Card) => {
                    Mask::OfKinds(Box::new(self.set(o)?))
                }
                Some(Value::Set(o)) if o.ty == Ty::Square && ty == Ty::Piece => {
                    Mask::On(Box::new(self.set(o)?))
                }
                Some(_) | None => return refuse("something shared"),
            },
            Says::Do(d) if d.verb == Verb::Hold && d.cases.is_empty() => match &d.object {
                Some(Value::Set(o)) if o.ty == Ty::Piece && ty == Ty::Square => {
                    let held = Mask::Squares(Box::new(self.set(o)?));
                    match o.amount {
                        crate::rules::Amount::Any => held,
                        crate::rules::Amount::No => not(held),
                        crate::rules::Amount::Every | crate::rules::Amount::Count(..) => {
                            return refuse("a square that holds so many pieces");
                        }
                    }
                }
                Some(_) | None => return refuse(format!("what {ty:?} holds")),
            },
            Says::Has(s) if matches!(s.base, Base::Zone(..)) => {
                let x = self.set(s)?;
                let (rel, n) = self.amount(&s.amount)?;
                Mask::If(Box::new(Truth::Count(x, rel, n)))
            }
            Says::Has(s)
                if ty == Ty::Seat
                    && s.ty == Ty::Piece
                    && s.amount != crate::rules::Amount::Every =>
            {
                let x = self.set(s)?;
                let (rel, n) = self.amount(&s.amount)?;
                Mask::SeatsWith(Box::new(x), rel, Box::new(n))
            }
            Says::Has(s)
                if ty == Ty::Side
                    && s.ty == Ty::Piece
                    && matches!(
                        s.amount,
                        crate::rules::Amount::Any | crate::rules::Amount::No
                    ) =>
            {
                let owners = Mask::Owners(Box::new(self.set(s)?));
                let having = Mask::Sides(Box::new(owners));
                match s.amount {
                    crate::rules::Amount::No => not(having),
                    _ => having,
                }
            }
            Says::Has(s)
                if s.ty == Ty::Seat
                    || s.ty == Ty::Square
                    || ty == Ty::Piece && s.ty != Ty::Move =>
            {
                let x = self.set(s)?;
                let (rel, n) = self.amount(&s.amount)?;
                Mask::If(Box::new(Truth::Count(x, rel, n)))
            }
            Says::Has(s) => return refuse(format!("{ty:?} having {:?}", s.ty)),
            Says::Can(d) => match (d.verb, ty, &d.object) {
                (Verb::Act, Ty::Seat, None) => Mask::SeatsActing(Rel::Ge, Box::new(Int::Fixed(1))),
                (Verb::Move | Verb::Act, Ty::Piece | Ty::Seat, object) => {
                    let of = match object {
                        Some(Value::Set(o)) if ty == Ty::Seat && o.ty == Ty::Piece => {
                            self.set(o)?
                        }
                        Some(Value::Num(_)) => return refuse("a number that can be moved"),
                        Some(_) | None => Mask::Plane(plane::BOARD as u16),
                    };
                    Mask::WithMoves {
                        seats: ty == Ty::Seat,
                        of: Box::new(of),
                        legal: true,
                        rel: Rel::Ge,
                        n: Box::new(Int::Fixed(1)),
                    }
                }
                (Verb::Talk, Ty::Seat, to) => self.talking(d, to.as_ref())?,
                (verb, ty, _) => return refuse(format!("whether {ty:?} can {verb:?}")),
            },
            Says::Cmp(..) | Says::Do(_) | Says::Did(_) => return Ok(None),
        }))
    }
    /// Whether some of these seats, or each of them, have so many points.
    fn points_of_several(&mut self, s: &Set, who: Mask<N>, rel: Rel, n: &Num) -> Lowered<Truth<N>> {
        if mentions(&Says::Cmp(rel, n.clone()), About::It) {
            return refuse("points of several compared with something of each");
        }
        let points = Truth::Compare(Int::Points(Box::new(Mask::It)), rel, self.num(n)?);
        let those = |points| Mask::ItThat(Box::new(who.clone()), Box::new(points));
        Ok(match s.amount {
            crate::rules::Amount::Every => Truth::All(vec![
                Truth::Some(who.clone()),
                Truth::Not(Box::new(Truth::Some(those(Truth::Not(Box::new(points)))))),
            ]),
            crate::rules::Amount::Any
            | crate::rules::Amount::No
            | crate::rules::Amount::Count(..) => Truth::Some(those(points)),
        })
    }
    /// Who can talk, to somebody or at all.
    fn talking(&mut self, d: &crate::rules::Deed, to: Option<&Value>) -> Lowered<Mask<N>> {
        let mut hearers = vec![];
        let said = d.cases.iter().map(|(c, v)| match c {
            Case::To => Ok(v),
            _ => refuse("talk with something else than hearers"),
        });
        for v in to.into_iter().map(Ok).chain(said) {
            let Value::Set(s) = v? else {
                return refuse("talk to a number");
            };
            hearers.push(self.seats(s)?);
        }
        Ok(Mask::SeatsTalking {
            secretly: d.how.secretly,
            to: (!hearers.is_empty()).then(|| Box::new(super::phrases::or(hearers))),
        })
    }
    pub(super) fn amount(&mut self, a: &crate::rules::Amount) -> Lowered<(Rel, Int<N>)> {
        Ok(match a {
            crate::rules::Amount::Any | crate::rules::Amount::Every => (Rel::Ge, Int::Fixed(1)),
            crate::rules::Amount::No => (Rel::Eq, Int::Fixed(0)),
            crate::rules::Amount::Count(rel, n) => (*rel, self.num(n)?),
        })
    }
    pub(super) fn num(&mut self, n: &Num) -> Lowered<Int<N>> {
        Ok(match n {
            Num::Lit(n) => Int::Fixed(i32::from(*n)),
            Num::Count(s) => Int::Count(Box::new(self.set(s)?)),
            Num::Field(f, of, None) => {
                let place = self.place(*f)?;
                if let Slots::NumbersOfYou(slot, _) = place.slots {
                    if !self.is_own(*f) {
                        let whose = Box::new(self.of_holders(*f, &place)?);
                        let of = self.owners_said(&place, of)?;
                        return Ok(Int::FieldOfHolders(whose, slot, of, place.start));
                    }
                    if let Some(whose) = self.for_you(*f, &place)? {
                        return self.number_for(whose, slot, &place, of);
                    }
                }
                let (slot, start, of) = self.number_of(*f, of)?;
                Int::Field(slot, of.map(Box::new), start)
            }
            Num::Field(f, of, Some(seat)) => {
                let (place, whose) = self.field_for(*f, seat)?;
                let Slots::NumbersOfYou(slot, _) = place.slots else {
                    return refuse("a set taken for a number");
                };
                return self.number_for(whose, slot, &place, of);
            }
            Num::Extreme(most, f, of) => match self.number_of(*f, of)? {
                (slot, start, Some(of)) => Int::Extreme(*most, slot, Box::new(of), start),
                (_, _, None) => return refuse("the most of a value of the game"),
            },
            Num::Points(s) => Int::Points(Box::new(self.seats(s)?)),
            Num::Past(p) => {
                let (past, _, _) = self.past(None, p)?;
                Int::Past(Box::new(past))
            }
            Num::Value(s) => Int::Worth(Box::new(self.kinds(s)?)),
            Num::Name(n) => Int::Name(self.name(*n)?),
            Num::Word(w, None) => Int::Word(self.number_called(*w)?, None),
            Num::Word(w, Some(of)) => {
                let w = self.number_called(*w)?;
                let x = Box::new(self.set(of)?);
                match of.ty {
                    Ty::Seat | Ty::Piece => Int::Word(w, Some((of.ty, x))),
                    ty => return refuse(format!("a number read for {ty:?}")),
                }
            }
            Num::Choice(o, None) => {
                let usual = i32::from(self.rules.options[o.index()].usually);
                match self.plan.table.options.get(o.index()).map(Vec::as_slice) {
                    None | Some([]) => Int::Fixed(usual),
                    Some([one]) => Int::Fixed(i32::from(*one)),
                    Some(_) => return refuse("an option per player"),
                }
            }
            Num::Choice(o, Some(seat)) => {
                let usual = self.rules.options[o.index()].usually;
                let chosen = self
                    .plan
                    .table
                    .options
                    .get(o.index())
                    .cloned()
                    .unwrap_or_default();
                let of = |s: usize| match chosen.as_slice() {
                    [] => usual,
                    [one] => *one,
                    all => all.get(s).copied().unwrap_or(usual),
                };
                let all = (0..self.plan.seats).map(|s| i32::from(of(s))).collect();
                Int::Chosen(all, Box::new(self.seats(seat)?))
            }
            Num::Repetition => {
                self.plan.repetition = true;
                Int::Repetition
            }
            Num::Round => Int::Round,
            Num::Bin(op, a, b) => Int::Both(*op, Box::new(self.num(a)?), Box::new(self.num(b)?)),
        })
    }
    /// The first slot of a number, what it is where none was set, and whose it is.
    /// `each card matches a different piece`: none shares its piece with another.
    fn paired(&mut self, s: &Set, d: &Deed) -> Lowered<Option<Truth<N>>> {
        let Some(Value::Set(o)) = &d.object else {
            return Ok(None);
        };
        let different = |n: &Narrow| matches!(n, Narrow::Is(Quality::Different));
        if !o.by.iter().any(different) {
            return Ok(None);
        }
        let sorts = [s.ty, o.ty].map(|ty| matches!(ty, Ty::Piece | Ty::Card));
        if d.verb != Verb::Match || sorts != [true, true] {
            return refuse("different things of which something else is said than that they match");
        }
        let things = Set {
            by: (o.by.iter().filter(|n| !different(n)).cloned()).collect(),
            ..o.clone()
        };
        let count = match &s.amount {
            crate::rules::Amount::Every => None,
            amount => Some(self.amount(amount)?),
        };
        let (these, things) = (self.set(s)?, self.set(&things)?);
        Ok(Some(Truth::Paired(these, things, count)))
    }
    /// Zones hold so many things of a sort, or the cards of armies.
    fn zone_holds(&mut self, z: ZoneId, of: &Set, d: &Deed) -> Lowered<Truth<N>> {
        let Some(Value::Set(o)) = &d.object else {
            return refuse("a number that a zone holds");
        };
        let (zone, owners) = self.zone(z, of)?;
        let zone = Mask::Zone(zone, Box::new(owners));
        let (all, held) = match o.ty {
            Ty::Army => {
                let lies = Mask::ArmiesOf(Box::new(zone));
                let named = self.set(o)?;
                (named.clone(), Mask::And(vec![lies, named]))
            }
            Ty::Piece | Ty::Card => {
                // what lies there is narrowed, wherever the phrase looks by itself
                let fits = match (&o.base, &o.pick) {
                    (Base::All(_), None) => self.set(&Set {
                        base: Base::Zone(z, Box::new(of.clone())),
                        amount: crate::rules::Amount::Any,
                        ..o.clone()
                    })?,
                    _ => Mask::And(vec![zone.clone(), self.set(o)?]),
                };
                (zone, fits)
            }
            ty => return refuse(format!("{ty:?} that a zone holds")),
        };
        if o.amount == crate::rules::Amount::Every {
            return Ok(Truth::All(vec![
                Truth::Some(held.clone()),
                Truth::Every(all, held),
            ]));
        }
        let (rel, n) = self.amount(&o.amount)?;
        Ok(Truth::Count(held, rel, n))
    }
    /// A number that is kept for each seat, read for one.
    fn number_for(
        &mut self,
        whose: ForSeat<N>,
        slot: u16,
        place: &Place,
        of: &Set,
    ) -> Lowered<Int<N>> {
        let of = self.owners_said(place, of)?;
        Ok(Int::FieldFor(Box::new(whose), slot, of, place.start))
    }
    /// The things of a phrase that have a value; none: the game has it.
    fn owners_said(&mut self, place: &Place, of: &Set) -> Lowered<Option<Box<Mask<N>>>> {
        match place.of_game {
            true => Ok(None),
            false => Ok(Some(Box::new(self.owner_of_value(of, place.on)?))),
        }
    }
    pub(super) fn number_of(
        &mut self,
        f: FieldId,
        of: &Set,
    ) -> Lowered<(u16, i32, Option<Mask<N>>)> {
        let place = self.place(f)?;
        let Slots::Numbers(slot) = place.slots else {
            return refuse("a set taken for a number");
        };
        let of = if place.of_game {
            None
        } else {
            Some(self.owner_of_value(of, place.on)?)
        };
        Ok((slot, place.start, of))
    }
    pub(super) fn cond(&mut self, c: &Cond) -> Lowered<Truth<N>> {
        Ok(match c {
            Cond::All(v) => Truth::All(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
            Cond::Any(v) => Truth::Any(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
            Cond::Not(c) => Truth::Not(Box::new(self.cond(c)?)),
            Cond::Choice(o, i) => {
                let option = &self.rules.options[o.index()];
                let chosen = self
                    .plan
                    .table
                    .options
                    .get(o.index())
                    .and_then(|v| v.first())
                    .copied()
                    .unwrap_or(option.usually);
                let word = match &option.values {
                    OptionValues::Words(_) => usize::try_from(chosen).ok(),
                    OptionValues::Mixed(..) if chosen < 0 => usize::try_from(-1 - chosen).ok(),
                    OptionValues::Mixed(..)
                    | OptionValues::Range(..)
                    | OptionValues::Numbers(_) => None,
                };
                Truth::Fixed(word == Some(*i as usize))
            }
            Cond::During(span) => match span {
                Span::Your => Truth::Some(Mask::And(vec![Mask::You, Mask::OnTurn])),
                Span::Every | Span::This => Truth::SomebodyOnTurn,
                Span::Round | Span::Game => Truth::Fixed(true),
                Span::NextTurn | Span::NextRound | Span::Next(_) | Span::Last(_) => {
                    Truth::Fixed(false)
                }
                Span::Nth(n, s) => Truth::NthTurn(*n, self.seats(s)?),
            },
            Cond::Is(c) => {
                let truth = self.clause(c)?;
                if c.not {
                    Truth::Not(Box::new(truth))
                } else {
                    truth
                }
            }
        })
    }
    fn clause(&mut self, c: &Clause) -> Lowered<Truth<N>> {
        let Clause {
            at,
            newly,
            not: _,
            subject,
            member,
            says,
            src: _,
        } = c;
        let s = match subject {
            Value::Num(n) => match says {
                Says::Cmp(rel, m) if *at == At::Now && !newly => {
                    return Ok(Truth::Compare(self.num(n)?, *rel, self.num(m)?));
                }
                _ => return refuse("a number said otherwise"),
            },
            Value::Set(s) => s,
        };
        match at {
            At::After if self.may_speak_of_after => {
                let now = Clause {
                    at: At::Now,
                    not: false,
                    ..c.clone()
                };
                let outer = std::mem::replace(&mut self.may_be_news, true);
                let truth = self.clause(&now);
                self.may_be_news = outer;
                return Ok(Truth::Would(Box::new(truth?)));
            }
            At::After => return refuse("what would be"),
            At::Before if !newly && self.was_is_now => {}
            At::Before if !newly => {
                if names_of(c).iter().any(|n| !self.roles_now.contains(n)) {
                    // of things named since then: the state before is kept
                    let now = Clause {
                        at: At::Now,
                        not: false,
                        ..c.clone()
                    };
                    self.keeps_before = true;
                    return Ok(Truth::Earlier(Box::new(self.clause(&now)?)));
                }
                // noted when the event is matched
                let now = Clause {
                    at: At::Now,
                    not: false,
                    ..c.clone()
                };
                let truth = self.clause(&now)?;
                self.notes.push(truth);
                if self.notes.len() > 16 {
                    return refuse("more clauses about the moment before than there is room for");
                }
                return Ok(Truth::Note(self.notes.len() as u8 - 1));
            }
            At::Now if *newly && self.may_be_news => {
                if let Says::Be(Quality::InCheck(by)) = says
                    && matches!(
                        s.amount,
                        crate::rules::Amount::Any | crate::rules::Amount::Every
                    )
                {
                    let by = by.as_ref().map(|s| self.seats(s)).transpose()?;
                    return match (s.ty, by) {
                        (Ty::Piece, by) => Ok(Truth::NewlyInCheck(self.set(s)?, by)),
                        (Ty::Seat, by) => Ok(Truth::SeatNewlyInCheck(self.seats(s)?, by)),
                        (ty, _) => refuse(format!("{ty:?} newly in check")),
                    };
                }
                let plain = Clause {
                    newly: false,
                    not: false,
                    ..c.clone()
                };
                return match self.clause(&plain)? {
                    Truth::Some(m) => Ok(Truth::NewlySome(m)),
                    _ => refuse(format!("newly {}", short(says))),
                };
            }
            At::Before | At::Now if *newly => return refuse("what is newly so"),
            At::Before | At::Now => {}
        }
        if let Says::Did(p) = says {
            return self.did(s, p);
        }
        if let Says::Do(d) = says
            && let Some(paired) = self.paired(s, d)?
        {
            return Ok(paired);
        }
        if let (Says::Do(d), Base::Zone(z, of)) = (says, &s.base)
            && d.verb == Verb::Hold
            && s.ty == Ty::Zone
        {
            if !s.by.is_empty() || s.pick.is_some() {
                return refuse("some of several zones that hold something");
            }
            return self.zone_holds(*z, of, d);
        }
        if let Says::Do(d) = says
            && !matches!(d.verb, Verb::Share | Verb::Hold | Verb::Match)
        {
            return self.does(s, d);
        }
        if let Says::Can(d) = says
            && matches!(d.verb, Verb::Reach | Verb::Cover | Verb::Attack)
        {
            return self.does(s, d);
        }
        if let (Says::Cmp(rel, n), Ty::Number) = (says, s.ty) {
            return match &s.base {
                Base::Field(f, of, None) if s.by.is_empty() => Ok(Truth::Compare(
                    self.num(&Num::Field(*f, of.clone(), None))?,
                    *rel,
                    self.num(n)?,
                )),
                Base::Name(name) => Ok(Truth::Compare(
                    Int::Name(self.name(*name)?),
                    *rel,
                    self.num(n)?,
                )),
                _ => refuse("a number among things compared"),
            };
        }
        if let (
            Says::Cmp(rel, n),
            Ty::Seat,
            crate::rules::Amount::Any | crate::rules::Amount::Every,
        ) = (says, s.ty, &s.amount)
        {
            let one = matches!(s.base, Base::You | Base::It | Base::OnTurn | Base::Name(_));
            let who = self.set(s)?;
            if !one || !s.by.is_empty() {
                return self.points_of_several(s, who, *rel, n);
            }
            return Ok(Truth::Compare(
                Int::Points(Box::new(who)),
                *rel,
                self.num(n)?,
            ));
        }
        if s.ty == Ty::Move {
            return self.moves_are(s, says);
        }
        if let (Base::Zone(z, of), Ty::Zone, Says::Be(Quality::Empty)) = (&s.base, s.ty, says) {
            let (z, of) = self.zone(*z, of)?;
            return Ok(Truth::Not(Box::new(Truth::Some(Mask::Zone(
                z,
                Box::new(of),
            )))));
        }
        let mut members = self.set(s)?;
        let plain = s.ty == Ty::Piece && matches!(s.base, Base::All(_)) && s.pick.is_none();
        if self.judges_abilities && plain && self.rules.boards.len() > 1 {
            // asked where something was done: an army reaches no piece of another board
            members = Mask::And(vec![members, Mask::Touched]);
        }
        if let (
            Says::Be(Quality::Nothing),
            crate::rules::Amount::Any | crate::rules::Amount::Every,
        ) = (says, &s.amount)
        {
            return Ok(Truth::Not(Box::new(Truth::Some(members))));
        }
        if let (Says::Be(Quality::Empty), false) = (says, s.ty == Ty::Square) {
            return Ok(Truth::Not(Box::new(Truth::Some(members))));
        }
        let lifted = match member {
            Some(n) if mentions(says, About::Name(*n)) => {
                let one = Set {
                    ty: s.ty,
                    base: Base::Name(*n),
                    by: vec![],
                    pick: None,
                    amount: crate::rules::Amount::Any,
                };
                let about = Clause {
                    at: At::Now,
                    newly: false,
                    not: false,
                    subject: Value::Set(one),
                    member: None,
                    says: says.clone(),
                    src: c.src,
                };
                let about = Cond::Is(about);
                match self.about(&about, About::Name(*n), s.ty)? {
                    Some(m) => m,
                    None => {
                        let each = self.cond(&about)?;
                        Mask::That(self.name(*n)?, Box::new(members.clone()), Box::new(each))
                    }
                }
            }
            _ => match self.says(says, s.ty)? {
                Some(m) => m,
                None => return refuse(format!("a clause that says {}", short(says))),
            },
        };
        self.so_many(members, lifted, &s.amount)
    }
    /// So many of these members are among those.
    fn so_many(
        &mut self,
        members: Mask<N>,
        those: Mask<N>,
        amount: &crate::rules::Amount,
    ) -> Lowered<Truth<N>> {
        let both = |a, b| Mask::And(vec![a, b]);
        Ok(match amount {
            crate::rules::Amount::Every => Truth::Every(members, those),
            crate::rules::Amount::Any => Truth::Some(both(members, those)),
            crate::rules::Amount::No => Truth::Not(Box::new(Truth::Some(both(members, those)))),
            crate::rules::Amount::Count(rel, n) => {
                let n = self.num(n)?;
                Truth::Count(both(members, those), *rel, n)
            }
        })
    }
    /// `X attacks Y`.
    fn does(&mut self, s: &Set, d: &crate::rules::Deed) -> Lowered<Truth<N>> {
        let crate::rules::Deed {
            verb,
            subject: _,
            object,
            called: _,
            cases,
            how,
            src: _,
        } = d;
        only(how, &[])?;
        if let (Verb::Reach, Some(Value::Set(o))) = (verb, object) {
            let kinds = match cases.as_slice() {
                [] => None,
                [(Case::As, Value::Set(k))] => Some(self.kinds(k)?),
                _ => return refuse("whether something reaches, with cases"),
            };
            let who = match s.ty {
                Ty::Piece => self.set(s)?,
                Ty::Seat => Mask::Owned(Box::new(self.set(s)?)),
                ty => return refuse(format!("{ty:?} that reach something")),
            };
            return Ok(Truth::Reaches(who, self.squares(o)?, kinds));
        }
        let (Verb::Attack | Verb::Cover, Some(Value::Set(o))) = (verb, object) else {
            return refuse(format!("whether something does {verb:?}"));
        };
        let kinds = match cases.as_slice() {
            [] => None,
            [(Case::As, Value::Set(k))] if *verb == Verb::Cover => Some(self.kinds(k)?),
            _ => return refuse(format!("whether something does {verb:?} with cases")),
        };
        let single = matches!(s.base, Base::Name(_) | Base::It | Base::You) && s.by.is_empty();
        if s.amount == crate::rules::Amount::No {
            let some = Set {
                amount: crate::rules::Amount::Any,
                ..s.clone()
            };
            return Ok(Truth::Not(Box::new(self.does(&some, d)?)));
        }
        let one = matches!(o.base, Base::Name(_) | Base::It | Base::Of(..)) && o.by.is_empty();
        let all = o.amount == crate::rules::Amount::Every && !one;
        let (rel, n) = match all {
            true => (Rel::Ge, Int::Count(Box::new(self.set(o)?))),
            false => self.amount(&o.amount)?,
        };
        if !matches!(o.ty, Ty::Piece | Ty::Square) {
            return refuse("attack other things");
        }
        let some = !all && (rel, &n) == (Rel::Ge, &Int::Fixed(1));
        if !single && *verb == Verb::Attack && !(some && s.amount == crate::rules::Amount::Any) {
            // said of each of them by itself
            let what = self.set(o)?;
            let meant = Truth::Fixed(true);
            let meant = if all {
                Truth::Some(what.clone())
            } else {
                meant
            };
            let members = self.set(s)?;
            let lifted = Mask::And(vec![
                Mask::If(Box::new(meant)),
                Mask::Attackers {
                    seats: s.ty == Ty::Seat,
                    what: Box::new(what),
                    squares: o.ty == Ty::Square,
                    rel,
                    n: Box::new(n),
                },
            ]);
            return self.so_many(members, lifted, &s.amount);
        }
        if s.amount != crate::rules::Amount::Any && !single {
            // said of each of them by itself
            if mentions_in(o, About::It) {
                return refuse("every one or so many cover what hangs on each");
            }
            let one = match s.ty {
                Ty::Piece => Mask::It,
                Ty::Seat => Mask::And(vec![
                    Mask::Owned(Box::new(Mask::It)),
                    Mask::Plane(plane::BOARD as u16),
                ]),
                ty => return refuse(format!("{ty:?} cover")),
            };
            let what = self.set(o)?;
            let covers = Truth::Covers(one, what, o.ty == Ty::Square, kinds, rel, n);
            let members = self.set(s)?;
            let those = Mask::ItThat(Box::new(members.clone()), Box::new(covers));
            return self.so_many(members, those, &s.amount);
        }
        let who = match s.ty {
            Ty::Piece => self.set(s)?,
            Ty::Seat if *verb == Verb::Attack => self.set(s)?,
            Ty::Seat => Mask::And(vec![
                Mask::Owned(Box::new(self.set(s)?)),
                Mask::Plane(plane::BOARD as u16),
            ]),
            ty => return refuse(format!("{ty:?} attack")),
        };
        if *verb == Verb::Cover {
            return Ok(Truth::Covers(
                who,
                self.set(o)?,
                o.ty == Ty::Square,
                kinds,
                rel,
                n,
            ));
        }
        let what = self.set(o)?;
        let some = Truth::Some(what.clone());
        let hit = match s.ty {
            Ty::Seat => Truth::SeatsAttack(who, what, o.ty == Ty::Square, rel, n),
            _ => Truth::Attacks(who, what, o.ty == Ty::Square, rel, n),
        };
        Ok(if all {
            Truth::All(vec![some, hit])
        } else {
            hit
        })
    }
    /// So many moves: `no legal action`, `a legal move`.
    fn has_moves(&mut self, s: &Set, ty: Ty) -> Lowered<Mask<N>> {
        let (rel, n) = self.amount(&s.amount)?;
        match (&s.base, ty) {
            (Base::All(_), Ty::Seat) => Ok(Mask::SeatsActing(rel, Box::new(n))),
            (Base::Of(Part::Moves, of), Ty::Seat)
                if s.by
                    .iter()
                    .any(|n| !matches!(n, Narrow::Is(Quality::Legal)))
                    && of.ty == Ty::Seat =>
            {
                let moves = Box::new(self.moves(s)?);
                Ok(Mask::SeatsWithMoves(moves, rel, Box::new(n)))
            }
            (Base::Of(Part::Moves, of), Ty::Seat | Ty::Piece) if s.pick.is_none() => {
                let legal = match s.by.as_slice() {
                    [] => false,
                    [Narrow::Is(Quality::Legal)] => true,
                    _ => return refuse("moves of a certain sort"),
                };
                let of = match of.ty {
                    Ty::Piece => self.set(of)?,
                    Ty::Seat => Mask::Owned(Box::new(self.set(of)?)),
                    ty => return refuse(format!("moves of {ty:?}")),
                };
                Ok(Mask::WithMoves {
                    seats: ty == Ty::Seat,
                    of: Box::new(of),
                    legal,
                    rel,
                    n: Box::new(n),
                })
            }
            _ => refuse(format!("{ty:?} having moves")),
        }
    }
    fn did(&mut self, s: &Set, p: &crate::rules::Past) -> Lowered<Truth<N>> {
        let (past, rel, n) = self.past(Some(s), p)?;
        Ok(Truth::Happened(Box::new(past), rel, n))
    }
    /// A question about the past, of a subject if there is one; how often it asks for it.
    pub(super) fn past(
        &mut self,
        s: Option<&Set>,
        p: &crate::rules::Past,
    ) -> Lowered<(super::super::plan::Past<N>, Rel, Int<N>)> {
        let crate::rules::Past { deed, since, role } = p;
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called: _,
            cases,
            how,
            src: _,
        } = deed;
        if !cases.is_empty() {
            return refuse("a question about the past with cases");
        }
        only(how, &[])?;
        let mut past = super::super::plan::Past {
            verb: *verb,
            this_turn: false,
            this_round: false,
            since: None,
            author: None,
            owner: None,
            kinds: None,
            pieces: None,
            by: None,
            by_owner: None,
            by_kinds: None,
            squares: None,
            once: false,
        };
        match since {
            None => {}
            Some(crate::rules::Moment::Start(Span::This)) => past.this_turn = true,
            Some(crate::rules::Moment::Start(Span::Round)) => past.this_round = true,
            Some(crate::rules::Moment::Start(Span::Last(of))) => {
                past.since = Some((self.seats(of)?, false))
            }
            Some(crate::rules::Moment::End(Span::Last(of))) => {
                past.since = Some((self.seats(of)?, true))
            }
            Some(m) => return refuse(format!("since {}", short(m))),
        }
        let (mut rel, mut n) = (Rel::Ge, Int::Fixed(1));
        let suffered = *role == Some(Role::Object);
        if role.is_some() && !suffered {
            return refuse("things in a role of the past");
        }
        let doer = |l: &mut Self, past: &mut super::super::plan::Past<N>, s: &Set| -> Lowered<()> {
            match s.ty {
                Ty::Seat => past.author = Some(l.seats(s)?),
                Ty::Piece
                    if matches!(
                        verb,
                        Verb::Move | Verb::Shift | Verb::Promote | Verb::Become
                    ) =>
                {
                    l.as_it_was(past, s)?
                }
                Ty::Piece
                    if matches!(verb, Verb::Capture | Verb::Cross)
                        && matches!(s.base, Base::It | Base::Name(_))
                        && s.by.is_empty()
                        && s.pick.is_none() =>
                {
                    past.by = Some(l.set(s)?);
                }
                Ty::Piece if matches!(verb, Verb::Capture | Verb::Cross) => {
                    let mut by = past.clone();
                    (by.owner, by.kinds, by.pieces) = (None, None, None);
                    l.as_it_was(&mut by, s)?;
                    (past.by, past.by_owner, past.by_kinds) = (by.pieces, by.owner, by.kinds);
                }
                ty => return refuse(format!("what {ty:?} did")),
            }
            Ok(())
        };
        match (s, suffered) {
            (Some(s), true) => {
                if s.ty != Ty::Piece {
                    return refuse("what other things suffered");
                }
                self.as_it_was(&mut past, s)?;
                past.once = true;
                (rel, n) = self.amount(&s.amount)?;
                if let Some(by) = subject {
                    doer(self, &mut past, by)?;
                }
            }
            (Some(s), false) => {
                doer(self, &mut past, s)?;
                let by = past.by.is_some() || past.by_owner.is_some() || past.by_kinds.is_some();
                if s.ty == Ty::Piece
                    && !by
                    && matches!(
                        verb,
                        Verb::Move | Verb::Shift | Verb::Promote | Verb::Become
                    )
                {
                    past.once = true;
                    (rel, n) = self.amount(&s.amount)?;
                } else if s.amount == crate::rules::Amount::No {
                    (rel, n) = (Rel::Eq, Int::Fixed(0));
                }
            }
            (None, _) => {
                if let Some(by) = subject {
                    doer(self, &mut past, by)?;
                }
            }
        }
        match object {
            Some(Value::Set(o)) if o.ty == Ty::Piece && !suffered => {
                self.as_it_was(&mut past, o)?;
                if past.by.is_some() || s.is_some_and(|s| s.ty == Ty::Seat) {
                    (rel, n) = self.amount(&o.amount)?;
                }
            }
            Some(Value::Set(o)) if matches!(verb, Verb::Cross | Verb::Enter | Verb::Leave) => {
                past.squares = Some(self.squares(o)?);
                (rel, n) = self.amount(&o.amount)?;
            }
            None => {}
            Some(_) => return refuse("an object of the past"),
        }
        let beyond = !past.this_turn;
        let told = &mut self.plan.told[*verb as usize];
        *told = Some(told.unwrap_or(false) || beyond);
        Ok((past, rel, n))
    }
    /// What is asked of a piece as it was then.
    fn as_it_was(&mut self, past: &mut super::super::plan::Past<N>, s: &Set) -> Lowered<()> {
        if s.pick.is_some() {
            return refuse("a piece of the past that is picked");
        }
        match &s.base {
            // of several boards a rule of an army asks what happened on its holder's
            Base::All(_) if self.rules.boards.len() > 1 => {
                past.pieces = Some(Mask::OwnBoard(Ty::Piece));
            }
            Base::All(_) => {}
            Base::It | Base::Name(_) => {
                past.pieces = Some(self.set(&Set {
                    by: vec![],
                    ..s.clone()
                })?)
            }
            b => return refuse(format!("a piece of the past: {}", short(b))),
        }
        for n in &s.by {
            match n {
                Narrow::Of(of) if past.owner.is_none() => past.owner = Some(self.seats(of)?),
                Narrow::Hostile(of) if past.owner.is_none() => {
                    past.owner = Some(Mask::Hostile(Box::new(self.seats(of)?)))
                }
                Narrow::Is(Quality::Kind(k)) if past.kinds.is_none() => {
                    past.kinds = Some(self.kinds(k)?)
                }
                n => return refuse(format!("a piece that was {}", short(n))),
            }
        }
        Ok(())
    }
}

/// A phrase that is the thing itself.
fn is_it(s: &Set, v: About) -> bool {
    s.by.is_empty()
        && s.pick.is_none()
        && match (&s.base, v) {
            (Base::Name(n), About::Name(m)) => *n == m,
            (Base::It, About::It) => true,
            _ => false,
        }
}

fn named(n: &Node<'_>, v: About) -> bool {
    match (n, v) {
        (Node::Set(s), About::Name(m)) => s.base == Base::Name(m),
        (Node::Set(s), About::It) => s.base == Base::It,
        (Node::Num(Num::Name(n)), About::Name(m)) => *n == m,
        _ => false,
    }
}

/// What is said mentions the thing.
fn mentions(says: &Says, v: About) -> bool {
    let c = Clause {
        at: At::Now,
        newly: false,
        not: false,
        subject: Value::Num(Num::Lit(0)),
        member: None,
        says: says.clone(),
        src: SourceId(0),
    };
    let mut hit = false;
    visit_cond(&Cond::Is(c), &mut |n| hit |= named(&n, v));
    hit
}

fn mentions_in(s: &Set, v: About) -> bool {
    let mut hit = false;
    visit_set(s, &mut |n| hit |= named(&n, v));
    hit
}

/// The names a clause speaks of, besides that of its members.
fn names_of(c: &Clause) -> Vec<Name> {
    let mut all = vec![];
    visit_cond(&Cond::Is(c.clone()), &mut |n| match n {
        Node::Set(s) => {
            if let Base::Name(n) = s.base {
                all.push(n);
            }
        }
        Node::Num(Num::Name(n)) => all.push(*n),
        _ => {}
    });
    let inner = |n: &Name| c.member == Some(*n) || bound_inside(c, *n);
    all.retain(|n| !inner(n));
    all
}

/// A relative clause or a superlative in a clause binds the name.
fn bound_inside(c: &Clause, name: Name) -> bool {
    let mut bound = false;
    visit_cond(&Cond::Is(c.clone()), &mut |n| {
        if let Node::Set(s) = n {
            bound |=
                s.by.iter()
                    .any(|n| matches!(n, Narrow::That(m, _) if *m == name));
            bound |= matches!(&s.pick, Some(Pick::Most(m, _) | Pick::Fewest(m, _)) if *m == name);
        }
    });
    bound
}

/// A condition speaks of the thing of which a fact is told.
pub(super) fn speaks_of_it(c: &Cond) -> bool {
    let mut it = false;
    visit_cond(c, &mut |n| {
        it |= matches!(n, Node::Set(s) if s.base == Base::It)
    });
    it
}
