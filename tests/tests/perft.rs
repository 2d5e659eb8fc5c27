//! Published node counts, from the text of the rules to the count.
use cli::commands::perft::fast;
use cli::walk::{perft, without_draw_rules};
use engine::machine::Leaves;
use std::sync::Arc;
use tests::{game, position, variant};

/// Name, FEN, counts from depth 1: the perft results of the chess programming wiki.
const POSITIONS: [(&str, &str, &[u64]); 5] = [
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97862, 4085603],
    ),
    (
        "position 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43238, 674624],
    ),
    (
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422333],
    ),
    (
        "position 5",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62379, 2103487],
    ),
    (
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89890, 3894594],
    ),
];

#[test]
fn the_start_of_chess_counts_as_published() {
    let ready = variant("chess");
    let machine = fast(&ready).ok().flatten().expect("a plan for chess");
    for (depth, nodes) in [1, 20, 400, 8_902, 197_281, 4_865_609]
        .into_iter()
        .enumerate()
    {
        assert_eq!(
            machine.perft(depth as u32, Leaves::Made),
            nodes,
            "depth {depth}"
        );
        assert_eq!(
            machine.perft(depth as u32, Leaves::Counted),
            nodes,
            "depth {depth}, counted"
        );
    }
    assert_eq!(perft(&game(&ready), 2).expect("a count"), 400);
}

#[test]
fn the_standard_positions_count_as_published() {
    for (name, fen, counts) in POSITIONS {
        let mut ready = position("chess", fen);
        ready.rules = Arc::new(without_draw_rules(&ready.rules));
        let machine = fast(&ready).ok().flatten().expect("a plan for chess");
        for (i, nodes) in counts.iter().enumerate() {
            assert_eq!(
                machine.perft(i as u32 + 1, Leaves::Made),
                *nodes,
                "{name}, depth {}",
                i + 1
            );
        }
        assert_eq!(
            perft(&game(&ready), 1).expect("a count"),
            counts[0],
            "{name}, core"
        );
    }
}
