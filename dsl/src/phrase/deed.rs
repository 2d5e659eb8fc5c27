//! Verb phrases: one reader for steps, events, guards, histories and tests.
use super::cases::case_word;
use super::member::some_do;
use super::reader::*;
use super::terms::is_reference;
use super::words::{Form, Types, VerbWord};
use engine::rules::*;
use std::rc::Rc;

/// How it is said which army somebody plays.
pub(super) const PLAYS_ARMY: &str =
    "who plays an army is said by `their army is ..` or `the army of .. is ..`";

/// What a verb phrase is read for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// To be done.
    Step,
    /// To be watched.
    Event,
    /// To be forbidden, demanded, permitted.
    Guard,
    /// `is captured`, `cannot be captured`.
    Passive,
    /// `has captured`.
    History,
    /// `was captured`.
    Suffered,
    /// `attacks`.
    Test,
    /// `can move`.
    Can,
}

/// A verb phrase as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Vp {
    /// Its meaning.
    pub deed: Deed,
    /// Since when (histories).
    pub since: Option<Moment>,
    /// What may do it.
    pub who: Types,
    /// What it may be done to.
    pub takes: Types,
    /// The subject as a phrase, where it was written as the object: `promote a pawn`.
    pub subject: Option<Ph>,
    /// The object as a phrase.
    pub object: Option<Ph>,
    /// From where to where it stands.
    pub object_at: (usize, usize),
    /// The cases as phrases.
    pub cases: Vec<(Case, Ph)>,
    /// The word.
    pub word: String,
    /// Its roles.
    pub roles: Vec<(Role, Ty)>,
    /// Which role `it` is.
    pub it: Option<Role>,
    /// It ends with a relative clause.
    pub rel: bool,
    /// The name given with `called`.
    pub called: Option<(String, usize)>,
}

impl Rd<'_> {
    /// Every reading of a verb phrase from here. `gap`: its object stands elsewhere (`that it attacks`).
    pub fn verb_phrase(
        &self,
        pos: usize,
        sc: &Scope,
        forms: &[Form],
        mode: Mode,
        gap: Option<&Set>,
    ) -> Alts<Vp> {
        let mut out = Vec::new();
        if !self.tick() {
            return out;
        }
        let mut how = How::default();
        let mut p = pos;
        while self.adverb(p, &mut how) {
            p += 1;
        }
        let word = self.w(p);
        let mut any = false;
        for (verb, form) in self.words.verb(word) {
            if !forms.contains(&form) || verb.name == "roll" {
                continue;
            }
            any = true;
            if !self.may(verb, mode, p) {
                continue;
            }
            self.with_verb(verb, p, p + 1, sc, mode, gap, &how, &mut out);
        }
        if !any {
            match self.words.verb(word).next() {
                Some((verb, _)) if verb.name == "roll" => {
                    let said = "a roll is a step of a rule, and no event";
                    let help = "go on with what was rolled: `roll a die called throw; if the throw is 6, score 1`";
                    self.fail_help(p, "E124", said, Some(help.to_owned()));
                }
                Some((verb, form)) => {
                    let want = &verb.forms[form_index(forms[0])];
                    let message = format!("wrong form of `{}`: expected `{want}`", verb.name);
                    let suffers = form == Form::Part && forms[0] == Form::Base;
                    let help = suffers.then(|| self.active_or_passive(p, want)).flatten();
                    self.fail_help(p, "E103", message, help);
                }
                None => self.expected(p, "a verb"),
            }
        }
        self.settled(out)
    }

    /// Verbs joined by `,`, `or` over one object: `captured, removed or given`, `enter or cross a square`.
    /// Each reading has one phrase for every verb.
    pub fn verb_list(&self, pos: usize, sc: &Scope, forms: &[Form], mode: Mode) -> Alts<Vec<Vp>> {
        let mut how = How::default();
        let mut p = pos;
        while self.adverb(p, &mut how) {
            p += 1;
        }
        let fits = |at: usize| self.words.verb(self.w(at)).any(|(_, f)| forms.contains(&f));
        let mut verbs = vec![p];
        let mut rest = p + 1;
        loop {
            let mut at = self.comma(rest);
            at += usize::from(self.any(at, &["or", "and"]));
            if at == rest || !fits(at) {
                break;
            }
            verbs.push(at);
            rest = at + 1;
        }
        let mut out: Alts<Vec<Vp>> = Vec::new();
        if verbs.len() > 1 && fits(p) {
            let each: Vec<Alts<Vp>> = verbs
                .iter()
                .map(|v| self.verb_at(*v, rest, sc, forms, mode, &how))
                .collect();
            for (last, q) in each.last().cloned().unwrap_or_default() {
                let others = each[..each.len() - 1].iter();
                let found: Option<Vec<Vp>> = others
                    .map(|alts| alts.iter().find(|(_, r)| *r == q).map(|(v, _)| v.clone()))
                    .collect();
                if let Some(mut list) = found {
                    list.push(last);
                    out.push((list, q));
                }
            }
        }
        for (vp, q) in self.verb_phrase(pos, sc, forms, mode, None) {
            out.push((vec![vp], q));
        }
        out
    }

    fn verb_at(
        &self,
        p: usize,
        rest: usize,
        sc: &Scope,
        forms: &[Form],
        mode: Mode,
        how: &How,
    ) -> Alts<Vp> {
        let mut out = Vec::new();
        for (verb, form) in self.words.verb(self.w(p)) {
            if forms.contains(&form) && self.may(verb, mode, p) {
                self.with_verb(verb, p, rest, sc, mode, None, how, &mut out);
            }
        }
        out
    }

    fn may(&self, verb: &VerbWord, mode: Mode, p: usize) -> bool {
        let good = match mode {
            Mode::Step => verb.step,
            Mode::Event | Mode::History | Mode::Suffered => verb.event,
            Mode::Test => verb.test,
            Mode::Guard | Mode::Passive | Mode::Can => true,
        };
        if !good {
            let name = &verb.name;
            match mode {
                // behind the comma begins what is done
                Mode::Event if p > 0 && self.comma(p - 1) == p => {}
                Mode::Step if verb.verb == Verb::StopBeing => self.fail_help(
                    p,
                    "E123",
                    "a mark is taken off by `unmark`",
                    Some(format!("write `unmark .. as {}`", self.w(p + 1))),
                ),
                Mode::Step if verb.test => self.fail(
                    p,
                    "E123",
                    format!("`{name}` can be asked but not done by a rule"),
                ),
                Mode::Step => self.fail(
                    p,
                    "E123",
                    format!("`{name}` can be watched and forbidden but not done by a rule"),
                ),
                Mode::Test if verb.event => self.fail(
                    p,
                    "E124",
                    format!(
                        "`{name}` happens: a condition asks whether somebody `has {}`",
                        verb.forms[2]
                    ),
                ),
                _ if verb.test => self.fail(
                    p,
                    "E124",
                    format!("`{name}` is not an event: `as soon as ..`"),
                ),
                _ => self.fail(
                    p,
                    "E124",
                    format!("`{name}` is done by rules, and no rule waits for it"),
                ),
            }
        }
        good
    }

    #[allow(clippy::too_many_arguments)]
    fn with_verb(
        &self,
        verb: &VerbWord,
        p: usize,
        rest: usize,
        sc: &Scope,
        mode: Mode,
        gap: Option<&Set>,
        how: &How,
        out: &mut Alts<Vp>,
    ) {
        let blank = Vp {
            deed: Deed {
                verb: verb.verb,
                subject: None,
                object: None,
                called: None,
                cases: Vec::new(),
                how: how.clone(),
                src: self.src(p, p + 1),
            },
            since: None,
            who: verb.who,
            takes: verb.object,
            subject: None,
            object: None,
            object_at: (p, p),
            cases: Vec::new(),
            word: verb.name.clone(),
            roles: verb.roles.clone(),
            it: verb.it,
            rel: false,
            called: None,
        };
        let outer = sc;
        let sc = &self.inside_verb(verb, outer, mode);
        let suffers = matches!(mode, Mode::Passive | Mode::Suffered);
        if suffers && verb.object == Types::NONE {
            let name = &verb.name;
            let message = format!("`{name}` has no object, so it has no passive");
            let help = format!(
                "begin with who does it: `after a piece of yours {} ..`",
                verb.forms[1]
            );
            self.fail_help(p, "E123", message, Some(help));
            return;
        }
        if suffers {
            let mut vp = blank;
            if vp.deed.verb == Verb::LoseGame {
                vp.deed.verb = Verb::LosePiece;
            }
            self.deed_more(verb, vp, p, rest, sc, mode, out);
            return;
        }
        if let Some(gap) = gap {
            if verb.object.has(gap.ty) {
                let mut vp = blank;
                vp.deed.object = Some(Value::Set(gap.clone()));
                if vp.deed.verb == Verb::LoseGame {
                    vp.deed.verb = Verb::LosePiece;
                }
                self.deed_more(verb, vp, p, rest, sc, mode, out);
            }
            return;
        }
        let before = out.len();
        let objects = self.object(verb, blank.clone(), rest, sc, mode);
        let objects = match self.spoken_of_before(&objects, sc, outer) {
            Some(asked) => self.object(verb, blank, rest, &asked, mode),
            None => objects,
        };
        for (vp, q) in objects {
            if !self.is_its_own_object(&vp, sc, outer) {
                self.called(verb, vp, p, q, sc, mode, out);
            }
        }
        let read = out.split_off(before);
        out.extend(self.somewhere_else(read, sc, outer));
    }

    /// Within the phrase of an event or guard `it` is already its main piece.
    fn inside_verb(&self, verb: &VerbWord, sc: &Scope, mode: Mode) -> Scope {
        let roles = matches!(mode, Mode::Event | Mode::Passive | Mode::Guard);
        match (verb.it, &sc.it) {
            (Some(role), It::None) if roles => {
                let name = self.role_name(sc, role);
                self.scope(sc, |s| s.it = It::Is(make(Ty::Piece, Base::Name(name))))
            }
            _ => sc.clone(),
        }
    }

    /// The name of a role of the event or guard being read.
    pub fn role_name(&self, sc: &Scope, role: Role) -> engine::ids::Name {
        let word = super::words::role_name(role);
        self.name(sc.anchor, &format!("{word}/role:{word}"))
    }

    /// The name of a noun that stands for a role.
    pub fn noun_role(&self, sc: &Scope, noun: &str, role: Role) -> engine::ids::Name {
        let word = super::words::role_name(role);
        self.name(sc.anchor, &format!("{noun}/role:{word}"))
    }

    #[allow(clippy::too_many_arguments)]
    fn called(
        &self,
        verb: &VerbWord,
        mut vp: Vp,
        from: usize,
        p: usize,
        sc: &Scope,
        mode: Mode,
        out: &mut Alts<Vp>,
    ) {
        let mut q = p;
        if mode == Mode::Step && self.is(p, "called") && vp.deed.object.is_some() {
            if !self.free_name(p + 1) {
                return;
            }
            let word = self.w(p + 1).to_owned();
            vp.called = Some((word, p + 1));
            q = p + 2;
        }
        self.deed_more(verb, vp, from, q, sc, mode, out);
    }

    fn object(&self, verb: &VerbWord, blank: Vp, p: usize, sc: &Scope, mode: Mode) -> Alts<Vp> {
        let mut out = self.special_object(verb, &blank, p, sc, mode);
        let only = matches!(
            verb.verb,
            Verb::EndTurn | Verb::Skip | Verb::TakeBack | Verb::StopBeing
        );
        let free = verb.object == Types::NONE || verb.optional || mode != Mode::Step;
        if free || (verb.verb == Verb::Move && !out.is_empty()) {
            out.push((blank.clone(), p));
        }
        let swap = verb.verb == Verb::Swap && !out.is_empty();
        if verb.object == Types::NONE || only || swap {
            return out;
        }
        if verb.verb == Verb::Become && self.becomes_a_mark(p) {
            return out;
        }
        let fits = match verb.verb {
            Verb::Swap => Rc::new(self.swapped(p, sc)),
            _ => self.phrase(p, sc, false),
        };
        let mut wrong = None;
        for (ph, q) in fits.iter() {
            let mut want = verb.object;
            if matches!(verb.verb, Verb::Hold) {
                want = want.or(Types::of(Ty::Kind));
                if mode == Mode::Test {
                    want = want.or(Types::of(Ty::Army));
                }
            }
            let Some(ph) = self.fit(ph, want) else {
                wrong = ph.ty;
                continue;
            };
            if verb.verb == Verb::Set && !is_reference(&ph)
                || verb.verb == Verb::Cross && self.crosses_the_edge(p, &ph)
                || self.kind_of_one_there(p, &ph)
            {
                continue;
            }
            let asked = matches!(mode, Mode::Test | Mode::History | Mode::Suffered);
            let nothing = || match &ph.value {
                Value::Set(set) => self.comes_to_nothing(p, &set.amount),
                Value::Num(n) => {
                    if mode == Mode::Step {
                        self.counts_zero(p, n);
                    }
                    false
                }
            };
            if !asked && nothing() || asked && self.one_is_enough(&ph, p, *q) {
                continue;
            }
            if matches!(mode, Mode::Event | Mode::History) {
                self.all_at_once(p, mode);
            }
            let mut vp = blank.clone();
            self.put_object(&mut vp, ph, mode);
            vp.object_at = (p, *q);
            out.push((vp, *q));
        }
        if let Some(ty) = wrong.filter(|ty| !self.them_the_player(p, *ty, sc)) {
            let want = super::set::describe(verb.object);
            let got = super::words::a_ty_name(ty);
            let sits = verb.verb == Verb::Hold && ty == Ty::Army;
            self.fail_help(
                p,
                "E122",
                format!("`{}` takes {want}, not {got}", verb.name),
                sits.then(|| PLAYS_ARMY.to_owned()),
            );
        }
        out
    }

    fn put_object(&self, vp: &mut Vp, ph: Ph, mode: Mode) {
        vp.rel = ph.rel;
        let mut value = ph.value.clone();
        if matches!(mode, Mode::Test | Mode::History | Mode::Can)
            && let Value::Set(set) = &mut value
        {
            some_do(set, &ph);
        }
        match vp.deed.verb {
            Verb::Become => vp.deed.cases.push((Case::As, value)),
            Verb::LoseGame => {
                vp.deed.verb = Verb::LosePiece;
                vp.deed.object = Some(value);
            }
            _ => vp.deed.object = Some(value),
        }
        vp.object = Some(ph);
    }

    fn special_object(
        &self,
        verb: &VerbWord,
        blank: &Vp,
        p: usize,
        sc: &Scope,
        mode: Mode,
    ) -> Alts<Vp> {
        let mut out = Vec::new();
        let simple = |v: Verb, q: usize| {
            let mut vp = blank.clone();
            vp.deed.verb = v;
            (vp, q)
        };
        match verb.verb {
            Verb::EndTurn => match (self.w(p), self.w(p + 1)) {
                ("the" | "this" | "your" | "their", "turn") => {
                    out.push(simple(Verb::EndTurn, p + 2))
                }
                ("the" | "this", "round") => out.push(simple(Verb::EndRound, p + 2)),
                ("the", "game") => out.push(simple(Verb::EndGame, p + 2)),
                _ => {
                    for (ph, q) in self.phrase_of(p, sc, Types::of(Ty::Power), false) {
                        let mut vp = blank.clone();
                        vp.deed.verb = Verb::EndPower;
                        self.put_object(&mut vp, ph, mode);
                        out.push((vp, q));
                    }
                }
            },
            Verb::TakeBack if self.seq(p, &["the", "move"]) => {
                out.push(simple(Verb::TakeBack, p + 2));
            }
            Verb::Skip => {
                let mut vp = blank.clone();
                if mode == Mode::Step && self.is(p, "their") {
                    // in an offer to another player whoever takes it
                    vp.deed.subject.clone_from(&sc.they);
                }
                let ends = self.turns_to_skip(p, sc, mode).into_iter();
                out.extend(ends.map(|q| (vp.clone(), q)));
            }
            Verb::Swap if self.is(p, "the") && self.any(p + 1, &["owners", "squares"]) => {
                let owners = self.is(p + 1, "owners");
                for (ph, q) in &self.swapped(p + 3, sc) {
                    if !self.is(p + 2, "of") || ph.ty != Some(Ty::Piece) {
                        continue;
                    }
                    let mut vp = blank.clone();
                    vp.deed.how.owners = owners;
                    self.put_object(&mut vp, ph.clone(), mode);
                    out.push((vp, *q));
                }
            }
            Verb::StopBeing => {
                if let Some((mark, q)) = self.mark_name(p, sc) {
                    let mut vp = blank.clone();
                    vp.deed.cases.push((Case::As, Value::Set(mark)));
                    out.push((vp, q));
                }
            }
            Verb::Move => {
                for (path, q) in self.went(p, mode) {
                    let mut vp = blank.clone();
                    vp.deed.how.along = Some(path);
                    out.push((vp, q));
                }
            }
            _ => {}
        }
        out
    }

    /// Adverbs, cases and times, in any order: each prefix is a reading.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn deed_more(
        &self,
        verb: &VerbWord,
        vp: Vp,
        from: usize,
        p: usize,
        sc: &Scope,
        mode: Mode,
        out: &mut Alts<Vp>,
    ) {
        if !self.tick() {
            return;
        }
        let mut how = vp.deed.how.clone();
        let ordered = self.any(p, &["in-order", "in-any-order"]);
        if (mode == Mode::Step || !ordered) && self.adverb(p, &mut how) {
            let mut next = vp.clone();
            next.deed.how = how;
            let q = p + 1;
            self.deed_more(verb, next, from, q, sc, mode, out);
            return;
        }
        self.finished(verb, &vp, from, p, mode, out);
        self.cases(verb, &vp, from, p, sc, mode, out);
        self.times(verb, &vp, from, p, sc, mode, out);
    }

    fn finished(
        &self,
        verb: &VerbWord,
        vp: &Vp,
        from: usize,
        p: usize,
        mode: Mode,
        out: &mut Alts<Vp>,
    ) {
        let given = |c: &Case| vp.deed.cases.iter().any(|(x, _)| x == c);
        if mode == Mode::Step && !verb.need.is_empty() && !verb.need.iter().any(given) {
            let need: Vec<&str> = verb.need.iter().map(|c| case_word(*c)).collect();
            // the case stands further on: what is in between does not read
            let later = |word: &&str| (p..self.toks.len()).any(|i| self.is(i, word));
            if let Some(word) = need.iter().find(|word| later(word)) {
                if !self.is(p, word) {
                    self.expected(p, &format!("`{word}`"));
                }
                return;
            }
            let need = need.join("`, `");
            let message = format!("`{}` needs `{need}`", verb.name);
            self.fail(p, "E120", message);
            return;
        }
        let lacking = !verb.need.iter().any(given) && self.needed_behind_object(verb, vp, mode);
        if lacking || mode == Mode::Step && self.draws_to_nowhere(vp, p) {
            return;
        }
        let mut done = vp.clone();
        done.deed.src = self.src(from, p);
        if mode == Mode::Step {
            self.settle_step(&mut done, p);
        }
        out.push((done, p));
    }
}

fn form_index(form: Form) -> usize {
    match form {
        Form::Base => 0,
        Form::Third => 1,
        Form::Part => 2,
        Form::Ing => 3,
    }
}
