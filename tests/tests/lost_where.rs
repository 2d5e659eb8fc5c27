//! Where a lost piece stood: the origin of `lose`, whatever takes the piece off.
use tests::small::holds;

const GAME: &str = r#"
variant t "T" {
  board 5 by 5
  seats white on rank 1, black on rank 5
  position
    | . . . . K2 |
    | P2 . . . . |
    | . . P2 . . |
    | . . . . . |
    | R1 . R1 . K1 |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
  kind rook "R" { it slides orthogonally }
  every square has a mark called scorched
  on your turn { act } otherwise { pass }
  *blast* instead of moving, you may { choose target among the enemies; remove the target }
  *shot* instead of moving, you may { choose target among the enemies; capture the target }
  after a player loses a pawn, mark the origin as scorched for the game
}
"#;

#[test]
fn the_square_of_the_loss_is_the_origin_of_lose() {
    holds(
        &(GAME.to_owned()
            + r#"
scenario "taken by a move" of t covers words.1 {
  white plays c1-c3
  then c3 is scorched
  then there is 1 scorched square
}
scenario "removed" of t covers words.1 {
  white plays blast a4
  then a4 is scorched
  then there is 1 scorched square
}
scenario "captured by a rule" of t covers words.1 {
  white plays shot c3
  then c3 is scorched
  then there is 1 scorched square
}
"#),
    );
}
