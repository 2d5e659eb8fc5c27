//! What was typed at a table.
use crate::scenario::run::option_text;
use engine::notation::{square_of, text};
use engine::play::{Choice, Decision};
use engine::rules::Ruleset;

/// The commands, for `help`.
pub const HELP: &str = "\
type the number of an option, or what it says (a move also as e2e4)
  why MOVE   the rules that keep you from a move
  undo       back to your last decision (not across a roll or something shown)
  board      the position once more
  text       the position in sentences instead of a drawing, or back
  info NAME  what an army, a power, a piece or a card does; `info` alone lists them
  quit       leave the game; a record keeps what was played
acts of the table (`resign` and others the rules allow) by their name";

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// The option of this index.
    Answer(usize),
    /// `why X`.
    Why(Choice),
    /// A move that is not among the options.
    NotOffered(Choice),
    /// An act of the table.
    Table(String),
    /// `undo`.
    Undo,
    /// `board`.
    Board,
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else.
    Unknown,
}

/// Reads a line.
pub fn read(rules: &Ruleset, decision: &Decision, line: &str) -> Typed {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match (word, rest) {
        ("", _) => return Typed::Nothing,
        ("undo", "") => return Typed::Undo,
        ("board", "") => return Typed::Board,
        ("help" | "?", "") => return Typed::Help,
        ("quit" | "exit", "") => return Typed::Quit,
        ("why", what) => {
            let offered = option(rules, decision, what).map(|i| decision.options[i].clone());
            return offered
                .or_else(|| a_move(rules, what))
                .map_or(Typed::Unknown, Typed::Why);
        }
        _ => {}
    }
    if let Ok(number) = line.parse::<usize>()
        && (1..=decision.options.len()).contains(&number)
    {
        return Typed::Answer(number - 1);
    }
    if let Some(index) = option(rules, decision, line) {
        return Typed::Answer(index);
    }
    if let Some(index) = super::words::meant(rules, decision, line) {
        return Typed::Answer(index);
    }
    if let Some(choice) = a_move(rules, line) {
        return Typed::NotOffered(choice);
    }
    if rules.table.iter().any(|act| text(rules, act.name) == line) {
        return Typed::Table(line.to_string());
    }
    Typed::Unknown
}

/// The only option that says this.
fn option(rules: &Ruleset, decision: &Decision, said: &str) -> Option<usize> {
    let said_move = a_move(rules, said);
    let mut meant = (decision.options.iter().enumerate())
        .filter(|(_, choice)| {
            said_move.as_ref() == Some(choice) || option_text(rules, decision, choice) == said
        })
        .map(|(index, _)| index);
    let index = meant.next()?;
    meant.next().is_none().then_some(index)
}

/// `e2-e4` or `e2e4`.
fn a_move(rules: &Ruleset, said: &str) -> Option<Choice> {
    if let Some((from, to)) = said.split_once('-')
        && let (Some(from), Some(to)) = (square_of(rules, from), square_of(rules, to))
    {
        return Some(Choice::Move(from, to));
    }
    (2..said.len())
        .filter(|i| said.is_char_boundary(*i))
        .find_map(|i| {
            let (from, to) = said.split_at(i);
            Some(Choice::Move(square_of(rules, from)?, square_of(rules, to)?))
        })
}
