//! `armorial diagram`: a position, or the moves of a kind, as SVG, as PNG or in the terminal.
use crate::Core;
use crate::args::{Diagram, GameFlags};
use crate::board;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::flags::Ready;
use crate::shelf::Shelf;
use dsl::syntax::UnitKind;
use engine::ids::{ArmyId, KindId};
use engine::notation::text;
use engine::play::Match;
use engine::rules::Ruleset;
use engine::session::Running;
use pictures::diagram::Under;
use std::io::Write;

/// Draws.
pub fn run(args: &Diagram) -> Result<Exit, Failure> {
    let (svg, text) = match &args.of {
        None => a_position(args)?,
        Some(of) => a_kind(args, of)?,
    };
    let Some(to) = &args.output else {
        write!(anstream::stdout().lock(), "{text}")?;
        return Ok(Exit::Fine);
    };
    if to == "-" {
        write!(anstream::stdout().lock(), "{svg}")?;
        return Ok(Exit::Fine);
    }
    let bytes = match to.rsplit('.').next() {
        Some("svg") => svg.into_bytes(),
        Some("png") => {
            pictures::png::png(&svg, args.scale).map_err(|e| Failure::said(e.to_string()))?
        }
        _ => {
            return Err(Failure::said(format!(
                "-o {to}: a picture is written to a file that ends in `.svg` or `.png`, or as SVG to `-`"
            )));
        }
    };
    files::write_made(to, &bytes)?;
    Ok(Exit::Fine)
}

fn a_position(args: &Diagram) -> Result<(String, String), Failure> {
    let ready = Ready::from(&args.game, 0)?;
    let game = ready.begin::<Core>()?;
    let view = game.view(None);
    let name = format!("a position of {}", text(&ready.rules, ready.rules.title));
    let svg = pictures::position(&ready.rules, &view, &name);
    Ok((svg, board::draw(&ready.rules, &view)))
}

/// The moves of the kind that is named in place of a variant, in the variant or army that is named by `--of`.
fn a_kind(args: &Diagram, of: &str) -> Result<(String, String), Failure> {
    let wanted = args.game.variant.clone();
    let mut flags = GameFlags {
        variant: of.to_string(),
        ..args.game.clone()
    };
    let shelf = Shelf::for_games(&flags.rules)?;
    let name = of.to_lowercase();
    let is_variant = shelf.library.units(UnitKind::Variant).any(|u| {
        u.name.text == name
            || u.name
                .text
                .strip_prefix(&name)
                .is_some_and(|r| r.starts_with('-'))
    });
    if !is_variant
        && let Some(army) = (shelf.library.units(UnitKind::Army))
            .filter(|u| u.name.text == name)
            .find(|u| {
                let end = flags.edition.as_ref().map(|e| format!("-{e}"));
                end.is_none_or(|end| u.of.iter().any(|v| v.text.ends_with(&end)))
            })
    {
        let end = flags.edition.as_ref().map(|e| format!("-{e}"));
        let mut of = army.of.iter().map(|v| v.text.clone());
        flags.variant = of
            .find(|v| end.as_ref().is_none_or(|end| v.ends_with(end.as_str())))
            .unwrap_or_default();
        flags.edition = None;
        flags.armies = vec![name];
    }
    let ready = Ready::from(&flags, 0)?;
    let kind = kind_called(&ready.rules, &ready.game, &wanted)?;
    let map = pictures::moves(&ready.rules, &ready.game, kind)
        .ok_or_else(|| Failure::said("this game has no board to draw moves on"))?;
    let svg = pictures::diagram(&ready.rules, &map, Under::All);
    Ok((svg, pictures::text::moves(&ready.rules, &map)))
}

/// The kind of a name or letter; of several the one of an army in the match, then the one of the variant.
fn kind_called(rules: &Ruleset, game: &Match, wanted: &str) -> Result<KindId, Failure> {
    let lower = wanted.to_lowercase();
    let sits = |army: Option<ArmyId>| match army {
        Some(a) => game.armies.contains(&Some(a)),
        None => true,
    };
    let kinds = || {
        let there =
            (0..rules.kinds.len()).filter(|k| !rules.kinds[*k].card && sits(rules.kinds[*k].army));
        there.map(KindId::from)
    };
    let name = |k: &KindId| text(rules, rules.kinds[k.index()].name);
    let best = |found: Vec<KindId>| {
        found
            .into_iter()
            .max_by_key(|k| (rules.kinds[k.index()].army, std::cmp::Reverse(*k)))
    };
    let by_name = best(kinds().filter(|k| name(k) == lower).collect());
    let letter = |k: &KindId| rules.kinds[k.index()].letter.to_string() == wanted.to_uppercase();
    by_name
        .or_else(|| best(kinds().filter(letter).collect()))
        .ok_or_else(|| {
            let names: Vec<KindId> = kinds().collect();
            let all: Vec<&str> = names.iter().map(name).collect();
            Failure::said(format!(
                "there is no kind `{wanted}` here; kinds: {}",
                all.join(", ")
            ))
        })
}
