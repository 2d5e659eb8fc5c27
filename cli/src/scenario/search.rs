//! `can be solved in N moves` and `can force that C in N moves`: plain bounded search; `perft 3 is 8902`: a count within the same
//! bound.
use super::Stage;
use super::expect::counts_as_move;
use crate::walk;
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Kind, Open, Outcome, Who};
use engine::record::fingerprint;
use engine::rules::{Clause, Cond, Narrow, Near, Quality, Ruleset, Says, Set, Value};
use std::collections::BTreeMap;

/// With how many moves left, and one more, a state was looked at: what is seen of it, and the points.
type Seen = BTreeMap<(String, Option<Vec<i32>>), u16>;

/// Most states one search visits, unless the host says otherwise.
pub const STATES: u32 = 30_000;

/// Why a search does not come out as a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// It comes out otherwise.
    So(String),
    /// It was not seen to the end.
    Undecided(String),
}

impl From<String> for Otherwise {
    fn from(said: String) -> Otherwise {
        Otherwise::So(said)
    }
}

/// What is looked for.
enum Goal<'c> {
    /// The variant's win.
    Won,
    /// A condition.
    Cond(&'c Cond),
    /// These pieces, as they stood at the beginning, have this quality, wherever they are then.
    These(Vec<u16>, &'c Quality),
}

/// Whether some line of at most `moves` move decisions, whoever takes them, comes to the goal. What can be is found without chance;
/// what cannot be, cannot be whatever a die shows. Cards that would have to be drawn are not looked at.
///
/// # Errors
/// It is otherwise, or the search would visit more than so many states.
pub fn solved<G: Stage>(
    game: &G,
    goal: Option<&Cond>,
    moves: u16,
    not: bool,
    states: u32,
) -> Result<(), Otherwise> {
    let goal = match goal {
        None => Goal::Won,
        Some(cond) => goal_of(game, cond)?,
    };
    let mut search = Search::of(states);
    search.through_chance = not;
    match (line(game, &goal, moves, &mut search)?, not) {
        (true, true) => {
            let said = match search.way.as_slice() {
                [] => "it is so already".to_string(),
                way => format!("some line comes to it: {}", way.join(", ")),
            };
            Err(Otherwise::So(said))
        }
        (false, false) => {
            let chance = match search.met_chance {
                true => "; a line that chance would have to bring about is not looked at",
                false => "",
            };
            Err(Otherwise::So(format!(
                "no line of {moves} moves comes to it ({} states){chance}",
                search.visited()
            )))
        }
        _ => Ok(()),
    }
}

/// What becomes of pieces that leave the board is asked of the pieces that are meant now.
fn goal_of<'c, G: Stage>(game: &G, cond: &'c Cond) -> Result<Goal<'c>, String> {
    if let Cond::Is(Clause {
        subject: Value::Set(Set { by, .. }),
        says: Says::At(Near::On, _),
        ..
    }) = cond
        && by.iter().any(|n| matches!(n, Narrow::At(Near::On, _)))
    {
        let said = "the piece is looked for where it stood, and it cannot be there and elsewhere; name it by what it keeps: `the king of white`";
        return Err(said.to_string());
    }
    let Cond::Is(Clause {
        subject: subject @ Value::Set(_),
        says: Says::Be(gone @ (Quality::Captured | Quality::Lost)),
        not: false,
        ..
    }) = cond
    else {
        return Ok(Goal::Cond(cond));
    };
    let these = game.these(subject);
    if these.is_empty() {
        return Err("there is no such piece on the board now".to_string());
    }
    Ok(Goal::These(these, gone))
}

fn reached<G: Stage>(game: &G, goal: &Goal) -> bool {
    match goal {
        Goal::Cond(cond) => game.holds(cond),
        Goal::These(pieces, quality) => game.have_become(pieces, quality),
        Goal::Won => {
            matches!(game.open(), Open::Over(outcomes) if outcomes.contains(&Outcome::Win))
        }
    }
}

/// What a search has left to visit, and what it has seen.
struct Search {
    bound: u32,
    left: u32,
    seen: Seen,
    /// The answers of the line that was found.
    way: Vec<String>,
    /// Every face of a die is looked at too.
    through_chance: bool,
    /// Chance had more than one answer somewhere, and none was looked at.
    met_chance: bool,
}

impl Search {
    fn of(bound: u32) -> Search {
        Search {
            bound,
            left: bound,
            seen: BTreeMap::new(),
            way: Vec::new(),
            through_chance: false,
            met_chance: false,
        }
    }

    fn visited(&self) -> u32 {
        self.bound - self.left
    }

    fn spend(&mut self) -> Result<(), Otherwise> {
        let bound = self.bound;
        self.left = self.left.checked_sub(1).ok_or_else(|| undecided(bound))?;
        Ok(())
    }
}

fn undecided(bound: u32) -> Otherwise {
    Otherwise::Undecided(format!(
        "undecided: the search stopped at its bound of {bound} states; `--states N` raises it"
    ))
}

/// First answers whose lines a message still tells one by one.
const MOST_TOLD: usize = 40;

/// Whether there are exactly so many lines of so many turns, counted as `armorial perft` counts them.
///
/// # Errors
/// There are more or fewer, or counting them would visit more than so many states.
pub fn perft<G: Stage>(
    rules: &Ruleset,
    game: &G,
    turns: u16,
    expected: u64,
    states: u32,
) -> Result<(), Otherwise> {
    let parts = walk::divide_within(game, turns.into(), states.into())
        .map_err(|failure| Otherwise::So(failure.text()))?
        .ok_or_else(|| undecided(states))?;
    let lines: u64 = parts.iter().map(|(_, lines)| lines).sum();
    if lines == expected {
        return Ok(());
    }
    let mut said = format!("there are {lines}");
    if let Open::Decision(decision) = game.open()
        && (1..=MOST_TOLD).contains(&parts.len())
    {
        let part = |(choice, lines): &(Choice, u64)| {
            format!("{} {lines}", notation::choice(rules, decision, choice))
        };
        let parts: Vec<String> = parts.iter().map(part).collect();
        said = format!("{said}: {}", parts.join(", "));
    }
    Err(Otherwise::So(said))
}

fn line<G: Stage>(
    game: &G,
    goal: &Goal,
    moves: u16,
    search: &mut Search,
) -> Result<bool, Otherwise> {
    // moves of different pieces come to the same in whatever order they are made
    let here = fingerprint(&game.view(None), game.open()).map_err(|e| e.to_string())?;
    let more = search.seen.entry((here, game.points())).or_default();
    if *more > moves {
        return Ok(false);
    }
    *more = moves + 1;
    search.spend()?;
    if reached(game, goal) {
        return Ok(true);
    }
    let Open::Decision(decision) = game.open() else {
        return Ok(false);
    };
    // a die is rolled by itself; which card comes has to be told
    let rolled = |c: &Choice| matches!(c, Choice::Number(_) | Choice::Text(_));
    let die = search.through_chance && decision.options.iter().all(rolled);
    if decision.who == Who::Chance && decision.options.len() > 1 && !die {
        search.met_chance = true;
        return Ok(false);
    }
    // what has to be found is found in time
    let ways = match decision.kind {
        Kind::Time => 1,
        _ => decision.options.len(),
    };
    let cost = u16::from(counts_as_move(decision));
    let Some(rest) = moves.checked_sub(cost) else {
        return Ok(false);
    };
    for index in 0..ways {
        let mut next = game.clone();
        next.answer(index).map_err(|e| e.to_string())?;
        if line(&next, goal, rest, search)? {
            let said = super::say::option(game.ruleset(), decision, &decision.options[index]);
            search.way.insert(0, said);
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a seat can bring the goal about within so many moves of its own, whatever the others and chance do.
///
/// # Errors
/// It cannot, or the search grew too large.
pub fn force<G: Stage>(
    game: &G,
    seat: SeatId,
    goal: &Cond,
    moves: u16,
    states: u32,
) -> Result<(), Otherwise> {
    let goal = goal_of(game, goal)?;
    let mut search = Search::of(states);
    match forced(game, seat, &goal, moves, &mut search)? {
        true => Ok(()),
        false => Err(Otherwise::So("the others can prevent it".to_string())),
    }
}

fn forced<G: Stage>(
    game: &G,
    seat: SeatId,
    goal: &Goal,
    moves: u16,
    search: &mut Search,
) -> Result<bool, Otherwise> {
    search.spend()?;
    if reached(game, goal) {
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
        if forced(&next, seat, goal, rest, search)? == own {
            return Ok(own);
        }
    }
    Ok(!own)
}
