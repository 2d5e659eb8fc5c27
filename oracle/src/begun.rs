//! The beginning of a turn, from which its rest is tried again and again: what its rules ask before anybody has answered is read
//! once for all of these runs, and whether a first answer brings it to a lawful end is found once.
use super::answer::Opt;
use super::exec::Exec;
use super::state::State;
use super::value::Env;
use engine::ids::*;
use engine::rules::Cond;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What was found of the turn that begins in a state. It is kept with what else has been read of the state.
#[derive(Default)]
pub struct Begun {
    /// What the conditions came to that are read before anything is answered or changed, by their place in the order in which they
    /// are: in the turn itself, and in one that is tried (there the safety of kings is not asked for).
    holds: [Mutex<Vec<Option<bool>>>; 2],
    /// First answers, and whether they lead to a lawful end.
    lawful: Mutex<Vec<(Asked, Opt, bool)>>,
}

/// What else hangs on whether an answer is lawful.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// Who answers.
    pub seat: SeatId,
    /// He may end his own game.
    pub free: bool,
    /// Nesting of questions about actions.
    pub actions: u8,
}

fn open<T>(list: &Mutex<T>) -> MutexGuard<'_, T> {
    list.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Begun {
    /// What the `n`-th condition came to, if that is known.
    fn held(&self, tried: bool, n: usize) -> Option<bool> {
        open(&self.holds[usize::from(tried)])
            .get(n)
            .copied()
            .flatten()
    }
    /// Keep it. Games that began with copies of one state may do so at the same time, or after one of them has forgotten all.
    fn hold(&self, tried: bool, n: usize, holds: bool) {
        let mut list = open(&self.holds[usize::from(tried)]);
        if list.len() <= n {
            list.resize(n + 1, None);
        }
        list[n] = Some(holds);
    }
    /// The turn is over: nobody will ask again, and states are kept for long.
    pub fn forget(&self) {
        self.holds.iter().for_each(|list| open(list).clear());
        *open(&self.lawful) = vec![];
    }
}

impl Exec<'_> {
    /// The beginning of the turn, where what is found of it is kept; without shortcuts nothing is.
    fn beginning(&self) -> Option<Arc<State>> {
        let kept = self.acts.is_empty() && !self.probe && self.l.shortcuts.any();
        self.origin.clone().filter(|_| kept)
    }
    /// A condition of a step. Every run from an origin asks the same in the same order until something is answered or changed.
    pub(super) fn holds(&mut self, env: &Env, c: &Cond) -> bool {
        let nothing_yet = self.at == 0 && self.changes == 0;
        let Some(origin) = self.beginning().filter(|_| nothing_yet) else {
            return self.cx(env).cond(c);
        };
        let (begun, tried) = (origin.memo().begun(), self.st.tried);
        let known = begun.held(tried, self.begun);
        let holds = known.unwrap_or_else(|| self.cx(env).cond(c));
        if known.is_none() {
            begun.hold(tried, self.begun, holds);
        }
        self.begun += 1;
        holds
    }
    /// Whether an answer is lawful, if it is not known yet.
    pub(super) fn once_lawful(&self, asked: Asked, o: &Opt, find: impl FnOnce() -> bool) -> bool {
        let first = self.log.is_empty() && self.depth == 0;
        let Some(origin) = self.beginning().filter(|_| first) else {
            return find();
        };
        let list = &origin.memo().begun().lawful;
        let same = |(a, p, _): &&(Asked, Opt, bool)| {
            *a == asked && p.choice == o.choice && p.does == o.does
        };
        let known = open(list).iter().find(same).map(|(.., lawful)| *lawful);
        known.unwrap_or_else(|| {
            let lawful = find();
            open(list).push((asked, o.clone(), lawful));
            lawful
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Begun;

    #[test]
    fn what_is_kept_stays_in_its_place_whoever_forgets() {
        let begun = Begun::default();
        begun.hold(true, 0, true);
        begun.forget();
        // another game, in the midst of its conditions
        begun.hold(true, 1, false);
        assert_eq!(begun.held(true, 0), None);
        assert_eq!(begun.held(true, 1), Some(false));
        assert_eq!(begun.held(false, 1), None);
        begun.hold(true, 0, true);
        begun.hold(true, 0, true);
        assert_eq!(begun.held(true, 1), Some(false));
    }
}
