//! `armorial check`: every problem of rule files.
use crate::args::Check;
use crate::exit::{Exit, Failure};
use crate::render;
use crate::sources::{self, Source};
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::parse::parse;
use dsl::syntax::FileId;
use serde_json::json;
use std::io::Write;

/// Reports the problems of the files, errors or not.
pub fn run(args: &Check) -> Result<Exit, Failure> {
    let sources = sources::chosen(&args.paths)?;
    let mut found = Vec::new();
    for (i, source) in sources.iter().enumerate() {
        found.extend(parse(FileId(i as u32), &source.text).1);
    }
    found.sort_by_key(|d| (d.span.file.0, d.span.lo, std::cmp::Reverse(d.severity)));
    let count = |severity| found.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings, notes) = (
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Note),
    );
    let mut out = anstream::stdout().lock();
    if args.json {
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "check",
            "files": sources.len(),
            "errors": errors,
            "warnings": warnings,
            "notes": notes,
            "diagnostics": found.iter().map(|d| as_json(d, &sources)).collect::<Vec<_>>(),
        });
        writeln!(out, "{all}")?;
    } else {
        for d in &found {
            writeln!(out, "{}\n", render::diagnostic(d, &sources))?;
        }
        let files = sources.len();
        anstream::eprintln!("{files} files: {errors} errors, {warnings} warnings, {notes} notes");
    }
    Ok(Exit::found(errors + warnings > 0))
}

fn as_json(d: &Diagnostic, sources: &[Source]) -> serde_json::Value {
    let source = sources.get(d.span.file.0 as usize);
    let (path, text) = source.map_or(("", ""), |s| (s.path.as_str(), s.text.as_str()));
    let (line, column) = render::line_column(text, d.span.lo as usize);
    let (end_line, end_column) = render::line_column(text, d.span.hi as usize);
    json!({
        "code": d.code,
        "severity": match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "file": path,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": d.message,
        "help": d.help,
    })
}
