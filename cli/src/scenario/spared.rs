//! `red is not asked [tag]`: why a question is not asked cannot be seen where nothing is asked. So what was done up to this line
//! is done once more under the rules without a sentence of that clause, and then without its conditions and its limit: if the
//! seat is asked now, the sentence was the reason.
use super::expect::same_clause;
use super::point::Point;
use super::{Stage, run, say, search, start};
use engine::ids::SeatId;
use engine::notation::{self, text};
use engine::rules::{Form, Ruleset, Script, ScriptSays};
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
    let bears = |id: &usize| {
        let rule = &rules.rules[*id];
        let tags = rule.tags.iter().map(|t| text(rules, *t));
        !rule.imposed && tags.into_iter().any(|t| same_clause(t, tag))
    };
    let tagged: Vec<usize> = (0..rules.rules.len()).filter(bears).collect();
    if tagged.is_empty() {
        return Err(format!("no sentence of these rules bears [{tag}]"));
    }
    let asks = |id: &usize| {
        let changed = [without(rules, *id), unconditional(rules, *id)];
        let mut changed = changed.into_iter().flatten();
        changed.any(|rules| asked_under::<G>(&Arc::new(rules), script, line, seat))
    };
    match tagged.iter().any(asks) {
        true => Ok(()),
        false => Err(format!(
            "{} would not be asked without [{tag}] either",
            notation::seat(rules, seat)
        )),
    }
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

/// Whether a seat is asked when what stands above a line is done under other rules; what is expected there is not looked at.
fn asked_under<G: Stage>(rules: &Arc<Ruleset>, script: &Script, line: usize, seat: SeatId) -> bool {
    let Ok(game) = start::game::<G>(rules, script) else {
        return false;
    };
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
        match run::one(rules, point, &line.says, line.src, search::STATES) {
            Ok(next) => point = next,
            Err(_) => return false,
        }
    }
    point.roll().is_ok() && run::asked(rules, &point, seat).is_ok()
}
