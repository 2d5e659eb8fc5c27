//! Positions on one line become lines of a scenario.
use armorial_engine::position_text::*;
use armorial_engine::rules::Path;

#[test]
fn position_text_becomes_lines_of_a_scenario() {
    assert_eq!(
        to_scenario("K2 . / . P1> ; given red is on turn;given x"),
        "position\n| K2 . |\n| . P1> |\ngiven red is on turn\ngiven x"
    );
    assert_eq!(
        to_scenario("8/8/4k3 w - - 0 1"),
        "position \"8/8/4k3 w - - 0 1\""
    );
    assert_eq!(
        to_scenario("\"8/8 w\"; given x"),
        "position \"8/8 w\"\ngiven x"
    );
    assert_eq!(
        to_scenario("| K . |\n| . . |\n"),
        "position\n| K . |\n| . . |"
    );
    assert_eq!(to_scenario("position\n| K . |\n"), "position\n| K . |");
    to_scenario("");
    for text in [
        "K2 . / . P1> ; given red is on turn ; given x",
        "8/8/4k3 w - - 0 1 ; given x",
    ] {
        assert_eq!(on_one_line(&to_scenario(text)), text);
    }
}

#[test]
fn a_step_forward_has_a_direction_and_a_slide_along_all_lines_has_none() {
    assert!(!same_all_round(&Path::Leap(vec![(0, 1)])));
    assert!(same_all_round(&Path::Leap(vec![
        (0, 1),
        (1, 0),
        (0, -1),
        (-1, 0)
    ])));
    let knight = [
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2),
    ];
    assert!(same_all_round(&Path::Leap(knight.to_vec())));
}
