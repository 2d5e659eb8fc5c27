//! The ledger of clauses, and which of them scenarios cover.
use crate::exit::Failure;
use crate::sources;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// How a clause is proven.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// A scenario that dies with its rule.
    #[default]
    Rule,
    /// A scenario; the rule is a default of language or engine.
    Default,
    /// A worked example, reproduced.
    Example,
    /// Pure information, by its place on the rule card.
    Text,
}

/// One clause.
#[derive(Clone, Debug, Deserialize)]
pub struct Clause {
    /// `club.netherlands.2`.
    pub id: String,
    /// The part of the rules it belongs to.
    pub system: String,
    /// How it is proven.
    #[serde(default)]
    pub proof: Proof,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    clause: Vec<Clause>,
}

/// Clauses covered of clauses known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Per system: known, covered, the ids of those uncovered.
    pub systems: BTreeMap<String, (usize, usize, Vec<String>)>,
    /// Clauses that scenarios or rules name and the ledger does not know.
    pub unknown: Vec<String>,
}

/// Reads all `.toml` files of a folder.
///
/// # Errors
/// A file that cannot be read or is no ledger.
pub fn read(folder: &str) -> Result<Vec<Clause>, Failure> {
    let failed = |source| Failure::File {
        path: folder.to_string(),
        source,
    };
    let mut paths: Vec<_> = fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    paths.sort();
    let mut clauses = Vec::new();
    for path in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
    {
        let name = path.display().to_string();
        let file: File = toml::from_str(&sources::read(&name)?)
            .map_err(|e| Failure::said(format!("{name}: {e}")))?;
        clauses.extend(file.clause);
    }
    Ok(clauses)
}

/// Compares the ledger with what scenarios cover and, for clauses of information, with the tags of the rule texts.
pub fn coverage(
    clauses: &[Clause],
    covered: &BTreeSet<String>,
    printed: &BTreeSet<String>,
) -> Coverage {
    let mut out = Coverage::default();
    for clause in clauses {
        let (known, done, missing) = out.systems.entry(system(clause)).or_default();
        *known += 1;
        let names = if clause.proof == Proof::Text {
            printed
        } else {
            covered
        };
        if names.iter().any(|name| same(name, &clause.id)) {
            *done += 1;
        } else {
            missing.push(clause.id.clone());
        }
    }
    out.unknown = covered
        .iter()
        .filter(|name| !clauses.iter().any(|clause| same(name, &clause.id)))
        .cloned()
        .collect();
    out
}

/// `club.netherlands`: what stands before the number.
fn system(clause: &Clause) -> String {
    let known = clause
        .id
        .rsplit_once('.')
        .map(|(system, _)| system.to_string());
    known.unwrap_or_else(|| clause.system.clone())
}

/// A tag without an edition counts in every edition.
fn same(name: &str, id: &str) -> bool {
    name == id || id.split_once('.').is_some_and(|(_, rest)| rest == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(id: &str, proof: Proof) -> Clause {
        Clause {
            id: id.into(),
            system: "s".into(),
            proof,
        }
    }

    #[test]
    fn coverage_is_counted_per_system_and_names_what_is_missing() {
        let clauses = [
            clause("club.a.1", Proof::Rule),
            clause("club.a.2", Proof::Default),
            clause("web.a.1", Proof::Text),
        ];
        let covered = ["club.a.1", "club.a.9"].map(String::from).into();
        let printed = ["a.1"].map(String::from).into();
        let coverage = coverage(&clauses, &covered, &printed);
        assert_eq!(
            coverage.systems["club.a"],
            (2, 1, vec!["club.a.2".to_string()])
        );
        assert_eq!(coverage.systems["web.a"], (1, 1, vec![]));
        assert_eq!(coverage.unknown, ["club.a.9"]);
    }
}
