//! Whom a sentence is about: every, no, a and each before who does it, a rule that speaks to its holder, and words that could mean two
//! things. Each of these was read and did something else, or nothing.
use tests::small::{codes, holds, six_by_six, six_so as so, six_told as told};

/// A game of three, white on rank 1, green on file a and blue on rank 6, with this rule.
fn of_three(rule: &str, lines: &str) {
    let gold = match rule.contains("gold") {
        true => "every player has a number called gold",
        false => "",
    };
    holds(&format!(
        r#"variant t "T" {{
  board 6 by 6
  seats white on rank 1, green on file a, blue on rank 6
  position
    | .  .  .  K3 .  .  |
    | .  .  .  .  .  .  |
    | K2 P2 .  .  .  R3 |
    | .  .  .  .  .  P3 |
    | .  .  .  .  .  .  |
    | .  .  .  K1 .  R1 |
  on your turn {{ act }} otherwise {{ pass }}
  kind king "K" {{ it steps any way }}
  kind rook "R" {{ it slides orthogonally }}
  kind pawn "P" {{ it steps forward }}
  {gold}
  {rule}
  as soon as you have no opponent, you win
}}
scenario "s" of t covers words.1 {{
  {}
}}
"#,
        lines.replace("; ", "\n  ")
    ));
}

#[test]
fn the_actor_says_which_opponent() {
    let act = |what: &str| format!("*x* instead of moving, you may {{ {what} }}");
    let asked = "white plays x; white is offered only green, blue";
    of_three(
        &act("an opponent loses"),
        &format!("{asked}; white chooses blue; then blue has lost; then green has not lost"),
    );
    of_three(
        &act("an opponent skips their next turn"),
        &format!("{asked}; white chooses green; then blue is on turn"),
    );
    of_three(
        &act("an opponent scores 1"),
        &format!(
            "{asked}; white chooses blue; then the points of green are 0; then the points of blue are 1"
        ),
    );
    of_three(
        &act("an opponent adds 1 to their gold"),
        &format!(
            "{asked}; white chooses blue; then the gold of green is 0; then the gold of blue is 1"
        ),
    );
    of_three(
        &act("an opponent removes a rook"),
        &format!("{asked}; white chooses blue; blue is offered only f1, f4"),
    );
    of_three(
        &act("an opponent moves a pawn of theirs"),
        &format!("{asked}; white chooses blue; blue plays f3-f2; then f3 is empty"),
    );
    of_three(&act("another player scores 1"), asked);
    of_three(&act("one of your opponents loses"), asked);
    of_three(
        &act("an opponent that has a rook loses"),
        "white plays x; then blue has lost; then green has not lost",
    );
}

#[test]
fn each_of_them_pays_what_they_have() {
    of_three(
        "after your king enters c2, each opponent spends 1 of their gold",
        "given the gold of green is 3; white plays d1-c2; then the gold of green is 2; then the gold of blue is 0",
    );
    of_three(
        "after your king enters c2, every opponent removes a pawn of theirs",
        "white plays d1-c2; then there is no pawn",
    );
    of_three(
        "after your king enters c2, every opponent loses",
        "white plays d1-c2; then white has won",
    );
}

#[test]
fn what_is_said_with_a_verb_is_said_of_so_many() {
    let scores = |cond: &str, points: u8| {
        so(
            &format!("after you move a knight, if {cond}, score 1"),
            "k5/6/R5/6/6/NR3K",
            &format!("white plays a1-c2; then the points of white are {points}"),
        );
    };
    scores("every rook of yours reaches b4", 1);
    scores("every rook of yours reaches b3", 0);
    scores("a rook of yours reaches b3", 1);
    scores("no rook of yours reaches b3", 0);
    scores("no rook of yours reaches e5", 1);
    scores("2 or more rooks of yours reach b4", 1);
    scores("2 or more rooks of yours reach b3", 0);
    scores("every rook of yours can reach b3", 0);
    scores("no rook of yours can reach b3", 0);
    // the rook on a4 attacks the king, the rook on b1 does not
    scores("your rook attacks a king", 1);
    scores("your rooks attack a king", 1);
    scores("your rook reaches a5", 1);
    scores("every rook of yours attacks a king", 0);
    scores("no rook of yours attacks a king", 0);
}

#[test]
fn a_rule_on_abilities_speaks_to_its_holder() {
    let game = r#"
variant t "T" {
  board 6 by 6
  seats white on rank 1, black on rank 6
  setup
    | P P P P P P |
    | K R R R R R |
  on your turn { act } otherwise { pass }
  kind king "K" { it is royal; it steps any way }
  kind rook "R" { it slides orthogonally }
  kind pawn "P" { it steps forward }
}
army zappers "Zappers" of t {
  setup
    | P P P P P P |
    | K R R R R R |
  power zapping {
    abilities cannot act if RULE
    *zap* instead of moving, you may { choose prey among your pawns; remove the prey }
  }
}
"#;
    let so = |rule: &str, pawns: &str, line: &str| {
        holds(&format!(
            r#"{}
scenario "s" of t covers words.1 {{
  armies white zappers, black zappers
  position
    | r . . . . k |
    | . . . . . . |
    | . . . . . . |
    | {pawns} |
    | . . . . . . |
    | K . . . . . |
  {line}
}}
"#,
            game.replace("RULE", rule)
        ));
    };
    let exposed = "your king would newly be in check";
    so(exposed, "P . . . . .", "white cannot play zap");
    // a second pawn can go, and only that one
    so(
        exposed,
        "P . . P . .",
        "white plays zap\n  then d3 is empty",
    );
    so(
        "you have 2 or more pawns",
        "P . . P . .",
        "white cannot play zap",
    );
    so("you have 2 or more pawns", "P . . . . .", "white plays zap");
    so("your king is on a1", "P . . . . .", "white cannot play zap");
    so("your king is on b1", "P . . . . .", "white plays zap");
}

#[test]
fn a_guard_shows_no_mark_of_another() {
    let hidden = "every piece has a mark called veiled, seen by its owner\n  after you move a pawn, mark it as veiled for the game";
    let shown = |rule: &str| codes(&six_by_six(&format!("{hidden}\n  {rule}"))).contains(&"E410");
    assert!(shown("your pieces cannot capture veiled pieces"));
    assert!(shown(
        "your pieces cannot capture pieces that are not veiled"
    ));
    assert!(shown(
        "your pieces cannot capture pieces if the victim is veiled"
    ));
    assert!(!shown("your pieces cannot capture your veiled pieces"));
    assert!(!shown("your veiled pieces cannot move"));
}

#[test]
fn what_has_two_meanings_or_none_is_refused() {
    let tired = "every piece has a mark called tired\n  after you move a rook, mark it as tired for the game";
    let both = |rule: &str, code: &str| told(&format!("{tired}\n  {rule}"), code);
    both(
        "your king cannot move if every rook of yours is not tired",
        "E147",
    );
    both(
        "your kings cannot capture enemies that are not royal and tired",
        "E147",
    );
    let mark = "the game has a mark called stormy";
    assert!(codes(&six_by_six(mark)).contains(&"E123"));
    told(
        "you have a zone of pieces called wings\n  before your rook is captured, put the rook into your wings instead\n  \
         after you move a king, put the pieces in your wings on empty squares of rank 1",
        "E195",
    );
    told("rooks also leap (1,2) if the path is in your camp", "E151");
}

#[test]
fn what_goes_back_with_the_move_is_told() {
    let veto = "you have a number called vetoes, starting with 2\n  after an opponent captures a pawn of yours, if your vetoes are 1 or more, you may";
    let spend = "spend 1 of your vetoes";
    told(&format!("{veto} {{ {spend}; take back the move }}"), "W391");
    let behind = format!("{veto} {{ take back the move; {spend} }}");
    so(
        &behind,
        "r4k/6/6/P5/6/K5",
        "given black is on turn; black plays a6-a3; white accepts; then the piece on a6 is a rook; then the vetoes of white are 1",
    );
}

#[test]
fn who_has_the_most_of_a_number_of_their_own() {
    let paid = |rule: &str, given: &str, then: &str| {
        of_three(
            &format!("after you move a rook, add 1 to your gold\n  {rule}"),
            &format!("{given}white plays d1-c2; green plays a4-a5; blue plays d6-d5; {then}"),
        );
    };
    let most = "at the end of every round, the player that has the most gold";
    paid(
        &format!("{most} scores 1"),
        "given the gold of green is 3; ",
        "then the points of green are 1; then the points of blue are 0",
    );
    paid(&format!("{most} wins"), "", "then the game is drawn");
    paid(
        &format!("{most} wins"),
        "given the gold of green is 2; ",
        "then green has won; then white has lost",
    );
    let own = "after your king enters c2, if you have the most gold, score 5";
    paid(
        own,
        "given the gold of white is 2; ",
        "then the points of white are 5",
    );
    paid(
        own,
        "given the gold of green is 2; ",
        "then the points of white are 0",
    );
    of_three(
        "after you move a rook, add 1 to your gold\n  kings of players that have the fewest gold cannot move",
        "given the gold of white is 2; white plays d1-c2; green cannot play a4-a5",
    );
}

#[test]
fn what_is_so_of_two_things_is_watched_as_a_whole() {
    let drawn = "as soon as a king is on c1 and a rook is on c3, draw the game";
    so(
        drawn,
        "k5/6/6/2R3/6/1K4",
        "white plays b1-c1; then the game is drawn",
    );
    so(
        drawn,
        "k5/6/6/3R2/6/1K4",
        "white plays b1-c1; then black is on turn",
    );
    let both = "as soon as your king attacks a queen and your king attacks a rook, score 1";
    so(
        both,
        "k5/6/6/3q1r/6/3K2",
        "white plays d1-d2; then the points of white are 0; black plays a6-a5; white plays d2-e2; then the points of white are 1",
    );
}

#[test]
fn between_turns_nobody_scores_unless_somebody_is_named() {
    for moment in ["at the end of every round", "at the start of the game"] {
        told(&format!("{moment}, score 1"), "E134");
        told(&format!("{moment}, for each pawn {{ score 1 }}"), "E134");
    }
    so(
        "at the end of every round, each player scores 1",
        "5k/6/6/6/6/5K",
        "white plays f1-f2; black plays f6-f5; then the points of white are 1; then the points of black are 1",
    );
}
