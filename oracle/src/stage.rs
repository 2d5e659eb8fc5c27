//! The literal interpreter on the stage of scenarios.
use crate::Game;
use cli::scenario::Stage;
use engine::ids::{RuleId, SeatId, SourceId, SquareId};
use engine::play::{Choice, Match, Refusal};
use engine::rules::{
    Amount, At, Base, Clause, Cond, Given, Placed, Quality, Ruleset, Says, Set, Ty, Value,
};
use std::sync::Arc;

impl Stage for Game {
    fn begin(rules: &Arc<Ruleset>, game: &Match) -> Result<Self, String> {
        Game::new(rules.clone(), game.clone()).map_err(|e| e.to_string())
    }

    fn from_position(
        rules: &Arc<Ruleset>,
        game: &Match,
        placed: &[Placed],
    ) -> Result<Self, String> {
        Game::from_position(rules.clone(), game.clone(), placed).map_err(|e| e.to_string())
    }

    fn give(&mut self, given: &[Given]) -> Result<(), String> {
        Game::give(self, given).map_err(|e| e.to_string())
    }

    fn start_turn(&mut self, seat: SeatId) -> Result<(), String> {
        self.start_the_turn(seat).map_err(|e| e.to_string())
    }

    fn decides(&self) -> Result<(), String> {
        Game::decides(self).map_err(|e| e.to_string())
    }

    fn holds(&self, cond: &Cond) -> bool {
        Game::holds(self, cond)
    }

    fn why(&self, choice: &Choice) -> Vec<Refusal> {
        Game::why(self, choice)
    }

    fn exposes(&self, choice: &Choice) -> bool {
        matches!(choice, Choice::Move(from, to) if self.unsafe_move(*from, *to))
    }

    fn frozen(&self) -> Vec<SquareId> {
        Game::frozen(self)
    }

    fn verdicts(&self) -> Vec<RuleId> {
        Game::verdicts(self)
    }

    fn seen_by(&self, value: &Set) -> Vec<SeatId> {
        Game::seen_by(self, value)
    }

    fn seats(&self, who: &Set) -> Vec<SeatId> {
        let seats = (0..self.rules().seats.len()).map(SeatId::from);
        seats
            .filter(|seat| Game::holds(self, &is_among(*seat, who)))
            .collect()
    }

    fn ruleset(&self) -> &Ruleset {
        self.rules()
    }

    fn found(&self, value: &Value) -> Vec<String> {
        Game::found(self, value)
    }

    fn these(&self, value: &Value) -> Vec<u16> {
        Game::these(self, value)
    }

    fn have_become(&self, pieces: &[u16], quality: &Quality) -> bool {
        Game::have_become(self, pieces, quality)
    }

    fn conqueror(&self, seat: SeatId) -> Option<SeatId> {
        Game::conqueror(self, seat)
    }
}

/// `SEAT is one of WHO`.
fn is_among(seat: SeatId, who: &Set) -> Cond {
    let subject = Set {
        ty: Ty::Seat,
        base: Base::Seats(vec![seat]),
        by: Vec::new(),
        pick: None,
        amount: Amount::Every,
    };
    Cond::Is(Clause {
        at: At::Now,
        newly: false,
        member: None,
        not: false,
        subject: Value::Set(subject),
        says: Says::Among(who.clone()),
        src: SourceId(0),
    })
}
