//! FENs of Chess960 as they are published: the rights to castle by file (Shredder-FEN) and by wing (X-FEN).
use cli::scenario::cases::run_one;
use cli::shelf::Shelf;
use cli::walk::perft;
use std::fs;
use tests::{game, position};

/// Published positions with the number of their moves: the perft results for Chess960 of the chess programming wiki.
const POSITIONS: [(&str, u64); 4] = [
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        21,
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        21,
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        20,
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        22,
    ),
];

#[test]
fn published_positions_have_the_published_number_of_moves() {
    for (fen, moves) in POSITIONS {
        let ready = position("chess960", fen);
        assert_eq!(perft(&game(&ready), 1).expect("a count"), moves, "{fen}");
    }
}

/// The first row of white, the rights, what white may and may not castle.
const RIGHTS: [(&str, &str, &str); 9] = [
    ("R3K2R", "HA", "white is offered O-O, O-O-O"),
    ("R3K2R", "KQ", "white is offered O-O, O-O-O"),
    (
        "R3K2R",
        "H",
        "white is offered O-O\nwhite cannot play O-O-O",
    ),
    (
        "R3K2R",
        "Q",
        "white is offered O-O-O\nwhite cannot play O-O",
    ),
    (
        "R3K2R",
        "-",
        "white cannot play O-O\nwhite cannot play O-O-O",
    ),
    // the rook on the file that is named: it stands where it has to come, and the outer one stays
    (
        "4KR1R",
        "F",
        "white plays O-O\nthen position \"4k3/8/8/8/8/8/8/5RKR\"",
    ),
    // K is the outermost rook, and the inner one stands where it has to come
    ("4KR1R", "K", "white cannot play O-O"),
    (
        "R1R1K3",
        "C",
        "white plays O-O-O\nthen position \"4k3/8/8/8/8/8/8/R1KR4\"",
    ),
    ("R1R1K3", "Q", "white cannot play O-O-O"),
];

#[test]
fn a_right_names_its_rook() {
    let folder = std::env::temp_dir().join(format!("armorial-fens-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let text: String = (RIGHTS.iter())
        .map(|(row, rights, lines)| {
            format!(
                "scenario \"{row} {rights}\" of chess960 {{\n  position \"4k3/8/8/8/8/8/8/{row} w {rights} - 0 1\"\n{lines}\n}}\n"
            )
        })
        .collect();
    let file = folder.join("rights.scenario");
    fs::write(&file, text).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    let (cases, problems) = (found.cases, found.problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(cases.len(), RIGHTS.len());
    for (case, (row, rights, _)) in cases.iter().zip(RIGHTS) {
        let fault = run_one(case).failed;
        assert!(
            fault.is_none(),
            "{row} {rights}: {}",
            fault.map_or(String::new(), |f| f.message)
        );
    }
}
