//! `armorial moves`: the open decision and its options.
use crate::Core;
use crate::args::Moves;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::scenario::run::option_text;
use crate::table::said::{Asked, Meant};
use crate::table::{screen, show};
use crate::{board, position, walk};
use engine::ids::{SeatId, SourceId};
use engine::notation;
use engine::play::{BoardView, Choice, Decision, Kind, Match, Open, Who};
use engine::rules::Ruleset;
use engine::session::Running;
use pictures::patterns::{Patterns, patterns};
use serde_json::json;
use std::io::Write;

/// Prints the open decision.
pub fn run(args: &Moves) -> Result<Exit, Failure> {
    let ready = Ready::from(&args.game, 0)?;
    let game = walk::past_chance(ready.begin::<Core>()?, ready.game.seed)?;
    let rules = &ready.rules;
    let mut out = anstream::stdout().lock();
    let decision = match game.open() {
        Open::Decision(decision) => decision,
        Open::Over(outcomes) => {
            let result = engine::session::result(rules, outcomes);
            if args.json {
                let all =
                    json!({"schema": crate::JSON_SCHEMA, "command": "moves", "result": result});
                writeln!(out, "{all}")?;
            } else {
                let seats: Vec<String> =
                    result.iter().map(|(s, how)| format!("{s} {how}")).collect();
                writeln!(out, "the game is over: {}", seats.join(", "))?;
            }
            return Ok(Exit::Fine);
        }
    };
    if let Some(what) = &args.why {
        return why(&game, &ready.game, rules, decision, what);
    }
    let texts: Vec<String> = decision
        .options
        .iter()
        .map(|c| option_text(rules, decision, c))
        .collect();
    if args.json {
        let options: Vec<_> = texts
            .iter()
            .enumerate()
            .map(|(i, t)| json!({"index": i, "text": t}))
            .collect();
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "moves",
            "who": notation::who(rules, &decision.who),
            "kind": kind_word(decision.kind),
            "position": position_text(args, &ready, &game),
            "options": options,
        });
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    anstream::eprint!("{}", board::draw(rules, &game.view(None)));
    if let Some(position) = position_text(args, &ready, &game) {
        anstream::eprintln!("position: {position}");
    }
    anstream::eprintln!(
        "{} to decide, {} options",
        notation::who(rules, &decision.who),
        texts.len()
    );
    for text in texts {
        writeln!(out, "{text}")?;
    }
    Ok(Exit::Fine)
}

/// Prints why a move is not offered: what forbids it, else how the piece goes; or the sentences that offer it.
fn why(
    game: &Core,
    started: &Match,
    rules: &Ruleset,
    asked: &Decision,
    what: &str,
) -> Result<Exit, Failure> {
    let Who::Seat(seat) = asked.who else {
        return Err(Failure::said("no player is asked here"));
    };
    let view = game.view(Some(seat));
    let asked = Asked {
        rules,
        view: &view,
        seat,
        decision: asked,
    };
    let choice = match asked.meant(what) {
        Meant::One(index) | Meant::Then(index, _) => asked.decision.options[index].clone(),
        Meant::Several(_) | Meant::Nothing => asked.aimed(what).ok_or_else(|| {
            Failure::said(format!("`{what}` is no move: write it as `e2e4` or `Nf3`"))
        })?,
    };
    let mut out = anstream::stdout().lock();
    let offered = asked.decision.options.contains(&choice);
    let said = show::why(rules, game, &choice);
    let sources = if offered {
        offering(rules, started, seat, &view, asked.decision, &choice)
    } else if game.why(&choice).is_empty() && !game.exposes(&choice) {
        ways(rules, started, seat, &view, &choice).map_or_else(Vec::new, |ways| all(&ways))
    } else {
        Vec::new()
    };
    let lead = match &choice {
        _ if sources.is_empty() => String::new(),
        Choice::Move(from, _) if !offered => {
            format!(
                "; what stands on {} goes so:",
                notation::square(rules, *from)
            )
        }
        _ => " by:".to_string(),
    };
    writeln!(out, "{said}{lead}")?;
    for source in sources {
        writeln!(out, "  {}", screen::sentence(rules, source))?;
    }
    Ok(Exit::Fine)
}

/// The sentences that offer a choice: the ways that lead to the square of a move (where none can be followed on the board, all
/// ways of the piece), the rule of an action or of the question.
fn offering(
    rules: &Ruleset,
    started: &Match,
    seat: SeatId,
    view: &BoardView,
    decision: &Decision,
    choice: &Choice,
) -> Vec<SourceId> {
    let rule = match choice {
        Choice::Move(_, to) => {
            let Some(ways) = ways(rules, started, seat, view, choice) else {
                return Vec::new();
            };
            let taken = view.pieces.iter().any(|p| p.square == *to);
            let mut leading: Vec<SourceId> = (ways.rays.iter())
                .filter(|ray| ray.squares.contains(to))
                .filter(|ray| if taken { ray.takes } else { ray.quiet })
                .map(|ray| ray.src)
                .collect();
            leading.dedup();
            return if leading.is_empty() {
                all(&ways)
            } else {
                leading
            };
        }
        Choice::Action(rule) | Choice::ActionOf(rule, _) | Choice::Rule(rule) => Some(*rule),
        _ => decision.rule,
    };
    rule.iter().map(|r| rules.rules[r.index()].src).collect()
}

/// What the rules say of how the piece of a move goes from where it stands.
fn ways(
    rules: &Ruleset,
    started: &Match,
    seat: SeatId,
    view: &BoardView,
    choice: &Choice,
) -> Option<Patterns> {
    let Choice::Move(from, _) = choice else {
        return None;
    };
    let piece = view.pieces.iter().find(|p| p.square == *from)?;
    Some(patterns(rules, started, piece.kind, seat, *from))
}

/// The sentences of all ways, each once.
fn all(ways: &Patterns) -> Vec<SourceId> {
    let rays = ways.rays.iter().map(|ray| ray.src);
    let mut sources: Vec<SourceId> = Vec::new();
    for source in rays.chain(ways.notes.iter().copied()) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    sources
}

/// The word for what sort of decision it is, as `--json` prints it.
fn kind_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Act => "act",
        Kind::Move => "move",
        Kind::Choose => "choose",
        Kind::May => "may",
        Kind::Either => "either",
        Kind::Order => "order",
        Kind::Roll => "roll",
        Kind::Deal => "deal",
        Kind::Pass => "pass",
        Kind::Time => "time",
        Kind::First => "first",
    }
}

/// The position as a text for `--position`, where there is one that leads back to the same decision on the same board: the
/// text the game began from, or what can be written.
fn position_text(args: &Moves, ready: &Ready, game: &Core) -> Option<String> {
    match &ready.heading.position {
        Some(given) => position::leads_back(&args.game, given, game).then(|| given.clone()),
        None => position::text(&args.game, &ready.rules, game, true),
    }
}
