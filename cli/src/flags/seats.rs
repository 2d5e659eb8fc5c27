//! Who sits where: armies named, drawn or left out, and who plays them. Never which variant is played, or where it begins.
use super::nearest;
use crate::args::GameFlags;
use crate::exit::Failure;
use crate::table::Player;
use engine::ids::{ArmyId, SeatId};
use engine::notation::{self, seat_of, text};
use engine::play::Match;
use engine::position_text;
use engine::random::{self, Purpose, Stream};
use engine::rules::Ruleset;

pub(super) fn a_seat(rules: &Ruleset, name: &str) -> Result<SeatId, Failure> {
    seat_of(rules, name).ok_or_else(|| {
        let seats = position_text::seats(rules).join(", ");
        Failure::said(format!("there is no seat `{name}`; seats: {seats}"))
    })
}

/// In place of an army's name: one is drawn. Alone it stands for every seat.
const DRAWN: &str = "random";
/// In place of an army's name: the seat is empty.
const EMPTY: &str = "-";

/// Puts armies into seats: those listed in order, or by seat; where some are named, seats without a name get the plain army. The
/// seats whose armies were drawn come back.
pub(super) fn seat_armies(
    rules: &Ruleset,
    game: &mut Match,
    flags: &GameFlags,
    by_seat: &[(String, String)],
) -> Result<Vec<SeatId>, Failure> {
    let listed = &flags.armies;
    let nobody_named = listed.is_empty() && by_seat.is_empty();
    // In a record every army is named, unless the variant allots them; a seat without one had none.
    let other = if flags.exact { None } else { rules.plain_army };
    if nobody_named {
        game.armies.fill(rules.plain_army);
        return Ok(Vec::new());
    }
    if listed.len() > rules.seats.len() {
        return Err(Failure::said(format!(
            "{} armies for {} seats",
            listed.len(),
            rules.seats.len()
        )));
    }
    let mut wanted: Vec<Option<String>> = vec![None; rules.seats.len()];
    if matches!(listed.as_slice(), [one] if one == DRAWN) {
        wanted.fill(Some(DRAWN.to_string()));
    }
    for (place, name) in wanted.iter_mut().zip(listed) {
        *place = Some(name.clone());
    }
    for (seat, name) in by_seat {
        wanted[a_seat(rules, seat)?.index()] = Some(name.clone());
    }
    for (place, name) in game.armies.iter_mut().zip(&wanted) {
        *place = match name.as_deref() {
            None => other,
            Some(EMPTY | DRAWN) => None,
            Some(name) => Some(army_called(rules, name)?),
        };
    }
    let drawn: Vec<SeatId> = (wanted.iter().enumerate())
        .filter(|(_, name)| name.as_deref() == Some(DRAWN))
        .map(|(seat, _)| SeatId::from(seat))
        .collect();
    draw_armies(rules, game, &drawn);
    no_army_twice(rules, game)?;
    Ok(drawn)
}

/// That armies were named where the game deals them, and what to write instead.
pub(super) fn dealt_here(modes: &[String], of_file: Option<&str>) -> String {
    let who = match modes {
        [] => "this variant".to_string(),
        modes => format!("`--mode {}`", modes.join(" --mode ")),
    };
    let instead = match of_file {
        Some(army) => format!("to try `{army}`, leave out the mode"),
        None => "leave out the armies, or begin from a `--position`, where they are dealt already"
            .to_string(),
    };
    format!("{who} deals the armies itself, so none can be named: {instead}")
}

fn army_called(rules: &Ruleset, name: &str) -> Result<ArmyId, Failure> {
    let names: Vec<&str> = rules.armies.iter().map(|a| text(rules, a.name)).collect();
    let found = names.iter().position(|known| *known == name);
    found.map(ArmyId::from).ok_or_else(|| {
        Failure::said(format!(
            "there is no army `{name}` for this variant{}",
            nearest(name, &names)
        ))
    })
}

/// Draws an army for each of these seats, each at most once; with too few armies the plain one fills up.
pub(super) fn draw_armies(rules: &Ruleset, game: &mut Match, seats: &[SeatId]) {
    let mut stream = Stream::new(game.seed, Purpose::Armies);
    for seat in seats {
        game.armies[seat.index()] = None;
    }
    for seat in seats {
        let left: Vec<ArmyId> = (0..rules.armies.len())
            .map(ArmyId::from)
            .filter(|a| Some(*a) != rules.plain_army && !game.armies.contains(&Some(*a)))
            .collect();
        let army = left.get(random::pick(stream.next_value(), left.len(), &[]));
        game.armies[seat.index()] = army.copied().or(rules.plain_army);
    }
}

fn no_army_twice(rules: &Ruleset, game: &Match) -> Result<(), Failure> {
    if !rules.armies_differ {
        return Ok(());
    }
    for (i, army) in game.armies.iter().enumerate() {
        let Some(army) = army.filter(|a| Some(*a) != rules.plain_army) else {
            continue;
        };
        // clause basic.7: board by board
        let here = |other: usize| rules.seats[other].board == rules.seats[i].board;
        if (0..i).any(|other| here(other) && game.armies[other] == Some(army)) {
            let name = notation::army(rules, army);
            return Err(Failure::said(format!(
                "army `{name}` sits twice at one board; here all must differ"
            )));
        }
    }
    Ok(())
}

pub(super) fn players(rules: &Ruleset, seats: &[String]) -> Result<Vec<Player>, Failure> {
    let mut players = vec![Player::Human; rules.seats.len()];
    for line in seats {
        let (seat, who) = line.split_once('=').ok_or_else(|| {
            Failure::said(format!("--seat {line}: expected SEAT=human or SEAT=random"))
        })?;
        let player = match who {
            "human" => Player::Human,
            "random" => Player::Random,
            _ => {
                return Err(Failure::said(format!(
                    "--seat {line}: a seat is `human` or `random`"
                )));
            }
        };
        if seat == "all" {
            players.fill(player);
        } else {
            players[a_seat(rules, seat)?.index()] = player;
        }
    }
    Ok(players)
}

/// The seats played at random, for a record; nobody says who sits at the others.
pub(super) fn at_random(rules: &Ruleset, players: &[Player]) -> Vec<(String, String)> {
    let seats = players.iter().enumerate();
    seats
        .filter(|(_, player)| **player == Player::Random)
        .map(|(i, _)| notation::seat(rules, SeatId::from(i)).to_string())
        .map(|seat| (seat, "random".to_string()))
        .collect()
}
