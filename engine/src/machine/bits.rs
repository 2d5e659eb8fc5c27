//! Sets of squares: one machine word for boards of up to 64 squares, four for larger ones. Everything
//! else in the machine is generic over this trait.
use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares, square `n` being bit `n`.
pub trait Bits:
    Copy
    + Eq
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// The empty set.
    const NONE: Self;
    /// How many squares it can hold.
    const SIZE: usize;
    /// The set of one square.
    fn bit(sq: u8) -> Self;
    /// Is it empty?
    fn none(self) -> bool;
    /// Has it a member?
    #[inline(always)]
    fn any(self) -> bool {
        !self.none()
    }
    /// Number of members.
    fn count(self) -> u32;
    /// The first square; only of a set that has one.
    fn first(self) -> u8;
    /// All but the first square.
    fn rest(self) -> Self;
    /// More than one member?
    #[inline(always)]
    fn several(self) -> bool {
        self.rest().any()
    }
    /// Every square moved by `d`, upwards if positive; what leaves the word is gone.
    fn shift(self, d: i8) -> Self;
    /// The squares of the line `lower | upper` around an origin that can be reached from it: up to and
    /// including the first occupied one on either side. All of `lower` is below the origin, all of
    /// `upper` above it.
    fn line(occ: Self, lower: Self, upper: Self) -> Self;
    /// A word that depends on every member, for position keys.
    fn fold(self, key: u64) -> u64;
    /// Is the square a member?
    #[inline(always)]
    fn has(self, sq: u8) -> bool {
        (self & Self::bit(sq)).any()
    }
}

/// Runs over the squares of a set in the order of the board.
#[inline(always)]
pub fn each<B: Bits>(mut set: B, mut f: impl FnMut(u8)) {
    while set.any() {
        f(set.first());
        set = set.rest();
    }
}

/// The 128-bit product of two words folded to 64: the mixing step of position keys.
#[inline(always)]
pub fn mix(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ ((wide >> 64) as u64)
}

impl Bits for u64 {
    const NONE: Self = 0;
    const SIZE: usize = 64;
    #[inline(always)]
    fn bit(sq: u8) -> Self {
        1 << (sq & 63)
    }
    #[inline(always)]
    fn none(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn first(self) -> u8 {
        self.trailing_zeros() as u8
    }
    #[inline(always)]
    fn rest(self) -> Self {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn shift(self, d: i8) -> Self {
        if d >= 0 {
            self << (u32::from(d as u8) & 63)
        } else {
            self >> (u32::from(d.unsigned_abs()) & 63)
        }
    }
    #[inline(always)]
    fn line(occ: Self, lower: Self, upper: Self) -> Self {
        // Obstruction difference: the last blocker below and the first one above in two subtractions.
        let below = (occ & lower) | 1;
        let above = occ & upper;
        let down = u64::MAX << (63 - below.leading_zeros());
        let first = above & above.wrapping_neg();
        (lower | upper) & (first << 1).wrapping_add(down)
    }
    #[inline(always)]
    fn fold(self, key: u64) -> u64 {
        self ^ key
    }
}

/// A set of up to 256 squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide(pub [u64; 4]);

macro_rules! wide_operator {
    ($trait:ident $method:ident $assign:ident $assign_method:ident $op:tt) => {
        impl $trait for Wide {
            type Output = Wide;
            #[inline(always)]
            fn $method(self, b: Wide) -> Wide {
                Wide([self.0[0] $op b.0[0], self.0[1] $op b.0[1], self.0[2] $op b.0[2], self.0[3] $op b.0[3]])
            }
        }
        impl $assign for Wide {
            #[inline(always)]
            fn $assign_method(&mut self, b: Wide) {
                *self = *self $op b;
            }
        }
    };
}
wide_operator!(BitAnd bitand BitAndAssign bitand_assign &);
wide_operator!(BitOr bitor BitOrAssign bitor_assign |);
wide_operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide([!self.0[0], !self.0[1], !self.0[2], !self.0[3]])
    }
}

impl Bits for Wide {
    const NONE: Self = Wide([0; 4]);
    const SIZE: usize = 256;
    #[inline(always)]
    fn bit(sq: u8) -> Self {
        let mut words = [0; 4];
        words[usize::from(sq >> 6) & 3] = 1u64 << (sq & 63);
        Wide(words)
    }
    #[inline(always)]
    fn none(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    #[inline(always)]
    fn first(self) -> u8 {
        let words = self.0;
        for (at, word) in words.iter().enumerate().take(3) {
            if *word != 0 {
                return (at as u8) << 6 | word.trailing_zeros() as u8;
            }
        }
        (192 + words[3].trailing_zeros()) as u8
    }
    #[inline(always)]
    fn rest(self) -> Self {
        let mut words = self.0;
        for word in &mut words {
            if *word != 0 {
                *word &= word.wrapping_sub(1);
                break;
            }
        }
        Wide(words)
    }
    #[inline(always)]
    fn shift(self, d: i8) -> Self {
        let (w, n) = (self.0, u32::from(d.unsigned_abs()));
        let (whole, part) = ((n >> 6) as usize, n & 63);
        let word = |i: usize| w.get(i).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            let (near, far) = if d >= 0 {
                (i.wrapping_sub(whole), i.wrapping_sub(whole + 1))
            } else {
                (i + whole, i + whole + 1)
            };
            if part == 0 {
                word(near)
            } else if d >= 0 {
                word(near) << part | word(far) >> (64 - part)
            } else {
                word(near) >> part | word(far) << (64 - part)
            }
        }))
    }
    #[inline(always)]
    fn line(occ: Self, lower: Self, upper: Self) -> Self {
        let (below, above) = (occ & lower, occ & upper);
        let mut reached = (lower | upper).0;
        let mut open = true;
        for i in (0..4).rev() {
            let keep = match (open, below.0[i]) {
                (false, _) => 0,
                (true, 0) => u64::MAX,
                (true, word) => {
                    open = false;
                    u64::MAX << (63 - word.leading_zeros())
                }
            };
            reached[i] &= keep | upper.0[i];
        }
        open = true;
        for (i, word) in reached.iter_mut().enumerate() {
            let keep = match (open, above.0[i]) {
                (false, _) => 0,
                (true, 0) => u64::MAX,
                (true, word) => {
                    open = false;
                    word ^ word.wrapping_sub(1)
                }
            };
            *word &= keep | lower.0[i];
        }
        Wide(reached)
    }
    #[inline(always)]
    fn fold(self, key: u64) -> u64 {
        mix(self.0[0] ^ key, self.0[1] ^ !key)
            ^ mix(
                self.0[2] ^ key.rotate_left(17),
                self.0[3] ^ key.rotate_left(43),
            )
    }
}
