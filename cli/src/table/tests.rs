//! What a seat at a table is shown, over games of the library.
use super::keep::{Keeper, Stop};
use super::line::Plain;
use super::{Around, Table, ending, screen, secrets, words};
use crate::Core;
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

fn begun(ready: &Ready) -> Core {
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
    // one reason: that Black is alone now follows from it
    let first = table.ended.as_ref().expect("a reason");
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

/// A table at which these lines are typed in a game of this seed.
fn typed<R>(flags: GameFlags, lines: &str, look: impl FnOnce(&mut Table<Core>) -> R) -> R {
    let ready = Ready::from(&flags, 4).unwrap_or_else(|e| panic!("{e}"));
    let mut lines = Plain(std::io::Cursor::new(lines.to_string()));
    let game = begun(&ready);
    let around = Around {
        lines: &mut lines,
        keeper: Keeper::default(),
        stop: Stop::never(),
        in_place: false,
    };
    let mut table = Table::new(
        ready.rules.clone(),
        game,
        ready.players,
        ready.heading,
        around,
    );
    // the lines end before the game does
    let _ = table.play();
    look(&mut table)
}

fn game(variant: &str, seats: &[&str]) -> GameFlags {
    GameFlags {
        variant: variant.to_string(),
        seat: seats.iter().map(ToString::to_string).collect(),
        seed: Some(4),
        ..GameFlags::default()
    }
}

#[test]
fn who_offers_a_draw_is_told_that_it_is_declined() {
    let lines = "e2e4\ndraw\nno\n";
    let (asked, past) = typed(game("chess", &[]), lines, |table| {
        let line = table.session.lines().last().expect("lines").answer.clone();
        (line, table.past.told(80))
    });
    assert_eq!(asked, "decline");
    assert!(past.contains("Black offers a draw"), "{past}");
    assert!(past.contains("White declines: draw"), "{past}");
}

#[test]
fn what_a_seat_was_told_is_not_told_anew_when_the_game_is_taken_up() {
    let lines = typed(game("chess", &["black=random"]), "e2e4\nd2d3\n", |table| {
        table.session.lines().to_vec()
    });
    assert_eq!(lines.len(), 4);
    let news = typed(game("chess", &["black=random"]), "", |table| {
        table.replay(&lines).expect("a record");
        table.news.take(SeatId(0))
    });
    let last = format!("Black plays {}", lines[3].answer);
    assert_eq!(news, [last]);
}

#[test]
fn what_castling_by_name_moved_is_marked() {
    let flags = GameFlags {
        position: Some("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1".to_string()),
        ..game("chess960", &[])
    };
    let last = typed(flags, "O-O\n", |table| {
        let square = |s| engine::notation::square(&table.rules, s);
        let moves = table.news.last().into_iter();
        moves
            .map(|(_, from, to)| format!("{}-{}", square(from), square(to)))
            .collect::<Vec<_>>()
    });
    assert_eq!(last.len(), 2, "{last:?}");
    assert!(last.contains(&"e1-g1".to_string()) && last.contains(&"h1-f1".to_string()));
}

#[test]
fn where_pieces_change_hands_with_the_king_the_king_was_taken() {
    let flags = GameFlags {
        position: Some(
            "\
    | K2 .  .  .  .  .  .  R1 |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  K3 .  |
    | N2 .  .  .  .  .  .  .  |
    | P2 .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | P1 .  .  .  .  .  .  .  |
    | K1 .  .  .  .  .  .  K4 |
    given yellow is on turn"
                .to_string(),
        ),
        ..game("chaturanga-modern", &[])
    };
    let taken = typed(flags, "h8a8\n", |table| {
        let kind = |k| engine::notation::kind(&table.rules, k).to_string();
        let taken = table.news.taken().into_iter();
        taken.map(|(_, _, k)| kind(k)).collect::<Vec<_>>()
    });
    assert_eq!(taken, ["king"]);
}

#[test]
fn moves_of_one_piece_that_are_more_than_a_line_holds_go_on_set_in() {
    let flags = GameFlags {
        position: Some("7k/8/8/3Q4/8/8/8/K7 w - - 0 1".to_string()),
        ..game("chess", &[])
    };
    let text = typed(flags, "", |table| {
        let Open::Decision(decision) = table.session.game().open().clone() else {
            panic!("a question");
        };
        screen::options(&table.rules, &decision)
    });
    let text = anstream::adapter::strip_str(&text).to_string();
    for line in text.lines() {
        assert!(line.chars().count() <= board::WIDTH, "{text}");
        assert!(line.starts_with("  "), "{text}");
    }
}

#[test]
fn cards_to_choose_from_go_by_their_names_alone() {
    for variant in ["two-move", "cooperative", "tar-pit"] {
        let (text, _) = sat(variant, &[], "");
        assert!(!text.contains('#'), "{text}");
    }
    let (text, _) = sat("cooperative", &["black=random"], "");
    assert!(
        text.contains(" white ") || text.contains(" black "),
        "{text}"
    );
}

/// A table at which these lines are typed, and what is drawn of its last question.
fn sat(variant: &str, seats: &[&str], lines: &str) -> (String, Option<String>) {
    let flags = GameFlags {
        variant: variant.to_string(),
        seat: seats.iter().map(ToString::to_string).collect(),
        seed: Some(4),
        ..GameFlags::default()
    };
    typed(flags, lines, |table| {
        let over = table.ended.clone();
        let Open::Decision(decision) = table.session.game().open().clone() else {
            return (String::new(), over);
        };
        let Who::Seat(seat) = decision.who else {
            return (String::new(), over);
        };
        let view = table.session.game().view(Some(seat));
        let beside = Beside {
            last: table.news.last(),
            taken: table.news.taken(),
            ..Beside::default()
        };
        let rules = &table.rules;
        let head = screen::turn(rules, &view, seat, &decision, &[], &beside, false);
        let text = head + &screen::options(rules, &decision);
        (anstream::adapter::strip_str(&text).to_string(), over)
    })
}

#[test]
fn an_agreed_draw_says_so() {
    let (_, over) = sat("chess", &[], "draw\nyes\n");
    assert_eq!(over.as_deref(), Some("The players agree to a draw"));
    let (text, _) = sat("chess", &[], "draw\n");
    assert!(text.contains("Black: Draw: do you agree?"), "{text}");
}

#[test]
fn cards_are_named_by_the_colour_they_show_whoever_holds_them() {
    // a hand of cards of both colours: what lies there is what can be chosen
    let ready = ready("cooperative", &[]);
    let mut game = begun(&ready);
    let mut seen = 0;
    for turn in 0..40 {
        let Open::Decision(decision) = game.open().clone() else {
            break;
        };
        if let Who::Seat(seat) = decision.who {
            let text = board::draw(&ready.rules, &game.view(Some(seat)));
            for choice in &decision.options {
                if let Choice::Held(_, kind, Some(side)) = choice {
                    let kind = engine::notation::kind(&ready.rules, *kind);
                    let card = format!("{} {kind}", engine::notation::side(&ready.rules, *side));
                    let own = engine::notation::seat(&ready.rules, seat);
                    // where all of a hand is of the colour of who holds it, the colour is left out
                    assert!(
                        text.contains(&card) || card == format!("{own} {kind}"),
                        "{card}: {text}"
                    );
                    seen += 1;
                }
            }
        }
        game.answer(turn * 7 % decision.options.len())
            .expect("an option");
    }
    assert!(seen > 4, "{seen} cards");
}

#[test]
fn golf_fits_on_a_screen_of_24_lines_and_says_what_is_bid() {
    let (text, _) = sat("golf", &["all=random", "1=human"], "2\n");
    assert!(text.contains("16 pieces where they stand"), "{text}");
    assert!(
        text.contains("Player-1: Bid: choose among 0 to 64"),
        "{text}"
    );
    assert!(text.lines().count() < 24, "{text}");
}

#[test]
fn moves_made_together_are_told_and_marked_when_they_are_made() {
    let (text, _) = sat("synchronous", &["all=random", "1=human"], "b1c3\n");
    assert!(text.contains("Last [ ]: white b1-c3, black "), "{text}");
}

#[test]
fn what_is_offered_stands_beside_yes() {
    let (text, _) = sat("cooperative", &["all=random", "1=human"], "1\n");
    let yes = "2 yes - you may move a piece of yours without capturing";
    assert!(text.contains(yes), "{text}");
}

#[test]
fn a_player_of_one_board_of_two_is_not_told_which() {
    let flags = GameFlags {
        variant: "european".to_string(),
        mode: vec!["bughouse".to_string()],
        ..GameFlags::default()
    };
    let ready = Ready::from(&flags, 1).unwrap_or_else(|e| panic!("{e}"));
    let mut game = begun(&ready);
    let mut seen = 0;
    for _ in 0..40 {
        let Open::Decision(decision) = game.open().clone() else {
            break;
        };
        let text = screen::options(&ready.rules, &decision);
        if decision.who == Who::Seat(SeatId(4)) && decision.kind == Kind::Act {
            let text = anstream::adapter::strip_str(&text).to_string();
            assert!(
                text.contains("a2 to ") && !text.contains(":a3 second"),
                "{text}"
            );
            assert!(!text.contains("second-board:a2"), "{text}");
            seen += 1;
        }
        // the second board goes on while the first one waits
        let last = decision.options.len() - 1;
        let index = if decision.kind == Kind::First {
            last
        } else {
            0
        };
        game.answer(index).expect("an option");
    }
    assert!(seen > 0);
}

#[test]
fn a_title_says_the_sort_of_what_is_chosen_and_ends_with_no_word_cut_off() {
    for (variant, modes) in [
        ("telepathic", vec![]),
        ("european-club", vec!["random-allotment"]),
        ("two-move", vec![]),
        ("tar-pit", vec![]),
    ] {
        let flags = GameFlags {
            variant: variant.to_string(),
            mode: modes.iter().map(ToString::to_string).collect(),
            ..GameFlags::default()
        };
        let ready = Ready::from(&flags, 3).unwrap_or_else(|e| panic!("{variant}: {e}"));
        let mut game = begun(&ready);
        for turn in 0..150 {
            let Open::Decision(decision) = game.open().clone() else {
                break;
            };
            let title = words::title(&ready.rules, &decision);
            let pieces = decision
                .options
                .iter()
                .any(|c| matches!(c, Choice::Piece(_)));
            assert!(!(pieces && title.contains("card")), "{variant}: {title}");
            let last = title
                .split([' ', '?'])
                .rfind(|w| !w.is_empty())
                .unwrap_or("");
            assert!(
                !["for", "of", "to", "among", "the", "in"].contains(&last),
                "{variant}: {title}"
            );
            game.answer(turn * 11 % decision.options.len())
                .expect("an option");
        }
    }
}

#[test]
fn info_tells_what_a_value_beside_the_board_is() {
    let rules = &ready("chess", &[]).rules;
    let told = super::info::told(rules, "quiet");
    assert!(
        told.starts_with("Quiet\n- the game has a number called quiet"),
        "{told}"
    );
    assert!(
        told.contains("if quiet is 100 or more, draw the game"),
        "{told}"
    );
    assert!(super::info::told(rules, "").contains("quiet, vulnerable"));
}
