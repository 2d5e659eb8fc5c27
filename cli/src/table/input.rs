//! What was typed at a table: a command, an act of the table, or an answer.
use super::said::{Asked, Meant, fold, square_here};
use super::words;
use engine::ids::SeatId;
use engine::notation::{seat_of, text};
use engine::play::Choice;

/// The commands as they are typed.
pub const COMMANDS: [&str; 11] = [
    "help", "options", "moves", "board", "text", "info", "flip", "undo", "why", "quit", "exit",
];

/// One line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// The option of this index.
    Answer(usize),
    /// The option of this index, then this answer to what it leads to.
    Then(usize, String),
    /// One of these options.
    Several(Vec<usize>),
    /// `why X`.
    Why(Choice),
    /// A move that is not among the options.
    NotOffered(Choice),
    /// An act of the table, by a seat if one is named.
    Table(String, Option<SeatId>),
    /// `undo`, of a seat if one is named.
    Undo(Option<SeatId>),
    /// `flip`: the other way up, or as a seat sees it.
    Flip(Option<SeatId>),
    /// `moves`.
    Moves,
    /// `options`.
    Options,
    /// `board`.
    Board,
    /// `text`: the position in sentences instead of a drawing, or back.
    Text,
    /// `info`, with a name or alone.
    Info(String),
    /// `help`.
    Help,
    /// `quit`.
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else, and what is wrong with it.
    Unknown(String),
}

/// Reads a line.
pub fn read(asked: &Asked, line: &str) -> Typed {
    let line = line.trim();
    if line.is_empty() {
        return Typed::Nothing;
    }
    if let Some(command) = command(asked, line) {
        return command;
    }
    match asked.meant(line) {
        Meant::One(index) => return Typed::Answer(index),
        Meant::Then(index, then) => return Typed::Then(index, then),
        Meant::Several(which) => return Typed::Several(which),
        Meant::Nothing => {}
    }
    if let Some(act) = table_act(asked, line) {
        return act;
    }
    let moves = (asked.decision.options.iter()).any(|c| matches!(c, Choice::Move(..)));
    match asked.aimed(line).filter(|_| moves) {
        Some(choice) => Typed::NotOffered(choice),
        None => Typed::Unknown(unknown(asked, line)),
    }
}

fn command(asked: &Asked, line: &str) -> Option<Typed> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let rest = rest.trim();
    let of_seat = |typed: fn(Option<SeatId>) -> Typed| match rest {
        "" => typed(None),
        _ => match seat_of(asked.rules, &rest.to_lowercase()) {
            Some(seat) => typed(Some(seat)),
            None => Typed::Unknown(no_seat(asked, rest)),
        },
    };
    Some(match (word.to_lowercase().as_str(), rest) {
        ("undo" | "takeback", _) => of_seat(Typed::Undo),
        ("flip", _) => of_seat(Typed::Flip),
        ("moves", "") => Typed::Moves,
        ("options", "") => Typed::Options,
        ("board", "") => Typed::Board,
        ("text", "") => Typed::Text,
        ("info", name) => Typed::Info(name.to_string()),
        ("help" | "?", "") => Typed::Help,
        ("quit" | "exit", "") => Typed::Quit,
        ("why", "") => {
            Typed::Unknown("`why` asks about a move: `why` and the move behind it".to_string())
        }
        ("why", what) => why(asked, what),
        _ => return None,
    })
}

fn why(asked: &Asked, what: &str) -> Typed {
    match asked.meant(what) {
        Meant::One(index) | Meant::Then(index, _) => {
            Typed::Why(asked.decision.options[index].clone())
        }
        Meant::Several(which) => Typed::Several(which),
        Meant::Nothing => match asked.aimed(what) {
            Some(choice) => Typed::Why(choice),
            None => Typed::Unknown(unknown(asked, what)),
        },
    }
}

/// `resign`, `offer a draw`, `report breach`; with a seat's name behind it for another who sits here.
fn table_act(asked: &Asked, line: &str) -> Option<Typed> {
    let folded = fold(line);
    let said = ["offer-a-", "offer-", "claim-"];
    let bare = said.iter().find_map(|p| folded.strip_prefix(p));
    let bare = bare.unwrap_or(&folded);
    let acts = asked
        .rules
        .table
        .iter()
        .map(|act| text(asked.rules, act.name));
    acts.into_iter().find_map(|name| {
        let rest = bare.strip_prefix(&fold(name))?;
        match rest.strip_prefix('-') {
            Some(seat) => {
                let seat = seat_of(asked.rules, seat)?;
                Some(Typed::Table(name.to_string(), Some(seat)))
            }
            None => rest
                .is_empty()
                .then(|| Typed::Table(name.to_string(), None)),
        }
    })
}

fn no_seat(asked: &Asked, word: &str) -> String {
    let seats = engine::position_text::seats(asked.rules).join(", ");
    format!("there is no seat `{word}`; seats: {seats}")
}

/// The square a line ends in, where it is written like one and the board has none of its name.
fn no_square(asked: &Asked, line: &str) -> Option<String> {
    let small = line.to_lowercase();
    let file = small.trim_end_matches(|c: char| c.is_ascii_digit());
    let letter = file.chars().last().filter(char::is_ascii_lowercase)?;
    let square = &small[file.len() - 1..];
    let before = &small[..file.len() - 1];
    let like = square.len() > 1
        && before.len() < 4
        && (asked.decision.options.iter()).any(|c| matches!(c, Choice::Move(..)));
    (like && letter <= 'p' && square_here(asked.rules, asked.seat, square).is_none())
        .then(|| square.to_string())
}

/// What is wrong with a line, and the nearest thing to it.
fn unknown(asked: &Asked, line: &str) -> String {
    let shown: String = line.chars().take(40).collect();
    if line.contains(char::REPLACEMENT_CHARACTER) {
        return format!("`{shown}` holds a byte that is not text; type it again");
    }
    if line.parse::<i64>().is_ok() {
        let most = asked.decision.options.len();
        return format!("there is no option {shown}; they are numbered 1 to {most}");
    }
    if let Some(square) = no_square(asked, line) {
        return format!("`{shown}`: there is no square {square} on this board");
    }
    let amiss = asked.amiss(line);
    let moves = (asked.decision.options.iter()).any(|c| matches!(c, Choice::Move(..)));
    if !moves && (amiss.is_some() || asked.aimed(line).is_some()) {
        let title = words::title(asked.rules, asked.decision);
        return format!("`{shown}` is a move, and you are asked something else: {title}");
    }
    if let Some(amiss) = amiss {
        return amiss;
    }
    let options: Vec<String> = (0..asked.decision.options.len())
        .map(|i| asked.words(i).to_lowercase())
        .collect();
    let acts = asked
        .rules
        .table
        .iter()
        .map(|act| text(asked.rules, act.name));
    let names = COMMANDS.into_iter().chain(acts);
    let names = names.chain(options.iter().map(String::as_str));
    let small = line.to_lowercase();
    match dsl::diagnostic::nearest(&small, names) {
        Some(name) => format!("`{shown}` is nothing you can type now; did you mean `{name}`?"),
        None => {
            format!("`{shown}` is neither an option nor a command; `help` lists what you can type")
        }
    }
}
