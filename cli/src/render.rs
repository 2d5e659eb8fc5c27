//! Diagnostics for people: excerpt, caret, help.
use crate::links;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use dsl::codes::{Page, page};
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::pool::FileText;
use std::collections::BTreeSet;

/// Renders one diagnostic, coloured; printing through `anstream` takes the colour off where none is wanted.
pub fn diagnostic(d: &Diagnostic, files: &[FileText]) -> String {
    rendered(d, files, true)
}

/// Renders diagnostics that are read one below the other: the name and page of a code stand at the first that has it.
pub fn diagnostics<'a>(
    found: impl IntoIterator<Item = &'a Diagnostic>,
    files: &[FileText],
) -> Vec<String> {
    let mut told = BTreeSet::new();
    let found = found.into_iter();
    found
        .map(|d| rendered(d, files, told.insert(d.code)))
        .collect()
}

/// The name of a code, and where its page is.
pub fn name_and_page(page: &Page) -> String {
    format!("`{}`, {}", page.name, page_of(page))
}

/// Where the page of a code is: on the web, else the command that prints it.
pub fn page_of(page: &Page) -> String {
    match links::book().as_str() {
        "" => format!("see `armorial explain {}`", page.code),
        book => format!("see {}", page.address(book)),
    }
}

fn rendered(d: &Diagnostic, files: &[FileText], with_page: bool) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(d.message.clone()).id(d.code));
    if let Some(file) = files.get(d.span.file.0 as usize) {
        let (lo, hi) = on_characters(&file.text, d.span.lo as usize, d.span.hi as usize);
        let mut snippet = Snippet::source(&file.text)
            .path(&file.name)
            .annotation(AnnotationKind::Primary.span(lo..hi));
        for (span, words) in d.also.iter().filter(|(s, _)| s.file == d.span.file) {
            let (lo, hi) = on_characters(&file.text, span.lo as usize, span.hi as usize);
            snippet = snippet.annotation(AnnotationKind::Context.span(lo..hi).label(words));
        }
        group = group.element(snippet);
    }
    for (span, words) in d.also.iter().filter(|(s, _)| s.file != d.span.file) {
        if let Some(file) = files.get(span.file.0 as usize) {
            let (lo, hi) = on_characters(&file.text, span.lo as usize, span.hi as usize);
            group = group.element(
                Snippet::source(&file.text)
                    .path(&file.name)
                    .annotation(AnnotationKind::Context.span(lo..hi).label(words)),
            );
        }
    }
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(help.clone()));
    }
    if let Some(page) = page(d.code).filter(|_| with_page) {
        group = group.element(Level::NOTE.message(name_and_page(page)));
    }
    Renderer::styled().render(&[group])
}

/// A number with what it counts: `1 file`, `2 files`.
pub fn counted(number: usize, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    }
}

/// The span, cut to the text and to whole characters.
fn on_characters(text: &str, lo: usize, hi: usize) -> (usize, usize) {
    let lo = text.floor_char_boundary(lo.min(text.len()));
    let hi = text.ceil_char_boundary(hi.clamp(lo, text.len()));
    (lo, hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dsl::syntax::{FileId, Span};

    #[test]
    fn a_diagnostic_shows_code_place_excerpt_and_help() {
        let files = [FileText::new(
            "x.army",
            "army x {\n  after you move a pice { stop }\n}\n",
        )];
        let d = Diagnostic {
            code: "E100",
            severity: Severity::Error,
            span: Span {
                file: FileId(0),
                lo: 28,
                hi: 32,
            },
            message: "unknown word `pice`".to_string(),
            help: Some("did you mean `piece`?".to_string()),
            also: vec![(
                Span {
                    file: FileId(0),
                    lo: 5,
                    hi: 6,
                },
                "in this army".to_string(),
            )],
            fix: None,
            guess: None,
        };
        let plain = anstream::adapter::strip_str(&diagnostic(&d, &files)).to_string();
        assert!(
            plain.contains("error[E100]: unknown word `pice`"),
            "{plain}"
        );
        assert!(plain.contains("x.army:2:20"), "{plain}");
        assert!(plain.contains("^^^^"), "{plain}");
        assert!(plain.contains("- in this army"), "{plain}");
        assert!(plain.contains("help: did you mean `piece`?"), "{plain}");
        let note = "note: `unknown-word`, see `armorial explain E100`";
        assert!(plain.contains(note), "{plain}");
        let both: Vec<String> = (diagnostics([&d, &d], &files).iter())
            .map(|text| anstream::adapter::strip_str(text).to_string())
            .collect();
        assert_eq!(both[0], plain);
        assert!(!both[1].contains("note: "), "{}", both[1]);
    }
}
