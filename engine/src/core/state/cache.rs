//! Sets that a state keeps until something changes that they were made from. Part of no comparison and of no text: a state means the
//! same without them.
use crate::core::bits::Bits;
use std::hash::{Hash, Hasher};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// How many sets a state can keep.
pub const SLOTS: usize = 256;

/// Slots, as bits.
pub type Slots256 = [u64; SLOTS / 64];

/// The sets that are kept, and which of them still hold. A state that is only read may be asked from several threads at once: all
/// of them find the same, and whoever comes late finds it again.
#[derive(Debug, Default)]
pub struct Cache<const N: usize> {
    /// What has changed since somebody asked.
    changed: AtomicU32,
    /// How often that has been looked at.
    looks: AtomicU32,
    /// Slots that hold.
    fresh: [AtomicU64; SLOTS / 64],
    sets: Vec<[AtomicU64; N]>,
}

/// What was known of changes before a step.
#[derive(Clone, Copy, Debug)]
pub struct BeforeStep {
    changed: u32,
    looks: u32,
}

impl<const N: usize> Cache<N> {
    /// Room for so many sets.
    pub fn of(slots: usize) -> Self {
        let mut cache = Cache::default();
        cache.sets.resize_with(slots, no_members);
        cache
    }
    /// Something has changed: what was made from it no longer holds.
    #[inline(always)]
    pub fn touch(&mut self, what: u32) {
        *self.changed.get_mut() |= what;
    }
    /// What is known of changes now, before a step.
    pub fn before_step(&self) -> BeforeStep {
        BeforeStep {
            changed: self.changed.load(Acquire),
            looks: self.looks.load(Relaxed),
        }
    }
    /// A step that has touched this left it as it was: what is made from it still holds, unless it was made anew meanwhile.
    pub fn spare(&mut self, what: u32, before: BeforeStep) {
        if *self.looks.get_mut() == before.looks {
            *self.changed.get_mut() &= !(what & !before.changed);
        }
    }
    /// What is kept in a slot, if it still holds; `readers` are the slots by what they are made from, bit by bit.
    #[inline]
    pub fn get(&self, slot: u16, readers: &[Slots256]) -> Option<Bits<N>> {
        if self.changed.load(Acquire) != 0 {
            self.let_go(readers);
        }
        let slot = slot as usize;
        let holds = self.fresh[slot / 64].load(Acquire) >> (slot % 64) & 1 == 1;
        holds.then(|| Bits(std::array::from_fn(|i| self.sets[slot][i].load(Relaxed))))
    }
    /// Drops what no longer holds.
    fn let_go(&self, readers: &[Slots256]) {
        let mut changed = self.changed.load(Acquire);
        let mut gone: Slots256 = [0; SLOTS / 64];
        while changed != 0 {
            if let Some(of) = readers.get(changed.trailing_zeros() as usize) {
                gone.iter_mut().zip(of).for_each(|(gone, of)| *gone |= of);
            }
            changed &= changed - 1;
        }
        for (fresh, gone) in self.fresh.iter().zip(gone) {
            fresh.store(fresh.load(Relaxed) & !gone, Release);
        }
        self.changed.store(0, Release);
        self.looks
            .store(self.looks.load(Relaxed).wrapping_add(1), Relaxed);
    }
    /// Keeps a set that was made of the state as it is.
    #[inline]
    pub fn set(&self, slot: u16, set: Bits<N>) {
        let slot = slot as usize;
        if let Some(kept) = self.sets.get(slot) {
            let words = kept.iter().zip(set.0);
            words.for_each(|(kept, word)| kept.store(word, Relaxed));
            let fresh = &self.fresh[slot / 64];
            fresh.store(fresh.load(Relaxed) | 1 << (slot % 64), Release);
        }
    }
}

fn no_members<const N: usize>() -> [AtomicU64; N] {
    std::array::from_fn(|_| AtomicU64::new(0))
}

impl<const N: usize> Clone for Cache<N> {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }
    fn clone_from(&mut self, from: &Self) {
        *self.changed.get_mut() = from.changed.load(Acquire);
        self.sets.resize_with(from.sets.len(), no_members);
        for (i, (fresh, of)) in self.fresh.iter_mut().zip(&from.fresh).enumerate() {
            let mut left = of.load(Acquire);
            *fresh.get_mut() = left;
            while left != 0 {
                let slot = 64 * i + left.trailing_zeros() as usize;
                for (kept, word) in self.sets[slot].iter_mut().zip(&from.sets[slot]) {
                    *kept.get_mut() = word.load(Relaxed);
                }
                left &= left - 1;
            }
        }
    }
}

impl<const N: usize> PartialEq for Cache<N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<const N: usize> Eq for Cache<N> {}

impl<const N: usize> Hash for Cache<N> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
