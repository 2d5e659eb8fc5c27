//! `armorial simulate`: random games, how they end, which rules fire, how fast.
use crate::Literal;
use crate::args::Simulate;
use crate::commands::perft::fast;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::walk::{self, Walked};
use engine::ids::{RuleId, SeatId};
use engine::machine::Position;
use engine::notation;
use engine::play::Outcome;
use engine::random::{Purpose, Stream};
use engine::rules::Ruleset;
use engine::session::Running;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Instant;

/// Most threads.
const MAX_THREADS: usize = 256;

/// What many games came to.
#[derive(Clone, PartialEq, Debug, Default)]
struct Tally {
    finished: u64,
    cut_off: u64,
    /// Ended by a bound of the rules: a fault of theirs.
    faults: Vec<u64>,
    decisions: u64,
    plies: u64,
    /// Per seat: wins, losses, draws.
    seats: Vec<[u64; 3]>,
    fired: BTreeMap<RuleId, u64>,
}

/// Plays the games.
pub fn run(args: &Simulate) -> Result<Exit, Failure> {
    if !(1..=MAX_THREADS).contains(&args.threads) {
        return Err(Failure::said(format!("--threads: 1 to {MAX_THREADS}")));
    }
    let ready = Ready::from(&args.game, 0)?;
    let started = Instant::now();
    let position = if args.literal { None } else { fast(&ready) };
    let seats = ready.rules.seats.len();
    let tally = match &position {
        Some(position) => parallel(args, seats, |first, last| {
            Ok(fast_games(position, &ready, args, first, last))
        })?,
        None => {
            let game: Literal = ready.begin()?;
            parallel(args, seats, |first, last| {
                games(&game, &ready, args, first, last)
            })?
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    report(args, &ready, &tally, seconds, position.is_some())?;
    Ok(Exit::found(!tally.faults.is_empty()))
}

/// Shares the games out over threads; the sum does not depend on how.
fn parallel<F>(args: &Simulate, seats: usize, games: F) -> Result<Tally, Failure>
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
    let mut all = Tally {
        seats: vec![[0; 3]; seats],
        ..Tally::default()
    };
    for part in parts {
        all.add(part?);
    }
    Ok(all)
}

/// The same on the fast machine, which plays without making lists of options: a move with what is chosen at once after
/// it is one decision there.
fn fast_games(start: &Position, ready: &Ready, args: &Simulate, first: u64, last: u64) -> Tally {
    let mut seeds = Stream::new(ready.game.seed, Purpose::Games);
    let mut tally = Tally {
        seats: vec![[0; 3]; ready.rules.seats.len()],
        ..Tally::default()
    };
    for n in first..last {
        let mut players = Stream::new(seeds.value(n), Purpose::Players);
        let game = start.simulate(1, args.max_turns, || players.next_value());
        tally.plies += game.plies;
        tally.decisions += game.plies;
        tally.cut_off += game.unfinished;
        tally.finished += 1 - game.unfinished.min(1);
        let won = game.won.iter().any(|w| *w > 0);
        for (seat, won_here) in tally.seats.iter_mut().zip(&game.won) {
            seat[0] += won_here;
            seat[1] += u64::from(won && *won_here == 0);
            seat[2] += game.drawn;
        }
    }
    tally
}

/// Games `first` to `last` of the simulation.
fn games<G: Running>(
    start: &G,
    ready: &Ready,
    args: &Simulate,
    first: u64,
    last: u64,
) -> Result<Tally, Failure> {
    let mut seeds = Stream::new(ready.game.seed, Purpose::Games);
    let mut tally = Tally {
        seats: vec![[0; 3]; ready.rules.seats.len()],
        ..Tally::default()
    };
    for n in first..last {
        let walked = walk::random_game(start.clone(), seeds.value(n), args.max_turns)
            .map_err(|e| Failure::said(format!("game {n}: {e}")))?;
        tally.count(n, walked);
    }
    Ok(tally)
}

impl Tally {
    fn count(&mut self, n: u64, walked: Walked) {
        self.decisions += walked.decisions;
        self.plies += walked.plies;
        for (rule, times) in walked.fired {
            *self.fired.entry(rule).or_default() += u64::from(times);
        }
        if walked.fault {
            self.faults.push(n);
            return;
        }
        let Some(outcomes) = walked.end else {
            self.cut_off += 1;
            return;
        };
        self.finished += 1;
        if outcomes.contains(&Outcome::None) {
            self.faults.push(n);
        }
        for (seat, outcome) in self.seats.iter_mut().zip(outcomes) {
            match outcome {
                Outcome::Win => seat[0] += 1,
                Outcome::Loss => seat[1] += 1,
                Outcome::Draw => seat[2] += 1,
                Outcome::Playing | Outcome::None => {}
            }
        }
    }

    fn add(&mut self, other: Tally) {
        self.finished += other.finished;
        self.cut_off += other.cut_off;
        self.faults.extend(other.faults);
        self.decisions += other.decisions;
        self.plies += other.plies;
        for (mine, theirs) in self.seats.iter_mut().zip(other.seats) {
            for (a, b) in mine.iter_mut().zip(theirs) {
                *a += b;
            }
        }
        for (rule, times) in other.fired {
            *self.fired.entry(rule).or_default() += times;
        }
    }
}

fn report(
    args: &Simulate,
    ready: &Ready,
    tally: &Tally,
    seconds: f64,
    fast: bool,
) -> Result<(), Failure> {
    let rate = |n: u64| n as f64 / seconds.max(1e-9);
    let army = |seat: usize| {
        ready
            .game
            .armies
            .get(seat)
            .copied()
            .flatten()
            .map(|a| notation::army(&ready.rules, a))
    };
    let name = |seat: usize| notation::seat(&ready.rules, SeatId::from(seat));
    let rules: Vec<(String, u64)> = tally
        .fired
        .iter()
        .map(|(id, n)| (rule_name(&ready.rules, *id), *n))
        .collect();
    let mut out = anstream::stdout().lock();
    if args.json {
        let seats: Vec<_> = (tally.seats.iter().enumerate())
            .map(|(i, [wins, losses, draws])| {
                json!({"seat": name(i), "army": army(i), "wins": wins, "losses": losses, "draws": draws})
            })
            .collect();
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "simulate",
            "variant": ready.heading.variant,
            "rules_identity": ready.heading.rules,
            "seed": ready.game.seed,
            "machine": if fast { "fast" } else { "literal" },
            "games": args.games,
            "max_turns": args.max_turns,
            "finished": tally.finished,
            "cut_off": tally.cut_off,
            "faults": tally.faults,
            "decisions": tally.decisions,
            "plies": tally.plies,
            "seconds": seconds,
            "decisions_per_second": rate(tally.decisions),
            "plies_per_second": rate(tally.plies),
            "seats": seats,
            "rules": rules.iter().map(|(rule, n)| json!({"rule": rule, "fired": n})).collect::<Vec<_>>(),
        });
        writeln!(out, "{all}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} games: {} finished, {} cut off after {} turns, {} faults",
        args.games,
        tally.finished,
        tally.cut_off,
        args.max_turns,
        tally.faults.len()
    )?;
    for n in &tally.faults {
        let seed = Stream::new(ready.game.seed, Purpose::Games).value(*n);
        writeln!(out, "  a bound of the rules ended game {n} (seed {seed})")?;
    }
    for (i, [wins, losses, draws]) in tally.seats.iter().enumerate() {
        let army = army(i).map_or_else(String::new, |a| format!(" ({a})"));
        writeln!(
            out,
            "  {}{army}: {wins} wins, {losses} losses, {draws} draws",
            name(i)
        )?;
    }
    for (rule, n) in rules {
        writeln!(out, "  {n:>9} {rule}")?;
    }
    writeln!(
        out,
        "{} decisions, {} plies; {:.0} decisions and {:.0} plies per second",
        tally.decisions,
        tally.plies,
        rate(tally.decisions),
        rate(tally.plies)
    )?;
    Ok(())
}

fn rule_name(rules: &Ruleset, id: RuleId) -> String {
    format!(
        "{} {}",
        notation::rule_place(rules, id),
        notation::rule(rules, id)
    )
}
