//! E421: an action that opens `act`. Whether it can be taken would ask which actions can be taken, itself among them, without end.
use super::Review;
use engine::ids::{ProcId, SourceId};
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    pub(super) fn actions_that_act(&mut self) {
        let mut found: Vec<SourceId> = Vec::new();
        for rule in &self.program.rules.rules {
            let Form::Action { body, .. } = &rule.form else {
                continue;
            };
            let mut called = BTreeSet::new();
            if let Some(src) = self.act_in(body, rule.src, &mut called) {
                found.push(src);
            }
        }
        for src in found {
            self.report(
                "E421",
                src,
                "an action cannot hold `act`, which opens all actions again, this one among them"
                    .to_owned(),
                "`move a piece of yours` lets a piece move",
            );
        }
    }

    /// Where a block, or a procedure it calls, says `act`.
    fn act_in(
        &self,
        block: &[Step],
        of: SourceId,
        called: &mut BTreeSet<ProcId>,
    ) -> Option<SourceId> {
        let mut found = None;
        let mut calls = Vec::new();
        visit_block(&block.to_vec(), &mut |node| match node {
            Node::Step(Step::Do(deed)) if deed.verb == Verb::Act => {
                found = found.or(Some(if deed.src == SourceId::default() {
                    of
                } else {
                    deed.src
                }));
            }
            Node::Step(Step::Call(id, _)) => calls.push(*id),
            _ => {}
        });
        calls.retain(|id| called.insert(*id));
        found.or_else(|| {
            calls.into_iter().find_map(|id| {
                let procedure = self.program.rules.procs.get(id.index())?;
                // told at the action: the procedure alone is fine
                self.act_in(&procedure.body, of, called).map(|_| of)
            })
        })
    }
}
