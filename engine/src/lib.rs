//! The rules engine. It knows no text and does no IO: rules arrive as the IR of [`rules`],
//! games are played by index.
pub mod core;
pub mod fen;
pub mod ids;
pub mod machine;
pub mod notation;
pub mod play;
pub mod position_text;
pub mod present;
pub mod random;
pub mod record;
pub mod rules;
pub mod session;
