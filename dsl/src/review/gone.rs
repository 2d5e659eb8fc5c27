//! What is asked of pieces that stand nowhere: lost ones are looked for among those that stand.
use super::Review;
use engine::ids::SourceId;
use engine::rules::*;
use std::collections::BTreeSet;

impl Review<'_> {
    /// E194: `pieces` are those on the board, of which none is lost.
    pub(super) fn lost_on_the_board(&mut self) {
        let mut found: BTreeSet<SourceId> = BTreeSet::new();
        let mut look = |node: Node<'_>| {
            let Node::Clause(clause) = node else { return };
            let on_board = matches!(&clause.subject, Value::Set(s)
                if s.ty == Ty::Piece && s.base == Base::All(Where::Board) && s.amount != Amount::No);
            let lost = matches!(clause.says, Says::Be(Quality::Lost | Quality::Captured));
            if on_board && lost && !clause.not && clause.at == At::Now {
                found.insert(clause.src);
            }
        };
        for rule in &self.program.rules.rules {
            visit_rule(rule, &mut look);
        }
        for procedure in &self.program.rules.procs {
            visit_block(&procedure.body, &mut look);
        }
        for src in found {
            let said =
                "`pieces` are those on the board, and of them none is lost or captured".to_owned();
            let help = "say when it happens (`after your king is captured, you lose`), ask what is left (`if an opponent has no pawns`), or what was done \
                        (`if you have captured a pawn`)";
            self.report("E194", src, said, help);
        }
    }
}
