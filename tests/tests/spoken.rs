//! What conditions ask of pieces that are gone, of kinds without a value and of things that are one and the same; what is chosen and called
//! `it`; moves that are over. Each was found by a designer who had the manual alone.
use tests::small::{codes, fails, holds, six_by_six, six_so, six_told};

/// A rook of white stands in line with one of black.
const ROOKS: &str = "k2r2/6/6/6/6/2QRK1";

#[test]
fn what_is_lost_is_not_looked_for_on_the_board() {
    for rule in [
        "your pawns cannot move unless a rook of yours is lost",
        "after you move a pawn, if no rook of yours is lost, you lose",
        "after you move a pawn, if your rook is not lost, you lose",
        "call a piece bold if a rook of yours is lost\n  your bold pieces cannot move",
        "as soon as at least 2 pieces of yours are lost, you lose",
        "*x* instead of moving, you may { choose corpse among your pieces that are lost or royal; put the corpse on a4 }",
        "*x* instead of moving, you may { choose corpse among pieces that are not on the board; put the corpse on a4 }",
    ] {
        six_told(rule, "E194");
    }
    for pieces in [
        "a rook of yours that is lost",
        "a piece that you have lost",
        "a rook of yours that was captured",
        "a lost rook of yours",
    ] {
        six_so(
            &format!("*x* instead of moving, you may put {pieces} on an empty square of rank 2"),
            ROOKS,
            "white cannot play x; white plays c1-c2; black plays d6-d1; white plays x; white chooses d2",
        );
    }
    six_so(
        "your pawns cannot move unless you have a lost rook",
        "k2r2/6/6/6/P5/2QRK1",
        "white cannot play a2-a3; white plays c1-c2; black plays d6-d1; white plays a2-a3",
    );
}

#[test]
fn no_move_is_taken_back_that_is_over() {
    for rule in [
        "at the end of your turn, if an opponent is in check, take back the move",
        "instead of moving, you may { take back the move }",
    ] {
        six_told(rule, "E123");
    }
    let in_the_turn = six_by_six("").replace(
        "on your turn { act }",
        "on your turn { act; if a rook of yours is on a6 { take back the move } }",
    );
    assert_eq!(codes(&in_the_turn), ["E123"]);
    six_so(
        "after you move a piece, if an opponent is in check, take back the move",
        "k5/6/6/6/6/1R3K",
        "white plays b1-a1; then the piece on b1 is a rook; white plays b1-c1",
    );
}

#[test]
fn an_order_of_kinds_has_a_place_for_each() {
    let rule = "after you move a queen, it becomes a kind lower than it";
    let text = six_by_six(rule);
    assert!(!codes(&text).contains(&"W387"));
    let kingless = six_by_six(&format!("kind wall \"W\" {{ it steps forward }}\n  {rule}"));
    assert!(codes(&kingless).contains(&"W387"));
}

#[test]
fn two_things_that_are_one_are_refused() {
    for rule in [
        "after you move a rook { for each piece of yours other than it { capture the enemies between it and the piece } }",
        "after you move a rook { for each square on the rank of your king { if the square is on the file of it { capture the enemies on the square } } }",
    ] {
        six_told(rule, "E117");
    }
    six_so(
        "after you move a rook { for each friend in your pieces other than it { capture the enemies between it and the friend } }",
        "k5/6/6/1p1p2/6/1P1R1K",
        "white plays d1-e1; then there is a pawn on b3",
    );
    six_so(
        "after you move a rook { for each friend in your pieces other than it { capture the enemies between it and the friend } }",
        "k5/6/3R2/6/3p2/3P1K",
        "white plays d4-d5; then there is no pawn on d2",
    );
}

#[test]
fn a_part_of_the_edge_is_no_seam() {
    let torus = |ban: &str| format!("pieces move on the torus\n  {ban}");
    six_told(
        &torus("pieces cannot move across the edge between rank 1 and rank 6"),
        "E122",
    );
    six_so(
        &torus("pieces cannot move across an edge"),
        "5k/6/6/R2P1r/6/4K1",
        "white cannot play a3-f3; white plays a3-a6",
    );
}

#[test]
fn what_was_chosen_is_it_where_nothing_else_is() {
    six_so(
        "*x* instead of moving, you may { choose stake among your pawns; it becomes a knight }",
        "5k/6/6/P5/P5/5K",
        "white plays x; white chooses a3; then the piece on a3 is a knight",
    );
    for rule in [
        "instead of moving, you may { choose stake among your pawns; choose prey among the enemies beside it; remove it }",
        "instead of moving, you may { choose stake among your pawns; choose site among the empty squares; remove it }",
    ] {
        six_told(rule, "E117");
    }
    let unused =
        "after you move a rook, you may { choose stake among your pawns; it becomes a knight }";
    assert!(codes(&six_by_six(unused)).contains(&"W220"));
}

#[test]
fn behind_a_passive_ban_it_is_the_one_of_the_two_that_is_one() {
    six_so(
        "pieces on rank 1 cannot be captured by a piece unless it is royal",
        "3r2/6/6/6/1k4/2B2K",
        "given black is on turn; black plays b2-c1",
    );
    six_so(
        "pieces on rank 1 cannot be captured by a piece unless it is royal",
        "2r2k/6/6/6/6/2B2K",
        "given black is on turn; black cannot play c6-c1; black plays c6-c2",
    );
    for rule in [
        "a pawn cannot be captured by a rook if it has moved",
        "a piece cannot capture an unmoved piece unless it is royal",
    ] {
        six_told(rule, "E117");
    }
}

#[test]
fn neither_of_two_kinds() {
    for condition in [
        "if the victim is not a king or a queen",
        "unless the victim is a king or a queen",
        "if the victim is not a king or queen",
    ] {
        six_so(
            &format!("after you capture an enemy, {condition}, score 1"),
            "k2r2/2q3/6/6/6/2QRK1",
            "white plays c1-c5; then the points of white are 0; black plays a6-b6; white plays d1-d6; then the points of white are 1",
        );
    }
    six_so(
        "after you capture an enemy other than a king or a queen, score 1",
        "k2r2/2q3/6/6/6/2QRK1",
        "white plays c1-c5; then the points of white are 0; black plays a6-b6; white plays d1-d6; then the points of white are 1",
    );
}

#[test]
fn a_capture_is_asked_of_behind_the_move() {
    six_told("after you move a pawn without capturing, score 1", "E124");
    six_so(
        "after you move a pawn, if it has not captured a piece this turn, score 1",
        "5k/6/1r4/P5/6/5K",
        "white plays a3-b4; then the points of white are 0; black plays f6-e6; white plays b4-b5; then the points of white are 1",
    );
}

#[test]
fn no_moves_from_an_empty_square_says_nothing() {
    let line = |line: &str| {
        format!(
            "{}scenario \"s\" of t covers words.1 {{\n  position\n    | . . . . . k |\n    | . . . . . . |\n    | . . . . . . |\n    | . . . . . . |\n    | P P . . . . |\n    | R P . . . K |\n  {line}\n}}\n",
            six_by_six("")
        )
    };
    fails(&line("white has 0 moves from c3"));
    holds(&line("white has 0 moves from a1"));
}

/// A game of four at the corners of a small board, in two sides.
fn four(rule: &str) -> String {
    format!(
        "variant t \"T\" {{\n  board 4 by 4\n  seats red at a1, green at a4, blue at d4, pink at d1\n  sides warm of red and blue, cool of green and pink\n  table resign\n  on your turn {{ act }} otherwise {{ pass }}\n  kind king \"K\" {{ it steps any way }}\n  {rule}\n}}\n"
    )
}

#[test]
fn players_are_those_in_the_game() {
    for rule in [
        "as soon as every opponent has lost, you win",
        "as soon as every other player has lost, you win",
        "as soon as an opponent has lost, you win",
        "if your partner has lost, your kings cannot move",
        "pieces of players that have lost cannot be captured",
    ] {
        assert_eq!(codes(&four(rule)), ["E194"], "{rule}");
    }
    let seats = "as soon as every other seat has lost, you win";
    holds(&format!(
        "{}scenario \"s\" of t covers words.1 {{\n  position\n    | K2 . . K3 |\n    | K1 . . . |\n    | . . . . |\n    | . . . K4 |\n  pink resigns\n  green resigns\n  then red has not won\n  blue resigns\n  then red has won\n}}\n",
        four(seats).replace("  sides warm of red and blue, cool of green and pink\n", "")
    ));
}

#[test]
fn a_side_has_the_points_of_its_players() {
    let by_side = "after you capture a king, your side scores 1";
    assert!(codes(&four(by_side)).contains(&"E155"));
    holds(&format!(
        "{}scenario \"s\" of t covers words.1 {{\n  position\n    | K2 . . K3 |\n    | K1 . . . |\n    | . . . . |\n    | K1 . . K4 |\n  red plays a3-a4\n  then the points of warm are 1\n}}\n",
        four("after you capture a king, score 1")
    ));
}

#[test]
fn who_was_in_when_another_won_stands_before_who_had_lost() {
    let scene = four("after you capture a king, you win")
        .replace("  sides warm of red and blue, cool of green and pink\n", "");
    holds(&format!(
        "{scene}scenario \"s\" of t covers words.1 {{\n  position\n    | K2 . . K3 |\n    | K1 . . . |\n    | . . . . |\n    | K1 . . K4 |\n  given green has 1 point\n  pink resigns\n  red plays a3-a4\n  then the place of red is 1\n  then the place of green is 2\n  then the place of blue is 3\n  then the place of pink is 4\n}}\n"
    ));
}
