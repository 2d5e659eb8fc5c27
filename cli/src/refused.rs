//! E168: how what the engine cannot carry out is said in a form that it can. Reads the words of a refusal, and never a rule.

/// What the engine says of a form, and what to write in its place.
const FORMS: [(&str, &str); 32] = [
    (
        "something else than a zone shuffled",
        "a card is put into the zone, and the zone is shuffled: `put a card in your hand into the pile`, then `shuffle the pile`",
    ),
    (
        "a rule that waits for a draw from one pile",
        "a rule waits for every draw: `after you draw a card, score 1`",
    ),
    (
        "a rule that waits for the reveal of a value",
        "a rule waits for pieces and cards that are revealed: `after you reveal a card, score 1`",
    ),
    (
        "something else than pieces given",
        "a card is put: `put a card in your hand into the hand of your opponent`",
    ),
    (
        "a choice of text",
        "what happens is chosen with what it does: `either \"yes\" { score 1 } or \"no\" { score 2 }`",
    ),
    (
        "a draw of",
        "so many are drawn (`draw 2 cards from the pile into your hand`), or one after the other: `repeat 2 times { draw a card from the pile into your hand }`",
    ),
    (
        "certain cards drawn",
        "what lies on top is drawn (`draw a card from the pile into your hand`); a certain card is put: `put a pawn card in the pile into your hand`",
    ),
    (
        "player taken for piece",
        "a piece is meant here: `mark your king as tired`; what is said of players is declared for them: `every player has a mark called tired`",
    ),
    (
        "numbers as things",
        "steps that come so often are repeated: `repeat 3 times { score 1 }`; a player chooses a number: `choose stake among 3 to 5`",
    ),
    (
        "the step lose piece",
        "pieces are removed: `remove your rook`; waited for is a loss: `after you lose a rook, score 1`",
    ),
    (
        "a value revealed that everybody sees",
        "everybody sees it already; what is hidden is declared so: `you have a number called gold, seen by you`",
    ),
    (
        "`secretly`, which",
        "what only some see lies in a zone, or is a mark or a value, that is declared so: `you have a zone of cards called hand, seen by you`",
    ),
    (
        "`at random`, which",
        "at random is chosen and put: `put a card in the hand of your opponent into your hand at random`",
    ),
    (
        "the step deal with from",
        "of a pile each draws: `for each player { they draw 2 cards from the pile into their hand }`; dealt are cards by name: `deal | P N | to the hands of the players at random`",
    ),
    (
        "what a player holds",
        "a hand holds cards: `if your hand holds no cards`",
    ),
    (
        "a square that holds so many pieces",
        "of each of several squares one piece is asked: `every corner holds a piece of yours`; how many are on all of them: `the hill holds 2 or more pieces`",
    ),
    (
        "a thing that matches so many",
        "what matches is counted: `if 2 or more cards in your hand match your king`",
    ),
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
        "of other pieces",
        "a kind moves like kinds (`like a queen`); like other pieces it moves by a rule of a power: `your wizards also move like the enemies beside it`",
    ),
    (
        "same said of a direction",
        "a direction has a name where a piece moves: `after an opponent moves a piece, you may move a rook of yours in the direction`",
    ),
    (
        "a clause that says cmp",
        "points are compared player by player: `if an opponent has 3 or more points`, or as a number: `if the points of your opponent are at most 3`",
    ),
    (
        "a number said otherwise",
        "numbers are compared: `if your coins are 0`, `if your coins are 4 or more and your coins are at most 6`",
    ),
    (
        "something set that is no value",
        "points are scored: `score -1`; what is set, added or spent is a number, mark or set that a rule declares",
    ),
    (
        "points that are no number",
        "one number is scored; who scores chooses it first: `choose stake among 1 to 2`, `score the stake`",
    ),
    (
        "taken for a number",
        "a value is set to one number; who sets it chooses it first: `choose stake among 5 to 6`, `set your coins to the stake`",
    ),
    (
        "pieces of a piece",
        "pieces belong to players: `a rook cannot move if its owner is in check`, `the kings of its owner`",
    ),
    (
        "a view of hidden",
        "pieces on a board are seen by everybody; what a player keeps from others is a mark, a value or a zone: `.. seen by its owner`",
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
        "several printed movements on conditions",
        "the ways of a kind stand in one sentence, each with its condition: `it leaps (1,2), or slides diagonally if it has moved`; what comes besides is `it also ..`",
    ),
    (
        "`an end`, which",
        "what has an end is a mark, and facts speak of the mark: `mark it as tired until the end of your next turn`, `tired pieces cannot move`",
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
