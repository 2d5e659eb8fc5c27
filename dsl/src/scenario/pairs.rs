//! Answers of two squares: moves, and the borders between squares.
use super::Reader;
use super::acts::unfinished;
use crate::diagnostic::Diagnostic;
use crate::frame::words::Words;
use crate::syntax::TokenKind;
use engine::ids::SeatId;
use engine::rules::Answer;

impl Reader {
    /// `the border between d4 and d5`: the same answer as `d4-d5`.
    pub(super) fn border(&self, words: &mut Words, seat: SeatId) -> Result<Answer, Diagnostic> {
        if !words.eat(&["the", "border", "between"]) {
            return Err(unfinished(words));
        }
        let end = |words: &mut Words| {
            let token = words.kind(TokenKind::Square);
            let token = token.ok_or_else(|| unfinished(words))?;
            let square = self.square(&token.text, self.board_of(seat));
            square.ok_or_else(|| self.no_square(token))
        };
        let from = end(words)?;
        if !words.eat(&["and"]) {
            return Err(unfinished(words));
        }
        Ok(Answer::Move(from, end(words)?, None))
    }

    pub(super) fn movement(&self, words: &mut Words, seat: SeatId) -> Result<Answer, Diagnostic> {
        let Some(token) = words.take() else {
            return Err(unfinished(words));
        };
        let board = self.board_of(seat);
        let ends = token
            .text
            .split_once('-')
            .and_then(|(a, b)| Some((self.square(a, board)?, self.square(b, board)?)));
        let (from, to) = ends.ok_or_else(|| self.no_square(token))?;
        let mut promoted = None;
        if let Some(sign) = words.kind(TokenKind::Promoted) {
            let letter = sign.text.chars().nth(1).unwrap_or(' ');
            let army = self.army_of(seat);
            let program = &self.reading.program;
            promoted = program
                .kind_of_letter(letter, army)
                .or_else(|| program.kind_of_letter(letter, None));
            if promoted.is_none() {
                return Err(Diagnostic::new(
                    "E204",
                    sign.span,
                    program.no_letter(&letter.to_string(), army),
                ));
            }
        }
        Ok(Answer::Move(from, to, promoted))
    }
}
