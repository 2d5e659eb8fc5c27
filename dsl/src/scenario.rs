//! Scenarios (language 12): from the text of a test to the engine's [`Script`]. What a line says beyond the
//! words of scenarios (`given`, `plays`, `is offered` ..) is a condition or phrase like any other and is read
//! by the phrase reader.
mod acts;
mod given;
mod mends;
mod pairs;
mod setting;
mod sound;
mod then;

pub use setting::setting;

use crate::assemble::program;
use crate::compile;
use crate::diagnostic::{Diagnostic, sort};
use crate::frame::options::Choices;
use crate::frame::words::{Words, square};
use crate::frame::{Builder, SCENARIO};
use crate::gather::{self, Armies, Setting};
use crate::library::Library;
use crate::phrase::Reading;
use crate::program::{Named, Program};
use crate::syntax::*;
use engine::ids::{ArmyId, BoardId, KindId, SeatId, SquareId};
use engine::rules::{Given, Placed, Ruleset, Script, ScriptLine, ScriptSays};

/// A scenario compiled for one of its variants.
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The rules it runs under.
    pub rules: Ruleset,
    /// The scenario.
    pub script: Script,
}

fn frames(unit: &Unit) -> impl Iterator<Item = &FrameLine> {
    unit.block.statements.iter().filter_map(|s| match s {
        Statement::Frame(line) => Some(line),
        _ => None,
    })
}

fn sentences(unit: &Unit) -> impl Iterator<Item = &Sentence> {
    unit.block.statements.iter().filter_map(|s| match s {
        Statement::Sentence(s) => Some(s),
        _ => None,
    })
}

/// How many matches' rules are kept: the scenarios of a file ask for few.
const KEPT: usize = 8;

/// Compiles the scenarios of a library. Rules that one scenario ran under are not read a second time for the next one.
pub struct Scenarios<'l> {
    library: &'l Library,
    /// Rules without an error, the latest last.
    kept: Vec<Kept>,
    /// The options of each variant with modes that a scenario asked for.
    options: Vec<(Setting, Choices)>,
    /// A scenario has a line that could fail; a position has none.
    proves: bool,
}

/// The rules of a match as they were read.
struct Kept {
    /// What the match is made of, without the places where a scenario names it.
    setting: Setting,
    reading: Reading,
    problems: Vec<Diagnostic>,
}

impl<'l> Scenarios<'l> {
    /// Of this library.
    pub fn new(library: &'l Library) -> Self {
        Scenarios {
            library,
            kept: Vec::new(),
            options: Vec::new(),
            proves: true,
        }
    }

    /// Compiles a scenario for one of the variants it is written for.
    ///
    /// # Errors
    /// All problems of the scenario, and those of the rules it runs under. Codes: E140 to E142, E201, E204, E205
    /// and those of phrases.
    pub fn compile(&mut self, unit: &Unit, variant: &str) -> Result<Compiled, Vec<Diagnostic>> {
        let library = self.library;
        let setting = self.setting(unit, variant);
        let (reading, mut problems) = self.rules(setting);
        let own = |p: &&Diagnostic| {
            p.span.file == unit.span.file && unit.span.lo <= p.span.lo && p.span.lo < unit.span.hi
        };
        problems.extend(library.problems().iter().filter(own).cloned());
        let Some(mut reading) = reading else {
            return Err(problems);
        };
        let start = Start::read(&mut reading.program, unit, &mut problems);
        let mut reader = Reader {
            reading,
            problems,
            armies: start.armies.clone(),
            positions: start.positions.into_iter(),
            lines: Vec::new(),
        };
        reader.lines(unit);
        if self.proves {
            reader.says_something(unit);
        }
        let turned = start.arrows;
        let src = reader.reading.program.pool.source(unit.head);
        let script = Script {
            title: unit.name.text.clone(),
            covers: unit.tags.iter().map(|t| t.text.clone()).collect(),
            armies: start.armies,
            position: start.position,
            fen: start.fen,
            names: std::mem::take(&mut reader.reading.names),
            lines: reader.lines,
            src,
        };
        if reader.problems.iter().any(Diagnostic::is_error) {
            crate::cause::only(library, &mut reader.problems);
            sort(&mut reader.problems);
            return Err(reader.problems);
        }
        let rules = reader.reading.finish();
        let facing = engine::position_text::directional(&rules);
        let idle: Vec<Diagnostic> = (turned.into_iter())
            .filter(|(_, kind)| !facing.contains(kind))
            .map(|(span, kind)| {
                let name = engine::notation::kind(&rules, kind);
                let said =
                    format!("a {name} moves alike in all directions, its arrow says nothing");
                Diagnostic::new("E140", span, said).help("leave the arrow out")
            })
            .collect();
        if !idle.is_empty() {
            return Err(idle);
        }
        Ok(Compiled { rules, script })
    }

    /// [`setting`], where the options are gathered once.
    fn setting(&mut self, unit: &Unit, variant: &str) -> Setting {
        let mut setting = setting::named(unit, variant);
        let key = Setting {
            armies: Armies::All,
            places: Vec::new(),
            ..setting.clone()
        };
        let known = self.options.iter().position(|(of, _)| *of == key);
        let at = known.unwrap_or_else(|| {
            let options = gather::options(self.library, &key);
            let choices = Choices::of(&options, &[], &mut Vec::new());
            self.options.push((key, choices));
            self.options.len() - 1
        });
        setting::choose(&mut setting, unit, &self.options[at].1);
        setting
    }

    /// The rules of a match, if they have a frame, and what is wrong with them.
    fn rules(&mut self, setting: Setting) -> (Option<Reading>, Vec<Diagnostic>) {
        // scenarios name the same match at different places; only errors stand at them, and rules with errors are not kept
        let key = Setting {
            places: Vec::new(),
            ..setting.clone()
        };
        if let Some(at) = self.kept.iter().position(|k| k.setting == key) {
            let kept = self.kept.remove(at);
            let found = (Some(kept.reading.clone()), kept.problems.clone());
            self.kept.push(kept);
            return found;
        }
        let (program, mut problems) = program(self.library, &setting);
        let Some(program) = program else {
            return (None, problems);
        };
        let (reading, more) = compile::read(program);
        problems.extend(more);
        if !problems.iter().any(Diagnostic::is_error) {
            let full = self.kept.len().saturating_sub(KEPT - 1);
            self.kept.drain(..full);
            self.kept.push(Kept {
                setting: key,
                reading: reading.clone(),
                problems: problems.clone(),
            });
        }
        (Some(reading), problems)
    }
}

/// Compiles one scenario, or a position, of which nothing has to be said. For many scenarios of a library make a [`Scenarios`]: it reads
/// the rules they share once.
///
/// # Errors
/// As [`Scenarios::compile`].
pub fn scenario(
    library: &Library,
    unit: &Unit,
    variant: &str,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut scenarios = Scenarios {
        proves: false,
        ..Scenarios::new(library)
    };
    scenarios.compile(unit, variant)
}

/// What is read before the sentences are: armies and positions.
struct Start {
    armies: Vec<(SeatId, ArmyId)>,
    position: Option<Vec<Placed>>,
    fen: Option<String>,
    /// The pieces of every `then position`, in order.
    positions: Vec<Vec<Placed>>,
    /// Pieces of `then position` with an arrow, and the row in which they stand. At the start an arrow is state: rules may lend
    /// the piece moves that have a direction.
    arrows: Vec<(Span, KindId)>,
}

impl Start {
    fn read(program: &mut Program, unit: &Unit, problems: &mut Vec<Diagnostic>) -> Self {
        let mut start = Start {
            armies: Vec::new(),
            position: None,
            fen: None,
            positions: Vec::new(),
            arrows: Vec::new(),
        };
        let mut builder = Builder { program, problems };
        for line in frames(unit) {
            match line.word.text.as_str() {
                "armies" => start.seat_armies(&mut builder, line),
                "modes" => {
                    if line.places.iter().any(|place| place.len() > 1) {
                        let said = "a comma stands between two modes";
                        let help = "it reads `modes team-2v2, lightning`";
                        let problem = Diagnostic::new("E140", line.span, said).help(help);
                        builder.problems.push(problem);
                    }
                }
                "position" => {}
                word => {
                    let said = format!("the frame line `{word}` cannot stand in a scenario");
                    let help = format!("here may stand: {}", SCENARIO.join(", "));
                    builder
                        .problems
                        .push(Diagnostic::new("E140", line.word.span, said).help(help));
                }
            }
        }
        start.told_twice(unit, &mut builder);
        let armies = start.armies.clone();
        let army_of = |seat: SeatId| armies.iter().find(|(s, _)| *s == seat).map(|(_, a)| *a);
        for statement in &unit.block.statements {
            match statement {
                Statement::Frame(line) if line.word.text == "position" => {
                    let fen = line
                        .places
                        .first()
                        .and_then(|p| p.first())
                        .filter(|t| t.kind == TokenKind::Text);
                    let fen = fen.map(|t| Ident {
                        text: t.text.clone(),
                        span: t.span,
                    });
                    let placed = builder.position(
                        line.name.as_ref(),
                        &line.rows,
                        fen.as_ref(),
                        line.span,
                        &army_of,
                    );
                    start.fen = fen.map(|f| f.text).or(start.fen);
                    start.position.get_or_insert_default().extend(placed);
                }
                Statement::Expected(e) => {
                    let placed = builder.position(
                        e.board.as_ref(),
                        &e.rows,
                        e.fen.as_ref(),
                        e.span,
                        &army_of,
                    );
                    start.arrows.extend(arrows(&e.rows, &placed));
                    start.positions.push(placed);
                }
                _ => {}
            }
        }
        start
    }

    /// `armies red china, green standard`.
    fn seat_armies(&mut self, builder: &mut Builder, line: &FrameLine) {
        for place in &line.places {
            let mut words = Words::new(place, line.span);
            let pair = (words.word(), words.word(), words.is_empty());
            let (Some(seat), Some(army), true) = pair else {
                let said =
                    "which army sits where is said by pairs, with a comma between two of them";
                builder.problems.push(
                    Diagnostic::new("E140", line.span, said)
                        .help("it reads `armies red china, green standard`"),
                );
                continue;
            };
            let army = builder
                .program
                .names
                .get(&army.text)
                .into_iter()
                .flatten()
                .find_map(|n| match n {
                    Named::Army(a) => Some(*a),
                    _ => None,
                });
            // an army that does not exist has been reported where the match was put together
            if let (Some(seat), Some(army)) = (builder.seat_named(seat), army) {
                self.armies.push((seat, army));
            }
        }
    }
}

/// The pieces of rows that are written with an arrow, if the rows read.
fn arrows(rows: &[Ident], placed: &[Placed]) -> Vec<(Span, KindId)> {
    let cells = rows.iter().flat_map(|row| {
        let cells = row.text.split_whitespace().filter(|cell| *cell != ".");
        cells.map(|_| row.span)
    });
    let spans: Vec<Span> = cells.collect();
    if spans.len() != placed.len() {
        return Vec::new();
    }
    let turned = spans.into_iter().zip(placed);
    turned
        .filter(|(_, p)| p.facing.is_some())
        .map(|(span, p)| (span, p.kind))
        .collect()
}

/// How much was read at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Read {
    /// One sentence.
    Alone,
    /// It and the next one, which is its rest.
    WithTheNext,
}

/// Reads the lines one after another.
struct Reader {
    reading: Reading,
    problems: Vec<Diagnostic>,
    armies: Vec<(SeatId, ArmyId)>,
    positions: std::vec::IntoIter<Vec<Placed>>,
    lines: Vec<ScriptLine>,
}

impl Reader {
    fn lines(&mut self, unit: &Unit) {
        let mut statements = unit.block.statements.iter().peekable();
        while let Some(statement) = statements.next() {
            match statement {
                Statement::Reminder(_) | Statement::Frame(_) => {}
                Statement::Expected(expected) => self.expected(expected),
                Statement::Sentence(sentence) => {
                    let next = match statements.peek() {
                        Some(Statement::Sentence(next)) => Some(next),
                        _ => None,
                    };
                    if self.sentence(sentence, next) == Read::WithTheNext {
                        statements.next();
                    }
                }
                Statement::Power(u) | Statement::Kind(u) => self.no_line(u.head),
                Statement::Option(o) => self.no_line(o.span),
                Statement::Procedure(p) => self.no_line(p.span),
            }
        }
    }

    fn no_line(&mut self, span: Span) {
        let help = "its lines begin with `given`, `then`, a seat (`red plays c3-d5`), `the die`, `the shuffle`, `the time` or `perft`";
        self.problems
            .push(Diagnostic::new("E140", span, "this is no line of a scenario").help(help));
    }

    fn expected(&mut self, expected: &Expected) {
        let board = expected.board.as_ref().and_then(|name| {
            self.names(&name.text).iter().find_map(|n| match n {
                Named::Board(b) => Some(*b),
                _ => None,
            })
        });
        let placed = self.positions.next().unwrap_or_default();
        self.says(ScriptSays::Position(board, placed), expected.span);
    }

    fn says(&mut self, says: ScriptSays, span: Span) {
        let src = self.reading.program.pool.source(span);
        self.lines.push(ScriptLine { says, src });
    }

    fn sentence(&mut self, sentence: &Sentence, next: Option<&Sentence>) -> Read {
        if let Some(block) = &sentence.block {
            self.no_line(block.span);
            return Read::Alone;
        }
        match self.line(sentence, &sentence.line) {
            Ok(all) => all
                .into_iter()
                .for_each(|says| self.says(says, sentence.span)),
            Err(mut problem) => {
                let broken = next.is_some_and(|next| self.broken(sentence, next, &mut problem));
                if !broken && !self.comma(sentence, &mut problem) {
                    self.two_lines(sentence, &mut problem);
                }
                self.problems.push(problem);
                if broken {
                    return Read::WithTheNext;
                }
            }
        }
        Read::Alone
    }

    /// What these words of a sentence say.
    fn line(&mut self, sentence: &Sentence, line: &[Token]) -> Result<Vec<ScriptSays>, Diagnostic> {
        let mut words = Words::new(line, sentence.span);
        let word = |t: &Token, of: &[&str]| of.contains(&t.text.to_lowercase().as_str());
        let said_of_all = line.first().is_some_and(|t| word(t, &["given", "then"]));
        let reasoned = !said_of_all && line.iter().any(|t| word(t, &["cannot", "asked"]));
        if let Some(tag) = sentence.tags.first().filter(|_| !reasoned) {
            let said = "a tag behind this line says nothing";
            let help = "the reason of `cannot` and `is not asked` is a tag; the clauses that a scenario proves stand in its heading, behind `covers`";
            return Err(Diagnostic::new("E140", tag.span, said).help(help));
        }
        if let [word] = line
            && said_of_all
        {
            let said = format!("nothing stands behind `{}`", word.text);
            let help =
                "say what is so: `then the piece on d4 is a pawn`, `given white has 2 points`";
            return Err(Diagnostic::new("E140", word.span, said).help(help));
        }
        if words.eat(&["given"]) {
            let all: Vec<Given> = self.given(words)?;
            for given in &all {
                self.given_once(given, sentence.span)?;
            }
            Ok(all.into_iter().map(ScriptSays::Given).collect())
        } else if words.eat(&["then"]) {
            self.then(words)
                .or_else(|problem| self.act_behind_then(sentence, line, problem))
        } else {
            self.act(words, &sentence.tags)
        }
    }

    /// What a name of the frame means; scenarios stand outside every army.
    fn names(&self, name: &str) -> Vec<Named> {
        self.reading
            .program
            .names
            .get(name)
            .cloned()
            .unwrap_or_default()
    }

    fn seat_of(&self, token: &Token) -> Option<SeatId> {
        self.names(&token.text).iter().find_map(|n| match n {
            Named::Seat(s) => Some(*s),
            _ => None,
        })
    }

    /// Takes a seat by name.
    fn seat(&self, words: &mut Words) -> Option<SeatId> {
        let seat = self.seat_of(words.peek()?)?;
        words.take();
        Some(seat)
    }

    /// All seats at which somebody sits.
    fn everyone(&self) -> Vec<SeatId> {
        let seats = self.reading.program.rules.seats.iter().enumerate();
        seats
            .filter(|(_, s)| !s.vacant)
            .map(|(i, _)| SeatId::from(i))
            .collect()
    }

    fn army_of(&self, seat: SeatId) -> Option<ArmyId> {
        self.armies
            .iter()
            .find(|(s, _)| *s == seat)
            .map(|(_, a)| *a)
    }

    fn board_of(&self, seat: SeatId) -> BoardId {
        self.reading
            .program
            .rules
            .seats
            .get(seat.index())
            .map_or(BoardId(0), |s| s.board)
    }

    /// A square of a board by its name.
    fn square(&self, name: &str, board: BoardId) -> Option<SquareId> {
        let board = self.reading.program.rules.boards.get(board.index())?;
        let (file, rank) = square(name)?;
        let id =
            SquareId(board.first.0 + u16::from(rank) * u16::from(board.files) + u16::from(file));
        (file < board.files && rank < board.ranks && !board.holes.contains(&id)).then_some(id)
    }

    fn no_square(&self, token: &Token) -> Diagnostic {
        let said = format!("the board has no square `{}`", token.text);
        let problem = Diagnostic::new("E142", token.span, said);
        let program = &self.reading.program;
        let Some(file) = program.pool.file(token.span.file) else {
            return problem;
        };
        let boards = &program.rules.boards;
        let bad = |name: &&str| {
            square(name).is_none_or(|(f, r)| boards.iter().all(|b| f >= b.files || r >= b.ranks))
        };
        let written = token.text.to_lowercase();
        match written.split('-').find(bad) {
            Some(name) => crate::phrase::beyond(problem, &file.text, name, boards),
            None => problem,
        }
    }
}
