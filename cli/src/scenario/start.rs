//! The start of a scenario: the match, the position, what is given before the first act.
use super::{Failed, Stage};
use engine::fen;
use engine::ids::{SeatId, SourceId};
use engine::notation::text;
use engine::play::Match;
use engine::present;
use engine::rules::{Given, OptionValues, Placed, Ruleset, Script, ScriptSays};
use std::sync::Arc;

/// The usual match of a ruleset: no armies, every option at its usual value.
pub fn usual(rules: &Ruleset, seed: u64) -> Match {
    let options = (rules.options.iter())
        .map(|o| vec![o.usually; if o.each_player { rules.seats.len() } else { 1 }])
        .collect();
    Match {
        armies: vec![None; rules.seats.len()],
        options,
        seed,
    }
}

/// The match a script asks for.
///
/// # Errors
/// A line gives an option a value it does not have.
pub fn table(rules: &Ruleset, script: &Script) -> Result<Match, Failed> {
    let mut game = usual(rules, 0);
    for (seat, army) in &script.armies {
        if let Some(place) = game.armies.get_mut(seat.index()) {
            *place = Some(*army);
        }
    }
    if script.armies.is_empty() {
        // the variant allots them: everybody is in
        game.armies.fill(rules.plain_army);
    }
    for line in &script.lines {
        let ScriptSays::Given(Given::Choice(option, seat, value)) = &line.says else {
            continue;
        };
        let set = set_option(rules, &mut game, option.index(), *seat, *value);
        set.map_err(|message| Failed {
            line: line.src,
            message,
            undecided: false,
        })?;
    }
    Ok(game)
}

/// Sets an option of the host, for one seat or for all.
///
/// # Errors
/// A sentence: it has no such value.
pub fn set_option(
    rules: &Ruleset,
    game: &mut Match,
    option: usize,
    seat: Option<SeatId>,
    value: i16,
) -> Result<(), String> {
    let declared = rules.options.get(option).ok_or("there is no such option")?;
    let fits = match &declared.values {
        OptionValues::Range(from, to) => (*from..=*to).contains(&value),
        OptionValues::Words(words) => usize::try_from(value).is_ok_and(|v| v < words.len()),
        OptionValues::Numbers(numbers) => numbers.contains(&value),
        OptionValues::Mixed(words, from, to) => {
            (*from..=*to).contains(&value)
                || usize::try_from(-1 - i32::from(value)).is_ok_and(|i| i < words.len())
        }
    };
    if !fits {
        return Err(format!(
            "`{}` has no value {value}",
            text(rules, declared.name)
        ));
    }
    for (i, place) in game.options[option].iter_mut().enumerate() {
        if seat.is_none_or(|s| s.index() == i || !declared.each_player) {
            *place = value;
        }
    }
    Ok(())
}

/// Whether the variant or a mode deals the armies itself, so that none can be named for the beginning: an army named besides
/// would leave its seat with two powers. A position in mid-game is after the deal; there the armies are named.
pub fn deals_armies(rules: &Ruleset) -> bool {
    let nobody = Match {
        armies: vec![None; rules.seats.len()],
        ..usual(rules, 0)
    };
    // with no army at the table only rules of the game can bring one to it
    !rules.armies.is_empty() && present::armies(rules, &nobody).is_none()
}

/// The game a script starts with, before its lines; what a FEN says beside the board is given already.
///
/// # Errors
/// The match does not fit the rules, or the FEN does not read.
pub fn game<G: Stage>(rules: &Arc<Ruleset>, script: &Script) -> Result<G, Failed> {
    game_of(rules, script, &table(rules, script)?)
}

/// The same in a match that is set already.
///
/// # Errors
/// As [`game`].
pub fn game_of<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    table: &Match,
) -> Result<G, Failed> {
    let fail = |message: String| Failed {
        line: script.src,
        message,
        undecided: false,
    };
    let unread = |(line, message): (SourceId, String)| Failed {
        line,
        message,
        undecided: false,
    };
    if let Some(fen) = &script.fen {
        let position = fen::parse(rules, fen).map_err(fail)?;
        let mut game: G = from_position(rules, table, &position.placed).map_err(fail)?;
        game.readable(script).map_err(unread)?;
        game.give(&position.given).map_err(fail)?;
        return Ok(game);
    }
    let game: G = match &script.position {
        Some(placed) => from_position(rules, table, placed).map_err(fail),
        None if !script.armies.is_empty() && deals_armies(rules) => Err(fail(
            "the game deals the armies itself, so none can be named for its beginning: leave out `armies`, or add a `position`"
                .to_string(),
        )),
        None => G::begin(rules, table).map_err(fail),
    }?;
    game.readable(script).map_err(unread)?;
    Ok(game)
}

fn from_position<G: Stage>(
    rules: &Arc<Ruleset>,
    table: &Match,
    placed: &[Placed],
) -> Result<G, String> {
    G::from_position(rules, table, placed)
}
