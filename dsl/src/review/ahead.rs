//! What an option is tried for before it is offered, and what no trial can see.
use super::Review;
use engine::ids::SourceId;
use engine::rules::*;
use engine::rules::{Node, visit_block};
use std::collections::BTreeSet;

impl Review<'_> {
    /// E431: an option is tried up to the first thing that chance or somebody else decides, so a `would` does not hold behind it.
    pub(super) fn would_behind_chance(&mut self) {
        let program = self.program;
        for rule in &program.rules.rules {
            let Some(would) = rule.when.iter().find_map(would) else {
                continue;
            };
            let body = match &rule.form {
                Form::Action { body, .. } | Form::Trigger { body, .. } => body,
                _ => continue,
            };
            if self.others_decide(body, &mut BTreeSet::new()) {
                let said =
                    "what this would bring about is decided by chance or another player".to_owned();
                let help = "an option is tried only up to there: test what comes then in the block, `if .. { .. }`";
                self.report("E431", would, said, help);
            }
        }
    }

    /// Something in a block is decided by chance, or by somebody who is named as another than its actor.
    fn others_decide(&self, block: &Block, seen: &mut BTreeSet<usize>) -> bool {
        let mut found = false;
        let mut called = Vec::new();
        visit_block(block, &mut |node| {
            let Node::Step(step) = node else { return };
            found |= match step {
                Step::Roll { .. } => true,
                Step::Do(deed) => matches!(deed.verb, Verb::Draw | Verb::Deal),
                Step::Choose { who, at_random, .. } => {
                    *at_random || who.as_ref().is_some_and(another)
                }
                Step::Either { who, .. } => who.as_ref().is_some_and(another),
                Step::May { who, .. } => another(&who.who),
                Step::AllAtOnce { .. } => true,
                _ => false,
            };
            if let Step::Call(procedure, _) = step {
                called.push(procedure.index());
            }
        });
        let procs = &self.program.rules.procs;
        found
            || called
                .into_iter()
                .filter(|p| seen.insert(*p))
                .collect::<Vec<_>>()
                .into_iter()
                .any(|p| {
                    procs
                        .get(p)
                        .is_some_and(|p| self.others_decide(&p.body, seen))
                })
    }
}

/// Somebody else than *you* or whom the block is of.
fn another(who: &Set) -> bool {
    !matches!(who.base, Base::You | Base::Name(_) | Base::It)
}

/// Where a condition speaks of what would be.
fn would(c: &Cond) -> Option<SourceId> {
    match c {
        Cond::Is(clause) if clause.at == At::After => Some(clause.src),
        Cond::All(v) | Cond::Any(v) => v.iter().find_map(would),
        Cond::Not(c) => would(c),
        _ => None,
    }
}
