//! Declared marks and values: where each lies in the state.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn fields(&mut self) {
        let rules = self.rules.clone();
        for (i, f) in rules.fields.iter().enumerate() {
            let id = FieldId::from(i);
            let place = if self.holder(f.by).is_some() {
                self.field(id, f)
            } else {
                refuse("a value of somebody who is not here")
            };
            self.plan.fields.push(place.as_ref().ok().copied());
            self.fields.insert(id, place);
        }
    }
    fn field(&mut self, id: FieldId, f: &Field) -> Lowered<Place> {
        let Field {
            name: _,
            of,
            per_seat,
            on_everybody,
            ty,
            many,
            start,
            seen,
            by,
            src: _,
        } = f;
        if *per_seat {
            return refuse("a value per seat");
        }
        if *seen != Seen::All {
            return refuse("a hidden value");
        }
        let by_power = matches!(by, crate::rules::Holder::Power(_));
        let by_holder = by_power && (*on_everybody || !matches!(of, Owner::Seat));
        let power = match by {
            crate::rules::Holder::Power(p) => self.plan.power(*p),
            crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => None,
        };
        let (on, count) = match of {
            Owner::Game => (Ty::Board, 1),
            Owner::Seat => (Ty::Seat, self.plan.seats),
            Owner::Side => return refuse("a value of a side"),
            Owner::Piece(_) => (Ty::Piece, Bits::<N>::ROOM),
            Owner::Square => (Ty::Square, self.plan.boards.count()),
            Owner::Card => return refuse("a value of a card"),
            Owner::Kind(_) => (Ty::Kind, self.plan.kinds.len()),
        };
        let of_game = matches!(of, Owner::Game);
        let holders = if by_holder { self.plan.seats } else { 1 };
        match (ty, many) {
            (Ty::Mark, false) if start.is_none() => {
                let first = self.plan.planes as u16;
                self.plan.planes += holders;
                self.plan.marks.push(DeclaredMark {
                    field: id.0,
                    ty: on,
                    plane: first,
                    per_holder: by_holder,
                    power,
                    holder: NONE,
                });
                for h in 0..holders {
                    self.plan
                        .position_planes
                        .push((first + h as u16, on == Ty::Piece));
                }
                Ok(Place {
                    slots: Slots::Marks(first),
                    by_holder,
                    start: 0,
                    of_game,
                    on,
                })
            }
            (Ty::Mark, _) => refuse("a mark that is set from the beginning"),
            (_, true) if start.is_none() && (of_game || on == Ty::Seat) && !by_holder => {
                let first = self.plan.planes as u16;
                self.plan.planes += count;
                for h in 0..count {
                    self.plan
                        .position_planes
                        .push((first + h as u16, *ty == Ty::Piece));
                }
                Ok(Place {
                    slots: Slots::Sets(first),
                    by_holder,
                    start: 0,
                    of_game,
                    on,
                })
            }
            (_, true) => refuse("a set of values of this sort"),
            (Ty::Number, false) => {
                let start = match start {
                    None => 0,
                    Some(Value::Num(Num::Lit(n))) => i32::from(*n),
                    Some(v) => return refuse(format!("a number that begins with {}", short(v))),
                };
                self.numbers(id, count, power, on, start, (of_game, by_holder))
            }
            (Ty::Seat, false) if on == Ty::Seat && !by_holder && is_you(start.as_ref()) => {
                let place = self.numbers(id, count, power, on, UNSET, (of_game, by_holder))?;
                if let Slots::Numbers(slot) = place.slots {
                    for (seat, value) in self.plan.values[slot as usize..].iter_mut().enumerate() {
                        *value = seat as i32;
                    }
                }
                Ok(place)
            }
            (Ty::Piece | Ty::Square | Ty::Seat | Ty::Kind, false) if start.is_none() => {
                self.numbers(id, count, power, on, UNSET, (of_game, by_holder))
            }
            (ty, false) => refuse(format!(
                "a value of type {ty:?}, kept for each holder or set from the beginning"
            )),
        }
    }
    fn numbers(
        &mut self,
        id: FieldId,
        count: usize,
        power: Option<u8>,
        on: Ty,
        start: i32,
        (of_game, by_holder): (bool, bool),
    ) -> Lowered<Place> {
        let slot = self.plan.values.len() as u16;
        let each = count as u16;
        let count = if by_holder {
            count * self.plan.seats
        } else {
            count
        };
        self.plan.values.extend(std::iter::repeat_n(UNSET, count));
        self.plan.numbers.push(DeclaredNumber {
            field: id.0,
            slot,
            power,
            of_seats: on == Ty::Seat,
        });
        self.plan.position_values.extend(slot..slot + count as u16);
        let slots = if by_holder {
            Slots::NumbersOfYou(slot, each)
        } else {
            Slots::Numbers(slot)
        };
        Ok(Place {
            slots,
            by_holder,
            start,
            of_game,
            on,
        })
    }
    /// Where a field lies.
    pub(super) fn place(&self, f: FieldId) -> Lowered<Place> {
        match self.fields.get(&f) {
            Some(place) => place.clone().map_err(|r| Refusal {
                what: format!(
                    "{}: {}",
                    self.rules.texts[self.rules.fields[f.index()].name.index()],
                    r.what
                ),
                ..r
            }),
            None => refuse("an undeclared value"),
        }
    }
    /// The rule being read is of the power that declared the field.
    pub(super) fn is_own(&self, f: FieldId) -> bool {
        match self.rules.fields[f.index()].by {
            crate::rules::Holder::Power(p) => self.power == Some(p),
            crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => false,
        }
    }
    /// Things that bear a mark.
    pub(super) fn marked(&self, f: FieldId) -> Lowered<Mask<N>> {
        let place = self.place(f)?;
        let Slots::Marks(first) = place.slots else {
            return refuse("a value said as a mark");
        };
        if place.of_game {
            let set = Truth::Some(Mask::Plane(first));
            return Ok(Mask::If(Box::new(set)));
        }
        Ok(match (place.by_holder, self.is_own(f)) {
            (false, _) => Mask::Plane(first),
            (true, true) => Mask::PlaneOfYou(first),
            (true, false) => Mask::Or(
                (0..self.plan.seats as u16)
                    .map(|s| Mask::Plane(first + s))
                    .collect(),
            ),
        })
    }
}

/// `starting with yourself`.
fn is_you(start: Option<&Value>) -> bool {
    let Some(Value::Set(Set {
        ty: Ty::Seat,
        base: Base::You,
        by,
        pick: None,
        amount: _,
    })) = start
    else {
        return false;
    };
    by.is_empty()
}
