//! The fast machine against published numbers and against its own slow ways.
#[path = "machine/bits.rs"]
mod bits;
#[path = "machine/orthodox.rs"]
mod orthodox;
#[path = "machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::fen;
use armorial_engine::ids::*;
use armorial_engine::machine::{Game, Leaves, Position, link};
use armorial_engine::play::*;
use armorial_engine::rules::*;
use armorial_engine::session::Running;

fn chess() -> (Ruleset, Game) {
    let rules = orthodox::ruleset();
    let game = link(&rules, &Match::default()).expect("a plan");
    (rules, game)
}

fn at(rules: &Ruleset, game: &Game, text: &str) -> Position {
    let read = fen::parse(rules, text).expect("a FEN");
    game.given(&read.placed, &read.given).expect("a position")
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Published counts, by FEN.
const PERFT: [(&str, &[u64]); 7] = [
    (START, &[20, 400, 8902, 197_281, 4_865_609]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862, 4_085_603],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43_238, 674_624],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379, 2_103_487],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890, 3_894_594],
    ),
];

#[test]
fn orthodox_chess_counts_as_published() {
    let (rules, game) = chess();
    for (text, counts) in PERFT {
        let position = at(&rules, &game, text);
        for (i, &count) in counts.iter().enumerate() {
            for leaves in [Leaves::Made, Leaves::Counted] {
                assert_eq!(
                    position.perft(i as u32 + 1, leaves),
                    count,
                    "{text} depth {}",
                    i + 1
                );
            }
        }
    }
}

/// Every group, compared option by option with generation that makes each option and looks.
#[test]
fn answers_by_index_play_the_same_games() {
    let (rules, game) = chess();
    let mut z = 1u64;
    for (text, _) in PERFT {
        let mut position = at(&rules, &game, text);
        for _ in 0..60 {
            let Open::Decision(decision) = position.open().clone() else {
                break;
            };
            let mut sorted = decision.options.clone();
            sorted.sort();
            sorted.dedup();
            if decision.kind == armorial_engine::play::Kind::Act {
                assert_eq!(
                    sorted, decision.options,
                    "options are in the order of the board"
                );
                let divided: Vec<Choice> = position
                    .divide(1)
                    .into_iter()
                    .map(|(path, _)| path[0].clone())
                    .collect();
                let mut divided = divided;
                divided.dedup();
                assert_eq!(divided, decision.options);
            }
            z = z.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let index = (z >> 33) as usize % decision.options.len();
            let before = position.view(None);
            assert!(position.answer(decision.options.len()).is_err());
            assert_eq!(
                position.view(None),
                before,
                "a refused answer changes nothing"
            );
            position.answer(index).expect("an option");
        }
    }
}

/// Plays moves written as `e2e4`, with the letter of the kind a pawn becomes.
fn play(rules: &Ruleset, position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let square =
            |text: &str| armorial_engine::notation::square_of(rules, text).expect("a square");
        let wanted = Choice::Move(square(&text[..2]), square(&text[2..4]));
        let mut choose = |wanted: &Choice| {
            let Open::Decision(decision) = position.open().clone() else {
                panic!("over before {text}")
            };
            let index = decision
                .options
                .iter()
                .position(|option| option == wanted)
                .unwrap_or_else(|| panic!("{text} is not offered"));
            position.answer(index).expect("an option");
        };
        choose(&wanted);
        if let Some(letter) = text.get(4..).and_then(|rest| rest.chars().next()) {
            let kind = rules
                .kinds
                .iter()
                .position(|kind| kind.letter == letter)
                .expect("a kind");
            choose(&Choice::Kind(kind.into()));
        }
    }
}

fn result(position: &Position) -> Option<Vec<Outcome>> {
    match position.open() {
        Open::Over(outcomes) => Some(outcomes.clone()),
        Open::Decision(_) => None,
    }
}

#[test]
fn mate_wins_and_stalemate_draws() {
    let (rules, game) = chess();
    let mut position = game.start().expect("a start");
    play(&rules, &mut position, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(result(&position), Some(vec![Outcome::Loss, Outcome::Win]));
    let mut position = at(&rules, &game, "7k/5Q2/8/8/8/8/8/K7 w - - 0 1");
    play(&rules, &mut position, "f7g6");
    assert_eq!(result(&position), Some(vec![Outcome::Draw, Outcome::Draw]));
}

#[test]
fn a_hundred_quiet_turns_draw_but_mate_on_the_hundredth_wins() {
    let (rules, game) = chess();
    let mut quiet = at(&rules, &game, "k7/8/1K6/8/8/8/8/7R w - - 99 80");
    play(&rules, &mut quiet, "h1h2");
    assert_eq!(result(&quiet), Some(vec![Outcome::Draw, Outcome::Draw]));
    let mut mate = at(&rules, &game, "k7/8/1K6/8/8/8/8/7R w - - 99 80");
    play(&rules, &mut mate, "h1h8");
    assert_eq!(result(&mate), Some(vec![Outcome::Win, Outcome::Loss]));
    let mut pawn = at(&rules, &game, "k7/8/1K6/8/8/8/6P1/7R w - - 99 80");
    play(&rules, &mut pawn, "g2g3");
    assert_eq!(result(&pawn), None, "a pawn's move begins the count anew");
    // Perft counts what the moves allow: draws by count do not end a line.
    let fresh = at(&rules, &game, "k7/8/1K6/8/8/8/8/7R w - - 0 1").perft(3, Leaves::Counted);
    let late = at(&rules, &game, "k7/8/1K6/8/8/8/8/7R w - - 99 80").perft(3, Leaves::Counted);
    assert_eq!(late, fresh);
}

#[test]
fn the_third_occurrence_of_a_position_draws() {
    let (rules, game) = chess();
    let mut position = game.start().expect("a start");
    play(&rules, &mut position, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    assert_eq!(result(&position), None);
    play(&rules, &mut position, "f6g8");
    assert_eq!(result(&position), Some(vec![Outcome::Draw, Outcome::Draw]));
    // The right to castle and the wake of a double step belong to the position.
    let mut position = at(&rules, &game, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    play(
        &rules,
        &mut position,
        "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8",
    );
    assert_eq!(
        result(&position),
        None,
        "the first position had another right to castle"
    );
}

#[test]
fn a_pawn_on_the_last_row_asks_for_its_kind() {
    let (rules, game) = chess();
    let mut position = at(&rules, &game, "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    play(&rules, &mut position, "a7b8");
    let Open::Decision(decision) = position.open().clone() else {
        panic!("over")
    };
    assert_eq!(decision.kind, armorial_engine::play::Kind::Choose);
    assert_eq!(decision.options.len(), 4);
    play(&rules, &mut position, "");
    let knight = rules
        .kinds
        .iter()
        .position(|kind| kind.letter == 'N')
        .expect("a knight");
    let index = decision
        .options
        .iter()
        .position(|option| *option == Choice::Kind(knight.into()))
        .expect("offered");
    position.answer(index).expect("an option");
    let standing = position
        .view(None)
        .pieces
        .iter()
        .find(|piece| piece.square.0 == 57)
        .map(|piece| piece.kind);
    assert_eq!(standing, Some(knight.into()));
}

/// A rule changed so that an idiom no longer holds: no plan, and the rule is named.
fn refused(change: impl FnOnce(&mut Ruleset)) -> armorial_engine::machine::LinkProblem {
    let mut rules = orthodox::ruleset();
    for (i, rule) in rules.rules.iter_mut().enumerate() {
        rule.src = SourceId::from(i);
    }
    change(&mut rules);
    link(&rules, &Match::default()).expect_err("no plan")
}

fn find(rules: &Ruleset, wanted: impl Fn(&Rule) -> bool) -> usize {
    rules.rules.iter().position(wanted).expect("such a rule")
}

#[test]
fn idioms_hold_only_under_their_conditions() {
    // A mark that lasts longer than the next turn is no wake.
    let problem = refused(|rules| {
        let marks = |rule: &Rule| matches!(&rule.form, Form::Trigger { on: On::After(deeds), .. } if deeds[0].verb == Verb::Move);
        let at = find(rules, marks);
        if let Form::Trigger { body, .. } = &mut rules.rules[at].form
            && let Step::Do(deed) = &mut body[0]
        {
            deed.how.term = vec![Term::Game];
        }
    });
    assert!(problem.rule.is_some(), "{problem}");
    // Somebody else reads the number that runs through the game.
    let problem = refused(|rules| {
        let mut reader =
            rules.rules[find(rules, |rule| matches!(rule.form, Form::Turn(_)))].clone();
        reader.form = Form::Guard {
            verdict: Verdict::Forbid,
            deed: words::deed(Verb::Castle),
            binds: Binds::Player,
            first: None,
            term: vec![],
        };
        reader.src = SourceId(777);
        rules.rules.push(reader);
    });
    assert_eq!(problem.rule, Some(SourceId(777)));
    // Something comes before a promotion.
    let problem = refused(|rules| {
        let promotes = |rule: &Rule| matches!(&rule.form, Form::Trigger { on: On::After(deeds), .. } if deeds[0].verb == Verb::Enter);
        let mut before = rules.rules[find(rules, promotes)].clone();
        before.src = SourceId(778);
        if let Form::Trigger { on, .. } = &mut before.form {
            *on = On::Before(vec![words::deed(Verb::Promote)]);
        }
        rules.rules.push(before);
    });
    assert_eq!(problem.rule, Some(SourceId(778)));
    // Nothing is said of who has no move.
    let problem = refused(|rules| {
        let mate = |rule: &Rule| {
            matches!(&rule.form, Form::Trigger { body, .. } if matches!(body[0], Step::If(..)))
                && rule.holder == Holder::EachSeat
        };
        let at = find(rules, mate);
        rules.rules.remove(at);
    });
    assert_eq!(problem.rule, None);
}

#[test]
fn what_castling_asks_for_is_read_from_the_rule() {
    // Without the condition on attacks a king may castle out of check, but still not into it.
    let mut rules = orthodox::ruleset();
    for rule in &mut rules.rules {
        if let Form::Movement { ways, .. } = &mut rule.form {
            for way in ways.iter_mut().filter(|way| way.bring.is_some()) {
                if let Some(Cond::All(list)) = &mut way.when {
                    list.pop();
                }
            }
        }
    }
    let castles = |rules: &Ruleset, text: &str| {
        let game = link(rules, &Match::default()).expect("a plan");
        let Open::Decision(decision) = at(rules, &game, text).open().clone() else {
            return false;
        };
        decision
            .options
            .contains(&Choice::Move(SquareId(4), SquareId(6)))
    };
    let in_check = "4r2k/8/8/8/8/8/8/4K2R w K - 0 1";
    let into_check = "6rk/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(castles(&rules, in_check));
    assert!(!castles(&rules, into_check));
    assert!(!castles(&orthodox::ruleset(), in_check));
    assert!(castles(
        &orthodox::ruleset(),
        "7k/8/8/8/8/8/8/4K2R w K - 0 1"
    ));
}
