//! Names of the language's parts in plain words, for messages: `take back`, `player`. Nothing is decided by them.
use super::{Case, Part, Ty, Verb};
use std::fmt;

/// The name of a node in small words: `TakeBack` is `take back`, a seat is a player.
pub fn in_words(node: &impl fmt::Debug) -> String {
    let whole = format!("{node:?}");
    let name = whole.chars().take_while(|c| c.is_alphanumeric());
    let mut words = String::new();
    for (i, c) in name.enumerate() {
        if c.is_uppercase() && i > 0 {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words.replace("seat", "player")
}

macro_rules! said {
    ($($ty:ty),*) => { $(
        impl fmt::Display for $ty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&in_words(self))
            }
        }
    )* };
}

said!(Ty, Verb, Part, Case);
