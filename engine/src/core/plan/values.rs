//! What a game keeps beside pieces on squares: zones, declared marks and numbers, and who sees what is hidden.
use super::masks::{Mask, Slots};
use crate::core::state;
use crate::ids::*;
use crate::rules::Ty;

/// A zone.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone<const N: usize> {
    /// Which.
    pub zone: ZoneId,
    /// On what it hangs.
    pub on: Ty,
    /// The place of its first owner.
    pub slot: u16,
    /// So many owners.
    pub count: u16,
    /// It holds cards.
    pub cards: bool,
    /// It is a deck: put onto it, something lies on top.
    pub deck: bool,
    /// It is a row: what lies in it has neighbours.
    pub row: bool,
    /// Its power.
    pub power: Option<u8>,
    /// Who sees what it holds; none: everybody.
    pub seen: Option<SeenBy<N>>,
    /// What each owner's holds at the beginning.
    pub start: Vec<Vec<Start>>,
}

/// One thing that lies in a zone at the beginning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// A piece or card: its kind, its owner, the side whose colour it shows.
    Piece(u8, u8, u8),
    /// The card of an army.
    Army(u16),
}

/// A field that not everybody sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Hidden<const N: usize> {
    /// The field.
    pub field: u16,
    /// On what it hangs.
    pub on: Ty,
    /// Its power keeps it for each holder.
    pub by_holder: bool,
    /// Who sees it.
    pub seen: SeenBy<N>,
    /// Where it lies.
    pub slots: Slots,
    /// First of the planes, one for each seat, of owners whose value was revealed to it; the same for each holder, where it is kept so.
    pub known: u16,
    /// How many of them there are for one holder.
    pub each: u16,
}

impl<const N: usize> Hidden<N> {
    /// The plane of owners whose value, as it is kept for a holder, was revealed to a seat.
    pub fn known(&self, seat: u8, holder: u8) -> u16 {
        let holder = match self.by_holder && holder != state::NONE {
            true => u16::from(holder),
            false => 0,
        };
        self.known + holder * self.each + u16::from(seat)
    }
    /// All these planes.
    pub fn all_known(&self) -> impl Iterator<Item = usize> + use<N> {
        let holders = if self.by_holder { self.each } else { 1 };
        let first = usize::from(self.known);
        first..first + usize::from(holders * self.each)
    }
}

/// Who sees a value.
#[derive(Clone, Debug, PartialEq)]
pub enum SeenBy<const N: usize> {
    /// Nobody.
    Nobody,
    /// The holder of the power, the seat it is kept for, else whose it is.
    Holder,
    /// Who owns what it hangs on.
    Owner,
    /// These seats, read for the holder.
    These(Mask<N>),
}

/// A declared mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclaredMark {
    /// Its field.
    pub field: u16,
    /// On what it hangs.
    pub ty: Ty,
    /// Its first plane.
    pub plane: u16,
    /// It has a plane for each holder of its power.
    pub per_holder: bool,
    /// Its power.
    pub power: Option<u8>,
    /// In a reading of one plane: its holder.
    pub holder: u8,
}

/// A declared number or reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeclaredNumber {
    /// Its field.
    pub field: u16,
    /// Its first slot.
    pub slot: u16,
    /// The type it hangs on, and how many things of it there are.
    pub on: Ty,
    /// See `on`.
    pub count: u16,
}
