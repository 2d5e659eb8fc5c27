//! The course of a turn held against the language in small games: offers, looking ahead, what stands when a move is taken back.
use tests::small::holds;

#[test]
fn a_declined_offer_skips_its_own_block_alone() {
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
  the game has a number called rests
  on your turn {
    you may { move a king of yours }
    add 1 to rests
    you may { add 10 to rests } otherwise { add 100 to rests }
    repeat { you may { add 1000 to rests } }
  }
  as soon as rests is 9, draw the game
  kind king "K" { it steps any way }
}
scenario "what follows is done; what stands before otherwise decides; repeat ends" of t covers words.1 {
  white declines
  white declines
  white declines
  then rests is 101
  then black is on turn
}
scenario "an offer taken" of t covers words.1 {
  white accepts
  white plays a1-a2
  white accepts
  white accepts
  white declines
  then rests is 1011
}
"#,
    );
}

#[test]
fn check_enforced_judges_what_an_action_leaves() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . r k |
    | . . . . |
    | . N . . |
    | K . . . |
  check is enforced
  call a king royal
  *hop* instead of moving, you may { choose goal among empty squares around your king; put your king on the goal }
  kind rook "R" { it slides orthogonally }
  kind knight "N" { it leaps (1,2) }
}
scenario "an action that leaves the king attacked in every way is not offered, nor a way that does" of t covers words.1 {
  position
    | . . r k |
    | . . . . |
    | . . . . |
    | K . . r |
  given white is on turn
  white plays hop
  white is offered only a2, b2
}
scenario "no way left is checkmate, whatever an action might leave" of t covers words.1 {
  position
    | r r . k |
    | . . . . |
    | . . . . |
    | K . . . |
  given white is on turn
  then black is on turn
}
"#,
    );
}

#[test]
fn an_answer_ends_its_own_choice_and_not_the_next() {
    holds(
        r#"
variant t "T" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  position
    | k . . k |
    | . . . . |
    | . . . . |
    | K . . K |
  on your turn {
    secretly choose prey among enemies
    secretly choose up to 2 spare among enemies
    remove the prey
    remove the spare
  }
  kind king "K" { it steps any way }
}
scenario "the second choice of one rule is asked" of t covers words.1 {
  white chooses a4
  white is offered only a4, d4, nothing
  white chooses d4
  then no king of black is on the board
}
"#,
    );
}

#[test]
fn an_action_whose_steps_ask_what_actions_move_comes_to_rest() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K S . . |
  kind stone "S" { it moves nowhere }
  *leap* instead of moving, you may { if a stone of yours is stuck { move a stone of yours to an empty square } }
  *wait* instead of moving, you may { if you have no legal action { move a king of yours to an empty square } }
}
scenario "the king walks" of t {
  white is offered a1-a2
  white plays a1-a2
  black is offered d4-d3
}
"#,
    );
}

/// Others see whether somebody is asked, so he is asked as long as they cannot know that there is nothing to ask.
#[test]
fn who_hides_a_mark_is_asked_whether_he_has_it_or_not() {
    let game = |seen: &str| {
        format!(
            r#"
variant t "T" from kings {{
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K . . . |
  every player has a mark called eager{seen}
  *leave* at the end of your turn, if you are eager, you may {{ remove a king of an opponent }}
}}
scenario "t" of t {{
  white plays a1-a2
  LINES
}}
"#
        )
    };
    for (seen, lines) in [
        ("", "then black is on turn"),
        (
            ", seen by its owner",
            "white cannot accept leave\n  white declines\n  then black is on turn",
        ),
    ] {
        holds(&game(seen).replace("LINES", lines));
    }
}

/// Clause basic.36: what an earlier stage has decided stands when a later one takes the move back; the position does not.
#[test]
fn what_an_earlier_stage_decided_stands_when_the_move_is_taken_back() {
    holds(
        r#"
variant t "T" from kings {
  position
    | . . . k |
    | . . . . |
    | . . . . |
    | K R . . |
  stages notes, censorship, effects, reactions, verdicts
  every piece has a mark called noted
  in the notes stage, after a player moves a king { mark it as noted for the game; remove the rooks }
  in the censorship stage, after an opponent moves a piece, you may { take back the move }
  kind rook "R" { it moves nowhere }
}
scenario "the note stands, the rook is back" of t {
  white plays a1-a2
  black accepts
  then the piece on a1 is noted
  then the piece on b1 is a rook
  then white is on turn
}
scenario "let stand, the rook is gone" of t {
  white plays a1-a2
  black declines
  then the piece on a2 is noted
  then b1 is empty
}
"#,
    );
}
