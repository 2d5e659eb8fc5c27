//! Four seats, kings captured, the conqueror taking over.
#[path = "machine/orthodox.rs"]
#[allow(dead_code)]
mod orthodox;
#[path = "machine/quad.rs"]
mod quad;
#[path = "machine/words.rs"]
#[allow(missing_docs, dead_code)]
mod words;

use armorial_engine::ids::*;
use armorial_engine::machine::{Game, Leaves, Position, SetUp, Standing, link};
use armorial_engine::play::*;
use armorial_engine::session::Running;
use orthodox::{BISHOP, KING, KNIGHT, PAWN, ROOK};

/// Lines of the game from its beginning, counted by an independent mailbox generator (the oracle of the
/// prototype in the design notes).
const QUAD: [u64; 5] = [11, 122, 1353, 14_883, 191_239];

fn four() -> Game {
    let game = Match {
        armies: vec![Some(ArmyId(0)); 4],
        ..Match::default()
    };
    link(&quad::ruleset(), &game).expect("a plan")
}

fn square(name: &str) -> SquareId {
    let bytes = name.as_bytes();
    SquareId(u16::from(bytes[1] - b'1') * 8 + u16::from(bytes[0] - b'a'))
}

/// Pieces as `K1a1`: kind, seat from 1, square; a pawn may have a facing, `P1>g8`.
fn position(game: &Game, turn: u16, pieces: &str) -> Position {
    let one = |text: &str| {
        let kind = match &text[..1] {
            "K" => KING,
            "R" => ROOK,
            "B" => BISHOP,
            "N" => KNIGHT,
            _ => PAWN,
        };
        let seat = text[1..2].parse::<u16>().expect("a seat") - 1;
        let facing = "^>v<".find(&text[2..3]).map(|turns| turns as u8);
        Standing {
            kind: KindId(kind),
            seat: SeatId(seat),
            square: square(&text[text.len() - 2..]),
            facing,
            unmoved: false,
        }
    };
    let setup = SetUp {
        pieces: pieces.split_whitespace().map(one).collect(),
        playing: vec![],
        turn: SeatId(turn),
        marked: vec![],
        clock: 0,
    };
    game.set_up(&setup).expect("a position")
}

fn options(position: &Position) -> (SeatId, Kind, Vec<Choice>) {
    match position.open() {
        Open::Decision(Decision {
            who: Who::Seat(seat),
            kind,
            options,
            ..
        }) => (*seat, *kind, options.clone()),
        other => panic!("no decision: {other:?}"),
    }
}

fn choose(position: &mut Position, wanted: &Choice) {
    let index = options(position)
        .2
        .iter()
        .position(|option| option == wanted);
    position.answer(index.expect("offered")).expect("an option");
}

fn play(position: &mut Position, from: &str, to: &str) {
    choose(position, &Choice::Move(square(from), square(to)));
}

fn owner(position: &Position, at: &str) -> Option<(KindId, Option<SeatId>, u8)> {
    let view = position.view(None);
    let piece = view.pieces.iter().find(|piece| piece.square == square(at));
    piece.map(|piece| (piece.kind, piece.seat, piece.facing))
}

#[test]
fn lines_count_as_a_mailbox_generator_counts_them() {
    let position = four().start().expect("a start");
    for (i, count) in QUAD.into_iter().enumerate() {
        for leaves in [Leaves::Made, Leaves::Counted] {
            assert_eq!(
                position.perft(i as u32 + 1, leaves),
                count,
                "depth {}",
                i + 1
            );
        }
    }
}

#[test]
fn who_takes_the_king_takes_the_army_and_pawns_keep_their_facing() {
    let game = four();
    let mut p = position(&game, 0, "K1a1 R1a4 K2a8 P2b7 R2h7 K3h8 P3g7 K4h1 P4g2");
    play(&mut p, "a4", "a8");
    assert_eq!(options(&p).0, SeatId(2), "the conquered seat has no turn");
    assert_eq!(owner(&p, "b7"), Some((KindId(PAWN), Some(SeatId(0)), 1)));
    assert_eq!(
        owner(&p, "h7"),
        Some((KindId(ROOK), Some(SeatId(0)), 1 - 1))
    );
    play(&mut p, "g7", "g6");
    play(&mut p, "g2", "f2");
    let (seat, _, moves) = options(&p);
    assert_eq!(seat, SeatId(0));
    assert!(
        moves.contains(&Choice::Move(square("b7"), square("c7"))),
        "it still walks east"
    );
    assert!(!moves.contains(&Choice::Move(square("b7"), square("b8"))));
}

#[test]
fn a_seat_with_one_piece_left_is_out_and_its_piece_is_removed() {
    let game = four();
    let mut p = position(&game, 0, "K1a1 R1a4 K2c8 N2a6 K3h8 P3g7 K4h1 P4g2");
    play(&mut p, "a4", "a6");
    assert_eq!(owner(&p, "c8"), None);
    assert_eq!(options(&p).0, SeatId(2));
    assert_eq!(p.view(None).outcomes[1], Outcome::Loss);
}

#[test]
fn the_last_seat_wins_at_once() {
    let game = four();
    let mut p = position(&game, 0, "K1a1 R1a4 K3a8 P3g7 B3c5");
    play(&mut p, "a4", "a8");
    let outcomes = match p.open() {
        Open::Over(outcomes) => outcomes.clone(),
        Open::Decision(_) => panic!("still open"),
    };
    assert_eq!(
        outcomes,
        [Outcome::Win, Outcome::Loss, Outcome::Loss, Outcome::Loss]
    );
    assert!(p.answer(0).is_err());
}

#[test]
fn promotion_is_asked_before_the_game_is_won_and_offers_the_kinds_of_the_setup() {
    let game = four();
    let mut p = position(&game, 0, "K1a1 P1b7 K3a8 R3h5 P3g7");
    play(&mut p, "b7", "a8");
    let (seat, kind, choices) = options(&p);
    assert_eq!((seat, kind), (SeatId(0), Kind::Choose));
    let mut kinds = choices.clone();
    kinds.sort();
    assert_eq!(
        kinds,
        [KING, ROOK, BISHOP, KNIGHT].map(|kind| Choice::Kind(KindId(kind)))
    );
    choose(&mut p, &Choice::Kind(KindId(KING)));
    assert!(matches!(p.open(), Open::Over(_)));
}

#[test]
fn with_two_kings_the_first_may_be_lost() {
    let game = four();
    let mut p = position(&game, 0, "K1a1 R1a4 K2a8 K2c8 P2b7 K3h8 P3g7 K4h1 P4g2");
    play(&mut p, "a4", "a8");
    assert_eq!(options(&p).0, SeatId(1), "it has another king");
    assert_eq!(owner(&p, "b7").map(|piece| piece.1), Some(Some(SeatId(1))));
}

#[test]
fn who_can_do_nothing_passes() {
    let game = four();
    // The king is walled in by its own pawns, which face south and cannot go further.
    let mut p = position(&game, 0, "K1a1 P1va2 P1vb2 P1vb1 K3h8 P3g7");
    assert_eq!(options(&p).0, SeatId(2));
    let q = position(&game, 0, "P1^a8 P1^b8 K3h5 P3g7");
    let (seat, kind, _) = options(&q);
    assert_eq!(
        (seat, kind),
        (SeatId(2), Kind::Act),
        "passing is no decision"
    );
    let stuck = position(&game, 0, "P1^a8 P1^b8 P3^c8 P3^d8");
    assert_eq!(
        options(&stuck).1,
        Kind::Pass,
        "nobody can move: no endless passing"
    );
    assert_eq!(stuck.perft(2, Leaves::Counted), 0);
    assert_eq!(
        p.table_act(SeatId(0), "resign"),
        Err(Refused::NoSuchAct("resign".into()))
    );
}

#[test]
fn random_games_by_index_and_in_bulk_end() {
    let game = four();
    let start = game.start().expect("a start");
    let mut z = 7u64;
    let mut word = || {
        z = z
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        z ^ (z >> 29)
    };
    let tally = start.simulate(200, 2_000, &mut word);
    assert_eq!(
        tally.won.iter().sum::<u64>() + tally.drawn + tally.unfinished,
        200
    );
    assert!(tally.won.iter().all(|&won| won > 0), "{tally:?}");
    for _ in 0..20 {
        let mut p = start.clone();
        for _ in 0..400 {
            let Open::Decision(decision) = p.open() else {
                break;
            };
            let index = (word() >> 33) as usize % decision.options.len();
            p.answer(index).expect("an option");
            let view = p.view(None);
            for (seat, outcome) in view.outcomes.iter().enumerate() {
                let pieces = view
                    .pieces
                    .iter()
                    .filter(|piece| piece.seat == Some(SeatId::from(seat)))
                    .count();
                assert_eq!(
                    *outcome == Outcome::Loss && !matches!(p.open(), Open::Over(_)),
                    pieces == 0 && !matches!(p.open(), Open::Over(_))
                );
            }
        }
    }
}
