//! What is so besides where the pieces stand, in words: turns, armies, zones, marks and values, as one seat may see them.
use super::orient::Orientation;
use super::thing;
use engine::ids::{ArmyId, FieldId, KindId, SeatId, SquareId};
use engine::notation;
use engine::play::{BoardView, Outcome, SeenField, SeenHeld, SeenZone, Shown, Thing};
use engine::rules::{Holder, Ruleset};
use std::collections::BTreeSet;

/// What a table knows besides the position.
#[derive(Clone, Default, Debug)]
pub struct Beside {
    /// Which way up the board is drawn.
    pub up: Orientation,
    /// The army of each seat that has one.
    pub armies: Vec<(SeatId, ArmyId)>,
    /// The last move of each seat since.
    pub last: Vec<(SeatId, SquareId, SquareId)>,
    /// Who took what of whom.
    pub taken: Vec<(SeatId, Option<SeatId>, KindId)>,
    /// The squares of the pieces that a rule freezes now.
    pub frozen: Vec<SquareId>,
    /// Points in words.
    pub points: Option<String>,
    /// For so many lines there is room below the board; none: for all.
    pub below: Option<usize>,
}

/// The squares with something hung on them or on what stands there.
pub fn marked(view: &BoardView) -> BTreeSet<SquareId> {
    let on = |f: &SeenField| match f.of {
        Thing::Square(s) | Thing::Piece(s, _) => Some(s),
        _ => None,
    };
    let fields = view.fields.iter().filter(|f| !stands_there(f));
    fields.filter_map(on).collect()
}

/// One fact a line.
pub fn lines(rules: &Ruleset, view: &BoardView, beside: &Beside) -> Vec<String> {
    let mut out = seats(rules, view, beside);
    let last: Vec<String> = (beside.last.iter())
        .map(|(s, from, to)| format!("{} {}", notation::seat(rules, *s), route(rules, *from, *to)))
        .collect();
    if !last.is_empty() {
        out.push(format!("Last [ ]: {}", last.join(", ")));
    }
    out.extend(taken(rules, beside));
    out.extend(beside.points.iter().map(|p| format!("Points: {p}")));
    out.extend(view.zones.iter().map(|z| zone(rules, z)));
    out.extend(fields(rules, view));
    out.extend(frozen(rules, view, beside));
    out
}

/// A move by its squares; the board, where there are several, is named once.
pub fn route(rules: &Ruleset, from: SquareId, to: SquareId) -> String {
    let (from, to) = (notation::square(rules, from), notation::square(rules, to));
    let board = |name: &str| name.split_once(':').map(|(b, _)| b.to_string());
    match to.split_once(':') {
        Some((there, at)) if board(&from).as_deref() == Some(there) => format!("{from}-{at}"),
        _ => format!("{from}-{to}"),
    }
}

/// Which pieces may not move because a rule freezes them.
fn frozen(rules: &Ruleset, view: &BoardView, beside: &Beside) -> Option<String> {
    let named = |square: &SquareId| {
        let piece = view.pieces.iter().find(|p| p.square == *square);
        let kind = piece.map_or("piece", |p| notation::kind(rules, p.kind));
        format!("{} {kind}", notation::square(rules, *square))
    };
    let names: Vec<String> = beside.frozen.iter().map(named).collect();
    (!names.is_empty()).then(|| format!("Frozen: {}", names.join(", ")))
}

/// Who plays what, whose turn it is, and who is out.
fn seats(rules: &Ruleset, view: &BoardView, beside: &Beside) -> Vec<String> {
    let mut out = Vec::new();
    let goes_on = view.outcomes.contains(&Outcome::Playing);
    for (i, seat) in rules.seats.iter().enumerate().filter(|(_, s)| !s.vacant) {
        let id = SeatId::from(i);
        let army = beside.armies.iter().find(|(s, _)| *s == id);
        let turn = goes_on && view.on_turn.contains(&id);
        let mut line = format!(
            "{} {} {}",
            if turn { ">" } else { " " },
            i + 1,
            capital(notation::text(rules, seat.name))
        );
        if let Some((_, army)) = army {
            line.push_str(&format!(": {}", army_words(rules, *army)));
        }
        if turn {
            line.push_str(", to play");
        }
        line.push_str(match view.outcomes.get(i) {
            Some(Outcome::Loss) => ", has lost",
            Some(Outcome::Win) => ", has won",
            Some(Outcome::Draw) => ", has drawn",
            Some(Outcome::None) => ", not in the game",
            _ => "",
        });
        out.push(line);
    }
    out
}

/// The title of an army with the name it is typed by.
pub fn army_words(rules: &Ruleset, army: ArmyId) -> String {
    let name = notation::army(rules, army);
    let title = rules
        .armies
        .get(army.index())
        .map_or("", |a| notation::text(rules, a.title));
    match title {
        "" => name.to_string(),
        title if title.eq_ignore_ascii_case(name) => title.to_string(),
        title => format!("{title} ({name})"),
    }
}

/// With a capital at the beginning.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn taken(rules: &Ruleset, beside: &Beside) -> Vec<String> {
    let takers: BTreeSet<SeatId> = beside.taken.iter().map(|t| t.0).collect();
    (takers.into_iter())
        .map(|taker| {
            let mut what: Vec<(String, usize)> = Vec::new();
            for (_, of, kind) in beside.taken.iter().filter(|t| t.0 == taker) {
                let name = match of {
                    Some(of) => format!(
                        "{} {}",
                        notation::seat(rules, *of),
                        notation::kind(rules, *kind)
                    ),
                    None => notation::kind(rules, *kind).to_string(),
                };
                match what.iter_mut().find(|w| w.0 == name) {
                    Some(known) => known.1 += 1,
                    None => what.push((name, 1)),
                }
            }
            format!(
                "{} took: {}",
                capital(notation::seat(rules, taker)),
                counted(what)
            )
        })
        .collect()
}

/// `king, 6 x white checker`.
fn counted(all: Vec<(String, usize)>) -> String {
    let names = all.into_iter();
    let named = names.map(|(name, n)| if n > 1 { format!("{n} x {name}") } else { name });
    named.collect::<Vec<_>>().join(", ")
}

/// What lies in a zone.
fn zone(rules: &Ruleset, zone: &SeenZone) -> String {
    let declared = rules.zones.get(zone.zone.index());
    let name = declared.map_or("?".to_string(), |z| {
        capital(&plain(notation::text(rules, z.name)))
    });
    let held = match &zone.held {
        None => format!("{}, face down", zone.count),
        Some(held) => {
            let plain = own_colour(rules, zone.of, held);
            let one = |held: &SeenHeld| match held {
                SeenHeld::Army { army } => notation::army(rules, *army).to_string(),
                SeenHeld::Of(kind, None) => notation::kind(rules, *kind).to_string(),
                SeenHeld::Of(kind, Some(_)) if plain => notation::kind(rules, *kind).to_string(),
                SeenHeld::Of(kind, Some(seat)) => {
                    format!(
                        "{} {}",
                        notation::seat(rules, *seat),
                        notation::kind(rules, *kind)
                    )
                }
            };
            // Like things side by side are counted; the order of the zone stays.
            let mut runs: Vec<(String, usize)> = Vec::new();
            for name in held.iter().map(one) {
                match runs.last_mut().filter(|run| run.0 == name) {
                    Some(run) => run.1 += 1,
                    None => runs.push((name, 1)),
                }
            }
            counted(runs)
        }
    };
    match thing(rules, zone.of) {
        Some(owner) => format!("{name} of {owner}: {held}"),
        None => format!("{name}: {held}"),
    }
}

/// Whether all that lies in a zone is of the colour of who owns the zone: then it need not be named.
fn own_colour(rules: &Ruleset, owner: Thing, held: &[SeenHeld]) -> bool {
    let side = |seat: SeatId| rules.seats.get(seat.index()).map(|s| s.side);
    let theirs = |seat: SeatId| match owner {
        Thing::Seat(s) => s == seat,
        Thing::Side(s) => side(seat) == Some(s),
        Thing::Game
        | Thing::Square(_)
        | Thing::Border(..)
        | Thing::Piece(..)
        | Thing::Held(_)
        | Thing::Kind(_) => false,
    };
    held.iter().all(|held| match held {
        SeenHeld::Of(_, Some(seat)) => theirs(*seat),
        SeenHeld::Of(_, None) | SeenHeld::Army { .. } => true,
    })
}

/// A field, and the seat for which or by which it is kept.
type Named = (FieldId, Option<SeatId>);

/// Marks and values, those of one name on one line.
fn fields(rules: &Ruleset, view: &BoardView) -> Vec<String> {
    let mut lines: Vec<(Named, Vec<String>)> = Vec::new();
    let at_home = at_home(view);
    for field in &view.fields {
        let key = (field.field, field.seat);
        let words = match at_home.iter().find(|known| known.0 == key) {
            Some((_, n)) if stands_there(field) => {
                let words = format!("{n} pieces where they stand");
                if lines.iter().any(|l| l.0 == key && l.1.contains(&words)) {
                    continue;
                }
                words
            }
            _ => value(rules, view, field),
        };
        match lines.iter_mut().find(|l| l.0 == key) {
            Some((_, known)) => known.push(words),
            None => lines.push((key, vec![words])),
        }
    }
    (lines.into_iter())
        .map(|((id, seat), words)| {
            let declared = rules.fields.get(id.index());
            let name = declared.map_or("?".to_string(), |f| {
                capital(&plain(notation::text(rules, f.name)))
            });
            let of_power = declared.is_some_and(|f| matches!(f.by, Holder::Power(_)));
            let whose = match seat {
                Some(seat) if of_power => format!(" (of {})", notation::seat(rules, seat)),
                Some(seat) => format!(" (for {})", notation::seat(rules, seat)),
                None => String::new(),
            };
            format!("{name}{whose}: {}", words.join(", "))
        })
        .collect()
}

/// Whether what is hung on a piece is the square it stands on.
fn stands_there(field: &SeenField) -> bool {
    matches!(
        (field.of, field.values.as_slice()),
        (Thing::Piece(at, _), [Shown::Thing(Thing::Square(square))]) if at == *square
    )
}

/// Fields with the squares on which pieces stand, of more than two pieces each: they are counted, not listed.
fn at_home(view: &BoardView) -> Vec<(Named, usize)> {
    let mut found: Vec<(Named, usize)> = Vec::new();
    for field in view.fields.iter().filter(|f| stands_there(f)) {
        let key = (field.field, field.seat);
        match found.iter_mut().find(|known| known.0 == key) {
            Some(known) => known.1 += 1,
            None => found.push((key, 1)),
        }
    }
    found.retain(|(_, n)| *n > 2);
    found
}

fn value(rules: &Ruleset, view: &BoardView, field: &SeenField) -> String {
    let owner = match field.of {
        Thing::Piece(square, layer) => {
            let piece = view
                .pieces
                .iter()
                .find(|p| p.square == square && p.layer == layer);
            let kind = piece.map_or("piece", |p| notation::kind(rules, p.kind));
            Some(format!("{} {kind}", notation::square(rules, square)))
        }
        other => thing(rules, other),
    };
    let values: Vec<String> = (field.values.iter())
        .filter_map(|v| shown(rules, *v))
        .collect();
    match (owner, values.is_empty()) {
        (Some(owner), true) => owner,
        (Some(owner), false) => format!("{owner} = {}", values.join(" + ")),
        (None, true) => "yes".to_string(),
        (None, false) => values.join(" + "),
    }
}

/// A value in words; none for a mark, which says it all by its name.
fn shown(rules: &Ruleset, shown: Shown) -> Option<String> {
    Some(match shown {
        Shown::Yes => return None,
        Shown::Number(n) => n.to_string(),
        Shown::Thing(t) => thing(rules, t)?,
        Shown::Army(a) => notation::army(rules, a).to_string(),
        Shown::Text(t) => notation::text(rules, t).to_string(),
        Shown::Move(from, to) => route(rules, from, to),
        Shown::Direction(files, ranks) => format!("direction {files},{ranks}"),
    })
}

/// A name as words; letters joined by hyphens stay as they are.
pub fn plain(name: &str) -> String {
    match name.split('-').all(|part| part.chars().count() < 2) {
        true => name.to_string(),
        false => name.replace('-', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_and_letters_stay_joined() {
        assert_eq!(plain("two-card-draft"), "two card draft");
        assert_eq!(plain("o-o-o"), "o-o-o");
        assert_eq!(capital("red"), "Red");
    }
}
