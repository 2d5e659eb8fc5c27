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
    says(
        name,
        "then blue is on turn",
        &["it is not so of blue, but of red"],
    );
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

/// A king that a mark freezes, an offer to move it, a mark for each player, a choice between two ways, points at the end.
const SPARE: &str = r#"variant spare "Spare" {
  board 4 by 4
  seats red on rank 1, blue on rank 4
  setup
    | K P P P |
  check is none
  on your turn, act
  every piece has a mark called tired
  every piece has a mark called your prey
  tired pieces are frozen [spare.1]
  *march* after you move a pawn, you may { move a king of yours } [spare.2]
  *cheer* after you move your king, if you have 9 or more pawns, you may { announce "hail" } [spare.3]
  *count* instead of moving, you may { score 3; end the game } [spare.4]
  *speak* instead of moving, you may {
    either "loud" { move a tired king of yours }
    or "soft" { score 1 }
    or "low" { score 2 }
  } [spare.5]
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
}
"#;

/// What becomes of scenarios over rules beside them: the codes of problems, and the messages of those that fail.
fn beside(name: &str, rules: &str, lines: &str) -> (Vec<String>, Vec<Option<String>>) {
    let folder =
        std::env::temp_dir().join(format!("armorial-beside-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("spare.variant"), rules).expect("a file");
    let file = folder.join("spare.scenario");
    fs::write(&file, format!("scenario \"x\" of spare {{\n{lines}\n}}\n")).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let found = shelf.cases();
    let codes = found.problems.iter().map(|p| p.code.to_string()).collect();
    let each = found.cases.into_iter();
    let faults = each.map(|case| run_one(&case).failed.map(|f| f.message));
    (codes, faults.collect())
}

#[test]
fn why_somebody_is_not_asked_is_said_by_the_sentence_without_which_they_would_be() {
    let name = "spared";
    let frozen = "given the piece on a1 is tired\nred plays b1-b2\n";
    for (lines, says) in [
        (
            format!("{frozen}red is not asked [spare.1]\nblue is asked"),
            None,
        ),
        // its condition is the reason as well
        (
            "red plays a1-a2\nred is not asked [spare.3]".to_string(),
            None,
        ),
        (
            format!("{frozen}red is not asked [spare.2]"),
            Some("red would not be asked without [spare.2] either"),
        ),
        (
            format!("{frozen}red is not asked [spare.9]"),
            Some("no sentence of these rules bears [spare.9]"),
        ),
        (
            "red plays b1-b2\nred is not asked [spare.1]".to_string(),
            Some("it is: "),
        ),
    ] {
        let (codes, faults) = beside(name, SPARE, &lines);
        assert_eq!(codes, Vec::<String>::new(), "{lines}");
        match (&faults[0], says) {
            (None, None) => {}
            (Some(said), Some(says)) => assert!(said.contains(says), "{lines}: {said}"),
            (found, _) => panic!("{lines}: {found:?}"),
        }
    }
}

#[test]
fn a_mark_kept_for_each_player_is_given_and_expected_of_one_of_them() {
    let name = "prey";
    let given = "given the piece on d1 is the prey of red\n";
    for lines in [
        format!("{given}then the piece on d1 is the prey of red"),
        format!("{given}then the piece on d1 is not the prey of blue"),
        "then the piece on d1 is not the prey of red".to_string(),
    ] {
        assert_eq!(beside(name, SPARE, &lines), (vec![], vec![None]), "{lines}");
    }
    let (_, faults) = beside(
        name,
        SPARE,
        &format!("{given}then the piece on d1 is the prey of blue"),
    );
    assert!(faults[0].is_some());
    for lines in [
        "given the piece on d1 is prey",
        "then the piece on d1 is prey",
    ] {
        assert_eq!(beside(name, SPARE, lines).0, ["E141"], "{lines}");
    }
}

#[test]
fn a_branch_is_refused_for_the_reason_that_stops_it() {
    let name = "branch";
    let speak = "red plays speak\n";
    let tired = format!("given the piece on a1 is tired\n{speak}");
    let passed = (vec![], vec![None]);
    let lines = format!("{tired}red cannot choose loud [spare.1]\nred chooses soft");
    assert_eq!(beside(name, SPARE, &lines), passed);
    // where no king is tired no sentence forbids it
    let lines = format!("{speak}red cannot choose loud");
    assert_eq!(beside(name, SPARE, &lines), passed);
    for lines in [
        format!("{speak}red cannot choose loud [spare.1]"),
        format!("{tired}red cannot choose loud [spare.2]"),
        format!("{tired}red cannot choose low [spare.1]"),
    ] {
        let (codes, faults) = beside(name, SPARE, &lines);
        assert_eq!((codes, faults[0].is_some()), (vec![], true), "{lines}");
    }
}

#[test]
fn of_a_game_that_ended_by_points_the_points_are_told() {
    let name = "points";
    let ended = "red plays count\n";
    let (_, faults) = beside(name, SPARE, &format!("{ended}then red has won"));
    let said = faults[0].clone().unwrap_or_default();
    assert!(
        said.contains("the game is over, and it has neither won nor lost; it has 3 points"),
        "{said}"
    );
    assert_eq!(
        beside(name, SPARE, &format!("{ended}then the game is over")).1,
        [None]
    );
}

#[test]
fn a_zone_of_armies_holds_them_by_their_names_and_no_player_does() {
    let dealt = "scenario \"x\" of european-club {
  given the allotment is two-card-draft
  the shuffle gives france, sweden, netherlands, britain, athens, italy, sparta, japan
";
    let so = "  then the offer of red holds france
  then the offer of red does not hold italy
  then the offers of red and green do not hold italy
}\n";
    let not = "  then the offer of red holds italy\n}\n";
    let told = library_faults("armies", &format!("{dealt}{so}{dealt}{not}"));
    assert_eq!(told[0], None);
    let said = told[1].clone().unwrap_or_default();
    assert!(said.contains("france, sweden"), "{said}");
    let file = std::env::temp_dir().join(format!("armorial-holds-{}.scenario", std::process::id()));
    let text = "scenario \"x\" of european-club {\n  then red holds france\n}\n";
    fs::write(&file, text).expect("a file");
    let shelf = Shelf::with(&[file.display().to_string()]).expect("a shelf");
    let problems = shelf.cases().problems;
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].code, "E122");
}

#[test]
fn an_armies_line_is_the_whole_match_in_a_scenario_and_from_a_position() {
    let position = "  position
    | K2 .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | .  .  .  .  .  .  .  .  |
    | K1 .  .  .  .  .  .  .  |
";
    // the game deals the armies, so they are named for a position alone
    let start =
        "scenario \"x\" of european-club {\n  modes lightning\n  armies red sweden, green china\n";
    let told = library_faults("whole", &format!("{start}  then red is on turn\n}}\n"));
    let said = told[0].clone().unwrap_or_default();
    assert!(said.contains("deals the armies itself"), "{said}");
    let lines = "  then the army of red is sweden\n  then the army of green is china\n}\n";
    assert_eq!(
        library_faults("placed", &format!("{start}{position}{lines}")),
        [None]
    );
    let rows: Vec<&str> = position.lines().skip(1).map(str::trim).collect();
    let flags = |position: Option<String>| cli::args::GameFlags {
        variant: "european".to_string(),
        mode: vec!["lightning".to_string()],
        armies: vec!["sweden".to_string(), "china".to_string()],
        position,
        ..cli::args::GameFlags::default()
    };
    let refused = cli::flags::Ready::from(&flags(None), 1)
        .map(|_| ())
        .unwrap_err();
    assert!(
        refused.to_string().contains("deals the armies"),
        "{refused}"
    );
    let ready = cli::flags::Ready::from(&flags(Some(rows.join("\n"))), 1).expect("a game");
    // the deck holds those alone in both
    assert!(ready.rules.armies.len() < 5, "{}", ready.rules.armies.len());
    let deck = "  then the number of cards in armies-left is 2\n}\n";
    assert_eq!(
        library_faults("deck", &format!("{start}{position}{deck}")),
        [None]
    );
}
