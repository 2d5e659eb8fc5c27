//! `armorial perft`: node counts.
use crate::Core;
use crate::args::Perft;
use crate::core::at_its_place;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::walk;
use engine::machine::{self, Leaves, Position};
use engine::notation;
use engine::play::{Choice, Decision};
use engine::rules::{Given, Ruleset, ScriptSays};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Lines longer than this are not counted in anybody's lifetime.
const MAX_DEPTH: u32 = 64;

/// Counts and prints.
pub fn run(args: &Perft) -> Result<Exit, Failure> {
    if args.depth > MAX_DEPTH {
        return Err(Failure::said(format!(
            "depth {} is more than {MAX_DEPTH}",
            args.depth
        )));
    }
    let mut ready = Ready::from(&args.game, 0)?;
    ready.rules = Arc::new(walk::without_draw_rules(&ready.rules));
    let position = match fast(&ready) {
        Ok(position) => position,
        Err(why) => {
            anstream::eprintln!("not on the fast machine: {why}");
            None
        }
    };
    let started = Instant::now();
    let ((nodes, parts), machine) = match &position {
        Some(position) => (on_machine(position, args), "fast"),
        None => {
            let game = walk::past_chance(ready.begin::<Core>()?, ready.game.seed)?;
            (by_answers(&game, args)?, "core")
        }
    };
    let seconds = started.elapsed().as_secs_f64();
    let parts: Vec<(String, u64)> = parts
        .into_iter()
        .map(|(way, nodes)| (way_text(&ready.rules, &way), nodes))
        .collect();
    let mut out = anstream::stdout().lock();
    if args.json {
        let divide: Vec<_> = parts
            .iter()
            .map(|(way, nodes)| json!({"option": way, "nodes": nodes}))
            .collect();
        let mut all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "perft",
            "variant": ready.heading.variant,
            "depth": args.depth,
            "nodes": nodes,
            "seconds": seconds,
            "machine": machine,
        });
        if args.divide {
            all["divide"] = divide.into();
        }
        writeln!(out, "{all}")?;
        return Ok(Exit::Fine);
    }
    for (way, nodes) in &parts {
        writeln!(out, "{way}: {nodes}")?;
    }
    writeln!(out, "{nodes}")?;
    let machine = match machine {
        "fast" => "fast machine",
        machine => machine,
    };
    anstream::eprintln!(
        "{seconds:.3} s, {:.0} nodes per second, {machine}",
        nodes as f64 / seconds.max(1e-9)
    );
    Ok(Exit::Fine)
}

/// A first answer, with what is chosen at once after it, and its count.
type Parts = Vec<(Vec<Choice>, u64)>;

/// The position on the fast machine; none: it has no such position.
///
/// # Errors
/// Why it has no plan for the rules of the match, in words.
pub fn fast(ready: &Ready) -> Result<Option<Position>, String> {
    let linked = machine::link(&ready.rules, &ready.game)
        .map_err(|problem| format!("{problem}{}", at_its_place(&ready.rules, problem.rule)))?;
    Ok(placed(&linked, ready))
}

fn placed(linked: &machine::Game, ready: &Ready) -> Option<Position> {
    let Some(script) = &ready.position else {
        return linked.start().ok();
    };
    let mut given: Vec<Given> = Vec::new();
    let placed = match &script.fen {
        Some(fen) => {
            let fen = engine::fen::parse(&ready.rules, fen).ok()?;
            given.extend(fen.given);
            fen.placed
        }
        None => script.position.clone()?,
    };
    for line in &script.lines {
        match &line.says {
            ScriptSays::Given(one) => given.push(one.clone()),
            _ => return None,
        }
    }
    linked.given(&placed, &given).ok()
}

fn on_machine(position: &Position, args: &Perft) -> (u64, Parts) {
    if args.divide && args.depth > 0 {
        let parts = position.divide(args.depth);
        return (parts.iter().map(|(_, n)| n).sum(), parts);
    }
    let leaves = if args.bulk {
        Leaves::Counted
    } else {
        Leaves::Made
    };
    (position.perft(args.depth, leaves), Vec::new())
}

fn by_answers(game: &Core, args: &Perft) -> Result<(u64, Parts), Failure> {
    if args.divide && args.depth > 0 {
        let parts = walk::divide(game, args.depth)?;
        let nodes = parts.iter().map(|(_, n)| n).sum();
        return Ok((
            nodes,
            parts.into_iter().map(|(c, n)| (vec![c], n)).collect(),
        ));
    }
    Ok((walk::perft(game, args.depth)?, Vec::new()))
}

fn way_text(rules: &Ruleset, way: &[Choice]) -> String {
    let nobody = Decision {
        who: engine::play::Who::Chance,
        kind: engine::play::Kind::Act,
        rule: None,
        label: None,
        secret: false,
        options: Vec::new(),
        weights: Vec::new(),
        picked: 0,
        dealing: None,
    };
    let words: Vec<String> = way
        .iter()
        .map(|c| notation::choice(rules, &nobody, c))
        .collect();
    words.join("=")
}
