//! What people type at a table: undo, chess habits, acts of the table, and that nothing typed or refused parts the game from its record.
use cli::Core;
use cli::args::GameFlags;
use cli::board;
use cli::board::orient::Orientation;
use cli::flags::Ready;
use cli::table::keep::{Keeper, Stop};
use cli::table::line::{Heard, Lines};
use cli::table::{Around, Came, Table};
use engine::ids::SeatId;
use engine::play::{Choice, Open};
use engine::record::Record;
use engine::session::{Running, short_fingerprint};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Lines in their order, and what is looked at before each.
struct Script<'a> {
    lines: VecDeque<&'a str>,
    before: Box<dyn FnMut(usize) + 'a>,
    asked: usize,
}

impl<'a> Script<'a> {
    fn of(lines: &[&'a str]) -> Script<'a> {
        Script {
            lines: lines.iter().copied().collect(),
            before: Box::new(|_| {}),
            asked: 0,
        }
    }
}

impl Lines for Script<'_> {
    fn next(&mut self, _: &str) -> std::io::Result<Heard> {
        (self.before)(self.asked);
        self.asked += 1;
        Ok(match self.lines.pop_front() {
            Some(line) => Heard::Line(line.to_string()),
            None => Heard::End,
        })
    }
}

fn around<'a>(lines: &'a mut Script<'_>, keeper: Keeper) -> Around<'a> {
    Around {
        lines,
        keeper,
        stop: Stop::never(),
        in_place: false,
    }
}

fn ready(variant: &str, seats: &[&str], position: Option<&str>) -> Ready {
    tests::ready(GameFlags {
        variant: variant.into(),
        seat: seats.iter().map(|s| s.to_string()).collect(),
        position: position.map(str::to_string),
        ..GameFlags::default()
    })
}

fn sit<'a>(ready: &Ready, lines: &'a mut Script<'_>) -> Table<'a, Core> {
    Table::new(
        ready.rules.clone(),
        tests::game(ready),
        ready.players.clone(),
        ready.heading.clone(),
        around(lines, Keeper::default()),
    )
}

/// Types one line to whoever is asked.
fn types(table: &mut Table<Core>, line: &str) -> Came {
    let asked = table.go_on().expect("it goes on");
    let (seat, decision) = asked.expect("somebody is asked");
    table.obey(seat, &decision, line)
}

fn answers(table: &Table<Core>) -> Vec<String> {
    let lines = table.session().lines().iter();
    lines.map(|l| format!("{} {}", l.who, l.answer)).collect()
}

fn told(came: Came) -> String {
    match came {
        Came::Told(said) => said,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refused_undo_changes_nothing() {
    let (ready, mut script) = (ready("chess", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    types(&mut table, "e2e4");
    assert!(told(types(&mut table, "undo black")).contains("nothing"));
    assert_eq!(answers(&table), ["white e2-e4"]);
    types(&mut table, "e7e5");
    assert_eq!(answers(&table), ["white e2-e4", "black e7-e5"]);
}

#[test]
fn undo_takes_back_what_was_last_typed_here_or_by_the_seat_that_is_named() {
    let (ready, mut script) = (ready("chess", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    types(&mut table, "e2e4");
    assert!(
        matches!(types(&mut table, "Undo"), Came::Moved(_)),
        "Black is asked, White takes back"
    );
    assert_eq!(answers(&table).len(), 0);
    for line in ["e2e4", "e7e5", "g1f3"] {
        types(&mut table, line);
    }
    types(&mut table, "undo black");
    assert_eq!(answers(&table), ["white e2-e4"]);
}

#[test]
fn undo_goes_back_over_moves_at_random_and_the_same_move_gets_the_same_reply() {
    let (ready, mut script) = (ready("chess", &["black=random"], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    let mut games = Vec::new();
    for _ in 0..2 {
        types(&mut table, "e2e4");
        table.go_on().expect("black replies");
        games.push(answers(&table));
        assert!(matches!(types(&mut table, "undo"), Came::Moved(_)));
        assert_eq!(answers(&table).len(), 0);
    }
    assert_eq!(games[0].len(), 2);
    assert_eq!(games[0], games[1]);
    assert!(told(types(&mut table, "undo black")).contains("nobody here"));
}

#[test]
fn an_act_of_the_table_is_not_taken_back() {
    let (ready, mut script) = (ready("chess", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    types(&mut table, "e2e4");
    assert!(matches!(types(&mut table, "OFFER A DRAW"), Came::Moved(_)));
    assert!(matches!(types(&mut table, "no"), Came::Moved(_)));
    // White's own answer to the offer goes back, the offer does not.
    assert!(matches!(types(&mut table, "undo"), Came::Moved(_)));
    let asked_again = ["white e2-e4", "black draw"];
    assert_eq!(answers(&table), asked_again);
    assert!(told(types(&mut table, "undo")).contains("act of the table"));
    assert_eq!(answers(&table), asked_again);
}

/// What is typed in a position, and what is answered with it.
const MOVES: [(&str, &str, &[&str]); 30] = [
    (START, "e2e4", &["e2-e4"]),
    (START, "E2E4", &["e2-e4"]),
    (START, "e2-e4", &["e2-e4"]),
    (START, "e2 e4", &["e2-e4"]),
    (START, "e4", &["e2-e4"]),
    (START, "E4!", &["e2-e4"]),
    (START, "Nf3", &["g1-f3"]),
    (START, "nf3", &["g1-f3"]),
    (START, "Ng1-f3", &["g1-f3"]),
    (START, "knight f3", &["g1-f3"]),
    (BUSY, "exd5", &["e4-d5"]),
    (BUSY, "ed5", &["e4-d5"]),
    (BUSY, "Nbd2", &["b1-d2"]),
    (BUSY, "nfd2", &["f3-d2"]),
    (BUSY, "bxc4", &["b3-c4"]),
    (BUSY, "Bxc4", &["e2-c4"]),
    (BUSY, "c4", &["b3-c4"]),
    (BUSY, "O-O", &["e1-g1"]),
    (BUSY, "0-0", &["e1-g1"]),
    (BUSY, "o-o", &["e1-g1"]),
    (WIDE, "O-O-O", &["e1-c1"]),
    (WIDE, "0-0-0+", &["e1-c1"]),
    (WIDE, "b8=Q", &["b7-b8", "queen"]),
    (WIDE, "b8=n", &["b7-b8", "knight"]),
    (WIDE, "b7b8r", &["b7-b8", "rook"]),
    (WIDE, "b7a8=Q", &["b7-a8", "queen"]),
    (WIDE, "bxa8=Q+", &["b7-a8", "queen"]),
    (WIDE, "b8(Q)", &["b7-b8", "queen"]),
    (WIDE, "B7B8=BISHOP", &["b7-b8", "bishop"]),
    (WIDE, "b8", &["b7-b8"]),
];
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const BUSY: &str = "4k3/8/8/3p4/2p1P3/1P3N2/4B3/1N2K2R w K - 0 1";
const WIDE: &str = "r3k3/1P6/8/8/8/8/8/R3K3 w Q - 0 1";

#[test]
fn moves_are_read_as_chess_players_write_them() {
    for (position, typed, expected) in MOVES {
        let (ready, mut script) = (ready("chess", &[], Some(position)), Script::of(&[]));
        let mut table = sit(&ready, &mut script);
        let came = types(&mut table, typed);
        let lines = table.session().lines().iter();
        let given: Vec<&str> = lines.map(|l| l.answer.as_str()).collect();
        assert_eq!(given, expected, "{typed}: {came:?}");
    }
}

#[test]
fn a_move_and_its_promotion_are_taken_back_together() {
    let (ready, mut script) = (ready("chess", &[], Some(WIDE)), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    types(&mut table, "b8=Q");
    types(&mut table, "undo");
    assert_eq!(answers(&table).len(), 0);
}

#[test]
fn what_cannot_be_meant_changes_nothing_and_says_what_is_wrong() {
    for (position, typed, says) in [
        (BUSY, "Nd2", "b1-d2 (Nbd2), "),
        (BUSY, "e5=Q", "asks nothing more"),
        (WIDE, "b8=K", "queen"),
        (START, "Nf6", "no knight of yours goes to f6"),
        (START, "Qd5", "not offered"),
        (BUSY, "Nh8", "no knight of yours goes to h8"),
        (START, "xyzzy", "neither an option nor a command"),
        (START, "undu", "did you mean `undo`"),
        (START, "QIUT", "did you mean `quit`"),
        (START, "99", "numbered 1 to 20"),
        (START, "e2\u{fffd}4", "not text"),
        (START, "undo pink", "no seat `pink`"),
        (START, "why", "`why`"),
    ] {
        let (ready, mut script) = (ready("chess", &[], Some(position)), Script::of(&[]));
        let mut table = sit(&ready, &mut script);
        let said = told(types(&mut table, typed));
        assert!(said.contains(says), "{typed}: {said}");
        assert_eq!(answers(&table).len(), 0, "{typed}");
    }
}

#[test]
fn a_move_typed_where_none_is_asked_for_is_answered_with_the_question() {
    let (ready, mut script) = (ready("chess", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    types(&mut table, "e4");
    types(&mut table, "draw");
    for typed in ["d4", "d2d4", "Nf3"] {
        let said = told(types(&mut table, typed));
        assert!(said.contains("Draw: do you agree?"), "{typed}: {said}");
    }
}

#[test]
fn where_a_knight_and_no_pawn_goes_the_letter_is_asked_for() {
    let (ready, mut script) = (ready("chess", &[], Some(START)), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    for line in ["e4", "e5", "a3", "a6"] {
        assert!(matches!(types(&mut table, line), Came::Moved(_)), "{line}");
    }
    // f3 is a pawn's; e2 is the bishop's, the queen's and others'
    let said = told(types(&mut table, "e2"));
    assert!(said.contains("Be2") && said.contains("Qe2"), "{said}");
}

#[test]
fn help_lists_what_is_open_here_and_the_forms_of_moves_there_are() {
    let (ready, mut script) = (ready("chess", &[], Some(BUSY)), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    let said = told(types(&mut table, "HELP"));
    for word in ["resign, draw", "O-O", "undo", "flip", "moves", "options"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    types(&mut table, "draw");
    let said = told(types(&mut table, "help"));
    assert!(said.contains("accept, decline"), "{said}");
    assert!(
        !said.contains("a move "),
        "there is no move to make: {said}"
    );
    types(&mut table, "YES");
    assert!(matches!(table.session().game().open(), Open::Over(_)));
}

#[test]
fn cards_go_by_their_names_where_all_of_a_name_are_alike() {
    let (ready, mut script) = (ready("two-move", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    let (_, decision) = table.go_on().expect("it goes on").expect("a question");
    let Some(Choice::Held(_, kind, _)) = decision.options.first() else {
        panic!("{decision:?}");
    };
    let name = engine::notation::kind(&ready.rules, *kind).to_string();
    assert!(matches!(types(&mut table, &name), Came::Moved(_)));
    assert!(table.session().lines()[0].answer.starts_with(&name));
}

#[test]
fn the_board_is_drawn_from_the_side_of_who_is_asked() {
    let ready = ready("chess", &[], None);
    let view = tests::game(&ready).view(None);
    let rows = |up| {
        let beside = board::facts::Beside {
            up,
            ..Default::default()
        };
        let text = board::draw_with(&ready.rules, &view, &beside);
        let text = anstream::adapter::strip_str(&text).to_string();
        let row = |l: &str| l.chars().take(27).filter(|c| *c != ' ').collect::<String>();
        text.lines().map(row).collect::<Vec<_>>()
    };
    let white = rows(Orientation::of(&ready.rules, SeatId(0)));
    let black = rows(Orientation::of(&ready.rules, SeatId(1)));
    assert_eq!(
        (white[0].as_str(), white[8].as_str()),
        ("8rnbqkbnr", "abcdefgh")
    );
    assert_eq!(
        (black[0].as_str(), black[8].as_str()),
        ("1RNBKQBNR", "hgfedcba")
    );
}

#[test]
fn flip_turns_the_board_for_who_asks_and_a_seat_behind_it_fixes_the_side_for_all() {
    let (ready, mut script) = (ready("chess", &[], None), Script::of(&[]));
    let mut table = sit(&ready, &mut script);
    let (white, black) = (SeatId(0), SeatId(1));
    let of = |seat| Orientation::of(&ready.rules, seat);
    assert_eq!((table.up(white), table.up(black)), (of(white), of(black)));
    assert_eq!(types(&mut table, "FLIP"), Came::Again);
    assert_eq!((table.up(white), table.up(black)), (of(black), of(black)));
    types(&mut table, "flip white");
    assert_eq!((table.up(white), table.up(black)), (of(white), of(white)));
}

#[test]
fn the_record_is_on_the_disk_before_the_next_question() {
    let folder = std::env::temp_dir().join(format!("armorial-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("g.txt");
    let path = file.display().to_string();
    let ready = ready("chess", &["black=random"], None);
    let (seen, look) = (std::cell::RefCell::new(Vec::new()), file.clone());
    let mut script = Script::of(&["e2e4", "nonsense", "g1f3", "quit"]);
    script.before = Box::new(|_| {
        let text = std::fs::read_to_string(&look);
        let lines = text.map_or(0, |t| Record::read(&t).expect("a record").lines.len());
        seen.borrow_mut().push(lines);
    });
    let mut table = Table::new(
        ready.rules.clone(),
        tests::game(&ready),
        ready.players.clone(),
        ready.heading.clone(),
        around(&mut script, Keeper::at(&path).expect("a place")),
    );
    table.play().expect("a game");
    drop(table);
    drop(script);
    assert_eq!(*seen.borrow(), [0, 2, 2, 4]);
}

/// What is typed, by number.
#[derive(Clone, Debug)]
enum Act {
    Option(usize),
    Undo,
    UndoOf(usize),
    Table(usize),
    Other(&'static str),
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        6 => (0..64usize).prop_map(Act::Option),
        3 => Just(Act::Undo),
        2 => (1..5usize).prop_map(Act::UndoOf),
        1 => (0..8usize).prop_map(Act::Table),
        1 => prop_oneof![Just("nonsense"), Just("moves"), Just("e9"), Just("e4=Q"), Just("")].prop_map(Act::Other),
    ];
    proptest::collection::vec(act, 1..40)
}

fn games() -> impl Strategy<Value = (&'static str, &'static [&'static str], u64)> {
    let table: [(&str, &[&str]); 4] = [
        ("chess", &[]),
        ("chess", &["white=random"]),
        ("european", &["2=random", "3=random", "4=random"]),
        ("two-move", &[]),
    ];
    (0..table.len(), 0..1_000u64).prop_map(move |(n, seed)| (table[n].0, table[n].1, seed))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_mix_of_answers_undo_and_acts_of_the_table_is_what_its_record_replays(
        (variant, seats, seed) in games(),
        acts in acts(),
    ) {
        let ready = tests::ready(GameFlags {
            variant: variant.into(),
            seat: seats.iter().map(|s| s.to_string()).collect(),
            armies: if variant == "european" { vec!["random".into()] } else { vec![] },
            seed: Some(seed),
            ..GameFlags::default()
        });
        let mut script = Script::of(&[]);
        let mut table = sit(&ready, &mut script);
        for act in acts {
            let Some((seat, decision)) = table.go_on().expect("it goes on") else { break };
            let line = match &act {
                Act::Option(n) => (n % decision.options.len() + 1).to_string(),
                Act::Undo => "undo".to_string(),
                Act::UndoOf(n) => format!("undo {n}"),
                Act::Table(n) => match ready.rules.table.get(n % ready.rules.table.len().max(1)) {
                    // A game that is given up is soon over.
                    Some(act) => engine::notation::text(&ready.rules, act.name).to_string(),
                    None => "board".to_string(),
                },
                Act::Other(line) => line.to_string(),
            };
            let before = (table.record(), short_fingerprint(table.session().game()).expect("a state"));
            let came = table.obey(seat, &decision, &line);
            let after = (table.record(), short_fingerprint(table.session().game()).expect("a state"));
            match came {
                Came::Moved(_) => {
                    let least = before.0.lines.len().min(after.0.lines.len());
                    prop_assert_ne!(before.0.lines.len(), after.0.lines.len(), "{}", line);
                    prop_assert_eq!(&before.0.lines[..least], &after.0.lines[..least]);
                    if line.starts_with("undo") {
                        // What goes first is a decision of somebody here, and nothing of chance goes with it.
                        prop_assert!(after.0.lines.len() < before.0.lines.len());
                        let back = &before.0.lines[least..];
                        prop_assert!(back.iter().all(|l| l.who != "chance" && l.options > 0));
                        prop_assert!(!ready.heading.players.iter().any(|(s, _)| *s == back[0].who));
                    }
                }
                _ => prop_assert_eq!(before, after, "{}", line),
            }
        }
        let record = table.record();
        let text = record.write();
        let record = Record::read(&text).expect("a record");
        let mut second = Script::of(&[]);
        let mut again = sit(&ready, &mut second);
        prop_assert_eq!(again.replay(&record.lines), Ok(()));
        prop_assert_eq!(again.record().write(), text);
        prop_assert_eq!(
            short_fingerprint(again.session().game()).expect("a state"),
            short_fingerprint(table.session().game()).expect("a state")
        );
    }
}
