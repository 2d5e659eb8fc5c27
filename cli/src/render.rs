//! Diagnostics for people: excerpt, caret, help.
use crate::sources::Source;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use dsl::diagnostic::{Diagnostic, Severity};

/// Renders one diagnostic, coloured; printing through `anstream` takes the colour off where none is wanted.
pub fn diagnostic(d: &Diagnostic, sources: &[Source]) -> String {
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(d.message.clone()).id(d.code));
    if let Some(source) = sources.get(d.span.file.0 as usize) {
        let (lo, hi) = on_characters(&source.text, d.span.lo as usize, d.span.hi as usize);
        group = group.element(
            Snippet::source(&source.text)
                .path(&source.path)
                .annotation(AnnotationKind::Primary.span(lo..hi)),
        );
    }
    if let Some(help) = &d.help {
        group = group.element(Level::HELP.message(help.clone()));
    }
    Renderer::styled().render(&[group])
}

/// The span, cut to the text and to whole characters.
fn on_characters(text: &str, lo: usize, hi: usize) -> (usize, usize) {
    let lo = text.floor_char_boundary(lo.min(text.len()));
    let hi = text.ceil_char_boundary(hi.clamp(lo, text.len()));
    (lo, hi)
}

/// Line and column (in characters), both from 1, of a byte.
pub fn line_column(text: &str, byte: usize) -> (usize, usize) {
    let byte = text.floor_char_boundary(byte.min(text.len()));
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    (
        before.matches('\n').count() + 1,
        before[start..].chars().count() + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dsl::syntax::{FileId, Span};

    #[test]
    fn a_diagnostic_shows_code_place_excerpt_and_help() {
        let sources = vec![Source {
            path: "x.army".to_string(),
            text: "army x {\n  after you move a pice { stop }\n}\n".to_string(),
        }];
        let d = Diagnostic {
            code: "E100",
            severity: Severity::Error,
            span: Span {
                file: FileId(0),
                lo: 28,
                hi: 32,
            },
            message: "`pice` is no word and no name of this rule".to_string(),
            help: Some("did you mean `piece`?".to_string()),
        };
        let plain = anstream::adapter::strip_str(&diagnostic(&d, &sources)).to_string();
        assert!(plain.contains("error[E100]: `pice` is no word"), "{plain}");
        assert!(plain.contains("x.army:2:20"), "{plain}");
        assert!(plain.contains("^^^^"), "{plain}");
        assert!(plain.contains("help: did you mean `piece`?"), "{plain}");
        assert_eq!(line_column(&sources[0].text, 28), (2, 20));
    }
}
