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
