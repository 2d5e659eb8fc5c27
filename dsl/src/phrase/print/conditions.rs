//! The read-back of conditions and numbers.
use super::Printer;
use super::amounts::{has, so_many};
use super::deeds::Voice;
use super::nouns::{articles, join};
use crate::phrase::cond::contrary;
use engine::ids::Name;
use engine::rules::*;

impl Printer<'_> {
    /// A condition.
    pub fn cond(&self, c: &Cond) -> String {
        match c {
            Cond::Is(c) => self.clause(c),
            Cond::All(all) => self.chain(all, "and"),
            Cond::Any(all) => self.chain(all, "or"),
            Cond::Not(c) => format!("not ({})", self.cond(c)),
            Cond::Choice(o, i) => {
                let option = self.rules.options.get(o.index());
                let name = self.id(option.map(|o| o.name));
                let word = option.and_then(|o| match &o.values {
                    OptionValues::Words(w) | OptionValues::Mixed(w, ..) => {
                        w.get(usize::from(*i)).copied()
                    }
                    OptionValues::Numbers(..) | OptionValues::Range(..) => None,
                });
                format!("{name} is {}", self.id(word))
            }
            Cond::During(s) => format!("this is {}", self.span(s)),
        }
    }

    fn chain(&self, all: &[Cond], by: &str) -> String {
        let mut each = Vec::new();
        let mut rest = all;
        while let Some((first, others)) = rest.split_first() {
            rest = others;
            if let Some(said) = the_one_is_not(first, others.first()).filter(|_| by == "and") {
                each.push(self.the_one_is_not(said));
                rest = &others[1..];
                continue;
            }
            each.push(match first {
                Cond::All(list)
                    if list.len() == 2 && the_one_is_not(&list[0], list.get(1)).is_some() =>
                {
                    self.cond(first)
                }
                Cond::All(_) | Cond::Any(_) => format!("({})", self.cond(first)),
                Cond::Is(_) | Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => self.cond(first),
            });
        }
        each.join(&format!(" {by} "))
    }

    /// `the king on e1 is not tired`.
    fn the_one_is_not(&self, c: &Clause) -> String {
        let one = match &c.subject {
            Value::Set(set) => self.noun_of_one(set),
            Value::Num(n) => self.num(n),
        };
        let noun = one.strip_prefix("an ").or_else(|| one.strip_prefix("a "));
        if let Some(n) = c.member {
            self.stand(n, "it");
        }
        format!("the {} {}", noun.unwrap_or(&one), self.says(c, false))
    }

    /// `if C` or `unless C`, whichever says it without a knot.
    pub(in crate::phrase) fn when(&self, c: &Cond) -> String {
        match awkward(c) {
            true => format!("unless {}", self.cond(&contrary(c.clone()))),
            false => format!("if {}", self.cond(c)),
        }
    }

    pub(super) fn clause(&self, c: &Clause) -> String {
        let before = self.takes.replace(false);
        let said = self.clause_said(c);
        self.takes.set(before);
        said
    }

    fn clause_said(&self, c: &Clause) -> String {
        if let (Value::Set(s), Says::There) = (&c.subject, &c.says)
            && let Some(said) = self.and_another(c, s)
        {
            return said;
        }
        if let (Value::Set(s), Says::There) = (&c.subject, &c.says) {
            let many = self.many(s);
            let be = self.be(c, many);
            return format!("there {be} {}", self.listed(true, || self.set(s)));
        }
        if let Some(n) = c.member {
            let of_seat = matches!(&c.subject, Value::Set(s) if s.ty == Ty::Seat);
            self.stand(n, if of_seat { "they" } else { "it" });
        }
        let one_kind = matches!(&c.says, Says::Be(Quality::Kind(k)) if k.amount == Amount::Any);
        let (subject, many) = match &c.subject {
            // each by itself: `every piece of yours is a citizen`
            Value::Set(s)
                if one_kind
                    && s.amount == Amount::Every
                    && self.many(s)
                    && s.base != Base::You
                    && !matches!(s.base, Base::Name(_)) =>
            {
                (self.every(s), false)
            }
            Value::Set(s)
                if s.ty == Ty::Seat
                    && c.member.is_some()
                    && s.amount == Amount::Every
                    && matches!(s.base, Base::All(_)) =>
            {
                (self.every(s), false)
            }
            // what is said with a verb is said of some, unless each is named
            Value::Set(s)
                if self.many(s)
                    && s.amount == Amount::Every
                    && matches!(s.base, Base::All(_))
                    && (matches!(c.says, Says::Can(_))
                        || matches!(&c.says, Says::Do(deed) if deed.verb.could_do())) =>
            {
                (self.every(s), false)
            }
            Value::Set(s) if matches!(c.says, Says::Do(_)) => self.each_one(s),
            Value::Set(s) => (self.set(s), self.many(s)),
            Value::Num(n) => (self.num(n), self.many_num(n)),
        };
        format!("{subject} {}", self.says(c, many))
    }

    /// `a card matches the captor and another card matches the victim`: found together.
    fn and_another(&self, c: &Clause, s: &Set) -> Option<String> {
        let (Narrow::That(n, Cond::All(list)), before) = s.by.split_last()? else {
            return None;
        };
        let (first, rest) = list.split_first()?;
        let own = |s: &Set| matches!(s.base, Base::Name(m) if m == *n) && s.by.is_empty();
        let Cond::Is(first) = first else {
            return None;
        };
        let of_it = matches!(&first.subject, Value::Set(s) if own(s));
        let others = rest.iter().all(|c| match c {
            Cond::Is(c) => !matches!(&c.subject, Value::Set(s) if own(s)),
            Cond::All(_) | Cond::Any(_) | Cond::Not(_) | Cond::Choice(..) | Cond::During(_) => {
                false
            }
        });
        if c.not || !of_it || !others || rest.is_empty() {
            return None;
        }
        let mut subject = s.clone();
        subject.by = before.to_vec();
        let many = self.many(&subject);
        let said = format!("{} {}", self.set(&subject), self.says(first, many));
        let rest: Vec<String> = rest.iter().map(|c| self.cond(c)).collect();
        Some(format!("{said} and {}", rest.join(" and ")))
    }

    fn many_num(&self, n: &Num) -> bool {
        match n {
            Num::Points(_) => true,
            Num::Field(f, ..) => self.field(*f).ends_with('s'),
            _ => false,
        }
    }

    fn be(&self, c: &Clause, many: bool) -> String {
        let be = match (c.at, many) {
            (At::Now, false) => "is",
            (At::Now, true) => "are",
            (At::Before, false) => "was",
            (At::Before, true) => "were",
            (At::After, _) => "would be",
        };
        match (c.newly, c.not, c.at) {
            (true, false, At::After) => "would newly be".to_owned(),
            (true, true, At::After) => "would not newly be".to_owned(),
            (false, true, At::After) => "would not be".to_owned(),
            (newly, not, _) => {
                let mut out = be.to_owned();
                if not {
                    out.push_str(" not");
                }
                if newly {
                    out.push_str(" newly");
                }
                out
            }
        }
    }

    /// What is said, behind its subject.
    pub(super) fn says(&self, c: &Clause, many: bool) -> String {
        let amount = if many { Amount::Every } else { Amount::Any };
        match &c.says {
            Says::There => format!("{} there", self.be(c, many)),
            Says::Be(q) => format!("{} {}", self.be(c, many), self.quality(q, &amount)),
            Says::At(near, s) => format!("{} {}", self.be(c, many), self.at(near, s)),
            Says::Among(s) if between(s).is_some() => {
                let place = between(s).map_or_else(String::new, |(a, b)| {
                    format!("between {} and {}", self.set(a), self.set(b))
                });
                format!("{} {place}", self.be(c, many))
            }
            Says::Among(s) if near_many(s).is_some() => {
                let place =
                    near_many(s).map_or_else(String::new, |(near, of)| self.at_so_many(near, of));
                format!("{} {place}", self.be(c, many))
            }
            Says::Among(s) => {
                let several = match &s.base {
                    Base::Field(f, ..) => {
                        let field = self.rules.fields.get(f.index());
                        field.is_some_and(|f| f.many)
                    }
                    Base::All(_) | Base::Zone(..) | Base::Past(_) => self.many(s),
                    _ => false,
                };
                let among = if several { "among the " } else { "" };
                let said = self.set(s);
                let bare = said
                    .strip_prefix("the ")
                    .filter(|_| several)
                    .unwrap_or(&said);
                let among = if bare.starts_with("your ")
                    || bare.starts_with("its ")
                    || bare.starts_with("their ")
                {
                    among.trim_end_matches("the ")
                } else {
                    among
                };
                format!("{} {among}{bare}", self.be(c, many))
            }
            Says::Has(s) => {
                let has = has(c, many);
                match &s.base {
                    // `has a legal move`
                    Base::Of(Part::Moves, _) => {
                        let mut own = s.clone();
                        own.base = Base::All(Where::Anywhere);
                        format!("{has} {}", self.set(&own).replace("action", "move"))
                    }
                    _ => format!("{has} {}", self.listed(true, || self.set(s))),
                }
            }
            // of a player it is the points
            Says::Cmp(rel, n) if matches!(c.subject, Value::Set(_)) => {
                format!("{} {} points", has(c, many), so_many(*rel, &self.num(n)))
            }
            Says::Cmp(rel, n) => {
                let be = self.be(c, many);
                let n = self.num(n);
                match rel {
                    Rel::Eq => format!("{be} {n}"),
                    Rel::Ge => format!("{be} {n} or more"),
                    Rel::Gt => format!("{be} more than {n}"),
                    Rel::Le => format!("{be} at most {n}"),
                    Rel::Lt => format!("{be} fewer than {n}"),
                }
            }
            Says::Do(d) => self.singly(|| {
                self.listed(true, || match (c.not, if many { "do" } else { "does" }) {
                    (false, _) => self.voiced(d, Voice::Finite { many }),
                    (true, does) => format!("{does} not {}", self.voiced(d, Voice::Base)),
                })
            }),
            Says::Can(d) => {
                let can = match (c.at, c.not) {
                    (At::Now, false) => "can",
                    (At::Now, true) => "cannot",
                    (At::Before | At::After, false) => "could",
                    (At::Before | At::After, true) => "could not",
                };
                format!("{can} {}", self.voiced(d, Voice::Base))
            }
            Says::Suffer(d) => {
                let can = match (c.at, c.not) {
                    (At::Now, false) => "can be",
                    (At::Now, true) => "cannot be",
                    (At::Before | At::After, false) => "could be",
                    (At::Before | At::After, true) => "could not be",
                };
                format!("{can} {}", self.voiced(d, Voice::Suffered))
            }
            Says::Did(p) => self.did(c, p, many),
        }
    }

    fn did(&self, c: &Clause, p: &Past, many: bool) -> String {
        let since = p
            .since
            .as_ref()
            .map_or(String::new(), |m| format!(" {}", self.since(m)));
        let not = if c.not { " not" } else { "" };
        let (active, passive) = match (c.at, many) {
            (At::Now, false) => ("has", "was"),
            (At::Now, true) => ("have", "were"),
            (At::Before, _) => ("had", "had been"),
            (At::After, _) => ("would have", "would have been"),
        };
        match p.role {
            Some(_) => {
                let said = self.voiced(&p.deed, Voice::Suffered);
                format!("{passive}{not} {said}{since}")
            }
            None => {
                let said = self.voiced(&p.deed, Voice::Done);
                format!("{active}{not} {said}{since}")
            }
        }
    }

    /// `this turn`, `since the start of your last turn`.
    pub(super) fn since(&self, m: &Moment) -> String {
        match m {
            Moment::Start(Span::This) => "this turn".to_owned(),
            Moment::Start(Span::Round) => "this round".to_owned(),
            Moment::Start(_) | Moment::End(_) => format!("since {}", self.moment(m)),
        }
    }

    /// Things of the past, behind their noun: `you have captured this turn`.
    pub(super) fn happened(&self, p: &Past) -> String {
        let since = p
            .since
            .as_ref()
            .map_or(String::new(), |m| format!(" {}", self.since(m)));
        match (&p.deed.subject, p.role) {
            (Some(s), Some(Role::Object)) | (Some(s), None) => {
                let has = if self.many(s) { "have" } else { "has" };
                let said = self.voiced(&p.deed, Voice::Done);
                format!("{} {has} {said}{since}", self.set(s))
            }
            _ => {
                let said = self.voiced(&p.deed, Voice::Suffered);
                format!("that were {said}{since}")
            }
        }
    }

    /// A relative clause; `n` is the thing of which it is said.
    pub(super) fn relative(&self, n: Name, c: &Cond, many: bool) -> String {
        let before = self.takes.replace(false);
        let said = self.relative_said(n, c, many);
        self.takes.set(before);
        said
    }

    fn relative_said(&self, n: Name, c: &Cond, many: bool) -> String {
        match c {
            Cond::All(list) => {
                let all: Vec<String> = list.iter().map(|c| self.relative(n, c, many)).collect();
                all.join(" and ")
            }
            Cond::Any(list) => {
                let all: Vec<String> = list.iter().map(|c| self.relative(n, c, many)).collect();
                either(&all)
            }
            Cond::Is(clause) => self.relative_clause(n, clause, many),
            Cond::Not(inner) => match denied(inner) {
                Some(denied) => self.relative(n, &denied, many),
                None => format!("that {}", self.cond(c)),
            },
            Cond::Choice(..) | Cond::During(_) => format!("that {}", self.cond(c)),
        }
    }

    fn relative_clause(&self, n: Name, c: &Clause, many: bool) -> String {
        let own = |s: &Set| matches!(s.base, Base::Name(m) if m == n) && s.by.is_empty();
        match &c.subject {
            Value::Set(s) if own(s) => {
                let word = if many { "they" } else { "it" };
                format!("that {}", self.standing(n, word, || self.says(c, many)))
            }
            Value::Set(s) => match &s.base {
                Base::Field(f, of, None) if own(of) => match (&c.says, c.not) {
                    (Says::Be(Quality::Nothing), true) => {
                        let has = if many { "have" } else { "has" };
                        articles(vec![format!("that {has}"), "a".to_owned(), self.field(*f)])
                    }
                    _ => format!("whose {} {}", self.field(*f), self.says(c, false)),
                },
                Base::Zone(z, of) if own(of) => {
                    format!("whose {} {}", self.zone(*z), self.says(c, false))
                }
                Base::Of(part, of) if own(of) => {
                    let mut whose = s.clone();
                    whose.base = Base::Of(*part, Box::new(crate::phrase::terms::you()));
                    let noun = self.set(&whose);
                    let noun = noun.trim_start_matches("your ");
                    format!("whose {noun} {}", self.says(c, false))
                }
                _ if s
                    .by
                    .iter()
                    .any(|narrow| matches!(narrow, Narrow::Of(of) if own(of))) =>
                {
                    let mut what = s.clone();
                    what.by
                        .retain(|narrow| !matches!(narrow, Narrow::Of(of) if own(of)));
                    let says = self.says(c, self.many(&what));
                    format!("whose {} {says}", self.set(&what))
                }
                _ => {
                    // done to it: `that your knights cover`
                    let said = self.standing(n, "", || self.clause(c));
                    format!("that {}", said.trim_end())
                }
            },
            Value::Num(Num::Field(f, of, None)) if own(of) => {
                format!("whose {} {}", self.field(*f), self.says(c, false))
            }
            Value::Num(Num::Value(of)) if own(of) => format!("whose value {}", self.says(c, false)),
            Value::Num(Num::Place(of)) if own(of) => format!("whose place {}", self.says(c, false)),
            Value::Num(Num::Points(of)) if own(of) => {
                format!("whose points {}", self.says(c, true))
            }
            Value::Num(Num::Count(of))
                if of.by.iter().any(|b| matches!(b, Narrow::Of(w) if own(w))) =>
            {
                let mut what = (**of).clone();
                what.by.retain(|b| !matches!(b, Narrow::Of(w) if own(w)));
                format!(
                    "whose number of {} {}",
                    self.all(&what),
                    self.says(c, false)
                )
            }
            Value::Num(_) => format!("that {}", self.clause(c)),
        }
    }

    /// A set or number.
    pub fn value(&self, v: &Value) -> String {
        match v {
            Value::Set(s) => self.set(s),
            Value::Num(n) => self.num(n),
        }
    }

    pub(in crate::phrase) fn num(&self, n: &Num) -> String {
        let of = |word: &str, s: &Set| match (self.whose(s), &s.base) {
            (Some(whose), _) => format!("{whose} {word}"),
            (None, Base::Nothing) => word.to_owned(),
            _ => format!("the {word} of {}", self.set(s)),
        };
        match n {
            Num::Lit(n) => n.to_string(),
            Num::Count(s) => format!("the number of {}", self.all(s)),
            Num::Field(f, s, None) => of(&self.field(*f), s),
            Num::Field(f, s, Some(seat)) => match &seat.base {
                Base::You => format!("your {} of {}", self.field(*f), self.set(s)),
                _ => format!(
                    "{} {} of {}",
                    self.possessive(seat),
                    self.field(*f),
                    self.set(s)
                ),
            },
            Num::Extreme(most, f, s) => {
                let word = if *most { "most" } else { "fewest" };
                format!("the {word} {} of {}", self.field(*f), self.set(s))
            }
            Num::Points(s) => of("points", s),
            Num::Place(s) => of("place", s),
            Num::Past(p) => format!("the number of {}", self.times(p)),
            Num::Value(s) => of("value", s),
            Num::Name(n) => self.named(*n),
            Num::Word(w, s) => match s {
                Some(s) => of(&self.word(*w), s),
                None => self.word(*w),
            },
            Num::Choice(o, seat) => {
                let name = self.id(self.rules.options.get(o.index()).map(|o| o.name));
                match seat {
                    Some(seat) => of(&name, seat),
                    None => name,
                }
            }
            Num::Repetition => "the repetition".to_owned(),
            Num::Round => "the number of the round".to_owned(),
            Num::Bin(Op::Remainder, a, b) => {
                format!("the remainder of {} by {}", self.close(a), self.close(b))
            }
            Num::Bin(op, a, b) => {
                let sign = match op {
                    Op::Plus => "plus",
                    Op::Minus => "minus",
                    Op::Times => "times",
                    Op::Divided => "divided by",
                    Op::Remainder => "remainder",
                };
                let part = |n: &Num, right: bool| match n {
                    Num::Bin(Op::Remainder, ..) => format!("({})", self.num(n)),
                    Num::Bin(..) if right => format!("({})", self.num(n)),
                    _ => self.num(n),
                };
                format!("{} {sign} {}", part(a, false), part(b, true))
            }
        }
    }

    /// `times you have captured a piece`.
    fn times(&self, p: &Past) -> String {
        format!("times {}", self.happened(p))
    }

    /// Several phrases in a row.
    pub(super) fn values(&self, all: &[Value]) -> String {
        let words: Vec<String> = all.iter().map(|v| self.value(v)).collect();
        join(&words, "and")
    }
}

/// The ends of a phrase that says nothing but that things are between them.
fn between(s: &Set) -> Option<(&Set, &Set)> {
    let bare = matches!(s.base, Base::All(_)) && s.pick.is_none();
    match s.by.as_slice() {
        [Narrow::Between(a, b)] if bare => Some((a, b)),
        _ => None,
    }
}

/// `is beside at least 2 pawns`, said as being one of those things.
fn near_many(s: &Set) -> Option<(&Near, &Set)> {
    match (s.bare(), s.by.as_slice()) {
        (None, [Narrow::That(n, c)]) if matches!(s.base, Base::All(_)) && s.pick.is_none() => {
            super::narrow::so_many_near(*n, c)
        }
        _ => None,
    }
}

/// `whose value is 1 or 2`: what all begin with is said once.
fn either(all: &[String]) -> String {
    let [first, rest @ ..] = all else {
        return String::new();
    };
    let shared = first.find(" is ").map(|at| &first[..at + " is ".len()]);
    match shared.filter(|s| s.starts_with("whose ") && rest.iter().all(|c| c.starts_with(s))) {
        Some(shared) => {
            let rest = rest.iter().map(|c| &c[shared.len()..]);
            let all: Vec<&str> = std::iter::once(first.as_str()).chain(rest).collect();
            all.join(" or ")
        }
        None => all.join(" or "),
    }
}

/// Whether a condition is said better by its contrary.
fn awkward(c: &Cond) -> bool {
    match c {
        Cond::Is(c) => {
            let some = match &c.subject {
                Value::Set(s) => match s.amount {
                    Amount::Any | Amount::No | Amount::Count(..) => true,
                    // `your kings are not in check` would be none of them, or not all
                    Amount::Every => matches!(s.base, Base::All(_)),
                },
                Value::Num(_) => false,
            };
            c.not && (some || c.says == Says::There || matches!(c.says, Says::Has(_)) || c.newly)
        }
        Cond::Not(_) => true,
        Cond::All(_) | Cond::Any(_) | Cond::Choice(..) | Cond::During(_) => false,
    }
}

/// What is so where a condition is not: of `A or B` neither, of `A and B` not both.
fn denied(c: &Cond) -> Option<Cond> {
    let each = |list: &[Cond]| list.iter().map(denied).collect::<Option<Vec<Cond>>>();
    match c {
        Cond::Is(clause) => Some(Cond::Is(Clause {
            not: !clause.not,
            ..clause.clone()
        })),
        Cond::Any(list) => each(list).map(Cond::All),
        Cond::All(list) => each(list).map(Cond::Any),
        Cond::Not(inner) => Some((**inner).clone()),
        Cond::Choice(..) | Cond::During(_) => None,
    }
}

/// `the king is not on e1`: there is one, and it is not.
fn the_one_is_not<'c>(there: &Cond, said: Option<&'c Cond>) -> Option<&'c Clause> {
    let (Cond::Is(there), Some(Cond::Is(said))) = (there, said) else {
        return None;
    };
    let denied = there.says == Says::There && !there.not && said.not && said.says != Says::There;
    let one = matches!(&said.subject, Value::Set(set) if set.amount == Amount::Any);
    let same = there.subject == said.subject && there.at == said.at;
    (denied && one && same).then_some(said)
}
