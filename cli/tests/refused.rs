//! What a command refuses, and with which words: forms that the engine cannot carry out, places where nothing is written or read.
use crate::desk::{folder, ran};

#[test]
fn what_cannot_be_carried_out_is_told_with_the_form_that_can() {
    let cases = [
        (
            "kind hop \"H\" { it leaps (1,2)\n unless it is unmoved, it slides diagonally }",
            "kind hop \"H\" { it leaps (1,2), or slides diagonally if it has moved }",
        ),
        (
            "before your king is captured, you may { score 1 }",
            "before your king is captured, remove the captor instead",
        ),
        ("if you can capture, you must capture", "you must capture"),
        (
            "after you move a king, give it to yourself until the end of your next turn",
            "every piece has a mark called tired\n  after you move a king, mark it as tired until the end of your next turn\n  tired pieces cannot move",
        ),
        (
            "kings cannot capture pieces of the same kind",
            "a piece cannot capture a piece that shares its kind",
        ),
        (
            "*x* instead of moving, you may { move 2 kings of yours }",
            "*x* instead of moving, you may { move a king of yours; move another king of yours }",
        ),
        (
            "HAND\n  after you draw a card from the pile, score 1",
            "HAND\n  after you draw a card, score 1",
        ),
        (
            "you have a square called mine, starting with a1, seen by you\n  after you reveal your mine, score 1",
            "HAND\n  after you reveal a card, score 1",
        ),
        (
            "HAND\n  *x* instead of moving, you may { give a card in your hand to your opponent }",
            "HAND\n  *x* instead of moving, you may { put a card in your hand into the hand of your opponent }",
        ),
        (
            "*x* instead of moving, you may { choose reply among \"yes\" and \"no\" }",
            "*x* instead of moving, you may { either \"yes\" { score 1 } or \"no\" { score 2 } }",
        ),
        (
            "HAND\n  after you move a king, draw a king card from the pile into your hand",
            "HAND\n  after you move a king, put a king card in the pile into your hand",
        ),
        (
            "every piece has a mark called tired\n  after you move a king, mark yourself as tired for the game",
            "every player has a mark called tired\n  after you move a king, mark yourself as tired for the game",
        ),
        (
            "after you move a king { for each 3 to 5 { score 1 } }",
            "after you move a king { repeat 3 times { score 1 } }",
        ),
        (
            "after you move a king { lose a hop }\n  kind hop \"H\" { it leaps (1,2) }",
            "after you move a king { remove a hop of yours }\n  kind hop \"H\" { it leaps (1,2) }",
        ),
        (
            "you have a number called gold, starting with 3\n  after you move a king { reveal your gold }",
            "you have a number called gold, starting with 3, seen by you\n  after you move a king { reveal your gold }",
        ),
        (
            "HAND\n  *x* instead of moving, you may { draw up to 2 cards from the pile into your hand }",
            "HAND\n  *x* instead of moving, you may { repeat 2 times { draw a card from the pile into your hand } }",
        ),
        (
            "HAND\n  *x* instead of moving, you may { deal 2 cards from the pile to each player }",
            "HAND\n  *x* instead of moving, you may { for each player { they draw 2 cards from the pile into their hand } }",
        ),
        (
            "HAND\n  *x* instead of moving, you may { draw a card at random from the hand of your opponent into your hand }",
            "HAND\n  *x* instead of moving, you may { put a card in the hand of your opponent into your hand at random }",
        ),
        (
            "HAND\n  after you move a king, shuffle a card of your hand into the pile",
            "HAND\n  after you move a king { put a card in your hand into the pile; shuffle the pile }",
        ),
        (
            "HAND\n  as soon as you hold no cards, you lose",
            "HAND\n  at the end of your turn, if your hand holds no cards, you lose",
        ),
        (
            "as soon as every corner holds 2 or more pieces of yours, you win",
            "as soon as every corner holds a piece of yours, you win",
        ),
        (
            "HAND\n  at the end of your turn, if your king matches 2 or more cards in your hand, score 1",
            "HAND\n  at the end of your turn, if 2 or more cards in your hand match your king, score 1",
        ),
    ];
    let hand = "the game has a deck called pile, starting with | K K K |\n  you have a zone of cards called hand, starting with | K |";
    let cases =
        cases.map(|(refused, works)| (refused.replace("HAND", hand), works.replace("HAND", hand)));
    for (refused, works) in cases {
        let small = |rule: &str| {
            format!(
                "variant small \"Small\" {{\n  board 3 by 3\n  seats white on rank 1, black on rank 3\n  position\n    | . . k |\n    | . . . |\n    \
                 | K . . |\n  on your turn {{ act }} otherwise {{ pass }}\n  kind king \"K\" {{ it steps any way }}\n  {rule}\n}}\n"
            )
        };
        let (bad, good) = (small(&refused), small(&works));
        let files = [
            ("bad.variant", bad.as_str()),
            ("good.variant", good.as_str()),
        ];
        let at = folder("carried-out", &files);
        let (_, out, _) = ran(&at, &["check", "bad.variant"]);
        assert!(out.contains("E168"), "{refused}: {out}");
        assert!(!out.contains("say it in another form"), "{refused}: {out}");
        let (_, out, _) = ran(&at, &["check", "good.variant", "--format", "concise"]);
        assert!(!out.contains("error"), "{works}: {out}");
    }
}

#[test]
fn what_is_made_is_never_written_over_rules() {
    let text =
        "variant small \"Small\" {\n  board 3 by 3\n  seats white on rank 1, black on rank 3\n}\n";
    let at = folder("made-over", &[("small.variant", text)]);
    for words in [
        ["sheet", "small.variant", "-o", "small.variant"],
        ["sheet", "small.variant", "-o", "new.army"],
    ] {
        let (code, _, err) = ran(&at, &words);
        assert_eq!(code, Some(2), "{words:?}");
        assert!(err.contains("holds rules"), "{err}");
    }
    let kept = std::fs::read_to_string(at.join("small.variant")).expect("the rules");
    assert_eq!(kept, text);
    assert!(!at.join("new.army").exists());
}

#[test]
fn a_folder_that_is_too_deep_is_told() {
    let at = folder("too-deep", &[]);
    let deep = (0..34).fold(at.clone(), |at, _| at.join("d"));
    std::fs::create_dir_all(&deep).expect("folders");
    std::fs::write(deep.join("x.variant"), "variant x {}\n").expect("a file");
    let (code, _, err) = ran(&at, &["check", "."]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("32 deep"), "{err}");
}

#[test]
fn where_moves_are_asked_for_nothing_is_chosen() {
    let text = "scenario \"s\" of chess {\n  white cannot choose a2\n}\n";
    let at = folder("chosen", &[("chosen.scenario", text)]);
    let (code, out, err) = ran(&at, &["test", "chosen.scenario"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.contains("nothing is chosen here"), "{out}");
}
