//! The rule card: a unit typeset from its own text. Sentences get a capital and a full stop, reminder text stands in small
//! print, tags and labels are left out.
use anstyle::Style;
use dsl::print::tokens;
use dsl::syntax::{Block, Branch, FrameLine, Statement, Unit, UnitKind};
use std::fmt::Write as _;

/// The card of a unit.
pub fn card(unit: &Unit) -> String {
    let mut card = Card::default();
    card.unit(unit);
    card.out
}

#[derive(Default)]
struct Card {
    out: String,
    depth: usize,
}

impl Card {
    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth);
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn unit(&mut self, unit: &Unit) {
        let bold = Style::new().bold();
        let name = &unit.name.text;
        let title = unit.title.as_ref().map_or("", |t| t.text.as_str());
        let head = match unit.kind {
            UnitKind::Kind => format!("{} ({title})", capital(name)),
            UnitKind::Power => capital(if title.is_empty() { name } else { title }),
            _ if title.is_empty() => capital(name),
            _ => capital(title),
        };
        self.line(&format!("{bold}{head}{bold:#}"));
        if let Some((base, _)) = &unit.from {
            let without: Vec<&str> = unit.without.iter().map(|w| w.text.as_str()).collect();
            let without = if without.is_empty() {
                String::new()
            } else {
                format!(" without {}", without.join(", "))
            };
            self.line(&format!("The rules of {}{without}, and these:", base.text));
        }
        self.depth += 1;
        self.block(&unit.block);
        self.depth -= 1;
    }

    fn block(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Reminder(reminder) => self.small(&reminder.text),
            Statement::Power(unit) | Statement::Kind(unit) => self.unit(unit),
            Statement::Option(option) => {
                let values: Vec<&str> =
                    option.values.iter().map(|(v, _)| v.text.as_str()).collect();
                self.line(&format!(
                    "The host chooses {}: {}.",
                    option.name.text,
                    values.join(", ")
                ));
            }
            Statement::Expected(_) => {}
            Statement::Frame(frame) => self.frame(frame),
            Statement::Procedure(procedure) => {
                self.line(&format!("To {}:", tokens(&procedure.line)));
                self.nested(&procedure.block);
            }
            Statement::Sentence(sentence) => {
                let text = capital(&tokens(&sentence.line));
                match &sentence.block {
                    None => self.line(&format!("{text}.")),
                    Some(block) => {
                        self.line(&format!("{text}:"));
                        self.nested(block);
                        sentence
                            .branches
                            .iter()
                            .for_each(|branch| self.branch(branch));
                    }
                }
                if let Some(reminder) = &sentence.reminder {
                    self.small(&reminder.text);
                }
            }
        }
    }

    fn branch(&mut self, branch: &Branch) {
        let word = if branch.otherwise { "Otherwise" } else { "Or" };
        let line = tokens(&branch.line);
        self.line(&if line.is_empty() {
            format!("{word}:")
        } else {
            format!("{word} {line}:")
        });
        self.nested(&branch.block);
    }

    fn nested(&mut self, block: &Block) {
        self.depth += 1;
        self.block(block);
        self.depth -= 1;
    }

    fn frame(&mut self, frame: &FrameLine) {
        let name = frame
            .name
            .as_ref()
            .map_or(String::new(), |n| format!(" of {}", n.text));
        if frame.rows.is_empty() {
            let places: Vec<String> = frame.places.iter().map(|p| tokens(p)).collect();
            self.line(&format!(
                "{}{name}: {}.",
                capital(&frame.word.text),
                places.join(", ")
            ));
            return;
        }
        self.line(&format!("{}{name}:", capital(&frame.word.text)));
        self.depth += 1;
        for row in &frame.rows {
            self.line(row.text.trim());
        }
        self.depth -= 1;
    }

    fn small(&mut self, text: &str) {
        let dim = Style::new().dimmed();
        let words: Vec<&str> = text.split_whitespace().collect();
        self.line(&format!("{dim}({}){dim:#}", words.join(" ")));
    }
}

/// With a capital at the beginning.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
