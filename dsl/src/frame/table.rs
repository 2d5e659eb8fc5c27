//! Stages, acts at the table, the fields of a FEN, decks, and whether armies must differ.
use super::told;
use super::words::Words;
use super::{Builder, Frame};
use crate::merge::Framed;
use crate::program::{DeckUse, Named, TableLine};
use crate::syntax::{Ident, Span, TokenKind};
use engine::ids::StageId;
use engine::rules::Stage;

/// The stages every game has.
const STAGES: [&str; 3] = ["effects", "reactions", "verdicts"];
const TABLE: &str = "table resign, draw by agreement, report-breach if C";

fn ident(token: &crate::syntax::Token) -> Ident {
    Ident {
        text: token.text.clone(),
        span: token.span,
    }
}

impl Builder<'_> {
    /// The stages; without a line effects, reactions, verdicts. E311 where one of these is left out.
    pub fn stages(&mut self, frame: &Frame) {
        let Some(line) = frame.one("stages") else {
            for name in STAGES {
                self.stage(name, false);
            }
            return;
        };
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            let any_order = words.eat_end(&["in", "any", "order"]);
            let here = words.here();
            match words.word() {
                Some(token) => self.stage(&token.text, any_order),
                None => {
                    self.tell(told::stage_without_name(here));
                    continue;
                }
            }
            self.finish(
                &words,
                "stages effects, reactions, verdicts, endings in any order",
            );
        }
        for name in STAGES {
            let known = self.program.pool.find(name);
            if !self
                .program
                .rules
                .stages
                .iter()
                .any(|s| Some(s.name) == known)
            {
                self.report_with(
                    "E311",
                    line.word.span,
                    format!("the stage `{name}` is missing"),
                    "every game has the stages effects, reactions and verdicts",
                );
            }
        }
    }

    fn stage(&mut self, name: &str, any_order: bool) {
        let id = StageId::from(self.program.rules.stages.len());
        self.program.names.of(name).push(Named::Stage(id));
        let name = self.program.pool.text(name);
        self.program.rules.stages.push(Stage { name, any_order });
    }

    /// The acts of the `table` line; their conditions stay tokens.
    pub fn table(&mut self, frame: &Frame) {
        let Some(line) = frame.one("table") else {
            return;
        };
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            let span = self.span_of(&words, line.span);
            let here = words.here();
            let Some(name) = words.word() else {
                self.tell(told::act_without_name(here, TABLE));
                continue;
            };
            let consent = words.eat(&["by", "agreement"]);
            let conditional = words
                .peek()
                .is_some_and(|t| matches!(t.text.as_str(), "if" | "unless"));
            let condition = if conditional {
                words.rest().to_vec()
            } else {
                Vec::new()
            };
            if !conditional {
                self.finish(&words, TABLE);
            }
            self.program.table.push(TableLine {
                name: ident(name),
                consent,
                condition,
                span,
            });
        }
    }

    fn span_of(&self, words: &Words, line: Span) -> Span {
        let (first, last) = (words.rest().first(), words.rest().last());
        match (first, last) {
            (Some(a), Some(b)) => Span {
                hi: b.span.hi,
                ..a.span
            },
            _ => line,
        }
    }

    /// `fen clock F, passing M`.
    pub fn fen(&mut self, frame: &Frame) {
        let Some(line) = frame.one("fen") else { return };
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            let here = words.here();
            let (clock, passing) = (words.eat(&["clock"]), words.eat(&["passing"]));
            let name = words.word().map(ident);
            match (clock, passing, name) {
                (true, false, Some(name)) => self.program.fen.clock = Some(name),
                (false, true, Some(name)) => self.program.fen.passing = Some(name),
                _ => {
                    self.tell(told::fen_field(here));
                    continue;
                }
            }
            self.finish(&words, "fen clock quiet, passing vulnerable");
        }
    }

    /// `armies all different`.
    pub fn armies_line(&mut self, frame: &Frame) {
        let Some(line) = frame.one("armies") else {
            return;
        };
        let mut words = Words::new(line.places.first().map_or(&[], Vec::as_slice), line.span);
        if words.eat(&["all", "different"]) && words.is_empty() && line.places.len() == 1 {
            self.program.rules.armies_differ = true;
        } else {
            self.tell(told::armies_line(line.word.span));
        }
    }

    /// The cards of a deck unit, once its kinds and the seats are known. E204, E316.
    pub fn deck(&mut self, name: &Ident, title: Span, lines: &[Framed]) {
        let mut cards = Vec::new();
        for framed in lines.iter().filter(|f| f.line.word.text == "cards") {
            let Some(row) = framed.line.rows.first() else {
                self.tell(told::deck_without_cards(framed.line.word.span));
                continue;
            };
            match self.program.row(&row.text, None) {
                Ok(row) => cards.extend(row),
                Err(cell) => self.report_with(
                    "E204",
                    row.span,
                    self.program.no_letter(&cell, None),
                    "capitals are of the first side, small letters of the second",
                ),
            }
        }
        let id = self.program.decks.len() as u16;
        self.declare(name, Named::Deck(id));
        self.program.decks.push(DeckUse {
            name: name.text.clone(),
            cards,
            span: title,
        });
    }

    /// The decks a variant takes: their names.
    pub fn deck_names(&mut self, frame: &Frame) -> Vec<Ident> {
        let mut names = Vec::new();
        for line in frame.all("cards") {
            for place in &line.places {
                names.extend(
                    place
                        .iter()
                        .filter(|t| t.kind == TokenKind::Word)
                        .map(ident),
                );
            }
        }
        names
    }
}
