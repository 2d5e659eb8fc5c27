//! What can be typed now: the forms of moves with examples from the position, the commands, the acts of the table that are open.
use super::said::Asked;
use super::{spell, words};
use engine::ids::SeatId;
use engine::notation::text;
use engine::play::{Choice, Decision, Kind};
use engine::rules::Ruleset;
use engine::session::Running;
use std::collections::BTreeSet;

/// The acts of the table that are open to a seat, each tried on a copy.
pub fn acts<G: Running>(rules: &Ruleset, game: &G, seat: SeatId) -> Vec<String> {
    let names = rules.table.iter().map(|act| text(rules, act.name));
    names
        .filter(|name| game.clone().table_act(seat, name).is_ok())
        .map(str::to_string)
        .collect()
}

/// The answer to `help`.
pub fn help(asked: &Asked, acts: &[String]) -> String {
    let mut lines = Vec::new();
    let mut line = |what: &str, says: &str| lines.push(format!("  {what:<15} {says}"));
    let moves = examples(asked);
    if !moves.is_empty() {
        line("a move", &format!("{}, in either case", moves.join(", ")));
        line("move=answer", "a move and the answer to what it leads to");
    }
    line("an option", "by its number, or what it says");
    if offered(asked.decision) {
        line(
            "accept, decline",
            "(or yes, no) the offer you are asked about",
        );
    }
    if !acts.is_empty() {
        line(&acts.join(", "), "open to you now, whatever is asked");
    }
    line("options", "all you can choose from");
    line("moves", "what was played so far");
    line("board", "the position once more");
    line(
        "text",
        "the position in sentences instead of a drawing, or back",
    );
    line(
        "info [NAME]",
        "what an army, a power, a piece or a card does",
    );
    line(
        "flip [SEAT]",
        "the board from the other side, or always from SEAT's",
    );
    line(
        "undo [SEAT]",
        "take back what was last typed here, or by SEAT",
    );
    line("why MOVE", "the rules that keep you from a move");
    line("quit", "leave; the record keeps what was played");
    lines.join("\n")
}

fn offered(decision: &Decision) -> bool {
    decision.kind == Kind::May && decision.options.contains(&Choice::Accept)
}

/// A move in each form that there is now.
fn examples(asked: &Asked) -> Vec<String> {
    let options = asked.decision.options.iter().enumerate();
    let moves: Vec<usize> = options
        .filter(|(_, c)| matches!(c, Choice::Move(..)))
        .map(|(i, _)| i)
        .collect();
    let Some(first) = moves.first() else {
        return Vec::new();
    };
    let long = match asked.decision.options.get(*first) {
        Some(Choice::Move(from, to)) => {
            let plain = words::one_board(asked.decision, asked.rules);
            let near = |square| words::near(asked.rules, square, plain);
            format!("{}-{}", near(*from), near(*to))
        }
        _ => asked.words(*first),
    };
    let mut forms = vec![long.replace('-', ""), long];
    // Of moves with a letter, without one, and of castling the first each.
    let mut seen = BTreeSet::new();
    for index in moves.into_iter().take(64) {
        let choice = &asked.decision.options[index];
        let short = asked.short(index);
        let sort = match spell::castles(asked, choice) {
            Some(_) => 0,
            None => 1 + u8::from(short.starts_with(char::is_uppercase)),
        };
        if !forms.contains(&short) && seen.insert(sort) {
            forms.push(short);
        }
    }
    forms
}
