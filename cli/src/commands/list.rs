//! `armorial list`: what the library holds.
use crate::args::List;
use crate::exit::{Exit, Failure};
use crate::sources;
use std::io::Write;

/// Lists the rule files.
pub fn run(args: &List) -> Result<Exit, Failure> {
    let sources = sources::chosen(&args.paths)?;
    let mut out = anstream::stdout().lock();
    for source in &sources {
        writeln!(out, "{}", source.path)?;
    }
    Ok(Exit::Fine)
}
