//! What a command says beside its data, and how much of it: `--quiet` and `--verbose`.
use std::sync::atomic::{AtomicU8, Ordering};

/// 0: nothing but failures; 1: as usual; 2: what is done on the way too.
static LEVEL: AtomicU8 = AtomicU8::new(1);

/// Makes it so for the rest of the command.
pub fn set(quiet: bool, verbose: bool) {
    let level = if quiet { 0 } else { 1 + u8::from(verbose) };
    LEVEL.store(level, Ordering::Relaxed);
}

/// A line on standard error, unless the user wants quiet.
pub fn say(line: &str) {
    if LEVEL.load(Ordering::Relaxed) > 0 {
        anstream::eprintln!("{line}");
    }
}

/// A line on standard error for users who want to know what is done.
pub fn detail(line: &str) {
    if LEVEL.load(Ordering::Relaxed) > 1 {
        anstream::eprintln!("{line}");
    }
}

/// Whether the user wants nothing but data and failures.
pub fn is_quiet() -> bool {
    LEVEL.load(Ordering::Relaxed) == 0
}
