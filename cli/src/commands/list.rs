//! `armorial list`: what the library holds.
use crate::args::List;
use crate::exit::{Exit, Failure};
use crate::sources;
use dsl::parse::parse;
use dsl::syntax::{FileId, Unit, UnitKind};
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
    let sources = sources::chosen(&args.paths)?;
    let mut units: Vec<(&str, Unit)> = Vec::new();
    let mut problems = false;
    for (i, source) in sources.iter().enumerate() {
        let (tree, found) = parse(FileId(i as u32), &source.text);
        problems |= !found.is_empty();
        units.extend(
            tree.units
                .into_iter()
                .map(|unit| (source.path.as_str(), unit)),
        );
    }
    if problems {
        anstream::eprintln!("some files do not read in full; `armorial check` tells why");
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        let list: Vec<_> = units
            .iter()
            .map(|(path, unit)| as_json(path, unit))
            .collect();
        let all = json!({"schema": crate::JSON_SCHEMA, "command": "list", "units": list});
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    for (kind, heading) in SECTIONS {
        section(
            &mut out,
            heading,
            units.iter().map(|(_, u)| u).filter(|u| u.kind == kind),
        )?;
    }
    Ok(Exit::Fine)
}

fn section<'a>(
    out: &mut impl Write,
    heading: &str,
    units: impl Iterator<Item = &'a Unit>,
) -> std::io::Result<()> {
    let mut units: Vec<&Unit> = units.collect();
    if units.is_empty() {
        return Ok(());
    }
    units.sort_by(|a, b| a.name.text.cmp(&b.name.text));
    let bold = anstyle::Style::new().bold();
    writeln!(out, "{bold}{heading}{bold:#}")?;
    let width = units
        .iter()
        .map(|u| u.name.text.chars().count())
        .max()
        .unwrap_or(0);
    for unit in units {
        let title = unit.title.as_ref().map_or("", |t| t.text.as_str());
        let of = names(unit);
        let of = if of.is_empty() {
            String::new()
        } else {
            format!("  (of {})", of.join(", "))
        };
        writeln!(out, "  {:width$}  {title}{of}", unit.name.text)?;
    }
    Ok(())
}

/// The variants a unit is written for.
fn names(unit: &Unit) -> Vec<&str> {
    unit.of.iter().map(|of| of.text.as_str()).collect()
}

fn as_json(path: &str, unit: &Unit) -> serde_json::Value {
    let kind = match unit.kind {
        UnitKind::Army => "army",
        UnitKind::Variant => "variant",
        UnitKind::Mode => "mode",
        UnitKind::Deck => "deck",
        UnitKind::Scenario => "scenario",
        UnitKind::Power => "power",
        UnitKind::Kind => "kind",
    };
    json!({
        "kind": kind,
        "name": unit.name.text,
        "title": unit.title.as_ref().map(|t| &t.text),
        "of": names(unit),
        "from": unit.from.as_ref().map(|(base, _)| &base.text),
        "file": path,
    })
}
