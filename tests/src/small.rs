//! Small games written for one word of the language, and their scenarios.
use crate::held::held_to_the_oracle;
use cli::scenario::cases::{Case, run_one};
use dsl::compile::check;
use dsl::gather::Setting;
use dsl::library::Library;
use dsl::scenario::{Scenarios, scenario};
use dsl::syntax::UnitKind;
use engine::rules::Ruleset;
use std::sync::Arc;

/// What most of the small games are made from: two kings that step, and whoever cannot passes.
const KINGS: &str = r#"
variant kings "Kings" {
  board 4 by 4
  seats white on rank 1, black on rank 4
  on your turn { act } otherwise { pass }
  kind king "K" { it steps any way }
}
"#;

/// Runs the scenarios of a text under every treatment, and on the oracle too; the text has a variant `t` in it, which may be made from two kings.
///
/// # Panics
/// A scenario fails, or there is none.
pub fn holds(text: &str) {
    let results = results(text);
    assert!(!results.is_empty());
    for failed in results {
        assert_eq!(failed, None);
    }
}

/// The same for a game from a position, its ranks from the top with numbers for empty squares; the lines of its scenario are parted by `;`.
///
/// # Panics
/// As [`holds`].
pub fn holds_from(game: &str, position: &str, lines: &str) {
    let board = rows(position);
    let lines: Vec<&str> = lines.split(';').map(str::trim).collect();
    let lines = lines.join("\n  ");
    holds(&format!(
        "{game}scenario \"s\" of t covers words.1 {{\n  position\n{board}  {lines}\n}}\n"
    ));
}

/// A game of 8 by 8 squares with kings, pawns and these rules, from a position: its ranks from the top, with numbers for empty squares.
pub fn eight_by_eight(position: &str, rules: &str) -> String {
    format!(
        "variant t \"T\" from kings {{\n  board 8 by 8\n  seats white on rank 1, black on rank 8\n  position\n{}  \
         kind pawn \"P\" {{ it steps forward }}\n  {rules}\n}}\n",
        rows(position)
    )
}

/// A position as the rows of a rule file.
fn rows(position: &str) -> String {
    let rank = |rank: &str| {
        let cell = |c: char| match c.to_digit(10) {
            Some(n) => ". ".repeat(n as usize),
            None => format!("{c} "),
        };
        let cells: String = rank.chars().map(cell).collect();
        format!("    | {cells}|\n")
    };
    position.split('/').map(rank).collect()
}

/// A board of 6 by 6 with the pieces of chess and these rules.
pub fn six_by_six(rules: &str) -> String {
    SIX.replace("RULES", rules)
}

const SIX: &str = r#"variant t "T" {
  board 6 by 6
  seats white on rank 1, black on rank 6
  on your turn { act } otherwise { pass }
  kind king "K" { it is royal; it steps any way }
  kind queen "Q" { it slides any way }
  kind rook "R" { it slides orthogonally }
  kind bishop "B" { it slides diagonally }
  kind knight "N" { it leaps (1,2) }
  kind pawn "P" { it steps forward without capturing, or steps diagonally forward only to capture }
  values pawn 1, knight 3, bishop 3, rook 5, queen 9, king 9
  after you capture a king, you win
  call a1-f2 your camp
  RULES
}
"#;

/// What holds in a game on that board, from a position.
///
/// # Panics
/// As [`holds`].
pub fn six_so(rules: &str, position: &str, lines: &str) {
    holds_from(&six_by_six(rules), position, lines);
}

/// A rule on that board is answered with this code alone.
///
/// # Panics
/// It is answered otherwise.
pub fn six_told(rule: &str, code: &str) {
    assert_eq!(codes(&six_by_six(rule)), [code], "{rule}");
}

/// The library in which a text is read.
fn library(text: &str) -> Library {
    let chess = text.contains("from chess").then(|| {
        let file = library::FILES
            .iter()
            .find(|f| f.path == "variants/chess.variant");
        file.map_or(("", ""), |f| (f.path, f.text))
    });
    Library::parse(
        [("kings.variant", KINGS), ("t.variant", text)]
            .into_iter()
            .chain(chess),
    )
}

/// The rules of the variant `t` of a text.
///
/// # Panics
/// Something is wrong with them.
pub fn rules(text: &str) -> Arc<Ruleset> {
    let checked = check(&library(text), &Setting::of("t"));
    let problems = checked.problems;
    Arc::new(checked.rules.unwrap_or_else(|| panic!("{problems:?}")))
}

/// The rules of the variant `t` of a text, if nothing is wrong with them.
pub fn read(text: &str) -> Option<Arc<Ruleset>> {
    let checked = check(&library(text), &Setting::of("t"));
    let wrong = checked.problems.iter().any(|d| d.is_error());
    checked.rules.filter(|_| !wrong).map(Arc::new)
}

/// The codes of what is told about the variant `t` of a text.
pub fn codes(text: &str) -> Vec<&'static str> {
    let library = library(text);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    all.map(|problem| problem.code).collect()
}

/// What is said about the variant `t` of a text.
pub fn problems(text: &str) -> Vec<String> {
    let library = library(text);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    all.map(|problem| problem.message.clone()).collect()
}

/// The same with the help of each, as one text.
pub fn problems_and_help(text: &str) -> String {
    let library = library(text);
    let checked = check(&library, &Setting::of("t"));
    let all = library.problems().iter().chain(&checked.problems);
    let said = all.map(|p| format!("{}\n{}\n", p.message, p.help.as_deref().unwrap_or("")));
    said.collect()
}

/// What the scenarios of a text fail with.
///
/// # Panics
/// The text has a problem.
pub fn results(text: &str) -> Vec<Option<String>> {
    let library = library(text);
    assert!(library.problems().is_empty(), "{:?}", library.problems());
    let units = library.units(UnitKind::Scenario);
    let result = |unit| {
        let compiled = scenario(&library, unit, "t").unwrap_or_else(|p| panic!("{p:?}"));
        let case = Case::new("t".into(), Arc::new(compiled.rules), compiled.script);
        let failed = run_one(&case).failed.map(|f| format!("{f:?}"));
        failed.or_else(|| held_to_the_oracle(&case).err())
    };
    units.map(result).collect()
}

/// The scenarios of a text do not come true.
///
/// # Panics
/// One does, or there is none.
pub fn fails(text: &str) {
    let results = results(text);
    assert!(
        !results.is_empty() && results.iter().all(Option::is_some),
        "{text}"
    );
}

/// The codes of what is told about the scenarios of a text.
pub fn scenario_codes(text: &str) -> Vec<&'static str> {
    let library = library(text);
    let units = library.units(UnitKind::Scenario);
    let told = |unit| {
        Scenarios::new(&library)
            .compile(unit, "t")
            .err()
            .unwrap_or_default()
    };
    units.flat_map(told).map(|problem| problem.code).collect()
}

/// Kings, pawns and rooks that only move; the last row of black and the rules are the test's.
const FIVE: &str = r#"
variant t "T" {
  board 5 by 5
  seats white on rank 1, black on rank 5
  position
    LAST
    | . . . . .  |
    | . P1 . P2 . |
    | P1 . R1 . . |
    | . . K1 . . |
  kind king "K" { it steps any way }
  kind pawn "P" { it steps forward }
  kind rook "R" { it slides orthogonally }
  on your turn { act } otherwise { pass }
  RULES
}
"#;

/// A game of 5 by 5 squares with these rules; black has its king on e5.
pub fn with_a_king(rules: &str) -> String {
    FIVE.replace("LAST", "| . . . . K2 |")
        .replace("RULES", rules)
}

/// The same with two pawns of black beside its king.
pub fn with_pawns(rules: &str) -> String {
    FIVE.replace("LAST", "| . . P2 P2 K2 |")
        .replace("RULES", rules)
}

/// A scenario of the variant `t` with these lines.
pub fn scene(lines: &str) -> String {
    format!("scenario \"told\" of t covers words.1 {{\n  {lines}\n}}\n")
}

/// What comes of a rule in the game with pawns, told by the lines of a scenario.
///
/// # Panics
/// A line is not so.
pub fn so(rules: &str, lines: &str) {
    holds(&(with_pawns(rules) + &scene(lines)));
}

/// A rule in the game with pawns is answered with these codes.
///
/// # Panics
/// It is answered otherwise.
pub fn told(rule: &str, expected: &[&str]) {
    assert_eq!(codes(&with_pawns(rule)), expected, "{rule}");
}
