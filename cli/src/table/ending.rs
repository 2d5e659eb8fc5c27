//! How a game ended and by which rule, in words.
use super::words::bare;
use crate::board::facts::capital;
use engine::ids::{RuleId, SeatId};
use engine::notation;
use engine::play::Outcome;
use engine::record::Line;
use engine::rules::{Form, Node, Ruleset, Step, Verb, visit_block, visit_rule};
use std::collections::BTreeMap;

/// Who won, lost, drew.
pub fn result(rules: &Ruleset, outcomes: &[Outcome]) -> String {
    let said = |how: Outcome, one: &str, many: &str| {
        let names: Vec<String> = (outcomes.iter().enumerate())
            .filter(|(i, o)| **o == how && rules.seats.get(*i).is_some_and(|s| !s.vacant))
            .map(|(i, _)| capital(notation::seat(rules, SeatId::from(i))))
            .collect();
        let verb = if names.len() == 1 { one } else { many };
        (!names.is_empty()).then(|| format!("{} {verb}", names.join(", ")))
    };
    let parts = [
        said(Outcome::Win, "wins", "win"),
        said(Outcome::Draw, "draws", "draw"),
        said(Outcome::Loss, "loses", "lose"),
        said(Outcome::None, "has no result", "have no result"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Why: the rules that fired with the last answer and can end a game, or the act of the table.
pub fn reason(
    rules: &Ruleset,
    before: &BTreeMap<RuleId, u32>,
    after: &BTreeMap<RuleId, u32>,
    last: Option<&Line>,
) -> Vec<String> {
    if let Some(line) = last.filter(|l| l.options == 0) {
        let who = capital(&line.who);
        return vec![match line.answer.as_str() {
            "resign" => format!("{who} resigns"),
            act => format!("{who}: {act}"),
        }];
    }
    let rose = after
        .iter()
        .filter(|(id, n)| before.get(id).copied().unwrap_or(0) < **n);
    rose.filter(|(id, _)| ends(rules, **id))
        .filter_map(|(id, _)| {
            let rule = rules.rules.get(id.index())?;
            let source = rules.sources.get(rule.src.index())?;
            let tags: Vec<&str> = rule
                .tags
                .iter()
                .map(|t| notation::text(rules, *t))
                .collect();
            let clause = match tags.is_empty() {
                true => notation::source_place(rules, rule.src),
                false => tags.join(" "),
            };
            Some(format!("{} [{clause}]", capital(&bare(&source.words, 300))))
        })
        .collect()
}

/// Whether what a rule does can end the game or put somebody out of it.
fn ends(rules: &Ruleset, id: RuleId) -> bool {
    let Some(rule) = rules.rules.get(id.index()) else {
        return false;
    };
    if !matches!(
        rule.form,
        Form::Trigger { .. } | Form::Action { .. } | Form::Turn(_) | Form::Round(_)
    ) {
        return false;
    }
    let mut found = false;
    let mut calls = Vec::new();
    let mut look = |node: Node<'_>| match node {
        Node::Deed(d) => {
            found |= matches!(
                d.verb,
                Verb::Win | Verb::LoseGame | Verb::DrawGame | Verb::EndGame
            );
        }
        Node::Step(Step::Call(proc, _)) => calls.push(*proc),
        _ => {}
    };
    visit_rule(rule, &mut look);
    let mut done = Vec::new();
    while let Some(id) = calls.pop() {
        if done.contains(&id) {
            continue;
        }
        done.push(id);
        if let Some(proc) = rules.procs.get(id.index()) {
            let mut more = Vec::new();
            visit_block(&proc.body, &mut |node| match node {
                Node::Deed(d) => {
                    found |= matches!(
                        d.verb,
                        Verb::Win | Verb::LoseGame | Verb::DrawGame | Verb::EndGame
                    );
                }
                Node::Step(Step::Call(proc, _)) => more.push(*proc),
                _ => {}
            });
            calls.extend(more);
        }
    }
    found
}
