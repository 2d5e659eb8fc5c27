//! Conditions. Every clause has its moment; nothing in the engine decides on its own which state is meant.
use super::*;
use crate::ids::*;
use serde::{Deserialize, Serialize};

/// A condition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Cond {
    /// One clause.
    Is(Clause),
    /// All of them.
    All(Vec<Cond>),
    /// One of them.
    Any(Vec<Cond>),
    /// The contrary (`unless (A or B)` with clauses of different polarity).
    Not(Box<Cond>),
    /// A host option has this value (index into its values); folded at link.
    Choice(OptionId, u16),
    /// It is this span now: `this is your first turn`.
    During(Span),
}

/// The moment of which a clause speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum At {
    /// `is`, `has`, `can`.
    Now,
    /// `was`, `had`, `could`: just before the step that raised the event.
    Before,
    /// `would`: after all steps of the option.
    After,
}

/// SUBJECT says, at a moment. The subject's amount counts how many members must satisfy `says`
/// (`Any`: at least one; `Every`: all, and there is one; `No`: none; `Count`: so many).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// Which state is read.
    pub at: At,
    /// True then, and not just before what is judged; each member by itself.
    pub newly: bool,
    /// The contrary of the whole.
    pub not: bool,
    /// Of what it is said.
    pub subject: Value,
    /// The name of each member of the subject while `says` is tested of it (`a pawn is on its last row`).
    #[serde(default)]
    pub member: Option<Name>,
    /// What is said.
    pub says: Says,
    /// The words.
    pub src: SourceId,
}

/// What is said of the subject.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Says {
    /// There are (amount of the subject) such things.
    There,
    /// It has this quality.
    Be(Quality),
    /// It is on / in / beside .. X.
    At(Near, Set),
    /// It is one of these.
    Among(Set),
    /// It (a seat) has / holds these (amount of the set): pieces, a zone's content.
    Has(Set),
    /// The number compares so; of a player or side its points.
    Cmp(Rel, Num),
    /// It does this (a test verb): `attacks X`, `matches X`.
    Do(Deed),
    /// It could do this by the rules (`can move`, `could reach`).
    Can(Deed),
    /// It may be done to it (`can be pushed by abilities of red`): no guard forbids it to one of the doers, the deed's subject; the
    /// deed's object is left out.
    Suffer(Deed),
    /// It has done this; the deed's subject is left out. With [`Past::role`] `Some(Role::Object)` it was done
    /// to it (`a piece was captured this turn`); the deed's object is left out.
    Did(Past),
}

/// Something that happened: asked (at least once, or `amount` of the object), counted or collected.
/// The subject of `deed` is the doer; a missing part is anybody's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Past {
    /// What happened.
    pub deed: Deed,
    /// Since when; the whole game otherwise.
    pub since: Option<Moment>,
    /// Which role to collect.
    pub role: Option<Role>,
}
