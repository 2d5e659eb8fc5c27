//! `armorial sheet`: the rules of variants, modes and armies in full, as a page to read and to print.
use crate::args::{Paper, Sheet as Args};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::sheet::{Maker, Options, Wanted, html, markdown, pdf};
use crate::shelf::Shelf;
use dsl::diagnostic::nearest;
use dsl::syntax::{Unit, UnitKind};
use std::io::Write;

/// The units that have a sheet, games first.
const KINDS: [UnitKind; 3] = [UnitKind::Variant, UnitKind::Mode, UnitKind::Army];

/// Writes a sheet.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut rules = args.rules.clone();
    let files = args.names.iter().filter(|name| is_file(name));
    for file in files {
        if !rules.contains(file) {
            rules.push(file.clone());
        }
    }
    let shelf = Shelf::for_games(&rules)?;
    let options = Options {
        anonymous: args.anonymous,
        tags: args.tags,
        letter: args.paper == Paper::Letter,
        cards: args.cards,
    };
    let wanted = chapters(&shelf, args)?;
    let sheet = Maker::new(&shelf, &options).sheet(&wanted)?;
    let text = if args.md {
        markdown(&sheet, &options).into_bytes()
    } else if args.pdf {
        pdf(&html(&sheet, &options))?
    } else {
        html(&sheet, &options).into_bytes()
    };
    match &args.output {
        None => std::io::stdout().lock().write_all(&text)?,
        Some(path) => files::write_made(path, &text)?,
    }
    // a sentence that does not read stands in no sheet: whoever prints one has to know
    Ok(Exit::found(shelf.unreadable()))
}

/// The chapters in order: what was named; the game of an army behind it; with `--armies` what is written for a game behind that.
fn chapters<'s>(shelf: &'s Shelf, args: &Args) -> Result<Vec<Wanted<'s>>, Failure> {
    let library = &shelf.library;
    let mut found: Vec<Wanted> = Vec::new();
    let mut add = |unit: &'s Unit, variant: &str, whole: bool| {
        if !found.iter().any(|w| std::ptr::eq(w.unit, unit)) {
            found.push(Wanted {
                unit,
                variant: variant.to_string(),
                whole,
            });
        }
    };
    let mut games: Vec<String> = Vec::new();
    let mut all: Vec<(&Unit, String)> = Vec::new();
    for name in &args.names {
        if is_file(name) {
            all.extend(in_file(shelf, name, args.edition.as_deref())?);
        } else {
            all.push(named(shelf, &name.to_lowercase(), args.edition.as_deref())?);
        }
    }
    for (unit, variant) in all {
        add(unit, &variant, true);
        if unit.kind == UnitKind::Variant && args.armies {
            let chain = library.chain(unit).map_err(|p| Failure::said(p.message))?;
            for kind in [UnitKind::Mode, UnitKind::Army] {
                for more in library.of_variant(kind, &chain) {
                    add(more, &variant, false);
                }
            }
        }
        if unit.kind == UnitKind::Army && !games.contains(&variant) {
            games.push(variant);
        }
    }
    // an army's cards are those of its own
    for game in games.iter().filter(|_| !args.alone && !args.cards) {
        if let Some(unit) = library.find(UnitKind::Variant, game) {
            add(unit, game, true);
        }
    }
    Ok(found)
}

/// Whether a name is that of a rule file; no name of a unit has a dot.
fn is_file(name: &str) -> bool {
    name.contains('.') && std::path::Path::new(name).is_file()
}

fn fits(variant: &str, edition: Option<&str>) -> bool {
    edition.is_none_or(|e| variant.ends_with(&format!("-{e}")))
}

/// The units of a file that have a sheet, each with the variant it is shown in.
fn in_file<'s>(
    shelf: &'s Shelf,
    file: &str,
    edition: Option<&str>,
) -> Result<Vec<(&'s Unit, String)>, Failure> {
    let library = &shelf.library;
    let here = |unit: &&Unit| {
        let of = library.files().get(unit.span.file.0 as usize);
        of.is_some_and(|f| f.name == file)
    };
    let all = KINDS.iter().flat_map(|kind| library.units(*kind));
    let shown = |unit: &'s Unit| {
        let variant = match unit.kind {
            UnitKind::Variant => Some(&unit.name).filter(|v| fits(&v.text, edition)),
            _ => unit.of.iter().find(|v| fits(&v.text, edition)),
        };
        variant.map(|v| (unit, v.text.clone()))
    };
    let found: Vec<(&Unit, String)> = all.filter(here).filter_map(shown).collect();
    if found.is_empty() {
        let none = match edition {
            Some(edition) => format!("{file}: no variant, mode or army of the edition `{edition}`"),
            None => format!("{file}: no variant, mode or army stands in it"),
        };
        return Err(Failure::said(none));
    }
    Ok(found)
}

/// The unit of a name, with the variant it is shown in.
fn named<'s>(
    shelf: &'s Shelf,
    name: &str,
    edition: Option<&str>,
) -> Result<(&'s Unit, String), Failure> {
    let library = &shelf.library;
    let fits = |variant: &str| fits(variant, edition);
    // a variant by the name its editions share: of several the first
    let edition_of = |u: &&Unit| {
        let rest = u.name.text.strip_prefix(name);
        rest.is_some_and(|r| r.is_empty() || r.starts_with('-')) && fits(&u.name.text)
    };
    let variant = library.units(UnitKind::Variant).filter(edition_of);
    if let Some(unit) = variant.min_by_key(|u| &u.name.text) {
        return Ok((unit, unit.name.text.clone()));
    }
    for kind in [UnitKind::Army, UnitKind::Mode] {
        for unit in library.units(kind).filter(|u| u.name.text == name) {
            if let Some(variant) = unit.of.iter().find(|v| fits(&v.text)) {
                return Ok((unit, variant.text.clone()));
            }
        }
    }
    let all = KINDS.iter().flat_map(|kind| library.units(*kind));
    let near = nearest(name, all.map(|u| u.name.text.as_str())).map_or_else(
        || "; `armorial list` names what there is".to_string(),
        |near| format!("; did you mean `{near}`?"),
    );
    Err(Failure::said(format!("nothing is called `{name}`{near}")))
}
