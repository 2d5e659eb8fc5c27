//! Sentences that chess players write from the manual alone: each is carried out as English says, or refused where it stands.
use tests::small::{so, told};

#[test]
fn a_place_is_left_and_entered_as_a_whole() {
    // the king of a palace goes about in it
    so("kings cannot leave b1-d2", "white plays c1-d1");
    so("kings cannot leave b1-d2", "white plays c1-b2");
    so("kings cannot leave b1-c1", "white cannot play c1-d1");
    so("kings cannot leave b1-c1", "white cannot play c1-c2");
    so(
        "call b1-d2 the palace\n  kings cannot leave the palace",
        "white plays c1-d1",
    );
    so("rooks cannot enter rank 2", "white plays c2-b2");
    so("rooks cannot enter rank 3", "white cannot play c2-c3");
    so("rooks cannot enter rank 3", "white plays c2-c4");
    so(
        "rooks cannot leave a square of rank 2",
        "white cannot play c2-b2",
    );
    for (rule, points) in [
        ("after your rook leaves rank 2, score 1", 0),
        ("after your rook leaves a square of rank 2, score 1", 1),
        ("after your rook enters rank 2, score 1", 0),
        ("after your rook enters a square of rank 2, score 1", 1),
        ("after your rook leaves file c, score 1", 1),
        ("after your rook enters a2-b3, score 1", 1),
    ] {
        so(
            rule,
            &format!("white plays c2-b2\n  then white has {points} points"),
        );
    }
}

#[test]
fn a_push_within_a_place_does_not_leave_it() {
    let pushed =
        "after your king moves, push your rook from it by 1 square\n  rooks cannot leave RANGE";
    so(
        &pushed.replace("RANGE", "c2-d2"),
        "white plays c1-b2\n  then there is a rook on d2",
    );
    so(
        &pushed.replace("RANGE", "b2-c2"),
        "white plays c1-b2\n  then there is a rook on c2",
    );
}

#[test]
fn what_is_gone_stood_where_it_stood() {
    so(
        "after you capture a piece, remove the pieces around the victim",
        "white plays c2-c5\n  then there is no piece on d5\n  then there is a rook on c5",
    );
    so(
        "once per turn, after you lose a pawn, remove the pieces beside it",
        "white plays c2-c5\n  then there is no piece on d5\n  then there is a rook on c5",
    );
    so(
        "after you capture a piece, if the victim is on rank 5, score 1",
        "white plays c2-c5\n  then white has 1 point",
    );
    so(
        "after you capture a piece, if the victim is on rank 4, score 1",
        "white plays c2-c5\n  then white has 0 points",
    );
    // what stands again stands where it stands now
    so(
        "after you capture a piece { put the victim on a1; remove the pieces beside the victim }",
        "white plays c2-c5\n  then there is no piece on a2\n  then there is a piece on d5",
    );
    so(
        "kind bomb \"B\" { it steps forward; after it is captured { remove the pieces around it; put a new bomb on its square } }",
        "position\n    | . . B2 P2 K2 |\n    | . . . . . |\n    | . P1 . P2 . |\n    | P1 . R1 . . |\n    | . . K1 . . |\n  \
         given white is on turn\n  white plays c2-c5\n  then there is no piece on d5\n  then there is a piece on e5",
    );
}

#[test]
fn new_pieces_come_to_each_of_the_squares() {
    for rule in [
        "after your king moves, put new pawns on the empty squares beside your rook",
        "after your king moves, put a new pawn on each empty square beside your rook",
    ] {
        so(
            rule,
            "white plays c1-d1\n  then there is a pawn on b2\n  then there is a pawn on d2\n  then there is a pawn on c1\n  \
             then there is a pawn on c3",
        );
    }
    so(
        "after your king moves, put new pawns on rank 4",
        "white plays c1-d1\n  then there are exactly 5 pawns on rank 4",
    );
    told(
        "after your king moves, put it on each square beside your rook",
        &["E150"],
    );
    told("after your king moves, put new pawns on c3", &["E150"]);
}

#[test]
fn a_slide_over_what_it_may_pass_is_a_move_over_it() {
    let open = "position\n    | . . . P2 K2 |\n    | . . P1 . . |\n    | . P1 . P2 . |\n    | P1 . R1 . . |\n    | . . K1 . . |\n  given white is on turn";
    for (rule, points) in [
        ("after your rook moves over a pawn, score 1", 1),
        ("after your rook moves over a king, score 1", 0),
    ] {
        so(
            &format!("rooks may pass over pawns\n  {rule}"),
            &format!("{open}\n  white plays c2-c5\n  then white has {points} points"),
        );
    }
    told("rooks cannot pass over pawns", &["E156"]);
    told("after a rook passes over a pawn, score 1", &["E124"]);
    told("kings cannot jump over pawns", &["E156"]);
}

#[test]
fn a_variant_is_one_heading() {
    let guard = "a pawn cannot be captured by rooks";
    so(guard, "white cannot play c2-c5");
    so(
        &format!("{guard}\n  rooks may capture pawns on c5"),
        "white plays c2-c5",
    );
    so(
        &format!("{guard}\n  your rooks may capture pawns on c5"),
        "white plays c2-c5",
    );
    so(
        "your pawns cannot be captured by rooks\n  rooks may capture pawns on c5",
        "white plays c2-c5",
    );
}

#[test]
fn pieces_in_hand_are_kept_from_squares() {
    let drop = "every player has a zone of pieces called hand\n  after you capture a piece { put a new pawn into your hand }\n  \
                *drop* instead of moving, you may { put a pawn in your hand on an empty square }";
    let lines = "white plays c2-c5\n  black plays e5-e4\n  white plays drop";
    so(drop, &format!("{lines}\n  white chooses b5"));
    for guard in [
        "your pawns cannot be put on your last row",
        "you cannot put a pawn on your last row",
        "pawns cannot enter rank 5",
    ] {
        so(
            &format!("{drop}\n  {guard}"),
            &format!("{lines}\n  white cannot choose b5\n  white chooses b4"),
        );
    }
}

#[test]
fn what_is_promoted_and_swapped() {
    so(
        "after your king moves, promote a pawn of yours on b3 to a rook",
        "white plays c1-d1\n  then there is a rook on b3",
    );
    so(
        "after your king moves, swap your rook with the king",
        "white plays c1-d1\n  then there is a rook on d1\n  then there is a king on c2",
    );
}

#[test]
fn all_of_them_is_no_event() {
    told("after you capture all enemy pawns, you win", &["E150"]);
    told(
        "as soon as you have captured all enemies, you win",
        &["E150"],
    );
    told("as soon as all enemies are captured, you win", &["E194"]);
    told("as soon as your king is captured, you lose", &["E194"]);
    told("after all pawns are captured, you win", &["E150"]);
    so(
        "after your king is captured, you lose",
        "position\n    | . . K2 P2 . |\n    | . . . . . |\n    | . . . . . |\n    | . . R1 . . |\n    | . . K1 . . |\n  given white is on turn\n  white plays c2-c5\n  then black has lost",
    );
}

#[test]
fn a_count_of_what_some_piece_has_done() {
    told(
        "at the end of your turn, if a rook of yours has captured 3 or more pieces, you win",
        &["E150"],
    );
    so(
        "at the end of your turn, if there is a rook of yours that has captured 2 or more pieces, score 1",
        "white plays c2-c5\n  then white has 0 points\n  black plays e5-e4\n  white plays c5-d5\n  then white has 1 point",
    );
    so(
        "as soon as a rook of yours has captured 2 pieces, score 1",
        "white plays c2-c5\n  then white has 0 points\n  black plays e5-e4\n  white plays c5-d5\n  then white has 1 point",
    );
}

#[test]
fn what_is_refused_with_the_form_that_works() {
    let mined = "every square has a mark called mined";
    told(
        "as soon as your pawn reaches your last row, you win",
        &["E124"],
    );
    told(
        &format!(
            "{mined}\n  after your king moves, mark an empty square as mined until an enemy enters it"
        ),
        &["E117"],
    );
    told("after your king moves, you may { move a piece }", &["E193"]);
    told("after your king moves, you may { move a rook }", &["E193"]);
    told("after your king moves, you may { move any piece }", &[]);
    told("rooks may capture own pawns", &["E117"]);
    told("your rooks may capture your own pawns", &["N204"]);
    told("rooks beside 2 pawns cannot be captured", &["E126"]);
    told(
        "rooks also step diagonally if the square beside it is empty",
        &["E195"],
    );
    told(
        "your king is in check if the enemy king is in check",
        &["E420"],
    );
    told(
        "your rooks also step diagonally if you can move a rook",
        &["E420"],
    );
    told("rooks cannot capture pieces lower than rooks", &["W387"]);
    told("put your last lost piece on a4", &["E138"]);
    told(
        "after your king moves, put your last lost piece on a4",
        &["E184"],
    );
}

#[test]
fn a_mark_ends_when_the_named_square_is_entered() {
    so(
        "every square has a mark called mined\n  after your king moves { choose site among c3; mark the site as mined until a rook enters the site }\n  \
         after your rook moves, if c3 is mined, score 1",
        "white plays c1-d1\n  then c3 is mined\n  black plays e5-e4\n  white plays c2-c3\n  then white has 0 points",
    );
}

#[test]
fn a_condition_behind_a_way_is_on_that_way() {
    let soldier = "kind soldier \"S\" { it steps forward, or steps sideways if it is on rank 3 }";
    let at = |rank: &str, lines: &str| {
        let rows = [5, 4, 3, 2, 1].map(|n| match rank == n.to_string() {
            true => "    | . . S1 . . |",
            false if n == 5 => "    | . . . . K2 |",
            false if n == 1 => "    | K1 . . . . |",
            false => "    | . . . . . |",
        });
        format!(
            "position\n{}\n  given white is on turn\n  {lines}",
            rows.join("\n")
        )
    };
    so(soldier, &at("2", "white is offered from c2 only c3"));
    so(
        soldier,
        &at("3", "white is offered from c3 only c4, b3, d3"),
    );
}

#[test]
fn who_gives_check_may_be_in_check() {
    // no player may give check
    so(
        "check is enforced\n  kings are royal\n  your king is in check if a piece of yours attacks an enemy king",
        "position\n    | . . . . K2 |\n    | . . . . . |\n    | . . R1 . . |\n    | . . . . R2 |\n    | . K1 . . . |\n  \
         given white is on turn\n  white is offered from c3 only a3, b3, d3, c1, c2, c4",
    );
}

#[test]
fn the_file_and_the_rank_on_which_something_stands() {
    for (rule, points) in [
        ("if a rook of yours is on the file of your king", 1),
        ("if a pawn of yours is on the file of your king", 0),
        ("if a pawn of yours is on the rank of your rook", 1),
        (
            "if there are 2 or more pieces of yours on the rank of c2",
            1,
        ),
        (
            "if there are 3 or more pieces of yours on the rank of c2",
            0,
        ),
    ] {
        so(
            &format!("at the end of your turn, {rule}, score 1"),
            &format!("white plays b3-b4\n  then white has {points} points"),
        );
    }
    so(
        "your rooks cannot leave the file of your king",
        "white cannot play c2-b2",
    );
    so(
        "your rooks cannot leave the file of your king",
        "white plays c2-c3",
    );
}

#[test]
fn words_of_the_language_name_nothing_else() {
    told("kind square \"S\" { it steps forward }", &["E105"]);
}

#[test]
fn what_asks_for_nothing_on_its_way() {
    told("rooks also leap (1,2) over a pawn", &["E151"]);
    told("rooks also leap (1,2) through pawns", &["E151"]);
    told("after you capture a third piece, score 1", &["E118"]);
    told(
        "after you move a piece, move your rook to an empty square",
        &["W389"],
    );
    so(
        "at the start of your turn { repeat the number of the round times { score 1 } }",
        "white plays c1-d1\n  black plays e5-e4\n  then white has 3 points",
    );
}
