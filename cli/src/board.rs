//! Boards for the terminal: letters with the number of their seat, coloured by seat; beside them in words what else is so.
pub mod facts;
pub mod orient;
pub mod plain;

use anstyle::{Ansi256Color, Color, Style};
use engine::ids::{SeatId, SquareId};
use engine::notation;
use engine::play::{BoardView, SeenPiece, Thing};
use engine::position_text;
use engine::rules::{Board, Ruleset};
use facts::Beside;
use std::fmt::Write as _;

/// Colours of seats that are not named after one: neither the lightest nor the darkest, so that they can be read on any ground.
const PALETTE: [u8; 8] = [160, 34, 136, 33, 133, 37, 166, 99];

/// The colour of a seat: the one it is named after, else one of the palette. White and black are left to the terminal, which
/// knows what can be read on its ground.
pub fn seat_style(rules: &Ruleset, seat: SeatId) -> Style {
    let color = match notation::seat(rules, seat) {
        "red" => 160,
        "green" => 34,
        "yellow" => 136,
        "blue" => 33,
        "white" => return Style::new().bold(),
        "black" => 37,
        _ => PALETTE[seat.index() % PALETTE.len()],
    };
    Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(color))))
}

/// How wide a screen is taken to be.
pub const WIDTH: usize = 80;
/// The narrowest column of words worth setting beside a board.
const COLUMN: usize = 26;

/// All boards of a position with what else is so.
pub fn draw(rules: &Ruleset, view: &BoardView) -> String {
    draw_with(rules, view, &Beside::default())
}

/// The same with what a table knows besides: armies, the last moves, who took what.
pub fn draw_with(rules: &Ruleset, view: &BoardView, beside: &Beside) -> String {
    let mut out = String::new();
    let mut facts = facts::lines(rules, view, beside);
    facts.reverse();
    let several = abreast(rules, view, beside);
    if !several.is_empty() {
        two_a_line(&mut facts, rules);
    }
    out.extend(several.iter().map(|row| format!("{row}\n")));
    for board in rules.boards.iter().filter(|_| several.is_empty()) {
        if let Some(name) = board.name {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", notation::text(rules, name));
        }
        let (rows, width) = draw_board(rules, board, view, beside);
        let room = WIDTH.saturating_sub(width + 2);
        let mut column: Vec<String> = Vec::new();
        while let Some(fact) = facts.last().filter(|_| room >= COLUMN) {
            let wrapped = wrap(fact, room);
            if column.len() + wrapped.len() > rows.len() {
                break;
            }
            column.extend(wrapped);
            facts.pop();
        }
        for (i, row) in rows.iter().enumerate() {
            match column.get(i) {
                Some(words) => _ = writeln!(out, "{row}  {words}"),
                None => _ = writeln!(out, "{row}"),
            }
        }
    }
    for line in below(&facts, beside.below) {
        let _ = writeln!(out, "{line}");
    }
    out
}

/// Seats two to a line, where there is no room for them beside a board; the last fact comes first here. What is said elsewhere too
/// (whose turn it is, the name an army is typed by) is left out where the line would be too long.
fn two_a_line(facts: &mut Vec<String>, rules: &Ruleset) {
    let seats = rules.seats.iter().filter(|s| !s.vacant).count();
    let lines = facts.split_off(facts.len().saturating_sub(seats));
    let bare = |line: &String| line.replace(", to play", "");
    let titled = |line: &String| match (line.split_once(" ("), line.split_once(')')) {
        (Some((before, _)), Some((_, after))) => format!("{before}{after}"),
        _ => line.clone(),
    };
    let shorter: Vec<String> = lines.iter().map(bare).collect();
    let shortest: Vec<String> = shorter.iter().map(titled).collect();
    let aside = [&lines, &shorter, &shortest].map(|lines| paired(lines));
    facts.extend(aside.into_iter().flatten().next().unwrap_or(lines));
}

/// Lines in two columns, both read upwards; none: they are too long.
fn paired(lines: &[String]) -> Option<Vec<String>> {
    let (late, early) = lines.split_at(lines.len() / 2);
    let widest = |lines: &[String]| lines.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let column = widest(early) + 2;
    let pair = |(i, one): (usize, &String)| {
        // where their number is odd the last of the early ones stands alone
        let other = (i + late.len()).checked_sub(early.len());
        match other.and_then(|i| late.get(i)) {
            Some(other) => format!("{one:<column$}{other}"),
            None => one.clone(),
        }
    };
    (column + widest(late) <= WIDTH).then(|| early.iter().enumerate().map(pair).collect())
}

/// The facts that stand below the board, the last of them first here; where there is room for so many lines only, a line for
/// each, and the rest left to `text`.
fn below(facts: &[String], most: Option<usize>) -> Vec<String> {
    let lines = |fact: &String| wrap(fact, WIDTH);
    let all: Vec<String> = facts.iter().rev().flat_map(lines).collect();
    let Some(most) = most.filter(|most| all.len() > *most) else {
        return all;
    };
    let begun = |fact: &String| {
        let mut wrapped = wrap(fact, WIDTH - 3).into_iter();
        let first = wrapped.next().unwrap_or_default();
        match wrapped.next() {
            Some(_) => format!("{first} .."),
            None => first,
        }
    };
    let mut short: Vec<String> = facts.iter().rev().map(begun).collect();
    short.truncate(most.saturating_sub(1));
    short.push("  .. `text` tells all of it".to_string());
    short
}

/// Several boards side by side under their names; none where they do not fit, or there is but one.
fn abreast(rules: &Ruleset, view: &BoardView, beside: &Beside) -> Vec<String> {
    let drawn: Vec<(Vec<String>, usize)> = (rules.boards.iter())
        .map(|board| draw_board(rules, board, view, beside))
        .collect();
    let high = drawn.first().map_or(0, |(rows, _)| rows.len());
    let wide: usize = drawn.iter().map(|(_, width)| width + 2).sum();
    if drawn.len() < 2 || wide > WIDTH + 2 || drawn.iter().any(|(rows, _)| rows.len() != high) {
        return Vec::new();
    }
    let names = (rules.boards.iter().zip(&drawn)).map(|(board, (_, width))| {
        let name = board.name.map_or("", |n| notation::text(rules, n));
        format!("{name:<width$}")
    });
    let mut out = vec![names.collect::<Vec<_>>().join("  ")];
    for i in 0..high {
        let row: Vec<&str> = drawn.iter().map(|(rows, _)| rows[i].as_str()).collect();
        out.push(row.join("  "));
    }
    out
}

/// A line broken between words; what follows the first is set in.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let words = text.trim_start_matches(' ');
    let begin = " ".repeat(text.len() - words.len());
    let mut lines: Vec<String> = Vec::new();
    let mut line = begin.clone();
    for word in words.split(' ') {
        let full = line.chars().count() + 1 + word.chars().count() > width;
        if full && !line.trim().is_empty() {
            lines.push(std::mem::replace(&mut line, format!("{begin}  ")));
        }
        if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// The label of a row or column, by one of its squares.
type Label<'a> = &'a dyn Fn((u8, u8)) -> String;

/// The rows of a board with its ranks and files, and how wide they are.
fn draw_board(
    rules: &Ruleset,
    board: &Board,
    view: &BoardView,
    beside: &Beside,
) -> (Vec<String>, usize) {
    let up = beside.up;
    let marked = facts::marked(view);
    let cells = position_text::cells(rules, board, view);
    let text_of = |cell: Option<&(SeenPiece, String)>| match cell {
        // A piece on the far side of the board is written with an apostrophe.
        Some((piece, text)) => up.turn(text) + if piece.layer > 0 { "'" } else { "" },
        None => ".".to_string(),
    };
    let all = cells.iter().flatten();
    let widest = all.map(|c| text_of(c.as_ref()).len()).max().unwrap_or(1);
    let width = widest + 2;
    let dim = Style::new().dimmed();
    let letter = |file: u8| char::from(b'a' + file % 26).to_string();
    // What stands before rows and below columns: ranks and files, or the other way about.
    let (before, below): (Label, Label) = if up.upright() {
        (&|at| (at.1 + 1).to_string(), &|at| letter(at.0))
    } else {
        (&|at| letter(at.0), &|at| (at.1 + 1).to_string())
    };
    let rows = up.rows(board.files, board.ranks);
    let mut lines = Vec::new();
    for row in &rows {
        let label = row.first().map_or_else(String::new, |at| before(*at));
        let mut out = format!("{dim}{label:>2}{dim:#} ");
        for &(file, rank) in row {
            let n = u16::from(rank) * u16::from(board.files) + u16::from(file);
            let at = SquareId(board.first.0 + n);
            if board.holes.contains(&at) {
                let _ = write!(out, "{:width$}", "");
                continue;
            }
            let (right, down) = (usize::from(file), usize::from(board.ranks - 1 - rank));
            let cell = cells.get(down).and_then(|row| row.get(right)?.as_ref());
            let style = match cell {
                Some((SeenPiece { seat: Some(s), .. }, _)) => seat_style(rules, *s).bold(),
                Some(_) => Style::new(),
                None => Style::new().dimmed(),
            };
            let went = beside.last.iter().any(|m| m.1 == at || m.2 == at);
            // brackets stand around where somebody just went, else a star before what has something hung on it
            let open = match (marked.contains(&at), went) {
                (_, true) => '[',
                (true, false) => '*',
                (false, false) => ' ',
            };
            let close = if went { ']' } else { ' ' };
            let text = text_of(cell);
            let _ = write!(out, "{open}{style}{text:^widest$}{style:#}{close}");
        }
        lines.push(out);
    }
    let mut out = format!("   {dim}");
    let columns = rows.last().map_or(0, Vec::len);
    for at in rows.last().into_iter().flatten() {
        let _ = write!(out, "{:^width$}", below(*at));
    }
    lines.push(format!("{out}{dim:#}"));
    (lines, 3 + width * columns)
}

/// What state hangs on, in words; none for the game.
pub fn thing(rules: &Ruleset, thing: Thing) -> Option<String> {
    Some(match thing {
        Thing::Game => return None,
        Thing::Seat(s) => notation::seat(rules, s).to_string(),
        Thing::Side(s) => notation::side(rules, s).to_string(),
        Thing::Square(s) => notation::square(rules, s),
        Thing::Border(a, b) => notation::border(rules, a, b),
        Thing::Piece(s, _) => format!("the piece on {}", notation::square(rules, s)),
        Thing::Held(_) => "off the board".to_string(),
        Thing::Kind(k) => notation::kind(rules, k).to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_line_keeps_where_it_began() {
        let broken = wrap("  2 Green: the Law", 12);
        assert_eq!(broken, ["  2 Green:", "    the Law"]);
        assert_eq!(wrap("> 1 Red: the Law", 12), ["> 1 Red: the", "  Law"]);
    }
}
