//! Running a scenario line by line.
use super::point::{Act, Fate, Point, failed};
use super::search::Otherwise;
use super::{Failed, Stage, answer, expect, search, spared, start};
use engine::ids::{RuleId, SeatId, SourceId, TextId};
use engine::notation;
use engine::play::{Choice, Decision, Who};
use engine::rules::{Answer, Form, Given, Play, Ruleset, Script, ScriptSays};
use engine::session::short_fingerprint;
use std::sync::Arc;

/// What a scenario that passed has gone through.
#[derive(Clone, Debug)]
pub struct Played<G> {
    /// The game before the first line.
    pub start: G,
    /// Per line: what was done, what the line left out too.
    pub acts: Vec<Vec<Act>>,
    /// The game after every line.
    pub games: Vec<G>,
}

impl<G: Stage> Played<G> {
    /// The fingerprint after every line, by which different machines can be compared.
    ///
    /// # Errors
    /// A state cannot be written as JSON.
    pub fn fingerprints(&self) -> Result<Vec<String>, String> {
        let fingerprint = |game: &G| short_fingerprint(game).map_err(|e| e.to_string());
        self.games.iter().map(fingerprint).collect()
    }
}

/// Runs a scenario.
///
/// # Errors
/// The first line that does not come true.
pub fn run<G: Stage>(rules: &Arc<Ruleset>, script: &Script) -> Result<Played<G>, Failed> {
    run_within::<G>(rules, script, search::STATES)
}

/// The same, with searches that visit at most so many states.
///
/// # Errors
/// As [`run`].
pub fn run_within<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    states: u32,
) -> Result<Played<G>, Failed> {
    let start: G = start::game(rules, script)?;
    let mut point = Point::new(start.clone());
    let mut played = Played {
        start,
        acts: vec![],
        games: vec![],
    };
    for (n, line) in script.lines.iter().enumerate() {
        point = next(rules, script, n, point, states)?;
        played.acts.push(std::mem::take(&mut point.way));
        refuses(&point).map_err(|message| failed(line.src, message))?;
        played.games.push(point.game.clone());
    }
    if let Some(fate) = point.fate.front() {
        let last = script.lines.last().map_or(script.src, |line| line.src);
        return Err(failed(
            last,
            format!("{} was never needed (E145)", fate.in_words(rules)),
        ));
    }
    Ok(played)
}

/// What is seen and asked after the last line of a scenario, part by part as JSON.
///
/// # Errors
/// As [`run`].
pub fn seen_after<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    states: u32,
) -> Result<Vec<String>, Failed> {
    let mut point = Point::new(start::game::<G>(rules, script)?);
    for n in 0..script.lines.len() {
        point = next(rules, script, n, point, states)?;
    }
    let view = point.game.view(None);
    let all = serde_json::to_value((view, point.game.open()));
    let all = all.map_err(|e| failed(script.src, e.to_string()))?;
    let mut parts = vec![];
    leaves(&all, 3, &mut parts);
    Ok(parts)
}

/// What lies so many levels below a value.
fn leaves(value: &serde_json::Value, levels: u8, out: &mut Vec<String>) {
    match value {
        serde_json::Value::Array(all) if levels > 0 => {
            all.iter().for_each(|v| leaves(v, levels - 1, out));
        }
        serde_json::Value::Object(all) if levels > 0 => {
            all.values().for_each(|v| leaves(v, levels - 1, out));
        }
        leaf => out.push(leaf.to_string()),
    }
}

/// Whether every line of a scenario comes true; neither refusals nor states are looked at.
pub fn passes<G: Stage>(rules: &Arc<Ruleset>, script: &Script) -> bool {
    let Ok(game) = start::game::<G>(rules, script) else {
        return false;
    };
    let mut point = Point::new(game);
    for n in 0..script.lines.len() {
        match next(rules, script, n, point, search::STATES) {
            Ok(next) => point = next,
            Err(_) => return false,
        }
        point.way.clear();
    }
    point.fate.is_empty()
}

/// Plays once more what a scenario that passed has gone through, taking every answer back and making it again, and
/// compares the states.
///
/// # Errors
/// The first line after which the state is another, or around which going back is not exact.
pub fn again<G: Stage>(script: &Script, played: &Played<G>) -> Result<(), Failed> {
    let mut game = played.start.clone();
    for (i, line) in script.lines.iter().enumerate() {
        let fail = |message: String| failed(line.src, message);
        match &line.says {
            ScriptSays::Given(Given::Choice(..)) => {}
            ScriptSays::Given(given) => game.give(std::slice::from_ref(given)).map_err(fail)?,
            ScriptSays::StartsTurn(seat) => game.start_turn(*seat).map_err(fail)?,
            _ => {}
        }
        for act in played.acts.get(i).into_iter().flatten() {
            game = act_and_back(&game, act).map_err(fail)?;
        }
        if !played.games.get(i).is_some_and(|then| game.stands_as(then)) {
            return Err(fail(
                "played again the same answers lead to another state".to_string(),
            ));
        }
    }
    Ok(())
}

fn act_and_back<G: Stage>(game: &G, act: &Act) -> Result<G, String> {
    let make = || -> Result<G, String> {
        let mut next = game.clone();
        let done = match act {
            Act::Answer(index) => next.answer(*index),
            Act::Table(seat, name) => next.table_act(*seat, name),
        };
        done.map_err(|refused| refused.to_string())?;
        Ok(next)
    };
    let before = game.clone();
    let once = make()?;
    if !game.stands_as(&before) {
        return Err("taking an answer back does not restore the state".to_string());
    }
    if !make()?.stands_as(&once) {
        return Err("the same answer made again leads to another state".to_string());
    }
    Ok(once)
}

/// An answer nobody offered changes nothing.
fn refuses<G: Stage>(point: &Point<G>) -> Result<(), String> {
    let mut tried = point.game.clone();
    if tried.answer(usize::MAX).is_ok() {
        return Err("an answer that was not offered was accepted".to_string());
    }
    if !tried.stands_as(&point.game) {
        return Err("a refused answer changed the game".to_string());
    }
    Ok(())
}

/// The point after the line of this number; what only other rules can tell is asked of them.
fn next<G: Stage>(
    rules: &Arc<Ruleset>,
    script: &Script,
    n: usize,
    mut point: Point<G>,
    states: u32,
) -> Result<Point<G>, Failed> {
    let line = &script.lines[n];
    match &line.says {
        ScriptSays::Spared { seat, tag } => {
            let why = spared::because(rules, script, n, &point, *seat, tag);
            why.map_err(|message| failed(line.src, message))?;
            Ok(point)
        }
        says @ ScriptSays::Cannot {
            seat,
            what,
            tag: Some(tag),
        } => match one(rules, point.clone(), says, line.src, states) {
            Err(_) if spared::refused(rules, script, n, &mut point, *seat, what, tag) => Ok(point),
            done => done,
        },
        says => one(rules, point, says, line.src, states),
    }
}

/// The point after one line.
pub(super) fn one<G: Stage>(
    rules: &Ruleset,
    mut point: Point<G>,
    says: &ScriptSays,
    line: SourceId,
    states: u32,
) -> Result<Point<G>, Failed> {
    let fail = |message: String| failed(line, message);
    let searched = |found: Otherwise| match found {
        Otherwise::So(message) => failed(line, message),
        Otherwise::Undecided(message) => Failed {
            undecided: true,
            ..failed(line, message)
        },
    };
    if !matches!(says, ScriptSays::Given(_) | ScriptSays::StartsTurn(_)) {
        point.game.decides().map_err(fail)?;
    }
    if !matches!(says, ScriptSays::Given(_) | ScriptSays::TimeUp) {
        point.roll().map_err(fail)?;
    }
    match says {
        // Part of the match.
        ScriptSays::Given(Given::Choice(..)) => {}
        ScriptSays::Given(given) => point.game.give(std::slice::from_ref(given)).map_err(fail)?,
        ScriptSays::StartsTurn(seat) => {
            point.told.clear();
            point.game.start_turn(*seat).map_err(fail)?;
            point.told.extend_from_slice(point.game.notices());
            point.roll().map_err(fail)?;
        }
        ScriptSays::Answer(seat, play) => {
            point.told.clear();
            point = answer::play(rules, &point, *seat, play).map_err(fail)?;
        }
        ScriptSays::Die(faces) => {
            point.fate.extend(faces.iter().cloned().map(Fate::Die));
            point.roll().map_err(fail)?;
        }
        ScriptSays::Shuffle(cards) => {
            point.fate.extend(cards.iter().map(|(kind, seat)| {
                let colour = seat
                    .and_then(|s| rules.seats.get(s.index()))
                    .map(|s| s.side);
                Fate::Card(*kind, *seat, colour)
            }));
            point.roll().map_err(fail)?;
        }
        ScriptSays::TimeUp => {
            point = point.too_late().map_err(fail)?;
        }
        ScriptSays::Perft { turns, lines } => {
            search::perft(rules, &point.game, *turns, *lines, states).map_err(searched)?;
        }
        ScriptSays::Solved { goal, moves, not } => {
            search::solved(&point.game, goal.as_ref(), *moves, *not, states).map_err(searched)?;
        }
        ScriptSays::Force { seat, goal, moves } => {
            search::force(&point.game, *seat, goal, *moves, states).map_err(searched)?;
        }
        expectation => expect::holds(rules, &point, expectation).map_err(fail)?,
    }
    point.before_the_clock();
    Ok(point)
}

/// An option in words, as a scenario would write it.
pub fn option_text(rules: &Ruleset, decision: &Decision, choice: &Choice) -> String {
    notation::choice(rules, decision, choice)
}

/// Whether a seat is asked, and the decision.
pub fn asked<G: Stage>(
    rules: &Ruleset,
    point: &Point<G>,
    seat: SeatId,
) -> Result<Decision, String> {
    let point = point.waiting_for(seat)?;
    match point.decision() {
        None => Err("the game is over".to_string()),
        Some(d) if d.who != Who::Seat(seat) => Err(another(rules, d, seat)),
        Some(d) => Ok(d.clone()),
    }
}

/// Somebody else is asked, and what.
pub fn another(rules: &Ruleset, decision: &Decision, seat: SeatId) -> String {
    format!(
        "{} is to decide, not {} (E144); {}",
        notation::who(rules, &decision.who),
        notation::seat(rules, seat),
        super::say::question(rules, decision)
    )
}

/// What a play could choose, for `why` and refusals.
pub fn choices_of(rules: &Ruleset, decision: &Decision, play: &Play) -> Vec<Choice> {
    let actions = |name: TextId| {
        let name = notation::text(rules, name);
        let ids = (0..rules.rules.len()).map(RuleId::from);
        ids.filter(move |id| {
            let action = matches!(rules.rules[id.index()].form, Form::Action { .. });
            action && super::names::rule_is_called(rules, *id, name)
        })
    };
    match play {
        Play::Move(from, to, _) => vec![Choice::Move(*from, *to)],
        Play::Accept(_) => vec![Choice::Accept],
        Play::Decline(_) => vec![Choice::Decline],
        Play::Pass => vec![Choice::Pass],
        Play::Named(name, _) => actions(*name).map(Choice::Action).collect(),
        Play::With(name, at, _) => actions(*name).map(|id| Choice::ActionOf(id, *at)).collect(),
        Play::Choose(answers) => match answers.first() {
            Some(Answer::Move(from, to, None)) => {
                let border = Choice::Border(*from.min(to), *from.max(to));
                vec![Choice::Move(*from, *to), border]
            }
            Some(Answer::Move(from, to, Some(_))) => vec![Choice::Move(*from, *to)],
            Some(Answer::Square(square)) => {
                // Where squares are chosen a square, else the piece on it.
                let squares = (decision.options.iter()).any(|c| matches!(c, Choice::Square(_)));
                match squares {
                    true => vec![Choice::Square(*square)],
                    false => vec![Choice::Piece(*square), Choice::Square(*square)],
                }
            }
            Some(Answer::Kind(kind)) => vec![Choice::Kind(*kind)],
            Some(Answer::Seat(seat)) => vec![Choice::Seat(*seat)],
            Some(Answer::Army(army)) => vec![Choice::Army(*army)],
            Some(Answer::Number(n)) => vec![Choice::Number(*n)],
            Some(Answer::Nothing) => vec![Choice::Decline, Choice::Done],
            Some(Answer::Name(name)) => std::iter::once(Choice::Text(*name))
                .chain(actions(*name).map(Choice::Action))
                .collect(),
            Some(Answer::With(name, at)) => {
                actions(*name).map(|id| Choice::ActionOf(id, *at)).collect()
            }
            Some(Answer::Deal(..)) | None => Vec::new(),
        },
        Play::From(_) | Play::Resign => Vec::new(),
    }
}
