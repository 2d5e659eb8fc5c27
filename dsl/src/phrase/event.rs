//! Event phrases and the names they make known: roles, bare nouns, `it`, `they`.
use super::deed::{Mode, Vp};
use super::either::each_place;
use super::reader::*;
use super::words::Form;
use engine::rules::*;
use std::rc::Rc;

/// An event phrase as read.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// One deed for every verb.
    pub deeds: Vec<Deed>,
    /// The verbs.
    pub verbs: Vec<Vp>,
    /// What it is said of.
    pub subject: Ph,
    /// `is captured`.
    pub passive: bool,
}

impl Rd<'_> {
    /// An event phrase. The scope's anchor must be that of the event.
    pub fn event(&self, pos: usize, sc: &Scope) -> Alts<Event> {
        let mut out = Vec::new();
        let phrases = self.phrase(pos, sc, false);
        for (subject, p) in phrases.iter() {
            if self.denied(subject).is_some() {
                self.no_use(pos, "say what happens, and to whom or by whom");
                continue;
            }
            self.all_at_once(pos, Mode::Event);
            let passive = self.any(*p, &["is", "are"]);
            let sc = &self.with_subject(subject, passive, sc);
            if passive {
                for (verbs, q) in self.verb_list(p + 1, sc, &[Form::Part], Mode::Passive) {
                    if self.both_happen(&verbs, p + 1)
                        || self.happens_to_none(&verbs, q)
                        || self.never_happens(&verbs, p + 1)
                    {
                        continue;
                    }
                    let event = self.passive_event(subject, verbs);
                    if let Some(event) = event.filter(|event| !self.so_many_at_once(event, pos, q))
                    {
                        out.push((event, q));
                    }
                }
                continue;
            }
            let forms = [Form::Third, Form::Base];
            for (verbs, q) in self.verb_list(*p, sc, &forms, Mode::Event) {
                if self.both_happen(&verbs, *p) || self.happens_to_none(&verbs, q) {
                    continue;
                }
                let event = self.active_event(subject, verbs, *p);
                if let Some(event) = event.filter(|event| !self.so_many_at_once(event, pos, q)) {
                    out.push((event, q));
                }
            }
        }
        self.settled(out)
    }

    /// E125: `after 2 pieces are captured`, `after you capture 2 pieces`. The event stands from `from` up to `to`.
    fn so_many_at_once(&self, event: &Event, from: usize, to: usize) -> bool {
        let several =
            |set: &Set| matches!(&set.amount, Amount::Count(Rel::Eq, Num::Lit(n)) if *n > 1);
        let of_several = |deed: &Deed| {
            let object = matches!(&deed.object, Some(Value::Set(set)) if several(set));
            // a swap is of two
            deed.verb != Verb::Swap && (object || deed.subject.iter().any(several))
        };
        let bare = event.deeds.iter().any(of_several) && !(from..to).any(|i| self.is(i, "exactly"));
        let counted = |set: &Set| matches!(&set.amount, Amount::Count(_, n) if *n != Num::Lit(1));
        let drawn = event.deeds.iter().any(|deed| {
            let cards = matches!(&deed.object, Some(Value::Set(set)) if counted(set));
            deed.verb == Verb::Draw && cards
        });
        if drawn {
            let said = "cards are drawn one after the other, and each draw is an event";
            let help = "watch each of them (`after you draw a card, ..`), or wait for so many: `as soon as your hand holds 2 or more cards, ..`";
            self.fail_help(to - 1, "E125", said, Some(help.to_owned()));
        } else if bare {
            let said = "one event is one step, which does this to so many at once only where a rule lets it";
            let help = "over several steps they are counted in a condition: `after you capture a piece, if you have captured 2 or more pieces this turn, ..`; \
                        so many in one step: `after you capture exactly 2 pieces`, `after exactly 2 pieces are removed`";
            self.fail_help(to - 1, "E125", said, Some(help.to_owned()));
        }
        bare || drawn
    }

    /// E192: `after a piece moves and captures`: events come one after another, so no event is both. `from`: the first of the verbs.
    fn both_happen(&self, verbs: &[Vp], from: usize) -> bool {
        if verbs.len() < 2 {
            return false;
        }
        // the verbs stand side by side, with nothing but what joins them in between
        let end = from + 3 * (verbs.len() - 1);
        let Some(at) = (from..end).find(|at| self.is(*at, "and")) else {
            return false;
        };
        let message = "`and` would mean `or` here: one of these would be enough";
        let help = "either: write `or`; both: watch the last of them and ask for the other, as in `after a pawn promotes, if it has captured a piece this turn`";
        self.fail_help(at, "E192", message, Some(help.to_owned()));
        true
    }

    /// E124: `after your king is attacked`: attacks, coverage and what is held are states that conditions ask about, no events.
    fn never_happens(&self, verbs: &[Vp], at: usize) -> bool {
        let watched = |v: &Vp| self.words.verb(&v.word).any(|(verb, _)| verb.event);
        let Some(asked) = verbs.iter().find(|v| !watched(v)) else {
            return false;
        };
        let said = format!("`{}` is not an event: it is so, or it is not", asked.word);
        let help = "watch the moment in which it becomes so, with who does it first: `as soon as an enemy attacks your king, you lose`; `as soon as your king is in check, score 1`";
        self.fail_help(at, "E124", said, Some(help.to_owned()));
        true
    }

    /// E146: `after you move no rook`: what does not happen is no event.
    fn happens_to_none(&self, verbs: &[Vp], end: usize) -> bool {
        let none = |v: &Value| matches!(v, Value::Set(s) if s.amount == Amount::No);
        let nothing = |v: &Vp| {
            let by = v.deed.subject.iter().any(|s| s.amount == Amount::No);
            by || v.deed.object.iter().any(none) || v.deed.cases.iter().any(|(_, v)| none(v))
        };
        let many = |v: &Value| matches!(v, Value::Set(s) if matches!(&s.amount, Amount::Count(_, n) if *n != Num::Lit(1)));
        if verbs
            .iter()
            .any(|v| v.deed.cases.iter().any(|(_, v)| many(v)))
        {
            let said = "events are watched one at a time, so an amount here counts nothing";
            let help =
                "leave the amount out, or count in a condition: `.. if there are 2 or more ..`";
            self.fail_help(end.saturating_sub(1), "E150", said, Some(help.to_owned()));
            return true;
        }
        // `after you put an enemy king in check`
        let in_check = |v: &Value| matches!(v, Value::Set(s) if s.by.iter().any(|n| matches!(n, Narrow::Is(Quality::InCheck(_)))));
        let puts_in_check = |v: &Vp| {
            let put = v.deed.verb == Verb::Put && v.deed.cases.is_empty();
            put && v.deed.object.iter().any(in_check)
        };
        if verbs.iter().any(puts_in_check) {
            let said = "check is a state, which nothing is put into";
            let help = "watch the moment in which it begins: `as soon as an enemy king is in check, score 1`";
            self.fail_help(end.saturating_sub(1), "E124", said, Some(help.to_owned()));
            return true;
        }
        let slid_over = |v: &Vp| {
            v.deed.verb == Verb::Pass && v.deed.cases.iter().any(|(case, _)| *case == Case::Over)
        };
        if verbs.iter().any(slid_over) {
            let said = "what a piece goes past is told with its move";
            let help = "write `after a rook moves over a pawn`";
            self.fail_help(end.saturating_sub(1), "E124", said, Some(help.to_owned()));
            return true;
        }
        if verbs.iter().any(|v| v.deed.how.quiet) {
            let said =
                "what a move captures is told by the capture, so no move is watched without one";
            let help = "ask behind it whether the piece has captured one: `after you move a pawn, if it has not captured a piece this turn, score 1`";
            self.fail_help(end.saturating_sub(1), "E124", said, Some(help.to_owned()));
            return true;
        }
        if self.moved_where(verbs) {
            return true;
        }
        if !verbs.iter().any(nothing) {
            return false;
        }
        let help = "say what happens; what has not happened is a condition: `at the end of your turn, if you have moved no rook this turn`";
        self.no_use(end.saturating_sub(1), help);
        true
    }

    /// E119: `after an opponent moves a piece beside your king`: a piece that was there, or to a square there?
    fn moved_where(&self, verbs: &[Vp]) -> bool {
        let [one] = verbs else { return false };
        let (from, to) = one.object_at;
        let place = |i: &usize| {
            self.any(*i, &["beside", "around", "within", "next-to"])
                && !self.any(*i - 1, &["is", "are"])
        };
        let Some(at) = (from + 1..to).find(place) else {
            return false;
        };
        if one.deed.verb != Verb::Move || !one.deed.cases.is_empty() {
            return false;
        }
        let message = "two readings: does it stand there before the move, or behind it?";
        let help = "before: `moves a piece that is beside your king`; behind: `moves a piece to a square beside your king`";
        self.fail_help(at, "E119", message, Some(help.to_owned()));
        true
    }

    /// The subject is already named within the rest of its event (`a piece captures another piece`).
    fn with_subject(&self, subject: &Ph, passive: bool, sc: &Scope) -> Scope {
        let role = if passive { Role::Object } else { Role::Subject };
        let mut nouns = Vec::new();
        self.bare_noun(subject, role, sc, &mut nouns);
        if nouns.is_empty() {
            return sc.clone();
        }
        self.scope(sc, |s| {
            Rc::make_mut(&mut s.names).extend(nouns);
            s.opening = true;
        })
    }

    fn passive_event(&self, subject: &Ph, verbs: Vec<Vp>) -> Option<Event> {
        let ty = subject.ty?;
        if !verbs.iter().all(|v| v.takes.has(ty) || v.who.has(ty)) {
            return None;
        }
        let deeds = verbs
            .iter()
            .map(|v| {
                let mut deed = v.deed.clone();
                deed.object = Some(Value::Set(subject.set()));
                deed
            })
            .collect();
        Some(Event {
            deeds,
            verbs,
            subject: subject.clone(),
            passive: true,
        })
    }

    fn active_event(&self, subject: &Ph, verbs: Vec<Vp>, p: usize) -> Option<Event> {
        let ty = subject.ty?;
        let stops = verbs.iter().any(|v| v.deed.verb == Verb::StopBeing);
        // pieces pass over something, which is told with their move; a turn is passed by players
        let passed = ty == Ty::Piece && verbs.iter().any(|v| v.deed.verb == Verb::Pass);
        let done_by = |v: &Vp| v.who.has(ty) || ty == Ty::Power || stops;
        if passed || !verbs.iter().all(done_by) {
            let message = format!(
                "a {} does not `{}`",
                super::words::ty_name(ty),
                verbs[0].word
            );
            let players = ty == Ty::Piece && verbs.iter().all(|v| v.who.has(Ty::Seat));
            let help = match passed {
                true => {
                    "players do this: `after an opponent passes`; a piece that goes past another moves: `after an enemy moves to a square beside your king`"
                }
                false => "players do this: `after an opponent resigns`",
            };
            self.fail_help(p, "E122", message, players.then(|| help.to_owned()));
            return None;
        }
        let deeds = verbs
            .iter()
            .flat_map(|v| {
                let mut deed = v.deed.clone();
                if stops {
                    deed.object = Some(Value::Set(subject.set()));
                } else {
                    deed.subject = Some(subject.set());
                }
                each_place(v, deed)
            })
            .collect();
        Some(Event {
            deeds,
            verbs,
            subject: subject.clone(),
            passive: stops,
        })
    }

    /// The scope behind an event phrase: its roles, bare nouns, `it` and `they`.
    pub fn after_event(&self, event: &Event, sc: &Scope) -> Scope {
        let mut bound = Vec::new();
        for verb in &event.verbs {
            for (role, ty) in &verb.roles {
                let word = super::words::role_name(*role);
                let ty = &suffers_in_any_type(event, verb, *role).unwrap_or(*ty);
                if !bound.iter().any(|b: &Bound| b.word == word) {
                    bound.push(self.role_bound(word, *role, *ty, sc));
                }
            }
        }
        let mut nouns = Vec::new();
        let own = if event.passive {
            Role::Object
        } else {
            Role::Subject
        };
        self.bare_noun(&event.subject, own, sc, &mut nouns);
        if let Some(vp) = event.verbs.first() {
            if let Some(object) = &vp.object {
                self.bare_noun(object, Role::Object, sc, &mut nouns);
            }
            if let Some(object) = &vp.object {
                self.zone_owner(object, sc, &mut nouns);
            }
            for (case, ph) in &vp.cases {
                if let Some(role) = role_of_case(vp.deed.verb, *case, event.passive) {
                    self.bare_noun(ph, role, sc, &mut nouns);
                }
            }
        }
        bound.extend(nouns);
        let it = self.main_piece(event, sc);
        let they = self.player(event, sc);
        let words: Vec<String> = event.verbs.iter().map(|v| v.word.clone()).collect();
        self.scope(sc, |s| {
            let names = Rc::make_mut(&mut s.names);
            names.extend(bound);
            if s.it == It::None {
                s.it = it;
            }
            if they.is_some() {
                s.they = they;
            }
            s.event = true;
            s.watched = Rc::new(words);
        })
    }

    fn role_bound(&self, word: &str, role: Role, ty: Ty, sc: &Scope) -> Bound {
        Bound {
            word: word.to_owned(),
            name: self.role_name(sc, role),
            ty,
            many: false,
            noun: true,
            twice: false,
            outer: false,
            role: Some(role),
        }
    }

    /// `enters the pit of a piece`: the piece.
    fn zone_owner(&self, ph: &Ph, sc: &Scope, out: &mut Vec<Bound>) {
        let Value::Set(Set {
            base: Base::Zone(_, owner),
            ..
        }) = &ph.value
        else {
            return;
        };
        if owner.amount != Amount::Any || !matches!(owner.base, Base::All(_)) {
            return;
        }
        let word = self.noun_of(owner);
        if out.iter().any(|b| b.word == word) {
            return;
        }
        out.push(Bound {
            name: self.noun_role(sc, &word, Role::Owner),
            word,
            ty: owner.ty,
            many: false,
            noun: true,
            twice: false,
            outer: false,
            role: Some(Role::Owner),
        });
    }

    /// Binds the bare noun of a phrase (`a piece`, `your knight`, `an opponent`).
    fn bare_noun(&self, ph: &Ph, role: Role, sc: &Scope, out: &mut Vec<Bound>) {
        let Some(ty) = ph.ty else { return };
        let several = ph.plural && ph.art != Art::Count;
        if ph.noun.is_empty() || several || ph.art == Art::Name && !ph.narrowed {
            return;
        }
        if matches!(ph.art, Art::No | Art::Every)
            || !matches!(
                ty,
                Ty::Piece | Ty::Seat | Ty::Square | Ty::Border | Ty::Card | Ty::Army
            )
        {
            return;
        }
        let name = self.noun_role(sc, &ph.noun, role);
        let bound = Bound {
            word: ph.noun.clone(),
            name,
            ty,
            many: false,
            noun: true,
            twice: false,
            outer: false,
            role: Some(role),
        };
        match out.iter_mut().find(|b| b.word == bound.word) {
            // `another piece` beside `a piece`: the first keeps the word
            Some(_) if is_other(ph) => {}
            Some(old) => old.twice = true,
            None => out.push(bound),
        }
    }

    fn main_piece(&self, event: &Event, sc: &Scope) -> It {
        let named = |role: Role| {
            let ty = event.verbs[0].roles.iter().find(|(r, _)| *r == role);
            let ty = ty.map_or(Ty::Piece, |(_, t)| *t);
            let ty = suffers_in_any_type(event, &event.verbs[0], role).unwrap_or(ty);
            let ty = if role == Role::Object || role == Role::Subject {
                event.subject.ty.unwrap_or(Ty::Piece)
            } else {
                ty
            };
            It::Is(make(ty, Base::Name(self.role_name(sc, role))))
        };
        let pieces = |v: &Vp| -> Vec<Role> {
            let piece = v.roles.iter().filter(|(_, t)| *t == Ty::Piece);
            piece.map(|(r, _)| *r).collect()
        };
        match event.verbs.as_slice() {
            [one] => match (one.it, pieces(one).as_slice()) {
                (Some(role), _) => named(role),
                (None, [a, b, ..]) => It::Two(
                    super::words::role_name(*a).to_owned(),
                    super::words::role_name(*b).to_owned(),
                ),
                (None, [one]) => named(*one),
                (None, []) => It::None,
            },
            _ if event.passive => named(Role::Object),
            many => {
                let same = many.iter().all(|v| v.it == many[0].it);
                match many[0].it {
                    Some(role) if same => named(role),
                    _ if event.subject.ty == Some(Ty::Piece) => named(Role::Subject),
                    _ => It::None,
                }
            }
        }
    }

    fn player(&self, event: &Event, sc: &Scope) -> Option<Set> {
        if event.subject.ty != Some(Ty::Seat) || event.subject.set().base == Base::You {
            return None;
        }
        let noun = if event.subject.noun.is_empty() {
            "player"
        } else {
            &event.subject.noun
        };
        let role = if event.passive {
            Role::Object
        } else {
            Role::Subject
        };
        let name = self.noun_role(sc, noun, role);
        Some(make(Ty::Seat, Base::Name(name)))
    }
}

fn is_other(ph: &Ph) -> bool {
    matches!(&ph.value, Value::Set(s) if s.by.iter().any(|n| matches!(n, Narrow::Other(_))))
}

/// The type of the marked, released or revealed thing of an event: those verbs take things of many types (`a square stops being mined`).
fn suffers_in_any_type(event: &Event, verb: &Vp, role: Role) -> Option<Ty> {
    if !matches!(role, Role::Marked | Role::Released | Role::Revealed) {
        return None;
    }
    match event.passive {
        true => event.subject.ty,
        false => verb.object.as_ref()?.ty,
    }
}

/// Which role a noun in a case is.
fn role_of_case(verb: Verb, case: Case, passive: bool) -> Option<Role> {
    Some(match (verb, case) {
        (Verb::Move | Verb::Put | Verb::Shift, Case::To | Case::On) => Role::Destination,
        (Verb::Move | Verb::Enter, Case::From) => Role::Origin,
        (Verb::LoseGame | Verb::LosePiece, Case::To) => Role::Conqueror,
        (Verb::Give, Case::To) => Role::Receiver,
        (_, Case::With) => Role::With,
        (_, Case::By) if passive => Role::Subject,
        _ => return None,
    })
}
