//! Steps that set values: marks, numbers, sets, each for the seat for which it is kept.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn value_step(&mut self, d: &crate::rules::Deed) -> Lowered<Plain<N>> {
        let case = |c: Case| d.cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
        let (target, what) = match d.verb {
            Verb::Set => (d.object.as_ref(), case(Case::To)),
            Verb::Add => (case(Case::To), d.object.as_ref()),
            Verb::Spend => (case(Case::Of), d.object.as_ref()),
            verb => return refuse(format!("a value to {verb}")),
        };
        let (Some(target), Some(what)) = (target, what) else {
            return refuse("a value that is not named");
        };
        let (f, of, seat) = match target {
            Value::Num(Num::Field(f, of, seat)) => (*f, of, seat),
            Value::Set(s) => match s.bare() {
                Some(Base::Field(f, of, seat)) => (*f, of, seat),
                Some(_) | None => return refuse("something set that is no value"),
            },
            Value::Num(_) => return refuse("something set that is no value"),
        };
        let place = self.place(f)?;
        let number = self.rules.fields[f.index()].ty == Ty::Number;
        let of = if place.of_game {
            None
        } else {
            Some(self.owner_of_value(of, place.on)?)
        };
        let term = self.terms(&d.how.term)?;
        match place.slots {
            Slots::Marks(_) => refuse("a mark set as a value"),
            Slots::Sets(_) | Slots::Owners(..) => {
                let Value::Set(s) = what else {
                    return refuse("a number put into a set");
                };
                if !term.is_empty() {
                    return refuse("an end of what is put into a set");
                }
                let of_ty = self.rules.fields[f.index()].ty;
                Ok(Plain::Set {
                    slots: place.slots,
                    of,
                    what: self.as_type(s, of_ty)?,
                    add: d.verb == Verb::Add,
                    hidden: place.hidden,
                })
            }
            Slots::Numbers(slot) | Slots::NumbersOfYou(slot, _) => {
                let for_seat = self.whose(f, &place, seat.as_deref())?;
                let change = match (d.verb, what) {
                    (Verb::Set, Value::Set(s))
                        if self.rules.fields[f.index()].ty == Ty::Move
                            && s.base != Base::Nothing =>
                    {
                        Change::Move(self.moves(s)?)
                    }
                    (Verb::Set, Value::Set(s)) if s.base == Base::Nothing => {
                        Change::Thing(s.ty, Mask::Fixed(Bits::EMPTY))
                    }
                    (Verb::Set, Value::Set(s)) if !number => {
                        let ty = self.rules.fields[f.index()].ty;
                        Change::Thing(ty, self.as_type(s, ty)?)
                    }
                    (Verb::Set, v) if number => Change::To(self.number(v)?),
                    (Verb::Set, Value::Num(_)) => return refuse("a number taken for a thing"),
                    (Verb::Add, v) if number => Change::By(self.number(v)?),
                    (Verb::Spend, v) if number => Change::Pay(self.number(v)?),
                    _ => return refuse("things added to a single value"),
                };
                Ok(Plain::Value {
                    slot,
                    for_seat,
                    of,
                    start: if place.start == UNSET { 0 } else { place.start },
                    change,
                    term,
                    hidden: place.hidden,
                })
            }
        }
    }
    /// For which seat a value is kept: one that is named, else who reads.
    pub(super) fn whose(
        &mut self,
        f: FieldId,
        place: &Place,
        seat: Option<&Set>,
    ) -> Lowered<Option<plan::ForSeat<N>>> {
        match seat {
            Some(seat) => Ok(Some(self.field_for(f, seat)?.1)),
            None => self.for_you(f, place),
        }
    }
    pub(in crate::core::lower) fn number(&mut self, v: &Value) -> Lowered<Int<N>> {
        match v {
            Value::Num(n) => self.num(n),
            Value::Set(s) => match (s.bare(), s.ty) {
                (Some(Base::Number(n)), _) => self.num(n),
                (Some(Base::Name(n)), Ty::Number) => Ok(Int::Name(self.name(*n)?)),
                (Some(Base::Field(f, of, None)), Ty::Number) => {
                    self.num(&Num::Field(*f, of.clone(), None))
                }
                (_, ty) => refuse(format!("{ty} taken for a number")),
            },
        }
    }
}
