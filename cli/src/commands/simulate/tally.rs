//! What many random games came to.
use crate::walk::Walked;
use engine::ids::{ArmyId, RuleId};
use engine::machine;
use engine::play::{Bounded, Outcome};
use engine::rules::Ruleset;
use std::collections::BTreeMap;

/// See the module.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games that came to a result.
    pub finished: u64,
    /// Games cut off by the limit of turns.
    pub cut_off: u64,
    /// Games ended by a bound of the rules: a fault of theirs.
    pub faults: Vec<u64>,
    /// Of these the rules that fired each other without end.
    pub cycles: BTreeMap<u64, Vec<RuleId>>,
    /// Games in which looking ahead reached its bound: how often, and at which rule.
    pub bounded: BTreeMap<u64, Bounded>,
    /// Decisions answered.
    pub decisions: u64,
    /// Turns.
    pub plies: u64,
    /// Per seat.
    pub seats: Vec<Score>,
    /// Per army that sat somewhere.
    pub armies: BTreeMap<ArmyId, Score>,
    /// In how many games two armies met: the one in an earlier seat, the one in a later seat.
    pub pairs: BTreeMap<(ArmyId, ArmyId), u64>,
    /// How often each rule fired.
    pub fired: BTreeMap<RuleId, u64>,
}

/// Results of a seat or an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Seats in games.
    pub games: u64,
    /// Of these won.
    pub wins: u64,
    /// Lost.
    pub losses: u64,
    /// Drawn.
    pub draws: u64,
    /// Games that ended with points.
    pub scored: u64,
    /// The points of these.
    pub points: i64,
}

impl Score {
    fn count(&mut self, outcome: Outcome) {
        self.games += 1;
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Loss => self.losses += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Playing | Outcome::None => {}
        }
    }

    fn add(&mut self, other: Score) {
        self.games += other.games;
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.scored += other.scored;
        self.points += other.points;
    }
}

impl Tally {
    /// Of no games.
    pub fn new(rules: &Ruleset) -> Tally {
        Tally {
            seats: vec![Score::default(); rules.seats.len()],
            ..Tally::default()
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.finished + self.cut_off + self.faults.len() as u64
    }

    /// Counts a game of the core, number `n`.
    pub fn count(&mut self, n: u64, armies: &[Option<ArmyId>], walked: Walked) {
        self.decisions += walked.decisions;
        self.plies += walked.plies;
        for (rule, times) in walked.fired {
            *self.fired.entry(rule).or_default() += u64::from(times);
        }
        if walked.bounded.times > 0 {
            self.bounded.insert(n, walked.bounded);
        }
        let unfinished = vec![Outcome::Playing; self.seats.len()];
        match (&walked.end, walked.fault) {
            (_, true) => {
                self.faults.push(n);
                self.cycles.insert(n, walked.cycle.clone());
            }
            (None, false) => self.cut_off += 1,
            (Some(_), false) => self.finished += 1,
        }
        for (score, points) in self
            .seats
            .iter_mut()
            .zip(walked.points.into_iter().flatten())
        {
            score.points += i64::from(points);
            score.scored += 1;
        }
        let end = walked.end.filter(|_| !walked.fault);
        self.results(armies, &end.unwrap_or(unfinished));
    }

    /// Counts a game of the fast machine.
    pub fn count_fast(&mut self, armies: &[Option<ArmyId>], game: &machine::Tally) {
        self.plies += game.plies;
        self.decisions += game.plies;
        self.cut_off += game.unfinished;
        self.finished += 1 - game.unfinished.min(1);
        let won = game.won.iter().any(|w| *w > 0);
        let outcomes: Vec<Outcome> = (game.won.iter())
            .map(|here| match (*here > 0, won, game.drawn > 0) {
                (true, ..) => Outcome::Win,
                (false, true, _) => Outcome::Loss,
                (false, false, true) => Outcome::Draw,
                (false, false, false) => Outcome::Playing,
            })
            .collect();
        self.results(armies, &outcomes);
    }

    fn results(&mut self, armies: &[Option<ArmyId>], outcomes: &[Outcome]) {
        for (seat, outcome) in self.seats.iter_mut().zip(outcomes) {
            seat.count(*outcome);
        }
        for (army, outcome) in armies.iter().zip(outcomes) {
            if let Some(army) = army {
                self.armies.entry(*army).or_default().count(*outcome);
            }
        }
        let seated: Vec<ArmyId> = armies.iter().flatten().copied().collect();
        for (i, first) in seated.iter().enumerate() {
            for second in &seated[i + 1..] {
                *self.pairs.entry((*first, *second)).or_default() += 1;
            }
        }
    }

    /// Adds other games.
    pub fn add(&mut self, other: Tally) {
        self.finished += other.finished;
        self.cut_off += other.cut_off;
        for (pair, games) in other.pairs {
            *self.pairs.entry(pair).or_default() += games;
        }
        self.faults.extend(other.faults);
        self.faults.sort_unstable();
        self.cycles.extend(other.cycles);
        self.bounded.extend(other.bounded);
        self.decisions += other.decisions;
        self.plies += other.plies;
        for (mine, theirs) in self.seats.iter_mut().zip(other.seats) {
            mine.add(theirs);
        }
        for (army, score) in other.armies {
            self.armies.entry(army).or_default().add(score);
        }
        for (rule, times) in other.fired {
            *self.fired.entry(rule).or_default() += times;
        }
    }
}
