//! What happens: blocks of steps.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// Steps, one after another.
pub type Block = Vec<Step>;

/// One step.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Do this. An indefinite phrase has been taken out into an unnamed `Choose` before, except for `move`,
    /// which is one decision of piece and destination.
    Do(Deed),
    /// `who` chooses as many of `from` as its amount says.
    Choose {
        /// Who (none: the actor of the block).
        who: Option<Set>,
        /// The name of what is chosen.
        name: Name,
        /// Among these.
        from: Set,
        /// How many: `Any` is one.
        amount: Amount,
        /// Others do not see it.
        secretly: bool,
        /// Chance chooses, each equally.
        at_random: bool,
    },
    /// Offered to each of these in turn; the first who accepts does it.
    May {
        /// Who.
        who: Offer,
        /// Its limit.
        limit: Option<LimitId>,
        /// What it is called.
        label: Option<TextId>,
        /// What happens.
        body: Block,
    },
    /// One branch that can be carried out, picked by the actor.
    Either {
        /// Who picks (none: the actor).
        who: Option<Set>,
        /// Name and steps of each.
        ways: Vec<(TextId, Block)>,
    },
    /// The second runs if the first decision of the first cannot be made or is declined.
    OrElse(Block, Block),
    /// Condition, then, otherwise.
    If(Cond, Block, Block),
    /// For each member.
    Each {
        /// The member.
        name: Name,
        /// Of these, fixed now.
        of: Set,
        /// In this order.
        order: Order,
        /// What happens.
        body: Block,
    },
    /// All of these choose at once and in secret, then `then` runs seat by seat.
    AllAtOnce {
        /// Who.
        who: Set,
        /// Name of each.
        they: Name,
        /// What each decides.
        ask: Block,
        /// What follows for each.
        then: Block,
    },
    /// Until `stop`, a declined offer, nothing left to choose, or the bound.
    Repeat {
        /// At most so often.
        most: Option<Num>,
        /// Until this holds (tested before each).
        until: Option<Cond>,
        /// What happens.
        body: Block,
    },
    /// Fix the members or number now.
    Let(Name, Value),
    /// Roll dice.
    Roll {
        /// The face (of several dice the sum, or all of what is no number).
        name: Name,
        /// How many.
        dice: u8,
        /// The faces as written, all of one type; repeats count; empty: 1 to 6.
        faces: Vec<Value>,
        /// Only faces for which this holds.
        until: Option<Cond>,
    },
    /// The host's clock.
    Within {
        /// How long; none: no limit.
        seconds: Num,
        /// Counted from the first answer.
        after_first: bool,
        /// What must be done in time.
        body: Block,
    },
    /// A fact for a time.
    Impose {
        /// The fact (its `imposed` is set).
        fact: RuleId,
        /// Its ends.
        term: Vec<Term>,
    },
    /// A delayed block: keeps the names as they are now.
    Later {
        /// When.
        at: Moment,
        /// What then.
        body: Block,
    },
    /// A procedure, with its object (bound to the procedure's name).
    Call(ProcId, Option<Set>),
}

/// In which order members are treated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Order {
    /// Order of the board / clockwise.
    Board,
    /// As it happened.
    Happened,
    /// Cheapest first.
    Value,
    /// The actor picks the next.
    Chosen,
}

/// A point in time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Moment {
    Start(Span),
    End(Span),
}

/// A span of time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Span {
    /// Each turn of *you*.
    Your,
    /// Every turn.
    Every,
    /// Every round.
    Round,
    /// The game.
    Game,
    /// This turn.
    This,
    /// The next turn, whoever's.
    NextTurn,
    /// The round after this one.
    NextRound,
    /// The next turn of these seats.
    Next(Box<Set>),
    /// The last turn of these seats (the one before this, if it is theirs now).
    Last(Box<Set>),
    /// The n-th turn of these seats.
    Nth(u8, Box<Set>),
}

/// An end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Term {
    /// Until this moment.
    Until(Moment),
    /// For so many turns of these seats that begin after now.
    Turns(Num, Set),
    /// For so many rounds that begin after now.
    Rounds(Num),
    /// Until this event.
    Event(Box<Deed>),
    /// For the rest of the game.
    Game,
}
