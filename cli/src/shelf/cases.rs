//! The scenarios of a shelf, compiled for the variants they are written for. A scenario that cannot run is counted, never left out.
use super::{Shelf, in_order};
use crate::exit::Failure;
use crate::parallel::{cores, in_parallel};
use crate::scenario::cases::Case;
use dsl::diagnostic::Diagnostic;
use dsl::library::Library;
use dsl::scenario::{Compiled, Scenarios, scenario};
use dsl::syntax::{FileId, Unit, UnitKind};
use engine::rules::{Ruleset, Script};
use std::sync::Arc;

/// Longest words of a position that a message quotes.
const QUOTED: usize = 60;

/// The scenarios of a shelf.
pub struct Cases<T = Case> {
    /// Those that can run, each for every variant it is written for.
    pub cases: Vec<T>,
    /// Why others cannot.
    pub problems: Vec<Diagnostic>,
    /// How many of these runs there would be.
    pub unread: usize,
}

impl Shelf {
    /// The scenarios of the files asked about, each for every variant it is written for, and the problems of those
    /// that cannot run.
    pub fn cases(&self) -> Cases {
        self.scenarios(Case::new)
    }

    /// Compiles the scenarios of the files asked about, those of a file one after the other, and keeps what `keep` makes of each
    /// that can run.
    pub(super) fn scenarios<T: Send>(
        &self,
        keep: impl Fn(String, Arc<Ruleset>, Script) -> T + Sync,
    ) -> Cases<T> {
        let units: Vec<&Unit> = self.asked_units(UnitKind::Scenario).collect();
        // the scenarios of a file share their rules: they are compiled one after the other
        let files: Vec<&[&Unit]> = units.chunk_by(|a, b| a.span.file == b.span.file).collect();
        let of_file = |units: &&[&Unit]| {
            let mut scenarios = Scenarios::new(&self.library);
            let mut found = Cases {
                cases: Vec::new(),
                problems: Vec::new(),
                unread: 0,
            };
            for unit in *units {
                let known = self.known(unit);
                // without a variant it cannot run either
                found.unread += unit.of.len().max(1) - known.len();
                for variant in known {
                    match scenarios.compile(unit, &variant) {
                        Ok(Compiled { rules, script }) => {
                            found.cases.push(keep(variant, Arc::new(rules), script));
                        }
                        Err(problems) => {
                            found.unread += 1;
                            let errors = problems.into_iter().filter(Diagnostic::is_error);
                            found.problems.extend(errors);
                        }
                    }
                }
            }
            found
        };
        let mut all = Cases {
            cases: Vec::new(),
            problems: self.unread(),
            unread: 0,
        };
        for found in in_parallel(&files, cores(), of_file) {
            all.cases.extend(found.cases);
            all.problems.extend(found.problems);
            all.unread += found.unread;
        }
        all.problems = in_order(all.problems);
        all
    }

    /// A scenario that is in no file, compiled for its variant.
    ///
    /// # Errors
    /// Its problems, rendered.
    pub fn scratch(&self, text: &str, variant: &str) -> Result<Compiled, Failure> {
        let files = self
            .library
            .files()
            .iter()
            .map(|f| (f.name.as_str(), f.text.as_str()));
        let library = Library::parse(files.chain([("position", text)]));
        let last = FileId(library.files().len() as u32 - 1);
        let unit = library
            .units(UnitKind::Scenario)
            .find(|u| u.span.file == last);
        let problems = match unit {
            Some(unit) => match scenario(&library, unit, variant) {
                Ok(compiled) => return Ok(compiled),
                Err(problems) => problems,
            },
            None => library
                .problems()
                .iter()
                .filter(|d| d.span.file == last)
                .cloned()
                .collect(),
        };
        // the user wrote no scenario: the words are quoted, not the lines around them
        let told = |d: &Diagnostic| {
            let words = library
                .files()
                .get(d.span.file.0 as usize)
                .map(|f| f.words(d.span));
            let words = words.map(|w| w.split_whitespace().collect::<Vec<_>>().join(" "));
            let quoted = words.filter(|w| {
                let own = !w.is_empty() && !w.starts_with("position");
                own && w.len() <= QUOTED && d.span.file == last
            });
            let quoted = quoted.map_or(String::new(), |w| format!(" (`{w}`)"));
            let help = d
                .help
                .as_ref()
                .map_or(String::new(), |h| format!("\n  {h}"));
            format!("--position: {}{quoted} [{}]{help}", d.message, d.code)
        };
        let errors = problems.iter().filter(|d| d.is_error());
        let errors: Vec<String> = errors.map(told).collect();
        Err(Failure::Rendered(errors.join("\n")))
    }
}
