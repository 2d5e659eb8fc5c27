//! Linking: rules and match become a program. Passes: which seats and kinds are in the match; what every
//! rule says (`facts`); which species there are; patterns into instructions (`ways`, `instrs`), capture patterns
//! into threat atoms (`atoms`); everything into the smallest layout that holds it (`emit`).
//!
//! A rule is recognised by its shape in the IR, never by a name. One that is not recognised makes the
//! whole match one without a plan: [`LinkProblem`] names it, and the host plays on the core.
mod atoms;
mod board;
mod emit;
mod events;
mod facts;
mod guards;
mod instrs;
mod limits;
mod phrase;
mod shapes;
mod tables;
mod ways;

use super::game::{Game, Linked};
use crate::ids::*;
use crate::play::Match;
use crate::present::Present;
use crate::rules::Ruleset;
use board::Geometry;
pub use emit::Plan;
use phrase::Reader;
use std::fmt;

/// Why a match has no fast program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LinkProblem {
    /// The rule without a plan; none: it is not one rule.
    pub rule: Option<SourceId>,
    /// What has no plan.
    pub why: &'static str,
}

impl LinkProblem {
    fn of(rule: SourceId, why: &'static str) -> LinkProblem {
        LinkProblem {
            rule: Some(rule),
            why,
        }
    }
    fn of_match(why: &'static str) -> LinkProblem {
        LinkProblem { rule: None, why }
    }
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no fast plan: {}", self.why)
    }
}

impl std::error::Error for LinkProblem {}

/// Links a match.
pub fn link(rules: &Ruleset, game: &Match) -> Result<Game, LinkProblem> {
    let rules = &Present::new(rules, game).pruned(rules);
    let board = Geometry::new(rules)?;
    let reader = Reader {
        rules,
        game,
        board: &board,
    };
    let seats = seats(reader)?;
    let facts = facts::gather(reader, &seats)?;
    if seats.len() > 2 && facts.stuck.is_some() {
        return Err(LinkProblem::of_match(
            "a player of several who loses and leaves pieces behind",
        ));
    }
    let plan = Plan::new(reader, facts, seats)?;
    let count = plan.species.len();
    let small = board.size() <= 64;
    match plan.seats.iter().map(|seat| seat.index() + 1).max() {
        Some(..=2) if small && count <= 6 => Ok(Game::Duel(Linked::of(&plan)?)),
        Some(..=4) if small && count <= 8 => Ok(Game::Four(Linked::of(&plan)?)),
        Some(..=4) if small && count <= 28 => Ok(Game::Large(Linked::of(&plan)?)),
        Some(..=4) if count <= 28 => Ok(Game::Broad(Linked::of(&plan)?)),
        _ => Err(LinkProblem::of_match(
            "more seats or sorts of piece than a layout holds",
        )),
    }
}

/// The seats in the game, each playing for itself and for all of its pieces.
fn seats(reader: Reader<'_>) -> Result<Vec<SeatId>, LinkProblem> {
    let rules = reader.rules;
    let sits = |i: usize| {
        !rules.seats[i].vacant
            && (rules.armies.is_empty()
                || reader.game.armies.is_empty()
                || matches!(reader.game.armies.get(i), Some(Some(_))))
    };
    let seats: Vec<SeatId> = (0..rules.seats.len())
        .filter(|&i| sits(i))
        .map(SeatId::from)
        .collect();
    for &seat in &seats {
        let here = &rules.seats[seat.index()];
        if here.shares != seat {
            return Err(LinkProblem::of_match("seats that share pieces"));
        }
        if rules
            .sides
            .get(here.side.index())
            .is_some_and(|side| side.seats.len() > 1)
        {
            return Err(LinkProblem::of_match("seats that win together"));
        }
        if here.frame.is_none() {
            return Err(LinkProblem::of_match("a seat without a place"));
        }
    }
    if rules.position.iter().any(|placed| placed.seat.is_none())
        || rules.armies.iter().any(|army| !army.neutral.is_empty())
    {
        return Err(LinkProblem::of_match("pieces of nobody"));
    }
    if seats.is_empty() {
        Err(LinkProblem::of_match("nobody plays"))
    } else {
        Ok(seats)
    }
}
