//! What each seat has still to be told: what others did and what the rules announced since it last decided.
use super::screen;
use engine::ids::SeatId;
use engine::notation;
use engine::play::{Choice, Decision, Kind, Notice, Who};
use engine::rules::Ruleset;

/// Lines not yet shown, per seat, each with the number of answers given before it.
pub struct News(Vec<Vec<(usize, String)>>);

impl News {
    /// Of a table with so many seats.
    pub fn new(seats: usize) -> News {
        News(vec![Vec::new(); seats])
    }
    /// An answer that was given, for everybody but who gave it.
    pub fn answered(&mut self, rules: &Ruleset, at: usize, decision: &Decision, choice: &Choice) {
        let Some(line) = said(rules, decision, choice) else {
            return;
        };
        for (seat, news) in self.0.iter_mut().enumerate() {
            if decision.who != Who::Seat(SeatId::from(seat)) {
                news.push((at, line.clone()));
            }
        }
    }
    /// What the rules announced, for those who hear it.
    pub fn announced(&mut self, rules: &Ruleset, at: usize, notices: &[Notice]) {
        for notice in notices {
            for (seat, news) in self.0.iter_mut().enumerate() {
                let hears = |to: &Vec<SeatId>| to.contains(&SeatId::from(seat));
                if notice.to.as_ref().is_none_or(hears) {
                    news.push((at, screen::told(rules, notice)));
                }
            }
        }
    }
    /// Only so many answers are left.
    pub fn back_to(&mut self, answers: usize) {
        for news in &mut self.0 {
            news.retain(|(at, _)| *at < answers);
        }
    }
    /// What a seat has still to be told.
    pub fn take(&mut self, seat: SeatId) -> Vec<String> {
        let news = self.0.get_mut(seat.index()).map(std::mem::take);
        news.unwrap_or_default()
            .into_iter()
            .map(|(_, line)| line)
            .collect()
    }
}

/// What somebody did, as the others at the table see it; none for what is done secretly, for what was declined, and for what
/// would name something held in a hand.
pub fn said(rules: &Ruleset, decision: &Decision, choice: &Choice) -> Option<String> {
    let unseen = matches!(
        choice,
        Choice::Held(..) | Choice::Decline | Choice::Done | Choice::GoOn | Choice::TimeUp
    );
    if decision.secret || unseen {
        return None;
    }
    let did = match (decision.kind, choice) {
        (_, Choice::Pass) => {
            return Some(format!("{} passes", notation::who(rules, &decision.who)));
        }
        (Kind::Act | Kind::Move, _) => "plays",
        (Kind::May, _) => "uses",
        (Kind::Roll, _) => "rolls",
        (_, _) => "chooses",
    };
    let what = match (choice, decision.label) {
        (Choice::Accept, Some(label)) => notation::text(rules, label).to_string(),
        (Choice::Accept, None) => notation::rule(rules, decision.rule?),
        _ => notation::choice(rules, decision, choice),
    };
    let who = notation::who(rules, &decision.who);
    Some(format!("{who} {did} {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::ids::{KindId, SquareId};

    fn decision(kind: Kind, secret: bool) -> Decision {
        Decision {
            who: Who::Seat(SeatId(0)),
            kind,
            rule: None,
            label: None,
            secret,
            options: vec![],
            weights: vec![],
            picked: 0,
        }
    }

    #[test]
    fn others_hear_what_was_done_openly_and_nothing_of_what_was_not() {
        let rules = Ruleset::default();
        let mut news = News::new(2);
        let went = Choice::Move(SquareId(0), SquareId(1));
        news.answered(&rules, 0, &decision(Kind::Act, false), &went);
        let open = vec!["? plays square-0-square-1".to_string()];
        assert_eq!(news.take(SeatId(1)), open);
        assert_eq!(news.take(SeatId(0)), Vec::<String>::new(), "his own");
        assert_eq!(news.take(SeatId(1)), Vec::<String>::new(), "told already");

        news.answered(&rules, 1, &decision(Kind::Act, true), &went);
        let held = Choice::Held(0, KindId(0), None);
        news.answered(&rules, 2, &decision(Kind::Choose, false), &held);
        news.answered(&rules, 3, &decision(Kind::May, false), &Choice::Decline);
        assert_eq!(news.take(SeatId(1)), Vec::<String>::new());
    }

    #[test]
    fn what_was_taken_back_is_not_told() {
        let rules = Ruleset::default();
        let mut news = News::new(2);
        let number = |n| Choice::Number(n);
        news.answered(&rules, 4, &decision(Kind::Choose, false), &number(1));
        news.answered(&rules, 5, &decision(Kind::Choose, false), &number(2));
        news.back_to(5);
        assert_eq!(news.take(SeatId(1)), ["? chooses 1"]);
    }
}
