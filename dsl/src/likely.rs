//! What somebody is likely to have meant by data that does not fit: a row with a square too few or too many, a square beyond the
//! board. Read from what else stands in the file; only ever proposed, because it cannot be known.
mod rows;
mod squares;

pub use rows::{Mended, row};
pub use squares::squares;
