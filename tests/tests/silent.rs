//! Sentences that read well and did something else, or nothing, each found by a designer who had the manual alone: carried out word by
//! word now, or refused with the form that works.
use tests::small::{fails, holds, scenario_codes, six_by_six, six_so, six_told};

#[test]
fn as_soon_as_of_a_kind_speaks_to_the_owner_of_the_piece() {
    // `your camp` is a1-f2 for white, a5-f6 for black
    let rule = "kind soldier \"S\" { it steps any way\n as soon as it is on your camp, score 1 }";
    six_so(
        rule,
        "S4k/6/6/s5/6/5K",
        "white plays a6-a5; black plays a3-a2; white plays a5-b5; black plays a2-b2; then the points of white are 0; then the points of black are 0",
    );
    six_so(
        rule,
        "k4s/6/S4s/6/6/5K",
        "white plays a4-a3; black plays f4-f5; white plays a3-a2; then the points of white are 1; then the points of black are 1",
    );
    six_so(
        "kind soldier \"S\" { it steps any way\n as soon as it is on rank 4, score 1 }",
        "s4k/6/6/S5/6/5K",
        "white plays a3-a4; black plays a6-b5; white plays f1-f2; black plays b5-b4; then the points of white are 1; then the points of black are 0; white plays f2-f1; black plays b4-b3; then the points of black are 1",
    );
    six_so(
        "kind hussar \"H\" { it steps forward\n as soon as you have no pawn, it becomes a queen }",
        "5k/6/1p4/P5/H5/5K",
        "given black is on turn; black plays b4-a3; then the piece on a2 is a queen",
    );
}

#[test]
fn an_amount_behind_of_is_refused() {
    for rule in [
        "your pawns cannot enter a file of 2 or more pawns of yours",
        "your pawns cannot be put on the file of exactly 3 pawns of yours",
        "after your rook moves, if it is on the square of exactly 2 pawns, score 1",
    ] {
        six_told(rule, "E150");
    }
    six_so(
        "your pawns cannot move if 2 or more pawns of yours are on the file of the destination",
        "5k/6/6/P5/6/5K",
        "white plays a3-a4",
    );
}

#[test]
fn a_list_with_or_and_without_articles_is_refused_in_a_step() {
    for rule in [
        "after your rook moves, it becomes knight or rook",
        "after your rook moves, it promotes to knight or queen",
        "after your king moves, remove your pawn or knight",
        "after your king moves, put your pawn, rook or knight on d4",
    ] {
        six_told(rule, "E195");
    }
    six_so(
        "after your rook moves, it becomes a knight or a queen",
        "5k/6/6/6/6/R4K",
        "white plays a1-a2; white is offered only knight, queen",
    );
    six_so(
        "after your rook or knight moves, score 1",
        "5k/6/6/6/6/RN3K",
        "white plays b1-c3; then the points of white are 1",
    );
}

#[test]
fn without_an_event_nothing_was() {
    for rule in [
        "at the end of your turn, if your king was in check, score 1",
        "at the start of your turn, unless a rook of yours was beside your king, score 1",
        "at the end of your turn, if your king could move, score 1",
        "as soon as a rook of yours was beside your king, score 1",
    ] {
        six_told(rule, "E128");
    }
    six_so(
        "after your king moves, if it was beside a rook of yours, score 1",
        "5k/6/6/6/6/R3RK",
        "white plays f1-f2; then the points of white are 1",
    );
}

#[test]
fn no_piece_on_the_board_would_be_lost() {
    for rule in [
        "instead of moving, unless a piece of yours would be lost, you may { remove the pieces around your king }",
        "instead of moving, if no pawn of yours would be captured, you may { remove the pieces around your king }",
    ] {
        six_told(rule, "E194");
    }
    six_so(
        "*blast* instead of moving, unless you would have fewer than 2 pieces, you may { remove the pieces around your king }",
        "5k/6/6/6/4P1/5K",
        "white cannot play blast",
    );
}

#[test]
fn a_step_jumps_nothing_and_a_distance_may_be_open() {
    six_told(
        "kind dud \"D\" { it steps orthogonally over a piece }",
        "E151",
    );
    six_told("kind dud \"D\" { it steps forward through pawns }", "E151");
    for rule in [
        "kind giraffe \"G\" { it slides diagonally at least 2 squares }",
        "kind giraffe \"G\" { it slides 2 or more squares diagonally }",
    ] {
        six_so(
            rule,
            "5k/6/6/6/6/G4K",
            "white is offered from a1 only a1-c3, a1-d4, a1-e5, a1-f6",
        );
        six_so(rule, "5k/6/6/6/1P4/G4K", "white has no moves from a1");
    }
    six_so(
        "kind bender \"X\" { it steps diagonally, then slides orthogonally outward up to 2 squares }",
        "5k/6/6/6/6/X4K",
        "white is offered from a1 only a1-b3, a1-b4, a1-c2, a1-d2",
    );
    six_so(
        "kind hopper \"H\" { it slides orthogonally over a piece, to the square beyond }",
        "5k/6/6/6/6/HP3K",
        "white is offered from a1 only a1-c1",
    );
}

#[test]
fn behind_a_ban_on_putting_it_is_the_square() {
    let rules = |ban: &str| {
        format!(
            "you have a zone of pieces called hand\n*drop* instead of moving, you may {{ choose extra among the pieces in your hand; put the extra on an empty square }}\n{ban}\nafter you capture a piece {{ give the victim to yourself; put the victim into your hand }}"
        )
    };
    for ban in [
        "your pawns cannot be put on a square if a pawn of yours is on its file",
        "you cannot put pawns on a square if a pawn of yours is on its file",
    ] {
        holds(&format!(
            "{}scenario \"s\" of t covers words.1 {{\n  position\n    | . . . . . k |\n    | . . . . . . |\n    | . . . . . . |\n    | P . . . . . |\n    | . . . . . . |\n    | . . . . . K |\n  given the hand of white is | P |\n  white plays drop\n  white cannot choose a2\n  white chooses b2\n}}\n",
            six_by_six(&rules(ban))
        ));
    }
    let ban = rules("a pawn cannot be put on a square if a pawn of yours is on its file");
    six_told(&ban, "E117");
}

#[test]
fn what_is_never_asked_cannot_be_refused() {
    let rules = "you have a zone of pieces called hand\n*drop* instead of moving, you may { choose extra among the pieces in your hand; put the extra on an empty square }\nafter you capture a piece { give the victim to yourself; put the victim into your hand }";
    let scene = |lines: &str| {
        format!(
            "{}scenario \"s\" of t covers words.1 {{\n  position\n    | . . . . . k |\n    | . . . . . . |\n    | . . . . . . |\n    | . . . . . . |\n    | P . . . . . |\n    | R . . . . K |\n  given the hand of white is | P N |\n  {lines}\n}}\n",
            six_by_six(rules)
        )
    };
    for lines in [
        "white cannot choose b4",
        "white plays drop\n  white cannot choose b4",
    ] {
        fails(&scene(lines));
    }
    holds(&scene(
        "white plays drop\n  white cannot choose queen\n  white chooses pawn\n  white cannot choose a1",
    ));
}

#[test]
fn what_cannot_be_played_begins_where_a_piece_stands() {
    for line in ["white cannot play c3-c4", "white cannot play from c3"] {
        let text = format!("{}{}", six_by_six(""), scene_of_six(line));
        fails(&text);
    }
    let blocked = "white cannot play a1-a2";
    holds(&format!("{}{}", six_by_six(""), scene_of_six(blocked)));
}

/// A rook that is blocked, on a board of 6 by 6.
fn scene_of_six(line: &str) -> String {
    format!(
        "scenario \"s\" of t covers words.1 {{\n  position\n    | . . . . . k |\n    | . . . . . . |\n    | . . . . . . |\n    | . . . . . . |\n    | P . . . . . |\n    | R . . . . K |\n  {line}\n}}\n"
    )
}

#[test]
fn it_is_not_the_piece_that_it_stands_for_itself() {
    for (rule, code) in [
        ("you cannot move it", "E117"),
        ("you must move it", "E117"),
        ("if your king is beside a pawn, you cannot move it", "E117"),
        (
            "if your queen is on rank 1, enemies cannot enter squares around it",
            "E117",
        ),
        (
            "if your queen is on rank 1, enemies cannot capture pieces beside it",
            "E117",
        ),
        (
            "if your queen is on rank 1, your pawns move like it",
            "E117",
        ),
        (
            "after you move a rook, if your king is on rank 1, remove it",
            "E117",
        ),
        ("you cannot move a pawn to it", "E117"),
        ("you cannot move a pawn beside it", "E117"),
        ("you cannot put it on a square", "E117"),
        ("after you move it, you win", "E117"),
        ("after a piece enters it, you win", "E117"),
        ("pieces cannot enter it", "E191"),
        ("a piece cannot move to its square", "E191"),
        ("pieces cannot be put on it", "E191"),
        ("you cannot move another piece", "E160"),
        ("after you move another piece, you win", "E160"),
    ] {
        six_told(rule, code);
    }
    six_so(
        "a piece cannot leave its square if an enemy is beside it",
        "5k/6/r5/R5/6/4RK",
        "white cannot play a3-b3; white plays e1-e2",
    );
}

#[test]
fn behind_a_condition_on_one_piece_it_is_those_of_which_it_is_so() {
    six_so(
        "if your king is in check, you must move it",
        "k3r1/6/6/6/6/2BRK1",
        "white cannot play c1-b2; white plays e1-f1; black plays a6-b6; white plays c1-b2",
    );
    six_so(
        "if your king is in check, you cannot move another piece",
        "k3r1/6/6/6/6/2BRK1",
        "white cannot play c1-b2; white plays e1-f1; black plays a6-b6; white plays c1-b2",
    );
    six_so(
        "if a pawn of yours is on d2, you cannot move it",
        "k5/6/6/6/1P1P2/4K1",
        "white cannot play d2-d3; white plays b2-b3",
    );
    six_so(
        "unless your rook is on rank 1, you cannot move it",
        "k5/6/6/6/R5/1R3K",
        "white cannot play a2-a3; white plays b1-c1",
    );
    six_so(
        "if your king is not in check, you cannot move it",
        "k3r1/6/6/6/6/2BRK1",
        "white plays e1-f1; black plays e6-d6; white cannot play f1-f2; white plays c1-b2",
    );
    six_so(
        "if an enemy pawn is on rank 3, you cannot capture it",
        "5k/6/6/R1p3/2p3/R4K",
        "white cannot play a3-c3; white plays a1-a2; black plays f6-e6; white plays a2-c2",
    );
    six_so(
        "while your rook is on c3, it cannot be captured",
        "k1r3/6/6/2R3/2R3/5K",
        "white plays f1-e1; black cannot play c6-c3; black plays c6-c4; white plays c3-d3; black plays c4-c2",
    );
    six_so(
        "while your rook is on c3, enemies cannot capture it",
        "k1r3/6/6/2R3/2R3/5K",
        "white plays f1-e1; black cannot play c6-c3; black plays c6-c4; white plays c3-d3; black plays c4-c2",
    );
}

#[test]
fn what_stands_behind_a_list_is_said_of_all_or_refused() {
    for rule in [
        "a pawn or a knight on rank 5 cannot be captured",
        "your rooks cannot capture a pawn or a knight on rank 6",
        "no pawn and no knight of yours may be captured",
        "after you capture a pawn, a rook or a knight on rank 6, you win",
        "at the end of your turn, if you have a queen or a knight on rank 6, you win",
        "your bishops cannot be captured by a pawn or a knight on rank 6",
        "at the end of your turn, if there is a pawn or a knight on rank 6, you win",
    ] {
        six_told(rule, "E119");
    }
    let line = scene_of_six("then there is a pawn or a knight on a2");
    assert_eq!(
        scenario_codes(&format!("{}{line}", six_by_six(""))),
        ["E119"]
    );
    six_so(
        "a pawn or knight on rank 5 cannot be captured",
        "5k/p5/r5/R5/R5/5K",
        "white plays a3-a4; black plays f6-e6; white cannot play a4-a5",
    );
}

#[test]
fn several_things_joined_by_a_word_that_leaves_open_which_are_refused() {
    let step = |what: &str| format!("*x* instead of moving, you may {{ {what} }}");
    for (rule, code) in [
        (step("remove your pawns or knights"), "E192"),
        (step("remove pawns or knights on rank 3"), "E192"),
        (step("put 2 new pawns on empty squares of rank 2"), "E195"),
        (
            step("put two of your pawns on empty squares of rank 3"),
            "E195",
        ),
        (step("remove any pawns on rank 3"), "E195"),
        (
            step("remove the enemies that attack your king and your queen"),
            "E192",
        ),
        (
            step("remove the enemies beside your king and your queen"),
            "E192",
        ),
    ] {
        six_told(&rule, code);
    }
    for rule in [
        "at the end of your turn, if you have pawns and knights, you win",
        "at the end of your turn, if there are pawns and knights on rank 3, you win",
    ] {
        six_told(rule, "E192");
    }
    six_so(
        &step("remove all pawns or knights on rank 3"),
        "5k/6/6/PN4/6/5K",
        "white plays x; then there is no pawn; then there is no knight",
    );
    six_so(
        &step("remove the enemies that attack your king and that attack your queen"),
        "k5/6/6/4r1/6/Q3K1",
        "given black is on turn; black plays a6-b6; white plays x; then there is a rook on e3",
    );
}

#[test]
fn the_other_one_and_the_ones_spoken_of_are_not_all_there_are() {
    for rule in [
        "once per turn, after you move a knight, you may move the other knight",
        "after you move a rook of yours, if the other rook is on d4, you win",
        "your pawns cannot capture pieces unless the pieces are on d4",
        "pieces cannot capture pieces if the pieces are royal",
        "after you capture pieces, remove the pieces",
        "after you capture pieces { remove the pieces }",
        "after pawns enter their last row, the pawns become queens",
        "as soon as enemies are beside your king, remove the enemies",
    ] {
        six_told(rule, "E116");
    }
    six_so(
        "after you move a rook of yours, if your other rook is on d4, you win",
        "5k/6/3r2/6/6/RB3K",
        "white plays a1-a2; then black is on turn",
    );
}
