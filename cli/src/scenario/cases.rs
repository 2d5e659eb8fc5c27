//! Scenarios with the rules they were compiled against, run under every treatment.
use super::run::{self, Played, again, run_within};
use super::{Failed, Stage};
use crate::Core;
use crate::findings::Place;
use crate::parallel::in_parallel;
use engine::ids::SourceId;
use engine::rules::{Ruleset, Script};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A scenario for one setting.
#[derive(Clone)]
pub struct Case {
    /// Variant and modes, for messages.
    pub setting: String,
    /// The rules.
    pub rules: Arc<Ruleset>,
    /// The lines.
    pub script: Script,
    /// How many states its searches may visit.
    pub states: u32,
}

impl Case {
    /// A scenario whose searches may visit the usual number of states.
    pub fn new(setting: String, rules: Arc<Ruleset>, script: Script) -> Case {
        Case {
            setting,
            rules,
            script,
            states: super::search::STATES,
        }
    }
    /// Whether it passes by other rules than its own, without treatments.
    pub fn passes_by(&self, rules: &Arc<Ruleset>) -> bool {
        passes::<Core>(rules, &self.script)
    }
}

/// How a scenario went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Its title.
    pub title: String,
    /// Variant and modes.
    pub setting: String,
    /// What went wrong.
    pub failed: Option<Fault>,
}

/// See [`Outcome`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where the line stands.
    pub place: Place,
    /// The line.
    pub words: String,
    /// Under which treatment; none: as it stands.
    pub treatment: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// A search reached its bound: the scenario has neither passed nor failed.
    pub undecided: bool,
}

/// Runs all cases on so many threads; the outcomes are in the order of the cases.
pub fn run_all(cases: &[Case], threads: usize) -> Vec<Outcome> {
    in_parallel(cases, threads, run_one)
}

/// Runs a case as it stands and under every treatment. A panic is a failure of the case, whoever's fault it is.
pub fn run_one(case: &Case) -> Outcome {
    let result = catch_unwind(AssertUnwindSafe(|| treated(case))).unwrap_or_else(|_| {
        let message = "the program panicked".to_string();
        Err(fault(
            case,
            None,
            Failed {
                line: case.script.src,
                message,
                undecided: false,
            },
        ))
    });
    Outcome {
        title: case.script.title.clone(),
        setting: case.setting.clone(),
        failed: result.err(),
    }
}

fn treated(case: &Case) -> Result<(), Fault> {
    let fault =
        |treatment: Option<&'static str>| move |failed: Failed| fault(case, treatment, failed);
    let played: Played<Core> =
        run_within::<Core>(&case.rules, &case.script, case.states).map_err(fault(None))?;
    again::<Core>(&case.script, &played).map_err(fault(Some("played again")))
}

/// Whether a scenario passes as it stands, without treatments; a panic is a failure.
pub fn passes<G: Stage>(rules: &Arc<Ruleset>, script: &Script) -> bool {
    catch_unwind(AssertUnwindSafe(|| run::passes::<G>(rules, script))).unwrap_or(false)
}

/// Where a source begins.
pub fn place(rules: &Ruleset, src: SourceId) -> Place {
    let source = rules.sources.get(src.index());
    source.map_or_else(Place::default, |s| Place {
        file: s.file.clone(),
        line: s.line,
        column: s.column,
        ..Place::default()
    })
}

fn fault(case: &Case, treatment: Option<&'static str>, failed: Failed) -> Fault {
    let source = case.rules.sources.get(failed.line.index());
    Fault {
        place: place(&case.rules, failed.line),
        words: source.map_or_else(String::new, |s| {
            s.words.lines().next().unwrap_or_default().to_string()
        }),
        treatment,
        message: failed.message,
        undecided: failed.undecided,
    }
}
