//! The read-back: a rule as the reader understood it, in the language's own English (language section 13). What is printed reads
//! again, and to the same rules: `dsl/tests/round.rs` holds it to that.
mod amounts;
mod conditions;
mod deeds;
mod narrow;
mod nouns;
mod open;
mod qualities;
mod steps;
mod ways;

use engine::ids::*;
use engine::rules::*;
use nouns::NTH;
pub(super) use nouns::articles;
pub(super) use open::{cond_text, line_text, opened, phrase_text};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What a printer needs to know: the tables, and what texts and names are called.
pub struct Printer<'a> {
    /// The tables.
    pub rules: &'a Ruleset,
    /// Texts by id.
    pub text: &'a dyn Fn(TextId) -> String,
    /// Names by number.
    pub name: &'a dyn Fn(Name) -> String,
    /// What names without a word of their own are called, from where they were met: the first time, and then.
    stand: RefCell<BTreeMap<Name, (Option<String>, String)>>,
    /// What is yours is said in the singular.
    one: Cell<bool>,
    /// One of the things in a list is enough: `beside a pawn or knight`.
    either: Cell<bool>,
    /// So many are taken, not counted: `draw 2 cards`.
    takes: Cell<bool>,
    /// A guard is said of the piece to which something is done: its conditions speak of that piece.
    suffers: Cell<bool>,
}

/// A rule of a finished ruleset.
pub fn rule(rules: &Ruleset, rule: &Rule) -> String {
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let name = |n: Name| {
        let word = rule.names.get(n.index()).map(|t| text(*t));
        let word = word.filter(|w| !w.is_empty());
        word.unwrap_or_else(|| format!("#{}", n.0))
    };
    Printer::new(rules, &text, &name).rule(rule)
}

impl<'a> Printer<'a> {
    /// A printer that has met nothing yet.
    pub fn new(
        rules: &'a Ruleset,
        text: &'a dyn Fn(TextId) -> String,
        name: &'a dyn Fn(Name) -> String,
    ) -> Self {
        Printer {
            rules,
            text,
            name,
            stand: RefCell::default(),
            one: Cell::new(false),
            either: Cell::new(false),
            takes: Cell::new(false),
            suffers: Cell::new(false),
        }
    }
}

impl Printer<'_> {
    /// From here on a name is said so.
    fn stand(&self, n: Name, word: &str) {
        self.stand.borrow_mut().insert(n, (None, word.to_owned()));
    }

    /// What is said while a name is said so.
    fn standing(&self, n: Name, word: &str, said: impl Fn() -> String) -> String {
        self.stand(n, word);
        let said = said();
        self.unstand(n);
        said
    }

    /// The next time a name is said so, and then otherwise.
    fn stand_once(&self, n: Name, first: &str, then: &str) {
        let words = (Some(first.to_owned()), then.to_owned());
        self.stand.borrow_mut().insert(n, words);
    }

    /// For the readings of definitions.
    pub(super) fn stand_for(&self, n: Name, word: &str) {
        self.stand(n, word);
    }

    /// One thing of a sort: `a piece`.
    pub(super) fn noun_of_one(&self, s: &Set) -> String {
        self.noun(s, &Amount::Any)
    }

    /// Every one of these.
    pub(super) fn each_of(&self, s: &Set) -> String {
        self.every(s)
    }

    /// Steps in braces.
    pub(super) fn steps(&self, body: &[Step]) -> String {
        self.block(body)
    }

    fn unstand(&self, n: Name) {
        self.stand.borrow_mut().remove(&n);
    }

    /// The word for which a name stands for the time being.
    fn stands_as(&self, n: Name) -> Option<String> {
        let stand = self.stand.borrow();
        let known = stand.get(&n).filter(|(first, _)| first.is_none());
        known.map(|(_, then)| then.clone())
    }

    /// What a name stands for: `the captor`.
    fn named(&self, n: Name) -> String {
        if let Some((first, then)) = self.stand.borrow_mut().get_mut(&n) {
            return first.take().unwrap_or_else(|| then.clone());
        }
        let word = (self.name)(n);
        match word.as_str() {
            "they" | "it" => word,
            _ => format!("the {word}"),
        }
    }

    pub(super) fn id(&self, list: Option<TextId>) -> String {
        list.map_or_else(|| "?".to_owned(), |t| (self.text)(t))
    }

    pub(super) fn kind(&self, k: KindId) -> String {
        self.id(self.rules.kinds.get(k.index()).map(|k| k.name))
    }

    pub(super) fn field(&self, f: FieldId) -> String {
        self.id(self.rules.fields.get(f.index()).map(|f| f.name))
    }

    pub(super) fn zone(&self, z: ZoneId) -> String {
        self.id(self.rules.zones.get(z.index()).map(|z| z.name))
    }

    pub(super) fn word(&self, w: WordId) -> String {
        self.id(self.rules.words.get(w.index()).map(|w| w.name))
    }

    pub(super) fn square(&self, s: SquareId) -> String {
        let boards = &self.rules.boards;
        let board = boards.iter().rev().find(|b| b.first <= s);
        let Some(b) = board else {
            return format!("square {}", s.0);
        };
        let at = s.0 - b.first.0;
        let files = u16::from(b.files.max(1));
        let file = char::from(b'a' + (at % files) as u8);
        let place = format!("{file}{}", at / files + 1);
        match b.name.filter(|_| b.first.0 > 0) {
            Some(n) => format!("{place} of {}", (self.text)(n)),
            None => place,
        }
    }

    /// A rule.
    pub fn rule(&self, r: &Rule) -> String {
        let said = self.said(r);
        let words = |c: char| !(c.is_alphanumeric() || c == '-');
        let speaks = said.split(words).any(|w| super::run::YOU.contains(&w));
        let each = matches!(r.holder, Holder::EachSeat)
            && !speaks
            && !super::whose::asked_each_player(r, &self.rules.words);
        // a copy for each player says `you` somewhere
        match (each, said.split_once("{ ")) {
            (true, Some((head, body))) => format!("{head}{{ you {body}"),
            _ => said,
        }
    }

    fn said(&self, r: &Rule) -> String {
        // no comma stands before what happens in braces
        self.spoken(r).replace(", {", " {")
    }

    fn spoken(&self, r: &Rule) -> String {
        self.roles(r);
        let limits = r.limit.and_then(|l| self.rules.limits.get(l.index()));
        let when: Vec<String> = match &r.form {
            // conditions speak of what the event has named
            Form::Trigger { .. } => Vec::new(),
            Form::Guard { .. } => Vec::new(),
            _ => r.when.iter().map(|c| self.when(c)).collect(),
        };
        let mut out = String::new();
        if let Some(l) = limits.filter(|l| !l.by_event) {
            out += &format!("{}, ", limit(l));
        }
        match &r.form {
            Form::Trigger {
                on,
                stage,
                offer,
                body,
            } => {
                let stage = stage.and_then(|s| self.rules.stages.get(s.index()));
                if let Some(stage) = stage {
                    out += &format!("in the {} stage, ", (self.text)(stage.name));
                }
                let on_list = on;
                let by_event = limits.is_some_and(|l| l.by_event);
                let on = self.within_event(&r.roles, || self.on(on));
                match on.strip_prefix("after ").filter(|_| by_event) {
                    Some(event) => out += &format!("the first time {event}, "),
                    None => out += &format!("{on}, "),
                }
                for c in &r.when {
                    out += &format!("{}, ", self.when(c));
                }
                if let Some(offer) = offer {
                    out += &self.offer(offer);
                }
                match (offer, body.as_slice()) {
                    // one thing that happens needs no braces
                    (None, [Step::Do(_)]) if !several(on_list) => {
                        let said = self.block(body);
                        let bare = said.trim_start_matches("{ ").trim_end_matches(" }");
                        out + bare
                    }
                    // behind a condition and a block `otherwise` would be said of the condition
                    (None, [Step::OrElse(first, _)])
                        if !r.when.is_empty() && matches!(first.as_slice(), [Step::May { .. }]) =>
                    {
                        out + &self.step(&body[0])
                    }
                    _ => out + &self.body(body),
                }
            }
            Form::Action { who, body } => {
                out += "instead of moving, ";
                for c in &when {
                    out += &format!("{c}, ");
                }
                out + &self.offer(who) + &self.body(body)
            }
            Form::Turn(b) => out + &self.procedure("on your turn", &when, b),
            Form::Round(b) => out + &self.procedure("every round", &when, b),
            Form::Setup(b) => out + &self.procedure("before the game", &when, b),
            Form::Guard { .. } => {
                self.suffers.set(asks_of_the_object(r));
                let said = self.within_event(&r.roles, || self.form(&r.form, &[]));
                self.suffers.set(false);
                let when: String = r
                    .when
                    .iter()
                    .map(|c| format!(" {}", self.when(c)))
                    .collect();
                // behind a fact `this turn` could be its end
                let when = match when.strip_suffix(" this turn") {
                    Some(rest) => format!("{rest} since the start of this turn"),
                    None => when,
                };
                out + &said + &when
            }
            Form::Abilities { .. } => {
                let when: String = when.iter().map(|c| format!("{c}, ")).collect();
                out + &when + &self.form(&r.form, &[])
            }
            Form::View { .. } | Form::Movement { .. } | Form::Standing { .. } => {
                out + &self.form(&r.form, &when)
            }
        }
    }

    /// What the roles of an event are called where they have no word.
    fn roles(&self, r: &Rule) {
        let seat = |role: &Role| match (&r.form, role) {
            (Form::Guard { deed, .. }, Role::Subject) => {
                deed.subject.as_ref().is_some_and(|s| s.ty == Ty::Seat)
            }
            (Form::Guard { deed, .. }, Role::Object) => {
                matches!(&deed.object, Some(Value::Set(s)) if s.ty == Ty::Seat)
            }
            (Form::View { of, .. }, Role::Subject | Role::Object) => of.ty == Ty::Seat,
            _ => false,
        };
        for (role, n) in &r.roles {
            let word = (self.name)(*n);
            let nameless = word.starts_with('#') || word == "subject" || word == "object";
            match role {
                Role::Subject | Role::Object if nameless => {
                    self.stand(*n, if seat(role) { "they" } else { "it" });
                }
                _ if nameless => {
                    self.stand(*n, &format!("the {}", super::words::role_name(*role)));
                }
                _ => {}
            }
        }
    }

    /// Inside its event the main piece of it is `it`.
    fn within_event<T>(&self, r: &[(Role, Name)], said: impl FnOnce() -> T) -> T {
        let main = [
            Role::Mover,
            Role::Captor,
            Role::Promoted,
            Role::Placed,
            Role::Removed,
            Role::Given,
            Role::Changed,
            Role::Entrant,
            Role::Leaver,
            Role::Crosser,
            Role::Object,
        ];
        let own = r.iter().filter(|(role, _)| main.contains(role));
        let own: Vec<Name> = own.map(|(_, n)| *n).collect();
        let before = self.stand.borrow().clone();
        for n in &own {
            self.stand(*n, "it");
        }
        let said = said();
        for n in own {
            match before.get(&n) {
                Some(words) => {
                    self.stand.borrow_mut().insert(n, words.clone());
                }
                None => self.unstand(n),
            }
        }
        said
    }

    /// A fact for a time, without its end.
    fn imposed(&self, r: &Rule) -> String {
        self.roles(r);
        match &r.form {
            Form::Guard {
                verdict,
                deed,
                binds,
                first,
                term: _,
            } => {
                let form = Form::Guard {
                    verdict: *verdict,
                    deed: deed.clone(),
                    binds: *binds,
                    first: first.clone(),
                    term: Vec::new(),
                };
                self.form(&form, &[])
            }
            other => self.form(other, &[]),
        }
    }

    fn procedure(&self, opener: &str, when: &[String], b: &[Step]) -> String {
        let when: String = when.iter().map(|c| format!(", {c}")).collect();
        format!("{opener}{when} {}", self.body(b))
    }

    pub(super) fn form(&self, f: &Form, when: &[String]) -> String {
        let conditions: String = when.iter().map(|c| format!(" {c}")).collect();
        match f {
            Form::Guard {
                verdict,
                deed,
                binds,
                first,
                term,
            } => {
                let modal = match verdict {
                    Verdict::Forbid => "cannot",
                    Verdict::Permit => "may",
                    Verdict::Duty => "must",
                };
                let said = match (first, &deed.subject) {
                    (Some(n), Some(s)) => {
                        let mut counted = deed.clone();
                        let few = Amount::Count(Rel::Eq, n.clone());
                        counted.subject = Some(Set {
                            amount: few,
                            ..s.clone()
                        });
                        let said = self.guarded(&counted, modal, *binds);
                        said.strip_prefix("exactly ")
                            .map_or(said.clone(), str::to_owned)
                    }
                    _ => self.guarded(deed, modal, *binds),
                };
                format!("{said}{}{conditions}", self.terms(term))
            }
            Form::Abilities { spoil } => format!("abilities cannot act if {}", self.cond(spoil)),
            Form::View { of, is, not } => {
                let many = self.many(of);
                let be = if many { "are" } else { "is" };
                let not = if *not { " not" } else { "" };
                let amount = if many { Amount::Every } else { Amount::Any };
                match is {
                    What::Quality(q) => {
                        let quality = self.quality(q, &amount);
                        format!("{} {be}{not} {quality}{conditions}", self.set(of))
                    }
                    What::Value(f, v) => format!(
                        "the {} of {} is{not} {}{conditions}",
                        self.field(*f),
                        self.set(of),
                        self.value(v)
                    ),
                }
            }
            Form::Movement {
                of,
                also,
                aim,
                ways,
            } => {
                let also = if *also { " also" } else { "" };
                let many = self.many(of);
                format!(
                    "{}{also} {}",
                    self.set(of),
                    self.ways(ways, *aim, many, when)
                )
            }
            Form::Standing { of } => {
                let s = if self.many(of) { "" } else { "s" };
                format!("{} capture{s} without moving{conditions}", self.set(of))
            }
            Form::Trigger {
                on,
                stage: _,
                offer,
                body,
            } => {
                let offer = offer.as_ref().map_or(String::new(), |o| self.offer(o));
                format!("{}, {offer}{}", self.on(on), self.block(body))
            }
            Form::Action { who, body } => {
                format!("instead of moving, {}{}", self.offer(who), self.block(body))
            }
            Form::Turn(b) => self.procedure("on your turn", when, b),
            Form::Round(b) => self.procedure("every round", when, b),
            Form::Setup(b) => self.procedure("before the game", when, b),
        }
    }

    pub(super) fn on(&self, on: &On) -> String {
        let deeds = |list: &[Deed]| self.events(list);
        match on {
            On::After(d) => format!("after {}", deeds(d)),
            On::Before(d) => format!("before {}", deeds(d)),
            On::AsSoonAs(c) => format!("as soon as {}", self.cond(c)),
            On::EachAsSoonAs(each, c) => {
                for (n, s) in each {
                    let first = self.noun(s, &Amount::Any);
                    let then = format!("the {}", (self.name)(*n));
                    self.stand_once(*n, &first, &then);
                }
                format!("as soon as {}", self.cond(c))
            }
            On::At(m) => format!("at the {}", self.moment_word(m)),
        }
    }

    pub(super) fn terms(&self, list: &[Term]) -> String {
        let each = list.iter().map(|t| match t {
            Term::Until(Moment::End(Span::This)) if list.len() == 1 => " this turn".to_owned(),
            Term::Until(m) => format!(" until {}", self.moment(m)),
            Term::Turns(n, s) => {
                let turns = if *n == Num::Lit(1) { "turn" } else { "turns" };
                format!(" for {} {turns} of {}", self.num(n), self.of_seat(s))
            }
            Term::Rounds(n) => {
                let rounds = if *n == Num::Lit(1) { "round" } else { "rounds" };
                format!(" for {} {rounds}", self.num(n))
            }
            Term::Event(d) => format!(" until {}", self.event(d)),
            Term::Game => " for the game".to_owned(),
        });
        each.collect::<Vec<String>>().join(" or")
    }

    fn of_seat(&self, s: &Set) -> String {
        match s.base {
            Base::You if s.by.is_empty() => "yours".to_owned(),
            _ => self.set(s),
        }
    }

    pub(super) fn moment(&self, m: &Moment) -> String {
        format!("the {}", self.moment_word(m))
    }

    fn moment_word(&self, m: &Moment) -> String {
        let (word, span) = match m {
            Moment::Start(s) => ("start", s),
            Moment::End(s) => ("end", s),
        };
        format!("{word} of {}", self.span(span))
    }

    pub(super) fn span(&self, s: &Span) -> String {
        let whose = |s: &Set| match &s.base {
            Base::You if s.by.is_empty() => "your".to_owned(),
            _ => match self.set(s).as_str() {
                "they" => "their".to_owned(),
                said => format!("{said}'s"),
            },
        };
        match s {
            Span::Your => "your turn".to_owned(),
            Span::Every => "every turn".to_owned(),
            Span::Round => "the round".to_owned(),
            Span::Game => "the game".to_owned(),
            Span::This => "this turn".to_owned(),
            Span::NextTurn => "the next turn".to_owned(),
            Span::NextRound => "the next round".to_owned(),
            Span::Next(s) => format!("{} next turn", whose(s)),
            Span::Last(s) => format!("{} last turn", whose(s)),
            Span::Nth(n, s) => {
                let nth = usize::from(*n).checked_sub(1).and_then(|at| NTH.get(at));
                let nth = nth.map_or_else(|| n.to_string(), |w| (*w).to_owned());
                format!("{} {nth} turn", whose(s))
            }
        }
    }
}

/// Whether several events set a rule off: a comma behind them could go on with the last.
fn several(on: &On) -> bool {
    match on {
        On::After(list) | On::Before(list) => list.len() > 1,
        On::AsSoonAs(_) | On::EachAsSoonAs(..) | On::At(_) => false,
    }
}

fn limit(l: &Limit) -> String {
    let per = match l.per {
        Per::Game => "game",
        Per::Turn => "turn",
        Per::Round => "round",
        Per::Action => "action",
        Per::Opponent => "opponent",
        Per::NotRunning(n) => return format!("not {} turns running", n + 1),
    };
    match l.times {
        1 => format!("once per {per}"),
        n => format!("{n} times per {per}"),
    }
}

/// The conditions of a guard speak of the piece to which something is done, and not of the piece that does it.
fn asks_of_the_object(r: &Rule) -> bool {
    let Form::Guard {
        verdict: Verdict::Forbid,
        deed,
        binds: _,
        first: _,
        term: _,
    } = &r.form
    else {
        return false;
    };
    let pieces = |set: &Set| set.ty == Ty::Piece;
    let both = deed.subject.as_ref().is_some_and(pieces)
        && matches!(&deed.object, Some(Value::Set(set)) if pieces(set));
    let asked = |role: Role| {
        let names: Vec<Name> = (r.roles.iter())
            .filter(|(of, _)| *of == role)
            .map(|(_, name)| *name)
            .collect();
        let mut found = false;
        for cond in &r.when {
            visit_cond(cond, &mut |node| {
                found |= matches!(node, Node::Set(set) if matches!(set.base, Base::Name(n) if names.contains(&n)));
            });
        }
        found
    };
    both && asked(Role::Object) && !asked(Role::Subject)
}
