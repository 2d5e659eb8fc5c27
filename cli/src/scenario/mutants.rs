//! Which mutants no scenario notices, and which of these a comment beside the sentence explains.
use super::cases::{Case, Outcome};
use super::expect::same_clause;
use super::mutate::{Change, Mutant, Place, apply, mutants};
use super::reasons::Reasons;
use crate::parallel::in_parallel;
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// A mutant that lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survivor {
    /// Where the sentence stands.
    pub place: Place,
    /// What was changed.
    pub change: String,
    /// The sentence.
    pub words: String,
}

/// All mutants tried.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many.
    pub tried: usize,
    /// Those no scenario noticed and no comment explains.
    pub alive: Vec<Survivor>,
    /// Those a comment explains, with its words.
    pub explained: Vec<(Survivor, String)>,
    /// Comments that explain nothing: every mutant of their sentence was noticed.
    pub needless: Vec<(Place, String)>,
}

/// Tries every mutant of the sentences in the files asked about that passing cases run on; none if nothing passes.
pub fn survivors(
    cases: &[Case],
    outcomes: &[Outcome],
    reasons: &Reasons,
    asked: impl Fn(&str) -> bool,
    threads: usize,
) -> Option<Report> {
    let passing: Vec<&Case> = (cases.iter().zip(outcomes))
        .filter(|(_, outcome)| outcome.failed.is_none())
        .map(|(case, _)| case)
        .collect();
    if passing.is_empty() {
        return None;
    }
    let sentences = sentences(&passing, asked);
    let found = in_parallel(&sentences, threads, Sentence::survivors);
    let mut report = Report::default();
    for (sentence, (tried, alive)) in sentences.iter().zip(found) {
        report.tried += tried;
        let reason = reasons.of(&sentence.place, sentence.source().lines().count() as u32);
        if tried > 0
            && alive.is_empty()
            && let Some(reason) = &reason
        {
            let needless = (sentence.place.clone(), reason.clone());
            report.needless.push(needless);
        }
        for change in alive {
            let survivor = Survivor {
                place: sentence.place.clone(),
                change,
                words: sentence.words(),
            };
            match &reason {
                Some(reason) => report.explained.push((survivor, reason.clone())),
                None => report.alive.push(survivor),
            }
        }
    }
    Some(report)
}

/// The first of these cases that no longer passes with a mutant, those of the sentence's own clauses and file first.
pub fn notices<'a>(cases: &'a [Case], mutant: &Mutant) -> Option<&'a Case> {
    let here = |case: &&Case| {
        let mut sources = (0..case.rules.sources.len()).map(engine::ids::SourceId::from);
        sources.any(|src| mutant.place.is(&case.rules, src))
    };
    let mut sentence = Sentence {
        place: mutant.place.clone(),
        mutants: Vec::new(),
        cases: cases.iter().filter(here).collect(),
    };
    sentence.order();
    let noticed = |case: &&&Case| {
        let rules = apply(&case.rules, mutant);
        rules.is_some_and(|rules| !case.passes_by(&Arc::new(rules)))
    };
    sentence.cases.iter().find(noticed).copied()
}

/// A sentence, its mutants, and the cases whose rules contain it.
struct Sentence<'a> {
    place: Place,
    mutants: Vec<Mutant>,
    cases: Vec<&'a Case>,
}

/// The sentences of all cases, in the order of their places; each stands in the rules of many cases.
fn sentences<'a>(cases: &[&'a Case], asked: impl Fn(&str) -> bool) -> Vec<Sentence<'a>> {
    let mut all: BTreeMap<Place, (Vec<Mutant>, Vec<&Case>)> = BTreeMap::new();
    for case in cases {
        let mut own: BTreeMap<Place, Vec<Mutant>> = BTreeMap::new();
        let mutants = mutants(&case.rules, &asked);
        for mutant in mutants {
            own.entry(mutant.place.clone()).or_default().push(mutant);
        }
        for (place, mutants) in own {
            let (known, cases) = all.entry(place).or_default();
            known.extend(mutants);
            cases.push(case);
        }
    }
    all.into_iter()
        .map(|(place, (mut mutants, cases))| {
            mutants.sort();
            mutants.dedup();
            let mut sentence = Sentence {
                place,
                mutants,
                cases,
            };
            sentence.order();
            sentence
        })
        .collect()
}

impl Sentence<'_> {
    /// Puts first what is likely to notice: scenarios of the sentence's own clauses, then those beside its file, then short ones.
    fn order(&mut self) {
        let tags = self.tags();
        let covers = |case: &Case| {
            let covered = case.script.covers.iter();
            covered
                .into_iter()
                .any(|c| tags.iter().any(|t| same_clause(c, t)))
        };
        let stem = |path: &str| Path::new(path).with_extension("");
        let here = stem(&self.place.file);
        let beside = |case: &Case| {
            let source = case.rules.sources.get(case.script.src.index());
            source.is_some_and(|s| stem(&s.file) == here)
        };
        self.cases
            .sort_by_cached_key(|case| (!covers(case), !beside(case), case.script.lines.len()));
    }

    /// How many mutants could be made, and what was changed in those that every case passes with. The case that notices one
    /// mutant is the first to be tried with the next.
    fn survivors(&self) -> (usize, Vec<String>) {
        let mut order: Vec<&Case> = self.cases.clone();
        let (mut tried, mut alive) = (0, Vec::new());
        for mutant in &self.mutants {
            let mut made = false;
            let noticed = order.iter().position(|case| {
                let Some(rules) = apply(&case.rules, mutant) else {
                    return false;
                };
                made = true;
                !case.passes_by(&Arc::new(rules))
            });
            tried += usize::from(made);
            match noticed {
                Some(at) => order[..=at].rotate_right(1),
                None if made => alive.push(mutant.change.to_string()),
                None => {}
            }
        }
        (tried, alive)
    }

    fn rules(&self) -> Option<&Ruleset> {
        self.cases.first().map(|case| &*case.rules)
    }

    /// The clauses of the sentence.
    fn tags(&self) -> Vec<String> {
        let Some(rules) = self.rules() else {
            return Vec::new();
        };
        let here = |src| self.place.is(rules, src);
        let of_rules = (rules.rules.iter())
            .filter(|r| here(r.src))
            .flat_map(|r| &r.tags);
        let parts = rules.words.iter().flat_map(|w| &w.parts);
        let of_words = parts.filter(|p| here(p.src)).flat_map(|p| &p.tags);
        of_rules
            .chain(of_words)
            .map(|t| engine::notation::text(rules, *t).to_string())
            .collect()
    }

    /// Its words as they stand.
    fn source(&self) -> &str {
        let Some(rules) = self.rules() else {
            return "";
        };
        let ids = (0..rules.sources.len()).map(engine::ids::SourceId::from);
        let here = ids.filter(|src| self.place.is(rules, *src));
        // Its first phrase begins at the same place.
        let words = here.map(|src| rules.sources[src.index()].words.as_str());
        words.max_by_key(|words| words.len()).unwrap_or_default()
    }

    /// Its words on one line.
    fn words(&self) -> String {
        let words: Vec<&str> = self.source().split_whitespace().collect();
        words.join(" ")
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Change::Out => f.write_str("taken out"),
            Change::Flip(_, how) => f.write_str(how),
            Change::Without(_) => f.write_str("without a part"),
        }
    }
}
