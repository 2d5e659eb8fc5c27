//! Which thing a sentence means: whose enemies, whose owner, which of two nouns. Each of these was read and did something else or nothing;
//! it is carried out now, or refused with the form that works.
use dsl::phrase::readings;
use engine::rules::Ruleset;
use tests::small::{
    holds_from, problems, rules, six_by_six as game, six_so as so, six_told as told,
};

fn read_back(rules: &Ruleset) -> Vec<String> {
    let all = readings(rules).into_iter();
    all.map(|(_, reading)| reading).collect()
}

#[test]
fn a_permission_and_a_duty_speak_of_who_uses_them() {
    for rule in [
        "rooks may pass over pieces of their owner",
        "a rook may pass over a piece beside it",
        "a rook may pass over pieces lower than it",
    ] {
        so(rule, "k5/6/6/6/P5/R4K", "white plays a1-a4");
    }
    so(
        "rooks may pass over pieces of their owner",
        "k5/6/6/6/p5/R4K",
        "white cannot play a1-a4",
    );
    let light = "your rooks may pass over pawns if it is on a light square";
    so(light, "k5/6/6/6/1P4/1R3K", "white plays b1-b4");
    so(light, "k5/6/6/6/P5/R4K", "white cannot play a1-a4");
    for rule in [
        "pawns may capture pieces of their owner",
        "pieces may capture pieces of their own colour",
    ] {
        so(rule, "k5/6/6/1P4/P5/R4K", "white plays a2-b3");
    }
    so(
        "a pawn may capture a knight of its owner",
        "k5/6/6/1P4/P5/R4K",
        "white cannot play a2-b3",
    );
    so(
        "your pieces may capture your pieces lower than it",
        "k5/6/6/1P4/6/1R3K",
        "white plays b1-b3",
    );
    so(
        "your pieces must capture the enemies beside it",
        "k5/6/6/1p4/1R4/5K",
        "white is offered only b2-b3",
    );
    so(
        "a piece must enter a square beside a king of its owner",
        "k5/6/6/6/6/1R3K",
        "white is offered only b1-e1, f1-e1, f1-f2",
    );
}

#[test]
fn enemies_are_those_of_the_piece_that_a_rule_speaks_of() {
    let brave = "call a piece brave if an enemy is beside it\n  brave pieces cannot move";
    so(
        brave,
        "k5/6/6/6/1rn3/5K",
        "given black is on turn; black plays b2-b1",
    );
    so(
        brave,
        "k5/6/6/6/1rN3/5K",
        "given black is on turn; black cannot play b2-b1",
    );
    // the definition is the same for everybody: it is done once
    so(
        "every piece has a number called dose\n  call a piece brave if an enemy is beside it\n  at the end of every turn, add 1 to the dose of each brave piece\n  as soon as there is a knight whose dose is 2, draw the game",
        "k5/6/6/6/1rN3/5K",
        "white plays f1-f2; then the game is not over",
    );
    for hot in [
        "call a square hot if an enemy attacks it\n  kings cannot enter a hot square",
        "call a square safe unless an enemy attacks it\n  a king cannot enter a square that is not safe",
    ] {
        so(hot, "k5/6/6/4R1/6/5K", "white plays f1-e1");
        so(hot, "k5/6/6/4r1/6/5K", "white cannot play f1-e1");
    }
    for rule in [
        "as soon as a knight is beside an enemy, remove it",
        "at the end of every turn, for each knight { if an enemy is beside it { remove it } }",
        "at the end of every turn, remove the knights beside an enemy",
    ] {
        so(
            rule,
            "k5/6/6/6/1p1n2/5K",
            "given black is on turn; black plays d2-b1; then there is a knight of black",
        );
        so(
            rule,
            "k5/6/6/6/1P1n2/5K",
            "given black is on turn; black plays d2-b1; then there is no knight of black",
        );
    }
    // all at once: each of the two is beside the other
    for rule in [
        "at the end of every turn, remove the pieces beside an enemy",
        "at the end of every turn { let x be the pieces beside an enemy; remove x }",
    ] {
        so(
            rule,
            "k5/6/6/6/1P1n2/5K",
            "given black is on turn; black plays d2-b1; then b1 is empty; then b2 is empty",
        );
    }
}

#[test]
fn another_player_is_another_than_the_pieces_own() {
    for rule in [
        "a piece cannot move if a piece of another player is beside it",
        "pawns beside a piece of another player cannot move",
        "call a pawn brave if a piece of another player is beside it\n  brave pawns cannot move",
    ] {
        so(
            rule,
            "k5/6/pp4/6/6/5K",
            "given black is on turn; black plays a4-a3",
        );
        so(
            rule,
            "k5/6/pP4/6/6/5K",
            "given black is on turn; black cannot play a4-a3",
        );
    }
    so(
        "at the end of every turn, remove the pawns beside a piece of another player",
        "k5/6/6/pp4/6/5K",
        "white plays f1-f2; then there are exactly 2 pawns",
    );
    so(
        "after a knight moves, another player removes a pawn of theirs",
        "5k/pp4/6/6/PPN3/5K",
        "white plays c2-e1; black chooses a5",
    );
    told("another piece cannot move", "E160");
}

#[test]
fn of_pieces_that_never_moved_none_is_the_latest() {
    so(
        "after you move a knight, remove the latest enemy",
        "k1n3/pp4/6/6/P5/RN3K",
        "white plays b1-c3; then there are exactly 4 pieces of black; black plays a5-a4; white plays c3-b1; then a4 is empty; then there are exactly 3 pieces of black",
    );
    so(
        "the latest piece cannot move",
        "k5/p5/6/6/P5/R4K",
        "white plays a2-a3; black plays a5-a4",
    );
}

#[test]
fn lower_than_a_kind_is_lower_than_that_kind() {
    for rule in [
        "pieces lower than a rook cannot capture",
        "pieces lower than rooks cannot capture",
    ] {
        so(rule, "k5/6/6/6/2N3/p4K", "white cannot play c2-a1");
        so(rule, "k5/6/6/6/2Q3/2p2K", "white plays c2-c1");
    }
    so(
        "pieces lower than your rook cannot capture",
        "k5/6/6/6/2N3/p4K",
        "white plays c2-a1",
    );
}

#[test]
fn it_is_not_the_thing_that_its_own_condition_speaks_of() {
    for rule in [
        "at the end of your turn, remove your king if an enemy is beside it",
        "at the end of your turn, remove your king unless an enemy attacks it",
        "if an enemy is beside it, your king cannot move",
        "while a rook is beside it, your king cannot be captured",
        "*leap* instead of moving, if an enemy is beside it, you may { remove your rook }",
    ] {
        told(rule, "E117");
    }
    so(
        "your king cannot move if an enemy is beside it",
        "k5/6/6/6/R4n/5K",
        "white cannot play f1-e1",
    );
    // the square of a guard, and not who enters it
    let shrine = "you have a square called shrine, starting at a2\n  pieces cannot enter your shrine while your king is beside it";
    so(shrine, "k5/6/R5/6/1K4/6", "white cannot play a4-a2");
    so(shrine, "k5/6/R5/6/3K2/6", "white plays a4-a2");
    told(
        "you have a square called shrine, starting at a2\n  a rook cannot enter your shrine if a pawn is beside it",
        "E117",
    );
}

#[test]
fn it_behind_a_condition_about_another_piece_is_asked_for() {
    for rule in [
        "after your king moves, if a pawn of yours is on your last row, remove it",
        "after your king moves, if a pawn of yours is on your last row { remove it }",
        "after your king moves { if a pawn of yours is on your last row, remove it }",
    ] {
        told(rule, "E117");
    }
    so(
        "after your king moves, if a pawn is beside it, remove the pawns beside it",
        "k5/6/6/6/2p3/1K4",
        "white plays b1-c1; then c2 is empty",
    );
    so(
        "after your king moves, if a pawn of yours is on your last row, remove the mover",
        "k4P/6/6/6/6/1K4",
        "white plays b1-c1; then c1 is empty",
    );
}

#[test]
fn a_clause_belongs_to_the_noun_whose_number_its_verb_has() {
    told("pieces beside a king that is in check cannot move", "E119");
    told("a rook beside kings that are royal cannot move", "E119");
    so(
        "pieces beside (a king that is on f1) cannot move",
        "k5/6/6/6/R5/K3RK",
        "white cannot play e1-e2; white plays a2-a3",
    );
    so(
        "pieces beside a king that are on a light square cannot move",
        "k5/6/6/6/K4R/R4K",
        "white plays a1-b1",
    );
}

#[test]
fn the_rook_that_nobody_named_is_asked_for() {
    told("after a king castles, the rook becomes a queen", "E116");
    told(
        "after you capture a piece with a pawn, the knight becomes a rook",
        "E116",
    );
}

#[test]
fn places_joined_by_or_are_entered_and_left_each_by_itself() {
    so(
        "after your king enters b1-b2 or c1-c2, you win",
        "k5/6/6/6/6/1K4",
        "white plays b1-c1; then white has won",
    );
    so(
        "your king cannot leave b1-b2 or c1-c2",
        "k5/6/6/6/6/1K4",
        "white cannot play b1-c1; white plays b1-b2",
    );
    so(
        "pawns on rank 2 or rank 3 cannot move",
        "k5/6/P5/1P4/2P3/5K",
        "white cannot play b3-b4; white cannot play c2-c3; white plays a4-a5",
    );
    told(
        "after you move a pawn, remove every pawn on rank 1 on rank 6",
        "E160",
    );
    // a definition of several squares is one square of them where a piece is put
    so(
        "call a1 your corner\n  call f1 your corner\n  *drop* instead of moving, you may put a new rook on your corner",
        "k5/6/6/6/6/2K3",
        "white plays drop; white chooses f1; black plays drop; then there is a rook of black on f6",
    );
}

#[test]
fn the_doer_of_a_step_is_one_of_those_joined_by_or() {
    told(
        "after your rook moves, your rooks or your pawns become queens",
        "E192",
    );
    told(
        "after your rook moves, a rook or a pawn of yours becomes a queen",
        "E119",
    );
    so(
        "after your rook moves, a rook or pawn of yours becomes a queen",
        "k5/6/6/6/P5/R4K",
        "white plays a1-b1; white chooses a2; then there is a queen of white on a2; then there is a rook of white on b1",
    );
}

#[test]
fn a_way_of_moving_can_be_forbidden_and_watched() {
    so(
        "your rooks cannot move sideways",
        "k5/6/R5/6/6/K5",
        "white cannot play a4-b4; white plays a4-a5",
    );
    so(
        "after your rook moves forward, score 1",
        "k5/6/R5/6/6/1K4",
        "white plays a4-a5; then white has 1 point; black plays a6-b6; white plays a5-a3; then white has 1 point",
    );
    told(
        "your rooks cannot move in the direction of your king",
        "E156",
    );
}

#[test]
fn one_event_is_one_step() {
    told("after you move two knights, score 1", "E125");
    told("after you capture 2 pieces, score 1", "E125");
    told("after you put an enemy king in check, score 1", "E124");
}

#[test]
fn what_a_permission_to_capture_lets_be_captured_is_said() {
    told("your rooks may capture pawns", "E157");
    told("your rooks may capture from a1", "E157");
    so(
        "your rooks may capture your pawns",
        "k5/6/6/6/P5/R4K",
        "white plays a1-a2",
    );
    so(
        "rooks may capture pawns of any colour",
        "k5/6/6/6/P5/R4K",
        "white plays a1-a2",
    );
}

#[test]
fn positions_are_counted_when_a_turn_begins() {
    told(
        "at the end of your turn, if the repetition is 2 or more, you lose",
        "E128",
    );
    told(
        "after you move a piece, if the repetition is 3, you lose",
        "E128",
    );
    so(
        "at the start of your turn, if the repetition is 2, you win",
        "k5/6/6/6/6/R4K",
        "white plays a1-b1; black plays a6-b6; white plays b1-a1; black plays b6-a6; then white has won",
    );
}

#[test]
fn what_is_paid_instead_of_an_event_has_to_be_there() {
    let bail = "you have a number called coins, starting at 1\n  before your pawn is captured, spend 1 of your coins instead";
    so(
        bail,
        "k5/6/3r2/6/3P2/K5",
        "given black is on turn; black plays d4-d2; then there is a pawn of white on d2; then the coins of white are 0",
    );
    so(
        bail,
        "k5/6/3r2/6/3P2/K5",
        "given the coins of white are 0; given black is on turn; black plays d4-d2; then there is a rook of black on d2",
    );
}

#[test]
fn a_move_brings_a_piece_to_one_square() {
    told(
        "kind caster \"C\" { it leaps from e1 to c1 without capturing, bringing the rook on a1 to d1 or b1 }",
        "E192",
    );
}

#[test]
fn two_readings_name_what_the_file_declares() {
    let text = game(
        "you have a piece called carrier\n  at the end of your turn, set your carrier to your king\n  your carrier cannot move to a square that a rook of an opponent that has moved attacks",
    );
    let told = problems(&text);
    let two = |said: &&String| said.contains("two readings");
    let two: Vec<&String> = told.iter().filter(two).collect();
    assert_eq!(two.len(), 1, "{told:?}");
    assert!(
        two[0].contains("carrier") && !two[0].contains('?'),
        "{}",
        two[0]
    );
    // a mark is no value of its player
    so(
        "every piece has a mark called tired\n  at the start of your turn, mark your king as tired for the game\n  at the end of your turn, if you have no tired piece, score 1",
        "k5/6/6/6/6/R4K",
        "white plays a1-a2; then white has 1 point",
    );
}

#[test]
fn what_is_printed_says_the_same() {
    for (rule, printed) in [
        (
            "a piece cannot be captured by a piece lower than it",
            "a piece cannot be captured by a piece lower than it",
        ),
        (
            "your pawns cannot be captured by queens unless it is on a5-f5",
            "your pawns cannot be captured by queens if it is not on a5-f5",
        ),
        (
            "your rooks also leap anywhere to a square beside your king",
            "your rooks also leap anywhere to a square beside your kings",
        ),
    ] {
        let all = read_back(&rules(&game(rule)));
        assert!(all.contains(&printed.to_owned()), "{rule}: {all:?}");
        assert_eq!(read_back(&rules(&game(printed))), all, "{rule}");
    }
}

#[test]
fn what_lies_in_a_place_is_not_beside_it_and_a_piece_is_not_near_itself() {
    let hill = |near: &str| {
        format!("call a1-b2 the hill\n  after you move a king, remove the pawns {near} the hill")
    };
    for near in ["beside", "around"] {
        so(
            &hill(near),
            "k5/6/6/P5/P5/5K",
            "white plays f1-f2; then the piece on a2 is a pawn; then a3 is empty",
        );
    }
    so(
        &hill("within 1 square of"),
        "k5/6/6/P5/P5/5K",
        "white plays f1-f2; then a2 is empty; then a3 is empty",
    );
    let rank = "after you move a king, remove the pawns beside rank 3";
    so(
        rank,
        "k5/6/6/PP4/P5/5K",
        "white plays f1-f2; then the piece on a3 is a pawn; then the piece on b3 is a pawn; then a2 is empty",
    );
    let pawns = "after you move a king, remove the pawns within 1 square of a pawn";
    so(
        pawns,
        "k5/6/6/6/P1PP2/5K",
        "white plays f1-e1; then the piece on a2 is a pawn; then c2 is empty; then d2 is empty",
    );
    let number = "you have a number called range-of-fire, starting with 1\n  after you move a king { let span be your range-of-fire; remove the pawns within span squares of a pawn }";
    so(
        number,
        "k5/6/6/6/P1PP2/5K",
        "white plays f1-e1; then the piece on a2 is a pawn; then c2 is empty; then d2 is empty",
    );
    // the square of a piece is near that piece
    so(
        "call the squares within 1 square of a knight hot\n  after you move a king, remove the knights on hot squares",
        "k5/6/6/6/N5/5K",
        "white plays f1-f2; then a2 is empty",
    );
}

#[test]
fn the_second_place_of_a_square_is_the_squares() {
    so(
        "after you move a rook, if it is on a square beside a pawn, you win",
        "k5/6/6/6/P5/1R3K",
        "white plays b1-a1; then white has won",
    );
    so(
        "after you move a rook, remove the pawns that are on light squares beside a knight",
        "k5/6/6/6/PNP3/1R3K",
        "white plays b1-a1; then a2 is empty; then c2 is empty",
    );
    so(
        "after you move a rook, remove the pawns that are on dark squares beside a knight",
        "k5/6/6/6/PNP3/1R3K",
        "white plays b1-a1; then the piece on a2 is a pawn",
    );
}

#[test]
fn it_in_a_clause_about_another_piece_is_asked_back() {
    let after = |clause: &str| format!("after you move a rook, remove every enemy {clause}");
    for clause in [
        "that has no empty square beside it",
        "that attacks a pawn beside it",
    ] {
        told(&after(clause), "E117");
    }
    so(
        &after("that is beside it"),
        "k5/6/6/p2p2/p5/1R3K",
        "white plays b1-a1; then a2 is empty; then the piece on a3 is a pawn",
    );
    so(
        &after("that attacks it"),
        "k5/6/6/r5/1p4/1R3K",
        "white plays b1-a1; then a3 is empty; then b2 is empty",
    );
    so(
        "call a piece hemmed if no empty square is beside it\n  after you move a rook, remove every hemmed enemy",
        "k5/6/p5/np4/p5/1R3K",
        "white plays b1-a1; then a3 is empty; then the piece on b3 is a pawn",
    );
}

#[test]
fn an_edge_is_moved_across_not_crossed() {
    let torus = "rooks move on the torus";
    for rule in [
        "pieces cannot cross an edge",
        "after a rook crosses the edge, you win",
    ] {
        told(&format!("{torus}\n  {rule}"), "E122");
    }
    so(torus, "k5/6/6/6/6/RP4", "white plays a1-f1");
    so(
        &format!("{torus}\n  pieces cannot move across an edge"),
        "k5/6/6/6/6/RP4",
        "white cannot play a1-f1",
    );
}

#[test]
fn a_kind_that_moves_on_the_torus_attacks_over_the_edge() {
    // without any other way that takes more than a line to judge
    let game = r#"
variant t "T" {
  board 6 by 6
  seats white on rank 1, black on rank 6
  on your turn { act } otherwise { pass }
  kings are royal
  check is enforced
  as soon as you have no opponent, you win
  kind king "K" { it steps any way }
  kind rook "R" {
    it slides orthogonally
    it also moves on the torus
  }
  kind pawn "P" { it steps forward }
}
"#;
    holds_from(game, "5k/6/6/6/6/rP3K", "then white is in check");
    holds_from(game, "5k/6/6/6/r5/1P3K", "white cannot play f1-f2");
    holds_from(
        game,
        "5k/6/6/6/rP3P/5K",
        "white plays f1-e1; then white is not in check",
    );
}
