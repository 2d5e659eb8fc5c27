//! What is said of a thing with *has* and of what it did or suffered.
use super::being::bare_count;
use super::cond::Tone;
use super::decls::What;
use super::deed::Mode;
use super::reader::*;
use super::words::Form;
use engine::rules::*;

impl Rd<'_> {
    /// `the hill holds exactly 2 pieces`: so many are on it. Of each of several squares one piece is asked.
    pub(super) fn held_here(
        &self,
        subject: &Ph,
        deed: &Deed,
        tone: Tone,
        (p, q): (usize, usize),
    ) -> Option<Cond> {
        let place = match &subject.value {
            Value::Set(set) if set.ty == Ty::Square && subject.art != Art::Every => set,
            Value::Set(_) | Value::Num(_) => return None,
        };
        let held = match &deed.object {
            Some(Value::Set(set)) if deed.verb == Verb::Hold && set.ty == Ty::Piece => set,
            Some(Value::Set(_) | Value::Num(_)) | None => return None,
        };
        if !matches!(held.amount, Amount::Every | Amount::Count(..)) {
            return None;
        }
        let says = Says::At(Near::On, place.clone());
        Some(self.clause_of(&Ph::thing(held.clone()), says, tone, p, q, false))
    }

    /// `was captured [since ..]`.
    pub(super) fn suffered(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        let mut tone = tone;
        let not = self.is(p, "not");
        let p = p + usize::from(not);
        tone.not = not;
        for (vp, q) in self.verb_phrase(p, sc, &[Form::Part], Mode::Suffered, None) {
            if let Some(ty) = subject.ty
                && !vp.takes.has(ty)
            {
                continue;
            }
            let past = Past {
                deed: vp.deed,
                since: vp.since,
                role: Some(Role::Object),
            };
            let clause = self.clause_of(subject, Says::Did(past), tone, p - 1, q, true);
            out.push((clause, q));
        }
    }

    pub(super) fn having(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        let mut tone = tone;
        let not = self.is(p, "not");
        let p = p + usize::from(not);
        tone.not ^= not;
        let mut tone_done = tone;
        if self.is(p, "been") {
            self.suffered(p + 1, sc, subject, tone, out);
            return;
        }
        let newly = self.is(p, "newly");
        tone_done.newly |= newly;
        let at = p + usize::from(newly);
        let done = self.verb_phrase(at, sc, &[Form::Part], Mode::History, None);
        for (vp, q) in done {
            if !self.can_do(&vp, subject) {
                continue;
            }
            self.counted_of_some(subject, &vp);
            let mut vp = vp;
            let waits = self.toks.iter().any(|t| t.text == "as-soon-as");
            if waits && !self.exact(vp.object_at.0) {
                so_many_by_now(&mut vp.deed);
            } else if let Some(object) = &vp.object {
                self.so_many_exactly(vp.object_at.0, object);
            }
            let past = Past {
                deed: vp.deed,
                since: vp.since,
                role: None,
            };
            let clause = |past| self.clause_of(subject, Says::Did(past), tone_done, p, q, true);
            let parts = match self.is_one_player(subject) {
                true => one_of_each(&past),
                false => vec![past],
            };
            let each: Vec<Cond> = parts.into_iter().map(clause).collect();
            let cond = match <[Cond; 1]>::try_from(each) {
                Ok([one]) => one,
                // neither the one nor the other
                Err(several) if tone_done.not => Cond::All(several),
                Err(several) => Cond::Any(several),
            };
            out.push((cond, q));
        }
        if self.words.verb(self.w(at)).any(|(_, f)| f == Form::Part) && !out.is_empty() {
            return;
        }
        self.own_value(p, sc, subject, tone, out);
        self.points(p, sc, subject, tone, out);
        self.most_of_a_number(p, subject, tone, out);
        for (ph, q) in self.phrase(p, sc, false).iter() {
            if self.one_is_enough(ph, p, *q) {
                continue;
            }
            if subject.ty == Some(Ty::Zone) && matches!(ph.ty, Some(Ty::Piece | Ty::Card)) {
                let message = "a zone has nothing of its own; what lies in it is held";
                let help = "write `holds`: `if your hand holds exactly 3 cards`";
                self.fail_help(p, "E122", message, Some(help.to_owned()));
                continue;
            }
            if let Some(says) = self.has(subject, ph) {
                if ph.art == Art::Count
                    && matches!(&ph.value, Value::Set(s) if bare_count(s))
                    && !self.place.scenario
                    && !self.exact(p)
                {
                    let message =
                        "exactly so many, or at least? `exactly 2 pawns` or `2 or more pawns`";
                    self.fail(p, "E125", message);
                    let help = "say which: `exactly 2`, `2 or more`, `at most 2`".to_owned();
                    self.note(error("E125", self.span(p), message, Some(help)));
                }
                out.push((self.clause_of(subject, says, tone, p - 1, *q, false), *q));
            }
        }
    }

    /// `you`, `white`, `an opponent`: what is said of the players is said of one.
    fn is_one_player(&self, subject: &Ph) -> bool {
        let Value::Set(set) = &subject.value else {
            return false;
        };
        let one = match &set.base {
            Base::You | Base::Name(_) | Base::Author => true,
            Base::Seats(seats) => seats.len() == 1,
            _ => set.amount == Amount::Any,
        };
        set.ty == Ty::Seat && one
    }

    /// `has 4 points`, `has 10 or more points`.
    fn points(&self, p: usize, sc: &Scope, subject: &Ph, tone: Tone, out: &mut Alts<Cond>) {
        if !matches!(subject.ty, Some(Ty::Seat | Ty::Side)) {
            return;
        }
        for (det, q) in self.count(p, sc) {
            let Amount::Count(rel, n) = det.amount else {
                continue;
            };
            if !self.any(q, &["point", "points"]) {
                continue;
            }
            if rel == Rel::Eq && !self.place.scenario && !self.exact(p) {
                let message =
                    "exactly so many, or at least? `exactly 2 points` or `2 or more points`";
                self.fail(p, "E125", message);
                let help = "say which: `exactly 2`, `2 or more`, `at most 2`".to_owned();
                self.note(error("E125", self.span(p), message, Some(help)));
            }
            let clause = self.clause_of(subject, Says::Cmp(rel, n), tone, p - 1, q + 1, false);
            out.push((clause, q + 1));
        }
    }

    pub(super) fn exact(&self, p: usize) -> bool {
        self.is(p, "exactly")
    }

    /// `has a guise`, `has no label`: a value that is set, or not.
    pub(super) fn own_value(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        out: &mut Alts<Cond>,
    ) {
        if !self.any(p, &["a", "an", "no"]) {
            return;
        }
        // a mark is no value: `you have no tired piece`
        let field = match self.decls.noun(self.w(p + 1), self.place.within()) {
            Some((What::Field(f), _)) => self.decls.fields[f.index()].ty != Ty::Mark,
            Some(_) | None => false,
        };
        if !field {
            return;
        }
        let mut det = super::det::Det {
            art: Art::Own,
            amount: Amount::Every,
            owner: Some(subject.set()),
            other: false,
            start: p,
            plural: false,
        };
        det.start = p + 1;
        for (value, q) in self.core(p + 1, sc, &det, true) {
            let mut tone = tone;
            tone.not ^= !self.is(p, "no");
            let says = Says::Be(Quality::Nothing);
            out.push((self.clause_of(&value, says, tone, p, q, false), q));
        }
    }

    pub(super) fn has(&self, subject: &Ph, ph: &Ph) -> Option<Says> {
        if let Value::Num(n) = &ph.value {
            // `have the most points`
            return match (ph.noun.as_str(), n) {
                ("most", Num::Points(_)) => Some(Says::Cmp(Rel::Gt, n.clone())),
                ("fewest", Num::Points(_)) => Some(Says::Cmp(Rel::Lt, n.clone())),
                _ => None,
            };
        }
        let mut set = ph.set();
        // `you have pawns`: there are some
        let held = matches!(ph.ty, Some(Ty::Piece | Ty::Card));
        if held && ph.plural && ph.art == Art::Bare && set.amount == Amount::Every {
            set.amount = Amount::Any;
        }
        match ph.ty? {
            Ty::Move => {
                if ph.noun == "move" && matches!(set.base, Base::All(_)) {
                    set.base = Base::Of(Part::Moves, Box::new(subject.set()));
                }
            }
            Ty::Piece | Ty::Card | Ty::Seat | Ty::Square | Ty::Kind => {}
            _ => return None,
        }
        if let Value::Set(who) = &subject.value {
            for narrow in &mut set.by {
                if matches!(narrow, Narrow::Hostile(of) if of.base == Base::You)
                    && ph.ty == Some(Ty::Seat)
                {
                    *narrow = Narrow::Hostile(who.clone());
                }
            }
        }
        Some(Says::Has(set))
    }
}

/// `has captured a pawn or a rook`: one of them, whichever.
fn one_of_each(past: &Past) -> Vec<Past> {
    let object = match &past.deed.object {
        Some(Value::Set(set)) if set.by.is_empty() && set.pick.is_none() => set,
        Some(_) | None => return vec![past.clone()],
    };
    let Base::Or(parts) = &object.base else {
        return vec![past.clone()];
    };
    let some = |part: &Set| part.ty == Ty::Piece && part.amount == Amount::Any;
    if object.amount != Amount::Any || !parts.iter().all(some) {
        return vec![past.clone()];
    }
    let each = parts.iter().map(|part| Past {
        deed: Deed {
            object: Some(Value::Set(part.clone())),
            ..past.deed.clone()
        },
        ..past.clone()
    });
    each.collect()
}

/// `as soon as you have captured 3 pawns`: 3 by then, if two fall at once 4.
fn so_many_by_now(deed: &mut Deed) {
    if let Some(Value::Set(Set {
        amount: Amount::Count(rel @ Rel::Eq, _),
        ..
    })) = &mut deed.object
    {
        *rel = Rel::Ge;
    }
}
