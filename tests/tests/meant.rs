//! Sentences that read and did something else: `and` between things of which a verb asks for one, a place behind a kind, conditions on
//! what has been captured, marks that end by an event. Each was found by a designer who had the manual alone.
use tests::small::{holds, six_so, six_told};

#[test]
fn and_between_things_of_which_one_would_be_enough_is_asked_back() {
    for rule in [
        "as soon as you have captured your opponent's queen and rook, you win",
        "as soon as you have lost your queen and rook, you lose",
        "your king cannot be captured if your queen and your rook cover it",
        "after you move a pawn, if your queen and your rook attack an enemy king, you win",
        "as soon as your queen and your rook have moved this turn, you win",
        "as soon as your queen and rook have been captured, you lose",
        "at the end of your turn, if your queen and your rook can move, you win",
        "enemies that your queen and your rook cover cannot move",
        "after you move a pawn, if your king attacks d4 and e5, you win",
        "at the end of your turn, if you have entered d4 and e5 this turn, you win",
        "if white and black have captured a pawn, you cannot move",
        "as soon as you have a piece on d4 and e5, you win",
        "as soon as a knight of yours is on d4 and e5, you win",
        "after your king moves, put a new pawn of yours on d4 and e5",
    ] {
        six_told(rule, "E192");
    }
    six_told(
        "as soon as your queen and your rook are captured, you lose",
        "E194",
    );
    for rule in [
        "after you move a pawn, swap a knight and a bishop of yours",
        "after you move a pawn, swap the owners of a knight and a bishop of yours",
    ] {
        six_told(rule, "E119");
    }
}

#[test]
fn and_between_things_that_are_all_meant_stays() {
    six_so(
        "after your king moves, put 2 new pawns of yours on d4 and e5",
        "5k/6/6/6/6/K5",
        "white plays a1-a2; then there is a pawn of white on d4; then there is a pawn of white on e5",
    );
    six_so(
        "you have a number called hits\n  at the end of your turn, if your queen and your rook are on rank 1, add 1 to your hits",
        "5k/6/6/6/Q5/K1R3",
        "white plays a1-b1; then the hits of white are 0; black plays f6-f5; white plays a2-a1; then the hits of white are 1",
    );
    six_so(
        "kings cannot leave rank 1 and rank 2",
        "5k/6/6/6/K5/6",
        "white cannot play a2-a3; white plays a2-a1",
    );
}

#[test]
fn a_kind_has_no_place() {
    for rule in [
        "after a pawn moves, it promotes to a queen on rank 6",
        "after a pawn moves, it becomes a knight beside your queen",
        "knights move like a king on rank 3",
        "your king also moves like a rook beside a pawn of yours",
    ] {
        six_told(rule, "E119");
    }
    six_so(
        "after a pawn moves, if it is on rank 6, it promotes to a queen",
        "5k/P5/6/P5/6/K5",
        "white plays a3-a4; then the piece on a4 is a pawn; black plays f6-f5; white plays a5-a6; then the piece on a6 is a queen",
    );
    // what stands there lends its movement, of whatever kind it is
    six_so(
        "your king moves like the piece on d4",
        "5k/6/3r2/6/6/K5",
        "white cannot play a1-b2; white plays a1-a5",
    );
}

#[test]
fn the_one_that_nobody_named_is_asked_back_in_every_step() {
    for rule in [
        "at the end of your turn, remove the pawn",
        "at the start of your turn, remove the queen",
        "as soon as your king is on rank 6, remove the queen",
        "at the end of your turn, the queen becomes a rook",
        "*x* instead of moving, you may { remove the pawn }",
    ] {
        six_told(rule, "E116");
    }
}

#[test]
fn so_many_in_one_event_is_asked_back_of_the_subject_too() {
    for rule in [
        "after 2 pieces are captured, you win",
        "after two pawns move, you win",
        "after 3 rooks enter a corner, you win",
    ] {
        six_told(rule, "E125");
    }
    six_so(
        "you have a number called hits\n  after your king moves, remove the pawns\n  after exactly 2 pieces are removed, add 1 to your hits",
        "5k/6/6/6/6/KPp3",
        "white plays a1-a2; then the hits of white are 1",
    );
}

#[test]
fn what_has_been_captured_is_watched() {
    for condition in [
        "a pawn has been captured",
        "an enemy pawn has been captured by you",
        "a pawn has been captured and you have a king",
        "an enemy was captured this turn",
    ] {
        six_so(
            &format!("you have a number called hits\n  as soon as {condition}, add 1 to your hits"),
            "5k/6/3p2/2P3/6/K5",
            "white plays a1-a2; then the hits of white are 0; black plays f6-f5; white plays c3-d4; then the hits of white are 1",
        );
    }
    six_so(
        "you have a number called hits\n  after a pawn moves to rank 6, it promotes to a queen\n  as soon as a pawn has been promoted, add 1 to your hits",
        "5k/P5/6/6/6/K5",
        "white plays a1-b1; then the hits of white are 0; black plays f6-f5; white plays a5-a6; then the hits of white are 1",
    );
}

#[test]
fn a_mark_that_ends_by_an_event_stops_being() {
    let rules = "you have a number called hits
  every piece has a mark called stunned
  after you move a rook, mark it as stunned until you move a king
  after a rook of yours stops being stunned, add 1 to your hits";
    six_so(
        rules,
        "4k1/6/6/6/6/KN1R2",
        "white plays d1-d2; then the piece on d2 is stunned; black plays e6-f6; white plays b1-c3; then the hits of white are 0; \
         black plays f6-e6; white plays a1-a2; then the piece on d2 is not stunned; then the hits of white are 1",
    );
}

#[test]
fn do_not_have_is_have_no() {
    six_so(
        "you have a number called hits\n  after you move, if you do not have a queen, add 1 to your hits",
        "5k/6/6/6/6/K4Q",
        "white plays f1-f2; then the hits of white are 0; black plays f6-e6; then the hits of black are 1",
    );
}

#[test]
fn would_not_have_is_would_have_no() {
    let so = |rule: &str, lines: &str| {
        holds(&format!(
            r#"
variant t "T" {{
  board 6 by 6
  seats white on rank 1, black on rank 6
  setup
    | P P P P P P |
    | K R R R R Q |
  on your turn {{ act }} otherwise {{ pass }}
  kind king "K" {{ it is royal; it steps any way }}
  kind queen "Q" {{ it slides any way }}
  kind rook "R" {{ it slides orthogonally }}
  kind pawn "P" {{ it steps forward }}
}}
army givers "Givers" of t {{
  setup
    | P P P P P P |
    | K R R R R Q |
  power giving {{
    abilities cannot act if {rule}
    *give* instead of moving, you may {{ choose gift among your pieces other than your king; remove the gift }}
  }}
}}
scenario "s" of t covers words.1 {{
  armies white givers, black givers
  position
    | q . . . . k |
    | . . . . . . |
    | . . . . . . |
    | . . . . . . |
    | . . . . . . |
    | K R R . . Q |
  {lines}
}}
"#
        ));
    };
    let spared = "white cannot play give f1\n  white plays give b1";
    so("you would not have a queen", spared);
    so("you would have no queen", spared);
}
