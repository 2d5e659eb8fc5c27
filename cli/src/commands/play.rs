//! `armorial play`: a game in the terminal.
use crate::Literal;
use crate::args::Play;
use crate::exit::{Exit, Failure};
use crate::files::write;
use crate::flags::Ready;
use crate::table::{Player, Table};
use std::hash::{BuildHasher, Hasher};
use std::io::{IsTerminal, Write};

/// Plays a game.
pub fn run(args: &Play) -> Result<Exit, Failure> {
    let ready = Ready::from(&args.game, fresh_seed())?;
    let human = ready.players.contains(&Player::Human);
    let game: Literal = ready.begin()?;
    if human {
        anstream::eprintln!(
            "{}, seed {}. `help` lists what can be typed.",
            ready.heading.variant,
            ready.game.seed
        );
    }
    let mut input = std::io::stdin().lock();
    let mut table = Table::new(ready.rules, game, ready.players, ready.heading, &mut input);
    let ended = table.play();
    let record = table.record().write();
    match &args.record {
        Some(path) => write(path, &record)?,
        // Without a terminal the record is the output.
        None if !std::io::stdout().is_terminal() || !human => {
            write!(anstream::stdout(), "{record}")?
        }
        None => {}
    }
    ended
}

/// A seed nobody chose: the standard library's hasher is keyed by the system's randomness.
fn fresh_seed() -> u64 {
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
}
