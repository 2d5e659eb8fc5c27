//! The core against the oracle: in every match it has a plan for it asks the same of the same players, with the same
//! options in the same order, and ends the same way. How many matches it plays is counted here, and that count may only grow.
use cli::scenario::Stage;
use engine::core::any::{AnyGame, AnyPlan};
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Decision, Kind, Match, Open, Who};
use engine::random::{self, Purpose, Stream};
use engine::rules::Ruleset;
use engine::session::Running;
use std::path::Path;
use std::sync::Arc;
use tests::net::{Group, groups};

/// Groups of the net whose first match the core plays.
const LINKED: usize = 132;
/// Decisions of the game that every run of the tests plays in each group; `CORE_DECISIONS` and `CORE_GAMES` for more of them,
/// `CORE_GROUP` for those whose name holds it.
const DECISIONS: u64 = 60;
/// In every second game each n-th decision an act of the table is called in place of an answer.
const ACT_EVERY: u64 = 17;
/// Each n-th decision the game is written down, read and gone on with.
const RESUME_EVERY: u64 = 7;

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
fn the_core_plays_as_the_oracle() {
    let (mut linked, mut decisions) = (0, 0);
    let only = std::env::var("CORE_GROUP").unwrap_or_default();
    let asked = |group: &Group| group.name().contains(&only);
    for (index, group) in all_groups().into_iter().filter(asked).enumerate() {
        let ready = group.ready();
        for game in 0..number("CORE_GAMES", 1) {
            // every other group begins with the game that has acts of the table in it
            let mut seed = game + index as u64 % 2;
            let mut table = ready.game_of(seed);
            let Ok(mut plan) = AnyPlan::link(&ready.rules, &table) else {
                continue;
            };
            linked += usize::from(game == 0);
            if plan.hides_something() && seed == 1 && game == 0 {
                (seed, table) = (0, ready.game_of(0));
                plan = AnyPlan::link(&ready.rules, &table).expect("another game of the group");
            }
            let name = format!("{}, game {seed}", group.name());
            let most = number("CORE_DECISIONS", DECISIONS);
            let literal: oracle::Game = match ready.begin_match(&table) {
                Ok(game) => game,
                Err(failure) => panic!("{name}: {}", failure.text()),
            };
            decisions += side_by_side(&name, &plan, literal, &table, seed, most);
        }
    }
    println!("{linked} groups, {decisions} decisions");
    assert!(
        linked >= LINKED || !only.is_empty(),
        "the core plays {linked} groups, it did play {LINKED}"
    );
}

/// Random games of rules that need no army: on the core as on the oracle. How many decisions were compared.
pub fn random_games_are_the_same(name: &str, rules: &Arc<Ruleset>, games: u64, most: u64) -> u64 {
    let mut decisions = 0;
    for seed in 0..games {
        let table = Match {
            armies: vec![None; rules.seats.len()],
            seed,
            ..Match::default()
        };
        let plan = AnyPlan::link(rules, &table).unwrap_or_else(|r| panic!("{name}: {}", r.what));
        let literal = <oracle::Game as Stage>::begin(rules, &table);
        let literal = literal.unwrap_or_else(|said| panic!("{name}: {said}"));
        let name = format!("{name}, game {seed}");
        decisions += side_by_side(&name, &plan, literal, &table, seed, most);
    }
    decisions
}

/// One game on both, with the same random answers, now and then an act of the table.
fn side_by_side(
    name: &str,
    plan: &AnyPlan,
    mut literal: oracle::Game,
    table: &Match,
    seed: u64,
    most: u64,
) -> u64 {
    // where armies hide something one game is looked at, without acts of the table
    if seed > 0 && plan.hides_something() {
        return 0;
    }
    let mut core = AnyGame::begun(plan).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut players = Stream::new(seed, Purpose::Players);
    let mut called = false;
    for n in 0..most {
        let here = format!("{name}, decision {n}, armies {:?}", table.armies);
        if literal.open() != core.open() {
            if withheld(&literal, core.open()) {
                return n;
            }
            panic!("{here}: {}", difference(&literal, core.open()));
        }
        same_to_all(&here, &literal, &core, called);
        if n % RESUME_EVERY == 0 {
            core = resumed(&here, &core);
        }
        let Open::Decision(decision) = literal.open() else {
            return n;
        };
        // of things to choose the oracle makes no new list when an act has changed what there is
        let chosen = matches!(decision.kind, Kind::Choose | Kind::Either);
        // chance answers at once: no act can be called before it has
        let by_chance = decision.who == Who::Chance;
        called = seed % 2 == 1 && n % ACT_EVERY == ACT_EVERY - 1 && !chosen && !by_chance;
        if called {
            act_of_the_table(&here, &mut literal, &mut core, players.next_value());
            continue;
        }
        let index = random::pick(
            players.next_value(),
            decision.options.len(),
            &decision.weights,
        );
        literal.answer(index).expect("an option");
        Running::answer(&mut core, index).expect("an option");
    }
    most
}

/// The core offers all that the oracle does, and what the oracle withholds because it looks less far ahead: after these answers the
/// rest of the turn has to come to a king that is safe, to a duty done or to the end of an action, and the core has found how. The
/// game is played until that happens.
fn withheld(literal: &oracle::Game, core: &Open) -> bool {
    let (Open::Decision(a), Open::Decision(b)) = (literal.open(), core) else {
        return false;
    };
    if (&a.who, &a.kind, a.rule) != (&b.who, &b.kind, b.rule)
        || !a.options.iter().all(|option| b.options.contains(option))
    {
        return false;
    }
    let rules = literal.rules();
    let looked_ahead = |option: &Choice| {
        let of_check = rules.check.iter().map(|c| c.src);
        let duties = rules.rules.iter().filter(|r| r.duty().is_some());
        let own = match option {
            Choice::Action(rule) => Some(rules.rules[rule.index()].src),
            _ => None,
        };
        let ahead: Vec<_> = of_check.chain(duties.map(|r| r.src)).chain(own).collect();
        (Stage::why(literal, option).iter()).any(|why| ahead.contains(&why.src))
    };
    let mut more = b.options.iter().filter(|o| !a.options.contains(o));
    more.all(looked_ahead)
}

/// How the open decisions differ: what only one of them offers, and what refuses on the oracle what only the core offers.
fn difference(literal: &oracle::Game, core: &Open) -> String {
    let (Open::Decision(a), Open::Decision(b)) = (literal.open(), core) else {
        return format!("{:?}, on the core {core:?}", literal.open());
    };
    let only = |a: &Decision, b: &Decision| -> Vec<Choice> {
        let not = |c: &&Choice| !b.options.contains(c);
        a.options.iter().filter(not).cloned().collect()
    };
    let (left, right) = (only(a, b), only(b, a));
    if left.is_empty() && right.is_empty() {
        return format!("{a:?}, on the core {b:?}");
    }
    let both: Vec<&Choice> = (a.options.iter())
        .filter(|c| b.options.contains(c))
        .collect();
    let rules = literal.rules();
    let words = |src: engine::ids::SourceId| rules.sources[src.index()].words.clone();
    let asks = |d: &Decision| d.rule.map(|r| words(rules.rules[r.index()].src));
    let why: Vec<String> = (right.iter().flat_map(|c| Stage::why(literal, c)))
        .map(|refusal| words(refusal.src))
        .collect();
    format!(
        "{:?} asks {:?} for {:?}, on the core {:?} asks {:?} for {:?}; both offer {both:?}, only there {left:?}, only on the core {right:?}, refused by {why:?}\n{}",
        asks(a),
        a.who,
        a.kind,
        asks(b),
        b.who,
        b.kind,
        position(literal)
    )
}

/// Who is on turn, and where whose pieces of which kind stand.
fn position(literal: &oracle::Game) -> String {
    let (view, rules) = (literal.view(None), literal.rules());
    let pieces = view.pieces.iter().map(|p| {
        let kind = notation::text(rules, rules.kinds[p.kind.index()].name);
        let owner = p.seat.map_or("nobody's", |s| {
            notation::text(rules, rules.seats[s.index()].name)
        });
        format!("{owner} {kind} {}", notation::square(rules, p.square))
    });
    let on_turn = (view.on_turn.iter()).map(|s| notation::text(rules, rules.seats[s.index()].name));
    let on_turn = on_turn.collect::<Vec<_>>().join(", ");
    format!(
        "on turn: {on_turn}; {}",
        pieces.collect::<Vec<_>>().join(", ")
    )
}

/// What is told and seen is the same for the host and every seat. After an act of the table the oracle tells once more
/// what it told before it.
fn same_to_all(here: &str, literal: &oracle::Game, core: &AnyGame, called: bool) {
    let told = literal.notices();
    match called {
        true => assert!(told.ends_with(core.notices()), "{here}"),
        false => assert_eq!(told, core.notices(), "{here}"),
    }
    let seats = (0..literal.rules().seats.len()).map(|s| Some(SeatId::from(s)));
    for seat in std::iter::once(None).chain(seats) {
        let mut shown = literal.view(seat);
        // a set has no order: the oracle shows it as it grew
        shown.fields.iter_mut().for_each(|f| f.values.sort());
        assert_eq!(shown, core.view(seat), "{here}, seen by {seat:?}");
    }
    let (there, on_core) = (Running::fired(literal), Running::fired(core));
    let rules = literal.rules();
    let differ = rules.rules.iter().enumerate().find_map(|(i, rule)| {
        let id = engine::ids::RuleId::from(i);
        let (a, b) = (there.get(&id), on_core.get(&id));
        (a != b).then(|| (&rules.sources[rule.src.index()].words, a, b))
    });
    assert_eq!(differ, None, "{here}, how often a rule fired");
    assert_eq!(Running::points(literal), Running::points(core), "{here}");
    assert_eq!(Running::turn(literal), Running::turn(core), "{here}");
    assert_eq!(
        Stage::verdicts(literal),
        core.verdicts(),
        "{here}, what decided"
    );
}

/// The game written down at its decision, read again and gone on with: the same in every part.
fn resumed(here: &str, core: &AnyGame) -> AnyGame {
    let text = core.written().expect("a state is written");
    let again = core
        .resumed(&text)
        .unwrap_or_else(|e| panic!("{here}: {e}"));
    assert_eq!(again.open(), core.open(), "{here}, resumed");
    let read = again.written().expect("a state is written");
    assert!(read == text, "{here}: the state resumed");
    again
}

/// An act of the table by somebody, on both: open to him on both, or on neither.
fn act_of_the_table(here: &str, literal: &mut oracle::Game, core: &mut AnyGame, value: u64) {
    let rules = literal.rules().clone();
    let acts = rules.table.len().max(1);
    let index = random::pick(value, acts * rules.seats.len(), &[]);
    if let Some(act) = rules.table.get(index % acts) {
        let (seat, act) = (SeatId::from(index / acts), notation::text(&rules, act.name));
        let (one, other) = (literal.table_act(seat, act), core.table_act(seat, act));
        assert_eq!(one, other, "{here}: {act} of {seat:?}");
    }
}
