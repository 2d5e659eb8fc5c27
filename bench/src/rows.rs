//! The rows of docs/performance.md: random games of every group of games, decisions a second of CPU time beside random plies of chess by
//! the peer in the same run. It measures what `armorial simulate` runs.
use armorial_engine::play::{Open, Who};
use armorial_engine::random::{self, Purpose, Stream};
use cli::Literal;
use cli::args::GameFlags;
use cli::flags::Ready;
use cpu_time::ThreadTime;
use serde::Deserialize;
use std::time::Duration;

/// Decisions of a game at most.
const MOST: u64 = 600;

/// A row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What is played.
    pub name: String,
    /// The least the engine must reach.
    pub floor: f64,
    /// What it should.
    pub aim: f64,
    game: Vec<Game>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game {
    variant: String,
    #[serde(default)]
    modes: Vec<String>,
    #[serde(default)]
    armies: Vec<String>,
}

#[derive(Deserialize)]
struct Rows {
    row: Vec<Row>,
}

/// The rows of the table.
///
/// # Errors
/// The file is not as it should be.
pub fn rows() -> Result<Vec<Row>, toml::de::Error> {
    toml::from_str::<Rows>(include_str!("../rows.toml")).map(|rows| rows.row)
}

impl Row {
    /// Decisions a second of CPU time: the least of the games of the row, each played for so long.
    ///
    /// # Errors
    /// A game does not begin or refuses what it offered.
    pub fn rate(&self, each: Duration) -> Result<f64, String> {
        let mut least = f64::INFINITY;
        for game in &self.game {
            least = least.min(game.rate(each)?);
        }
        Ok(least)
    }
}

impl Game {
    fn rate(&self, each: Duration) -> Result<f64, String> {
        let flags = GameFlags {
            variant: self.variant.clone(),
            mode: self.modes.clone(),
            armies: self.armies.clone(),
            ..GameFlags::default()
        };
        let ready = Ready::from(&flags, 0).map_err(|f| f.text())?;
        // the first game fills memories of the library, not of the engine
        play(&ready, 0, Duration::from_millis(50))?;
        let clock = ThreadTime::now();
        let (mut decisions, mut seed) = (0, 1);
        while clock.elapsed() < each {
            decisions += play(&ready, seed, each.saturating_sub(clock.elapsed()))?;
            seed += 1;
        }
        Ok(decisions as f64 / clock.elapsed().as_secs_f64())
    }
}

/// One random game, broken off when its time is over; how many decisions there were.
fn play(ready: &Ready, seed: u64, time: Duration) -> Result<u64, String> {
    let clock = ThreadTime::now();
    let mut game: Literal = (ready.begin_match(&ready.game_of(seed))).map_err(|f| f.text())?;
    let mut chance = Stream::new(seed, Purpose::Chance);
    let mut players = Stream::new(seed, Purpose::Players);
    for n in 0..MOST {
        let Open::Decision(decision) = game.open() else {
            return Ok(n);
        };
        if n % 8 == 7 && clock.elapsed() >= time {
            return Ok(n);
        }
        let stream = match decision.who {
            Who::Chance => &mut chance,
            Who::Seat(_) | Who::Clock => &mut players,
        };
        let index = random::pick(
            stream.next_value(),
            decision.options.len(),
            &decision.weights,
        );
        if game.answer(index).is_err() {
            // a fault of the rules ends the game
            return Ok(n);
        }
    }
    Ok(MOST)
}
