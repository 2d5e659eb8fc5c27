//! Sentences of players in games: every rule that reads (`dsl/tests/sentences.toml`, twenty for a verb), and pairs of them, played at
//! random on the core beside the oracle, which reads the rules a second time and slowly. What the core cannot carry out is told with
//! a code and not played here.
use super::core::random_games_are_the_same;
use engine::core::any::AnyPlan;
use engine::play::Match;
use engine::random::{self, Purpose, Stream};
use engine::rules::Ruleset;
use serde::Deserialize;
use std::panic::catch_unwind;
use std::path::Path;
use std::sync::Arc;
use tests::small::read;

#[derive(Deserialize)]
struct Table {
    verb: Vec<Verb>,
}

#[derive(Deserialize)]
struct Verb {
    reads: Vec<String>,
}

/// Random games of each sentence, and decisions of each; `SAID_GAMES`, `SAID_DECISIONS`, `SAID_PAIRS` for more.
const GAMES: u64 = 1;
const DECISIONS: u64 = 24;
const PAIRS: u64 = 60;

fn number(name: &str, usual: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A middle game in which the sentences stand, with or without check that is enforced.
fn game(sentences: &[&str], enforced: bool) -> String {
    let has = |start: &str| sentences.iter().any(|s| s.starts_with(start));
    let turn = match has("on your turn") {
        true => "",
        false => "  on your turn { act } otherwise { pass }\n",
    };
    let check = match enforced && !has("check is") {
        true => "  check is enforced\n",
        false => "",
    };
    let rules = sentences.join("\n  ");
    format!(
        "variant t \"T\" {{
  board 8 by 8
  seats white on rank 1, black on rank 8
  position
    | . r . q k . . r |
    | p p . . . p . p |
    | . . n . b . . . |
    | . . . p . . l . |
    | . . L . P . . . |
    | . . N . B . . . |
    | P P . . . P . P |
    | R . . Q K . R . |
{turn}{check}  values pawn 1, knight 3, bishop 3, lancer 3, rook 5, queen 9, king 0
  every piece has a mark called tired
  every square has a mark called sunken
  you have a number called coins
  you have a zone of pieces called bag
  {rules}
  kind king \"K\" {{ it steps any way; it is royal }}
  kind pawn \"P\" {{ it steps forward without capturing, or steps diagonally forward only to capture }}
  kind knight \"N\" {{ it leaps (1,2) }}
  kind rook \"R\" {{ it slides orthogonally }}
  kind bishop \"B\" {{ it slides diagonally }}
  kind queen \"Q\" {{ it slides any way }}
  kind lancer \"L\" {{ it slides forward }}
}}
"
    )
}

fn linked(text: &str) -> Option<Arc<Ruleset>> {
    let rules = read(text)?;
    let table = Match {
        armies: vec![None; rules.seats.len()],
        ..Match::default()
    };
    AnyPlan::link(&rules, &table).is_ok().then_some(rules)
}

/// What differs in the games of some sentences, if anything does.
fn differs(sentences: &[&str], enforced: bool, games: u64, most: u64) -> Option<String> {
    let rules = linked(&game(sentences, enforced))?;
    let name = sentences.join(" / ");
    let played = catch_unwind(|| random_games_are_the_same(&name, &rules, games, most));
    played.err().map(|said| {
        let text = said.downcast_ref::<String>().cloned();
        format!("{name}: {}", text.unwrap_or_default())
    })
}

#[test]
fn what_is_said_is_played_as_it_reads() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dsl/tests/sentences.toml");
    let text = std::fs::read_to_string(file).expect("the sentences");
    let table: Table = toml::from_str(&text).expect("a table");
    let all: Vec<&str> = (table.verb.iter())
        .flat_map(|v| v.reads.iter().map(String::as_str))
        .collect();
    let (games, most) = (
        number("SAID_GAMES", GAMES),
        number("SAID_DECISIONS", DECISIONS),
    );
    let only = std::env::var("SAID_ONLY").unwrap_or_default();
    let mut found: Vec<String> = Vec::new();
    for (i, sentence) in all.iter().enumerate().filter(|(_, s)| s.contains(&only)) {
        found.extend(differs(&[sentence], i % 2 == 0, games, most));
    }
    let mut draw = Stream::new(number("SAID_SEED", 0), Purpose::Players);
    let mut pick = || all[random::pick(draw.next_value(), all.len(), &[])];
    for n in 0..number("SAID_PAIRS", PAIRS) {
        let (a, b) = (pick(), pick());
        if a != b && (a.contains(&only) || b.contains(&only)) {
            found.extend(differs(&[a, b], n % 2 == 0, games, most));
        }
    }
    assert!(
        found.is_empty(),
        "{} differ:\n{}",
        found.len(),
        found.join("\n")
    );
}
