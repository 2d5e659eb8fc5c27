//! The library a command works with: the embedded rule files, those of the user in their place or beside them.
mod cases;

pub use cases::Cases;

use crate::exit::Failure;
use crate::parallel::{cores, in_parallel};
use crate::project::{self, Project};
use crate::sources::{self, EXTENSIONS, Source};
use dsl::compile::{Checked, check};
use dsl::diagnostic::{Diagnostic, nearest};
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use dsl::parse::parse;
use dsl::syntax::{FileId, Span, Unit, UnitKind};
use std::collections::BTreeSet;
use std::path::Path;

/// See the module.
pub struct Shelf {
    /// All files.
    pub library: Library,
    /// How many of them, at the end, are the user's; none: the command was asked about the embedded ones.
    own: Option<usize>,
    /// Files of the user that cannot be read as text (E200).
    unreadable: Vec<Diagnostic>,
    /// Folders of the user without rule files.
    pub empty: Vec<String>,
}

/// What files of a project may build on that are checked or tested alone: its library, and its variants, modes and decks. Its
/// other armies stay out: an army is no reason why another one should fail.
fn of_project(paths: &[String]) -> Result<Vec<Source>, Failure> {
    let project = Project::here()?.unwrap_or_default();
    let mut names = sources::not_among(&project.library, paths, &EXTENSIONS)?;
    names.extend(sources::not_among(
        &project.paths,
        paths,
        &["variant", "deck"],
    )?);
    let found = sources::find_all(&names)?;
    Ok(found.sources)
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

    /// The same, where the text of standard input (`-`) stands for a file of this name.
    ///
    /// # Errors
    /// As [`Shelf::with`]; none of the paths is standard input, or the name does not end like a rule file.
    pub fn with_stdin_as(paths: &[String], name: &str) -> Result<Shelf, Failure> {
        let ending = Path::new(name).extension().and_then(|e| e.to_str());
        if !ending.is_some_and(|e| sources::EXTENSIONS.contains(&e)) {
            let endings = sources::EXTENSIONS.join(", .");
            return Err(Failure::said(format!(
                "--stdin-filename {name}: the names of rule files end in .{endings}"
            )));
        }
        let mut found = sources::find_all(paths)?;
        let from = |s: &&mut Source| s.path == sources::STDIN;
        let Some(source) = found.sources.iter_mut().find(from) else {
            return Err(Failure::said(
                "--stdin-filename names what comes from standard input: give the path `-` too",
            ));
        };
        source.path = name.to_string();
        let asked = Some(found.sources.len());
        let beside = of_project(paths)?;
        Ok(Shelf::of_files(found, beside, asked, true, None))
    }

    /// The same without the scenarios of the library.
    ///
    /// # Errors
    /// As [`Shelf::with`].
    pub fn to_play(paths: &[String]) -> Result<Shelf, Failure> {
        Shelf::of(paths, false)
    }

    /// For commands that play: the embedded library with the rule files of the project and those at these paths.
    ///
    /// # Errors
    /// As [`Shelf::with`]; the project file does not read.
    pub fn for_games(paths: &[String]) -> Result<Shelf, Failure> {
        let project = Project::here()?.unwrap_or_default();
        let mut all = sources::not_among(&project.rules(), paths, &EXTENSIONS)?;
        all.extend(paths.iter().cloned());
        Shelf::of(&all, false)
    }

    fn of(paths: &[String], scenarios: bool) -> Result<Shelf, Failure> {
        let found = sources::find_all(paths)?;
        // the rules beside a scenario belong to it; the command was not asked about them
        let mut beside = sources::beside(paths)?;
        if scenarios && !paths.is_empty() {
            beside.extend(of_project(paths)?);
        }
        let asked = (!paths.is_empty()).then_some(found.sources.len());
        Ok(Shelf::of_files(found, beside, asked, scenarios, None))
    }

    /// The embedded library with these files of the user, with or without its scenarios; see [`Shelf::with`].
    pub fn from_sources(own: Vec<Source>, scenarios: bool) -> Shelf {
        let asked = (!own.is_empty()).then_some(own.len());
        let found = sources::Found {
            sources: own,
            ..sources::Found::default()
        };
        Shelf::of_files(found, Vec::new(), asked, scenarios, None)
    }

    /// The embedded library with these texts; the command is asked about the last so many of them.
    pub fn of_texts(own: Vec<Source>, asked: usize) -> Shelf {
        Shelf::of_texts_after(own, asked, &Library::default())
    }

    /// The same after a library that was read before: files that are as they were are not read again.
    pub fn of_texts_after(own: Vec<Source>, asked: usize, before: &Library) -> Shelf {
        let asked = asked.min(own.len());
        let found = sources::Found {
            sources: own,
            ..sources::Found::default()
        };
        Shelf::of_files(found, Vec::new(), Some(asked), false, Some(before))
    }

    /// The embedded library, files that belong to those of the user, and these; the command is asked about the last so many.
    /// A file of the library whose place is taken is left out; after a library that was read before it stays, empty, so that
    /// the files behind it keep their numbers and need not be read again.
    fn of_files(
        found: sources::Found,
        beside: Vec<Source>,
        asked: Option<usize>,
        scenarios: bool,
        before: Option<&Library>,
    ) -> Shelf {
        let sources::Found {
            sources: own,
            unread,
            empty,
        } = found;
        let own_count = own.len();
        let named = own.iter().chain(&beside);
        let names: BTreeSet<Key> = named.flat_map(|s| keys(&s.text)).collect();
        let embedded = sources::embedded().into_iter().filter_map(|mut s| {
            let scenario = s.path.ends_with(".scenario");
            let wanted = !scenario || scenarios && asked.is_none();
            if wanted && keys(&s.text).any(|k| names.contains(&k)) {
                before?;
                s.text.clear();
            }
            wanted.then_some(s)
        });
        let files: Vec<Source> = embedded.chain(beside).chain(own).collect();
        let nothing = Library::default();
        let library = before
            .unwrap_or(&nothing)
            .anew(files.iter().map(|s| (&s.path, &s.text)));
        let first = files.len() - own_count;
        let unreadable = unread.into_iter().map(|(at, wrong)| {
            let file = FileId((first + at) as u32);
            let span = Span { file, lo: 0, hi: 0 };
            Diagnostic::new("E200", span, format!("this file cannot be read: {wrong}"))
                .help("a rule file is UTF-8 text of at most 1 MiB")
        });
        Shelf {
            unreadable: unreadable.collect(),
            library,
            own: asked,
            empty,
        }
    }

    /// [`Shelf::problems`], each with the number of the user's file it is in.
    pub fn problems_with_own(&self) -> Vec<(Option<usize>, Diagnostic)> {
        let own = self.own.unwrap_or(0);
        let embedded = self.library.files().len() - own;
        let number = |d: &Diagnostic| (d.span.file.0 as usize).checked_sub(embedded);
        let of_own = |d: &Diagnostic| number(d).filter(|n| *n < own);
        let found = self.problems().into_iter();
        found.map(|d| (of_own(&d), d)).collect()
    }

    /// Whether a file is one of those the command was asked about.
    pub fn asked(&self, file: FileId) -> bool {
        let first = self.own.map_or(0, |own| self.library.files().len() - own);
        file.0 as usize >= first
    }

    /// The units of a sort in the files the command was asked about.
    pub fn asked_units(&self, kind: UnitKind) -> impl Iterator<Item = &Unit> {
        self.library.units(kind).filter(|u| self.asked(u.span.file))
    }

    /// How many files the command was asked about.
    pub fn asked_files(&self) -> usize {
        self.own.unwrap_or(self.library.files().len())
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

    /// The variants a unit is written for that there are; others are problems of its heading.
    fn known(&self, unit: &Unit) -> Vec<String> {
        let there = |v: &&String| self.library.find(UnitKind::Variant, v).is_some();
        (unit.of.iter().map(|v| &v.text).filter(there).cloned()).collect()
    }

    /// E201 for variants that headings of the files asked about name and nobody has, E212 for headings that name none: what stands
    /// below them belongs to no game.
    fn unknown_variants(&self) -> Vec<Diagnostic> {
        let kinds = [UnitKind::Army, UnitKind::Mode, UnitKind::Scenario];
        let units = kinds.into_iter().flat_map(|kind| self.asked_units(kind));
        let mut told = Vec::new();
        for unit in units {
            let names = unit.of.iter();
            let unknown = names.filter(|n| self.library.find(UnitKind::Variant, &n.text).is_none());
            told.extend(unknown.map(|name| self.library.missing(UnitKind::Variant, name)));
            let amiss = |d: &Diagnostic| d.is_error() && unit.head.holds(d.span);
            if unit.of.is_empty() && !self.library.problems().iter().any(amiss) {
                let kind = unit.kind.word();
                let said = format!("this {kind} is written for no variant, so nothing reads it");
                let help = "`of` and the name of a variant stand behind its title";
                told.push(Diagnostic::new("E212", unit.head, said).help(help));
            }
        }
        told
    }

    /// The armies asked about that cannot sit in one of these variants, each in a sentence.
    ///
    /// # Errors
    /// Nobody has such a variant.
    pub fn not_in(&self, variants: &[String]) -> Result<Vec<String>, Failure> {
        let mut told = Vec::new();
        for name in variants {
            let Some(variant) = self.library.find(UnitKind::Variant, name) else {
                let known = self.library.units(UnitKind::Variant);
                let near = nearest(name, known.map(|u| u.name.text.as_str()));
                let near =
                    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                let said = format!("{}: there is no variant `{name}`{near}", project::NAME);
                return Err(Failure::said(said));
            };
            let chain = self
                .library
                .chain(variant)
                .unwrap_or_else(|_| vec![variant]);
            let seated = self.library.of_variant(UnitKind::Army, &chain);
            for army in self.asked_units(UnitKind::Army) {
                if seated.iter().any(|unit| unit.span == army.span) {
                    continue;
                }
                let file = self.library.files().get(army.span.file.0 as usize);
                let place = file.map_or_else(String::new, |f| {
                    format!("{}:{}: ", f.name, f.position(army.name.span.lo).0)
                });
                told.push(format!(
                    "{place}army `{}` is not written for `{name}`, in which every army of this project must load",
                    army.name.text
                ));
            }
        }
        Ok(told)
    }

    /// Whether the files are the user's, not the embedded library.
    pub fn is_users(&self) -> bool {
        self.own.is_some()
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
        // of a file that cannot be read it is not known whether it is empty
        let read =
            |d: &Diagnostic| (self.unreadable.iter()).all(|unread| unread.span.file != d.span.file);
        found.retain(read);
        found.extend(self.unreadable.iter().cloned());
        let of_setting = |setting: &Setting| check(&self.library, setting).problems;
        for problems in in_parallel(&self.settings(), cores(), of_setting) {
            let told = |d: &Diagnostic| d.is_error() || self.asked(d.span.file);
            found.extend(problems.into_iter().filter(told));
        }
        found.extend(self.scenarios(|_, _, _| ()).problems);
        in_order(found)
    }

    /// Of the armies of a setting those that compile beside one another, and the others with what is wrong: those of the library
    /// first, then the user's in the order of their files.
    pub fn sound_armies(&self, setting: &Setting) -> (Vec<String>, Vec<(String, String)>) {
        let Some(variant) = self.library.find(UnitKind::Variant, &setting.variant) else {
            return (Vec::new(), Vec::new());
        };
        let chain = (self.library.chain(variant)).unwrap_or_else(|_| vec![variant]);
        let mut units = self.library.of_variant(UnitKind::Army, &chain);
        units.sort_by_key(|unit| self.own.is_some() && self.asked(unit.span.file));
        let (mut sound, mut broken) = (Vec::new(), Vec::new());
        for (n, unit) in units.iter().enumerate() {
            let own = self.own.is_some() && self.asked(unit.span.file);
            let name = unit.name.text.clone();
            let mut armies: Vec<String> = sound.clone();
            armies.push(name.clone());
            if !own && units.get(n + 1).is_some_and(|u| !self.asked(u.span.file)) {
                sound = armies;
                continue;
            }
            let checked = self.compile(&Setting {
                armies: Armies::These(armies.clone()),
                ..setting.clone()
            });
            if checked.rules.is_some() {
                sound = armies;
                continue;
            }
            let errors: Vec<&Diagnostic> =
                (checked.problems.iter().filter(|d| d.is_error())).collect();
            let file = self.library.files().get(unit.span.file.0 as usize);
            let first = errors.first().map_or("", |d| d.message.as_str());
            let why = format!(
                "{}: army `{name}` is left out, it does not compile: {first}",
                file.map_or("", |f| &f.name)
            );
            broken.push((name, why));
        }
        (sound, broken)
    }

    /// Rule files of the user that do not read at all or are for a variant that is not there, each with its first problem: no list
    /// of armies shows them.
    pub fn astray(&self) -> Vec<(String, String)> {
        let mut found: Vec<(String, String)> = Vec::new();
        for problem in self.unread().iter().filter(|_| self.own.is_some()) {
            let file = self.library.files().get(problem.span.file.0 as usize);
            let name = file.map_or("", |f| f.name.as_str());
            // scenarios are no part of a game
            if name.ends_with(".scenario") || found.iter().any(|(known, _)| known == name) {
                continue;
            }
            let why = format!("{name}: left out: {}", problem.message);
            found.push((name.to_string(), why));
        }
        found
    }

    /// The rules of a setting, with all problems.
    pub fn compile(&self, setting: &Setting) -> Checked {
        check(&self.library, setting)
    }

    /// Something in the files cannot be read.
    pub fn unreadable(&self) -> bool {
        self.library.problems().iter().any(|p| p.is_error())
    }

    /// What does not read in the files asked about: a unit with such a heading is in no list, and nobody else would miss it.
    pub fn unread(&self) -> Vec<Diagnostic> {
        let problems = self.library.problems().iter();
        let headings = problems.filter(|d| d.is_error() && self.asked(d.span.file));
        let unreadable = self.unreadable.iter();
        let mut unread: Vec<Diagnostic> = headings.chain(unreadable).cloned().collect();
        unread.extend(self.unknown_variants());
        unread
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
    let (tree, _) = parse(FileId(0), &headings(text));
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

/// A text without comments, without what stands in the blocks of its units, and without scenarios.
fn headings(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut depth, mut at, mut from, mut scenario) = (0usize, 0, 0, false);
    // What is kept is copied in runs; all signs looked at are single bytes.
    let end_of = |at: usize, ends: fn(&u8) -> bool| {
        let rest = bytes.get(at..).unwrap_or_default();
        rest.iter().position(ends).map_or(bytes.len(), |n| at + n)
    };
    while at < bytes.len() {
        match bytes[at] {
            b'#' => {
                if depth == 0 {
                    out.push_str(&text[from..at]);
                }
                at = end_of(at, |b| *b == b'\n');
                from = at;
                continue;
            }
            b'"' => at = end_of(at + 1, |b| matches!(b, b'"' | b'\n')),
            b'{' => {
                if depth == 0 {
                    scenario = text[from..at].trim_start().starts_with("scenario");
                    out.push_str(if scenario { "" } else { &text[from..=at] });
                }
                depth += 1;
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    from = at + usize::from(scenario);
                }
            }
            _ => {}
        }
        at += 1;
    }
    if depth == 0 {
        out.push_str(text.get(from..).unwrap_or_default());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_text_are_those_of_its_units() {
        for file in library::FILES {
            let (tree, _) = parse(FileId(0), file.text);
            let units = tree.units.into_iter();
            let names = units
                .filter(|u| u.kind != UnitKind::Scenario)
                .map(|u| (u.kind, u.name.text));
            let read = keys(file.text).map(|(kind, name, _)| (kind, name));
            assert!(names.eq(read), "{}", file.path);
        }
        let text = "army a of v { # } \n power p { say \"}\" } }\narmy b \"{\" of v, w { }\n";
        let names: Vec<String> = keys(text).map(|k| k.1).collect();
        assert_eq!(names, ["a", "b"]);
    }

    #[test]
    fn a_heading_that_changes_has_no_other_file_read_again() {
        let army = library::FILES.iter().find(|f| f.path.ends_with(".army"));
        let army = army.expect("an army of the library").text;
        let read = |text: &str, before: &Library| {
            let own = Source {
                path: "mine.army".to_string(),
                text: text.to_string(),
            };
            Shelf::of_texts_after(vec![own], 1, before).library
        };
        let before = read(army, &Library::default());
        let after = read(&army.replacen("army ", "army my-", 1), &before);
        assert_eq!(before.files().len(), after.files().len());
        let tree = |library: &Library, i: usize| {
            let tree = library.tree(FileId(i as u32)).expect("a tree");
            std::ptr::from_ref(tree)
        };
        let again = (0..before.files().len()).filter(|i| tree(&before, *i) != tree(&after, *i));
        // the file itself, and the one of the library whose place it had taken
        assert_eq!(again.count(), 2);
    }
}
