//! Bodies as code: steps with jumps, and what each step asks for.
use super::conditions::{Int, Past, Truth};
use super::masks::{ForSeat, Holder, Mask};
use crate::core::deed;
use crate::core::plans::Moves;
use crate::ids::*;
use crate::rules::{Rel, Ty};

/// A step of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Code<const N: usize> {
    /// Do it: what, and who does it (the first of these seats; none named: the actor).
    Do(deed::Deed<N>, Option<Mask<N>>),
    /// Choose things under a name; nothing to choose from: go there.
    Choose {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Under what name.
        name: u8,
        /// Among these.
        from: Mask<N>,
        /// Their type.
        ty: Ty,
        /// Kinds in the order in which they are offered.
        order: Option<KindOrder<N>>,
        /// How many.
        amount: Amount<N>,
        /// Others do not see it.
        secret: bool,
        /// They have to hang together.
        form: Together,
        /// Chance chooses.
        at_random: bool,
        /// Go there if there is nothing.
        none: u16,
    },
    /// Choose a move without making it.
    ChooseMove(Box<ChooseMove<N>>),
    /// Choose a number.
    ChooseNumber {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Chance chooses.
        at_random: bool,
        /// Others may not see which.
        secret: bool,
        /// Its name.
        name: u8,
        /// Among which.
        among: Vec<Numbers<N>>,
        /// Nothing to choose from: go there.
        none: u16,
    },
    /// A block that must be done in time begins.
    Within {
        /// How long; 0 or less: no limit.
        seconds: Int<N>,
        /// The first answer starts the clock.
        after_first: bool,
        /// Where [`Code::InTime`] ends it.
        end: u16,
    },
    /// A block that must be done in time ends.
    InTime,
    /// Ask for an ordinary decision of this seat (none: the actor); nothing open: go there, or on.
    Act(Option<Mask<N>>, Option<u16>),
    /// Ask for a move of these pieces; none: go there.
    Move {
        /// Who; none: the actor.
        who: Option<Mask<N>>,
        /// Which.
        pieces: Mask<N>,
        /// The name of the piece that moved.
        called: u8,
        /// Only captures.
        taking: bool,
        /// No captures.
        quiet: bool,
        /// By these kinds' printed ways.
        like: Option<Mask<N>>,
        /// By ability, to these squares.
        to: Option<Mask<N>>,
        /// In one of these directions.
        heading: Option<Mask<N>>,
        /// It is a shift of all of them, keeping their arrangement.
        shift: bool,
        /// Go there if there is none.
        none: u16,
    },
    /// Offer a body.
    May {
        /// To these.
        who: Mask<N>,
        /// The name of who accepts.
        they: u8,
        /// The body.
        code: u16,
        /// Its limit.
        limit: u16,
        /// The name it goes by.
        label: Option<TextId>,
        /// Others may not see whether it is accepted.
        secret: bool,
        /// It is the first decision of its body: declined, it ends the loop whose body that is.
        first: bool,
        /// Nobody accepts: go there; [`NONE16`](crate::core::state::NONE16): on.
        none: u16,
    },
    /// Pick a branch that can be carried out; none: go there.
    Either(Option<Mask<N>>, Vec<(TextId, u16)>, u16),
    /// If not: go there.
    Unless(Truth<N>, u16),
    /// Go there.
    Jump(u16),
    /// These seats, under a name, choose all at once; then what follows is done seat by seat.
    AllAtOnce {
        /// Who.
        who: Mask<N>,
        /// The name of each.
        they: u8,
        /// What each decides.
        ask: u16,
        /// What follows.
        then: u16,
    },
    /// A body for each of these under a name, in an order.
    Each(u8, Ty, Mask<N>, Sequence<N>, u16),
    /// A body again and again: at most so often, until this holds.
    Repeat(Option<Int<N>>, Option<Truth<N>>, u16),
    /// A procedure, with its object under its name.
    Call(u16, u8, Option<Mask<N>>),
    /// A die: under what name, its faces, and only those for which it holds; `true`: what it shows is added to what the name holds.
    Roll(u8, Ty, Vec<Face<N>>, Option<Truth<N>>, bool),
    /// Cards are drawn, one after the other.
    Draw(Box<Draw<N>>),
    /// Things are dealt over places, one after the other.
    Deal(Box<Deal<N>>),
    /// Fix a set under a name.
    Let(u8, Mask<N>),
    /// Fix a number under a name.
    LetNumber(u8, Int<N>),
    /// The end.
    End,
}

/// `draw N cards from X into Y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Draw<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// From which zone, and whose.
    pub from: (u16, Mask<N>),
    /// Into which.
    pub into: Option<(u16, Mask<N>)>,
    /// How many.
    pub count: Int<N>,
    /// Under what name.
    pub called: u8,
    /// Nothing to draw: an option fails.
    pub none: u16,
}

/// `deal X to Y`.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// Chance deals.
    pub at_random: bool,
    /// Others do not see it.
    pub secret: bool,
    /// What: kinds, and whose pieces they become (none: of who deals).
    pub row: Vec<(u8, u8)>,
    /// Where.
    pub to: Places<N>,
}

/// Where things are dealt.
#[derive(Clone, Debug, PartialEq)]
pub enum Places<const N: usize> {
    /// To zones of these owners.
    Zone(u16, Mask<N>),
    /// To the values of these owners.
    Values {
        /// The type of the owners.
        on: Ty,
        /// The first slot.
        slot: u16,
        /// For which seat they are kept.
        for_seat: Option<ForSeat<N>>,
        /// The hidden field it is.
        hidden: Option<u16>,
        /// The owners.
        of: Mask<N>,
    },
}

/// In which order the members of a loop are taken.
#[derive(Clone, Debug, PartialEq)]
pub enum Sequence<const N: usize> {
    /// As they lie on the board, or clockwise.
    Board,
    /// As the actor picks.
    Chosen,
    /// The cheapest first.
    Worth,
    /// As something happened that is asked of each under a name.
    Happened(u8, Box<Past<N>>),
    /// As a row lists them, each as often as it stands there.
    Row(KindOrder<N>),
    /// Players as they are named: first these, then those (`the captor and the other players`).
    Named(Vec<Mask<N>>),
}

/// Numbers to choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Numbers<const N: usize> {
    /// One.
    One(Int<N>),
    /// From one to another.
    Range(Int<N>, Int<N>),
}

/// A face of a die.
#[derive(Clone, Debug, PartialEq)]
pub enum Face<const N: usize> {
    /// A number.
    Number(Int<N>),
    /// A thing.
    Thing(Mask<N>),
}

/// How several chosen things lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// Anyhow.
    Any,
    /// Hanging together by the edges of their squares.
    Chain,
    /// Four squares two by two.
    Block,
}

/// Choose a move without making it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChooseMove<const N: usize> {
    /// Who; none: the actor.
    pub who: Option<Mask<N>>,
    /// Under what name.
    pub name: u8,
    /// Among these.
    pub from: Moves<N>,
    /// Or none.
    pub or_none: bool,
    /// Others do not see it.
    pub secret: bool,
    /// Go there if there is nothing.
    pub none: u16,
}

/// How many are chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount<const N: usize> {
    /// One.
    One,
    /// So many.
    Count(Rel, Int<N>),
}

/// In which order kinds are offered.
#[derive(Clone, Debug, PartialEq)]
pub enum KindOrder<const N: usize> {
    /// As listed.
    Listed(Vec<u8>),
    /// As pieces stand on the board.
    OfPieces(Mask<N>),
    /// One list after the other.
    Chain(Vec<KindOrder<N>>),
    /// The lists of a definition's parts that count for who reads it.
    Parts(Vec<KindPart<N>>),
}

impl<const N: usize> KindOrder<N> {
    /// The most kinds it can list.
    pub fn most(&self) -> usize {
        match self {
            KindOrder::Listed(kinds) => kinds.len(),
            KindOrder::OfPieces(_) => u8::MAX as usize,
            KindOrder::Chain(lists) => lists.iter().map(Self::most).sum(),
            KindOrder::Parts(parts) => parts.iter().map(|p| p.kinds.most()).max().unwrap_or(0),
        }
    }
}

/// One `call` sentence of kinds, as a list.
#[derive(Clone, Debug, PartialEq)]
pub struct KindPart<const N: usize> {
    /// Whose it is.
    pub holder: Holder,
    /// It takes the place of the variant's parts for its holder.
    pub replaces: bool,
    /// The list.
    pub kinds: KindOrder<N>,
    /// The name of each kind in the condition.
    pub takes: u8,
    /// On what condition.
    pub when: Truth<N>,
}
