//! Plans and games of whichever size a match takes, under one type each: hosts know no sizes, and what is compiled for each size is
//! compiled here and nowhere else.
use super::at_random::Drawn;
use super::game::{At, Game};
use super::laid::Laid;
use super::lower::{self, Begins, Refusal};
use super::plan::Plan;
use crate::ids::{RuleId, SeatId, SourceId, SquareId};
use crate::play::{self, BoardView, Bounded, Choice, Match, Notice, Open, Refused};
use crate::rules::{Cond, Given, Placed, Quality, Ruleset, Script, Set, Value};
use crate::session::Running;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A plan with as much room as its match takes.
#[derive(Clone, Debug)]
pub enum AnyPlan {
    /// Up to 128 pieces, squares and kinds.
    Two(Arc<Plan<2>>),
    /// Up to 250.
    Four(Arc<Plan<4>>),
}

/// A game on the core, with as much room as its match takes.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// See [`AnyPlan::Two`].
    Two(Game<2>),
    /// See [`AnyPlan::Four`].
    Four(Game<4>),
}

/// The same for a plan of each size.
macro_rules! plan {
    ($any:expr, $plan:ident => $do:expr) => {
        match $any {
            AnyPlan::Two($plan) => $do,
            AnyPlan::Four($plan) => $do,
        }
    };
}

/// A game of the size of its plan.
macro_rules! begin {
    ($any:expr, $plan:ident => $do:expr) => {
        match $any {
            AnyPlan::Two($plan) => $do.map(AnyGame::Two),
            AnyPlan::Four($plan) => $do.map(AnyGame::Four),
        }
    };
}

/// The same for a game of each size.
macro_rules! game {
    ($any:expr, $game:ident => $do:expr) => {
        match $any {
            AnyGame::Two($game) => $do,
            AnyGame::Four($game) => $do,
        }
    };
}

impl AnyPlan {
    /// The plan of a match, with the least room that holds it.
    ///
    /// # Errors
    /// The first form that has no plan.
    pub fn link(rules: &Arc<Ruleset>, table: &Match) -> Result<AnyPlan, Refusal> {
        Self::with_room(rules, table, Begins::AsSetUp)
    }
    /// The same for games from a position of so many pieces.
    ///
    /// # Errors
    /// As [`AnyPlan::link`].
    pub fn link_position(
        rules: &Arc<Ruleset>,
        table: &Match,
        placed: usize,
    ) -> Result<AnyPlan, Refusal> {
        Self::with_room(rules, table, Begins::FromPosition(placed))
    }
    fn with_room(rules: &Arc<Ruleset>, table: &Match, begins: Begins) -> Result<AnyPlan, Refusal> {
        let room = |r: &Refusal| r.what.ends_with("room for");
        match lower::link::<2>(rules.clone(), table, begins) {
            Err(r) if room(&r) => {
                lower::link::<4>(rules.clone(), table, begins).map(|p| AnyPlan::Four(Arc::new(p)))
            }
            linked => linked.map(|p| AnyPlan::Two(Arc::new(p))),
        }
    }
    /// The plan for a host who may ask anything about the past.
    #[must_use]
    pub fn asked_anything(mut self) -> AnyPlan {
        plan!(&mut self, p => Arc::make_mut(p).tell_everything());
        self
    }
    /// Some player hides something from others.
    pub fn hides_something(&self) -> bool {
        plan!(self, p => !p.hidden.is_empty())
    }
}

impl AnyGame {
    /// A game from its beginning, at its first decision, for whoever answers by number: nobody listens to what is told.
    pub fn new(plan: &AnyPlan) -> AnyGame {
        match plan {
            AnyPlan::Two(p) => AnyGame::Two(Game::new(p)),
            AnyPlan::Four(p) => AnyGame::Four(Game::new(p)),
        }
    }
    /// The same for somebody who listens.
    ///
    /// # Errors
    /// Rules run in a circle, or nobody ever has anything to decide.
    pub fn begun(plan: &AnyPlan) -> Result<AnyGame, Refused> {
        begin!(plan, p => Game::begun(p))
    }
    /// A game from a position.
    ///
    /// # Errors
    /// The position cannot be set up, in words.
    pub fn from_position(plan: &AnyPlan, placed: &[Placed]) -> Result<AnyGame, String> {
        begin!(plan, p => Game::from_position(p, placed))
    }
    /// The state of the game as text, from which [`AnyGame::resumed`] goes on.
    ///
    /// # Errors
    /// The state cannot be written.
    pub fn written(&self) -> Result<String, serde_json::Error> {
        game!(self, g => serde_json::to_string(g.state()))
    }
    /// This game at a state that was written at one of its decisions.
    ///
    /// # Errors
    /// The text is no state of this match, or not of a decision; in words.
    pub fn resumed(&self, text: &str) -> Result<AnyGame, String> {
        let unread = |e: serde_json::Error| format!("the state cannot be read: {e}");
        let refused = |e: Refused| e.to_string();
        Ok(match self {
            AnyGame::Two(g) => {
                let state = serde_json::from_str(text).map_err(unread)?;
                AnyGame::Two(g.resumed(state).map_err(refused)?)
            }
            AnyGame::Four(g) => {
                let state = serde_json::from_str(text).map_err(unread)?;
                AnyGame::Four(g.resumed(state).map_err(refused)?)
            }
        })
    }
    /// What is open, without its options.
    pub fn at(&self) -> At {
        game!(self, g => g.at())
    }
    /// The action that an answer takes.
    pub fn action(&self, index: usize) -> Option<RuleId> {
        game!(self, g => g.action(index))
    }
    /// A game from its beginning for who answers at random, by [`AnyGame::try_answer`].
    pub fn at_random(plan: &AnyPlan) -> AnyGame {
        match plan {
            AnyPlan::Two(p) => AnyGame::Two(Game::at_random(p)),
            AnyPlan::Four(p) => AnyGame::Four(Game::at_random(p)),
        }
    }
    /// See [`Game::try_answer`].
    ///
    /// # Errors
    /// See there.
    pub fn try_answer(&mut self, index: usize) -> Result<Drawn, Refused> {
        game!(self, g => g.try_answer(index))
    }
    /// See [`Game::go_on`].
    ///
    /// # Errors
    /// Rules run in a circle, or nobody would have anything to decide.
    pub fn go_on(&mut self, index: usize) -> Result<(), Refused> {
        game!(self, g => g.go_on(index))
    }
    /// See [`Game::stands_as`]. Games of plans of two sizes never do.
    pub fn stands_as(&self, other: &Self) -> bool {
        match (self, other) {
            (AnyGame::Two(a), AnyGame::Two(b)) => a.stands_as(b),
            (AnyGame::Four(a), AnyGame::Four(b)) => a.stands_as(b),
            (AnyGame::Two(_), AnyGame::Four(_)) | (AnyGame::Four(_), AnyGame::Two(_)) => false,
        }
    }
    /// What lies on the table, for comparison.
    pub fn laid(&self) -> Laid {
        game!(self, g => Laid::of(g.plan(), g.state()))
    }
    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        game!(self, g => &g.plan().rules)
    }
    /// See [`Game::give`].
    ///
    /// # Errors
    /// What is given has no place in this match, in words.
    pub fn give(&mut self, given: &[Given]) -> Result<(), String> {
        game!(self, g => g.give(given))
    }
    /// See [`Game::start_turn`].
    ///
    /// # Errors
    /// The turn cannot begin, in words.
    pub fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        game!(self, g => g.start_turn(seat))
    }
    /// See [`Game::decides`].
    ///
    /// # Errors
    /// As there.
    pub fn decides(&self) -> Result<(), String> {
        game!(self, g => g.decides())
    }
    /// See [`Game::holds`].
    pub fn holds(&self, cond: &Cond) -> bool {
        game!(self, g => g.holds(cond))
    }
    /// See [`Game::why`].
    pub fn why(&self, choice: &Choice) -> Vec<play::Refusal> {
        game!(self, g => g.why(choice))
    }
    /// See [`Game::exposes`].
    pub fn exposes(&self, choice: &Choice) -> bool {
        game!(self, g => g.exposes(choice))
    }
    /// See [`Game::bounded`].
    pub fn bounded(&self) -> Bounded {
        game!(self, g => g.bounded())
    }
    /// See [`Game::verdicts`].
    pub fn verdicts(&self) -> Vec<RuleId> {
        game!(self, g => g.verdicts())
    }
    /// See [`Game::frozen`].
    pub fn frozen(&self) -> Vec<SquareId> {
        game!(self, g => g.frozen())
    }
    /// See [`Game::seen_by`].
    pub fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        game!(self, g => g.seen_by(value))
    }
    /// See [`Game::seats`].
    pub fn seats(&self, who: &Set) -> Vec<SeatId> {
        game!(self, g => g.seats(who))
    }
    /// See [`Game::found`].
    pub fn found(&self, value: &Value) -> Vec<String> {
        game!(self, g => g.found(value))
    }
    /// See [`Game::these`].
    pub fn these(&self, value: &Value) -> Vec<u16> {
        game!(self, g => g.these(value))
    }
    /// See [`Game::have_become`].
    pub fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        game!(self, g => g.have_become(pieces, quality))
    }
    /// See [`Game::conqueror`].
    pub fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        game!(self, g => g.conqueror(seat))
    }
}

impl AnyGame {
    /// All that a script says beside the rules can be read here.
    ///
    /// # Errors
    /// The line, and the first form that has no plan.
    pub fn readable(&self, script: &Script) -> Result<(), (SourceId, Refusal)> {
        game!(self, g => g.plan().readable(script))
    }
}

impl Running for AnyGame {
    fn open(&self) -> &Open {
        game!(self, g => g.open())
    }
    fn answer(&mut self, index: usize) -> Result<(), Refused> {
        game!(self, g => g.answer(index))
    }
    fn notices(&self) -> &[Notice] {
        game!(self, g => g.notices())
    }
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused> {
        game!(self, g => g.table_act(seat, name))
    }
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        game!(self, g => g.fired())
    }
    fn bounded(&self) -> Bounded {
        AnyGame::bounded(self)
    }
    fn places(&self) -> Vec<u32> {
        game!(self, g => g.places())
    }
    fn points(&self) -> Option<Vec<i32>> {
        game!(self, g => g.points())
    }
    fn turn(&self) -> Option<u32> {
        game!(self, g => g.turn())
    }
    fn round(&self) -> Option<u32> {
        game!(self, g => g.round())
    }
    fn view(&self, seat: Option<SeatId>) -> BoardView {
        game!(self, g => g.view(seat))
    }
}
