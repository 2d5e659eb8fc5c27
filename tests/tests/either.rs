//! `or`, `every`, `the` and `not` as English has them: one of several is picked, each of them is meant, the one that is meant is there.
use tests::small::{codes, fails, holds, scenario_codes, scene, so, told, with_pawns};

/// A kind that only comes to the board by a rule.
const QUEEN: &str = "kind queen \"Q\" { it slides any way }\n  ";

/// A line of a scenario is answered with this code.
fn refused(lines: &str, code: &str) {
    let said = scenario_codes(&(with_pawns("") + &scene(lines)));
    assert!(said.contains(&code), "{lines}: {said:?}");
}

#[test]
fn or_in_a_step_is_a_choice() {
    for step in [
        "it becomes a queen or a pawn",
        "it becomes a queen or pawn",
        "the mover becomes a pawn or a queen",
    ] {
        so(
            &format!("{QUEEN}after you move a rook, {step}"),
            "white plays c2-c3\n  white is offered only pawn, queen\n  white chooses queen\n  then there is a queen on c3",
        );
    }
    so(
        &format!(
            "{QUEEN}after a rook enters its last row, it promotes to a queen, a pawn or a king"
        ),
        "white plays c2-c5\n  white chooses pawn\n  then there is a pawn of white on c5",
    );
    so(
        "after you move a king { put a new pawn on e1 or e2 }",
        "white plays c1-b1\n  white is offered only e1, e2\n  white chooses e2\n  then there is a pawn on e2\n  then e1 is empty",
    );
    so(
        "after you move a king, remove a pawn of yours or a rook of yours",
        "white plays c1-b1\n  white is offered only a2, b3, c2\n  white chooses a2\n  then a2 is empty\n  then there is a rook on c2",
    );
    so(
        "after you move a king, remove a pawn or rook of yours",
        "white plays c1-b1\n  white is offered only a2, b3, c2",
    );
}

#[test]
fn or_that_leaves_it_open_is_refused() {
    told(
        "after you move a king, remove your pawns or your rooks",
        &["E192"],
    );
    told(
        "after you move a king, remove a pawn or a rook of yours",
        &["E119"],
    );
    told(
        "after you move a king, remove a pawn of yours or 2 rooks of yours",
        &["E192"],
    );
    told(
        "as soon as you have no king, no pawn or no rook, you lose",
        &["E192"],
    );
    told(
        "as soon as you have at most 1 pawn or at most 1 rook, you lose",
        &["E192"],
    );
    told(
        "after you move a rook, if it is beside a pawn and a king, score 1",
        &["E192"],
    );
}

#[test]
fn squares_joined_by_or_are_places_of_their_own() {
    so(
        "rooks cannot enter c3 or c4",
        "white cannot play c2-c3\n  white cannot play c2-c4\n  white plays c2-c5",
    );
    so(
        "after your rook enters c3 or c4, score 1",
        "white plays c2-c3\n  black plays e5-e4\n  white plays c3-c4\n  then white has 2 points",
    );
    so(
        "after your rook enters c3-c4, score 1",
        "white plays c2-c3\n  black plays e5-e4\n  white plays c3-c4\n  then white has 1 point",
    );
}

#[test]
fn the_one_that_is_not_is_there() {
    so(
        "after you move a king { if your pawn is not on b3 { score 1 } }",
        "white plays c1-b1\n  then white has 0 points",
    );
    so(
        "after you move a king { if your pawn is not on b4 { score 1 } }",
        "white plays c1-b1\n  then white has 1 point",
    );
    so(
        "after you move a king { if the piece on d4 is not a king { score 1 } }",
        "white plays c1-b1\n  then white has 0 points",
    );
    for line in [
        "then the pawn of white is not on a2",
        "then the rook of black is not on a1",
        "then the piece on e1 is not a king",
        "then the piece on e1 cannot move",
        "then the pawn on e1 does not attack e2",
    ] {
        fails(&(with_pawns("") + &scene(line)));
    }
    holds(&(with_pawns("") + &scene("then the king of white is not on c2")));
}

#[test]
fn every_is_each_of_them() {
    let counted = "after you move a king { if every player has captured a piece { score 1 } }";
    so(
        counted,
        "white plays c2-c5\n  black plays e5-e4\n  white plays c1-b1\n  then white has 0 points",
    );
    let both = "white plays c2-c5\n  black plays e5-d4\n  white plays c5-d5\n  black plays d4-d5\n  white plays c1-b1\n  then white has 1 point";
    so(counted, both);
    told(
        "after you move a king, if a piece of yours is on every square of rank 2, score 1",
        &["E150"],
    );
    told(
        "you have a zone of pieces called jail\n  as soon as your jail holds a piece of every player, you win",
        &["E150"],
    );
    so(
        "you have a zone of pieces called jail\n  after you capture a piece, put the victim into your jail\n  \
         after you move a king { if every opponent has a piece in your jail { score 1 }; if you have a piece in your jail { score 2 } }",
        "white plays c2-c5\n  black plays e5-e4\n  white plays c1-b1\n  then white has 3 points",
    );
}

#[test]
fn the_pawn_behind_a_pawn_is_not_every_pawn() {
    told(
        "after you move a rook, if a pawn is beside it, remove the pawn",
        &["E116"],
    );
    told(
        "after you move a rook { remove a pawn of yours; put a new rook on the square of the pawn }",
        &["E116"],
    );
    so(
        "after you move a rook, if a pawn is beside it, remove the pawns beside it",
        "white plays c2-c3\n  then b3 is empty\n  then d3 is empty\n  then there is a pawn on a2",
    );
}

#[test]
fn most_points_are_had_by_a_player() {
    so(
        "after you capture a piece, score 1\n  after you move a king { if you have the most points { score 5 } }",
        "white plays c2-c5\n  black plays e5-e4\n  white plays c1-b1\n  then white has 6 points",
    );
    so(
        "after you capture a piece, score 1\n  after you move a king { if you have the fewest points { score 5 } }",
        "white plays c2-c5\n  black plays e5-e4\n  then black has 5 points\n  white plays c1-b1\n  then white has 6 points",
    );
    told("after you move a king, score the most points", &["E150"]);
}

#[test]
fn what_has_begun_and_what_is_too_often() {
    told("at the start of your turn { skip this turn }", &["E160"]);
    told(
        "after you move a king, repeat 100 times { score 1 }",
        &["E220"],
    );
    let dice = codes(&with_pawns(
        "after you move a king { roll 300 dice called luck; score the luck }",
    ));
    assert!(dice.contains(&"E220"), "{dice:?}");
    told(
        "after you move a rook, if your king was on rank 1 at the start of your turn, score 1",
        &["E119"],
    );
}

#[test]
fn what_is_hidden_shows_in_no_guard() {
    let hidden = "every piece has a mark called ill, seen by you\n  after you capture a pawn { mark the captor as ill for the game }\n";
    let shown = |rule: &str| codes(&with_pawns(&format!("{hidden}  {rule}"))).contains(&"E410");
    assert!(shown("ill pieces cannot move"));
    assert!(shown("ill pieces cannot be captured"));
    assert!(!shown("your ill pieces cannot move"));
}

#[test]
fn a_line_of_a_scenario_says_all_it_says() {
    refused("then black is told \"twang\" and black has won", "E140");
    refused("white resigns now", "E140");
    refused("then there is no enemy\n  white plays c1-b1", "E117");
    refused("then your king is not on c1", "E117");
    refused("given white is on turn", "E140");
    refused("then white is on turn [some.1]", "E140");
    refused("then the rook on c2 cannot move [some.1]", "E140");
    let rows = "position\n    | . . . . K2 |\n    | . . . . . |\n    | . . . . . |\n    | . . . . . |\n    | K1 . . . . |";
    refused(&format!("{rows}\n  {rows}\n  then a1 is not empty"), "E140");
    refused(
        &format!("white plays c1-b1\n  {rows}\n  then a1 is not empty"),
        "E140",
    );
    let tired = "every piece has a mark called tired";
    for given in [
        "no pawn is tired",
        "1 pawn is tired",
        "at most 1 pawn is tired",
    ] {
        let said = scenario_codes(
            &(with_pawns(tired) + &scene(&format!("given {given}\n  white plays c1-b1"))),
        );
        assert!(said.contains(&"E141"), "{given}: {said:?}");
    }
}

#[test]
fn a_mark_that_is_given_ends_with_an_event() {
    so(
        "every piece has a mark called tired\n  tired pieces cannot move",
        "given the rook on c2 is tired until a king moves\n  white cannot play c2-c3\n  white plays c1-b1\n  black plays e5-e4\n  white plays c2-c3",
    );
}

#[test]
fn what_a_die_may_bring_about_can_be() {
    let rolls = |line: &str| {
        format!(
            "variant t \"D\" {{\n  board 3 by 3\n  seats white on rank 1, black on rank 3\n  position\n    | . . K2 |\n    | . . . |\n    | K1 . . |\n  \
             kind king \"K\" {{ it steps any way }}\n  on your turn {{ roll a die called luck; score the luck; act }} otherwise {{ pass }}\n}}\n\
             scenario \"told\" of t covers words.1 {{\n  {line}\n}}\n"
        )
    };
    fails(&rolls("then the points of white cannot be 6 in 1 move"));
    holds(&rolls("then the points of white cannot be 7 in 1 move"));
    fails(&rolls("white is not asked"));
}

#[test]
fn orders_that_are_independent_do_not_wait() {
    let four = "variant t \"F\" {\n  board 4 by 4\n  seats red on rank 1, green on rank 1, blue on rank 4, grey on rank 4\n  \
        turns red, green independently of blue, grey\n  position\n    | K3 . . K4 |\n    | . . . . |\n    | . . . . |\n    | K1 . . K2 |\n  \
        kind king \"K\" { it steps forward }\n  on your turn { act } otherwise { pass }\n  \
        at the end of every round, you score 1\n}\n";
    let lines =
        |lines: &str| format!("{four}scenario \"told\" of t covers words.1 {{\n  {lines}\n}}\n");
    holds(&lines(
        "red plays a1-a2\n  green plays d1-d2\n  red plays a2-a3\n  blue is offered a4-a3",
    ));
    fails(&lines("green plays d1-d2"));
    holds(&lines(
        "red plays a1-a2\n  blue is offered a4-a3\n  green is offered d1-d2\n  blue plays a4-a3\n  grey plays d4-d3\n  then red has 0 points\n  \
         green plays d1-d2\n  then red has 1 point\n  then nobody is on turn",
    ));
    for (turns, code) in [
        ("turns red independently of", "E240"),
        ("turns red, green independently of blue, red", "E312"),
        ("turns red, green independently blue, grey", "E254"),
    ] {
        let said = codes(&four.replace("turns red, green independently of blue, grey", turns));
        assert!(said.contains(&code), "{turns}: {said:?}");
    }
}

#[test]
fn counts_in_conditions_are_asked_back() {
    for rule in [
        "after you move a rook, if it attacks 2 pawns, score 1",
        "after you move a rook, if 2 pawns are on rank 4, score 1",
        "after you move a rook, if there are 2 pawns beside it, score 1",
        "after you move a rook, if you have captured 2 pawns, score 1",
    ] {
        told(rule, &["E125"]);
    }
    // what has been done is so many by then, if two fall at once too
    so(
        "as soon as you have captured 1 pawn, score 1",
        "white plays c2-c5\n  then white has 1 point",
    );
}

#[test]
fn each_of_them_does_it() {
    told(
        "after you move a rook, each player may { score 1 }",
        &["E150"],
    );
    told("after you move a rook, move each of your pawns", &["E150"]);
    told(
        "after you move a rook, each opponent gives a pawn to you",
        &["E193"],
    );
    told(
        "every player has a number called gold\n  after you move a rook, if your gold is more than the gold of every opponent, score 1",
        &["E155"],
    );
    told(
        "after you move a rook, if the number of pieces of an opponent is 3 or more, score 1",
        &["E183"],
    );
}

#[test]
fn what_is_captured_is_not_on_the_board() {
    told(
        "after you move a rook { choose corpse among your captured pieces; put the corpse on e1 }",
        &["E194"],
    );
    told("as soon as a pawn of yours is captured, score 1", &["E194"]);
}
