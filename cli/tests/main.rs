//! The tests of the program by its command line. One program, so that what they use is built and linked once.
mod counts;
mod desk;
mod formats;
mod pipes;
mod play;
mod records;
mod refused;
