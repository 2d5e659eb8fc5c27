//! Numbers: counted, kept, computed; and whose they are.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(in crate::core::lower) fn amount(
        &mut self,
        a: &crate::rules::Amount,
    ) -> Lowered<(Rel, Int<N>)> {
        Ok(match a {
            crate::rules::Amount::Any | crate::rules::Amount::Every => (Rel::Ge, Int::Fixed(1)),
            crate::rules::Amount::No => (Rel::Eq, Int::Fixed(0)),
            crate::rules::Amount::Count(rel, n) => (*rel, self.num(n)?),
        })
    }
    /// Two numbers compare so; never where one of them is a number of a piece on an empty square.
    pub(super) fn compared(&mut self, a: &Num, rel: Rel, b: &Num) -> Lowered<Truth<N>> {
        let compare = Truth::Compare(self.num(a)?, rel, self.num(b)?);
        let pieces = [a.pieces_on_one_square(), b.pieces_on_one_square()].concat();
        if pieces.is_empty() {
            return Ok(compare);
        }
        let there = pieces.iter().map(|of| self.set(of).map(Truth::Some));
        let mut all = there.collect::<Lowered<Vec<_>>>()?;
        all.push(compare);
        Ok(Truth::All(all))
    }
    pub(in crate::core::lower) fn num(&mut self, n: &Num) -> Lowered<Int<N>> {
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
                let of = match place.hidden {
                    None => of,
                    // of what the reader does not see nothing is counted
                    Some(_) => {
                        let of = of.unwrap_or(Mask::Fixed(Bits::one(0)));
                        Some(self.seen_of(&place, of))
                    }
                };
                Int::Field(slot, of.map(Box::new), start)
            }
            Num::Field(f, of, Some(seat)) => {
                let (place, whose) = self.field_for(*f, seat)?;
                let Slots::NumbersOfYou(slot, _) = place.slots else {
                    return refuse("a set taken for a number");
                };
                return self.number_for(whose, slot, &place, of);
            }
            Num::Extreme(_, f, _) if self.place(*f)?.hidden.is_some() => {
                return refuse("the most or fewest of a hidden number");
            }
            Num::Extreme(most, f, of) => match self.number_of(*f, of)? {
                (slot, start, Some(of)) => Int::Extreme(*most, slot, Box::new(of), start),
                (_, _, None) => return refuse("the most of a value of the game"),
            },
            Num::Points(s) => Int::Points(Box::new(self.seats(s)?)),
            Num::Place(s) => Int::Place(Box::new(self.seats(s)?)),
            Num::Past(p) => {
                let (past, _, _) = self.past(None, p)?;
                Int::Past(Box::new(past))
            }
            Num::Value(s) => match s.ty {
                Ty::Kind => Int::Worth(Box::new(self.set(s)?)),
                Ty::Piece | Ty::Card => Int::WorthOfPieces(Box::new(self.set(s)?)),
                ty => return refuse(format!("the value of a {ty}")),
            },
            Num::Name(n) => Int::Name(self.name(*n)?),
            Num::Word(w, None) => Int::Word(self.number_called(*w)?, None),
            Num::Word(w, Some(of)) => {
                let w = self.number_called(*w)?;
                let x = Box::new(self.set(of)?);
                match of.ty {
                    Ty::Seat | Ty::Piece => Int::Word(w, Some((of.ty, x))),
                    ty => return refuse(format!("a number read for {ty}")),
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
    /// `each card matches a different piece`: none shares its piece with another.
    pub(super) fn paired(&mut self, s: &Set, d: &Deed) -> Lowered<Option<Truth<N>>> {
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
        if !d.cases.is_empty() {
            return refuse("different things that match, with cases");
        }
        only(&d.how, &[])?;
        let things = Set {
            by: (o.by.iter().filter(|n| !different(n)).cloned()).collect(),
            ..o.clone()
        };
        let count = match &s.amount {
            crate::rules::Amount::Every => None,
            amount @ (crate::rules::Amount::Any
            | crate::rules::Amount::No
            | crate::rules::Amount::Count(..)) => Some(self.amount(amount)?),
        };
        let (these, things) = (self.set(s)?, self.set(&things)?);
        Ok(Some(Truth::Paired(these, things, count)))
    }
    /// Zones hold so many things of a sort, or the cards of armies.
    pub(super) fn zone_holds(&mut self, z: ZoneId, of: &Set, d: &Deed) -> Lowered<Truth<N>> {
        let Some(Value::Set(o)) = &d.object else {
            return refuse("a number that a zone holds");
        };
        if !d.cases.is_empty() {
            return refuse("what a zone holds, with cases");
        }
        only(&d.how, &[])?;
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
                let fits = match o.lying_in(z, of) {
                    Some(lying) => self.set(&Set {
                        amount: crate::rules::Amount::Any,
                        ..lying
                    })?,
                    None => Mask::And(vec![zone.clone(), self.set(o)?]),
                };
                (zone, fits)
            }
            ty => return refuse(format!("{ty} that a zone holds")),
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
    /// The first slot of a number, what it is where none was set, and whose it is.
    fn number_of(&mut self, f: FieldId, of: &Set) -> Lowered<(u16, i32, Option<Mask<N>>)> {
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
}
