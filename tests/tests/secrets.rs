//! No seat's options, questions, refusals or view hang on what is hidden from it: two games that differ in secrets alone
//! look the same to all others.
use cli::Core;
use cli::args::GameFlags;
use cli::parallel::in_parallel;
use engine::ids::{KindId, RuleId, SeatId, SquareId};
use engine::play::*;
use engine::random::{Purpose, Stream, pick};
use engine::session::Running;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Decisions looked at in one pair of games.
const DECISIONS: usize = 50;
/// The seat with the secrets.
const HOLDER: SeatId = SeatId(0);

/// Hands the secrets out: those this rule deals as the stream says, others always alike.
fn deal(game: &mut Core, rule: Option<RuleId>, chance: &mut Stream) {
    while let Some(d) = open(game)
        && (d.kind == Kind::Deal || d.secret)
    {
        let index = match d.rule == rule {
            true => pick(chance.next_value(), d.options.len(), &d.weights),
            false => 0,
        };
        game.answer(index).expect("a deal");
    }
}

/// What is open to the holder of the secrets because of them is declined.
fn decline(game: &mut Core) {
    while let Open::Decision(d) = game.open().clone()
        && d.who == Who::Seat(HOLDER)
        && d.kind == Kind::May
    {
        let no = d.options.iter().position(|c| *c == Choice::Decline);
        game.answer(no.expect("an offer can be declined"))
            .expect("an answer");
    }
}

fn open(game: &Core) -> Option<Decision> {
    match game.open() {
        Open::Decision(d) => Some(d.clone()),
        Open::Over(_) => None,
    }
}

/// What the others are told.
fn told(game: &Core) -> Vec<Notice> {
    let heard = |n: &&Notice| {
        n.to.as_ref()
            .is_none_or(|to| to.iter().any(|s| *s != HOLDER))
    };
    game.notices().iter().filter(heard).cloned().collect()
}

/// Where pieces of the kinds with which he begins stand that belong to the holder.
fn squares_of_holder(game: &Core, kinds: &BTreeSet<KindId>) -> BTreeSet<SquareId> {
    let view = game.view(None);
    let his = |p: &&SeenPiece| p.seat == Some(HOLDER) && kinds.contains(&p.kind);
    view.pieces.iter().filter(his).map(|p| p.square).collect()
}

fn kinds_of_holder(game: &Core) -> BTreeSet<KindId> {
    let view = game.view(None);
    let his = |p: &&SeenPiece| p.seat == Some(HOLDER);
    view.pieces.iter().filter(his).map(|p| p.kind).collect()
}

/// What was compared in a pair of games.
#[derive(Clone, Copy, Default)]
struct Compared {
    /// Decisions of others.
    decisions: usize,
    /// Offers to the holder.
    questions: usize,
    /// It ended where something happened in one game alone: somebody's act came upon what only the rules of the game know.
    hinted: bool,
}

/// Plays the two games side by side. Among the Swiss what a hidden card attacks can hang on where the hidden king stands, and of
/// that the offers tell: there they are left out.
fn side_by_side(edition: &str, others: [&str; 3], seed: u64) -> Result<Compared, TestCaseError> {
    let apart = others.contains(&"switzerland");
    let table = |others: &[&str]| {
        let armies = ["soviet-union"].iter().chain(others);
        tests::ready(GameFlags {
            variant: "european".into(),
            edition: Some(edition.into()),
            armies: armies.map(|a| (*a).to_string()).collect(),
            seed: Some(seed),
            ..GameFlags::default()
        })
    };
    // with nobody else who has secrets the first deal is his
    let rule = open(&tests::game(&table(&["standard"; 3]))).and_then(|d| d.rule);
    let ready = table(&others);
    let mut games = [tests::game(&ready), tests::game(&ready)];
    for (game, seed) in games.iter_mut().zip([seed, !seed]) {
        deal(game, rule, &mut Stream::new(seed, Purpose::Chance));
    }
    prop_assume!(games[0].view(None) != games[1].view(None));
    let mut players = Stream::new(seed, Purpose::Players);
    let kinds = kinds_of_holder(&games[0]);

    let mut compared = Compared::default();
    for _ in 0..DECISIONS {
        if apart {
            games.iter_mut().for_each(decline);
        }
        let (Some(a), Some(b)) = (open(&games[0]), open(&games[1])) else {
            break;
        };
        let [one, other] = [0, 1].map(|i: usize| games[i].view(Some(SeatId(1))));
        if one.pieces != other.pieces {
            compared.hinted = true;
            break;
        }
        for seat in 1..4 {
            let [a, b] = [0, 1].map(|i: usize| games[i].view(Some(SeatId(seat))));
            prop_assert_eq!(a.fields, b.fields);
            prop_assert_eq!(a.zones, b.zones);
            prop_assert_eq!(a.pieces, b.pieces);
            prop_assert_eq!((a.on_turn, a.outcomes), (b.on_turn, b.outcomes));
        }
        prop_assert_eq!(told(&games[0]), told(&games[1]));
        prop_assert_eq!(&a.who, &b.who);
        prop_assert_eq!(a.kind, b.kind);
        let common: Vec<Choice> = match a.who {
            // his own options may hang on his secrets, but not whether he is asked
            Who::Seat(HOLDER) => {
                prop_assert_eq!((a.label, a.rule), (b.label, b.rule));
                compared.questions += usize::from(a.kind == Kind::May);
                let both = |c: &&Choice| b.options.contains(c);
                a.options.iter().filter(both).cloned().collect()
            }
            _ => {
                prop_assert_eq!(&a.options, &b.options);
                prop_assert_eq!(a.label, b.label);
                compared.decisions += 1;
                refusals(&games, &mut players)?;
                a.options.clone()
            }
        };
        // an offer to others here is to call a bluff, which shows the secret
        let quiet = |c: &&Choice| a.kind != Kind::May || **c == Choice::Decline;
        let open: Vec<&Choice> = common.iter().filter(quiet).collect();
        if open.is_empty() {
            break;
        }
        let choice = open[pick(players.next_value(), open.len(), &[])].clone();
        let before = squares_of_holder(&games[0], &kinds);
        for game in &mut games {
            let Open::Decision(d) = game.open() else {
                break;
            };
            let index = d.options.iter().position(|c| *c == choice);
            game.answer(index.expect("an option of both"))
                .expect("an answer");
        }
        let after = squares_of_holder(&games[0], &kinds);
        let taken = matches!(choice, Choice::Move(_, to) if before.contains(&to));
        let given = a.who != Who::Seat(HOLDER) && !after.is_superset(&before);
        if taken || given || after.len() < before.len() {
            // what is taken is shown, what is given the receiver may see
            break;
        }
    }
    Ok(compared)
}

/// Some moves that are not offered are refused for the same reasons.
fn refusals(games: &[Core; 2], players: &mut Stream) -> Result<(), TestCaseError> {
    let squares: Vec<_> = (games[0].view(None).pieces.iter())
        .map(|p| p.square)
        .collect();
    for _ in 0..8 {
        let any = |players: &mut Stream| squares[pick(players.next_value(), squares.len(), &[])];
        let choice = Choice::Move(any(players), any(players));
        prop_assert_eq!(games[0].why(&choice), games[1].why(&choice));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn hidden_labels_decide_nothing_for_others(seed: u64) {
        let tables = [["standard", "china", "belgium"], ["switzerland", "standard", "sweden"]];
        let mut decisions = 0;
        for others in tables {
            decisions += side_by_side("club", others, seed)?.decisions;
        }
        prop_assert!(decisions >= 4, "only {decisions} decisions of others were looked at");
    }
}

/// Every army of both editions sits beside the Soviets. Some of these games told something once: to Germany and Prussia where a
/// king is hidden that a third player would attack, to whoever is in check in the web edition which piece is the marked one.
#[test]
fn what_is_hidden_decides_nothing_for_any_army() {
    let shelf = cli::shelf::Shelf::with(&[]).expect("the library");
    let plain = ["soviet-union", "standard"];
    let mut cases = vec![];
    for army in shelf.library.units(dsl::syntax::UnitKind::Army) {
        let name = &army.name.text;
        if !plain.contains(&name.as_str()) {
            cases.extend(army.of.iter().map(|of| (of.text.clone(), name.clone())));
        }
    }
    let (decisions, hints) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let differing = in_parallel(&cases, 2, |(of, army)| {
        let edition = of.rsplit('-').next().expect("an edition");
        let table = [army, "standard", "standard"];
        let seeds = if edition == "club" { [0, 5] } else { [1, 7] };
        let differs = |seed| match side_by_side(edition, table, seed) {
            Err(TestCaseError::Fail(why)) => {
                Some(format!("{army} ({edition}), seed {seed}: {why}"))
            }
            // the same secrets twice: nothing to compare
            Err(TestCaseError::Reject(_)) => None,
            Ok(compared) => {
                decisions.fetch_add(compared.decisions, Relaxed);
                hints.fetch_add(usize::from(compared.hinted), Relaxed);
                None
            }
        };
        seeds.into_iter().find_map(differs)
    });
    let differing: Vec<String> = differing.into_iter().flatten().collect();
    let (decisions, hints) = (decisions.into_inner(), hints.into_inner());
    assert!(decisions > 1_000, "only {decisions} decisions");

    assert!(
        hints < 10,
        "in {hints} games something happened in one alone"
    );
    assert!(differing.is_empty(), "{differing:#?}");
}

/// In some of the games compared the holder is offered something, and in both of the pair.
#[test]
fn whether_the_holder_is_asked_is_compared_too() {
    let offers = |seed| {
        let compared = side_by_side("club", ["standard", "china", "belgium"], seed);
        compared.map_or(0, |c| c.questions)
    };
    assert!((0..6).map(offers).sum::<usize>() > 0);
}

/// Clause vietnam.9: whether the trap is moved is no more to be seen than where it lies. What Atlantis sinks all may see.
#[test]
fn what_is_offered_in_secret_is_answered_in_secret() {
    let rows = "\
| .  .  .  .  .  .  .  K2 |
| .  .  .  .  .  .  .  P2 |
| .  .  .  .  .  .  .  .  |
| .  .  .  .  .  .  .  .  |
| .  .  .  .  .  .  .  .  |
| .  .  .  .  .  .  .  .  |
| P1 .  .  .  .  .  .  .  |
| K1 .  .  .  .  .  .  P2 |";
    for (army, secret) in [("vietnam", true), ("atlantis", false)] {
        let armies = [army, "standard", "-", "-"];
        let flags = GameFlags {
            variant: "european".into(),
            armies: armies.map(String::from).to_vec(),
            position: Some(rows.into()),
            ..GameFlags::default()
        };
        let mut game = tests::game(&tests::ready(flags));
        assert_eq!(open(&game).map(|d| d.kind), Some(Kind::Act), "{army}");
        game.answer(0).expect("a move");
        let offer = open(&game).expect("the offer at the end of the turn");
        assert_eq!((offer.kind, offer.who), (Kind::May, Who::Seat(HOLDER)));
        assert_eq!(offer.secret, secret, "{army}");
    }
}
