//! The continuation: what is under way, as frames. Holds no code, only places in it.
use super::{Env, NONE};
use crate::core::bits::Bits;
use crate::ids::TextId;
use crate::rules::Ty;
use serde::{Deserialize, Serialize};

/// A frame of the continuation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Frame<const N: usize> {
    /// The course of a turn: which step is next.
    Turn(u8),
    /// Settling: the stage of the batch in hand ([`NONE`]: none).
    Settle(u8),
    /// A decision to move or act inside the body below.
    Move(Moving),
    /// A body being run.
    Body(Body<N>),
    /// An offer: the seats still to be asked.
    Offer(Offer<N>),
    /// Seats still to be asked all at once, and above how many frames lies what follows for those that have answered.
    Together(u16, u8),
    /// A branch being picked in the body below.
    Either,
    /// Several things being picked in the body below.
    Pick(Picking<N>),
    /// What is done before the game: which procedure is next.
    Prelude(u16),
    /// Cards being drawn by the body below: so many still; drawn.
    Draw(u16, Bits<N>),
    /// Things being dealt by the body below: the places so far.
    Deal(Dealing),
    /// Members of a loop that its player takes in the order of his choice, in the body below.
    Order(Bits<N>),
    /// Rules at the end of a turn.
    Endings,
    /// Rules at the start of a turn; delayed blocks are still to come.
    Starts(bool),
    /// Other rules at the end of a turn.
    Moments,
    /// What stands above it counts as a body.
    Counted,
    /// An act of the table, above the open decision.
    Called(Called),
}

/// An act of the table under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Called {
    /// Which, by its number in the plan.
    pub act: u8,
    /// Whose.
    pub by: u8,
    /// Seats whose consent is still to be asked for.
    pub left: u16,
    /// Who is asked now.
    pub asked: u8,
    /// Whose decision it stands above.
    pub above: u8,
    /// The batch that was being settled when it was called.
    pub batch: u32,
    /// How far it has come.
    pub step: CallStep,
}

/// See [`Called`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum CallStep {
    /// The others are asked.
    Asking,
    /// What is done comes about.
    Agreed,
    /// Of who gives up: rules about that have run.
    GivenUp,
    /// It has been done.
    Done,
}

/// A move decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Moving {
    /// Answered; what it set off is being settled.
    pub asked: bool,
    /// It was taken back.
    pub back: bool,
    /// Changes made before the answer.
    pub changes: u32,
    /// Actions that came to nothing.
    pub barred: u64,
    /// The action that was taken, plus one.
    pub acted: u16,
}

/// A choice of several things.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Picking<const N: usize> {
    /// What there is.
    pub things: Bits<N>,
    /// What has been picked.
    pub picked: Bits<N>,
    /// At least so many.
    pub least: u16,
    /// At most so many.
    pub most: u16,
    /// Who picks.
    pub who: u8,
    /// In a trial: the latest it has picked itself, plus one.
    pub tried: u16,
    /// In a trial: the first it has picked itself, and how many.
    pub first: u16,
    /// See `first`.
    pub own: u16,
}

/// Things being dealt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Dealing {
    /// How many have been dealt.
    pub n: u8,
    /// Where each went, or what went to each.
    pub picks: [u8; 32],
}

/// The most kinds in a row of which each is treated.
pub const ROW: usize = 32;

/// How often a body runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Loop<const N: usize> {
    /// Once.
    No,
    /// For each of these that are left, under a name.
    Each(u8, Ty, Bits<N>),
    /// For each kind of a row from this place on, under a name; behind its end [`NONE`].
    Row(u8, [u8; ROW], u8),
    /// So often still, as long as something changes: changes made when it began last, and decisions.
    Repeat(u16, u32),
    /// It asks one of several seats all at once.
    Asked,
}

/// A body being run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Body<const N: usize> {
    /// Its code.
    pub code: u16,
    /// The next instruction.
    pub pc: u16,
    /// What it is read in.
    pub env: Env<N>,
    /// Every step must be possible: it is an option being tried.
    pub strict: bool,
    /// What is chosen in it must lead to its end.
    pub option: bool,
    /// Of an ability that runs by itself: its steps need not all be possible.
    pub lenient: bool,
    /// It is judged as a whole by `abilities cannot act`: where it began is kept beside the state.
    pub judged: bool,
    /// What it brings about is undone if that is forbidden.
    pub undone: bool,
    /// The offer with which it begins was not accepted.
    pub declined: bool,
    /// The frame of the option it belongs to; [`NONE`]: none.
    pub root: u8,
    /// How often.
    pub times: Loop<N>,
}

impl<const N: usize> Body<N> {
    /// A body from its beginning.
    pub fn of(code: u16, env: Env<N>) -> Self {
        Body {
            code,
            pc: 0,
            env,
            strict: false,
            option: false,
            lenient: false,
            judged: false,
            undone: false,
            declined: false,
            root: NONE,
            times: Loop::No,
        }
    }
}

/// An offer being made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Offer<const N: usize> {
    /// What happens if it is taken.
    pub code: u16,
    /// What it is read in.
    pub env: Env<N>,
    /// Seats still to be asked.
    pub left: u16,
    /// Who is asked now.
    pub seat: u8,
    /// Spent when it is taken.
    pub limit: u16,
    /// The name of who accepts.
    pub they: u8,
    /// The name it goes by.
    pub label: Option<TextId>,
    /// It is what its rule is for, not an offer on the way.
    pub outright: bool,
    /// Others may not see whether it is accepted.
    pub secret: bool,
    /// It can only be declined: that it cannot be taken is hidden.
    pub barred: bool,
    /// See [`Code::May`](crate::core::plan::Code::May).
    pub first: bool,
    /// Nobody accepts: the body below goes on there.
    pub none: u16,
}
