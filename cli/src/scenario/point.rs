//! A point of a scenario: the game, the chance that is still to come, what was told since the last act, and the way
//! that led here.
use super::{Failed, Stage};
use engine::ids::{KindId, SeatId, SideId};
use engine::notation;
use engine::play::{Choice, Decision, Kind, Notice, Open, Who};
use engine::rules::{Answer, Ruleset};
use std::collections::VecDeque;

/// Forced answers in a row before a game counts as not coming to rest.
const MAX_FORCED: usize = 1_000;

/// What chance is to answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Fate {
    /// The face of a die, or any answer.
    Die(Answer),
    /// A card or piece from the top, with its owner and colour where the row tells them.
    Card(KindId, Option<SeatId>, Option<SideId>),
}

/// See the module.
#[derive(Clone)]
pub struct Point<G> {
    /// The game.
    pub game: G,
    /// What chance will answer, in order.
    pub fate: VecDeque<Fate>,
    /// Told since the last act.
    pub told: Vec<Notice>,
    /// What was done so far, from the start of the lines.
    pub way: Vec<Act>,
    /// The game in which the clock was asked about the open decision, and answered that there is time.
    in_time: Option<G>,
}

/// One thing done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// The open decision was answered with this option.
    Answer(usize),
    /// An act of the table.
    Table(SeatId, String),
}

impl<G: Stage> Point<G> {
    /// The beginning of the lines.
    pub fn new(game: G) -> Point<G> {
        Point {
            game,
            fate: VecDeque::new(),
            told: Vec::new(),
            way: Vec::new(),
            in_time: None,
        }
    }

    /// The point at which the clock has passed over whoever is asked.
    pub fn too_late(&self) -> Result<Point<G>, String> {
        let mut next = self.clone();
        next.told.clear();
        next.clock(&Choice::TimeUp)?;
        next.roll()?;
        Ok(next)
    }

    /// The clock has not been asked yet about the open decision: the next line may say what it says.
    pub fn before_the_clock(&mut self) {
        if let Some(asked) = self.in_time.take() {
            self.game = asked;
            self.way.pop();
        }
    }

    fn clock(&mut self, says: &Choice) -> Result<(), String> {
        let options = self.decision().map(|d| &d.options);
        let index = options.and_then(|all| all.iter().position(|c| c == says));
        self.answer(index.ok_or("no clock is running")?)
    }

    /// The open decision.
    pub fn decision(&self) -> Option<&Decision> {
        match self.game.open() {
            Open::Decision(decision) => Some(decision),
            Open::Over(_) => None,
        }
    }

    /// The open decision, if it is of this seat.
    pub fn decision_of(&self, seat: SeatId) -> Option<&Decision> {
        self.decision().filter(|d| d.who == Who::Seat(seat))
    }

    /// The point after an answer and after everything that chance has been told to answer.
    pub fn after(&self, index: usize) -> Result<Point<G>, String> {
        let mut next = self.clone();
        next.answer(index)?;
        next.roll()?;
        Ok(next)
    }

    /// The point after one answer alone.
    pub fn step(&self, index: usize) -> Option<Point<G>> {
        let mut next = self.clone();
        next.answer(index).ok()?;
        Some(next)
    }

    fn answer(&mut self, index: usize) -> Result<(), String> {
        self.in_time = None;
        self.game
            .answer(index)
            .map_err(|refused| refused.to_string())?;
        self.told.extend_from_slice(self.game.notices());
        self.way.push(Act::Answer(index));
        Ok(())
    }

    /// The point after an act of the table, if it is open to the seat.
    pub fn after_table(&self, seat: SeatId, name: &str) -> Option<Point<G>> {
        let mut next = self.clone();
        next.game.table_act(seat, name).ok()?;
        next.told.extend_from_slice(next.game.notices());
        next.way.push(Act::Table(seat, name.to_string()));
        next.roll().ok()?;
        Some(next)
    }

    /// Answers open chance decisions from the fate that is left; the clock, where it is asked, answers that there is time.
    pub fn roll(&mut self) -> Result<(), String> {
        for _ in 0..MAX_FORCED {
            let of_time = |d: &Decision| d.kind == Kind::Time;
            if self.decision().is_some_and(of_time) {
                let asked = self.game.clone();
                self.clock(&Choice::GoOn)?;
                self.in_time = Some(asked);
                continue;
            }
            let Some(decision) = self.decision().filter(|d| d.who == Who::Chance) else {
                return Ok(());
            };
            let Some(fate) = self.fate.front() else {
                return Ok(());
            };
            // of its colour, if there is one
            let all = || decision.options.iter();
            let coloured = all().position(|choice| fate.is(choice) && fate.is_coloured(choice));
            let Some(index) = coloured.or_else(|| all().position(|choice| fate.is(choice))) else {
                if decision.options.len() == 1 {
                    self.answer(0)?;
                    continue;
                }
                return Err(format!(
                    "chance cannot give {} here; it can give: {}",
                    fate.in_words(self.game.ruleset()),
                    super::say::open(self.game.ruleset(), decision)
                ));
            };
            self.fate.pop_front();
            self.answer(index)?;
        }
        Err(format!(
            "more than {MAX_FORCED} decisions of chance in a row"
        ))
    }

    /// With which answer this seat begins its turn, if several may begin one now.
    pub fn beginning_of(&self, seat: SeatId) -> Option<usize> {
        let decision = self.decision().filter(|d| d.kind == Kind::First)?;
        let of_seat = |c: &Choice| *c == Choice::Seat(seat);
        decision.options.iter().position(of_seat)
    }

    /// The point at which somebody but `seat` no longer has to be waited for: decisions with one answer that are
    /// not this seat's are taken, and if several may begin a turn, this seat does.
    pub fn waiting_for(&self, seat: SeatId) -> Result<Point<G>, String> {
        let mut point = self.clone();
        for _ in 0..MAX_FORCED {
            if let Some(index) = point.beginning_of(seat) {
                point = point.after(index)?;
                continue;
            }
            match point.decision() {
                Some(d) if d.who != Who::Seat(seat) && d.options.len() == 1 => {
                    point = point.after(0)?
                }
                _ => return Ok(point),
            }
        }
        Err(format!(
            "more than {MAX_FORCED} decisions with one answer in a row"
        ))
    }
}

impl Fate {
    /// What a line told chance to answer.
    pub fn in_words(&self, rules: &Ruleset) -> String {
        match self {
            Fate::Die(answer) => super::say::answer(rules, answer),
            Fate::Card(kind, None, _) => notation::kind(rules, *kind).to_string(),
            Fate::Card(kind, Some(seat), _) => format!(
                "{} of {}",
                notation::kind(rules, *kind),
                notation::seat(rules, *seat)
            ),
        }
    }
    fn is(&self, choice: &Choice) -> bool {
        match self {
            Fate::Die(answer) => super::answer::plain(choice, answer),
            Fate::Card(kind, seat, _) => match choice {
                Choice::Held(_, k, _) | Choice::Kind(k) => k == kind,
                Choice::Seat(s) => Some(*s) == *seat,
                _ => false,
            },
        }
    }
    fn is_coloured(&self, choice: &Choice) -> bool {
        matches!((self, choice), (Fate::Card(_, _, colour), Choice::Held(_, _, c)) if colour == c)
    }
}

/// A failure of a line from a sentence.
pub fn failed(line: engine::ids::SourceId, message: impl Into<String>) -> Failed {
    Failed {
        line,
        message: message.into(),
        undecided: false,
    }
}
