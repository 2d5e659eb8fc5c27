//! The tests of the language server. One program, so that what they use is built and linked once.
mod damage;
mod editor;
mod grammars;
