//! Dice: what their faces may be, and what is asked of what they show.
use tests::small::{codes, holds};

#[test]
fn a_die_has_words_on_its_faces() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  the game has a text called weather, starting with "fair"
  the game has a number called gusts
  on your turn {
    roll a die with "calm", "calm", "storm" and "hail" called sky
    set the weather to the sky
    if the sky is "storm" { add 1 to gusts; end the turn }
    if the sky is not "calm" { add 10 to gusts }
    act
  } otherwise { pass }
  as soon as gusts is 99, draw the game
}
scenario "what it shows is a text that is asked for and kept" of t covers words.1 {
  then the weather is "fair"
  the die shows "storm"
  then the weather is "storm"
  then gusts is 1
  then black is on turn
  the die shows "hail"
  then gusts is 11
  black plays d4-d3
  the die shows "calm"
  then the weather is "calm"
  then gusts is 11
  white plays a1-a2
}
"#,
    );
}

#[test]
fn faces_are_of_one_sort_and_words_are_not_added() {
    let told = |die: &str| {
        codes(&format!(
            r#"
variant t "T" from kings {{
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  on your turn {{ roll {die} called sky; if the sky is 2 {{ draw the game }}; act }} otherwise {{ pass }}
}}
"#
        ))
    };
    assert_eq!(told("a die with 1 and 2"), Vec::<&str>::new());
    assert_eq!(told("2 dice"), Vec::<&str>::new());
    for die in [
        "a die with 1 and \"rain\"",
        "a die with king and \"rain\"",
        "2 dice with \"sun\" and \"rain\"",
    ] {
        assert_eq!(told(die).first(), Some(&"E186"), "{die}");
    }
}
