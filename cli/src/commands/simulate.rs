//! `armorial simulate`: random games, how they end, which rules fire, how fast.
mod report;
mod tally;

use crate::Literal;
use crate::args::Simulate;
use crate::commands::perft::fast;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::walk;
use engine::core::game::AnyPlan;
use engine::machine::Position;
use engine::play::Match;
use engine::random::{Purpose, Stream};
use report::report;
use std::time::Instant;
use tally::Tally;

/// Most threads.
const MAX_THREADS: usize = 256;

/// Plays the games.
pub fn run(args: &Simulate) -> Result<Exit, Failure> {
    if !(1..=MAX_THREADS).contains(&args.threads) {
        return Err(Failure::said(format!("--threads: 1 to {MAX_THREADS}")));
    }
    let ready = Ready::from(&args.game, 0)?;
    for why in &ready.broken {
        anstream::eprintln!("{why}");
    }
    let started = Instant::now();
    // Armies drawn afresh make every game another match.
    let literal = args.literal || !ready.drawn.is_empty();
    let position = if literal { None } else { fast(&ready) };
    let tally = match &position {
        Some(position) => parallel(args, &ready, |first, last| {
            Ok(fast_games(position, &ready, args, first, last))
        })?,
        None => parallel(args, &ready, |first, last| games(&ready, args, first, last))?,
    };
    let seconds = started.elapsed().as_secs_f64();
    report(args, &ready, &tally, seconds, position.is_some())?;
    Ok(Exit::found(
        !tally.faults.is_empty() || !ready.broken.is_empty(),
    ))
}

/// Shares the games out over threads; the sum does not depend on how.
fn parallel<F>(args: &Simulate, ready: &Ready, games: F) -> Result<Tally, Failure>
where
    F: Fn(u64, u64) -> Result<Tally, Failure> + Sync,
{
    let threads = args.threads as u64;
    let share = args.games.div_ceil(threads);
    let parts: Vec<Result<Tally, Failure>> = std::thread::scope(|scope| {
        let games = &games;
        let running: Vec<_> = (0..threads)
            .map(|t| {
                let (first, last) = (t * share, ((t + 1) * share).min(args.games));
                scope.spawn(move || games(first.min(last), last))
            })
            .collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined
            .map(|r| r.unwrap_or_else(|_| Err(Failure::said("a thread stopped"))))
            .collect()
    });
    let mut all = Tally::new(&ready.rules);
    for part in parts {
        all.add(part?);
    }
    Ok(all)
}

/// The same on the fast machine, which plays without making lists of options: a move with what is chosen at once after
/// it is one decision there.
fn fast_games(start: &Position, ready: &Ready, args: &Simulate, first: u64, last: u64) -> Tally {
    let mut seeds = Stream::new(ready.game.seed, Purpose::Games);
    let mut tally = Tally::new(&ready.rules);
    for n in first..last {
        let mut players = Stream::new(seeds.value(n), Purpose::Players);
        let game = start.simulate(1, args.max_turns, || players.next_value());
        tally.count_fast(&ready.game.armies, &game);
    }
    tally
}

/// The plan of a match on the core, where it has one for every rule, and no position is set.
fn plan_of(args: &Simulate, ready: &Ready, game: &Match) -> Option<AnyPlan> {
    if args.literal || ready.position.is_some() {
        return None;
    }
    AnyPlan::link(&ready.rules, game).ok()
}

/// Games `first` to `last` of the simulation: each on the core if it has a plan for its match, else on the literal interpreter. Both
/// play the same game to the same seed.
fn games(ready: &Ready, args: &Simulate, first: u64, last: u64) -> Result<Tally, Failure> {
    let mut seeds = Stream::new(ready.game.seed, Purpose::Games);
    let mut tally = Tally::new(&ready.rules);
    let usual: Option<Literal> = match ready.drawn.is_empty() {
        true => Some(ready.begin()?),
        false => None,
    };
    let plan = usual
        .as_ref()
        .and_then(|_| plan_of(args, ready, &ready.game));
    for n in first..last {
        let seed = seeds.value(n);
        let fault = |e: Failure| Failure::said(format!("game {n} (seed {seed}): {}", e.text()));
        let drawn: Option<Match> = usual.is_none().then(|| ready.game_of(seed));
        let table = drawn.as_ref().unwrap_or(&ready.game);
        let own = drawn.as_ref().and_then(|game| plan_of(args, ready, game));
        let walked = match (plan.as_ref().filter(|_| drawn.is_none()), &own, &usual) {
            (Some(plan), ..) | (None, Some(plan), _) => {
                walk::random_game_on_core(plan, seed, args.max_turns)
            }
            (None, None, Some(game)) => walk::random_game(game.clone(), seed, args.max_turns),
            (None, None, None) => {
                let game: Literal = ready.begin_match(table)?;
                walk::random_game(game, seed, args.max_turns)
            }
        };
        tally.count(n, &table.armies, walked.map_err(fault)?);
    }
    Ok(tally)
}
