//! A game of every variant and mode, broken off anywhere, goes on from its record as if nothing had happened.
use cli::Core;
use cli::flags::Ready;
use cli::table::keep::{Keeper, Stop};
use cli::table::line::{Heard, Lines};
use cli::table::{Around, Came, Player, Table};
use engine::record::Record;
use engine::session::short_fingerprint;
use std::collections::BTreeSet;
use tests::damage::Dice;
use tests::net;

/// How many lines are typed before the game is broken off, and after it.
const TYPED: [usize; 2] = [24, 6];

/// Nobody types by themselves here.
struct Silent;

impl Lines for Silent {
    fn next(&mut self, _: &str) -> std::io::Result<Heard> {
        Ok(Heard::End)
    }
}

fn sit<'a>(ready: &Ready, lines: &'a mut Silent) -> Table<'a, Core> {
    let around = Around {
        lines,
        keeper: Keeper::default(),
        stop: Stop::never(),
        in_place: false,
    };
    Table::new(
        ready.rules.clone(),
        tests::game(ready),
        ready.players.clone(),
        ready.heading.clone(),
        around,
    )
}

/// Types so many lines: answers by number, now and then `undo`; false: the game ended.
fn types(table: &mut Table<Core>, dice: &mut Dice, lines: usize) -> bool {
    for _ in 0..lines {
        let Some((seat, decision)) = table.go_on().expect("it goes on") else {
            return false;
        };
        let line = match dice.below(6) {
            0 => "undo".to_string(),
            _ => (dice.below(decision.options.len()) + 1).to_string(),
        };
        let came = table.obey(seat, &decision, &line);
        assert!(
            line == "undo" || matches!(came, Came::Moved(_)),
            "{line}: {came:?}"
        );
    }
    true
}

#[test]
fn a_game_of_every_variant_and_mode_goes_on_from_its_record() {
    let mut known = BTreeSet::new();
    let groups = net::groups(include_str!("../net/groups.toml")).into_iter();
    let groups = groups.filter(|g| known.insert((g.variant.clone(), g.modes.clone())));
    let mut played = 0;
    for group in groups.collect::<Vec<_>>() {
        let mut ready = group.ready();
        // every second seat is played at random: those answers follow from the seed
        for (seat, player) in ready.players.iter_mut().enumerate() {
            if seat % 2 == 1 {
                *player = Player::Random;
            }
        }
        let (mut one, mut two) = (Silent, Silent);
        let mut table = sit(&ready, &mut one);
        let mut dice = Dice(7);
        let goes_on = types(&mut table, &mut dice, TYPED[0]);
        let text = table.written();
        let record = Record::read(&text).unwrap_or_else(|e| panic!("{}: {e}", group.name()));
        let mut again = sit(&ready, &mut two);
        let replayed = again.replay(&record.lines);
        assert_eq!(replayed, Ok(()), "{}", group.name());
        if goes_on {
            let seed = dice.0;
            types(&mut table, &mut Dice(seed), TYPED[1]);
            types(&mut again, &mut Dice(seed), TYPED[1]);
        }
        assert_eq!(again.written(), table.written(), "{}", group.name());
        let state = |t: &Table<Core>| short_fingerprint(t.session().game()).expect("a state");
        assert_eq!(state(&again), state(&table), "{}", group.name());
        played += 1;
    }
    assert!(played > 35, "{played} variants and modes");
}
