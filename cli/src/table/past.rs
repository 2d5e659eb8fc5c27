//! What was played so far, as everybody at the table may know it, and where somebody here typed an answer.
use super::{news, pane};
use engine::ids::SeatId;
use engine::play::{Choice, Decision};
use engine::rules::Ruleset;

/// The past of a game, each part with the number of answers given before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Past {
    said: Vec<(usize, String)>,
    typed: Vec<(usize, SeatId)>,
}

impl Past {
    /// An answer that was given, on whose turn.
    pub fn answered(
        &mut self,
        rules: &Ruleset,
        at: usize,
        decision: &Decision,
        choice: &Choice,
        turn: &[SeatId],
    ) {
        if let Some(line) = news::said(rules, decision, choice, turn) {
            self.said.push((at, line));
        }
    }

    /// What came about with an answer of this number.
    pub fn happened(&mut self, at: usize, said: Vec<String>) {
        self.said.extend(said.into_iter().map(|line| (at, line)));
    }

    /// Somebody here began to type answers.
    pub fn typed(&mut self, at: usize, seat: SeatId) {
        self.typed.push((at, seat));
    }

    /// Where somebody here last typed an answer, or this seat did.
    pub fn last_typed(&self, whose: Option<SeatId>) -> Option<(usize, SeatId)> {
        let meant = |(_, seat): &&(usize, SeatId)| whose.is_none_or(|w| w == *seat);
        self.typed.iter().rev().find(meant).copied()
    }

    /// Only so many answers are left.
    pub fn back_to(&mut self, answers: usize) {
        self.said.retain(|(at, _)| *at < answers);
        self.typed.retain(|(at, _)| *at < answers);
    }

    /// What was played, numbered, in columns.
    pub fn told(&self, wide: usize) -> String {
        if self.said.is_empty() {
            return "nothing was played yet".to_string();
        }
        let line = |(n, (_, said)): (usize, &(usize, String))| format!("{:>3} {said}", n + 1);
        let lines: Vec<String> = self.said.iter().enumerate().map(line).collect();
        pane::columns(&lines, wide).join("\n")
    }
}
