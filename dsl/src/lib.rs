//! The rules language: from text to the engine's IR. No IO.
pub mod diagnostic;
pub mod syntax;
