//! `otherwise` without a block before it or behind it: its problem proposes the braces.
use super::Builder;
use crate::diagnostic::Edit;
use crate::syntax::{Sentence, Span, Token, TokenKind};

impl Builder<'_> {
    /// `if C, S otherwise T`: `before` is the sentence up to `otherwise`, which stands at `at` with what follows.
    pub(super) fn braces_for_otherwise(&mut self, before: &Sentence, at: Span) {
        let Some((from, done)) = self.done_in(before) else {
            return;
        };
        let words = self.words(at);
        let rest = words.get("otherwise".len()..).unwrap_or("").trim();
        let rest = rest.strip_prefix("then ").unwrap_or(rest);
        // tags stay behind what they are for
        let tags = rest.rfind(" [").filter(|_| rest.ends_with(']'));
        let (rest, tags) = rest.split_at(tags.unwrap_or(rest.len()));
        // another condition: what it asks, and what then happens
        let asked = ["if ", "unless "].iter().any(|w| rest.starts_with(w));
        let (asked, rest) = match (asked, rest.find(" then ")) {
            (true, Some(then)) => (
                format!("{} ", &rest[..then]),
                &rest[then + " then ".len()..],
            ),
            (true, None) => return,
            (false, _) => (String::new(), rest),
        };
        if rest.contains('[') || rest.contains(" otherwise ") {
            return;
        }
        let last = match rest {
            "" => return,
            block if block.starts_with('{') => format!("{asked}{block}{tags}"),
            steps => format!("{asked}{{ {steps} }}{tags}"),
        };
        let (text, span) = match done {
            None => {
                let text = format!("otherwise {last}");
                (text, at)
            }
            Some(done) => {
                let text = format!("{{ {done} }} otherwise {last}");
                let span = Span { hi: at.hi, ..from };
                (text, span)
            }
        };
        let space = self.text[..span.lo as usize].ends_with(|c: char| !c.is_whitespace());
        let Some(problem) = self.problems.last_mut().filter(|p| p.code == "E218") else {
            return;
        };
        problem.help = Some(format!("what happens stands in braces: `{text}`"));
        let text = match space {
            true => format!(" {text}"),
            false => text,
        };
        problem.guess = Some(Box::new(Edit { span, text }));
    }

    /// Where the words before a step stand that has no braces, and the step; no step: it has its braces.
    fn done_in(&self, before: &Sentence) -> Option<(Span, Option<String>)> {
        if before.block.is_some() {
            return Some((before.span, None));
        }
        if !before.tags.is_empty() {
            return None;
        }
        let word =
            |t: &Token, all: &[&str]| t.kind == TokenKind::Word && all.contains(&t.text.as_str());
        let line = &before.line;
        let then = line.iter().position(|t| word(t, &["then"]));
        let comma = || {
            let last = line.iter().rposition(|t| word(t, &["if", "unless"]))?;
            let behind = line[last..].iter().position(|t| t.kind == TokenKind::Comma);
            behind.map(|at| last + at)
        };
        let may = || line.iter().rposition(|t| word(t, &["may"]));
        let (at, from) = match then.or_else(comma) {
            Some(at) => (at + 1, line[at].span),
            None => {
                let at = may()? + 1;
                (at, line.get(at)?.span)
            }
        };
        let mut steps = line.get(at..)?;
        while let [rest @ .., last] = steps
            && last.kind == TokenKind::Comma
        {
            steps = rest;
        }
        let (first, last) = (steps.first()?, steps.last()?);
        let span = Span {
            hi: last.span.hi,
            ..first.span
        };
        Some((from, Some(self.words(span).to_owned())))
    }

    fn words(&self, span: Span) -> &str {
        let words = self.text.get(span.lo as usize..span.hi as usize);
        words.unwrap_or("")
    }
}
