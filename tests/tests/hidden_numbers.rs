//! Numbers that not everybody sees: bids that are chosen secretly, compared by the game, and shown.
use tests::small::{holds, results};

const GAME: &str = r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . K2 |
    | . . . .  |
    | . . . .  |
    | K1 . . . |
  kind king "K" { it steps any way }
  you have a number called bid, starting at START, seen by you
  before the game {
    for each player { they secretly choose stake among 1 to 5; set their bid to the stake }
  }
  on your turn { act } otherwise { pass }
  at the end of every turn { RULE }
}
"#;

fn game(start: &str, rule: &str, scenario: &str) -> String {
    let game = GAME.replace("START", start).replace("RULE", rule);
    format!("{game}\nscenario \"bids\" of t covers words.1 {{\n{scenario}\n}}\n")
}

#[test]
fn a_bid_is_hidden_and_the_game_knows_it() {
    holds(&game(
        "0",
        "reveal the bid of every player; if the bid of white is more than the bid of black, white wins",
        "  white chooses 4
  black chooses 3
  then the bid of white is seen by white
  then the bid of black is seen by black
  then the bid of white is 4
  white plays a1-a2
  then the bid of white is seen by everyone
  then white has won",
    ));
}

#[test]
fn set_anew_it_is_hidden_again() {
    holds(&game(
        "0",
        "reveal the bid of white; add 1 to the bid of white",
        "  white chooses 4
  black chooses 3
  white plays a1-a2
  then the bid of white is 5
  then the bid of white is seen by white",
    ));
}

#[test]
fn what_others_keep_hidden_of_it_or_most_of_is_refused_at_its_place() {
    let said = |rule: &str, more: &str| {
        let text = game("0", rule, "  white chooses 4");
        let text = text.replace("  on your turn", &format!("{more}\n  on your turn"));
        results(&text).remove(0).unwrap_or_default()
    };
    let most = said("if the most bid of the players is 5, white wins", "");
    assert!(
        most.contains("the most or fewest of a hidden number"),
        "{most}"
    );
    let kept = said(
        "set the guess of black to 2",
        "  every player has a number called your guess, seen by you",
    );
    assert!(
        kept.contains("a hidden number that each holder or seat keeps"),
        "{kept}"
    );
}

/// A rule of an army knows what its player knows; to a player who does not see the bid it is 0.
#[test]
fn who_does_not_see_a_number_reads_0() {
    let armies = r#"
army guessers "Guessers" of t {
  setup standard
  power guess {
    at the end of your turn, if the bid of your opponent is 0, score 1
    at the end of your turn, if the bid of your opponent is 5, score 10
  }
}
army plain "Plain" of t { setup standard }
"#;
    let played = |rule: &str, points: u32| {
        let text = game(
            "2",
            rule,
            &format!(
                "  armies white guessers, black plain\n  white chooses 1\n  black chooses 5\n  \
                 white plays a1-a2\n  then white has {points} points"
            ),
        );
        let start = text.find("  position").expect("a position");
        let end = text.find("  kind king").expect("a kind");
        let text = text.replace(&text[start..end], "  setup\n    | K . . . |\n");
        text.replace("\nscenario", &format!("{armies}\nscenario"))
    };
    holds(&played("end the turn", 1));
    holds(
        &played("end the turn", 1)
            .replace(
                "set their bid to the stake }",
                "set their bid to the stake; reveal their bid }",
            )
            .replace("has 1 points", "has 10 points"),
    );
}
