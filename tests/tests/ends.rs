//! When marks and later steps come to their end: by rounds, and by the round after this one.
use tests::small::holds;

/// A game of two players, a round of two turns; a pawn that leaves its first row marks its owner's king.
fn game(term: &str, scenarios: &str) -> String {
    format!(
        r#"
variant t "T" from kings {{
  position
    | . . . k |
    | . . . p |
    | . . . . |
    | P . K . |
  every piece has a mark called slow
  the game has a number called rung
  kind pawn "P" {{ it steps forward }}
  after you move a pawn {{ {term} }}
  as soon as rung is 99, draw the game
}}
{scenarios}
"#
    )
}

#[test]
fn for_a_number_of_rounds_that_begin_after_now() {
    holds(&game(
        "mark your king as slow for 2 rounds",
        r#"
scenario "said by the first to move, it ends with the second round after this" of t covers words.1 {
  white plays a1-a2
  then the king of white is slow
  black plays d4-c4
  white plays c1-b1
  black plays c4-d4
  then the king of white is slow
  white plays b1-c1
  then the king of white is slow
  black plays d4-c4
  then the king of white is not slow
}
scenario "said by the last to move it ends with the same rounds" of t covers words.1 {
  white plays c1-b1
  black plays d3-d2
  then the king of black is slow
  white plays b1-c1
  black plays d4-c4
  white plays c1-b1
  then the king of black is slow
  black plays c4-d4
  then the king of black is not slow
}
scenario "given in a position" of t covers words.1 {
  given the king of white is slow for 1 round
  white plays c1-b1
  black plays d4-c4
  then the king of white is slow
  white plays b1-c1
  black plays c4-d4
  then the king of white is not slow
}
"#,
    ));
}

#[test]
fn until_the_round_after_this_one() {
    let ended = |term: &str, later: &str| {
        holds(&game(
            term,
            &format!(
                r#"
scenario "the end of a round is behind its last turn" of t covers words.1 {{
  white plays a1-a2
  black plays d4-c4
  {later}
  white plays c1-b1
  black plays c4-d4
  then the king of white is not slow
}}
"#
            ),
        ));
    };
    ended(
        "mark your king as slow until the end of the next round",
        "then the king of white is slow",
    );
    ended(
        "mark your king as slow until the start of the next round",
        "then the king of white is not slow",
    );
    ended(
        "mark your king as slow until the end of the round",
        "then the king of white is not slow",
    );
}

#[test]
fn a_step_at_the_end_of_the_next_round() {
    holds(&game(
        "mark your king as slow this turn; at the end of the next round { add 1 to rung }",
        r#"
scenario "it comes once, a round later" of t covers words.1 {
  white plays a1-a2
  black plays d4-c4
  then rung is 0
  white plays c1-b1
  then rung is 0
  black plays c4-d4
  then rung is 1
  white plays b1-c1
  black plays d4-c4
  then rung is 1
}
"#,
    ));
}
