//! What happens and what has happened, asked as a condition: attacks, moves that are open, the past.
use super::names::mentions_in;
use super::*;
use crate::core::plan;

impl<const N: usize> Lowering<N> {
    /// `X attacks Y`.
    pub(super) fn does(&mut self, s: &Set, d: &crate::rules::Deed) -> Lowered<Truth<N>> {
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
            return self.reaches(s, o, cases);
        }
        let (Verb::Attack | Verb::Cover, Some(Value::Set(o))) = (verb, object) else {
            return refuse(format!("whether something does {verb}"));
        };
        let kinds = match cases.as_slice() {
            [] => None,
            [(Case::As, Value::Set(k))] if *verb == Verb::Cover => Some(self.kinds(k)?),
            _ => return refuse(format!("whether something does {verb} with cases")),
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
                ty => return refuse(format!("a {ty} that covers")),
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
            ty => return refuse(format!("a {ty} that attacks")),
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
            Ty::Piece => Truth::Attacks(who, what, o.ty == Ty::Square, rel, n),
            ty => return refuse(format!("a {ty} that attacks")),
        };
        Ok(if all {
            Truth::All(vec![some, hit])
        } else {
            hit
        })
    }
    /// `X reaches Y`, said of each of them by itself where more than one could be meant.
    fn reaches(&mut self, s: &Set, o: &Set, cases: &[(Case, Value)]) -> Lowered<Truth<N>> {
        use crate::rules::Amount;
        let kinds = match cases {
            [] => None,
            [(Case::As, Value::Set(k))] => Some(self.kinds(k)?),
            _ => return refuse("whether something reaches, with cases"),
        };
        if matches!(o.amount, Amount::No | Amount::Count(..)) {
            return refuse("whether something reaches so many of them");
        }
        let all = self.set(s)?;
        let one = match s.amount {
            Amount::Any => all.clone(),
            Amount::Every | Amount::No | Amount::Count(..) => Mask::It,
        };
        let who = match s.ty {
            Ty::Piece => one.clone(),
            Ty::Seat => Mask::Owned(Box::new(one.clone())),
            ty => return refuse(format!("a {ty} that reaches something")),
        };
        let reaches = Truth::Reaches(who, self.squares(o)?, kinds);
        if one != Mask::It {
            return Ok(reaches);
        }
        if mentions_in(o, About::It) {
            return refuse("every one or so many reach what hangs on each");
        }
        let those = Mask::ItThat(Box::new(all.clone()), Box::new(reaches));
        self.so_many(all, those, &s.amount)
    }
    /// So many moves: `no legal action`, `a legal move`.
    pub(super) fn has_moves(&mut self, s: &Set, ty: Ty) -> Lowered<Mask<N>> {
        let (rel, n) = self.amount(&s.amount)?;
        let legal = |n: &Narrow| matches!(n, Narrow::Is(Quality::Legal));
        match (&s.base, ty) {
            (Base::All(_), Ty::Seat) if s.pick.is_none() && s.by.iter().all(legal) => {
                Ok(Mask::SeatsActing(rel, Box::new(n)))
            }
            (Base::Of(Part::Moves, of), Ty::Seat)
                if !s.by.iter().all(legal) && of.ty == Ty::Seat =>
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
                    ty => return refuse(format!("moves of a {ty}")),
                };
                Ok(Mask::WithMoves {
                    seats: ty == Ty::Seat,
                    of: Box::new(of),
                    legal,
                    rel,
                    n: Box::new(n),
                })
            }
            _ => refuse(format!("{ty} having moves")),
        }
    }
    pub(super) fn did(&mut self, s: &Set, p: &crate::rules::Past) -> Lowered<Truth<N>> {
        let (past, rel, n) = self.past(Some(s), p)?;
        Ok(Truth::Happened(Box::new(past), rel, n))
    }
    /// A question about the past, of a subject if there is one; how often it asks for it.
    pub(in crate::core::lower) fn past(
        &mut self,
        s: Option<&Set>,
        p: &crate::rules::Past,
    ) -> Lowered<(plan::Past<N>, Rel, Int<N>)> {
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
        let mut past = plan::Past {
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
            area: false,
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
        let doer = |l: &mut Self, past: &mut plan::Past<N>, s: &Set| -> Lowered<()> {
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
                ty => return refuse(format!("what a {ty} did")),
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
                    // `you have moved 2 or more knights` counts knights; what is captured or lost again counts again
                    past.once = *verb == Verb::Move;
                }
            }
            Some(Value::Set(o)) if matches!(verb, Verb::Cross | Verb::Enter | Verb::Leave) => {
                past.squares = Some(self.squares(o)?);
                past.area = deed.of_area();
                self.plan.tells_both_ends |= past.area;
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
    fn as_it_was(&mut self, past: &mut plan::Past<N>, s: &Set) -> Lowered<()> {
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
