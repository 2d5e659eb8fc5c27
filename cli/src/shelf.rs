//! The library a command works with: the embedded rule files, those of the user in their place or beside them.
use crate::exit::Failure;
use crate::render;
use crate::scenario::cases::Case;
use crate::sources::{self, Source};
use dsl::compile::{Checked, check};
use dsl::diagnostic::Diagnostic;
use dsl::gather::Setting;
use dsl::library::Library;
use dsl::parse::parse;
use dsl::scenario::{Compiled, scenario};
use dsl::syntax::{FileId, Unit, UnitKind};
use std::collections::BTreeSet;
use std::sync::Arc;

/// See the module.
pub struct Shelf {
    /// All files.
    pub library: Library,
    /// How many of them, at the end, are the user's; 0: only the embedded ones.
    own: usize,
}

impl Shelf {
    /// The embedded library with the files at these paths. A file of the user takes the place of every embedded file that
    /// has a unit of the same sort and name; scenarios of the library stay out of a shelf with files of the user.
    ///
    /// # Errors
    /// A path that cannot be read.
    pub fn with(paths: &[String]) -> Result<Shelf, Failure> {
        Shelf::of(paths, true)
    }

    /// The same without the scenarios of the library, for commands that only play.
    ///
    /// # Errors
    /// As [`Shelf::with`].
    pub fn to_play(paths: &[String]) -> Result<Shelf, Failure> {
        Shelf::of(paths, false)
    }

    fn of(paths: &[String], scenarios: bool) -> Result<Shelf, Failure> {
        let own = if paths.is_empty() {
            Vec::new()
        } else {
            sources::read_all(paths)?
        };
        Ok(Shelf::beside(own, scenarios))
    }

    /// The embedded library with these texts; the command is asked about the last so many of them.
    pub fn of_texts(own: Vec<Source>, asked: usize) -> Shelf {
        let count = own.len();
        let mut shelf = Shelf::beside(own, false);
        shelf.own = asked.min(count);
        shelf
    }

    fn beside(own: Vec<Source>, scenarios: bool) -> Shelf {
        let names: BTreeSet<Key> = own.iter().flat_map(|s| keys(&s.text)).collect();
        let own_count = own.len();
        let embedded = sources::embedded().into_iter().filter(|s| {
            let scenario = s.path.ends_with(".scenario");
            let wanted = !scenario || scenarios && own_count == 0;
            wanted && (own_count == 0 || !keys(&s.text).any(|k| names.contains(&k)))
        });
        let files: Vec<Source> = embedded.chain(own).collect();
        let library = Library::parse(files.iter().map(|s| (&s.path, &s.text)));
        Shelf {
            library,
            own: own_count,
        }
    }

    /// Whether a file is one of those the command was asked about.
    pub fn asked(&self, file: FileId) -> bool {
        self.own == 0 || file.0 as usize >= self.library.files().len() - self.own
    }

    /// The units of a sort in the files the command was asked about.
    pub fn asked_units(&self, kind: UnitKind) -> impl Iterator<Item = &Unit> {
        self.library.units(kind).filter(|u| self.asked(u.span.file))
    }

    /// How many files the command was asked about.
    pub fn asked_files(&self) -> usize {
        if self.own == 0 {
            self.library.files().len()
        } else {
            self.own
        }
    }

    /// The settings in which the files asked about are compiled: each of their variants with all its armies, alone and with each of
    /// its modes; for armies and modes the variants they are written for.
    pub fn settings(&self) -> Vec<Setting> {
        let mut all: BTreeSet<(String, Option<String>)> = BTreeSet::new();
        for variant in self.asked_units(UnitKind::Variant) {
            all.insert((variant.name.text.clone(), None));
            let chain = self
                .library
                .chain(variant)
                .unwrap_or_else(|_| vec![variant]);
            for mode in self.library.of_variant(UnitKind::Mode, &chain) {
                all.insert((variant.name.text.clone(), Some(mode.name.text.clone())));
            }
        }
        for army in self.asked_units(UnitKind::Army) {
            all.extend(self.known(army).into_iter().map(|v| (v, None)));
        }
        for mode in self.asked_units(UnitKind::Mode) {
            let name = &mode.name.text;
            all.extend(
                self.known(mode)
                    .into_iter()
                    .map(|v| (v, Some(name.clone()))),
            );
        }
        all.into_iter()
            .map(|(variant, mode)| Setting {
                modes: mode.into_iter().collect(),
                ..Setting::of(&variant)
            })
            .collect()
    }

    /// The variants a unit is written for that there are; if there is none of them, the first, so that somebody complains.
    fn known(&self, unit: &Unit) -> Vec<String> {
        let there = |v: &&String| self.library.find(UnitKind::Variant, v).is_some();
        let of: Vec<&String> = unit.of.iter().map(|v| &v.text).collect();
        let known: Vec<String> = of.iter().copied().filter(there).cloned().collect();
        if known.is_empty() {
            of.into_iter().take(1).cloned().collect()
        } else {
            known
        }
    }

    /// All problems of the files asked about, and of others what keeps these from being compiled; each once, in the order of the
    /// files.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = self
            .library
            .problems()
            .iter()
            .filter(|d| self.asked(d.span.file))
            .cloned()
            .collect();
        for setting in self.settings() {
            let problems = check(&self.library, &setting).problems;
            found.extend(
                problems
                    .into_iter()
                    .filter(|d| d.is_error() || self.asked(d.span.file)),
            );
        }
        found.extend(self.cases().1);
        in_order(found)
    }

    /// The rules of a setting, with all problems.
    pub fn compile(&self, setting: &Setting) -> Checked {
        check(&self.library, setting)
    }

    /// What does not read in the files asked about: a unit with such a heading is in no list, and nobody else would miss it.
    pub fn unread(&self) -> Vec<Diagnostic> {
        let problems = self.library.problems().iter();
        problems
            .filter(|d| d.is_error() && self.asked(d.span.file))
            .cloned()
            .collect()
    }

    /// The scenarios of the files asked about, each for every variant it is written for, and the problems of those
    /// that cannot run.
    pub fn cases(&self) -> (Vec<Case>, Vec<Diagnostic>) {
        let (mut cases, mut problems) = (Vec::new(), self.unread());
        for unit in self.asked_units(UnitKind::Scenario) {
            for variant in self.known(unit) {
                match scenario(&self.library, unit, &variant) {
                    Ok(Compiled { rules, script }) => cases.push(Case {
                        setting: variant.clone(),
                        rules: Arc::new(rules),
                        script,
                    }),
                    Err(found) => problems.extend(found.into_iter().filter(Diagnostic::is_error)),
                }
            }
        }
        (cases, in_order(problems))
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
        let errors: Vec<String> = (problems.iter().filter(|d| d.is_error()))
            .map(|d| render::diagnostic(d, library.files()))
            .collect();
        Err(Failure::Rendered(errors.join("\n\n")))
    }

    /// The clauses all sentences, blocks and headings of the library are tagged with.
    pub fn tags(&self) -> Vec<String> {
        let files = self
            .library
            .files()
            .iter()
            .filter(|f| !f.name.ends_with(".scenario"));
        files.flat_map(|f| tags(&f.text)).collect()
    }
}

/// What stands in square brackets outside strings and comments.
fn tags(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut quoted = false;
        let mut open = None;
        for (i, c) in line.char_indices() {
            match c {
                '"' => quoted = !quoted,
                '#' if !quoted => break,
                '[' if !quoted => open = Some(i + 1),
                ']' if !quoted => {
                    let inside = open.take().map_or("", |start| &line[start..i]);
                    found.extend(inside.split_whitespace().map(str::to_string));
                }
                _ => {}
            }
        }
    }
    found
}

/// Each once, in the order of the files.
fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_cached_key(|d| {
        (
            d.span.file.0,
            d.span.lo,
            d.span.hi,
            d.code,
            d.message.clone(),
        )
    });
    found.dedup();
    found
}

/// What makes a unit the same as another.
type Key = (UnitKind, String, Vec<String>);

fn keys(text: &str) -> impl Iterator<Item = Key> {
    let (tree, _) = parse(FileId(0), text);
    let units = tree
        .units
        .into_iter()
        .filter(|u| u.kind != UnitKind::Scenario);
    units.map(|u| {
        (
            u.kind,
            u.name.text,
            u.of.into_iter().map(|v| v.text).collect(),
        )
    })
}
