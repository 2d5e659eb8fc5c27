//! Lines of a scenario that do not read as they stand and do otherwise: joined with the next one, parted in two, without a `then`.
use super::Reader;
use crate::diagnostic::{Diagnostic, Edit};
use crate::frame::words::Words;
use crate::syntax::{Sentence, Span, Token, TokenKind};
use engine::rules::ScriptSays;

impl Reader {
    /// A line that goes on in the next one: its problem proposes to join them.
    pub(super) fn broken(
        &mut self,
        sentence: &Sentence,
        next: &Sentence,
        problem: &mut Diagnostic,
    ) -> bool {
        let whole = [&sentence.line[..], &next.line[..]].concat();
        if self.line(next, &next.line).is_ok() || self.line(sentence, &whole).is_err() {
            return false;
        }
        let ends = (sentence.line.last(), next.line.first());
        let (Some(last), Some(first)) = ends else {
            return false;
        };
        problem.help = Some("it goes on in the next line: write it on one line".to_owned());
        problem.guess = Some(Box::new(Edit {
            span: Span {
                lo: last.span.hi,
                hi: first.span.lo,
                ..sentence.span
            },
            text: " ".to_owned(),
        }));
        true
    }

    /// `then white cannot play e1-g1` says what is open to a seat and reads as the line without its `then`; what a seat does is a
    /// line of its own, and the problem proposes to take `then` away.
    pub(super) fn act_behind_then(
        &mut self,
        sentence: &Sentence,
        line: &[Token],
        mut problem: Diagnostic,
    ) -> Result<Vec<ScriptSays>, Diagnostic> {
        let Some((then, rest)) = line.split_first() else {
            return Err(problem);
        };
        let seat = rest.first().is_some_and(|t| self.seat_of(t).is_some());
        let act = seat.then(|| self.act(Words::new(rest, sentence.span), &sentence.tags));
        let says = match act {
            Some(Ok(says)) => says,
            Some(Err(mended)) if mended.fix.is_some() => return Err(mended),
            Some(Err(_)) | None => return Err(problem),
        };
        let acts =
            |says: &ScriptSays| matches!(says, ScriptSays::Answer(..) | ScriptSays::StartsTurn(_));
        if !says.iter().any(acts) {
            return Ok(says);
        }
        let after = rest.first().map_or(then.span.hi, |t| t.span.lo);
        problem.help = Some("what a seat does is a line of its own: leave `then` out".to_owned());
        problem.guess = Some(Box::new(Edit {
            span: Span {
                hi: after,
                ..then.span
            },
            text: String::new(),
        }));
        Err(problem)
    }

    /// A list that reads with a comma where the problem was seen: it proposes to put it in.
    pub(super) fn comma(&mut self, sentence: &Sentence, problem: &mut Diagnostic) -> bool {
        let line = &sentence.line;
        let Some(at) = line.iter().position(|t| t.span.lo == problem.span.lo) else {
            return false;
        };
        let place = Span {
            hi: problem.span.lo,
            ..problem.span
        };
        let mut with = line.clone();
        let text = ",".to_owned();
        with.insert(
            at,
            Token {
                kind: TokenKind::Comma,
                text,
                span: place,
            },
        );
        if at == 0 || problem.fix.is_some() || self.line(sentence, &with).is_err() {
            return false;
        }
        problem.guess = Some(Box::new(Edit {
            span: place,
            text: ", ".to_owned(),
        }));
        true
    }

    /// A line that reads as two: its problem proposes to part them.
    pub(super) fn two_lines(&mut self, sentence: &Sentence, problem: &mut Diagnostic) {
        let begins = |t: &Token| {
            let word = t.kind == TokenKind::Word;
            word && (matches!(t.text.as_str(), "given" | "then") || self.seat_of(t).is_some())
        };
        let line = &sentence.line;
        let starts: Vec<usize> = (1..line.len()).filter(|i| begins(&line[*i])).collect();
        for at in starts {
            let (first, second) = line.split_at(at);
            if self.line(sentence, first).is_err() || self.line(sentence, second).is_err() {
                continue;
            }
            let end = first.last().map_or(sentence.span.lo, |t| t.span.hi);
            let place = Span {
                lo: end,
                hi: end,
                ..sentence.span
            };
            let help = "a new line of the scenario begins here: put `;` or a new line before it";
            problem.help = Some(help.to_owned());
            problem.guess = Some(Box::new(Edit {
                span: place,
                text: ";".to_owned(),
            }));
            return;
        }
    }
}

/// `white can play e2-e4`: what is open to a seat, with the words that say so.
pub(super) fn offered_instead(words: &Words) -> Option<Diagnostic> {
    let [can, verb, ..] = words.rest() else {
        return None;
    };
    let open = matches!(can.text.as_str(), "can" | "may")
        && matches!(verb.text.as_str(), "play" | "choose" | "accept");
    let span = Span {
        hi: verb.span.hi,
        ..can.span
    };
    open.then(|| {
        Diagnostic::new(
            "E140",
            span,
            "a scenario says with `is offered` what is open to a seat",
        )
        .help("write `is offered`; `is offered only ..` says that nothing else is open")
        .fix(span, "is offered")
    })
}

/// What a seat does or cannot do, in other words than a scenario has.
const OTHERWISE_SAID: [(&[&str], &str); 17] = [
    (&["can't"], "cannot"),
    (&["can", "not"], "cannot"),
    (&["may", "not"], "cannot"),
    (&["must", "not"], "cannot"),
    (&["is", "not", "offered"], "cannot play"),
    (&["isn't", "offered"], "cannot play"),
    (&["moves"], "plays"),
    (&["move"], "plays"),
    (&["play"], "plays"),
    (&["goes"], "plays"),
    (&["choose"], "chooses"),
    (&["picks"], "chooses"),
    (&["selects"], "chooses"),
    (&["accept"], "accepts"),
    (&["decline"], "declines"),
    (&["pass"], "passes"),
    (&["resign"], "resigns"),
];

/// `white can't play d1-e1`, `white moves d1-e1`, `white is not offered castle`: with the words of a scenario.
pub(super) fn otherwise_said(words: &Words) -> Option<Diagnostic> {
    let line = words.rest();
    let stands = |said: &&(&[&str], &str)| {
        said.0.len() <= line.len()
            && said
                .0
                .iter()
                .zip(line)
                .all(|(word, token)| token.text == *word)
    };
    let (said, write) = OTHERWISE_SAID.iter().find(stands)?;
    let (first, last) = (line.first()?, &line[said.len() - 1]);
    let span = Span {
        hi: last.span.hi,
        ..first.span
    };
    let message = format!("`{}`: this is no act of a scenario", said.join(" "));
    let problem = Diagnostic::new("E140", span, message).help(format!("write `{write}`"));
    Some(problem.fix(span, *write))
}

/// `c1d3`, `c1xd3`, `Nc1-d3`, `Nd3`, `c1 to d3`: moves as other notations have them. `line`: what stands behind `plays`.
pub(super) fn other_notation(line: &[Token]) -> Option<Diagnostic> {
    let first = line.first()?;
    let told = |to: Option<&Token>, write: Option<String>| {
        let span = Span {
            hi: to.map_or(first.span.hi, |t| t.span.hi),
            ..first.span
        };
        let said = "a move is the square it begins on and the square it ends on, with a hyphen";
        let problem = Diagnostic::new("E142", span, said);
        match write {
            Some(write) => problem.help(format!("write `{write}`")).fix(span, write),
            None => problem.help("it reads `plays c1-d3`; a promotion `plays a7-a8=Q`"),
        }
    };
    match line {
        [from, to, square, ..]
            if from.kind == TokenKind::Square
                && matches!(to.text.as_str(), "to" | "x" | "takes")
                && square.kind == TokenKind::Square =>
        {
            Some(told(
                Some(square),
                Some(format!("{}-{}", from.text, square.text)),
            ))
        }
        [square, ..] if square.kind == TokenKind::Square => Some(told(None, None)),
        [word, ..] if word.kind == TokenKind::Word => {
            let squares = squares_of(&word.text)?;
            Some(match squares {
                (Some(from), to) => told(None, Some(format!("{from}-{to}"))),
                (None, _) => told(None, None),
            })
        }
        _ => None,
    }
}

/// The squares of a move in short or long algebraic notation: where it begins, if that is said, and where it ends.
fn squares_of(word: &str) -> Option<(Option<&str>, &str)> {
    // without the letter of a piece in front, or with one
    [word, word.get(1..)?].into_iter().find_map(|rest| {
        let (first, behind) = leading_square(rest)?;
        if behind.is_empty() {
            return Some((None, first));
        }
        let behind = behind.strip_prefix(['x', '-', ':']).unwrap_or(behind);
        match leading_square(behind)? {
            (second, "") => Some((Some(first), second)),
            _ => None,
        }
    })
}

/// The square a text begins with, and what stands behind it.
fn leading_square(text: &str) -> Option<(&str, &str)> {
    text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    (1..=2).contains(&digits).then(|| text.split_at(1 + digits))
}
