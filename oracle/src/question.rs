//! What a decision is before its options are made.
use engine::ids::*;
use engine::play::{Choice, Kind, Who};
use engine::rules::{Step, Verb};

/// What a decision is, besides its options.
#[derive(Clone)]
pub struct Question {
    /// Who decides.
    pub who: Who,
    /// What kind.
    pub kind: Kind,
    /// The rule that asks.
    pub rule: Option<RuleId>,
    /// Its label.
    pub label: Option<TextId>,
    /// Others may not see the answer.
    pub secret: bool,
    /// With one option it is taken without a question.
    pub auto: bool,
    /// So many are to be taken, one after the other: no more options than that, and they are taken without a question.
    pub wanted: usize,
    /// Of things dealt one by one: the place, or the thing.
    pub dealing: Option<Choice>,
}

impl Question {
    /// A question of no rule, asked openly and even if there is only one answer.
    pub fn of(who: Who, kind: Kind) -> Question {
        Question {
            who,
            kind,
            rule: None,
            label: None,
            secret: false,
            auto: false,
            wanted: 1,
            dealing: None,
        }
    }
}

/// A step whose first act is a decision.
pub(super) fn decides(s: &Step) -> bool {
    match s {
        Step::Choose { .. } | Step::May { .. } | Step::Either { .. } | Step::OrElse(..) => true,
        Step::Do(d) => matches!(d.verb, Verb::Act | Verb::Move),
        Step::Within { body, .. } => body.first().is_some_and(decides),
        _ => false,
    }
}
