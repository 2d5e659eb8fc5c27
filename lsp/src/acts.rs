//! The words of scenarios that are no words of rules: what seats do, what is expected of them, and what a line begins with.

/// What may stand behind a seat, with its meaning.
pub const ACTS: [(&str, &str); 12] = [
    (
        "plays",
        "makes a move (`red plays c3-d5`, `a7-a8=Q`) or takes an action by its name",
    ),
    (
        "chooses",
        "gives the whole answer of the open choice (`red chooses X, Y`)",
    ),
    (
        "accepts",
        "takes the open offer, or the one whose name follows",
    ),
    (
        "declines",
        "turns down the open offer, or the one whose name follows",
    ),
    ("passes", "gives up the turn where the rules allow it"),
    ("resigns", "gives up the game"),
    (
        "starts the turn",
        "runs what happens at the start of the turn (`given red is on turn` leaves it out)",
    ),
    (
        "is offered",
        "expects these among the answers; `only`: exactly these (`red is offered only king, rook`)",
    ),
    ("is asked", "expects that this seat has something to decide"),
    (
        "is not asked",
        "expects that this seat has nothing to decide; with a tag: because of a sentence with that tag",
    ),
    (
        "cannot",
        "expects that it is not offered (`red cannot play c3-d5`); with a tag: a sentence with that tag refuses it",
    ),
    (
        "has 20 moves",
        "expects that there are so many moves; `from c3`: of the piece there",
    ),
];

/// What a line without a seat begins with, besides lines of data.
pub const OPENINGS: [(&str, &str); 7] = [
    (
        "given",
        "makes something true before the first line is played",
    ),
    ("then", "expects that something is true now"),
    ("the die shows", "says what the die gives"),
    ("the dice show", "says what the dice give"),
    ("the shuffle gives", "says in which order the cards come"),
    ("the time is up", "the clock runs out"),
    (
        "perft",
        "expects so many lines of so many turns from here (`perft 3 is 8902`)",
    ),
];

/// What may stand behind `then` and a seat that is said nowhere else.
pub const RESULTS: [&str; 4] = ["has won", "has lost", "is on turn", "is told"];

/// Whether a word is one of those by which seats act.
pub fn is_word(word: &str) -> bool {
    ACTS.iter().any(|(text, _)| *text == word)
}

/// The act or opening that begins with a word where a line has come to it.
pub fn meaning(before: &str, word: &str) -> Option<String> {
    let mut words = before.split_whitespace();
    let first = words.next();
    let known: &[(&str, &str)] = match (first, words.next()) {
        (None, _) => &OPENINGS,
        (Some("given" | "then"), None) => return None,
        (Some(_), None) => &ACTS,
        _ => return None,
    };
    let begins = |text: &str| text.split(' ').next() == Some(word);
    let found: Vec<String> = known
        .iter()
        .filter(|(text, _)| begins(text))
        .map(|(text, doc)| format!("**{text}**: {doc}"))
        .collect();
    (!found.is_empty()).then(|| found.join("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_stands_behind_a_seat_alone() {
        assert!(meaning("  red ", "plays").is_some_and(|m| m.contains("makes a move")));
        assert!(meaning("", "then").is_some());
        assert_eq!(meaning("  then ", "plays"), None);
        assert_eq!(meaning("  red plays ", "passes"), None);
    }
}
