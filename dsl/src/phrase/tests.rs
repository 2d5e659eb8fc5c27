//! What the reader makes of sentences: readings that must come out, mistakes that must be told (language 17).
use super::{read, read_back};
use crate::assemble;
use crate::gather::{Armies, Setting};
use crate::library::Library;
use engine::rules::Ruleset;

const GAME: &str = r#"
variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . . . . . |
  stages traps, effects, reactions, verdicts
  on your turn { act } otherwise { pass }
  call a1-d2 your corner
  call a king regal
  call queens, rooks, bishops and knights the promotions
  every square has a piece called passer
  every square has a mark called sunken
  every piece has a mark called tired
  you have a mark called weak
  you have a number called patience, starting with 3
  your knights have a zone of pieces called belly
  you have a zone of cards called hand
  you have a number called first-die
  you have a number called second-die
  you have a square called trap
  the game has a deck called pile, starting with | K Q R |
  to handle a knight { put the knight on d4 }
  RULE
  kind king "K" { it moves as "K"
    KING }
  kind queen "Q" { it slides any way }
  kind rook "R" { it slides orthogonally }
  kind bishop "B" { it slides diagonally }
  kind knight "N" { it leaps (1,2) }
  kind pawn "P" { it steps forward }
}
"#;

fn compiled(rule: &str, king: &str) -> (Ruleset, Vec<(&'static str, String)>) {
    let text = GAME.replace("RULE", rule).replace("KING", king);
    let library = Library::parse([("t.variant", text)]);
    let setting = Setting {
        variant: "t".to_owned(),
        armies: Armies::These(Vec::new()),
        ..Setting::default()
    };
    let (program, problems) = assemble::program(&library, &setting);
    let mut all: Vec<(&'static str, String)> =
        problems.into_iter().map(|d| (d.code, d.message)).collect();
    let Some(program) = program else {
        return (Ruleset::default(), all);
    };
    all.retain(|(code, _)| code.starts_with('E'));
    let (reading, problems) = read(program);
    all.extend(problems.into_iter().map(|d| (d.code, d.message)));
    (reading.finish(), all)
}

/// The read-back of the rules a sentence makes.
fn back(rule: &str) -> Vec<String> {
    let (bare, _) = compiled("", "");
    let (rules, problems) = compiled(rule, "");
    assert!(problems.is_empty(), "{rule}: {problems:?}");
    let before: Vec<String> = bare.rules.iter().map(|r| read_back(&bare, r)).collect();
    let all = rules.rules.iter().filter(|r| !r.imposed);
    all.map(|r| read_back(&rules, r))
        .filter(|r| !before.contains(r))
        .collect()
}

fn reads(rule: &str, want: &str) {
    assert_eq!(back(rule), [want], "{rule}");
}

fn fails(rule: &str, code: &str) {
    let (_, problems) = compiled(rule, "");
    let codes: Vec<&str> = problems.iter().map(|(c, _)| *c).collect();
    assert!(
        codes.contains(&code),
        "{rule}: wanted {code}, got {problems:?}"
    );
}

#[test]
fn guards() {
    reads(
        "an enemy cannot capture your pieces unless it is a king",
        "an enemy cannot capture your pieces if it is not a king",
    );
    reads("tired pawns cannot move", "tired pawns cannot move");
    reads(
        "your kings cannot be pushed by abilities of other players",
        "your kings cannot be pushed by abilities of other players",
    );
    reads("you cannot castle", "you cannot castle");
    assert_eq!(
        back("a pawn cannot enter or cross a sunken square").len(),
        2
    );
}

#[test]
fn no_and_nobody() {
    reads(
        "no enemy may capture your king",
        "enemies cannot capture your kings",
    );
    reads("nobody may capture rooks", "players cannot capture rooks");
    reads("no knight is royal", "knights are not royal");
    reads(
        "no pawn or knight may capture a king",
        "pawns and knights cannot capture a king",
    );
    reads(
        "at the end of your turn, if nobody is in check, you win",
        "at the end of your turn, if no player is in check, you win",
    );
    reads(
        "at the end of your turn, if nobody has a queen, you win",
        "at the end of your turn, if no player has a queen, you win",
    );
}

/// A condition behind `moves like` is one on the sentence: without it the piece moves as if nothing were said.
#[test]
fn conditions_of_borrowed_ways() {
    reads(
        "your rooks also move like a knight if it is tired",
        "your rooks also move like a knight if it is tired",
    );
    reads(
        "your rooks move nowhere unless it is tired",
        "your rooks move nowhere if it is not tired",
    );
}

#[test]
fn triggers_and_steps() {
    reads(
        "after you move a piece, if it is tired, unless this is your first turn { choose partner among tired enemies beside it; swap the owners of the mover and the partner }",
        "after you move a piece, if the mover is tired, unless this is your first turn { choose partner among tired enemies beside the mover; swap the owners of the mover and the partner }",
    );
    reads(
        "not 2 turns running, instead of moving, unless an opponent would newly be in check from you, you may { move a bishop of yours to an empty square }",
        "not 2 turns running, instead of moving, unless an opponent would newly be in check from you, you may { move a bishop of yours to an empty square }",
    );
    reads(
        "as soon as an opponent has 3 or more pieces in your corner, you lose to the opponent",
        "as soon as an opponent has 3 or more pieces on your corner, you lose to the opponent",
    );
    reads(
        "after a pawn moves { mark it as tired until the end of the round }",
        "after a pawn moves, mark the mover as tired until the end of the round",
    );
    reads(
        "in the traps stage, after another player moves a piece across your trap, unless it is jumping { mark it as tired for 2 turns of its owner }",
        "in the traps stage, after another player moves a piece across your trap, if the mover is not jumping, mark the mover as tired for 2 turns of the owner of the mover",
    );
    reads(
        "at the end of your turn, you may { choose site among the empty squares that are not sunken; mark the site as sunken for the game }",
        "at the end of your turn, you may { choose site among empty squares that are not sunken; mark the site as sunken for the game }",
    );
}

#[test]
fn phrases() {
    reads(
        "at the start of your turn { remove the enemies around your bishops, knights or kings that are not tired }",
        "at the start of your turn, remove enemies around your bishops, knights or kings that are not tired",
    );
    reads(
        "after you move a knight { remove every enemy that it attacks and that another knight of yours attacks }",
        "after you move a knight, remove enemies that the mover attacks and that another knight of yours attacks",
    );
    reads(
        "at the start of your turn { set your patience to 3 minus the number of your kings }",
        "at the start of your turn, set your patience to 3 minus the number of your kings",
    );
    reads(
        "before your knight is captured, removed or given, the author removes the pieces in the belly of the knight",
        "before your knight is captured, removed or given { the author removes pieces in the belly of the knight }",
    );
    reads(
        "at the start of your turn { choose 2 or more group among your pieces forming a chain; shift the group to empty squares }",
        "at the start of your turn { choose 2 or more group among your pieces forming a chain; shift the group to empty squares }",
    );
}

#[test]
fn steps_with_blocks() {
    reads(
        "at the start of your turn { roll a die called mood; if the mood is 5 or 6 { draw a card from the pile into your hand } }",
        "at the start of your turn { roll a die called mood; if the mood is 5 or the mood is 6 { draw 1 card from the pile into your hand } }",
    );
    reads(
        "every round { for each player { they secretly choose count among 0 to 99; set their patience to the count } }",
        "every round { for each player { they secretly choose count among 0 to 99; set their patience to the count } }",
    );
    reads(
        "instead of moving, you may { choose horse among your knights; handle the horse; you may handle the horse }",
        "instead of moving, you may { choose horse among your knights; handle the horse; you may { handle the horse } }",
    );
    reads(
        "after an opponent captures your piece, you may { choose debtor among the other players; the debtor must capture a piece of the opponent until the end of the debtor's next turn }",
        "after an opponent captures your piece, you may { choose debtor among other players; the debtor must capture a piece of the opponent until the end of the debtor's next turn }",
    );
}

#[test]
fn patterns() {
    let (rules, problems) = compiled(
        "",
        "it also leaps from e1 to g1 without capturing, bringing the rook on h1 to f1,\n if it is unmoved and f1-g1 are empty and no enemy attacks the line from e1 to g1",
    );
    assert!(problems.is_empty(), "{problems:?}");
    let all: Vec<String> = rules.rules.iter().map(|r| read_back(&rules, r)).collect();
    let castling = "it also leaps from e1 to g1 without capturing bringing the rook on h1 to f1 if it is unmoved and f1-g1 are empty and no enemy attacks the line from e1 to g1";
    assert!(all.contains(&castling.to_owned()), "{all:#?}");
    reads(
        "your rooks also leap 2 to 3 squares orthogonally",
        "your rooks also leap 2 to 3 squares orthogonally",
    );
    reads(
        "your bishops slide diagonally up to 3 squares, pushing enemies",
        "your bishops slide diagonally up to 3 squares pushing enemies",
    );
    reads(
        "your pieces capture without moving",
        "your pieces capture without moving",
    );
}

#[test]
fn predictable_mistakes() {
    let wrong = [
        ("after you move a pice { stop }", "E100"),
        ("an enemy adjacent to your king cannot move", "E100"),
        ("my king is frozen", "E100"),
        (
            "at the start of your turn { choose prey of your king }",
            "E100",
        ),
        ("you have a mark called move", "E105"),
        (
            "at the start of your turn { choose passing among your pieces }",
            "E105",
        ),
        ("or you have 2 or more pawns", "E107"),
        ("at the start of your turn", "E108"),
        (
            "at the start of your turn { choose prey in your corner }",
            "E100",
        ),
        (
            "after you pass, if you have moved a piece that matches your king this turn { pass }",
            "E110",
        ),
        (
            "enemies that are not frozen around your bishops are frozen",
            "E111",
        ),
        ("your not tired pieces cannot capture", "E112"),
        ("your non-tired pieces cannot capture", "E101"),
        (
            "at the start of your turn, if you are in check and you have no pawn or you have no king, you lose",
            "E113",
        ),
        (
            "your pieces within 2 of your king cannot be captured",
            "E114",
        ),
        ("your rooks may not capture", "E115"),
        ("your king can move like a knight", "E115"),
        ("at the end of your turn { remove the piece }", "E116"),
        (
            "after an opponent captures your piece { remove it }",
            "E117",
        ),
        ("idle rooks and kings cannot move", "E119"),
        (
            "after you move, if there is a king and a rook, swap your king and a pawn of yours",
            "E192",
        ),
        (
            "if your first-die or your second-die is 1, your pieces are frozen",
            "E126",
        ),
        (
            "after you capture a piece { choose heir among your kings; a piece cannot move this turn }",
            "E118",
        ),
        ("your safe and tired pieces cannot move", "E100"),
        ("at the start of your turn { give a king of yours }", "E120"),
        // a push without a place to go away from would do nothing
        ("at the start of your turn, push the kings", "E120"),
        ("at the start of your turn, push the kings past a4", "E121"),
        (
            "at the start of your turn { give your king onto your hand to white }",
            "E121",
        ),
        ("at the start of your turn { give your king to 3 }", "E122"),
        ("at the start of your turn { enter a square }", "E123"),
        ("after you attack a piece { pass }", "E124"),
        ("after you act { pass }", "E124"),
        ("call a move timid if its piece is a pawn", "E122"),
        (
            "at the start of your turn, if you have 2 pawns { pass }",
            "E125",
        ),
        (
            "at the start of your turn { remove the enemies on squares that are sunken }",
            "E127",
        ),
        (
            "at the start of your turn, if a king was tired, you lose to it",
            "E128",
        ),
        ("after you move a piece { remove the victim }", "E131"),
        (
            "at the start of your turn { remove your pawns unless you are in check; pass }",
            "E136",
        ),
        (
            "at the start of your turn { put a piece that attacks a king on d4 }",
            "E119",
        ),
        ("in the dusk stage, after you move a piece { pass }", "E311"),
        ("score 1", "E138"),
        ("at the start of your turn { stop }", "E130"),
    ];
    for (rule, code) in wrong {
        fails(rule, code);
    }
}

#[test]
fn one_bad_sentence_hides_no_other() {
    let (rules, problems) = compiled("my king is frozen\n  tired pawns cannot move", "");
    assert_eq!(problems.len(), 1, "{problems:?}");
    let all: Vec<String> = rules.rules.iter().map(|r| read_back(&rules, r)).collect();
    assert!(all.iter().any(|r| r == "tired pawns cannot move"));
}

#[test]
fn readings_are_bounded() {
    let deep = format!(
        "at the start of your turn {{ remove {} }}",
        "the pieces beside the owner of the pieces that attack and ".repeat(30)
    );
    let (_, problems) = compiled(&deep, "");
    assert!(!problems.is_empty());
}
