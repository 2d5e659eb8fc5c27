//! Borders between squares: they carry marks and values, and what may not cross them stops there. A line crosses the border between
//! one square and the next; a leap crosses none; a diagonal step goes around a corner, and is stopped where each way around is closed.
use crate::core::random_games_are_the_same;
use tests::small::{codes, holds, rules};

const GAME: &str = r#"
variant t "T" {
  board 5 by 5
  seats white on rank 1, black on rank 5
  position
    | . . K2 . . |
    | . . .  . . |
    | . . .  . . |
    | . . .  . . |
    | R1 . K1 . B1 |
  kind king "K" { it steps any way }
  kind rook "R" { it slides orthogonally }
  kind bishop "B" { it slides diagonally }
  kind knight "N" { it leaps (1,2) }
  kind cannon "C" { it slides orthogonally over a piece }
  kind pusher "P" { it steps orthogonally, pushing pieces }
  every border has a mark called walled
  on your turn { act } otherwise { pass }
  RULE
}
"#;

fn game(rule: &str, scenarios: &str) -> String {
    GAME.replace("RULE", rule) + scenarios
}

const CLOSED: &str = "pieces cannot cross walled borders";

#[test]
fn a_line_stops_before_a_border_it_may_not_cross() {
    holds(&game(
        CLOSED,
        r#"
scenario "on its way, at its start and before its end" of t covers words.1 {
  given the border between a3 and a4 is walled
  given the border between b1 and a1 is walled
  white is offered from a1 only a1-a2, a1-a3
}
scenario "a border that is not walled stops nobody" of t covers words.1 {
  given the border between a3 and b3 is walled
  white is offered from a1 only a1-a2, a1-a3, a1-a4, a1-a5, a1-b1
}
scenario "from the other side too" of t covers words.1 {
  position
    | R1 . K2 . . |
    | . . . . . |
    | . . . . . |
    | . . . . . |
    | . . K1 . . |
  given the border between a3 and a4 is walled
  white is offered from a5 only a5-a4, a5-b5, a5-c5
}
"#,
    ));
}

#[test]
fn a_leap_crosses_no_border() {
    holds(&game(
        CLOSED,
        r#"
scenario "a knight goes over all walls around it" of t covers words.1 {
  position
    | . . K2 . . |
    | . . . . . |
    | . . N1 . . |
    | . . . . . |
    | K1 . . . . |
  given the borders beside c3 are walled
  white has 8 moves from c3
}
scenario "nor does who jumps over a piece" of t covers words.1 {
  position
    | . . K2 . . |
    | . . . . . |
    | . . . . . |
    | . . . . . |
    | C1 K1 . . . |
  given the borders between c1 and d1 is walled
  white is offered from a1 only a1-c1, a1-d1, a1-e1
}
"#,
    ));
}

#[test]
fn a_diagonal_step_goes_around_a_corner() {
    let corner = |walls: &str, open: &str| {
        game(
            CLOSED,
            &format!(
                r#"
scenario "around the corner of d1, e1, d2 and e2" of t covers words.1 {{
{walls}
  {open}
}}
"#
            ),
        )
    };
    let wall = |a: &str, b: &str| format!("  given the border between {a} and {b} is walled\n");
    let long = "white is offered from e1 only e1-d2, e1-c3, e1-b4, e1-a5";
    let none = "white has 0 moves from e1";
    // one wall leaves the other way around
    holds(&corner(&wall("e1", "e2"), long));
    holds(&corner(&wall("d1", "d2"), long));
    // both of one way leave the other too
    holds(&corner(&(wall("e1", "e2") + &wall("e2", "d2")), long));
    // one of each way closes it
    holds(&corner(&(wall("e1", "e2") + &wall("d1", "d2")), none));
    holds(&corner(&(wall("e1", "e2") + &wall("e1", "d1")), none));
    holds(&corner(&(wall("d2", "e2") + &wall("d1", "d2")), none));
    // a whole row of walls stops what comes across on the diagonal as it stops what comes straight
    holds(&game(
        CLOSED,
        r#"
scenario "a river" of t covers words.1 {
  given the borders between rank 2 and rank 3 are walled
  white is offered from e1 only e1-d2
  white is offered from a1 only a1-a2, a1-b1
}
"#,
    ));
}

#[test]
fn where_one_square_of_the_corner_is_missing_the_other_way_counts_alone() {
    let holed = game(
        CLOSED,
        r#"
scenario "the way by d1 is the only one" of t covers words.1 {
  white is offered from e1 only e1-d2, e1-c3, e1-b4, e1-a5
}
scenario "and it is closed" of t covers words.1 {
  given the border between e1 and d1 is walled
  white has 0 moves from e1
}
"#,
    );
    holds(&holed.replace("board 5 by 5", "board 5 by 5 other than e2"));
}

/// Two kings and rooks on a board where check counts.
const CHESS: &str = r#"
variant t "T" from chess {
  every border has a mark called walled
  pieces cannot cross walled borders
  RULE
}
"#;

#[test]
fn who_is_stopped_attacks_nothing_behind_and_gives_no_check() {
    holds(
        &(CHESS.replace("RULE", "")
            + r#"
scenario "no check through a wall, and the king may step beside it" of t covers words.1 {
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . R . . . |
  given the border between e6 and e7 is walled
  given black is on turn
  then black is not in check
  black is offered from e8 only e8-d8, e8-f8, e8-d7, e8-e7, e8-f7
}
scenario "with the wall elsewhere it is check" of t covers words.1 {
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . R . . . |
  given the border between d6 and d7 is walled
  given black is on turn
  then black is in check
}
scenario "who stands between is pinned on the open line alone" of t covers words.1 {
  position
    | . . . . k . . . |
    | . . . . n . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . R . . . |
  given black is on turn
  black has 0 moves from e7
}
scenario "behind a wall it is free" of t covers words.1 {
  position
    | . . . . k . . . |
    | . . . . n . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | K . . . R . . . |
  given the border between e4 and e5 is walled
  given black is on turn
  black has 6 moves from e7
}
scenario "castling leaps and crosses nothing" of t covers words.1 {
  position
    | . . . . k . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | R . . . K . . R |
  given the border between c1 and d1 is walled
  white cannot play a1-d1
  white is offered e1-c1, e1-g1
}
"#),
    );
}

#[test]
fn a_wall_that_falls_opens_the_line_to_the_king() {
    let rule = "*breach* instead of moving, you may { unmark a walled border as walled }";
    holds(
        &(CHESS.replace("RULE", rule)
            + r#"
scenario "nobody breaches the wall before their own king" of t covers words.1 {
  position
    | . . . . r . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . K . . . |
  given the border between e4 and e5 is walled
  white cannot play breach
}
scenario "of two the other one" of t covers words.1 {
  position
    | . . . . r . . k |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . . . . . |
    | . . . . K . . . |
  given the border between e4 and e5 is walled
  given the border between a1 and b1 is walled
  white plays breach
  then the border between a1 and b1 is not walled
  then the border between e4 and e5 is walled
}
"#),
    );
}

#[test]
fn what_is_pushed_stops_too() {
    holds(&game(
        &format!(
            "{CLOSED}\n  *blast* instead of moving, you may {{ push the pieces of black from a3 }}"
        ),
        r#"
scenario "who is pushed stops before the wall" of t covers words.1 {
  position
    | . . . . K2 |
    | . N2 . . . |
    | . R2 . . . |
    | . . . . . |
    | . . K1 . . |
  given the border between d3 and e3 is walled
  given the border between b4 and c4 is walled
  given the border between b5 and c5 is walled
  white plays blast
  then d3 is a rook of black
  then b4 is a knight of black
}
scenario "without walls they go to the edge" of t covers words.1 {
  position
    | . . . . K2 |
    | . N2 . . . |
    | . R2 . . . |
    | . . . . . |
    | . . K1 . . |
  given the border between b4 and c4 is walled
  white plays blast
  then e3 is a rook of black
  then c5 is a knight of black
}
scenario "a pusher shoves nothing across" of t covers words.1 {
  position
    | . . K2 . . |
    | . . . . . |
    | P1 R2 . . . |
    | . . . . . |
    | . . K1 . . |
  given the border between b3 and c3 is walled
  white cannot play a3-b3
}
scenario "it shoves where no wall is" of t covers words.1 {
  position
    | . . K2 . . |
    | . . . . . |
    | P1 R2 . . . |
    | . . . . . |
    | . . K1 . . |
  given the border between c3 and d3 is walled
  white plays a3-b3
  then c3 is a rook of black
}
"#,
    ));
}

#[test]
fn what_crosses_is_told() {
    holds(&game(
        "after a piece crosses a walled border, its owner scores 1\n           after a rook of yours crosses a border beside b2, score 10",
        r#"
scenario "each border once, whoever goes" of t covers words.1 {
  given the border between a2 and a3 is walled
  given the border between a3 and a4 is walled
  white plays a1-a5
  then white has 2 points
  black plays c5-b4
  then black has 0 points
}
scenario "the first and the last step count" of t covers words.1 {
  given the border between a1 and a2 is walled
  given the border between a2 and b2 is walled
  white plays a1-a2
  then white has 1 point
  black plays c5-c4
  white plays a2-e2
  then white has 22 points
}
"#,
    ));
}

#[test]
fn borders_are_named_counted_chosen_and_carry_numbers() {
    holds(&game(
        "every border has a number called toll\n           each player has a number called walls, starting with 2\n           *build* instead of moving, if your walls is at least 1, you may {              mark a border beside your king that is not walled as walled for the game; spend 1 of your walls }\n           *levy* instead of moving, you may {              choose gate among the borders between rank 1 and rank 2; set the toll of the gate to 3 }\n           after you move a piece, score the number of walled borders beside it",
        r#"
scenario "a wall beside the king" of t covers words.1 {
  white plays build the border between d1 and c1
  then the border between c1 and d1 is walled
  then the border between d1 and e1 is not walled
  then there are 2 squares beside a walled border
  black plays c5-c4
  white plays build
  white is offered only c1-b1, c1-c2
  white cannot choose c1-d1
  white chooses c2-c1
  black plays c4-c5
  white cannot play build
  white plays c1-b1
  then white has 0 points
}
scenario "a number on a border" of t covers words.1 {
  white plays levy b1-b2
  then the toll of the border between b2 and b1 is 3
  then the toll of the border between a1 and a2 is 0
  then there is a border between a1 and b1
}
scenario "how many there are" of t covers words.1 {
  then there are 40 borders
  then there are 2 borders beside a1
  then there are 4 borders beside c3
  then there are 5 borders between rank 2 and rank 3
  then there are 5 borders between file a and file b
}
"#,
    ));
}

#[test]
fn a_mark_on_a_border_ends_when_it_is_said() {
    holds(&game(
        &format!(
            "{CLOSED}\n  *gust* instead of moving, you may {{              mark the border between a3 and a4 as walled until the end of your next turn }}\n               after a border stops being walled, white scores 1"
        ),
        r#"
scenario "until the end of the next turn" of t covers words.1 {
  white plays gust
  then the border between a3 and a4 is walled
  black plays c5-c4
  white plays c1-c2
  then the border between a3 and a4 is not walled
  then white has 1 point
  black plays c4-c5
  white is offered a1-a5
}
"#,
    ));
}

#[test]
fn what_borders_cannot_do_is_refused_at_its_place() {
    let told = |rule: &str| {
        let all = codes(&game(
            &format!("pieces cannot cross walled borders\n  {rule}"),
            "",
        ));
        let of_the_rule = |code: &&str| code.starts_with('E');
        all.into_iter().filter(of_the_rule).collect::<Vec<_>>()
    };
    // nothing stands on a border, no piece goes to one, and it belongs to nobody
    assert_eq!(told("pieces on a border are royal"), ["E101"]);
    assert_eq!(told("pieces cannot enter a border"), ["E122"]);
    assert_eq!(told("pieces cannot move across a border"), ["E122"]);
    assert_eq!(told("your borders are walled"), ["E127"]);
    assert_eq!(
        told("pieces cannot cross the border of the board"),
        ["E116"]
    );
    assert_eq!(
        told("every border has a zone of pieces called moat"),
        ["E123"]
    );
    // a mark of borders is said of nothing else
    assert_eq!(told("pieces cannot enter walled squares"), ["E127"]);
    assert_eq!(told("walled pieces cannot move"), ["E127"]);
    assert_eq!(
        told("pieces cannot cross a border in line with c3"),
        ["E106"]
    );
    assert_eq!(
        told("pieces cannot cross a border beside a walled border"),
        ["E101"]
    );
    // no such rank, no such file
    assert_eq!(
        told("pieces cannot cross the borders between rank 5 and rank 6"),
        ["E132"]
    );
    assert_eq!(told("pieces cannot enter file f"), ["E132"]);
}

#[test]
fn random_games_with_walls_go_as_on_the_oracle() {
    let fences = CHESS.replace(
        "RULE",
        "each player has a number called posts, starting with 12
  *fence* instead of moving, if your posts is at least 1, you may {
    mark a border beside your pieces that is not walled as walled for the game
    spend 1 of your posts
  }
  *breach* instead of moving, you may { unmark a walled border as walled }
  after a piece crosses a border beside (a square beside a walled border), its owner scores 1",
    );
    assert!(random_games_are_the_same("fences", &rules(&fences), 6, 60) > 100);
    let shoving = GAME
        .replace("| R1 . K1 . B1 |", "| P1 R1 K1 N1 B1 |")
        .replace("| . . K2 . . |", "| C2 P2 K2 B2 R2 |")
        .replace(
            "RULE",
            "pieces cannot cross walled borders
  *build* instead of moving, you may { mark a border that is not walled as walled until the end of your next turn }
  *storm* instead of moving, you may { push the pieces of your opponents from your king by 2 squares }
  *tide* instead of moving, you may { pull all pieces toward your king }
  as soon as there are at least 4 walled borders, unmark the walled borders as walled",
        );
    assert!(random_games_are_the_same("storms", &rules(&shoving), 12, 80) > 100);
}
