//! `armorial play`: a game in the terminal, from its beginning or from a record.
use super::replay;
use crate::Core;
use crate::args::Play;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::sources;
use crate::table::keep::{self, Keeper, Stop};
use crate::table::line::{self, Edited, Lines, Plain};
use crate::table::{Around, Player, Table};
use engine::record::{RECORD_BEGINS, Record};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Plays a game.
pub fn run(args: &Play) -> Result<Exit, Failure> {
    let record = args.resume.as_deref().map(read).transpose()?;
    let ready = match &record {
        None if args.game.variant.is_empty() => {
            return Err(Failure::said(
                "what is to be played? `armorial play VARIANT`, or `--resume RECORD`; `armorial list variants` names them",
            ));
        }
        None => Ready::from(&args.game, fresh_seed())?,
        Some(record) => resumed(args, record)?,
    };
    for why in &ready.broken {
        anstream::eprintln!("{why}");
    }
    let seed = ready.game.seed;
    let human = ready.players.contains(&Player::Human);
    let terminal = human && line::at_terminal();
    if let Some(path) = &args.record {
        nothing_else_there(path)?;
    }
    let keeper = match args.record.as_ref().or(args.resume.as_ref()) {
        Some(path) => Keeper::at(path)?,
        None if terminal => {
            keep::own_file(&ready.heading.variant, seed).map_or_else(Keeper::default, Keeper::own)
        }
        None => Keeper::default(),
    };
    let game = ready.begin::<Core>()?;
    let greeting = format!(
        "{}, seed {seed}. `help` lists what can be typed.",
        ready.heading.variant
    );
    let (mut edited, mut plain);
    let lines: &mut dyn Lines = if terminal {
        edited = Edited::new().map_err(Failure::Read)?;
        &mut edited
    } else {
        plain = Plain(std::io::stdin().lock());
        &mut plain
    };
    let around = Around {
        lines,
        keeper,
        stop: Stop::on_signals().map_err(Failure::Read)?,
        in_place: terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    };
    let mut table = Table::new(ready.rules, game, ready.players, ready.heading, around);
    if let Some((record, name)) = record.zip(args.resume.as_deref()) {
        table
            .replay(&record.lines)
            .map_err(|e| Failure::said(format!("{name} does not fit: {e}")))?;
        table.go_on_from(&record);
    }
    if human {
        table.greet(&greeting)?;
    }
    let ended = table.play();
    let record = table.record();
    if let Some(path) = table.kept().filter(|_| human) {
        match record.result {
            Some(_) => anstream::eprintln!("the record is in {path}"),
            None => {
                let own = Some(&args.game.variant).filter(|v| Path::new(v).is_file());
                let files = args.game.rules.iter().chain(own);
                let rules: String = files.map(|path| format!(" --rules {path}")).collect();
                anstream::eprintln!(
                    "the game is kept in {path}\nto go on with it: armorial play --resume {path}{rules}"
                );
            }
        }
    }
    // Without a terminal the record is the output, and so it is where the file failed.
    let shown = args.record.is_none() && (!std::io::stdout().is_terminal() || !human);
    if shown || table.unkept() {
        write!(anstream::stdout(), "{}", table.written())?;
    }
    match ended {
        Ok(_) if table.unkept() => Ok(Exit::CouldNotRun),
        ended => ended,
    }
}

/// A file that is there is written anew only if it is a record, or empty.
fn nothing_else_there(path: &str) -> Result<(), Failure> {
    if !Path::new(path).is_file() {
        return Ok(());
    }
    let begins = |file: std::fs::File| io::read_to_string(file.take(RECORD_BEGINS.len() as u64));
    let there = std::fs::File::open(path).and_then(begins);
    match there {
        Ok(text) if text.is_empty() || text == RECORD_BEGINS => Ok(()),
        Ok(_) | Err(_) => Err(Failure::said(format!(
            "{path} is there already and is no record; name another file for `--record`"
        ))),
    }
}

fn read(path: &str) -> Result<Record, Failure> {
    Record::read(&sources::read_record(path)?).map_err(|e| Failure::said(format!("{path}: {e}")))
}

/// The match of a record: its rules must be the same, and somebody must be left to decide.
fn resumed(args: &Play, record: &Record) -> Result<Ready, Failure> {
    let heading = &record.heading;
    let mut flags = replay::flags(heading, &args.game.rules);
    let players = heading.players.iter();
    flags.seat = players.map(|(seat, who)| format!("{seat}={who}")).collect();
    flags.seat.extend(args.game.seat.iter().cloned());
    let ready = Ready::from(&flags, heading.seed)?;
    if let Some(result) = &record.result {
        let seats: Vec<String> = result.iter().map(|(s, how)| format!("{s} {how}")).collect();
        return Err(Failure::said(format!(
            "that game is over ({}); `armorial replay` shows it",
            seats.join(", ")
        )));
    }
    if ready.heading.rules != heading.rules {
        return Err(Failure::said(
            "the rules of that game were others: they have changed since, or rule files named with `--rules` are missing now",
        ));
    }
    Ok(ready)
}

/// A seed nobody chose: the standard library's hasher is keyed by the system's randomness.
fn fresh_seed() -> u64 {
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
}
