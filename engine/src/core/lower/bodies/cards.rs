//! Cards and new pieces: drawing, dealing, and what a step makes.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn draw(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        only(&d.how, &[])?;
        verbs::known_cases(d)?;
        let zone = |l: &mut Self, c: Case| {
            let found = d.cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
            match found {
                Some(Value::Set(Set {
                    ty: _,
                    base: Base::Zone(z, of),
                    by,
                    pick: None,
                    amount: _,
                })) if by.is_empty() => l.zone(*z, of).map(Some),
                Some(_) => refuse("cards drawn to or from something else than a zone"),
                None => Ok(None),
            }
        };
        let Some(from) = zone(self, Case::From)? else {
            return refuse("cards drawn from nowhere");
        };
        let into = zone(self, Case::Into)?;
        let count = match &d.object {
            None => Int::Fixed(1),
            Some(Value::Set(Set {
                ty: _,
                base: Base::All(_),
                by,
                pick: None,
                amount,
            })) if by.is_empty() => match amount {
                crate::rules::Amount::Count(Rel::Eq, n) => self.num(n)?,
                crate::rules::Amount::Any => Int::Fixed(1),
                amount @ (crate::rules::Amount::Every
                | crate::rules::Amount::No
                | crate::rules::Amount::Count(..)) => {
                    return refuse(format!("a draw of {}", short(amount)));
                }
            },
            Some(_) => return refuse("certain cards drawn"),
        };
        Ok(Code::Draw(Box::new(plan::Draw {
            who: self.who(&d.subject)?,
            from,
            into,
            count,
            called: d.called.map_or(Ok(NONE), |n| self.name(n))?,
            none: 0,
        })))
    }
    pub(super) fn deal(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        only(&d.how, &["secretly", "at random"])?;
        verbs::known_cases(d)?;
        let Some(Value::Set(Set {
            ty: _,
            base: Base::Row1(row),
            by,
            pick: None,
            amount: _,
        })) = &d.object
        else {
            return refuse("something else than a row dealt");
        };
        if !by.is_empty() {
            return refuse("some of a row dealt");
        }
        let kinds: Option<Vec<(u8, u8)>> = (row.iter())
            .map(|(k, s)| Some((self.plan.kind(*k)?, s.map_or(NONE, |s| s.0 as u8))))
            .collect();
        let Some(kinds) = kinds else {
            return refuse("a kind dealt that is not here");
        };
        if kinds.len() > 32 {
            return refuse("more things dealt than there is room for");
        }
        let to = d
            .cases
            .iter()
            .find(|(c, _)| matches!(c, Case::To | Case::Into));
        let to = match to.map(|(_, v)| v) {
            Some(Value::Set(Set {
                ty: _,
                base: Base::Zone(z, of),
                by,
                pick: None,
                amount: _,
            })) if by.is_empty() => {
                let (z, of) = self.zone(*z, of)?;
                plan::Places::Zone(z, of)
            }
            Some(Value::Set(Set {
                base: Base::Field(f, of, seat),
                by,
                pick,
                ty: _,
                amount: _,
            })) => {
                if !by.is_empty() || pick.is_some() {
                    return refuse("things dealt to some of several values");
                }
                let place = self.place(*f)?;
                let (Slots::Numbers(slot) | Slots::NumbersOfYou(slot, _)) = place.slots else {
                    return refuse("things dealt to values of this sort");
                };
                plan::Places::Values {
                    on: place.on,
                    slot,
                    for_seat: self.whose(*f, &place, seat.as_deref())?,
                    hidden: place.hidden,
                    of: self.owner_of_value(of, place.on)?,
                }
            }
            Some(Value::Set(_) | Value::Num(_)) | None => {
                return refuse("things dealt to something else");
            }
        };
        Ok(Code::Deal(Box::new(plan::Deal {
            who: self.who(&d.subject)?,
            at_random: d.how.at_random,
            secret: d.how.secretly,
            row: kinds,
            to,
        })))
    }
    /// `a new pawn`: pieces made by this step.
    pub(super) fn new_pieces(
        &mut self,
        o: &Set,
        squares: Mask<N>,
        called: u8,
    ) -> Lowered<Plain<N>> {
        if o.pick.is_some() {
            return refuse("a new piece that is picked");
        }
        let (mut kind, mut owner) = (None, None);
        for n in &o.by {
            match n {
                Narrow::Is(Quality::Kind(k)) => kind = Some(self.kinds(k)?),
                Narrow::Of(s) if s.ty == Ty::Seat => owner = Some(self.set(s)?),
                // its kind and its side
                Narrow::That(
                    name,
                    Cond::Is(Clause {
                        at: At::Now,
                        newly: false,
                        not: false,
                        subject: Value::Set(made),
                        member: _,
                        says: Says::Do(d),
                        src: _,
                    }),
                ) if d.verb == Verb::Match
                    && d.cases.is_empty()
                    && made.bare() == Some(&Base::Name(*name)) =>
                {
                    only(&d.how, &[])?;
                    let Some(Value::Set(like)) = &d.object else {
                        return refuse("a new piece that matches a number");
                    };
                    let like = self.set(like)?;
                    kind = Some(Mask::Kinds(Box::new(like.clone())));
                    owner = Some(Mask::OfColours(Box::new(like)));
                }
                n => return refuse(format!("a new piece that is {}", short(n))),
            }
        }
        let Some(kind) = kind else {
            return refuse("a new piece of no kind");
        };
        let count = match &o.amount {
            crate::rules::Amount::Count(Rel::Eq, n) => self.num(n)?,
            crate::rules::Amount::Count(..) => return refuse("so many new pieces, more or less"),
            crate::rules::Amount::Any | crate::rules::Amount::Every | crate::rules::Amount::No => {
                Int::Fixed(1)
            }
        };
        Ok(Plain::PutNew {
            kind,
            owner,
            count,
            squares,
            called,
        })
    }
}
