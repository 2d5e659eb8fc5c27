//! No seat's options, questions, refusals or view hang on what is hidden from it: two games that differ in secrets alone
//! look the same to all others.
use cli::Literal;
use cli::args::GameFlags;
use engine::ids::SeatId;
use engine::play::*;
use engine::random::{Purpose, Stream, pick};
use engine::session::Running;
use proptest::prelude::*;

/// Decisions looked at in one pair of games.
const DECISIONS: usize = 50;
/// The seat with the secrets.
const HOLDER: SeatId = SeatId(0);

/// Hands the secrets out, as this stream says.
fn deal(game: &mut Literal, chance: &mut Stream) {
    while let Open::Decision(d) = game.open().clone()
        && d.kind == Kind::Deal
    {
        let index = pick(chance.next_value(), d.options.len(), &d.weights);
        game.answer(index).expect("a deal");
    }
}

/// What is open to the holder of the secrets because of them is declined.
fn decline(game: &mut Literal) {
    while let Open::Decision(d) = game.open().clone()
        && d.who == Who::Seat(HOLDER)
        && d.kind == Kind::May
    {
        let no = d.options.iter().position(|c| *c == Choice::Decline);
        game.answer(no.expect("an offer can be declined"))
            .expect("an answer");
    }
}

fn open(game: &Literal) -> Option<Decision> {
    match game.open() {
        Open::Decision(d) => Some(d.clone()),
        Open::Over(_) => None,
    }
}

/// What the others are told.
fn told(game: &Literal) -> Vec<Notice> {
    let heard = |n: &&Notice| {
        n.to.as_ref()
            .is_none_or(|to| to.iter().any(|s| *s != HOLDER))
    };
    game.notices().iter().filter(heard).cloned().collect()
}

fn pieces_of_holder(game: &Literal) -> usize {
    let view = game.view(None);
    view.pieces
        .iter()
        .filter(|p| p.seat == Some(HOLDER))
        .count()
}

/// Plays the two games side by side; how many decisions of others, and how many offers to the holder, were compared. Among the
/// Swiss what a hidden card attacks can hang on where the hidden king stands, and of that the offers tell: there they are left out.
fn side_by_side(others: [&str; 3], seed: u64) -> Result<(usize, usize), TestCaseError> {
    let apart = others.contains(&"switzerland");
    let armies = ["soviet-union"].iter().chain(&others);
    let flags = GameFlags {
        variant: "european".into(),
        armies: armies.map(|a| (*a).to_string()).collect(),
        seed: Some(seed),
        ..GameFlags::default()
    };
    let ready = tests::ready(flags);
    let mut games = [tests::game(&ready), tests::game(&ready)];
    for (game, seed) in games.iter_mut().zip([seed, !seed]) {
        deal(game, &mut Stream::new(seed, Purpose::Chance));
    }
    prop_assume!(games[0].view(None) != games[1].view(None));
    let mut players = Stream::new(seed, Purpose::Players);

    let (mut compared, mut questions) = (0, 0);
    for _ in 0..DECISIONS {
        if apart {
            games.iter_mut().for_each(decline);
        }
        let (Some(a), Some(b)) = (open(&games[0]), open(&games[1])) else {
            break;
        };
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
                questions += usize::from(a.kind == Kind::May);
                let both = |c: &&Choice| b.options.contains(c);
                a.options.iter().filter(both).cloned().collect()
            }
            _ => {
                prop_assert_eq!(&a.options, &b.options);
                prop_assert_eq!(a.label, b.label);
                compared += 1;
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
        let before = pieces_of_holder(&games[0]);
        for game in &mut games {
            let Open::Decision(d) = game.open() else {
                break;
            };
            let index = d.options.iter().position(|c| *c == choice);
            game.answer(index.expect("an option of both"))
                .expect("an answer");
        }
        if pieces_of_holder(&games[0]) != before {
            // what is taken is shown
            break;
        }
    }
    Ok((compared, questions))
}

/// Some moves that are not offered are refused for the same reasons.
fn refusals(games: &[Literal; 2], players: &mut Stream) -> Result<(), TestCaseError> {
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
        let (first, _) = side_by_side(["standard", "china", "belgium"], seed)?;
        let (second, _) = side_by_side(["switzerland", "standard", "sweden"], seed)?;
        prop_assert!(first + second >= 4, "only {first} and {second} decisions of others were looked at");
    }
}

/// In some of the games compared the holder is offered something, and in both of the pair.
#[test]
fn whether_the_holder_is_asked_is_compared_too() {
    let offers = |seed| side_by_side(["standard", "china", "belgium"], seed).map_or(0, |(_, n)| n);
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
