//! Scenarios on the engine and on the oracle, held to each other line by line, and what they are made of, written down and read again.
use cli::Core;
use cli::scenario::cases::Case;
use cli::scenario::run::{self, run_within};
use engine::ids::SourceId;
use oracle::Game as Oracle;
use serde::{Serialize, de::DeserializeOwned};

/// Rules and lines of a case are the same after they were written as JSON and read again; then they are also played the same way.
///
/// # Errors
/// A sentence: what differs.
pub fn is_read_as_written(case: &Case) -> Result<(), String> {
    same_again(&*case.rules).map_err(|why| format!("the rules: {why}"))?;
    same_again(&case.script).map_err(|why| format!("the lines: {why}"))
}

fn same_again<T: Serialize + DeserializeOwned + PartialEq>(value: &T) -> Result<(), String> {
    let text = serde_json::to_string(value).map_err(|e| e.to_string())?;
    let read: T = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    match read == *value {
        true => Ok(()),
        false => Err("what is read again is not what was written".into()),
    }
}

/// Runs a case on both; what differs.
///
/// # Errors
/// A sentence: it fails on one of them, or the states after a line or the answers differ.
pub fn held_to_the_oracle(case: &Case) -> Result<(), String> {
    let core = run_within::<Core>(&case.rules, &case.script, case.states);
    let core = core.map_err(|failed| format!("on the engine: {}", failed.message))?;
    let oracle = run_within::<Oracle>(&case.rules, &case.script, case.states);
    let oracle = oracle.map_err(|failed| format!("on the oracle: {}", failed.message))?;
    let pairs = oracle.fingerprints()?.into_iter().zip(core.fingerprints()?);
    let mut lines = case.script.lines.iter().zip(pairs);
    let other = lines.find(|(_, (a, b))| a != b).map(|(line, _)| line.src);
    match (other, core.acts == oracle.acts) {
        (None, true) => Ok(()),
        (line, _) => Err(format!("the state is another{}", difference(case, line))),
    }
}

/// What of the state after a line the two say differently: the first of it.
fn difference(case: &Case, line: Option<SourceId>) -> String {
    let end = (case.script.lines.iter())
        .position(|l| Some(l.src) == line)
        .map_or(0, |n| n + 1);
    let mut script = case.script.clone();
    script.lines.truncate(end);
    let seen = [
        run::seen_after::<Oracle>(&case.rules, &script, case.states),
        run::seen_after::<Core>(&case.rules, &script, case.states),
    ];
    let [Ok(oracle), Ok(core)] = seen else {
        return String::new();
    };
    let only = |of: &[String], other: &[String]| {
        let found = of.iter().find(|line| !other.contains(line));
        found.map_or_else(|| "nothing".to_string(), String::clone)
    };
    format!(
        ": {} on the oracle, {} on the engine",
        only(&oracle, &core),
        only(&core, &oracle)
    )
}
