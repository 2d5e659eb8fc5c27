//! The `armorial` program; everything it does is in the library beside it.
use std::process::ExitCode;

fn main() -> ExitCode {
    armorial::run(std::env::args_os()).into()
}
