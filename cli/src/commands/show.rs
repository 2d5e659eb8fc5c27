//! `armorial show`: the board, the pieces and the rule card of an army, a variant, a mode or a deck.
use crate::args::Show;
use crate::exit::{Exit, Failure};
use crate::scenario::{Stage, start};
use crate::sheet::{Maker, Options, Wanted, terminal};
use crate::shelf::Shelf;
use crate::{Core, board};
use dsl::diagnostic::nearest;
use dsl::gather::{Armies, Setting};
use dsl::syntax::{Unit, UnitKind};
use engine::ids::ArmyId;
use engine::notation::text;
use engine::session::Running;
use std::io::Write;
use std::sync::Arc;

/// The units that have a card, variants first.
const KINDS: [UnitKind; 4] = [
    UnitKind::Variant,
    UnitKind::Army,
    UnitKind::Mode,
    UnitKind::Deck,
];

/// Shows a unit.
pub fn run(args: &Show) -> Result<Exit, Failure> {
    let mut rules = args.rules.clone();
    let file = (std::path::Path::new(&args.name).is_file()).then_some(&args.name);
    rules.extend(
        file.filter(|f| !rules.contains(f))
            .cloned()
            .into_iter()
            .collect::<Vec<_>>(),
    );
    let shelf = Shelf::for_games(&rules)?;
    let name = args.name.to_lowercase();
    // of a file everything in it
    let meant = |unit: &Unit| match file {
        Some(file) => {
            (shelf.library.files().get(unit.span.file.0 as usize)).is_some_and(|f| f.name == *file)
        }
        None => unit.name.text == name,
    };
    let mut named: Vec<&Unit> = KINDS
        .iter()
        .flat_map(|kind| shelf.library.units(*kind))
        .filter(|unit| meant(unit))
        .filter(|unit| args.edition.as_ref().is_none_or(|e| is_of(unit, e)))
        .collect();
    if named.is_empty() {
        // a variant by the name its editions share: of several the first, as where a game is begun
        let of_name = |unit: &&Unit| {
            let edition = unit.name.text.strip_prefix(&name);
            edition.is_some_and(|rest| rest.starts_with('-'))
                && args.edition.as_ref().is_none_or(|e| is_of(unit, e))
        };
        let editions = shelf.library.units(UnitKind::Variant).filter(of_name);
        named.extend(editions.min_by_key(|unit| &unit.name.text));
    }
    if named.is_empty() {
        let all = KINDS
            .iter()
            .flat_map(|kind| shelf.library.units(*kind))
            .map(|u| u.name.text.as_str());
        let near = nearest(&name, all).map_or_else(
            || "; `armorial list` names what there is".to_string(),
            |near| format!("; did you mean `{near}`?"),
        );
        return Err(Failure::said(format!("nothing is called `{name}`{near}")));
    }
    let mut out = anstream::stdout().lock();
    let many = named.len() > 1;
    for unit in named {
        if many && !unit.of.is_empty() {
            let of: Vec<&str> = unit.of.iter().map(|v| v.text.as_str()).collect();
            writeln!(out, "{}, for {}:", unit.name.text, of.join(", "))?;
        }
        if let Some(picture) = picture(&shelf, unit) {
            write!(out, "{picture}")?;
        }
        writeln!(out, "{}", text_of(&shelf, unit)?)?;
    }
    // a sentence that does not read stands in no card: whoever prints one has to know
    Ok(Exit::found(shelf.unreadable()))
}

/// The rules of a unit as its sheet has them: in full, also where its file says what is other than in its base.
fn text_of(shelf: &Shelf, unit: &Unit) -> Result<String, Failure> {
    let options = Options {
        anonymous: false,
        tags: false,
        letter: false,
        cards: false,
    };
    let variant = match unit.kind {
        UnitKind::Variant => unit.name.text.clone(),
        _ => unit.of.first().map_or_else(String::new, |v| v.text.clone()),
    };
    let wanted = Wanted {
        unit,
        variant,
        whole: false,
    };
    let sheet = Maker::new(shelf, &options).sheet(&[wanted])?;
    let mut text: String = sheet.chapters.iter().map(terminal).collect();
    for credit in &sheet.credits {
        text.push_str(&format!("\n{credit}\n"));
    }
    Ok(text)
}

/// Whether a unit belongs to an edition: a variant by its name, others by the variants they are written for.
fn is_of(unit: &Unit, edition: &str) -> bool {
    let end = format!("-{edition}");
    unit.name.text.ends_with(&end) || unit.of.iter().any(|v| v.text.ends_with(&end))
}

/// The board at the beginning; none for modes and decks and where the rules do not compile, of which `check` tells.
fn picture(shelf: &Shelf, unit: &Unit) -> Option<String> {
    let (variant, armies) = match unit.kind {
        UnitKind::Variant => (unit.name.text.clone(), Armies::All),
        UnitKind::Army => (
            unit.of.first()?.text.clone(),
            Armies::These(vec![unit.name.text.clone()]),
        ),
        _ => return None,
    };
    let setting = Setting {
        armies,
        ..Setting::of(&variant)
    };
    let rules = Arc::new(shelf.compile(&setting).rules?);
    let mut game = start::usual(&rules, 0);
    if unit.kind == UnitKind::Army {
        let army = rules
            .armies
            .iter()
            .position(|a| text(&rules, a.name) == unit.name.text)?;
        *game.armies.first_mut()? = Some(ArmyId::from(army));
    } else {
        game.armies.fill(rules.plain_army);
    }
    let game = <Core as Stage>::begin(&rules, &game).ok()?;
    Some(board::draw(&rules, &game.view(None)) + "\n")
}
