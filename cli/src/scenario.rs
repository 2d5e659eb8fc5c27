//! Scenarios: a start, then lines in the order of time, played against the rules (section "Scenarios" of the
//! language). The runner knows no machine: anything that is a [`Stage`] can be put through them.
pub mod answer;
pub mod cases;
pub mod expect;
pub mod ledger;
pub mod mutants;
pub mod mutate;
pub mod names;
pub mod point;
pub mod reading;
pub mod reasons;
pub mod run;
pub mod say;
pub mod search;
pub mod sound;
pub mod spared;
pub mod start;

use engine::ids::{RuleId, SeatId, SourceId, SquareId};
use engine::play::{Choice, Match, Refusal};
use engine::rules::{Cond, Given, Placed, Quality, Ruleset, Script, Set, Value};
use engine::session::Running;
use std::sync::Arc;

/// What a machine must be able to do to run scenarios, beside running games.
pub trait Stage: Running {
    /// A game from its beginning.
    ///
    /// # Errors
    /// A sentence: the match does not fit the rules.
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String>;
    /// A game in the middle: these pieces, nothing of `before the game` asked, 10 turns had by each seat.
    ///
    /// # Errors
    /// As [`Stage::begin`].
    fn from_position(rules: &Arc<Ruleset>, game: &Match, placed: &[Placed])
    -> Result<Self, String>;
    /// All that a script says beside the rules can be read here.
    ///
    /// # Errors
    /// The line that cannot, and why.
    fn readable(&self, _script: &Script) -> Result<(), (SourceId, String)> {
        Ok(())
    }
    /// Makes these true silently, in their order.
    ///
    /// # Errors
    /// A sentence: it cannot be.
    fn give(&mut self, given: &[Given]) -> Result<(), String>;
    /// Runs the start of the turn of the seat on turn.
    ///
    /// # Errors
    /// A sentence: it is not on turn.
    fn start_turn(&mut self, seat: SeatId) -> Result<(), String>;
    /// Somebody has something to decide, or the game is over: asked when all that stands in front of the first act is given.
    ///
    /// # Errors
    /// A sentence: it goes on and nobody decides.
    fn decides(&self) -> Result<(), String>;
    /// Whether a condition holds now, in nobody's frame.
    fn holds(&self, cond: &Cond) -> bool;
    /// The rules that keep the seat that decides from this choice.
    fn why(&self, choice: &Choice) -> Vec<Refusal>;
    /// Whether patterns and guards allow a move that would leave a royal piece of its own side attacked.
    fn exposes(&self, choice: &Choice) -> bool;
    /// The squares of the pieces that a rule freezes now.
    fn frozen(&self) -> Vec<SquareId>;
    /// The rules by which somebody lost or the game ended, in their order.
    fn verdicts(&self) -> Vec<RuleId>;
    /// The seats that see a value or zone.
    fn seen_by(&self, value: &Set) -> Vec<SeatId>;
    /// The seats a phrase stands for.
    fn seats(&self, who: &Set) -> Vec<SeatId>;
    /// The rules it is played by.
    fn ruleset(&self) -> &Ruleset;
    /// What a phrase stands for now, in words.
    fn found(&self, value: &Value) -> Vec<String>;
    /// The pieces a phrase stands for now, each for good.
    fn these(&self, value: &Value) -> Vec<u16>;
    /// Whether all of these pieces have the quality now, wherever they are.
    fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool;
    /// Who conquered a seat that has lost.
    fn conqueror(&self, seat: SeatId) -> Option<SeatId>;
    /// Another game stands where this one does: what the host sees is the same, and so is what is asked.
    fn stands_as(&self, other: &Self) -> bool {
        self.open() == other.open() && self.view(None) == other.view(None)
    }
}

/// Why a scenario failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// The line.
    pub line: SourceId,
    /// What is wrong with it.
    pub message: String,
    /// A search reached its bound: the line is neither so nor not so.
    pub undecided: bool,
}
