//! The rules language: from text to the engine's IR. No IO.
pub mod assemble;
pub mod compile;
pub mod diagnostic;
pub mod frame;
pub mod gather;
pub mod glossary;
pub mod library;
pub mod merge;
pub mod parse;
pub mod phrase;
pub mod pool;
pub mod print;
pub mod program;
pub mod review;
pub mod scenario;
pub mod syntax;
