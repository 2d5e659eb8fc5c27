//! Pictures of what the rules say: positions and the moves of pieces as SVG text, as PNG and as text for a terminal.
//!
//! No IO, and the same bytes for the same rules. Nothing here knows a game: boards, seats, kinds and moves come from the
//! [`Ruleset`](engine::rules::Ruleset), what a piece may do is asked of the engine, and the words of footnotes are those of the rule file.
//! Artwork and colours are data (`art.toml`).
pub mod art;
pub mod board;
pub mod diagram;
pub mod moves;
pub mod patterns;
pub mod png;
pub mod svg;
pub mod text;

pub use board::position;
pub use diagram::diagram;
pub use moves::{Mark, MoveMap, Note, moves};
