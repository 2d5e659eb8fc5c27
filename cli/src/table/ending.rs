//! How a game ended and by which rule, in words.
use super::words;
use crate::board::facts::{capital, plain};
use engine::ids::{RuleId, SeatId};
use engine::notation;
use engine::play::{Decision, Outcome};
use engine::record::Line;
use engine::rules::{Form, Ruleset};

/// Who won, lost, drew.
pub fn result(rules: &Ruleset, outcomes: &[Outcome]) -> String {
    let said = |how: Outcome, one: &str, many: &str| {
        let names: Vec<String> = (outcomes.iter().enumerate())
            .filter(|(i, o)| **o == how && rules.seats.get(*i).is_some_and(|s| !s.vacant))
            .map(|(i, _)| capital(notation::seat(rules, SeatId::from(i))))
            .collect();
        let verb = if names.len() == 1 { one } else { many };
        let (last, others) = names.split_last()?;
        Some(match others {
            [] => format!("{last} {verb}"),
            others => format!("{} and {last} {verb}", others.join(", ")),
        })
    };
    let parts = [
        said(Outcome::Win, "wins", "win"),
        said(Outcome::Draw, "draws", "draw"),
        said(Outcome::Loss, "loses", "lose"),
        said(Outcome::None, "has no result", "have no result"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Why: the first rule by which somebody lost or the game ended with the last answer; what the others only added to it, as that
/// nobody is left, needs no telling. Else the act of the table.
pub fn reason(
    rules: &Ruleset,
    verdicts: &[RuleId],
    answer: Option<&Decision>,
    last: Option<&Line>,
) -> Option<String> {
    if let Some(line) = last.filter(|l| l.options == 0) {
        let who = capital(&line.who);
        return Some(match line.answer.as_str() {
            "resign" => format!("{who} resigns"),
            act => format!("{who}: {act}"),
        });
    }
    if let Some(id) = verdicts.first() {
        return sentence(rules, *id);
    }
    let decision = answer.filter(|d| words::by_table(rules, d))?;
    let act = decision.label.map(|label| notation::text(rules, label))?;
    Some(match act {
        "draw" => "The players agree to a draw".to_string(),
        act => format!("The players agree: {}", plain(act)),
    })
}

/// A rule with its clause, or where it stands.
fn sentence(rules: &Ruleset, id: RuleId) -> Option<String> {
    let rule = rules.rules.get(id.index())?;
    let source = rules.sources.get(rule.src.index())?;
    let tags: Vec<&str> = (rule.tags.iter())
        .map(|t| notation::text(rules, *t))
        .collect();
    let clause = match tags.is_empty() {
        true => notation::source_place(rules, rule.src),
        false => tags.join(" "),
    };
    // the course of a turn or round is long, and says little
    let most = match rule.form {
        Form::Turn(_) | Form::Round(_) | Form::Setup(_) => 120,
        _ => 300,
    };
    Some(format!(
        "{} [{clause}]",
        capital(&words::bare(&source.words, most))
    ))
}
