//! The fast machine against the literal interpreter, option list by option list through random games.
// its name in the rules these tests share with those of the engine
extern crate engine as armorial_engine;

#[path = "../../engine/tests/machine/orthodox.rs"]
#[allow(dead_code)]
mod orthodox;
#[path = "../../engine/tests/machine/quad.rs"]
mod quad;
#[path = "../../engine/tests/machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::ids::*;
use armorial_engine::machine::{Position, link};
use armorial_engine::play::*;
use armorial_engine::rules::{Placed, Ruleset};
use armorial_engine::session::Running;
use armorial_oracle as literal;
use std::sync::Arc;

/// Who is asked, what, with which options; or the results.
fn asked(open: &Open) -> Result<(Who, Kind, Vec<Choice>), Vec<Outcome>> {
    match open {
        Open::Decision(d) => Ok((d.who.clone(), d.kind, d.options.clone())),
        Open::Over(outcomes) => Err(outcomes.clone()),
    }
}

/// Random answers to both until the game or the steps are over; how many were given.
fn side_by_side(mut fast: Position, mut slow: literal::Game, mut seed: u64, steps: u32) -> u32 {
    let mut line: Vec<Choice> = vec![];
    let last = |line: &[Choice]| line[line.len().saturating_sub(4)..].to_vec();
    for step in 0..steps {
        let (a, b) = (asked(slow.open()), asked(fast.open()));
        assert_eq!(
            a,
            b,
            "literal, machine; after {step} answers, the last {:?}",
            last(&line)
        );
        let (mut a, mut b) = (Running::view(&slow, None), fast.view(None));
        if matches!(fast.open(), Open::Over(_)) {
            // What runs on behind the last move is nobody's business.
            (a.on_turn, b.on_turn) = (Vec::new(), Vec::new());
            (a.fields, b.fields) = (Vec::new(), Vec::new());
        }
        assert_eq!(
            a,
            b,
            "literal, machine; after {step} answers, the last {:?}",
            last(&line)
        );
        let Open::Decision(d) = fast.open().clone() else {
            return step;
        };
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let n = d.options.len();
        let index = (seed >> 33) as usize % n;
        line.push(d.options[index].clone());
        fast.answer(index).expect("an option");
        slow.answer(index).expect("an option");
    }
    steps
}

fn games(rules: Ruleset, game: Match, count: u64, steps: u32) -> u32 {
    let rules = Arc::new(rules);
    let linked = link(&rules, &game).expect("a plan");
    let mut total = 0;
    for seed in 0..count {
        let slow = literal::Game::new(rules.clone(), game.clone()).expect("a game");
        total += side_by_side(linked.start().expect("a start"), slow, seed, steps);
    }
    total
}

fn four() -> Match {
    Match {
        armies: vec![Some(ArmyId(0)); 4],
        ..Match::default()
    }
}

#[test]
fn chess_to_its_end() {
    games(orthodox::ruleset(), Match::default(), 3, 250);
}

#[test]
fn four_seats_to_the_end() {
    games(quad::ruleset(), four(), 12, 500);
}

#[test]
fn four_seats_from_crowded_positions() {
    let rules = Arc::new(quad::ruleset());
    let linked = link(&rules, &four()).expect("a plan");
    let mut z = 99u64;
    let mut word = || {
        z = z
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (z >> 33) as usize
    };
    for seed in 0..24 {
        // A king and some pieces each, pawns facing any way.
        let mut free: Vec<u16> = (0..64).collect();
        let mut placed = Vec::new();
        for seat in 0..4 {
            for i in 0..4 + word() % 4 {
                let square = free.swap_remove(word() % free.len());
                let kind = if i == 0 {
                    orthodox::KING
                } else {
                    [
                        orthodox::ROOK,
                        orthodox::BISHOP,
                        orthodox::KNIGHT,
                        orthodox::PAWN,
                    ][word() % 4]
                };
                let facing = (kind == orthodox::PAWN).then(|| (word() % 4) as u8);
                placed.push(Placed {
                    kind: KindId(kind),
                    seat: Some(SeatId(seat)),
                    square: SquareId(square),
                    facing,
                });
            }
        }
        let fast = linked.given(&placed, &[]).expect("a position");
        let slow = literal::Game::from_position(rules.clone(), four(), &placed).expect("a game");
        side_by_side(fast, slow, seed, 120);
    }
}
