//! What may be done to a piece, asked as a condition: `if it cannot be pushed by abilities of other players`. It asks the guards alone:
//! who has such an ability, and where the piece would go, is not asked.
use tests::small::{codes, holds, so};

const GAME: &str = r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | R2 . . K2 |
    | .  . . P2 |
    | P1 . . .  |
    | R1 . K1 . |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
  kind rook "R" { it slides orthogonally }
  on your turn { act } otherwise { pass }
  GUARDS
  after you move a piece { RULE }
}
"#;

fn game(guards: &str, rule: &str, scenarios: &str) -> String {
    GAME.replace("GUARDS", guards).replace("RULE", rule) + scenarios
}

/// What white has scored when the rook, the king and the pawn have moved: 1, 10 and 100 for those of which the condition holds.
fn asked(guards: &str, condition: &str, points: u32) {
    let rule = format!(
        "if {condition} {{ if it is a rook, score 1; if it is a king, score 10; if it is a pawn, score 100 }}"
    );
    holds(&game(
        guards,
        &rule,
        &format!(
            "scenario \"asked\" of t covers words.1 {{
  white plays a1-b1
  black plays d3-d2
  white plays c1-c2
  black plays d2-d1
  white plays a2-a3
  then white has {points} points
}}
"
        ),
    ));
}

#[test]
fn a_guard_on_abilities_is_what_the_condition_asks() {
    let guard = "your rooks cannot be pushed by abilities of other players";
    asked(guard, "it can be pushed by abilities of other players", 110);
    asked(
        guard,
        "it cannot be pushed by abilities of other players",
        1,
    );
    asked(guard, "abilities of other players can push it", 110);
    asked(guard, "abilities of other players cannot push it", 1);
    // another verb, and one's own abilities, are not forbidden by it
    asked(guard, "it can be pulled by abilities of other players", 111);
    asked(guard, "it can be pushed by your abilities", 111);
    // of all players some may
    asked(guard, "it can be pushed by abilities", 111);
}

#[test]
fn what_a_deed_is_made_of_is_asked_too() {
    let rooted = "rooks on file b cannot leave a square";
    asked(
        rooted,
        "it can be pushed by abilities of other players",
        110,
    );
    asked(
        rooted,
        "it can be removed by abilities of other players",
        110,
    );
    asked(
        rooted,
        "it can be swapped by abilities of other players",
        110,
    );
    asked(
        rooted,
        "it can be captured by abilities of other players",
        111,
    );
    asked(rooted, "it can be given by abilities of other players", 111);
    let kept = "you cannot lose a rook";
    asked(
        kept,
        "it can be captured by abilities of other players",
        110,
    );
    asked(kept, "it can be removed by abilities of other players", 110);
    asked(kept, "it can be moved by abilities of other players", 111);
    let same = "rooks cannot become a pawn";
    asked(same, "it can be promoted by abilities", 111);
    let never = "rooks cannot be promoted";
    asked(never, "it can be promoted by abilities", 110);
}

#[test]
fn conditions_of_the_guard_count_as_they_are_now() {
    let row = "pieces on rank 1 cannot be removed by abilities";
    // the rook has gone along rank 1, king and pawn have left it
    asked(row, "it can be removed by abilities", 110);
    let tired = "every piece has a mark called tired\n  tired pieces cannot be captured by abilities\n  after a rook moves, mark it as tired for the game";
    asked(tired, "it can be captured by abilities", 110);
    let awake = "every piece has a mark called tired\n  rooks cannot be marked as tired";
    asked(awake, "it can be marked as tired by abilities", 110);
    // a guard on where a piece goes leaves other places
    let closed = "pieces cannot enter rank 4";
    asked(closed, "it can be moved by abilities", 111);
    // movement is another matter
    let moved = "rooks cannot be moved by abilities";
    asked(moved, "it can be moved by abilities", 110);
}

#[test]
fn it_narrows_and_counts() {
    let guard = "your rooks cannot be pushed by abilities of other players";
    let rule = "score the number of your pieces that abilities of other players can push";
    holds(&game(
        guard,
        rule,
        "scenario \"king and pawn\" of t covers words.1 {
  white plays c1-c2
  then white has 2 points
}
",
    ));
    let some = "if your pieces can be pushed by abilities of other players, score 5; \
         if your rooks can be pushed by abilities of other players, score 50; \
         if there is a piece of yours that cannot be pushed by abilities of other players, score 500";
    holds(&game(
        guard,
        some,
        "scenario \"what is said with another verb than is, is said of some\" of t covers words.1 {
  white plays c1-c2
  then white has 505 points
}
",
    ));
}

#[test]
fn what_no_guard_is_asked_is_refused_at_its_place() {
    let told = |rule: &str| codes(&game("rooks cannot be pushed by abilities", rule, ""));
    assert_eq!(told("if it can be captured, score 1"), ["E123"]);
    assert_eq!(told("if it can be captured by a rook, score 1"), ["E123"]);
    assert_eq!(
        told("if it can be revealed by abilities, score 1"),
        ["E156"]
    );
    assert_eq!(told("if abilities can attack it, score 1"), ["E156"]);
    assert_eq!(told("if it can be passed by abilities, score 1"), ["E123"]);
}

#[test]
fn a_kind_that_a_ban_forbids_is_not_among_the_promotions() {
    let promotes = "call rooks and kings the promotions\n  after your pawn enters its last row { choose officer among the promotions; it promotes to the officer }";
    let to_the_end = "white plays b3-b4\n  black plays d3-d2\n  white plays b4-b5";
    so(
        promotes,
        &format!("{to_the_end}\n  white chooses king\n  then there is a king of white on b5"),
    );
    // one is left, so nothing is asked
    so(
        &format!("{promotes}\n  your pawns cannot promote to kings"),
        &format!("{to_the_end}\n  then there is a rook of white on b5"),
    );
    so(
        &format!("{promotes}\n  the enemy pawns cannot promote to kings"),
        &format!("{to_the_end}\n  then there is a rook of white on b5"),
    );
    // none is left: nothing comes of it
    so(
        &format!("{promotes}\n  your pawns cannot promote"),
        &format!("{to_the_end}\n  white chooses king\n  then there is a pawn of white on b5"),
    );
    // another piece than the one that promotes
    so(
        &format!("{promotes}\n  your rooks cannot promote to kings"),
        &format!("{to_the_end}\n  white chooses king\n  then there is a king of white on b5"),
    );
}
