//! Of which kinds a definition can hold at all: `call a king regal` speaks of no pawn, whatever happens. Found once per
//! match; it may say yes too often, never no wrongly.
use super::link::Linked;
use super::reach::{may_be, names};
use engine::ids::*;
use engine::rules::*;

/// Per definition and kind: it can hold of a piece of that kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Possible {
    words: Vec<Vec<bool>>,
    /// A piece of the kind can be royal.
    royal: Vec<bool>,
}

impl Possible {
    /// Look through the definitions and views of a match: nothing is possible until something is found that allows it.
    pub fn of(l: &Linked) -> Possible {
        let kinds = l.rules.kinds.len();
        let mut now = Possible {
            words: vec![vec![false; kinds]; l.rules.words.len()],
            royal: vec![false; kinds],
        };
        loop {
            let each = |may: &dyn Fn(KindId) -> bool| -> Vec<bool> {
                (0..kinds).map(|k| may(KindId::from(k))).collect()
            };
            let words = 0..now.words.len();
            let next = Possible {
                words: words
                    .map(|w| each(&|k| now.holds(l, WordId::from(w), k)))
                    .collect(),
                royal: each(&|k| now.reigns(l, k)),
            };
            if next == now {
                return now;
            }
            now = next;
        }
    }
    /// The definition can hold of a piece of this kind.
    pub fn word(&self, w: WordId, kind: KindId) -> bool {
        self.words[w.index()][kind.index()]
    }
    /// A piece of this kind can be royal.
    pub fn royal(&self, kind: KindId) -> bool {
        self.royal[kind.index()]
    }

    fn reigns(&self, l: &Linked, kind: KindId) -> bool {
        let royal = |is: &What| matches!(is, What::Quality(Quality::Royal));
        l.royal_word.is_some_and(|w| self.word(w, kind))
            || self.viewed(l, &l.other_views, kind, &royal)
    }
    fn holds(&self, l: &Linked, w: WordId, kind: KindId) -> bool {
        let word = &l.rules.words[w.index()];
        let part = |p: &WordPart| match &p.value {
            Value::Set(s) => {
                self.set(s, kind) && p.when.iter().all(|c| self.cond(c, p.takes, kind))
            }
            Value::Num(_) => true,
        };
        word.parts.iter().any(part) || self.viewed(l, &l.word_views[w.index()], kind, &|_| true)
    }
    fn viewed(
        &self,
        l: &Linked,
        views: &[RuleId],
        kind: KindId,
        says: &dyn Fn(&What) -> bool,
    ) -> bool {
        views.iter().any(|id| match &l.rule(*id).form {
            Form::View { of, is, not: false } => says(is) && self.set(of, kind),
            _ => false,
        })
    }
    /// A piece of this kind can be among these.
    fn set(&self, s: &Set, kind: KindId) -> bool {
        let base = match &s.base {
            Base::Or(parts) => parts.iter().any(|t| self.set(t, kind)),
            Base::Word(w, _) => self.word(*w, kind),
            _ => true,
        };
        base && s.by.iter().all(|n| match n {
            Narrow::Is(Quality::Word(w)) => self.word(*w, kind),
            Narrow::Is(Quality::Royal) => self.royal(kind),
            n => may_be(n, kind),
        })
    }
    /// The condition can hold of a piece of this kind.
    fn cond(&self, c: &Cond, takes: Option<Name>, kind: KindId) -> bool {
        match c {
            Cond::All(all) => all.iter().all(|c| self.cond(c, takes, kind)),
            Cond::Any(any) => any.iter().any(|c| self.cond(c, takes, kind)),
            Cond::Is(c) => {
                let of_it = matches!(&c.subject, Value::Set(s) if s.by.is_empty()
                    && (s.base == Base::It || takes.is_some_and(|n| s.base == Base::Name(n))));
                if c.not || c.at != At::Now || !of_it {
                    return true;
                }
                match &c.says {
                    Says::Be(Quality::Word(w)) => self.word(*w, kind),
                    Says::Be(Quality::Royal) => self.royal(kind),
                    Says::Be(Quality::Kind(kinds)) => names(kinds, kind).unwrap_or(true),
                    _ => true,
                }
            }
            Cond::Not(_) | Cond::During(_) | Cond::Choice(..) => true,
        }
    }
}
