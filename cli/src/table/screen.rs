//! What a seat is shown: what it was told, the board as it sees it, its options by number.
use super::orient::Orientation;
use crate::board;
use crate::scenario::run::option_text;
use anstyle::Style;
use engine::ids::{SeatId, SourceId};
use engine::notation::{self, square, text};
use engine::play::{BoardView, Choice, Decision, Kind, Notice, NoticeSays};
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The screen of a decision; its options stand below.
pub fn turn(
    rules: &Ruleset,
    view: &BoardView,
    seat: SeatId,
    decision: &Decision,
    news: &[String],
    up: Orientation,
) -> String {
    let mut out = String::new();
    for line in news {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{line}");
    }
    out.push_str(&board::draw_from(rules, view, up));
    let style = board::seat_style(rules, seat).bold();
    let _ = writeln!(
        out,
        "{style}{}{style:#} {}",
        notation::seat(rules, seat),
        question(rules, decision)
    );
    out
}

/// A notice in words.
pub fn told(rules: &Ruleset, notice: &Notice) -> String {
    match &notice.says {
        NoticeSays::Text(id, squares) if squares.is_empty() => text(rules, *id).to_string(),
        NoticeSays::Text(id, squares) => {
            let squares: Vec<String> = squares.iter().map(|s| square(rules, *s)).collect();
            format!("{} ({})", text(rules, *id), squares.join(", "))
        }
        NoticeSays::InCheck(seat) => format!("{} is in check", notation::seat(rules, *seat)),
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

fn question(rules: &Ruleset, decision: &Decision) -> String {
    let name = decision.label.map(|id| text(rules, id).to_string());
    let name = name.or_else(|| decision.rule.map(|id| notation::rule(rules, id)));
    let what = match decision.kind {
        Kind::Act => return "to play".to_string(),
        Kind::Move => "moves",
        Kind::Choose => "chooses",
        Kind::May => "may use",
        Kind::Either => "picks one way",
        Kind::Order => "orders",
        Kind::Roll => "rolls",
        Kind::Deal => "deals",
        Kind::Pass => return "has nothing to decide".to_string(),
        Kind::Time => "has some time left",
    };
    name.map_or_else(|| what.to_string(), |name| format!("{what}: {name}"))
}

/// The options by number; moves by the piece that makes them.
pub fn options(rules: &Ruleset, decision: &Decision) -> String {
    let mut moves: BTreeMap<u16, Vec<(usize, String)>> = BTreeMap::new();
    let mut others = Vec::new();
    for (i, choice) in decision.options.iter().enumerate() {
        match choice {
            Choice::Move(from, to) => {
                moves
                    .entry(from.0)
                    .or_default()
                    .push((i + 1, square(rules, *to)));
            }
            _ => others.push((i + 1, option_text(rules, decision, choice))),
        }
    }
    let dim = Style::new().dimmed();
    let mut out = String::new();
    for (from, targets) in moves {
        let _ = write!(
            out,
            "  {:>3} to ",
            square(rules, engine::ids::SquareId(from))
        );
        for (number, to) in targets {
            let _ = write!(out, " {dim}{number}{dim:#} {to} ");
        }
        out.push('\n');
    }
    for (number, name) in others {
        let _ = writeln!(out, "  {dim}{number}{dim:#} {name}");
    }
    out
}
