//! The read-back: a rule as the reader understood it, on one line (language section 13).
use super::cases::case_word;
use super::item::ItemReader;
use super::opener::{Kind, Opened};
use super::reader::Ph;
use super::step::Line;
use super::words::verb_name;
use engine::ids::*;
use engine::rules::*;

/// What a printer needs to know: the tables, and what texts and names are called.
pub struct Printer<'a> {
    /// The tables.
    pub rules: &'a Ruleset,
    /// Texts by id.
    pub text: &'a dyn Fn(TextId) -> String,
    /// Names by number.
    pub name: &'a dyn Fn(Name) -> String,
}

/// A rule of a finished ruleset.
pub fn rule(rules: &Ruleset, rule: &Rule) -> String {
    let text = |t: TextId| rules.texts.get(t.index()).cloned().unwrap_or_default();
    let name = |n: Name| {
        let word = rule.names.get(n.index()).map(|t| text(*t));
        let word = word.filter(|w| !w.is_empty());
        word.unwrap_or_else(|| format!("#{}", n.0))
    };
    let printer = Printer {
        rules,
        text: &text,
        name: &name,
    };
    printer.rule(rule)
}

fn with<T>(it: &ItemReader, f: impl FnOnce(&Printer) -> T) -> T {
    let pool = it.shared.pool.borrow();
    let texts = it.shared.texts.borrow();
    let text = |t: TextId| pool.text_of(t).to_owned();
    let name = |n: Name| {
        let word = texts.get(n.index()).filter(|w| !w.is_empty());
        word.map_or_else(|| format!("#{}", n.0), Clone::clone)
    };
    f(&Printer {
        rules: &it.prog.rules,
        text: &text,
        name: &name,
    })
}

/// A sentence that has not been assembled yet.
pub fn opened(it: &ItemReader, o: &Opened) -> String {
    with(it, |p| {
        let when: Vec<String> = o.head.when.iter().map(|c| p.cond(c)).collect();
        let kind = match &o.head.kind {
            Kind::On(on) => p.on(on),
            _ => String::new(),
        };
        format!("{kind} ⟨{}⟩ {}", when.join(" AND "), line(p, &o.read.line))
    })
}

/// A condition.
pub fn cond_text(it: &ItemReader, c: &Cond) -> String {
    with(it, |p| p.cond(c))
}

/// A line of steps.
pub fn line_text(it: &ItemReader, l: &Line) -> String {
    with(it, |p| line(p, l))
}

/// A phrase.
pub fn phrase_text(it: &ItemReader, ph: &Ph) -> String {
    with(it, |p| p.value(&ph.value))
}

fn line(p: &Printer, l: &Line) -> String {
    match l {
        Line::Steps(steps) => p.block(steps),
        Line::Facts(fact) => {
            let forms: Vec<String> = fact.forms.iter().map(|f| p.form(f)).collect();
            let when: Vec<String> = fact.when.iter().map(|c| p.cond(c)).collect();
            format!("{} ⟨{}⟩", forms.join(" / "), when.join(" AND "))
        }
        Line::May {
            who,
            body,
            secretly,
            ..
        } => {
            let body = body
                .as_ref()
                .map_or_else(|| "{ .. }".to_owned(), |b| line(p, b));
            let how = if *secretly { " secretly" } else { "" };
            format!("MAY({}){how} {body}", p.set(who))
        }
        Line::If(c, body) => {
            let body = body
                .as_ref()
                .map_or_else(|| "{ .. }".to_owned(), |b| line(p, b));
            format!("IF {} {body}", p.cond(c))
        }
        Line::Each { of, .. } => format!("EACH {}", p.set(of)),
        Line::Later(at, _) => format!("LATER {}", p.moment(at)),
        Line::Either(text) => format!("EITHER \"{text}\""),
        Line::Repeat { .. } => "REPEAT".to_owned(),
        Line::Within { .. } => "WITHIN".to_owned(),
        Line::Block => "{ .. }".to_owned(),
    }
}

impl Printer<'_> {
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
        let mut out = String::new();
        if let Some(l) = r.limit.and_then(|l| self.rules.limits.get(l.index())) {
            out += &limit(l);
            out += ": ";
        }
        out += &self.form(&r.form);
        if !r.when.is_empty() {
            let when: Vec<String> = r.when.iter().map(|c| self.cond(c)).collect();
            out += &format!(" ⟨if {}⟩", when.join(" AND "));
        }
        out
    }

    pub(super) fn form(&self, f: &Form) -> String {
        match f {
            Form::Guard {
                verdict,
                deed,
                binds,
                first,
                term,
            } => {
                let verdict = match verdict {
                    Verdict::Forbid => "FORBID",
                    Verdict::Permit => "PERMIT",
                    Verdict::Duty => "DEMAND",
                };
                let binds = match binds {
                    Binds::Pieces => "",
                    Binds::Player => " to the player",
                };
                let first = first
                    .as_ref()
                    .map_or(String::new(), |n| format!(" the first {}", self.num(n)));
                let term = self.terms(term);
                format!("{verdict}{binds}{first} {}{term}", self.deed(deed))
            }
            Form::Abilities { spoil } => format!("NO ABILITY SO THAT {}", self.cond(spoil)),
            Form::View { of, is, not } => {
                let is = match is {
                    What::Quality(q) => self.quality(q),
                    What::Value(f, v) => format!("{} = {}", self.field(*f), self.value(v)),
                };
                let not = if *not { "not " } else { "" };
                format!("VIEW ({}) is {not}{is}", self.set(of))
            }
            Form::Movement {
                of,
                also,
                aim,
                ways,
            } => {
                let ways: Vec<String> = ways.iter().map(|w| self.way(w)).collect();
                let also = if *also { " also" } else { "" };
                let aim = if *aim == Aim::Attack {
                    "ATTACKS"
                } else {
                    "MOVES"
                };
                format!("{aim} ({}){also} {}", self.set(of), ways.join(" OR "))
            }
            Form::Standing { of } => format!("({}) captures without moving", self.set(of)),
            Form::Trigger {
                on,
                stage,
                offer,
                body,
            } => {
                let stage = stage.and_then(|s| self.rules.stages.get(s.index()));
                let stage = stage.map_or(String::new(), |s| format!("[{}] ", (self.text)(s.name)));
                let offer = offer.as_ref().map_or(String::new(), |o| self.offer(o));
                format!("{stage}{} {offer}{}", self.on(on), self.block(body))
            }
            Form::Action { who, body } => {
                format!("ACTION {}{}", self.offer(who), self.block(body))
            }
            Form::Turn(b) => format!("TURN {}", self.block(b)),
            Form::Round(b) => format!("ROUND {}", self.block(b)),
            Form::Setup(b) => format!("BEFORE THE GAME {}", self.block(b)),
        }
    }

    pub(super) fn offer(&self, o: &Offer) -> String {
        let they = o
            .they
            .map_or(String::new(), |n| format!(" = {}", (self.name)(n)));
        let how = if o.secret { " secretly" } else { "" };
        format!("MAY({}{they}){how} ", self.set(&o.who))
    }

    pub(super) fn on(&self, on: &On) -> String {
        let deeds = |list: &[Deed]| {
            let all: Vec<String> = list.iter().map(|d| self.deed(d)).collect();
            all.join(" or ")
        };
        match on {
            On::After(d) => format!("AFTER {}:", deeds(d)),
            On::Before(d) => format!("BEFORE {}:", deeds(d)),
            On::AsSoonAs(c) => format!("AS SOON AS {}:", self.cond(c)),
            On::EachAsSoonAs(each, c) => {
                let each: Vec<String> = each
                    .iter()
                    .map(|(n, s)| format!("{} ∈ {}", (self.name)(*n), self.set(s)))
                    .collect();
                format!("FOR EACH {}, AS SOON AS {}:", each.join(", "), self.cond(c))
            }
            On::At(m) => format!("AT {}:", self.moment(m)),
        }
    }

    pub(super) fn block(&self, b: &[Step]) -> String {
        let all: Vec<String> = b.iter().map(|s| self.step(s)).collect();
        format!("{{ {} }}", all.join("; "))
    }

    pub(super) fn step(&self, s: &Step) -> String {
        match s {
            Step::Do(d) => format!("DO {}", self.deed(d)),
            Step::Choose {
                who,
                name,
                from,
                amount,
                secretly,
                at_random,
            } => {
                let who = who
                    .as_ref()
                    .map_or(String::new(), |w| format!("({})", self.set(w)));
                let n = match amount {
                    Amount::Any => String::new(),
                    other => format!("{} ", self.amount(other)),
                };
                let how = match (secretly, at_random) {
                    (_, true) => " at random",
                    (true, _) => " secretly",
                    _ => "",
                };
                format!(
                    "CHOOSE{who}{how} {n}{} ∈ {}",
                    (self.name)(*name),
                    self.set(from)
                )
            }
            Step::May {
                who,
                limit: most,
                label,
                body,
            } => {
                let most = most.and_then(|l| self.rules.limits.get(l.index()));
                let most = most.map_or(String::new(), |l| limit(l) + ": ");
                let label = label.map_or(String::new(), |t| format!("\"{}\" ", (self.text)(t)));
                format!("{most}{label}{}{}", self.offer(who), self.block(body))
            }
            Step::Either { who, ways } => {
                let who = who
                    .as_ref()
                    .map_or(String::new(), |w| format!("({})", self.set(w)));
                let all: Vec<String> = ways
                    .iter()
                    .map(|(t, b)| format!("\"{}\" {}", (self.text)(*t), self.block(b)))
                    .collect();
                format!("EITHER{who} {}", all.join(" OR "))
            }
            Step::OrElse(a, b) => format!("{} ELSE {}", self.block(a), self.block(b)),
            Step::If(c, a, b) if b.is_empty() => format!("IF {} {}", self.cond(c), self.block(a)),
            Step::If(c, a, b) => {
                format!(
                    "IF {} {} ELSE {}",
                    self.cond(c),
                    self.block(a),
                    self.block(b)
                )
            }
            Step::Each {
                name,
                of,
                order,
                body,
            } => {
                let order = format!("{order:?}").to_lowercase();
                let name = (self.name)(*name);
                format!(
                    "EACH({order}) {name} ∈ {} {}",
                    self.set(of),
                    self.block(body)
                )
            }
            Step::AllAtOnce {
                who,
                they,
                ask,
                then,
            } => format!(
                "ALL AT ONCE({} = {}) {} THEN {}",
                self.set(who),
                (self.name)(*they),
                self.block(ask),
                self.block(then)
            ),
            Step::Repeat { most, until, body } => {
                let most = most
                    .as_ref()
                    .map_or(String::new(), |n| format!(" ≤ {}", self.num(n)));
                let until = until
                    .as_ref()
                    .map_or(String::new(), |c| format!(" until {}", self.cond(c)));
                format!("REPEAT{most}{until} {}", self.block(body))
            }
            Step::Let(n, v) => format!("LET {} = {}", (self.name)(*n), self.value(v)),
            Step::Roll {
                name,
                dice,
                faces,
                until,
            } => {
                let faces: Vec<String> = faces.iter().map(|v| self.value(v)).collect();
                let until = until
                    .as_ref()
                    .map_or(String::new(), |c| format!(" until {}", self.cond(c)));
                let name = (self.name)(*name);
                format!("ROLL {dice} {name} [{}]{until}", faces.join(", "))
            }
            Step::Within {
                seconds,
                after_first,
                body,
            } => {
                let first = if *after_first {
                    " of the first answer"
                } else {
                    ""
                };
                format!("WITHIN {} s{first} {}", self.num(seconds), self.block(body))
            }
            Step::Impose { fact, term } => {
                let rule = self.rules.rules.get(fact.index());
                let fact = rule.map_or_else(|| format!("fact {}", fact.0), |r| self.rule(r));
                format!("IMPOSE [{fact}]{}", self.terms(term))
            }
            Step::Later { at, body } => format!("LATER {}: {}", self.moment(at), self.block(body)),
            Step::Call(p, object) => {
                let name = self.id(self.rules.procs.get(p.index()).map(|p| p.name));
                let object = object.as_ref().map_or(String::new(), |s| self.set(s));
                format!("CALL {name}({object})")
            }
        }
    }

    pub(super) fn deed(&self, d: &Deed) -> String {
        let mut out = String::new();
        if let Some(s) = &d.subject {
            let counted = match s.amount {
                Amount::Count(..) | Amount::No => self.shown(s),
                Amount::Any | Amount::Every => String::new(),
            };
            out += &format!("({counted}{}) ", self.set(s));
        }
        out += verb_name(d.verb);
        if let Some(o) = &d.object {
            out += &format!(" ({})", self.value(o));
        }
        if let Some(n) = d.called {
            out += &format!(" called {}", (self.name)(n));
        }
        for (case, v) in &d.cases {
            out += &format!(" {}=({})", case_word(*case), self.value(v));
        }
        out += &self.how(&d.how);
        out
    }

    pub(super) fn how(&self, h: &How) -> String {
        let mut out = String::new();
        let flags = [
            (h.secretly, "secretly"),
            (h.openly, "openly"),
            (h.together, "together"),
            (h.instead, "instead"),
            (h.at_random, "at random"),
            (h.normally, "normally"),
            (h.quiet, "without capturing"),
            (h.taking, "only to capture"),
            (h.still, "without moving"),
            (h.owners, "owners"),
        ];
        for (on, word) in flags {
            if on {
                out += &format!(" {word}");
            }
        }
        if let Some(order) = h.order {
            out += &format!(" in order {order:?}").to_lowercase();
        }
        if let Some(path) = &h.along {
            out += &format!(" along {}", self.path(path));
        }
        out + &self.terms(&h.term)
    }

    pub(super) fn terms(&self, list: &[Term]) -> String {
        let each = list.iter().map(|t| match t {
            Term::Until(m) => format!(" until {}", self.moment(m)),
            Term::Turns(n, s) => format!(" for {} turns of ({})", self.num(n), self.set(s)),
            Term::Rounds(n) => format!(" for {} rounds", self.num(n)),
            Term::Event(d) => format!(" until {}", self.deed(d)),
            Term::Game => " for the game".to_owned(),
        });
        each.collect()
    }

    pub(super) fn moment(&self, m: &Moment) -> String {
        let (word, span) = match m {
            Moment::Start(s) => ("start", s),
            Moment::End(s) => ("end", s),
        };
        format!("{word} of {}", self.span(span))
    }

    pub(super) fn span(&self, s: &Span) -> String {
        match s {
            Span::Your => "your turn".to_owned(),
            Span::Every => "every turn".to_owned(),
            Span::Round => "the round".to_owned(),
            Span::Game => "the game".to_owned(),
            Span::This => "this turn".to_owned(),
            Span::NextTurn => "the next turn".to_owned(),
            Span::NextRound => "the next round".to_owned(),
            Span::Next(s) => format!("the next turn of ({})", self.set(s)),
            Span::Last(s) => format!("the last turn of ({})", self.set(s)),
            Span::Nth(n, s) => format!("turn {n} of ({})", self.set(s)),
        }
    }

    pub(super) fn way(&self, w: &Way) -> String {
        let mut out = self.path(&w.path);
        match &w.takes {
            Takes::Quiet => out += " without capturing",
            Takes::Only => out += " only to capture",
            Takes::Both => {}
            Takes::This(s) => out += &format!(" capturing ({})", self.set(s)),
        }
        if let Some(s) = &w.from {
            out += &format!(" from=({})", self.set(s));
        }
        if let Some(s) = &w.to {
            out += &format!(" to=({})", self.set(s));
        }
        for past in &w.past {
            out += &match past {
                Beyond::Through(s) => format!(" through ({})", self.set(s)),
                Beyond::Over { amount, of, close } => {
                    let beyond = if *close { " to the square beyond" } else { "" };
                    format!(" over {} ({}){beyond}", self.amount(amount), self.set(of))
                }
                Beyond::Pushing(s) => format!(" pushing ({})", self.set(s)),
            };
        }
        if let Some((what, to)) = &w.bring {
            let onto = if to.ty == Ty::Zone { "into" } else { "to" };
            out += &format!(" bringing ({}) {onto} ({})", self.set(what), self.set(to));
        }
        if let Some(c) = &w.when {
            out += &format!(" ⟨if {}⟩", self.cond(c));
        }
        out
    }

    pub(super) fn path(&self, p: &Path) -> String {
        match p {
            Path::Nowhere => "nowhere".to_owned(),
            Path::Anywhere => "anywhere".to_owned(),
            Path::Torus => "on the torus".to_owned(),
            Path::Like(s) => format!("like ({})", self.set(s)),
            Path::Leap(list) => format!("leap{}", pairs(list)),
            Path::Slide { dirs, min, max } => {
                let far = match max {
                    0 => format!("{min}+"),
                    _ => format!("{min}..{max}"),
                };
                format!("slide {far}{}", pairs(dirs))
            }
            Path::FromTo(a, b) => format!("{}-{}", self.square(*a), self.square(*b)),
        }
    }
}

fn limit(l: &Limit) -> String {
    let per = match l.per {
        Per::Game => "per game".to_owned(),
        Per::Turn => "per turn".to_owned(),
        Per::Round => "per round".to_owned(),
        Per::Action => "per action".to_owned(),
        Per::Opponent => "per opponent".to_owned(),
        Per::NotRunning(n) => return format!("limit not {} turns running", n + 1),
    };
    let spent = if l.by_event {
        "by the event"
    } else {
        "when taken"
    };
    format!("limit {} {per}, spent {spent}", l.times)
}

fn pairs(list: &[(i8, i8)]) -> String {
    let all: Vec<String> = list.iter().map(|(x, y)| format!(" ({x},{y})")).collect();
    all.concat()
}
