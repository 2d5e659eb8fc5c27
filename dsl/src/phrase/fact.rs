//! Facts: what stands as long as it stands: guards, views, movement.
use super::cond::contrary;
use super::deed::{Mode, Vp};
use super::either::each_place;
use super::event::Event;
use super::noun::Sense;
use super::pattern::Pattern;
use super::reader::*;
use super::words::{Form as Verbal, Types};
use engine::rules::*;
use std::rc::Rc;

/// A fact as read: one form for each of its verbs.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// What it says.
    pub forms: Vec<Form>,
    /// On which conditions.
    pub when: Vec<Cond>,
    /// Until when.
    pub term: Vec<Term>,
    /// Where its roles are named.
    pub anchor: u32,
}

impl Rd<'_> {
    /// A fact from here.
    pub fn fact(&self, pos: usize, sc: &Scope) -> Alts<Fact> {
        let mut out = Vec::new();
        if self.any(pos, &["abilities"]) && self.is(pos + 1, "cannot") && self.is(pos + 2, "act") {
            self.abilities(pos + 3, sc, &mut out);
            return out;
        }
        let anchor = self.span(pos).lo.wrapping_add(1);
        let sc = self.scope(sc, |s| s.anchor = anchor);
        for (subject, p) in self.phrase(pos, &sc, false).iter() {
            if let Some(all) = self.denied(subject) {
                self.denial(&all, pos, *p, &sc, &mut out);
                continue;
            }
            let sc = match self.one_beside(subject, pos, *p) {
                Some((several, one)) if sc.it == It::None => {
                    self.scope(&sc, |s| s.it = It::Beside(several.clone(), one.clone()))
                }
                Some(_) | None => sc.clone(),
            };
            let leave = self.is(*p, "may");
            if self.fact_verb(*p) && self.counted_fact(pos, subject, leave) {
                continue;
            }
            match self.w(*p) {
                "cannot" => self.guard(subject, Verdict::Forbid, *p + 1, &sc, &mut out),
                "must" => self.guard(subject, Verdict::Duty, *p + 1, &sc, &mut out),
                "may" if self.is(*p + 1, "not") => {
                    let message = "`may not` can mean `cannot` or `need not`; write `cannot`";
                    self.fail(*p, "E115", message);
                }
                "may" => self.guard(subject, Verdict::Permit, *p + 1, &sc, &mut out),
                "can" => {
                    let message = "`can` in a rule: write `may` for a choice or a permission";
                    self.fail(*p, "E115", message);
                }
                "is" | "are" => self.view(subject, *p + 1, false, &sc, &mut out),
                _ => self.movement(subject, *p, &sc, &mut out),
            }
        }
        self.settled(out)
    }

    /// `your pawns beside your king`: several pieces, told by one other, which `it` behind them could be as well.
    fn one_beside(&self, subject: &Ph, from: usize, to: usize) -> Option<(String, String)> {
        let piece = |sense: &Sense| {
            matches!(
                sense,
                Sense::Kind(_)
                    | Sense::Things(Ty::Piece, _)
                    | Sense::Part(_, Ty::Piece)
                    | Sense::Rival("enemy")
            )
        };
        let one = |at: usize| {
            let senses = self.senses(at);
            let mut single = senses.iter().filter(|(_, plural, _)| !plural);
            single
                .find(|(sense, ..)| piece(sense))
                .map(|(_, _, noun)| noun.clone())
        };
        let several = subject.plural && subject.ty == Some(Ty::Piece) && !subject.noun.is_empty();
        let one = several.then(|| (from..to).find_map(one)).flatten()?;
        Some((subject.noun.clone(), one))
    }

    /// Something is said of a subject here, and not the verb of a step.
    fn fact_verb(&self, p: usize) -> bool {
        self.any(p, &["cannot", "must", "may", "is", "are"])
            || self.any(
                p,
                &["slide", "slides", "step", "steps", "leap", "leaps", "also"],
            )
    }

    /// `no enemy may capture ..` forbids, `no piece is royal` takes away; nothing else can be said of none.
    fn denial(&self, all: &Ph, pos: usize, p: usize, sc: &Scope, out: &mut Alts<Fact>) {
        match self.w(p) {
            "may" if !self.is(p + 1, "not") => self.guard(all, Verdict::Forbid, p + 1, sc, out),
            "is" | "are" if !self.is(p + 1, "not") => self.view(all, p + 1, true, sc, out),
            "may" | "cannot" => self.no_use(pos, "say who may: `X may ..`"),
            "is" | "are" => self.no_use(pos, "say it of all: `X are ..`"),
            "must" => self.no_use(
                pos,
                "a duty is ended by leaving its rule out; `cannot` forbids",
            ),
            _ => self.no_use(pos, "say what cannot be done: `X cannot ..`"),
        }
    }

    fn abilities(&self, p: usize, sc: &Scope, out: &mut Alts<Fact>) {
        let unless = self.is(p, "unless");
        if !unless && !self.is(p, "if") {
            self.expected(p, "`if` or `unless`");
            return;
        }
        let sc = self.scope(sc, |s| s.event = true);
        for (cond, q) in self.cond(p + 1, &sc) {
            let spoil = if unless { contrary(cond) } else { cond };
            let fact = Fact {
                forms: vec![Form::Abilities { spoil }],
                when: Vec::new(),
                term: Vec::new(),
                anchor: sc.anchor,
            };
            out.push((fact, q));
        }
    }

    fn guard(&self, subject: &Ph, verdict: Verdict, p: usize, sc: &Scope, out: &mut Alts<Fact>) {
        let passive = self.is(p, "be");
        let Some(ty) = subject.ty else { return };
        let role = if passive { Role::Object } else { Role::Subject };
        let inner = self.speaking_of(subject, ty, role, sc);
        let (at, forms, mode): (usize, &[Verbal], Mode) = if passive {
            (p + 1, &[Verbal::Part], Mode::Passive)
        } else {
            (p, &[Verbal::Base], Mode::Guard)
        };
        let mut read = self.verb_list(at, &inner, forms, mode);
        let itself = |v: &Vp| self.to_itself(v, &inner, sc);
        let of_itself = read.iter().any(|(verbs, _)| verbs.iter().any(itself));
        // `if your king is on its last row, enemies cannot capture it`
        let of_condition = sc.asked_first.as_ref().filter(|_| of_itself);
        if let Some(it) = of_condition {
            let asked = self.scope(&inner, |s| s.it = it.clone());
            read = self.verb_list(at, &asked, forms, mode);
        }
        for (verbs, q) in read {
            if of_condition.is_none() && self.of_subject_or_condition(subject, (p, q), sc) {
                continue;
            }
            if !verbs.iter().all(|v| self.guarded(at, verdict, v)) {
                continue;
            }
            if passive && ty == Ty::Seat && verbs.iter().any(|v| v.deed.verb == Verb::Skip) {
                let said = "who skips a turn does it, whoever brought it about";
                let help = "say it of the player: `you cannot skip your next turn`";
                self.fail_help(at, "E122", said, Some(help.to_owned()));
                continue;
            }
            verbs
                .iter()
                .for_each(|v| self.counted_guard(at, verdict, ty, v));
            let good = verbs.iter().all(|v| {
                let may = if passive { v.takes.or(v.who) } else { v.who };
                may.has(ty) || (ty == Ty::Side && may.has(Ty::Seat))
            });
            if !good || of_condition.is_none() && verbs.iter().any(itself) {
                continue;
            }
            let event = Event {
                deeds: Vec::new(),
                verbs: verbs.clone(),
                subject: subject.clone(),
                passive,
            };
            let free = sc.it == It::None;
            let mut after = self.after_guard(&event, ty, free, &inner);
            if verdict == Verdict::Duty && free {
                // a duty is asked before anything has happened that could be spoken of
                after = self.scope(&after, |s| s.it = It::None);
            }
            if sc.asked_first.is_some() && subject.plural && after.it != sc.it {
                let (noun, asked) = (subject.noun.clone(), "piece of the condition".to_owned());
                after = self.scope(&after, |s| s.it = It::Two(noun.clone(), asked.clone()));
            }
            let forms = self.guard_forms(subject, verdict, &verbs, passive);
            let fact = Fact {
                forms,
                when: Vec::new(),
                term: Vec::new(),
                anchor: sc.anchor,
            };
            let ends = self.ends_of(subject, &after);
            self.fact_tail(fact, q, (&after, &ends), out);
        }
    }

    /// `until the end of their next turn`: the end is set when the fact is, so *they* are whom it binds, and not who does something later.
    /// Of several each has an end of their own, which no one fact has.
    fn ends_of(&self, subject: &Ph, sc: &Scope) -> Scope {
        if subject.ty != Some(Ty::Seat) || subject.set().base == Base::You {
            return sc.clone();
        }
        let one = !subject.plural && subject.art != Art::Every;
        let mut them = subject.set();
        if matches!(them.base, Base::All(_)) {
            them.amount = Amount::Any;
        }
        self.scope(sc, |s| s.they = one.then_some(them))
    }

    /// E156: a guard is held against events; what raises none, or asks nobody, can be neither forbidden nor demanded.
    fn guarded(&self, at: usize, verdict: Verdict, vp: &Vp) -> bool {
        let unasked = matches!(
            vp.deed.verb,
            Verb::Reveal | Verb::Resign | Verb::Draw | Verb::Borrow
        );
        let over = vp.deed.cases.iter().any(|(case, _)| *case == Case::Over);
        let heading = |(case, ph): &(Case, Ph)| *case == Case::In && ph.ty == Some(Ty::Direction);
        let said = match vp.deed.verb {
            Verb::Move if vp.cases.iter().any(heading) => Some((
                "the direction of a piece is that of its last move, and no move is judged by it",
                "say where it cannot go (`cannot move to a square beside your king`), or which way: `your rooks cannot move sideways`",
            )),
            Verb::Pass if over && verdict != Verdict::Permit => Some((
                "what a piece slides past can be permitted, not forbidden: nothing is passed unless a rule says so",
                "say over which it may: `rooks may pass over pawns of yours`",
            )),
            Verb::Pass if verdict != Verdict::Permit => Some((
                "who has nothing else to do passes, whatever a rule says, and no option is judged by it",
                "say what has to be done (`you must move a piece`), or what may not be left out, in the turn: `on your turn { act }`",
            )),
            Verb::StopBeing => Some((
                "a mark ends when its time is over or a rule takes it away, and nobody is asked then",
                "put a condition into the rule that takes it away (`if ..`), or mark it anew: `after your rook stops being brave, mark it as brave`",
            )),
            Verb::Jump if over && verdict != Verdict::Permit => Some((
                "a jump is judged as a whole, whatever it goes over",
                "a piece that slides is stopped by what stands between: `elephants slide 2 squares diagonally`; a leap can have a condition: \
                 `it leaps (1,2) if ..`",
            )),
            _ => None,
        };
        if let Some((message, help)) = said {
            self.fail_help(at, "E156", message, Some(help.to_owned()));
            return false;
        }
        let known = self.words.verbs.iter().find(|v| v.verb == vp.deed.verb);
        let event = known.is_none_or(|v| v.event) && !unasked;
        if !event {
            let what = match verdict {
                Verdict::Forbid => "forbidden",
                Verdict::Duty => "demanded",
                Verdict::Permit => "permitted",
            };
            let message = format!("`{}` cannot be {what}: no option is judged by it", vp.word);
            let help = "put a condition into the rule that does it (`if ..`), or speak of a move or another event: `cannot move`, `cannot be captured`";
            self.fail_help(at, "E156", message, Some(help.to_owned()));
        }
        event
    }

    /// E150: a guard is asked of one event after the other, and so is what must or may be, so they count none.
    fn counted_guard(&self, at: usize, verdict: Verdict, who: Ty, vp: &Vp) {
        let one =
            |s: &Set| verdict != Verdict::Permit && s.amount == Amount::Count(Rel::Eq, Num::Lit(1));
        let counts = |v: &Value| matches!(v, Value::Set(s) if matches!(s.amount, Amount::Count(..) | Amount::No) && !one(s));
        let counted = vp.deed.object.iter().any(&counts)
            || vp.deed.cases.iter().any(|(_, v)| counts(v))
            || vp
                .deed
                .subject
                .iter()
                .any(|s| counts(&Value::Set(s.clone())));
        if counted {
            let step = self.words.verb(&vp.word).any(|(verb, _)| verb.step);
            let by_a_player = step && who == Ty::Seat;
            let (said, help) = match verdict {
                Verdict::Forbid => (
                    "a guard is asked about one piece or square at a time, so it cannot count them",
                    "leave the amount out (`cannot cross a border`), or count in a condition: `if you have captured 2 or more pieces this turn, you \
                     cannot capture`",
                ),
                Verdict::Permit if by_a_player => (
                    "without braces this is a permission, which is asked about one piece or square at a time and cannot count them",
                    "what a player may do is a step in braces: `instead of moving, you may { remove 2 pawns of yours }`",
                ),
                Verdict::Permit => (
                    "a permission is asked about one piece or square at a time, so it cannot count them",
                    "leave the amount out (`may pass over pieces`), or count in a condition: `.. if there are 2 or more ..`; one that is jumped is a \
                     movement: `also slide orthogonally over 1 piece`",
                ),
                Verdict::Duty => (
                    "a duty is done by one deed, so it cannot count what is done",
                    "leave the amount out: `you must capture a piece`",
                ),
            };
            // told whatever else could be read there
            let span = self.span(vp.object_at.0.max(at));
            self.note(error("E150", span, said, Some(help.to_owned())));
        }
    }

    /// Inside a guard `it` is the piece it speaks of.
    fn speaking_of(&self, subject: &Ph, ty: Ty, role: Role, sc: &Scope) -> Scope {
        let things = matches!(ty, Ty::Piece | Ty::Square | Ty::Border | Ty::Card);
        let name = self.role_name(sc, role);
        self.scope(sc, |s| {
            if s.it == It::None && things {
                s.it = It::Is(make(ty, Base::Name(name)));
            }
            if ty == Ty::Seat && subject.set().base != Base::You {
                s.they = Some(make(Ty::Seat, Base::Name(name)));
            }
        })
    }

    fn guard_forms(
        &self,
        subject: &Ph,
        verdict: Verdict,
        verbs: &[Vp],
        passive: bool,
    ) -> Vec<Form> {
        let seat = matches!(subject.ty, Some(Ty::Seat | Ty::Side));
        let binds = if seat && !passive {
            Binds::Player
        } else {
            Binds::Pieces
        };
        let mut first = None;
        let mut set = subject.set();
        if verdict == Verdict::Permit
            && let Amount::Count(Rel::Eq, n) = &set.amount
        {
            first = Some(n.clone());
            set.amount = Amount::Any;
        }
        let mut seen = Vec::new();
        let fresh = verbs.iter().filter(|v| {
            // `destroyed or removed` is one verb
            let new = !seen.contains(&v.deed.verb);
            seen.push(v.deed.verb);
            new
        });
        let deeds = fresh.flat_map(|v| {
            let mut deed = v.deed.clone();
            if passive {
                deed.object = Some(Value::Set(set.clone()));
            } else {
                deed.subject = Some(set.clone());
            }
            match verdict {
                Verdict::Forbid => each_place(v, deed),
                Verdict::Permit | Verdict::Duty => vec![deed],
            }
        });
        let each = deeds.map(|deed| Form::Guard {
            verdict,
            deed,
            binds,
            first: first.clone(),
            term: Vec::new(),
        });
        each.collect()
    }

    /// Conditions and ends behind a fact.
    /// What follows a fact; its conditions and its end are read with a scope of their own.
    fn fact_tail(&self, fact: Fact, q: usize, (sc, ends): (&Scope, &Scope), out: &mut Alts<Fact>) {
        if !self.tick() {
            return;
        }
        out.push((fact.clone(), q));
        let at = self.comma(q);
        if self.any(at, &["if", "unless", "while"]) {
            for (cond, r) in self.cond(at + 1, sc) {
                let unless = self.is(at, "unless");
                let mut next = fact.clone();
                next.when.push(if unless { contrary(cond) } else { cond });
                self.fact_tail(next, r, (sc, ends), out);
            }
        }
        let guard = matches!(fact.forms.first(), Some(Form::Guard { .. }));
        if guard && fact.term.is_empty() {
            for (term, r) in self.term(q, ends) {
                let mut next = fact.clone();
                next.term = term;
                self.fact_tail(next, r, (sc, ends), out);
            }
        }
    }

    /// `it` in the conditions of a view or pattern: the thing it speaks of.
    fn of_fact(&self, ty: Ty, sc: &Scope) -> Scope {
        self.scope(sc, |s| {
            if s.it == It::None {
                s.it = It::Is(make(ty, Base::It));
            }
            if ty == Ty::Seat && s.they.is_none() {
                s.they = Some(make(ty, Base::It));
            }
        })
    }

    /// `none`: said of `no ..`, so the contrary holds for all of them.
    fn view(&self, subject: &Ph, p: usize, none: bool, sc: &Scope, out: &mut Alts<Fact>) {
        let not = self.is(p, "not");
        let p = p + usize::from(not);
        let not = not || none;
        let Some(ty) = subject.ty else { return };
        let owner = match &subject.value {
            Value::Num(Num::Field(f, owner, _)) => Some((*f, (**owner).clone())),
            Value::Set(s) => match &s.base {
                Base::Field(f, owner, _) if s.by.is_empty() => Some((*f, (**owner).clone())),
                _ => None,
            },
            Value::Num(_) => return,
        };
        if let (Some((field, of)), Ty::Number) = (owner, ty) {
            for (n, q) in self.number(p, sc) {
                let is = What::Value(field, Value::Num(n));
                self.view_with(of.clone(), is, not, q, sc, out);
            }
            return;
        }
        let mut found: Alts<Quality> = Vec::new();
        let word = self.w(p);
        let quality = self
            .declared_quality(word)
            .or_else(|| super::sense::language_quality(word));
        if let Some(q) = quality {
            if self.said_of(word).has(ty) || ty == Ty::Square && self.said_of(word).has(Ty::Army) {
                if q == Quality::InCheck(None) {
                    found.extend(self.checked_by(p + 1, sc));
                }
                found.push((q, p + 1));
            } else {
                let of = super::set::describe(self.said_of(word));
                self.fail(p, "E127", format!("`{word}` can be said of {of}"));
            }
        }
        if matches!(ty, Ty::Piece | Ty::Card) {
            for (ph, q) in self.phrase(p, sc, true).iter() {
                let pieces = ph.ty == Some(Ty::Piece) && pure_kinds(&ph.set()).is_none();
                if pieces {
                    let message =
                        "a piece is of a kind or has a mark; it does not become another piece";
                    let help = "name a kind (`your rooks are bishops`) or a mark you declare (`your pieces are tired`)";
                    self.fail_help(p, "E158", message, Some(help.to_owned()));
                } else if let Some(kinds) = self.fit(ph, Types::of(Ty::Kind)) {
                    found.push((Quality::Kind(Box::new(kinds.set())), *q));
                }
            }
        }
        for (quality, q) in found {
            self.view_with(subject.set(), What::Quality(quality), not, q, sc, out);
        }
    }

    fn view_with(&self, of: Set, is: What, not: bool, q: usize, sc: &Scope, out: &mut Alts<Fact>) {
        let sc = self.of_fact(of.ty, sc);
        let fact = Fact {
            forms: vec![Form::View { of, is, not }],
            when: Vec::new(),
            term: Vec::new(),
            anchor: sc.anchor,
        };
        self.fact_tail(fact, q, (&sc, &sc), out);
    }

    fn movement(&self, subject: &Ph, p: usize, sc: &Scope, out: &mut Alts<Fact>) {
        if subject.ty != Some(Ty::Piece) {
            self.expected(p, "`cannot`, `may`, `is` or another verb");
            return;
        }
        let mut inner = self.of_fact(Ty::Piece, sc);
        for (role, ty) in [
            (Role::Origin, Ty::Square),
            (Role::Destination, Ty::Square),
            (Role::Path, Ty::Square),
        ] {
            let bound = Bound {
                word: super::words::role_name(role).to_owned(),
                name: self.role_name(sc, role),
                ty,
                many: role == Role::Path,
                noun: true,
                twice: false,
                outer: false,
                role: Some(role),
            };
            Rc::make_mut(&mut inner.names).push(bound);
        }
        let inner = self.scope(&inner, |_| {});
        for (mut pattern, q) in self.pattern(p, &inner) {
            if self.of_subject_or_condition(subject, (p + 1, q), sc) {
                continue;
            }
            let of = subject.set();
            let path = self.role_name(sc, Role::Path);
            if self.leaps_by_its_path(&pattern, path, q) {
                continue;
            }
            // a kind says how it moves at all; of other pieces is said when they move so, and else they move as they did
            if of.base != Base::It {
                condition_of_all(&mut pattern, &inner);
            }
            let form = if pattern.standing {
                Form::Standing { of }
            } else {
                Form::Movement {
                    of,
                    also: pattern.also,
                    aim: pattern.aim,
                    ways: pattern.ways,
                }
            };
            let fact = Fact {
                forms: vec![form],
                when: pattern.when.into_iter().collect(),
                term: Vec::new(),
                anchor: sc.anchor,
            };
            out.push((fact.clone(), q));
            let at = self.comma(q);
            if self.is(at, "while") {
                for (cond, r) in self.cond(at + 1, &inner) {
                    let mut next = fact.clone();
                    next.when.push(cond);
                    out.push((next, r));
                }
            }
        }
    }
}

/// The condition that all its ways share is one on the whole sentence, unless it asks where a way leads.
fn condition_of_all(pattern: &mut Pattern, sc: &Scope) {
    let Some(cond) = pattern.ways.first().and_then(|way| way.when.clone()) else {
        return;
    };
    let mut asks_the_way = false;
    visit_cond(&cond, &mut |node| {
        asks_the_way |= matches!(node, Node::Set(Set { base: Base::Name(name), .. })
            if sc.names.iter().any(|bound| bound.role.is_some() && bound.name == *name));
    });
    let shared = pattern.ways.iter().all(|w| w.when.as_ref() == Some(&cond));
    if shared && !pattern.also && !asks_the_way {
        pattern.ways.iter_mut().for_each(|w| w.when = None);
        pattern.when = Some(cond);
    }
}
