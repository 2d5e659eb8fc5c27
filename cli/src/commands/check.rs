//! `armorial check`: every problem of rule files.
use super::fix;
use crate::args::{Check, FailLevel};
use crate::exit::{Exit, Failure};
use crate::findings::{self, Finding, Format, Looked};
use crate::project::Level;
use crate::render::{self, counted};
use crate::shelf::Shelf;
use crate::{links, project, sources, talk, trial};
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::syntax::FileId;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;

/// Reports the problems of the files.
pub fn run(args: &Check) -> Result<Exit, Failure> {
    let (paths, project) = project::of(&args.paths)?;
    let project = project
        .with_levels(Level::Warn, &args.warn)?
        .with_levels(Level::Deny, &args.deny)?
        .with_levels(Level::Allow, &args.allow)?;
    if args.fix
        && let Some(exit) = fix::run(&paths, args.diff)?
    {
        return Ok(exit);
    }
    let shelf = match &args.stdin_filename {
        Some(name) => Shelf::with_stdin_as(&paths, name)?,
        None => Shelf::with(&paths)?,
    };
    for setting in shelf.settings() {
        let modes: Vec<String> = setting.modes.iter().map(|m| format!(" with {m}")).collect();
        talk::detail(&format!("checking {}{}", setting.variant, modes.concat()));
    }
    let found = project.levelled(trial::problems(&shelf));
    let missing = shelf.not_in(&project.variants)?;
    let count = |severity| found.iter().filter(|d| d.severity == severity).count();
    let (errors, warnings, notes) = (
        count(Severity::Error),
        count(Severity::Warning),
        count(Severity::Note),
    );
    let format = Format::asked(args.format, args.json);
    let most = args.max_errors.unwrap_or(usize::MAX);
    let untold = found.len().saturating_sub(most);
    let found = &found[..found.len() - untold];
    let mut out = anstream::stdout().lock();
    let files = shelf.library.files();
    match format {
        Format::Json => {
            let found = found.iter().map(|d| as_json(&Finding::of(d, files)));
            let all = json!({
                "schema": crate::JSON_SCHEMA,
                "command": "check",
                "files": shelf.asked_files(),
                "empty": shelf.empty,
                "missing": missing,
                "errors": errors,
                "warnings": warnings,
                "notes": notes,
                "diagnostics": found.collect::<Vec<_>>(),
            });
            writeln!(out, "{all}")?;
        }
        Format::Human | Format::Concise if args.statistics => statistics(&mut out, found)?,
        Format::Human => {
            for text in render::diagnostics(found, files) {
                writeln!(out, "{text}\n")?;
            }
            for path in &shelf.empty {
                anstream::eprintln!("{}", sources::no_rule_files(path));
            }
            for line in &missing {
                anstream::eprintln!("{line}");
            }
        }
        _ => findings::print(&mut out, format, "check", &looked(&shelf, found, &missing))?,
    }
    if format.is_read_line_by_line() {
        let checked = shelf.asked_files();
        talk::say(&format!(
            "{}: {}, {}, {}",
            counted(checked, "file"),
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(notes, "note")
        ));
        if untold > 0 {
            talk::say(&format!("not shown: {untold} more (--max-errors)"));
        }
        // people have been told at the problems themselves
        if format != Format::Human || args.statistics {
            super::explain::point_at(found);
        }
    }
    let counts = match args.fail_level {
        FailLevel::Error => errors,
        FailLevel::Warning => errors + warnings,
        FailLevel::Note => errors + warnings + notes,
    };
    let failed = counts + shelf.empty.len() + missing.len() > 0;
    Ok(Exit::found(failed && !args.exit_zero))
}

/// How often each code was found, the most frequent first.
fn statistics(out: &mut impl Write, found: &[Diagnostic]) -> std::io::Result<()> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for d in found {
        *counts.entry(d.code).or_default() += 1;
    }
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (code, count) in counts {
        let page = dsl::codes::page(code);
        let said = page.map(|page| format!("{}: {}", page.name, page.title));
        writeln!(out, "{count:>6}  {code}  {}", said.unwrap_or_default())?;
    }
    Ok(())
}

/// Every file asked about with its problems, then others that have some, then folders without rule files, then what the
/// project asks for and is not there.
fn looked(shelf: &Shelf, found: &[Diagnostic], missing: &[String]) -> Vec<Looked> {
    let files = shelf.library.files();
    let looked = (0u32..).zip(files).filter_map(|(i, file)| {
        let own = found.iter().filter(|d| d.span.file == FileId(i));
        let findings: Vec<Finding> = own.map(|d| Finding::of(d, files)).collect();
        (shelf.asked(FileId(i)) || !findings.is_empty()).then(|| Looked::file(&file.name, findings))
    });
    let empty = shelf
        .empty
        .iter()
        .map(|path| Looked::missing(path, sources::no_rule_files(path)));
    let missing = missing.iter().map(|line| Looked::missing("", line.clone()));
    looked.chain(empty).chain(missing).collect()
}

/// A finding in a file as all JSON outputs have it.
pub(super) fn as_json(finding: &Finding) -> serde_json::Value {
    let place = &finding.place;
    json!({
        "code": finding.code,
        "name": finding.page().map(|page| page.name.as_str()),
        "url": finding.page().map(|page| page.address(&links::book())),
        "severity": findings::word(finding.severity),
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line,
        "end_column": place.end_column,
        "message": finding.message,
        "help": finding.help,
        "also": (finding.also.iter()).map(|(place, words)| json!({
            "file": place.file,
            "line": place.line,
            "column": place.column,
            "message": words,
        })).collect::<Vec<_>>(),
        "fix": finding.fix.as_ref().map(|fix| json!({
            "line": fix.place.line,
            "column": fix.place.column,
            "end_line": fix.place.end_line,
            "end_column": fix.place.end_column,
            "text": fix.text,
        })),
    })
}
