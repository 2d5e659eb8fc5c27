//! The names by which scenarios speak of actions, offers and branches.
use engine::ids::{KindId, RuleId};
use engine::notation::text;
use engine::play::Decision;
use engine::rules::{Base, Block, Deed, Form, Holder, Ruleset, Step, Value, Verb};

/// Whether an action, offer or rule goes by a name: its label, its power's name, its army's name, or the procedure
/// it calls.
pub fn rule_is_called(rules: &Ruleset, id: RuleId, name: &str) -> bool {
    let Some(rule) = rules.rules.get(id.index()) else {
        return false;
    };
    if rule.label.is_some_and(|label| text(rules, label) == name) {
        return true;
    }
    // the name of a power is no name of its other actions where one of them bears it as its label
    let bears = |other: &engine::rules::Rule| {
        other.holder == rule.holder && other.label.is_some_and(|label| text(rules, label) == name)
    };
    if rule.label.is_some() && rules.rules.iter().any(bears) {
        return false;
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

/// The name by which a scenario calls a rule: its label, else the name of its power or kind, else of the procedure it calls.
pub fn rule_name(rules: &Ruleset, id: RuleId) -> String {
    let rule = rules.rules.get(id.index());
    let of_game =
        rule.filter(|r| r.label.is_none() && matches!(r.holder, Holder::Game | Holder::EachSeat));
    let called = of_game
        .and_then(|rule| body(&rule.form))
        .and_then(|block| called(rules, block));
    called.unwrap_or_else(|| engine::notation::rule(rules, id))
}

/// The procedure that the only step of a block calls.
fn called(rules: &Ruleset, block: &Block) -> Option<String> {
    match block.as_slice() {
        [Step::Call(id, _)] => {
            (rules.procs.get(id.index())).map(|p| text(rules, p.name).to_string())
        }
        [Step::May { body, .. }] => called(rules, body),
        _ => None,
    }
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

fn body(form: &Form) -> Option<&Block> {
    match form {
        Form::Trigger { body, .. } | Form::Action { body, .. } => Some(body),
        Form::Turn(body) | Form::Round(body) | Form::Setup(body) => Some(body),
        _ => None,
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

/// The things an open deal spreads, in the order in which they are asked.
pub fn dealt(rules: &Ruleset, decision: &Decision) -> Vec<KindId> {
    let rule = decision.rule.and_then(|id| rules.rules.get(id.index()));
    rule.and_then(|rule| body(&rule.form))
        .and_then(row)
        .unwrap_or_default()
}

fn row(block: &Block) -> Option<Vec<KindId>> {
    block.iter().find_map(|step| {
        if let Step::Do(Deed {
            verb: Verb::Deal,
            object: Some(Value::Set(set)),
            ..
        }) = step
            && let Base::Row1(items) = &set.base
        {
            return Some(items.iter().map(|(kind, _)| *kind).collect());
        }
        inner(step).into_iter().find_map(row)
    })
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
