//! Rules by what sets them off: guards, rules that answer events, conditions that become true, actions; and the order in which they
//! settle.
use super::conditions::{Pattern, Truth};
use super::masks::{Holder, Mask};
use crate::ids::*;
use crate::rules::Role;

/// What abilities cannot bring about.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoil<const N: usize> {
    /// Whose.
    pub holder: Holder,
    /// The rule.
    pub rule: u16,
    /// What must not be so of the two states.
    pub when: Truth<N>,
}

/// X cannot V.
#[derive(Clone, Debug, PartialEq)]
pub struct Guard<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// It limits pieces, also in what they attack; else only what a player is offered.
    pub pieces: bool,
    /// What cannot be.
    pub pattern: Pattern<N>,
    /// When.
    pub when: Truth<N>,
    /// Roles of the deed that are named.
    pub roles: Vec<(Role, u8)>,
    /// Of a guard on moves: from where.
    pub from: Option<Mask<N>>,
    /// A permission to pass over pieces: without capturing behind them.
    pub quiet: bool,
    /// It binds the parts of a move to each other, or has exceptions: it is asked of each move.
    pub asked: bool,
    /// It is no prohibition but a duty.
    pub duty: bool,
}

/// What a trigger binds and runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Trigger<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Its place in the order of firing.
    pub rank: u32,
    /// Whose.
    pub holder: Holder,
    /// What sets it off.
    pub patterns: Vec<Pattern<N>>,
    /// When.
    pub when: Truth<N>,
    /// The stage it names.
    pub stage: Option<u8>,
    /// It makes somebody lose.
    pub losing: bool,
    /// It is a rule of a power or kind.
    pub ability: bool,
    /// It is a rule of a power.
    pub power: bool,
    /// It opens a move decision.
    pub granting: bool,
    /// Its body.
    pub code: u16,
    /// Others may not see whether what it offers is accepted.
    pub secret: bool,
    /// Hidden marks and kinds of its holder about which others may wonder when it offers something.
    pub doubts: Vec<u16>,
    /// To whom it is offered, and the name of who accepts.
    pub offer: Option<(Mask<N>, u8)>,
    /// The name an offer goes by.
    pub label: Option<TextId>,
    /// Roles of the event that are named.
    pub roles: Vec<(Role, u8)>,
    /// Clauses about the moment before.
    pub notes: Vec<Truth<N>>,
    /// It asks what is newly so: the state before the event is kept for it; what it asks so.
    pub news: Option<Truth<N>>,
    /// Something in it reads the state before the event.
    pub keeps_before: bool,
    /// What must hold afterwards.
    pub would: Option<Truth<N>>,
    /// Its limit, or none.
    pub limit: u16,
    /// Powers whose holders have a rule of this label in its place.
    pub yields: Vec<u8>,
    /// Of a limit per opponent: its patterns with each opponent they may name (`to the throne of an opponent`).
    pub opponents: Vec<(u8, Pattern<N>)>,
}

/// An `as soon as` condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge<const N: usize> {
    /// What it fires.
    pub trigger: u16,
    /// The look in which it is watched.
    pub look: u8,
    /// The condition.
    pub when: Truth<N>,
    /// The pieces of the kind for which it holds, where they can be told at once.
    pub lifted: Option<Mask<N>>,
    /// It asks nothing but what the piece itself is and where it stands; then `alike` is so, too.
    pub local: bool,
    /// The pieces for which it holds are the same whoever owns them: they are found in one go.
    pub alike: bool,
    /// Its memory is a list: of a piece and a member, or of what others may suppose.
    pub sparse: bool,
    /// The members it is watched for one by one, each under a name.
    pub each: Option<(u8, Mask<N>)>,
    /// What it reads.
    pub reads: u32,
}

/// `instead of moving, X may { .. }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Action<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// Who may.
    pub who: Mask<N>,
    /// The name of who acts.
    pub they: u8,
    /// When.
    pub when: Truth<N>,
    /// Its limit, or none.
    pub limit: u16,
    /// Its body.
    pub code: u16,
    /// By what means it acts.
    pub ability: bool,
    /// It opens a move decision.
    pub granting: bool,
    /// It holds one move.
    pub one_move: bool,
    /// What must hold afterwards.
    pub would: Option<Truth<N>>,
    /// Powers whose holders have a rule of this label in its place.
    pub yields: Vec<u8>,
}

/// A turn or set-up procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Procedure<const N: usize> {
    /// The rule.
    pub rule: u16,
    /// Whose.
    pub holder: Holder,
    /// When.
    pub when: Truth<N>,
    /// Its body.
    pub code: u16,
}

/// When a rule at a moment runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Moment<const N: usize> {
    /// In the turn of its holder.
    Your,
    /// In every turn.
    Every,
    /// In every round.
    Round,
    /// In the first turn of the game.
    First,
    /// In a turn of one of these seats.
    Of(Mask<N>),
    /// In the n-th turn of one of these seats.
    Nth(u8, Mask<N>),
}

/// The stages of settling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stages {
    /// Where what the player on turn has set off is answered.
    pub effects: u8,
    /// Where others answer.
    pub reactions: u8,
    /// The last before conditions are looked at.
    pub verdicts: u8,
    /// Where offers of the player on turn wait for the end of the turn.
    pub endings: Option<u8>,
    /// In that stage the player picks the order.
    pub endings_any: bool,
    /// How many.
    pub count: u8,
}
