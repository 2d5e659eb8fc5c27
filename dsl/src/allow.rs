//! `# allow W310: why`: a warning or note that is left out at one line of a file, by its code or its name, with its reason. It may
//! never leave out an error, and one that leaves out nothing, or says no reason, is a problem itself.
use crate::codes::known;
use crate::diagnostic::Diagnostic;
use crate::pool::FileText;
use crate::syntax::{FileId, Span};

/// A comment that leaves something out.
struct Allow {
    codes: Vec<String>,
    reason: bool,
    /// Where the comment stands.
    span: Span,
    /// The line it speaks of, from 1: its own, or the one below where nothing else stands on its own.
    line: u32,
    used: bool,
}

/// The problems of files without those that a comment of theirs allows, and what is wrong with such comments in the
/// files that were asked about (W370).
pub fn settled(
    found: Vec<Diagnostic>,
    files: &[FileText],
    asked: impl Fn(FileId) -> bool,
) -> Vec<Diagnostic> {
    let mut allows: Vec<Allow> = (0u32..)
        .zip(files)
        .flat_map(|(i, file)| in_file(FileId(i), file))
        .collect();
    let mut left = Vec::new();
    for d in found {
        let line = files
            .get(d.span.file.0 as usize)
            .map(|f| f.position(d.span.lo).0);
        let by = allows.iter_mut().find(|a| {
            let here = a.span.file == d.span.file && Some(a.line) == line;
            let named = |given: &String| known(given).is_ok_and(|page| page.code == d.code);
            here && a.codes.iter().any(named)
        });
        match by {
            Some(allow) if !d.is_error() => allow.used = true,
            _ => left.push(d),
        }
    }
    for allow in allows.iter().filter(|a| asked(a.span.file)) {
        let said = allow.codes.iter().find_map(|code| refused(code));
        let (said, help) = match said {
            Some(said) => (
                said,
                "only warnings and notes can be allowed, by code or name",
            ),
            None if !allow.reason => (
                "this says no reason".to_owned(),
                "write `# allow W310: why it is right here`",
            ),
            None if !allow.used => (
                format!("nothing on this line is a {}", allow.codes.join(" or ")),
                "leave the comment out",
            ),
            None => continue,
        };
        left.push(Diagnostic::new("W370", allow.span, said).help(help));
    }
    crate::diagnostic::sort(&mut left);
    left
}

/// Why a code cannot be allowed.
fn refused(code: &str) -> Option<String> {
    match known(code) {
        Err(said) => Some(said),
        Ok(page) if page.code.starts_with('E') => {
            Some(format!("`{code}` is an error wherever it is told"))
        }
        Ok(_) => None,
    }
}

fn in_file(file: FileId, text: &FileText) -> Vec<Allow> {
    let mut out = Vec::new();
    let mut start = 0u32;
    for (number, line) in (1u32..).zip(text.text.split_inclusive('\n')) {
        let comment = comment_of(line);
        let words = comment.map(|at| line[at + 1..].trim());
        if let (Some(at), Some(said)) = (comment, words.and_then(|w| w.strip_prefix("allow "))) {
            let (codes, reason) = said.split_once(':').unwrap_or((said, ""));
            let end = line.trim_end().len();
            let alone = line[..at].trim().is_empty();
            out.push(Allow {
                codes: codes
                    .split([',', ' '])
                    .filter(|c| !c.is_empty())
                    .map(str::to_owned)
                    .collect(),
                reason: !reason.trim().is_empty(),
                span: Span {
                    file,
                    lo: start + at as u32,
                    hi: start + end as u32,
                },
                line: number + u32::from(alone),
                used: false,
            });
        }
        start += line.len() as u32;
    }
    out
}

/// Where the comment of a line begins; a `#` between quotes is none.
fn comment_of(line: &str) -> Option<usize> {
    let mut quoted = false;
    line.char_indices().find_map(|(i, c)| {
        quoted ^= c == '"';
        (c == '#' && !quoted).then_some(i)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, found: &[(&'static str, u32)]) -> Vec<(&'static str, u32)> {
        let files = [FileText::new("x.army", text)];
        let file = FileId(0);
        let found = found.iter().map(|(code, lo)| {
            let span = Span {
                file,
                lo: *lo,
                hi: *lo + 1,
            };
            Diagnostic::new(code, span, "x")
        });
        let left = settled(found.collect(), &files, |_| true);
        let place = |d: &Diagnostic| (d.code, files[0].position(d.span.lo).0);
        left.iter().map(place).collect()
    }

    #[test]
    fn a_comment_allows_its_line_or_the_one_below() {
        let text = "one # allow W310: it is meant\n# allow N201, N203: so they speak\ntwo\nthree\n";
        let at = |word| text.find(word).map_or(0, |at| at as u32);
        let found = [
            ("W310", 0),
            ("N201", at("two")),
            ("N203", at("two")),
            ("N201", at("three")),
        ];
        assert_eq!(told(text, &found), [("N201", 4)]);
    }

    #[test]
    fn a_name_allows_what_its_code_allows() {
        let text = "one # allow step-for-many, N203: it is meant\n";
        assert_eq!(told(text, &[("W310", 0), ("N203", 0)]), []);
        for refused in ["unknown-word", "step-for-mny", "Step-For-Many"] {
            let text = format!("one # allow {refused}: it is meant\n");
            assert_eq!(
                told(&text, &[("W310", 0)]),
                [("W310", 1), ("W370", 1)],
                "{refused}"
            );
        }
    }

    #[test]
    fn errors_stay_and_a_comment_that_does_nothing_is_told() {
        assert_eq!(
            told("one # allow E100: no\n", &[("E100", 0)]),
            [("E100", 1), ("W370", 1)]
        );
        assert_eq!(told("one # allow W310\n", &[("W310", 0)]), [("W370", 1)]);
        assert_eq!(told("one # allow W310: why\n", &[]), [("W370", 1)]);
        assert_eq!(told("one # allow W999: why\n", &[]), [("W370", 1)]);
        assert_eq!(told("say \"# allow W310\"\n", &[]), []);
    }
}
