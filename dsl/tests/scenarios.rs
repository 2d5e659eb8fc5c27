//! Scenarios as scripts: what every line becomes, and the code of every mistake.
use armorial_dsl::library::Library;
use armorial_dsl::scenario::{Compiled, scenario};
use armorial_dsl::syntax::UnitKind;
use engine::ids::*;
use engine::rules::*;

const RULES: &str = r#"variant duel "Duel" {
  board 4 by 4
  seats red on rank 1, blue on rank 4
  setup
    | K P |
  option goal: 3 - 9, usually 5
  option style: calm, wild, usually calm
  on your turn, act
  every square has a mark called barred
  every piece has a mark called tired
  every piece has a zone of pieces called bag
  you have a square called trap
  the game has a number called tally
  *nap* instead of moving, you may { either "short" { add 1 to tally } or "long" { add 2 to tally } }
  *gift* after you capture a piece, you may { add 1 to tally }
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
}
army east "the East" of duel { setup standard }
army west "the West" of duel {
  setup
    | A |
  kind archer "A" { it steps sideways }
}
"#;

fn compile(lines: &str) -> Result<Compiled, Vec<&'static str>> {
    let text = format!("{RULES}scenario \"title\" of duel covers a.1, b.2 {{\n{lines}\n}}\n");
    let library = Library::parse([("test.scenario", text.as_str())]);
    let unit = library
        .units(UnitKind::Scenario)
        .next()
        .expect("a scenario");
    scenario(&library, unit, "duel").map_err(|problems| {
        problems
            .iter()
            .filter(|p| p.is_error())
            .map(|p| p.code)
            .collect()
    })
}

fn script(lines: &str) -> (Vec<ScriptSays>, Compiled) {
    let compiled = compile(lines).unwrap_or_else(|codes| panic!("{codes:?}: {lines}"));
    let says = compiled
        .script
        .lines
        .iter()
        .map(|l| l.says.clone())
        .collect();
    (says, compiled)
}

fn one(line: &str) -> (ScriptSays, Compiled) {
    let (mut says, compiled) = script(line);
    assert_eq!(says.len(), 1, "{line}");
    (says.remove(0), compiled)
}

const RED: SeatId = SeatId(0);
const BLUE: SeatId = SeatId(1);

#[test]
fn the_start() {
    let (_, c) = script(
        "armies red west, blue east\nposition\n| A2 . . k |\n| . . . . |\n| . . . . |\n| A . . P1> |",
    );
    assert_eq!(
        (c.script.title.as_str(), c.script.covers.as_slice()),
        ("title", &["a.1".to_owned(), "b.2".to_owned()][..])
    );
    assert_eq!(
        c.script
            .armies
            .iter()
            .map(|(s, a)| (s.0, a.0))
            .collect::<Vec<_>>(),
        [(0, 0), (1, 1)]
    );
    let placed: Vec<_> = c
        .script
        .position
        .unwrap_or_default()
        .iter()
        .map(|p| (p.kind.0, p.seat.map(|s| s.0), p.square.0, p.facing))
        .collect();
    assert_eq!(
        placed,
        [
            (2, Some(1), 12, None),
            (0, Some(1), 15, None),
            (2, Some(0), 0, None),
            (1, Some(0), 3, Some(1))
        ]
    );
    let (_, c) = script("position \"4/4/4/K3 w - - 0 1\"");
    assert_eq!(c.script.fen.as_deref(), Some("4/4/4/K3 w - - 0 1"));
}

#[test]
fn acts() {
    let play = |line: &str| match one(line) {
        (ScriptSays::Answer(seat, play), c) => (seat, play, c),
        (other, _) => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        play("red plays a1-b2").1,
        Play::Move(SquareId(0), SquareId(5), None)
    );
    assert_eq!(
        play("blue plays a1-a2=K").1,
        Play::Move(SquareId(0), SquareId(4), Some(KindId(0)))
    );
    let (seat, named, c) = play("red plays nap");
    assert!(
        seat == RED && matches!(named, Play::Named(t, None) if c.rules.texts[t.index()] == "nap")
    );
    assert_eq!(
        play("red chooses a1, pawn, blue, 3 and nothing").1,
        Play::Choose(vec![
            Answer::Square(SquareId(0)),
            Answer::Kind(KindId(1)),
            Answer::Seat(BLUE),
            Answer::Number(3),
            Answer::Nothing
        ])
    );
    assert_eq!(
        play("red chooses a1 king, b1 pawn").1,
        Play::Choose(vec![
            Answer::Deal(SquareId(0), KindId(0)),
            Answer::Deal(SquareId(1), KindId(1))
        ])
    );
    assert_eq!(
        play("red chooses pawn king, king pawn").1,
        Play::Choose(vec![Answer::Kind(KindId(1)), Answer::Kind(KindId(0))])
    );
    assert!(
        matches!(play("red chooses \"long\"").1, Play::Choose(a) if matches!(a[..], [Answer::Name(_)]))
    );
    assert!(matches!(play("red accepts gift").1, Play::Accept(Some(_))));
    assert_eq!(play("red declines").1, Play::Decline(None));
    assert_eq!(play("blue resigns").1, Play::Resign);
    assert_eq!(play("blue passes").1, Play::Pass);
    assert_eq!(one("red starts the turn").0, ScriptSays::StartsTurn(RED));
    assert_eq!(
        one("the die shows 3, 6").0,
        ScriptSays::Die(vec![Answer::Number(3), Answer::Number(6)])
    );
    assert_eq!(
        one("the shuffle gives K, p, P2").0,
        ScriptSays::Shuffle(vec![
            (KindId(0), Some(RED)),
            (KindId(1), Some(BLUE)),
            (KindId(1), Some(BLUE))
        ])
    );
    assert_eq!(one("the time is up").0, ScriptSays::TimeUp);
}

#[test]
fn offers_and_refusals() {
    let (says, _) = one("red is offered from a1 only a2, b1");
    assert_eq!(
        says,
        ScriptSays::Offered {
            seat: RED,
            from: Some(SquareId(0)),
            only: true,
            answers: vec![Answer::Square(SquareId(4)), Answer::Square(SquareId(1))]
        }
    );
    let (says, _) = script("red cannot play a1-a2, nap [nap.1]");
    assert_eq!(says.len(), 2);
    assert!(
        matches!(&says[0], ScriptSays::Cannot { what: Play::Move(..), tag: Some(t), .. } if t == "nap.1")
    );
    assert!(matches!(
        one("red cannot play from a1").0,
        ScriptSays::Cannot {
            what: Play::From(SquareId(0)),
            tag: None,
            ..
        }
    ));
    assert!(matches!(
        one("red cannot choose a1").0,
        ScriptSays::Cannot {
            what: Play::Choose(_),
            ..
        }
    ));
    assert!(matches!(
        one("red cannot decline").0,
        ScriptSays::Cannot {
            what: Play::Decline(None),
            ..
        }
    ));
}

#[test]
fn what_is_given() {
    let given = |line: &str| match one(line) {
        (ScriptSays::Given(given), _) => given,
        (other, _) => panic!("{line}: {other:?}"),
    };
    assert_eq!(given("given blue is on turn"), Given::OnTurn(BLUE));
    assert_eq!(given("given red has had 2 turns"), Given::Turns(RED, 2));
    assert_eq!(given("given red has lost"), Given::Lost(RED));
    assert!(matches!(
        given("given red has used nap 2 times on their last turn"),
        Given::Used(RED, _, 2, true)
    ));
    assert_eq!(
        given("given goal is 7"),
        Given::Choice(OptionId(0), None, 7)
    );
    assert_eq!(
        given("given style is wild"),
        Given::Choice(OptionId(1), None, 1)
    );
    assert!(
        matches!(given("given a2 is barred"), Given::Mark(FieldId(0), _, ends) if ends.is_empty())
    );
    assert!(
        matches!(given("given the piece on a1 is tired for 2 turns of red"), Given::Mark(FieldId(1), _, ends) if matches!(ends[..], [Term::Turns(Num::Lit(2), _)]))
    );
    assert!(matches!(
        given("given the trap of red is b2"),
        Given::Field(_, _, _, Value::Set(_))
    ));
    assert!(matches!(
        given("given tally is 4"),
        Given::Field(_, _, None, Value::Num(Num::Lit(4)))
    ));
    assert!(
        matches!(given("given the bag of the piece on a1 is | K1 P2 |"), Given::Zone(_, _, content) if content == [(KindId(0), Some(RED)), (KindId(1), Some(BLUE))])
    );
    assert_eq!(
        given("given the lost pieces of blue are | P2 |"),
        Given::LostPieces(BLUE, vec![(KindId(1), Some(BLUE))])
    );
    assert!(
        matches!(given("given blue has captured 2 pieces"), Given::Past(past, 2) if past.deed.verb == Verb::Capture && past.deed.subject.is_some())
    );
    assert!(
        matches!(given("given a piece was lost since the end of red's last turn"), Given::Past(past, 1) if past.deed.object.is_some() && past.since.is_some())
    );
    assert!(matches!(
        given("given the home of (the piece on a2) is a1"),
        Given::Home(_, SquareId(0))
    ));
}

#[test]
fn expectations() {
    assert_eq!(one("then red has won").0, ScriptSays::Won(RED));
    assert_eq!(
        one("then red has lost to blue").0,
        ScriptSays::Lost(RED, Some(BLUE))
    );
    assert_eq!(
        one("then red has not lost").0,
        ScriptSays::Not(Box::new(ScriptSays::Lost(RED, None)))
    );
    assert_eq!(script("then everyone has won").0.len(), 2);
    assert_eq!(one("then the game is drawn").0, ScriptSays::Drawn);
    assert_eq!(one("then the game is over").0, ScriptSays::Over);
    assert_eq!(
        one("then blue is told \"short\"").0,
        ScriptSays::Told(BLUE, "short".into(), vec![])
    );
    assert_eq!(
        one("then blue is told \"short\" with b1 and a1").0,
        ScriptSays::Told(BLUE, "short".into(), vec![SquareId(0), SquareId(1)])
    );
    assert_eq!(
        one("then blue is told that red is in check").0,
        ScriptSays::ToldCheck(BLUE, RED)
    );
    assert!(matches!(
        one("then the trap of red is seen by red").0,
        ScriptSays::SeenBy(..)
    ));
    assert!(matches!(
        one("then the game can be solved in 3 moves").0,
        ScriptSays::Solved {
            goal: None,
            moves: 3,
            not: false
        }
    ));
    assert!(matches!(
        one("then the piece on a1 cannot be tired in 2 moves").0,
        ScriptSays::Solved {
            goal: Some(_),
            moves: 2,
            not: true
        }
    ));
    assert!(matches!(
        one("then red can force that blue has lost 1 piece in 2 moves").0,
        ScriptSays::Force {
            seat: RED,
            moves: 2,
            ..
        }
    ));
    assert!(matches!(
        one("then blue has lost 1 piece").0,
        ScriptSays::Then(_)
    ));
    assert!(matches!(
        one("then the piece on b2 is a pawn of red").0,
        ScriptSays::Then(_)
    ));
    let (says, _) = script(
        "then position\n| . . . k |\n| . . . . |\n| . . . . |\n| K . . . |\nthen position \"4/4/4/4\"",
    );
    assert!(
        matches!(&says[..], [ScriptSays::Position(None, two), ScriptSays::Position(None, none)] if two.len() == 2 && none.is_empty())
    );
}

#[test]
fn options_given_decide_the_frame() {
    let text = RULES.replace(
        "on your turn, act",
        "on your turn, act\n  while style is wild { sides both of red and blue }",
    );
    let text = format!("{text}scenario \"x\" of duel {{ given style is wild }}");
    let library = Library::parse([("test.scenario", text.as_str())]);
    let unit = library
        .units(UnitKind::Scenario)
        .next()
        .expect("a scenario");
    let compiled = scenario(&library, unit, "duel").expect("a script");
    assert_eq!(compiled.rules.sides.len(), 1);
}

#[test]
fn every_mistake_has_its_code() {
    for (line, code) in [
        ("green plays a1-a2", "E140"),
        ("red jumps a1-a2", "E140"),
        ("red plays", "E140"),
        ("red chooses a1 a2", "E140"),
        ("red plays e9-a1", "E142"),
        ("red chooses a9", "E142"),
        ("red plays dance", "E142"),
        ("red accepts dance", "E142"),
        ("red plays a1-a2=X", "E204"),
        ("the shuffle gives X", "E204"),
        ("red cannot dance", "E140"),
        ("given red has had many turns", "E141"),
        ("given goal is 2", "E208"),
        ("given the piece on a1 has captured 2 pawns", "E141"),
        ("given red has captured (the piece on a4)", "E141"),
        ("given the piece on a1 has promoted", "E141"),
        ("given red has castled", "E141"),
        ("given red has 4 points until the end of this turn", "E141"),
        ("given the bag of the piece on a1 is | K1> |", "E204"),
        ("red plays toss with", "E142"),
        ("red plays nap with", "E140"),
        ("red plays nap with e9", "E142"),
        ("red cannot choose a1, b1", "E140"),
        (
            "then position\n| . . . . |\n| . . . . |\n| . . . . |\n| K1v . . . |",
            "E140",
        ),
        ("given the bag of the piece on a1 is | X |", "E204"),
        ("given red is in check and blue is in check", "E141"),
        (
            "given no piece has captured a piece or red is in check",
            "E141",
        ),
        ("armies red north", "E201"),
        ("armies green east", "E255"),
        ("modes fast", "E201"),
        ("position\n| K |", "E205"),
        (
            "position\n| X . . . |\n| . . . . |\n| . . . . |\n| . . . . |",
            "E204",
        ),
        ("turns red, blue", "E140"),
        ("power x { y }", "E140"),
        ("to run { y }", "E140"),
    ] {
        assert_eq!(compile(line).err().unwrap_or_default(), [code], "{line}");
    }
}

#[test]
fn an_action_of_one_of_several_pieces_is_named_with_its_square() {
    let plays = |line: &str| match one(line).0 {
        ScriptSays::Answer(_, play) => play,
        other => panic!("{line}: {other:?}"),
    };
    assert!(matches!(
        plays("red plays nap with b1"),
        Play::With(_, SquareId(1), None)
    ));
    assert!(matches!(
        plays("red plays nap with b1 a1"),
        Play::With(_, SquareId(1), Some(Answer::Square(SquareId(0))))
    ));
    let (says, _) = one("red is offered nap with b1");
    assert!(
        matches!(says, ScriptSays::Offered { answers, .. } if matches!(answers[..], [Answer::With(_, SquareId(1))]))
    );
}

#[test]
fn several_things_are_refused_one_by_one_or_together() {
    let refused = |line: &str| -> Vec<usize> {
        let all = script(line).0.into_iter().map(|says| match says {
            ScriptSays::Cannot {
                what: Play::Choose(answers),
                ..
            } => answers.len(),
            other => panic!("{line}: {other:?}"),
        });
        all.collect()
    };
    assert_eq!(refused("red cannot choose a1 or b1"), [1, 1]);
    assert_eq!(refused("red cannot choose a1 and b1"), [2]);
    // what is dealt to places is one answer
    assert_eq!(refused("red cannot choose a1 king, b1 pawn"), [2]);
}

#[test]
fn a_mark_is_given_with_any_end() {
    for (line, ends) in [
        (
            "given a2 is barred until the end of red's next turn",
            "Until",
        ),
        (
            "given a2 is barred until the start of blue's next turn",
            "Until",
        ),
        ("given a2 is barred for 2 turns of red", "Turns"),
        ("given a2 is barred for the game", "Game"),
    ] {
        let (says, _) = one(line);
        let ScriptSays::Given(Given::Mark(_, _, terms)) = says else {
            panic!("{line}: {says:?}");
        };
        let found = match terms[..] {
            [Term::Until(_)] => "Until",
            [Term::Turns(..)] => "Turns",
            [Term::Game] => "Game",
            _ => "something else",
        };
        assert_eq!(found, ends, "{line}");
    }
}

#[test]
fn of_nobody_is_said_what_is_said_of_no_player() {
    assert_eq!(
        script("then nobody is told \"short\"").0,
        [RED, BLUE].map(|s| ScriptSays::Not(Box::new(ScriptSays::Told(s, "short".into(), vec![]))))
    );
    let same = |line: &str| match one(line).0 {
        ScriptSays::Then(Cond::Is(clause)) => clause.subject,
        other => panic!("{line}: {other:?}"),
    };
    assert_eq!(
        same("then nobody has a pawn"),
        same("then no player has a pawn")
    );
}

#[test]
fn a_number_that_is_kept_has_viewers() {
    assert!(matches!(
        one("then the tally is seen by red").0,
        ScriptSays::SeenBy(..)
    ));
    assert_eq!(
        compile("then the number of pawns is seen by red").err(),
        Some(vec!["E122"])
    );
}

#[test]
fn that_nobody_asks_has_its_reason_in_brackets() {
    assert_eq!(one("red is asked").0, ScriptSays::Asked(RED));
    let not = ScriptSays::Not(Box::new(ScriptSays::Asked(BLUE)));
    assert_eq!(one("blue is not asked").0, not);
    let spared = ScriptSays::Spared {
        seat: BLUE,
        tag: "nap.1".to_owned(),
    };
    assert_eq!(one("blue is not asked [nap.1]").0, spared);
    for line in [
        "blue is not asked because of [nap.1]",
        "blue is not asked [nap.1 nap.2]",
        "blue is asked [nap.1]",
    ] {
        assert_eq!(compile(line).err(), Some(vec!["E140"]), "{line}");
    }
}

/// What is open to a seat may stand behind `then`; what the seat does is a line of its own.
#[test]
fn what_is_open_may_stand_behind_then() {
    for line in [
        "red cannot play a1-a2",
        "red is asked",
        "red is not asked",
        "red has 3 moves",
    ] {
        let plain = compile(line).expect(line).script.lines;
        let behind = compile(&format!("then {line}")).expect(line).script.lines;
        assert_eq!(plain.len(), 1, "{line}");
        assert_eq!(plain[0].says, behind[0].says, "{line}");
    }
    for line in ["then red plays a1-a2", "then red passes"] {
        let text = format!("{RULES}scenario \"title\" of duel covers a.1 {{\n  {line}\n}}\n");
        let library = Library::parse([("test.scenario", text.as_str())]);
        let unit = library
            .units(UnitKind::Scenario)
            .next()
            .expect("a scenario");
        let problems = match scenario(&library, unit, "duel") {
            Ok(_) => panic!("{line} reads"),
            Err(problems) => problems,
        };
        let edit = problems.iter().find_map(|p| p.guess.as_ref());
        let edit = edit.unwrap_or_else(|| panic!("no edit: {problems:?}"));
        let mended = format!(
            "{}{}{}",
            &text[..edit.span.lo as usize],
            edit.text,
            &text[edit.span.hi as usize..]
        );
        let whole = format!("\n  {}\n", line.trim_start_matches("then "));
        assert!(mended.contains(&whole), "{mended}");
    }
}
