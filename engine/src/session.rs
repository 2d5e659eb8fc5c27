//! A game at a table: one of the two machines together with its past, its record and the chance that answers
//! where nobody decides.
use crate::ids::{RuleId, SeatId, SideId};
use crate::notation;
use crate::play::{BoardView, Bounded, Notice, Open, Outcome, Refused, SeenField, Who};
use crate::random::{self, Purpose, Stream};
use crate::record::{self, Line};
use crate::rules::Ruleset;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A running game, by either machine.
pub trait Running: Clone {
    /// What is open.
    fn open(&self) -> &Open;
    /// Answers the open decision.
    ///
    /// # Errors
    /// The game is over, or there is no such option; the game is then as it was.
    fn answer(&mut self, index: usize) -> Result<(), Refused>;
    /// What was told since the last answer.
    fn notices(&self) -> &[Notice];
    /// An act of the table (`resign`, `draw`, or a procedure's name) by a seat.
    ///
    /// # Errors
    /// It is not open to the seat; the game is then as it was.
    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), Refused>;
    /// How often each rule has fired, where the machine counts that.
    fn fired(&self) -> BTreeMap<RuleId, u32> {
        BTreeMap::new()
    }
    /// How often looking ahead reached its bound; never, where the machine has none.
    fn bounded(&self) -> Bounded {
        Bounded::default()
    }
    /// Points of each seat; none where no rule scores.
    fn points(&self) -> Option<Vec<i32>> {
        None
    }
    /// The place of each seat, from 1, as if the game ended now; empty where the machine knows none.
    fn places(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The number of the turn, in a game of turns, where the machine counts them.
    fn turn(&self) -> Option<u32> {
        None
    }
    /// The number of the round, in a game of rounds; none where players have turns.
    fn round(&self) -> Option<u32> {
        None
    }
    /// The position as a seat sees it; none: as the host does.
    fn view(&self, seat: Option<SeatId>) -> BoardView;
}

/// A game with its past.
#[derive(Debug)]
pub struct Session<G> {
    rules: Arc<Ruleset>,
    game: G,
    past: VecDeque<Past<G>>,
    lines: Vec<Line>,
    chance: Stream,
    rolled: u64,
}

/// Most decisions that can be taken back.
const MAX_PAST: usize = 256;

/// A state before a decision.
#[derive(Debug)]
struct Past<G> {
    game: G,
    /// The decision cannot be taken back: chance made it, or somebody learned something hidden.
    sealed: bool,
}

/// Why a session cannot go on or back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SessionError {
    /// See [`Refused`].
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The answer would make rules fire each other without end: which.
    #[error("this answer makes rules fire each other without end: {0}")]
    Cycle(String),
    /// There is nothing to take back.
    #[error("there is nothing to take back")]
    NoPast,
    /// Something was rolled or shown since.
    #[error("something was rolled or revealed since; it cannot be taken back")]
    Revealed,
    /// The states so far back are not kept.
    #[error("that is too long ago; the last {MAX_PAST} decisions can be taken back")]
    TooFar,
    /// A state could not be written.
    #[error("the state cannot be written: {0}")]
    Unwritten(String),
}

impl<G: Running> Session<G> {
    /// A session of a game that was just begun, with the seed of its chance.
    pub fn new(rules: Arc<Ruleset>, game: G, seed: u64) -> Session<G> {
        let chance = Stream::new(seed, Purpose::Chance);
        Session {
            rules,
            game,
            past: VecDeque::new(),
            lines: Vec::new(),
            chance,
            rolled: 0,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The decisions so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Answers the open decision.
    ///
    /// # Errors
    /// As [`Running::answer`]; the session is then as it was.
    pub fn answer(&mut self, index: usize) -> Result<(), SessionError> {
        let Open::Decision(decision) = self.game.open() else {
            return Err(Refused::Over.into());
        };
        let Some(choice) = decision.options.get(index) else {
            return Err(Refused::NoSuchOption {
                index,
                options: decision.options.len(),
            }
            .into());
        };
        let by_chance = decision.who == Who::Chance;
        let mut line = Line {
            who: notation::who(&self.rules, &decision.who),
            answer: notation::choice(&self.rules, decision, choice),
            index,
            options: decision.options.len(),
            ..Line::default()
        };
        let mut next = self.game.clone();
        next.answer(index).map_err(|e| self.refused(e))?;
        line.state = short_fingerprint(&next)?;
        let sealed = by_chance || reveals(&self.rules, &self.game, &next);
        self.rolled += u64::from(by_chance);
        self.lines.push(line);
        self.go_to(next, sealed);
        Ok(())
    }

    /// Goes on with the next state and keeps the one before.
    fn go_to(&mut self, next: G, sealed: bool) {
        if self.past.len() == MAX_PAST {
            self.past.pop_front();
        }
        let game = std::mem::replace(&mut self.game, next);
        self.past.push_back(Past { game, sealed });
    }

    fn refused(&self, refused: Refused) -> SessionError {
        match refused {
            Refused::Cycle(ids) => SessionError::Cycle(notation::cycle(&self.rules, &ids)),
            other => SessionError::Refused(other),
        }
    }

    /// An act of the table by a seat; it cannot be taken back.
    ///
    /// # Errors
    /// As [`Running::table_act`]; the session is then as it was.
    pub fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), SessionError> {
        let mut next = self.game.clone();
        next.table_act(seat, name).map_err(|e| self.refused(e))?;
        self.lines.push(Line {
            who: notation::seat(&self.rules, seat).to_string(),
            answer: name.to_string(),
            index: 0,
            options: 0,
            state: short_fingerprint(&next)?,
            ..Line::default()
        });
        self.go_to(next, true);
        Ok(())
    }

    /// What chance answers if the open decision is its own.
    pub fn chance(&mut self) -> Option<usize> {
        let Open::Decision(decision) = self.game.open() else {
            return None;
        };
        if decision.who != Who::Chance {
            return None;
        }
        Some(random::pick(
            self.chance.value(self.rolled),
            decision.options.len(),
            &decision.weights,
        ))
    }

    /// Takes the last decision back.
    ///
    /// # Errors
    /// As [`Session::undo_to`].
    pub fn undo(&mut self) -> Result<(), SessionError> {
        match self.lines.len().checked_sub(1) {
            Some(lines) => self.undo_to(lines),
            None => Err(SessionError::NoPast),
        }
    }

    /// Takes back every decision but the first so many.
    ///
    /// # Errors
    /// There are no more than that; chance decided one of them, or something hidden was shown, or an act of the table is among
    /// them; or the states before them are no longer kept. The session is then as it was.
    pub fn undo_to(&mut self, lines: usize) -> Result<(), SessionError> {
        let back = match self.lines.len().checked_sub(lines) {
            None | Some(0) => return Err(SessionError::NoPast),
            Some(back) => back,
        };
        let Some(first) = self.past.len().checked_sub(back) else {
            return Err(SessionError::TooFar);
        };
        if self.past.range(first..).any(|past| past.sealed) {
            return Err(SessionError::Revealed);
        }
        // The state before the first of them; the later ones go with it.
        if let Some(past) = self.past.drain(first..).next() {
            self.game = past.game;
            self.lines.truncate(lines);
        }
        Ok(())
    }

    /// The result for the record: per seat its name and how it ended; none while the game goes on.
    pub fn result(&self) -> Option<Vec<(String, String)>> {
        match self.game.open() {
            Open::Decision(_) => None,
            Open::Over(outcomes) => Some(result(&self.rules, outcomes)),
        }
    }
}

/// Whether a seat sees after a step what was there before but hidden from it.
fn reveals<G: Running>(rules: &Ruleset, before: &G, after: &G) -> bool {
    let all = before.view(None);
    if all.fields.is_empty() && all.zones.is_empty() {
        return false;
    }
    (0..rules.seats.len()).map(SeatId::from).any(|seat| {
        let (old, new) = (before.view(Some(seat)), after.view(Some(seat)));
        let field = all.fields.iter().any(|f| {
            let same = |g: &&SeenField| (g.field, g.of, g.seat) == (f.field, f.of, f.seat);
            !old.fields.iter().any(|g| same(&g)) && new.fields.iter().any(|g| same(&g))
        });
        let zone = old.zones.iter().filter(|z| z.held.is_none()).any(|z| {
            new.zones
                .iter()
                .any(|y| (y.zone, y.of) == (z.zone, z.of) && y.held.is_some())
        });
        field || zone
    })
}

/// Results by the names of the seats.
pub fn result(rules: &Ruleset, outcomes: &[Outcome]) -> Vec<(String, String)> {
    outcomes
        .iter()
        .enumerate()
        .map(|(i, o)| {
            (
                notation::seat(rules, SeatId::from(i)).to_string(),
                notation::outcome(*o).to_string(),
            )
        })
        .collect()
}

/// The first 8 digits of the fingerprint of a game.
///
/// # Errors
/// The state cannot be written as JSON.
pub fn short_fingerprint<G: Running>(game: &G) -> Result<String, SessionError> {
    let mut all = record::fingerprint(&game.view(None), game.open())
        .map_err(|e| SessionError::Unwritten(e.to_string()))?;
    all.truncate(8);
    Ok(all)
}

/// Places in words, the first first; none in games of two, and where all share the first.
pub fn places<G: Running>(rules: &Ruleset, game: &G) -> Option<String> {
    let places = game.places();
    if places.len() < 3 || places.iter().all(|place| *place == 1) {
        return None;
    }
    let mut of: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (i, place) in places.iter().enumerate() {
        let name = notation::seat(rules, SeatId::from(i)).to_string();
        of.entry(*place).or_default().push(name);
    }
    let words = of
        .iter()
        .map(|(place, seats)| format!("{place}. {}", seats.join(" and ")));
    Some(words.collect::<Vec<_>>().join(", "))
}

/// Points in words, most first, with the sums of sides of several seats; none where no rule scores.
pub fn points<G: Running>(rules: &Ruleset, game: &G) -> Option<String> {
    let points = game.points()?;
    let of = |s: &SeatId| points.get(s.index()).copied().unwrap_or(0);
    let mut seats: Vec<SeatId> = (0..points.len()).map(SeatId::from).collect();
    seats.sort_by_key(|s| std::cmp::Reverse(of(s)));
    let mut words: Vec<String> = (seats.iter())
        .map(|s| format!("{} {}", notation::seat(rules, *s), of(s)))
        .collect();
    for (i, side) in rules.sides.iter().enumerate() {
        if side.seats.len() > 1 {
            let name = notation::side(rules, SideId::from(i));
            words.push(format!(
                "{name} together {}",
                side.seats.iter().map(of).sum::<i32>()
            ));
        }
    }
    Some(words.join(", "))
}
