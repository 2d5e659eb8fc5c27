//! The positions since the last one that cannot come back, by key: how often has this one been there?
//! A small filter answers nearly always without a look at the list.

/// Keys of positions.
#[derive(Clone, Debug, Default)]
pub struct Past {
    keys: Vec<u64>,
    seen: [u64; 16],
}

impl Past {
    /// Nothing yet, with room for so many.
    pub fn with_room(most: usize) -> Past {
        Past {
            keys: Vec::with_capacity(most),
            seen: [0; 16],
        }
    }

    /// Forgets everything: none of it can come back.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.keys.clear();
        self.seen = [0; 16];
    }

    /// Adds a position; how often it has been there now.
    #[inline(always)]
    pub fn note(&mut self, key: u64) -> u16 {
        let (word, bit) = ((key & 15) as usize, 1u64 << (key >> 4 & 63));
        let known = self.seen[word] & bit != 0;
        self.seen[word] |= bit;
        self.keys.push(key);
        if known { self.count(key) } else { 1 }
    }

    /// How often a position has been there.
    #[inline(never)]
    pub fn count(&self, key: u64) -> u16 {
        self.keys.iter().filter(|&&old| old == key).count() as u16
    }

    /// How often the last one has been there.
    pub fn last(&self) -> u16 {
        self.keys.last().map_or(1, |&key| self.count(key))
    }
}
