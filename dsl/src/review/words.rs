//! Walks the words of units as they were written.
use crate::syntax::*;

/// Calls `f` with every line of a block and of the blocks in it.
pub(super) fn lines<'a>(block: &'a Block, f: &mut dyn FnMut(&'a [Token])) {
    for statement in &block.statements {
        match statement {
            Statement::Power(unit) | Statement::Kind(unit) => lines(&unit.block, f),
            Statement::Frame(frame) => frame.places.iter().for_each(|p| f(p)),
            Statement::Procedure(p) => {
                f(&p.line);
                lines(&p.block, f);
            }
            Statement::Sentence(s) => sentence(s, f),
            Statement::Reminder(_) | Statement::Option(_) | Statement::Expected(_) => {}
        }
    }
}

/// The same for one sentence with its blocks.
pub(super) fn sentence<'a>(s: &'a Sentence, f: &mut dyn FnMut(&'a [Token])) {
    f(&s.line);
    s.block.iter().for_each(|b| lines(b, f));
    for branch in &s.branches {
        f(&branch.line);
        lines(&branch.block, f);
    }
}
