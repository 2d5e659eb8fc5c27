//! What somebody means: an option by its number or its words, a move the way chess players write it. Letters and names come from
//! the rules; nothing here knows a game.
use super::spell::{self, Spelled};
use super::words;
use crate::scenario::run::option_text;
use engine::ids::SeatId;
use engine::notation::{self, square_of, text};
use engine::play::{BoardView, Choice, Decision};
use engine::rules::Ruleset;

/// What a line was read from: the rules, the position as the asked seat sees it, and the question.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The position as the seat sees it.
    pub view: &'a BoardView,
    /// Who is asked.
    pub seat: SeatId,
    /// What.
    pub decision: &'a Decision,
}

/// Whether an option, by its number and itself, is what was said.
type Says<'a> = &'a dyn Fn(usize, &Choice) -> bool;

/// Which option was meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meant {
    /// This one.
    One(usize),
    /// This one, and what is asked behind it is to be answered so (`e8=Q`).
    Then(usize, String),
    /// One of these.
    Several(Vec<usize>),
    /// None of them.
    Nothing,
}

impl Asked<'_> {
    /// The option in words.
    pub fn words(&self, index: usize) -> String {
        let choice = self.decision.options.get(index);
        choice.map_or_else(String::new, |c| option_text(self.rules, self.decision, c))
    }

    /// Reads an answer.
    pub fn meant(&self, said: &str) -> Meant {
        if let Ok(number) = said.parse::<usize>()
            && (1..=self.decision.options.len()).contains(&number)
        {
            return Meant::One(number - 1);
        }
        match self.plain(said) {
            Meant::Nothing => self.with_answer(said),
            meant => meant,
        }
    }

    /// An answer to this question alone.
    fn plain(&self, said: &str) -> Meant {
        let folded = fold(said);
        let moved = spell::from_to(self, said);
        let ways: [Says; 5] = [
            &|i, _| self.words(i) == said,
            &|_, c| moved.as_ref() == Some(c),
            &|i, _| fold(&self.words(i)) == folded,
            &|_, c| self.goes_by(c, &folded),
            &|i, _| fold(stem(&self.words(i))) == folded,
        ];
        for way in ways {
            match self.those(way) {
                Meant::Nothing => {}
                meant => return meant,
            }
        }
        match words::meant(self.rules, self.decision, said) {
            Some(index) => Meant::One(index),
            None => spell::meant(self, said),
        }
    }

    /// The options for which this holds; of cards that are all alike the first.
    pub fn those(&self, holds: impl Fn(usize, &Choice) -> bool) -> Meant {
        let options = self.decision.options.iter().enumerate();
        let found: Vec<usize> = options
            .filter(|(i, choice)| holds(*i, choice))
            .map(|(i, _)| i)
            .collect();
        let alike = |i: &usize| {
            let held = matches!(self.decision.options[*i], Choice::Held(..));
            held && stem(&self.words(*i)) == stem(&self.words(found[0]))
        };
        match found[..] {
            [] => Meant::Nothing,
            [one] => Meant::One(one),
            _ if found.iter().all(alike) => Meant::One(found[0]),
            _ => Meant::Several(found),
        }
    }

    /// Other words for an option.
    fn goes_by(&self, choice: &Choice, folded: &str) -> bool {
        let rules = self.rules;
        let kind = |id: &engine::ids::KindId| {
            let letter = rules.kinds.get(id.index()).map(|k| k.letter.to_string());
            letter.is_some_and(|letter| fold(&letter) == folded)
                || fold(notation::kind(rules, *id)) == folded
        };
        match choice {
            Choice::Accept => matches!(folded, "accept" | "yes" | "y"),
            Choice::Decline => matches!(folded, "decline" | "no" | "n"),
            Choice::Kind(id) | Choice::Held(_, id, _) => kind(id),
            Choice::Piece(square) | Choice::Square(square) => {
                spell::local(&notation::square(rules, *square)) == folded
            }
            Choice::Border(a, b) => {
                let turned = [(a, b), (b, a)].map(|(a, b)| notation::border(rules, *a, *b));
                turned.iter().any(|words| spell::local(words) == folded)
            }
            Choice::Army(id) => rules.armies.get(id.index()).is_some_and(|army| {
                let title = fold(text(rules, army.title));
                title == folded || title.strip_prefix("the-") == Some(folded)
            }),
            _ => false,
        }
    }

    /// `e8=Q`, `e7e8q`: a move and the answer to what it leads to.
    fn with_answer(&self, said: &str) -> Meant {
        let Some((first, then)) = parted(said) else {
            return Meant::Nothing;
        };
        let index = match self.plain(first) {
            Meant::One(index) => index,
            other => return other,
        };
        match self.decision.options[index] {
            Choice::Move(..) => Meant::Then(index, then.to_string()),
            _ => Meant::Nothing,
        }
    }

    /// The move that a line speaks of although it is not offered.
    pub fn aimed(&self, said: &str) -> Option<Choice> {
        let first = parted(said).map_or(said, |(first, _)| first);
        spell::from_to(self, said)
            .or_else(|| spell::from_to(self, first))
            .or_else(|| Spelled::of(self, said)?.only_piece(self))
    }

    /// Why a line means nothing here, in one sentence; none: it looks like nothing in particular.
    pub fn amiss(&self, said: &str) -> Option<String> {
        Spelled::of(self, said)?.amiss(self)
    }

    /// What could be typed for an option: a move by its short form, if that is its alone.
    pub fn short(&self, index: usize) -> String {
        spell::short(self, index).unwrap_or_else(|| self.words(index))
    }
}

/// Case, spaces and the zero of `0-0` make no difference.
pub fn fold(words: &str) -> String {
    let words: Vec<&str> = words.split_whitespace().collect();
    let folded = words.join("-").to_lowercase();
    match folded.chars().all(|c| matches!(c, '0' | 'o' | '-')) && folded.contains('-') {
        true => folded.replace('0', "o"),
        false => folded,
    }
}

/// The words of an option without the number of a card or the square of an action.
pub fn stem(words: &str) -> &str {
    words.find(['#', '@']).map_or(words, |end| &words[..end])
}

/// A move and what stands behind it: after `=`, in brackets, or a last letter behind a rank.
fn parted(said: &str) -> Option<(&str, &str)> {
    let bare = said.trim_end_matches(['+', '#', '!', '?', ')']);
    let at_sign = bare.find(['=', '(']);
    let parts = match at_sign {
        Some(at) => (&bare[..at], &bare[at + 1..]),
        None => {
            let (at, last) = bare.char_indices().last()?;
            let before = bare[..at].trim_end();
            let behind_rank = before.ends_with(|c: char| c.is_ascii_digit());
            if !last.is_alphabetic() || !behind_rank {
                return None;
            }
            (before, &bare[at..])
        }
    };
    let (first, then) = (parts.0.trim(), parts.1.trim());
    (!first.is_empty() && !then.is_empty()).then_some((first, then))
}

/// A square by its name, or by its name on the board of the seat alone.
pub fn square_here(rules: &Ruleset, seat: SeatId, name: &str) -> Option<engine::ids::SquareId> {
    let board = rules.seats.get(seat.index())?.board;
    let own = rules.boards.get(board.index()).and_then(|b| b.name);
    own.filter(|_| !name.contains(':'))
        .and_then(|own| square_of(rules, &format!("{}:{name}", text(rules, own))))
        .or_else(|| square_of(rules, name))
}
