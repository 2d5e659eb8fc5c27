//! `armorial check`: every problem of rule files.
use super::fix;
use crate::args::Check;
use crate::exit::{Exit, Failure};
use crate::render::{self, counted};
use crate::shelf::Shelf;
use crate::{project, sources, talk};
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::pool::FileText;
use serde_json::json;
use std::io::Write;

/// Reports the problems of the files.
pub fn run(args: &Check) -> Result<Exit, Failure> {
    let paths = project::paths(&args.paths)?;
    if args.fix
        && let Some(exit) = fix::run(&paths, args.diff)?
    {
        return Ok(exit);
    }
    let shelf = Shelf::with(&paths)?;
    for setting in shelf.settings() {
        let modes: Vec<String> = setting.modes.iter().map(|m| format!(" with {m}")).collect();
        talk::detail(&format!("checking {}{}", setting.variant, modes.concat()));
    }
    let found = shelf.problems();
    let files = shelf.library.files();
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
            "files": shelf.asked_files(),
            "empty": shelf.empty,
            "errors": errors,
            "warnings": warnings,
            "notes": notes,
            "diagnostics": found.iter().map(|d| as_json(d, files)).collect::<Vec<_>>(),
        });
        writeln!(out, "{all}")?;
    } else {
        for d in &found {
            writeln!(out, "{}\n", render::diagnostic(d, files))?;
        }
        for path in &shelf.empty {
            anstream::eprintln!("{}", sources::no_rule_files(path));
        }
        let checked = shelf.asked_files();
        talk::say(&format!(
            "{}: {}, {}, {}",
            counted(checked, "file"),
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(notes, "note")
        ));
        super::explain::point_at(&found);
    }
    Ok(Exit::found(errors + warnings + shelf.empty.len() > 0))
}

/// A diagnostic as all JSON outputs have it.
pub(super) fn as_json(d: &Diagnostic, files: &[FileText]) -> serde_json::Value {
    let file = files.get(d.span.file.0 as usize);
    let (line, column) = file.map_or((0, 0), |f| f.position(d.span.lo));
    let (end_line, end_column) = file.map_or((0, 0), |f| f.position(d.span.hi));
    json!({
        "code": d.code,
        "severity": match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        "file": file.map_or("", |f| &f.name),
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "message": d.message,
        "help": d.help,
        "fix": d.fix.as_ref().map(|fix| {
            let place = |at| file.map_or((0, 0), |f| f.position(at));
            let ((line, column), (end_line, end_column)) = (place(fix.span.lo), place(fix.span.hi));
            json!({
                "line": line,
                "column": column,
                "end_line": end_line,
                "end_column": end_column,
                "text": fix.text,
            })
        }),
    })
}
