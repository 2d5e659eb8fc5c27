//! `armorial new`: a small army or variant with its scenarios, to start from. What is written has been checked and tested.
use crate::args::{New, Start};
use crate::exit::{Exit, Failure};
use crate::scenario::cases;
use crate::shelf::Shelf;
use crate::sources::Source;
use crate::{files, render, talk};
use dsl::diagnostic::nearest;
use dsl::gather::Setting;
use dsl::syntax::{Unit, UnitKind};
use engine::rules::Ruleset;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes the two files; never over others.
pub fn run(args: &New) -> Result<Exit, Failure> {
    let shelf = Shelf::for_games(&[])?;
    let name = args.name.to_ascii_lowercase();
    good_name(&shelf, args.what, &name, &args.name)?;
    let of = match (&args.of, args.what) {
        (Some(of), _) => Some(known(&shelf, args.what, of)?),
        (None, Start::Army) => favourite(&shelf),
        (None, Start::Variant) => None,
    };
    let (extension, rules, scenario) = match (args.what, &of) {
        (Start::Army, _) => (
            "army",
            include_str!("../starts/army.army"),
            include_str!("../starts/army.scenario"),
        ),
        (Start::Variant, Some(_)) => (
            "variant",
            include_str!("../starts/change.variant"),
            include_str!("../starts/change.scenario"),
        ),
        (Start::Variant, None) => (
            "variant",
            include_str!("../starts/game.variant"),
            include_str!("../starts/game.scenario"),
        ),
    };
    let seats = match &of {
        Some(of) => seats(&shelf, of)?,
        None => Vec::new(),
    };
    let words = [
        ("NAME", name.clone()),
        ("TITLE", title(&name)),
        ("VARIANT", of.clone().unwrap_or_default()),
        ("SEAT", seats.first().cloned().unwrap_or_default()),
        ("RIVAL", seats.get(1).cloned().unwrap_or_default()),
    ];
    let file = |extension: &str, text: &str| Source {
        path: Path::new(&args.dir)
            .join(format!("{name}.{extension}"))
            .display()
            .to_string(),
        text: (words.iter()).fold(text.to_string(), |text, (word, value)| {
            text.replace(word, value)
        }),
    };
    let written = [file(extension, rules), file("scenario", scenario)];
    if let Some(there) = written.iter().find(|f| Path::new(&f.path).exists()) {
        return Err(Failure::said(format!(
            "{} is there already and stays as it is; take another name or another folder",
            there.path
        )));
    }
    proved(&written, of.as_deref())?;
    fs::create_dir_all(&args.dir).map_err(|source| Failure::File {
        path: args.dir.clone(),
        source,
    })?;
    let mut out = anstream::stdout().lock();
    for file in &written {
        files::write(&file.path, &file.text)?;
        writeln!(out, "{}", file.path)?;
    }
    let [rules, scenario] = &written;
    talk::say(&format!(
        "now change them, and try `armorial check {0} {1}`, `armorial test {0} {1}` and `armorial read {0}`",
        rules.path, scenario.path
    ));
    Ok(Exit::Fine)
}

/// Refuses names that no file could use, with a name that would do.
fn good_name(shelf: &Shelf, what: Start, name: &str, written: &str) -> Result<(), Failure> {
    let parts = name.split('-');
    let good = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.len() <= 60
        && parts
            .into_iter()
            .all(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_alphanumeric()));
    if !good {
        let words = name
            .split(|c: char| !c.is_ascii_alphanumeric())
            .filter(|w| !w.is_empty());
        let better = words.collect::<Vec<_>>().join("-");
        let better = better.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        let advice = match better {
            "" => String::new(),
            better => format!("; `{}` would do", &better[..better.len().min(60)]),
        };
        return Err(Failure::said(format!(
            "`{written}` cannot be a name: a letter, then letters, digits and hyphens between them, at most 60{advice}"
        )));
    }
    let kind = match what {
        Start::Army => UnitKind::Army,
        Start::Variant => UnitKind::Variant,
    };
    let taken = shelf.library.units(kind).any(|u| u.name.text == name);
    if taken {
        let (kind, better) = (kind.word(), format!("my-{name}"));
        return Err(Failure::said(format!(
            "the library has {kind} `{name}` already, and yours would take its place; `{better}` is free to take"
        )));
    }
    Ok(())
}

/// The variant of a name, and for an army one for which armies are written.
fn known(shelf: &Shelf, what: Start, of: &str) -> Result<String, Failure> {
    let names = || {
        shelf
            .library
            .units(UnitKind::Variant)
            .map(|v| v.name.text.as_str())
    };
    let of = of.to_ascii_lowercase();
    if !names().any(|n| n == of) {
        let near = nearest(&of, names());
        let near = near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
        return Err(Failure::said(format!("there is no variant `{of}`{near}")));
    }
    let armies = armies(shelf);
    if what == Start::Army && !armies.contains_key(&of) {
        let all: Vec<String> = armies.keys().map(|v| format!("`{v}`")).collect();
        return Err(Failure::said(format!(
            "no armies are written for `{of}`; variants with armies are {}",
            all.join(", ")
        )));
    }
    Ok(of)
}

/// How many armies each variant has.
fn armies(shelf: &Shelf) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let of = |army: &Unit| army.of.iter().map(|v| v.text.clone()).collect::<Vec<_>>();
    for variant in shelf.library.units(UnitKind::Army).flat_map(of) {
        *counts.entry(variant).or_default() += 1;
    }
    counts
}

/// The variant with most armies.
fn favourite(shelf: &Shelf) -> Option<String> {
    let most = armies(shelf).into_iter().max_by_key(|(_, armies)| *armies);
    most.map(|(variant, _)| variant)
}

/// The seats of a variant, in their order.
fn seats(shelf: &Shelf, variant: &str) -> Result<Vec<String>, Failure> {
    let checked = shelf.compile(&Setting::of(variant));
    let name = |rules: &Ruleset, seat: &engine::rules::Seat| rules.texts[seat.name.index()].clone();
    let names = |rules: Ruleset| rules.seats.iter().map(|s| name(&rules, s)).collect();
    checked
        .rules
        .map(names)
        .ok_or_else(|| Failure::said(format!("`{variant}` does not compile")))
}

/// `my-army`: My army.
fn title(name: &str) -> String {
    let words = name.replace('-', " ");
    let (first, rest) = words.split_at(1);
    first.to_ascii_uppercase() + rest
}

/// Nothing is written that does not pass `check` and `test`.
fn proved(written: &[Source], of: Option<&str>) -> Result<(), Failure> {
    let shelf = Shelf::from_sources(written.to_vec(), true);
    let problems = shelf.problems();
    let cases = shelf.cases().cases;
    let failed = cases::run_all(&cases, 1).into_iter().find_map(|o| o.failed);
    let why = match (problems.first(), failed) {
        (Some(problem), _) => render::diagnostic(problem, shelf.library.files()),
        (None, Some(failed)) => failed.message,
        (None, None) => return Ok(()),
    };
    let of = of.map_or_else(String::new, |of| format!(" for `{of}`"));
    let said = format!(
        "the start that is written here does not fit{of}; take another variant, or an example of the library:"
    );
    Err(Failure::Rendered(format!("{said}\n{why}")))
}
