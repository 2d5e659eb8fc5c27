//! The read-back of what is done: one verb phrase as a step, an event, a guard, a question about the past or a test.
use super::Printer;
use super::nouns::join;
use crate::phrase::cases::case_word;
use crate::phrase::settle::anybodys;
use crate::phrase::words::{verb_name, words};
use engine::rules::*;

/// In which form of the verb a deed is said.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Voice {
    /// `capture a piece`, behind `cannot`, or as a step.
    Base,
    /// `captures a piece`, behind its subject.
    Finite {
        /// The subject is in the plural.
        many: bool,
    },
    /// `captured a piece`, behind `has`.
    Done,
    /// `captured by a pawn`, behind `be`, `is` or `was`: of the object.
    Suffered,
}

impl Printer<'_> {
    /// A step: what is done, by whom if somebody else does it.
    pub(super) fn step_deed(&self, d: &Deed) -> String {
        let before = self.takes.replace(true);
        let said = self.step_said(d);
        self.takes.set(before);
        said
    }

    fn step_said(&self, d: &Deed) -> String {
        if d.verb == Verb::TurnPasses {
            return format!("the turn {}", self.voiced(d, Voice::Finite { many: false }));
        }
        match &d.subject {
            None => self.voiced(d, Voice::Base),
            Some(s) => {
                let many = self.many(s);
                format!("{} {}", self.set(s), self.voiced(d, Voice::Finite { many }))
            }
        }
    }

    /// An event: `you capture a piece`, `a piece is marked as doomed`.
    pub(super) fn event(&self, d: &Deed) -> String {
        // an event is of any piece anyway
        let before = self.takes.replace(false);
        let said = self.singly(|| self.event_said(d));
        self.takes.set(before);
        said
    }

    fn event_said(&self, d: &Deed) -> String {
        match (&d.subject, &d.object) {
            (Some(s), _) => {
                let many = self.many(s);
                format!("{} {}", self.set(s), self.voiced(d, Voice::Finite { many }))
            }
            // `a square stops being mined`
            (None, Some(Value::Set(o))) if d.verb == Verb::StopBeing => {
                let many = self.many(o);
                let verb = self.verb(d.verb, Voice::Finite { many });
                let mark = |(_, v): &(Case, Value)| match v {
                    Value::Set(s) => match &s.base {
                        Base::Field(f, ..) if self.is_mark(*f) => self.field(*f),
                        _ => self.set(s),
                    },
                    Value::Num(_) => self.value(v),
                };
                let marks: Vec<String> = d.cases.iter().map(mark).collect();
                format!("{} {verb} {}", self.set(o), marks.join(" "))
            }
            (None, Some(Value::Set(o))) => {
                let be = if self.many(o) { "are" } else { "is" };
                format!("{} {be} {}", self.set(o), self.voiced(d, Voice::Suffered))
            }
            (None, _) => format!("a player {}", self.voiced(d, Voice::Finite { many: false })),
        }
    }

    /// Events in a row; what they share is said once.
    pub(super) fn events(&self, list: &[Deed]) -> String {
        let [first, more @ ..] = list else {
            return String::new();
        };
        if more.is_empty() {
            return self.event(first);
        }
        self.singly(|| self.events_said(list, first, more))
    }

    fn events_said(&self, list: &[Deed], first: &Deed, more: &[Deed]) -> String {
        let subject = more.iter().all(|d| d.subject == first.subject);
        let verbs = |voice: Voice| {
            let all: Vec<String> = list.iter().map(|d| self.voiced(d, voice)).collect();
            join(&all, "or")
        };
        match (&first.subject, &first.object) {
            (Some(s), _) if subject => {
                let many = self.many(s);
                let voice = Voice::Finite { many };
                let plain = |d: &Deed| d.cases.is_empty() && d.called.is_none();
                let same = more.iter().all(|d| d.object == first.object) && list.iter().all(plain);
                // `capture or lose a piece`
                if let ([before @ .., last], true) = (list, same && first.object.is_some()) {
                    let mut all: Vec<String> =
                        before.iter().map(|d| self.verb(d.verb, voice)).collect();
                    all.push(self.voiced(last, voice));
                    return format!("{} {}", self.set(s), join(&all, "or"));
                }
                format!("{} {}", self.set(s), verbs(voice))
            }
            (None, Some(Value::Set(o)))
                if subject && more.iter().all(|d| d.object == first.object) =>
            {
                let be = if self.many(o) { "are" } else { "is" };
                format!("{} {be} {}", self.set(o), verbs(Voice::Suffered))
            }
            _ => {
                let all: Vec<String> = list.iter().map(|d| self.event(d)).collect();
                all.join(" or ")
            }
        }
    }

    /// What somebody cannot, may or must do: subject, word, deed.
    pub(super) fn guarded(&self, d: &Deed, modal: &str, binds: Binds) -> String {
        let player = d
            .subject
            .as_ref()
            .is_some_and(|s| s.ty == Ty::Seat || s.ty == Ty::Power);
        let of_the_object = d
            .subject
            .as_ref()
            .is_some_and(|s| s.ty == Ty::Piece && names_another(s));
        let suffers = player && binds == Binds::Pieces || of_the_object || self.suffers.get();
        let passive = d.object.is_some() && (d.subject.is_none() || suffers);
        match (&d.object, &d.subject) {
            (Some(Value::Set(o)), by) if passive => {
                let by = by
                    .as_ref()
                    .map_or(String::new(), |s| format!(" by {}", self.set(s)));
                let said = self.voiced(d, Voice::Suffered);
                format!("{} {modal} be {said}{by}", self.set(o))
            }
            (_, Some(s)) => format!("{} {modal} {}", self.set(s), self.voiced(d, Voice::Base)),
            (_, None) => format!("players {modal} {}", self.voiced(d, Voice::Base)),
        }
    }

    /// A verb phrase without its subject.
    pub(super) fn voiced(&self, d: &Deed, voice: Voice) -> String {
        let Deed {
            verb,
            subject,
            object,
            called,
            cases,
            how,
            src: _,
        } = d;
        let mut parts: Vec<String> = Vec::new();
        let (before, behind) = self.adverbs(how);
        let written = self.verb(*verb, voice);
        parts.extend(before);
        if voice == Voice::Suffered {
            parts.push(written);
            if let (Some(s), false) = (subject, matches!(object, Some(Value::Set(_)))) {
                parts.push(format!("by {}", self.set(s)));
            }
            self.more(d, &mut parts);
            parts.extend(behind);
            return parts.join(" ");
        }
        match (verb, object) {
            (
                Verb::EndTurn | Verb::EndRound | Verb::EndGame | Verb::DrawGame | Verb::TakeBack,
                _,
            ) => parts.push(written),
            (Verb::EndPower, object) => {
                let power = object
                    .as_ref()
                    .map_or_else(|| "your power".to_owned(), |o| self.value(o));
                parts.push(format!("{written} {power}"));
            }
            (Verb::Skip, _) => {
                let yours = subject.as_ref().is_none_or(|s| matches!(s.base, Base::You));
                let whose = if yours { "your" } else { "their" };
                parts.push(format!("{written} {whose} next turn"));
            }
            (Verb::Move, Some(Value::Set(s))) if self.takes.get() && anybodys(d) => {
                let said = self.set(s);
                let bare = said.strip_prefix("a ").or(said.strip_prefix("an "));
                parts.push(format!("{written} any {}", bare.unwrap_or(&said)));
            }
            (Verb::Swap, Some(object)) => {
                parts.push(written);
                let words = match object {
                    Value::Set(s) => match (&s.base, s.by.is_empty()) {
                        (Base::Or(list), true) => {
                            let all: Vec<String> = list.iter().map(|s| self.set(s)).collect();
                            join(&all, "and")
                        }
                        _ => self.set(s),
                    },
                    Value::Num(n) => self.num(n),
                };
                match how.owners {
                    true => parts.push(format!("the owners of {words}")),
                    false => parts.push(words),
                }
            }
            (_, Some(object)) => {
                parts.push(written);
                parts.push(self.taken(object));
            }
            (_, None) => parts.push(written),
        }
        if let Some(n) = called {
            let word = (self.name)(*n);
            if word.starts_with('#') {
                if let Some(Value::Set(s)) = object {
                    self.stand(*n, &self.known_as(s));
                }
            } else {
                parts.push(format!("called {word}"));
            }
        }
        if let Some(path) = &how.along {
            parts.push(self.path(path));
        }
        self.more(d, &mut parts);
        let _ = cases;
        parts.extend(behind);
        parts.retain(|p| !p.is_empty());
        parts.join(" ")
    }

    /// What is done to, with the list of a union as it is said: `remove the martyrs and the crown`.
    fn taken(&self, object: &Value) -> String {
        match object {
            Value::Set(s) => match &s.base {
                Base::You if s.by.is_empty() => "yourself".to_owned(),
                _ if long_object(s) => format!("({})", self.set(s)),
                _ => self.set(s),
            },
            Value::Num(n) => self.num(n),
        }
    }

    /// Cases and ends.
    fn more(&self, d: &Deed, parts: &mut Vec<String>) {
        for (case, v) in &d.cases {
            let words = match v {
                Value::Set(s) => match (&s.base, case) {
                    (Base::You, Case::To | Case::On | Case::With) if s.by.is_empty() => {
                        "yourself".to_owned()
                    }
                    (_, Case::In) if s.ty == Ty::Direction => self.set(s),
                    _ => self.set(s),
                },
                Value::Num(n) => self.num(n),
            };
            let words = match v {
                Value::Set(_) if words == "they" => "them".to_owned(),
                Value::Set(s) if long_object(s) && *case != Case::As => format!("({words})"),
                Value::Set(_) | Value::Num(_) => words,
            };
            let squares = matches!((case, v), (Case::By, Value::Num(_)));
            let word = case_word(*case);
            match (case, v) {
                (Case::Off, _) => parts.push("off the board".to_owned()),
                // what is said where it is chosen is said once
                (Case::As, Value::Set(s)) if d.verb == Verb::Become => parts.push(match s.base {
                    Base::Name(_) => words,
                    _ => self.set(s),
                }),
                (Case::As, Value::Set(s)) => parts.push(match &s.base {
                    // a mark
                    Base::Field(f, ..) if self.is_mark(*f) => format!("as {}", self.field(*f)),
                    _ => format!("as {words}"),
                }),
                _ if squares && words == "1" => parts.push("by 1 square".to_owned()),
                (_, Value::Num(Num::Lit(_))) if squares => {
                    parts.push(format!("by {words} squares"))
                }
                _ => parts.push(format!("{word} {words}")),
            }
        }
        let terms = self.terms(&d.how.term);
        if !terms.is_empty() {
            parts.push(terms.trim_start().to_owned());
        }
    }

    fn is_mark(&self, f: engine::ids::FieldId) -> bool {
        let field = self.rules.fields.get(f.index());
        field.is_some_and(|f| f.ty == Ty::Mark)
    }

    /// How it is done: what stands before the verb, and behind everything.
    fn adverbs(&self, how: &How) -> (Vec<String>, Vec<String>) {
        let How {
            secretly,
            openly,
            together,
            instead,
            at_random,
            normally,
            quiet,
            taking,
            still,
            owners: _,
            order,
            along: _,
            term: _,
        } = how;
        let pick = |list: &[(bool, &str)]| -> Vec<String> {
            let said = list.iter().filter(|(on, _)| *on);
            said.map(|(_, word)| (*word).to_owned()).collect()
        };
        let before = pick(&[(*secretly, "secretly"), (*normally, "normally")]);
        let mut behind = pick(&[
            (*openly, "openly"),
            (*together, "together"),
            (*at_random, "at random"),
            (*quiet, "without capturing"),
            (*taking, "only to capture"),
            (*still, "without moving"),
            (*instead, "instead"),
        ]);
        match order {
            None => {}
            Some(Order::Board | Order::Happened) => behind.push("in order".to_owned()),
            Some(Order::Value) => behind.push("in order of value".to_owned()),
            Some(Order::Chosen) => behind.push("in any order".to_owned()),
        }
        (before, behind)
    }

    /// The verb itself.
    fn verb(&self, verb: Verb, voice: Voice) -> String {
        let at = match voice {
            Voice::Base | Voice::Finite { many: true } => 0,
            Voice::Finite { many: false } => 1,
            Voice::Done | Voice::Suffered => 2,
        };
        let pick = |forms: [&str; 3]| forms[at].to_owned();
        let phrase = match verb {
            Verb::EndTurn => ["end the turn", "ends the turn", "ended the turn"],
            Verb::EndRound => ["end the round", "ends the round", "ended the round"],
            Verb::EndGame => ["end the game", "ends the game", "ended the game"],
            Verb::EndPower => ["end", "ends", "ended"],
            Verb::DrawGame => ["draw the game", "draws the game", "drawn the game"],
            Verb::TakeBack => [
                "take back the move",
                "takes back the move",
                "taken back the move",
            ],
            Verb::LosePiece | Verb::LoseGame => ["lose", "loses", "lost"],
            Verb::StopBeing => ["stop being", "stops being", "stopped being"],
            Verb::TurnPasses => ["pass", "passes", "passed"],
            Verb::Move
            | Verb::Capture
            | Verb::Castle
            | Verb::Jump
            | Verb::Promote
            | Verb::Put
            | Verb::Remove
            | Verb::Give
            | Verb::Swap
            | Verb::Shift
            | Verb::Push
            | Verb::Pull
            | Verb::Become
            | Verb::Mark
            | Verb::Unmark
            | Verb::Set
            | Verb::Add
            | Verb::Spend
            | Verb::Reveal
            | Verb::Announce
            | Verb::Shuffle
            | Verb::Deal
            | Verb::Draw
            | Verb::Borrow
            | Verb::Act
            | Verb::Pass
            | Verb::Skip
            | Verb::Win
            | Verb::Score
            | Verb::Resign
            | Verb::Stop
            | Verb::Play
            | Verb::Enter
            | Verb::Leave
            | Verb::Cross
            | Verb::Talk
            | Verb::Attack
            | Verb::Cover
            | Verb::Reach
            | Verb::Match
            | Verb::Share
            | Verb::Hold => {
                let name = verb_name(verb);
                let known = words()
                    .ok()
                    .and_then(|w| w.verbs.iter().find(|v| v.name == name));
                return known.map_or_else(String::new, |v| v.forms[at].clone());
            }
        };
        pick(phrase)
    }
}

/// A phrase that ends with a phrase of its own keeps to itself: `have moved (a piece of the kind of the guess) this turn`.
fn long_object(s: &Set) -> bool {
    s.by.iter().any(|n| matches!(n, Narrow::Is(Quality::Kind(k)) if !matches!(k.base, Base::Kind(_) | Base::Or(_) | Base::Word(..))))
}

/// A phrase that speaks of another thing of its sentence: `a piece cannot be captured by a piece lower than it`.
fn names_another(set: &Set) -> bool {
    let (mut used, mut own) = (Vec::new(), Vec::new());
    let mut visit = |node: Node| match node {
        Node::Set(Set {
            ty: _,
            base: Base::Name(name),
            by: _,
            pick: _,
            amount: _,
        }) => used.push(*name),
        Node::Narrow(Narrow::That(name, _)) => own.push(*name),
        Node::Clause(clause) => own.extend(clause.member),
        Node::Set(_)
        | Node::Num(_)
        | Node::Narrow(_)
        | Node::Quality(_)
        | Node::During(_)
        | Node::Deed(_)
        | Node::Step(_) => {}
    };
    // what narrows it, and not what it is itself
    set.by
        .iter()
        .for_each(|narrow| visit_narrow(narrow, &mut visit));
    used.iter().any(|name| !own.contains(name))
}
