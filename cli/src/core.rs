//! The core on the stage of scenarios: what every command plays with.
use crate::Core;
use crate::scenario::Stage;
use engine::core::any::{AnyGame, AnyPlan};
use engine::core::lower::Refusal as NoPlan;
use engine::ids::{RuleId, SeatId, SourceId, SquareId};
use engine::play::{Choice, Match, Refusal, Refused};
use engine::rules::{Cond, Given, Placed, Quality, Ruleset, Script, Set, Value};
use std::sync::Arc;

/// Where a sentence stands, behind a message about it; nothing if it is not known.
pub fn at_its_place(rules: &Ruleset, source: Option<SourceId>) -> String {
    let source = source.and_then(|id| rules.sources.get(id.index()));
    source.map_or_else(String::new, |s| format!(" ({}:{})", s.file, s.line))
}

/// Why a match has no plan, with the place of the rule.
pub fn no_plan(rules: &Ruleset, refusal: &NoPlan) -> String {
    let source = refusal.rule.map(|r| rules.rules[r.index()].src);
    let at = at_its_place(rules, source);
    format!("the engine cannot carry this out: {refusal}{at}")
}

/// A plan for a host, who may ask whatever the language can say.
fn plan(rules: &Ruleset, linked: Result<AnyPlan, NoPlan>) -> Result<AnyPlan, String> {
    match linked {
        Ok(plan) => Ok(plan.asked_anything()),
        Err(refusal) => Err(no_plan(rules, &refusal)),
    }
}

impl Stage for Core {
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String> {
        AnyGame::begun(&plan(rules, AnyPlan::link(rules, game))?).map_err(|refused| match refused {
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
            &plan(rules, AnyPlan::link_position(rules, game, placed.len()))?,
            placed,
        )
    }
    fn readable(&self, script: &Script) -> Result<(), (SourceId, String)> {
        let unread = |(line, refusal): (SourceId, NoPlan)| (line, no_plan(self.rules(), &refusal));
        Core::readable(self, script).map_err(unread)
    }
    fn give(&mut self, given: &[Given]) -> Result<(), String> {
        AnyGame::give(self, given)
    }
    fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        AnyGame::start_turn(self, seat)
    }
    fn decides(&self) -> Result<(), String> {
        AnyGame::decides(self)
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
        AnyGame::verdicts(self)
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
    /// The whole state is the same, and so is what is asked.
    fn stands_as(&self, other: &Self) -> bool {
        AnyGame::stands_as(self, other)
    }
}
