//! What chess players write who invent an army: persons, amounts, moments and plurals.
use crate::designers::{all_mended, all_same, all_told, game, read};

#[test]
fn the_moment_comes_first() {
    all_mended(&[
        (
            "you win if your king is on its last row",
            "E136",
            "as soon as your king is on its last row, you win",
        ),
        (
            "you win when your king is on its last row",
            "E101",
            "as soon as your king is on its last row, you win",
        ),
        (
            "you lose if your queen is captured",
            "E136",
            "after your queen is captured, you lose",
        ),
        (
            "score 1 after you capture a pawn",
            "E101",
            "after you capture a pawn, score 1",
        ),
        (
            "mark your pawns as tired at the start of your turn",
            "E101",
            "at the start of your turn, mark your pawns as tired",
        ),
        (
            "your king becomes a queen when you capture a queen",
            "E101",
            "after you capture a queen, your king becomes a queen",
        ),
    ]);
}

#[test]
fn what_players_write_of_persons_all_and_marks() {
    all_same(&[
        (
            "all of your pawns cannot capture",
            "your pawns cannot capture",
        ),
        ("all your pawns cannot capture", "your pawns cannot capture"),
        (
            "none of your pawns may capture",
            "your pawns cannot capture",
        ),
        (
            "each of your pawns also steps backward",
            "your pawns also step backward",
        ),
        (
            "every one of the pawns cannot capture",
            "pawns cannot capture",
        ),
        (
            "if none of your pawns is tired, your king cannot move",
            "if no pawn of yours is tired, your king cannot move",
        ),
    ]);
    all_mended(&[
        (
            "after an opponent captures a piece, he skips his next turn",
            "E100",
            "after an opponent captures a piece, they skip their next turn",
        ),
        (
            "your lancers can only be captured by pawns",
            "E100",
            "your lancers cannot be captured by pieces other than pawns",
        ),
        (
            "if your king isn't on a1, your pawns cannot capture",
            "E100",
            "if your king is not on a1, your pawns cannot capture",
        ),
        (
            "after you move a piece { it is tired until the end of your next turn }",
            "E123",
            "after you move a piece { mark it as tired until the end of your next turn }",
        ),
    ]);
    all_told(&[
        (
            "after you move a piece, it becomes tired",
            "E122",
            "mark .. as tired",
        ),
        (
            "at the end of your turn, your pieces stop being tired",
            "E123",
            "unmark .. as tired",
        ),
        (
            "after you capture a piece { it is tired this turn }",
            "E117",
            "`the captor` or `the victim`",
        ),
        ("your king doesn't attack any pawn", "E100", "does not"),
    ]);
}

#[test]
fn a_number_is_compared_with_any_other() {
    for sentence in [
        "as soon as the number of your pawns is more than the number of your knights, you win",
        "as soon as the number of your pawns is at most 3 plus the number of your knights, you win",
        "kind: it cannot be captured by pieces whose value is less than its value",
    ] {
        let (told, _) = read(&game(sentence));
        assert!(told.is_empty(), "{sentence}: {told:#?}");
    }
}

#[test]
fn rounds_and_most_are_said_with_numbers() {
    all_mended(&[(
        "at the end of the game, the player with the most points wins",
        "E116",
        "at the end of the game, the player that has the most points wins",
    )]);
    let rounds = "the remainder of the number of the round by 2";
    all_told(&[
        ("in even rounds, pawns cannot capture", "E100", rounds),
        ("every third turn, you may { pass }", "E101", rounds),
        ("at the end of every other turn { score 1 }", "E101", rounds),
        (
            "at the end of the game, the player with the most pawns wins",
            "E116",
            "numbers that every player has",
        ),
        ("kind: it hops over a piece", "E100", "slides over it"),
    ]);
}

#[test]
fn plurals_without_a_rule_are_plurals() {
    let kind = "kind man \"M\" { it steps forward }; kind werewolf \"W\" { it steps forward }; kind musk-ox \"O\" { it steps forward }";
    let men = format!("{kind}; men cannot capture werewolves or musk-oxen");
    let (told, said) = read(&game(&men));
    assert!(told.is_empty(), "{told:#?}");
    let line = "men cannot capture werewolves and musk-oxen";
    assert!(said.iter().any(|sentence| sentence == line), "{said:#?}");
}

#[test]
fn what_is_suffered_is_done_by_a_step() {
    all_mended(&[
        (
            "after you move a rook, your king is removed",
            "E123",
            "after you move a rook, remove your king",
        ),
        (
            "after you capture a pawn { at the end of your next turn { the captor is removed } }",
            "E123",
            "after you capture a pawn { at the end of your next turn { remove the captor } }",
        ),
    ]);
}

#[test]
fn other_than_nothing_is_told() {
    all_told(&[
        (
            "your other pieces cannot capture",
            "E160",
            "other than your king",
        ),
        (
            "at the end of your turn, remove every other pawn",
            "E160",
            "other than your king",
        ),
    ]);
    let named = "after you move a rook { your other pieces cannot capture this turn }";
    assert!(read(&game(named)).0.is_empty());
}

#[test]
fn limits_and_the_past_are_answered() {
    all_told(&[
        (
            "you may skip your turn at most 3 times in a game",
            "E106",
            "3 times per game",
        ),
        (
            "each player may capture at most 2 pieces per turn",
            "E106",
            "how often is said first",
        ),
        (
            "after three of your pieces have been captured, you lose",
            "E101",
            "have lost 3 pieces",
        ),
        (
            "after each capture, score 1",
            "E101",
            "an event is a sentence",
        ),
        (
            "kind: it moves as a rook and captures as a queen",
            "E101",
            "one way for each",
        ),
    ]);
    all_mended(&[(
        "if your queen was captured in the last turn, your king cannot capture",
        "E101",
        "if your queen was captured since the start of your last turn, your king cannot capture",
    )]);
}

#[test]
fn an_event_that_is_there_is_not_missed() {
    let (told, _) = read(&game(
        "after you capture a piece, the captor's owner scores 1 and scores 2",
    ));
    assert!(told.iter().all(|d| d.code != "E131"), "{told:#?}");
    let (told, _) = read(&game("at the end of your turn, remove the captor"));
    assert!(told.iter().any(|d| d.code == "E131"), "{told:#?}");
}
