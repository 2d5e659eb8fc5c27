//! Kinds' values, set-ups and positions.
use super::told;
use super::words::Words;
use super::{Builder, Frame, placement};
use crate::diagnostic::Diagnostic;
use crate::merge::Part;
use crate::parse::odd_row;
use crate::program::Named;
use crate::syntax::{FrameLine, Ident, Span, TokenKind};
use engine::ids::{ArmyId, BoardId, KindId, SeatId, SquareId};
use engine::rules::{Army, Kind, Placed};

/// A cell of a row: `K`, `K2`, `I0`, `P1>`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The letter as written.
    pub letter: char,
    /// The seat's number; 0: nobody's; none: told by the case of the letter.
    pub seat: Option<u8>,
    /// Facing, in quarter turns clockwise from north.
    pub facing: Option<u8>,
}

/// Reads a cell; `.` and `?` are none.
pub fn cell(text: &str) -> Option<Cells> {
    let mut rest = text;
    let letter = rest.chars().next().filter(char::is_ascii_alphabetic)?;
    rest = &rest[1..];
    let facing = rest.chars().last().and_then(|c| "^>v<".find(c));
    if facing.is_some() {
        rest = &rest[..rest.len() - 1];
    }
    let seat = if rest.is_empty() {
        None
    } else {
        Some(rest.parse().ok()?)
    };
    Some(Cells {
        letter,
        seat,
        facing: facing.map(|f| f as u8),
    })
}

impl Builder<'_> {
    /// The kinds of the variant, a deck or an army. E203: no letter, no pattern, or a letter used twice.
    pub fn kinds(&mut self, parts: &[Part], army: Option<ArmyId>, card: bool) {
        for part in parts {
            let letter = part.title.as_ref().and_then(|t| single_letter(&t.text));
            if letter.is_none() {
                let said = match &part.title {
                    Some(title) => format!(
                        "a kind is written with one letter, and `{}` is none",
                        title.text
                    ),
                    None => format!("the kind `{}` has no letter", part.name.text),
                };
                self.report_with(
                    "E203",
                    part.name.span,
                    said,
                    format!("write `kind {} \"X\" {{ .. }}`", part.name.text),
                );
            }
            if part.bare {
                let said = format!("the kind `{}` has no pattern", part.name.text);
                self.report_with(
                    "E203",
                    part.name.span,
                    said,
                    "say how it moves, or `it moves nowhere`",
                );
            }
            if let Some(letter) = letter {
                self.letter_twice(part, letter, army, card);
            }
            let letter = letter.unwrap_or('?');
            let id = KindId::from(self.program.rules.kinds.len());
            self.declare(&part.name, Named::Kind(id));
            let name = self.program.pool.text(&part.name.text);
            let src = self.program.pool.source(part.head);
            self.program.rules.kinds.push(Kind {
                name,
                letter,
                army,
                card,
                src,
            });
        }
    }

    fn letter_twice(&mut self, part: &Part, letter: char, army: Option<ArmyId>, card: bool) {
        let seen = |k: &&Kind| k.letter == letter && (k.army == army || k.army.is_none());
        let Some(other) = self.program.rules.kinds.iter().find(seen) else {
            return;
        };
        let name = self.program.pool.text_of(other.name).to_owned();
        let there = self.program.pool.span_of(other.src);
        let code = if card || other.card { "E316" } else { "E203" };
        let said = format!("the letter {letter} is that of the kind `{name}` too");
        self.problems.push(
            Diagnostic::new(code, part.name.span, said)
                .help("give it a letter of its own")
                .also(there, "it stands here"),
        );
    }

    /// The kind of a letter in the text of an army, or of the variant.
    fn kind_of(&self, letter: char, army: Option<ArmyId>) -> Option<KindId> {
        self.program.kind_of_letter(letter, army)
    }

    /// `values pawn, knight` or `values knight 1, bishop 3`.
    pub fn values(&mut self, frame: &Frame) {
        let Some(line) = frame.one("values") else {
            return;
        };
        for (i, place) in line.places.iter().enumerate() {
            let mut words = Words::new(place, line.span);
            let here = words.here();
            let Some(name) = words.word() else {
                self.tell(told::values_of_kinds(here));
                continue;
            };
            let value = words.number().unwrap_or(i as i16 + 1);
            let kind = self.named(name, "kind", |n| match n {
                Named::Kind(k) => Some(*k),
                _ => None,
            });
            self.finish(&words, "values knight 1, bishop 3");
            match kind {
                Ok(kind) => self.program.rules.values.push((kind, value)),
                Err(problem) => self.problems.push(problem),
            }
        }
    }

    /// The variant's own set-up and position.
    pub fn pieces(&mut self, frame: &Frame) {
        if let Some(line) = frame.one("setup") {
            let rows = self.setup_rows(line, None);
            let ranks = self.program.rules.boards.first().map_or(0, |b| b.ranks);
            if line.rows.len() >= usize::from(ranks) && self.program.rules.seats.len() > 1 {
                let said = "a set-up is what each player begins with, seen from their own side, and this is the whole board";
                let help = "write `position` in front of the rows; a set-up for everybody has the first ranks alone";
                self.report_with("E205", line.word.span, said.to_owned(), help);
            }
            self.program.rules.setup = rows.kinds;
            if let Some((_, square)) = rows.neutral.first() {
                let said = format!("a piece of nobody ({}) belongs into `position`", square.0);
                self.report("E204", line.word.span, said);
            }
        }
        let lines: Vec<&FrameLine> = frame.all("position").collect();
        for line in lines {
            let placed = self.position(
                line.name.as_ref(),
                &line.rows,
                fen_of(line).as_ref(),
                line.span,
                &|_| None,
            );
            self.program.rules.position.extend(placed);
        }
    }

    /// An army with its set-up.
    pub fn army_setup(
        &mut self,
        army: &mut Army,
        id: ArmyId,
        line: Option<&FrameLine>,
        head: Span,
    ) {
        let Some(line) = line else {
            return self.tell(told::no_setup(head));
        };
        let standard = line.places.len() == 1
            && line.places[0].len() == 1
            && line.places[0][0].text == "standard";
        if standard {
            army.setup = self.program.rules.setup.clone();
            return;
        }
        let rows = self.setup_rows(line, Some(id));
        army.setup = rows.kinds;
        army.spare = rows.spare;
        army.neutral = rows.neutral;
    }

    /// Rows of a set-up: the front row first, the last row is the first rank, in the first seat's frame.
    fn setup_rows(&mut self, line: &FrameLine, army: Option<ArmyId>) -> SetupRows {
        let mut rows = SetupRows::default();
        if let Some(word) = line.name.as_ref().filter(|_| !line.rows.is_empty()) {
            let said = format!("`{}` in front of rows says nothing", word.text);
            let help =
                "a set-up is `setup standard`, or `setup` and rows of letters: `| K R B N |`";
            self.report_with("E161", word.span, said, help);
        }
        if line.rows.is_empty() {
            self.tell(told::setup_without_rows(line.word.span, army.is_some()));
            return rows;
        }
        let Some(board) = self.program.rules.boards.first().cloned() else {
            return rows;
        };
        if line.rows.len() > usize::from(board.ranks) {
            self.report(
                "E205",
                line.word.span,
                format!(
                    "the board has {} ranks, this set-up {}",
                    board.ranks,
                    line.rows.len()
                ),
            );
            return rows;
        }
        for (rank, row) in line.rows.iter().rev().enumerate() {
            for (file, text) in row.text.split_whitespace().enumerate() {
                if file >= usize::from(board.files) {
                    self.odd_row(row, &line.rows, board.files);
                    break;
                }
                let square =
                    SquareId(board.first.0 + (rank * usize::from(board.files) + file) as u16);
                match text {
                    "." => {}
                    "?" => rows.spare.push(square),
                    _ => self.setup_cell(text, square, row, army, &mut rows),
                }
            }
        }
        rows
    }

    /// E205: a row that does not fit the board. Rows of several lengths are told where they are read.
    fn odd_row(&mut self, row: &Ident, rows: &[Ident], files: u8) {
        let length = |row: &Ident| row.text.split_whitespace().count();
        if rows.iter().any(|other| length(other) != length(row)) {
            return;
        }
        let Some(file) = self.program.pool.file(row.span.file) else {
            return;
        };
        let why = format!("and the board has {files} files");
        let problem = odd_row(row, &file.text, usize::from(files), &why, "square");
        self.problems.push(problem);
    }

    fn setup_cell(
        &mut self,
        text: &str,
        square: SquareId,
        row: &Ident,
        army: Option<ArmyId>,
        rows: &mut SetupRows,
    ) {
        let read = cell(text).and_then(|c| Some((c, self.kind_of(c.letter, army)?)));
        match read {
            Some((Cells { seat: Some(0), .. }, kind)) => rows.neutral.push((kind, square)),
            Some((Cells { seat: None, .. }, kind)) => rows.kinds.push((kind, square)),
            _ => self.unknown_letter(text, row, "a set-up holds letters of kinds, `.`, `?` and, with a 0 behind it, the letter of a piece of nobody"),
        }
    }

    /// E204, pointing at the cell.
    fn unknown_letter(&mut self, text: &str, row: &Ident, help: &str) {
        let file = self.program.pool.file(row.span.file);
        let words = file.map_or("", |f| f.words(row.span));
        let at = words.find(text).unwrap_or(0) as u32;
        let span = Span {
            lo: row.span.lo + at,
            hi: row.span.lo + at + text.len() as u32,
            ..row.span
        };
        let said = self.program.no_letter(text, None);
        self.report_with("E204", span, said, help);
    }

    /// A whole board, from rows or a FEN. `army_of`: the army of a seat, whose own kinds come first.
    pub fn position(
        &mut self,
        board: Option<&Ident>,
        rows: &[Ident],
        fen: Option<&Ident>,
        span: Span,
        army_of: &dyn Fn(SeatId) -> Option<ArmyId>,
    ) -> Vec<Placed> {
        let Some(id) = self.board_named(board) else {
            return Vec::new();
        };
        let Some(board) = self.program.rules.boards.get(id.index()).cloned() else {
            return Vec::new();
        };
        if let Some(fen) = fen {
            return match placement(&fen.text, &board) {
                Ok(letters) => self.letters(&letters, fen, &board, army_of),
                Err(said) => {
                    self.report("E205", fen.span, said);
                    Vec::new()
                }
            };
        }
        if rows.len() != usize::from(board.ranks) {
            self.report(
                "E205",
                span,
                format!(
                    "the board has {} ranks, this position {}",
                    board.ranks,
                    rows.len()
                ),
            );
            return Vec::new();
        }
        let mut placed = Vec::new();
        for (row, rank) in rows.iter().zip((0..board.ranks).rev()) {
            let cells: Vec<&str> = row.text.split_whitespace().collect();
            if cells.len() != usize::from(board.files) {
                self.odd_row(row, rows, board.files);
                break;
            }
            for (text, file) in cells.into_iter().zip(0..board.files) {
                let square = SquareId(
                    board.first.0 + u16::from(rank) * u16::from(board.files) + u16::from(file),
                );
                if text != "." {
                    placed.extend(self.placed(text, square, row, army_of));
                }
            }
        }
        placed
    }

    /// A board by name, else the first.
    pub fn board_named(&mut self, name: Option<&Ident>) -> Option<BoardId> {
        let Some(name) = name else {
            return Some(BoardId(0));
        };
        let found = self.program.names.get(&name.text).and_then(|all| {
            all.iter().find_map(|n| match n {
                Named::Board(b) => Some(*b),
                _ => None,
            })
        });
        if found.is_none() {
            let names = self.program.names.iter();
            let boards = names.filter(|(_, all)| all.iter().any(|n| matches!(n, Named::Board(_))));
            let boards = boards.map(|(name, _)| name.as_str());
            let problem = told::nobody_called(name.span, "board", &name.text, boards);
            self.tell(problem);
        }
        found
    }

    fn letters(
        &mut self,
        letters: &[(char, u8, u8)],
        fen: &Ident,
        board: &engine::rules::Board,
        army_of: &dyn Fn(SeatId) -> Option<ArmyId>,
    ) -> Vec<Placed> {
        let mut placed = Vec::new();
        for (letter, file, rank) in letters {
            let square = SquareId(
                board.first.0 + u16::from(*rank) * u16::from(board.files) + u16::from(*file),
            );
            placed.extend(self.placed(&letter.to_string(), square, fen, army_of));
        }
        placed
    }

    fn placed(
        &mut self,
        text: &str,
        square: SquareId,
        row: &Ident,
        army_of: &dyn Fn(SeatId) -> Option<ArmyId>,
    ) -> Option<Placed> {
        let help = "a cell reads `K` (first side), `k` (second side), `K2` (seat 2), `I0` (nobody's), `P1>` (facing right) or `.`";
        let Some(read) = cell(text) else {
            self.unknown_letter(text, row, help);
            return None;
        };
        let seat = match read.seat {
            Some(0) => Ok(None),
            Some(n) => self
                .program
                .seat_of_number(&n.to_string())
                .map(Some)
                .ok_or(()),
            None => Ok(self.program.seat_of_case(read.letter.is_ascii_uppercase())),
        };
        let Ok(seat) = seat else {
            self.unknown_letter(
                text,
                row,
                "the digit is the place of the seat in the `seats` line, from 1",
            );
            return None;
        };
        let Some(kind) = self
            .kind_of(read.letter, seat.and_then(army_of))
            .or_else(|| self.kind_of(read.letter, None))
        else {
            self.unknown_letter(text, row, help);
            return None;
        };
        Some(Placed {
            kind,
            seat,
            square,
            facing: read.facing,
        })
    }
}

/// Rows of a set-up, taken apart.
#[derive(Default)]
struct SetupRows {
    kinds: Vec<(KindId, SquareId)>,
    spare: Vec<SquareId>,
    neutral: Vec<(KindId, SquareId)>,
}

/// The FEN of a `position "..."` line.
pub(super) fn fen_of(line: &FrameLine) -> Option<Ident> {
    let token = line
        .places
        .first()?
        .first()
        .filter(|t| t.kind == TokenKind::Text)?;
    Some(Ident {
        text: token.text.clone(),
        span: token.span,
    })
}

fn single_letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    chars.next().is_none().then(|| letter.to_ascii_uppercase())
}
