//! The board part of a game in progress: a bit matrix whose rows are planes (sets of squares) and whose
//! columns are pieces. Plain data, copied freely, no pointer and no heap.
use super::bits::{Bits, mix};

/// A position. Planes `0..S` say which seat controls what stands on a square, the others of what species
/// it is; a piece is the column of bits at its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<B, const P: usize, const S: usize> {
    /// Seats, then species.
    pub planes: [B; P],
    /// Pieces that have not been touched since they were set up.
    pub fresh: B,
    /// Squares marked in the turn before this one (the wake of a double step).
    pub wakes: B,
    /// Who is on turn.
    pub seat: u8,
    /// Seats still in the game, as bits.
    pub playing: u8,
    /// Where a piece waits for its new kind; [`NOWHERE`] if none does.
    pub rising: u8,
    /// The seat hit by the capture of the move in hand, while its verdicts wait; [`NOWHERE`] if none.
    pub hit: u8,
    /// Turns since the last one that counts as progress.
    pub clock: u16,
    /// How the game stands.
    pub end: End,
}

/// No square, no seat.
pub const NOWHERE: u8 = 255;

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It goes on.
    Open,
    /// Drawn among those still in.
    Draw,
    /// This seat has won.
    Won(u8),
}

/// Odd constants with which planes are told apart in the key; from the digits of the golden ratio by a
/// fixed generator.
const fn keys<const N: usize>() -> [u64; N] {
    let mut out = [0; N];
    let (mut z, mut i) = (0x9E37_79B9_7F4A_7C15u64, 0);
    while i < N {
        z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = z;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        out[i] = (x ^ (x >> 31)) | 1;
        i += 1;
    }
    out
}
const KEYS: [u64; 66] = keys();

impl<B: Bits, const P: usize, const S: usize> State<B, P, S> {
    /// A board without pieces on which `playing` are in and the first of them is on turn.
    pub fn empty(playing: u8) -> Self {
        State {
            planes: [B::NONE; P],
            fresh: B::NONE,
            wakes: B::NONE,
            seat: playing.trailing_zeros() as u8 & 7,
            playing,
            rising: NOWHERE,
            hit: NOWHERE,
            clock: 0,
            end: End::Open,
        }
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        let mut all = self.planes[0];
        for seat in 1..S {
            all |= self.planes[seat];
        }
        all
    }

    /// The seat whose piece stands there.
    #[inline(always)]
    pub fn owner(&self, sq: u8) -> Option<u8> {
        (0..S)
            .find(|&seat| self.planes[seat].has(sq))
            .map(|seat| seat as u8)
    }

    /// The plane of the species that stands there.
    pub fn species(&self, sq: u8) -> Option<u8> {
        (S..P)
            .find(|&plane| self.planes[plane].has(sq))
            .map(|plane| plane as u8)
    }

    /// A key of everything that makes two positions the same: pieces, those of `fresh` a rule asks for,
    /// marked squares, who is on turn. Not the clock. It is computed whole: ten products cost what
    /// keeping it up to date would, and nothing can be forgotten.
    #[inline(always)]
    pub fn key(&self, fresh: B) -> u64 {
        let mut key = mix(
            (self.fresh & fresh).fold(KEYS[64]),
            self.wakes.fold(KEYS[65]) ^ (u64::from(self.seat) << 8 | u64::from(self.playing)),
        );
        let mut i = 0;
        while i < P {
            let next = if i + 1 < P {
                self.planes[i + 1].fold(KEYS[(i + 1) & 63])
            } else {
                KEYS[0]
            };
            key = key.rotate_left(1) ^ mix(self.planes[i].fold(KEYS[i & 63]), next);
            i += 2;
        }
        key
    }
}

/// One plane of `P`, masked where that makes a bounds check unnecessary.
#[inline(always)]
pub fn ix<const P: usize>(plane: u8) -> usize {
    if P.is_power_of_two() {
        usize::from(plane) & (P - 1)
    } else {
        usize::from(plane)
    }
}
