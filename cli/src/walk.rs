//! Walking through games without anybody at the table: counting lines, playing at random.
use crate::exit::Failure;
use engine::core::any::{AnyGame, AnyPlan};
use engine::core::at_random::Drawn;
use engine::core::game::At;
use engine::ids::RuleId;
use engine::play::{Bounded, Choice, Decision, Kind, Open, Refused, Who};
use engine::random::{self, Purpose, Stream};
use engine::rules::{Deed, Form, On, Ruleset, Step, Verb};
use engine::session::Running;
use std::collections::BTreeMap;

/// Answers chance until somebody else must decide.
///
/// # Errors
/// The game refuses an answer it offered.
pub fn past_chance<G: Running>(mut game: G, seed: u64) -> Result<G, Failure> {
    let mut chance = Stream::new(seed, Purpose::Chance);
    while let Open::Decision(d) = game.open()
        && d.who == Who::Chance
    {
        let index = random::pick(chance.next_value(), d.options.len(), &d.weights);
        game.answer(index)
            .map_err(|e| Failure::said(e.to_string()))?;
    }
    Ok(game)
}

/// Lines of exactly `depth` turns. Only the ordinary decision of a turn counts; what is chosen, offered or rolled besides
/// makes further lines of the same length. In a game of rounds nobody has turns, so each answer of a seat counts. A line that
/// ends earlier is not counted.
///
/// # Errors
/// The game refuses an answer it offered, or goes on and on without a turn.
pub fn perft<G: Running>(game: &G, depth: u32) -> Result<u64, Failure> {
    let mut left = u64::MAX;
    Ok(lines(game, depth, 0, &mut left)?.unwrap_or(u64::MAX))
}

/// The same after so many answers that did not count, where so many states may still be visited; none: there were more.
fn lines<G: Running>(
    game: &G,
    depth: u32,
    uncounted: u32,
    left: &mut u64,
) -> Result<Option<u64>, Failure> {
    let Some(rest) = left.checked_sub(1) else {
        return Ok(None);
    };
    *left = rest;
    let Open::Decision(decision) = game.open() else {
        return Ok(Some(u64::from(depth == 0)));
    };
    let counted = counts(game, decision);
    if counted && depth == 0 {
        return Ok(Some(1));
    }
    let uncounted = if counted { 0 } else { uncounted + 1 };
    if uncounted > MAX_UNCOUNTED {
        return Err(Failure::said(format!(
            "{MAX_UNCOUNTED} decisions were answered and no turn with a move came, so there is no turn to count here"
        )));
    }
    let rest = depth - u32::from(counted);
    let mut nodes = 0;
    for index in 0..decision.options.len() {
        match lines(&after(game, index)?, rest, uncounted, left)? {
            Some(more) => nodes += more,
            None => return Ok(None),
        }
    }
    Ok(Some(nodes))
}

/// The same per first answer.
///
/// # Errors
/// As [`perft`].
pub fn divide<G: Running>(game: &G, depth: u32) -> Result<Vec<(Choice, u64)>, Failure> {
    Ok(divide_within(game, depth, u64::MAX)?.unwrap_or_default())
}

/// The same where no more than so many states may be visited; none: there are more.
///
/// # Errors
/// As [`perft`].
pub fn divide_within<G: Running>(
    game: &G,
    depth: u32,
    states: u64,
) -> Result<Option<Vec<(Choice, u64)>>, Failure> {
    let Open::Decision(decision) = game.open() else {
        return Ok(Some(Vec::new()));
    };
    let counted = u32::from(counts(game, decision));
    let (rest, mut left) = (depth.saturating_sub(counted), states);
    let mut parts = Vec::new();
    for (index, choice) in decision.options.iter().enumerate() {
        match lines(&after(game, index)?, rest, 0, &mut left)? {
            Some(more) => parts.push((choice.clone(), more)),
            None => return Ok(None),
        }
    }
    Ok(Some(parts))
}

/// Decisions in a row that need not be a turn's own, before counting is given up: more than any set-up asks, and few enough
/// that going down them fits any stack.
const MAX_UNCOUNTED: u32 = 250;

fn counts<G: Running>(game: &G, decision: &Decision) -> bool {
    match game.round() {
        Some(_) => matches!(decision.who, Who::Seat(_)),
        None => starts_turn(&decision.kind),
    }
}

fn starts_turn(kind: &Kind) -> bool {
    matches!(kind, Kind::Act | Kind::Pass)
}

fn after<G: Running>(game: &G, index: usize) -> Result<G, Failure> {
    let mut next = game.clone();
    next.answer(index)
        .map_err(|e| Failure::said(e.to_string()))?;
    Ok(next)
}

/// The rules without those that do nothing but draw the game, which do not end a line in perft.
pub fn without_draw_rules(rules: &Ruleset) -> Ruleset {
    let mut rules = rules.clone();
    for rule in &mut rules.rules {
        if let Form::Trigger {
            on: On::AsSoonAs(_) | On::At(_),
            body,
            ..
        } = &rule.form
            && let [
                Step::Do(Deed {
                    verb: Verb::DrawGame,
                    ..
                }),
            ] = body.as_slice()
        {
            // A rule that does not stand by itself is never read; its number keeps its place.
            rule.imposed = true;
        }
    }
    rules
}

/// How a random game went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Walked {
    /// How it ended; none: cut off.
    pub end: Option<Vec<engine::play::Outcome>>,
    /// Decisions answered, chance included.
    pub decisions: u64,
    /// Turns: ordinary decisions answered.
    pub plies: u64,
    /// Points of each seat in the end; none where no rule scores.
    pub points: Option<Vec<i32>>,
    /// How often each rule fired, where the machine counts that; of actions, how often they were taken.
    pub fired: BTreeMap<RuleId, u32>,
    /// The rules fired each other without end, or left nobody anything to decide.
    pub fault: bool,
    /// The rules that fired each other.
    pub cycle: Vec<RuleId>,
    /// Looking ahead reached its bound: something lawful may not have been on offer.
    pub bounded: Bounded,
}

impl Walked {
    fn add_fired(&mut self, fired: BTreeMap<RuleId, u32>) {
        for (rule, times) in fired {
            // actions are counted here already
            let counted = self.fired.entry(rule).or_default();
            *counted = times.max(*counted);
        }
    }
}

/// Decisions within one turn after which a game counts as not coming to rest.
const MAX_PER_TURN: u64 = 10_000;

/// What is open to somebody who answers at random.
enum Turned {
    Over(Vec<engine::play::Outcome>),
    Open {
        chance: bool,
        turn: bool,
        count: usize,
        weights: Vec<u16>,
    },
}

/// A game that is played at random.
trait Random {
    fn look(&self) -> Turned;
    fn action(&self, index: usize) -> Option<RuleId>;
    fn take(&mut self, index: usize) -> Result<Drawn, Refused>;
    fn turn_now(&self) -> Option<u32>;
    fn round_now(&self) -> Option<u32>;
    fn points_now(&self) -> Option<Vec<i32>>;
    fn fired_now(&self) -> BTreeMap<RuleId, u32>;
    fn bounded_now(&self) -> Bounded;
}

/// Any game with lists of options.
struct Listed<G>(G);

impl<G: Running> Random for Listed<G> {
    fn look(&self) -> Turned {
        match self.0.open() {
            Open::Over(outcomes) => Turned::Over(outcomes.clone()),
            Open::Decision(d) => Turned::Open {
                chance: d.who == Who::Chance,
                turn: starts_turn(&d.kind),
                count: d.options.len(),
                weights: d.weights.clone(),
            },
        }
    }
    fn action(&self, index: usize) -> Option<RuleId> {
        match self.0.open() {
            Open::Decision(d) => match d.options.get(index) {
                Some(Choice::Action(rule) | Choice::ActionOf(rule, _)) => Some(*rule),
                _ => None,
            },
            Open::Over(_) => None,
        }
    }
    fn take(&mut self, index: usize) -> Result<Drawn, Refused> {
        self.0.answer(index).map(|()| Drawn::Answered)
    }
    fn turn_now(&self) -> Option<u32> {
        self.0.turn()
    }
    fn round_now(&self) -> Option<u32> {
        self.0.round()
    }
    fn points_now(&self) -> Option<Vec<i32>> {
        self.0.points()
    }
    fn fired_now(&self) -> BTreeMap<RuleId, u32> {
        self.0.fired()
    }
    fn bounded_now(&self) -> Bounded {
        self.0.bounded()
    }
}

/// A game on the core, whose options are counted and not listed, and tried when they are drawn.
struct OnCore(AnyGame);

impl Random for OnCore {
    fn look(&self) -> Turned {
        match self.0.at() {
            At::Over(outcomes) => Turned::Over(outcomes),
            At::Decision {
                chance,
                kind,
                count,
                weights,
            } => Turned::Open {
                chance,
                turn: starts_turn(&kind),
                count,
                weights,
            },
        }
    }
    fn action(&self, index: usize) -> Option<RuleId> {
        self.0.action(index)
    }
    fn take(&mut self, index: usize) -> Result<Drawn, Refused> {
        self.0.try_answer(index)
    }
    fn turn_now(&self) -> Option<u32> {
        self.0.turn()
    }
    fn round_now(&self) -> Option<u32> {
        None
    }
    fn points_now(&self) -> Option<Vec<i32>> {
        self.0.points()
    }
    fn fired_now(&self) -> BTreeMap<RuleId, u32> {
        self.0.fired()
    }
    fn bounded_now(&self) -> Bounded {
        self.0.bounded()
    }
}

/// Plays a game with uniformly random answers until it ends or `max_turns` turns were played.
///
/// # Errors
/// The game refuses an answer it offered.
pub fn random_game<G: Running>(game: G, seed: u64, max_turns: u32) -> Result<Walked, Failure> {
    at_random(Listed(game), seed, max_turns)
}

/// The same on the core, by the plan of a match: a move is tried when it was drawn, and another drawn if it is not lawful.
///
/// # Errors
/// The game refuses an answer it offered.
pub fn random_game_on_core(plan: &AnyPlan, seed: u64, max_turns: u32) -> Result<Walked, Failure> {
    at_random(OnCore(AnyGame::at_random(plan)), seed, max_turns)
}

fn at_random(mut game: impl Random, seed: u64, max_turns: u32) -> Result<Walked, Failure> {
    let mut walked = played(&mut game, seed, max_turns)?;
    walked.bounded = game.bounded_now();
    Ok(walked)
}

/// Decisions in a row without a lawful answer, after which nobody is going to decide anything.
const MAX_VAIN: u32 = 10_000;

fn played(game: &mut impl Random, seed: u64, max_turns: u32) -> Result<Walked, Failure> {
    let mut chance = Stream::new(seed, Purpose::Chance);
    let mut players = Stream::new(seed, Purpose::Players);
    let mut walked = Walked::default();
    let mut round = None;
    // decisions in a row of which no answer was lawful
    let mut vain = 0;
    // the turn of the latest decision, and whether it has been counted
    let mut latest: Option<(u32, bool)> = None;
    loop {
        let (by_chance, starts, count, weights) = match game.look() {
            Turned::Over(outcomes) => {
                walked.end = Some(outcomes);
                walked.points = game.points_now();
                walked.add_fired(game.fired_now());
                return Ok(walked);
            }
            Turned::Open {
                chance,
                turn,
                count,
                weights,
            } => (chance, turn, count, weights),
        };
        // where there are no turns a round counts as one
        let turn = match game.round_now() {
            Some(now) => round.replace(now) != Some(now),
            None => starts,
        };
        if let Some(now) = game.turn_now() {
            // a turn with other decisions alone (`on your turn { move a piece of yours }`) counts when it is over
            let (last, counted) = latest.unwrap_or((now, true));
            walked.plies += u64::from(last != now && !counted);
            latest = Some((now, turn || last == now && counted));
        }
        let bound = walked.plies >= u64::from(max_turns)
            || walked.decisions > (walked.plies + 1) * MAX_PER_TURN;
        let begins = turn || latest.is_some_and(|(_, counted)| !counted);
        if bound && begins || walked.decisions > (u64::from(max_turns) + 1) * MAX_PER_TURN {
            walked.add_fired(game.fired_now());
            return Ok(walked);
        }
        let stream = if by_chance { &mut chance } else { &mut players };
        let mut left = count;
        let drawn = loop {
            let index = random::pick(stream.next_value(), left, &weights);
            let action = game.action(index);
            match game.take(index) {
                Ok(Drawn::Withdrawn) => left -= 1,
                Ok(Drawn::Answered) => {
                    vain = 0;
                    walked.decisions += 1;
                    walked.plies += u64::from(turn);
                    if let Some(rule) = action {
                        *walked.fired.entry(rule).or_default() += 1;
                    }
                    break Ok(());
                }
                Ok(Drawn::NoneLeft) => {
                    vain += 1;
                    break if vain < MAX_VAIN {
                        Ok(())
                    } else {
                        Err(Refused::Idle)
                    };
                }
                Err(fault) => break Err(fault),
            }
        };
        match drawn {
            Ok(()) => {}
            Err(fault @ (Refused::Cycle(_) | Refused::Idle)) => {
                walked.fault = true;
                if let Refused::Cycle(rules) = fault {
                    walked.cycle = rules;
                }
                walked.add_fired(game.fired_now());
                return Ok(walked);
            }
            Err(other) => return Err(Failure::said(other.to_string())),
        }
    }
}
