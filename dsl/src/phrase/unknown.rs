//! Words that nobody knows, and squares that no board has.
use super::item::ItemReader;
use super::lex::Tok;
use super::reader::error;
use crate::diagnostic::Diagnostic;
use crate::syntax::{FRAME_WORDS, Span, TokenKind};
use engine::rules::Board;

impl ItemReader<'_> {
    /// Tells the first word that is known to nobody.
    pub fn unknown(&self, toks: &[Tok]) -> bool {
        let mut bad = self.beyond(toks);
        for (i, tok) in toks.iter().enumerate() {
            let word = tok.text.as_str();
            // a stage that is not declared has a message of its own
            let stage = i > 1 && toks.get(i + 1).is_some_and(|t| t.is("stage"));
            // `file c`
            let letter = i > 0 && toks[i - 1].is("file") && word.len() == 1;
            if tok.kind != TokenKind::Word || stage || letter || self.knows(word) {
                continue;
            }
            bad = true;
            if let Some(rest) = word.strip_prefix("non-").filter(|rest| self.knows(rest)) {
                let said = format!("`{word}`: what a thing is not stands behind its noun");
                let help = format!("write `that are not {rest}`");
                self.problem(error("E101", tok.span, said, Some(help)));
                break;
            }
            let near = super::spelling::nearest(word, self.known_words());
            // a line of the frame whose word is misspelt
            let frame = crate::diagnostic::nearest(word, FRAME_WORDS)
                .filter(|f| super::spelling::distance(word, f) == 1)
                .filter(|_| i == 0 && self.place.kind.is_none() && word.len() > 3)
                .filter(|f| near.is_none_or(|n| !n.starts_with(word) && n.len() <= f.len()));
            if let Some(frame) = frame {
                let message = format!("unknown word `{word}`");
                let help = Some(format!("did you mean `{frame}`?"));
                let problem = error("E100", tok.span, message, help);
                self.problem(problem.fix_word(word, frame));
                break;
            }
            let message = format!("unknown word `{word}`");
            let known = super::advice::about(toks).map(str::to_owned);
            let repair = super::spelling::repair(word).or(known);
            let better = match &repair {
                Some(_) => super::spelling::replacement(word),
                // a name of the word table that is several words in a text has hyphens
                None => near.filter(|n| !n.contains('-') || word.contains('-')),
            };
            let help = repair.or_else(|| near.map(|n| format!("did you mean `{n}`?")));
            let problem = error("E100", tok.span, message, help);
            self.problem(match better {
                Some(better) => problem.fix_word(word, better),
                None => problem,
            });
            break;
        }
        bad
    }

    /// E132: a square, or the corner of an area, that no board has.
    fn beyond(&self, toks: &[Tok]) -> bool {
        let boards = &self.prog.rules.boards;
        let there = |name: &&str| {
            let fits =
                |(file, rank): (u8, u8)| boards.iter().any(|b| file < b.files && rank < b.ranks);
            square(name).is_some_and(fits)
        };
        let named = |tok: &Tok| matches!(tok.kind, TokenKind::Square | TokenKind::Area);
        let squares = (toks.iter().filter(|t| named(t)))
            .flat_map(|tok| tok.text.split('-').map(move |name| (tok, name)));
        let Some((tok, name)) = squares.into_iter().find(|(_, name)| !there(name)) else {
            return false;
        };
        let Some(board) = boards.first() else {
            return false;
        };
        let file = char::from(b'a' + board.files.saturating_sub(1).min(25));
        let message = format!("the board has no square `{name}`");
        let help = format!(
            "its files are `a` to `{file}`, its ranks 1 to {}",
            board.ranks
        );
        let problem = error("E132", tok.span, message, Some(help));
        let text = {
            let pool = self.shared.pool.borrow();
            pool.file(tok.span.file).map(|f| f.text.clone())
        };
        self.problem(beyond(problem, text.as_deref().unwrap_or(""), name, boards));
        true
    }

    fn knows(&self, word: &str) -> bool {
        self.words.knows(word)
            || super::spelling::is_structure(word)
            || self.prog.names(word, self.place.within())
            || self.decls.knows(word, self.place.within())
            || self.introduced.iter().any(|n| n == word)
            || super::words::role_of(word).is_some()
            || (self.decls.singulars_of(word).iter())
                .any(|s| self.prog.names(s, self.place.within()))
    }

    pub(super) fn known_words(&self) -> impl Iterator<Item = &str> {
        let words = self.words.all();
        let names = self.prog.names.keys().map(String::as_str);
        let own = self.introduced.iter().map(String::as_str);
        words.chain(names).chain(self.decls.all()).chain(own)
    }
}

/// The problem of a square that no board has, with the squares that may be meant.
pub(crate) fn beyond(
    mut problem: Diagnostic,
    text: &str,
    name: &str,
    boards: &[Board],
) -> Diagnostic {
    let fits = |file, rank| boards.iter().any(|b| file < b.files && rank < b.ranks);
    let lo = problem.span.lo as usize;
    // a corner of an area stands somewhere in its word
    let word = text.get(lo..problem.span.hi as usize).unwrap_or("");
    let Some(at) = word.to_lowercase().find(name).map(|i| lo + i) else {
        return problem;
    };
    let meant = crate::likely::squares(text, at, name, &fits);
    let Some(first) = meant.first() else {
        return problem;
    };
    let said: Vec<String> = meant.iter().map(|square| format!("`{square}`")).collect();
    let more = problem
        .help
        .take()
        .map_or(String::new(), |help| format!(" {help}"));
    problem.help = Some(format!("did you mean {}?{more}", said.join(" or ")));
    let span = Span {
        lo: at as u32,
        hi: (at + name.len()) as u32,
        ..problem.span
    };
    problem.guess(span, first)
}

/// File and rank of a square by its name, from 0.
fn square(name: &str) -> Option<(u8, u8)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let rank: u8 = name.get(1..)?.parse().ok()?;
    Some((file, rank.checked_sub(1)?))
}
