//! No form swallows its neighbour: every preposition after every verb, every trailing condition, end and limit behind every
//! sort of sentence, every amount before every noun, every start of state of every owner. Each is refused, or is in the
//! reading.
use armorial_dsl::compile::check;
use armorial_dsl::gather::Setting;
use armorial_dsl::library::Library;
use armorial_dsl::phrase::readings;

const GAME: &str = r#"
variant t "T" {
  board 8 by 8
  seats white on rank 1, black on rank 8
  setup
    | P P P P P P P P |
    | R N B Q K B N R |
  stages traps, effects, reactions, verdicts
  on your turn { act } otherwise { pass }
  every player has a number called coins
  every piece has a mark called tired
  every piece has a number called wounds
  you have a zone of pieces called brig
  after you capture a piece { add 1 to your coins; put the victim into your brig; mark the captor as tired this turn; add 1 to the wounds of the captor }
  tired pieces cannot capture
  at the end of your turn, if your coins are 99, you win
  RULE
  kind king "K" { it steps any way }
  kind queen "Q" { it slides any way }
  kind rook "R" { it slides orthogonally }
  kind bishop "B" { it slides diagonally }
  kind knight "N" { it leaps (1,2) }
  kind pawn "P" { it steps forward }
}
"#;

/// What is read of a rule; none: it is refused or warned of.
fn read(rule: &str) -> Option<Vec<String>> {
    let library = Library::parse([("t.variant", GAME.replace("RULE", rule))]);
    let checked = check(&library, &Setting::of("t"));
    let told = library.problems().iter().chain(&checked.problems);
    if told.count() > 0 {
        return None;
    }
    let rules = checked.rules?;
    let mut all: Vec<String> = readings(&rules).into_iter().map(|(_, said)| said).collect();
    let limits = rules
        .rules
        .iter()
        .map(|r| format!("{:?}", r.limit.map(|l| rules.limits[l.index()])));
    all.extend(limits);
    Some(all)
}

/// Sentences that read as they do without their tail, and how many tails read at all.
fn swallowed(
    heads: &[&str],
    tails: &[&str],
    join: impl Fn(&str, &str) -> (String, String),
) -> (Vec<String>, usize) {
    let (mut found, mut sound) = (Vec::new(), 0);
    for head in heads {
        for tail in tails {
            let (without, with) = join(head, tail);
            let Some(said) = read(&with) else { continue };
            sound += 1;
            if read(&without) == Some(said) {
                found.push(with);
            }
        }
    }
    (found, sound)
}

const STEPS: &[&str] = &[
    "remove a pawn of yours",
    "move a pawn of yours",
    "capture an enemy pawn with a rook of yours",
    "put a lost pawn of yours on a3",
    "put a new pawn of yours into your brig",
    "push an enemy pawn from a1",
    "pull an enemy pawn toward a1",
    "shift a pawn of yours forward",
    "swap the squares of (the rook on a1) and (the rook on h1)",
    "give a pawn of yours to an opponent",
    "promote a pawn of yours to a queen",
    "mark a pawn of yours as tired this turn",
    "unmark a pawn of yours as tired",
    "set your coins to 3",
    "add 1 to your coins",
    "spend 1 of your coins",
    "reveal your coins",
    "announce \"x\"",
    "choose prey among the enemy pawns; remove the prey",
    "roll a die called luck; if the luck is 6 { score 1 }",
    "take back the move",
    "act",
    "pass",
    "end the turn",
    "score 1",
    "win",
    "an opponent loses",
    "an opponent skips their next turn",
    "draw the game",
];

const CASES: &[&str] = &[
    "to a3",
    "into your brig",
    "onto a3",
    "on a3",
    "at a3",
    "under a3",
    "beside a3",
    "around a3",
    "from a3",
    "as tired",
    "with a rook",
    "toward a3",
    "by 2",
    "for a rook",
    "like a rook",
    "across a3",
    "over a rook",
    "through a3",
    "past a3",
    "off the board",
    "of a rook",
    "in your brig",
    "to an opponent",
    "by an opponent",
    "with a3",
    "for 2 turns",
    "until the end of your turn",
    "this turn",
    "together",
    "secretly",
    "openly",
    "normally",
    "instead",
    "at random",
    "in order",
    "without capturing",
    "without moving",
    "only to capture",
];

#[test]
fn a_case_or_adverb_behind_a_verb_is_refused_or_said() {
    let join = |head: &str, tail: &str| {
        let (first, rest) = head.split_once(';').unwrap_or((head, ""));
        let whole = |tail: &str| {
            let rest = if rest.is_empty() {
                String::new()
            } else {
                format!(";{rest}")
            };
            format!("after you move a knight {{ {first}{tail}{rest} }}")
        };
        (whole(""), whole(&format!(" {tail}")))
    };
    let (found, sound) = swallowed(STEPS, CASES, join);
    assert!(
        found.is_empty(),
        "{} of {sound}:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(sound > 60, "{sound}");
}

const FACTS: &[&str] = &[
    "your pawns cannot capture",
    "your rooks cannot be captured by pawns",
    "you cannot move a rook",
    "you must move a rook",
    "your rooks may pass over pawns",
    "your rooks are bishops",
    "your pawns are royal",
    "knights also leap (2,2)",
    "knights also slide forward",
    "knights also move like a rook",
    "knights move as \"N\"",
    "knights attack like a rook",
    "call a piece bold if it is a rook\n bold pieces cannot be captured",
    "abilities cannot act if a king would be on d4",
    "after you move a knight { score 1 }",
    "before you capture a piece { score 1 }",
    "as soon as you have no queen { score 1 }",
    "at the start of your turn { score 1 }",
    "after you move a knight, you may { score 1 }",
    "instead of moving, you may { score 1 }",
];

#[test]
fn a_condition_end_or_limit_behind_a_sentence_is_refused_or_said() {
    let tails = [
        " if your coins are 3",
        ", if your coins are 3",
        " unless your coins are 3",
        " while your coins are 3",
        " until the end of your turn",
        " for 2 turns of yours",
        " this turn",
        " once per game",
        " once per turn",
        " for the game",
        " if it is tired",
        ", or if your coins are 3",
        " in the traps stage",
    ];
    let join = |head: &str, tail: &str| ((*head).to_owned(), format!("{head}{tail}"));
    let (found, sound) = swallowed(FACTS, &tails, join);
    assert!(
        found.is_empty(),
        "{} of {sound}:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(sound > 30, "{sound}");
}

#[test]
fn a_limit_condition_or_stage_before_a_sentence_is_refused_or_said() {
    let fronts = [
        "once per game, ",
        "once per turn, ",
        "twice per game, ",
        "2 times per round, ",
        "not 2 turns running, ",
        "in the traps stage, ",
        "if your coins are 3, ",
        "unless you are in check, ",
        "each time, ",
        "the first time ",
        "once per opponent, ",
    ];
    let join = |head: &str, front: &str| ((*head).to_owned(), format!("{front}{head}"));
    let (found, sound) = swallowed(FACTS, &fronts, join);
    assert!(
        found.is_empty(),
        "{} of {sound}:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(sound > 20, "{sound}");
}

#[test]
fn an_amount_before_a_noun_is_refused_or_said() {
    let places = [
        "after you move AMOUNT knights { score 1 }",
        "after AMOUNT pawns enter a4 { score 1 }",
        "after you move a knight { remove AMOUNT pawns of yours }",
        "after you move a knight { choose AMOUNT prey among the enemy pawns; remove the prey }",
        "after you move a knight { mark AMOUNT pawns of yours as tired this turn }",
        "after you move a knight { give AMOUNT pawns of yours to an opponent }",
        "after you move a knight { put AMOUNT new pawns of yours on empty squares }",
        "after you move a knight { for each piece among AMOUNT pawns { score 1 } }",
        "after you move a knight { choose prey among AMOUNT pawns; remove the prey }",
        "at the end of your turn, if you have AMOUNT pawns, you win",
        "at the end of your turn, if AMOUNT pawns are tired, you win",
        "at the end of your turn, if AMOUNT pawns attack a king, you win",
        "at the end of your turn, if there are AMOUNT tired pawns, you win",
        "at the end of your turn, if your brig holds AMOUNT pawns, you win",
        "at the end of your turn, if your coins are AMOUNT, you win",
        "your AMOUNT pawns cannot capture",
        "AMOUNT pawns cannot capture",
        "AMOUNT pawns may capture your pieces",
        "AMOUNT pawns are royal",
        "you cannot move AMOUNT pawns",
        "you must move AMOUNT pawns",
        "knights also slide forward over AMOUNT pawns",
        "knights also slide AMOUNT squares forward",
    ];
    let amounts = [
        "2",
        "exactly 2",
        "up to 2",
        "at most 2",
        "at least 2",
        "2 or more",
        "fewer than 2",
        "more than 2",
        "no",
        "every",
        "all",
        "1 to 3",
        "exactly 0",
    ];
    let join = |place: &str, amount: &str| {
        let without = place.replace("AMOUNT ", "").replace(" AMOUNT", "");
        (without, place.replace("AMOUNT", amount))
    };
    let (mut found, sound) = swallowed(&places, &amounts, join);
    // a bare plural is every one of them
    found.retain(|said| !said.contains("every ") && !said.contains("all "));
    assert!(
        found.is_empty(),
        "{} of {sound}:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(sound > 60, "{sound}");
}

#[test]
fn a_start_of_state_is_refused_or_said() {
    let owners = [
        "the game has",
        "you have",
        "every player has",
        "every side has",
        "every piece has",
        "every square has",
        "every kind has",
        "every pawn has",
        "each rook has",
    ];
    let values = [
        "a number called odd-one, starting with 3",
        "a number called odd-one, starting at 3",
        "a mark called odd-one, starting with 3",
        "a square called odd-one, starting with a1",
        "a piece called odd-one, starting with itself",
        "a player called odd-one, starting with yourself",
        "a kind called odd-one, starting with rook",
        "a zone of pieces called odd-one, starting with | P P |",
        "a zone of cards called odd-one, starting with | P P |",
        "pieces called odd-one, starting with 2 pawns",
        "a number called odd-one, starting with 3, seen by you",
        "a number called odd-one, seen by nobody, starting with 3",
    ];
    let (mut found, mut sound) = (Vec::new(), 0);
    for owner in owners {
        for value in values {
            let with = format!("{owner} {value}");
            let library = Library::parse([("t.variant", GAME.replace("RULE", &with))]);
            let checked = check(&library, &Setting::of("t"));
            // no rule speaks of it, which is told and no fault of the start
            let told = library.problems().iter().chain(&checked.problems);
            if told.filter(|d| d.code != "W221").count() > 0 {
                continue;
            }
            let Some(rules) = checked.rules else { continue };
            sound += 1;
            let name = |id: engine::ids::TextId| rules.texts[id.index()] == "odd-one";
            let fields = rules.fields.iter().filter(|f| name(f.name));
            let zones = rules.zones.iter().filter(|z| name(z.name));
            let started = fields.clone().all(|f| f.start.is_some())
                && zones.clone().all(|z| !z.start.is_empty());
            if !started || fields.count() + zones.count() != 1 {
                found.push(with);
            }
        }
    }
    assert!(
        found.is_empty(),
        "{} of {sound}:\n{}",
        found.len(),
        found.join("\n")
    );
    assert!(sound > 15, "{sound}");
}

#[test]
fn a_negation_is_refused_or_said() {
    let negations = [
        (
            "your pawns capture rooks",
            "your pawns do not capture rooks",
        ),
        (
            "your pawns can capture rooks",
            "your pawns cannot capture rooks",
        ),
        ("your rooks are bishops", "your rooks are not bishops"),
        ("a pawn is royal", "no pawn is royal"),
        (
            "at the end of your turn, if you are in check, you win",
            "at the end of your turn, if you are not in check, you win",
        ),
        (
            "at the end of your turn, if a pawn attacks a king, you win",
            "at the end of your turn, if no pawn attacks a king, you win",
        ),
        (
            "at the end of your turn, if a pawn attacks a king, you win",
            "at the end of your turn, if a pawn does not attack a king, you win",
        ),
        (
            "at the end of your turn, if a pawn attacks a king, you win",
            "at the end of your turn, if a pawn attacks no king, you win",
        ),
        (
            "at the end of your turn, if you have moved a rook this turn, you win",
            "at the end of your turn, if you have not moved a rook this turn, you win",
        ),
        (
            "at the end of your turn, if you have moved a rook this turn, you win",
            "at the end of your turn, if you have moved no rook this turn, you win",
        ),
        (
            "at the end of your turn, if you can move a rook, you win",
            "at the end of your turn, if you cannot move a rook, you win",
        ),
        (
            "at the end of your turn, if every pawn is tired, you win",
            "at the end of your turn, if not every pawn is tired, you win",
        ),
        (
            "after you move a rook { score 1 }",
            "after you do not move a rook { score 1 }",
        ),
        (
            "after you move a rook { remove a tired pawn }",
            "after you move a rook { remove a not tired pawn }",
        ),
        (
            "your pawns cannot capture rooks",
            "your pawns cannot capture no rooks",
        ),
        ("you must move a pawn", "you must not move a pawn"),
        ("you may capture rooks", "you may not capture rooks"),
        ("knights also slide forward", "knights do not slide forward"),
    ];
    let same: Vec<&str> = (negations.iter())
        .filter(|(yes, no)| read(no).is_some_and(|said| read(yes) == Some(said)))
        .map(|(_, no)| *no)
        .collect();
    assert!(same.is_empty(), "{}", same.join("\n"));
}

#[test]
fn the_game_itself_is_sound() {
    let library = Library::parse([("t.variant", GAME.replace("RULE", ""))]);
    let checked = check(&library, &Setting::of("t"));
    let told = library.problems().iter().chain(&checked.problems);
    let told: Vec<String> = told.map(|d| format!("{} {}", d.code, d.message)).collect();
    assert!(told.is_empty(), "{told:?}");
}

/// What is said of `a piece` in one breath is said of one piece, whatever it is: a quality, a place, something it holds, something
/// denied. Two pieces would be two parts of the reading, each with a subject of its own.
#[test]
fn what_is_said_of_one_thing_is_said_of_one() {
    let said = [
        "tired",
        "on your last row",
        "beside an enemy",
        "not a king",
        "among the pawns",
    ];
    let mut read_at_all = 0;
    for first in said {
        for second in said.into_iter().filter(|s| *s != first) {
            for subject in ["a piece of yours", "no piece of yours", "2 pieces of yours"] {
                let verb = match subject {
                    "2 pieces of yours" => "are",
                    _ => "is",
                };
                let rule = format!(
                    "at the end of your turn, if {subject} {verb} {first} and {second}, score 1"
                );
                let Some(all) = read(&rule) else { continue };
                read_at_all += 1;
                let mine = "of yours";
                let sentence = all
                    .iter()
                    .find(|line| line.contains(mine) && line.contains("score"));
                let sentence = sentence.unwrap_or_else(|| panic!("{rule}: {all:?}"));
                assert_eq!(sentence.matches(mine).count(), 1, "{rule}: {sentence}");
            }
        }
    }
    assert!(read_at_all >= 20, "{read_at_all} of these sentences read");
}
