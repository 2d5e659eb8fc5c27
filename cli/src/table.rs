//! A game at a terminal or without one: who sits where, whose screen it is, what was typed.
mod ending;
pub mod help;
mod info;
pub mod input;
pub mod keep;
pub mod line;
mod news;
pub mod pane;
mod past;
mod replay;
pub mod said;
pub mod screen;
pub mod secrets;
pub mod show;
pub mod spell;
#[cfg(test)]
mod tests;
pub mod words;

use crate::board::orient::Orientation;
use crate::exit::{Exit, Failure};
use crate::scenario::{Stage, start};
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Decision, Kind, Open, Who};
use engine::random::{self, Purpose, Stream};
use engine::record::{Heading, Line, Record};
use engine::rules::Ruleset;
use engine::session::{Session, SessionError};
use input::Typed;
use keep::{Keeper, Stop};
use line::{Heard, Lines};
use news::News;
use past::Past;
use said::{Asked, Meant};
use std::collections::BTreeSet;
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

/// How a table hears and keeps.
pub struct Around<'a> {
    /// Who types.
    pub lines: &'a mut dyn Lines,
    /// Where the record is kept.
    pub keeper: Keeper,
    /// What ends the program from outside.
    pub stop: Stop,
    /// The screen is drawn in place.
    pub in_place: bool,
}

/// A game being played.
pub struct Table<'a, G> {
    rules: Arc<Ruleset>,
    session: Session<G>,
    players: Vec<Player>,
    heading: Heading,
    dice: Stream,
    /// How many decisions that stand were made at random.
    drawn: u64,
    around: Around<'a>,
    past: Past,
    /// Whose screen it was last.
    last: Option<SeatId>,
    /// Something at this table is or may become secret.
    hidden: bool,
    /// The position is told in sentences.
    plain: bool,
    /// Why the game ended.
    ended: Option<String>,
    /// The game hands out armies: who plays which is told when it changes.
    dealing: bool,
    news: News,
    /// The board is always drawn from the side of this seat.
    from: Option<SeatId>,
    /// Seats that look at it from the other side.
    flipped: BTreeSet<SeatId>,
    /// What an answer to a command left to say, for the next screen.
    note: String,
    end: Option<Exit>,
    /// The record the game goes on from: its comments and variations stay.
    notes: Record,
}

/// What a typed line came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Came {
    /// The game went on, or back; a line may be said with it.
    Moved(String),
    /// Nothing changed, and this is said.
    Told(String),
    /// The screen is to be drawn again.
    Again,
    /// Somebody leaves.
    Left,
}

impl<'a, G: Stage> Table<'a, G> {
    /// A table at which a game was just begun.
    pub fn new(
        rules: Arc<Ruleset>,
        game: G,
        players: Vec<Player>,
        heading: Heading,
        around: Around<'a>,
    ) -> Table<'a, G> {
        let seed = heading.seed;
        let seats = rules.seats.len();
        let dealing = start::deals_armies(&rules);
        Table {
            session: Session::new(rules.clone(), game, seed),
            dice: Stream::new(seed, Purpose::Players),
            drawn: 0,
            hidden: false,
            plain: false,
            ended: None,
            dealing,
            news: News::new(seats),
            rules,
            players,
            heading,
            past: Past::default(),
            last: None,
            around,
            from: None,
            flipped: BTreeSet::new(),
            note: String::new(),
            end: None,
            notes: Record::default(),
        }
    }

    /// Plays to the end, to `quit`, or to the limit of decisions.
    ///
    /// # Errors
    /// The input ends before the game does, or printing fails.
    pub fn play(&mut self) -> Result<Exit, Failure> {
        let played = self.play_on();
        // Whatever ended it: what was played is kept.
        self.keep(true)?;
        played?;
        self.closing()?;
        Ok(self.end.unwrap_or(Exit::Fine))
    }

    fn play_on(&mut self) -> Result<(), Failure> {
        self.hear(self.session.lines().len());
        if self.session.lines().is_empty() {
            self.tell_checks();
        }
        while self.end.is_none() {
            let Some((seat, decision)) = self.go_on()? else {
                break;
            };
            self.keep(false)?;
            self.ask(seat, &decision)?;
        }
        Ok(())
    }

    /// Who is in check when play begins, as from a position; told to all, so only where nobody sees less than another.
    fn tell_checks(&mut self) {
        let game = self.session.game();
        if secrets::kept(&self.rules, game, &self.heading) {
            return;
        }
        for seat in (0..self.rules.seats.len()).map(SeatId::from) {
            if secrets::in_check(self.session.game(), seat) {
                let who = crate::board::facts::capital(notation::seat(&self.rules, seat));
                self.news.everybody(0, &format!("{who} is in check"));
            }
        }
    }

    /// Lets chance, the clock and players at random decide until somebody here is asked; none: the game ended, or is to stop.
    ///
    /// # Errors
    /// An answer is refused, or printing fails.
    pub fn go_on(&mut self) -> Result<Option<(SeatId, Decision)>, Failure> {
        while self.session.lines().len() < MAX_DECISIONS {
            if self.around.stop.wished() {
                self.end = Some(Exit::Interrupted);
                return Ok(None);
            }
            let Open::Decision(decision) = self.session.game().open().clone() else {
                return Ok(None);
            };
            let index = match &decision.who {
                Who::Chance => self.session.chance().unwrap_or(0),
                // At a terminal somebody says who comes first, if anybody sits there who may.
                Who::Clock if decision.kind == Kind::First => {
                    let seats = decision.options.iter().filter_map(|c| match c {
                        Choice::Seat(seat) => Some(*seat),
                        _ => None,
                    });
                    if let Some(seat) = seats.into_iter().find(|s| self.is_human(*s)) {
                        return Ok(Some((seat, decision)));
                    }
                    let value = self.dice.value(self.drawn);
                    random::pick(value, decision.options.len(), &[])
                }
                // The terminal has no clock: whoever is asked takes the time needed.
                Who::Clock => {
                    let left = |c: &Choice| *c != Choice::TimeUp;
                    decision.options.iter().position(left).unwrap_or(0)
                }
                Who::Seat(seat) if self.is_human(*seat) => {
                    if decision.options.len() > 1 || decision.kind != Kind::Pass {
                        return Ok(Some((*seat, decision)));
                    }
                    self.talk(&format!("{} passes", notation::seat(&self.rules, *seat)))?;
                    0
                }
                Who::Seat(_) => {
                    let value = self.dice.value(self.drawn);
                    random::pick(value, decision.options.len(), &[])
                }
            };
            self.answer(index)
                .map_err(|e| Failure::said(e.to_string()))?;
        }
        Ok(None)
    }

    fn is_human(&self, seat: SeatId) -> bool {
        self.players.get(seat.index()) == Some(&Player::Human)
    }

    /// The game as it stands.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The game goes on from a record: its comments and variations stay, as far as it goes the same way.
    pub fn go_on_from(&mut self, record: &Record) {
        self.notes = record.clone();
    }

    /// The record of the game so far.
    pub fn record(&self) -> Record {
        let record = Record {
            heading: self.heading.clone(),
            comments: Vec::new(),
            lines: self.session.lines().to_vec(),
            result: self.session.result(),
        };
        record.noted(&self.notes)
    }

    /// The record as a text, with the reason of the result behind it as lines that a reader of records passes over.
    pub fn written(&self) -> String {
        let mut text = self.record().write();
        let over = matches!(self.session.game().open(), Open::Over(_));
        if let Some(why) = self.ended.as_ref().filter(|_| over) {
            text.push_str(&format!("# {why}\n"));
        }
        text
    }

    /// Where the record of this game is.
    pub fn kept(&self) -> Option<&str> {
        self.around.keeper.kept()
    }

    /// The record could not be written at the end.
    pub fn unkept(&self) -> bool {
        self.around.keeper.failing()
    }

    fn keep(&mut self, ended: bool) -> Result<(), Failure> {
        let decisions = self.session.lines().len();
        if !self.around.keeper.wants(decisions, ended) {
            return Ok(());
        }
        let record = self.written();
        match self.around.keeper.keep(&record) {
            Ok(()) => Ok(()),
            Err(message) => self.remark(&message),
        }
    }

    fn answer(&mut self, index: usize) -> Result<(), SessionError> {
        let at = self.session.lines().len();
        let decision = match self.session.game().open() {
            Open::Decision(decision) => Some(decision.clone()),
            Open::Over(_) => None,
        };
        let (known, before) = (
            self.session.game().verdicts().len(),
            self.session.game().view(None),
        );
        let sat = self.sitting();
        self.session.answer(index)?;
        let game = self.session.game();
        if let Open::Over(_) = game.open() {
            let verdicts = game.verdicts();
            let new = verdicts.get(known..).unwrap_or_default();
            self.ended = ending::reason(&self.rules, new, decision.as_ref(), None);
        }
        if let Some(Decision {
            who: Who::Seat(seat),
            secret,
            ..
        }) = &decision
        {
            let after = game.view(None);
            (self.news).compare(&self.rules, at, *seat, &before, &after);
            if *secret {
                let said = (self.news).carried_out(&self.rules, at, &before, &after);
                self.past.happened(at, said);
            }
        }
        if let Some(d) = decision
            && let Some(choice) = d.options.get(index)
        {
            if matches!(d.who, Who::Seat(seat) if !self.is_human(seat)) {
                self.drawn += 1;
            }
            let action = matches!(choice, Choice::Action(_) | Choice::ActionOf(..));
            if action && !d.secret && matches!(d.who, Who::Seat(_)) {
                self.news
                    .shifted(at, &before, &self.session.game().view(None));
            }
            let turn = &before.on_turn;
            // where the lot falls on an army, whose it is now says more
            if !(self.dealing && d.who == Who::Chance && matches!(choice, Choice::Army(_))) {
                self.news.answered(&self.rules, at, &d, choice, turn);
                self.past.answered(&self.rules, at, &d, choice, turn);
            }
            for (seat, army) in self.sitting() {
                let chosen = d.who == Who::Seat(seat) && *choice == Choice::Army(army);
                if !chosen && !sat.contains(&(seat, army)) {
                    let who = crate::board::facts::capital(notation::seat(&self.rules, seat));
                    let army = crate::board::facts::army_words(&self.rules, army);
                    self.news.everybody(at, &format!("{who} is dealt {army}"));
                }
            }
        }
        self.hear(at);
        Ok(())
    }

    /// Who plays which army, where that can change.
    fn sitting(&self) -> Vec<(SeatId, engine::ids::ArmyId)> {
        match self.dealing {
            true => secrets::armies(&self.rules, self.session.game()),
            false => Vec::new(),
        }
    }

    /// Keeps what was told with the answer (or act of the table) of this number.
    fn hear(&mut self, at: usize) {
        let notices = self.session.game().notices();
        self.news.announced(&self.rules, at, notices);
    }

    fn ask(&mut self, seat: SeatId, decision: &Decision) -> Result<(), Failure> {
        if !self.hand_over(seat)? {
            return Ok(());
        }
        let news = self.news.take(seat);
        self.draw(seat, decision, &news)?;
        loop {
            let Some(line) = self.listen(&self.prompt(seat))? else {
                return Ok(());
            };
            match self.obey(seat, decision, &line) {
                Came::Moved(said) => {
                    self.note = said;
                    return self.keep(false);
                }
                Came::Again => self.draw(seat, decision, &news)?,
                Came::Told(said) => self.say(seat, decision, &news, &said)?,
                Came::Left => {
                    self.end = Some(Exit::Fine);
                    return Ok(());
                }
            }
        }
    }

    /// The next line; none: somebody leaves.
    fn listen(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        self.around.stop.thinking(true);
        let heard = self.around.lines.next(prompt);
        self.around.stop.thinking(false);
        let left = match heard.map_err(Failure::Read)? {
            Heard::Line(line) => return Ok(Some(line)),
            Heard::Interrupted => Exit::Interrupted,
            // At a terminal Ctrl-D leaves; elsewhere the lines were too few.
            Heard::End if self.around.in_place => Exit::Fine,
            Heard::End => return Err(Failure::said("the input ended before the game did")),
        };
        self.end = Some(left);
        Ok(None)
    }

    /// Does what a line says that somebody typed who was asked this.
    pub fn obey(&mut self, seat: SeatId, decision: &Decision, line: &str) -> Came {
        let view = self.session.game().view(Some(seat));
        let rules = self.rules.clone();
        let asked = Asked {
            rules: &rules,
            view: &view,
            seat,
            decision,
        };
        let done = |said: Result<String, String>| said.map_or_else(Came::Told, Came::Moved);
        match input::read(&asked, line) {
            Typed::Answer(index) => done(self.choose(seat, &[index])),
            Typed::Then(index, then) => done(self.choose_then(seat, index, &then)),
            Typed::Several(which) => Came::Told(show::several(&asked, &which)),
            Typed::Undo(whose) => done(self.undo(whose)),
            Typed::Table(name, whose) => done(self.table_act(whose.unwrap_or(seat), &name)),
            Typed::Flip(from) => {
                self.flip(seat, from);
                Came::Again
            }
            Typed::Quit => Came::Left,
            Typed::Board | Typed::Nothing => Came::Again,
            Typed::Text => {
                self.plain = !self.plain;
                Came::Again
            }
            Typed::Info(name) => Came::Told(info::told(&rules, &name)),
            Typed::Moves => Came::Told(self.past.told(self.wide())),
            Typed::Options => Came::Told(show::options(&rules, decision, self.wide())),
            Typed::Why(choice) => Came::Told(self.why(&choice)),
            Typed::NotOffered(choice) => {
                Came::Told(format!("that is not offered\n{}", self.why(&choice)))
            }
            Typed::Help => {
                let acts = help::acts(&rules, self.session.game(), seat);
                Came::Told(help::help(&asked, &acts))
            }
            Typed::Unknown(message) => Came::Told(message),
        }
    }

    /// Gives answers that were typed in one line; with the first refused nothing changes.
    fn choose(&mut self, seat: SeatId, indices: &[usize]) -> Result<String, String> {
        let at = self.session.lines().len();
        for index in indices {
            self.answer(*index).map_err(|e| e.to_string())?;
        }
        self.past.typed(at, seat);
        Ok(String::new())
    }

    /// An answer, and another to what it leads to: tried on a copy first.
    fn choose_then(&mut self, seat: SeatId, index: usize, then: &str) -> Result<String, String> {
        let mut next = self.session.game().clone();
        next.answer(index).map_err(|e| e.to_string())?;
        let asks = match next.open() {
            Open::Decision(decision) if decision.who == Who::Seat(seat) => Some(decision.clone()),
            _ => None,
        };
        let view = next.view(Some(seat));
        // A new turn is no answer to the old one.
        let asks = asks.filter(|d| d.kind != Kind::Act);
        let Some(decision) = asks else {
            return Err(format!(
                "that move asks nothing more, so there is no place for `{then}`"
            ));
        };
        let asked = Asked {
            rules: &self.rules,
            view: &view,
            seat,
            decision: &decision,
        };
        match asked.meant(then) {
            Meant::One(second) => self.choose(seat, &[index, second]),
            _ => {
                let all: Vec<usize> = (0..decision.options.len()).collect();
                let list = show::list(&asked, &all);
                Err(format!(
                    "`{then}` does not answer what that move leads to: {list}"
                ))
            }
        }
    }

    /// Back to where somebody here last typed an answer, or where a seat did; a refusal changes nothing.
    fn undo(&mut self, whose: Option<SeatId>) -> Result<String, String> {
        if let Some(seat) = whose.filter(|s| !self.is_human(*s)) {
            let name = notation::seat(&self.rules, seat);
            return Err(format!("nobody here plays {name}"));
        }
        let Some((at, seat)) = self.past.last_typed(whose) else {
            return Err("you have decided nothing that could be taken back".to_string());
        };
        if let Some(act) = self.session.lines()[at..].iter().find(|l| l.options == 0) {
            return Err(format!(
                "{} said `{}` since; an act of the table cannot be taken back",
                act.who, act.answer
            ));
        }
        self.session.undo_to(at).map_err(|e| e.to_string())?;
        self.news.back_to(at);
        self.past.back_to(at);
        let by_dice = |l: &&Line| {
            let seat = notation::seat_of(&self.rules, &l.who);
            l.options > 0 && seat.is_some_and(|s| !self.is_human(s))
        };
        self.drawn = self.session.lines().iter().filter(by_dice).count() as u64;
        let name = notation::seat(&self.rules, seat);
        Ok(format!("taken back; {name} decides again"))
    }

    fn table_act(&mut self, seat: SeatId, name: &str) -> Result<String, String> {
        if !self.is_human(seat) {
            let seat = notation::seat(&self.rules, seat);
            return Err(format!("nobody here plays {seat}"));
        }
        self.act_of(seat, name).map(|()| String::new())
    }

    fn act_of(&mut self, seat: SeatId, name: &str) -> Result<(), String> {
        let at = self.session.lines().len();
        self.session
            .table_act(seat, name)
            .map_err(|e| e.to_string())?;
        let who = crate::board::facts::capital(notation::seat(&self.rules, seat));
        let over = matches!(self.session.game().open(), Open::Over(_));
        let said = match name {
            "resign" => format!("{who} resigns"),
            // nothing has ended, so others are asked
            "draw" if !over => format!("{who} offers a draw"),
            _ => format!("{who}: {name}"),
        };
        self.news.others(at, seat, &said);
        self.past.happened(at, vec![said]);
        if let Open::Over(_) = self.session.game().open() {
            let last = self.session.lines().last();
            self.ended = ending::reason(&self.rules, &[], None, last);
        }
        self.hear(at);
        Ok(())
    }

    fn flip(&mut self, asked: SeatId, from: Option<SeatId>) {
        if from.is_some() {
            self.from = from;
            self.flipped.clear();
        } else if !self.flipped.remove(&asked) {
            self.flipped.insert(asked);
        }
    }

    /// The side from which the board is drawn for a seat.
    pub fn up(&self, seat: SeatId) -> Orientation {
        let up = Orientation::of(&self.rules, self.from.unwrap_or(seat));
        match self.flipped.contains(&seat) {
            true => up.flipped(),
            false => up,
        }
    }
}
