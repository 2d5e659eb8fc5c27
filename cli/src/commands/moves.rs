//! `armorial moves`: the open decision and its options.
use crate::args::Moves;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::scenario::run::option_text;
use crate::{Literal, board, walk};
use engine::notation;
use engine::play::Open;
use engine::session::Running;
use serde_json::json;
use std::io::Write;

/// Prints the open decision.
pub fn run(args: &Moves) -> Result<Exit, Failure> {
    let ready = Ready::from(&args.game, 0)?;
    let game = walk::past_chance(ready.begin::<Literal>()?, ready.game.seed)?;
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
            "kind": format!("{:?}", decision.kind).to_lowercase(),
            "options": options,
        });
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    anstream::eprint!("{}", board::draw(rules, &game.view(None)));
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
