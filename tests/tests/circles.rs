//! No rule file aborts the process: whatever opens itself again, by trigger, action, procedure, question or
//! delay, ends in a diagnostic or in a fault that names its rules.
use dsl::compile::check;
use dsl::gather::Setting;
use dsl::library::Library;
use engine::literal::Game;
use engine::notation;
use engine::play::{Match, Open, Refused};
use std::sync::Arc;
use tests::damage::Dice;

/// What may set something off.
const OPENERS: &[&str] = &[
    "after you move a piece",
    "after a piece is removed",
    "after a pawn enters a square",
    "before you move a piece",
    "as soon as you have a pawn",
    "at the start of your turn",
    "at the end of your turn",
    "instead of moving",
    "after you skip a turn",
    "after a piece becomes a pawn",
];

/// What may set the same off again.
const DEEDS: &[&str] = &[
    "act",
    "move a piece of yours",
    "move a pawn of yours; act",
    "remove a pawn; put a new pawn of yours on an empty square",
    "put a new pawn of yours on an empty square",
    "a pawn of yours becomes a pawn",
    "spin",
    "repeat { spin }",
    "you may { spin }",
    "repeat 9 times { act }",
    "roll a die called luck; act",
    "end the turn",
    "your next opponent skips their next turn",
];

/// The rules of one combination; `spin` runs itself by way of the deed.
fn rules(opener: &str, deed: &str, asked: bool) -> String {
    let body = match asked || opener.starts_with("instead") {
        true => format!("{opener}, you may {{ {deed} }}"),
        false => format!("{opener} {{ {deed} }}"),
    };
    format!(
        "variant ring \"Ring\" {{
  board 4 by 4
  seats red on rank 1, blue on rank 4
  setup
    | K P P P |
  check is none
  on your turn, act
  to spin {{ {} }}
  {body}
  kind king \"K\" {{ it steps any way }}
  kind pawn \"P\" {{ it steps forward }}
}}
",
        if deed.contains("spin") { "act" } else { "pass" }
    )
}

/// What became of a combination.
enum Became {
    /// It is refused, or the game tells the rules of the circle.
    Told,
    /// Two games of forty answers.
    Played,
}

fn become_of(text: &str) -> Became {
    let library = Library::parse([("ring.variant", text.to_owned())]);
    let checked = check(&library, &Setting::of("ring"));
    let Some(rules) = checked.rules else {
        let errors = library.problems().iter().chain(&checked.problems);
        assert!(errors.filter(|d| d.is_error()).count() > 0, "{text}");
        return Became::Told;
    };
    let rules = Arc::new(rules);
    for seed in [1, 2] {
        let mut dice = Dice(seed);
        let mut game = match Game::new(
            rules.clone(),
            Match {
                armies: vec![None, None],
                options: Vec::new(),
                seed: 1,
            },
        ) {
            Ok(game) => game,
            Err(problem) => {
                assert!(problem.to_string().contains("ring.variant"), "{problem}");
                return Became::Told;
            }
        };
        for _ in 0..40 {
            let Open::Decision(decision) = game.open().clone() else {
                break;
            };
            let index = dice.below(decision.options.len());
            match game.answer(index) {
                Ok(()) => {}
                Err(Refused::Cycle(ids)) => {
                    let named = notation::cycle(&rules, &ids);
                    assert!(named.contains("ring.variant"), "{text}: {named}");
                    return Became::Told;
                }
                Err(Refused::Idle) => return Became::Told,
                Err(other) => panic!("{text}: {other}"),
            }
        }
    }
    Became::Played
}

#[test]
fn every_circle_ends_and_is_told() {
    // on a small stack: what has no bound overflows it
    let counted = std::thread::Builder::new().stack_size(4 << 20).spawn(|| {
        let (mut told, mut played) = (0, 0);
        for opener in OPENERS {
            for deed in DEEDS {
                for asked in [false, true] {
                    match become_of(&rules(opener, deed, asked)) {
                        Became::Told => told += 1,
                        Became::Played => played += 1,
                    }
                }
            }
        }
        (told, played)
    });
    let (told, played) = counted.expect("a thread").join().expect("no overflow");
    assert!(told > 20 && played > 20, "{told} told, {played} played");
}
