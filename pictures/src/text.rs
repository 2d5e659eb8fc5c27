//! The moves of a piece as text for a terminal: `*` it moves or captures there, `o` it only moves, `x` it only captures; in brackets, with
//! the number of a footnote, what stands under a condition.
use crate::moves::{Mark, MoveMap};
use crate::patterns::on;
use engine::notation;
use engine::rules::Ruleset;
use std::fmt::Write as _;

/// The moves as text, with key and footnotes.
pub fn moves(rules: &Ruleset, map: &MoveMap) -> String {
    let mut out = String::new();
    let Some((board, ..)) = notation::place(rules, map.at) else {
        return out;
    };
    let letter = rules.kinds.get(map.kind.index()).map_or('?', |k| k.letter);
    for rank in (0..i16::from(board.ranks)).rev() {
        let mut line = format!("{:>3} ", rank + 1);
        for file in 0..i16::from(board.files) {
            let cell = match on(board, file, rank) {
                None => String::new(),
                Some(s) if s == map.at => letter.to_string(),
                Some(s) => map.marks.get(&s).map_or_else(|| ".".to_string(), sign),
            };
            let _ = write!(line, "{cell:^4}");
        }
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let mut line = "    ".to_string();
    for file in 0..board.files {
        let name = char::from(b'a' + file % 26).to_string();
        let _ = write!(line, "{name:^4}");
    }
    let _ = writeln!(out, "{}", line.trim_end());
    if !map.asked {
        let _ = writeln!(
            out,
            "drawn from its own sentences: in this game more decides what can be done in a turn"
        );
    }
    let mut key = Vec::new();
    let has = |f: &dyn Fn(&Mark) -> bool| map.marks.values().any(f);
    if has(&|m| m.quiet && m.takes) {
        key.push("* moves or captures");
    }
    if has(&|m| m.quiet && !m.takes) {
        key.push("o only moves");
    }
    if has(&|m| !m.quiet && m.takes) {
        key.push("x only captures");
    }
    if map.lines.iter().any(|l| l.endless) {
        key.push("lines end where something is in the way");
    }
    if has(&|m| !m.open) {
        key.push("( ) only as the footnote says");
    }
    if !key.is_empty() {
        let _ = writeln!(out, "{}", key.join(", "));
    }
    for (i, note) in map.notes.iter().enumerate() {
        let _ = writeln!(out, "{} {}", i + 1, note.words);
    }
    out
}

fn sign(mark: &Mark) -> String {
    let sign = match (mark.quiet, mark.takes) {
        (true, true) => '*',
        (true, false) => 'o',
        (false, _) => 'x',
    };
    let note = mark.note.map_or(String::new(), |n| n.to_string());
    if mark.open {
        format!("{sign}{note}")
    } else {
        format!("({sign}{note})")
    }
}
