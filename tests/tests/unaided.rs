//! The shortcuts of the oracle change nothing: with and without them scenarios and games go the same way.
use cli::args::GameFlags;
use cli::parallel::in_parallel;
use cli::scenario::Stage;
use cli::scenario::cases::Case;
use cli::scenario::point::Act;
use cli::scenario::run::run;
use cli::shelf::Shelf;
use dsl::syntax::UnitKind;
use engine::ids::SeatId;
use engine::play::*;
use engine::random::{Purpose, Stream, pick};
use engine::session::Running;
use oracle::Game as Literal;
use tests::unaided::Unaided;

/// Each n-th scenario is played without shortcuts.
const EACH: usize = 16;

/// What a case has gone through: the answers and the states, or why it failed.
fn went<G: Stage>(case: &Case) -> Result<(Vec<Vec<Act>>, Vec<String>), String> {
    let played = run::<G>(&case.rules, &case.script).map_err(|failed| failed.message)?;
    let states = played.fingerprints()?;
    Ok((played.acts, states))
}

#[test]
fn scenarios_go_the_same_way_without_shortcuts() {
    let all = Shelf::with(&[]).expect("the library").cases().cases;
    let cases: Vec<_> = all.into_iter().step_by(EACH).collect();
    let differing = in_parallel(&cases, 2, |case| {
        let unaided = went::<Unaided>(case);
        let differs = unaided != went::<Literal>(case);
        differs.then(|| format!("{} ({}): {unaided:?}", case.script.title, case.setting))
    });
    let differing: Vec<String> = differing.into_iter().flatten().collect();
    assert!(differing.is_empty(), "{differing:#?}");
}

/// What is asked, told and seen, by everybody who sees something of his own.
fn everything<G: Running>(game: &G, seats: usize) -> (Open, Vec<Notice>, Vec<BoardView>) {
    let eyes = (0..seats).map(SeatId::from).map(Some).chain([None]);
    let views = eyes.map(|seat| game.view(seat)).collect();
    (game.open().clone(), game.notices().to_vec(), views)
}

/// The same random answers to a game with shortcuts and to one without; how many decisions were compared. `eager`: whoever can act
/// otherwise than by a move does.
fn side_by_side(flags: &GameFlags, decisions: usize, eager: bool) -> usize {
    let ready = tests::ready(flags.clone());
    let seats = ready.rules.seats.len();
    let mut aided: Literal = ready.begin().expect("a game");
    let mut unaided = Unaided::begin(&ready.rules, &ready.game).expect("a game");
    let mut players = Stream::new(ready.heading.seed, Purpose::Players);
    for n in 0..decisions {
        let [a, b] = [everything(&aided, seats), everything(&unaided, seats)];
        assert!(
            a == b,
            "{flags:?}, after {n} answers: {:?} without shortcuts {:?}",
            a.0,
            b.0
        );
        let Open::Decision(decision) = a.0 else {
            return n;
        };
        let acts = |o: &Choice| matches!(o, Choice::Action(_) | Choice::ActionOf(..));
        let actions: Vec<usize> = (0..decision.options.len())
            .filter(|i| eager && acts(&decision.options[*i]))
            .collect();
        let index = match actions.as_slice() {
            [] => pick(
                players.next_value(),
                decision.options.len(),
                &decision.weights,
            ),
            some => some[pick(players.next_value(), some.len(), &[])],
        };
        aided.answer(index).expect("an option");
        unaided.answer(index).expect("an option");
    }
    decisions
}

/// Armies by lot, where the mode does not hand them out.
fn drawn(mode: &str) -> Vec<String> {
    match mode {
        "random-allotment" | "two-card-draft" | "lightning" => vec![],
        _ => vec!["random".into()],
    }
}

#[test]
fn games_of_random_armies_go_the_same_way_without_shortcuts() {
    let tables = [
        ("club", "free-for-all", 4, 120),
        ("club", "bughouse", 2, 120),
        ("club", "lightning", 2, 120),
        ("web", "free-for-all", 3, 60),
        // armies that come to the table in the game
        ("club", "random-allotment", 24, 12),
        ("web", "two-card-draft", 1, 60),
    ];
    for (edition, mode, games, decisions) in tables {
        let compared: usize = (0..games)
            .map(|seed| {
                let flags = GameFlags {
                    variant: "european".into(),
                    edition: Some(edition.into()),
                    armies: drawn(mode),
                    mode: vec![mode.into()],
                    seed: Some(seed),
                    ..GameFlags::default()
                };
                side_by_side(&flags, decisions, flags.armies.is_empty())
            })
            .sum();
        assert!(compared > 50, "{edition}, {mode}: {compared}");
    }
}

#[test]
fn every_variant_goes_the_same_way_without_shortcuts() {
    let shelf = Shelf::with(&[]).expect("the library");
    for variant in shelf.library.units(UnitKind::Variant) {
        let flags = GameFlags {
            variant: variant.name.text.clone(),
            seed: Some(1),
            ..GameFlags::default()
        };
        assert!(side_by_side(&flags, 60, false) > 5, "{}", variant.name.text);
    }
}

#[test]
fn games_begun_from_one_state_do_not_hear_of_each_other() {
    let ready = tests::ready(GameFlags {
        variant: "european".into(),
        edition: Some("web".into()),
        armies: vec!["random".into()],
        seed: Some(5),
        ..GameFlags::default()
    });
    let begun = tests::game(&ready);
    let played = |seed: u64| {
        let mut game = begun.clone();
        let mut players = Stream::new(seed, Purpose::Players);
        for _ in 0..25 {
            let Open::Decision(decision) = game.open().clone() else {
                break;
            };
            let (options, weights) = (decision.options.len(), decision.weights);
            let index = pick(players.next_value(), options, &weights);
            game.answer(index).expect("an option");
        }
        everything(&game, ready.rules.seats.len())
    };
    let one_after_the_other: Vec<_> = (0..8).map(played).collect();
    let at_once: Vec<_> = std::thread::scope(|s| {
        let games: Vec<_> = (0..8)
            .map(|seed| {
                s.spawn({
                    let played = &played;
                    move || played(seed)
                })
            })
            .collect();
        games
            .into_iter()
            .map(|g| g.join().expect("a game"))
            .collect()
    });
    assert!(one_after_the_other == at_once);
}
