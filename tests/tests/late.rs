//! When something comes, how long it lasts and how much there is: sentences about turns, ends, values and the past that were read and
//! did something else or nothing. Each is carried out now, or refused with the form that works.
use dsl::phrase::readings;
use tests::small::{
    codes, problems_and_help, rules, six_by_six as game, six_so as so, six_told as told,
};

const COINS: &str = "you have a number called coins, starting with 3";

/// The errors of the game with these rules.
fn errors(rules: &str) -> Vec<String> {
    let all = codes(&game(rules)).into_iter().map(String::from);
    all.filter(|code| code.starts_with('E')).collect()
}

/// What `read` prints of the only rule among these that is not the game's own.
fn printed(rule: &str) -> String {
    let rules = rules(&game(rule));
    let all = readings(&rules);
    let own = rule.split('\n').next().unwrap_or(rule);
    let mut hits = all.into_iter().map(|(_, said)| said).filter(|said| {
        let first = |s: &str| s.split(' ').take(4).collect::<Vec<_>>().join(" ");
        first(said) == first(own)
    });
    hits.next().unwrap_or_default()
}

const ROOKS: &str = "k1r3/6/6/6/6/K1R3";

#[test]
fn a_value_set_for_a_time_is_again_what_it_was() {
    let set = |to: &str| format!("{COINS}\n  *x* instead of moving, you may {{ {to} }}\n  ");
    let this_turn = set("set your coins to 10")
        + "after you move a rook, set your coins to 15 this turn\n  \
           after you move a rook, score your coins";
    so(
        &this_turn,
        ROOKS,
        "white plays x; black plays a6-b6; white plays c1-c2; then white has 15 points; then the coins of white are 10",
    );
    // never set before: as at the beginning
    so(
        &format!("{COINS}\n  after you move a rook, set your coins to 15 this turn"),
        ROOKS,
        "white plays c1-c2; then the coins of white are 3",
    );
    // what is added or spent meanwhile stays
    for (step, after) in [("add 10 to your coins", 13), ("spend 1 of your coins", 2)] {
        let rules = set(step)
            + "after you move a rook, set your coins to 4 until the end of your next turn";
        so(
            &rules,
            ROOKS,
            &format!(
                "white plays c1-c2; black plays a6-b6; white plays x; then the coins of white are {after}"
            ),
        );
    }
    // until an event
    so(
        &(set("set your coins to 10")
            + "after you move a rook, set your coins to 1 until an opponent moves a king"),
        ROOKS,
        "white plays x; black plays a6-b6; white plays c1-c2; then the coins of white are 1; black plays b6-a6; then the coins of white are 10",
    );
    // things too
    let trap = "you have a square called trap, starting with e4\n  \
                *x* instead of moving, you may { set your trap to d4 until the end of your next turn }";
    so(
        trap,
        ROOKS,
        "white plays x; then the trap of white is d4; black plays a6-b6; white plays a1-b1; then the trap of white is e4",
    );
    for step in [
        "add 5 to your coins this turn",
        "spend 1 of your coins this turn",
    ] {
        told(
            &format!(
                "{COINS}\n  after you move a rook, {step}\n  after you move a pawn, score your coins"
            ),
            "E256",
        );
    }
}

#[test]
fn nobody_spends_less_than_nothing() {
    so(
        &format!("{COINS}\n  *x* instead of moving, you may {{ spend 0 minus 2 of your coins }}"),
        ROOKS,
        "white cannot play x",
    );
    for block in ["after you move a rook", "at the end of your turn"] {
        told(
            &format!("{COINS}\n  {block} {{ spend 5 of your coins }} otherwise {{ score 1 }}"),
            "E181",
        );
    }
}

#[test]
fn a_moment_of_a_block_comes_once() {
    for moment in [
        "every turn",
        "each turn",
        "every round",
        "the game",
        "your last turn",
    ] {
        told(
            &format!("after you move a rook {{ at the end of {moment} {{ score 1 }} }}"),
            "E187",
        );
    }
    told(
        "every piece has a mark called brave\n  after you move a rook, mark it as brave until the end of your last turn\n  brave pieces cannot be captured",
        "E187",
    );
    for moment in ["this turn", "the next turn", "the round", "your next turn"] {
        assert!(
            codes(&game(&format!(
                "after you move a rook {{ at the end of {moment} {{ score 1 }} }}"
            )))
            .is_empty(),
            "{moment}"
        );
    }
    for turn in ["third", "second", "last"] {
        told(
            &format!("after you move a rook, you skip your {turn} turn"),
            "E160",
        );
    }
    told("after you move a rook, end the round", "E153");
}

#[test]
fn nobody_is_asked_whether_he_passes() {
    for rule in ["you cannot pass", "players cannot pass", "you must pass"] {
        told(rule, "E156");
    }
    told(
        "every piece has a mark called brave\n  after you move a rook, mark it as brave this turn\n  pieces cannot stop-being brave",
        "E156",
    );
}

#[test]
fn what_has_just_happened_is_past() {
    for rule in [
        "after you capture a piece, if you have captured no piece this turn, score 1",
        "after you move a rook, if it has not moved since the start of your last turn, score 1",
    ] {
        told(rule, "E257");
    }
    so(
        "after you capture a piece, if you have captured exactly 1 piece this turn, score 1",
        ROOKS,
        "white plays c1-c6; then white has 1 point",
    );
}

#[test]
fn one_of_several_settles_nothing_of_all() {
    for rule in [
        "after a player captures a piece, if every player has captured any piece, draw the game",
        "after a pawn moves, if 3 or more pawns have moved, draw the game",
        "after you capture a pawn, if you have captured a rook, score 1",
        "after you move a rook, if you have moved a knight this turn, score 1",
    ] {
        assert_eq!(errors(rule), [""; 0], "{rule}");
    }
}

#[test]
fn what_the_messages_advise_reads() {
    let marks = "every player has a mark called cursed\n  every piece has a mark called tired\n  tired pieces cannot capture\n  \
                 at the end of your turn, score your coins";
    for rule in [
        "after you move a rook { choose 2 walkers among your pawns; choose runner among the walkers; move the runner }",
        "after you move a rook { choose 2 walkers among your pawns; for each piece among the walkers { move it } }",
        "after you move a rook { for each pawn of yours { put it on an empty square } }",
        "after you move a rook { add 5 to your coins; at the end of this turn { add -5 to your coins } }",
        "after you move a rook { set your coins to 5 this turn }",
        "*x* instead of moving, you may { choose relic among your lost pieces; choose host among your pieces; let spot be the square of the \
         host; remove the host; put the relic on the spot }",
        "before you capture a piece, if you have captured no piece this turn, score 1",
        "at the end of every turn, if you are cursed, mark yourself as cursed",
        "after your rook stops being tired, mark it as tired this turn",
        "as soon as there is no enemy that no piece of yours attacks, score 1",
        "as soon as a king is on b2, black wins",
        "at the end of your turn { if your coins are 5 or more { spend 5 of your coins } otherwise { score 1 } }",
        "an enemy beside your knight may capture pieces of its own colour",
        "at the end of your turn, if your pieces do not attack an enemy, score 1",
        "at the end of your turn, if your king does not attack an enemy, score 1",
        // E168, as `cli` tells what the engine refuses
        "after an opponent moves a piece, you may move a rook of yours in the direction",
        "at the end of your turn, if an opponent has 3 or more points, score 1",
        "at the end of your turn, if the points of your opponent are at most 3, score 1",
        "as soon as your coins are 4 or more and your coins are at most 6, score 1",
        "after you move a rook { choose stake among 1 to 2; score the stake }",
        "after you move a rook { choose stake among 5 to 6; set your coins to the stake }",
        "a rook cannot move if its owner is in check",
        "after you move a rook, mark the kings of its owner as tired",
        "your knights also move like the enemies beside it",
    ] {
        let told = errors(&format!("{COINS}\n  {marks}\n  {rule}"));
        assert_eq!(told, [""; 0], "{rule}");
    }
}

#[test]
fn a_duty_for_a_time_is_one_of_each_turn() {
    so(
        "after you move a knight { your opponent must move a king until the end of the game }",
        "k4n/p5/6/6/P5/K4N",
        "white plays f1-e3; black cannot play a5-a4; black plays a6-b6; white plays a1-b1; black cannot play a5-a4; black plays b6-a6",
    );
}

#[test]
fn a_move_of_another_has_a_direction() {
    let follow = "after an opponent moves a piece, you may move a rook of yours in the direction";
    // white goes up the board, and so does black's rook
    so(
        follow,
        "k5/6/2r3/6/6/K1R3",
        "white plays c1-c2; black accepts; black plays c4-c5",
    );
    so(
        follow,
        "k5/6/2r3/6/6/K1R3",
        "white plays c1-c2; black accepts; black cannot play c4-c3",
    );
    so(
        "after an opponent moves a piece, if the direction is nothing, you may { score 1 } otherwise { score 3 }",
        "k5/6/2r3/6/6/K1R3",
        "white plays c1-c2; black cannot accept",
    );
}

#[test]
fn what_was_captured_is_looked_for_wherever_it_is() {
    so(
        "as soon as the number of pieces that you have captured is 1 or more, you win",
        ROOKS,
        "white plays c1-c6; then white has won",
    );
    so(
        "at the end of your turn, score the value of the pieces that you have captured this turn",
        ROOKS,
        "white plays c1-c6; then white has 5 points; black plays a6-b5; white plays c6-c5; then white has 5 points",
    );
    so(
        "at the end of your turn, score the number of pieces that were captured this turn",
        ROOKS,
        "white plays c1-c6; then white has 1 point",
    );
    so(
        "after you move a king, for each piece that you have captured { score 2 }",
        ROOKS,
        "white plays c1-c6; black plays a6-b5; white plays a1-b1; then white has 2 points",
    );
    let bishop = "your bishops also move like the piece that it has captured";
    so(
        bishop,
        "k5/6/4r1/6/2B3/K5",
        "white cannot play c2-c3; white plays c2-e4; black plays a6-b6; white plays e4-e6",
    );
    told(
        "*x* instead of moving, you may { swap a rook of yours with a lost pawn of yours }",
        "E194",
    );
}

#[test]
fn who_enters_a_board_faces_as_the_others_of_the_player() {
    so(
        "you have a zone of pieces called hand\n  after you capture a piece { put the victim into your hand; give the victim to yourself }\n  \
         *drop* instead of moving, you may { put a piece in your hand on an empty square of your camp }",
        "k5/6/3p2/2P3/6/K5",
        "white plays c3-d4; black plays a6-b6; white plays drop; white chooses f2; black plays b6-a6; white is offered from f2 only f2-f3",
    );
    // on the board it goes on as it stood
    so(
        "after you capture a pawn { return the victim }\n  to return a piece { give the piece to yourself; put the piece on f4 }",
        "k5/6/3p2/2P3/6/K5",
        "white plays c3-d4; black plays a6-b6; white is offered from f4 only f4-f5",
    );
    so(
        "*buy* instead of moving, you may { give a pawn of an opponent to yourself }",
        "k5/6/3p2/6/6/K5",
        "white plays buy; black plays a6-b6; white is offered from d4 only d4-d3",
    );
}

#[test]
fn several_that_do_something_to_none() {
    let none = "at the start of your turn, if your pieces attack no enemy, you lose";
    so(
        none,
        "k1r3/6/6/6/6/K1R3",
        "white plays c1-c2; black plays c6-c5; then white is playing",
    );
    so(
        none,
        "k1r3/6/6/6/6/K1R3",
        "white plays c1-b1; then black has lost",
    );
    told("as soon as your pieces attack every enemy, you win", "E150");
    told("as soon as your rooks share their file, you win", "E120");
    assert!(
        problems_and_help(&game("as soon as your rooks share a file, you win"))
            .contains("is on the file of another rook")
    );
    so(
        "as soon as a rook of yours is on the file of another rook of yours, you win",
        "k5/6/6/R5/6/K1R3",
        "white plays c1-b1; black plays a6-b6; white plays b1-b4; black plays b6-a6; white plays b4-b1; black plays a6-b6; white plays a3-b3; then white has won",
    );
}

#[test]
fn who_and_which_of_several() {
    told(
        "after you move a pawn { roll a die with rook, king and pawn called eyes; move a piece among the eyes }",
        "E193",
    );
    told(
        "after you move a pawn { choose 2 walkers among your rooks; move the walkers }",
        "E150",
    );
    told(
        "*s* instead of moving, you may { put your pawns on empty squares of your camp }",
        "E195",
    );
    told("as soon as a king is on b2, the second player wins", "E184");
    assert!(
        codes(&game(
            "after an opponent captures a piece, the other player may move a piece of theirs"
        ))
        .is_empty()
    );
    let four =
        game("after an opponent captures a piece, the other player may move a piece of theirs")
            .replace(
                "seats white on rank 1, black on rank 6",
                "seats white on rank 1, red on rank 6, black on file a, blue on file f",
            );
    assert_eq!(codes(&four), ["E116"]);
    for rule in [
        "an enemy beside it cannot leave its square",
        "an enemy beside it may capture pieces of its own colour",
    ] {
        let of_kind = game("").replace(
            "{ it leaps (1,2) }",
            &format!("{{ it leaps (1,2); {rule} }}"),
        );
        assert_eq!(codes(&of_kind), ["E117"], "{rule}");
    }
}

#[test]
fn advice_does_not_turn_a_sentence_round() {
    let now = problems_and_help(&game("your rooks can now move like knights"));
    assert!(!now.contains("`not`"), "{now}");
    assert!(now.contains("leave the word out"), "{now}");
    for rule in [
        "a piece cannot move if it is lower than an enemy beside it",
        "as soon as enemies are on all squares beside your king, you lose",
    ] {
        let told = problems_and_help(&game(rule));
        assert!(!told.contains("and beside"), "{told}");
    }
    let share = problems_and_help(&game("as soon as your rooks share a file, you win"));
    assert!(!share.contains("file a"), "{share}");
}

#[test]
fn what_several_dice_show_is_one_number() {
    so(
        "after you move a rook { roll 2 dice called luck; score the luck; repeat luck times { score 1 } }",
        ROOKS,
        "white plays c1-c2; the die shows 3; the die shows 4; then white has 14 points",
    );
}

#[test]
fn points_are_read_back_as_points() {
    for rule in [
        "at the end of your turn, if you have 3 or more points, score 1",
        "at the end of your turn, if an opponent has at most 3 points, score 1",
        "at the end of your turn, if you have exactly 3 points, score 1",
    ] {
        assert!(printed(rule).contains("points"), "{}", printed(rule));
    }
}
