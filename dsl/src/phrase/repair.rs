//! What may have been meant: small changes of a sentence that does not read, in the order in which people are likely to have
//! made the mistake. Whoever asks tries them; one that makes the sentence read becomes the advice of the problem, so nothing is
//! ever advised that does not read at that place.
use super::plurals::{plural_of, singulars_of};
use super::spelling::{distance, may_stand_for, slips};
use super::words::{Form, Words};
use crate::diagnostic::Edit;
use crate::syntax::{Span, Token, TokenKind};
use serde::Deserialize;
use std::sync::OnceLock;

/// One change of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Attempt {
    /// The line with the change.
    pub line: Vec<Token>,
    /// How likely it is: of the changes that read only those of the lowest rank are told.
    pub rank: u8,
    /// The words with what stands beside them, as they are told.
    pub said: String,
    /// The change of the text.
    pub fix: Edit,
    /// A slip of the keyboard or of grammar, and nothing else.
    pub slip: bool,
}

/// The line in which something is wrong, and the words that could stand in it.
pub(super) struct Broken<'a> {
    /// The words as they are.
    pub line: &'a [Token],
    /// Where the problem was seen.
    pub at: usize,
    /// The word there is known to nobody.
    pub unknown: bool,
    /// The problem is about the whole sentence.
    pub anywhere: bool,
    /// The language.
    pub words: &'static Words,
    /// Words and names.
    pub known: &'a [&'a str],
}

/// Groups of words of which one is easily written for another.
const FORMS: &[&[&str]] = &[
    &["is", "are", "was", "were", "be"],
    &["has", "have", "had"],
    &["a", "an", "the"],
    &["you", "your", "yours"],
    &["it", "its"],
    &["they", "their", "them"],
    &["no", "not"],
    &["other", "another"],
    &["and", "or"],
    &["if", "unless"],
];

/// Words that hold a sentence together: what is left out, put in or exchanged without a thought.
const SMALL: &[&str] = &[
    "of", "the", "a", "to", "is", "are", "by", "as", "that", "on", "with", "in", "at", "from",
    "among", "into", "be", "has", "than", "and", "any", "it",
];

/// Words that add nothing where they do not read.
const IDLE: &[&str] = &[
    "then", "the", "a", "an", "of", "to", "is", "are", "that", "also", "there", "be", "on", "in",
    "at", "by", "as", "with", "and", "been", "has",
];

/// What begins a phrase of place.
const PLACES: &[&str] = &[
    "on", "in", "beside", "around", "between", "behind", "within", "at", "near", "under", "of",
    "with",
];

/// Most attempts of one sort of slip.
const MOST_NEAR: usize = 8;

impl Broken<'_> {
    /// The changes to try, the likely ones first.
    pub fn attempts(&self) -> Vec<Attempt> {
        let mut out = Vec::new();
        if self.line.is_empty() {
            return out;
        }
        if self.unknown {
            self.persons(0, &mut out);
            self.thesaurus(0, &mut out);
            self.near(self.at, 1, &mut out);
            self.hyphens(3, &mut out);
            return out;
        }
        let places = self.places();
        self.parentheses(0, &mut out);
        for i in &places {
            self.doubled(*i, 0, &mut out);
        }
        for i in &places {
            self.forms(*i, 1, &mut out);
        }
        self.counted(2, &mut out);
        self.thesaurus(2, &mut out);
        self.hyphens(3, &mut out);
        for i in places.iter().filter(|i| **i <= self.at || self.anywhere) {
            self.near(*i, 4, &mut out);
        }
        for i in &places {
            self.exchanged(*i, 5, &mut out);
        }
        for i in &places {
            self.put_in(*i, 6, &mut out);
        }
        for i in &places {
            self.other_small(*i, 7, &mut out);
        }
        for i in &places {
            self.left_out(*i, 8, &mut out);
        }
        out
    }

    /// Each of these names in the place of the word, in its number.
    pub fn others(&self, names: &[String]) -> Vec<Attempt> {
        let mut out = Vec::new();
        let many = self.word(self.at).ends_with('s');
        for name in names {
            let name = if many { plural_of(name) } else { name.clone() };
            self.push(self.at, self.at + 1, &name, 9, &mut out);
        }
        out
    }

    /// Where to look: at the problem and around it; all over the line where it says nothing about its place.
    fn places(&self) -> Vec<usize> {
        let far = |i: usize| i.abs_diff(self.at);
        let all = 0..self.line.len();
        let mut places: Vec<usize> = match self.anywhere {
            true => all.take(14).collect(),
            false => all.filter(|i| far(*i) <= 1).collect(),
        };
        places.sort_by_key(|i| (far(*i), *i));
        places
    }

    fn word(&self, i: usize) -> &str {
        match self.line.get(i) {
            Some(t) if t.kind == TokenKind::Word => &t.text,
            _ => "",
        }
    }

    /// The line with these words in place of those from `lo` up to `hi`.
    fn push(&self, lo: usize, hi: usize, words: &str, rank: u8, out: &mut Vec<Attempt>) {
        let (Some(first), Some(last)) = (
            self.line.get(lo.min(self.line.len() - 1)),
            self.line.get(hi.max(1) - 1),
        ) else {
            return;
        };
        let span = Span {
            file: first.span.file,
            lo: if lo < self.line.len() {
                first.span.lo
            } else {
                last.span.hi
            },
            hi: if lo < hi { last.span.hi } else { first.span.lo },
        };
        let span = Span {
            hi: span.hi.max(span.lo),
            ..span
        };
        let mut line = self.line[..lo].to_vec();
        line.extend(tokens(words, span));
        line.extend_from_slice(&self.line[hi..]);
        let beside = |i: Option<usize>| i.and_then(|i| self.line.get(i)).map_or("", |t| &t.text);
        let (said, text) = match (lo < hi, words.is_empty()) {
            (true, false) => (words.to_owned(), words.to_owned()),
            (true, true) => (
                format!("{} {}", beside(lo.checked_sub(1)), beside(Some(hi))),
                String::new(),
            ),
            (false, _) => {
                let said = format!("{} {words} {}", beside(lo.checked_sub(1)), beside(Some(lo)));
                let text = match lo < self.line.len() {
                    true => format!("{words} "),
                    false => format!(" {words}"),
                };
                (said, text)
            }
        };
        out.push(Attempt {
            line,
            rank,
            said: said.trim().to_owned(),
            fix: Edit { span, text },
            slip: false,
        });
    }

    /// A parenthesis that has no partner gets one somewhere.
    fn parentheses(&self, rank: u8, out: &mut Vec<Attempt>) {
        let count = |kind: TokenKind| self.line.iter().filter(|t| t.kind == kind).count();
        let (open, close) = (count(TokenKind::Open), count(TokenKind::Close));
        let sign = match open.cmp(&close) {
            std::cmp::Ordering::Less => "(",
            std::cmp::Ordering::Greater => ")",
            std::cmp::Ordering::Equal => return,
        };
        for i in 0..=self.line.len() {
            self.push(i, i, sign, rank, out);
        }
    }

    /// The same word twice.
    fn doubled(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        if !self.word(i).is_empty() && self.word(i) == self.word(i + 1) {
            self.push(i, i + 1, "", rank, out);
            slip(out);
        }
    }

    /// The same word in another form.
    fn forms(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        let word = self.word(i);
        // the owner in front of `'s` stands as it is
        let owner = (self.line.get(i + 1)).is_some_and(|t| t.kind == TokenKind::Possessive);
        if word.is_empty() || owner {
            return;
        }
        let mut all: Vec<String> = Vec::new();
        for (verb, _) in self.words.verb(word) {
            all.extend(verb.forms.iter().cloned());
        }
        if let Some((noun, _)) = self.words.noun(word) {
            all.extend([noun.name.clone(), noun.plural.clone()]);
        }
        let names = singulars_of(word).into_iter().chain([plural_of(word)]);
        all.extend(names.filter(|n| {
            self.known.contains(&n.as_str())
                || singulars_of(n)
                    .iter()
                    .any(|s| self.known.contains(&s.as_str()))
        }));
        for group in FORMS.iter().filter(|g| g.contains(&word)) {
            all.extend(group.iter().map(|w| (*w).to_owned()));
        }
        // `the capturing piece` is the one that did it, `the captured piece` the other
        if word.ends_with("ing") {
            all.retain(|f| !f.ends_with("ed"));
        }
        all.sort();
        all.dedup();
        for form in all.iter().filter(|f| *f != word && !f.contains('-')) {
            self.push(i, i + 1, form, rank, out);
            slip(out);
        }
    }

    /// A bare number with what says whether it is all.
    fn counted(&self, rank: u8, out: &mut Vec<Attempt>) {
        let number = self
            .line
            .get(self.at)
            .filter(|t| t.kind == TokenKind::Number);
        if let Some(n) = number.map(|t| t.text.clone()) {
            for words in [format!("exactly {n}"), format!("{n} or more")] {
                self.push(self.at, self.at + 1, &words, rank, out);
            }
        }
    }

    /// Words that are spelled nearly so.
    fn near(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        let word = self.word(i);
        let most = slips(word);
        if word.chars().count() < 2 {
            return;
        }
        let mut hits: Vec<(usize, &str)> = (self.known.iter())
            .map(|known| (distance(word, known), *known))
            .filter(|(far, known)| {
                (1..=most).contains(far)
                    && (!known.contains('-') || word.contains('-'))
                    && may_stand_for(word, known)
            })
            .collect();
        hits.sort_unstable();
        hits.dedup();
        for (far, known) in hits.into_iter().take(MOST_NEAR) {
            self.push(i, i + 1, known, rank + u8::from(far > 1), out);
            if self.unknown && far == 1 {
                slip(out);
            }
        }
    }

    /// `he skips his turn`: all of them at once.
    fn persons(&self, rank: u8, out: &mut Vec<Attempt>) {
        const PERSONS: &[(&str, &str)] = &[
            ("he", "they"),
            ("she", "they"),
            ("him", "them"),
            ("his", "their"),
            ("her", "their"),
        ];
        let better = |i: usize| {
            let known = PERSONS.iter().find(|(word, _)| *word == self.word(i));
            known.map(|(_, better)| *better)
        };
        let all: Vec<usize> = (0..self.line.len())
            .filter(|i| better(*i).is_some())
            .collect();
        let [first, .., last] = all.as_slice() else {
            return;
        };
        if better(self.at).is_none() {
            return;
        }
        let mut line = self.line.to_vec();
        let mut text = String::new();
        let run = line.iter_mut().enumerate().take(*last + 1).skip(*first);
        for (i, token) in run {
            if let Some(word) = better(i) {
                token.text = word.to_owned();
            } else if i > 0 && ["he", "she"].contains(&self.word(i - 1)) {
                // `he skips`: `they skip`
                let mut verbs = self.words.verb(self.word(i));
                let third = verbs.find(|(_, form)| *form == Form::Third);
                if let Some((verb, _)) = third.filter(|(verb, _)| !verb.name.contains('-')) {
                    token.text.clone_from(&verb.forms[0]);
                }
            }
            let plain = matches!(
                token.kind,
                TokenKind::Word | TokenKind::Number | TokenKind::Square | TokenKind::Comma
            );
            if !plain {
                return;
            }
            if i > *first && token.kind != TokenKind::Comma {
                text.push(' ');
            }
            text.push_str(&token.text);
        }
        let span = Span {
            hi: self.line[*last].span.hi,
            ..self.line[*first].span
        };
        out.push(Attempt {
            line,
            rank,
            said: text.clone(),
            fix: Edit { span, text },
            slip: false,
        });
    }

    /// What players write, in the words of the language.
    fn thesaurus(&self, rank: u8, out: &mut Vec<Attempt>) {
        let mut hits: Vec<(usize, usize, usize, &str)> = Vec::new();
        for entry in thesaurus() {
            for said in &entry.said {
                let words: Vec<Token> = tokens(said, Span::default());
                let same = |run: &[Token]| {
                    run.iter()
                        .zip(&words)
                        .all(|(a, b)| a.text.eq_ignore_ascii_case(&b.text))
                };
                let runs = self.line.windows(words.len().max(1)).enumerate();
                // a mark is not set on a condition, but until something happens
                let endless = ["while", "as long as"].contains(&said.as_str())
                    && self
                        .line
                        .iter()
                        .any(|t| t.text.eq_ignore_ascii_case("mark"));
                for (i, _) in runs.filter(|(_, run)| same(run) && !endless) {
                    let far = if i <= self.at && self.at < i + words.len() {
                        0
                    } else {
                        i.abs_diff(self.at)
                    };
                    let fits = !self.unknown || far == 0;
                    let all = entry.write.iter().filter(|_| fits);
                    hits.extend(all.map(|w| (far, i, i + words.len(), w.as_str())));
                }
            }
        }
        hits.sort_by_key(|(far, lo, hi, _)| (*far, usize::MAX - (hi - lo)));
        for (_, lo, hi, words) in hits.into_iter().take(24) {
            self.push(lo, hi, words, rank, out);
        }
    }

    /// Two words that are one name, one word that is two.
    fn hyphens(&self, rank: u8, out: &mut Vec<Attempt>) {
        for i in self.at.saturating_sub(1)..=self.at {
            let word = self.word(i);
            if let Some((a, b)) = word.split_once('-') {
                self.push(i, i + 1, &format!("{a} {b}"), rank, out);
            }
            let (a, b) = (self.word(i), self.word(i + 1));
            let joined = format!("{a}-{b}");
            if !a.is_empty() && !b.is_empty() && self.known.contains(&joined.as_str()) {
                self.push(i, i + 2, &joined, rank, out);
            }
        }
    }

    fn exchanged(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        let (a, b) = (self.word(i), self.word(i + 1));
        // `are all on rank 4` is not `are on all rank 4`
        let weighs = |w: &str| ["all", "each", "every", "no", "not", "only"].contains(&w);
        // `share a file` is not `share file a`
        if !a.is_empty() && !b.is_empty() && a != b && !weighs(a) && !weighs(b) && a != "a" {
            self.push(i, i + 2, &format!("{b} {a}"), rank, out);
        }
    }

    fn put_in(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        let of_many = i > 0 && ["you", "they"].contains(&self.word(i - 1));
        let before = i.checked_sub(1).map_or("", |i| self.word(i));
        for word in SMALL {
            // an enemy beside it is not an enemy and beside it; `, up to 2` is complete
            let another = match *word {
                "and" => {
                    PLACES.contains(&self.word(i)) || ["more", "fewer"].contains(&self.word(i))
                }
                "that" | "it" => ["and", "or"].contains(&before),
                "to" | "from" => self.word(i) == "up",
                _ => false,
            };
            if another {
                continue;
            }
            let word = if of_many && *word == "has" {
                "have"
            } else {
                word
            };
            self.push(i, i, word, rank, out);
        }
        if i + 1 == self.line.len() {
            for word in SMALL {
                self.push(i + 1, i + 1, word, rank, out);
            }
        }
    }

    fn other_small(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        let word = self.word(i);
        let loose = SMALL.contains(&word)
            || [
                "through", "over", "off", "for", "onto", "toward", "against", "until", "between",
                "beside", "behind",
            ]
            .contains(&word);
        // `that enemy` is a certain one, `an enemy` any
        let certain = |other: &str| word == "that" && ["a", "any"].contains(&other);
        let others = SMALL.iter().filter(|o| loose && **o != word);
        for other in others.filter(|o| !certain(o)) {
            self.push(i, i + 1, other, rank, out);
        }
    }

    fn left_out(&self, i: usize, rank: u8, out: &mut Vec<Attempt>) {
        if IDLE.contains(&self.word(i)) && self.line.len() > 1 {
            self.push(i, i + 1, "", rank, out);
        }
    }
}

/// The change found last is a slip.
fn slip(out: &mut [Attempt]) {
    if let Some(last) = out.last_mut() {
        last.slip = true;
    }
}

/// Words as tokens at one place.
fn tokens(words: &str, span: Span) -> Vec<Token> {
    let mut out = Vec::new();
    let token = |text: &str| {
        let kind = match text {
            "," => TokenKind::Comma,
            "(" => TokenKind::Open,
            ")" => TokenKind::Close,
            n if n.bytes().all(|b| b.is_ascii_digit()) => TokenKind::Number,
            _ => TokenKind::Word,
        };
        let text = text.to_owned();
        Token { kind, text, span }
    };
    for word in words.split(' ').filter(|w| !w.is_empty()) {
        let mut rest = word;
        while let Some(at) = rest.find(['(', ')', ',']) {
            out.extend((at > 0).then(|| token(&rest[..at])));
            out.push(token(&rest[at..=at]));
            rest = &rest[at + 1..];
        }
        out.extend((!rest.is_empty()).then(|| token(rest)));
    }
    out
}

/// Words that mean the same to a player.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// As they are written.
    said: Vec<String>,
    /// The words of the language that may have been meant, each tried.
    write: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    meant: Vec<Entry>,
}

fn thesaurus() -> &'static [Entry] {
    static TABLE: OnceLock<Vec<Entry>> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The table is part of the program and read by its tests; a broken one means nothing.
        let read: Result<Table, _> = toml::from_str(include_str!("thesaurus.toml"));
        read.map(|t| t.meant).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thesaurus_reads() {
        let read: Result<Table, _> = toml::from_str(include_str!("thesaurus.toml"));
        assert!(read.is_ok_and(|t| t.meant.len() > 40));
    }

    #[test]
    fn words_become_tokens() {
        let kinds: Vec<TokenKind> = tokens("leaps (1,2), up to 3", Span::default())
            .into_iter()
            .map(|t| t.kind)
            .collect();
        use TokenKind::*;
        assert_eq!(
            kinds,
            [
                Word, Open, Number, Comma, Number, Close, Comma, Word, Word, Number
            ]
        );
    }
}
