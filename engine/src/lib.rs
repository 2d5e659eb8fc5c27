//! The rules engine. It knows no text and does no IO: rules arrive as the IR of [`rules`],
//! games are played by index.
pub mod ids;
pub mod literal;
pub mod machine;
pub mod play;
pub mod random;
pub mod rules;
