//! Damage to texts, the same in every run: what strangers' files may look like.

/// A small generator of pseudo-random numbers.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `n` (0 of 0).
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// Random bytes as text.
    pub fn garbage(&mut self) -> String {
        let len = self.below(400);
        let bytes: Vec<u8> = (0..len).map(|_| self.below(256) as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// A text with a few words or signs taken out, doubled, exchanged or overwritten.
    pub fn damaged(&mut self, text: &str) -> String {
        let mut words: Vec<String> = text
            .split_inclusive([' ', '\n', '/', '-', '.'])
            .map(str::to_string)
            .collect();
        for _ in 0..=self.below(4) {
            if words.is_empty() {
                break;
            }
            let (a, b) = (self.below(words.len()), self.below(words.len()));
            match self.below(5) {
                0 => drop(words.remove(a)),
                1 => words.insert(a, words[b].clone()),
                2 => words.swap(a, b),
                3 => words[a] = char::from(self.below(128) as u8).to_string(),
                _ => {
                    words[a] = ["99999999999", "-1", "{", "}", "\"", "é\u{0}"][self.below(6)].into()
                }
            }
        }
        words.concat()
    }
}
