//! Names and what they mean: looked up for every word of every sentence, gone through only for messages. Never shows its names in the
//! order of their hashes.
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// What each of some names means.
#[derive(Clone, PartialEq, Debug)]
pub struct Dictionary<V>(HashMap<String, V, FixedState>);

impl<V> Default for Dictionary<V> {
    fn default() -> Self {
        Dictionary(HashMap::with_hasher(FixedState::default()))
    }
}

impl<V> Dictionary<V> {
    /// What a name means, if it is here.
    pub fn get(&self, name: &str) -> Option<&V> {
        self.0.get(name)
    }

    /// Whether a name is here.
    pub fn contains_key(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// From now on a name means this.
    pub fn insert(&mut self, name: &str, meaning: V) {
        self.0.insert(name.to_owned(), meaning);
    }

    /// What a name means, to be added to; nothing at first.
    pub fn of(&mut self, name: &str) -> &mut V
    where
        V: Default,
    {
        self.0.entry(name.to_owned()).or_default()
    }

    /// Every name with its meaning, by the alphabet.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &V)> {
        let mut all: Vec<(&String, &V)> = self.0.iter().collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all.into_iter()
    }

    /// Every name, by the alphabet.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.iter().map(|(name, _)| name)
    }
}
