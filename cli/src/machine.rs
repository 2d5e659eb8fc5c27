//! The machines that play: the core, and the literal interpreter where the core has no plan yet. One type for whoever plays, so that no
//! command has to know which of them it is.
use crate::Literal;
use crate::scenario::Stage;
use engine::core::any::{AnyGame, AnyPlan};
use engine::ids::{RuleId, SeatId, SquareId};
use engine::play::{BoardView, Choice, Match, Notice, Open, Refusal, Refused};
use engine::rules::{Cond, Given, Placed, Quality, Ruleset, Set, Value};
use engine::session::Running;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game on either machine.
#[derive(Clone)]
#[allow(missing_docs, clippy::large_enum_variant)]
pub enum Machine {
    Core(AnyGame),
    Literal(Literal),
}

/// The same for both machines.
macro_rules! either {
    ($machine:expr, $game:ident => $do:expr) => {
        match $machine {
            Machine::Core($game) => $do,
            Machine::Literal($game) => $do,
        }
    };
}

impl Machine {
    /// What plays, as machine outputs name it.
    pub fn name(&self) -> &'static str {
        match self {
            Machine::Core(_) => "core",
            Machine::Literal(_) => "literal",
        }
    }
}

/// A plan for a host, who may ask whatever the language can say.
fn plan(linked: Result<AnyPlan, engine::core::lower::Refusal>) -> Result<AnyPlan, String> {
    match linked {
        Ok(plan) => Ok(plan.asked_anything()),
        Err(refusal) => Err(format!("the core has no plan yet for {refusal}")),
    }
}

impl Stage for AnyGame {
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String> {
        AnyGame::begun(&plan(AnyPlan::link(rules, game))?).map_err(|refused| match refused {
            Refused::Cycle(_) => "rules fire each other without end".to_string(),
            _ => "the game goes on without anybody deciding anything".to_string(),
        })
    }
    fn from_position(
        rules: &Arc<Ruleset>,
        game: &Match,
        placed: &[Placed],
    ) -> Result<Self, String> {
        AnyGame::from_position(
            &plan(AnyPlan::link_position(rules, game, placed.len()))?,
            placed,
        )
    }
    fn give(&mut self, given: &[Given]) -> Result<(), String> {
        AnyGame::give(self, given)
    }
    fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        AnyGame::start_turn(self, seat)
    }
    fn holds(&self, cond: &Cond) -> bool {
        AnyGame::holds(self, cond)
    }
    fn why(&self, choice: &Choice) -> Vec<Refusal> {
        AnyGame::why(self, choice)
    }
    fn exposes(&self, choice: &Choice) -> bool {
        AnyGame::exposes(self, choice)
    }
    fn verdicts(&self) -> Vec<RuleId> {
        AnyGame::verdicts(self).to_vec()
    }
    fn frozen(&self) -> Vec<SquareId> {
        AnyGame::frozen(self)
    }
    fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        AnyGame::seen_by(self, value)
    }
    fn seats(&self, who: &Set) -> Vec<SeatId> {
        AnyGame::seats(self, who)
    }
    fn ruleset(&self) -> &Ruleset {
        self.rules()
    }
    fn found(&self, value: &Value) -> Vec<String> {
        AnyGame::found(self, value)
    }
    fn these(&self, value: &Value) -> Vec<u16> {
        AnyGame::these(self, value)
    }
    fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        AnyGame::have_become(self, pieces, quality)
    }
    fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        AnyGame::conqueror(self, seat)
    }
}

impl Running for Machine {
    fn open(&self) -> &Open {
        either!(self, g => g.open())
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        either!(self, g => g.answer(index))
    }
    fn notices(&self) -> &[Notice] {
        either!(self, g => g.notices())
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        either!(self, g => g.table_act(seat, name))
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        either!(self, g => Running::fired(g))
    }
    fn points(&self) -> Option<Vec<i32>> {
        either!(self, g => Running::points(g))
    }
    fn turn(&self) -> Option<u32> {
        either!(self, g => Running::turn(g))
    }
    fn round(&self) -> Option<u32> {
        either!(self, g => g.round())
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        either!(self, g => Running::view(g, seat))
    }
}

impl Stage for Machine {
    /// On the core, if it has a plan for the match.
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String> {
        match AnyPlan::link(rules, game) {
            Ok(_) => <AnyGame as Stage>::begin(rules, game).map(Machine::Core),
            Err(_) => <Literal as Stage>::begin(rules, game).map(Machine::Literal),
        }
    }
    fn from_position(
        rules: &Arc<Ruleset>,
        game: &Match,
        placed: &[Placed],
    ) -> Result<Self, String> {
        match AnyPlan::link(rules, game) {
            Ok(_) => <AnyGame as Stage>::from_position(rules, game, placed).map(Machine::Core),
            Err(_) => <Literal as Stage>::from_position(rules, game, placed).map(Machine::Literal),
        }
    }
    fn give(&mut self, given: &[Given]) -> Result<(), String> {
        either!(self, g => Stage::give(g, given))
    }
    fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        either!(self, g => g.start_turn(seat))
    }
    fn holds(&self, cond: &Cond) -> bool {
        either!(self, g => Stage::holds(g, cond))
    }
    fn why(&self, choice: &Choice) -> Vec<Refusal> {
        either!(self, g => Stage::why(g, choice))
    }
    fn exposes(&self, choice: &Choice) -> bool {
        either!(self, g => g.exposes(choice))
    }
    fn verdicts(&self) -> Vec<RuleId> {
        either!(self, g => Stage::verdicts(g))
    }
    fn frozen(&self) -> Vec<SquareId> {
        either!(self, g => Stage::frozen(g))
    }
    fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        either!(self, g => Stage::seen_by(g, value))
    }
    fn seats(&self, who: &Set) -> Vec<SeatId> {
        either!(self, g => Stage::seats(g, who))
    }
    fn ruleset(&self) -> &Ruleset {
        either!(self, g => g.ruleset())
    }
    fn found(&self, value: &Value) -> Vec<String> {
        either!(self, g => Stage::found(g, value))
    }
    fn these(&self, value: &Value) -> Vec<u16> {
        either!(self, g => Stage::these(g, value))
    }
    fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        either!(self, g => Stage::have_become(g, pieces, quality))
    }
    fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        either!(self, g => Stage::conqueror(g, seat))
    }
}
