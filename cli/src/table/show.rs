//! What a table writes: the screen drawn in place or line after line, prompts, what is told beside the board.
use super::said::Asked;
use super::{MAX_DECISIONS, Orientation, Player, Table, ending, pane, screen, secrets};
use crate::board::facts::{Beside, capital};
use crate::exit::Failure;
use crate::scenario::Stage;
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Decision, Open};
use engine::rules::Ruleset;
use std::io::Write;

/// Lines kept free for the prompt and some options.
const FOR_OPTIONS: usize = 4;
/// Under a list that was cut.
const CUT: &str = "  ... `options` lists all; type a move, or `help`";
/// Under a list of news that was cut.
const OLDER: &str = "... `moves` lists what was played before";

impl<G: Stage> Table<'_, G> {
    /// The screen of a question.
    pub(super) fn draw(
        &mut self,
        seat: SeatId,
        decision: &Decision,
        news: &[String],
    ) -> Result<(), Failure> {
        let options = screen::options(&self.rules, decision);
        let note = std::mem::take(&mut self.note);
        let mut news = news.to_vec();
        if !note.is_empty() {
            news.push(note);
        }
        if !self.around.in_place {
            let head = self.head(seat, decision, &news);
            return self.talk(format!("\n{head}{options}").trim_end());
        }
        let size = pane::Size::now();
        let bare = pane::height(&self.head(seat, decision, &[]), size.wide);
        // One line is the prompt's, two at least are for options.
        let room = size.high.saturating_sub(bare + 3).max(1);
        if news.len() > room {
            news.drain(..news.len() + 1 - room);
            news.insert(0, OLDER.to_string());
        }
        let head = self.head(seat, decision, &news);
        let left = size.high.saturating_sub(pane::height(&head, size.wide) + 1);
        let options = pane::fit(&options, size.wide, left.max(1), CUT);
        pane::clear();
        self.talk(format!("{head}{options}").trim_end())
    }

    fn head(&self, seat: SeatId, decision: &Decision, news: &[String]) -> String {
        let view = self.session.game().view(Some(seat));
        let mut beside = self.beside(self.up(seat));
        let drawn = |beside: &Beside| {
            screen::turn(&self.rules, &view, seat, decision, news, beside, self.plain)
        };
        let mut head = drawn(&beside);
        if !self.around.in_place {
            return head;
        }
        if self.plain {
            return pane::fold(&head, pane::Size::now().wide);
        }
        // the board, the question and some of its options stay in view, so what is below the board gives way
        let size = pane::Size::now();
        for most in (1..size.high).rev() {
            if pane::height(&head, size.wide) + FOR_OPTIONS <= size.high {
                break;
            }
            beside.below = Some(most);
            head = drawn(&beside);
        }
        head
    }

    /// What stands beside the board.
    fn beside(&self, up: Orientation) -> Beside {
        Beside {
            up,
            armies: secrets::armies(&self.rules, self.session.game()),
            last: self.news.last(),
            taken: self.news.taken(),
            frozen: secrets::frozen(&self.rules, self.session.game(), &self.heading),
            points: engine::session::points(&self.rules, self.session.game()),
            below: None,
        }
    }

    /// Says something to who is asked, below the board where there is room for both.
    pub(super) fn say(
        &mut self,
        seat: SeatId,
        decision: &Decision,
        news: &[String],
        said: &str,
    ) -> Result<(), Failure> {
        if !self.around.in_place {
            return self.talk(said);
        }
        let size = pane::Size::now();
        let said = &pane::fold(said, size.wide);
        let needs = pane::height(said, size.wide);
        pane::clear();
        // With the news, else without, else alone.
        for news in [news, &[]] {
            let head = self.head(seat, decision, news);
            if pane::height(&head, size.wide) + needs < size.high {
                return self.talk(&format!("{head}{said}"));
            }
        }
        self.talk(said)?;
        self.talk("Enter shows the board again")
    }

    /// The columns of the screen; where there is none, as many as are usual.
    pub(super) fn wide(&self) -> usize {
        match self.around.in_place {
            true => pane::Size::now().wide,
            false => 80,
        }
    }

    pub(super) fn prompt(&self, seat: SeatId) -> String {
        let style = crate::board::seat_style(&self.rules, seat);
        let name = notation::seat(&self.rules, seat);
        let colours = anstream::AutoStream::choice(&std::io::stderr());
        if colours == anstream::ColorChoice::Never {
            return format!("{name}> ");
        }
        format!("{style}{name}{style:#}> ")
    }

    /// Between two people a screen without secrets; false: somebody leaves.
    pub(super) fn hand_over(&mut self, seat: SeatId) -> Result<bool, Failure> {
        let before = self.last.replace(seat);
        let others = self.players.iter().filter(|p| **p == Player::Human).count() > 1;
        self.hidden = others
            && (self.hidden || secrets::kept(&self.rules, self.session.game(), &self.heading));
        if !self.hidden || before == Some(seat) || !self.around.in_place {
            return Ok(true);
        }
        pane::clear();
        let mut out = std::io::stderr().lock();
        // What can be scrolled back to goes too.
        write!(out, "\x1b[3J")?;
        drop(out);
        let name = capital(notation::seat(&self.rules, seat));
        let heard = self.listen(&format!(
            "{name}'s turn. Pass the keyboard to {name}, then press Enter. "
        ))?;
        Ok(heard.is_some())
    }

    /// See [`why`].
    pub(super) fn why(&self, choice: &Choice) -> String {
        why(&self.rules, self.session.game(), choice)
    }

    /// Something beside the game; on a screen drawn in place it waits for the next one.
    pub(super) fn remark(&mut self, message: &str) -> Result<(), Failure> {
        if self.around.in_place && self.end.is_none() {
            self.note = match self.note.is_empty() {
                true => message.to_string(),
                false => format!("{}; {message}", self.note),
            };
            return Ok(());
        }
        self.talk(message)
    }

    /// Says what game this is, on the first screen.
    ///
    /// # Errors
    /// Printing fails.
    pub fn greet(&mut self, greeting: &str) -> Result<(), Failure> {
        self.remark(greeting)
    }

    pub(super) fn talk(&self, text: &str) -> Result<(), Failure> {
        writeln!(anstream::stderr().lock(), "{text}")?;
        Ok(())
    }

    /// The last board and the result.
    pub(super) fn closing(&self) -> Result<(), Failure> {
        let result = self.session.result();
        let mut humans = (0..self.players.len()).filter(|i| self.players[*i] == Player::Human);
        let mut points = engine::session::points(&self.rules, self.session.game());
        if let (Some(first), Some(_)) = (humans.next(), &result) {
            // One human sees it as all the game; several from the first side.
            let up = match humans.next() {
                None => self.up(SeatId::from(first)),
                Some(_) => Orientation::default(),
            };
            let view = self.session.game().view(None);
            if self.around.in_place {
                pane::clear();
            }
            let beside = self.beside(up);
            // they stand beside the board
            points = None;
            self.talk(crate::board::draw_with(&self.rules, &view, &beside).trim_end())?;
        }
        match result {
            Some(_) => {
                if let Open::Over(outcomes) = self.session.game().open() {
                    self.talk(&ending::result(&self.rules, outcomes))?;
                }
                if let Some(reason) = &self.ended {
                    let line = format!("Because: {reason}");
                    self.talk(&crate::board::wrap(&line, self.wide()).join("\n"))?;
                }
                if let Some(places) = engine::session::places(&self.rules, self.session.game()) {
                    self.talk(&format!("places: {places}"))?;
                }
                match points {
                    Some(points) => self.talk(&format!("points: {points}")),
                    None => Ok(()),
                }
            }
            None if self.end.is_some() => self.talk("left unfinished"),
            None => self.talk(&format!("broken off after {MAX_DECISIONS} decisions")),
        }
    }
}

/// All options, in columns where they are many.
pub fn options(rules: &Ruleset, decision: &Decision, wide: usize) -> String {
    let all = screen::options(rules, decision);
    let lines: Vec<String> = all.lines().map(str::to_string).collect();
    match lines.len() {
        0..=10 => lines.join("\n"),
        _ => pane::columns(&lines, wide).join("\n"),
    }
}

/// Which options a line may have meant.
pub fn several(asked: &Asked, which: &[usize]) -> String {
    format!("that could be {}; which?", list(asked, which))
}

/// Options by number and words, and by a short form where a move has one.
pub fn list(asked: &Asked, which: &[usize]) -> String {
    let named = |i: &usize| {
        let (words, short) = (asked.words(*i), asked.short(*i));
        match words == short {
            true => format!("{} {words}", i + 1),
            false => format!("{} {words} ({short})", i + 1),
        }
    };
    let shown: Vec<String> = which.iter().take(12).map(named).collect();
    match which.len() > 12 {
        true => format!("{} and {} more", shown.join(", "), which.len() - 12),
        false => shown.join(", "),
    }
}

/// The sentences that keep somebody from a choice, one a line; where none does, what is so instead.
pub fn why<G: Stage>(rules: &Ruleset, game: &G, choice: &Choice) -> String {
    let refused = game.why(choice);
    if !refused.is_empty() {
        let sentences = refused.iter().map(|r| screen::sentence(rules, r.src));
        return sentences.collect::<Vec<_>>().join("\n");
    }
    let open = matches!(game.open(), Open::Decision(d) if d.options.contains(choice));
    let said = match choice {
        _ if open => "it is offered",
        _ if game.exposes(choice) => "a royal piece of yours would be attacked",
        Choice::Move(..) => "no piece of yours that may move now goes there, or the way is blocked",
        _ => "no rule offers it",
    };
    said.to_string()
}
