//! Rows, decks and zones: what lies in them, in which order, and who sees it.
use tests::small::holds;

#[test]
fn a_row_of_a_zone_of_each_is_written_for_the_first_and_turned_for_the_others() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  you have a zone of pieces called reserve, starting with | P p |
  every side has a zone of pieces called store, starting with | p |
  as soon as your reserve is empty and the store of your side is empty, you win
  kind pawn "P" { it steps forward }
}
scenario "a capital is the holder's, a small letter his opponent's" of t covers words.1 {
  then the reserve of white is | P p |
  then the reserve of black is | p P |
  then the store of the side of white is | p |
  then the store of the side of black is | P |
}
"#,
    );
}

#[test]
fn rows_runs_and_the_one_at_a_number() {
    holds(
        r#"
deck ranks "Ranks" { cards | R R N K r n | }
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  cards ranks
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  the game has a row of cards called queue, starting with | R r r n R |
  the game has a number called met
  on your turn {
    either "count" {
      for each officer in the ending { add 1 to met }
      put a new rook on (the squares of b1-d1 at 2)
    } or "run" {
      let group be the run of (the second card in the queue)
      set met to the number of cards in the group
    } or "insert" {
      let tail be the last card in the queue
      put the tail into the queue at 2
    } or "win" { everyone wins }
  }
  call | R N N R | the ending
  as soon as met is 99, draw the game
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
  kind knight "N" { it leaps (1,2) }
}
scenario "a row keeps its doubles; at 2 is the second" of t covers words.1 {
  white chooses "count"
  then met is 4
  then the piece on c1 is a rook of white
  then b1 is empty
}
scenario "a run is of one colour" of t covers words.1 {
  white chooses "run"
  then met is 3
}
scenario "what is put at a place of a row" of t covers words.1 {
  white chooses "insert"
  then the queue is | R R r r n |
}
scenario "together they win" of t covers words.1 {
  white chooses "win"
  then everyone has won
}
scenario "squares hold pieces, and what is protected is covered" of t covers words.1 {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | R K . . |
  then the piece on a1 covers b1
  then the piece on a1 does not attack b1
  then a1 holds a rook
  then c1 holds no piece
}
"#,
    );
}

#[test]
fn a_deck_lies_as_written_until_it_is_shuffled_and_keeps_what_is_put_under_it() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | K . . k |
    | . . . . |
    | . . . . |
    | . . . . |
  the game has a deck called pile, starting with | K Q R R |
  you have a zone of cards called hand
  before the game, shuffle the pile
  on your turn {
    draw a card from the pile into your hand
    you may { put the cards in your hand under the pile } otherwise { put the cards in your hand onto the pile }
  }
  kind king "K" { it steps any way }
  kind queen "Q" { it steps any way }
  kind rook "R" { it steps any way }
}
scenario "what comes next is chance among what was shuffled; what was put under it comes last, what was put on it first" of t {
  the shuffle gives Q
  white accepts
  then the pile is | K R R Q |
  the shuffle gives R
  black declines
  white accepts
  the shuffle gives K
  black accepts
  white accepts
  then the pile is | R K R |
  then the hand of black is | Q |
}
"#,
    );
}

#[test]
fn what_was_revealed_and_is_set_anew_is_hidden_again() {
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
  you have a kind called bid, seen by you
  on your turn {
    secretly choose guess among the kinds
    set your bid to the guess
    act
    reveal your bid
  }
}
scenario "what is revealed is what it was" of t covers words.1 {
  white chooses king
  then the bid of white is seen by white
  white plays a1-a2
  then the bid of white is seen by everyone
  black chooses king
  black plays d4-d3
  white chooses king
  then the bid of white is seen by white
  then the bid of black is seen by everyone
}
"#,
    );
}

#[test]
fn a_zone_holds_what_is_in_it() {
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
  on your turn { act } otherwise { pass }
  kind king "K" { it steps any way }
  the game has a zone of pieces called bag, starting with | K K |
  the game has a zone of pieces called sack
  the game has a number called found, starting at 0
  at the end of your turn {
    if the bag holds a king { add 1 to found }
    if the bag holds 2 or more kings { add 10 to found }
    if the bag holds a rook { add 100 to found }
    if the sack holds no king { add 1000 to found }
  }
  kind rook "R" { it slides orthogonally }
}
scenario "counted in the zone, wherever else such pieces are" of t covers words.1 {
  white plays a1-a2
  then found is 1011
}
"#,
    );
}

#[test]
fn each_can_be_given_one_of_its_own() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . K |
  the game has a zone of pieces called bag, starting with | K K |
  the game has a number called paired, starting at 0
  at the end of your turn, if each piece in the bag matches a different piece, add 1 to paired
}
scenario "two kings on the board for two in the bag" of t covers words.1 {
  white plays a1-a2
  then paired is 1
}
scenario "one is not enough for both" of t covers words.1 {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  given the bag is | K K |
  given white is on turn
  white plays a1-a2
  then paired is 0
}
"#,
    );
}
