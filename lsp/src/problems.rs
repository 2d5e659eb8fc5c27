//! Problems of rule files for editors, and the edits that mend them.
use crate::text::Text;
use dsl::codes::page;
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::pool::FileText;
use lsp_types::{
    CodeAction, CodeActionKind, CodeDescription, Diagnostic as Shown, DiagnosticSeverity, Range,
    TextEdit, Uri, WorkspaceEdit,
};
use serde_json::json;
use std::collections::HashMap;

/// A problem as an editor shows it, with the page of its code where the book is on the web. The edits that mend it travel in its
/// `data`.
pub fn shown(problem: &Diagnostic, file: &FileText, book: &str) -> Shown {
    let text = Text::new(&file.text);
    let (lo, hi) = (problem.span.lo as usize, problem.span.hi as usize);
    let words = text.words(lo, hi);
    // a problem of a whole block is shown at its first line
    let hi = words.find('\n').map_or(hi, |i| lo + i);
    let severity = match problem.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    };
    let message = match &problem.help {
        Some(help) => format!("{}\n{help}", problem.message),
        None => problem.message.clone(),
    };
    let page = page(problem.code).filter(|_| !book.is_empty());
    let fix = fix(problem);
    Shown {
        range: text.range(lo, hi),
        severity: Some(severity),
        code: Some(problem.code.to_owned().into()),
        code_description: page.map(|page| CodeDescription {
            href: Uri(page.address(book)),
        }),
        source: Some("armorial".to_owned()),
        message: message.into(),
        data: fix.map(|new| json!({ "replace": new })),
        ..Shown::default()
    }
}

/// What should stand in the place of the words a problem quotes, where it proposes an edit of just these.
pub fn fix(problem: &Diagnostic) -> Option<String> {
    let edit = problem.fix.as_ref()?;
    (edit.span == problem.span).then(|| edit.text.clone())
}

/// The actions that mend these problems of a document.
pub fn actions(uri: &str, found: Vec<Shown>) -> Vec<CodeAction> {
    let mut out = Vec::new();
    for problem in found {
        let new = problem.data.as_ref().and_then(|d| d.get("replace"));
        let Some(new) = new.and_then(|n| n.as_str()).map(str::to_owned) else {
            continue;
        };
        let title = if new.is_empty() {
            "Take it out".to_owned()
        } else {
            format!("Write `{new}`")
        };
        let edits = vec![TextEdit {
            range: problem.range,
            new_text: new,
        }];
        let changes: HashMap<Uri, Vec<TextEdit>> = [(Uri(uri.to_owned()), edits)].into();
        out.push(CodeAction {
            title,
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![problem]),
            is_preferred: Some(true),
            edit: Some(WorkspaceEdit {
                changes: Some(changes),
                ..WorkspaceEdit::default()
            }),
            ..CodeAction::default()
        });
    }
    out
}

/// Whether two ranges touch.
pub fn touch(a: Range, b: Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use dsl::syntax::{FileId, Span};

    #[test]
    fn the_page_of_a_code_is_linked_where_the_book_is_on_the_web() {
        let file = FileText::new("x.army", "army x {\n");
        let span = Span {
            file: FileId(0),
            lo: 0,
            hi: 4,
        };
        let problem = Diagnostic::new("E100", span, "unknown word");
        let href = |book: &str| {
            let shown = shown(&problem, &file, book);
            shown.code_description.map(|description| description.href.0)
        };
        assert_eq!(href(""), None);
        let there = "https://rules.example/codes/E100.html".to_owned();
        assert_eq!(href("https://rules.example"), Some(there));
    }
}
