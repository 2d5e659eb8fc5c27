//! What is wrong with a scenario as a whole though each of its lines reads: two positions, two armies of a seat, nothing that could fail.
use super::{Reader, Start, frames};
use crate::diagnostic::Diagnostic;
use crate::frame::Builder;
use crate::syntax::{Span, Statement, Unit};
use engine::ids::{BoardId, FieldId, OptionId, SeatId, TextId, ZoneId};
use engine::rules::{Given, Quality, ScriptLine, ScriptSays, Set};

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
    /// E141: what is given at one moment is given once: of two lines about one state the first would say nothing.
    pub(super) fn given_once(&self, given: &Given, span: Span) -> Result<(), Diagnostic> {
        let at_this_moment = self.lines.iter().rev().map_while(|line| match &line.says {
            ScriptSays::Given(given) => Some(given),
            _ => None,
        });
        let state = self.state_of(given);
        for before in at_this_moment {
            let said = match (before, given) {
                (Given::Lost(out), Given::OnTurn(on)) | (Given::OnTurn(on), Given::Lost(out))
                    if out == on =>
                {
                    "who has lost is not on turn"
                }
                (before, _) if state.is_some() && self.state_of(before) == state => {
                    "a line before gives this already"
                }
                (_, _) => continue,
            };
            let help = "of both lines keep the one that you mean; what changes later is played by lines of the scenario";
            return Err(Diagnostic::new("E141", span, said).help(help));
        }
        Ok(())
    }

    /// The state a line gives; none: two ends of a mark, two histories and pieces that were lost add up.
    fn state_of<'g>(&self, given: &'g Given) -> Option<State<'g>> {
        Some(match given {
            Given::Mark(_, _, _) | Given::LostPieces(_, _) | Given::Past(_, _) => return None,
            // boards may not wait for each other
            Given::OnTurn(seat) => State::OnTurn(self.board_of(*seat)),
            Given::Field(field, of, seat, _) => State::Field(*field, of, seat.as_ref()),
            Given::Zone(zone, of, _) => State::Zone(*zone, of),
            Given::Layer(of, _) => State::Layer(of),
            Given::Choice(option, seat, _) => State::Choice(*option, *seat),
            Given::Lost(seat) => State::Lost(*seat),
            Given::Turns(seat, _) => State::Turns(*seat),
            Given::Points(of, _) => State::Points(of),
            Given::Used(seat, name, _, _) => State::Used(*seat, *name),
            Given::Home(of, _) => State::Home(of),
            Given::Quality(quality, of, _) => State::Quality(quality, of),
        })
    }

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

/// A state that one line gives, and each line before it about the same state in vain.
#[derive(PartialEq)]
enum State<'g> {
    OnTurn(BoardId),
    Field(FieldId, &'g Set, Option<&'g Set>),
    Zone(ZoneId, &'g Set),
    Layer(&'g Set),
    Choice(OptionId, Option<SeatId>),
    Lost(SeatId),
    Turns(SeatId),
    Points(&'g Set),
    Used(SeatId, TextId),
    Home(&'g Set),
    Quality(&'g Quality, &'g Set),
}
