//! Zones and what lies in them: the sort of thing decides what a sentence means, or the sentence is told.
use tests::small::{codes, six_by_six, six_so};

/// What these rules speak of.
const KEPT: [(&str, &str); 4] = [
    ("hand", "you have a zone of cards called hand"),
    (
        "pile",
        "the game has a deck called pile, starting with | P N |, seen by nobody",
    ),
    ("discards", "the game has a zone of cards called discards"),
    ("reserve", "you have a zone of pieces called reserve"),
];

const START: &str = "5k/6/6/6/R5/K5";

/// These rules and the zones they speak of.
fn rules(more: &str) -> String {
    let kept = KEPT.iter().filter(|(name, _)| more.contains(name));
    let mut lines: Vec<&str> = kept.map(|(_, line)| *line).collect();
    lines.extend(more.split(";;"));
    lines.join("\n  ")
}

/// The only error that these rules are answered with.
fn told(rules: &str, code: &str) {
    let mut errors = codes(&six_by_six(rules));
    errors.retain(|code| code.starts_with('E'));
    assert_eq!(errors, [code], "{rules}");
}

#[test]
fn a_pawn_in_a_hand_of_cards_is_its_card() {
    let so = |cond: &str, points: u8| {
        let text = rules(&format!(
            "after you move a rook {{ draw a card from the pile into your hand }};;\
             at the end of your turn, if {cond}, score 1"
        ));
        let then = format!("white plays a2-a3; then the points of white are {points}");
        six_so(&text, START, &then);
    };
    for is in [
        "there is a pawn in your hand",
        "your hand holds a pawn",
        "a pawn is in your hand",
        "the number of pawns in your hand is 1",
        "your hand holds no knight",
        "there is no knight in your hand",
    ] {
        so(is, 1);
    }
    for is_not in [
        "there is a knight in your hand",
        "your hand holds a knight",
        "a knight is in your hand",
        "your hand holds no pawn",
    ] {
        so(is_not, 0);
    }
}

#[test]
fn pieces_and_cards_lie_where_they_can() {
    for amiss in [
        "after you move a rook, put your rook into the discards",
        "after you put a pawn into the discards, score 1",
        "you cannot put a pawn into the discards",
        "after you move a rook, put a card in the pile into your reserve",
        "at the end of your turn, if there is a card in your reserve, score 1",
        "at the end of your turn, if your reserve holds a card, score 1",
    ] {
        told(&rules(amiss), "E122");
    }
    // of a zone that is taken for another nothing else is told
    let taken = rules("at the end of your turn, if there is a card in your reserve, score 1");
    assert!(!codes(&six_by_six(&taken)).contains(&"W387"));
    six_so(
        &rules("after you move a rook, put the mover into your reserve"),
        START,
        "white plays a2-a3; then there is a rook in the reserve of white",
    );
    six_so(
        &rules(
            "after you move a rook, put a knight in the pile into the discards;;\
             after you put a knight card into the discards, score 1",
        ),
        START,
        "white plays a2-a3; then the points of white are 1",
    );
}

#[test]
fn each_card_is_drawn_by_itself() {
    let draws = "after you move a rook { draw 2 cards from the pile into your hand };;";
    for amiss in [
        "2 cards",
        "2 or more cards",
        "exactly 2 cards",
        "at least 2 cards",
    ] {
        told(
            &rules(&format!("{draws}after you draw {amiss}, score 1")),
            "E125",
        );
    }
    six_so(
        &rules(&format!("{draws}after you draw a card, score 1")),
        START,
        "white plays a2-a3; then the points of white are 2",
    );
    six_so(
        &rules(&format!(
            "{draws}as soon as your hand holds 2 or more cards, score 1"
        )),
        START,
        "white plays a2-a3; then the points of white are 1",
    );
}

/// Each piece has a square and a piece of its own.
fn values(more: &str) -> String {
    let lines = [
        "every piece has a square called tee",
        "every piece has a piece called mate",
    ];
    let kept = lines
        .iter()
        .filter(|line| line.rsplit(' ').next().is_some_and(|w| more.contains(w)));
    let mut all: Vec<&str> = kept.copied().collect();
    all.push(more);
    all.join("\n  ")
}

#[test]
fn a_value_is_set_to_one_thing_of_its_sort() {
    let set = |what: &str| values(&format!("after you move a rook {{ set {what} }}"));
    for amiss in [
        "the tee of the mover to 3",
        "the tee of the mover to white",
        "the tee of the mover to the number of pawns",
        "the mate of the mover to 2",
        "the mate of the mover to white",
    ] {
        told(&set(amiss), "E122");
    }
    for several in [
        "the tee of the mover to rank 2",
        "the tee of the mover to the corners",
        "the mate of the mover to your pieces",
        "the mate of the mover to king",
    ] {
        told(&set(several), "E195");
    }
    let so = |what: &str, is: &str, answer: &str| {
        let cond = format!("{} }};after", set(what).trim_end_matches(" }"));
        let rule = cond.replace(" };after", &format!("; if {is}, score 1 }}"));
        let then = format!("white plays a2-a3; {answer}then the points of white are 1");
        six_so(&rule, START, &then);
    };
    so(
        "the tee of the mover to a1",
        "the tee of the mover is a1",
        "",
    );
    so(
        "the tee of the mover to a square of rank 2",
        "the tee of the mover is b2",
        "white chooses b2; ",
    );
    so(
        "the tee of the mover to your king",
        "the tee of the mover is a1",
        "",
    );
    so(
        "the mate of the mover to the piece on a1",
        "the mate of the mover is a king",
        "",
    );
}

#[test]
fn squares_and_kinds_are_added_to_those_that_are_kept() {
    let add = |what: &str, is: &str, more: &str| {
        let rule = format!(
            "every piece has squares called spots\n  after you move a rook {{ {what}; if {is}, score 1 }}"
        );
        let then = format!("white plays a2-a3; {more}then the points of white are 1");
        six_so(&rule, START, &then);
    };
    let spots = "the spots of the mover";
    add(
        &format!("add a1 to {spots}; add b2 to {spots}"),
        &format!("the number of {spots} is 2"),
        "",
    );
    add(
        &format!("add rank 2 to {spots}"),
        &format!("the number of {spots} is 6"),
        "",
    );
    add(
        &format!("add your king to {spots}"),
        &format!("a1 is among {spots}"),
        "",
    );
    add(
        &format!("add a square of rank 2 to {spots}"),
        &format!("c2 is among {spots}"),
        "white chooses c2; ",
    );
    for amiss in ["3", "white", "the number of pawns"] {
        let rule = format!(
            "every piece has squares called spots\n  after you move a rook {{ add {amiss} to {spots} }}"
        );
        told(&rule, "E122");
    }
}

#[test]
fn no_piece_is_put_where_another_stands() {
    for amiss in [
        "put the mover on your king",
        "move the mover to an enemy",
        "put a new pawn on your king",
        "put the mover on the square of your king",
    ] {
        told(&format!("after you move a rook {{ {amiss} }}"), "E123");
    }
    let so = |what: &str, then: &str| {
        let rule = format!("after you move a rook {{ {what} }}");
        six_so(&rule, START, &format!("white plays a2-a3; {then}"));
    };
    so(
        "swap the mover with your king",
        "then there is a rook of white on a1; then there is a king of white on a3",
    );
    so(
        "let spot be the square of your king; remove your king; put the mover on the spot",
        "then there is a rook of white on a1",
    );
    so(
        "put a new pawn on an empty square beside your king",
        "white chooses b1; then there is a pawn of white on b1",
    );
}
