//! What the tests of the whole share: the embedded library compiled, matches by name, walks through games.
pub mod book;
pub mod damage;
pub mod examples;
pub mod fuzz;
pub mod held;
pub mod mistakes;
pub mod net;
pub mod pages;
pub mod small;
pub mod unaided;

use cli::Core;
use cli::args::GameFlags;
use cli::flags::Ready;

/// A match as the command line would make it.
///
/// # Panics
/// The flags are none of the library.
pub fn ready(flags: GameFlags) -> Ready {
    Ready::from(&flags, 0).unwrap_or_else(|failure| panic!("{}", failure.text()))
}

/// A match of a variant as it stands.
pub fn variant(name: &str) -> Ready {
    ready(GameFlags {
        variant: name.to_string(),
        ..GameFlags::default()
    })
}

/// A match of a variant from a position.
pub fn position(name: &str, text: &str) -> Ready {
    ready(GameFlags {
        variant: name.to_string(),
        position: Some(text.to_string()),
        ..GameFlags::default()
    })
}

/// A game of a match on the engine.
///
/// # Panics
/// The match does not begin.
pub fn game(ready: &Ready) -> Core {
    ready
        .begin()
        .unwrap_or_else(|failure| panic!("{}", failure.text()))
}
