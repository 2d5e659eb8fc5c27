//! Answering ahead: a run that looks for some good way of answering takes the first answer wherever one is open and goes on, and
//! keeps the others for a run of their own. So a way that is good at once costs one run, and a search as many as there are ways.
use super::answer::Opt;
use super::exec::{Ask, Exec, Stop};
use super::question::Question;
use engine::ids::SeatId;
use engine::play::*;

/// Where a run took the first of several answers, and the others.
struct Fork {
    /// Answers before it.
    at: usize,
    /// Those not tried yet, the last of them next.
    others: Vec<Opt>,
    /// Some of them may not be open.
    unsure: bool,
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
    /// The place of an answer of which it has not been looked at whether it is open.
    pub unsure: Option<usize>,
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
            unsure: None,
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
    /// An own question that is answered ahead.
    pub fn answers(&self, q: &Question) -> bool {
        self.is_own(&q.who) && self.answers_own(q.kind)
    }
    fn is_own(&self, who: &Who) -> bool {
        *who == Who::Seat(self.seat)
    }
    fn answers_own(&self, kind: Kind) -> bool {
        self.moves || kind != Kind::Move
    }
    /// The first answer to a question, if it is one that is answered ahead; `unsure`: the others may not be open.
    pub fn answer(&mut self, at: usize, ask: Ask, unsure: bool) -> Result<Opt, Ask> {
        let own = self.is_own(&ask.decision.who);
        let open = match own {
            true => self.answers_own(ask.decision.kind),
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
            self.forks.push(Fork { at, others, unsure });
        }
        Ok(first)
    }
    /// The answers of the next run, after one that came to nothing; none: all ways have been tried.
    pub fn turn_back(mut self, mut log: Vec<Opt>) -> Option<(Vec<Opt>, Ahead)> {
        let fork = self.forks.last_mut()?;
        log.truncate(fork.at);
        log.extend(fork.others.pop());
        self.unsure = fork.unsure.then_some(fork.at);
        if fork.others.is_empty() {
            self.forks.pop();
        }
        Some((log, self))
    }
}

impl Exec<'_> {
    /// In the midst of options those answers stay that lead to an end of all of them. Where the run takes the first of them by
    /// itself, the others are only looked at when it comes to them: `true` if that has still to be done.
    pub(super) fn sift(&self, q: &Question, opts: &mut Vec<Opt>) -> bool {
        if self.probe || self.trials.is_empty() {
            return false;
        }
        let done = |o: &Opt| o.choice == Choice::Done;
        let first_will_do = self.l.shortcuts.any()
            && self.ahead.as_ref().is_some_and(|a| a.answers(q))
            && !opts.iter().any(done);
        if first_will_do {
            let first = opts.iter().position(|o| self.completable(q, o));
            opts.drain(..first.unwrap_or(opts.len()));
        } else {
            opts.retain(|o| self.hearing(|c| *c == o.choice, || self.completable(q, o)));
        }
        first_will_do
    }
    /// An answer that was only taken up now could have been given.
    pub(super) fn make_sure(&mut self, q: &Question, o: &Opt) -> Result<(), Stop> {
        let unsure = self.ahead.as_ref().and_then(|a| a.unsure);
        if unsure != Some(self.at - 1) {
            return Ok(());
        }
        // nothing has been answered after it
        self.log.pop();
        let could = self.completable(q, o);
        self.log.push(o.clone());
        could.then_some(()).ok_or(Stop::NoAnswer)
    }
}
