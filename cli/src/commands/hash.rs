//! `armorial hash`: by which rules a match is played.
use crate::args::Hash;
use crate::exit::{Exit, Failure};
use crate::flags::Ready;
use serde_json::json;
use std::io::Write;

/// Prints the hash of what the match plays: its variant, modes, armies and decks. What it does not play changes
/// nothing.
pub fn run(args: &Hash) -> Result<Exit, Failure> {
    let ready = Ready::from(&args.game, 0)?;
    let hash = &ready.heading.rules;
    let mut out = anstream::stdout().lock();
    if args.json {
        let all = json!({
            "schema": crate::JSON_SCHEMA,
            "command": "hash",
            "variant": ready.heading.variant,
            "rules_identity": hash,
        });
        writeln!(out, "{all}")?;
    } else {
        writeln!(out, "{hash}")?;
    }
    Ok(Exit::Fine)
}
