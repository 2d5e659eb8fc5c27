//! What is said is done or refused: sentences of plain English that once read and did nothing, or the contrary.
//!
//! Each row is a sentence, the code it is refused with, and the words the refusal stands at.
use armorial_dsl::compile::check;
use armorial_dsl::gather::{Armies, Setting};
use armorial_dsl::library::Library;

const GAME: &str = r#"
variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  position
    | r n b q k b n r |
    | p p p p p p p p |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | P P P P P P P P |
    | R N B Q K B N R |
  stages traps, effects, reactions, verdicts
  values king 4, rook 3, knight 3, pawn 1
  on your turn { act } otherwise { pass }
  every player has a number called coins
  after you capture a piece { add 1 to your coins; mark the captor as tired this turn }
  every piece has a mark called tired
  tired pieces cannot capture
  at the end of your turn, if your coins are 99, you win
  RULE
  kind king "K" { it moves as "K"; it is royal }
  kind queen "Q" { it slides any way }
  kind rook "R" { it slides orthogonally }
  kind bishop "B" { it slides diagonally }
  kind knight "N" { it leaps (1,2) }
  kind pawn "P" { it steps forward }
}
"#;

/// Codes and the words they stand at.
fn told(rule: &str) -> Vec<(&'static str, String)> {
    let text = GAME
        .replace("RULE", rule)
        .replace("; it is royal", "\n    it is royal");
    let library = Library::parse([("t.variant", text)]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    all.map(|d| {
        (
            d.code,
            library.files()[d.span.file.0 as usize]
                .words(d.span)
                .to_owned(),
        )
    })
    .collect()
}

#[test]
fn what_would_do_nothing_is_refused_at_its_words() {
    let cases = [
        // `no` and `nobody`
        ("no knight slides forward", "E146", "no"),
        ("no player must move", "E146", "no"),
        ("no knight cannot capture", "E146", "no"),
        ("no knight is not royal", "E146", "no"),
        ("nobody must capture", "E146", "nobody"),
        ("after nobody moves, you win", "E146", "nobody"),
        ("after no piece is captured, you win", "E146", "no"),
        ("after you move a piece { nobody wins }", "E146", "nobody"),
        (
            "after you move a piece, nobody may { pass }",
            "E146",
            "nobody",
        ),
        (
            "at the end of your turn, if a knight is not unmoved, you win",
            "E147",
            "a",
        ),
        // `would`
        (
            "you cannot move a piece if your king would be on d7",
            "E148",
            "would be on d7",
        ),
        (
            "after you move a piece, if your king would be on d7, you win",
            "E148",
            "would be on d7",
        ),
        (
            "if your king would be on d7, your rooks cannot move",
            "E148",
            "would be on d7",
        ),
        (
            "pawns are royal while your king would be on d7",
            "E148",
            "would be on d7",
        ),
        // amounts
        (
            "0 times per turn, instead of moving, you may { pass }",
            "E149",
            "0",
        ),
        (
            "not 0 turns running, instead of moving, you may { pass }",
            "E149",
            "0",
        ),
        (
            "not 1 turns running, instead of moving, you may { pass }",
            "E149",
            "1",
        ),
        ("knights also slide up to 0 squares forward", "E149", "0"),
        ("knights also slide 0 squares forward", "E149", "0"),
        ("knights also slide 3 to 2 squares forward", "E149", "3"),
        ("knights also leap (0,0)", "E149", "("),
        (
            "after you pass { remove exactly 0 pawns }",
            "E149",
            "exactly",
        ),
        ("after you pass { remove up to 0 pawns }", "E149", "up to"),
        (
            "after you pass { remove fewer than 1 pawns }",
            "E149",
            "fewer",
        ),
        (
            "after you pass { choose 0 prey among the pawns; remove the prey }",
            "E149",
            "0",
        ),
        ("after you pass { repeat 0 times { score 1 } }", "E149", "0"),
        ("after you pass { score 0 }", "E149", "0"),
        ("after you pass { add 0 to your coins }", "E149", "0"),
        (
            "after you pass { set your coins to 4 divided by 0 }",
            "E149",
            "0",
        ),
        (
            "after you move a piece { mark it as tired for 0 turns of its owner }",
            "E149",
            "0",
        ),
        (
            "4 or more pieces of an opponent cannot move to a1",
            "E150",
            "4",
        ),
        ("2 pawns are royal", "E150", "2"),
        ("exactly 2 pawns must move", "E150", "exactly"),
        ("2 knights also slide forward", "E150", "2"),
        (
            "at the end of your turn, if every player's coins are 3, you win",
            "E155",
            "every",
        ),
        (
            "at the end of your turn, if each player's coins are more than 3, you win",
            "E155",
            "each",
        ),
        // several that are not, each with the sum of all, what nothing suffers, words that would be added
        (
            "if your knights are not tired, your pawns cannot be captured",
            "E147",
            "your",
        ),
        (
            "at the end of the game, each player scores 4 minus their place",
            "E155",
            "scores 4 minus their place",
        ),
        (
            "at the end of the game, each player scores their coins",
            "E155",
            "scores their coins",
        ),
        (
            "after an enemy is jumped by your knight, mark it as tired this turn",
            "E123",
            "jumped",
        ),
        // the same twice, steps behind `then`
        (
            "every player has a number called coins",
            "E207",
            "every player has a number called coins",
        ),
        (
            "every piece has a zone of pieces called pit\n every piece has a zone of pieces called pit\n pawns cannot capture pieces whose pit holds a pawn\n after you capture a piece { put the victim into the pit of the captor }",
            "E207",
            "every piece has a zone of pieces called pit",
        ),
        // riders
        ("knights also slide (1,2) forward", "E151", "forward"),
        ("knights also slide (1,2) up to 3 squares", "E151", "up to"),
        ("knights also slide 2 squares (1,2)", "E151", "("),
        ("knights also leap (1,2) up to 4 squares", "E151", "up to"),
        ("knights also leap (1,2) forward", "E151", "forward"),
        (
            "knights also slide 2 squares 3 squares forward",
            "E151",
            "3",
        ),
        ("knights also slide forward anywhere", "E151", "anywhere"),
        ("knights also move as \"WW\"", "E151", "\"WW\""),
        ("knights also move as \"NNN\"", "E151", "\"NNN\""),
        (
            "at the start of your next turn, you win",
            "E187",
            "at the start of your next turn, you win",
        ),
        (
            "after you move a queen { mark the mover as tired until you are in check }",
            "E188",
            "you",
        ),
        (
            "after you move a queen { mark the mover as tired until there is no queen }",
            "E188",
            "there",
        ),
        (
            "at the end of the next round, you win",
            "E187",
            "at the end of the next round, you win",
        ),
        (
            "at the end of white's last turn, you win",
            "E187",
            "at the end of white's last turn, you win",
        ),
        (
            "knights also slide forward or move like a king if it is unmoved",
            "E152",
            "if",
        ),
        // rounds and the most
        (
            "at the start of every round, you win",
            "E153",
            "at the start of every round, you win",
        ),
        (
            "at the end of your turn, if the number of rounds is 3, you win",
            "E153",
            "rounds",
        ),
        (
            "at the end of your turn, if you are among (the players that have the most pieces) { you win }",
            "E154",
            "most",
        ),
        // guards that nothing is held against
        ("you cannot reveal your coins", "E156", "reveal"),
        ("you cannot announce \"x\"", "E156", "announce"),
        ("you cannot set your coins", "E156", "set"),
        ("you cannot add 1 to your coins", "E156", "add"),
        ("you cannot spend 1 of your coins", "E156", "spend"),
        ("you cannot score", "E156", "score"),
        ("you cannot win", "E156", "win"),
        (
            "your pieces cannot be unmarked as tired",
            "E156",
            "unmarked",
        ),
        ("you cannot resign", "E156", "resign"),
        ("your pawns cannot attack a king", "E156", "attack"),
        ("your pawns cannot reach e4", "E156", "reach"),
        ("you cannot end the turn", "E156", "end"),
        ("your power cannot be borrowed", "E156", "borrowed"),
        ("you must win", "E156", "win"),
        (
            "your rooks may jump over pieces",
            "E157",
            "jump over pieces",
        ),
        ("your pawns may jump", "E157", "jump"),
        ("your pieces may pass", "E157", "pass"),
        ("your pieces are enemies", "E158", "enemies"),
        ("enemies are your pieces", "E158", "your"),
        // words that narrow nothing
        (
            "at the end of your turn, if your lost coins are 3, you win",
            "E160",
            "lost",
        ),
        (
            "at the end of your turn, if your royal coins are 3, you win",
            "E160",
            "royal",
        ),
        (
            "after you pass { remove the pieces on lost squares }",
            "E160",
            "lost",
        ),
        (
            "after you pass { set your other coins to 3 }",
            "E160",
            "other",
        ),
        (
            "to handle zzz a knight { remove the knight }\n after you pass { handle a knight of yours }",
            "E163",
            "zzz",
        ),
        (
            "to handle knight zzz a knight { remove the knight }\n after you pass { handle a knight of yours }",
            "E163",
            "knight",
        ),
        (
            "after you pass { remove the lost lost pawns }",
            "E160",
            "lost",
        ),
        ("pieces of no other players cannot move", "E146", "no"),
        // shown, promoted, empty
        (
            "after you move a piece { reveal the mover to yourself }",
            "E165",
            "reveal the mover to yourself",
        ),
        (
            "instead of moving, you may { }",
            "W360",
            "instead of moving, you may { }",
        ),
        // what is behind `otherwise`, on the way, added up
        (
            "after you pass { an opponent may { they score 1 } otherwise { they score 2 } }",
            "E180",
            "after you pass { an opponent may { they score 1 } otherwise { they score 2 } }",
        ),
        (
            "after you pass { repeat 1 times { choose prey among the pawns; remove the prey } otherwise { score 1 } }",
            "E181",
            "after you pass { repeat 1 times { choose prey among the pawns; remove the prey } otherwise { score 1 } }",
        ),
        (
            "knights also slide any way over a piece around the destination",
            "E182",
            "slide any way over a piece around the destination",
        ),
        (
            "knights also slide any way through pieces beside the destination",
            "E182",
            "slide any way through pieces beside the destination",
        ),
        (
            "after you pass, if the value of a knight is 3, you win",
            "E183",
            "after you pass, if the value of a knight is 3, you win",
        ),
        (
            "after you pass { remove the last piece that an opponent has moved }",
            "E184",
            "after you pass { remove the last piece that an opponent has moved }",
        ),
        // nothing inside
        (
            "after you pass { you may { } }",
            "W360",
            "after you pass { you may { } }",
        ),
        (
            "after you pass { repeat 3 times { } }",
            "W360",
            "after you pass { repeat 3 times { } }",
        ),
        (
            "after you pass { if your coins are 3 { } }",
            "W360",
            "after you pass { if your coins are 3 { } }",
        ),
        (
            "after you pass { for each player { } }",
            "W360",
            "after you pass { for each player { } }",
        ),
        // the contrary in one breath
        (
            "pawns are royal\n pawns are not royal",
            "W385",
            "pawns are not royal",
        ),
        (
            "pawns cannot move\n you must move a pawn",
            "W385",
            "you must move a pawn",
        ),
        // asked and never set
        (
            "every piece has a mark called odd\n odd pieces cannot capture",
            "W387",
            "every piece has a mark called odd",
        ),
        (
            "you have a number called debts\n your pawns cannot move while your debts are 3",
            "W387",
            "you have a number called debts",
        ),
        (
            "you have a zone of pieces called brig\n your pawns cannot move if your brig holds a rook",
            "W387",
            "you have a zone of pieces called brig",
        ),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|(rule, code, at)| {
            let told = told(rule);
            (told != [(*code, (*at).to_owned())])
                .then(|| format!("{rule}\n    {code} at `{at}`: {told:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_forms_that_work_are_left_alone() {
    let fine = [
        "no piece is tired",
        "no enemy may capture your king",
        "nobody may capture rooks",
        "no pawn or knight may capture a king",
        "at the end of your turn, if nobody is in check, you win",
        "at the end of your turn, if nobody has a queen, you win",
        "at the end of your turn, if no knight is unmoved, you win",
        "at the end of your turn, if there is a knight that is not unmoved, you win",
        "at the end of your turn, if you have exactly 0 pawns, you win",
        "at the end of your turn, if the coins of the players are 3, you win",
        "at the end of your turn, if there is no player whose coins are not 3, you win",
        "at the end of your turn, if you have the most points, you win",
        "after you pass { set your coins to 0 }",
        "knights also leap (1,2) or leap (2,4)",
        "knights also move like a rook if it is unmoved",
        "your king cannot move to d7",
        "instead of moving, unless your king would be in check, you may { remove a pawn of yours }",
        "abilities cannot act if a rook would be on g1",
        "your rooks may pass over pawns",
        "your rooks are bishops",
        "2 pawns of yours may capture your pieces",
        "at the end of every round, you score 1",
        "after you pass { an opponent may { they score 1 } otherwise { you score 2 } }",
        "after you pass { you may { score 1 } otherwise { an opponent may { they score 2 } } }",
        "after you pass { if there is a pawn { repeat 2 times { score 1 } } otherwise { score 1 } }",
        "knights also slide any way over a piece",
        "after you pass { remove the latest piece that an opponent has moved }",
        "after you pass, if the value of your knights is 3, you win",
        "pawns are royal while your coins are 3\n pawns are not royal while your coins are 4",
        "every piece has a mark called odd\n odd pieces cannot capture\n pawns are odd",
        "you have a number called debts, starting with 3\n your pawns cannot move while your debts are 3",
        "after you pass { either \"a\" { score 1 } or \"b\" { } }",
    ];
    for rule in fine {
        assert_eq!(told(rule), [], "{rule}");
    }
}

const ARMY: &str = r#"
army u "U" of t {
  setup standard
  power u {
    LINE
  }
}
"#;

/// What is told about a line of an army's power, in a game that has a statement of nobody with a label.
fn told_of_army(line: &str) -> Vec<(&'static str, String)> {
    let game = GAME
        .replace("RULE", "*peace* abilities cannot act if a royal piece would newly be in check\n  setup | R N B Q K B N R |")
        .replace("; it is royal", "\n    it is royal");
    let library = Library::parse([("t.variant", game), ("u.army", ARMY.replace("LINE", line))]);
    let setting = Setting {
        armies: Armies::These(vec!["u".to_owned(), "u".to_owned()]),
        ..Setting::of("t")
    };
    let checked = check(&library, &setting);
    let all = library.problems().iter().chain(&checked.problems);
    all.map(|d| {
        (
            d.code,
            library.files()[d.span.file.0 as usize]
                .words(d.span)
                .to_owned(),
        )
    })
    .collect()
}

#[test]
fn a_power_replaces_what_a_player_has_and_says_nothing_of_its_army() {
    let label = "*peace* abilities cannot act if there is no piece";
    assert_eq!(told_of_army(label), [("E159", "peace".to_owned())]);
    let own = "*calm* abilities cannot act if there is no piece";
    assert_eq!(told_of_army(own), []);
    let army = "your army is not standard";
    assert_eq!(told_of_army(army), [("E167", army.to_owned())]);
}

#[test]
fn a_set_up_is_standard_or_rows() {
    for word in ["standard", "royal"] {
        let text = format!(
            "army u \"U\" of t {{\n  setup {word}\n    | R K R |\n  power u {{ your rooks cannot capture }}\n}}\n"
        );
        let game = GAME
            .replace("RULE", "")
            .replace("; it is royal", "\n    it is royal");
        let library = Library::parse([("t.variant", game), ("u.army", text)]);
        let setting = Setting {
            armies: Armies::These(vec!["u".to_owned(), "u".to_owned()]),
            ..Setting::of("t")
        };
        let told: Vec<_> = check(&library, &setting)
            .problems
            .iter()
            .map(|d| d.code)
            .collect();
        assert!(told.contains(&"E161"), "{word}: {told:?}");
    }
}

#[test]
fn a_kind_does_not_wait_for_what_takes_it_away() {
    let told = |line: &str| {
        let game = GAME
            .replace("RULE", "")
            .replace("it steps forward", &format!("it steps forward\n    {line}"));
        let library = Library::parse([("t.variant", game)]);
        let checked = check(&library, &Setting::of("t"));
        checked.problems.iter().map(|d| d.code).collect::<Vec<_>>()
    };
    assert_eq!(told("after it promotes, you win"), ["E166"]);
    assert_eq!(told("before it promotes, you win"), [""; 0]);
    assert_eq!(told("after it captures a piece, you win"), [""; 0]);
}

#[test]
fn opponents_sit_apart_and_kinds_move_or_do_not() {
    let told = |from: &str, to: &str| {
        let game = GAME
            .replace("RULE", "")
            .replace("; it is royal", "\n    it is royal")
            .replace(from, to);
        let library = Library::parse([("t.variant", game)]);
        let checked = check(&library, &Setting::of("t"));
        let all = library.problems().iter().chain(&checked.problems);
        all.map(|d| d.code).collect::<Vec<_>>()
    };
    let seats = "seats white on rank 1, black on rank 8";
    assert_eq!(told(seats, seats), [""; 0]);
    assert_eq!(told(seats, "seats white at a1, black at a1"), ["W390"]);
    let sides = "seats white on rank 1, black on rank 8, grey on rank 1\n  sides light of white and grey, dark of black";
    assert_eq!(told(seats, sides), [""; 0]);
    let steps = "it steps forward";
    assert_eq!(told(steps, "it steps forward\n it moves nowhere"), ["E196"]);
    assert_eq!(
        told(steps, "it steps forward\n it steps backward"),
        ["E196"]
    );
    assert_eq!(
        told(steps, "it steps forward\n it also steps backward"),
        [""; 0]
    );
    assert_eq!(told(steps, "it moves nowhere"), [""; 0]);
}
