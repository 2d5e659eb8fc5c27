//! What the `test` command does with lines of scenarios: carried out word by word, or told what is so instead.
use cli::scenario::cases::{Case, Fault, run_one};
use cli::shelf::Shelf;
use std::fs;

/// Two seats on a small board, with an action of a kind, two powers and a row of things to tell.
const RULES: &str = r#"variant ring "Ring" {
  board 4 by 4
  seats red on rank 1, blue on rank 4
  setup
    | K J J P |
  check is none
  on your turn, act
  every piece has a mark called tired
  every player has a number called purse, starting with 3
  you have a zone of pieces called hand
  tired pieces are frozen [ring.1]
  at the start of your turn, if your purse is 9, you may { announce "ready" }
  after you move your king, you may { announce "hail" }
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward; after it enters its last row, it promotes to a scout }
  kind scout "J" {
    it steps any way
    *toss* instead of moving, you may { roll a die called luck; announce "tossed" }
  }
}
"#;

/// The faults of the scenarios of a text beside the rules, in their order; none where one passes.
fn faults_of(name: &str, lines: &[&str], states: Option<u32>) -> Vec<Option<Fault>> {
    let folder = std::env::temp_dir().join(format!("armorial-found-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("ring.variant"), RULES).expect("a file");
    let each = lines.iter().enumerate();
    let text: String = each
        .map(|(i, lines)| format!("scenario \"{i}\" of ring {{\n{lines}\n}}\n"))
        .collect();
    let file = folder.join("ring.scenario");
    fs::write(&file, text).expect("a file");
    // the rules beside the scenario are found
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    let (cases, problems) = (found.cases, found.problems);
    assert!(problems.is_empty(), "{problems:?}");
    assert_eq!(cases.len(), lines.len());
    let run = |case: Case| {
        let states = states.unwrap_or(case.states);
        run_one(&Case { states, ..case }).failed
    };
    cases.into_iter().map(run).collect()
}

fn told(name: &str, lines: &str) -> String {
    let faults = faults_of(name, &[lines], None);
    match faults.into_iter().next().flatten() {
        Some(fault) => fault.message,
        None => String::new(),
    }
}

fn passes(name: &str, lines: &str) {
    assert_eq!(told(name, lines), "", "{lines}");
}

fn says(name: &str, lines: &str, expected: &[&str]) {
    let message = told(name, lines);
    for words in expected {
        assert!(message.contains(words), "{lines}: {message}");
    }
    assert!(
        !message.contains("SeatId") && !message.contains("[]"),
        "{message}"
    );
}

#[test]
fn what_is_so_stands_beside_what_was_expected() {
    let name = "so";
    says(
        name,
        "then the piece on a1 is a pawn of red",
        &["king of red on a1"],
    );
    says(name, "then red has 3 scouts", &["of these it has 2"]);
    says(name, "then the purse of red is 4", &["3"]);
    says(name, "then there are 5 kings", &["there are 2"]);
    says(
        name,
        "then position\n| P2 J2 . K2 |\n| . . . . |\n| . . . . |\n| K1 J1 P1 P1 |",
        &["c4: expected nothing, found", "c1: expected P, found J"],
    );
    says(
        name,
        "then red is told \"x\"",
        &["it was told nothing since the last act"],
    );
    says(name, "then red has won", &["it is still playing"]);
}

#[test]
fn what_is_open_stands_beside_what_is_not() {
    let name = "open";
    says(
        name,
        "blue plays d4-d3",
        &["red is to decide, not blue (E144)", "a1-a2"],
    );
    says(name, "red plays a1-a4", &["red is asked to act: ", "a1-a2"]);
    says(
        name,
        "red is offered a1-a4",
        &["a1-a4 is not offered; open: ", "toss with b1"],
    );
    // the words of scenarios, not `accept` and `decline`
    says(
        name,
        "red plays a1-a2\nred is offered a1",
        &["the offer", "nothing"],
    );
    says(
        name,
        "red plays toss with b1\nthe die shows 9",
        &["chance cannot give 9 here; it can give: 1, 2, 3, 4, 5, 6"],
    );
    says(
        name,
        "red plays d1-d2\nthe die shows 3",
        &["3 was never needed (E145)"],
    );
    says(
        name,
        "given the piece on d1 is tired\nred cannot play d1-d2 [ring.9]",
        &["refused by [ring.1] at ", "not by [ring.9]"],
    );
    says(
        name,
        "red cannot play a1-a4 [ring.1]",
        &["no sentence refuses it"],
    );
}

#[test]
fn an_action_of_one_of_several_pieces_is_played_and_refused_by_its_square() {
    let name = "toss";
    passes(name, "red is offered toss with b1, toss with c1");
    passes(
        name,
        "red plays toss with c1\nthe die shows 2\nthen red is told \"tossed\"",
    );
    says(
        name,
        "red cannot play toss",
        &["it is offered: toss with b1"],
    );
    says(
        name,
        "red cannot play toss with c1",
        &["it is offered: toss with c1"],
    );
    passes(name, "red cannot play toss with a1");
    says(
        name,
        "red plays toss",
        &[
            "two ways lead to this line: toss with b1, or toss with c1",
            "E143",
        ],
    );
}

#[test]
fn under_an_open_offer_a_refusal_says_how_it_can_be_played() {
    // an offer is open, and the move stands behind it
    let open = "given the purse of red is 9\nred starts the turn\n";
    says(
        "under",
        &format!("{open}red cannot play a1-a2"),
        &["it can be played: nothing, then a1-a2"],
    );
    passes("under", &format!("{open}red cannot play a1-a4"));
    says(
        "under",
        &format!("{open}red cannot decline"),
        &["it is offered"],
    );
}

#[test]
fn a_search_that_reaches_its_bound_is_undecided() {
    let line = "then the piece on a1 cannot be captured in 6 moves";
    let fault = faults_of("bound", &[line], Some(3))
        .remove(0)
        .expect("a fault");
    assert!(fault.undecided, "{}", fault.message);
    assert!(
        fault.message.contains("bound of 3 states"),
        "{}",
        fault.message
    );
}

#[test]
fn a_piece_that_can_be_captured_is_followed_to_where_it_stands() {
    let name = "captured";
    let position =
        "position\n| . . . K2 |\n| . . . . |\n| . . K1 . |\n| P1 . . . |\ngiven blue is on turn\n";
    passes(
        name,
        &format!("{position}then the piece on c2 can be captured in 3 moves"),
    );
    says(
        name,
        &format!("{position}then the piece on c2 cannot be captured in 3 moves"),
        &["some line comes to it: "],
    );
    // the pawn is too far away
    passes(
        name,
        &format!("{position}then the piece on a1 cannot be captured in 2 moves"),
    );
    says(
        name,
        &format!("{position}then the piece on b3 cannot be captured in 2 moves"),
        &["there is no such piece"],
    );
}

#[test]
fn what_lies_in_a_zone_is_compared_with_pieces_anywhere() {
    let name = "held";
    let given = "given the hand of red is | P1 |\n";
    passes(
        name,
        &format!("{given}then the piece in the hand of red is a pawn of red"),
    );
    says(
        name,
        &format!("{given}then the piece in the hand of red is a king of red"),
        &["pawn of red"],
    );
}

#[test]
fn a_mark_with_an_end_ends() {
    let name = "ends";
    let given =
        "given red is on turn\ngiven the piece on d1 is tired until the end of red's next turn\n";
    passes(
        name,
        &format!("{given}red cannot play d1-d2 [ring.1]\nthen the piece on d1 is tired"),
    );
    let on = "red plays b1-b2\nblue plays b4-b3\nthen the piece on d1 is tired\nred plays b2-a2\n";
    passes(
        name,
        &format!("{given}{on}then the piece on d1 is not tired"),
    );
}

#[test]
fn who_is_asked_and_who_is_not_can_be_said() {
    let name = "asked";
    passes(name, "red is asked\nblue is not asked");
    says(name, "red is not asked", &["it is: ", "a1-a2"]);
    says(name, "blue is asked", &["red is to decide, not blue"]);
    // a question that a sentence of the rules keeps away, and one that it does not
    passes(
        name,
        "red plays a1-a2\nred is asked\nred declines\nred is not asked\nblue is asked",
    );
    passes(name, "red plays b1-b2\nred is not asked");
}

/// What becomes of scenarios over the rules of the library: the messages of those that fail.
fn library_faults(name: &str, text: &str) -> Vec<Option<String>> {
    let file = std::env::temp_dir().join(format!(
        "armorial-library-{}-{name}.scenario",
        std::process::id()
    ));
    fs::write(&file, text).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    let each = found.cases.into_iter();
    each.map(|case| run_one(&case).failed.map(|f| f.message))
        .collect()
}

#[test]
fn the_word_behind_an_act_of_the_table_is_its_answer() {
    let told = library_faults(
        "breach",
        "scenario \"x\" of european-club {
  modes communication
  armies red standard, green standard, yellow standard
  position
    | K2 .  .  .  .  .  .  K3 |
    | P2 .  .  .  .  .  .  P3 |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | P1 .  .  .  .  .  .  .  |
    | K1 .  .  .  .  .  .  .  |
  red plays report-breach green
  yellow is asked
  yellow declines
  red plays a2-a3
  then yellow is on turn
}\n",
    );
    assert_eq!(told, [None]);
}

#[test]
fn a_label_names_the_action_that_bears_it_and_no_other() {
    let told = library_faults(
        "label",
        "scenario \"x\" of european-web {
  armies red byzantine-empire, yellow sweden
  position
    | .  .  .  .  .  .  .  K3 |
    | .  .  .  .  .  .  P3 .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  P1 R1 .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | P1 .  .  .  .  .  .  .  |
    | K1 B3 .  .  .  .  .  .  |
  given the home of (the piece on e5) is b1
  red is offered pawn-retreat
  red cannot play retreat
}\n",
    );
    assert_eq!(told, [None]);
}

#[test]
fn a_refusal_of_what_lies_in_a_zone_has_its_reason() {
    let lines = |tag: &str| {
        format!(
            "scenario \"x\" of european-club {{
  armies red ottoman-empire, green standard
  position
    | K2 P2 .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  R1 N1 .  .  .  .  |
  given the reserve of red is | K1 P1 P1 B1 B1 N1 |
  red plays deployment
  red cannot choose bishop [{tag}]
}}\n"
        )
    };
    let told = library_faults("held", &lines("ottoman-empire.7"));
    assert_eq!(told, [None]);
    let told = library_faults("held-other", &lines("ottoman-empire.1"));
    assert!(told[0].is_some(), "another clause is no reason");
}

#[test]
fn the_one_promotion_there_is_may_be_written() {
    let start =
        "position\n| . . . . |\n| k . . P |\n| . . . . |\n| K . . . |\ngiven red is on turn\n";
    let name = "promotion";
    passes(
        name,
        &format!("{start}red plays d3-d4=J\nthen the piece on d4 is a scout of red"),
    );
    says(
        name,
        &format!("{start}red plays d3-d4=K"),
        &["not possible", "d3-d4"],
    );
}

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
