//! Leaps ridden one after another, and hoppers: pieces of problem chess, each in a small game of its own.
use tests::small::{eight_by_eight, holds, results, six_so, six_told};

/// A game of 8 by 8 squares with this kind, white's, on a1, and these scenarios.
fn game(kind: &str, scenarios: &str) -> String {
    let rules = format!("kind rider \"R\" {{ {kind} }}");
    eight_by_eight("7k/8/8/8/8/8/8/R6K", &rules) + scenarios
}

const NIGHTRIDER: &str = r#"
scenario "it leaps on in one direction as far as the squares it lands on are empty" of t covers words.1 {
  then the piece on a1 attacks b3
  then the piece on a1 attacks c5
  then the piece on a1 attacks d7
  then the piece on a1 attacks g4
  then the piece on a1 does not attack d4
  then the piece on a1 does not attack b2
  white plays a1-d7
}
scenario "what stands beside its leaps does not stop it, what stands where it lands does" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . p . . . . . |
    | P P P . . . . . |
    | R . . . . . . K |
  then the piece on a1 attacks d7
  white cannot play a1-e3
  white plays a1-b3
}
scenario "it takes what it lands on and goes no farther" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . p . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | R . . . . . . K |
  white cannot play a1-d7
  white plays a1-c5
  then no pawn is on the board
}
"#;

#[test]
fn a_leap_is_ridden() {
    holds(&game("it slides (1,2)", NIGHTRIDER));
}

#[test]
fn betza_doubles_the_letter_of_a_leap_that_is_ridden() {
    holds(&game(r#"it moves as "NN""#, NIGHTRIDER));
}

#[test]
fn a_ride_has_a_length() {
    for kind in ["it slides (1,2) up to 2 leaps", r#"it moves as "N2""#] {
        holds(&game(
            kind,
            r#"
scenario "at most two leaps" of t covers words.1 {
  then the piece on a1 attacks b3
  then the piece on a1 attacks c5
  then the piece on a1 does not attack d7
}
"#,
        ));
    }
    holds(&game(
        "it slides (0,2) 2 leaps without capturing",
        r#"
scenario "exactly two leaps of two squares, over anything" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | P . . . . . . . |
    | . . . . . . . . |
    | P P . p . . . . |
    | R . . . . . . K |
  white cannot play a1-a3
  white cannot play a1-c1
  white plays a1-e1
}
"#,
    ));
}

#[test]
fn a_rider_gives_check_from_afar_and_is_blocked_where_it_lands() {
    holds(
        r#"
variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  check is enforced
  your king is royal
  on your turn { move a piece of yours } otherwise { you lose }
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
  kind nightrider "N" { it slides (1,2) }
}
scenario "a check along a ride is answered on the squares it lands on" of t covers words.1 {
  position
    | . . . k . . . . |
    | . . . . . . . . |
    | r . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | N . . . . . . K |
  given black is on turn
  then the king of black is not in check
}
scenario "a rook steps between" of t covers words.1 {
  position
    | . . . . . . . . |
    | . . . k . . . . |
    | . . . . . . . . |
    | r . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | N . . . . . . K |
  given black is on turn
  then the king of black is in check
  black cannot play a5-a2
  black plays a5-c5
  then the king of black is not in check
}
"#,
    );
}

const GRASSHOPPER: &str = r#"
scenario "it lands just behind what it jumps, near or far, and nowhere else" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | P . . . . . . . |
    | . . p . . . . . |
    | . . . . . . . . |
    | R P . . . . . K |
  white is offered a1-a5, a1-d4, a1-c1
  white cannot play a1-a2
  white cannot play a1-a6
  white cannot play a1-d1
  white cannot play a1-e5
  white plays a1-a5
}
scenario "it takes an enemy that stands there, and not its own" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | p . . . . . . . |
    | P . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | R P P . . . . K |
  white cannot play a1-c1
  white plays a1-a5
  then black has no pawn on the board
}
scenario "of two in a row it jumps neither" of t covers words.1 {
  position
    | . . . . . . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | P . . . . . . . |
    | P . . . . . . . |
    | . . . . . . . . |
    | R . . . . . . K |
  white cannot play a1-a5
  white cannot play a1-a4
}
"#;

#[test]
fn a_grasshopper_lands_on_the_square_beyond() {
    holds(&game(
        "it slides any way over a piece to the square beyond",
        GRASSHOPPER,
    ));
}

#[test]
fn without_the_square_beyond_a_hopper_goes_on() {
    let found = results(&game("it slides any way over a piece", GRASSHOPPER));
    assert!(found.iter().any(Option::is_some), "the words say nothing");
}

#[test]
fn who_jumps_hangs_on_no_ban() {
    let ban = "jumping pieces cannot capture rooks";
    six_so(
        ban,
        "k5/6/6/1r4/6/N4K",
        "white cannot play a1-b3; white plays a1-c2",
    );
    let shield = "your jumping pieces cannot be captured";
    six_so(
        shield,
        "k5/6/6/6/r5/N4K",
        "given black is on turn; black cannot play a2-a1",
    );
    six_so(
        shield,
        "k5/6/6/6/r5/B4K",
        "given black is on turn; black plays a2-a1",
    );
    let own = "your jumping pieces may capture your pawns";
    six_so(own, "k5/6/6/1P4/6/N4K", "white plays a1-b3");
    let closed = "jumping pieces cannot enter b3";
    six_so(
        closed,
        "k5/6/6/6/6/N4K",
        "white cannot play a1-b3; white plays a1-c2",
    );
    for circle in [
        "jumping pieces also step forward",
        "jumping pieces may pass over kings",
        "your pieces may pass over jumping pieces",
    ] {
        six_told(circle, "E420");
    }
}

#[test]
fn a_piece_that_is_moved_like_a_hopper_hops() {
    six_so(
        "kind hop \"H\" { it slides orthogonally over a pawn }\nafter your king moves, move a rook of yours like a hop",
        "5k/6/6/6/p5/RP3K",
        "white plays f1-f2; white is offered only a1-c1, a1-d1, a1-e1, a1-f1, a1-a3, a1-a4, a1-a5, a1-a6",
    );
    six_so(
        "kind horse \"H\" { it steps orthogonally, then steps diagonally outward }\nafter your king moves, move a rook of yours like a horse",
        "5k/6/6/6/1p4/R4K",
        "white plays f1-f2; white is offered only a1-c2, a1-b3",
    );
}

#[test]
fn a_locust_attacks_what_it_jumps_and_not_where_it_lands() {
    six_so(
        "kind locust \"L\" { it slides orthogonally over an enemy to the square beyond, capturing an enemy on the path }",
        "5k/6/6/6/6/Lp3K",
        "then the locust on a1 attacks b1; then the locust on a1 does not attack c1; then the locust on a1 covers b1; then the locust on a1 does not cover c1; white plays a1-c1; then no pawn is in play",
    );
}
