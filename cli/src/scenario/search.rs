//! `can be solved in N moves` and `can force that C in N moves`: plain bounded search.
use super::Stage;
use super::expect::counts_as_move;
use engine::ids::SeatId;
use engine::play::{Open, Outcome, Who};
use engine::record::fingerprint;
use engine::rules::{Cond, Ruleset};
use std::collections::BTreeMap;

/// With how many moves left, and one more, a state was looked at.
type Seen = BTreeMap<String, u16>;

/// Most states one search visits.
const MAX_STATES: u32 = 30_000;

/// Whether some line of at most `moves` move decisions, whoever takes them, comes to the goal, without chance.
///
/// # Errors
/// It is otherwise, or the search grew too large.
pub fn solved<G: Stage>(
    _rules: &Ruleset,
    game: &G,
    goal: Option<&Cond>,
    moves: u16,
    not: bool,
) -> Result<(), String> {
    let (mut left, mut seen) = (MAX_STATES, BTreeMap::new());
    let found = line(game, goal, moves, &mut left, &mut seen)?;
    match (found, not) {
        (true, true) => Err("some line comes to it".to_string()),
        (false, false) => Err("no line comes to it".to_string()),
        _ => Ok(()),
    }
}

fn reached<G: Stage>(game: &G, goal: Option<&Cond>) -> bool {
    match goal {
        Some(cond) => game.holds(cond),
        None => matches!(game.open(), Open::Over(outcomes) if outcomes.contains(&Outcome::Win)),
    }
}

fn spend(left: &mut u32) -> Result<(), String> {
    *left = left
        .checked_sub(1)
        .ok_or_else(|| format!("the search visits more than {MAX_STATES} states"))?;
    Ok(())
}

fn line<G: Stage>(
    game: &G,
    goal: Option<&Cond>,
    moves: u16,
    left: &mut u32,
    seen: &mut Seen,
) -> Result<bool, String> {
    // moves of different pieces come to the same in whatever order they are made
    let here = fingerprint(&game.view(None), game.open()).map_err(|e| e.to_string())?;
    let more = seen.entry(here).or_default();
    if *more > moves {
        return Ok(false);
    }
    *more = moves + 1;
    spend(left)?;
    if reached(game, goal) {
        return Ok(true);
    }
    let Open::Decision(decision) = game.open() else {
        return Ok(false);
    };
    if decision.who == Who::Chance && decision.options.len() > 1 {
        return Ok(false);
    }
    // what has to be found is found in time
    let ways = match decision.who {
        Who::Clock => 1,
        _ => decision.options.len(),
    };
    let cost = u16::from(counts_as_move(decision));
    let Some(rest) = moves.checked_sub(cost) else {
        return Ok(false);
    };
    for index in 0..ways {
        let mut next = game.clone();
        next.answer(index).map_err(|e| e.to_string())?;
        if line(&next, goal, rest, left, seen)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a seat can bring the goal about within so many moves of its own, whatever the others and chance do.
///
/// # Errors
/// It cannot, or the search grew too large.
pub fn force<G: Stage>(game: &G, seat: SeatId, goal: &Cond, moves: u16) -> Result<(), String> {
    let mut left = MAX_STATES;
    match forced(game, seat, goal, moves, &mut left)? {
        true => Ok(()),
        false => Err("the others can prevent it".to_string()),
    }
}

fn forced<G: Stage>(
    game: &G,
    seat: SeatId,
    goal: &Cond,
    moves: u16,
    left: &mut u32,
) -> Result<bool, String> {
    spend(left)?;
    if game.holds(goal) {
        return Ok(true);
    }
    let Open::Decision(decision) = game.open() else {
        return Ok(false);
    };
    let own = decision.who == Who::Seat(seat);
    let cost = u16::from(own && counts_as_move(decision));
    let Some(rest) = moves.checked_sub(cost) else {
        return Ok(false);
    };
    for index in 0..decision.options.len() {
        let mut next = game.clone();
        next.answer(index).map_err(|e| e.to_string())?;
        // One way is enough for the seat itself, all others must lead there.
        if forced(&next, seat, goal, rest, left)? == own {
            return Ok(own);
        }
    }
    Ok(!own)
}
