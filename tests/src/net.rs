//! The net under the engine: what thousands of random games came to, decision by decision, kept as digests in a file. A change of the
//! engine that is meant to change nothing must leave every digest as it is; one that is meant to change something shows which.
use crate::ready;
use cli::args::GameFlags;
use cli::flags::Ready;
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Open, Who};
use engine::random::{self, Purpose, Stream};
use engine::session::Running;
use oracle::Game as Literal;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Games in a block; a block has one line of digests.
pub const BLOCK: u64 = 10;
/// Every n-th decision of the last game of a block an act of the table is tried.
const ACT_EVERY: u64 = 23;
/// Decisions of the game that every run of the tests plays.
const QUICK: u64 = 60;

/// A group of games as `groups.toml` has it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Which variant.
    pub variant: String,
    /// Its modes.
    #[serde(default)]
    pub modes: Vec<String>,
    /// Armies as after `--armies`.
    #[serde(default)]
    pub armies: Vec<String>,
    /// One group for each army of the variant, beside drawn ones.
    #[serde(default)]
    pub each_army: bool,
    /// How many games.
    pub games: u64,
    /// Decisions after which a game is broken off.
    pub decisions: u64,
}

#[derive(Deserialize)]
struct Groups {
    group: Vec<Group>,
}

/// The groups of a file, those of each army written out.
///
/// # Panics
/// The file is not as it should be.
pub fn groups(text: &str) -> Vec<Group> {
    let read: Groups = toml::from_str(text).unwrap_or_else(|e| panic!("groups.toml: {e}"));
    read.group.iter().flat_map(written_out).collect()
}

fn written_out(group: &Group) -> Vec<Group> {
    if !group.each_army {
        return vec![group.clone()];
    }
    let rules = match_of(group).rules;
    let armies = rules.armies.iter().map(|a| notation::text(&rules, a.name));
    armies
        .map(|army| Group {
            armies: [army, "random", "random", "random"]
                .map(str::to_string)
                .to_vec(),
            each_army: false,
            ..group.clone()
        })
        .collect()
}

fn match_of(group: &Group) -> Ready {
    ready(GameFlags {
        variant: group.variant.clone(),
        mode: group.modes.clone(),
        armies: group.armies.clone(),
        ..GameFlags::default()
    })
}

/// What a block of games came to.
#[derive(Default)]
struct Digests {
    decisions: u64,
    sections: BTreeMap<&'static str, Sha256>,
}

impl Digests {
    fn add(&mut self, section: &'static str, text: &str) {
        let digest = self.sections.entry(section).or_default();
        digest.update(text);
        digest.update("\n");
    }

    /// Everything at the open decision.
    fn look(&mut self, game: &Literal) {
        self.add("options", &json(game.open()));
        self.add("told", &json(&game.notices()));
        let seats = (0..game.rules().seats.len()).map(|s| Some(SeatId::from(s)));
        for seat in std::iter::once(None).chain(seats) {
            self.add("views", &json(&game.view(seat)));
        }
        for (section, value) in game.whole() {
            self.add(section, &value.to_string());
        }
    }

    fn line(&self, name: &str, block: &str) -> String {
        let mut line = format!("{name} {block} {}", self.decisions);
        for (section, digest) in &self.sections {
            let bytes = digest.clone().finalize();
            let _ = write!(line, " {section}:");
            for byte in bytes.iter().take(5) {
                let _ = write!(line, "{byte:02x}");
            }
        }
        line
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|e| panic!("{e}"))
}

impl Group {
    /// Its name in the file of digests.
    pub fn name(&self) -> String {
        let mut name = self.variant.clone();
        for mode in &self.modes {
            name += &format!("+{mode}");
        }
        if !self.armies.is_empty() {
            name += &format!("/{}", self.armies.join(","));
        }
        name
    }

    /// How many blocks it has.
    pub fn blocks(&self) -> u64 {
        self.games.div_ceil(BLOCK)
    }

    /// Its match, ready to be played.
    pub fn ready(&self) -> Ready {
        match_of(self)
    }

    /// The line of a block: how many decisions there were, a digest for each section.
    pub fn line(&self, ready: &Ready, block: u64) -> String {
        let mut digests = Digests::default();
        let games = (self.games - block * BLOCK).min(BLOCK);
        for n in 0..games {
            self.play(
                ready,
                block * BLOCK + n,
                self.decisions,
                n + 1 == BLOCK,
                &mut digests,
            );
        }
        digests.line(&self.name(), &block.to_string())
    }

    /// The line of the beginning of one game with acts of the table, short enough for every run of the tests.
    pub fn quick_line(&self, ready: &Ready) -> String {
        let mut digests = Digests::default();
        let most = self.decisions.min(QUICK);
        self.play(ready, self.games, most, true, &mut digests);
        digests.line(&self.name(), "quick")
    }

    /// One game; the seed is its number.
    fn play(&self, ready: &Ready, seed: u64, most: u64, acts: bool, digests: &mut Digests) {
        let mut game: Literal = match ready.begin_match(&ready.game_of(seed)) {
            Ok(game) => game,
            Err(failure) => panic!("{}, game {seed}: {}", self.name(), failure.text()),
        };
        let (mut chance, mut players) = (
            Stream::new(seed, Purpose::Chance),
            Stream::new(seed, Purpose::Players),
        );
        for n in 0..most {
            digests.look(&game);
            let Open::Decision(decision) = game.open() else {
                return;
            };
            digests.decisions += 1;
            if acts && n % ACT_EVERY == ACT_EVERY - 1 {
                act_of_the_table(&mut game, players.next_value());
                continue;
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
            if let Err(refused) = game.answer(index) {
                digests.add("options", &refused.to_string());
                return;
            }
        }
    }
}

/// An act of the table by somebody; refused or not, the next look tells.
fn act_of_the_table(game: &mut Literal, value: u64) {
    let rules = game.rules().clone();
    let acts = rules.table.len().max(1);
    let index = random::pick(value, acts * rules.seats.len(), &[]);
    if let Some(act) = rules.table.get(index % acts) {
        let seat = SeatId::from(index / acts);
        let _refused = game.table_act(seat, notation::text(&rules, act.name));
    }
}
