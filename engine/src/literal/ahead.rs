//! Answering ahead: a run that looks for some good way of answering takes the first answer wherever one is open and goes on, and
//! keeps the others for a run of their own. So a way that is good at once costs one run, and a search as many as there are ways.
use super::answer::Opt;
use super::exec::Ask;
use crate::ids::SeatId;
use crate::play::*;

/// Where a run took the first of several answers, and the others.
struct Fork {
    /// Answers before it.
    at: usize,
    /// Those not tried yet, the last of them next.
    others: Vec<Opt>,
}

/// How a run answers what is asked of it.
pub struct Ahead {
    /// For whom.
    seat: SeatId,
    /// Answers that were given before it began.
    pub given: usize,
    /// Move decisions are answered too.
    moves: bool,
    /// What others are offered they decline.
    others_decline: bool,
    forks: Vec<Fork>,
}

impl Ahead {
    /// All that this seat is asked in a body; `moves`: its move decisions too.
    pub fn body(seat: SeatId, given: usize, moves: bool) -> Ahead {
        Ahead {
            seat,
            given,
            moves,
            others_decline: false,
            forks: vec![],
        }
    }
    /// All that this seat is asked to the end of its turn. What another is offered he may decline: nobody has to count on his
    /// interfering.
    pub fn turn(seat: SeatId, given: usize) -> Ahead {
        Ahead {
            others_decline: true,
            ..Ahead::body(seat, given, true)
        }
    }
    /// The first answer to a question, if it is one that is answered ahead.
    pub fn answer(&mut self, at: usize, ask: Ask) -> Result<Opt, Ask> {
        let own = ask.decision.who == Who::Seat(self.seat);
        let open = match own {
            true => self.moves || ask.decision.kind != Kind::Move,
            false => self.others_decline,
        };
        let passed_up = |o: &Opt| own || o.choice == Choice::Decline;
        if !open || !ask.opts.iter().any(passed_up) {
            return Err(ask);
        }
        let mut others = ask.opts;
        others.retain(passed_up);
        // of a choice of several the small sets come first, for what can be done at all can mostly be done with few
        others.sort_by_key(|o| o.choice != Choice::Done);
        let first = others.remove(0);
        others.reverse();
        if !others.is_empty() {
            self.forks.push(Fork { at, others });
        }
        Ok(first)
    }
    /// The answers of the next run, after one that came to nothing; none: all ways have been tried.
    pub fn turn_back(mut self, mut log: Vec<Opt>) -> Option<(Vec<Opt>, Ahead)> {
        let fork = self.forks.last_mut()?;
        log.truncate(fork.at);
        log.extend(fork.others.pop());
        if fork.others.is_empty() {
            self.forks.pop();
        }
        Some((log, self))
    }
}
