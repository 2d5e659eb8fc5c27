//! The literal interpreter against published numbers, and the fast machine against the literal interpreter.
// its name in the rules these tests share with those of the engine
extern crate engine as armorial_engine;

#[path = "../../engine/tests/machine/orthodox.rs"]
mod orthodox;
#[path = "../../engine/tests/machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::fen;
use armorial_engine::machine::link;
use armorial_engine::play::*;
use armorial_engine::session::Running;
use armorial_oracle::Game;
use std::sync::Arc;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const POSITIONS: [(&str, &[u64]); 7] = [
    (START, &[20, 400, 8902]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079],
    ),
];

fn at(text: &str) -> Game {
    let rules = Arc::new(orthodox::ruleset());
    let read = fen::parse(&rules, text).expect("a FEN");
    let mut game = Game::from_position(rules, Match::default(), &read.placed).expect("a game");
    game.give(&read.given).expect("given");
    game
}

/// Sequences of turns; the decisions of a turn count as one ply.
fn perft(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let Open::Decision(d) = game.open() else {
        return 0;
    };
    let turn = game.turn();
    let mut n = 0;
    for i in 0..d.options.len() {
        let mut next = game.clone();
        next.answer(i).expect("an option");
        n += match next.open() {
            Open::Decision(_) if next.turn() == turn => perft(&next, depth),
            _ => perft(&next, depth - 1),
        };
    }
    n
}

#[test]
fn chess_counts_as_published() {
    for (text, counts) in POSITIONS {
        let game = at(text);
        for (i, n) in counts.iter().enumerate() {
            assert_eq!(perft(&game, i as u32 + 1), *n, "{text} depth {}", i + 1);
        }
    }
}

/// Who is asked, what, with which options; or the results.
fn asked(open: &Open) -> Result<(Who, Kind, Vec<Choice>), Vec<Outcome>> {
    match open {
        Open::Decision(d) => Ok((d.who.clone(), d.kind, d.options.clone())),
        Open::Over(o) => Err(o.clone()),
    }
}

/// Both machines through the same games: option lists, results and positions are equal at every step.
fn side_by_side(text: &str, mut seed: u64, steps: u32) {
    let rules = orthodox::ruleset();
    let machine = link(&rules, &Match::default()).expect("a plan");
    let read = fen::parse(&rules, text).expect("a FEN");
    let mut fast = machine
        .given(&read.placed, &read.given)
        .expect("a position");
    let mut slow = at(text);
    let mut line: Vec<Choice> = vec![];
    for _ in 0..steps {
        assert_eq!(
            asked(Running::open(&slow)),
            asked(fast.open()),
            "{text} after {line:?}"
        );
        assert_eq!(
            slow.position().pieces,
            fast.view(None).pieces,
            "{text} after {line:?}"
        );
        let Open::Decision(d) = fast.open().clone() else {
            return;
        };
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let i = (seed >> 33) as usize % d.options.len();
        line.push(d.options[i].clone());
        fast.answer(i).expect("an option");
        slow.answer(i).expect("an option");
    }
}

#[test]
fn the_fast_machine_plays_as_the_rules_read() {
    for (i, (text, _)) in POSITIONS.iter().enumerate() {
        for seed in 0..4 {
            side_by_side(text, seed * 97 + i as u64, 60);
        }
    }
}
