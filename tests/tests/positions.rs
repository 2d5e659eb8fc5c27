//! Positions on the command line: read, told of in their own words, and what is so in them.

#[test]
fn a_position_that_does_not_read_is_told_in_its_own_words() {
    let flags = |text: &str| cli::args::GameFlags {
        variant: "chess".to_string(),
        position: Some(text.to_string()),
        ..cli::args::GameFlags::default()
    };
    let told = |text: &str| match cli::flags::Ready::from(&flags(text), 1) {
        Ok(_) => String::new(),
        Err(e) => e.to_string(),
    };
    assert_eq!(told("8/8/8/8/8/8/8/K1k5 w - - 0 1"), "");
    let message = told("foo");
    assert!(message.starts_with("--position: "), "{message}");
}

#[test]
fn a_mated_player_in_a_set_position_has_lost() {
    use engine::play::{Open, Outcome};
    use engine::session::Running;
    let results = |fen: &str| {
        let ready = tests::position("chess", fen);
        match tests::game(&ready).open() {
            Open::Over(results) => results.clone(),
            Open::Decision(_) => Vec::new(),
        }
    };
    let mated = results("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(mated, [Outcome::Loss, Outcome::Win]);
    let stalemated = results("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemated, [Outcome::Draw, Outcome::Draw]);
    assert!(results("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1").is_empty());
}

#[test]
fn a_position_on_the_command_line_is_told_of_by_its_own_rows_and_lines() {
    for (text, says) in [
        ("foo", "this position 1"),
        ("| K2 Z9 |", "--position"),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "--position"),
    ] {
        let flags = cli::args::GameFlags {
            variant: "chess".to_string(),
            position: Some(text.to_string()),
            ..cli::args::GameFlags::default()
        };
        let said = match cli::flags::Ready::from(&flags, 1) {
            Ok(_) => String::new(),
            Err(e) => e.to_string(),
        };
        assert!(
            said.contains(says) && said.contains("--position"),
            "{text}: {said}"
        );
        assert!(!said.contains(".scenario"), "text nobody wrote: {said}");
    }
}
