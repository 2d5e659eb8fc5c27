//! Measures what plays games beside shakmaty, a hand-written chess library, in one process and in turns, so that a noisy host touches
//! both alike: first the rows of docs/performance.md, then the fast machine alone. Prints rates and ratios; `--quick` for a short run,
//! `--rows` for the rows alone, `--only WORDS` for rows and games of that name. No rate is a test: the exit code tells nothing about them.
#[path = "../../engine/tests/machine/orthodox.rs"]
mod orthodox;
#[path = "../../engine/tests/machine/quad.rs"]
mod quad;
mod rows;
#[path = "../../engine/tests/machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::ids::ArmyId;
use armorial_engine::machine::{Leaves, Position, link};
use armorial_engine::{fen, play::Match, rules::Ruleset};
use cpu_time::ThreadTime;
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The allocator of the command that users run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Random games are broken off here, on both sides.
const MOST: u32 = 500;

/// A small fixed generator of random words, the same for both sides.
struct Words(u64);
impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// Node counts of shakmaty, leaves made or counted.
fn peer_perft(position: &Chess, depth: u32, made: bool) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 && !made {
        return moves.len() as u64;
    }
    let mut n = 0;
    for m in &moves {
        let mut next = position.clone();
        next.play_unchecked(*m);
        n += if depth == 1 {
            black_box(&next);
            1
        } else {
            peer_perft(&next, depth - 1, made)
        };
    }
    n
}

/// Turns of random games by shakmaty.
fn peer_games(start: &Chess, games: u32, words: &mut Words) -> u64 {
    let mut plies = 0;
    for _ in 0..games {
        let mut position = start.clone();
        for _ in 0..MOST {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                break;
            }
            let i = ((u128::from(words.next()) * moves.len() as u128) >> 64) as usize;
            position.play_unchecked(moves[i]);
            plies += 1;
        }
    }
    plies
}

/// Runs both in turns; the units each did in a second, the best of its runs.
fn duel(runs: u32, mut ours: impl FnMut() -> u64, mut peer: impl FnMut() -> u64) -> (f64, f64) {
    let mut best = (0f64, 0f64);
    for _ in 0..runs {
        let clock = Instant::now();
        let n = black_box(ours());
        best.0 = best.0.max(n as f64 / clock.elapsed().as_secs_f64());
        let clock = Instant::now();
        let n = black_box(peer());
        best.1 = best.1.max(n as f64 / clock.elapsed().as_secs_f64());
    }
    best
}

fn print(what: &str, (ours, peer): (f64, f64)) {
    println!(
        "{what:<44} {:>9.2} M/s {:>9.2} M/s {:>7.2}",
        ours / 1e6,
        peer / 1e6,
        ours / peer
    );
}

fn at(rules: &Ruleset, text: &str) -> Option<(Position, Chess)> {
    let game = link(rules, &Match::default()).ok()?;
    let read = fen::parse(rules, text).ok()?;
    let ours = game.given(&read.placed, &read.given).ok()?;
    let peer = text
        .parse::<Fen>()
        .ok()?
        .into_position(CastlingMode::Standard)
        .ok()?;
    Some((ours, peer))
}

/// The rows of docs/performance.md; `false`: one of them could not be measured.
fn table(quick: bool) -> bool {
    let (Ok(rows), Ok(chess)) = (rows::rows(), START.parse::<Fen>()) else {
        println!("the rows or the peer's position do not read");
        return false;
    };
    let Ok(chess) = chess.into_position(CastlingMode::Standard) else {
        return false;
    };
    let each = Duration::from_millis(if quick { 400 } else { 3_000 });
    println!(
        "{:<50} {:>10} {:>9} {:>7} {:>7} {:>7} {:>7}",
        "decisions a second of CPU time", "armorial", "ratio", "floor", "aim", "link ms", "most ms"
    );
    let mut words = Words(1);
    let mut well = true;
    let only = std::env::args()
        .skip_while(|a| a != "--only")
        .nth(1)
        .unwrap_or_default();
    let rows: Vec<_> = rows.into_iter().filter_map(|r| r.only(&only)).collect();
    if rows.is_empty() {
        eprintln!("no row and no game has `{only}` in its name");
        return false;
    }
    for row in rows {
        let clock = ThreadTime::now();
        let mut plies = 0;
        while clock.elapsed() < each / 4 {
            plies += peer_games(&chess, 20, &mut words);
        }
        let peer = plies as f64 / clock.elapsed().as_secs_f64();
        match row.measured(each) {
            Ok(games) => {
                for (name, measured) in games {
                    let ratio = measured.rate / peer;
                    let below = if ratio < row.floor { " below" } else { "" };
                    println!(
                        "{name:<50} {:>10.0} {ratio:>9.5} {:>7} {:>7} {:>7.1} {:>7.1}{below}",
                        measured.rate,
                        row.floor,
                        row.aim,
                        measured.link.as_secs_f64() * 1e3,
                        measured.longest.time.as_secs_f64() * 1e3,
                    );
                    if !only.is_empty() {
                        let rows::Longest {
                            time: _,
                            seed,
                            after,
                        } = measured.longest;
                        println!("    the longest decision: game {seed}, after {after} decisions");
                    }
                }
            }
            Err(why) => {
                println!("{}: {why}", row.name);
                well = false;
            }
        }
    }
    well
}

fn main() -> std::process::ExitCode {
    let asked = |flag: &str| std::env::args().any(|arg| arg == flag);
    if !table(asked("--quick")) {
        return 2.into();
    }
    if !asked("--rows") {
        machine(asked("--quick"));
    }
    0.into()
}

/// The fast machine alone, which counts lines of play and plays without making lists of options.
fn machine(quick: bool) {
    let (runs, less) = if quick { (3, 1) } else { (7, 0) };
    let rules = orthodox::ruleset();
    println!(
        "{:<44} {:>13} {:>13} {:>7}",
        "", "armorial", "shakmaty", "ratio"
    );
    for (name, text, depth) in [("start", START, 6 - less), ("kiwipete", KIWIPETE, 5 - less)] {
        let Some((ours, peer)) = at(&rules, text) else {
            println!("{name}: no position");
            continue;
        };
        for (what, leaves) in [
            ("every leaf made", Leaves::Made),
            ("last turn counted", Leaves::Counted),
        ] {
            let made = leaves == Leaves::Made;
            let counts = (ours.perft(depth, leaves), peer_perft(&peer, depth, made));
            if counts.0 != counts.1 {
                println!("{name}: counts differ: {counts:?}");
            }
            let rates = duel(
                runs,
                || ours.perft(depth, leaves),
                || peer_perft(&peer, depth, made),
            );
            print(&format!("chess {name} perft({depth}), {what}"), rates);
        }
    }
    let Some((ours, peer)) = at(&rules, START) else {
        return;
    };
    let games = if quick { 2_000 } else { 10_000 };
    let (mut a, mut b) = (Words(1), Words(1));
    let rates = duel(
        runs,
        || ours.simulate(games, MOST, || a.next()).plies,
        || peer_games(&peer, games, &mut b),
    );
    print("chess, random turns, all rules on", rates);
    let tally = ours.simulate(games, MOST, || a.next());
    println!(
        "  of {games} games: won {:?}, drawn {}, broken off {}",
        tally.won, tally.drawn, tally.unfinished
    );
    let Some(four) = four() else { return };
    let rates = duel(
        runs,
        || four.simulate(games, MOST, || a.next()).plies,
        || peer_games(&peer, games, &mut b),
    );
    print("four seats, random turns (peer: chess)", rates);
    let depth = 7 - less;
    for (what, leaves) in [
        ("every leaf made", Leaves::Made),
        ("last turn counted", Leaves::Counted),
    ] {
        let made = leaves == Leaves::Made;
        let rates = duel(
            runs,
            || four.perft(depth, leaves),
            || peer_perft(&peer, 6 - less, made),
        );
        print(
            &format!("four seats perft({depth}), {what} (peer: chess)"),
            rates,
        );
    }
}

/// The four-seat game with plain pieces.
fn four() -> Option<Position> {
    let game = Match {
        armies: vec![Some(ArmyId(0)); 4],
        ..Match::default()
    };
    link(&quad::ruleset(), &game).ok()?.start().ok()
}
