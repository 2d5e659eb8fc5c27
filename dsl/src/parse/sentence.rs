//! Sentences, procedures, branches and their tokens.
use super::grammar::Rule;
use super::{Builder, MAX_PARENTHESES, MAX_WORDS};
use crate::syntax::*;
use pest::iterators::Pair;

impl<'t> Builder<'t> {
    pub(super) fn procedure(&mut self, pair: Pair<'t, Rule>) -> Option<Procedure> {
        let span = self.span_of(&pair);
        let head = self.first_line(&pair);
        let mut line = None;
        let mut tags = Vec::new();
        let mut block = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::line => line = self.line(part),
                Rule::tags => tags.extend(self.tags(part)),
                Rule::block => block = Some(self.block(part, false)),
                _ => {}
            }
        }
        let line = line?;
        let Some(block) = block else {
            self.report_with(
                "E200",
                head,
                "a procedure needs its steps in braces",
                "write `to search a square { .. }`",
            );
            return None;
        };
        Some(Procedure {
            line,
            tags,
            block,
            span,
        })
    }

    pub(super) fn sentence(&mut self, pair: Pair<'t, Rule>) -> Option<Sentence> {
        let mut sentence = Sentence {
            label: None,
            line: Vec::new(),
            tags: Vec::new(),
            block: None,
            branches: Vec::new(),
            reminder: None,
            span: self.span_of(&pair),
        };
        let mut good = true;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::label => sentence.label = part.into_inner().next().map(|n| self.ident(&n)),
                Rule::line => match self.line(part) {
                    Some(line) => sentence.line = line,
                    None => good = false,
                },
                Rule::tags => sentence.tags.extend(self.tags(part)),
                Rule::block => sentence.block = Some(self.block(part, false)),
                Rule::branch => {
                    let branch = self.branch(part);
                    good &= branch.is_some();
                    sentence.branches.extend(branch);
                }
                Rule::reminder => sentence.reminder = Some(self.reminder(part)),
                _ => {}
            }
        }
        (good && self.check_start(&sentence)).then_some(sentence)
    }

    /// Beginnings that no sentence has.
    pub(super) fn check_start(&mut self, sentence: &Sentence) -> bool {
        let Some(first) = sentence.line.first() else {
            return false;
        };
        let (span, text) = (first.span, first.text.as_str());
        match (first.kind, text) {
            (TokenKind::Word, "and" | "or") => {
                self.report_with(
                    "E107",
                    span,
                    format!("a line cannot begin with `{text}`"),
                    format!("end the line above with `{text}` or a comma"),
                );
                false
            }
            (TokenKind::Word, "option") => {
                self.report_with(
                    "E200",
                    span,
                    "this option cannot be read",
                    "write `option goal: 10 - 20, usually 10`",
                );
                false
            }
            (TokenKind::Row, _) => {
                self.report_with(
                    "E200",
                    span,
                    "a row stands behind `setup`, `position`, `cards` or in a sentence",
                    "put the word before the first row",
                );
                false
            }
            _ => true,
        }
    }

    pub(super) fn branch(&mut self, pair: Pair<'t, Rule>) -> Option<Branch> {
        let mut branch = Branch {
            otherwise: false,
            line: Vec::new(),
            tags: Vec::new(),
            block: Block::default(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::otherwise_ => branch.otherwise = true,
                Rule::line => branch.line = self.line(part)?,
                Rule::tags => branch.tags.extend(self.tags(part)),
                Rule::block => branch.block = self.block(part, false),
                _ => {}
            }
        }
        Some(branch)
    }

    /// The tokens of a line; none if characters stand in it that the language does not know.
    pub(super) fn line(&mut self, pair: Pair<'t, Rule>) -> Option<Vec<Token>> {
        let mut tokens = Vec::new();
        let mut junk: Option<Span> = None;
        for part in pair.into_inner() {
            if part.as_rule() == Rule::junk {
                let at = self.span_of(&part);
                let end = at.hi.max(at.lo + 1);
                junk = Some(junk.map_or(Span { hi: end, ..at }, |j| {
                    if j.hi == at.lo {
                        Span { hi: end, ..j }
                    } else {
                        j
                    }
                }));
            } else {
                tokens.push(self.token(&part));
            }
        }
        match junk {
            None => self.within_limits(tokens),
            Some(span) => {
                self.junk(span);
                None
            }
        }
    }

    /// Sentences longer or deeper than anybody reads would take the phrase reader too long.
    fn within_limits(&mut self, tokens: Vec<Token>) -> Option<Vec<Token>> {
        if let Some(token) = tokens.get(MAX_WORDS) {
            self.report_with(
                "E200",
                token.span,
                format!("a sentence holds at most {MAX_WORDS} words"),
                "make two of it, or give a part a name with `call`",
            );
            return None;
        }
        let mut depth = 0usize;
        for token in &tokens {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_PARENTHESES {
                self.report_with(
                    "E200",
                    token.span,
                    format!("parentheses are nested at most {MAX_PARENTHESES} deep"),
                    "give a part a name with `call`",
                );
                return None;
            }
        }
        Some(tokens)
    }

    pub(super) fn junk(&mut self, span: Span) {
        let words = self
            .text
            .get(span.lo as usize..span.hi as usize)
            .unwrap_or("");
        let (said, help) = match words.chars().next() {
            Some('"') => (
                "this text has no closing `\"`".to_owned(),
                "a text ends on the line it begins",
            ),
            Some('|') => (
                "this row has no closing `|`".to_owned(),
                "a row reads `| K R B N |`",
            ),
            Some('[') => (
                "these tags cannot be read".to_owned(),
                "tags read `[china.2 china.3]`, behind the sentence",
            ),
            Some('*') => (
                "this label cannot be read".to_owned(),
                "a label reads `*name*`, before the sentence",
            ),
            _ => (
                format!("`{words}` cannot stand in a sentence"),
                "words, numbers, squares, texts, rows, commas and parentheses can",
            ),
        };
        self.report_with("E200", span, said, help);
    }

    pub(super) fn token(&self, pair: &Pair<'t, Rule>) -> Token {
        let text = pair.as_str();
        let lower = || text.to_ascii_lowercase();
        let (kind, text) = match pair.as_rule() {
            Rule::text => (TokenKind::Text, self.inner(pair).text),
            Rule::row => (TokenKind::Row, self.inner(pair).text),
            Rule::area => (TokenKind::Area, lower()),
            Rule::square => (TokenKind::Square, lower()),
            Rule::number => (TokenKind::Number, text.to_owned()),
            Rule::promoted => (TokenKind::Promoted, text.to_owned()),
            Rule::possessive => (TokenKind::Possessive, text.to_owned()),
            Rule::comma => (TokenKind::Comma, text.to_owned()),
            Rule::open => (TokenKind::Open, text.to_owned()),
            Rule::close => (TokenKind::Close, text.to_owned()),
            _ if text.len() == 1 => (TokenKind::Word, text.to_owned()),
            _ => (TokenKind::Word, lower()),
        };
        Token {
            kind,
            text,
            span: self.span_of(pair),
        }
    }
}
