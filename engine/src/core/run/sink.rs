//! The open decision, in groups: who decides, and among what. Nothing is spelt out here, and nothing is asked of the rules.
use crate::core::at_random::Untried;
use crate::core::bits::Bits;
use crate::core::movement::Move;
use crate::core::state::*;
use crate::ids::*;
use crate::play::Kind;
use crate::rules::Ty;

/// The moves of one piece.
#[derive(Clone, Copy, Debug)]
pub struct Group<const N: usize> {
    /// Which.
    pub piece: u8,
    /// From where.
    pub from: u8,
    /// To these squares, by slides and single steps.
    pub slides: Bits<N>,
    /// By leaps, where it does not slide.
    pub leaps: Bits<N>,
    /// It captures without moving.
    pub stand: bool,
}

impl<const N: usize> Group<N> {
    /// All destinations.
    pub fn to(&self) -> Bits<N> {
        self.slides | self.leaps
    }
}

/// An action that is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenAction {
    /// Which.
    pub action: u16,
    /// Its holder.
    pub you: u8,
    /// Its piece.
    pub it: u8,
    /// Several pieces have it: the square of this one.
    pub square: u8,
}

/// The open decision, in groups; nothing is spelt out before somebody asks.
#[derive(Clone, Debug)]
pub struct Sink<const N: usize> {
    /// Who decides; [`CHANCE`]: nobody.
    pub who: u8,
    /// What kind of decision.
    pub kind: Kind,
    /// The rule that asks.
    pub rule: u16,
    /// The name it goes by.
    pub label: Option<TextId>,
    /// Moves.
    pub moves: Vec<Group<N>>,
    /// Actions.
    pub actions: Vec<OpenAction>,
    /// All moves one by one, where some are more than a piece going to a square; then [`moves`](Self::moves) is empty.
    pub flat: Vec<Move<N>>,
    /// Things, branches, answers or matches, by number.
    pub items: Vec<u16>,
    /// The type of the things.
    pub ty: Ty,
    /// How many answers.
    pub n: usize,
    /// Of a choice of several: how many have been picked.
    pub picked: u16,
    /// Others may not see the answer.
    pub secret: bool,
    /// Weights of what chance answers; none: all the same.
    pub weights: Vec<u16>,
    /// The trials that the answers still have to pass.
    pub untried: Untried,
}

/// Who decides where nobody does.
pub const CHANCE: u8 = 254;

/// Who answers whether the time is up.
pub const CLOCK: u8 = 253;

impl<const N: usize> Default for Sink<N> {
    fn default() -> Self {
        Sink {
            who: NONE,
            kind: Kind::Act,
            rule: NONE16,
            label: None,
            moves: vec![],
            flat: vec![],
            actions: vec![],
            items: vec![],
            ty: Ty::Piece,
            n: 0,
            picked: 0,
            secret: false,
            weights: vec![],
            untried: Untried::default(),
        }
    }
}

impl<const N: usize> Sink<N> {
    /// How many of the answers are moves; they come first.
    pub(in crate::core) fn count_of_moves(&self) -> usize {
        self.moves.iter().map(|g| g.to().count()).sum::<usize>() + self.flat.len()
    }
    /// Where an answer moves a piece to, if it is a move.
    pub(in crate::core) fn destination(&self, mut i: usize) -> Option<usize> {
        for g in &self.moves {
            let to = g.to();
            match i.checked_sub(to.count()) {
                Some(rest) => i = rest,
                None => return to.iter().nth(i),
            }
        }
        self.flat.get(i).map(|m| m.to as usize)
    }
    /// The action that an answer is, if it is one.
    pub(in crate::core) fn action(&self, i: usize) -> Option<OpenAction> {
        let i = i.checked_sub(self.count_of_moves())?;
        self.actions.get(i).copied()
    }
    pub(in crate::core) fn open(&mut self, who: u8, kind: Kind, rule: u16) {
        self.who = who;
        self.kind = kind;
        self.rule = rule;
        self.label = None;
        self.moves.clear();
        self.flat.clear();
        self.actions.clear();
        self.items.clear();
        self.n = 0;
        self.picked = 0;
        self.secret = false;
        self.weights.clear();
        self.untried = Untried::default();
    }
}
