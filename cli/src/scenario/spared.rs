//! `red is not asked [tag]`: why a question is not asked cannot be seen where nothing is asked, nor why a branch or an offer is
//! not there. So what was done up to this line is done once more under the rules without a sentence of that clause, and then
//! without its conditions and its limit: if the seat is asked or offered it now, the sentence was the reason.
use super::expect::same_clause;
use super::point::Point;
use super::{Stage, answer, run, say, search, start};
use engine::ids::SeatId;
use engine::notation::{self, text};
use engine::rules::{Form, Play, Ruleset, Script, ScriptSays};
use std::sync::Arc;

/// Whether a seat is not asked at this line, and would be without a sentence of the clause.
///
/// # Errors
/// A sentence: it is asked, or would not be asked either.
pub fn because<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    line: usize,
    point: &Point<G>,
    seat: SeatId,
    tag: &str,
) -> Result<(), String> {
    let mut point = point.clone();
    point.roll()?;
    if let Ok(decision) = run::asked(rules, &point, seat) {
        return Err(format!("it is: {}", say::question(rules, &decision)));
    }
    let asks = |rules: &Ruleset, point: &Point<G>| run::asked(rules, point, seat).is_ok();
    match otherwise(rules, script, line, tag, asks) {
        None => Err(format!("no sentence of these rules bears [{tag}]")),
        Some(true) => Ok(()),
        Some(false) => Err(format!(
            "{} would not be asked without [{tag}] either",
            notation::seat(rules, seat)
        )),
    }
}

/// Whether a seat cannot make a play that is no move, and could without a sentence of the clause; the point then stands where the
/// seat is asked.
pub fn refused<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    line: usize,
    point: &mut Point<G>,
    seat: SeatId,
    what: &Play,
    tag: &str,
) -> bool {
    if matches!(
        what,
        Play::Move(..) | Play::From(_) | Play::Decline(_) | Play::Resign
    ) {
        return false;
    }
    if point.roll().is_err() {
        return false;
    }
    if run::asked(rules, point, seat).is_err() {
        return false;
    }
    let can = |rules: &Ruleset, point: &Point<G>| {
        let waiting = point.waiting_for(seat).ok();
        waiting.is_some_and(|point| answer::way(rules, &point, seat, what).is_some())
    };
    let so = !can(rules, point) && otherwise(rules, script, line, tag, can) == Some(true);
    if so {
        point.before_the_clock();
    }
    so
}

/// Whether something would be so at a line without some sentence of a clause; none: no sentence bears it.
fn otherwise<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    line: usize,
    tag: &str,
    so: impl Fn(&Ruleset, &Point<G>) -> bool,
) -> Option<bool> {
    let bears = |id: &usize| {
        let rule = &rules.rules[*id];
        let mut tags = rule.tags.iter().map(|t| text(rules, *t));
        !rule.imposed && tags.any(|t| same_clause(t, tag))
    };
    let tagged: Vec<usize> = (0..rules.rules.len()).filter(bears).collect();
    let would = |id: &usize| {
        let changed = [without(rules, *id), unconditional(rules, *id)];
        changed.into_iter().flatten().any(|rules| {
            let rules = Arc::new(rules);
            let point = played::<G>(&rules, script, line);
            point.is_some_and(|point| so(&rules, &point))
        })
    };
    (!tagged.is_empty()).then(|| tagged.iter().any(would))
}

/// The rules without a sentence; its number keeps its place.
fn without(rules: &Ruleset, id: usize) -> Option<Ruleset> {
    let mut changed = rules.clone();
    // the course of a turn or round asks everything
    let course = matches!(
        changed.rules[id].form,
        Form::Turn(_) | Form::Round(_) | Form::Setup(_)
    );
    changed.rules[id].imposed = true;
    (!course).then_some(changed)
}

/// The rules with a sentence that holds always and as often as one likes.
fn unconditional(rules: &Ruleset, id: usize) -> Option<Ruleset> {
    let mut changed = rules.clone();
    let rule = &mut changed.rules[id];
    let bound = !rule.when.is_empty() || rule.limit.is_some();
    rule.when.clear();
    rule.limit = None;
    bound.then_some(changed)
}

/// The point at a line when what stands above it is done under other rules; what is expected there is not looked at.
fn played<G: Stage>(rules: &Arc<Ruleset>, script: &Script, line: usize) -> Option<Point<G>> {
    let game = start::game::<G>(rules, script).ok()?;
    let mut point = Point::new(game);
    for line in script.lines.iter().take(line) {
        let does = match &line.says {
            ScriptSays::Given(_)
            | ScriptSays::StartsTurn(_)
            | ScriptSays::Answer(..)
            | ScriptSays::Die(_)
            | ScriptSays::Shuffle(_)
            | ScriptSays::TimeUp => true,
            ScriptSays::Offered { .. }
            | ScriptSays::Asked(_)
            | ScriptSays::Spared { .. }
            | ScriptSays::Cannot { .. }
            | ScriptSays::Count { .. }
            | ScriptSays::Perft { .. }
            | ScriptSays::Position(..)
            | ScriptSays::Then(_)
            | ScriptSays::Won(_)
            | ScriptSays::Lost(..)
            | ScriptSays::Drawn
            | ScriptSays::Over
            | ScriptSays::Not(_)
            | ScriptSays::SeenBy(..)
            | ScriptSays::Told(..)
            | ScriptSays::ToldCheck(..)
            | ScriptSays::Solved { .. }
            | ScriptSays::Force { .. } => false,
        };
        if !does {
            continue;
        }
        point = run::one(rules, point, &line.says, line.src, search::STATES).ok()?;
    }
    point.roll().ok()?;
    Some(point)
}
