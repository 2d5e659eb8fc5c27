//! The rules language: from text to the engine's IR. No IO.
pub mod diagnostic;
pub mod parse;
pub mod pool;
pub mod program;
pub mod syntax;
