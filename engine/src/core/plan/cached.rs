//! Which sets of a plan are kept in a state until something changes that they are made from: what views say, and definitions.
use super::reads::{self, Definitions};
use super::*;
use crate::core::state::{NONE16, SLOTS, Slots256};

/// The slot of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheSlot {
    /// Its number; [`NONE16`]: it is not kept.
    pub at: u16,
    /// It is made from kinds as they are for good.
    pub raw: bool,
    /// It is not the same through everybody's eyes: this is the slot for those of the first seat; those for the others follow, the
    /// last for a rule that knows all.
    pub by_eyes: bool,
}

/// A set that is not kept.
const NO_SLOT: CacheSlot = CacheSlot {
    at: NONE16,
    raw: false,
    by_eyes: false,
};

/// The slots of views, of definitions and of who holds a rule.
#[derive(Clone, Debug, Default)]
pub struct Cached {
    /// Of each view.
    views: Vec<CacheSlot>,
    /// Of each definition, as a quality and as a noun: the slot for the first seat; those for the others follow, the last for nobody.
    words: Vec<[CacheSlot; 2]>,
    /// Of each guard: the pieces that it binds, and what it keeps them from, as for definitions.
    guards: Vec<[CacheSlot; 2]>,
    /// Of each rule: the slot for who holds it, where that hangs on marks that are still set.
    holders: Vec<u16>,
    /// The slot for the royal pieces of the first seat that are attacked by lines and steps; those of the others follow.
    struck: u16,
    /// Slots by what they are made from, bit by bit.
    pub readers: Vec<Slots256>,
    /// How many slots there are.
    pub slots: usize,
    seats: u16,
}

/// What changes seldom: a set that is made from nothing else is worth keeping.
const STEADY: u32 = reads::PRESENT | reads::OWNERS | reads::KINDS | reads::SEATS | reads::VALUES;

/// What it hangs on whether a piece is attacked by lines and steps.
const ATTACKED: u32 = reads::PLACES | reads::PRESENT | reads::OWNERS | reads::KINDS | reads::SEATS;

impl Cached {
    /// The sets of a plan that are worth keeping. `views` are all of the plan, by number.
    pub fn of<const N: usize>(
        plan: &Plan<N>,
        views: &[View<N>],
        definitions: &Definitions,
    ) -> Self {
        let mut cached = Cached {
            readers: vec![[0; SLOTS / 64]; reads::ALL.count_ones() as usize],
            seats: plan.seats as u16,
            struck: NONE16,
            ..Cached::default()
        };
        if plan.simple_attacks && plan.royal_stays && !plan.next_player {
            cached.struck = cached.keep(plan.seats, ATTACKED);
        }
        for keeps in &plan.keeps {
            let at = match keeps.is_empty() {
                true => NONE16,
                false => cached.take(1, reads::SEATS | reads::VALUES),
            };
            cached.holders.push(at);
        }
        for v in views {
            let raw = plan.kind_views.iter().any(|k| k.0.number == v.number);
            let made_from = definitions.view(plan, v);
            let at = match v.is_plain() {
                true => NONE16,
                false => cached.take(1, made_from),
            };
            let by_eyes = made_from & reads::EYES != 0;
            cached.views.push(CacheSlot { at, raw, by_eyes });
        }
        for (w, of) in plan.words.iter().zip(&plan.nouns).enumerate() {
            let said = cached.for_each_seat(of.0.as_ref(), definitions.word(w));
            let noun = cached.for_each_seat(of.1.as_ref(), definitions.noun(w));
            cached.words.push([said, noun]);
        }
        for g in &plan.guards {
            let by = match &g.pattern.doer {
                Doer::Pieces(m) => Some(m),
                Doer::Anybody | Doer::Seats(_) | Doer::Ability(_) => None,
            };
            let what = g.pattern.object.as_ref().map(|(_, m)| m);
            let slots = [by, what].map(|m| {
                let made_from = m.map_or(0, |m| definitions.mask(plan, m));
                cached.for_each_seat(m, made_from)
            });
            cached.guards.push(slots);
        }
        cached
    }
    /// The slots of a set that is read by each seat for itself, and by nobody.
    fn for_each_seat<const N: usize>(&mut self, m: Option<&Mask<N>>, made_from: u32) -> CacheSlot {
        CacheSlot {
            at: match m.is_none_or(Mask::is_plain) {
                true => NONE16,
                false => self.take(usize::from(self.seats) + 1, made_from),
            },
            raw: false,
            by_eyes: made_from & reads::EYES != 0,
        }
    }
    fn take(&mut self, n: usize, made_from: u32) -> u16 {
        let n = if made_from & reads::EYES == 0 {
            n
        } else {
            n * (usize::from(self.seats) + 1)
        };
        match made_from & !(STEADY | reads::EYES | reads::READER) {
            0 => self.keep(n, made_from),
            _ => NONE16,
        }
    }
    /// So many slots for sets that are made from this; [`NONE16`]: there is no more room.
    fn keep(&mut self, n: usize, made_from: u32) -> u16 {
        if self.slots + n > SLOTS {
            return NONE16;
        }
        let first = self.slots;
        self.slots += n;
        for slot in first..self.slots {
            for (bit, readers) in self.readers.iter_mut().enumerate() {
                if made_from >> bit & 1 == 1 {
                    readers[slot / 64] |= 1 << (slot % 64);
                }
            }
        }
        first as u16
    }
    /// The slot for who holds a rule of a power.
    pub fn holders(&self, rule: u16, raw: bool) -> CacheSlot {
        let at = self.holders.get(rule as usize).copied().unwrap_or(NONE16);
        CacheSlot {
            at,
            raw,
            by_eyes: false,
        }
    }
    /// The slot for the royal pieces of a seat that are attacked.
    pub fn struck(&self, seat: u8) -> CacheSlot {
        match self.struck {
            NONE16 => NO_SLOT,
            first => CacheSlot {
                at: first + u16::from(seat),
                ..NO_SLOT
            },
        }
    }
    /// The slot of a view.
    pub fn view(&self, number: u16) -> CacheSlot {
        self.views.get(number as usize).copied().unwrap_or(NO_SLOT)
    }
    /// The slot of a definition, as a quality or as a noun, as a seat reads it.
    pub fn word(&self, w: u16, noun: bool, you: u8) -> CacheSlot {
        let Some(of) = self.words.get(w as usize) else {
            return NO_SLOT;
        };
        self.for_seat(of[usize::from(noun)], you)
    }
    /// The slot of a guard: of the pieces that it binds, or of what it keeps them from.
    pub fn guard(&self, number: u16, object: bool, you: u8) -> CacheSlot {
        let of = self.guards.get(usize::from(number));
        of.map_or(NO_SLOT, |of| self.for_seat(of[usize::from(object)], you))
    }
    /// Of the slots of a set that of a seat.
    fn for_seat(&self, first: CacheSlot, you: u8) -> CacheSlot {
        if first.at == NONE16 {
            return NO_SLOT;
        }
        let eyes = if first.by_eyes { self.seats + 1 } else { 1 };
        CacheSlot {
            at: first.at + u16::from(you).min(self.seats) * eyes,
            ..first
        }
    }
    /// The number of a slot among those of a set that is not the same through everybody's eyes.
    pub fn through(&self, eyes: u8) -> u16 {
        u16::from(eyes).min(self.seats)
    }
}

impl<const N: usize> View<N> {
    /// It is as soon made anew as looked up.
    fn is_plain(&self) -> bool {
        self.holder == Holder::Game && self.when == Truth::Fixed(true) && self.of.is_plain()
    }
}

impl<const N: usize> Mask<N> {
    /// It is as soon made anew as looked up.
    fn is_plain(&self) -> bool {
        let looked_up = matches!(
            self,
            Mask::Fixed(_)
                | Mask::OfYou(_)
                | Mask::Plane(_)
                | Mask::PlaneOfYou(_)
                | Mask::It
                | Mask::You
        );
        looked_up || matches!(self, Mask::OfKinds(of) | Mask::Not(of) if of.is_plain())
    }
}
