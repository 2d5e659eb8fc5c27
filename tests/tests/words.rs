//! Words of the language held against what they say, each in a small game of its own.
use tests::small::{codes, holds, results, so, with_pawns};

#[test]
fn squares_are_light_or_dark() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  your kings cannot enter a dark square [words.1]
}
scenario "a1 is dark, the squares beside it are light" of t covers words.1 {
  white is offered only a1-a2, a1-b1
  white cannot play a1-b2 [words.1]
  white plays a1-b1
  black is offered only d4-c4, d4-d3
  then there are exactly 8 light squares
  then no light square beside a dark square is dark
}
"#,
    );
}

#[test]
fn a_round_is_one_procedure_for_all_seats_and_nobody_is_on_turn() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | K . . k |
    | . . . . |
    | . . . . |
    | P . . p |
  you have a number called strides
  every piece has a mark called tired
  the game has a number called laps
  tired pieces cannot move [words.1]
  every round {
    for each player { they may { they move any piece } }
  }
  after you move a piece { add 1 to your strides; mark it as tired until the end of the round }
  after a pawn moves { at the end of the round { add 10 to laps } }
  at the end of every round { add 1 to laps }
  as soon as laps is 50 or your strides are 50, draw the game
  kind king "K" { it steps any way }
  kind pawn "P" { it steps any way }
}
scenario "the seats are asked in their order in every round, from the first" of t covers words.1 {
  then white is not on turn
  white accepts
  white plays a4-a3
  black accepts
  black plays d4-d3
  then the strides of white are 1
  then the strides of black are 1
  then laps is 1
  white accepts
  white plays a3-a2
}
scenario "so they are in a game that begins in its middle" of t covers words.1 {
  position
    | K . . k |
    | . . . . |
    | . . . . |
    | P . . p |
  white declines
  black declines
  then laps is 1
  white accepts
  white plays a4-a3
  then the piece on a3 is tired
  black declines
  then the piece on a3 is not tired
  then laps is 2
  white declines
  black accepts
  black plays d1-d2
  then laps is 13
}
"#,
    );
}

#[test]
fn a_board_of_two_sides() {
    holds(
        r#"
variant t "T" {
  board 4 by 4 with 2 sides
  seats white on rank 1, black on rank 4
  position
    | r . . k |
    | . . . . |
    | . . . . |
    | R . . K |
  on your turn { act } otherwise { pass }
  after you move a king { put it on the other side of its square }
  after you move a rook, unless you have castled { put the mover on the other side of the mover }
  after you castle with a rook { put the rook on the far side }
  kind king "K" {
    it steps any way
    it also leaps from d1 to b1 without capturing, bringing the rook on a1 to c1
  }
  kind rook "R" { it slides orthogonally }
}
scenario "the other side of a square, of a piece" of t covers words.1 {
  white plays d1-d2
  then the piece on d2 is on the far side
  black plays a4-a3
  then the piece on a3 is on the far side
  white plays d2-d3
  then the piece on d3 is on the near side
}
scenario "who castles with a rook names it" of t covers words.1 {
  white plays d1-b1
  then the piece on c1 is on the far side
}
"#,
    );
}

#[test]
fn planned_moves_have_a_mover_an_origin_and_a_destination() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . r . . |
    | K R . . |
  the game has a number called taken
  the game has a number called clashes
  you have a move called scheme
  every round {
    for each player {
      they secretly choose wish among their bold moves
      set their scheme to the wish
    }
    play the schemes of everyone together
  }
  call a move bold if (the piece on its origin is a rook or its mover is a king) and its destination is not d1
  after a piece is captured { add 1 to taken }
  after exactly 2 pieces enter an empty square { add 1 to clashes; capture the entrant }
  as soon as taken is 9 or clashes is 9, draw the game
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
}
scenario "two moves to two squares are no clash" of t covers words.1 {
  white chooses a1-a2
  black chooses d4-c4
  then the piece on a2 is a king of white
  then the piece on c4 is a king of black
  then clashes is 0
}
scenario "two moves to one empty square are one clash" of t covers words.1 {
  position
    | . . . k |
    | . . . . |
    | . . r . |
    | K R . . |
  white cannot choose b1-d1
  white chooses b1-b2
  black chooses c2-b2
  then b2 is empty
  then clashes is 1
  then taken is 2
}
scenario "who moves in the same step is not captured" of t covers words.1 {
  white chooses b1-b2
  black chooses b2-b1
  then the piece on b2 is a rook of white
  then the piece on b1 is a rook of black
  then taken is 0
}
scenario "who stays is" of t covers words.1 {
  white chooses b1-b2
  black chooses d4-c4
  then taken is 1
}
"#,
    );
}

#[test]
fn a_game_in_which_nobody_decides_is_refused_and_does_not_hang() {
    let failed = results(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  every round { for each player { they choose prey among the pieces; remove the prey } }
}
scenario "nothing to move" of t covers words.1 {
  then white is playing
}
"#,
    );
    assert!(
        failed
            .iter()
            .all(|f| f.as_ref().is_some_and(|f| f.contains("without anybody"))),
        "{failed:?}"
    );
}

#[test]
fn the_number_of_the_round_says_which_round_it_is() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  check is none
  on your turn, act
  the game has a number called met
  after you move a piece, set met to the number of the round
  as soon as the number of the round is more than 3, draw the game
  kind king "K" { it steps any way }
}
scenario "the first round is over when both have moved" of t covers words.1 {
  white plays a1-a2
  then met is 1
  then the number of the round is 1
  black plays d4-d3
  then met is 1
  white plays a2-a1
  then met is 2
  then the number of the round is 2
}
scenario "the fourth does not begin" of t covers words.1 {
  white plays a1-a2
  black plays d4-d3
  white plays a2-a1
  black plays d3-d4
  white plays a1-a2
  black plays d4-d3
  then the game is drawn
}
scenario "a position stands in the tenth" of t covers words.1 {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  then the number of the round is 10
}
"#,
    );
}

#[test]
fn several_dice_under_one_name_show_their_sum() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  the game has a number called met
  the game has a number called least
  on your turn {
    roll 3 dice called luck
    set met to the luck
    roll a die called fate
    set least to the fate
  }
  as soon as met is 99, draw the game
  kind king "K" { it steps any way }
}
scenario "three dice" of t covers words.1 {
  the die shows 3
  the die shows 5
  the die shows 6
  the die shows 2
  then met is 14
  then least is 2
}
"#,
    );
}

#[test]
fn points_are_given_and_counted() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  after you move a king { score 1 }
  as soon as a player has 10 or more points, end the game
}
scenario "they are given, and the tenth ends the game" of t covers words.1 {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  given white has 9 points
  given the points of black are 4
  then white has 9 points
  then black has at most 4 points
  white plays a1-a2
  then white has 10 points
  then the game is over
}
"#,
    );
}

#[test]
fn its_square_is_one_square() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  every square has a mark called beset
  after a king moves { mark its square as beset }
  beset squares cannot be entered
}
scenario "where the king stands now" of t covers words.1 {
  white plays a1-a2
  then a2 is beset
  then there is exactly 1 beset square
}
"#,
    );
}

#[test]
fn seats_that_share_pieces_act_each_for_itself() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white-one on rank 1, black-one on rank 4, white-two on rank 1, black-two on rank 4
  sides white of white-one and white-two, black of black-one and black-two
  position
    | . . . k |
    | P . . . |
    | . . . . |
    | K . . . |
  on your turn { act } otherwise { pass }
  the next player is waiting
  you have a mark called waiting
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward; after it enters its last row, you may { remove it } }
}
scenario "who moves the pawn is asked" of t covers words.1 {
  given white-two is on turn
  then the next player is black-two
  white-two plays a3-a4
  white-two accepts
  then a4 is empty
}
"#,
    );
}

#[test]
fn king_and_rook_may_trade_squares() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | k . . . |
    | . . . . |
    | . . . . |
    | K R . R |
  on your turn { act } otherwise { pass }
  kind king "K" {
    it also leaps from a1 to b1 without capturing, bringing the rook on b1 to a1
    it also leaps from a1 to c1 without capturing, bringing the rook on b1 to d1
  }
  kind rook "R" { it slides orthogonally }
}
scenario "both squares are free once both are lifted" of t covers words.1 {
  white is offered from a1 only b1
  white plays a1-b1
  then the piece on a1 is a rook of white
  then the piece on b1 is a king of white
}
"#,
    );
}

#[test]
fn whose_time_is_up_is_passed_over() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  kind king "K" { it steps any way }
  option patience: none, 10 - 60, usually 30
  you have a number called bid, starting at 0
  on your turn {
    within patience seconds of the first answer {
      for each player { they choose count among 1 to 3; set their bid to the count }
    }
    within patience seconds { act } otherwise { announce "late" }
  }
}
scenario "who has not answered when the time is up" of t covers words.1 {
  black chooses 3
  the time is up
  then the bid of black is 3
  then the bid of white is 0
  the time is up
  then everyone is told "late"
  then black is on turn
}
scenario "the first answer starts the clock" of t covers words.1 {
  the time is up
  the time is up
  black cannot choose 4
  black chooses 2
  white chooses 1
  white plays a1-a2
  then the bid of white is 1
  then the bid of black is 2
}
scenario "without a number of seconds there is time enough" of t covers words.1 {
  given patience is none
  black chooses 2
  white chooses 3
  white plays a1-a2
  then the bid of black is 2
}
"#,
    );
}

#[test]
fn an_announcement_names_its_squares() {
    let told = |with: &str| {
        results(&format!(
            r#"
variant t "T" from kings {{
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  after you move a piece, announce "gone" with the mover
}}
scenario "which square" of t covers words.1 {{
  white plays a1-b2
  then black is told "gone" {with}
}}
"#
        ))
    };
    assert_eq!(told("with b2"), [None]);
    assert_eq!(told(""), [None]);
    assert!(told("with a1")[0].is_some());
    assert!(told("with a1, b2")[0].is_some());
}

#[test]
fn what_is_said_of_one_thing_is_said_of_the_same_one() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . K |
  every piece has a mark called wet
  every piece has a mark called cold
  the game has a number called both, starting at 0
  the game has a number called neither, starting at 0
  at the end of every turn, if a piece is wet and cold, add 1 to both
  at the end of every turn, if no piece is wet or cold, add 1 to neither
}
scenario "a wet one and a cold one are no wet and cold one" of t covers words.1 {
  given the piece on a1 is wet
  given the piece on d1 is cold
  white plays a1-a2
  then both is 0
  then neither is 0
}
scenario "one that is wet and cold" of t covers words.1 {
  given the piece on a1 is wet
  given the piece on a1 is cold
  white plays a1-a2
  then both is 1
}
scenario "neither" of t covers words.1 {
  white plays a1-a2
  then neither is 1
}
"#,
    );
}

#[test]
fn the_edge_and_the_corners_are_squares() {
    so(
        "pieces on the edge of the board cannot move",
        "white cannot choose a2-a3\n  white cannot choose c1-b1\n  white plays b3-b4\n  black plays d3-d2",
    );
    so(
        "your kings cannot enter a corner",
        "white plays c1-b1\n  black plays d3-d2\n  white cannot choose b1-a1\n  white plays b1-b2",
    );
    so(
        "at the end of your turn, if a king is on a corner and a rook is on the edge, draw the game",
        "white plays b3-b4\n  black plays e5-e4\n  white plays b4-b5\n  black plays e4-e5\n  white plays c2-c5\n  then the game is drawn",
    );
    so(
        "after you move a rook { put a new pawn on an empty corner }",
        "white plays c2-b2\n  white chooses e1\n  then there is a pawn of white on e1",
    );
    assert!(codes(&with_pawns("your pawns on your edge cannot capture")).contains(&"E127"));
    assert!(codes(&with_pawns("pieces on your line from a1 to a5 cannot move")).contains(&"E127"));
}
