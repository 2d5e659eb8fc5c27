//! What must hold in every game: options without duplicates, going back is exact, a game is its record.
use cli::args::GameFlags;
use engine::play::Open;
use engine::random::{Purpose, Stream, pick};
use engine::session::Running;
use engine::session::{Session, short_fingerprint};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Decisions looked at in one game.
const DECISIONS: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn random_games_of_random_armies(seed: u64, web: bool) {
        let armies = vec!["random".to_string(); 4];
        let edition = web.then(|| "web".to_string());
        let flags = GameFlags { variant: "european".into(), armies, edition, seed: Some(seed), ..GameFlags::default() };
        let ready = tests::ready(flags);
        let mut session = Session::new(ready.rules.clone(), tests::game(&ready), seed);
        let mut players = Stream::new(seed, Purpose::Players);
        let mut way = Vec::new();
        for _ in 0..DECISIONS {
            let Open::Decision(decision) = session.game().open().clone() else { break };
            let distinct: BTreeSet<_> = decision.options.iter().collect();
            prop_assert_eq!(distinct.len(), decision.options.len());
            prop_assert!(!decision.options.is_empty());
            let before = short_fingerprint(session.game()).expect("a state");
            let index = match session.chance() {
                Some(index) => index,
                None => pick(players.next_value(), decision.options.len(), &decision.weights),
            };
            session.answer(index).expect("an offered answer");
            let after = short_fingerprint(session.game()).expect("a state");
            if session.undo().is_ok() {
                prop_assert_eq!(short_fingerprint(session.game()).expect("a state"), before);
                session.answer(index).expect("the same answer");
                prop_assert_eq!(short_fingerprint(session.game()).expect("a state"), after.clone());
            }
            let mut tried = session.game().clone();
            prop_assert!(tried.answer(usize::MAX).is_err());
            prop_assert_eq!(short_fingerprint(&tried).expect("a state"), after);
            way.push(index);
        }
        let mut again = tests::game(&ready);
        for index in way {
            again.answer(index).expect("the same answer");
        }
        prop_assert_eq!(short_fingerprint(&again).expect("a state"), short_fingerprint(session.game()).expect("a state"));
    }
}
