//! E168: how what the engine cannot carry out is said in a form that it can. Reads the words of a refusal, and never a rule.

/// What the engine says of a form, and what to write in its place.
const FORMS: [(&str, &str); 6] = [
    (
        "a rule before an event that asks somebody",
        "nobody is asked in the midst of an event: ask behind it (`after your rook is captured, you may { .. }`), or do what needs no answer: \
         `before your king is captured, remove the captor instead`",
    ),
    (
        "can capture",
        "a duty binds only while something can be captured: `you must capture`",
    ),
    (
        "same said of a",
        "what is the same is shared: `a piece cannot capture a piece that shares its kind`",
    ),
    (
        "a move of so many pieces",
        "one move after the other: `{ move a pawn of yours; move another pawn of yours }`",
    ),
    (
        "`an end`, which",
        "what has an end is a mark, and facts speak of the mark: `mark it as tired until the end of your next turn`, `tired pieces cannot move`",
    ),
    (
        "as soon as, for several members",
        "ask for both at a moment: `at the end of every turn, if a king is on c1 and a rook is on c3, draw the game`",
    ),
];

/// The help for a refusal in these words.
pub fn help(refusal: &str) -> &'static str {
    let known = FORMS.iter().find(|(words, _)| refusal.contains(words));
    known.map_or(
        "say it in another form; `armorial explain E168` tells more",
        |(_, help)| help,
    )
}
