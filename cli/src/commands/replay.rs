//! `armorial replay`: a record, played again.
use crate::Core;
use crate::args::{GameFlags, Replay};
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use crate::scenario::run::option_text;
use crate::{board, position, sources};
use engine::notation::{self, seat_of};
use engine::play::Open;
use engine::record::{Heading, Line, Part, Record};
use engine::session::{Running, places, points, result, short_fingerprint};
use std::io::Write;

/// Replays; with `--verify` a difference is a finding.
pub fn run(args: &Replay) -> Result<Exit, Failure> {
    let text = sources::read_record(&args.file)?;
    let record = Record::read(&text).map_err(|e| Failure::said(format!("{}: {e}", args.file)))?;
    let ready = Ready::from(&flags(&record.heading, &args.rules), 0)?;
    let game = ready.begin::<Core>()?;
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
    let lines = record.lines.get(..most).unwrap_or_default();
    let mut differs = Differences {
        verify: args.verify,
        first: None,
    };
    let game = match played(&ready, game, lines, &mut differs) {
        Ok(game) => game,
        Err(difference) => {
            writeln!(out, "{difference}")?;
            return Ok(Exit::Findings);
        }
    };
    if let Some(difference) = differs.first {
        anstream::eprintln!("{difference}");
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
    if record.result.is_some() && end != record.result {
        let text = "the result is another than the record has";
        if args.verify {
            writeln!(out, "{text}")?;
            return Ok(Exit::Findings);
        }
        anstream::eprintln!("{text}");
    }
    write!(out, "{}", notes(&record))?;
    write!(out, "{}", board::draw(&ready.rules, &game.view(None)))?;
    match end {
        Some(seats) => {
            let seats: Vec<String> = seats.iter().map(|(s, how)| format!("{s} {how}")).collect();
            writeln!(out, "result: {}", seats.join(", "))?;
            if let Some(places) = places(&ready.rules, &game) {
                writeln!(out, "places: {places}")?;
            }
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

/// A game or variation that is being replayed.
struct Way<'r> {
    game: Core,
    lines: &'r [Line],
    /// The number of its first decision.
    first: usize,
    /// How many decisions of it were made.
    made: usize,
    /// How many variations of the next one were looked at.
    aside: usize,
    /// Where it stands, for messages.
    place: String,
}

/// How a record differs from the game that its indexes lead through.
struct Differences {
    /// The first difference, of words or of a state, ends the replay.
    verify: bool,
    /// Without `verify`: the first difference of words, with its place, to tell when all has been played.
    first: Option<String>,
}

/// The game behind these decisions; their variations are tried where they stand, and left again.
///
/// # Errors
/// Where something cannot be done, and why not.
fn played(
    ready: &Ready,
    game: Core,
    lines: &[Line],
    differs: &mut Differences,
) -> Result<Core, String> {
    let mut main = Way {
        game,
        lines,
        first: 1,
        made: 0,
        aside: 0,
        place: String::new(),
    };
    // as many at once as stand inside one another, which the reader of records bounds
    let mut asides: Vec<Way> = Vec::new();
    loop {
        let way = asides.last_mut().unwrap_or(&mut main);
        let Some(line) = way.lines.get(way.made) else {
            match asides.pop() {
                Some(_) => continue,
                None => return Ok(main.game),
            }
        };
        let number = way.first + way.made;
        if let Some(variation) = line.variations.get(way.aside) {
            way.aside += 1;
            let aside = Way {
                game: way.game.clone(),
                lines: &variation.lines,
                first: number,
                made: 0,
                aside: 0,
                place: format!("{}decision {number}, variation {}, ", way.place, way.aside),
            };
            asides.push(aside);
            continue;
        }
        let here = format!("{}decision {number}", way.place);
        let words = step(ready, &mut way.game, line, differs.verify)
            .map_err(|difference| format!("{here}: {difference}"))?;
        if let Some(words) = words {
            differs.first.get_or_insert(format!("{here}: {words}"));
        }
        way.made += 1;
        way.aside = 0;
    }
}

/// Comments and variations with the decisions they belong to; nothing where there are none.
fn notes(record: &Record) -> String {
    let mut out = String::new();
    let mut depth = 0;
    let mut begun = false;
    for part in record.parts() {
        let gap = "  ".repeat(2 * depth);
        let line = match part {
            Part::Comment(text) if !begun => format!("{text}\n"),
            Part::Comment(text) => format!("{gap}  {text}\n"),
            Part::Begins => {
                depth += 1;
                format!("{gap}  instead:\n")
            }
            Part::Ends => {
                depth -= 1;
                String::new()
            }
            Part::Decision(number, line) => {
                begun = true;
                let noted = !(line.comments.is_empty() && line.variations.is_empty());
                match noted || depth > 0 {
                    true => format!("{gap}{number} {} {}\n", line.who, line.answer),
                    false => String::new(),
                }
            }
        };
        out.push_str(&line);
    }
    out
}

/// Plays one decision; how its words differ, where that is no reason to stop.
fn step(
    ready: &Ready,
    game: &mut Core,
    line: &Line,
    verify: bool,
) -> Result<Option<String>, String> {
    let mut words = None;
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
        if who != line.who || ![&answer, &written].contains(&&line.answer) {
            let difference = format!(
                "{who} {answer}, the record has {} {}",
                line.who, line.answer
            );
            if verify {
                return Err(difference);
            }
            words = Some(difference);
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
    Ok(words)
}
