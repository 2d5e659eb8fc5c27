//! `reveal the secrets of X`: whatever is hidden about a thing, by whichever rule, and only to whom it is told.
use tests::small::{codes, holds};

const GAME: &str = r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | .  . . K2 |
    | .  P2 . . |
    | .  . . .  |
    | K1 S1 . . |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps any way }
  kind spy "S" { it steps any way; after it moves, reveal SECRETS }
  every piece has a kind called guise, seen by its owner
  every piece has a piece called friend, seen by nobody
  every square has a kind called buried, seen by nobody
  every square has a kind called your find, seen by you
  you have a kind called favourite, seen by you
  before the game {
    set the guise of every piece to king
    for each piece { set its friend to it }
    set the buried of every square to pawn
    for each player { set their favourite to pawn; set their find of every square to spy }
  }
  on your turn { act } otherwise { pass }
}
scenario "one" of t covers words.1 {
  then the guise of (the pawn on b3) is seen by black
  then the friend of (the pawn on b3) is seen by nobody
  then the buried of b3 is seen by nobody
  then the favourite of black is seen by black
  then black's find of b3 is seen by black
  white plays b1-b2
THEN
}
"#;

/// After the spy has moved this is seen by those.
fn shows(secrets: &str, then: &str) {
    holds(&game(secrets, then));
}

fn game(secrets: &str, then: &str) -> String {
    GAME.replace("SECRETS", secrets).replace("THEN", then)
}

#[test]
fn of_pieces_every_value_of_theirs_and_of_nothing_else() {
    shows(
        "the secrets of the enemies",
        "  then the guise of (the pawn on b3) is seen by everyone
  then the friend of (the pawn on b3) is seen by everyone
  then the friend of (the spy on b2) is seen by nobody
  then the guise of (the spy on b2) is seen by white
  then the buried of b3 is seen by nobody
  then the favourite of black is seen by black",
    );
}

#[test]
fn to_some_alone() {
    shows(
        "the secrets of the enemies beside it to its owner",
        "  then the guise of (the pawn on b3) is seen by everyone
  then the friend of (the pawn on b3) is seen by white
  then the friend of (the king on d4) is seen by nobody
  then the guise of (the king on d4) is seen by black",
    );
}

#[test]
fn of_squares_for_every_seat_that_keeps_one() {
    shows(
        "the secrets of the squares beside it to its owner",
        "  then the buried of b3 is seen by white
  then the buried of d4 is seen by nobody
  then black's find of b3 is seen by everyone
  then black's find of d4 is seen by black
  then white's find of b3 is seen by white
  then the guise of (the pawn on b3) is seen by black",
    );
}

#[test]
fn of_players() {
    shows(
        "the secrets of its owner's opponent to its owner",
        "  then the favourite of black is seen by everyone
  then the favourite of white is seen by white
  then the guise of (the pawn on b3) is seen by black",
    );
    shows(
        "its secrets",
        "  then the friend of (the spy on b2) is seen by everyone
  then the guise of (the spy on b2) is seen by everyone
  then the friend of (the pawn on b3) is seen by nobody",
    );
}

#[test]
fn secrets_are_revealed_and_nothing_else() {
    let says = |rule: &str| {
        codes(
            &game("the secrets of the enemies", "")
                .replace("reveal the secrets of the enemies", rule),
        )
    };
    assert_eq!(
        says("reveal the secrets of the enemies"),
        Vec::<&str>::new()
    );
    for rule in [
        "capture the secrets of the enemies",
        "mark the secrets of the enemies as royal",
        "if the secrets of the enemies are empty, score 1",
        "let clue be the secrets of the enemies",
        "reveal the secrets",
    ] {
        assert_ne!(says(rule), Vec::<&str>::new(), "{rule}");
    }
}
