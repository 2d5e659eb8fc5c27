//! What happens written before its moment: `you win if C`, `mark X as Y at the start of your turn`. The sentence is read again the
//! other way round.
use super::run::Run;
use super::stated::Stated;
use crate::diagnostic::{Diagnostic, Edit};
use crate::program::Item;
use crate::syntax::{Sentence, Span, Token, TokenKind};

/// The words with which a moment begins, and those of an event or condition that may stand for them.
const MOMENTS: [(&str, &[&str]); 8] = [
    ("at", &["at"]),
    ("after", &["after"]),
    ("before", &["before"]),
    ("when", &["after", "as soon as"]),
    ("whenever", &["after", "as soon as"]),
    ("once", &["after", "as soon as"]),
    ("if", &["after", "as soon as"]),
    ("as", &["as"]),
];

/// Places tried in one sentence.
const MOST: usize = 4;

impl Run<'_> {
    /// The moment comes first.
    pub(super) fn turned(
        &self,
        problem: &mut Diagnostic,
        before: &[Diagnostic],
        stated: &Stated,
        item: &Item,
    ) -> bool {
        let Some((sentence, false)) = stated.sentence_at(problem.span.lo) else {
            return false;
        };
        let (Some(first), Some(last)) = (sentence.line.first(), sentence.line.last()) else {
            return false;
        };
        if sentence.block.is_some() {
            return false;
        }
        let Some(text) = self.text_around(sentence) else {
            return false;
        };
        let span = super::lex::join(first.span, last.span);
        for line in turns(&sentence.line, &text) {
            let now = Sentence {
                line: line.tokens,
                ..sentence.clone()
            };
            let Some(changed) = stated.in_place_of(sentence, &[now]) else {
                continue;
            };
            let told = self.told_of(&changed, item);
            if told.iter().any(|d| d.is_error() && !before.contains(d)) || told.contains(problem) {
                continue;
            }
            problem.help = Some(format!("the moment comes first: `{}`", line.said));
            problem.fix = None;
            problem.guess = Some(Box::new(Edit {
                span,
                text: line.said,
            }));
            return true;
        }
        false
    }
}

struct Line {
    tokens: Vec<Token>,
    said: String,
}

/// The line with its moment first.
fn turns(line: &[Token], text: &str) -> Vec<Line> {
    let mut out = Vec::new();
    let mut places = 0;
    for at in 1..line.len() {
        let word = line[at].text.to_lowercase();
        let moment = MOMENTS.iter().find(|(begins, _)| *begins == word);
        let Some((_, openers)) = moment.filter(|_| line[at].kind == TokenKind::Word) else {
            continue;
        };
        let mut done = &line[..at];
        if let [rest @ .., comma] = done
            && comma.kind == TokenKind::Comma
        {
            done = rest;
        }
        // `when all .. are captured` is no event: each of them is one
        let all = |t: &Token| ["all", "every", "each", "both"].contains(&t.text.as_str());
        if line.get(at + 1).is_some_and(all) {
            continue;
        }
        let (Some(happens), Some(rest)) = (words(done, text), words(&line[at + 1..], text)) else {
            continue;
        };
        places += 1;
        for opener in *openers {
            let span = line[at].span;
            let mut tokens: Vec<Token> = opener.split(' ').map(|word| token(word, span)).collect();
            tokens.extend_from_slice(&line[at + 1..]);
            let kind = TokenKind::Comma;
            tokens.push(Token {
                kind,
                ..token(",", span)
            });
            tokens.extend_from_slice(done);
            let said = format!("{opener} {rest}, {happens}");
            out.push(Line { tokens, said });
        }
        if places == MOST {
            break;
        }
    }
    out
}

fn token(text: &str, span: Span) -> Token {
    Token {
        kind: TokenKind::Word,
        text: text.to_owned(),
        span,
    }
}

fn words<'t>(line: &[Token], text: &'t str) -> Option<&'t str> {
    let (first, last) = (line.first()?, line.last()?);
    text.get(first.span.lo as usize..last.span.hi as usize)
}
