//! Sentences that read and did something else, or were refused without the form that works: numbers, ways of moving, who acts in whose
//! turn, places. Each was found by a designer who had the manual alone.
use tests::small::{codes, fails, holds, six_so, six_told};

/// Two or more scenarios of a variant on four by four squares, with these rules and this position, white to move if no line says otherwise.
fn four(rules: &str, position: &str, lines: &str) -> String {
    let rows: String = position
        .split('/')
        .map(|row| format!("    | {row} |\n"))
        .collect();
    format!(
        r#"
variant t "T" {{
  board 4 by 4
  seats white on rank 1, black on rank 4
  on your turn {{ act }} otherwise {{ pass }}
  after you capture a king, you win
  as soon as you have no opponent, you win
  kind king "K" {{ it steps any way }}
  kind rook "R" {{ it slides orthogonally }}
  kind pawn "P" {{ it slides orthogonally }}
  kind knight "N" {{ it leaps (1,2) }}
  kind bishop "B" {{ it slides diagonally }}
  {rules}
}}
scenario "s" of t covers words.1 {{
  position
{rows}  {lines}
}}
"#
    )
}

#[test]
fn the_value_of_several_pieces_is_that_of_each() {
    let rule = "*worth* instead of moving, you may { score the value of your pieces other than your king }";
    let board = "5k/6/6/6/6/KRRPPP";
    six_so(
        rule,
        board,
        "white plays worth; then the points of white are 13",
    );
    let captured =
        "as soon as the value of the pieces that you have captured is 2 or more, you win";
    six_so(
        captured,
        "5k/6/6/6/p1p3/R4K",
        "white plays a1-a2; then white has not won; black plays f6-f5; white plays a2-c2; then white has won",
    );
}

#[test]
fn numbers_are_worked_out_from_left_to_right_whatever_they_count() {
    let score = |what: &str, points: i32| {
        six_so(
            &format!("*sum* instead of moving, you may {{ score {what} }}"),
            "pp3k/6/6/6/6/K2PPP",
            &format!("white plays sum; then the points of white are {points}"),
        );
    };
    score("10 minus the number of your pawns minus 2", 5);
    score(
        "the number of your pawns minus the number of enemy pawns minus 1",
        0,
    );
    score(
        "the number of your pawns times the number of enemy pawns minus 1",
        5,
    );
    score("10 minus the number of your pawns divided by 2", 3);
    score("the value of your pawns minus 1", 2);
    score("the value of your pawns minus the value of enemy pawns", 1);
    score("the number of empty squares on rank 3 divided by 2", 3);
    score("10 minus (the number of your pawns minus 2)", 9);
    score("twice the number of your pawns plus 1", 7);
}

#[test]
fn the_points_of_an_opponent_are_no_sum() {
    six_told(
        "at the end of your turn, if your points are more than the points of an opponent, score 1",
        "E183",
    );
}

#[test]
fn what_has_moved_twice_is_one_piece() {
    let rule = "as soon as you have moved 2 or more knights, you win";
    six_so(
        rule,
        "5k/6/6/6/6/KN2N1",
        "white plays b1-a3; black plays f6-f5; white plays a3-b1; then white has not won; \
         black plays f5-f6; white plays e1-f3; then white has won",
    );
}

#[test]
fn the_edge_is_squares_that_are_moved_to() {
    let rules = "kind fairy \"X\" { it slides orthogonally; it cannot move to the edge }
  kind bus \"Y\" { it slides diagonally; after it moves to the edge, it becomes a rook }";
    six_so(
        rules,
        "5k/6/6/2XY2/6/K5",
        "white cannot play c3-c6; white plays d3-c2; then the piece on c2 is a bus; black plays f6-f5; \
         white plays c2-b1; then the piece on b1 is a rook",
    );
}

#[test]
fn what_a_way_takes_and_brings_is_not_counted() {
    for taken in [
        "exactly 1 enemy pawn",
        "2 enemy pawns",
        "no enemy pawn",
        "an enemy pawn",
    ] {
        let kind = format!("kind fairy \"X\" {{ it steps forward, capturing {taken} beside it }}");
        six_told(&kind, "E150");
    }
    for brought in [
        "a pawn of yours beside it",
        "your pawns beside it",
        "exactly 2 pawns of yours on a1",
    ] {
        let kind = format!(
            "kind cart \"D\" {{ it has a zone of pieces called bay; it slides forward, bringing {brought} into its bay }}"
        );
        six_told(&kind, "E192");
    }
    six_told(
        "kind fairy \"X\" { it slides orthogonally from exactly 3 squares }",
        "E150",
    );
}

#[test]
fn a_block_is_repeated_as_often_as_is_said() {
    six_told(
        "at the end of your turn { repeat up to 3 times { score 1 } }",
        "E150",
    );
    six_so(
        "at the end of your turn { repeat 3 times { score 1 } }",
        "5k/6/6/6/6/K5",
        "white plays a1-a2; then the points of white are 3",
    );
}

#[test]
fn a_place_behind_two_things_is_of_one_of_them() {
    six_told(
        "at the end of your turn, remove the enemies beside the rook on c3",
        "E119",
    );
    six_so(
        "at the end of your turn, remove the enemies beside (the rook on c3)",
        "5k/6/6/2Rn2/6/K5",
        "white plays a1-a2; then there is no knight",
    );
    fails(&four(
        "",
        "k . . ./. . . ./R n . ./K . . .",
        "then there is no knight beside (the rook on a2)",
    ));
}

#[test]
fn who_has_a_rule_does_what_it_says_in_the_turn_of_another_too() {
    let rules = "after an opponent moves a pawn, capture the pawn with your knight
  after an opponent moves a rook, remove the rook
  you have a number called takes
  you have a number called removals
  you have a number called hurt
  after you capture a piece, add 1 to your takes
  after you remove a piece, add 1 to your removals
  after an opponent captures a piece of yours, add 1 to your hurt";
    holds(&four(
        rules,
        "k . . ./. . . p/. . . ./K N . .",
        "given black is on turn\n  black plays d3-d2\n  then the takes of white are 1\n  then the takes of black are 0\n  \
         then the hurt of black is 1\n  then white has captured a piece",
    ));
    holds(&four(
        rules,
        "k . . ./. . . r/. . . ./K N . .",
        "given black is on turn\n  black plays d3-d2\n  then the removals of white are 1\n  then the removals of black are 0",
    ));
    let offer =
        "after your rook is captured, you may { capture the captor with a knight of yours }";
    holds(&four(
        offer,
        ". . . ./. . . k/. . . R/K N . .",
        "given black is on turn\n  black plays d3-d2\n  white accepts\n  then white has won",
    ));
}

#[test]
fn what_is_gone_no_piece_captures() {
    let rules = "*first* after your rook is captured, you may { remove the captor }
  *second* after your rook is captured, you may { capture the captor with a knight of yours }
  you have a number called losses
  after you lose a piece, add 1 to your losses";
    holds(&four(
        rules,
        "k . . r/. . . ./. . . R/K N . .",
        "given black is on turn\n  black plays d4-d2\n  white accepts first\n  white cannot accept second\n  then the losses of black are 1",
    ));
    holds(&four(
        rules,
        "k . . r/. . . ./. . . R/K N . .",
        "given black is on turn\n  black plays d4-d2\n  white declines first\n  white accepts second\n  black declines first\n  then the losses of black are 1",
    ));
}

#[test]
fn a_permission_to_capture_says_whose_pieces_have_it() {
    six_told("your rook may be captured by pawns", "E157");
    six_told(
        "your king cannot be captured while you have a rook\n  your king may be captured by pawns",
        "E157",
    );
    assert!(
        !codes(&four(
            "your rook may be captured by enemy pawns",
            "k . . ./. . . ./. . . ./K . . .",
            ""
        ))
        .contains(&"E157")
    );
}

#[test]
fn a_player_skips_a_turn_and_a_player_gives() {
    six_told("you cannot be skipped", "E122");
    six_told("after you are given by a pawn { score 1 }", "E122");
}

#[test]
fn the_next_turn_of_your_opponent_is_theirs() {
    six_so(
        "every piece has a mark called tired
  after you move a pawn { mark it as tired until the end of your opponent's next turn }",
        "5k/6/6/6/P5/K5",
        "white plays a2-a3; then the piece on a3 is tired; black plays f6-f5; then the piece on a3 is not tired",
    );
}

#[test]
fn a_number_of_nothing_is_no_expectation() {
    let rule = "every piece has a number called energy, starting with 2\n  after you move a knight, spend 1 of its energy";
    let board = "k . . ./. . . ./. . . ./K . . .";
    for line in [
        "then the energy of the piece on a1 is 0",
        "then the energy of the piece on a1 is less than 3",
        "then the energy of the piece on a1 is not 3",
        "then the value of the piece on c3 is 0",
    ] {
        fails(&four(rule, board, &format!("white plays a1-a2\n  {line}")));
    }
    fails(&four(
        rule,
        board,
        "given the energy of the piece on d1 is 7\n  white plays a1-a2",
    ));
    holds(&four(
        rule,
        board,
        "white plays a1-a2\n  then the energy of the piece on a2 is 2",
    ));
}

#[test]
fn an_action_of_the_only_piece_that_has_it_is_known_by_its_square() {
    let rule = "kind gun \"G\" { it steps any way; *fire* instead of moving, you may { remove an enemy beside it } }";
    let board = "k . . ./. n . ./. G . ./K . . .";
    fails(&four(rule, board, "white cannot play fire with b2"));
    holds(&four(
        rule,
        board,
        "white plays fire with b2\n  then there is no knight",
    ));
}

#[test]
fn what_is_offered_and_runs_in_a_circle_can_be_played() {
    let rule = "after a piece of yours is given to an opponent, give it to yourself
  *steal* instead of moving, you may { choose loot among the enemies beside your king; give the loot to yourself }";
    let board = "k . . ./. . . ./r . . ./K . . .";
    fails(&four(rule, board, "white cannot play steal"));
}

#[test]
fn a_rank_and_a_file_cross_or_are_two_lines() {
    six_told(
        "at the end of your turn, remove the enemies on rank 3 and file d",
        "E192",
    );
    let board = "5k/6/6/2nn2/3n2/K5";
    six_so(
        "at the end of your turn, remove the enemies on rank 3 that are on file d",
        board,
        "white plays a1-a2; then there is a piece on c3; then there is a piece on d2; then d3 is empty",
    );
    six_so(
        "at the end of your turn, remove the enemies on rank 3 or file d",
        board,
        "white plays a1-a2; then there is no knight",
    );
}

#[test]
fn this_turn_behind_a_condition_is_no_end_of_a_sentence_that_holds_for_good() {
    for rule in [
        "a pawn cannot move if it has moved this turn",
        "you cannot move pieces that have moved this turn",
    ] {
        six_so(
            rule,
            "5k/6/6/6/P5/K5",
            "white plays a2-a3; black plays f6-f5; white plays a3-a4",
        );
    }
    six_told("your pawns cannot move this turn", "E137");
}

#[test]
fn a_kind_is_written_with_one_letter() {
    let kinds = "kind treb \"Tr\" { it leaps (1,3) }\n  kind camel \"Ca\" { it leaps (1,3) }";
    let told = codes(&four(kinds, "k . . ./. . . ./. . . ./K . . .", ""));
    let letters = told.iter().filter(|code| **code == "E203").count();
    assert_eq!(letters, 2, "{told:?}");
}

#[test]
fn of_a_piece_that_is_not_there_no_number_is_so() {
    let rules = |cond: &str| {
        let energy = "every piece has a number called energy, starting with 2;;";
        let energy = if cond.contains("energy") { energy } else { "" };
        format!("{energy}after you move, if {cond}, score 1")
    };
    let rook_on_b2 = "k5/6/6/6/1R4/5K";
    for (cond, alone, with_the_rook) in [
        ("the energy of the piece on b3 is less than 5", 0, 1),
        ("the energy of the rook on b3 plus 1 is not 7", 1, 1),
        ("2 is the energy of the piece on b3", 0, 1),
        ("the value of the piece on b3 is less than 6", 0, 1),
        ("the energy of your rooks is less than 5", 1, 1),
    ] {
        let rules = rules(cond);
        six_so(
            &rules,
            rook_on_b2,
            &format!("white plays f1-f2; then the points of white are {alone}"),
        );
        six_so(
            &rules,
            rook_on_b2,
            &format!("white plays b2-b3; then the points of white are {with_the_rook}"),
        );
    }
}

#[test]
fn a_piece_has_the_most_value_or_the_fewest_of_a_number() {
    let rooks = "5k/r5/r5/6/N5/5K";
    six_so(
        "after you move, remove the enemy other than a king that has the most value",
        "k1n3/r5/r5/6/N5/5K",
        "white plays a2-c3; then there is no rook; then there is a knight on c6",
    );
    let energy = "every piece has a number called energy, starting with 2;;";
    six_so(
        &format!(
            "{energy}after you move a piece {{ add 1 to its energy; if it has the most energy {{ score 1 }} }}"
        ),
        rooks,
        "white plays a2-c3; then the points of white are 1; black plays a5-b5; then the points of black are 1; \
         white plays f1-e1; black plays b5-c5; white plays c3-b1; then the points of white are 3",
    );
    six_so(
        &format!(
            "{energy}after you move a piece {{ add 1 to its energy }};;at the end of your turn, \
             remove the enemy other than a king that has the fewest energy"
        ),
        rooks,
        "white plays a2-c3; then there is no rook; then there is a king on f6",
    );
}

#[test]
fn an_event_is_struck_only_where_the_step_instead_is_reached() {
    let rule = "before a rook captures a pawn { if the victim is on rank 5 { remove the captor instead } otherwise { score 1 } }";
    let board = "k5/3p2/6/3p2/3R2/K5";
    six_so(
        rule,
        "k5/3p2/6/6/3R2/K5",
        "white plays d2-d5; then there is no rook; then there is a pawn on d5; then the points of white are 0",
    );
    six_so(
        rule,
        board,
        "white plays d2-d3; then there is a rook on d3; then the points of white are 1",
    );
    six_so(
        "before a king is captured { for each knight of yours { remove it instead } }",
        "k5/6/6/6/R5/K5",
        "white plays a2-a6; then there is a rook on a6",
    );
}

#[test]
fn a_zone_holds_one_of_several_kinds() {
    let rule = "you have a zone of pieces called reserve;;after you capture a piece, put the victim into your reserve;;\
                *hope* instead of moving, if your reserve holds a knight or a rook, you may { score 1 }";
    let board = "k5/6/6/6/6/K5";
    for held in ["N", "R", "N R"] {
        six_so(
            rule,
            board,
            &format!(
                "given the reserve of white is | {held} |; white plays hope; then the points of white are 1"
            ),
        );
    }
    six_so(
        rule,
        board,
        "given the reserve of white is | P |; white cannot play hope",
    );
}

#[test]
fn of_a_list_each_thing_is_there() {
    let rule = "*twin* instead of moving, if the rook on f1 and the rook on d4 are of white, you may { score 1 }";
    six_so(rule, "k5/6/3R2/6/6/K4R", "white plays twin");
    six_so(rule, "k5/6/6/6/6/K4R", "white cannot play twin");
    six_so(rule, "k5/6/3r2/6/6/K4R", "white cannot play twin");
    let listed = "*pair* instead of moving, if there are rooks on f1 and d4, you may { score 1 }";
    six_so(listed, "k5/6/3r2/6/6/K4R", "white plays pair");
    six_so(listed, "k5/6/6/6/6/K4R", "white cannot play pair");
    six_told(
        "at the end of your turn, if the pieces on d4 and c4 are a knight and a rook, score 1",
        "E192",
    );
}

#[test]
fn clauses_behind_a_place_are_clauses() {
    let rule =
        "a piece cannot move if an enemy is beside it and no piece of its owner is beside it";
    six_so(rule, "k5/6/6/2r3/2R3/K5", "white cannot play c2-b2");
    six_so(rule, "k5/6/6/2r3/2RN2/K5", "white plays c2-b2");
    six_told(
        "at the end of your turn, remove the enemies beside your king and your queen",
        "E192",
    );
    six_told(
        "at the end of your turn, if an opponent is in check from your rook, score 1",
        "E122",
    );
}

#[test]
fn a_kind_itself_or_a_piece_of_it() {
    six_told("after you move a knight, remove pawn of yours", "E162");
    six_told(
        "at the end of your turn, if pawn of yours is on rank 4, score 1",
        "E162",
    );
    six_so(
        "after a pawn enters rank 5, it promotes to queen",
        "5k/6/P5/6/6/K5",
        "white plays a4-a5; then there is a queen on a5",
    );
    for rule in [
        "after you capture a piece with a pawn, the captor becomes a knight of yours",
        "your knights also move like your pawn",
    ] {
        six_told(rule, "E119");
    }
}

#[test]
fn what_is_said_of_some_or_all_is_asked_back() {
    for (rule, code) in [
        (
            "your rooks step forward, or step sideways, without capturing",
            "E152",
        ),
        (
            "your rooks step forward, or step sideways, if you have a pawn",
            "E152",
        ),
        ("at the end of the turn, score 1", "E187"),
        (
            "instead of moving, you may { swap your king or a pawn of yours }",
            "E150",
        ),
        (
            "before a rook captures a pawn { at the end of this turn { remove the captor instead } }",
            "E129",
        ),
        (
            "to pay { remove a pawn of yours instead };;before a rook captures a pawn { pay }",
            "E129",
        ),
    ] {
        six_told(rule, code);
    }
}

#[test]
fn a_zone_stands_for_what_it_holds_and_a_list_for_several_leaps() {
    six_so(
        "you have a zone of pieces called box;;at the end of your turn { for each recruit in your box { put the recruit on an empty square of rank 3; score 1 } }",
        "k5/6/6/6/6/K5",
        "given the box of white is | N B |; white plays a1-a2; white chooses b3; white chooses c3; then the points of white are 2",
    );
    let leaps = "your rooks leap (1,2), (1,3) or (2,3)";
    for (to, can) in [
        ("b3", true),
        ("b4", true),
        ("c4", true),
        ("a2", false),
        ("c3", false),
    ] {
        let line = if can { "plays" } else { "cannot play" };
        six_so(leaps, "5k/6/6/6/6/RK4", &format!("white {line} a1-{to}"));
    }
    six_so(
        "a piece cannot move if it is lower than an enemy beside it",
        "k5/6/6/6/Pr4/5K",
        "white cannot play a2-a3; white plays f1-e1; black plays b2-c2; white plays a2-a3",
    );
}

#[test]
fn a_name_hides_no_other_and_otherwise_belongs_to_one_of_two() {
    six_told(
        "after you move a rook { let price be 0; repeat 3 times { let price be price plus 1 }; score price }",
        "E105",
    );
    six_told(
        "after you capture a piece { choose victim among your pawns; remove the victim }",
        "E105",
    );
    six_so(
        "after you move a rook { let price be 1; let price be price plus 1; score price }",
        "k5/6/6/6/R5/K5",
        "white plays a2-a3; then the points of white are 2",
    );
    let declined = "white plays a2-a3; white declines; then the points of white are";
    six_told(
        "after you move a rook { if you have no pawn, you may { score 1 } otherwise { score 5 } }",
        "E119",
    );
    six_so(
        "after you move a rook { if you have no pawn { you may { score 1 } } otherwise { score 5 } }",
        "k5/6/6/6/R5/K5",
        &format!("{declined} 0"),
    );
    six_so(
        "after you move a rook { if you have no pawn { you may { score 1 } otherwise { score 5 } } }",
        "k5/6/6/6/R5/K5",
        &format!("{declined} 5"),
    );
}

#[test]
fn this_turn_is_the_end_of_a_mark_and_the_beginning_of_a_history() {
    let board = "k5/6/6/6/R5/K5";
    let tired = "every piece has a mark called tired;;tired pieces cannot move;;after you pass, mark your pieces as tired this turn";
    six_so(
        tired,
        board,
        "given the rook on a2 is tired this turn; white cannot play a2-a3; white plays a1-b1; black plays a6-b6; white plays a2-a3",
    );
    six_so(
        "*again* instead of moving, if you have captured a pawn this turn, you may { score 1 }",
        board,
        "given white has captured a pawn this turn; white plays again",
    );
}

#[test]
fn what_matches_no_card_does_not_match_one() {
    let rule = "you have a zone of cards called hand, starting with | P |\n  \
                you cannot move a piece that matches no card in your hand";
    let lines = "white cannot play b1-c3; white plays a2-a3";
    six_so(rule, "5k/6/6/6/P5/1N3K", lines);
}
