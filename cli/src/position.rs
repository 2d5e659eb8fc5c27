//! A position of a game as text: the rows of the board, who is on turn, who is out, what zones hold, what was counted. A text is given
//! only where it leads back to the same board and the same decision.
use crate::Core;
use crate::args::GameFlags;
use crate::flags::Ready;
use crate::walk;
use engine::ids::{KindId, SeatId};
use engine::notation;
use engine::play::{
    BoardView, Kind, Open, Outcome, SeenField, SeenHeld, SeenZone, Shown, Thing, Who,
};
use engine::position_text::one_line;
use engine::rules::Ruleset;
use engine::session::Running;

/// The position of a game that these flags began, for `--position` beside them; `fresh`: nobody has moved yet.
pub fn text(flags: &GameFlags, rules: &Ruleset, game: &Core, fresh: bool) -> Option<String> {
    let text = written(rules, game, fresh)?;
    leads_back(flags, &text, game).then_some(text)
}

/// Whether a position leads to the same board and the same decision as this game.
pub fn leads_back(flags: &GameFlags, text: &str, game: &Core) -> bool {
    let flags = GameFlags {
        position: Some(text.to_string()),
        ..flags.clone()
    };
    let begun = || {
        let ready = Ready::from(&flags, 0).ok()?;
        walk::past_chance(ready.begin::<Core>().ok()?, ready.game.seed).ok()
    };
    begun().is_some_and(|begun| begun.open() == game.open() && begun.view(None) == game.view(None))
}

fn written(rules: &Ruleset, game: &Core, fresh: bool) -> Option<String> {
    let view: BoardView = game.view(None);
    let ([board], Open::Decision(open)) = (rules.boards.as_slice(), game.open()) else {
        return None;
    };
    let (Kind::Act, Who::Seat(on_turn)) = (open.kind, &open.who) else {
        return None;
    };
    let mut parts = vec![one_line(rules, board, &view)];
    let seats = || (0..rules.seats.len()).map(SeatId::from);
    let name = |seat| notation::seat(rules, seat);
    for seat in seats().filter(|s| view.outcomes.get(s.index()) == Some(&Outcome::Loss)) {
        parts.push(format!("given {} has lost", name(seat)));
    }
    for zone in &view.zones {
        parts.push(format!("given {}", held(rules, zone)?));
    }
    for field in &view.fields {
        parts.push(format!("given {}", counted(rules, field)?));
    }
    parts.push(format!("given {} is on turn", name(*on_turn)));
    if fresh {
        parts.extend(seats().map(|seat| format!("given {} has had 0 turns", name(seat))));
    }
    Some(parts.join(" ; "))
}

/// Whose something is, as a scenario says it.
fn owner(rules: &Ruleset, of: Thing) -> Option<String> {
    match of {
        Thing::Game => Some(String::new()),
        Thing::Seat(seat) => Some(format!(" of {}", notation::seat(rules, seat))),
        Thing::Side(_)
        | Thing::Square(_)
        | Thing::Border(..)
        | Thing::Piece(..)
        | Thing::Held(_)
        | Thing::Kind(_) => None,
    }
}

/// A number, as a scenario says it; none: a mark or another value, whose end no position shows.
fn counted(rules: &Ruleset, field: &SeenField) -> Option<String> {
    let ([Shown::Number(number)], None) = (field.values.as_slice(), field.seat) else {
        return None;
    };
    let declared = rules.fields.get(field.field.index())?;
    let name = notation::text(rules, declared.name);
    Some(format!("the {name}{} is {number}", owner(rules, field.of)?))
}

/// What a zone holds, as a scenario says it.
fn held(rules: &Ruleset, zone: &SeenZone) -> Option<String> {
    let of = owner(rules, zone.of)?;
    let cell = |kind: KindId, seat: Option<SeatId>| {
        let letter = rules.kinds.get(kind.index()).map_or('?', |k| k.letter);
        let number = seat.map_or(0, |s| s.index() + 1);
        match (rules.seats.len(), seat) {
            (2, Some(SeatId(0))) => letter.to_string(),
            (2, Some(SeatId(1))) => letter.to_ascii_lowercase().to_string(),
            _ => format!("{letter}{number}"),
        }
    };
    let cells = zone.held.as_ref()?.iter().map(|held| match held {
        SeenHeld::Of(kind, seat) => Some(cell(*kind, *seat)),
        SeenHeld::Army { army: _ } => None,
    });
    let cells: Vec<String> = cells.collect::<Option<_>>()?;
    let declared = rules.zones.get(zone.zone.index())?;
    let name = notation::text(rules, declared.name);
    Some(format!("the {name}{of} is | {} |", cells.join(" ")))
}
