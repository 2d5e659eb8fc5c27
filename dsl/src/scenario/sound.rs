//! What is wrong with a scenario as a whole though each of its lines reads: two positions, two armies of a seat, nothing that could fail.
use super::{Reader, Start, frames};
use crate::diagnostic::Diagnostic;
use crate::frame::Builder;
use crate::syntax::{Statement, Unit};
use engine::rules::{ScriptLine, ScriptSays};

impl Start {
    /// E140: a board has one position, which stands before the first act; a seat has one army.
    pub(super) fn told_twice(&self, unit: &Unit, builder: &mut Builder) {
        let mut boards: Vec<Option<&str>> = Vec::new();
        let mut begun = false;
        for statement in &unit.block.statements {
            match statement {
                Statement::Sentence(s) => {
                    let given = s
                        .line
                        .first()
                        .is_some_and(|t| t.text.eq_ignore_ascii_case("given"));
                    begun |= !given;
                }
                Statement::Expected(_) => begun = true,
                Statement::Frame(line) if line.word.text == "position" => {
                    let board = line.name.as_ref().map(|name| name.text.as_str());
                    let again = boards.contains(&board);
                    boards.push(board);
                    let (said, help) = match (again, begun) {
                        (true, _) => (
                            "a second position of the same board",
                            "begin another scenario for it",
                        ),
                        (_, true) => (
                            "a position stands before the first line of play",
                            "what stands there now is told by `then position`",
                        ),
                        (false, false) => continue,
                    };
                    builder
                        .problems
                        .push(Diagnostic::new("E140", line.word.span, said).help(help));
                }
                Statement::Frame(_)
                | Statement::Reminder(_)
                | Statement::Power(_)
                | Statement::Kind(_)
                | Statement::Option(_)
                | Statement::Procedure(_) => {}
            }
        }
        let seats = self.armies.iter().enumerate();
        let twice = seats
            .into_iter()
            .any(|(i, (seat, _))| self.armies[..i].iter().any(|(s, _)| s == seat));
        if twice && let Some(line) = frames(unit).find(|line| line.word.text == "armies") {
            let said = "a seat has two armies";
            builder
                .problems
                .push(Diagnostic::new("E140", line.word.span, said).help("name each seat once"));
        }
    }
}

impl Reader {
    /// E140: a scenario without a line that could fail.
    pub(super) fn says_something(&mut self, unit: &Unit) {
        let given = |line: &ScriptLine| {
            matches!(
                line.says,
                ScriptSays::Given(_) | ScriptSays::Die(_) | ScriptSays::Shuffle(..)
            )
        };
        if !self.problems.iter().any(Diagnostic::is_error) && self.lines.iter().all(given) {
            let said = "this scenario has no line that could fail";
            let help = "let somebody play (`white plays c1-c2`), or say what is so (`then ..`, `white is offered ..`)";
            self.problems
                .push(Diagnostic::new("E140", unit.head, said).help(help));
        }
    }
}
