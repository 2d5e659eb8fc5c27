//! Boards for the terminal: letters with the number of their seat, coloured by seat.
use crate::table::orient::Orientation;
use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use engine::ids::{SeatId, SquareId};
use engine::notation;
use engine::play::{BoardView, SeenHeld, SeenPiece, SeenZone, Thing};
use engine::position_text;
use engine::rules::{Board, Ruleset};
use std::fmt::Write as _;

/// Colours of seats that are not named after one.
const PALETTE: [AnsiColor; 8] = [
    AnsiColor::BrightRed,
    AnsiColor::BrightGreen,
    AnsiColor::BrightYellow,
    AnsiColor::BrightBlue,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightCyan,
    AnsiColor::BrightWhite,
    AnsiColor::White,
];

/// The colour of a seat: the one it is named after, else one of the palette.
pub fn seat_style(rules: &Ruleset, seat: SeatId) -> Style {
    let color = match notation::seat(rules, seat) {
        "red" => AnsiColor::BrightRed,
        "green" => AnsiColor::BrightGreen,
        "yellow" => AnsiColor::BrightYellow,
        "blue" => AnsiColor::BrightBlue,
        "white" => AnsiColor::BrightWhite,
        "black" => AnsiColor::BrightCyan,
        _ => PALETTE[seat.index() % PALETTE.len()],
    };
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// All boards of a position, then what lies in zones and which values are set.
pub fn draw(rules: &Ruleset, view: &BoardView) -> String {
    draw_from(rules, view, Orientation::default())
}

/// The same, seen from a side of the board.
pub fn draw_from(rules: &Ruleset, view: &BoardView, up: Orientation) -> String {
    let mut out = String::new();
    for board in &rules.boards {
        if let Some(name) = board.name {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", notation::text(rules, name));
        }
        draw_board(rules, board, view, up, &mut out);
    }
    for zone in &view.zones {
        let _ = writeln!(out, "{}", zone_line(rules, zone));
    }
    out
}

fn draw_board(rules: &Ruleset, board: &Board, view: &BoardView, up: Orientation, out: &mut String) {
    let cells = position_text::cells(rules, board, view);
    let width = cells
        .iter()
        .flatten()
        .flatten()
        .map(|(piece, text)| text.len() + usize::from(piece.layer > 0))
        .max()
        .unwrap_or(1)
        + 1;
    let dim = Style::new().dimmed();
    let letter = |file: u8| char::from(b'a' + file % 26).to_string();
    // What stands beside rows and below columns: ranks and files, or the other way about.
    let (beside, below): (Label, Label) = if up.upright() {
        (&|at| (at.1 + 1).to_string(), &|at| letter(at.0))
    } else {
        (&|at| letter(at.0), &|at| (at.1 + 1).to_string())
    };
    let rows = up.rows(board.files, board.ranks);
    for row in &rows {
        let label = row.first().map_or_else(String::new, |at| beside(*at));
        let _ = write!(out, "{dim}{label:>3}{dim:#} ");
        for &(file, rank) in row {
            let (right, down) = (usize::from(file), usize::from(board.ranks - 1 - rank));
            let n = u16::from(rank) * u16::from(board.files) + u16::from(file);
            let square = SquareId(board.first.0 + n);
            if board.holes.contains(&square) {
                let _ = write!(out, "{:width$}", "");
                continue;
            }
            let shade = if (file + rank).is_multiple_of(2) {
                235
            } else {
                238
            };
            let ground = Style::new().bg_color(Some(Color::Ansi256(Ansi256Color(shade))));
            let cell = cells.get(down).and_then(|row| row.get(right));
            let (style, text) = match cell.and_then(Option::as_ref) {
                Some((piece, text)) => piece_text(rules, piece, &up.turn(text), ground),
                None => (ground.dimmed(), ".".to_string()),
            };
            let _ = write!(out, "{style}{text:^width$}{style:#}");
        }
        out.push('\n');
    }
    let _ = write!(out, "    {dim}");
    for at in rows.last().into_iter().flatten() {
        let _ = write!(out, "{:^width$}", below(*at));
    }
    let _ = writeln!(out, "{dim:#}");
}

/// The label of a row or column, by one of its squares.
type Label<'a> = &'a dyn Fn((u8, u8)) -> String;

fn piece_text(rules: &Ruleset, piece: &SeenPiece, text: &str, ground: Style) -> (Style, String) {
    let style = match piece.seat {
        Some(seat) => seat_style(rules, seat)
            .bg_color(ground.get_bg_color())
            .bold(),
        None => ground,
    };
    // A piece on the far side of the board is written with an apostrophe.
    let text = if piece.layer > 0 {
        format!("{text}'")
    } else {
        text.to_string()
    };
    (style, text)
}

fn zone_line(rules: &Ruleset, zone: &SeenZone) -> String {
    let name = rules
        .zones
        .get(zone.zone.index())
        .map_or("?", |z| notation::text(rules, z.name));
    let held = match &zone.held {
        None => format!("{} hidden", zone.count),
        Some(held) => {
            let cells: Vec<String> = held
                .iter()
                .map(|held| match held {
                    SeenHeld::Army { army } => notation::army(rules, *army).to_string(),
                    SeenHeld::Of(kind, seat) => {
                        let letter = rules.kinds.get(kind.index()).map_or('?', |k| k.letter);
                        let seat = seat.map_or(0, |s| s.index() + 1);
                        format!("{letter}{seat}")
                    }
                })
                .collect();
            cells.join(" ")
        }
    };
    match thing(rules, zone.of) {
        Some(owner) => format!("{name} of {owner}: {held}"),
        None => format!("{name}: {held}"),
    }
}

/// What state hangs on, in words; none for the game.
pub fn thing(rules: &Ruleset, thing: Thing) -> Option<String> {
    Some(match thing {
        Thing::Game => return None,
        Thing::Seat(s) => notation::seat(rules, s).to_string(),
        Thing::Side(s) => notation::side(rules, s).to_string(),
        Thing::Square(s) => notation::square(rules, s),
        Thing::Piece(s, _) => format!("the piece on {}", notation::square(rules, s)),
        Thing::Held(n) => format!("piece {}", n + 1),
        Thing::Kind(k) => notation::kind(rules, k).to_string(),
    })
}
