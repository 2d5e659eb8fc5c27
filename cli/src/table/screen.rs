//! What a seat is shown: what it was told, the board as it sees it, its options by number.
use super::words;
use crate::board::{
    self,
    facts::{Beside, capital},
};
use anstyle::Style;
use engine::ids::{SeatId, SourceId, SquareId};
use engine::notation::{self, square, text};
use engine::play::{BoardView, Choice, Decision, Notice, NoticeSays};
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many options get a line each.
const FEW: usize = 10;

/// The screen of a decision, its options left out; `plain`: in sentences, for who hears it.
pub fn turn(
    rules: &Ruleset,
    view: &BoardView,
    seat: SeatId,
    decision: &Decision,
    news: &[String],
    beside: &Beside,
    plain: bool,
) -> String {
    let mut out = String::new();
    for line in news {
        for line in board::wrap(line, board::WIDTH) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{line}");
        }
    }
    out.push_str(&match plain {
        true => board::plain::tell(rules, view, beside),
        false => board::draw_with(rules, view, beside),
    });
    let style = board::seat_style(rules, seat).bold();
    let _ = writeln!(
        out,
        "{style}{}{style:#}: {}",
        capital(notation::seat(rules, seat)),
        words::title(rules, decision)
    );
    out
}

/// A notice in words.
pub fn told(rules: &Ruleset, notice: &Notice) -> String {
    match &notice.says {
        NoticeSays::Text(id, squares) if squares.is_empty() => capital(text(rules, *id)),
        NoticeSays::Text(id, squares) => {
            let squares: Vec<String> = squares.iter().map(|s| square(rules, *s)).collect();
            format!("{} ({})", capital(text(rules, *id)), squares.join(", "))
        }
        NoticeSays::InCheck(seat) => {
            format!("{} is in check", capital(notation::seat(rules, *seat)))
        }
    }
}

/// A sentence of the rules with its place.
pub fn sentence(rules: &Ruleset, src: SourceId) -> String {
    let place = notation::source_place(rules, src);
    let words = rules
        .sources
        .get(src.index())
        .map_or("", |s| s.words.as_str());
    let words: Vec<&str> = words.split_whitespace().collect();
    let dim = Style::new().dimmed();
    format!("{} {dim}{place}{dim:#}", words.join(" "))
}

/// The options by number; moves by the piece that makes them.
pub fn options(rules: &Ruleset, decision: &Decision) -> String {
    let mut moves: BTreeMap<u16, Vec<(usize, String)>> = BTreeMap::new();
    let near = words::one_board(decision, rules);
    let square = |at: SquareId| words::near(rules, at, near);
    let mut others = Vec::new();
    for (i, choice) in decision.options.iter().enumerate() {
        match choice {
            Choice::Move(from, to) => {
                moves.entry(from.0).or_default().push((i + 1, square(*to)));
            }
            _ => others.push((i + 1, words::option(rules, decision, choice), choice)),
        }
    }
    let dim = Style::new().dimmed();
    let mut out = String::new();
    // the pieces one after the other, as many as go on a line
    let mut used = 0;
    for (from, targets) in moves {
        let head = format!("  {} to", square(SquareId(from)));
        let cells: Vec<String> = (targets.iter())
            .map(|(number, to)| format!(" {number}:{to}"))
            .collect();
        let long = |text: &String| text.chars().count();
        let all = long(&head) + cells.iter().map(long).sum::<usize>() + 1;
        if used > 0 && used + all > board::WIDTH {
            out.push('\n');
            used = 0;
        }
        let _ = write!(out, "{dim}{head}{dim:#}");
        used += long(&head);
        for cell in &cells {
            // a piece with more moves than a line holds
            if used + long(cell) + 1 > board::WIDTH {
                out.push_str("\n   ");
                used = 3;
            }
            out.push_str(cell);
            used += long(cell);
        }
        out.push(';');
        used += 1;
    }
    if used > 0 {
        out.push('\n');
    }
    let few = others.len() <= FEW;
    let mut cells = Vec::new();
    for (number, name, choice) in &others {
        let line = format!("  {number:>2} {name}");
        let room = board::WIDTH.saturating_sub(line.chars().count() + 6);
        match words::about(rules, decision, choice, room).filter(|_| few && room > 20) {
            Some(about) => _ = writeln!(out, "{line} - {about}"),
            None if few => _ = writeln!(out, "{line}"),
            None => {
                let name = words::short(rules, decision, choice);
                cells.push(format!("{number:>3} {name}"));
            }
        }
    }
    out.push_str(&columns(&cells));
    if others.iter().any(|(.., c)| matches!(c, Choice::Army(_))) {
        out.push_str("  `info NAME` tells what an army does.\n");
    }
    out
}

/// In as many columns as fit, each as wide as it must be.
fn columns(cells: &[String]) -> String {
    let widths = |n: usize| -> Vec<usize> {
        let of = |i| cells.iter().skip(i).step_by(n);
        (0..n)
            .map(|i| of(i).map(|c| c.chars().count() + 1).max().unwrap_or(1))
            .collect()
    };
    let fits = |n: &usize| widths(*n).iter().sum::<usize>() <= board::WIDTH + 1;
    let widths = widths((1..=10).rev().find(fits).unwrap_or(1));
    let mut out = String::new();
    for row in cells.chunks(widths.len()) {
        let row = row.iter().zip(&widths).map(|(c, w)| format!("{c:<w$}"));
        out.push_str(row.collect::<String>().trim_end());
        out.push('\n');
    }
    out
}
