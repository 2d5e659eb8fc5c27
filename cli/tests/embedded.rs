//! The command on its embedded rules, as somebody who has just cloned it would use it.
use std::process::{Command, Output};

fn armorial(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_armorial")).args(args).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_embedded_rules_check() {
    let out = armorial(&["check"]);
    assert!(out.status.success(), "{}{}", text(&out.stdout), text(&out.stderr));
}

#[test]
fn every_embedded_scenario_passes() {
    let out = armorial(&["test"]);
    assert!(out.status.success(), "{}{}", text(&out.stdout), text(&out.stderr));
}

#[test]
fn perft_counts_as_published() {
    let out = armorial(&["perft", "chess", "3"]);
    assert!(out.status.success(), "{}", text(&out.stderr));
    assert!(text(&out.stdout).replace([',', ' '], "").contains("8902"), "{}", text(&out.stdout));
}

#[test]
fn a_game_with_all_seats_given_away_runs_through() {
    let seats = ["--seat", "1=random", "--seat", "2=random", "--seat", "3=random", "--seat", "4=random"];
    let game = ["play", "european", "--armies", "netherlands,china,france,mycenae", "--seed", "7"];
    let args: Vec<&str> = game.iter().chain(&seats).copied().collect();
    let first = armorial(&args);
    assert!(first.status.success(), "{}", text(&first.stderr));
    assert!(!first.stdout.is_empty());
    assert_eq!(first.stdout, armorial(&args).stdout, "same seed, same bytes");
}
