//! Boards: size, holes, layers, names.
use super::told;
use super::words::{Words, area, square};
use super::{Builder, Frame};
use crate::program::Named;
use crate::syntax::{Ident, TokenKind};
use engine::ids::{BoardId, SquareId};
use engine::rules::Board;

/// Most files and most ranks of a board.
pub const MAX_BOARD: i16 = 26;
const EXAMPLE: &str = "board 8 by 8";

impl Builder<'_> {
    /// The boards of the game; without a line there is none, which is reported at the variant (E200).
    pub fn boards(&mut self, frame: &Frame) {
        let Some(line) = frame.one("board") else {
            let span = self.program.span;
            return self.tell(told::no_board(span, EXAMPLE));
        };
        let mut holes = false;
        for place in &line.places {
            let words = Words::new(place, line.span);
            if holes {
                self.hole_list(words);
            } else {
                holes = self.board(words);
            }
        }
    }

    /// One board; true: the places behind it are its holes.
    fn board(&mut self, mut words: Words) -> bool {
        let here = words.here();
        let mut name = None;
        if let Some(token) = words.word() {
            name = Some(Ident {
                text: token.text.clone(),
                span: token.span,
            });
            words.eat(&["of"]);
        }
        let files = words.number();
        let by = words.eat(&["by"]);
        let (Some(files), true, Some(ranks)) = (files, by, words.number()) else {
            self.tell(told::board_without_size(here, EXAMPLE));
            return false;
        };
        if !(1..=MAX_BOARD).contains(&files) || !(1..=MAX_BOARD).contains(&ranks) {
            self.tell(told::board_size(here, MAX_BOARD));
            return false;
        }
        let mut layers = 1;
        if words.eat(&["with"]) {
            layers = words.number().unwrap_or(0);
            if !(1..=2).contains(&layers) || !(words.eat(&["sides"]) || words.eat(&["side"])) {
                self.tell(told::board_sides(here));
                self.add_board(name, files as u8, ranks as u8, 1);
                return false;
            }
        }
        self.add_board(name, files as u8, ranks as u8, layers as u8);
        if words.eat(&["other", "than"]) {
            self.hole_list(words);
            return true;
        }
        self.finish(&words, EXAMPLE);
        false
    }

    fn add_board(&mut self, name: Option<Ident>, files: u8, ranks: u8, layers: u8) {
        let boards = &self.program.rules.boards;
        let first = boards
            .last()
            .map_or(0, |b| b.first.0 + u16::from(b.files) * u16::from(b.ranks));
        let id = BoardId::from(boards.len());
        if let Some(name) = &name {
            self.declare(name, Named::Board(id));
        }
        let name = name.map(|n| self.program.pool.text(&n.text));
        self.program.rules.boards.push(Board {
            name,
            files,
            ranks,
            holes: Vec::new(),
            layers,
            first: SquareId(first),
        });
    }

    fn hole_list(&mut self, mut words: Words) {
        let here = words.here();
        while let Some(token) = words.take() {
            let corners = match token.kind {
                TokenKind::Square => square(&token.text).map(|s| (s, s)),
                TokenKind::Area => area(&token.text),
                TokenKind::Word if token.text == "and" => continue,
                _ => None,
            };
            let Some(board) = self.program.rules.boards.last_mut() else {
                return;
            };
            let fits = |(f, r): (u8, u8)| f < board.files && r < board.ranks;
            let Some((a, b)) = corners.filter(|(a, b)| fits(*a) && fits(*b)) else {
                return self.tell(told::no_hole(token.span, &token.text));
            };
            for rank in a.1.min(b.1)..=a.1.max(b.1) {
                for file in a.0.min(b.0)..=a.0.max(b.0) {
                    let number =
                        board.first.0 + u16::from(rank) * u16::from(board.files) + u16::from(file);
                    board.holes.push(SquareId(number));
                }
            }
            board.holes.sort();
            board.holes.dedup();
            if board.holes.len() == usize::from(board.files) * usize::from(board.ranks) {
                return self.tell(told::no_square_left(here));
            }
        }
    }
}
