//! A move that takes aboard what stands on its destination: `bringing X into ZONE`. What is aboard is neither captured nor lost, goes
//! where its carrier goes, and takes no square of its own.
use tests::small::{codes, holds};

const GAME: &str = r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | .  . . K2 |
    | .  . . P2 |
    | P1 . . .  |
    | B1 K1 . . |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
  kind boat "B" {
    it has a zone of pieces called berth
    it steps orthogonally
    it also steps orthogonally, bringing CARGO on the destination into its berth
    *land* instead of moving, you may {
      choose dock among the empty squares beside it
      put the first piece in its berth on the dock
    }
  }
  on your turn { act } otherwise { pass }
  after you capture a piece, score 1
  RULE
}
"#;

fn game(cargo: &str, rule: &str, scenarios: &str) -> String {
    GAME.replace("CARGO", cargo).replace("RULE", rule) + scenarios
}

#[test]
fn what_is_aboard_is_not_lost_and_goes_along() {
    holds(&game(
        "a pawn of yours",
        "after a pawn is put into the berth of a boat, score 10",
        r#"
scenario "aboard, along and ashore" of t covers words.1 {
  white plays a1-a2
  then a2 is a boat of white
  then a1 is empty
  then the berth of the boat holds 1 pawn
  then there is no lost piece
  then white has 10 points
  black plays d4-c4
  white plays a2-b2
  then the berth of the boat holds 1 pawn
  black plays c4-d4
  white plays land
  white chooses b3
  then b3 is a pawn of white
  then the berth of the boat is empty
  then white has 10 points
}
scenario "only what the sentence names is taken aboard" of t covers words.1 {
  white cannot play a1-b1
}
"#,
    ));
}

#[test]
fn an_enemy_that_is_taken_aboard_is_not_captured() {
    let prisoner = game(
        "an enemy",
        "",
        r#"
scenario "aboard as a prisoner" of t covers words.1 {
  position
    | .  . . K2 |
    | .  . . .  |
    | P2 . . .  |
    | B1 K1 . . |
  white plays a1-a2
  then the berth of the boat holds 1 pawn
  then the pawn in the berth of the boat is a piece of black
  then white has 0 points
}
"#,
    );
    let quiet = "    it steps orthogonally without capturing\n";
    holds(&prisoner.replace("    it steps orthogonally\n", quiet));
}

#[test]
fn it_is_no_castling_and_a_guard_can_forbid_it() {
    holds(&game(
        "a pawn of yours",
        "after you castle, score 100",
        r#"
scenario "no castling" of t covers words.1 {
  white plays a1-a2
  then white has 0 points
}
"#,
    ));
    holds(&game(
        "a pawn of yours",
        "pawns cannot leave a2",
        r#"
scenario "it cannot leave" of t covers words.1 {
  white cannot play a1-a2
}
"#,
    ));
}

#[test]
fn only_pieces_and_only_into_a_zone_or_to_a_square() {
    let says = |bringing: &str| {
        codes(&game("a pawn of yours", "", "").replace(
            "bringing a pawn of yours on the destination into its berth",
            bringing,
        ))
    };
    assert_eq!(
        says("bringing a pawn of yours on the destination into its berth"),
        Vec::<&str>::new()
    );
    for bringing in [
        "bringing a pawn of yours into b3",
        "bringing b3 into its berth",
        "bringing a pawn of yours into",
        "bringing a pawn of yours",
        "bringing into its berth",
        "bringing a pawn of yours to its berth",
    ] {
        assert_ne!(says(bringing), Vec::<&str>::new(), "{bringing}");
    }
}
