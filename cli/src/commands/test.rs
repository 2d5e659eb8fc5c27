//! `armorial test`: scenarios, the ledger, mutants.
use crate::args::Test;
use crate::commands::check::as_json;
use crate::exit::{Exit, Failure};
use crate::findings::{self, Finding, Format, Looked, Place};
use crate::project;
use crate::render::{self, counted};
use crate::scenario::cases::{self, Case, Fault, Outcome};
use crate::scenario::ledger::{self, Coverage};
use crate::scenario::mutants::{self, Survivor};
use crate::scenario::reasons::{Reasons, SURVIVES};
use crate::scenario::search::STATES;
use crate::shelf::{Cases, Shelf};
use crate::sources::no_rule_files;
use crate::talk;
use dsl::diagnostic::Diagnostic;
use dsl::pool::FileText;
use dsl::syntax::FileId;
use engine::notation;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Write;

/// Threads if nobody says how many.
pub(super) const THREADS: usize = 2;

/// Runs scenarios.
pub fn run(args: &Test) -> Result<Exit, Failure> {
    let filter = args.filter.as_deref().map(regex::Regex::new).transpose();
    let filter = filter.map_err(|e| Failure::said(format!("--filter: {e}")))?;
    let (paths, project) = project::of(&args.paths)?;
    // a ledger is of the whole project
    let own_ledger = project.ledger.filter(|_| args.paths.is_empty());
    let ledger = args.ledger.clone().or(own_ledger);
    let states = args.states.or(project.states).unwrap_or(STATES);
    let threads = args.threads.or(project.threads).unwrap_or(THREADS);
    let clauses = ledger.as_deref().map(ledger::read).transpose()?;
    let shelf = Shelf::with(&paths)?;
    let Cases {
        cases,
        mut problems,
        unread,
    } = shelf.cases();
    if !paths.is_empty() {
        // an army that no scenario names must compile too
        let known: Vec<_> = problems.clone();
        let all = shelf.problems().into_iter();
        problems.extend(all.filter(|p| p.is_error() && !known.contains(p)));
    }
    let any = !cases.is_empty();
    let cases: Vec<Case> = (cases.into_iter())
        .filter(|c| {
            filter
                .as_ref()
                .is_none_or(|re| re.is_match(&c.script.title))
        })
        .map(|case| Case { states, ..case })
        .collect();
    let format = Format::asked(args.format, args.json);
    if format == Format::Human {
        for text in render::diagnostics(&problems, shelf.library.files()) {
            anstream::eprintln!("{text}\n");
        }
    }
    let mut outcomes: Vec<Outcome> = cases::run_all(&cases, threads);
    for _ in 1..args.repeat {
        let again = cases::run_all(&cases, threads);
        for (outcome, again) in outcomes.iter_mut().zip(again) {
            if outcome.failed.is_none() {
                *outcome = again;
            }
        }
    }
    let failed: Vec<&Outcome> = outcomes.iter().filter(|o| o.failed.is_some()).collect();
    let coverage = clauses.map(|clauses| {
        let covered = (cases.iter().zip(&outcomes))
            .filter(|(_, outcome)| outcome.failed.is_none())
            .flat_map(|(case, _)| case.script.covers.iter().cloned())
            .collect();
        ledger::coverage(&clauses, &covered, &printed(&shelf))
    });
    let survivors = if args.mutate {
        let reasons = Reasons::read(shelf.library.files(), &[SURVIVES]);
        let asked = mutated(&shelf);
        let asked = |file: &str| asked.contains(file);
        mutants::survivors(&cases, &outcomes, &reasons, asked, threads)
    } else {
        None
    };
    let mut missing: Vec<String> = shelf.empty.iter().map(|p| no_rule_files(p)).collect();
    if cases.is_empty() && missing.is_empty() && unread == 0 {
        missing.push(match &args.filter {
            Some(filter) if any => format!("no title of a scenario matches `{filter}`"),
            _ => format!("no scenarios in {}", named(&paths)),
        });
    }
    if format == Format::Human {
        for line in &missing {
            anstream::eprintln!("{line}");
        }
    }
    let found = !failed.is_empty()
        || !missing.is_empty()
        || problems.iter().any(|p| p.is_error())
        || survivors.as_ref().is_some_and(|s| !s.alive.is_empty());
    let titles: BTreeSet<(&str, String)> = (cases.iter())
        .map(|c| {
            let place = notation::source_place(&c.rules, c.script.src);
            (c.script.title.as_str(), place)
        })
        .collect();
    let report = Report {
        scenarios: titles.len(),
        runs: cases.len(),
        unread,
        problems: &problems,
        files: shelf.library.files(),
        missing,
        ran: cases.iter().zip(&outcomes).collect(),
        failed,
        coverage,
        survivors,
    };
    match format {
        Format::Json => report.as_json()?,
        Format::Human => report.as_text()?,
        _ => {
            let mut out = anstream::stdout().lock();
            findings::print(&mut out, format, "test", &report.looked())?;
            if format.is_read_line_by_line() {
                talk::say(&report.last_line());
            }
        }
    }
    Ok(Exit::found(found))
}

/// The files whose sentences are changed: those asked about; all, if only scenarios were asked about.
fn mutated(shelf: &Shelf) -> BTreeSet<String> {
    let files = || {
        shelf
            .library
            .files()
            .iter()
            .zip(0..)
            .map(|(f, i)| (&f.name, FileId(i)))
    };
    let rules = |name: &&String| !name.ends_with(".scenario");
    let asked: BTreeSet<String> = files()
        .filter(|(_, id)| shelf.asked(*id))
        .map(|(name, _)| name)
        .filter(rules)
        .cloned()
        .collect();
    if asked.is_empty() {
        return files().map(|(name, _)| name.clone()).collect();
    }
    asked
}

/// The tags of everything that stands in the rule texts.
fn printed(shelf: &Shelf) -> BTreeSet<String> {
    shelf.tags().into_iter().collect()
}

/// The paths of a command line in words.
fn named(paths: &[String]) -> String {
    let quoted: Vec<String> = paths.iter().map(|p| format!("`{p}`")).collect();
    quoted.join(", ")
}

struct Report<'a> {
    scenarios: usize,
    /// A scenario runs once in every variant it is written for.
    runs: usize,
    /// Runs there would be if everything could be read.
    unread: usize,
    problems: &'a [Diagnostic],
    files: &'a [FileText],
    /// What was asked for and is not there.
    missing: Vec<String>,
    /// Every run with its outcome.
    ran: Vec<(&'a Case, &'a Outcome)>,
    failed: Vec<&'a Outcome>,
    coverage: Option<Coverage>,
    survivors: Option<mutants::Report>,
}

impl Report<'_> {
    /// How many searches reached their bound.
    fn undecided(&self) -> usize {
        let faults = self.failed.iter().filter_map(|o| o.failed.as_ref());
        faults.filter(|f| f.undecided).count()
    }

    fn as_text(&self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        let red = anstyle::AnsiColor::Red.on_default().bold();
        for outcome in &self.failed {
            let Some(failed) = &outcome.failed else {
                continue;
            };
            let how = if failed.undecided {
                "undecided"
            } else {
                "failed"
            };
            writeln!(
                out,
                "{red}{how}{red:#}: {} ({})",
                outcome.title, outcome.setting
            )?;
            writeln!(out, "  {}: {}", failed.place.short(), failed.words)?;
            writeln!(
                out,
                "  {}{}\n",
                failed.treatment.map_or(String::new(), |t| format!("{t}: ")),
                failed.message
            )?;
        }
        if let Some(coverage) = &self.coverage {
            print_coverage(&mut out, coverage)?;
        }
        if let Some(report) = &self.survivors {
            print_mutants(&mut out, report)?;
        }
        writeln!(out, "{}", self.last_line())?;
        Ok(())
    }

    /// Every run with what is wrong with it, then what is wrong with files, and what is not there; mutants that no scenario
    /// notices are findings too.
    fn looked(&self) -> Vec<Looked> {
        let ran = self.ran.iter().map(|(case, outcome)| Looked {
            group: cases::place(&case.rules, case.script.src).file,
            name: outcome.title.clone(),
            setting: Some(outcome.setting.clone()),
            findings: outcome
                .failed
                .iter()
                .map(|fault| failure(outcome, fault))
                .collect(),
        });
        let in_file = |finding: Finding| Looked::file(&finding.place.file.clone(), vec![finding]);
        let problems = self
            .problems
            .iter()
            .map(|d| in_file(Finding::of(d, self.files)));
        let missing = (self.missing.iter()).map(|line| Looked::missing("", line.clone()));
        let alive = self.survivors.iter().flat_map(|report| &report.alive);
        let alive = alive.map(|s| {
            let place = Place {
                file: s.place.file.clone(),
                line: s.place.line,
                column: s.place.column,
                ..Place::default()
            };
            let message = format!("no scenario notices: {}: {}", s.change, s.words);
            in_file(Finding::error("unnoticed", place, message))
        });
        ran.chain(problems).chain(missing).chain(alive).collect()
    }

    /// What ran and how it went.
    fn last_line(&self) -> String {
        let (all, undecided) = (self.failed.len(), self.undecided());
        let mut line = counted(self.scenarios, "scenario");
        if self.runs != self.scenarios {
            line += &format!(" in {}", counted(self.runs, "run"));
        }
        line += &format!(": {} passed, {} failed", self.runs - all, all - undecided);
        if undecided > 0 {
            line += &format!(", {undecided} undecided");
        }
        if self.unread > 0 {
            line += &format!(", {} not read", self.unread);
        }
        let errors = self.problems.iter().filter(|p| p.is_error()).count();
        if errors > 0 {
            line += &format!("; {} in the files", counted(errors, "error"));
        }
        line
    }

    fn as_json(&self) -> Result<(), Failure> {
        let failed: Vec<_> = (self.failed.iter())
            .filter_map(|o| {
                let f = o.failed.as_ref()?;
                Some(json!({"title": o.title, "setting": o.setting, "place": f.place.short(), "line": f.words,
                    "treatment": f.treatment, "message": f.message, "undecided": f.undecided}))
            })
            .collect();
        let mut all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "test",
            "scenarios": self.scenarios,
            "runs": self.runs,
            "passed": self.runs - failed.len(),
            "failed": failed,
            "not_read": self.unread,
            "missing": self.missing,
            "diagnostics": self.problems.iter().map(|d| as_json(&Finding::of(d, self.files))).collect::<Vec<_>>(),
        });
        if let Some(coverage) = &self.coverage {
            let systems: Vec<_> = (coverage.systems.iter())
                .map(|(name, (known, covered, missing))| {
                    json!({"system": name, "clauses": known, "covered": covered, "uncovered": missing})
                })
                .collect();
            all["ledger"] = json!({"systems": systems, "unknown": coverage.unknown});
        }
        if let Some(report) = &self.survivors {
            all["mutants"] = mutants_json(report);
        }
        writeln!(anstream::stdout().lock(), "{all}")?;
        Ok(())
    }
}

/// A scenario that failed, or whose search reached its bound.
fn failure(outcome: &Outcome, fault: &Fault) -> Finding {
    let code = if fault.undecided {
        "undecided"
    } else {
        "failed"
    };
    let treatment = fault.treatment.map_or(String::new(), |t| format!("{t}: "));
    let message = format!(
        "scenario \"{}\" of {}: {treatment}{}: {}",
        outcome.title,
        outcome.setting,
        fault.words.trim(),
        fault.message
    );
    Finding::error(code, fault.place.clone(), message)
}

fn print_coverage(out: &mut impl Write, coverage: &Coverage) -> std::io::Result<()> {
    let (mut known, mut covered) = (0, 0);
    for (system, (of, done, missing)) in &coverage.systems {
        known += of;
        covered += done;
        let missing = if missing.is_empty() {
            String::new()
        } else {
            format!("; not: {}", missing.join(" "))
        };
        writeln!(out, "{system}: {done} of {of}{missing}")?;
    }
    for name in &coverage.unknown {
        writeln!(out, "no clause is called {name}")?;
    }
    writeln!(out, "{covered} of {known} clauses covered")
}

fn print_mutants(out: &mut impl Write, report: &mutants::Report) -> std::io::Result<()> {
    let line = |s: &Survivor| format!("{}: {}: {}", s.place, s.change, s.words);
    for survivor in &report.alive {
        writeln!(out, "no scenario notices: {}", line(survivor))?;
    }
    for (survivor, reason) in &report.explained {
        writeln!(out, "explained: {}\n  survives: {reason}", line(survivor))?;
    }
    for (place, reason) in &report.needless {
        writeln!(out, "explains nothing: {place}\n  survives: {reason}")?;
    }
    let (alive, explained) = (report.alive.len(), report.explained.len());
    writeln!(
        out,
        "{} mutants: {} noticed, {explained} explained, {alive} not noticed",
        report.tried,
        report.tried - alive - explained,
    )
}

fn mutants_json(report: &mutants::Report) -> serde_json::Value {
    let survivor =
        |s: &Survivor| json!({"place": s.place.to_string(), "change": s.change, "words": s.words});
    let alive: Vec<_> = report.alive.iter().map(survivor).collect();
    let explained: Vec<_> = (report.explained.iter())
        .map(|(s, reason)| {
            let mut entry = survivor(s);
            entry["reason"] = json!(reason);
            entry
        })
        .collect();
    let needless: Vec<_> = (report.needless.iter())
        .map(|(place, reason)| json!({"place": place.to_string(), "reason": reason}))
        .collect();
    json!({"tried": report.tried, "alive": alive, "explained": explained, "needless": needless})
}
