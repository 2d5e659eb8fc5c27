//! Boards as rows of cells, the way rule files, scenarios and records write them.
use crate::ids::*;
use crate::notation::{place, seat};
use crate::play::{BoardView, SeenPiece};
use crate::rules::{Board, Form, Frame, Holder, Path, Ruleset};
use std::collections::BTreeSet;

/// Which way a seat faces, in quarter turns clockwise from north.
pub fn seat_facing(rules: &Ruleset, seat: Option<SeatId>) -> u8 {
    let frame = seat
        .and_then(|s| rules.seats.get(s.index()))
        .and_then(|s| s.frame);
    let Frame { mirror, turns } = frame.unwrap_or_default();
    (if mirror { 2 } else { 0 } + turns) % 4
}

/// The kinds for which it matters which way they face: a way of theirs is not the same in all four directions.
pub fn directional(rules: &Ruleset) -> BTreeSet<KindId> {
    let mut kinds = BTreeSet::new();
    for rule in &rules.rules {
        let (Holder::Kind(kind), Form::Movement { ways, .. }) = (rule.holder, &rule.form) else {
            continue;
        };
        if ways.iter().any(|way| !same_all_round(&way.path)) {
            kinds.insert(kind);
        }
    }
    kinds
}

/// The path goes the same way in all four directions, so that it does not matter which way a piece faces.
pub fn same_all_round(path: &Path) -> bool {
    let all_round = |steps: &[(i8, i8)]| {
        (steps.iter()).all(|&(file, rank)| steps.contains(&(rank, file.saturating_neg())))
    };
    match path {
        Path::Leap(steps) | Path::Slide { dirs: steps, .. } => all_round(steps),
        Path::Bent(legs) => legs.iter().all(|leg| all_round(&leg.dirs)),
        Path::Nowhere | Path::Anywhere | Path::Torus | Path::Like(_) | Path::FromTo(..) => true,
    }
}

/// The cell of a piece: letter, seat, and an arrow if it does not face as its owner.
pub fn cell(rules: &Ruleset, turnable: &BTreeSet<KindId>, piece: &SeenPiece) -> String {
    let letter = rules
        .kinds
        .get(piece.kind.index())
        .map_or('?', |k| k.letter);
    let mut out = match (rules.seats.len(), piece.seat) {
        (2, Some(SeatId(0))) => letter.to_string(),
        (2, Some(SeatId(1))) => letter.to_ascii_lowercase().to_string(),
        (_, Some(s)) => format!("{letter}{}", s.index() + 1),
        (_, None) => format!("{letter}0"),
    };
    if turnable.contains(&piece.kind) && piece.facing != seat_facing(rules, piece.seat) {
        out.push(['^', '>', 'v', '<'][usize::from(piece.facing % 4)]);
    }
    out
}

/// The cells of a board, last rank first, `None` where a square is empty or missing.
pub fn cells(
    rules: &Ruleset,
    board: &Board,
    view: &BoardView,
) -> Vec<Vec<Option<(SeenPiece, String)>>> {
    let turnable = directional(rules);
    let mut rows = vec![vec![None; usize::from(board.files)]; usize::from(board.ranks)];
    for piece in &view.pieces {
        let Some((on, file, rank)) = place(rules, piece.square) else {
            continue;
        };
        if on.first == board.first
            && let Some(row) = rows.get_mut(usize::from(board.ranks - 1 - rank))
        {
            row[usize::from(file)] = Some((*piece, cell(rules, &turnable, piece)));
        }
    }
    rows
}

/// The rows of a board as position text on one line: cells separated by spaces, rows by ` / `.
pub fn one_line(rules: &Ruleset, board: &Board, view: &BoardView) -> String {
    let rows: Vec<String> = cells(rules, board, view)
        .into_iter()
        .map(|row| {
            let row: Vec<String> = row
                .into_iter()
                .map(|c| c.map_or_else(|| ".".to_string(), |(_, text)| text))
                .collect();
            row.join(" ")
        })
        .collect();
    rows.join(" / ")
}

/// Position text as the lines of a scenario: bars around rows, every statement on a line of its own. A text that
/// begins with a quote or has no space before its first `;` is a FEN.
pub fn to_scenario(text: &str) -> String {
    let mut parts = text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let mut out = String::from("position");
    let first = parts.next().unwrap_or_default();
    if first.starts_with('|') || first == "position" {
        out = String::new();
        if first.starts_with('|') {
            out.push_str("position\n");
        }
        out.push_str(first);
    } else if is_fen(first) {
        out.push_str(&format!(" \"{}\"", first.trim_matches('"')));
    } else {
        for row in first.split('/') {
            out.push_str(&format!("\n| {} |", row.trim().trim_matches('|').trim()));
        }
    }
    for part in parts {
        out.push('\n');
        out.push_str(part);
    }
    out
}

/// Lines of a scenario, as [`to_scenario`] makes them, as position text on one line.
pub fn on_one_line(lines: &str) -> String {
    let mut rows = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    for line in lines.lines().map(str::trim) {
        match (line.strip_prefix('|'), line.strip_prefix("position \"")) {
            (Some(row), _) => rows.push(
                row.trim_end_matches('|')
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            (None, Some(fen)) => rows.push(fen.trim_end_matches('"').to_string()),
            (None, None) if line.is_empty() || line == "position" => {}
            (None, None) => parts.push(line.to_string()),
        }
    }
    parts.insert(0, rows.join(" / "));
    parts.join(" ; ")
}

/// Rows of a FEN hold no spaces, rows of cells always do (a board is wider than one square).
fn is_fen(first: &str) -> bool {
    let row = first
        .trim_matches('"')
        .split('/')
        .next()
        .unwrap_or_default();
    first.starts_with('"') || (!row.trim().contains(' ') && first.contains('/'))
}

/// Names of seats, in order, for messages.
pub fn seats(rules: &Ruleset) -> Vec<&str> {
    (0..rules.seats.len())
        .map(|i| seat(rules, SeatId::from(i)))
        .collect()
}
