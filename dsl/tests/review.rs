//! Rules that read well and are wrong all the same: what is told about each, and that a sound sentence beside it is left alone.
use armorial_dsl::compile::check;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;

const GAME: &str = r#"
variant t "T" {
  board 8 by 2
  seats white on rank 1, black on rank 2
  position
    | K P P . . . . . |
    | . . . . . p p k |
  on your turn { act } otherwise { pass }
  every piece has a mark called tired
  every piece has a mark called secret, seen by its owner
  call a piece worn if it is tired or secret
  after you castle { mark your kings as tired this turn; mark your kings as secret this turn }
  RULE
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
}
"#;

fn codes(rule: &str) -> Vec<&'static str> {
    let library = Library::parse([("t.variant", GAME.replace("RULE", rule))]);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    all.map(|d| d.code).collect()
}

#[test]
fn what_is_wrong_is_told_and_what_is_sound_is_not() {
    let cases = [
        (
            "E106",
            "at the end of every round, the last side with a king wins",
            "at the end of every round, the last side that has a king wins",
        ),
        (
            "E106",
            "after you pass, if a player that is in check and has no king is on turn { pass }",
            "after you pass, if a player that is in check and that has no king is on turn { pass }",
        ),
        (
            "E123",
            "after you pass { choose prey among the pieces forming a chain; remove the pieces forming a chain }",
            "after you pass { choose 2 prey among the pieces forming a chain; remove the prey }",
        ),
        (
            "E123",
            "after you pass, if exactly 2 different pieces are tired { pass }",
            "the game has a zone of pieces called bag, starting with | P P |\n after you pass, if each piece in the bag matches a different piece { pass }",
        ),
        (
            "E123",
            "after you pass { put a new piece on a2 }",
            "after you pass { put a new pawn on a2 }",
        ),
        (
            "E123",
            "the game has a zone of pieces called bag, starting with 2 pawns\n after you pass { remove a piece in the bag }",
            "the game has a zone of pieces called bag, starting with | P P |\n after you pass { remove a piece in the bag }",
        ),
        (
            "E122",
            "call the game solved if a piece is worn\n as soon as the game is solved, draw the game",
            "as soon as a piece is worn, draw the game",
        ),
        (
            "E129",
            "after you move a piece { remove it instead }",
            "before you move a piece { remove it instead }",
        ),
        (
            "E134",
            "before the game { choose prey among the pieces; remove the prey }",
            "before the game { choose prey among the pieces at random; remove the prey }",
        ),
        (
            "E206",
            "to tire a square { mark the pieces on the square as tired this turn }\n after you pass { tire your side }",
            "to tire a square { mark the pieces on the square as tired this turn }\n after you pass { tire a1 }",
        ),
        (
            "E206",
            "table tire\n to tire a square { mark the pieces on the square as tired this turn }",
            "table tire\n to tire { mark the pieces on a1 as tired this turn }",
        ),
        (
            "E431",
            "instead of moving, unless your king would be tired, you may { roll a die called luck; if the luck is 6 { mark your king as tired this turn } }",
            "instead of moving, unless your king would be tired, you may { mark your king as tired this turn }",
        ),
        (
            "E431",
            "instead of moving, unless your king would be tired, you may { an opponent may { mark your king as tired this turn } }",
            "instead of moving, unless your king is tired, you may { an opponent may { mark your king as tired this turn } }",
        ),
        (
            "E125",
            "as soon as a player has 2 points, end the game",
            "as soon as a player has exactly 2 points, end the game",
        ),
        (
            "E410",
            "secret kings also leap (1,2)",
            "tired kings also leap (1,2)",
        ),
        (
            "E420",
            "call a piece weary if it is drowsy\n call a piece drowsy if it is weary",
            "call a piece weary if it is drowsy\n call a piece drowsy if it is tired",
        ),
        (
            "E420",
            "an enemy cannot capture a piece that is stuck",
            "an enemy cannot capture a piece that is tired",
        ),
        (
            "E420",
            "instead of moving, if your king is stuck, you may { move a pawn of yours }",
            "instead of moving, if your king is tired, you may { move a pawn of yours }",
        ),
        (
            "W310",
            "at the start of your turn { remove your pawn }",
            "at the start of your turn { remove your king }",
        ),
        (
            "W310",
            "at the start of your turn { remove your tired pawn }",
            "at the start of your turn { remove your pawns }",
        ),
        (
            "W333",
            "as soon as your king is tired, if you have no pawn, you lose",
            "as soon as your king is tired and you have no pawn, you lose",
        ),
        (
            "W333",
            "as soon as your king is tired, you lose unless you have exactly 2 pawns",
            "as soon as your king is tired { if you have no pawn { you lose } }",
        ),
        (
            "W341",
            "after your pawn is captured { remove your royal pieces; you lose }",
            "before your pawn is captured { remove your royal pieces; you lose }",
        ),
        (
            "N201",
            "whenever you move a piece { pass }",
            "after you move a piece { pass }",
        ),
        ("N203", "tired pawns can't move", "tired pawns cannot move"),
        (
            "N204",
            "after you move a piece again { pass }",
            "after you move a piece { pass }",
        ),
        (
            "N205",
            "at the beginning of your turn { pass }",
            "at the start of your turn { pass }",
        ),
        (
            "W220",
            "after you move a piece { choose prey among the enemies; pass }",
            "after you move a piece { choose prey among the enemies; remove the prey }",
        ),
        (
            "W221",
            "every piece has a mark called idle-handed",
            "every piece has a mark called idle-handed\n idle-handed pawns cannot move\n after you pass { mark your pawns as idle-handed this turn }",
        ),
        (
            "W331",
            "instead of moving, you may { capture a pawn of an opponent }",
            "instead of moving, you may { move a pawn of yours only to capture }",
        ),
        (
            "W340",
            "every piece has a mark called lame\n lame pawns cannot move\n after you move a piece { mark it as lame }",
            "every piece has a mark called lame\n lame pawns cannot move\n after you move a piece { mark it as lame for the game }",
        ),
    ];
    for (code, wrong, sound) in cases {
        let told = codes(wrong);
        assert!(told.contains(&code), "{wrong}: {told:?}");
        assert_eq!(codes(sound), [""; 0], "{sound}");
    }
}

#[test]
fn a_line_goes_on_inside_parentheses() {
    let lines = "after you move a piece, if (it is tired # or so\n   or it is a king\n  ) { pass }\n tired pawns cannot move";
    assert_eq!(codes(lines), [""; 0]);
    let open = "after you move a piece, if (it is tired { pass }\n tired pawns can't move";
    let told = codes(open);
    assert!(
        told.contains(&"N203"),
        "the next line is still read: {told:?}"
    );
}
