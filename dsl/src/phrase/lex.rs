//! From tokens to the words the reader sees: small letters, fixed phrases as one word, number words as
//! numbers, spellings that are understood.
use crate::diagnostic::Diagnostic;
use crate::syntax::{Span, Token, TokenKind};

/// A word, number, literal or sign of a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tok {
    /// Its sort.
    pub kind: TokenKind,
    /// In small letters; a fixed phrase joined by hyphens.
    pub text: String,
    /// Where.
    pub span: Span,
}

impl Tok {
    /// Whether it is this word.
    pub fn is(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }
}

/// The fixed phrases; longer ones first.
const FIXED: &[&[&str]] = &[
    &["in", "open", "line", "with"],
    &["in", "line", "with"],
    &["in", "front", "of"],
    &["in", "any", "order"],
    &["by", "whole", "turns"],
    &["only", "to", "capture"],
    &["as", "soon", "as"],
    &["the", "first", "time"],
    &["draw", "the", "game"],
    &["draws", "the", "game"],
    &["take", "back"],
    &["takes", "back"],
    &["next", "to"],
    &["other", "than"],
    &["lower", "than"],
    &["in", "check"],
    &["in", "play"],
    &["on", "turn"],
    &["any", "way"],
    &["in", "order"],
    &["at", "random"],
    &["without", "capturing"],
    &["without", "moving"],
    &["when", "not", "capturing"],
    &["divided", "by"],
    &["stops", "being"],
    &["stop", "being"],
    &["stopped", "being"],
    &["up", "to"],
    &["at", "least"],
    &["at", "most"],
    &["for", "each"],
    &["can", "not"],
    &["each", "time"],
];

const NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight",
];

/// Whether a word is a number (`two`).
pub(crate) fn is_number(word: &str) -> bool {
    NUMBERS.contains(&word)
}

/// The fixed phrases and number words as they are written.
pub(super) fn singles() -> impl Iterator<Item = String> {
    let phrases = FIXED.iter().map(|words| words.join(" "));
    phrases.chain(NUMBERS.iter().map(|w| (*w).to_owned()))
}

/// Makes the words of a sentence; remarks go to `notes`.
pub fn words_of(tokens: &[Token], notes: &mut Vec<Diagnostic>) -> Vec<Tok> {
    let mut out: Vec<Tok> = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        if let Some(len) = fixed_at(tokens, i) {
            let words: Vec<String> = tokens[i..i + len]
                .iter()
                .map(|t| t.text.to_lowercase())
                .collect();
            let span = join(tokens[i].span, tokens[i + len - 1].span);
            out.push(word(&fixed_name(&words.join("-")), span));
            i += len;
            continue;
        }
        if tokens[i].kind == TokenKind::Word && tokens[i].text.eq_ignore_ascii_case("again") {
            let span = tokens[i].span;
            notes.push(Diagnostic::new("N204", span, "`again` adds nothing").fix(span, ""));
        } else if own_after_your(tokens, i) {
            let span = tokens[i].span;
            let said = "`own` adds nothing: what is yours is your own";
            notes.push(Diagnostic::new("N204", span, said).fix(span, ""));
        } else {
            out.push(single(&tokens[i], notes));
        }
        i += 1;
    }
    out
}

/// From the first to the second.
pub fn join(a: Span, b: Span) -> Span {
    Span {
        file: a.file,
        lo: a.lo,
        hi: b.hi.max(a.lo),
    }
}

fn word(text: &str, span: Span) -> Tok {
    Tok {
        kind: TokenKind::Word,
        text: text.to_owned(),
        span,
    }
}

fn fixed_at(tokens: &[Token], at: usize) -> Option<usize> {
    let first = tokens.get(at).filter(|t| t.kind == TokenKind::Word)?;
    let letter = first.text.as_bytes().first()?.to_ascii_lowercase();
    let hit = FIXED.iter().find(|phrase| {
        let begins = phrase[0].as_bytes().first() == Some(&letter);
        begins
            && phrase.iter().enumerate().all(|(k, w)| {
                tokens
                    .get(at + k)
                    .is_some_and(|t| t.kind == TokenKind::Word && t.text.eq_ignore_ascii_case(w))
            })
    })?;
    // `in order of value` and `on your turn` stand apart; `up to` needs its number, `the first time` its event
    Some(hit.len())
}

fn fixed_name(joined: &str) -> String {
    match joined {
        "draw-the-game" => "draw-game",
        "draws-the-game" => "draws-game",
        "can-not" => "cannot",
        "stop-being" | "stops-being" => "stops-being",
        "stopped-being" => "stopped-being",
        "when-not-capturing" => "without-capturing",
        "each-time" => "after",
        _ => joined,
    }
    .to_owned()
}

fn single(token: &Token, notes: &mut Vec<Diagnostic>) -> Tok {
    let small = matches!(
        token.kind,
        TokenKind::Word | TokenKind::Area | TokenKind::Square
    );
    let mut tok = Tok {
        kind: token.kind,
        text: match small {
            true => token.text.to_ascii_lowercase(),
            false => token.text.clone(),
        },
        span: token.span,
    };
    if token.kind != TokenKind::Word {
        return tok;
    }
    if let Some(n) = NUMBERS.iter().position(|w| *w == tok.text) {
        tok.kind = TokenKind::Number;
        tok.text = (n + 1).to_string();
        return tok;
    }
    let (now, code) = match tok.text.as_str() {
        "when" | "whenever" => ("after", "N201"),
        "can't" => ("cannot", "N203"),
        "beginning" => ("start", "N205"),
        "color" => ("colour", ""),
        "neighbour" | "neighbor" => return tok,
        _ => return tok,
    };
    if !code.is_empty() {
        let said = format!("`{}` is read as `{now}`", tok.text);
        notes.push(Diagnostic::new(code, token.span, said).fix(token.span, now));
    }
    tok.text = now.to_owned();
    tok
}

/// `your own pawns` are your pawns.
fn own_after_your(tokens: &[Token], i: usize) -> bool {
    let is = |t: &Token, word: &str| t.kind == TokenKind::Word && t.text.eq_ignore_ascii_case(word);
    is(&tokens[i], "own") && i > 0 && is(&tokens[i - 1], "your")
}
