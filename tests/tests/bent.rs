//! Ways that bend: the horse and the elephants of eastern chess, the griffon, and what stands where the way bends.
use tests::small::{eight_by_eight, holds, six_told};

/// A game of 8 by 8 squares in which white's pieces called bender go so.
fn game(kind: &str, scenarios: &str) -> String {
    let rules = format!("kind bender \"B\" {{ {kind} }}");
    eight_by_eight("7k/8/8/8/3B4/8/8/K7", &rules) + scenarios
}

const HORSE: &str = r#"
scenario "one straight, one slanting outward: the eight squares of a knight and no others" of t covers words.1 {
  white is offered from d4 only d4-e6, d4-c6, d4-f5, d4-f3, d4-e2, d4-c2, d4-b3, d4-b5
}
scenario "what stands beside it hobbles it that way and no other, whoever it belongs to" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . p . . . . |
    | . . . B P . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  white is offered from d4 only d4-e2, d4-c2, d4-b3, d4-b5
  then the piece on d4 does not attack e6
  then the piece on d4 attacks b5
}
scenario "it takes where it lands, not where it bends" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . p . . . |
    | . . . . . . . . |
    | . . . B . . . . |
    | . . . p . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  white cannot play d4-d3
  white plays d4-e6
  then there is exactly 1 pawn in play
}
"#;

#[test]
fn a_horse_is_hobbled() {
    holds(&game(
        "it steps orthogonally, then steps diagonally outward",
        HORSE,
    ));
}

#[test]
fn a_line_may_say_how_far_it_goes() {
    holds(&game(
        "it slides 1 square orthogonally, then slides 1 square diagonally outward",
        HORSE,
    ));
}

#[test]
fn without_outward_it_may_come_back_beside_where_it_came_from() {
    holds(&game(
        "it steps orthogonally, then steps diagonally",
        r#"
scenario "all slanting steps from the squares beside it" of t covers words.1 {
  white is offered from d4 only d4-e6, d4-c6, d4-f5, d4-f3, d4-e2, d4-c2, d4-b3, d4-b5, d4-e4, d4-c4, d4-d5, d4-d3
}
"#,
    ));
}

#[test]
fn a_griffon_slides_on_from_the_bend() {
    holds(&game(
        "it steps diagonally, then slides orthogonally outward",
        r#"
scenario "from each corner square along the two lines that lead away" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . p . . . |
    | . . P . . . . . |
    | . . . B . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  white is offered from d4 only d4-e6, d4-f5, d4-g5, d4-h5, d4-f3, d4-g3, d4-h3, d4-e2, d4-e1, d4-c2, d4-c1, d4-b3, d4-a3
}
"#,
    ));
}

#[test]
fn an_elephant_of_korea_bends_once_and_goes_two() {
    holds(&game(
        "it steps orthogonally, then slides diagonally 2 squares outward",
        r#"
scenario "blocked on either of the two squares on its way" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . p . . . |
    | . . . . . . . . |
    | . . . B p . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  white is offered from d4 only d4-b7, d4-b1, d4-f1, d4-a2, d4-a6
}
"#,
    ));
}

#[test]
fn a_leap_may_be_a_part_of_the_way() {
    holds(&game(
        "it leaps (1,2), then slides diagonally outward",
        r#"
scenario "over what stands beside it, stopped by what stands where it lands" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . P . . . . . |
    | . . . P P p . . |
    | . . . B . . . . |
    | . p P . . P . . |
    | . . . . P . . . |
    | K . p . . . . . |
  white is offered from d4 only d4-f7, d4-g8, d4-b1, d4-a6
}
"#,
    ));
}

#[test]
fn what_must_be_jumped_may_stand_where_the_way_bends() {
    holds(&game(
        "it steps orthogonally, then steps diagonally outward, over a pawn",
        r#"
scenario "a horse that needs what hobbles another" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . p . . . . |
    | . . . B . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  white is offered from d4 only d4-e6, d4-c6
}
"#,
    ));
}

#[test]
fn it_faces_as_its_owner_does() {
    let game = eight_by_eight(
        "3b3k/8/8/8/8/8/8/K2B4",
        r#"kind bender "B" { it steps forward, then steps diagonally forward left outward }"#,
    );
    let scenario = r#"
scenario "left of black is the other side" of t covers words.1 {
  white is offered from d1 only d1-c3
  white plays d1-c3
  black is offered from d8 only d8-e6
}
"#;
    holds(&(game + scenario));
}

#[test]
fn a_square_that_cannot_be_crossed_leaves_the_other_way_round() {
    let game = eight_by_eight(
        "7k/8/8/8/3B4/8/8/K7",
        r#"kind bender "B" { it steps orthogonally, then steps orthogonally }
  benders cannot cross d5"#,
    );
    let scenario = r#"
scenario "round one corner, not round the other" of t covers words.1 {
  white is offered from d4 only d4-e5, d4-c5, d4-e3, d4-c3, d4-d2, d4-b4, d4-f4
}
"#;
    holds(&(game + scenario));
}

#[test]
fn each_step_of_it_crosses_its_borders() {
    let game = eight_by_eight(
        "7k/8/8/8/3B4/8/8/K7",
        r#"kind bender "B" { it steps orthogonally, then steps orthogonally }
  every border has a mark called walled
  pieces cannot cross walled borders"#,
    );
    let scenario = r#"
scenario "not through the wall, but round it" of t covers words.1 {
  given the border between d4 and d5 is walled
  white is offered from d4 only d4-e5, d4-c5, d4-e3, d4-c3, d4-d2, d4-b4, d4-f4
}
"#;
    holds(&(game + scenario));
}

#[test]
fn what_is_no_line_does_not_bend() {
    for (rule, code) in [
        (
            "kind horse \"H\" { it leaps anywhere, then steps diagonally }",
            "E151",
        ),
        (
            "kind horse \"H\" { it leaps from a1 to b3, then steps forward }",
            "E106",
        ),
        (
            "kind horse \"H\" { it steps forward, then diagonally outward }",
            "E151",
        ),
        (
            "kind horse \"H\" { it steps forward, then steps outward }",
            "E151",
        ),
        (
            "kind horse \"H\" { it steps forward, then slides left outward }",
            "E151",
        ),
        (
            "kind horse \"H\" { it steps forward, then steps sideways, pushing pawns }",
            "E151",
        ),
        (
            "kind horse \"H\" { it steps forward, then steps left, then steps forward, then steps left, then steps forward }",
            "E151",
        ),
        ("kind horse \"H\" { it steps forward outward }", "E106"),
    ] {
        six_told(rule, code);
    }
}
