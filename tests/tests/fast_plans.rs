//! The rule files on the fast machine: which matches it takes, by which plan, and that it plays them as the
//! oracle does.
use dsl::gather::{Armies, Setting};
use dsl::library::Library;
use engine::ids::ArmyId;
use engine::machine::{Game, Leaves, LinkProblem, Report, link};
use engine::play::*;
use engine::rules::Ruleset;
use engine::session::Running;
use oracle as literal;
use std::sync::Arc;

/// Armies for the guards and movements that need no ability.
const ARMIES: [(&str, &str); 5] = [
    (
        "armies/leapers.army",
        r#"army leapers "who also leap" of european-club {
  setup standard
  power leaping { your knights also leap 2 squares diagonally; your rooks slide orthogonally up to 3 squares }
}"#,
    ),
    (
        "armies/elephants.army",
        r#"army elephants "taken from near by only" of european-club {
  setup
    | P P P P |
    | K E E N |
  power trunks { (No power.) }
  kind elephant "E" {
    it slides orthogonally up to 3 squares
    it cannot be captured by pieces that are not within 2 squares of it
  }
}"#,
    ),
    (
        "armies/standers.army",
        r#"army standers "who shoot" of european-club {
  setup standard
  power shooting { your pieces capture without moving }
}"#,
    ),
    (
        "armies/homebodies.army",
        r#"army homebodies "safe outside" of european-club {
  setup
    | P P P P |
    | M B B M |
  power walls {
    your pieces outside your corner cannot be captured
    your pieces other than ministers or pawns cannot capture
  }
  kind minister "M" { it moves as "KN"; it is regal }
}"#,
    ),
    (
        "armies/wardens.army",
        r#"army wardens "who hold others" of european-club {
  setup standard
  power taser { pieces of other players that your knights cover are frozen }
}"#,
    ),
];

/// A board of more than 64 squares.
const BROAD: (&str, &str) = (
    "variants/broad.variant",
    r#"variant broad "Broad Chess" from chess without castling {
  board 10 by 10
  seats white on rank 1, black on rank 10
  position
    | r n b b q k b b n r |
    | p p p p p p p p p p |
    | . . . . . . . . . . |
    | . . . . . . . . . . |
    | . . . . . . . . . . |
    | . . . . . . . . . . |
    | . . . . . . . . . . |
    | . . . . . . . . . . |
    | P P P P P P P P P P |
    | R N B B Q K B B N R |
}"#,
);

fn compile(variant: &str, armies: &[&str]) -> Arc<Ruleset> {
    let embedded = library::FILES.iter().map(|file| (file.path, file.text));
    let library = Library::parse(embedded.chain(ARMIES).chain([BROAD]));
    let mut setting = Setting::of(variant);
    setting.armies = Armies::These(armies.iter().map(|name| (*name).to_owned()).collect());
    match dsl::compile::compile(&library, &setting) {
        Ok(rules) => Arc::new(rules),
        Err(problems) => panic!("{variant}: {}", problems[0].render(library.files())),
    }
}

/// The match with these armies in the seats.
fn table(rules: &Ruleset, armies: &[&str]) -> Match {
    let army = |name: &&str| {
        rules
            .armies
            .iter()
            .position(|army| rules.texts[army.name.index()] == **name)
    };
    Match {
        armies: armies
            .iter()
            .map(|name| army(name).map(ArmyId::from))
            .collect(),
        options: rules
            .options
            .iter()
            .map(|option| vec![option.usually])
            .collect(),
        ..Match::default()
    }
}

fn linked(variant: &str, armies: &[&str]) -> (Arc<Ruleset>, Match, Result<Game, LinkProblem>) {
    let mut once = armies.to_vec();
    once.sort_unstable();
    once.dedup();
    let rules = compile(variant, &once);
    let game = table(&rules, armies);
    let linked = link(&rules, &game);
    (rules, game, linked)
}

#[test]
fn orthodox_chess_takes_the_plan_of_hand_written_code() {
    let (_, _, game) = linked("chess", &[]);
    let game = game.expect("a plan");
    let report = game.report();
    assert_eq!(
        report,
        Report {
            layout: "Duel",
            state: 88,
            masks: true,
            watched: false,
            guarded: 0,
            repetition: true,
        }
    );
    let start = game.start().expect("a start");
    for (depth, count) in [(1, 20), (2, 400), (3, 8902), (4, 197_281)] {
        assert_eq!(start.perft(depth, Leaves::Counted), count);
        assert_eq!(start.perft(depth, Leaves::Made), count);
    }
}

#[test]
fn four_plain_armies_take_the_small_layout() {
    let (_, _, game) = linked("european-club", &["standard"; 4]);
    let report = game.expect("a plan").report();
    assert_eq!(
        (report.layout, report.state, report.masks, report.guarded),
        ("Four", 120, false, 0)
    );
}

#[test]
fn armies_that_stay_away_take_no_plan_from_those_that_play() {
    let embedded = library::FILES.iter().map(|file| (file.path, file.text));
    let library = Library::parse(embedded);
    let setting = Setting::of("european-club");
    let rules = dsl::compile::compile(&library, &setting).expect("rules of all armies");
    assert!(rules.armies.len() > 40);
    for armies in [
        ["standard"; 4],
        ["britain", "mafia", "law-enforcement", "carthagian-empire"],
    ] {
        let game = table(&rules, &armies);
        let linked = link(&rules, &game);
        assert!(linked.is_ok(), "{armies:?}: {:?}", linked.err());
    }
}

/// Who is asked, what, with which options; or the results.
fn asked(open: &Open) -> Result<(Who, Kind, Vec<Choice>), Vec<Outcome>> {
    match open {
        Open::Decision(d) => Ok((d.who.clone(), d.kind, d.options.clone())),
        Open::Over(outcomes) => Err(outcomes.clone()),
    }
}

/// Random games on both machines, option list by option list.
fn agree(variant: &str, armies: &[&str], games: u64) {
    let (rules, game, machine) = linked(variant, armies);
    let machine = machine.unwrap_or_else(|problem| panic!("{variant} {armies:?}: {problem}"));
    for seed in 0..games {
        let mut fast = machine.start().expect("a start");
        let mut slow = literal::Game::new(rules.clone(), game.clone()).expect("a game");
        let mut word = seed;
        for step in 0..250 {
            assert_eq!(
                asked(slow.open()),
                asked(fast.open()),
                "{armies:?}, game {seed}, after {step} answers"
            );
            assert_eq!(Running::view(&slow, None).pieces, fast.view(None).pieces);
            let Open::Decision(decision) = fast.open() else {
                break;
            };
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let index = (word >> 33) as usize % decision.options.len();
            fast.answer(index).expect("an option");
            slow.answer(index).expect("an option");
        }
    }
}

#[test]
fn chess_from_its_text_plays_as_it_reads() {
    agree("chess", &[], 2);
}

#[test]
fn a_hundred_squares_play_as_their_text_reads() {
    let (_, _, game) = linked("broad", &[]);
    assert_eq!(game.expect("a plan").report().layout, "Broad");
    agree("broad", &[], 2);
}

#[test]
fn plain_armies_play_as_their_texts_read() {
    agree("european-club", &["standard"; 4], 4);
}

#[test]
fn a_rule_without_a_plan_is_named() {
    let (rules, _, game) = linked(
        "european-club",
        &["standard", "netherlands", "standard", "standard"],
    );
    let problem = game.expect_err("no plan");
    let source = problem
        .rule
        .and_then(|rule| rules.sources.get(rule.index()))
        .expect("a place");
    assert!(source.file.ends_with("netherlands.army"), "{source:?}");
}

#[test]
fn armies_that_move_otherwise_play_as_they_read() {
    agree(
        "european-club",
        &["leapers", "standard", "standard", "leapers"],
        3,
    );
}

#[test]
fn armies_whose_pieces_are_protected_play_as_they_read() {
    agree(
        "european-club",
        &["elephants", "standard", "homebodies", "elephants"],
        3,
    );
    agree(
        "european-club",
        &["homebodies", "leapers", "standers", "standard"],
        3,
    );
}

#[test]
fn guards_against_what_nobody_does_cost_no_plan() {
    agree(
        "european-club",
        &["sparta", "standard", "carthagian-empire", "standard"],
        3,
    );
}

#[test]
fn armies_that_capture_standing_play_as_they_read() {
    agree(
        "european-club",
        &["standers", "standard", "elephants", "standers"],
        3,
    );
}

#[test]
fn frozen_pieces_do_not_move() {
    agree(
        "european-club",
        &["wardens", "standard", "standard", "leapers"],
        3,
    );
    let (_, _, game) = linked(
        "european-club",
        &["wardens", "standard", "standard", "standard"],
    );
    assert_eq!(game.expect("a plan").report().guarded, 4);
}
