//! `armorial fmt`: the layout of rule files.
use crate::args::Fmt;
use crate::diff::unified;
use crate::exit::{Exit, Failure};
use crate::render::{self, counted};
use crate::sources::{self, STDIN, Source};
use crate::{files, project, talk};
use dsl::format::format;
use dsl::pool::FileText;
use std::io::Write;

/// Lays files out, or tells which are not.
pub fn run(args: &Fmt) -> Result<Exit, Failure> {
    let mut paths = project::paths(&args.paths)?;
    if paths.is_empty() {
        paths.push(".".to_string());
    }
    let mut out = anstream::stdout().lock();
    let (mut changed, mut unread) = (0usize, 0usize);
    let sources = sources::read_all(&paths)?;
    for source in &sources {
        let laid = format(&source.text);
        unread += usize::from(!laid.problems.is_empty());
        left_alone(source, &laid.problems);
        let differs = laid.text != source.text;
        changed += usize::from(differs);
        let stdin = source.path == STDIN;
        if args.diff {
            write!(out, "{}", unified(&source.path, &source.text, &laid.text))?;
        } else if args.check {
            if differs {
                writeln!(out, "{}", source.path)?;
            }
        } else if stdin {
            write!(out, "{}", laid.text)?;
        } else if differs {
            files::write(&source.path, &laid.text)?;
            talk::detail(&format!("{} laid out", source.path));
        }
    }
    let only_told = args.check || args.diff;
    let what = if only_told {
        "not in the layout"
    } else {
        "changed"
    };
    talk::say(&format!(
        "{}: {changed} {what}, {unread} with errors",
        counted(sources.len(), "file")
    ));
    Ok(Exit::found(unread > 0 || only_told && changed > 0))
}

/// Why a file, or a part of it, stays as it is.
fn left_alone(source: &Source, problems: &[dsl::diagnostic::Diagnostic]) {
    let text = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let file = [FileText::new(&source.path, &text.replace("\r\n", "\n"))];
    for text in render::diagnostics(problems, &file) {
        anstream::eprintln!("{text}\n");
    }
}
