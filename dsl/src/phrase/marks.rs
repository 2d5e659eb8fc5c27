//! Marks said in another way than they are set: `it becomes tired`, `it is tired until ..`.
use super::decls::What;
use super::reader::*;
use crate::diagnostic::Edit;
use engine::rules::*;

impl Rd<'_> {
    /// Whether a word is a declared mark.
    fn is_mark(&self, at: usize) -> bool {
        let found = self.decls.find(self.w(at), self.place.within());
        matches!(found, Some(What::Field(f)) if self.decls.fields[f.index()].ty == Ty::Mark)
    }

    /// `becomes tired`, read from `tired`.
    pub(super) fn becomes_a_mark(&self, at: usize) -> bool {
        if !self.is_mark(at) {
            return false;
        }
        let mark = self.w(at);
        let message = format!("`{mark}` is a mark, and what something becomes is a kind");
        let help = format!("write `mark .. as {mark}`");
        self.fail_help(at, "E122", message, Some(help));
        true
    }

    /// `it is tired until ..` as a step: from the subject to `is`.
    pub(super) fn marks_in_step(&self, from: usize, is: usize) {
        let at = is + 1;
        if !self.is_mark(at) {
            return;
        }
        let (subject, mark) = (self.said(from, is), self.w(at));
        let message = "a step sets a mark, and this says that it is set";
        let text = format!("mark {subject} as {mark}");
        let help = Some(format!("write `{text}`"));
        let span = super::lex::join(self.span(from), self.span(at));
        self.fail_edit(at, "E123", message, help, Some(Edit { span, text }));
    }
}
