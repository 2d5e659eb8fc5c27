//! Verbs as deeds: one arm for each, and what cannot be done is refused here.
use super::*;

impl<const N: usize> Lowering<N> {
    pub(super) fn move_step(&mut self, d: &crate::rules::Deed) -> Lowered<Code<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called,
            cases,
            how,
            src: _,
        } = d;
        only(how, &["without capturing", "only to capture"])?;
        let (quiet, taking) = (how.quiet, how.taking);
        let Some(Value::Set(o)) = object else {
            return refuse("a move of nothing");
        };
        if matches!(
            o.amount,
            crate::rules::Amount::No | crate::rules::Amount::Count(..)
        ) {
            return refuse("a move of so many pieces");
        }
        let pieces = match o.ty {
            Ty::Piece => self.set(o)?,
            Ty::Square => Mask::On(Box::new(self.set(o)?)),
            ty => return refuse(format!("a move of a {ty}")),
        };
        let (mut like, mut to, mut heading) = (None, None, None);
        for (c, v) in cases {
            match (c, v) {
                (Case::Like, Value::Set(s)) => like = Some(self.kinds(s)?),
                (Case::To, Value::Set(s)) => to = Some(self.squares(s)?),
                (Case::In, Value::Set(s)) if s.ty == Ty::Direction => heading = Some(self.set(s)?),
                (c, Value::Set(_) | Value::Num(_)) => {
                    return refuse(format!("a move with {c}"));
                }
            }
        }
        let who = self.who(subject)?;
        let called = called.map_or(Ok(NONE), |n| self.name(n))?;
        Ok(Code::Move {
            who,
            pieces,
            called,
            taking,
            quiet,
            like,
            to,
            heading,
            shift: *verb == Verb::Shift,
            none: 0,
        })
    }
    pub(super) fn deed(&mut self, d: &crate::rules::Deed) -> Lowered<Plain<N>> {
        let crate::rules::Deed {
            verb,
            subject,
            object,
            called,
            cases,
            how,
            src: _,
        } = d;
        let mut allowed = vec!["openly", "together"];
        let ends = [Verb::Mark, Verb::Set, Verb::Add, Verb::Spend, Verb::Borrow];
        allowed.extend((*verb == Verb::Capture).then_some("without moving"));
        allowed.extend((*verb == Verb::Swap).then_some("the owners of"));
        allowed.extend(ends.contains(verb).then_some("an end"));
        only(how, &allowed)?;
        if called.is_some() && *verb != Verb::Put {
            return refuse(format!("a name for what the step {verb} is done to"));
        }
        known_cases(d)?;
        let of_values = matches!(verb, Verb::Set | Verb::Add | Verb::Spend);
        let number = |(c, v): &(Case, Value)| matches!(v, Value::Num(_)) && *c != Case::By;
        if !of_values && cases.iter().any(number) {
            return refuse(format!("the step {verb} with a number"));
        }
        let (openly, together, still, owners, term) = (
            &how.openly,
            &how.together,
            &how.still,
            &how.owners,
            &how.term,
        );
        let case = |c: Case| cases.iter().find(|(k, _)| *k == c).map(|(_, v)| v);
        let case_set = |c: Case| match case(c) {
            Some(Value::Set(s)) => Some(s),
            Some(Value::Num(_)) | None => None,
        };
        let object_set = match object {
            Some(Value::Set(s)) => Some(s),
            Some(Value::Num(_)) | None => None,
        };
        Ok(match verb {
            Verb::Pass => Plain::Pass,
            Verb::TurnPasses => match case_set(Case::To) {
                Some(s) => Plain::TurnPasses(self.seats(s)?),
                None => return refuse("whose turn comes next"),
            },
            Verb::Skip => match subject {
                Some(s) => Plain::Skip(self.seats(s)?),
                None => Plain::Skip(Mask::You),
            },
            Verb::Win => Plain::Win {
                who: self.who(subject)?,
                share: subject.as_ref().is_some_and(|s| s.pick.is_some()),
            },
            Verb::DrawGame => Plain::DrawGame,
            Verb::EndGame => Plain::EndGame,
            Verb::Play => match object_set {
                Some(s) if s.ty == Ty::Move => Plain::Play(self.moves(s)?, *together),
                Some(_) | None => return refuse("something else than moves played"),
            },
            Verb::EndTurn | Verb::EndRound => Plain::EndTurn,
            Verb::LoseGame => {
                let to = match case_set(Case::To) {
                    None => Conqueror::Nobody,
                    Some(s) if s.base == Base::Author => Conqueror::Author,
                    Some(s) => Conqueror::These(self.seats(s)?),
                };
                Plain::Lose {
                    who: self.who(subject)?,
                    to,
                }
            }
            Verb::Score => {
                let n = match object {
                    Some(Value::Num(n)) => self.num(n)?,
                    Some(Value::Set(_)) | None => return refuse("points that are no number"),
                };
                Plain::Score(self.who(subject)?, n)
            }
            Verb::Remove => {
                let pieces = self.pieces(object_set)?;
                let named = match object_set {
                    Some(s) if matches!(s.base, Base::Name(_) | Base::It) => Some(pieces.clone()),
                    Some(Set {
                        ty: _,
                        base: Base::Or(v),
                        by,
                        pick: None,
                        amount: _,
                    }) if by.is_empty() => {
                        let by_name = v
                            .iter()
                            .filter(|s| matches!(s.base, Base::Name(_) | Base::It));
                        let all = by_name.map(|s| self.set(s)).collect::<Lowered<Vec<_>>>()?;
                        if all.is_empty() {
                            None
                        } else {
                            Some(Mask::Or(all))
                        }
                    }
                    Some(_) | None => None,
                };
                Plain::Remove { pieces, named }
            }
            Verb::Capture => {
                let victims = self.pieces(object_set)?;
                let captor = match (subject, case_set(Case::With)) {
                    (Some(s), _) if s.ty == Ty::Piece => Some(self.set(s)?),
                    (_, Some(s)) if s.ty == Ty::Piece => Some(self.set(s)?),
                    (_, Some(_)) => return refuse("a capture with something else than pieces"),
                    (Some(_) | None, None) => None,
                };
                let whole = object_set.is_some_and(|s| {
                    s.amount != crate::rules::Amount::Every || matches!(s.base, Base::Name(_))
                });
                Plain::Capture {
                    victims,
                    captor,
                    still: *still,
                    whole,
                }
            }
            Verb::Put => {
                let Some(o) = object_set else {
                    return refuse("something put");
                };
                if let Some(into) = [Case::Into, Case::Onto, Case::Under]
                    .into_iter()
                    .find_map(|c| case_set(c).map(|s| (c, s)))
                {
                    if called.is_some() {
                        return refuse("a name for what is put into a zone");
                    }
                    return self.stored(o, into, *openly);
                }
                let (mut squares, mut side) = (vec![], None);
                for c in [Case::On, Case::Beside, Case::At, Case::To] {
                    match case_set(c) {
                        Some(s) if self.is_side_of_board(s) => side = Some(self.set(s)?),
                        Some(s) => squares.push(self.squares(s)?),
                        None => {}
                    }
                }
                if squares.is_empty() && side.is_none() {
                    return refuse("something put nowhere");
                }
                let called = called.map_or(Ok(NONE), |n| self.name(n))?;
                if o.base == Base::New && side.is_some() {
                    return refuse("new pieces on a side of the board");
                }
                if o.base == Base::New {
                    return self.new_pieces(o, crate::core::lower::phrases::or(squares), called);
                }
                if matches!(o.amount, crate::rules::Amount::Count(..)) {
                    return refuse("so many pieces put somewhere");
                }
                let pieces = self.pieces(Some(o))?;
                Plain::Put {
                    pieces,
                    squares: crate::core::lower::phrases::or(squares),
                    side,
                    called,
                }
            }
            Verb::Give => {
                let Some(to) = case_set(Case::To) else {
                    return refuse("something given to nobody");
                };
                if let Some(s) = object_set.filter(|s| s.ty == Ty::Army) {
                    return Ok(Plain::GiveArmy(self.set(s)?, self.seats(to)?));
                }
                if object_set.is_none_or(|s| s.ty != Ty::Piece) {
                    return refuse("something else than pieces given");
                }
                let to = match to.ty {
                    Ty::Seat => self.set(to)?,
                    Ty::Piece => Mask::Owners(Box::new(self.set(to)?)),
                    ty => return refuse(format!("something given to {ty}")),
                };
                Plain::Give(self.pieces(object_set)?, to)
            }
            Verb::Swap if *owners => Plain::SwapOwners(self.pieces(object_set)?),
            Verb::Swap => Plain::Swap(self.pieces(object_set)?),
            Verb::Push | Verb::Pull => {
                let pull = *verb == Verb::Pull;
                let Some(fix) = case_set(if pull { Case::Toward } else { Case::From }) else {
                    return refuse("a push from nowhere");
                };
                let by = match case(Case::By) {
                    None => None,
                    Some(Value::Num(n)) => Some(self.num(n)?),
                    Some(Value::Set(_)) => return refuse("a push by things"),
                };
                Plain::Shove {
                    pieces: self.pieces(object_set)?,
                    fix: self.squares(fix)?,
                    pull,
                    by,
                    off: case(Case::Off).is_some(),
                }
            }
            Verb::Become | Verb::Promote => {
                let promote = *verb == Verb::Promote;
                let to = case_set(if promote { Case::To } else { Case::As });
                let (Some(to), Some(s)) = (to, subject) else {
                    return refuse("what becomes what");
                };
                Plain::Become {
                    pieces: self.pieces(Some(s))?,
                    kind: self.kinds(to)?,
                    promote,
                }
            }
            Verb::Mark | Verb::Unmark => {
                let Some(Base::Field(f, _, None)) = case_set(Case::As).and_then(Set::bare) else {
                    return refuse("a mark for a seat");
                };
                let place = self.place(*f)?;
                let Slots::Marks(plane) = place.slots else {
                    return refuse("marked as a value");
                };
                let hidden = place.hidden;
                if place.by_holder && !self.is_own(*f) && !self.is_of_kin(*f) {
                    return refuse("a mark of another power");
                }
                let things = match (place.of_game, object_set) {
                    (true, _) => Mask::Fixed(Bits::one(0)),
                    (false, Some(s)) => self.owner_of_value(s, place.on)?,
                    (false, None) => return refuse("nothing marked"),
                };
                let (ty, field, by_holder) = (place.on, f.0, place.by_holder);
                if *verb == Verb::Unmark {
                    return Ok(Plain::Unmark {
                        things,
                        ty,
                        field,
                        plane,
                        by_holder,
                    });
                }
                Plain::Mark {
                    things,
                    ty,
                    field,
                    plane,
                    by_holder,
                    hidden,
                    term: self.terms(term)?,
                }
            }
            Verb::Set | Verb::Add | Verb::Spend => self.value_step(d)?,
            Verb::EndPower => match object_set.and_then(Set::bare) {
                Some(Base::Of(Part::Power, of)) => Plain::EndPower(self.seats(of)?),
                Some(_) | None => return refuse("the end of a power that is named otherwise"),
            },
            Verb::TakeBack => {
                self.plan.takes_back = true;
                Plain::TakeBack
            }
            Verb::Announce => {
                let Some(Base::Text(t)) = object_set.and_then(Set::bare) else {
                    return refuse("an announcement of something else");
                };
                let to = case_set(Case::To).map(|s| self.seats(s)).transpose()?;
                let with = case_set(Case::With).map(|s| self.squares(s)).transpose()?;
                Plain::Announce(vec![*t], to, with)
            }
            Verb::Borrow => match object_set {
                Some(s) if s.ty == Ty::Power => {
                    let end = match term.as_slice() {
                        [t] => self.term(t)?,
                        [] => End::ThisTurn(true),
                        _ => return refuse("a power borrowed with several ends"),
                    };
                    Plain::Borrow(self.who(subject)?, self.set(s)?, end)
                }
                Some(_) | None => return refuse("something else than a power borrowed"),
            },
            Verb::Reveal => {
                let to = case_set(Case::To).map(|s| self.seats(s)).transpose()?;
                let field = match object {
                    Some(Value::Num(Num::Field(f, of, seat))) => (*f, of, seat.as_deref()),
                    Some(Value::Set(Set {
                        ty: _,
                        base: Base::Of(Part::Secrets, of),
                        by,
                        pick,
                        amount: _,
                    })) => {
                        if !by.is_empty() || pick.is_some() {
                            return refuse("some of several secrets revealed");
                        }
                        let card = of.ty == Ty::Card;
                        let ty = if card { Ty::Piece } else { of.ty };
                        let secrets = self.secrets_of(ty);
                        return Ok(Plain::RevealAll(secrets, ty, self.set(of)?, to));
                    }
                    Some(Value::Set(Set {
                        ty: _,
                        base: Base::Field(f, of, seat),
                        by,
                        pick,
                        amount: _,
                    })) => {
                        if !by.is_empty() || pick.is_some() {
                            return refuse("some of several values revealed");
                        }
                        (*f, of, seat.as_deref())
                    }
                    Some(Value::Set(s)) => {
                        let card = matches!(s.ty, Ty::Army | Ty::Card);
                        let ty = if card { Ty::Piece } else { s.ty };
                        let pieces = match s.bare() {
                            Some(Base::Zone(z, of)) => {
                                let (z, of) = self.zone(*z, of)?;
                                Mask::Zone(z, Box::new(of))
                            }
                            Some(_) | None => self.as_type(s, ty)?,
                        };
                        return Ok(Plain::Show(pieces, to));
                    }
                    Some(Value::Num(_)) | None => {
                        return refuse("something else than a value revealed");
                    }
                };
                let place = self.place(field.0)?;
                let Some(hidden) = place.hidden else {
                    return refuse("a value revealed that everybody sees");
                };
                let of = match place.of_game {
                    true => Mask::Fixed(Bits::one(0)),
                    false => self.owner_of_value(field.1, place.on)?,
                };
                let whose = self.whose(field.0, &place, field.2)?;
                Plain::Reveal(hidden, whose, of, to)
            }
            Verb::Shuffle => {
                let into = match case_set(Case::Into).map(Set::bare) {
                    Some(Some(Base::Zone(z, of))) => Some(self.zone(*z, of)?),
                    Some(Some(_) | None) => {
                        return refuse("something shuffled into something else than a zone");
                    }
                    None => None,
                };
                match object_set.and_then(Set::bare) {
                    Some(Base::Zone(z, of)) => Plain::Shuffle(vec![self.zone(*z, of)?], into),
                    Some(_) | None => return refuse("something else than a zone shuffled"),
                }
            }
            Verb::Stop => Plain::Stop,
            Verb::Move
            | Verb::Act
            | Verb::Castle
            | Verb::Jump
            | Verb::LosePiece
            | Verb::Shift
            | Verb::Deal
            | Verb::Draw
            | Verb::Resign
            | Verb::Enter
            | Verb::Leave
            | Verb::Cross
            | Verb::Talk
            | Verb::StopBeing
            | Verb::Attack
            | Verb::Cover
            | Verb::Reach
            | Verb::Match
            | Verb::Share
            | Verb::Hold => return refuse(format!("the step {verb}")),
        })
    }
    /// Something put into a zone.
    fn stored(&mut self, o: &Set, (case, into): (Case, &Set), openly: bool) -> Lowered<Plain<N>> {
        let Base::Zone(z, of) = &into.base else {
            return refuse("something put into a zone that is not named");
        };
        let zone = self.zone(*z, of)?;
        if o.base == Base::New {
            return match self.new_pieces(o, Mask::Fixed(Bits::EMPTY), NONE)? {
                Plain::PutNew {
                    kind,
                    owner,
                    count,
                    squares: _,
                    called: _,
                } => Ok(Plain::StoreNew {
                    kind,
                    owner,
                    count,
                    zone,
                }),
                _ => refuse("new pieces put into a zone"),
            };
        }
        if into.pick.is_some() {
            return refuse("something put into a zone that is picked");
        }
        let mut at = None;
        for n in &into.by {
            match n {
                Narrow::At(Near::Nth(n), _) => at = Some(n),
                n => return refuse(format!("something put into a zone that is {}", short(n))),
            }
        }
        let top = case == Case::Onto && self.plan.zones[zone.0 as usize].deck;
        let at = match at {
            Some(n) => Some(self.num(n)?),
            None => top.then_some(Int::Fixed(1)),
        };
        let most = match &o.amount {
            crate::rules::Amount::Count(Rel::Eq | Rel::Le, n) => Some(self.num(n)?),
            crate::rules::Amount::Count(..) => {
                return refuse("so many things or more put into a zone");
            }
            crate::rules::Amount::Any | crate::rules::Amount::Every | crate::rules::Amount::No => {
                None
            }
        };
        Ok(Plain::Store {
            pieces: self.as_type(o, Ty::Piece)?,
            most,
            zone,
            at,
            openly,
        })
    }
}

/// Cases that mean nothing to a step keep the match from beginning.
pub(super) fn known_cases(d: &crate::rules::Deed) -> Lowered<()> {
    let known: &[Case] = match d.verb {
        Verb::Put => &[
            Case::On,
            Case::Beside,
            Case::At,
            Case::To,
            Case::Into,
            Case::Onto,
            Case::Under,
        ],
        Verb::TurnPasses
        | Verb::LoseGame
        | Verb::Give
        | Verb::Promote
        | Verb::Set
        | Verb::Add
        | Verb::Reveal => &[Case::To],
        Verb::Capture => &[Case::With],
        Verb::Push => &[Case::From, Case::By, Case::Off],
        Verb::Pull => &[Case::Toward, Case::By, Case::Off],
        Verb::Become | Verb::Mark | Verb::Unmark => &[Case::As],
        Verb::Spend => &[Case::Of],
        Verb::Announce => &[Case::To, Case::With],
        Verb::Shuffle => &[Case::Into],
        Verb::Deal => &[Case::To, Case::Into],
        Verb::Draw => &[Case::From, Case::Into],
        Verb::Move | Verb::Shift => &[Case::Like, Case::To, Case::In],
        Verb::Castle
        | Verb::Jump
        | Verb::Remove
        | Verb::LosePiece
        | Verb::Swap
        | Verb::TakeBack
        | Verb::Borrow
        | Verb::Act
        | Verb::Pass
        | Verb::Skip
        | Verb::Win
        | Verb::DrawGame
        | Verb::Score
        | Verb::Resign
        | Verb::Stop
        | Verb::EndTurn
        | Verb::EndRound
        | Verb::EndGame
        | Verb::EndPower
        | Verb::Play
        | Verb::Enter
        | Verb::Leave
        | Verb::Cross
        | Verb::Talk
        | Verb::StopBeing
        | Verb::Attack
        | Verb::Cover
        | Verb::Reach
        | Verb::Match
        | Verb::Share
        | Verb::Hold => &[],
    };
    match d.cases.iter().find(|(c, _)| !known.contains(c)) {
        Some((c, _)) => refuse(format!("the step {} with {c}", d.verb)),
        None => Ok(()),
    }
}
