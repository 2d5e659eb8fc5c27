//! Conditions about one thing as masks: of which things of a type something is so.
use super::names::{is_it, mentions, mentions_in};
use super::*;

impl<const N: usize> Lowering<N> {
    /// A condition about one thing as the mask of those things of which it is so; none: it has to be asked of each.
    pub(in crate::core::lower) fn about(
        &mut self,
        c: &Cond,
        v: About,
        ty: Ty,
    ) -> Lowered<Option<Mask<N>>> {
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
                    crate::core::lower::phrases::or(out)
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
                                ty: _,
                                amount: _,
                            },
                        ) if by.is_empty() && is_it(of, v) && ty == Ty::Piece => {
                            Some(Mask::OnOwnRow(i32::from(*n)))
                        }
                        says if mentions(says, v) => None,
                        says @ (Says::There
                        | Says::Be(_)
                        | Says::At(..)
                        | Says::Among(_)
                        | Says::Has(_)
                        | Says::Cmp(..)
                        | Says::Do(_)
                        | Says::Can(_)
                        | Says::Suffer(_)
                        | Says::Did(_)) => self.says(says, ty)?,
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
    pub(super) fn says(&mut self, says: &Says, ty: Ty) -> Lowered<Option<Mask<N>>> {
        let not = |m: Mask<N>| Mask::Not(Box::new(m));
        if let Says::Do(d) = says
            && matches!(d.verb, Verb::Match | Verb::Share | Verb::Hold)
        {
            only(&d.how, &[])?;
        }
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
                    let matching = match (ty, o.ty) {
                        (Ty::Piece | Ty::Card, Ty::Piece | Ty::Card) => Mask::Matching(x),
                        (Ty::Piece | Ty::Card, Ty::Kind) => Mask::OfKinds(x),
                        _ => return refuse("things matched that are no pieces or cards"),
                    };
                    match o.amount {
                        crate::rules::Amount::Any | crate::rules::Amount::Every => matching,
                        crate::rules::Amount::No => not(matching),
                        crate::rules::Amount::Count(..) => {
                            return refuse("a thing that matches so many");
                        }
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
                Some(_) | None => return refuse(format!("what a {ty} holds")),
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
                    crate::rules::Amount::Any
                    | crate::rules::Amount::Every
                    | crate::rules::Amount::Count(..) => having,
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
            Says::Has(s) => return refuse(format!("{ty} having {}", s.ty)),
            Says::Can(d) => match (d.verb, ty, &d.object) {
                (Verb::Act, Ty::Seat, None) if d.cases.is_empty() && d.how == How::default() => {
                    Mask::SeatsActing(Rel::Ge, Box::new(Int::Fixed(1)))
                }
                (Verb::Move | Verb::Act, Ty::Piece | Ty::Seat, object) => {
                    if !d.cases.is_empty() {
                        return refuse(format!("whether something can {}, with cases", d.verb));
                    }
                    only(&d.how, &[])?;
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
                (verb, ty, _) => return refuse(format!("whether a {ty} can {verb}")),
            },
            Says::Suffer(d) => self.sufferers(d, ty)?,
            Says::Cmp(..) | Says::Do(_) | Says::Did(_) => return Ok(None),
        }))
    }
    /// Whether some of these seats, or each of them, have so many points.
    pub(super) fn points_of_several(
        &mut self,
        s: &Set,
        who: Mask<N>,
        rel: Rel,
        n: &Num,
    ) -> Lowered<Truth<N>> {
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
    /// Pieces to which abilities of some of these seats may do it.
    fn sufferers(&mut self, d: &crate::rules::Deed, ty: Ty) -> Lowered<Mask<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object: None,
            called: None,
            cases,
            how,
            src: _,
        } = d
        else {
            return refuse("what may be done with something else");
        };
        only(how, &[])?;
        let Some(Base::Ability(of)) = subject.as_ref().map(|s| &s.base) else {
            return refuse("what may be done, but not by abilities");
        };
        let mark = match cases.as_slice() {
            [] => None,
            [(Case::As, Value::Set(s))] => match s.bare() {
                Some(Base::Field(f, _, None)) => Some(f.0),
                Some(_) | None => return refuse("what may be made of a thing"),
            },
            _ => {
                return refuse(format!(
                    "whether something may be done ({verb}), with cases"
                ));
            }
        };
        if !matches!(ty, Ty::Piece | Ty::Card) {
            return refuse(format!("what may be done to a {ty}"));
        }
        Ok(Mask::Sufferers {
            verb: *verb,
            mark,
            by: Box::new(self.seats(of)?),
        })
    }
    /// Who can talk, to somebody or at all.
    fn talking(&mut self, d: &crate::rules::Deed, to: Option<&Value>) -> Lowered<Mask<N>> {
        let mut hearers = vec![];
        only(&d.how, &["secretly"])?;
        let said = d.cases.iter().map(|(c, v)| match *c == Case::To {
            true => Ok(v),
            false => refuse("talk with something else than hearers"),
        });
        for v in to.into_iter().map(Ok).chain(said) {
            let Value::Set(s) = v? else {
                return refuse("talk to a number");
            };
            hearers.push(self.seats(s)?);
        }
        Ok(Mask::SeatsTalking {
            secretly: d.how.secretly,
            to: (!hearers.is_empty()).then(|| Box::new(crate::core::lower::phrases::or(hearers))),
        })
    }
}
