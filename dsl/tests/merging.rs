//! Putting texts together: what a derived text keeps, drops and replaces, what the frame says, and the code of
//! every mistake in either.
use armorial_dsl::assemble::program;
use armorial_dsl::gather::{Armies, Setting};
use armorial_dsl::library::Library;
use armorial_dsl::program::{Item, ItemSays, Named, Program, Within};
use engine::ids::*;
use engine::rules::*;

/// A frame of two seats with one kind; `{}` stands for more statements.
const BASE: &str = "variant base \"Base\" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  position \"4k3/8/8/8/8/8/8/4K3\"
  kind king \"K\" { *walk* it steps any way }
";

fn with(more: &str) -> String {
    format!("{BASE}{more}\n}}\n")
}

fn build(text: &str, setting: &Setting) -> (Option<Program>, Vec<&'static str>) {
    let library = Library::parse([("test.variant", text)]);
    let (program, problems) = program(&library, setting);
    (program, problems.iter().map(|p| p.code).collect())
}

fn good(text: &str, setting: &Setting) -> Program {
    let library = Library::parse([("test.variant", text)]);
    let (program, mut problems) = program(&library, setting);
    problems.retain(|p| p.code != "W223"); // most procedures of these texts have no user
    let rendered: String = problems.iter().map(|p| p.render(library.files())).collect();
    assert!(problems.is_empty(), "{rendered}");
    program.expect("a program")
}

fn of(variant: &str) -> Setting {
    Setting::of(variant)
}

/// The first words of the statements, as they are left.
fn words(program: &Program) -> Vec<String> {
    let text = |item: &Item| match &item.says {
        ItemSays::Sentence(s) => s
            .line
            .iter()
            .map(|t| t.text.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        ItemSays::Procedure(p) => format!("to {}", p.line[0].text),
    };
    program.items.iter().map(text).collect()
}

#[test]
fn labels_replace_and_without_drops() {
    let text = with(
        "  *a* one\n  *a* two\n  *b* three\n  four\n  while x { *a* five; six }\n  on your turn, act\n  check is none\n  to run { y }\n  option o: 1 - 3",
    ) + "variant v from base without b, o { *a* seven\n  every round { z }\n  check is enforced\n  to run { u }\n kind king \"K\" { *walk* it leaps (1,2)\n it stands } }";
    let program = good(&text, &of("v"));
    assert_eq!(
        words(&program),
        [
            "four",
            "while x",
            "seven",
            "every round",
            "check is enforced",
            "to run",
            "it leaps",
            "it stands"
        ]
        .map(String::from)
        .map(|w| if w == "it leaps" {
            "it leaps ( 1 , 2 )".into()
        } else {
            w
        })
    );
    assert!(program.rules.options.is_empty());
    let depth: Vec<u8> = program.items.iter().map(|i| i.rank.depth).collect();
    assert_eq!(depth, [0, 0, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn a_power_keeps_its_labels_to_itself() {
    let text = with("  *end* one\n  *end* two\n  power p of white { *end* three\n *own* four }");
    let program = good(&text, &of("base"));
    let replaces: Vec<(String, bool)> = words(&program)
        .into_iter()
        .zip(program.items.iter().map(|i| i.replaces))
        .collect();
    assert_eq!(
        replaces
            .iter()
            .filter(|r| r.1)
            .map(|r| r.0.as_str())
            .collect::<Vec<_>>(),
        ["three"]
    );
    assert_eq!(
        words(&program),
        ["one", "two", "it steps any way", "three", "four"]
    );
    assert_eq!(program.rules.powers[0].seats, [SeatId(0)]);
    assert_eq!(program.items[3].holder, Holder::Power(PowerId(0)));
    let derived = text + "variant v from base { *own* five\n power p { *end* six } }";
    assert_eq!(
        words(&good(&derived, &of("v"))),
        ["one", "two", "five", "it steps any way", "six"]
    );
}

#[test]
fn armies_and_modes_are_chosen_by_edition() {
    let text = with("  setup\n  | K |")
        + "variant web from base { }\nvariant mine from web { }\n\
           army italy \"the Italians\" of base { setup standard\n power p { *a* one\n *b* two } }\n\
           army italy of web from italy of base without b { power p { three } }\n\
           army greece of base, web { setup\n | A |\n kind archer \"A\" { it x } }\n\
           mode m \"M\" of base without walk { *a* four }\n\
           mode m of web from m of base { *a* five }";
    let base = good(&text, &of("base"));
    assert_eq!(words(&base), ["it steps any way", "one", "two", "it x"]);
    let mine = good(
        &text,
        &Setting {
            modes: vec!["m".into()],
            armies: Armies::These(vec!["italy".into()]),
            ..of("mine")
        },
    );
    assert_eq!(words(&mine), ["five", "one", "three"]);
    assert_eq!(
        mine.items[0].rank,
        Rank {
            level: Level::Mode,
            depth: 1
        }
    );
    assert_eq!(
        mine.pool.text_of(mine.rules.armies[0].title),
        "the Italians"
    );
    assert_eq!(mine.rules.armies[0].setup, [(KindId(0), SquareId(0))]);
    let archer = base
        .rules
        .kinds
        .iter()
        .position(|k| k.letter == 'A')
        .map(KindId::from)
        .expect("a kind");
    assert_eq!(base.rules.armies[1].setup, [(archer, SquareId(0))]);
    assert_eq!(
        base.lookup("archer", Within::text_of(Some(ArmyId(1))))
            .collect::<Vec<_>>(),
        [Named::Kind(archer)]
    );
    assert_eq!(base.rules.plain_army, None);
}

#[test]
fn seats_turn_and_mirror_the_board() {
    let frames = |seats: &str| {
        let text = format!("variant v {{ board 8 by 8\n seats {seats}\n }}");
        let program = good(&text, &of("v"));
        let frames: Vec<_> = program
            .rules
            .seats
            .iter()
            .map(|s| s.frame.map(|f| (f.mirror, f.turns)))
            .collect();
        (frames, program)
    };
    let mirror = Some((true, 0));
    let turn = |n| Some((false, n));
    assert_eq!(frames("a on rank 1, b on rank 8").0, [turn(0), mirror]);
    assert_eq!(
        frames("a at a1, b at a8, c at h8, d at h1").0,
        [turn(0), turn(1), turn(2), turn(3)]
    );
    assert_eq!(
        frames("a at h8, b at h1, c at a1").0,
        [turn(0), turn(1), turn(2)]
    );
    assert_eq!(frames("a on rank 8, b on rank 1").0, [turn(0), mirror]);
    assert_eq!(
        frames("a on rank 1, b on file h, c on file a").0,
        [turn(0), turn(3), turn(1)]
    );
    let (_, shared) =
        frames("a on rank 1, b on rank 1, c on rank 8, d\n sides x of a and b\n turns a, c, d");
    let shares: Vec<u16> = shared.rules.seats.iter().map(|s| s.shares.0).collect();
    assert_eq!(shares, [0, 0, 2, 3]);
    assert_eq!(
        shared
            .rules
            .seats
            .iter()
            .map(|s| s.side.0)
            .collect::<Vec<_>>(),
        [0, 0, 1, 2]
    );
    let (_, colours) = frames("a, b, drawn by lot\n sides white, black");
    assert_eq!(
        colours
            .rules
            .seats
            .iter()
            .map(|s| s.vacant)
            .collect::<Vec<_>>(),
        [false, false, true, true]
    );
    assert!(colours.rules.by_lot);
    assert_eq!(colours.rules.turns.len(), 2);
}

#[test]
fn boards_holes_and_positions() {
    let text = "variant v { board one of 3 by 2 with 2 sides, two of 4 by 4 other than a1-b2, d4\n seats a at a1 of two, b at d4 of two, c on rank 1\n\
        position one\n | k . . |\n | . K2 P0> |\n position two \"4/4/3p/4\"\n kind king \"K\" { x }\n kind pawn \"P\" { y }\n values pawn, king 9\n stages early, effects, reactions, verdicts, late in any order }";
    let program = good(text, &of("v"));
    let rules = &program.rules;
    assert_eq!(
        rules
            .boards
            .iter()
            .map(|b| (b.files, b.ranks, b.layers, b.first.0, b.holes.len()))
            .collect::<Vec<_>>(),
        [(3, 2, 2, 0, 0), (4, 4, 1, 6, 5)]
    );
    assert_eq!(
        rules.seats[1].frame,
        Some(Frame {
            mirror: false,
            turns: 2
        })
    );
    let placed: Vec<_> = rules
        .position
        .iter()
        .map(|p| (p.kind.0, p.seat.map(|s| s.0), p.square.0, p.facing))
        .collect();
    assert_eq!(
        placed,
        [
            (0, Some(1), 3, None),
            (0, Some(1), 1, None),
            (1, None, 2, Some(1)),
            (1, Some(1), 6 + 4 + 3, None)
        ]
    );
    assert_eq!(rules.values, [(KindId(1), 1), (KindId(0), 9)]);
    assert_eq!(
        rules.stages.iter().map(|s| s.any_order).collect::<Vec<_>>(),
        [false, false, false, false, true]
    );
}

#[test]
fn options_decide_frame_lines() {
    let text = with(
        "  option goal: 10 - 20, usually 12\n  option team: alone, pairs, usually alone\n  option timer: none, 5 - 9\n  option n: 1, 4\n\
        while team is pairs { sides x of white and black; one }",
    );
    let sides = |program: &Program| program.rules.sides.len();
    let usual = good(&text, &of("base"));
    assert_eq!(sides(&usual), 2);
    assert_eq!(words(&usual)[0], "while team is pairs");
    let values: Vec<i16> = usual.rules.options.iter().map(|o| o.usually).collect();
    assert_eq!(values, [12, 0, -1, 1]);
    assert!(matches!(
        usual.rules.options[2].values,
        OptionValues::Mixed(_, 5, 9)
    ));
    assert!(matches!(&usual.rules.options[3].values, OptionValues::Numbers(n) if *n == [1, 4]));
    let chosen = Setting {
        options: vec![
            ("team".into(), "pairs".into()),
            ("timer".into(), "7".into()),
        ],
        ..of("base")
    };
    let pairs = good(&text, &chosen);
    assert_eq!(sides(&pairs), 1);
    assert_eq!(pairs.rules.options[2].usually, 7);
}

#[test]
fn a_frame_line_replaces_the_base_s_also_under_a_condition() {
    let text = with("  sides x of white and black\n  turns black, white")
        + "variant v from base { option team: alone, pairs\n while team is pairs { sides y of white and black }\n while team is alone { turns white, black } }";
    let alone = good(&text, &of("v"));
    assert_eq!(alone.rules.sides.len(), 2);
    assert_eq!(alone.rules.turns[0], Mover::Seat(SeatId(0)));
    let pairs = good(
        &text,
        &Setting {
            options: vec![("team".into(), "pairs".into())],
            ..of("v")
        },
    );
    assert_eq!(pairs.rules.sides.len(), 1);
    let own = with(
        "  option team: alone, pairs\n  sides x of white and black\n  while team is pairs { sides y of white, z of black }",
    );
    assert_eq!(good(&own, &of("base")).rules.sides.len(), 1);
}

#[test]
fn an_option_may_name_a_mode() {
    let text = with("  option allot: by-lot, by-choice, usually by-lot")
        + "mode by-lot of base { one }\nmode by-choice of base { two }";
    assert_eq!(words(&good(&text, &of("base"))), ["it steps any way"]);
    assert_eq!(
        words(&good(
            &text,
            &Setting {
                allot: true,
                ..of("base")
            }
        )),
        ["one", "it steps any way"]
    );
    let chosen = Setting {
        options: vec![("allot".into(), "by-choice".into())],
        ..of("base")
    };
    assert_eq!(words(&good(&text, &chosen)), ["two", "it steps any way"]);
}

#[test]
fn decks_bring_cards_kinds_and_state() {
    let text = with("  cards pack")
        + "deck pack \"Pack\" { cards\n | K K C |\n | 2H 3H 4H |\n cards\n | k |\n kind checker \"C\" { it moves nowhere }\n every kind has a number called gap }";
    let program = good(&text, &of("base"));
    let cards: Vec<_> = program.decks[0]
        .cards
        .iter()
        .map(|(k, s)| (k.0, s.map(|s| s.0)))
        .collect();
    assert_eq!(
        cards,
        [(0, Some(0)), (0, Some(0)), (1, Some(0)), (0, Some(1))]
    );
    assert!(program.rules.kinds[1].card);
    assert_eq!(words(&program)[0], "every kind has a number called gap");
    assert_eq!(
        program
            .lookup("pack", Within::text_of(None))
            .collect::<Vec<_>>(),
        [Named::Deck(0)]
    );
}

#[test]
fn every_mistake_has_its_code() {
    let cases: &[(&str, &str, &str)] = &[
        // a line of the base; more units; the code
        ("", "variant v from bse { }", "E201"),
        ("", "variant v from v { }", "E201"),
        ("", "variant v from base without wlak { }", "E202"),
        (
            "  cards pakc",
            "variant v from base { }\ndeck pack { }",
            "E201",
        ),
        ("  kind b { it x }", "variant v from base { }", "E203"),
        ("  kind b \"B\" { }", "variant v from base { }", "E203"),
        ("  kind b \"K\" { it x }", "variant v from base { }", "E203"),
        (
            "  kind b \"BB\" { it x }",
            "variant v from base { }",
            "E203",
        ),
        ("  setup\n | X |", "variant v from base { }", "E204"),
        ("  position\n | K |", "variant v from base { }", "E205"),
        ("  position \"8/8\"", "variant v from base { }", "E205"),
        (
            "  position \"9/8/8/8/8/8/8/8\"",
            "variant v from base { }",
            "E205",
        ),
        (
            "  position \"8/8/8/8/8/8/8/7x\"",
            "variant v from base { }",
            "E204",
        ),
        (
            "  to a { b }\n  to b { if x { a } }",
            "variant v from base { }",
            "E206",
        ),
        ("  to a { a }", "variant v from base { }", "E206"),
        ("  kind king \"Q\" { x }", "variant v from base { }", "E207"),
        (
            "  option a: 1\n  option a: 2",
            "variant v from base { }",
            "E207",
        ),
        (
            "  sides white of white, y of black",
            "variant v from base { }",
            "E207",
        ),
        (
            "  to a { b }\n  to a { c }",
            "variant v from base { }",
            "E207",
        ),
        (
            "  option a: one, two, usually three",
            "variant v from base { }",
            "E208",
        ),
        (
            "  option a: one, two\n  while a is three { turns white, black }",
            "variant v from base { }",
            "E208",
        ),
        ("  option a: 3 - 1", "variant v from base { }", "E246"),
        (
            "  stages effects, verdicts",
            "variant v from base { }",
            "E311",
        ),
        ("  turns white", "variant v from base { }", "E312"),
        (
            "  turns white, black, white",
            "variant v from base { }",
            "E312",
        ),
        ("  turns white, green", "variant v from base { }", "E255"),
        (
            "  power p of green { x }",
            "variant v from base { }",
            "E313",
        ),
        ("  power p { x }", "variant v from base { }", "E313"),
        (
            "  while you are old { turns white, black }",
            "variant v from base { }",
            "E314",
        ),
        (
            "  after x { turns white, black }",
            "variant v from base { }",
            "E314",
        ),
        (
            "  cards pack",
            "variant v from base { }\ndeck pack { cards\n | K |\n kind card \"K\" { x } }",
            "E316",
        ),
        (
            "  *a* call x y",
            "variant v from base { *a* after z, w }",
            "W350",
        ),
        ("  board 0 by 8", "variant v from base { }", "E243"),
        ("  board 8", "variant v from base { }", "E242"),
        (
            "  seats a on rank 4",
            "variant v from base { position \"8/8/8/8/8/8/8/8\" }",
            "E237",
        ),
        ("  fen speed x", "variant v from base { }", "E249"),
        (
            "  after x { kind b \"B\" { y } }",
            "variant v from base { }",
            "E253",
        ),
        (
            "  kind b \"B\" { x\n option a: 1 }",
            "variant v from base { }",
            "E253",
        ),
        ("  after x { y", "variant v from base { }", "E216"),
        ("", "variant v from base { }\narmy a of v { }", "E231"),
        (
            "",
            "variant v from base { }\narmy a of v { setup standard\n one }",
            "E252",
        ),
        (
            "  setup\n | K |",
            "variant v from base { }\narmy a of v { setup standard\n power p { x }\n power q { x } }",
            "E207",
        ),
        (
            "",
            "variant v from base { }\narmy a of v from b { }",
            "E201",
        ),
    ];
    for (line, units, code) in cases {
        let text = with(line) + units;
        let (_, mut codes) = build(&text, &of("v"));
        codes.dedup();
        // the base has a line of its own for most of these
        codes.retain(|c| !["W223", "E207"].contains(c) || code == c);
        assert_eq!(codes, [*code], "{line}\n{units}");
    }
}

#[test]
fn what_a_host_asks_for_is_checked_too() {
    let text = with("  option a: one, two") + "army x of base { setup standard }";
    let asks = |change: &dyn Fn(&mut Setting)| {
        let mut setting = of("base");
        setting.armies = Armies::These(Vec::new());
        change(&mut setting);
        build(&text, &setting).1
    };
    assert_eq!(asks(&|_| {}), Vec::<&str>::new());
    assert_eq!(asks(&|s| s.variant = "bsae".into()), ["E201"]);
    assert_eq!(asks(&|s| s.modes.push("m".into())), ["E201"]);
    assert_eq!(
        asks(&|s| s.armies = Armies::These(vec!["y".into()])),
        ["E201"]
    );
    assert_eq!(
        asks(&|s| s.options.push(("b".into(), "one".into()))),
        ["E208"]
    );
    assert_eq!(
        asks(&|s| s.options.push(("a".into(), "three".into()))),
        ["E208"]
    );
}

#[test]
fn a_broken_unit_elsewhere_is_no_problem_of_this_match() {
    let text = with("") + "army broken of other {\n or x }\nvariant other { | }";
    good(&text, &of("base"));
    assert_eq!(Library::parse([("a", text.as_str())]).problems().len(), 2);
}

#[test]
fn two_units_of_one_name_are_reported_once() {
    let library = Library::parse([
        ("a.army", "army x of v, w { setup standard }"),
        ("b.army", "army x of w { setup standard }"),
    ]);
    let codes: Vec<_> = library
        .problems()
        .iter()
        .map(|p| (p.code, p.span.file.0))
        .collect();
    assert_eq!(codes, [("E207", 1)]);
    assert_eq!(library.list().len(), 2);
}
