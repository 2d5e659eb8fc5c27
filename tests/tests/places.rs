//! Places: who is first, second and third, during a game and at its end.
use tests::small::holds;

const GAME: &str = r#"
variant t "T" {
  board 4 by 4
  seats red at a1, green at a4, blue at d4, black at d1
  position
    | K2 . . K3 |
    | .  . . .  |
    | P1 . . .  |
    | K1 . . K4 |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps any way }
  on your turn { move a piece of yours } otherwise { pass }
  as soon as you have no king, you lose
  as soon as red has 9 or more points, red wins
  after you capture a pawn, score 1
RULE
}
"#;

fn game(rule: &str, scenarios: &str) -> String {
    GAME.replace("RULE", rule) + scenarios
}

#[test]
fn who_lost_later_comes_before_who_lost_sooner() {
    holds(&game(
        "  as soon as there are exactly 2 kings, end the game",
        r#"
scenario "at the end, by the order of losing" of t covers words.1 {
  then the place of red is 1
  then the place of black is 1
  red plays a2-b3
  green plays a4-b3
  then the place of green is 1
  then the place of red is 2
}
scenario "the first to lose is the last" of t covers words.1 {
  position
    | . P1 . K3 |
    | . K2 . .  |
    | . .  P1 . |
    | K1 . . K4 |
  given red is on turn
  red plays c2-b3
  then the place of green is 4
  then the place of red is 1
  blue plays d4-c4
  black plays d1-d2
  red plays b4-c4
  then the game is over
  then the place of blue is 3
  then the place of green is 4
  then the place of red is 1
  then the place of black is 1
}
"#,
    ));
}

#[test]
fn a_winner_is_first_and_who_still_plays_goes_by_points() {
    holds(&game(
        "  you have a number called prize
  at the end of the game {
    for each player { set their prize to 4 minus their place }
    for each player { they score their prize }
  }",
        r#"
scenario "points part those who are in" of t covers words.1 {
  given green has 3 points
  given blue has 1 point
  then the place of green is 1
  then the place of blue is 2
  then the place of red is 3
  then the place of black is 3
}
scenario "the winner comes first, whatever points others have" of t covers words.1 {
  position
    | K2 . . K3 |
    | .  . . .  |
    | P2 . . .  |
    | K1 . . K4 |
  given green has 12 points
  given red has 8 points
  then the place of red is 2
  red plays a1-a2
  then red has won
  then the place of red is 1
  then the place of green is 2
  then the prize of red is 3
  then the prize of green is 2
  then red has exactly 12 points
}
"#,
    ));
}
