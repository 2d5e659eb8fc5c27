//! Words of the language held against what they say, each in a small game of its own.
use cli::scenario::cases::{Case, run_one};
use dsl::library::Library;
use dsl::scenario::scenario;
use dsl::syntax::UnitKind;
use std::sync::Arc;

/// Runs the scenarios of a text under every treatment; the text has a variant `t` in it.
fn holds(text: &str) {
    let library = Library::parse([("t.variant", text)]);
    assert!(library.problems().is_empty(), "{:?}", library.problems());
    let mut run = 0;
    for unit in library.units(UnitKind::Scenario) {
        let compiled = scenario(&library, unit, "t").unwrap_or_else(|p| panic!("{p:?}"));
        let case = Case {
            setting: "t".into(),
            rules: Arc::new(compiled.rules),
            script: compiled.script,
        };
        assert_eq!(run_one(&case).failed, None);
        run += 1;
    }
    assert!(run > 0);
}

#[test]
fn squares_are_light_or_dark() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  on your turn { act } otherwise { pass }
  your kings cannot enter a dark square [words.1]
  kind king "K" { it steps any way }
}
scenario "a1 is dark, the squares beside it are light" of t covers words.1 {
  white is offered only a1-a2, a1-b1
  white cannot play a1-b2 [words.1]
  white plays a1-b1
  black is offered only d4-c4, d4-d3
  then there are exactly 8 light squares
  then every light square beside a dark square is not dark
}
"#,
    );
}

#[test]
fn a_round_is_one_procedure_for_all_seats_and_nobody_is_on_turn() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | K . . k |
    | . . . . |
    | . . . . |
    | P . . p |
  you have a number called strides
  every piece has a mark called tired
  the game has a number called rounds
  tired pieces cannot move [words.1]
  every round {
    for each player { they may { they move a piece } }
  }
  after you move a piece { add 1 to your strides; mark it as tired until the end of the round }
  after a pawn moves { at the end of the round { add 10 to rounds } }
  at the end of every round { add 1 to rounds }
  as soon as rounds is 50 or your strides are 50, draw the game
  kind king "K" { it steps any way }
  kind pawn "P" { it steps any way }
}
scenario "the seats are asked in their order in every round, from the first" of t covers words.1 {
  then white is not on turn
  white accepts
  white plays a4-a3
  black accepts
  black plays d4-d3
  then the strides of white are 1
  then the strides of black are 1
  then rounds is 1
  white accepts
  white plays a3-a2
}
scenario "so they are in a game that begins in its middle" of t covers words.1 {
  position
    | K . . k |
    | . . . . |
    | . . . . |
    | P . . p |
  white declines
  black declines
  then rounds is 1
  white accepts
  white plays a4-a3
  then the piece on a3 is tired
  black declines
  then the piece on a3 is not tired
  then rounds is 2
  white declines
  black accepts
  black plays d1-d2
  then rounds is 13
}
"#,
    );
}

#[test]
fn a_row_of_a_zone_of_each_is_written_for_the_first_and_turned_for_the_others() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  on your turn { act } otherwise { pass }
  you have a zone of pieces called reserve, starting with | P p |
  every side has a zone of pieces called store, starting with | p |
  as soon as your reserve is empty and the store of your side is empty, you win
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
}
scenario "a capital is the holder's, a small letter his opponent's" of t covers words.1 {
  then the reserve of white is | P p |
  then the reserve of black is | p P |
  then the store of the side of white is | p |
  then the store of the side of black is | P |
}
"#,
    );
}
