//! Seats with their frames, sides and the order of turns.
use super::told;
use super::words::{Words, square};
use super::{Builder, Frame};
use crate::diagnostic::Diagnostic;
use crate::program::Named;
use crate::syntax::{FrameLine, Ident, Span, Token, TokenKind};
use engine::ids::{BoardId, SeatId, SideId};
use engine::rules::{self, Mover, Seat, Side};

/// Most seats of a game, those of colours included.
pub const MAX_SEATS: usize = 16;
const SEATS: &str = "seats white on rank 1, black on rank 8";
const SIDES: &str = "sides warm of red and yellow, cool of green and black";

/// Where a seat sits: the turn of the first board edge to it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place {
    board: BoardId,
    frame: rules::Frame,
}

impl Builder<'_> {
    /// The seats; without a line there are none, which is reported at the variant (E200).
    pub fn seats(&mut self, frame: &Frame) {
        let Some(line) = frame.one("seats") else {
            let span = self.program.span;
            return self.tell(told::no_seats(span, SEATS));
        };
        let mut places: Vec<Option<Place>> = Vec::new();
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            if words.eat(&["drawn", "by", "lot"]) {
                self.program.rules.by_lot = true;
                self.finish(
                    &words,
                    "seats white on rank 1, black on rank 8, drawn by lot",
                );
                continue;
            }
            if let Some((name, sits)) = self.seat(words) {
                self.add_seat(&name, sits, &places);
                places.push(sits);
            }
        }
        self.turn_frames(&places);
        if self.program.rules.seats.len() > MAX_SEATS {
            self.tell(told::too_many_seats(line.word.span, "seats", MAX_SEATS));
            self.program.rules.seats.truncate(MAX_SEATS);
        }
    }

    fn seat(&mut self, mut words: Words) -> Option<(Ident, Option<Place>)> {
        let here = words.here();
        let Some(token) = words.word() else {
            self.tell(told::seat_without_name(here, SEATS));
            return None;
        };
        let name = Ident {
            text: token.text.clone(),
            span: token.span,
        };
        if words.is_empty() {
            return Some((name, None));
        }
        let at = self.sits(&mut words);
        if at.is_none() {
            // without a board nobody sits at an edge of it, and that is told
            if self.program.rules.boards.is_empty() {
                return Some((name, None));
            }
            let board = self.program.rules.boards.first();
            let problem = told::sits_nowhere(here, &name.text, board);
            self.tell(problem);
            return Some((name, None));
        }
        self.finish(&words, SEATS);
        Some((name, at))
    }

    /// `on rank N`, `on file F`, `at CORNER`, each perhaps `of BOARD`.
    fn sits(&mut self, words: &mut Words) -> Option<Place> {
        let on = words.eat(&["on"]);
        if !on && !words.eat(&["at"]) {
            return None;
        }
        let (mut rank, mut file, mut corner) = (None, None, None);
        if on && words.eat(&["rank"]) {
            rank = Some(words.number()?);
        } else if on && words.eat(&["file"]) {
            let letter = words.word().filter(|t| t.text.len() == 1)?;
            file = letter.text.to_ascii_lowercase().bytes().next();
        } else if !on {
            corner = square(&words.kind(TokenKind::Square)?.text);
        }
        let board = self.board_behind(words)?;
        let b = self.program.rules.boards.get(board.index())?;
        let (last_file, last_rank) = (b.files - 1, b.ranks - 1);
        let turned = |turns| rules::Frame {
            mirror: false,
            turns,
        };
        let frame = match (rank, file, corner) {
            (Some(1), ..) => turned(0),
            (Some(r), ..) if r == i16::from(last_rank) + 1 => rules::Frame {
                mirror: true,
                turns: 0,
            },
            (_, Some(f), _) if f == b'a' + last_file => turned(3),
            (_, Some(b'a'), _) => turned(1),
            (.., Some((0, 0))) => turned(0),
            (.., Some((0, r))) if r == last_rank => turned(1),
            (.., Some((f, r))) if f == last_file && r == last_rank => turned(2),
            (.., Some((f, 0))) if f == last_file => turned(3),
            _ => return None,
        };
        let square = b.files == b.ranks;
        (square || frame.turns % 2 == 0).then_some(Place { board, frame })
    }

    /// `of BOARD`, else the first board.
    fn board_behind(&mut self, words: &mut Words) -> Option<BoardId> {
        if !words.eat(&["of"]) {
            return (!self.program.rules.boards.is_empty()).then_some(BoardId(0));
        }
        let name = words.word()?;
        let board = self.named(name, "board", |n| match n {
            Named::Board(b) => Some(*b),
            _ => None,
        });
        board.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn add_seat(&mut self, name: &Ident, sits: Option<Place>, before: &[Option<Place>]) {
        let id = SeatId::from(self.program.rules.seats.len());
        self.declare(name, Named::Seat(id));
        let text = self.program.pool.text(&name.text);
        let shares = before.iter().position(|p| sits.is_some() && *p == sits);
        self.program.rules.seats.push(Seat {
            name: text,
            side: SideId(0),
            board: sits.map_or(BoardId(0), |s| s.board),
            frame: sits.map(|s| s.frame),
            shares: shares.map_or(id, SeatId::from),
            vacant: false,
        });
    }

    /// Frames are kept relative to the first seat that has one: in its eyes nothing is turned.
    fn turn_frames(&mut self, places: &[Option<Place>]) {
        let Some(first) = places.iter().flatten().next().map(|p| p.frame) else {
            return;
        };
        for seat in &mut self.program.rules.seats {
            seat.frame = seat.frame.map(|own| {
                let mirror = own.mirror != first.mirror;
                let back = if mirror {
                    own.turns + first.turns
                } else {
                    own.turns + 4 - first.turns
                };
                rules::Frame {
                    mirror,
                    turns: back % 4,
                }
            });
        }
    }

    /// The sides: those of the line, then one for every seat that is on none.
    pub fn sides(&mut self, frame: &Frame) {
        if let Some(line) = frame.one("sides") {
            for place in &line.places {
                self.side(Words::new(place, line.span));
            }
        }
        let on_side: Vec<SeatId> = self
            .program
            .rules
            .sides
            .iter()
            .flat_map(|s| s.seats.clone())
            .collect();
        for id in (0..self.program.rules.seats.len()).map(SeatId::from) {
            if !on_side.contains(&id) {
                self.program.rules.sides.push(Side {
                    name: None,
                    seats: vec![id],
                });
            }
        }
        for (i, side) in self.program.rules.sides.iter().enumerate() {
            for seat in &side.seats {
                if let Some(seat) = self.program.rules.seats.get_mut(seat.index()) {
                    seat.side = SideId::from(i);
                }
            }
        }
    }

    fn side(&mut self, mut words: Words) {
        let here = words.here();
        let Some(token) = words.word() else {
            return self.tell(told::side_without_name(here, SIDES));
        };
        let name = Ident {
            text: token.text.clone(),
            span: token.span,
        };
        let mut seats = Vec::new();
        if words.eat(&["of"]) {
            while let Some(token) = words.word() {
                if token.text != "and" {
                    seats.extend(self.seat_named(token));
                }
            }
        } else {
            seats.extend(self.vacant(&name));
        }
        self.finish(&words, SIDES);
        let taken = self
            .program
            .rules
            .sides
            .iter()
            .flat_map(|s| &s.seats)
            .any(|s| seats.contains(s));
        if taken {
            return self.tell(told::on_two_sides(name.span));
        }
        self.declare(
            &name,
            Named::Side(SideId::from(self.program.rules.sides.len())),
        );
        let text = self.program.pool.text(&name.text);
        self.program.rules.sides.push(Side {
            name: Some(text),
            seats,
        });
    }

    /// A seat at which nobody sits, for a side that is only a colour.
    fn vacant(&mut self, name: &Ident) -> Option<SeatId> {
        let id = SeatId::from(self.program.rules.seats.len());
        if id.index() >= MAX_SEATS {
            self.tell(told::too_many_seats(
                name.span,
                "seats and colours",
                MAX_SEATS,
            ));
            return None;
        }
        let text = self.program.pool.text(&name.text);
        self.program.rules.seats.push(Seat {
            name: text,
            side: SideId(0),
            board: BoardId(0),
            frame: None,
            shares: id,
            vacant: true,
        });
        Some(id)
    }

    /// A seat by name. E312 is for turns, E313 for powers; here the name is simply unknown.
    pub fn seat_named(&mut self, token: &Token) -> Option<SeatId> {
        let seat = self.named(token, "seat", |n| match n {
            Named::Seat(s) => Some(*s),
            _ => None,
        });
        seat.map_err(|problem| self.problems.push(problem)).ok()
    }

    /// The seats a name stands for: a seat, or all of a side.
    pub fn seats_of(&self, name: &Ident) -> Result<Vec<SeatId>, Diagnostic> {
        let token = Token {
            kind: TokenKind::Word,
            text: name.text.clone(),
            span: name.span,
        };
        self.named(&token, "seat", |n| match n {
            Named::Seat(s) => Some(vec![*s]),
            Named::Side(s) => self
                .program
                .rules
                .sides
                .get(s.index())
                .map(|s| s.seats.clone()),
            _ => None,
        })
    }

    /// Who moves in which order: every seat of the line, or all in the order of `seats`; `independently of` begins another order. E312.
    pub fn turns(&mut self, frame: &Frame) {
        let seats = &self.program.rules.seats;
        let all = (0..seats.len())
            .filter(|i| !seats[*i].vacant)
            .map(SeatId::from);
        let Some(line) = frame.one("turns") else {
            self.program.rules.turns = all.map(Mover::Seat).collect();
            return;
        };
        let mut has_turn: Vec<SeatId> = Vec::new();
        let problems = self.problems.len();
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            let mut read = self.mover(&mut words, &mut has_turn);
            while read && words.eat(&["independently", "of"]) {
                self.another_order();
                read = self.mover(&mut words, &mut has_turn);
            }
            if !read {
                continue;
            }
            self.finish(&words, "turns red, green independently of yellow, black");
        }
        if self.problems.len() == problems {
            self.missed(line, &has_turn);
        }
    }

    /// The next seat of the line is the first of an order of its own.
    fn another_order(&mut self) {
        let rules = &mut self.program.rules;
        if rules.orders.is_empty() {
            rules.orders.push(0);
        }
        rules.orders.push(rules.turns.len() as u16);
    }

    /// The next seat or side of the line; whether one was read.
    fn mover(&mut self, words: &mut Words, has_turn: &mut Vec<SeatId>) -> bool {
        let here = words.here();
        let Some(name) = words.word() else {
            self.tell(told::turn_of_nobody(here));
            return false;
        };
        let mover = self.named(name, "seat or side", |n| match n {
            Named::Seat(s) => Some(Mover::Seat(*s)),
            Named::Side(s) => Some(Mover::Side(*s)),
            _ => None,
        });
        let mover = match mover {
            Ok(mover) => mover,
            Err(problem) => {
                self.problems.push(problem);
                return false;
            }
        };
        let seats = match mover {
            Mover::Seat(s) => vec![s],
            Mover::Side(s) => self.program.rules.sides[s.index()].seats.clone(),
        };
        if seats.iter().any(|s| has_turn.contains(s)) {
            self.report(
                "E312",
                name.span,
                format!("`{}` has a turn already", name.text),
            );
        }
        has_turn.extend(seats);
        self.program.rules.turns.push(mover);
        true
    }

    /// E312: a seat without turns whose pieces nobody else moves.
    fn missed(&mut self, line: &FrameLine, has_turn: &[SeatId]) {
        let seats = &self.program.rules.seats;
        let moved = |i: usize| {
            let place = seats[i].shares;
            has_turn
                .iter()
                .any(|s| s.index() == i || seats[s.index()].shares == place)
        };
        let missed: Vec<usize> = (0..seats.len())
            .filter(|i| !seats[*i].vacant && !moved(*i))
            .collect();
        if let Some(first) = missed.first() {
            let name = self.program.pool.text_of(seats[*first].name).to_owned();
            let span: Span = line.word.span;
            self.report_with(
                "E312",
                span,
                format!("`{name}` has no turn"),
                "name every seat, or its side, once",
            );
        }
    }
}
