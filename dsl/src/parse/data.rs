//! Statements that are data: options, frame lines, expected positions, reminder text.
use super::Builder;
use super::grammar::Rule;
use crate::syntax::*;
use pest::iterators::Pair;

impl<'t> Builder<'t> {
    pub(super) fn reminder(&mut self, pair: Pair<'t, Rule>) -> Reminder {
        let mut reminder = Reminder {
            text: String::new(),
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::reminded => reminder.text = part.as_str().to_owned(),
                _ => reminder.tags = self.tags(part),
            }
        }
        reminder
    }

    pub(super) fn option(&mut self, pair: Pair<'t, Rule>) -> Option<OptionLine> {
        let mut option = OptionLine {
            name: Ident::default(),
            each_player: false,
            values: Vec::new(),
            usually: None,
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => option.name = self.ident(&part),
                Rule::each_player => option.each_player = true,
                Rule::value => option.values.push((self.ident(&part), false)),
                Rule::range => {
                    if let Some(last) = option.values.last_mut() {
                        last.1 = true;
                    }
                }
                Rule::usually => {
                    let value = part.into_inner().find(|p| p.as_rule() == Rule::value);
                    option.usually = value.map(|p| self.ident(&p));
                }
                Rule::tags => option.tags = self.tags(part),
                _ => {}
            }
        }
        (!option.name.text.is_empty()).then_some(option)
    }

    pub(super) fn expected(&mut self, pair: Pair<'t, Rule>) -> Expected {
        let mut expected = Expected {
            board: None,
            rows: Vec::new(),
            fen: None,
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => expected.board = Some(self.ident(&part)),
                Rule::text => expected.fen = Some(self.inner(&part)),
                Rule::row_lines => expected.rows = self.rows(part, "square"),
                _ => {}
            }
        }
        expected
    }

    /// Rows; of one length (E205), counted in squares or cards.
    pub(super) fn rows(&mut self, pair: Pair<'t, Rule>, of: &str) -> Vec<Ident> {
        let rows: Vec<Ident> = pair.into_inner().map(|r| self.inner(&r)).collect();
        let cells = |row: &Ident| row.text.split_whitespace().count();
        // most rows are right; of as many on both sides a long one that ends with nothing is wrong, else a short one
        let most = rows.iter().map(cells).max().unwrap_or(0);
        let ends_bare = |row: &&Ident| {
            let text = row.text.trim_end();
            cells(row) == most && text.ends_with('.') && text.contains(char::is_alphabetic)
        };
        let too_long = rows.iter().any(|row| ends_bare(&row));
        let slip = rows.iter().all(|row| cells(row) + 1 >= most);
        let usual = |row: &&Ident| {
            let same = rows.iter().filter(|r| cells(r) == cells(row)).count();
            // more than one square is no slip: then the first row is taken for right
            (same, !slip || (cells(row) == most) != too_long)
        };
        let first = rows.iter().rev().max_by_key(usual).map_or(0, cells);
        if let Some(odd) = rows.iter().find(|row| cells(row) != first) {
            let why = format!("the others {first}");
            self.tell(super::told::odd_row(odd, self.text, first, &why, of));
        }
        rows
    }

    pub(super) fn frame(&mut self, pair: Pair<'t, Rule>) -> FrameLine {
        let mut frame = FrameLine {
            word: Ident::default(),
            name: None,
            rows: Vec::new(),
            places: Vec::new(),
            tags: Vec::new(),
            span: self.span_of(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::frame_word => frame.word = self.ident(&part),
                Rule::name => frame.name = Some(self.ident(&part)),
                Rule::row_lines => {
                    let cards = frame.word.text == "cards";
                    frame.rows = self.rows(part, if cards { "card" } else { "square" });
                }
                Rule::place => frame
                    .places
                    .push(part.into_inner().map(|t| self.token(&t)).collect()),
                Rule::tags => frame.tags = self.tags(part),
                _ => {}
            }
        }
        // `position NAME "FEN"`
        if let [place] = frame.places.as_mut_slice()
            && let [name, fen] = place.as_slice()
            && (name.kind, fen.kind) == (TokenKind::Word, TokenKind::Text)
        {
            frame.name = Some(Ident {
                text: name.text.clone(),
                span: name.span,
            });
            place.remove(0);
        }
        frame
    }
}
