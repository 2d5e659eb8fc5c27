//! `armorial list`: what the library holds.
use crate::args::List;
use crate::exit::{Exit, Failure};
use crate::shelf::Shelf;
use dsl::library::Entry;
use dsl::syntax::{FileId, UnitKind};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// Headings of the list, in its order.
const SECTIONS: [(UnitKind, &str); 4] = [
    (UnitKind::Variant, "variants"),
    (UnitKind::Mode, "modes"),
    (UnitKind::Army, "armies"),
    (UnitKind::Deck, "decks"),
];

/// Lists variants, modes, armies and decks.
pub fn run(args: &List) -> Result<Exit, Failure> {
    let (sections, paths) = asked(&args.paths);
    let shelf = Shelf::with(paths)?;
    let mut units: Vec<Entry> = shelf.library.list();
    let own: BTreeSet<&str> = (shelf.library.files().iter().enumerate())
        .filter(|(i, _)| shelf.asked(FileId(*i as u32)))
        .map(|(_, file)| file.name.as_str())
        .collect();
    units.retain(|u| own.contains(u.file.as_str()));
    if !sections.is_empty() {
        units.retain(|u| sections.contains(&u.kind));
    }
    if shelf.library.problems().iter().any(|d| d.is_error()) {
        anstream::eprintln!("some files do not read in full; `armorial check` tells why");
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = units.iter().map(as_json).collect();
        let armies: BTreeMap<&str, usize> = (editions(&units).into_iter())
            .map(|(edition, armies)| (edition, armies.len()))
            .collect();
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "list",
            "units": list,
            "armies": armies,
        });
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    for (kind, heading) in SECTIONS {
        let of_kind: Vec<&Entry> = units.iter().filter(|u| u.kind == kind).collect();
        if kind == UnitKind::Army {
            for (edition, armies) in editions(&units) {
                let heading = format!("armies of {edition} ({})", armies.len());
                section(&mut out, &heading, armies, false)?;
            }
            continue;
        }
        section(
            &mut out,
            &format!("{heading} ({})", of_kind.len()),
            of_kind,
            true,
        )?;
    }
    Ok(Exit::Fine)
}

/// The sections named at the front of the words; what comes behind them are paths.
fn asked(words: &[String]) -> (Vec<UnitKind>, &[String]) {
    let named: Vec<UnitKind> = words.iter().map_while(|w| section_called(w)).collect();
    let paths = &words[named.len()..];
    (named, paths)
}

fn section_called(word: &str) -> Option<UnitKind> {
    let mut sections = SECTIONS.iter();
    sections
        .find(|(_, name)| *name == word)
        .map(|(kind, _)| *kind)
}

/// The armies by the variants they are written for; one may be written for several.
fn editions(units: &[Entry]) -> BTreeMap<&str, Vec<&Entry>> {
    let mut all: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for army in units.iter().filter(|u| u.kind == UnitKind::Army) {
        for edition in &army.of {
            all.entry(edition).or_default().push(army);
        }
    }
    all
}

/// One list with its heading; with `of` it tells what each is written for.
fn section(
    out: &mut impl Write,
    heading: &str,
    mut units: Vec<&Entry>,
    of: bool,
) -> std::io::Result<()> {
    if units.is_empty() {
        return Ok(());
    }
    units.sort_by(|a, b| a.name.cmp(&b.name));
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{heading}{bold:#}")?;
    let width = units.iter().map(|u| u.name.chars().count()).max();
    let width = width.unwrap_or(0);
    for unit in units {
        let of = if unit.of.is_empty() || !of {
            String::new()
        } else {
            format!("  (of {})", unit.of.join(", "))
        };
        writeln!(out, "  {:width$}  {}{of}", unit.name, unit.title)?;
    }
    Ok(())
}

fn as_json(unit: &Entry) -> serde_json::Value {
    json!({
        "kind": unit.kind.word(),
        "name": unit.name,
        "title": unit.title,
        "of": unit.of,
        "file": unit.file,
        "line": unit.line,
    })
}
