//! `armorial simulate`: random games, how they end, which rules fire, how fast.
mod report;
mod share;
mod tally;

use crate::Core;
use crate::args::Simulate;
use crate::commands::perft::fast;
use crate::core::no_plan;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::walk;
use engine::core::any::AnyPlan;
use engine::machine::Position;
use engine::play::Match;
use engine::random::{Purpose, Stream};
use report::{Played, report};
use share::share_out;
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
    let machine = Machine::of(args, &ready)?;
    let shared = match &machine {
        Machine::Fast(position) => share_out(args, &ready.rules, || {
            Ok(|n, tally: &mut Tally| {
                tally.count_fast(&ready.game.armies, &fast_game(position, &ready, args, n));
                Ok(())
            })
        }),
        Machine::Core(plan) => share_out(args, &ready.rules, || {
            Ok(|n, tally: &mut Tally| {
                let walked = walk::random_game_on_core(plan, seed_of(&ready, n), args.max_turns);
                tally.count(n, &ready.game.armies, walked?);
                Ok(())
            })
        }),
        Machine::Placed => share_out(args, &ready.rules, || {
            let start = ready.begin::<Core>()?;
            let ready = &ready;
            Ok(move |n, tally: &mut Tally| {
                let walked = walk::random_game(start.clone(), seed_of(ready, n), args.max_turns);
                tally.count(n, &ready.game.armies, walked?);
                Ok(())
            })
        }),
        Machine::ByMatch => share_out(args, &ready.rules, || {
            Ok(|n, tally: &mut Tally| drawn_game(&ready, args, n, tally))
        }),
    };
    let (tally, interrupted) = shared.map_err(|(n, failure)| match n {
        Some(n) => Failure::said(format!(
            "game {n} (seed {}): {}",
            seed_of(&ready, n),
            failure.text()
        )),
        None => failure,
    })?;
    let played = Played {
        tally,
        seconds: started.elapsed().as_secs_f64(),
        machine: machine.name(),
        interrupted,
    };
    report(args, &ready, &played)?;
    if interrupted {
        return Ok(Exit::Interrupted);
    }
    let faults = !played.tally.faults.is_empty();
    Ok(Exit::found(faults || !ready.broken.is_empty()))
}

/// What plays the games. All of them play the same game to the same seed, but the fast machine, which plays without making lists of
/// options: a move with what is chosen at once after it is one decision there.
enum Machine {
    Fast(Box<Position>),
    Core(AnyPlan),
    /// The core, from a position.
    Placed,
    /// The core, with a plan for every game: armies drawn afresh make each another match.
    ByMatch,
}

impl Machine {
    fn of(args: &Simulate, ready: &Ready) -> Result<Machine, Failure> {
        if !ready.drawn.is_empty() {
            return Ok(Machine::ByMatch);
        }
        if !args.firings
            && let Ok(Some(position)) = fast(ready)
        {
            return Ok(Machine::Fast(Box::new(position)));
        }
        // what cannot begin is told now
        ready.begin::<Core>()?;
        if ready.position.is_some() {
            return Ok(Machine::Placed);
        }
        linked(ready, &ready.game).map(Machine::Core)
    }

    fn name(&self) -> &'static str {
        match self {
            Machine::Fast(_) => "fast",
            Machine::Core(_) | Machine::Placed | Machine::ByMatch => "core",
        }
    }
}

fn linked(ready: &Ready, table: &Match) -> Result<AnyPlan, Failure> {
    AnyPlan::link(&ready.rules, table)
        .map_err(|refusal| Failure::said(no_plan(&ready.rules, &refusal)))
}

fn seed_of(ready: &Ready, n: u64) -> u64 {
    Stream::new(ready.game.seed, Purpose::Games).value(n)
}

fn fast_game(start: &Position, ready: &Ready, args: &Simulate, n: u64) -> engine::machine::Tally {
    let mut players = Stream::new(seed_of(ready, n), Purpose::Players);
    start.simulate(1, args.max_turns, || players.next_value())
}

/// A game with armies of its own.
fn drawn_game(ready: &Ready, args: &Simulate, n: u64, tally: &mut Tally) -> Result<(), Failure> {
    let seed = seed_of(ready, n);
    let table: Match = ready.game_of(seed);
    let walked = match &ready.position {
        None => walk::random_game_on_core(&linked(ready, &table)?, seed, args.max_turns),
        Some(_) => walk::random_game(ready.begin_match::<Core>(&table)?, seed, args.max_turns),
    };
    tally.count(n, &table.armies, walked?);
    Ok(())
}
