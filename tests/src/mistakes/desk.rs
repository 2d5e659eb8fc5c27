//! The desk at which a page is looked at: the library around it, and the match in which each of its units is compiled.
use super::ground::Page;
use dsl::compile::check;
use dsl::diagnostic::{Diagnostic, Severity};
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use dsl::scenario::scenario;
use dsl::syntax::{FileId, Ident, Unit, UnitKind};
use engine::record::identity;
use std::ops::Range;

/// Files around the pages, and the pages.
pub struct Desk {
    base: Library,
    first: usize,
    pages: Vec<Page>,
}

/// What was seen on a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Seen {
    /// Everything told about the page, errors first, in the order of the text.
    pub problems: Vec<Diagnostic>,
    /// The identities of the rules it makes, by unit.
    pub rules: Vec<(String, String)>,
}

impl Seen {
    /// There is no error.
    pub fn reads(&self) -> bool {
        self.problems.iter().all(|d| !d.is_error())
    }

    /// What is told here and was not told of the page without the mistake; remarks and other places aside.
    pub fn beyond(&self, was: &Seen) -> Vec<Diagnostic> {
        let known = |d: &Diagnostic| {
            (was.problems.iter()).any(|o| o.code == d.code && o.message == d.message)
        };
        let counts = |d: &&Diagnostic| d.severity != Severity::Note && !known(d);
        self.problems.iter().filter(counts).cloned().collect()
    }
}

impl Desk {
    /// The embedded library, each of its files a page.
    pub fn library() -> Desk {
        let files = library::FILES.iter().map(|f| (f.path, f.text));
        Desk::over(Library::parse(files), 0)
    }

    /// A library whose files are pages from this one on.
    pub fn over(base: Library, first: usize) -> Desk {
        let own = base.files().iter().skip(first);
        let pages = own.map(|f| Page::new(&f.name, &f.text)).collect();
        Desk { base, first, pages }
    }

    /// The pages.
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// What the checker says of a page with this text, and the rules it makes; of scenarios only those near a place.
    pub fn look(&self, page: usize, text: &str, near: &Range<usize>) -> Seen {
        let at = self.first + page;
        let files = self.base.files().iter().enumerate().map(|(i, f)| {
            let text = if i == at { text } else { &f.text };
            (f.name.as_str(), text)
        });
        let library = self.base.anew(files);
        let file = FileId(at as u32);
        let mut seen = Seen::default();
        let own = |d: &&Diagnostic| d.span.file == file;
        let mut found: Vec<Diagnostic> = library.problems().iter().filter(own).cloned().collect();
        let units = library.tree(file).map_or(&[][..], |t| &t.units[..]);
        let reach = |u: &&Unit| {
            let (lo, hi) = (near.start as u32, near.end as u32);
            u.kind != UnitKind::Scenario || u.span.lo <= hi && lo <= u.span.hi
        };
        for unit in units.iter().filter(reach) {
            unit_of(&library, unit, &mut found, &mut seen.rules);
        }
        found.retain(|d| d.is_error() || d.span.file == file);
        // what stands in another file is told behind what stands here
        found.sort_by_key(|d| (!d.is_error(), d.span.file != file, d.span.lo, d.span.hi));
        found.dedup();
        seen.problems = found;
        seen
    }

    /// A problem on one line.
    pub fn shown(&self, text: &str, d: &Diagnostic) -> String {
        let here = text.get(..d.span.lo as usize).unwrap_or("");
        let line = here.matches('\n').count() + 1;
        let file = d.span.file.0 as usize;
        let own = (self.pages.get(file.wrapping_sub(self.first))).map_or("?", |p| p.path.as_str());
        let words = (text.get(d.span.lo as usize..d.span.hi as usize)).unwrap_or("");
        let words: String = words.chars().take(40).collect();
        let fix = d.fix.as_ref().or(d.guess.as_ref());
        let fix = fix.map_or(String::new(), |f| format!(" [fix: `{}`]", f.text));
        let help = d.help.as_deref().unwrap_or("-");
        format!(
            "{own}:{line}: {} `{words}`: {} = {help}{fix}",
            d.code, d.message
        )
    }
}

/// Compiles one unit where it is at home.
fn unit_of(
    library: &Library,
    unit: &Unit,
    found: &mut Vec<Diagnostic>,
    rules: &mut Vec<(String, String)>,
) {
    let name = format!("{} {}", unit.kind.word(), unit.name.text);
    if unit.kind == UnitKind::Scenario {
        let known = |v: &&Ident| library.find(UnitKind::Variant, &v.text).is_some();
        let unknown = unit.of.iter().filter(|v| !known(v));
        found.extend(unknown.map(|v| library.missing(UnitKind::Variant, v)));
        for variant in unit.of.iter().filter(known).take(1) {
            match scenario(library, unit, &variant.text) {
                Ok(compiled) => {
                    let script = serde_json::to_value(&compiled.script).ok();
                    let script = script.map(without_places).map(|v| v.to_string());
                    rules.push((name.clone(), script.unwrap_or_default()));
                }
                Err(problems) => found.extend(problems),
            }
        }
        return;
    }
    for variant in unit.of.iter() {
        if library.find(UnitKind::Variant, &variant.text).is_none() {
            found.push(library.missing(UnitKind::Variant, variant));
        }
    }
    for setting in settings(library, unit) {
        let checked = check(library, &setting);
        found.extend(checked.problems);
        let identity = checked.rules.and_then(|r| identity(&r).ok());
        rules.push((name.clone(), identity.unwrap_or_default()));
    }
}

fn without_places(mut value: serde_json::Value) -> serde_json::Value {
    match &mut value {
        serde_json::Value::Object(map) => {
            map.remove("src");
            for (_, inner) in map.iter_mut() {
                *inner = without_places(inner.take());
            }
        }
        serde_json::Value::Array(list) => {
            list.iter_mut().for_each(|v| *v = without_places(v.take()));
        }
        _ => {}
    }
    value
}

/// The matches in which a unit is looked at: its variant with it and no army, or with it alone.
fn settings(library: &Library, unit: &Unit) -> Vec<Setting> {
    let alone = |variant: &str| Setting {
        armies: Armies::These(Vec::new()),
        ..Setting::of(variant)
    };
    let name = unit.name.text.clone();
    let known = |v: &&str| library.find(UnitKind::Variant, v).is_some();
    let of = unit.of.iter().map(|v| v.text.as_str()).filter(known);
    match unit.kind {
        UnitKind::Variant => vec![alone(&name)],
        UnitKind::Army => of
            .map(|v| Setting {
                armies: Armies::These(vec![name.clone()]),
                ..Setting::of(v)
            })
            .collect(),
        UnitKind::Mode => of
            .map(|v| Setting {
                modes: vec![name.clone()],
                ..alone(v)
            })
            .collect(),
        UnitKind::Deck => {
            let takes = |u: &&Unit| u.span.file != unit.span.file;
            let modes = library.units(UnitKind::Mode).filter(takes);
            let named = modes.filter(|m| {
                let file = library.files().get(m.span.file.0 as usize);
                file.is_some_and(|f| f.words(m.span).contains(&name))
            });
            let first = named.flat_map(|m| m.of.iter().map(|v| (m.name.text.clone(), v)));
            let mode = first.take(1).map(|(m, v)| Setting {
                modes: vec![m],
                ..alone(&v.text)
            });
            mode.collect()
        }
        UnitKind::Scenario | UnitKind::Power | UnitKind::Kind => Vec::new(),
    }
}
