//! What is said is done: sentences that read well and once did nothing, played by scenarios of their own.
use cli::scenario::cases::run_one;
use cli::shelf::Shelf;
use std::fs;

const ARMY: &str = r#"army probe "Probe" of european-club {
  setup standard
  power probing {
    every player has a number called purse, starting with 3
    every piece has a number called stamina, starting with 3
    every piece has a mark called odd
    your rooks also move like a knight if it is odd
    your bishops cannot be marked as odd
    *add* instead of moving, you may { add 1 to your purse; move a piece of yours }
    *tire* instead of moving, you may { spend 1 of the stamina of (the king on a1); move a piece of yours }
    *mark* instead of moving, you may { mark your rooks as odd for the game; move a pawn of yours }
  }
}
"#;

const SCENARIOS: &str = r#"scenario "a start is seen from outside the power" of european-club {
  armies red probe, green standard
  then the purse of red is 3
  then the stamina of the piece on a1 is 3
}
scenario "adding begins with the start" of european-club {
  armies red probe, green standard
  red plays add
  red plays a2-a3
  then the purse of red is 4
}
scenario "spending begins with the start" of european-club {
  armies red probe, green standard
  red plays tire
  red plays a2-a3
  then the stamina of the piece on a1 is 2
}
scenario "a condition behind moves like shuts the way" of european-club {
  armies red probe, green standard
  position
    | K2 .  .  .  .  .  .  R2 |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  R1 .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | K1 .  .  .  .  .  .  .  |
  given red is on turn
  red cannot play e3-f5
}
scenario "and opens it" of european-club {
  armies red probe, green standard
  position
    | K2 .  .  .  .  .  .  R2 |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  R1 .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | K1 .  .  .  .  .  .  .  |
  given red is on turn
  given the piece on e3 is odd
  red plays e3-f5
}
"#;

#[test]
fn starts_and_conditions_hold_in_play() {
    let folder = std::env::temp_dir().join(format!("armorial-said-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("probe.army"), ARMY).expect("a file");
    let file = folder.join("probe.scenario");
    fs::write(&file, SCENARIOS).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert_eq!(found.cases.len(), 5);
    for case in found.cases {
        let failed = run_one(&case).failed;
        assert!(
            failed.is_none(),
            "{}",
            failed.map(|f| f.message).unwrap_or_default()
        );
    }
}

#[test]
fn what_once_did_nothing_is_done() {
    tests::small::holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | P . . . |
    | . . . . |
    | K . . . |
  on your turn { act } otherwise { pass }
  every player has a mark called indebted
  abilities cannot act if a player is indebted
  power x of white {
    *burn* instead of moving, you may { remove a pawn of yours }
    after you move a king { remove your pawns }
  }
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
}
scenario "abilities act" of t {
  white plays burn
  then a3 is empty
}
scenario "abilities cannot act while somebody is indebted, whatever they would bring about" of t {
  given white is indebted
  white cannot play burn
  white plays a1-a2
  then the piece on a3 is a pawn
}
"#,
    );
    tests::small::holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K R . . |
  on your turn { act } otherwise { pass }
  rooks move like a king if it is on b1
  rooks move like a knight if it is not on b1
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
  kind knight "N" { it leaps (1,2) }
}
scenario "the second does not take the place of the first where its own condition fails" of t {
  white is offered from b1 only c1, a2, b2, c2
}
scenario "nor the first that of the second" of t {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . R |
  white is offered from d1 only b2, c3
}
"#,
    );
}
