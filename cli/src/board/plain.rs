//! A position as plain sentences, for who hears the screen: nothing is told by colour, place or drawing.
use super::facts::{self, Beside, capital};
use engine::ids::SeatId;
use engine::notation;
use engine::play::BoardView;
use engine::rules::Ruleset;
use std::fmt::Write as _;

/// The position, seat by seat, then what else is so.
pub fn tell(rules: &Ruleset, view: &BoardView, beside: &Beside) -> String {
    let mut out = String::new();
    let seats = (0..rules.seats.len()).map(|s| Some(SeatId::from(s)));
    for seat in seats.chain([None]) {
        let pieces: Vec<String> = (view.pieces.iter())
            .filter(|p| p.seat == seat)
            .map(|p| {
                let far = if p.layer > 0 { " on the far side" } else { "" };
                let turned =
                    match (p.facing + 4 - engine::position_text::seat_facing(rules, seat)) % 4 {
                        1 => " turned right",
                        2 => " turned round",
                        3 => " turned left",
                        _ => "",
                    };
                let square = notation::square(rules, p.square);
                format!("{} {square}{far}{turned}", notation::kind(rules, p.kind))
            })
            .collect();
        if pieces.is_empty() {
            continue;
        }
        let name = seat.map_or("Nobody's".to_string(), |s| {
            capital(notation::seat(rules, s))
        });
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{name}: {}.", pieces.join(", "));
    }
    for fact in facts::lines(rules, view, beside) {
        let fact = fact.trim_start_matches(['>', ' ']).replace("[ ]", "moves");
        let _ = writeln!(out, "{fact}.");
    }
    out
}
