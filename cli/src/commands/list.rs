//! `armorial list`: what the library holds.
use crate::args::List;
use crate::exit::{Exit, Failure};
use crate::shelf::Shelf;
use dsl::library::Entry;
use dsl::syntax::UnitKind;
use serde_json::json;
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
    let shelf = Shelf::with(&args.paths)?;
    let units = shelf.library.list();
    if !shelf.library.problems().is_empty() {
        anstream::eprintln!("some files do not read in full; `armorial check` tells why");
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = units.iter().map(as_json).collect();
        let all = json!({"schema": crate::JSON_SCHEMA, "command": "list", "units": list});
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    for (kind, heading) in SECTIONS {
        section(
            &mut out,
            heading,
            units.iter().filter(|u| u.kind == kind).collect(),
        )?;
    }
    Ok(Exit::Fine)
}

fn section(out: &mut impl Write, heading: &str, mut units: Vec<&Entry>) -> std::io::Result<()> {
    if units.is_empty() {
        return Ok(());
    }
    units.sort_by(|a, b| a.name.cmp(&b.name));
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{heading}{bold:#}")?;
    let width = units
        .iter()
        .map(|u| u.name.chars().count())
        .max()
        .unwrap_or(0);
    for unit in units {
        let of = if unit.of.is_empty() {
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
