//! Steps said as if they were facts: `it becomes tired`, `it is tired until ..`, `it is removed`.
use super::decls::What;
use super::reader::*;
use super::words::Form;
use crate::diagnostic::Edit;
use engine::rules::*;

impl Rd<'_> {
    /// The name of a declared mark, as a thing.
    pub fn mark_name(&self, p: usize, _sc: &Scope) -> Option<(Set, usize)> {
        let at = p + usize::from(self.is(p, "your"));
        let found = self.decls.find(self.w(at), self.place.within());
        if let Some(What::Field(f)) = found
            && self.decls.fields[f.index()].ty == Ty::Mark
        {
            let seat = self.is(p, "your").then(|| Box::new(you()));
            let seat = seat.filter(|_| self.decls.fields[f.index()].per_seat);
            let base = Base::Field(f, Box::new(of_game()), seat);
            return Some((make(Ty::Mark, base), at + 1));
        }
        self.expected(at, "the name of a mark");
        None
    }

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

    /// `it is removed` as a step: from the subject to `is`.
    pub(super) fn suffers_in_step(&self, from: usize, is: usize) {
        let at = is + 1;
        let mut verbs = self.words.verb(self.w(at));
        let part =
            verbs.find(|(verb, form)| *form == Form::Part && verb.step && verb.need.is_empty());
        let Some((verb, _)) = part.filter(|(verb, _)| !verb.name.contains('-')) else {
            return;
        };
        let message = "a step says what is done, and this says what something suffers";
        let text = format!("{} {}", verb.forms[0], self.said(from, is));
        let help = Some(format!("write `{text}`"));
        let span = super::lex::join(self.span(from), self.span(at));
        self.fail_edit(at, "E123", message, help, Some(Edit { span, text }));
    }
}
