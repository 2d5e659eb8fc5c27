//! Play by rejection against play from lists: in every match and at every decision what is taken of the answers drawn is what is on
//! offer where all have been tried, in the same order, and both games are in the same state after it.
use engine::core::any::{AnyGame, AnyPlan};
use engine::core::at_random::Drawn;
use engine::core::game::At;
use engine::random::{self, Purpose, Stream};
use std::path::Path;
use tests::net::groups;

/// Decisions of one game in each group.
const DECISIONS: u64 = 25;

fn answers(game: &AnyGame) -> usize {
    match game.at() {
        At::Decision { count, .. } => count,
        At::Over(_) => 0,
    }
}

/// Which of the answers are taken.
fn lawful(game: &AnyGame) -> Vec<usize> {
    let taken = |i: &usize| {
        let mut next = game.clone();
        next.try_answer(*i) == Ok(Drawn::Answered)
    };
    (0..answers(game)).filter(taken).collect()
}

/// A decision without a lawful answer is gone through as if it had not been asked.
fn pass_over(game: &mut AnyGame) {
    while answers(game) > 0 && lawful(game).is_empty() {
        while game.try_answer(0) == Ok(Drawn::Withdrawn) {}
    }
}

#[test]
fn what_is_drawn_and_lawful_is_what_is_on_offer() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("net/groups.toml");
    let text = std::fs::read_to_string(file).expect("groups.toml");
    let (mut decisions, mut withdrawn) = (0, 0);
    for group in groups(&text) {
        let ready = group.ready();
        let Ok(plan) = AnyPlan::link(&ready.rules, &ready.game_of(1)) else {
            continue;
        };
        let name = group.name();
        let (mut drawn, mut listed) = (AnyGame::at_random(&plan), AnyGame::new(&plan));
        pass_over(&mut drawn);
        let mut players = Stream::new(1, Purpose::Players);
        for n in 0..DECISIONS {
            let At::Decision { count, weights, .. } = listed.at() else {
                break;
            };
            // with as many answers as are on offer nothing is left to be tried, but now and then it is seen that it is so
            let open = match answers(&drawn) == count && n % 4 != 3 {
                true => (0..count).collect(),
                false => lawful(&drawn),
            };
            assert_eq!(open.len(), count, "{name}, decision {n}: lawful answers");
            decisions += 1;
            withdrawn += answers(&drawn) - count;
            let i = random::pick(players.next_value(), count, &weights);
            let went_on = listed.go_on(i);
            assert_eq!(went_on, Ok(()), "{name}, decision {n}");
            let taken = drawn.try_answer(open[i]);
            assert_eq!(taken, Ok(Drawn::Answered), "{name}, decision {n}");
            pass_over(&mut drawn);
            let same = drawn.written().expect("a state") == listed.written().expect("a state");
            assert!(same, "{name}: another state after decision {n}");
        }
    }
    println!("{decisions} decisions, {withdrawn} answers withdrawn");
    assert!(withdrawn > 300, "only {withdrawn} answers were not lawful");
}
