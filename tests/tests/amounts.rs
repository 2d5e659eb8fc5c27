//! How many are meant: amounts behind places, in lists with `or`, and where nothing is counted.
use tests::small::{codes, holds, with_a_king};

fn game(rules: &str, scenarios: &str) -> String {
    with_a_king(rules) + scenarios
}

/// White scores 1 if it holds once the king has stepped to b1: there a2 and c2 touch it, and b3 and d3 do not.
fn so(condition: &str, holds_there: bool) {
    holds(&game(
        &format!("after a king moves, if {condition}, score 1"),
        &format!(
            "scenario \"counted\" of t covers words.1 {{
  white plays c1-b1
  then white has {} points
}}
",
            u8::from(holds_there)
        ),
    ));
}

#[test]
fn an_amount_behind_a_place_counts_what_is_there() {
    so("it is around a piece of yours", true);
    so("it is around at least 2 pieces of yours", true);
    so("it is around at least 3 pieces of yours", false);
    so("it is around exactly 2 pieces", true);
    so("it is around exactly 1 piece", false);
    so("it is around no pieces of black", true);
    so("it is around no pawns", false);
    so("it is around every rook", true);
    so("it is around every pawn", false);
    so("it is within 2 squares of at least 2 pawns", true);
    so("it is within 2 squares of at least 3 pawns", false);
    so("it is in line with no pawns", false);
    so("it is in line with no rooks", true);
    so("it is beside no pieces", true);
    so("there is a king around exactly 2 pieces", true);
    so("there is a king around exactly 4 pieces", false);
    // b2, c3, and c2 with b1, b3 and d3 around it
    so("there are 3 or more squares around at least 3 pieces", true);
    so(
        "there are 4 or more squares around at least 3 pieces",
        false,
    );
}

#[test]
fn a_guard_by_how_many_stand_near() {
    let shielded = "pieces of white beside at least 2 pieces cannot be captured";
    let scenario = |open: &str| {
        format!(
            "scenario \"how many\" of t covers words.1 {{
  position
    | . . . . K2 |
    | . . . . .  |
    | . . . P1 . |
    | . . . . R2 |
    | . . K1 . P1 |
  given black is on turn
  {open}
}}
"
        )
    };
    // e1 has one neighbour, the rook itself
    holds(&game(shielded, &scenario("black is offered e2-e1")));
    let one = "pieces of white beside at least 1 piece cannot be captured";
    holds(&game(one, &scenario("black cannot play e2-e1")));
    let none = "pieces of white beside no pieces cannot be captured";
    holds(&game(none, &scenario("black is offered e2-e1")));
}

#[test]
fn a_list_with_or_is_said_of_each_by_itself() {
    let marks = |condition: &str, points: u8| {
        holds(&game(
            &format!(
                "every piece has a mark called tired
  every piece has a mark called sore
  *rest* instead of moving, you may {{ mark a pawn of yours as tired for the game; mark a rook of yours as sore for the game }}
  *see* instead of moving, you may {{ if {condition}, score 1; otherwise score 2 }}"
            )
            .replace(", score 1; otherwise score 2", " { score 1 } otherwise { score 2 }"),
            &format!(
                "scenario \"one tired, one sore\" of t covers words.1 {{
  white plays rest
  white chooses b3
  black plays e5-e4
  white plays see
  then white has {points} points
}}
"
            ),
        ));
    };
    marks("at least 2 pieces are tired or sore", 1);
    marks("exactly 1 piece is tired or sore", 2);
    marks("at most 1 piece is tired or sore", 2);
    marks("every rook is tired or sore", 1);
    marks("every piece of white is tired or sore", 2);
    marks("no pawn of white is tired or sore", 2);
    marks("no king is tired or sore", 1);
    marks("at least 3 pieces are tired or sore", 2);
}

#[test]
fn where_nothing_is_counted_an_amount_is_refused() {
    let told = |rule: &str| {
        let all = codes(&game(rule, ""));
        all.into_iter()
            .filter(|c| c.starts_with('E'))
            .collect::<Vec<_>>()
    };
    assert_eq!(told("rooks cannot cross more than 1 square"), ["E150"]);
    assert_eq!(told("rooks cannot capture 2 pawns"), ["E150"]);
    assert_eq!(told("pawns cannot be captured by 2 rooks"), ["E106"]);
    assert_eq!(
        told("after a king moves, if it is on 2 squares, score 1"),
        ["E150"]
    );
    assert_eq!(told("pieces between 2 rooks are royal"), ["E101"]);
    assert_eq!(
        told("after a king moves, if it is behind no pawn, score 1"),
        ["E150"]
    );
}

#[test]
fn it_in_a_guard_of_two_pieces_is_asked_back() {
    let told = |rule: &str| {
        let all = codes(&game(rule, ""));
        all.into_iter()
            .filter(|c| c.starts_with('E'))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        told("a rook cannot capture a king if a pawn is beside it"),
        ["E117"]
    );
    assert_eq!(
        told("rooks cannot capture kings if a pawn is beside it"),
        ["E117"]
    );
    // the one that is one
    assert_eq!(
        told("rooks cannot capture a king if a pawn is beside it"),
        Vec::<&str>::new()
    );
    assert_eq!(
        told("a rook cannot capture kings if a pawn is beside it"),
        Vec::<&str>::new()
    );
    // `must` is asked before anything happens
    assert_eq!(told("a king must move if it is beside a pawn"), ["E117"]);
    // what does not happen is no event
    assert_eq!(told("after you move no rook, score 1"), ["E146"]);
    assert_eq!(
        told("after a rook is captured by no pawn, score 1"),
        ["E146"]
    );
    assert_eq!(
        told("after you capture a piece with no rook, score 1"),
        ["E146"]
    );
    assert_eq!(
        told("after you capture a piece with 2 rooks, score 1"),
        ["E150"]
    );
    assert_eq!(
        told("*hit* instead of moving, you may { capture an enemy with no rook }"),
        ["E146"]
    );
    // what nothing hangs on
    assert_eq!(told("d4 has a mark called muddy"), ["E123"]);
    assert_eq!(told("rank 4 has a mark called muddy"), ["E123"]);
    assert_eq!(told("2 or more pieces have a mark called muddy"), ["E123"]);
    // no border lies there
    assert_eq!(
        told("pieces cannot cross the border between d4 and d2"),
        ["E127"]
    );
    assert_eq!(
        told("pieces cannot cross the borders between rank 1 and rank 3"),
        ["E127"]
    );
    assert_eq!(
        told("kings cannot be captured by rooks if a pawn is beside it"),
        Vec::<&str>::new()
    );
    assert_eq!(
        told("rooks cannot cross a square if a pawn is beside it"),
        Vec::<&str>::new()
    );
}

#[test]
fn it_agrees_in_number_with_captor_or_victim() {
    let scenario = |open: &str| {
        format!(
            "scenario \"the pawn is beside the king\" of t covers words.1 {{
  position
    | R2 . . . K2 |
    | . . . . . |
    | . . . . . |
    | . . . . . |
    | K1 P1 . . . |
  given black is on turn
  {open}
}}
"
        )
    };
    let king = "rooks cannot capture a king if a pawn is beside it";
    holds(&game(king, &scenario("black cannot play a5-a1")));
    let rook = "a rook cannot capture kings if a pawn is beside it";
    holds(&game(rook, &scenario("black is offered a5-a1")));
}

#[test]
fn one_that_cannot_or_none_that_can() {
    let told = |condition: &str| {
        let all = codes(&game(
            &format!("after a king moves, if {condition}, score 1"),
            "",
        ));
        all.into_iter()
            .filter(|c| c.starts_with('E'))
            .collect::<Vec<_>>()
    };
    assert_eq!(told("a piece of yours cannot move"), ["E147"]);
    assert_eq!(told("a rook does not attack a pawn"), ["E147"]);
    assert_eq!(told("a rook is not on c1"), ["E147"]);
    assert_eq!(told("a rook was not captured this turn"), ["E147"]);
    assert_eq!(told("no piece is not royal"), ["E147"]);
    assert_eq!(told("no rook does not attack a pawn"), ["E147"]);
    assert_eq!(told("at least 2 of your pawns are not on rank 2"), ["E147"]);
    assert_eq!(told("no ability can push your king"), ["E146"]);
    assert_eq!(told("no rook attacks a pawn"), Vec::<&str>::new());
    assert_eq!(told("your rook does not attack a pawn"), Vec::<&str>::new());
}

#[test]
fn a_piece_is_put_on_a_square_that_is_beside_something() {
    let rule =
        "*call* instead of moving, you may { put a new pawn on an empty square beside your king }";
    holds(&game(
        rule,
        "scenario \"beside the king\" of t covers words.1 {
  white cannot play call a5
  white is offered call
  white plays call b1
  then b1 is a pawn of white
}
",
    ));
}

#[test]
fn who_may_pass_over_squares_passes_over_what_stands_there() {
    let scenario = "scenario \"over rank 3\" of t covers words.1 {
  position
    | . . . . K2 |
    | . R1 . . . |
    | P1 P1 P1 . . |
    | . . . . . |
    | . . K1 . . |
  white is offered from b4 only b4-b5, b4-b2, b4-b1, b4-a4, b4-c4, b4-d4, b4-e4
}
";
    holds(&game("your rooks may pass over rank 3", scenario));
    let shut = scenario.replace("b4-b5, b4-b2, b4-b1,", "b4-b5,");
    holds(&game("your rooks may pass over rank 2", &shut));
}
