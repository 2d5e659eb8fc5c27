//! `armorial check --fix`: the edits that problems propose, carried out.
use crate::diff::unified;
use crate::exit::{Exit, Failure};
use crate::render::counted;
use crate::shelf::Shelf;
use crate::sources::{self, STDIN, Source};
use crate::{files, talk};
use dsl::diagnostic::{Diagnostic, Edit};
use std::io::Write;

/// Most times the files are checked anew: one word mended can show the next.
const ROUNDS: usize = 10;

/// Mends what can be mended; with `--diff` it only shows it. Without `--diff` the caller checks the files once more.
pub fn run(paths: &[String], diff: bool) -> Result<Option<Exit>, Failure> {
    if paths.is_empty() {
        let said = "name the files to mend; the embedded library cannot be changed";
        return Err(Failure::said(said));
    }
    let sources = sources::read_all(paths)?;
    if !diff && sources.iter().any(|s| s.path == STDIN) {
        let said =
            "standard input cannot be mended in its place; `--fix --diff -` shows the changes";
        return Err(Failure::said(said));
    }
    let (mended, edits) = mended(&sources);
    let changed = || {
        sources
            .iter()
            .zip(&mended)
            .filter(|(a, b)| a.text != b.text)
    };
    let carried = format!(
        "{} in {}",
        counted(edits, "edit"),
        counted(changed().count(), "file")
    );
    if diff {
        let mut out = anstream::stdout().lock();
        for (before, after) in changed() {
            write!(out, "{}", unified(&before.path, &before.text, &after.text))?;
        }
        talk::say(&format!("{carried}, not carried out"));
        return Ok(Some(Exit::found(edits > 0)));
    }
    for (_, after) in changed() {
        files::write(&after.path, &after.text)?;
    }
    talk::say(&carried);
    Ok(None)
}

/// The files with all edits that problems propose, round by round, and how many these were. A word mended can bring the
/// next problem to light, so more may be told afterwards than before.
pub fn mended(sources: &[Source]) -> (Vec<Source>, usize) {
    let mut files = sources.to_vec();
    let mut carried_out = 0;
    for _ in 0..ROUNDS {
        let problems = Shelf::from_sources(files.clone(), true).problems_with_own();
        let mut edits = 0;
        for (i, source) in files.iter_mut().enumerate() {
            let (text, applied) = edited(&source.text, chosen(&problems, i));
            source.text = text;
            edits += applied;
        }
        if edits == 0 {
            break;
        }
        carried_out += edits;
    }
    (files, carried_out)
}

/// The edits of one file in the order of the text, each once, none into another.
fn chosen(problems: &[(Option<usize>, Diagnostic)], file: usize) -> Vec<Edit> {
    let own = problems.iter().filter(|(own, _)| *own == Some(file));
    let mut edits: Vec<Edit> = own.filter_map(|(_, d)| d.fix.as_deref().cloned()).collect();
    edits.sort_by(|a, b| (a.span.lo, a.span.hi, &a.text).cmp(&(b.span.lo, b.span.hi, &b.text)));
    let mut end = None;
    edits.retain(|e| {
        let free = end.is_none_or(|end| end <= e.span.lo);
        if free {
            end = Some(e.span.hi.max(e.span.lo + 1));
        }
        free
    });
    edits
}

/// The text with its edits, and how many of them fitted. Places count in the text as it is read: without a mark at the
/// beginning and with `\n` as line end; both stay what they were.
fn edited(text: &str, edits: Vec<Edit>) -> (String, usize) {
    if edits.is_empty() {
        return (text.to_string(), 0);
    }
    let mark = if text.starts_with('\u{feff}') {
        "\u{feff}"
    } else {
        ""
    };
    let windows = text.contains("\r\n");
    let mut body = text[mark.len()..].replace("\r\n", "\n");
    let mut applied = 0;
    for edit in edits.iter().rev() {
        let (mut lo, hi) = (edit.span.lo as usize, edit.span.hi as usize);
        if body.get(lo..hi).is_none() {
            continue;
        }
        // A word that goes takes the blank before it along.
        if edit.text.is_empty() && body[..lo].ends_with(' ') {
            lo -= 1;
        }
        body.replace_range(lo..hi, &edit.text);
        applied += 1;
    }
    let body = if windows {
        body.replace('\n', "\r\n")
    } else {
        body
    };
    (format!("{mark}{body}"), applied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dsl::syntax::{FileId, Span};

    fn edit(lo: u32, hi: u32, text: &str) -> Edit {
        let file = FileId(0);
        let span = Span { file, lo, hi };
        Edit {
            span,
            text: text.to_string(),
        }
    }

    #[test]
    fn places_count_in_the_text_as_it_is_read() {
        let text = "\u{feff}one\r\ntwo\r\nthree four\r\n";
        let edits = vec![edit(4, 7, "2"), edit(14, 18, "")];
        assert_eq!(
            edited(text, edits),
            ("\u{feff}one\r\n2\r\nthree\r\n".to_string(), 2)
        );
        assert_eq!(
            edited("short", vec![edit(3, 99, "x")]),
            ("short".to_string(), 0)
        );
    }

    #[test]
    fn of_edits_in_one_place_the_first_is_taken() {
        let problem = |e: Edit| {
            (
                Some(0),
                Diagnostic::new("E100", e.span, "x").fix(e.span, e.text),
            )
        };
        let problems = [
            edit(4, 9, "b"),
            edit(0, 5, "a"),
            edit(0, 5, "a"),
            edit(9, 10, "c"),
        ];
        let chosen = chosen(&problems.map(problem), 0);
        assert_eq!(chosen, [edit(0, 5, "a"), edit(9, 10, "c")]);
    }
}
