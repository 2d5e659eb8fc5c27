//! Whose things are, and when: rules of a game that name no *you*, what is theirs, where what is gone stood, when an end is counted from.
//! Each was read, and did something else than its English or nothing.
use tests::small::{codes, fails, holds, scenario_codes, scene, so, told, with_pawns};

#[test]
fn what_a_step_takes_away_stood_somewhere() {
    so(
        "after you move a rook { remove it; remove the enemies around it }",
        "white plays c2-c4\n  then c4 is empty\n  then d3 is empty\n  then d5 is empty\n  then there is a pawn on b3",
    );
    so(
        "after you move a pawn { choose bomb among your kings; remove the bomb; if the bomb is beside a rook, score 1 }",
        "white plays a2-a3\n  then c1 is empty\n  then white has 1 point",
    );
    so(
        "after you move a rook { remove it; put a new pawn on the square of it }",
        "white plays c2-c4\n  then there is a pawn of white on c4",
    );
}

#[test]
fn two_events_are_one_or_the_other() {
    for rule in [
        "after a piece moves and captures a piece, score 1",
        "before a piece moves and captures a piece, score 1",
        "after a pawn is captured and removed, draw the game",
    ] {
        assert!(codes(&with_pawns(rule)).contains(&"E192"), "{rule}");
    }
    told("after you move or capture a rook, score 1", &[]);
}

#[test]
fn a_definition_of_each_player_is_used_for_each() {
    let tired = "call a rook of yours tired if it is on rank 2\n  tired rooks cannot move";
    so(tired, "white cannot choose c2-c3\n  white plays c1-b1");
    so(
        "call your rooks on rank 2 the tired\n  after a piece moves, if the tired are beside it, draw the game",
        "white plays c1-b1\n  black plays e5-e4\n  white plays b1-b2\n  then the game is drawn",
    );
}

#[test]
fn an_enemy_is_the_enemy_of_the_piece() {
    so(
        "a piece cannot move if an enemy is beside it",
        "white plays c2-c3\n  black cannot choose d3-d2\n  black plays e5-e4\n  white cannot choose c3-c4\n  white plays b3-b4",
    );
    so(
        "after a piece captures a piece, give the captor to an opponent",
        "white plays c2-c5\n  then there is a rook of black on c5",
    );
    so(
        "as soon as a king is beside an enemy, draw the game",
        "white plays c2-c3\n  black plays d3-d2\n  white plays c1-d1\n  then the game is drawn",
    );
    fails(
        &(with_pawns("as soon as a rook is beside an enemy, draw the game")
            + &scene("white plays c2-b2\n  then the game is drawn")),
    );
}

#[test]
fn what_attacks_hangs_on_is_asked_by_covering() {
    for rule in [
        "rooks that an enemy rook attacks are frozen",
        "your rooks that an enemy rook attacks cannot move",
        "your pieces that an enemy attacks cannot capture",
    ] {
        told(rule, &["W393"]);
        told(&rule.replace("attacks", "covers"), &[]);
    }
}

#[test]
fn theirs_is_of_each() {
    let three = r#"
variant t "T" {
  board 5 by 5
  seats white on rank 1, black on rank 5, green on file a
  position
    | . . P2 . K2 |
    | . . . . .  |
    | P3 . . P2 . |
    | K3 . R1 . . |
    | P3 . K1 . . |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
  kind rook "R" { it slides orthogonally }
  on your turn { act } otherwise { pass }
  RULE
}
"#;
    let game = |rule: &str, lines: &str| three.replace("RULE", rule) + &scene(lines);
    for rule in [
        "after you move a rook, every opponent removes a pawn of theirs",
        "after you move a rook, each opponent removes one of their pawns",
        "after you move a rook, opponents remove a pawn of theirs",
    ] {
        holds(&game(
            rule,
            "white plays c2-c3\n  black is offered only d3, c5\n  black chooses d3\n  green is offered only a1, a3\n  green chooses a1\n  then a1 is empty\n  then there is a pawn of green on a3",
        ));
    }
    holds(&game(
        "after you move a rook, an opponent removes a pawn of theirs",
        "white plays c2-c3\n  white chooses green\n  green is offered only a1, a3",
    ));
}

#[test]
fn their_turn_is_of_whom_the_fact_binds() {
    for fact in [
        "your opponent cannot move a pawn until the end of their next turn",
        "for each opponent { they cannot move a pawn until the end of their next turn }",
        "choose foe among the opponents; the foe cannot move a pawn for 1 turn of theirs",
    ] {
        so(
            &format!("after you move a rook {{ {fact} }}"),
            "white plays c2-c3\n  black cannot choose d3-d2\n  black plays e5-e4\n  white plays c1-b1\n  black plays d3-d2",
        );
    }
}

#[test]
fn movement_beside_another_of_the_same_rank_stays() {
    let also = "your rooks also step diagonally";
    let short = "your rooks slide orthogonally up to 2 squares";
    for rules in [format!("{short}\n  {also}"), format!("{also}\n  {short}")] {
        so(&rules, "white cannot choose c2-c5\n  white plays c2-d1");
        so(&rules, "white plays c2-d3");
    }
}

#[test]
fn a_direction_has_two_sides() {
    so(
        "your rooks step left or step diagonally backward right",
        "white cannot choose c2-d2\n  white cannot choose c2-b1\n  white plays c2-d1",
    );
    so("your rooks step left", "white plays c2-b2");
    so(
        "your rooks move as \"brF\"",
        "white cannot choose c2-b1\n  white plays c2-d1",
    );
    for rule in [
        "your rooks leap (1,-2)",
        "your rooks move as \"flN\"",
        "your rooks move as \"\"",
    ] {
        told(rule, &["E151"]);
    }
}

#[test]
fn your_pawn_in_the_singular_does_it_if_one_of_them_does() {
    so(
        "after you move a rook, if your pawn covers it, score 1",
        "white plays c2-c4\n  black plays e5-e4\n  white plays c4-b4\n  then white has 1 point",
    );
    so(
        "your rooks cannot move unless your pawn covers it",
        "white cannot choose c2-c3\n  white plays c1-b1",
    );
    told(
        "after you move a rook, if your pawns are not beside it, score 1",
        &["E147"],
    );
}

#[test]
fn what_was_ignored_is_refused() {
    for (rule, code) in [
        ("the first time each of your pawns moves, score 1", "E150"),
        ("every round, score 1", "E153"),
        ("after you capture your third piece, you win", "E184"),
        ("after you capture the third piece, you win", "E184"),
        (
            "after you move a rook, put a new pawn on the empty squares beside your king",
            "E150",
        ),
        (
            "after you move a rook { at the start of your third turn { score 1 } }",
            "E128",
        ),
        (
            "after you move a rook { your pawns cannot move until the end of your third turn }",
            "E128",
        ),
        (
            "your pieces cannot be captured for 3 turns of yours",
            "E137",
        ),
        ("after a piece moves without capturing, score 1", "E124"),
        (
            "after an opponent moves a piece beside your king, score 1",
            "E119",
        ),
        (
            "after you move a rook, swap the owners of the mover and the pawns beside it",
            "E150",
        ),
        (
            "you have a zone of pieces called prison\n  after you capture a piece, put the victim into your prison\n  after you move a king, swap a piece in your prison and a pawn of yours",
            "E123",
        ),
        (
            "after you move a king, if your king or rook is unmoved, score 1",
            "E126",
        ),
        (
            "after you move a rook { choose prey among the enemies that are a king rook; remove the prey }",
            "E101",
        ),
        (
            "instead of moving, you may put a pawn on an empty square",
            "E193",
        ),
        ("check is none\n  check is announced", "E207"),
        ("table resign\n  table resign", "E207"),
        (
            "after you capture a piece with a pawn, remove the other pawn",
            "E116",
        ),
    ] {
        let said = codes(&with_pawns(rule));
        assert!(said.contains(&code), "{rule}: {said:?}");
    }
}

#[test]
fn what_is_put_beside_something_stands_on_a_free_square() {
    so(
        "after you move a king, put a new pawn beside it",
        "white plays c1-b1\n  white is offered only a1, b2, c1\n  white chooses b2\n  then there is a pawn of white on b2",
    );
    so(
        "*summon* instead of moving, you may put a new pawn beside your king",
        "white plays summon\n  white chooses d1\n  then there is a pawn of white on d1",
    );
}

#[test]
fn nothing_was_captured_is_said_of_pieces() {
    let rule = "at the end of your turn, if nothing was captured this turn, score 1";
    so(rule, "white plays c2-c3\n  then white has 1 point");
    so(rule, "white plays c2-c5\n  then white has 0 points");
}

#[test]
fn what_is_limited_in_each_turn_is_not_given_as_used() {
    let used = |limit: &str| {
        let rule = format!("*nap* {limit}, after you move a king, you may {{ score 1 }}");
        scenario_codes(
            &(with_pawns(&rule) + &scene("given white has used nap\n  white plays c1-b1")),
        )
    };
    assert_eq!(used("once per turn"), ["E141"]);
    assert_eq!(used("once per game"), Vec::<&str>::new());
}

#[test]
fn what_lies_in_a_zone_is_in_it() {
    let prison = "every player has a zone called prison\n  after you capture a piece { put the victim into your prison }";
    for (rule, then) in [
        (
            "as soon as an enemy is in your prison, you win",
            "white has won",
        ),
        (
            "as soon as a piece of yours is in the prison of an opponent, you lose",
            "black has lost",
        ),
        (
            "as soon as an opponent has a piece of yours in their prison, you lose",
            "black has lost",
        ),
        (
            "as soon as 2 or more enemies are in your prison, you win",
            "white has not won",
        ),
        (
            "as soon as your prison holds a pawn and no enemy is in your prison, you lose",
            "white has not lost",
        ),
        (
            "as soon as your prison holds a pawn and all pawns are in your prison, you win",
            "white has not won",
        ),
    ] {
        so(
            &format!("{prison}\n  {rule}"),
            &format!(
                "white plays b3-b4\n  black plays d3-d2\n  then white has not won\n  then black has not lost\n  white plays c1-d2\n  then {then}"
            ),
        );
    }
}

#[test]
fn in_front_is_forward_of_the_piece() {
    // the square in front of white's king is c2, where a rook stands; that of black's is e4
    so(
        "your king cannot move if the square in front of it is empty",
        "white plays c2-c3\n  black cannot choose e5-d4\n  black plays d3-d2\n  white cannot choose c1-b1\n  white plays c3-c2\n  black plays c5-c4\n  white plays c1-b1",
    );
    so(
        "every square has a mark called wet\n  after you move a pawn, mark the square in front of it as wet until the end of the game",
        "white plays b3-b4\n  then b5 is wet\n  then b3 is not wet\n  black plays d3-d2\n  then d1 is wet",
    );
    so(
        "after you move a piece to a square in front of an enemy pawn, score 1",
        "white plays c2-d2\n  then white has 1 point",
    );
    so(
        "after you move a piece to a square in front of another pawn of yours, score 1",
        "white plays c2-d2\n  then white has 0 points\n  black plays d3-d2\n  then black has 0 points",
    );
    assert!(
        codes(&with_pawns(
            "pawns cannot capture pieces in front of 2 kings"
        ))
        .contains(&"E150")
    );
}

#[test]
fn one_of_many_has_an_article() {
    for rule in [
        "your king cannot move unless piece of yours is on d4",
        "your king may capture square",
        "as soon as opponent has no king, you win",
    ] {
        assert!(codes(&with_pawns(rule)).contains(&"E162"), "{rule}");
    }
    told(
        "at the end of every turn { for each player { score 1 } }",
        &[],
    );
}

#[test]
fn who_passes_by_an_action_has_acted() {
    so(
        "*rest* instead of moving, you may pass",
        "white plays rest\n  black plays d3-d2\n  white plays rest\n  black plays rest\n  white plays c1-d2",
    );
}

#[test]
fn no_player_has_done_it_if_none_of_them_has() {
    for nobody in [
        "no player has captured a piece this turn",
        "nobody has captured a piece this turn",
        "no opponent has captured a piece",
        "no player has captured 2 or more pieces",
    ] {
        so(
            &format!("at the end of your turn, if {nobody}, score 1"),
            "white plays b3-b4\n  then white has 1 point\n  black plays d3-d2\n  then black has 1 point",
        );
    }
    so(
        "at the end of your turn, if no player has captured a piece this turn, score 1",
        "white plays b3-b4\n  black plays d3-d2\n  white plays c1-d2\n  then white has 1 point",
    );
    // each by itself: two captures of two players are not two of one
    so(
        "at the end of your turn, if a player has captured 2 or more pieces, score 1",
        "white plays c2-c5\n  black plays d3-d2\n  white plays c1-d2\n  then white has 1 point",
    );
    so(
        "at the end of your turn, if a player has captured 2 or more pieces, score 1",
        "white plays a2-a3\n  black plays d3-d2\n  white plays c1-d2\n  black plays c5-c4\n  white plays a3-a4\n  then white has 0 points",
    );
}

#[test]
fn an_amount_that_counts_nothing_is_refused() {
    for rule in [
        "your rooks may pass over one piece",
        "your rooks may capture one piece of yours",
        "you must capture two pieces",
        "your rooks also slide diagonally through at most 1 piece",
        "your rooks also slide diagonally without capturing, pushing one enemy",
    ] {
        assert!(codes(&with_pawns(rule)).contains(&"E150"), "{rule}");
    }
    told("you must capture a piece", &[]);
    told(
        "your rooks also slide diagonally through pawns of yours",
        &[],
    );
}

#[test]
fn a_number_of_theirs_counts_theirs() {
    let more = "at the end of your turn, if there is an opponent whose number of pawns is more than the number of your pawns, score 1";
    so(
        more,
        "white plays c2-c3\n  then white has 1 point\n  black plays e5-e4\n  then black has 0 points",
    );
    so(
        "at the end of your turn, if your number of pawns is 2, score 1",
        "white plays c2-c3\n  then white has 1 point\n  black plays e5-e4\n  then black has 0 points",
    );
}

#[test]
fn who_takes_the_offer_skips_a_turn() {
    so(
        "after your rook captures a piece, the owner of the victim may { skip their next turn }",
        "white plays c2-c5\n  black accepts\n  white plays b3-b4\n  black plays d3-d2",
    );
}

#[test]
fn the_rook_is_not_every_rook() {
    for rule in [
        "after an enemy moves to a square beside your rook, remove the rook",
        "after an enemy moves to a square in line with your rook, you may capture it with the rook",
    ] {
        assert!(codes(&with_pawns(rule)).contains(&"E116"), "{rule}");
    }
    told("after your king moves, remove the king", &[]);
}

#[test]
fn one_piece_is_put_on_one_square_of_a_row() {
    for place in [
        "rank 3",
        "an empty square on rank 3",
        "an empty square of rank 3",
        "a3-e3",
    ] {
        so(
            &format!("after you capture a piece, you may {{ put a new rook on {place} }}"),
            "white plays c2-c5\n  white accepts\n  white is offered only a3, c3, e3\n  white chooses e3\n  then there is a rook of white on e3",
        );
    }
}

#[test]
fn a_second_way_of_moving_does_not_silently_end_the_first() {
    for rules in [
        "pawns slide orthogonally\n  pawns leap (1,2)",
        "your pawns attack like a king\n  your pawns attack like a rook",
        "pawns that have moved slide orthogonally\n  pawns that have moved leap (1,2)",
    ] {
        told(rules, &["E196"]);
    }
    let lancer = "kind lancer \"L\" {\n  it steps any way\n  it leaps (1,2)\n  }";
    told(lancer, &["W382", "E196"]);
    // of two modes the later one changes what the earlier one has changed
    holds(
        &(with_pawns("")
            + "mode swift of t { pawns slide orthogonally }\nmode springy of t { pawns leap (1,2) }\n"
            + &scene("modes swift, springy\n  white cannot play b3-b4\n  white plays b3-c5")),
    );
    for rules in [
        "pawns slide orthogonally\n  pawns also leap (1,2)",
        "your pawns slide orthogonally\n  the enemy pawns leap (1,2)",
        "pawns slide orthogonally\n  pawns attack like a king",
        "pawns slide orthogonally\n  pawns leap (1,2) if your king is on c1",
    ] {
        told(rules, &[]);
    }
}

#[test]
fn pieces_move_as_they_did_while_a_new_way_has_no_reason() {
    let rule = "your rooks step any way if your king is on c1";
    so(rule, "white cannot play c2-c4\n  white plays c2-d3");
    so(
        rule,
        "white plays c1-d1\n  black plays e5-e4\n  white plays c2-c4",
    );
    // of several ways each has its own condition, and where a way leads is asked of each way
    for rule in [
        "your rooks step diagonally, or step forward if your king is on c1",
        "your rooks step any way if the destination is on rank 3",
    ] {
        so(
            rule,
            "white plays c1-d1\n  black plays e5-e4\n  white cannot play c2-c4\n  white plays c2-d3",
        );
    }
}

#[test]
fn until_it_moves_is_said_of_what_is_marked() {
    let tired =
        "every piece has a mark called tired\n  tired pieces cannot move\n  after your rook moves";
    for step in [
        "mark the enemy king as tired until it moves",
        "mark the enemies beside it as tired until it is captured",
        "mark each enemy beside it as tired until it moves",
    ] {
        told(&format!("{tired}, {step}"), &["E117"]);
    }
    told(
        &format!("{tired}, mark it as tired until it is captured"),
        &[],
    );
    // the first ends with the next move of the rook, the second does not
    let taken = "every piece has a mark called tired\n  tired pieces cannot move\n  after your rook captures a pawn";
    so(
        &format!("{taken}, mark the enemy king as tired until the captor moves"),
        "white plays c2-c5\n  black cannot play e5-e4\n  black plays d3-d2\n  white plays c5-c4\n  black plays e5-e4",
    );
    so(
        &format!("{taken}, for each enemy king {{ mark it as tired until it is captured }}"),
        "white plays c2-c5\n  black plays d3-d2\n  white plays c5-c4\n  black cannot play e5-e4",
    );
}

#[test]
fn it_is_not_one_of_several_where_another_is_one() {
    for rule in [
        "your pawns beside your king cannot be captured if it is unmoved",
        "your pawns beside your king slide orthogonally if it is on c1",
        "your pawns beside your king are royal if it is on c1",
        "your pawns beside an enemy cannot capture if it is unmoved",
    ] {
        told(rule, &["E117"]);
    }
    for rule in [
        "your pawns beside your king cannot be captured if your king is unmoved",
        "your unmoved pawns beside your king cannot be captured",
        "your pawns cannot capture if it is unmoved",
        "a pawn beside your king cannot capture if it is unmoved",
    ] {
        told(rule, &[]);
    }
}
