//! Conditions: tests with their moments, joined by `and` or by `or`.
use super::deed::Mode;
use super::member::{had_by_the_member, name_member, some_do};
use super::names::Names;
use super::reader::*;
use super::words::{Form, Types};
use crate::program::Named;
use crate::syntax::TokenKind;
use engine::rules::*;

/// All of them.
pub fn all_of(mut list: Vec<Cond>) -> Cond {
    let mut flat = Vec::new();
    for c in list.drain(..) {
        match c {
            Cond::All(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        1 => flat.remove(0),
        _ => Cond::All(flat),
    }
}

/// The contrary.
pub fn contrary(cond: Cond) -> Cond {
    match cond {
        Cond::Is(mut clause) => {
            clause.not = !clause.not;
            Cond::Is(clause)
        }
        Cond::Not(inner) => *inner,
        other => Cond::Not(Box::new(other)),
    }
}

/// How a clause is said: which moment, newly, the contrary.
#[derive(Clone, Copy)]
pub(super) struct Tone {
    pub(super) at: At,
    pub(super) newly: bool,
    pub(super) not: bool,
}

impl Rd<'_> {
    /// A condition: every prefix that is one is a reading.
    pub fn cond(&self, pos: usize, sc: &Scope) -> Alts<Cond> {
        let mut out = Vec::new();
        // `a card .. and another card ..`: found together
        let another = (pos..self.toks.len()).any(|i| self.is(i, "another"));
        let first_of = self.hidden(pos, "some");
        for (first, p) in self.test(pos, sc) {
            let found = match &first {
                Cond::Is(c) if another && !c.not => open_subject(c),
                _ => None,
            };
            let Some(set) = found else {
                self.cond_chain(vec![first], "", p, sc, &mut out);
                continue;
            };
            let inner = self.bind(sc, super::step::bound_name("", first_of, set.ty, false));
            let mut chains = Vec::new();
            self.cond_chain(vec![first], "", p, &inner, &mut chains);
            for (cond, q) in chains {
                out.push((together(cond, first_of), q));
            }
        }
        self.settled(out)
    }

    fn cond_chain(&self, list: Vec<Cond>, by: &str, p: usize, sc: &Scope, out: &mut Alts<Cond>) {
        if !self.tick() {
            return;
        }
        let whole = match (by, list.len()) {
            ("or", _) => Cond::Any(list.clone()),
            _ => all_of(list.clone()),
        };
        out.push((whole, p));
        let at = self.comma(p);
        let joint = self.w(at);
        if !matches!(joint, "and" | "or") {
            return;
        }
        let joint = joint.to_owned();
        for (next, q) in self.test(at + 1, sc) {
            if !by.is_empty() && by != joint {
                let message = "`and` and `or` are mixed; put one group in parentheses";
                self.fail(at, "E113", message);
                continue;
            }
            let mut list = list.clone();
            list.push(next);
            self.cond_chain(list, &joint, q, sc, out);
        }
    }

    fn test(&self, pos: usize, sc: &Scope) -> Alts<Cond> {
        let mut out = Vec::new();
        if self.kind(pos) == Some(TokenKind::Open) {
            for (c, p) in self.cond(pos + 1, sc) {
                if self.kind(p) == Some(TokenKind::Close) {
                    out.push((c, p + 1));
                }
            }
        }
        if self.is(pos, "there") && self.any(pos + 1, &["is", "are", "was", "were"]) {
            let at = if self.any(pos + 1, &["was", "were"]) {
                At::Before
            } else {
                At::Now
            };
            for (ph, p) in self.phrase(pos + 2, sc, false).iter() {
                if self.one_is_enough(ph, pos + 2, *p) {
                    continue;
                }
                self.so_many_exactly(pos + 2, ph);
                let tone = Tone {
                    at,
                    newly: false,
                    not: false,
                };
                let clause = self.clause_of(ph, Says::There, tone, pos, *p, false);
                out.push((self.said_of_each(clause, ph, pos + 2, *p), *p));
            }
            return out;
        }
        if self.seq(pos, &["this", "is"]) {
            for (span, p) in self.span_of_time(pos + 2, sc) {
                out.push((Cond::During(span), p));
            }
            return out;
        }
        out.extend(self.option_test(pos));
        let name = self.hidden(pos, "member");
        let piece = self.scope(sc, |s| s.it = It::Is(make(Ty::Piece, Base::Name(name))));
        let seat = self.scope(sc, |s| s.they = Some(make(Ty::Seat, Base::Name(name))));
        for (subject, p) in self.phrase(pos, sc, false).iter() {
            let subject = &self.asked_of(subject);
            let inner = match subject.ty {
                Some(Ty::Piece) if sc.it == It::None => &piece,
                Some(Ty::Seat) if sc.they.is_none() => &seat,
                _ => sc,
            };
            self.so_many_exactly(pos, subject);
            if self.each_number(pos, *p, subject) {
                continue;
            }
            if self.one_or_other(pos, *p, subject) {
                let message = "`A or B is ..`: write `A is .. or B is ..`";
                self.fail(*p, "E126", message);
                continue;
            }
            for (cond, q) in self.test_of(*p, inner, subject) {
                if let Some(none) = self.none_of_these(&cond, subject) {
                    out.push((none, q));
                    continue;
                }
                if self.one_that_is_not(pos, subject, &cond)
                    || self.is_of_itself(subject, &cond, q)
                    || self.one_does(subject, pos, *p, &cond)
                {
                    continue;
                }
                let cond = super::most::has_most_points(cond, self.hidden(pos, "most"));
                let mut cond = self.the_one_is_not(subject, of_one(cond, name));
                if std::ptr::eq(inner, &piece) && self.of_itself(&cond, name, (*p, q)) {
                    continue;
                }
                had_by_the_member(&mut cond, name);
                name_member(&mut cond, name);
                let cond = self.said_of_each(cond, subject, pos, *p);
                out.push((cond, q));
            }
        }
        out
    }

    /// `OPTION is VALUE` for options whose values are words.
    fn option_test(&self, pos: usize) -> Alts<Cond> {
        let mut out = Vec::new();
        let at = pos + usize::from(self.is(pos, "the"));
        let mut p = at + 1;
        let mut named = self.prog.lookup(self.w(at), self.place.within());
        let Some(option) = named.find_map(|n| match n {
            Named::Option(o) => Some(o),
            _ => None,
        }) else {
            return out;
        };
        if !self.any(p, &["is", "are"]) {
            return out;
        }
        p += 1;
        let not = self.is(p, "not");
        p += usize::from(not);
        let mut any = Vec::new();
        loop {
            let mut named = self.prog.lookup(self.w(p), self.place.within());
            let value = named.find_map(|n| match n {
                Named::OptionValue(o, i) if o == option => Some(i),
                _ => None,
            });
            let Some(value) = value else { break };
            any.push(Cond::Choice(option, value));
            p += 1;
            let whole = if any.len() == 1 {
                any[0].clone()
            } else {
                Cond::Any(any.clone())
            };
            let whole = if not { contrary(whole) } else { whole };
            out.push((whole, p));
            if !self.is(p, "or") {
                break;
            }
            p += 1;
        }
        out
    }

    pub(super) fn clause_of(
        &self,
        subject: &Ph,
        says: Says,
        tone: Tone,
        from: usize,
        to: usize,
        doing: bool,
    ) -> Cond {
        let mut value = subject.value.clone();
        // `your knight covers it`, `your rook can reach d4`: one of them does
        let could = matches!(&says, Says::Do(deed) | Says::Can(deed) if deed.verb.could_do());
        if let Value::Set(set) = &mut value
            && doing
        {
            some_do(set, subject);
            let described = matches!(subject.art, Art::The | Art::Own);
            if could && described && matches!(set.base, Base::All(_)) && set.amount == Amount::Every
            {
                set.amount = Amount::Any;
            }
        }
        let says = super::being::wherever_they_lie(&mut value, says, &self.decls.zones);
        Cond::Is(Clause {
            at: tone.at,
            newly: tone.newly,
            not: tone.not,
            subject: value,
            member: None,
            says,
            src: self.src(from, to),
        })
    }

    /// What is said behind a subject.
    pub fn test_of(&self, p: usize, sc: &Scope, subject: &Ph) -> Alts<Cond> {
        let mut out = Vec::new();
        if !self.tick() {
            return out;
        }
        let newly = self.is(p, "newly");
        let p = p + usize::from(newly);
        let mut tone = Tone {
            at: At::Now,
            newly,
            not: false,
        };
        match self.w(p) {
            "is" | "are" | "am" => self.being(p + 1, sc, subject, tone, &mut out),
            "was" | "were" => {
                self.suffered(p + 1, sc, subject, tone, &mut out);
                tone.at = At::Before;
                if out.is_empty() && self.had_event(p, sc) {
                    self.being(p + 1, sc, subject, tone, &mut out);
                }
            }
            "has" | "have" => self.having(p + 1, sc, subject, tone, &mut out),
            "had" if self.had_event(p, sc) => {
                tone.at = At::Before;
                self.having(p + 1, sc, subject, tone, &mut out);
            }
            "could" if self.had_event(p, sc) => {
                tone.at = At::Before;
                self.able(p + 1, sc, subject, tone, &mut out);
            }
            "had" | "could" => {}
            "would" => self.would(p + 1, sc, subject, tone, &mut out),
            "can" => self.able(p + 1, sc, subject, tone, &mut out),
            "cannot" => {
                tone.not = true;
                self.able(p + 1, sc, subject, tone, &mut out);
            }
            "does" | "do" if self.is(p + 1, "not") && self.is(p + 2, "have") => {
                tone.not = true;
                self.having(p + 3, sc, subject, tone, &mut out);
            }
            "does" | "do" if self.is(p + 1, "not") => {
                tone.not = true;
                self.doing(p + 2, sc, subject, tone, &[Form::Base], &mut out);
            }
            _ => self.doing(p, sc, subject, tone, &[Form::Third, Form::Base], &mut out),
        }
        out
    }

    /// Whether there is an event for `was`, `had`, `could` (E128).
    fn had_event(&self, p: usize, sc: &Scope) -> bool {
        let good = sc.event || self.place.scenario;
        if !good {
            let word = self.w(p);
            let message = format!("`{word}`: there is no event before which this could be");
            self.fail(p, "E128", message);
        }
        good
    }

    /// A problem that is told without stopping the sentence; kept once.
    pub fn note(&self, diagnostic: crate::diagnostic::Diagnostic) {
        let mut notes = self.shared.notes.borrow_mut();
        if !notes.contains(&diagnostic) {
            notes.push(diagnostic);
        }
    }

    fn would(&self, p: usize, sc: &Scope, subject: &Ph, mut tone: Tone, out: &mut Alts<Cond>) {
        tone.at = At::After;
        let newly = self.is(p, "newly");
        let mut p = p + usize::from(newly);
        tone.newly |= newly;
        let not = self.is(p, "not");
        p += usize::from(not);
        tone.not = not;
        match self.w(p) {
            "be" => {
                let newly = self.is(p + 1, "newly");
                tone.newly |= newly;
                self.being(p + 1 + usize::from(newly), sc, subject, tone, out);
            }
            "have" => self.having(p + 1, sc, subject, tone, out),
            _ => self.doing(p, sc, subject, tone, &[Form::Base], out),
        }
    }

    fn able(&self, p: usize, sc: &Scope, subject: &Ph, tone: Tone, out: &mut Alts<Cond>) {
        let mut tone = tone;
        let not = self.is(p, "not");
        let p = p + usize::from(not);
        tone.not ^= not;
        if self.is(p, "be") {
            return self.sufferable(p, sc, subject, tone, out);
        }
        for (vp, q) in self.verb_phrase(p, sc, &[Form::Base], Mode::Can, None) {
            if let Some(done) = self.done_by_abilities(p, subject, &vp) {
                let clause = |(whom, says): (Ph, Says)| {
                    (self.clause_of(&whom, says, tone, p - 1, q, true), q)
                };
                out.extend(done.map(clause));
                continue;
            }
            let clause = self.clause_of(subject, Says::Can(vp.deed), tone, p - 1, q, true);
            out.push((clause, q));
        }
    }

    fn doing(
        &self,
        p: usize,
        sc: &Scope,
        subject: &Ph,
        tone: Tone,
        forms: &[Form],
        out: &mut Alts<Cond>,
    ) {
        for (mut vp, q) in self.verb_phrase(p, sc, forms, Mode::Test, None) {
            let mut tone = tone;
            if !self.can_do(&vp, subject) {
                if holds_army(&vp) {
                    let said = "only a zone holds the card of an army";
                    let help = Some(super::deed::PLAYS_ARMY.to_owned());
                    self.fail_help(p, "E122", said.to_owned(), help);
                }
                continue;
            }
            if let Some(object) = &vp.object {
                self.so_many_exactly(vp.object_at.0, object);
            }
            if !self.done_by_several(&mut vp, subject, &mut tone, q)
                || self.held_by_each(subject, &vp.deed, p)
            {
                continue;
            }
            let held = self.held_here(subject, &vp.deed, tone, (p, q));
            let done = || self.clause_of(subject, Says::Do(vp.deed), tone, p, q, true);
            let clause = held.unwrap_or_else(done);
            out.push((clause, q));
        }
    }

    pub(super) fn can_do(&self, vp: &super::deed::Vp, subject: &Ph) -> bool {
        match subject.ty {
            // the card of an army lies in a zone; no piece and no player has it
            ty if holds_army(vp) => ty == Some(Ty::Zone),
            None => true,
            Some(ty) => {
                let extra = match vp.deed.verb {
                    Verb::Hold => Types::of(Ty::Seat).or(Types::of(Ty::Square)),
                    Verb::LosePiece | Verb::LoseGame => Types::of(Ty::Side),
                    _ => Types::NONE,
                };
                vp.who.or(extra).has(ty) || vp.deed.verb == Verb::Hold
            }
        }
    }

    /// `that it attacks`, `that you have captured this turn`: the candidate is the object.
    pub fn object_clause(&self, p: usize, sc: &Scope, candidate: &Set) -> Alts<Cond> {
        let mut out = Vec::new();
        if self.words.verb(self.w(p)).any(|(_, f)| f == Form::Third) {
            return out;
        }
        for (subject, q) in self.phrase(p, sc, false).iter() {
            let mut tone = Tone {
                at: At::Now,
                newly: false,
                not: false,
            };
            let mut at = *q;
            let (mode, forms): (Mode, &[Form]) = match self.w(at) {
                "has" | "have" => (Mode::History, &[Form::Part]),
                "had" => {
                    tone.at = At::Before;
                    (Mode::History, &[Form::Part])
                }
                "can" => (Mode::Can, &[Form::Base]),
                "could" => {
                    tone.at = At::Before;
                    (Mode::Can, &[Form::Base])
                }
                "cannot" => {
                    tone.not = true;
                    (Mode::Can, &[Form::Base])
                }
                "does" | "do" if self.is(at + 1, "not") => {
                    tone.not = true;
                    at += 1;
                    (Mode::Test, &[Form::Base])
                }
                _ => (Mode::Test, &[Form::Third, Form::Base]),
            };
            if mode != Mode::Test || tone.not {
                at += 1;
            }
            if mode == Mode::History && self.is(at, "not") {
                tone.not = true;
                at += 1;
            }
            for (vp, r) in self.verb_phrase(at, sc, forms, mode, Some(candidate)) {
                if mode != Mode::Can && !self.can_do(&vp, subject) {
                    continue;
                }
                if mode == Mode::Can
                    && let Some(done) = self.done_by_abilities(at, subject, &vp)
                {
                    let clause = |(whom, says): (Ph, Says)| {
                        (self.clause_of(&whom, says, tone, p, r, true), r)
                    };
                    out.extend(done.map(clause));
                    continue;
                }
                let says = match mode {
                    Mode::History => Says::Did(Past {
                        deed: vp.deed,
                        since: vp.since,
                        role: None,
                    }),
                    Mode::Can => Says::Can(vp.deed),
                    _ => Says::Do(vp.deed),
                };
                let clause = self.clause_of(subject, says, tone, p, r, true);
                if !self.one_does(subject, p, *q, &clause) {
                    out.push((clause, r));
                }
            }
        }
        out
    }
}

/// The subject of a clause that asks for one of several.
fn open_subject(clause: &Clause) -> Option<Set> {
    match &clause.subject {
        Value::Set(set) if set.amount == Amount::Any => Some(set.clone()),
        _ => None,
    }
}

/// `a piece is A and B`, `a piece was A and on B`, `a player is A and has B`: it is one of which all is said. `no piece is A or B`: none is
/// A, and none is B. The name stands for the one in what is said of it.
fn of_one(cond: Cond, name: engine::ids::Name) -> Cond {
    let of = |c: &Cond| match c {
        Cond::Is(c) if !c.newly => match &c.subject {
            Value::Set(s) => Some((s.amount.clone(), c.not, c.at)),
            Value::Num(_) => None,
        },
        _ => None,
    };
    let one =
        |c: &Cond, first: At| of(c).is_some_and(|(a, _, at)| a != Amount::Every && at == first);
    match cond {
        Cond::All(mut list)
            if of(&list[0]).is_some_and(|(_, not, at)| !not && list.iter().all(|c| one(c, at)))
                && list.iter().all(|c| subject_of(c) == subject_of(&list[0])) =>
        {
            let others = list.split_off(1);
            if let Some(Cond::Is(first)) = list.first_mut()
                && let Value::Set(s) = &mut first.subject
            {
                let ty = s.ty;
                let others = others.into_iter().filter_map(|c| match c {
                    Cond::Is(c) => Some(said_of(c, ty, name)),
                    _ => None,
                });
                s.by.extend(others);
            }
            all_of(list)
        }
        Cond::Any(list)
            if list
                .iter()
                .all(|c| of(c).is_some_and(|(a, not, _)| a == Amount::No && !not)) =>
        {
            all_of(list)
        }
        cond => cond,
    }
}

/// Of what a clause says something.
fn subject_of(cond: &Cond) -> Option<&Value> {
    match cond {
        Cond::Is(clause) => Some(&clause.subject),
        _ => None,
    }
}

/// A clause as a part that narrows its subject.
fn said_of(clause: Clause, ty: Ty, name: engine::ids::Name) -> Narrow {
    match clause.says {
        Says::Be(quality) if !clause.not => Narrow::Is(quality),
        Says::At(near, set) if !clause.not => Narrow::At(near, set),
        says => Narrow::That(
            name,
            // the subject is looked for at the moment of the clause, and this is asked there
            Cond::Is(Clause {
                at: At::Now,
                subject: Value::Set(make(ty, Base::Name(name))),
                member: None,
                says,
                ..clause
            }),
        ),
    }
}

/// Where a later clause speaks of the first one's subject (`another ..`), both are found together.
fn together(cond: Cond, name: engine::ids::Name) -> Cond {
    let Cond::All(mut list) = cond else {
        return cond;
    };
    let mut used = false;
    for c in list.iter_mut().skip(1) {
        c.names(&mut |n| used |= *n == name);
    }
    let Some(Cond::Is(first)) = list.first_mut().filter(|_| used) else {
        return Cond::All(list);
    };
    let Some(mut set) = open_subject(first) else {
        return Cond::All(list);
    };
    let (at, src) = (first.at, first.src);
    first.subject = Value::Set(make(set.ty, Base::Name(name)));
    // there is one of these that does the first, so that the rest holds beside it
    set.by.push(Narrow::That(name, Cond::All(list)));
    Cond::Is(Clause {
        at,
        newly: false,
        not: false,
        subject: Value::Set(set),
        member: None,
        says: Says::There,
        src,
    })
}

fn holds_army(vp: &super::deed::Vp) -> bool {
    let army = |v: &Value| matches!(v, Value::Set(set) if set.ty == Ty::Army);
    vp.deed.verb == Verb::Hold && vp.deed.object.as_ref().is_some_and(army)
}
