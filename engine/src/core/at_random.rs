//! Play at random by rejection. The moves of an ordinary decision are listed without a trial for king safety, the answers within an
//! option without a trial of what comes after them; the one that is drawn is tried, and withdrawn if it is unlawful, and another is
//! drawn: every lawful answer is as likely as any other. Never for a host that shows its options.
use super::movement::Move;
use super::run::{Runner, Sink, Stop};
use super::search::Known;
use super::state::*;

/// The trials that the answers to the open decision still have to pass; by default none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Untried {
    /// No guard that has to be asked of each move refuses it.
    pub guards: bool,
    /// After the move the royal pieces of its player are safe.
    pub check: bool,
    /// An action can be carried through.
    pub actions: bool,
    /// An answer leads to an end of the options that are under way, of which the innermost begins at this frame. As many answers as
    /// it takes to know that the decision is asked have passed already.
    pub option: Option<u8>,
    /// The rest of the turn can bring them to safety.
    pub turn: bool,
    /// The royal pieces are unattacked before any answer; none: nobody has asked yet.
    pub unattacked: Option<bool>,
}

/// What came of an answer that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// It was given.
    Answered,
    /// It is not lawful and no longer open: another can be drawn.
    Withdrawn,
    /// It was the last one open and not lawful: the game has gone on as after a decision without answers.
    NoneLeft,
}

impl<const N: usize> Runner<'_, N> {
    /// Gives an answer to the open decision if it passes the trials that it still has to pass, and goes on to the next decision; none:
    /// it does not pass.
    pub(super) fn try_answer(&mut self, st: &mut State<N>, i: usize) -> Result<Option<Stop>, Stop> {
        let sink = std::mem::take(&mut self.sink);
        let lawful = self.is_lawful_choice(st, &sink, i);
        self.sink = sink;
        if !lawful? {
            return Ok(None);
        }
        let at_once = |r: &Self| {
            let checks = r.plan.checks(&r.cx(st, Env::NOBODY), r.sink.who);
            checks.is_some_and(|c| c.0)
        };
        if self.sink.untried.turn && !self.was_judged(&self.sink, i, at_once(self)) {
            if let Some(stop) = self.play_to_safety(st, i) {
                return Ok(Some(stop));
            }
            if !self.turn_is_lawful(st, i)? {
                return Ok(None);
            }
        }
        Ok(Some(self.answer_and_run(st, i)))
    }
    /// Gives an answer and goes on to the next decision.
    fn answer_and_run(&mut self, st: &mut State<N>, i: usize) -> Stop {
        match self.answer(st, i) {
            Ok(()) => self.run(st),
            Err(stop) => stop,
        }
    }
    /// Gives an answer and plays the turn to its end, which spares a trial of the same turn. The state is restored, and none returned,
    /// if the royal pieces of the player are attacked at the end of the turn, or somebody is asked before. None at once in a match with
    /// hidden values: rules read them where a turn is played, and not where a trial is made for its player.
    fn play_to_safety(&mut self, st: &mut State<N>, i: usize) -> Option<Stop> {
        if self.plan.hides_something() {
            return None;
        }
        let mut before = st.copied();
        let (sink, verdicts) = (self.sink.clone(), self.verdicts.clone());
        let (fired, notices, bounded) = (self.fired.len(), self.notices.len(), self.bounded);
        let seat = sink.who;
        let stop = self.watching(seat, st, |r, st| r.answer_and_run(st, i));
        if stop.is_none() {
            std::mem::swap(st, &mut before);
            (self.sink, self.verdicts, self.bounded) = (sink, verdicts, bounded);
            self.fired.truncate(fired);
            self.notices.truncate(notices);
        }
        before.put_away();
        stop
    }
    /// After an answer that passes by itself the turn can be brought to a lawful end.
    fn turn_is_lawful(&mut self, st: &State<N>, i: usize) -> Result<bool, Stop> {
        let sink = std::mem::take(&mut self.sink);
        let mut known = Known::of(sink.untried.unattacked);
        let well = self.ends_lawfully(st, &sink, i, sink.who, &mut known);
        self.sink = sink;
        self.sink.untried.unattacked = known.unattacked;
        well
    }
    /// An answer passes the trials that it still has to pass by itself, the rest of the turn left aside.
    pub(super) fn is_lawful_choice(
        &mut self,
        st: &State<N>,
        sink: &Sink<N>,
        i: usize,
    ) -> Result<bool, Stop> {
        let Untried {
            guards,
            check,
            actions,
            option,
            turn: _,
            unattacked: _,
        } = sink.untried;
        let seat = sink.who;
        if let Some(root) = option
            && !self.completable(st, root as usize, sink, i)?
        {
            return Ok(false);
        }
        if !guards && !check && !actions {
            return Ok(true);
        }
        if let Some(m) = self.nth_move(st, sink, i) {
            let env = Env::of(seat, NONE, NONE16);
            let cx = self.cx(st, &env);
            if guards && cx.refuses(&m, &cx.asked_of_each(seat)) {
                return Ok(false);
            }
            let sieve = check.then(|| self.sieve(&cx, seat)).flatten();
            let judged = sieve.map_or(Some(true), |sieve| self.judges(st, &sieve, &m));
            return Ok(judged.unwrap_or_else(|| self.safe_after(st, seat, &m)));
        }
        let Some(open) = actions.then(|| sink.action(i)).flatten() else {
            return Ok(true);
        };
        let a = &self.plan.actions[open.action as usize];
        let env = {
            let cx = self.cx(st, Env::NOBODY);
            self.action_env(&cx, a, seat, open.you, open.it)
        };
        match env {
            Some(env) => self.can_run(st, a.code, &env, seat, true, a.would.as_ref()),
            None => Ok(false),
        }
    }
    /// The move that an answer is, if it is one.
    pub(super) fn nth_move(&self, st: &State<N>, sink: &Sink<N>, mut i: usize) -> Option<Move<N>> {
        for g in &sink.moves {
            let to = g.to();
            let n = to.count();
            if i < n {
                let cx = self.cx(st, Env::NOBODY);
                let (p, from) = (g.piece as usize, g.from as usize);
                let to = to.iter().nth(i)?;
                return Some(cx.make(p, from, to, !g.slides.has(to), g.stand));
            }
            i -= n;
        }
        sink.flat.get(i).copied()
    }
    /// Takes an answer off the open decision. After the last one the game goes on as after a decision without answers.
    pub(super) fn withdraw(&mut self, st: &mut State<N>, i: usize) -> Result<(), Stop> {
        let keep: Vec<bool> = (0..self.sink.n).map(|k| k != i).collect();
        self.sink.keep(&keep);
        if self.sink.n > 0 {
            return Err(Stop::Ask);
        }
        self.nothing_open(st);
        Ok(())
    }
}
