//! A record played again at a table, line by line: what was typed counts as typed. Never plays on behind its last line.
use super::Table;
use crate::scenario::Stage;
use engine::notation;
use engine::play::Open;
use engine::record::Line;

impl<'a, G: Stage> Table<'a, G> {
    /// Plays the lines of a record, as far as the game has not gone yet.
    ///
    /// # Errors
    /// The first line that does not fit, in words.
    pub fn replay(&mut self, lines: &[Line]) -> Result<(), String> {
        for (n, line) in lines.iter().enumerate() {
            let wrong =
                |what: String| format!("decision {} ({} {}): {what}", n + 1, line.who, line.answer);
            self.replay_line(line).map_err(wrong)?;
            let state = self.session.lines().last().map(|l| l.state.as_str());
            if state != Some(line.state.as_str()) {
                return Err(wrong("it leads to another position".to_string()));
            }
        }
        Ok(())
    }

    fn replay_line(&mut self, line: &Line) -> Result<(), String> {
        let at = self.session.lines().len();
        let seat = notation::seat_of(&self.rules, &line.who);
        if line.options == 0 {
            let seat = seat.ok_or_else(|| format!("there is no seat `{}`", line.who))?;
            return self.act_of(seat, &line.answer);
        }
        let Open::Decision(decision) = self.session.game().open() else {
            return Err("the game is over by then".to_string());
        };
        let (who, options) = (
            notation::who(&self.rules, &decision.who),
            decision.options.len(),
        );
        if (who.as_str(), options) != (line.who.as_str(), line.options) {
            return Err(format!(
                "{who} is asked with {options} options, the record has {}",
                line.options
            ));
        }
        let typed = seat.filter(|s| self.is_human(*s) && options > 1);
        if let Some(seat) = typed {
            // whoever answered had been told what went before
            self.news.take(seat);
        }
        self.answer(line.index).map_err(|e| e.to_string())?;
        if let Some(seat) = typed {
            self.past.typed(at, seat);
        }
        Ok(())
    }
}
