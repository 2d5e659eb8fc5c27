//! The read-back of amounts: a phrase put together behind its article or number.
use super::Printer;
use super::nouns::{Built, articles, join, picks_one};
use crate::phrase::plurals::plural_of;
use engine::rules::*;

impl Printer<'_> {
    pub(super) fn put_together(&self, built: Built, amount: &Amount, s: &Set) -> String {
        let Built {
            owner,
            other,
            adjectives,
            noun,
            nouns,
            kind: _,
            of,
            place,
            behind,
            single,
            made: _,
        } = built;
        let one = match amount {
            Amount::Any | Amount::No => true,
            Amount::Count(Rel::Eq, Num::Lit(1)) => true,
            Amount::Every | Amount::Count(..) => false,
        };
        // what there is one of is named by itself: `the owner of it`
        let single = single
            || matches!(
                s.base,
                Base::Of(..) | Base::Field(..) | Base::Word(..) | Base::Row(..) | Base::File(..)
            )
            || picks_one(s)
            || s.ty == Ty::Zone;
        let fixed = matches!(
            s.base,
            Base::Name(_) | Base::It | Base::You | Base::Squares(_)
        );
        let owned = owner.as_deref() == Some("your") && self.one.get();
        let many = !one && !single && !fixed && !owned;
        let number = |word: &String| if many { plural_of(word) } else { word.clone() };
        let noun = match nouns.is_empty() {
            true => number(&noun),
            false => {
                let all: Vec<String> = nouns.iter().map(number).collect();
                let together = many && !self.either.get();
                join(&all, if together { "and" } else { "or" })
            }
        };
        let mut words: Vec<String> = Vec::new();
        match (amount, &owner) {
            (Amount::Count(rel, n), _) => words.push(self.count(*rel, n)),
            (Amount::No, _) => words.push("no".to_owned()),
            (_, Some(owner)) => words.push(owner.clone()),
            (Amount::Any, None) if other && !single => words.push("another".to_owned()),
            (Amount::Any, None) if !single => words.push("a".to_owned()),
            _ if single || fixed => words.push("the".to_owned()),
            (Amount::Any | Amount::Every, None) => {}
        }
        if other && words.last().is_none_or(|w| w != "another") {
            words.push("other".to_owned());
        }
        words.extend(adjectives);
        words.push(noun);
        words.extend(of);
        words.extend(place);
        words.extend(behind);
        articles(words)
    }

    /// A noun as often as the amount says.
    pub(super) fn counted(&self, noun: &str, amount: &Amount) -> String {
        match amount {
            Amount::Any => articles(vec!["a".to_owned(), noun.to_owned()]),
            Amount::Every => plural_of(noun),
            Amount::No => format!("no {noun}"),
            Amount::Count(rel, n) => {
                let one = matches!((rel, n), (Rel::Eq, Num::Lit(1)));
                let noun = if one {
                    noun.to_owned()
                } else {
                    plural_of(noun)
                };
                format!("{} {noun}", self.count(*rel, n))
            }
        }
    }

    pub(super) fn count(&self, rel: Rel, n: &Num) -> String {
        let n = self.short(n);
        match rel {
            Rel::Eq if self.takes.get() => n,
            Rel::Eq => format!("exactly {n}"),
            Rel::Ge => format!("{n} or more"),
            Rel::Gt => format!("more than {n}"),
            Rel::Le => format!("up to {n}"),
            Rel::Lt => format!("fewer than {n}"),
        }
    }

    /// A number that keeps to itself.
    pub(super) fn close(&self, n: &Num) -> String {
        match n {
            Num::Lit(_) | Num::Name(_) => self.num(n),
            _ => format!("({})", self.num(n)),
        }
    }

    /// A number of one word.
    pub(super) fn short(&self, n: &Num) -> String {
        match n {
            Num::Name(n) => (self.name)(*n),
            other => self.num(other),
        }
    }
}

/// `has`, with its time and its contrary.
pub(super) fn has(c: &Clause, many: bool) -> &'static str {
    match (c.at, many, c.not) {
        (At::Now, false, false) => "has",
        (At::Now, true, false) => "have",
        (At::Now, false, true) => "does not have",
        (At::Now, true, true) => "do not have",
        (At::Before, _, false) => "had",
        (At::Before, _, true) => "did not have",
        (At::After, _, false) => "would have",
        (At::After, _, true) => "would not have",
    }
}

/// `exactly 3`, `3 or more`.
pub(super) fn so_many(rel: Rel, n: &str) -> String {
    match rel {
        Rel::Eq => format!("exactly {n}"),
        Rel::Ge => format!("{n} or more"),
        Rel::Gt => format!("more than {n}"),
        Rel::Le => format!("at most {n}"),
        Rel::Lt => format!("fewer than {n}"),
    }
}
