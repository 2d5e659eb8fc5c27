//! A cursor over the tokens of a frame line or a line of a scenario.
use crate::syntax::{Span, Token, TokenKind};

/// The tokens not read yet.
#[derive(Clone, Copy)]
pub struct Words<'w> {
    tokens: &'w [Token],
    span: Span,
}

impl<'w> Words<'w> {
    /// All tokens of a line; `span` is where to point when they are used up.
    pub fn new(tokens: &'w [Token], span: Span) -> Self {
        Words { tokens, span }
    }

    /// The next token.
    pub fn peek(&self) -> Option<&'w Token> {
        self.tokens.first()
    }

    /// Where the next token stands, or the end of the line.
    pub fn here(&self) -> Span {
        let end = Span {
            lo: self.span.hi.saturating_sub(1).max(self.span.lo),
            ..self.span
        };
        self.peek().map_or(end, |t| t.span)
    }

    /// Nothing is left.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// What is left.
    pub fn rest(&self) -> &'w [Token] {
        self.tokens
    }

    /// Takes the next token.
    pub fn take(&mut self) -> Option<&'w Token> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first)
    }

    /// Takes the next token if it is of this sort.
    pub fn kind(&mut self, kind: TokenKind) -> Option<&'w Token> {
        self.peek().filter(|t| t.kind == kind)?;
        self.take()
    }

    /// Takes these words if they come next.
    pub fn eat(&mut self, words: &[&str]) -> bool {
        let fits = self.tokens.len() >= words.len()
            && words
                .iter()
                .zip(self.tokens)
                .all(|(w, t)| t.kind == TokenKind::Word && t.text.eq_ignore_ascii_case(w));
        if fits {
            self.tokens = &self.tokens[words.len()..];
        }
        fits
    }

    /// Takes these words if the line ends with them.
    pub fn eat_end(&mut self, words: &[&str]) -> bool {
        let Some(start) = self.tokens.len().checked_sub(words.len()) else {
            return false;
        };
        let fits = words
            .iter()
            .zip(&self.tokens[start..])
            .all(|(w, t)| t.kind == TokenKind::Word && t.text == *w);
        if fits {
            self.tokens = &self.tokens[..start];
        }
        fits
    }

    /// Takes a name or another single word.
    pub fn word(&mut self) -> Option<&'w Token> {
        self.kind(TokenKind::Word)
    }

    /// Takes a number.
    pub fn number(&mut self) -> Option<i16> {
        let number = self
            .peek()
            .filter(|t| t.kind == TokenKind::Number)?
            .text
            .parse()
            .ok()?;
        self.take();
        Some(number)
    }

    /// What stands before the first comma outside parentheses, and the rest behind it.
    pub fn until_comma(&mut self) -> Words<'w> {
        let mut depth = 0usize;
        let end = self.tokens.iter().position(|t| {
            match t.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            t.kind == TokenKind::Comma && depth == 0
        });
        let end = end.unwrap_or(self.tokens.len());
        let part = Words {
            tokens: &self.tokens[..end],
            span: self.span,
        };
        self.tokens = self.tokens.get(end + 1..).unwrap_or(&[]);
        part
    }
}

/// File (from 0) and rank (from 0) of a square's name.
pub fn square(text: &str) -> Option<(u8, u8)> {
    let mut chars = text.chars();
    let file = chars.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
    let rank: u8 = chars.as_str().parse().ok()?;
    Some((file, rank.checked_sub(1)?))
}

/// Both ends of an area's name (`a1-d2`).
pub fn area(text: &str) -> Option<((u8, u8), (u8, u8))> {
    let (from, to) = text.split_once('-')?;
    Some((square(from)?, square(to)?))
}
