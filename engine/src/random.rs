//! The frozen random stream: chance value *n* of a game is a function of the seed and *n* alone, so a state
//! holds no generator and undo, replay and search need nothing. `docs/formats.md` describes it.
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// What a stream is drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Dice, shuffles, choices at random.
    Chance,
    /// Seats played at random.
    Players,
    /// Seeds of the games of a simulation.
    Games,
    /// Armies drawn for seats.
    Armies,
}

/// One stream of 64-bit values.
#[derive(Debug)]
pub struct Stream {
    generator: ChaCha8Rng,
    next: u64,
}

impl Stream {
    /// The stream of a seed for a purpose, at value 0.
    pub fn new(seed: u64, purpose: Purpose) -> Stream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(match purpose {
            Purpose::Chance => 0,
            Purpose::Players => 1,
            Purpose::Games => 2,
            Purpose::Armies => 3,
        });
        Stream { generator, next: 0 }
    }

    /// Value `n`; asking in order is cheap.
    pub fn value(&mut self, n: u64) -> u64 {
        if n != self.next {
            self.generator.set_word_pos(u128::from(n) * 2);
        }
        self.next = n + 1;
        self.generator.next_u64()
    }

    /// The value after the last one asked for.
    pub fn next_value(&mut self) -> u64 {
        self.value(self.next)
    }
}

/// The bits of a number spread over all of it, so that sums and mixtures of such numbers do not cancel out (the finalizer of SplitMix64).
pub fn spread(x: u64) -> u64 {
    let z = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Which of `count` options the value picks. `weights` is empty (all 1) or has `count` entries; a sum of 0 picks 0.
pub fn pick(value: u64, count: usize, weights: &[u16]) -> usize {
    let below = |sum: u64| ((u128::from(value) * u128::from(sum)) >> 64) as u64;
    if weights.is_empty() {
        return below(count as u64) as usize;
    }
    let target = below(weights.iter().map(|&w| u64::from(w)).sum());
    let mut sum = 0;
    for (i, &w) in weights.iter().enumerate() {
        sum += u64::from(w);
        if target < sum {
            return i;
        }
    }
    0
}
