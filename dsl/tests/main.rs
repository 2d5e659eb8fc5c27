//! The tests of the language by its public side. One program, so that what they use is built and linked once.
mod brothers;
mod designers;
mod effort;
mod every_word;
mod merging;
mod mutations;
mod names;
mod players;
mod reading;
mod review;
mod round;
mod said;
mod scenarios;
mod sentences;
mod told;
