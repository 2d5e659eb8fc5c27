//! Hands, cards and what is shown of them, places, and the pronoun behind a noun: sentences that were read and did something else or
//! nothing. Each is carried out now, or refused with the form that works.
use dsl::phrase::readings;
use tests::small::{
    codes, problems_and_help, rules, scenario_codes, six_by_six as game, six_so as so,
    six_told as told,
};

const HAND: &str = "you have a zone of cards called hand, starting with | N P |";
const PILE: &str = "the game has a deck called pile, starting with | P N R B |";
const KINGS: &str = "k5/6/6/6/6/K1R2r";

/// What `read` prints of the rule that begins so.
fn printed(rule: &str, begins: &str) -> String {
    let all = readings(&rules(&game(rule)));
    let mut own = all.into_iter().map(|(_, said)| said);
    own.find(|said| said.starts_with(begins))
        .unwrap_or_default()
}

#[test]
fn what_is_revealed_to_somebody_others_do_not_see() {
    let shows = |what: &str, to: &str| {
        let zone = if what.contains("stash") {
            "the stash"
        } else {
            "your hand"
        };
        format!(
            "{what}\n  *show* instead of moving, you may {{ reveal {to} }}\n  at the end of your turn, if {zone} holds no cards, you lose"
        )
    };
    let hand = format!("{HAND}, seen by you");
    let stash = "the game has a zone of cards called stash, starting with | N P |, seen by nobody";
    for (what, to, seen) in [
        (
            &hand[..],
            "your hand to yourself",
            "the hand of white is seen by white",
        ),
        (
            &hand[..],
            "your hand to your opponent",
            "the hand of white is seen by white and black",
        ),
        (
            &hand[..],
            "your hand",
            "the hand of white is seen by white and black",
        ),
        (
            &hand[..],
            "the hand of your opponent to yourself",
            "the hand of black is seen by white and black",
        ),
        (
            &hand[..],
            "the secrets of your opponent to yourself",
            "the hand of black is seen by white and black",
        ),
        (stash, "the stash to yourself", "the stash is seen by white"),
        (stash, "the stash", "the stash is seen by white and black"),
    ] {
        so(
            &shows(what, to),
            KINGS,
            &format!("white plays show; then {seen}"),
        );
    }
    // what is shuffled is known no longer
    let again = shows(&hand, "your hand; shuffle your hand");
    so(
        &again,
        KINGS,
        "white plays show; then the hand of white is seen by white",
    );
}

#[test]
fn a_turn_that_is_ended_at_its_start_is_over() {
    let rules = "every player has a mark called tired\n  \
                 at the start of your turn, if you are tired { end the turn }\n  \
                 at the end of your turn, score 1\n  \
                 after you move a rook, mark your opponent as tired for the game";
    so(
        rules,
        KINGS,
        "white plays c1-c2; then white is on turn; then black has 1 point; white plays c2-c3; then white is on turn",
    );
}

#[test]
fn a_knight_is_in_a_hand_of_cards() {
    let counts = |cond: &str| {
        format!(
            "{HAND}\n  you have a number called tally\n  after you move a rook, if {cond}, add 1 to your tally"
        )
    };
    for (cond, tally) in [
        ("a knight is in your hand", 1),
        ("no knight is in your hand", 0),
        ("a rook is in your hand", 0),
        ("no rook is in your hand", 1),
    ] {
        let then = format!("white plays c1-c2; then the tally of white is {tally}");
        so(&counts(cond), KINGS, &then);
    }
}

#[test]
fn what_cards_do_not_do_is_told() {
    let hand = |rule: &str| format!("{HAND}\n  {rule}");
    told(
        &hand("after you move a rook, if the value of a card in your hand is 3, you win"),
        "E183",
    );
    told(
        "you have a zone of pieces called reserve, starting with | N |\n  *x* instead of moving, you may { swap a pawn of yours with the knight in your reserve }",
        "E194",
    );
    told("after you roll a 6, score 1", "E124");
    told("after you rolls a 6, score 1", "E124");
    told(
        "*x* instead of moving, you may { secretly roll a die }",
        "E123",
    );
}

#[test]
fn options_do_not_hang_on_hands_that_others_hide() {
    let hidden = format!("{HAND}, seen by you");
    let rule = |rule: &str| format!("{hidden}\n  {rule}");
    told(
        &rule("your rooks cannot move if the hand of your opponent holds a knight"),
        "E410",
    );
    told(
        &rule("enemies beside your king cannot move if your hand holds a knight"),
        "E410",
    );
    assert!(
        codes(&game(&rule(
            "your rooks cannot move if your hand holds a knight"
        )))
        .is_empty()
    );
}

#[test]
fn its_behind_a_noun_is_that_nouns() {
    for rule in [
        "a rook on its last row cannot capture",
        "rooks on their last row cannot capture",
        "a rook that is on its last row cannot capture",
        "rooks that are on their last row cannot capture",
    ] {
        so(
            rule,
            "R3nk/R3n1/6/6/6/K4r",
            "white cannot play a6-e6; white plays a5-e5; black cannot play f1-a1",
        );
    }
    // the piece of the event is another
    let rule = "after you move a king, remove the enemies on their last row";
    so(
        rule,
        "k5/6/6/6/r5/1K3r",
        "white plays b1-c1; then f1 is empty; then a2 is a rook",
    );
    told("rooks that are on its last row cannot capture", "E117");
    assert_eq!(
        printed(
            "pawns within 2 squares of their home cannot capture",
            "pawns"
        ),
        "pawns that are within 2 squares of their home cannot capture"
    );
}

#[test]
fn places_that_hold_so_many() {
    so(
        "as soon as c2 holds your rook, you win",
        KINGS,
        "white plays c1-c2; then white has won",
    );
    so(
        "as soon as b1-c1 holds exactly 2 pieces, you win",
        "k5/6/6/6/1R4/K1R3",
        "white plays b2-b1; then white has won",
    );
    so(
        "as soon as the file of your king holds a rook of yours, you win",
        KINGS,
        "white plays c1-b1; then the game is not over; black plays a6-b6; white plays b1-b2; \
         black plays b6-a6; white plays b2-a2; then white has won",
    );
    told("as soon as your king is on all corners, you win", "E150");
    told(
        "as soon as c3 is 2 squares in front of your rook, you win",
        "E150",
    );
    told("your bishops also slide diagonally to 2 squares", "E150");
    assert_eq!(
        printed(
            "as soon as every corner holds a piece of yours, you win",
            "as soon"
        ),
        "as soon as every corner holds a piece of yours, you win"
    );
}

#[test]
fn what_is_drawn_lies_somewhere_or_has_a_name() {
    let all = format!("{PILE}\n  {HAND}");
    for draw in [
        "draw 2 cards from the pile",
        "your opponent draws a card from the pile",
    ] {
        let rule = format!("{all}\n  after you move a rook, {draw}");
        let told = tests::small::codes(&game(&rule));
        assert!(told.contains(&"E120"), "{draw}: {told:?}");
    }
    so(
        &format!(
            "{PILE}\n  after you move a rook {{ draw a card called omen from the pile; if the omen is a pawn, score 1 }}"
        ),
        KINGS,
        "given the pile is | P |; white plays c1-c2; then white has 1 point",
    );
}

#[test]
fn a_scenario_that_says_nothing_is_told() {
    let of = |rules: &str, lines: &str| {
        let game = game(rules);
        scenario_codes(&format!("{game}scenario \"s\" of t {{\n{lines}\n}}\n"))
    };
    let spoken = format!(
        "{HAND}\n  after you move a rook, put a card in your hand into the hand of your opponent"
    );
    assert_eq!(of(&spoken, ""), ["E140"]);
    assert_eq!(of("", "  then"), ["E140"]);
    assert_eq!(
        of(
            "",
            "  then white can force that black is in check in 101 moves"
        ),
        ["E220"]
    );
    for force in [
        "  then white can force a win",
        "  then white can force black has lost in 2 moves",
    ] {
        assert_eq!(of("", force), ["E140"], "{force}");
    }
    let reserve = "you have a zone of pieces called reserve\n  after you capture a piece, put the victim into your reserve";
    for owner in ["white and black", "nobody"] {
        let line = format!("  given the reserve of {owner} is | n |\n  then the game is not over");
        assert_eq!(of(reserve, &line), ["E141"], "{owner}");
    }
    // which pawn, and of two lines about one state which one?
    let tired = "every piece has a mark called tired\n  every piece has a number called dose\n  tired pieces cannot move\n  pieces whose dose is 2 cannot move\n  after you move a king { mark the mover as tired for the game; add 1 to the dose of the mover }";
    for lines in [
        "  given a pawn of white is tired\n  then the game is not over",
        "  given the dose of a pawn of white is 2\n  then the game is not over",
        "  given white is on turn\n  given black is on turn\n  then the game is not over",
        "  given the dose of (the piece on a1) is 1\n  given the dose of (the piece on a1) is 2\n  then the game is not over",
        "  given black has lost\n  given black is on turn\n  then the game is not over",
    ] {
        assert_eq!(of(tired, lines), ["E141"], "{lines}");
    }
    // a square is no piece with its number
    so("", KINGS, "then f6 is seen by white and black");
}

#[test]
fn what_the_refusals_of_cards_advise_reads() {
    let all = format!("{PILE}\n  {HAND}");
    for rule in [
        "*x* instead of moving, you may { put a card in your hand into the hand of your opponent }",
        "*x* instead of moving, you may { either \"yes\" { score 1 } or \"no\" { score 2 } }",
        "*x* instead of moving, you may { repeat 2 times { draw a card from the pile into your hand } }",
        "*x* instead of moving, you may { for each player { they draw 2 cards from the pile into their hand } }",
        "*x* instead of moving, you may { deal | P N | to the hands of the players at random }",
        "*x* instead of moving, you may { put a card in the hand of your opponent into your hand at random }",
        "at the end of your turn, if your hand holds no cards, you lose",
    ] {
        let said = problems_and_help(&game(&format!("{all}\n  {rule}")));
        assert!(
            !said.contains("E1") && !said.contains("E2"),
            "{rule}: {said}"
        );
    }
}
