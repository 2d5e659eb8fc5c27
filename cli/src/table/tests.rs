//! What a seat at a table is shown, over games of the library.
use super::keep::{Keeper, Stop};
use super::line::Plain;
use super::{Around, Table, ending, screen, secrets, words};
use crate::Literal;
use crate::args::GameFlags;
use crate::board::{self, facts::Beside};
use crate::flags::Ready;
use engine::ids::{ArmyId, SeatId};
use engine::play::{Choice, Decision, Kind, Open, Outcome, Who};
use engine::session::Running;

fn ready(variant: &str, armies: &[&str]) -> Ready {
    let flags = GameFlags {
        variant: variant.to_string(),
        armies: armies.iter().map(ToString::to_string).collect(),
        ..GameFlags::default()
    };
    Ready::from(&flags, 1).unwrap_or_else(|e| panic!("{variant}: {e}"))
}

fn begun(ready: &Ready) -> Literal {
    ready.begin().unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_seat_sees_its_own_secret_values_and_nobody_elses() {
    let ready = ready("european", &["soviet-union", "vietnam"]);
    let mut game = begun(&ready);
    game.answer(0).expect("dealt");
    let text = |seat| {
        let view = game.view(Some(SeatId(seat)));
        board::draw(&ready.rules, &view)
            + &board::plain::tell(&ready.rules, &view, &Beside::default())
    };
    assert!(text(0).contains("a1 token = king"), "{}", text(0));
    assert!(!text(1).contains("token = king"), "{}", text(1));
}

#[test]
fn armies_at_the_table_are_named_with_their_titles() {
    let ready = ready("european", &["netherlands"]);
    let game = begun(&ready);
    let beside = Beside {
        armies: secrets::armies(&ready.rules, &game),
        ..Beside::default()
    };
    let text = board::draw_with(&ready.rules, &game.view(Some(SeatId(0))), &beside);
    assert!(text.contains("Red: the Dutch (netherlands)"), "{text}");
}

#[test]
fn pieces_that_a_rule_freezes_are_named_where_nothing_is_secret() {
    let told = |armies: &[&str]| {
        let flags = GameFlags {
            variant: "european".to_string(),
            armies: armies.iter().map(ToString::to_string).collect(),
            position: Some(POSITION.to_string()),
            ..GameFlags::default()
        };
        let ready = Ready::from(&flags, 1).unwrap_or_else(|e| panic!("{e}"));
        let game = begun(&ready);
        let beside = Beside {
            frozen: secrets::frozen(&ready.rules, &game, &ready.heading),
            ..Beside::default()
        };
        board::draw_with(&ready.rules, &game.view(Some(SeatId(1))), &beside)
    };
    let agents = told(&["law-enforcement", "standard"]);
    assert!(agents.contains("Frozen: d4 pawn"), "{agents}");
    let plain = told(&["standard", "standard"]);
    assert!(!plain.contains("Frozen"), "{plain}");
}

/// Red's rook covers green's pawn on d4.
const POSITION: &str = "\
    | K2 .  .  .  .  .  .  .  |
    | P2 .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  P2 .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | P1 .  .  .  .  .  .  .  |
    | K1 .  .  R1 .  .  .  .  |
    given red is on turn";

#[test]
fn a_keyboard_is_handed_over_only_where_something_is_secret() {
    for (armies, secret) in [(["netherlands"], false), (["soviet-union"], true)] {
        let ready = ready("european", &armies);
        let game = begun(&ready);
        let kept = secrets::kept(&ready.rules, &game, &ready.heading);
        assert_eq!(kept, secret, "{armies:?}");
    }
}

#[test]
fn no_title_of_a_question_is_the_number_of_a_clause() {
    for variant in [
        "two-move",
        "synchronous",
        "zombie",
        "tar-pit",
        "telepathic",
        "cooperative",
    ] {
        let ready = ready(variant, &[]);
        let mut game = begun(&ready);
        for turn in 0..12 {
            let Open::Decision(decision) = game.open().clone() else {
                break;
            };
            let title = words::title(&ready.rules, &decision);
            let tag = |t: &String| t.split('.').count() > 2 && title.contains(t.as_str());
            assert!(!ready.rules.texts.iter().any(tag), "{variant}: {title}");
            game.answer(turn % decision.options.len())
                .expect("an option");
        }
    }
}

#[test]
fn a_mate_names_its_rule() {
    let ready = ready("chess", &[]);
    let mut lines = Plain(std::io::Cursor::new("f2f3\ne7e5\ng2g4\nd8h4\n"));
    let game = begun(&ready);
    let mut table = Table::new(
        ready.rules.clone(),
        game,
        ready.players,
        ready.heading,
        Around {
            lines: &mut lines,
            keeper: Keeper::default(),
            stop: Stop::never(),
            in_place: false,
        },
    );
    table.play().expect("a game");
    let first = table.ended.first().expect("a reason");
    assert!(
        first.contains("if you are in check { you lose }"),
        "{first}"
    );
    assert!(first.ends_with("[kit.base.6]"), "{first}");
    let ended = ending::result(&ready.rules, &[Outcome::Loss, Outcome::Win]);
    assert_eq!(ended, "Black wins; White loses");
}

#[test]
fn all_armies_to_choose_from_fit_on_a_screen_and_are_chosen_by_title() {
    let ready = ready("european", &["random"]);
    let choices = (0..ready.rules.armies.len()).map(|a| Choice::Army(ArmyId::from(a)));
    let decision = Decision {
        who: Who::Seat(SeatId(0)),
        kind: Kind::Choose,
        rule: None,
        label: None,
        secret: false,
        options: choices.collect(),
        weights: Vec::new(),
        picked: 0,
        dealing: None,
    };
    let lines = screen::options(&ready.rules, &decision);
    assert!(lines.lines().count() < 20, "{lines}");
    assert!(
        lines.lines().all(|l| l.chars().count() <= board::WIDTH),
        "{lines}"
    );
    let dutch = words::meant(&ready.rules, &decision, "netherlands");
    assert!(dutch.is_some());
    for said in ["the Dutch", "dutch"] {
        assert_eq!(words::meant(&ready.rules, &decision, said), dutch, "{said}");
    }
}
