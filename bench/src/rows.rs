//! The rows of docs/performance.md: random games of every group of games, decisions a second of CPU time beside random plies of chess by
//! the peer in the same run. What plays is what every command plays with; to link a match is measured apart.
use armorial_engine::core::any::{AnyGame, AnyPlan};
use armorial_engine::core::at_random::Drawn;
use armorial_engine::core::game::At;
use armorial_engine::random::{self, Purpose, Stream};
use cli::args::GameFlags;
use cli::flags::Ready;
use cpu_time::ThreadTime;
use serde::Deserialize;
use std::time::{Duration, Instant};

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

/// What was measured.
#[derive(Clone, Copy)]
pub struct Measured {
    /// Decisions a second of CPU time.
    pub rate: f64,
    /// The longest link of a match.
    pub link: Duration,
    /// The longest that one decision took.
    pub longest: Longest,
}

/// The decision that took longest: the seed of its game, and how many came before it.
#[derive(Clone, Copy, Default)]
pub struct Longest {
    /// How long it took.
    pub time: Duration,
    /// The seed.
    pub seed: u64,
    /// The decisions before it.
    pub after: u64,
}

impl Row {
    /// The row with those of its games that are called so; all of them, if the row is. None: there is none.
    #[must_use]
    pub fn only(mut self, words: &str) -> Option<Row> {
        if !self.name.contains(words) {
            self.game.retain(|game| game.name().contains(words));
        }
        (!self.game.is_empty()).then_some(self)
    }

    /// Each of its games, by name, played for so long.
    ///
    /// # Errors
    /// A game does not begin.
    pub fn measured(&self, each: Duration) -> Result<Vec<(String, Measured)>, String> {
        let played = self
            .game
            .iter()
            .map(|game| Ok((game.name(), game.measured(each)?)));
        played.collect()
    }
}

impl Game {
    fn name(&self) -> String {
        [&[self.variant.clone()][..], &self.modes, &self.armies]
            .concat()
            .join(" ")
    }

    fn measured(&self, each: Duration) -> Result<Measured, String> {
        let flags = GameFlags {
            variant: self.variant.clone(),
            mode: self.modes.clone(),
            armies: self.armies.clone(),
            ..GameFlags::default()
        };
        let ready = Ready::from(&flags, 0).map_err(|f| f.text())?;
        let (mut all, mut decisions, mut seed) = (Duration::ZERO, 0, 0);
        let (mut link, mut longest) = (Duration::ZERO, Longest::default());
        while all < each {
            let clock = ThreadTime::now();
            let plan = AnyPlan::link(&ready.rules, &ready.game_of(seed));
            let plan = plan.map_err(|refusal| refusal.to_string())?;
            // the first link fills memories of the library, not of the engine
            if seed > 0 {
                link = link.max(clock.elapsed());
            }
            let clock = ThreadTime::now();
            decisions += play(&plan, seed, each.saturating_sub(all), &mut longest)?;
            all += clock.elapsed();
            seed += 1;
        }
        Ok(Measured {
            rate: decisions as f64 / all.as_secs_f64(),
            link,
            longest,
        })
    }
}

/// One random game, broken off when its time is over; how many decisions there were.
fn play(plan: &AnyPlan, seed: u64, time: Duration, longest: &mut Longest) -> Result<u64, String> {
    let clock = Instant::now();
    let mut game = AnyGame::at_random(plan);
    let mut chance = Stream::new(seed, Purpose::Chance);
    let mut players = Stream::new(seed, Purpose::Players);
    let mut before = Duration::ZERO;
    for n in 0..MOST {
        let At::Decision {
            chance: by_chance,
            kind: _,
            count,
            weights,
        } = game.at()
        else {
            return Ok(n);
        };
        let now = clock.elapsed();
        if now - before > longest.time {
            *longest = Longest {
                time: now - before,
                seed,
                after: n.saturating_sub(1),
            };
        }
        before = now;
        if n % 8 == 7 && now >= time {
            return Ok(n);
        }
        let stream = if by_chance { &mut chance } else { &mut players };
        let mut left = count;
        loop {
            match game.try_answer(random::pick(stream.next_value(), left, &weights)) {
                Ok(Drawn::Withdrawn) => left -= 1,
                Ok(Drawn::Answered | Drawn::NoneLeft) => break,
                // a fault of the rules ends the game
                Err(_) => return Ok(n),
            }
        }
    }
    Ok(MOST)
}
