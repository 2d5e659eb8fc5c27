//! FEN of any board, good and bad.
use armorial_engine::fen::*;
use armorial_engine::ids::*;
use armorial_engine::rules::*;

/// A small game: kings on a board of 4 by 3.
fn rules() -> Ruleset {
    let seat = |name| Seat {
        name: TextId(name),
        side: SideId(name),
        board: BoardId(0),
        frame: None,
        shares: SeatId(name),
        vacant: false,
    };
    Ruleset {
        boards: vec![Board {
            name: None,
            files: 4,
            ranks: 3,
            holes: Vec::new(),
            layers: 1,
            first: SquareId(0),
        }],
        seats: vec![seat(0), seat(1)],
        kinds: vec![Kind {
            name: TextId(2),
            letter: 'K',
            army: None,
            card: false,
            src: SourceId(0),
        }],
        texts: vec!["white".into(), "black".into(), "king".into()],
        ..Ruleset::default()
    }
}

#[test]
fn rows_and_seat_on_turn_are_read() {
    let read = parse(&rules(), "3k/4/K3 b - - 0 1").expect("a FEN");
    let squares: Vec<_> = read.placed.iter().map(|p| (p.square.0, p.seat)).collect();
    assert_eq!(squares, [(11, Some(SeatId(1))), (0, Some(SeatId(0)))]);
    assert_eq!(read.given, [Given::OnTurn(SeatId(1))]);
}

#[test]
fn a_bad_fen_is_a_sentence() {
    for bad in [
        "",
        "4/4",
        "5/4/4",
        "3x/4/4",
        "kkkkk/4/4",
        "4/4/4 x",
        "4/4/4 w K",
        "4/4/4 w - e3",
        "99999999999999999999999/4/4",
        "4/4/4 w - - -3",
        "4/4/4 w - - 0 x",
        "4/4/4 w - - 0 1 2",
        "3/4/4",
    ] {
        assert!(parse(&rules(), bad).is_err(), "{bad}");
    }
}
