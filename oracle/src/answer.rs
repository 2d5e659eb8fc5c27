//! An answer to a question, and what it does.
use super::moves::MoveOpt;
use super::value::Val;
use engine::ids::RuleId;
use engine::play::Choice;

/// An answer with what it does.
#[derive(Clone, PartialEq, Debug)]
pub struct Opt {
    /// As the host sees it.
    pub choice: Choice,
    /// What it does.
    pub does: Does,
    /// Depth of rules fired inside one another when it was given.
    pub depth: u32,
}

impl Opt {
    /// An answer; its depth is set when it is given.
    pub fn new(choice: Choice, does: Does) -> Opt {
        Opt {
            choice,
            does,
            depth: 0,
        }
    }
}

/// What an answer does.
#[derive(Clone, PartialEq, Debug)]
pub enum Does {
    /// Nothing besides being chosen.
    Plain,
    /// Logged by the run itself: nothing could be chosen, or an ability was dropped.
    Empty,
    /// A move.
    Move(Box<MoveOpt>),
    /// The action of a rule, of its how-manyth holder.
    Act(RuleId, usize),
    /// A thing.
    Val(Val),
    /// The clock's: the time is up, or it is not.
    Time(bool),
    /// The how-manyth of a list.
    Nth(usize),
}
