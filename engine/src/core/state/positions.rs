//! The positions at the starts of turns, as hashes: how often one has occurred. Knows no position itself.
use serde::{Deserialize, Serialize};

/// Hashes of positions, in the order in which they came about.
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u64>", into = "Vec<u64>")]
pub struct Positions {
    hashes: Vec<u64>,
    /// How often the one has occurred that has occurred most.
    most: u32,
}

impl Positions {
    /// One more.
    pub fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        self.most = self.most.max(self.count(hash));
    }
    /// How often this one has occurred.
    pub fn count(&self, hash: u64) -> u32 {
        self.hashes.iter().filter(|h| **h == hash).count() as u32
    }
    /// How often a position has occurred at most.
    pub fn most(&self) -> u32 {
        self.most
    }
    /// None has been kept.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }
}

impl Clone for Positions {
    fn clone(&self) -> Self {
        Positions {
            hashes: self.hashes.clone(),
            most: self.most,
        }
    }
    fn clone_from(&mut self, from: &Self) {
        self.hashes.clone_from(&from.hashes);
        self.most = from.most;
    }
}

impl From<Vec<u64>> for Positions {
    fn from(hashes: Vec<u64>) -> Self {
        let mut all = Positions::default();
        hashes.into_iter().for_each(|hash| all.push(hash));
        all
    }
}

impl From<Positions> for Vec<u64> {
    fn from(positions: Positions) -> Self {
        positions.hashes
    }
}
