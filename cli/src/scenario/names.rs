//! The names by which scenarios speak of actions, offers and branches.
use engine::ids::{RuleId, TextId};
use engine::notation::text;
use engine::play::Decision;
use engine::rules::{Block, Form, Holder, Ruleset, Step};

/// Whether an action, offer or rule goes by a name: its label, its power's name, its army's name, or the procedure
/// it calls.
pub fn rule_is_called(rules: &Ruleset, id: RuleId, name: &str) -> bool {
    let Some(rule) = rules.rules.get(id.index()) else {
        return false;
    };
    if rule.label.is_some_and(|label| text(rules, label) == name) {
        return true;
    }
    let of_power = match rule.holder {
        Holder::Power(power) => rules
            .powers
            .get(power.index())
            .is_some_and(|p| text(rules, p.name) == name),
        Holder::Kind(kind) => rules
            .kinds
            .get(kind.index())
            .is_some_and(|k| text(rules, k.name) == name),
        Holder::Game | Holder::EachSeat => false,
    };
    of_power || body(&rule.form).is_some_and(|block| calls(rules, block, name))
}

/// Whether the open offer goes by a name.
pub fn offer_is_called(rules: &Ruleset, decision: &Decision, name: &str) -> bool {
    decision
        .label
        .is_some_and(|label| text(rules, label) == name)
        || decision
            .rule
            .is_some_and(|id| rule_is_called(rules, id, name))
}

/// The names of the branches of an open `either`.
pub fn branches(rules: &Ruleset, decision: &Decision) -> Vec<TextId> {
    let Some(rule) = decision.rule.and_then(|id| rules.rules.get(id.index())) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if let Some(block) = body(&rule.form) {
        eithers(rules, block, 0, &mut found);
    }
    // Of several, the one that the decision is named after; else the only one.
    let named = found
        .iter()
        .find(|names| decision.label.is_some_and(|l| names.contains(&l)));
    match (named, found.len()) {
        (Some(names), _) => names.clone(),
        (None, 1) => found.remove(0),
        _ => Vec::new(),
    }
}

fn body(form: &Form) -> Option<&Block> {
    match form {
        Form::Trigger { body, .. } | Form::Action { body, .. } => Some(body),
        Form::Turn(body) | Form::Round(body) | Form::Setup(body) => Some(body),
        _ => None,
    }
}

/// The blocks inside a step.
fn inner(step: &Step) -> Vec<&Block> {
    match step {
        Step::May { body, .. }
        | Step::Each { body, .. }
        | Step::Repeat { body, .. }
        | Step::Within { body, .. }
        | Step::Later { body, .. } => vec![body],
        Step::Either { ways, .. } => ways.iter().map(|(_, block)| block).collect(),
        Step::OrElse(a, b) | Step::If(_, a, b) => vec![a, b],
        Step::AllAtOnce { ask, then, .. } => vec![ask, then],
        _ => Vec::new(),
    }
}

/// Procedures may call procedures; the checker refuses cycles, the bound is for IR made otherwise.
const MAX_DEPTH: usize = 16;

fn eithers(rules: &Ruleset, block: &Block, depth: usize, found: &mut Vec<Vec<TextId>>) {
    if depth > MAX_DEPTH {
        return;
    }
    for step in block {
        if let Step::Either { ways, .. } = step {
            found.push(ways.iter().map(|(name, _)| *name).collect());
        }
        if let Step::Call(id, _) = step
            && let Some(procedure) = rules.procs.get(id.index())
        {
            eithers(rules, &procedure.body, depth + 1, found);
        }
        for block in inner(step) {
            eithers(rules, block, depth + 1, found);
        }
    }
}

/// Whether the only step of a block calls a procedure of this name.
fn calls(rules: &Ruleset, block: &Block, name: &str) -> bool {
    match block.as_slice() {
        [Step::Call(id, _)] => rules
            .procs
            .get(id.index())
            .is_some_and(|p| text(rules, p.name) == name),
        [Step::May { body, .. }] => calls(rules, body, name),
        _ => false,
    }
}
