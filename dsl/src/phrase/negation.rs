//! `no` and `nobody` in front of what is said, so that a sentence never says the contrary of its English.
//!
//! `no enemy may capture your king` forbids all of them; `if nobody is in check` asks whether no player is. Where the
//! word would come to nothing (`no pawn must move`, `after nobody moves`) it is refused with the form that works.
use super::reader::*;
use engine::rules::*;

impl Rd<'_> {
    /// What `no X` and `nobody` are about, as all of it; none where the phrase denies nothing.
    pub(super) fn denied(&self, ph: &Ph) -> Option<Ph> {
        let Value::Set(set) = &ph.value else {
            return None;
        };
        let mut all = ph.clone();
        if is_nobody(set) {
            all.value = Value::Set(make(Ty::Seat, Base::All(Where::Board)));
        } else if set.amount == Amount::No {
            let mut set = set.clone();
            every(&mut set);
            all.value = Value::Set(set);
        } else {
            return None;
        }
        all.art = Art::Every;
        Some(all)
    }

    /// The subject of a test: `nobody is in check` is said of players, and of none of them.
    pub(super) fn asked_of(&self, ph: &Ph) -> Ph {
        match &ph.value {
            Value::Set(set) if is_nobody(set) || set.base == Base::Nothing => {
                let mut none = ph.clone();
                let ty = match set.base {
                    Base::Nothing => Ty::Piece,
                    _ => Ty::Seat,
                };
                none.ty = Some(ty);
                let mut set = make(ty, Base::All(Where::Board));
                set.amount = Amount::No;
                none.value = Value::Set(set);
                none.art = Art::No;
                none
            }
            _ => ph.clone(),
        }
    }

    /// E146: `no` and `nobody` where they would do nothing, or say no twice.
    pub(super) fn no_use(&self, pos: usize, help: &str) {
        let word = self.w(pos);
        let word = if word == "nobody" { "nobody" } else { "no" };
        let message = format!("`{word}` in front of this says nothing that could be done");
        self.fail_help(pos, "E146", message, Some(help.to_owned()));
    }

    /// What several do: `your pieces attack no enemy` is said of all of them, and what only one of them could do to each of several is asked
    /// back (E150), as is `share` without anybody to share with (E120).
    pub(super) fn done_by_several(
        &self,
        vp: &mut super::deed::Vp,
        subject: &Ph,
        tone: &mut super::cond::Tone,
        end: usize,
    ) -> bool {
        let shares_with = vp.deed.cases.iter().any(|(case, _)| *case == Case::With);
        let described = matches!(&subject.value, Value::Set(s) if matches!(s.base, Base::All(_)));
        if vp.deed.verb == Verb::Share && !shares_with && described && subject.plural {
            let said = "`share` with whom? Nothing is said of another";
            let help = "two of them: `a rook of yours is on the file of another rook of yours`; one of a pair: `a card that shares its kind with the victim`";
            self.fail_help(end, "E120", said, Some(help.to_owned()));
            return false;
        }
        let all = matches!(&subject.value, Value::Set(s) if s.amount == Amount::Every && s.base != Base::You);
        if !all || !subject.plural || subject.art == Art::Every {
            return true;
        }
        let Some(Value::Set(object)) = &mut vp.deed.object else {
            return true;
        };
        if object.amount == Amount::No {
            object.amount = Amount::Any;
            tone.not = !tone.not;
        } else if vp.object.as_ref().is_some_and(|ph| ph.art == Art::Every) {
            let said = "one of them would have to do this to each of these";
            let help = "together: `there is no enemy that no piece of yours attacks`; one of them all by itself: `a piece of yours attacks every enemy`";
            self.fail_help(vp.object_at.0, "E150", said, Some(help.to_owned()));
            return false;
        }
        true
    }

    /// `the king on e1 is not tired`, `your king cannot move`: there is one, and it is not; of several none is. What is said of nothing is
    /// not so.
    pub(super) fn the_one_is_not(&self, subject: &Ph, cond: Cond) -> Cond {
        let described = matches!(subject.art, Art::The | Art::Own)
            && !subject.plural
            && matches!(&subject.value, Value::Set(s) if matches!(s.base, Base::All(_)) && s.amount == Amount::Every);
        let of_several = |c: &Clause| {
            c.not
                && !c.newly
                && !matches!(
                    c.says,
                    Says::There | Says::Be(Quality::Nothing | Quality::Empty)
                )
        };
        let mut clause = match cond {
            Cond::Is(clause) if described && of_several(&clause) => clause,
            other => return other,
        };
        if let Value::Set(set) = &mut clause.subject {
            set.amount = Amount::Any;
        }
        let there = Clause {
            not: false,
            says: Says::There,
            member: None,
            ..clause.clone()
        };
        Cond::All(vec![Cond::Is(there), Cond::Is(clause)])
    }

    /// E147: `a knight is not unmoved`: not one of them, or one that is not?
    pub(super) fn one_that_is_not(&self, pos: usize, subject: &Ph, cond: &Cond) -> bool {
        let open = subject.art == Art::A
            && matches!(&subject.value, Value::Set(s) if s.amount == Amount::Any);
        let denied = matches!(
            cond,
            Cond::Is(Clause {
                not: true,
                says: Says::Be(_),
                ..
            }) | Cond::Not(_)
        );
        // `a piece of yours cannot move`
        let denied_of_one = denied || matches!(cond, Cond::Is(Clause { not: true, .. }));
        // `no piece is not (A and B)`, `2 pieces are not (A and B)`: is all of it denied, or one of them?
        let counted = |a: &Amount| matches!(a, Amount::No | Amount::Count(..));
        let list_denied = matches!(&subject.value, Value::Set(s) if counted(&s.amount))
            && (matches!(cond, Cond::Not(_)) || denied_of_one);
        // `the pawns are not tired`, `.. are not on rank 2`: none of them, or not all?
        let elsewhere = matches!(
            cond,
            Cond::Is(Clause {
                not: true,
                says: Says::At(..) | Says::Among(_),
                ..
            })
        );
        let several = (subject.plural || subject.art == Art::Every)
            && (denied || elsewhere)
            && matches!(&subject.value, Value::Set(_));
        // `a piece has a charge of 3` denies nothing, however it is asked
        let denies = |i: usize| self.any(i, &["not", "cannot", "no", "none", "neither", "nobody"]);
        let said = (pos..self.toks.len()).any(denies);
        let unclear = said && (open && denied_of_one || list_denied || several);
        if unclear {
            let message = "is there one that is not, or is there none that is?";
            let help = "none: `no pawn of yours is tired`, `no piece of yours can move`; one that is not: \
                        `there is a pawn of yours that is not tired`, `.. a piece of yours that cannot move`";
            self.fail_help(pos, "E147", message, Some(help.to_owned()));
        }
        self.all_have(pos, subject, cond);
        unclear
    }
}

fn is_nobody(set: &Set) -> bool {
    set.base == Base::Nobody && set.by.is_empty()
}

/// All of them, in every part of a list.
fn every(set: &mut Set) {
    set.amount = Amount::Every;
    if let Base::Or(parts) = &mut set.base {
        parts.iter_mut().for_each(every);
    }
}
