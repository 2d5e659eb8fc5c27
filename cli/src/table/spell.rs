//! Moves as chess players write them: every offered move is spelled in every way, and what was typed is looked up among them.
use super::said::{Asked, Meant, fold, square_here};
use engine::ids::{KindId, SquareId};
use engine::notation::{self, place};
use engine::play::{Choice, SeenPiece};
use engine::position_text;
use engine::rules::{Form, Holder, Path, Ty, Way};

/// `e2e4`, `e2-e4`, `e2 e4`, `e2xe4`, in either case.
pub fn from_to(asked: &Asked, said: &str) -> Option<Choice> {
    let said = said.trim_end_matches(['+', '#', '!', '?']).to_lowercase();
    let here = |name: &str| square_here(asked.rules, asked.seat, name.trim());
    let parts = (1..said.len()).filter(|i| said.is_char_boundary(*i));
    for (first, last) in parts.map(|i| said.split_at(i)) {
        let last = last.trim_start();
        let last = last.strip_prefix(['-', 'x', ':']).unwrap_or(last);
        if let (Some(from), Some(to)) = (here(first), here(last)) {
            return Some(Choice::Move(from, to));
        }
    }
    None
}

/// A square without the name of its board.
pub fn local(square: &str) -> &str {
    square.split_once(':').map_or(square, |(_, name)| name)
}

/// A move as it was typed: whatever stands before the square it goes to.
pub struct Spelled {
    /// `N`, `Nb`, `e`, or nothing.
    before: String,
    to: SquareId,
}

impl Spelled {
    /// Reads `Nf3`, `N1f3`, `exd5`, `e4`; signs of captures and of check say nothing.
    pub fn of(asked: &Asked, said: &str) -> Option<Spelled> {
        let bare = tidy(said);
        let start = (0..bare.len()).filter(|i| bare.is_char_boundary(*i));
        // The square is the longest end that is one: a file letter with its whole rank.
        let (at, to) = start
            .filter(|i| bare[*i..].starts_with(|c: char| c.is_ascii_alphabetic()))
            .filter_map(|i| {
                let to = square_here(asked.rules, asked.seat, &bare[i..].to_lowercase())?;
                Some((i, to))
            })
            .next()?;
        Some(Spelled {
            before: bare[..at].to_string(),
            to,
        })
    }

    /// The one piece of the asked seat it can speak of.
    pub fn only_piece(&self, asked: &Asked) -> Option<Choice> {
        if self.before.is_empty() {
            return None;
        }
        let pieces = asked.view.pieces.iter();
        let mut named = pieces.filter(|p| p.seat == Some(asked.seat) && self.names(asked, p));
        let only = named.next()?;
        (named.next().is_none()).then_some(Choice::Move(only.square, self.to))
    }

    fn names(&self, asked: &Asked, piece: &SeenPiece) -> bool {
        let befores = befores(asked, piece);
        befores
            .iter()
            .any(|known| fold(known) == fold(&self.before))
    }

    /// What is wrong with it, where it names pieces that do not go there.
    pub fn amiss(&self, asked: &Asked) -> Option<String> {
        let square = notation::square(asked.rules, self.to);
        let goes = |c: &Choice| matches!(c, Choice::Move(_, to) if *to == self.to);
        let options = asked.decision.options.iter().enumerate();
        let others: Vec<String> = options
            .filter(|(_, c)| goes(c))
            .map(|(i, _)| asked.short(i))
            .collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!("; to {square} there is {}", others.join(", ")),
        };
        let kinds: std::collections::BTreeSet<KindId> = (asked.view.pieces.iter())
            .filter(|p| p.seat == Some(asked.seat) && self.names(asked, p))
            .map(|p| p.kind)
            .collect();
        let names: Vec<&str> = (kinds.iter().map(|k| notation::kind(asked.rules, *k))).collect();
        if names.is_empty() && self.before.chars().count() > 3 {
            return None;
        }
        Some(match (names.is_empty(), self.before.is_empty()) {
            (false, false) => format!(
                "no {} of yours goes to {square} now{others}",
                names.join(" or ")
            ),
            (_, true) => format!("none of your pieces goes to {square} so{others}"),
            (true, false) => format!("you have no piece `{}`{others}", self.before),
        })
    }
}

/// The option that a move spelled in some way means.
pub fn meant(asked: &Asked, said: &str) -> Meant {
    if let Some(far) = castling(said) {
        return asked.those(|_, c| castles(asked, c) == Some(far));
    }
    let bare = tidy(said);
    let small = bare.to_lowercase();
    let spelled = |exact: bool| {
        asked.those(|_, c| {
            let known = spellings(asked, c);
            match exact {
                true => known.contains(&bare),
                false => known.iter().any(|s| s.to_lowercase() == small),
            }
        })
    };
    // As it stands first: a small `b` is a file, a large one a bishop.
    match spelled(true) {
        Meant::Nothing => spelled(false),
        meant => meant,
    }
}

/// Without signs of captures, checks and opinions.
fn tidy(said: &str) -> String {
    let bare = said.trim_end_matches(['+', '#', '!', '?']);
    let last = bare.chars().count().saturating_sub(1);
    let says = |(i, c): &(usize, char)| {
        let sign = matches!(c, 'x' | 'X' | '-' | ' ');
        !sign || *i == 0 || *i == last
    };
    let chars = bare.chars().enumerate().filter(says);
    chars.map(|(_, c)| c).collect()
}

/// All ways to write a move.
fn spellings(asked: &Asked, choice: &Choice) -> Vec<String> {
    let Choice::Move(from, to) = choice else {
        return Vec::new();
    };
    let to = notation::square(asked.rules, *to);
    let to = local(&to);
    let there = (asked.view.pieces.iter()).filter(|p| p.square == *from);
    there
        .flat_map(|piece| befores(asked, piece))
        .map(|before| tidy(&format!("{before}{to}")))
        .collect()
}

/// What may stand before the square a piece goes to: its letter or name, with its file, its rank or both. Without a letter it is a
/// piece that goes one way, where the seat has such pieces, as with pawns.
fn befores(asked: &Asked, piece: &SeenPiece) -> Vec<String> {
    let from = notation::square(asked.rules, piece.square);
    let from = local(&from);
    let (file, rank) = from.split_at(1.min(from.len()));
    let kind = asked.rules.kinds.get(piece.kind.index());
    let letter = kind.map_or('?', |k| k.letter).to_string();
    let name = notation::kind(asked.rules, piece.kind);
    let mut out = vec![from.to_string()];
    for stem in [letter.as_str(), name] {
        out.extend(["", file, rank, from].map(|at| format!("{stem}{at}")));
    }
    if needs_no_letter(asked, piece.kind) {
        out.extend(["", file, rank].map(str::to_string));
    }
    out
}

fn needs_no_letter(asked: &Asked, kind: KindId) -> bool {
    let one_way = position_text::directional(asked.rules);
    let mut own = (asked.view.pieces.iter()).filter(|p| p.seat == Some(asked.seat));
    one_way.contains(&kind) || !own.any(|p| one_way.contains(&p.kind))
}

/// The shortest way to write a move that no other offered move is written in.
pub fn short(asked: &Asked, index: usize) -> Option<String> {
    let choice = asked.decision.options.get(index)?;
    if let Some(far) = castles(asked, choice) {
        return Some(if far { "O-O-O" } else { "O-O" }.to_string());
    }
    let mut ways = spellings(asked, choice);
    // Of two as short the one that names the piece.
    ways.sort_by_key(|way| (way.chars().count(), !way.starts_with(char::is_uppercase)));
    ways.into_iter()
        .find(|way| meant(asked, way) == Meant::One(index))
}

/// `O-O` (false), `O-O-O` (true), with zeros or small letters as well.
fn castling(said: &str) -> Option<bool> {
    match fold(said.trim_end_matches(['+', '#', '!', '?'])).as_str() {
        "o-o" | "oo" | "00" => Some(false),
        "o-o-o" | "ooo" | "000" => Some(true),
        _ => None,
    }
}

/// Whether a move brings another piece along by a way between two squares, and then whether it goes to the farther edge.
pub fn castles(asked: &Asked, choice: &Choice) -> Option<bool> {
    let Choice::Move(from, to) = choice else {
        return None;
    };
    let rules = asked.rules;
    let kinds: Vec<KindId> = (asked.view.pieces.iter())
        .filter(|p| p.square == *from)
        .map(|p| p.kind)
        .collect();
    let (board, file, rank) = place(rules, *from)?;
    let (_, to_file, to_rank) = place(rules, *to)?;
    let far = file.abs_diff(to_file).max(rank.abs_diff(to_rank));
    let such = |way: &Way| {
        let Path::FromTo(a, b) = way.path else {
            return false;
        };
        let (Some((_, af, ar)), Some((_, bf, br))) = (place(rules, a), place(rules, b)) else {
            return false;
        };
        way.bring
            .as_ref()
            .is_some_and(|(_, to)| to.ty == Ty::Square)
            && far > 1
            && af.abs_diff(bf).max(ar.abs_diff(br)) == far
    };
    let brings = rules
        .rules
        .iter()
        .any(|rule| match (rule.holder, &rule.form) {
            (Holder::Kind(kind), Form::Movement { ways, .. }) => {
                kinds.contains(&kind) && ways.iter().any(such)
            }
            _ => false,
        });
    // Fields towards the edge it goes to, and towards the other.
    let (here, there) = if file == to_file {
        edges(rank, to_rank, board.ranks)
    } else {
        edges(file, to_file, board.files)
    };
    brings.then_some(here > there)
}

fn edges(from: u8, to: u8, size: u8) -> (u8, u8) {
    let (low, high) = (from, size - 1 - from);
    if to > from { (high, low) } else { (low, high) }
}
