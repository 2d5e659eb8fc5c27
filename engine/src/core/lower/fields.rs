//! Declared marks and values: where each lies in the state.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn fields(&mut self) {
        let rules = self.rules.clone();
        for (i, f) in rules.fields.iter().enumerate() {
            let id = FieldId::from(i);
            let place = if self.holder(f.by).is_some() {
                self.field(id, f).and_then(|p| self.hide(id, f, p))
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
            seen: _,
            by,
            src: _,
        } = f;
        let by_power = matches!(by, crate::rules::Holder::Power(_));
        let by_holder = by_power && (*on_everybody || !matches!(of, Owner::Seat)) || *per_seat;
        let power = match by {
            crate::rules::Holder::Power(p) => self.plan.power(*p),
            crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => None,
        };
        let (on, count) = match of {
            Owner::Game => (Ty::Board, 1),
            Owner::Seat => (Ty::Seat, self.plan.seats),
            Owner::Side => (Ty::Side, self.rules.sides.len()),
            Owner::Piece(_) => (Ty::Piece, Bits::<N>::ROOM),
            Owner::Square => (Ty::Square, self.plan.boards.count()),
            Owner::Border => (Ty::Border, self.borders()?),
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
                    from: NONE16,
                    hidden: None,
                })
            }
            (Ty::Mark, _) => refuse("a mark that is set from the beginning"),
            (ty, true) if start.is_none() && !by_holder => {
                let values = match ty {
                    Ty::Seat => self.plan.seats + 1,
                    Ty::Kind => self.plan.kinds.len(),
                    Ty::Side => self.rules.sides.len(),
                    Ty::Square => self.plan.boards.count(),
                    Ty::Border => self.borders()?,
                    Ty::Piece
                    | Ty::Card
                    | Ty::Number
                    | Ty::Text
                    | Ty::Mark
                    | Ty::Move
                    | Ty::Power
                    | Ty::Army
                    | Ty::Zone
                    | Ty::Turn
                    | Ty::Moment
                    | Ty::Board
                    | Ty::Direction => Bits::<N>::ROOM,
                };
                if values < count {
                    let first = self.plan.planes as u16;
                    self.plan.planes += values;
                    for v in 0..values as u16 {
                        self.plan.position_planes.push((first + v, on == Ty::Piece));
                    }
                    return Ok(Place {
                        slots: Slots::Owners(first, values as u16),
                        by_holder,
                        start: 0,
                        of_game,
                        on,
                        from: NONE16,
                        hidden: None,
                    });
                }
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
                    from: NONE16,
                    hidden: None,
                })
            }
            (_, true) => refuse("a set of values of this sort"),
            (Ty::Number, false) => {
                let start = match start {
                    None => 0,
                    Some(Value::Num(Num::Lit(n))) => i32::from(*n),
                    Some(_) => {
                        return refuse("a number that begins with something else than a numeral");
                    }
                };
                self.numbers(id, count, on, start, (of_game, by_holder))
            }
            (Ty::Seat, false) if on == Ty::Seat && !by_holder && is_you(start.as_ref()) => {
                let place = self.numbers(id, count, on, UNSET, (of_game, by_holder))?;
                // read for its owner: himself
                self.plan.defaults.push(Mask::It);
                let from = self.plan.defaults.len() as u16 - 1;
                Ok(Place { from, ..place })
            }
            (
                Ty::Piece
                | Ty::Square
                | Ty::Border
                | Ty::Seat
                | Ty::Kind
                | Ty::Side
                | Ty::Text
                | Ty::Army
                | Ty::Move,
                false,
            ) => {
                let place = self.numbers(id, count, on, UNSET, (of_game, by_holder))?;
                let Some(start) = start else {
                    return Ok(place);
                };
                let Value::Set(s) = start else {
                    return refuse("a thing that begins with a number");
                };
                let from = self.plan.defaults.len() as u16;
                let start = self.set(s)?;
                self.plan.defaults.push(start);
                Ok(Place { from, ..place })
            }
            (ty, false) => refuse(format!(
                "a value of type {ty}, kept for each holder or set from the beginning"
            )),
        }
    }
    fn numbers(
        &mut self,
        id: FieldId,
        count: usize,
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
            on,
            count: each,
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
            from: NONE16,
            hidden: None,
        })
    }
    /// The hidden fields that hang on things of a type.
    pub(super) fn secrets_of(&self, ty: Ty) -> Vec<u16> {
        let hidden = self.plan.hidden.iter().enumerate();
        hidden
            .filter(|(_, h)| h.on == ty)
            .map(|(i, _)| i as u16)
            .collect()
    }
    /// A field that not everybody sees.
    fn hide(&mut self, id: FieldId, f: &Field, place: Place) -> Lowered<Place> {
        let seen = match &f.seen {
            Seen::All => return Ok(place),
            Seen::Nobody => SeenBy::Nobody,
            Seen::Holder => SeenBy::Holder,
            Seen::Owner => SeenBy::Owner,
            Seen::These(s) => SeenBy::These(self.seats(s)?),
        };
        if f.ty == Ty::Number && !matches!(place.slots, Slots::Numbers(_)) {
            return refuse("a hidden number that each holder or seat keeps of others");
        }
        let known = self.plan.planes as u16;
        let each = self.plan.seats;
        self.plan.planes += if place.by_holder { each * each } else { each };
        self.plan.hidden.push(Hidden {
            field: id.0,
            on: place.on,
            by_holder: place.by_holder,
            seen,
            slots: place.slots,
            known,
            each: each as u16,
        });
        let hidden = Some(self.plan.hidden.len() as u16 - 1);
        Ok(Place { hidden, ..place })
    }
    /// Of these owners those whose value may be seen.
    pub(super) fn seen_of(&self, place: &Place, of: Mask<N>) -> Mask<N> {
        match place.hidden {
            Some(h) => Mask::Seen(h, Box::new(of)),
            None => of,
        }
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
    /// A value that is kept for each seat, as it is read for one of these.
    pub(super) fn field_for(&mut self, f: FieldId, seat: &Set) -> Lowered<(Place, ForSeat<N>)> {
        let place = self.place(f)?;
        let Slots::NumbersOfYou(_, each) = place.slots else {
            return refuse("a value for a seat that is not kept for each");
        };
        let whose = ForSeat {
            each,
            seat: self.seats(seat)?,
        };
        Ok((place, whose))
    }
    /// The same for who reads, where a value is kept for each seat.
    pub(super) fn for_you(&self, f: FieldId, place: &Place) -> Lowered<Option<ForSeat<N>>> {
        match place.slots {
            Slots::NumbersOfYou(_, each) if self.is_own(f) || self.is_of_kin(f) => {
                Ok(Some(ForSeat {
                    each,
                    seat: Mask::You,
                }))
            }
            Slots::NumbersOfYou(..) => refuse("a value another power keeps for each holder"),
            Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_) => Ok(None),
        }
    }
    /// A value that each holder of a power keeps, as anybody else reads it.
    pub(super) fn of_holders(&self, f: FieldId, place: &Place) -> Lowered<OfHolders> {
        let power = match self.rules.fields[f.index()].by {
            crate::rules::Holder::Power(p) => self.plan.power(p),
            crate::rules::Holder::Game
            | crate::rules::Holder::EachSeat
            | crate::rules::Holder::Kind(_) => None,
        };
        match (power, place.slots) {
            (Some(power), Slots::NumbersOfYou(_, each)) => Ok(OfHolders { power, each }),
            (None, _)
            | (Some(_), Slots::Marks(_) | Slots::Sets(_) | Slots::Owners(..) | Slots::Numbers(_)) => {
                refuse("a value that is kept by nobody")
            }
        }
    }
    /// The rule being read is of a kind of the army whose power declared the field.
    pub(super) fn is_of_kin(&self, f: FieldId) -> bool {
        let by = self.rules.fields[f.index()].by;
        self.kin
            .is_some_and(|p| by == crate::rules::Holder::Power(p))
    }
    /// The rule being read is of the power that declared the field.
    pub(super) fn is_own(&self, f: FieldId) -> bool {
        if self.rules.fields[f.index()].per_seat {
            return true;
        }
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
        let marked = match (place.by_holder, self.is_own(f)) {
            (false, _) => Mask::Plane(first),
            (true, true) => Mask::PlaneOfYou(first),
            (true, false) => Mask::Or(
                (0..self.plan.seats as u16)
                    .map(|s| Mask::Plane(first + s))
                    .collect(),
            ),
        };
        Ok(self.seen_of(&place, marked))
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
