//! The oracle without its shortcuts, on the stage of scenarios.
use cli::scenario::Stage;
use engine::ids::{RuleId, SeatId, SquareId};
use engine::play::*;
use engine::rules::{Cond, Given, Placed, Quality, Ruleset, Set, Value};
use engine::session::Running;
use oracle::Game as Literal;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game in which every phrase is read anew wherever it is asked.
#[derive(Clone)]
pub struct Unaided(pub Literal);

impl Running for Unaided {
    fn open(&self) -> &Open {
        self.0.open()
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        self.0.answer(index)
    }
    fn notices(&self) -> &[Notice] {
        self.0.notices()
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        self.0.table_act(seat, name)
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        Running::fired(&self.0)
    }
    fn points(&self) -> Option<Vec<i32>> {
        Running::points(&self.0)
    }
    fn round(&self) -> Option<u32> {
        self.0.round()
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        self.0.view(seat)
    }
}

impl Stage for Unaided {
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String> {
        let game = Literal::unaided(rules.clone(), game.clone());
        game.map(Unaided).map_err(|e| e.to_string())
    }
    fn from_position(
        rules: &Arc<Ruleset>,
        game: &Match,
        placed: &[Placed],
    ) -> Result<Self, String> {
        let game = Literal::unaided_from_position(rules.clone(), game.clone(), placed);
        game.map(Unaided).map_err(|e| e.to_string())
    }
    fn give(&mut self, given: &[Given]) -> Result<(), String> {
        Stage::give(&mut self.0, given)
    }
    fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        self.0.start_turn(seat)
    }
    fn decides(&self) -> Result<(), String> {
        Stage::decides(&self.0)
    }
    fn holds(&self, cond: &Cond) -> bool {
        Stage::holds(&self.0, cond)
    }
    fn why(&self, choice: &Choice) -> Vec<Refusal> {
        Stage::why(&self.0, choice)
    }
    fn exposes(&self, choice: &Choice) -> bool {
        self.0.exposes(choice)
    }
    fn frozen(&self) -> Vec<SquareId> {
        Stage::frozen(&self.0)
    }
    fn verdicts(&self) -> Vec<RuleId> {
        Stage::verdicts(&self.0)
    }
    fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        Stage::seen_by(&self.0, value)
    }
    fn seats(&self, who: &Set) -> Vec<SeatId> {
        self.0.seats(who)
    }
    fn ruleset(&self) -> &Ruleset {
        self.0.ruleset()
    }
    fn found(&self, value: &Value) -> Vec<String> {
        Stage::found(&self.0, value)
    }
    fn these(&self, value: &Value) -> Vec<u16> {
        Stage::these(&self.0, value)
    }
    fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        Stage::have_become(&self.0, pieces, quality)
    }
    fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        Stage::conqueror(&self.0, seat)
    }
}
