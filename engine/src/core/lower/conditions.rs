//! Conditions and numbers. A condition about one thing becomes the mask of the things of which it is so, wherever it can.
mod about;
mod events;
mod names;
mod numbers;

pub(super) use names::speaks_of_it;

use super::phrases::{About, and};
use super::*;
use names::{mentions, names_of};

/// All of these hold: what takes least work to read is asked first.
pub(super) fn all<const N: usize>(mut v: Vec<Truth<N>>) -> Truth<N> {
    v.sort_by_cached_key(|c| c.effort(&Efforts::UNKNOWN));
    Truth::All(v)
}

/// One of these holds, asked in the same order.
fn any<const N: usize>(mut v: Vec<Truth<N>>) -> Truth<N> {
    v.sort_by_cached_key(|c| c.effort(&Efforts::UNKNOWN));
    Truth::Any(v)
}

impl<const N: usize> Lowering<N> {
    pub(super) fn conds(&mut self, v: &[Cond]) -> Lowered<Truth<N>> {
        Ok(match v {
            [] => Truth::Fixed(true),
            [c] => self.cond(c)?,
            v => all(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
        })
    }
    pub(super) fn cond(&mut self, c: &Cond) -> Lowered<Truth<N>> {
        Ok(match c {
            Cond::All(v) => all(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
            Cond::Any(v) => any(v.iter().map(|c| self.cond(c)).collect::<Lowered<_>>()?),
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
                    return self.compared(n, *rel, m);
                }
                Says::Cmp(..)
                | Says::There
                | Says::Be(_)
                | Says::At(..)
                | Says::Among(_)
                | Says::Has(_)
                | Says::Do(_)
                | Says::Can(_)
                | Says::Suffer(_)
                | Says::Did(_) => return refuse("a number said otherwise"),
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
                        (ty, _) => refuse(format!("{ty} newly in check")),
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
        // what is asked of each by itself is asked of its members below
        if let (Says::Did(p), None) = (says, member) {
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
            && d.verb.could_do()
        {
            return self.does(s, d);
        }
        if let (Says::Cmp(rel, n), Ty::Number) = (says, s.ty) {
            return match s.bare() {
                Some(Base::Field(f, of, None)) => {
                    self.compared(&Num::Field(*f, of.clone(), None), *rel, n)
                }
                Some(Base::Name(name)) => Ok(Truth::Compare(
                    Int::Name(self.name(*name)?),
                    *rel,
                    self.num(n)?,
                )),
                Some(_) | None => refuse("a number among things compared"),
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
        let of_all = matches!(
            s.amount,
            crate::rules::Amount::Any | crate::rules::Amount::Every
        );
        if let (Some(Base::Zone(z, of)), Ty::Zone, Says::Be(Quality::Empty), true) =
            (s.bare(), s.ty, says, of_all)
        {
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
        if let (Says::Be(Quality::Empty), false, true) = (says, s.ty == Ty::Square, of_all) {
            return Ok(Truth::Not(Box::new(Truth::Some(members))));
        }
        let lifted = match member {
            Some(n) if mentions(says, About::Name(*n)) || matches!(says, Says::Did(_)) => {
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
            Some(_) | None => match self.says(says, s.ty)? {
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
}
