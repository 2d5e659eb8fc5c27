//! The `armorial` program; everything it does is in the library beside it.
use std::process::ExitCode;

// The interpreter makes and drops many small lists; with this allocator it plays about a quarter faster. Only where Rust itself
// links with a C toolchain, so that nothing more is needed to build.
#[cfg(any(
    all(target_os = "linux", target_env = "gnu"),
    target_os = "macos",
    all(windows, target_env = "msvc")
))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    armorial::run(std::env::args_os()).into()
}
