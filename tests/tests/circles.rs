//! No rule file aborts the process: whatever opens itself again, by trigger, action, procedure, question or
//! delay, ends in a diagnostic or in a fault that names its rules.
use dsl::compile::check;
use dsl::gather::Setting;
use dsl::library::Library;
use engine::notation;
use engine::play::{Match, Open, Refused};
use oracle::{Game, Problem};
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
            Err(Problem::Idle) => return Became::Told,
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

/// A word for a number.
fn word(n: usize) -> String {
    let digit = |c: char| char::from(b'a' + c.to_digit(10).unwrap_or(0) as u8);
    format!("x{}", n.to_string().chars().map(digit).collect::<String>())
}

/// The game of all nestings, with these sentences and kinds.
fn game_with(sentences: &str, kinds: &str) -> String {
    format!(
        "variant ring \"Ring\" {{
  board 4 by 4
  seats red on rank 1, blue on rank 4
  setup
    | K P P P |
  check is none
{sentences}
  kind king \"K\" {{ it steps any way }}
  kind pawn \"P\" {{ it steps forward }}
{kinds}}}
"
    )
}

const TURN: &str = "  on your turn, act\n";

/// Procedures that call one another in a row, each from so many blocks.
fn calls(procedures: usize, blocks: usize) -> String {
    let nested = |inner: &str| {
        let open = "if red is on turn { ".repeat(blocks);
        format!("{open}{inner}{}", " }".repeat(blocks))
    };
    let mut out = TURN.to_string();
    for n in 0..procedures {
        out += &format!("  to {} {{ {} }}\n", word(n), nested(&word(n + 1)));
    }
    out += &format!("  to {} {{ announce \"x\" }}\n", word(procedures));
    out + &format!("  after you move a piece {{ {} }}\n", nested(&word(0)))
}

/// Definitions that ask one another in a row.
fn definitions(n: usize) -> String {
    let mut out = format!("{TURN}  call a piece {} if it is a pawn\n", word(0));
    for i in 1..n {
        out += &format!(
            "  call a piece {} if a piece around it is {}\n",
            word(i),
            word(i - 1)
        );
    }
    out + &format!("  {} pieces are frozen\n", word(n - 1))
}

/// A step within so many blocks of one sort.
fn blocks(opener: &str, n: usize) -> String {
    let body = format!("{}announce \"x\"{}", opener.repeat(n), " }".repeat(n));
    format!("{TURN}  after you move a piece {{ {body} }}\n")
}

#[test]
fn what_is_nested_deep_is_told_at_its_place_or_played_on_a_usual_stack() {
    let sentences = |said: &str| game_with(&format!("{TURN}  {said}\n"), "");
    let mut games = vec![
        game_with(&calls(60, 0), ""),
        game_with(&calls(1, 30), ""),
        game_with(&definitions(14), ""),
        game_with(&blocks("if red is on turn { ", 60), ""),
        game_with(&blocks("you may { ", 60), ""),
        game_with(&blocks("repeat 9 times { ", 60), ""),
        game_with("  on your turn { repeat { act } }\n", ""),
    ];
    let beside = format!(
        "pawns are frozen if {}a king{} is a pawn",
        "a piece beside (".repeat(10),
        ")".repeat(10)
    );
    for said in [
        "call a piece hit if an enemy attacks it\n  hit pieces are frozen",
        "a piece moves like the pieces around it",
        "every piece has a kind called guise\n  a piece that has a guise moves like its guise\n  at the start of your turn { set the guise of every piece to king }",
        "after you move a piece, if you have a legal action { announce \"x\" }",
        "before you move a piece, you may { move a piece of yours }",
        "after you move a piece, you may { act }",
        beside.as_str(),
    ] {
        games.push(sentences(said));
    }
    let played = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            for text in &games {
                become_of(text);
            }
            let reads = |text: &String| {
                let library = Library::parse([("ring.variant", text.clone())]);
                check(&library, &Setting::of("ring")).rules.is_some()
            };
            games.iter().map(reads).collect::<Vec<_>>()
        });
    let read = played.expect("a thread").join().expect("no overflow");
    // none of them is refused: what is nested as deep as may be is played
    assert!(!read.contains(&false), "{read:?}");
}

#[test]
fn kinds_that_move_like_one_another_are_told() {
    for kinds in [
        "  kind x \"X\" { it moves like a y }\n  kind y \"Y\" { it moves like a x }\n",
        "  kind x \"X\" { it moves like a x or a king }\n  kind y \"Y\" { it steps forward }\n",
    ] {
        let text = game_with(TURN, kinds).replace("| K P P P |", "| K X Y P |");
        let library = Library::parse([("ring.variant", text.clone())]);
        let checked = check(&library, &Setting::of("ring"));
        let codes: Vec<_> = checked.problems.iter().map(|d| d.code).collect();
        assert!(codes.contains(&"E420"), "{text}: {codes:?}");
    }
}

#[test]
fn what_is_nested_deeper_than_a_bound_is_refused_with_the_bound() {
    for (text, says) in [
        (calls(70, 0), "nested more than 64 deep"),
        (calls(5_000, 0), "nested more than 64 deep"),
        (calls(3, 30), "nested more than 64 deep"),
        (definitions(20), "more than 16 deep"),
        (definitions(2_000), "more than 16 deep"),
        (
            blocks("if red is on turn { ", 100),
            "nested at most 64 deep",
        ),
    ] {
        let library = Library::parse([("ring.variant", game_with(&text, ""))]);
        let checked = check(&library, &Setting::of("ring"));
        let all = library.problems().iter().chain(&checked.problems);
        let told: Vec<String> = all
            .filter(|d| d.code == "E220")
            .map(|d| d.message.clone())
            .collect();
        assert_eq!(told.len(), 1, "{says}: {told:?}");
        assert!(told[0].contains(says), "{told:?}");
    }
}
