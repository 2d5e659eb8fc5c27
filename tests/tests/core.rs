//! The core against the literal interpreter: in every match it has a plan for it asks the same of the same players, with the same
//! options in the same order, and ends the same way. How many matches it plays is counted here, and that count may only grow.
use engine::core::game::{AnyPlan, Counted, Game};
use engine::play::{Match, Open};
use engine::random::{self, Purpose, Stream};
use engine::session::Running;
use std::path::Path;
use tests::net::{Group, groups};

/// Groups of the net whose first match the core plays.
const LINKED: usize = 119;
/// Decisions of the game that every run of the tests plays in each group; `CORE_DECISIONS` and `CORE_GAMES` for more of them.
const DECISIONS: u64 = 60;

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(usual)
}

fn all_groups() -> Vec<Group> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("net/groups.toml");
    groups(&std::fs::read_to_string(file).expect("groups.toml"))
}

#[test]
fn the_core_plays_as_the_literal_interpreter() {
    let (mut linked, mut decisions) = (0, 0);
    for group in all_groups() {
        let ready = group.ready();
        for seed in 0..number("CORE_GAMES", 1) {
            let table = ready.game_of(seed);
            let Ok(plan) = AnyPlan::link(&ready.rules, &table) else {
                continue;
            };
            linked += usize::from(seed == 0);
            let name = format!("{}, game {seed}", group.name());
            let most = number("CORE_DECISIONS", DECISIONS);
            let literal: cli::Literal = match ready.begin_match(&table) {
                Ok(game) => game,
                Err(failure) => panic!("{name}: {}", failure.text()),
            };
            decisions += match &plan {
                AnyPlan::One(p) => side_by_side(&name, Game::new(p), literal, &table, seed, most),
                AnyPlan::Two(p) => side_by_side(&name, Game::new(p), literal, &table, seed, most),
                AnyPlan::Four(p) => side_by_side(&name, Game::new(p), literal, &table, seed, most),
            };
        }
    }
    println!("{linked} groups, {decisions} decisions");
    assert!(
        linked >= LINKED,
        "the core plays {linked} groups, it did play {LINKED}"
    );
}

/// One game on both, with the same random answers.
fn side_by_side<const N: usize>(
    name: &str,
    mut core: Game<'_, N>,
    mut literal: cli::Literal,
    table: &Match,
    seed: u64,
    most: u64,
) -> u64 {
    let mut players = Stream::new(seed, Purpose::Players);
    for n in 0..most {
        assert_eq!(
            literal.open(),
            &core.open(),
            "{name}, decision {n}, armies {:?}",
            table.armies
        );
        let Open::Decision(decision) = literal.open() else {
            assert_eq!(Running::points(&literal), Counted::points(&core), "{name}");
            return n;
        };
        let index = random::pick(
            players.next_value(),
            decision.options.len(),
            &decision.weights,
        );
        literal.answer(index).expect("an option");
        Counted::answer(&mut core, index).expect("an option");
    }
    most
}
