//! Sentences of people who had read the manual alone. Each was read, and did something else than its English or nothing; it is carried
//! out now, or refused with the form that works.
use tests::small::{codes, so, told, with_pawns};

#[test]
fn an_indefinite_piece_is_chosen_whatever_is_done_with_it() {
    for rule in [
        "at the end of your turn { promote a pawn of yours to a rook }",
        "at the end of your turn { a pawn of yours becomes a rook }",
        "after you move a rook, one of your pawns becomes a rook",
    ] {
        so(
            rule,
            "white plays c2-c4\n  white chooses a2\n  then there is a rook of white on a2\n  then there is a pawn of white on b3",
        );
    }
    for rule in [
        "*x* instead of moving, you may swap your king with a pawn of yours",
        "*x* instead of moving, you may swap your king and a pawn of yours",
        "*x* instead of moving, you may swap a pawn of yours with the king on c1",
    ] {
        so(
            rule,
            "white plays x\n  white chooses a2\n  then there is a king of white on a2\n  then there is a pawn of white on c1",
        );
    }
}

#[test]
fn what_a_mark_is_taken_from_is_it() {
    for rule in [
        "after a square stops being mined, remove the pieces beside it",
        "after a square is marked as mined, remove the pieces beside it",
    ] {
        let mined = "every square has a mark called mined\n  *bomb* instead of moving, you may mark an empty square as mined until the end of this turn";
        so(
            &format!("{mined}\n  {rule}"),
            "white plays bomb\n  white chooses b2\n  then c2 is empty\n  then b3 is empty\n  then there is a king on c1",
        );
    }
}

#[test]
fn what_is_lost_is_alone_if_no_other_is_there() {
    let rule = "after you capture an enemy, if the victim is alone, score 1";
    so(
        rule,
        "white plays c2-c5\n  then white has 0 points\n  black plays e5-e4\n  white plays c5-d5\n  then white has 0 points",
    );
}

#[test]
fn what_only_begins_to_be_so_is_no_event() {
    for rule in [
        "after your king is attacked, score 1",
        "after a piece is covered by a rook, score 1",
        "the first time your king is attacked, score 1",
    ] {
        assert_eq!(codes(&with_pawns(rule)), ["E124"], "{rule}");
    }
    so(
        "as soon as an enemy attacks your king, draw the game",
        "white plays c2-d2\n  black plays d5-d4\n  white plays d2-e2\n  then the game is drawn",
    );
    for watched in ["after you pass", "after a player passes"] {
        so(
            &format!("*rest* instead of moving, you may {{ pass }}\n  {watched}, score 1"),
            "white plays rest\n  then white has 1 point\n  black plays e5-e4\n  then black has 0 points\n  white plays rest\n  then white has 2 points",
        );
    }
    so(
        "*rest* instead of moving, you may { pass }\n  at the end of your turn, if you have passed this turn, score 1",
        "white plays rest\n  then white has 1 point\n  then black has 0 points",
    );
    assert_eq!(
        codes(&with_pawns("your rooks may capture without moving")),
        ["E157"]
    );
    for (rule, code) in [
        (
            "after you capture a piece, the captor becomes an enemy",
            "E123",
        ),
        ("after an enemy passes, score 1", "E122"),
        ("after an enemy resigns, score 1", "E122"),
    ] {
        assert_eq!(codes(&with_pawns(rule)), [code], "{rule}");
    }
    let circle = "check is enforced\n  kings are royal\n  your king is in check if an opponent has a legal move";
    assert_eq!(codes(&with_pawns(circle)), ["E420"]);
}

#[test]
fn one_of_a_zone_or_of_those_promoted_is_said_with_an_article() {
    let pocket = "you have a zone of pieces called pocket, starting with | R |\n  *drop* instead of moving, you may";
    told(
        &format!("{pocket} {{ put the rook in your pocket on an empty square }}"),
        &["W310"],
    );
    told(
        &format!("{pocket} {{ put a rook in your pocket on an empty square }}"),
        &[],
    );
    told(
        "at the end of your turn { promote your pawn to a rook }",
        &["W310"],
    );
    told(
        "at the end of your turn { promote your pawns to rooks }",
        &[],
    );
}
