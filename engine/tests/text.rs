//! What the engine reads and writes as text, and the randomness that records name by number.
#[path = "text/fen.rs"]
mod fen;
#[path = "text/position_text.rs"]
mod position_text;
#[path = "text/random.rs"]
mod random;
#[path = "text/record.rs"]
mod record;
