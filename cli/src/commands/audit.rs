//! `armorial audit`: what of the rules makes a difference. Games are played with each sentence, and each part of a sentence,
//! left out; what never made a difference is a finding, unless a comment beside it says why.
mod beside;
mod report;
mod subject;
mod wording;

use crate::args::Audit;
use crate::exit::{Exit, Failure};
use crate::findings::Format;
use crate::parallel::in_parallel;
use crate::project;
use crate::scenario::cases::Case;
use crate::scenario::mutate::{Change, Place};
use crate::scenario::reasons::{NO_DIFFERENCE, Reasons, SURVIVES};
use crate::shelf::Shelf;
use crate::sources::no_rule_files;
use crate::talk;
use report::Report;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use subject::{Audited, Budget, Subject, Verdicts, subjects};

/// Threads if nobody says how many.
const THREADS: usize = 2;

/// Audits.
pub fn run(args: &Audit) -> Result<Exit, Failure> {
    let filter = args.filter.as_deref().map(regex::Regex::new).transpose();
    let filter = filter.map_err(|e| Failure::said(format!("--filter: {e}")))?;
    let (paths, project) = project::of(&args.paths)?;
    let shelf = Shelf::with(&paths)?;
    let cases: Vec<Case> = shelf.cases().cases;
    let subjects: Vec<Subject> = (subjects(&shelf).into_iter())
        .filter(|s| filter.as_ref().is_none_or(|f| f.is_match(&s.name)))
        .collect();
    let budget = Budget {
        games: args.games,
        decisions: args.decisions,
        seed: args.seed,
    };
    let until = args
        .seconds
        .map(|s| Instant::now() + Duration::from_secs(s));
    let threads = args.threads.or(project.threads).unwrap_or(THREADS);
    let found = in_parallel(&subjects, threads, |subject| {
        if until.is_some_and(|until| Instant::now() > until) {
            return Err(subject.name.clone());
        }
        talk::detail(&format!("auditing {}", subject.name));
        Ok(subject.audit(&shelf, &cases, budget))
    });
    let mut all = Audited::default();
    let mut late = Vec::new();
    for audited in found {
        match audited {
            Ok(audited) => add(&mut all, audited),
            Err(name) => late.push(name),
        }
    }
    let reasons = Reasons::read(shelf.library.files(), &[NO_DIFFERENCE, SURVIVES]);
    let mut missing: Vec<String> = shelf.empty.iter().map(|p| no_rule_files(p)).collect();
    missing.extend(shelf.unread().iter().map(|d| {
        let files = shelf.library.files();
        crate::findings::Finding::of(d, files).concise()
    }));
    if subjects.is_empty() && missing.is_empty() {
        missing.push("there is no army, variant or mode to audit".to_string());
    }
    let report = Report::of(&all, &reasons, late, missing, shelf.is_users());
    report.print(Format::asked(args.format, args.json), args)?;
    Ok(Exit::found(report.found()))
}

/// Adds what came of another subject; sentences of one file may have been looked at for several.
fn add(all: &mut Audited, one: Audited) {
    all.games += one.games;
    all.decisions += one.decisions;
    all.left_out.extend(one.left_out);
    all.circles.extend(one.circles);
    let cuts: BTreeMap<(Place, Change), Verdicts> = one.cuts;
    for (key, verdicts) in cuts {
        let known = all.cuts.entry(key).or_default();
        known.words = verdicts.words;
        known.games += verdicts.games;
        known.differed += verdicts.differed;
        known.refused += verdicts.refused;
        if known.first.is_none() {
            known.first = verdicts.first;
        }
    }
    for (place, counts) in one.rules {
        let known = all.rules.entry(place).or_default();
        known.words = counts.words;
        known.lines = counts.lines;
        known.open += counts.open;
        known.taken += counts.taken;
        known.fired += counts.fired;
        if known.first.is_none() {
            known.first = counts.first;
        }
    }
}
