//! The frame of a game (language 11): boards, seats, sides, turns, stages, values, set-ups, options. It is
//! data; here it becomes the tables of the ruleset, and the names in it become known to the sentences.
mod board;
mod fen;
pub mod options;
mod pieces;
mod seats;
mod table;
pub mod told;
pub mod words;

pub use board::MAX_BOARD;
pub use fen::placement;
pub use pieces::{Cells, cell};
pub use seats::MAX_SEATS;

use crate::diagnostic::Diagnostic;
use crate::merge::{Body, Framed};
use crate::program::{Named, Program};
use crate::syntax::{FRAME_WORDS, FrameLine, Ident, Span, Token};
use options::Choices;
use words::Words;

/// Frame words of a variant or mode.
pub const VARIANT: &[&str] = &FRAME_WORDS;
/// Frame words of an army.
pub const ARMY: &[&str] = &["setup"];
/// Frame words of a deck.
pub const DECK: &[&str] = &["cards"];
/// Frame words of a scenario.
pub const SCENARIO: &[&str] = &["armies", "modes", "position"];

/// The frame lines that hold for the options chosen, in order.
pub struct Frame<'f> {
    lines: Vec<&'f FrameLine>,
}

impl<'f> Frame<'f> {
    /// Of several lines of one word those under a condition that holds stand before the unconditional ones.
    /// Codes: E208, E314.
    pub fn of(body: &'f Body, choices: &Choices, problems: &mut Vec<Diagnostic>) -> Self {
        let holds: Vec<&Framed> = body
            .frames
            .iter()
            .filter(|f| {
                f.condition
                    .as_ref()
                    .is_none_or(|c| choices.holds(c, problems))
            })
            .collect();
        let place = |w: &str| {
            if w == "position" {
                "setup".to_owned()
            } else {
                w.to_owned()
            }
        };
        let special: Vec<String> = holds
            .iter()
            .filter(|f| f.condition.is_some())
            .map(|f| place(&f.line.word.text))
            .collect();
        let lines = holds
            .iter()
            .filter(|f| f.condition.is_some() || !special.contains(&place(&f.line.word.text)));
        Frame {
            lines: lines.map(|f| &f.line).collect(),
        }
    }

    /// All lines of a word.
    pub fn all(&self, word: &str) -> impl Iterator<Item = &'f FrameLine> {
        self.lines
            .iter()
            .copied()
            .filter(move |l| l.word.text == word)
    }

    /// The last line of a word.
    pub fn one(&self, word: &str) -> Option<&'f FrameLine> {
        self.all(word).last()
    }
}

/// Fills the tables of a program from its frame.
pub struct Builder<'b> {
    /// What is filled.
    pub program: &'b mut Program,
    /// What is wrong.
    pub problems: &'b mut Vec<Diagnostic>,
}

impl Builder<'_> {
    fn report(&mut self, code: &'static str, span: Span, said: impl Into<String>) {
        self.problems.push(Diagnostic::new(code, span, said));
    }

    fn tell(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    fn report_with(
        &mut self,
        code: &'static str,
        span: Span,
        said: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.problems
            .push(Diagnostic::new(code, span, said).help(help));
    }

    /// What does not belong to a frame line any more.
    fn finish(&mut self, words: &Words, example: &str) {
        if let Some(token) = words.peek() {
            self.tell(told::too_long(token.span, &token.text, example));
        }
    }

    /// Declares a name of the frame. E207: it means something else already.
    pub fn declare(&mut self, name: &Ident, means: Named) {
        let all = self.program.names.of(&name.text);
        let clashes = all.iter().any(|other| clash(*other, means));
        all.push(means);
        all.sort();
        if clashes {
            let said = format!("`{}` is the name of something else in this game", name.text);
            self.report("E207", name.span, said);
        }
    }

    /// The one thing of a sort that a name means; the problem names the nearest.
    fn named<T>(
        &self,
        name: &Token,
        what: &str,
        pick: impl Fn(&Named) -> Option<T>,
    ) -> Result<T, Diagnostic> {
        let found = self
            .program
            .names
            .get(&name.text)
            .and_then(|all| all.iter().find_map(&pick));
        found.ok_or_else(|| {
            let known = self
                .program
                .names
                .iter()
                .filter(|(_, all)| all.iter().any(|n| pick(n).is_some()));
            told::nobody_called(name.span, what, &name.text, known.map(|(n, _)| n.as_str()))
        })
    }
}

/// Whether two things of one name cannot be told apart in a sentence. Kinds of different armies, powers,
/// stages, armies and values of options never stand in each other's way.
fn clash(a: Named, b: Named) -> bool {
    let noun = |n: Named| {
        matches!(
            n,
            Named::Kind(_)
                | Named::Seat(_)
                | Named::Side(_)
                | Named::Board(_)
                | Named::Option(_)
                | Named::Deck(_)
        )
    };
    let kinds = matches!((a, b), (Named::Kind(_), Named::Kind(_)));
    noun(a) && noun(b) && !kinds
}
