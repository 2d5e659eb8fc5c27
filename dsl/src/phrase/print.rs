//! The read-back: a rule as the reader understood it, on one line.
use super::item::ItemReader;
use super::opener::Opened;
use super::reader::Ph;
use super::step::Line;
use engine::rules::*;

/// A sentence that has not been assembled yet.
pub fn opened(_: &ItemReader, o: &Opened) -> String {
    format!("{:?} {:?}", o.head, o.read.line)
}

/// A condition.
pub fn cond_text(_: &ItemReader, c: &Cond) -> String {
    format!("{c:?}")
}

/// A line of steps.
pub fn line_text(_: &ItemReader, l: &Line) -> String {
    format!("{l:?}")
}

/// A phrase.
pub fn phrase_text(_: &ItemReader, p: &Ph) -> String {
    format!("{:?}", p.value)
}
