//! Armies that a game deals itself, counting where nobody has a turn, and what every question of every game is called.
use cli::args::GameFlags;
use cli::flags::Ready;
use cli::scenario::cases::run_one;
use cli::shelf::Shelf;
use cli::table::{screen, words};
use cli::walk;
use engine::play::{Open, Who};
use engine::random::{self, Purpose, Stream};
use engine::session::Running;

fn european(mode: &[&str], armies: &[&str], position: Option<&str>) -> Result<Ready, String> {
    let owned = |words: &[&str]| words.iter().map(|w| w.to_string()).collect();
    let flags = GameFlags {
        variant: "european-club".into(),
        mode: owned(mode),
        armies: owned(armies),
        position: position.map(str::to_string),
        ..GameFlags::default()
    };
    Ready::from(&flags, 0).map_err(|failure| failure.text())
}

const DEALING: [&str; 5] = [
    "lightning",
    "two-card-draft",
    "three-card-draft",
    "free-choice",
    "random-allotment",
];

#[test]
fn where_the_game_deals_the_armies_none_can_be_named() {
    for mode in DEALING {
        let refused = european(&[mode], &["sweden", "france"], None);
        let why = refused.err().unwrap_or_default();
        assert!(
            why.contains(&format!("--mode {mode}")) && why.contains("leave out the armies"),
            "{mode}: {why}"
        );
        assert!(european(&[mode], &[], None).is_ok(), "{mode}");
    }
    // an army that borrows powers deals nothing out
    for mode in [&[][..], &["communication"], &["king-of-the-hill"]] {
        let named = european(mode, &["sweden", "byzantine-empire"], None);
        assert!(named.is_ok(), "{mode:?}: {:?}", named.err());
    }
}

#[test]
fn in_mid_game_the_armies_that_were_dealt_are_named() {
    let rows = "K2 . . . . . . K3 / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / . . . . . . . . / K1 . . . . . . K4";
    let rows: Vec<String> = rows
        .split('/')
        .map(|r| format!("| {} |", r.trim()))
        .collect();
    let named = european(
        &["lightning"],
        &["sweden", "france"],
        Some(&rows.join("\n")),
    );
    assert!(named.is_ok(), "{:?}", named.err());
}

#[test]
fn a_scenario_of_a_dealt_game_names_armies_only_in_mid_game() {
    let folder = std::env::temp_dir().join(format!("armorial-dealt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("dealt.scenario");
    let text = "scenario \"x\" of european-club {\n  modes lightning\n  armies red sweden\n  then red is on turn\n}\n";
    std::fs::write(&file, text).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    assert_eq!(found.cases.len(), 1, "{:?}", found.problems);
    for case in &found.cases {
        let fault = run_one(case).failed.expect("a fault");
        assert!(
            fault.message.contains("deals the armies itself"),
            "{}",
            fault.message
        );
    }
}

#[test]
fn counting_ends_where_nobody_has_a_turn() {
    // on a small stack: what has no bound does not pass
    let counted = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        // twenty moves are open to each, and both choose one
        let synchronous = tests::game(&tests::variant("synchronous"));
        let one = walk::perft(&synchronous, 1).map_err(|e| e.text());
        let two = walk::perft(&synchronous, 2).map_err(|e| e.text());
        (one, two)
    });
    let counted = counted.expect("a thread").join().expect("no overflow");
    assert_eq!(counted, (Ok(20), Ok(400)));
}

#[test]
fn no_question_and_no_option_is_called_by_a_clause() {
    let shelf = Shelf::to_play(&[]).expect("the library");
    let variants: Vec<String> = shelf
        .library
        .units(dsl::syntax::UnitKind::Variant)
        .map(|u| u.name.text.clone())
        .collect();
    let modes: Vec<(String, String)> = shelf
        .library
        .units(dsl::syntax::UnitKind::Mode)
        .flat_map(|u| u.of.iter().map(|of| (of.text.clone(), u.name.text.clone())))
        .collect();
    let plain = variants.into_iter().map(|v| (v, None));
    let with = modes.into_iter().map(|(v, m)| (v, Some(m)));
    let mut looked = 0;
    for (variant, mode) in plain.chain(with) {
        let ready = tests::ready(GameFlags {
            variant: variant.clone(),
            mode: mode.iter().cloned().collect(),
            ..GameFlags::default()
        });
        let tags: Vec<&str> = (ready.rules.rules.iter())
            .flat_map(|r| r.tags.iter())
            .map(|t| engine::notation::text(&ready.rules, *t))
            .collect();
        let mut game = tests::game(&ready);
        let mut dice = Stream::new(7, Purpose::Players);
        for _ in 0..60 {
            let Open::Decision(d) = game.open().clone() else {
                break;
            };
            if matches!(d.who, Who::Seat(_)) {
                let said = format!(
                    "{}\n{}",
                    words::title(&ready.rules, &d),
                    screen::options(&ready.rules, &d)
                );
                let found = said
                    .split_whitespace()
                    .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()))
                    .find(|w| tags.contains(w));
                assert_eq!(found, None, "{variant} {mode:?}:\n{said}");
                looked += 1;
            }
            let index = random::pick(dice.next_value(), d.options.len(), &d.weights);
            if game.answer(index).is_err() {
                break;
            }
        }
    }
    assert!(looked > 500, "{looked}");
}

#[test]
fn what_stands_below_a_board_gives_way_where_there_is_no_room() {
    let ready = tests::variant("golf");
    let game = walk::past_chance(tests::game(&ready), 3).expect("a game");
    let lines = |below| {
        let beside = cli::board::facts::Beside {
            below,
            ..Default::default()
        };
        let text = cli::board::draw_with(&ready.rules, &game.view(None), &beside);
        text.lines().map(str::to_string).collect::<Vec<_>>()
    };
    let (whole, cut) = (lines(None), lines(Some(3)));
    assert!(whole.len() > 9 + 3, "{whole:#?}");
    assert_eq!(cut.len(), 9 + 3, "{cut:#?}");
    assert_eq!(cut[..9], whole[..9]);
    assert!(cut[11].contains("`text` tells all"), "{cut:#?}");
}

#[test]
fn like_things_in_a_zone_are_counted() {
    let ready = tests::variant("tar-pit");
    let game = walk::past_chance(tests::game(&ready), 3).expect("a game");
    let text = cli::board::draw_with(&ready.rules, &game.view(None), &Default::default());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("Box: 2 x white checker, 2 x black checker"),
        "{text}"
    );
}

#[test]
fn nobody_is_to_play_when_the_game_is_over() {
    let ready = tests::position("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let mut game = tests::game(&ready);
    let drawn = |game: &cli::Core| {
        cli::board::draw_with(&ready.rules, &game.view(None), &Default::default())
    };
    assert!(drawn(&game).contains("White, to play"), "{}", drawn(&game));
    game.table_act(engine::ids::SeatId(0), "resign")
        .expect("a player may resign");
    assert!(!drawn(&game).contains("to play"), "{}", drawn(&game));
    assert!(drawn(&game).contains("White, has lost"), "{}", drawn(&game));
}

#[test]
fn a_check_that_stands_when_play_begins_is_told() {
    use cli::table::keep::{Keeper, Stop};
    use cli::table::line::{Heard, Lines};
    use cli::table::{Around, Table};
    struct Quits;
    impl Lines for Quits {
        fn next(&mut self, _: &str) -> std::io::Result<Heard> {
            Ok(Heard::Line("resign".into()))
        }
    }
    let ready = tests::position("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    let game = tests::game(&ready);
    assert!(cli::table::secrets::in_check(&game, engine::ids::SeatId(0)));
    assert!(!cli::table::secrets::in_check(
        &game,
        engine::ids::SeatId(1)
    ));
    // the record of the game says why it ended, and reads again
    let around = Around {
        lines: &mut Quits,
        keeper: Keeper::default(),
        stop: Stop::never(),
        in_place: false,
    };
    let heading = ready.heading.clone();
    let mut table = Table::new(ready.rules.clone(), game, ready.players, heading, around);
    table.play().expect("a game");
    let text = table.written();
    assert!(text.ends_with("# White resigns\n"), "{text}");
    assert!(engine::record::Record::read(&text).is_ok());
}

#[test]
fn the_question_says_what_is_dealt_to() {
    let title = |ready: &Ready| {
        let game = walk::past_chance(tests::game(ready), 3).expect("a game");
        match game.open() {
            Open::Decision(decision) => words::title(&ready.rules, decision),
            Open::Over(_) => String::new(),
        }
    };
    let armies = ["soviet-union", "standard", "standard", "standard"];
    let soviets = european(&[], &armies, None).expect("a match");
    assert_eq!(title(&soviets), "Secrecy: what goes to a1");
    assert_eq!(
        title(&tests::variant("masquerade")),
        "Assign: what goes to the king"
    );
}
