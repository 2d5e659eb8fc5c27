//! Sets of pieces, squares, seats or kinds as bits: `N` words of 64, chosen when a match is linked. Knows nothing of rules.
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};

/// A set of small numbers below `64 * N`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Bits<const N: usize>(pub [u64; N]);

// Written without the empty words at the end, so that a state reads the same however much room its plan has.
impl<const N: usize> Serialize for Bits<N> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let used = self.0.iter().rposition(|w| *w != 0).map_or(0, |i| i + 1);
        self.0[..used].serialize(to)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Bits<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = Vec::<u64>::deserialize(from)?;
        let mut read = [0; N];
        match read.get_mut(..words.len()) {
            Some(used) => used.copy_from_slice(&words),
            None => {
                let most = "no more words than the plan has";
                return Err(D::Error::invalid_length(words.len(), &most));
            }
        }
        Ok(Bits(read))
    }
}

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Bits<N> {
    /// No member.
    pub const EMPTY: Self = Bits([0; N]);
    /// Every number there is room for.
    pub const FULL: Self = Bits([!0; N]);
    /// How many different members a set can have.
    pub const ROOM: usize = 64 * N;

    /// One member; a number without room is none.
    #[inline(always)]
    pub fn one(i: usize) -> Self {
        let mut b = Self::EMPTY;
        if i < Self::ROOM {
            b.0[i >> 6] = 1 << (i & 63);
        }
        b
    }
    /// The numbers below this one.
    pub fn below(n: usize) -> Self {
        (0..n.min(Self::ROOM))
            .map(Self::one)
            .fold(Self::EMPTY, |a, b| a | b)
    }
    /// Is it a member?
    #[inline(always)]
    pub fn has(&self, i: usize) -> bool {
        i < Self::ROOM && self.0[i >> 6] >> (i & 63) & 1 == 1
    }
    /// Add a member.
    #[inline(always)]
    pub fn add(&mut self, i: usize) {
        if i < Self::ROOM {
            self.0[i >> 6] |= 1 << (i & 63);
        }
    }
    /// Take a member out.
    #[inline(always)]
    pub fn drop(&mut self, i: usize) {
        if i < Self::ROOM {
            self.0[i >> 6] &= !(1 << (i & 63));
        }
    }
    /// Nothing in it.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    /// Something in it.
    #[inline(always)]
    pub fn any(&self) -> bool {
        !self.is_empty()
    }
    /// How many members.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }
    /// The least member.
    #[inline(always)]
    pub fn first(&self) -> Option<usize> {
        for (i, w) in self.0.iter().enumerate() {
            if *w != 0 {
                return Some(i * 64 + w.trailing_zeros() as usize);
            }
        }
        None
    }
    /// The greatest member.
    #[inline(always)]
    pub fn last(&self) -> Option<usize> {
        for (i, w) in self.0.iter().enumerate().rev() {
            if *w != 0 {
                return Some(i * 64 + 63 - w.leading_zeros() as usize);
            }
        }
        None
    }
    /// Some member in common.
    #[inline(always)]
    pub fn meets(&self, other: Self) -> bool {
        (*self & other).any()
    }
    /// Every member is one of these.
    #[inline(always)]
    pub fn within(&self, other: Self) -> bool {
        (*self - other).is_empty()
    }
    /// The members, the least first.
    #[inline(always)]
    pub fn iter(self) -> Members<N> {
        Members(self, 0)
    }
    /// All or nothing.
    #[inline(always)]
    pub fn all_if(yes: bool) -> Self {
        if yes { Self::FULL } else { Self::EMPTY }
    }
}

/// The members of a set, one after the other.
pub struct Members<const N: usize>(Bits<N>, usize);

impl<const N: usize> Iterator for Members<N> {
    type Item = usize;
    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.1 < N {
            let w = &mut self.0.0[self.1];
            if *w != 0 {
                let i = w.trailing_zeros() as usize;
                *w &= *w - 1;
                return Some(self.1 * 64 + i);
            }
            self.1 += 1;
        }
        None
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<T: IntoIterator<Item = usize>>(iter: T) -> Self {
        let mut b = Self::EMPTY;
        iter.into_iter().for_each(|i| b.add(i));
        b
    }
}

macro_rules! word_by_word {
    ($trait:ident $f:ident $assign:ident $g:ident $op:expr) => {
        impl<const N: usize> $trait for Bits<N> {
            type Output = Self;
            #[inline(always)]
            fn $f(mut self, o: Self) -> Self {
                for i in 0..N {
                    self.0[i] = $op(self.0[i], o.0[i]);
                }
                self
            }
        }
        impl<const N: usize> $assign for Bits<N> {
            #[inline(always)]
            fn $g(&mut self, o: Self) {
                for i in 0..N {
                    self.0[i] = $op(self.0[i], o.0[i]);
                }
            }
        }
    };
}
word_by_word!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
word_by_word!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
word_by_word!(Sub sub SubAssign sub_assign |a, b: u64| a & !b);

impl<const N: usize> Not for Bits<N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|w| *w = !*w);
        self
    }
}
