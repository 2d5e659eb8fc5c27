//! The `armorial` program; everything it does is in the library beside it.
use std::process::ExitCode;

// The interpreter makes and drops many small lists; with this allocator it plays about a quarter faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    armorial::run(std::env::args_os()).into()
}
