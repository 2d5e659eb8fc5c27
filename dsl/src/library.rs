//! A set of rule files, read once: what units there are and which of them a name means for a variant.
use crate::diagnostic::{Diagnostic, sort};
use crate::parse::parse;
use crate::pool::FileText;
use crate::syntax::*;
use std::collections::{BTreeMap, btree_map};
use std::num::NonZero;
use std::sync::Arc;

/// So few files are not worth a thread.
const FEW_FILES: usize = 8;

/// Most files of a library.
pub const MAX_FILES: usize = 10_000;

/// A set of rule files. Reading them never fails; what is wrong with them is kept beside them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Library {
    files: Arc<[FileText]>,
    trees: Vec<Arc<FileTree>>,
    /// What was wrong with each file by itself.
    own: Vec<Arc<[Diagnostic]>>,
    problems: Vec<Diagnostic>,
}

/// One unit of a library, for lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// Which sort.
    pub kind: UnitKind,
    /// Its name (a scenario: its title).
    pub name: String,
    /// Its title, its own or its base's.
    pub title: String,
    /// The variants it is written for (armies, modes, scenarios).
    pub of: Vec<String>,
    /// The file it stands in.
    pub file: String,
    /// Its line, from 1.
    pub line: u32,
}

/// A text as it is kept: without a mark of its encoding, its lines ended alike.
fn file_text(path: &str, text: &str) -> FileText {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains('\r') {
        true => FileText::new(path, &text.replace("\r\n", "\n")),
        false => FileText::new(path, text),
    }
}

/// A file by itself, and what is wrong with it.
type Parsed = (FileTree, Vec<Diagnostic>);

fn parsed_one(at: usize, file: &FileText) -> Parsed {
    let (tree, mut problems) = parse(FileId(at as u32), &file.text);
    if tree.units.is_empty() && problems.is_empty() {
        let span = Span {
            file: FileId(at as u32),
            lo: 0,
            hi: 0,
        };
        let said = "this file holds no army, variant, mode, deck or scenario";
        let help = "`armorial new army NAME` writes one to start from";
        problems.push(Diagnostic::new("W386", span, said).help(help));
    }
    (tree, problems)
}

/// The files at these places, in this order. Many are parsed side by side: no file depends on another.
fn parsed(files: &[FileText], places: &[usize]) -> Vec<Parsed> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let each = places.len().div_ceil(cores).max(FEW_FILES);
    let some = |places: &[usize]| -> Vec<Parsed> {
        let files = places.iter().map(|at| parsed_one(*at, &files[*at]));
        files.collect()
    };
    if places.len() <= each {
        return some(places);
    }
    std::thread::scope(|scope| {
        let threads: Vec<_> = (places.chunks(each))
            .map(|places| scope.spawn(move || some(places)))
            .collect();
        let read = threads.into_iter().map(|thread| match thread.join() {
            Ok(read) => read,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        read.flatten().collect()
    })
}

impl Library {
    /// Reads files given as (path, text); paths are only for messages. Line ends may be of either sort.
    pub fn parse<P: AsRef<str>, T: AsRef<str>>(files: impl IntoIterator<Item = (P, T)>) -> Self {
        Library::default().anew(files)
    }

    /// [`Library::parse`] of these files. Those that stand at the same place with the same text as in this library are not
    /// parsed a second time.
    pub fn anew<P: AsRef<str>, T: AsRef<str>>(
        &self,
        files: impl IntoIterator<Item = (P, T)>,
    ) -> Self {
        let mut library = Library::default();
        let texts = files
            .into_iter()
            .take(MAX_FILES)
            .map(|(path, text)| file_text(path.as_ref(), text.as_ref()));
        library.files = texts.collect();
        let known = |at: usize| self.files.get(at) == library.files.get(at);
        let fresh: Vec<usize> = (0..library.files.len()).filter(|at| !known(*at)).collect();
        let mut read = parsed(&library.files, &fresh).into_iter();
        for at in 0..library.files.len() {
            let (tree, own) = match known(at) {
                true => (Arc::clone(&self.trees[at]), Arc::clone(&self.own[at])),
                false => {
                    let (tree, problems) = read.next().unwrap_or_default();
                    (Arc::new(tree), problems.into())
                }
            };
            library.trees.push(tree);
            library.own.push(own);
        }
        let found = library.own.iter().flat_map(|own| own.iter().cloned());
        library.problems = found.collect();
        library.twice();
        let units = library.trees.iter().flat_map(|t| &t.units);
        let unused = crate::review::names(units);
        library.problems.extend(unused);
        sort(&mut library.problems);
        library
    }

    /// E207: two units of one sort and name, written for the same variant.
    fn twice(&mut self) {
        let mut seen: BTreeMap<(UnitKind, &str, &str), &Unit> = BTreeMap::new();
        let mut problems = Vec::new();
        for unit in self
            .trees
            .iter()
            .flat_map(|t| &t.units)
            .filter(|u| u.kind != UnitKind::Scenario)
        {
            let of = unit.of.iter().map(|v| v.text.as_str());
            let of: Vec<&str> = if unit.of.is_empty() {
                vec![""]
            } else {
                of.collect()
            };
            let mut first: Option<&Unit> = None;
            for v in of {
                match seen.entry((unit.kind, &unit.name.text, v)) {
                    btree_map::Entry::Occupied(known) => first = first.or(Some(known.get())),
                    btree_map::Entry::Vacant(free) => {
                        free.insert(unit);
                    }
                }
            }
            if let Some(first) = first {
                let file = &self.files[first.span.file.0 as usize];
                let line = file.position(first.name.span.lo).0;
                let said = format!(
                    "`{}` is defined twice: here and in {}:{line}",
                    unit.name.text, file.name
                );
                let help = "give one of them another name, or write them for different variants";
                problems.push(
                    Diagnostic::new("E207", unit.name.span, said)
                        .help(help)
                        .also(first.name.span, "the other one"),
                );
            }
        }
        self.problems.extend(problems);
    }

    /// The files, by [`FileId`].
    pub fn files(&self) -> &[FileText] {
        &self.files
    }

    /// The files, shared with the programs that are made from the library.
    pub(crate) fn shared_files(&self) -> Arc<[FileText]> {
        Arc::clone(&self.files)
    }

    /// The byte at which a line and column lie, both from 1, with the file of this name.
    pub fn place(&self, name: &str, line: u32, column: u32) -> Option<(FileId, u32)> {
        let at = self.files.iter().position(|f| f.name == name)?;
        Some((FileId(at as u32), self.files[at].byte(line, column)?))
    }

    /// The tree of a file.
    pub fn tree(&self, file: FileId) -> Option<&FileTree> {
        self.trees.get(file.0 as usize).map(|tree| &**tree)
    }

    /// Whether a file is the same text at the same place in both, and so the same tree.
    pub fn shares(&self, other: &Library, file: FileId) -> bool {
        let at = file.0 as usize;
        match (self.trees.get(at), other.trees.get(at)) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// What was wrong with the files themselves, in order.
    pub fn problems(&self) -> &[Diagnostic] {
        &self.problems
    }

    /// All units of one sort.
    pub fn units(&self, kind: UnitKind) -> impl Iterator<Item = &Unit> {
        self.trees
            .iter()
            .flat_map(|t| &t.units)
            .filter(move |u| u.kind == kind)
    }

    /// Everything in the library, in the order of the files.
    pub fn list(&self) -> Vec<Entry> {
        let units = self.trees.iter().flat_map(|t| &t.units);
        units.map(|unit| self.entry(unit)).collect()
    }

    fn entry(&self, unit: &Unit) -> Entry {
        let file = &self.files[unit.span.file.0 as usize];
        Entry {
            kind: unit.kind,
            name: unit.name.text.clone(),
            title: self.title(unit),
            of: unit.of.iter().map(|v| v.text.clone()).collect(),
            file: file.name.clone(),
            line: file.position(unit.span.lo).0,
        }
    }

    /// The title of a unit: its own, its base's, else its name.
    pub fn title(&self, unit: &Unit) -> String {
        let chain = self.chain(unit).unwrap_or_else(|_| vec![unit]);
        let title = chain.iter().rev().find_map(|u| u.title.as_ref());
        title.map_or(&unit.name.text, |t| &t.text).clone()
    }

    /// A variant or deck by name.
    pub fn find(&self, kind: UnitKind, name: &str) -> Option<&Unit> {
        self.units(kind).find(|u| u.name.text == name)
    }

    /// The army or mode of a name that is written for one of these variants.
    fn written_for(&self, kind: UnitKind, name: &str, of: &[Ident]) -> Option<&Unit> {
        let mut named = self.units(kind).filter(|u| u.name.text == name);
        if of.is_empty() {
            return named.next();
        }
        named.find(|u| u.of.iter().any(|v| of.iter().any(|w| w.text == v.text)))
    }

    /// A unit and what it is derived from, the root first.
    /// Errors: E201 for a base that does not exist or is derived from the unit itself.
    pub fn chain<'l>(&'l self, unit: &'l Unit) -> Result<Vec<&'l Unit>, Diagnostic> {
        let mut chain = vec![unit];
        let mut unit = unit;
        while let Some((base, of)) = &unit.from {
            let editions = if of.is_empty() { &unit.of } else { of };
            let found = match unit.kind {
                UnitKind::Variant => self.find(UnitKind::Variant, &base.text),
                kind => self.written_for(kind, &base.text, editions),
            };
            let Some(found) = found else {
                return Err(self.missing(unit.kind, base));
            };
            if chain.iter().any(|u| std::ptr::eq(*u, found)) {
                let said = format!("`{}` is derived from itself", base.text);
                return Err(Diagnostic::new("E201", base.span, said));
            }
            chain.push(found);
            unit = found;
        }
        chain.reverse();
        Ok(chain)
    }

    /// E201 for a name of a unit that is not there.
    pub fn missing(&self, kind: UnitKind, name: &Ident) -> Diagnostic {
        let said = format!("there is no {} called `{}`", kind.word(), name.text);
        let names = self.units(kind).map(|u| u.name.text.as_str());
        Diagnostic::new("E201", name.span, said).nearest(&name.text, names)
    }

    /// The armies or modes that belong to a variant, by its chain (root first), in the order of the files.
    /// Armies: those written for it; if there are none, those of its base, and so on. Modes: those written for
    /// it, as a mode speaks of what the variant says; one of a base can still be asked for by name
    /// ([`Library::mode`]).
    pub fn of_variant<'l>(&'l self, kind: UnitKind, chain: &[&Unit]) -> Vec<&'l Unit> {
        let nearest = chain
            .iter()
            .rev()
            .map(|variant| self.written(kind, variant));
        let mut nearest: Box<dyn Iterator<Item = Vec<&'l Unit>>> = match kind {
            UnitKind::Mode => Box::new(nearest.take(1)),
            _ => Box::new(nearest),
        };
        nearest.find(|units| !units.is_empty()).unwrap_or_default()
    }

    /// The mode of a name that is written for a variant or the nearest of its bases.
    pub fn mode<'l>(&'l self, name: &str, chain: &[&Unit]) -> Option<&'l Unit> {
        let all = chain
            .iter()
            .rev()
            .flat_map(|v| self.written(UnitKind::Mode, v));
        all.into_iter().find(|m| m.name.text == name)
    }

    /// The units written for a variant.
    fn written<'l>(&'l self, kind: UnitKind, variant: &Unit) -> Vec<&'l Unit> {
        let name = &variant.name.text;
        let written = |u: &&Unit| u.of.iter().any(|v| v.text == *name);
        self.units(kind).filter(written).collect()
    }
}

impl UnitKind {
    /// The word of its heading.
    pub fn word(self) -> &'static str {
        match self {
            UnitKind::Army => "army",
            UnitKind::Variant => "variant",
            UnitKind::Mode => "mode",
            UnitKind::Deck => "deck",
            UnitKind::Scenario => "scenario",
            UnitKind::Power => "power",
            UnitKind::Kind => "kind",
        }
    }
}

#[cfg(test)]
mod reading_again {
    use super::*;

    #[test]
    fn what_is_read_again_is_what_would_be_read_anew() {
        let files = |second: &'static str| {
            [
                ("a.army", "army a of v { setup standard }\n"),
                ("b.army", second),
                ("c.army", "army c of v { power p { you may\r\n } }\n"),
            ]
        };
        let first = Library::parse(files("army b of v { setup standard }\n"));
        for second in ["army a of v { setup standard }\n", "army {", ""] {
            let again = first.anew(files(second));
            assert_eq!(again, Library::parse(files(second)), "{second}");
            let shared = [0, 1, 2].map(|f| again.shares(&first, FileId(f)));
            assert_eq!(shared, [true, false, true], "{second}");
        }
        // at another place the spans are others
        let moved = first.anew(files("").into_iter().skip(1));
        assert_eq!(moved, Library::parse(files("").into_iter().skip(1)));
    }
}
