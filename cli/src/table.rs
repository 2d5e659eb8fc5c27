//! A game at a terminal or without one: who sits where, whose screen it is, what was typed.
mod ending;
mod info;
pub mod input;
mod news;
pub mod screen;
mod secrets;
#[cfg(test)]
mod tests;
pub mod words;

use crate::board::facts::Beside;
use crate::exit::{Exit, Failure};
use crate::scenario::Stage;
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Decision, Kind, Open, Who};
use engine::random::{self, Purpose, Stream};
use engine::record::{Heading, Record};
use engine::rules::Ruleset;
use engine::session::Session;
use input::Typed;
use news::News;
use std::io::{BufRead, IsTerminal, Write};
use std::sync::Arc;

/// Most decisions of one game.
pub const MAX_DECISIONS: usize = 50_000;

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Somebody at this terminal.
    Human,
    /// Every option alike.
    Random,
}

/// A game being played.
pub struct Table<'a, G> {
    rules: Arc<Ruleset>,
    session: Session<G>,
    players: Vec<Player>,
    heading: Heading,
    dice: Stream,
    /// Whose screen it was last.
    last: Option<SeatId>,
    /// Something at this table is or may become secret.
    hidden: bool,
    /// The position is told in sentences.
    plain: bool,
    /// Why the game ended.
    ended: Vec<String>,
    news: News,
    input: &'a mut dyn BufRead,
    terminal: bool,
    /// Lines of comment for the record: acts of the table.
    quit: bool,
}

impl<'a, G: Stage> Table<'a, G> {
    /// A table at which a game was just begun.
    pub fn new(
        rules: Arc<Ruleset>,
        game: G,
        players: Vec<Player>,
        heading: Heading,
        input: &'a mut dyn BufRead,
    ) -> Table<'a, G> {
        let seed = heading.seed;
        let seats = rules.seats.len();
        Table {
            session: Session::new(rules.clone(), game, seed),
            dice: Stream::new(seed, Purpose::Players),
            hidden: false,
            plain: false,
            ended: Vec::new(),
            news: News::new(seats),
            rules,
            players,
            heading,
            last: None,
            input,
            terminal: std::io::stdin().is_terminal(),
            quit: false,
        }
    }

    /// Plays to the end, to `quit`, or to the limit of decisions.
    ///
    /// # Errors
    /// The input ends before the game does, or printing fails.
    pub fn play(&mut self) -> Result<Exit, Failure> {
        self.hear(0);
        while self.session.lines().len() < MAX_DECISIONS && !self.quit {
            let Open::Decision(decision) = self.session.game().open().clone() else {
                break;
            };
            match &decision.who {
                Who::Chance => {
                    let index = self.session.chance().unwrap_or(0);
                    self.answer(index)?;
                }
                // The terminal has no clock: whoever is asked takes the time needed.
                Who::Clock => {
                    let index = decision
                        .options
                        .iter()
                        .position(|c| *c != Choice::TimeUp)
                        .unwrap_or(0);
                    self.answer(index)?;
                }
                Who::Seat(seat) => match self.players.get(seat.index()).copied() {
                    Some(Player::Human) => self.ask(*seat, &decision)?,
                    _ => {
                        let index =
                            random::pick(self.dice.next_value(), decision.options.len(), &[]);
                        self.answer(index)?;
                    }
                },
            }
        }
        self.end()?;
        Ok(Exit::Fine)
    }

    /// The record of the game so far.
    pub fn record(&self) -> Record {
        Record {
            heading: self.heading.clone(),
            lines: self.session.lines().to_vec(),
            result: self.session.result(),
        }
    }

    fn answer(&mut self, index: usize) -> Result<(), Failure> {
        let at = self.session.lines().len();
        let decision = match self.session.game().open() {
            Open::Decision(decision) => Some(decision.clone()),
            Open::Over(_) => None,
        };
        let (fired, before) = (self.session.game().fired(), self.session.game().view(None));
        self.session
            .answer(index)
            .map_err(|e| Failure::said(e.to_string()))?;
        let game = self.session.game();
        if let Open::Over(_) = game.open() {
            self.ended = ending::reason(&self.rules, &fired, &game.fired(), None);
        }
        if let Some(Decision {
            who: Who::Seat(seat),
            ..
        }) = &decision
        {
            self.news.compare(at, *seat, &before, &game.view(None));
        }
        if let Some(d) = decision
            && let Some(choice) = d.options.get(index)
        {
            self.news
                .answered(&self.rules, at, &d, choice, &before.on_turn);
        }
        self.hear(at);
        Ok(())
    }

    /// Keeps what was told with the answer (or act of the table) of this number.
    fn hear(&mut self, at: usize) {
        let notices = self.session.game().notices();
        self.news.announced(&self.rules, at, notices);
    }

    fn ask(&mut self, seat: SeatId, decision: &Decision) -> Result<(), Failure> {
        if decision.options.len() == 1 && matches!(decision.kind, Kind::Pass) {
            self.talk(&format!("{} passes", notation::seat(&self.rules, seat)))?;
            return self.answer(0);
        }
        self.hand_over(seat)?;
        self.show(seat, decision)?;
        loop {
            self.prompt(seat)?;
            let mut line = String::new();
            let read = self.input.read_line(&mut line).map_err(Failure::Print)?;
            if read == 0 {
                return Err(Failure::said("the input ended before the game did"));
            }
            if let Some(text) = info::asked(&self.rules, line.trim()) {
                self.talk(&text)?;
                continue;
            }
            if line.trim().eq_ignore_ascii_case("text") {
                self.plain = !self.plain;
                self.show(seat, decision)?;
                continue;
            }
            match input::read(&self.rules, decision, line.trim()) {
                Typed::Answer(index) => return self.answer(index),
                Typed::Undo => match self.undo(seat) {
                    Ok(()) => return Ok(()),
                    Err(message) => self.talk(&message)?,
                },
                Typed::Quit => {
                    self.quit = true;
                    return Ok(());
                }
                Typed::Board => self.show(seat, decision)?,
                Typed::Why(choice) => self.why(&choice)?,
                Typed::NotOffered(choice) => {
                    self.talk("that is not offered")?;
                    self.why(&choice)?;
                }
                Typed::Table(name) => match self.table_act(seat, &name) {
                    Ok(()) => return Ok(()),
                    Err(message) => self.talk(&message)?,
                },
                Typed::Nothing => {}
                Typed::Help => self.talk(input::HELP)?,
                Typed::Unknown => {
                    self.talk("no such option; type its number, or `help`")?;
                }
            }
        }
    }

    /// Back to the last decision of this seat.
    fn undo(&mut self, seat: SeatId) -> Result<(), String> {
        loop {
            self.session.undo().map_err(|e| e.to_string())?;
            self.news.back_to(self.session.lines().len());
            if let Open::Decision(d) = self.session.game().open()
                && d.who == Who::Seat(seat)
            {
                return Ok(());
            }
        }
    }

    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<(), String> {
        let at = self.session.lines().len();
        self.session
            .table_act(seat, name)
            .map_err(|e| e.to_string())?;
        let who = crate::board::facts::capital(notation::seat(&self.rules, seat));
        self.news.others(at, seat, &format!("{who}: {name}"));
        if let Open::Over(_) = self.session.game().open() {
            let none = Default::default();
            self.ended = ending::reason(&self.rules, &none, &none, self.session.lines().last());
        }
        self.hear(at);
        Ok(())
    }

    /// What stands beside the board.
    fn beside(&self) -> Beside {
        Beside {
            armies: secrets::armies(&self.rules, self.session.game()),
            last: self.news.last(),
            taken: self.news.taken(),
            points: engine::session::points(&self.rules, self.session.game()),
        }
    }

    /// Between two people a screen without secrets.
    fn hand_over(&mut self, seat: SeatId) -> Result<(), Failure> {
        let before = self.last.replace(seat);
        let others = self.players.iter().filter(|p| **p == Player::Human).count() > 1;
        self.hidden = others
            && (self.hidden || secrets::kept(&self.rules, self.session.game(), &self.heading));
        if !self.hidden || before == Some(seat) || !self.terminal {
            return Ok(());
        }
        let name = crate::board::facts::capital(notation::seat(&self.rules, seat));
        let mut out = anstream::stderr().lock();
        // Clear the screen and what can be scrolled back to.
        write!(
            out,
            "\x1b[2J\x1b[3J\x1b[H{name}'s turn. Pass the keyboard to {name}, then press Enter. "
        )?;
        out.flush()?;
        drop(out);
        let mut line = String::new();
        self.input.read_line(&mut line).map_err(Failure::Print)?;
        Ok(())
    }

    fn show(&mut self, seat: SeatId, decision: &Decision) -> Result<(), Failure> {
        let news = self.news.take(seat);
        let view = self.session.game().view(Some(seat));
        let text = screen::turn(
            &self.rules,
            &view,
            seat,
            decision,
            &news,
            &self.beside(),
            self.plain,
        );
        self.talk(text.trim_end())
    }

    fn why(&self, choice: &Choice) -> Result<(), Failure> {
        let rules = self.session.game().why(choice);
        if rules.is_empty() {
            let game = self.session.game();
            let open = matches!(game.open(), Open::Decision(d) if d.options.contains(choice));
            return self.talk(match choice {
                _ if open => "it is offered",
                _ if game.exposes(choice) => "a royal piece of yours would be attacked",
                Choice::Move(..) => {
                    "no piece of yours that may move now goes there, or the way is blocked"
                }
                _ => "no rule offers it",
            });
        }
        for refusal in rules {
            self.talk(&screen::sentence(&self.rules, refusal.src))?;
        }
        Ok(())
    }

    fn prompt(&self, seat: SeatId) -> Result<(), Failure> {
        let style = crate::board::seat_style(&self.rules, seat);
        let mut out = anstream::stderr().lock();
        write!(
            out,
            "{style}{}{style:#}> ",
            notation::seat(&self.rules, seat)
        )?;
        out.flush()?;
        Ok(())
    }

    fn talk(&self, text: &str) -> Result<(), Failure> {
        writeln!(anstream::stderr().lock(), "{text}")?;
        Ok(())
    }

    /// The last board and the result.
    fn end(&self) -> Result<(), Failure> {
        let view = self.session.game().view(None);
        if self.players.contains(&Player::Human) && self.session.result().is_some() {
            self.talk(crate::board::draw_with(&self.rules, &view, &self.beside()).trim_end())?;
        }
        match self.session.result() {
            Some(_) => {
                if let Open::Over(outcomes) = self.session.game().open() {
                    self.talk(&ending::result(&self.rules, outcomes))?;
                }
                for reason in &self.ended {
                    self.talk(&format!("Because: {reason}"))?;
                }
                match engine::session::points(&self.rules, self.session.game()) {
                    Some(points) => self.talk(&format!("points: {points}")),
                    None => Ok(()),
                }
            }
            None if self.quit => self.talk("left unfinished"),
            None => self.talk(&format!("broken off after {MAX_DECISIONS} decisions")),
        }
    }
}
