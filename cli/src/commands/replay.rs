//! `armorial replay`: a record, played again.
use crate::args::{GameFlags, Replay};
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::machine::Machine;
use crate::scenario::run::option_text;
use crate::{board, position, sources};
use engine::notation::{self, seat_of};
use engine::play::Open;
use engine::record::{Heading, Line, Record};
use engine::session::{Running, points, result, short_fingerprint};
use std::io::Write;

/// Replays; with `--verify` a difference is a finding.
pub fn run(args: &Replay) -> Result<Exit, Failure> {
    let text = sources::read(&args.file)?;
    let record = Record::read(&text).map_err(|e| Failure::said(format!("{}: {e}", args.file)))?;
    let ready = Ready::from(&flags(&record.heading, &args.rules), 0)?;
    let mut game = ready.begin_on()?;
    let mut out = anstream::stdout().lock();
    if ready.heading.rules != record.heading.rules {
        let text = "the rules are not those of the record";
        if args.verify {
            writeln!(
                out,
                "{text}: {} now, {} then",
                ready.heading.rules, record.heading.rules
            )?;
            return Ok(Exit::Findings);
        }
        anstream::eprintln!("{text}");
    }
    let most = args.at.unwrap_or(record.lines.len());
    if most > record.lines.len() {
        let there = record.lines.len();
        return Err(Failure::said(format!(
            "--at {most}: the record has {there} decisions"
        )));
    }
    for (n, line) in record.lines.iter().take(most).enumerate() {
        if let Err(difference) = step(&ready, &mut game, line, args.verify) {
            writeln!(out, "decision {}: {difference}", n + 1)?;
            return Ok(Exit::Findings);
        }
    }
    if args.at.is_some() {
        write!(out, "{}", board::draw(&ready.rules, &game.view(None)))?;
        let begun = flags(&record.heading, &args.rules);
        match position::text(&begun, &ready.rules, &game, most == 0) {
            Some(text) => writeln!(out, "position: {text}")?,
            None => writeln!(
                out,
                "no position text leads back here: more counts than stands on the board"
            )?,
        }
        return Ok(Exit::Fine);
    }
    let end = match game.open() {
        Open::Over(outcomes) => Some(result(&ready.rules, outcomes)),
        Open::Decision(_) => None,
    };
    if args.verify && record.result.is_some() && end != record.result {
        writeln!(out, "the result is another")?;
        return Ok(Exit::Findings);
    }
    write!(out, "{}", board::draw(&ready.rules, &game.view(None)))?;
    match end {
        Some(seats) => {
            let seats: Vec<String> = seats.iter().map(|(s, how)| format!("{s} {how}")).collect();
            writeln!(out, "result: {}", seats.join(", "))?;
            if let Some(points) = points(&ready.rules, &game) {
                writeln!(out, "points: {points}")?;
            }
        }
        None => writeln!(out, "unfinished after {} decisions", record.lines.len())?,
    }
    Ok(Exit::Fine)
}

/// The game flags a record's heading amounts to.
pub fn flags(heading: &Heading, rules: &[String]) -> GameFlags {
    let set = heading
        .options
        .iter()
        .map(|(name, seat, value)| match seat {
            Some(seat) => format!("{name}.{seat}={value}"),
            None => format!("{name}={value}"),
        });
    GameFlags {
        variant: heading.variant.clone(),
        mode: heading.modes.clone(),
        set: set.collect(),
        seed: Some(heading.seed),
        position: heading.position.clone(),
        rules: rules.to_vec(),
        armies_by_seat: heading.armies.clone(),
        exact: true,
        ..GameFlags::default()
    }
}

fn step(ready: &Ready, game: &mut Machine, line: &Line, verify: bool) -> Result<(), String> {
    if line.options == 0 {
        let seat =
            seat_of(&ready.rules, &line.who).ok_or_else(|| format!("no seat `{}`", line.who))?;
        game.table_act(seat, &line.answer)
            .map_err(|e| e.to_string())?;
    } else {
        let Open::Decision(decision) = game.open() else {
            return Err("the game is over".to_string());
        };
        let choice = decision
            .options
            .get(line.index)
            .filter(|_| decision.options.len() == line.options);
        let Some(choice) = choice else {
            return Err(format!(
                "{} options, the record has {}",
                decision.options.len(),
                line.options
            ));
        };
        let (who, answer) = (
            notation::who(&ready.rules, &decision.who),
            option_text(&ready.rules, decision, choice),
        );
        let written = notation::choice(&ready.rules, decision, choice);
        if verify && (who != line.who || ![&answer, &written].contains(&&line.answer)) {
            return Err(format!(
                "{who} {answer}, the record has {} {}",
                line.who, line.answer
            ));
        }
        game.answer(line.index).map_err(|e| e.to_string())?;
    }
    let state = short_fingerprint(game).map_err(|e| e.to_string())?;
    if verify && state != line.state {
        return Err(format!(
            "the state is {state}, the record has {}",
            line.state
        ));
    }
    Ok(())
}
