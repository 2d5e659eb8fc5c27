//! Sentences with two readings that are asked back, each with the forms that read as one of them.
use tests::small::{codes, six_by_six, six_so, six_told};

/// These rules on the board of six by six are read, and nothing is told about them as an error.
fn reads(rules: &str) {
    let told = codes(&six_by_six(rules));
    assert!(
        told.iter().all(|code| !code.starts_with('E')),
        "{rules}: {told:?}"
    );
}

/// A hidden hand of cards for each player.
const HAND: &str = "you have a zone of cards called hand, starting with | P |, seen by you;;";

/// A hand of pieces that gets a pawn for each that is captured.
const POCKET: &str = "you have a zone of pieces called pocket;;\
    after you capture a pawn { put a new pawn into your pocket };;";

fn lines(rules: &str) -> String {
    rules.replace(";;", "\n  ")
}

#[test]
fn a_zone_behind_the_last_of_a_list_is_asked_about() {
    let drop = |what: &str| {
        lines(&format!(
            "{POCKET}*drop* instead of moving, you may {{ put {what} on an empty square }}"
        ))
    };
    six_told(&drop("a pawn or a knight in your pocket"), "E119");
    reads(&drop("a pawn or knight in your pocket"));
    reads(&drop("a pawn in your pocket or a knight in your pocket"));
}

#[test]
fn pieces_on_two_squares_at_once_are_asked_about() {
    six_told("as soon as your rooks are on d4 and e5, you win", "E192");
    let either = "as soon as your rooks are on d4 or e5, you win";
    let rooks = "5k/6/3R2/R5/6/K5";
    six_so(
        either,
        rooks,
        "white plays a3-e3; then white has not won; black plays f6-f5; white plays e3-e5; then white has won",
    );
    let each = "as soon as you have a rook on d4 and you have a rook on e5, you win";
    six_so(
        each,
        "5k/4R1/6/3R2/6/K5",
        "white plays a1-a2; then white has not won; black plays f6-f5; white plays d3-d4; then white has won",
    );
}

#[test]
fn squares_that_hold_are_asked_whether_each_does() {
    let posts = |rule: &str| {
        lines(&format!(
            "call a1, f1 and f6 the posts;;as soon as {rule}, you win"
        ))
    };
    six_told(&posts("the posts hold pieces of yours"), "E192");
    let moves = "white plays f4-f5; then white has not won; black plays a6-a5; white plays f5-f6; then white has won";
    six_so(
        &posts("every square of the posts holds a piece of yours"),
        "k5/6/5R/6/6/K4R",
        moves,
    );
    six_so(
        &posts("a square of the posts holds a rook of yours"),
        "k5/6/5R/6/6/K5",
        moves,
    );
    // one name for an area is one thing, and a piece on it is enough
    reads(&lines(
        "call a1, f1 and f6 the hill;;as soon as the hill holds a piece of yours, you win",
    ));
}

#[test]
fn a_piece_that_has_left_is_not_the_square_that_it_left() {
    let mined = "every square has a mark called mined;;pieces cannot enter a mined square;;";
    let rule = |rule: &str| lines(&format!("{mined}{rule}"));
    six_told(
        &rule("after a rook leaves a square, mark it as mined for the game"),
        "E117",
    );
    six_told("after a rook leaves rank 1, put a new pawn on it", "E117");
    six_so(
        &rule("after a rook moves, mark the origin as mined for the game"),
        "5k/6/6/6/6/K1R3",
        "white plays c1-c3; black plays f6-f5; white cannot play c3-c1; white plays c3-c2",
    );
    six_so(
        "after a rook moves from rank 1, put a new pawn on the origin",
        "5k/6/6/6/6/K1R3",
        "white plays c1-c3; then c1 holds a white pawn",
    );
    // a mark of pieces is given to the piece, wherever it stands
    reads(&lines(
        "every piece has a mark called tired;;after a rook leaves a square, mark it as tired for the game;;\
         tired pieces cannot move",
    ));
}

#[test]
fn fewer_pieces_than_squares_are_put_where_somebody_chooses() {
    let hill = |step: &str| {
        lines(&format!(
            "call c3-d4 the hill;;*x* instead of moving, you may {{ {step} }}"
        ))
    };
    six_told(&hill("put 2 new pawns on the hill"), "E195");
    six_told(
        "*x* instead of moving, you may { put 2 new pawns on c3-d4 }",
        "E195",
    );
    reads(&hill("put 2 new pawns on 2 empty squares of the hill"));
    let all = "then c3 holds a white pawn; then d3 holds a white pawn; then c4 holds a white pawn; then d4 holds a white pawn";
    for every in [
        hill("put new pawns on the hill"),
        "*x* instead of moving, you may { put 4 new pawns on c3-d4 }".to_owned(),
    ] {
        six_so(&every, "5k/6/6/6/6/K5", &format!("white plays x; {all}"));
    }
}

#[test]
fn nothing_else_is_on_the_square_of_a_piece() {
    let hill = "call c3-d4 the hill;;pieces cannot enter the hill unless a pawn is";
    six_told(&lines(&format!("{hill} on it")), "E117");
    six_so(
        &lines(&format!("{hill} on the hill")),
        "5k/6/2P3/6/R5/K5",
        "white plays a2-a3; black plays f6-f5; white plays a3-c3",
    );
    six_so(
        &lines(&format!("{hill} on the hill")),
        "5k/2P3/6/6/R5/K5",
        "white plays a2-a3; black plays f6-f5; white cannot play a3-c3; white plays a3-b3",
    );
    // of a square it is said of the square
    reads("pieces cannot enter a square of rank 3 unless a pawn is on it");
}

#[test]
fn a_hidden_hand_is_not_shown_by_what_matches_it() {
    let rule = |rule: &str| lines(&format!("{HAND}{rule}"));
    six_told(
        &rule("pieces that match a card in your hand cannot be captured"),
        "E410",
    );
    six_told(
        &rule("call pieces that match a card in your hand safe;;safe pieces cannot be captured"),
        "E410",
    );
    six_told(
        &rule("your rooks also move like a card in your hand"),
        "E410",
    );
    // it binds the one who sees the hand alone
    reads(&rule(
        "you cannot move a piece that matches no card in your hand",
    ));
}

#[test]
fn one_pawn_of_several_in_a_condition_is_warned_of() {
    let rule = |whose: &str| {
        format!("setup | P P P . . K |\n  as soon as {whose} is on its last row, you win")
    };
    let warned = |text: &str| codes(&six_by_six(text)).contains(&"W310");
    assert!(warned(&rule("your pawn")));
    assert!(!warned(&rule("a pawn of yours")));
    assert!(!warned(&rule("your king")));
    assert!(!warned(&rule("every pawn of yours")));
}

#[test]
fn a_board_without_squares_is_none() {
    let board = |holes: &str| {
        let size = format!("board 6 by 6 other than {holes}");
        six_by_six("").replace("board 6 by 6", &size)
    };
    assert!(codes(&board("a1-f6")).contains(&"E245"));
    assert!(!codes(&board("a2-f6")).contains(&"E245"));
}
