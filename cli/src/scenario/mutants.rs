//! Which mutants no scenario notices.
use super::cases::{Case, Outcome, in_parallel, passes};
use super::mutate::{Change, Mutant, apply, mutants};
use crate::Literal;
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A mutant that lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survivor {
    /// Where the sentence stands.
    pub place: String,
    /// What was changed.
    pub change: String,
    /// The sentence.
    pub words: String,
}

/// All mutants tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many.
    pub tried: usize,
    /// Those no scenario noticed.
    pub alive: Vec<Survivor>,
}

/// Tries every mutant of the rules the passing cases run on; none if nothing passes.
pub fn survivors(cases: &[Case], outcomes: &[Outcome], threads: usize) -> Option<Report> {
    let passing: Vec<&Case> = cases
        .iter()
        .zip(outcomes)
        .filter(|(_, o)| o.failed.is_none())
        .map(|(c, _)| c)
        .collect();
    // A sentence may stand in the rules of many cases.
    let mut all: BTreeMap<Mutant, Vec<&Case>> = BTreeMap::new();
    let mut by_rules: Vec<(&Arc<Ruleset>, Vec<&Case>)> = Vec::new();
    for case in &passing {
        match by_rules
            .iter_mut()
            .find(|(rules, _)| Arc::ptr_eq(rules, &case.rules))
        {
            Some((_, list)) => list.push(case),
            None => by_rules.push((&case.rules, vec![case])),
        }
    }
    for (rules, list) in &by_rules {
        for mutant in mutants(rules) {
            all.entry(mutant).or_default().extend(list.iter().copied());
        }
    }
    if passing.is_empty() {
        return None;
    }
    let list: Vec<(Mutant, Vec<&Case>)> = all.into_iter().collect();
    let alive = in_parallel(&list, threads, |(mutant, cases)| lives(mutant, cases));
    let alive = (list.iter().zip(alive))
        .filter(|(_, alive)| *alive)
        .map(|((mutant, cases), _)| Survivor {
            place: mutant.place.clone(),
            change: match &mutant.change {
                Change::Out => "taken out".to_string(),
                Change::Flip(_, how) => how.clone(),
            },
            words: words(mutant, cases),
        })
        .collect();
    Some(Report {
        tried: list.len(),
        alive,
    })
}

/// Whether every case passes with the mutant; those of the sentence's own clauses are tried first.
fn lives(mutant: &Mutant, cases: &[&Case]) -> bool {
    let tags = tags(mutant, cases);
    let mut cases: Vec<&&Case> = cases.iter().collect();
    let own = |case: &Case| {
        case.script
            .covers
            .iter()
            .any(|c| tags.iter().any(|t| super::expect::same_clause(c, t)))
    };
    cases.sort_by_key(|case| !own(case));
    let mut made: Vec<(&Arc<Ruleset>, Option<Arc<Ruleset>>)> = Vec::new();
    for case in cases {
        if !made
            .iter()
            .any(|(rules, _)| Arc::ptr_eq(rules, &case.rules))
        {
            made.push((&case.rules, apply(&case.rules, mutant).map(Arc::new)));
        }
        let changed = made
            .iter()
            .find(|(rules, _)| Arc::ptr_eq(rules, &case.rules));
        if let Some((_, Some(rules))) = changed
            && !passes::<Literal>(rules, &case.script)
        {
            return false;
        }
    }
    true
}

/// The clauses of the sentence.
fn tags(mutant: &Mutant, cases: &[&Case]) -> Vec<String> {
    let Some(case) = cases.first() else {
        return Vec::new();
    };
    let rules = &case.rules;
    let here = |src: engine::ids::SourceId| {
        (rules.sources.get(src.index()))
            .is_some_and(|s| format!("{}:{}:{}", s.file, s.line, s.column) == mutant.place)
    };
    let of_rules = rules
        .rules
        .iter()
        .filter(|r| here(r.src))
        .flat_map(|r| &r.tags);
    let parts = rules.words.iter().flat_map(|w| &w.parts);
    let of_words = parts.filter(|p| here(p.src)).flat_map(|p| &p.tags);
    of_rules
        .chain(of_words)
        .map(|t| engine::notation::text(rules, *t).to_string())
        .collect()
}

fn words(mutant: &Mutant, cases: &[&Case]) -> String {
    let sources = cases.first().map(|case| &case.rules.sources);
    let found = sources
        .into_iter()
        .flatten()
        .find(|s| format!("{}:{}:{}", s.file, s.line, s.column) == mutant.place);
    let words = found.map_or("", |s| s.words.as_str());
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
