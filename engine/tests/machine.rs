//! The fast machine against published numbers and against its own slow ways.
#[path = "machine/orthodox.rs"]
mod orthodox;
#[path = "machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::fen;
use armorial_engine::machine::{Game, Leaves, Position, link};
use armorial_engine::play::*;
use armorial_engine::rules::Ruleset;
use armorial_engine::session::Running;

fn chess() -> (Ruleset, Game) {
    let rules = orthodox::ruleset();
    let game = link(&rules, &Match::default()).expect("a plan");
    (rules, game)
}

fn at(rules: &Ruleset, game: &Game, text: &str) -> Position {
    let read = fen::parse(rules, text).expect("a FEN");
    game.given(&read.placed, &read.given).expect("a position")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Published counts, by FEN.
const PERFT: [(&str, &[u64]); 7] = [
    (START, &[20, 400, 8902, 197_281, 4_865_609]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43_238, 674_624],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890, 3_894_594],
    ),
];

#[test]
fn orthodox_chess_counts_as_published() {
    let (rules, game) = chess();
    for (text, counts) in PERFT {
        let position = at(&rules, &game, text);
        for (i, &count) in counts.iter().enumerate() {
            for leaves in [Leaves::Made, Leaves::Counted] {
                assert_eq!(
                    position.perft(i as u32 + 1, leaves),
                    count,
                    "{text} depth {}",
                    i + 1
                );
            }
        }
    }
}
