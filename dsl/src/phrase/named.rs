//! Which name a sentence declares, and where it stands: for tools that look names up. The first pass of the reader finds them
//! the same way.
use super::decls::{called_at, word_name};
use super::lex::{singles, words_of};
use crate::syntax::{Sentence, Span, Token};

/// What a sentence declares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameSort {
    /// State: a mark, a number, a zone ..
    State,
    /// A definition (`call ..`).
    Word,
}

/// A declared name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedHere {
    /// Which sort.
    pub sort: NameSort,
    /// In small letters.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

/// The name a sentence declares, if it declares one.
pub fn named_here(sentence: &Sentence) -> Option<NamedHere> {
    if !may_name(&sentence.line) {
        return None;
    }
    let toks = words_of(&sentence.line, &mut Vec::new());
    let (sort, at) = if toks.first()?.is("call") {
        (NameSort::Word, word_name(&toks)?.0)
    } else {
        let called = called_at(&toks)?;
        let your = toks.get(called + 1).is_some_and(|t| t.is("your"));
        (NameSort::State, called + 1 + usize::from(your))
    };
    let tok = toks.get(at)?;
    Some(NamedHere {
        sort,
        name: tok.text.clone(),
        span: tok.span,
    })
}

/// Whether a line has the words by which a name is declared; most have not.
pub(super) fn may_name(line: &[Token]) -> bool {
    let is = |t: &Token, word: &str| t.text.eq_ignore_ascii_case(word);
    line.first().is_some_and(|t| is(t, "call")) || line.iter().any(|t| is(t, "called"))
}

/// The words a word could be another form of: itself, and what it would be the regular plural of.
pub fn forms_of(word: &str) -> Vec<String> {
    let mut all = vec![word.to_owned()];
    all.extend(super::plurals::singulars_of(word));
    all
}

/// The plural of a name.
pub fn plural_of(name: &str) -> String {
    super::plurals::plural_of(name)
}

/// The structure words of the language, which have no entry in the word table, with their fixed phrases as they are written.
pub fn structure() -> Vec<String> {
    let mut all: Vec<String> = super::spelling::STRUCTURE
        .iter()
        .map(|w| (*w).to_owned())
        .collect();
    all.extend(singles());
    all.sort();
    all.dedup();
    all
}
