//! The beginning of a turn, from which its rest is tried again and again: what its rules ask before anybody has answered is read
//! once for all of these runs, and whether a first answer brings it to a lawful end is found once.
use super::answer::Opt;
use super::exec::Exec;
use super::state::State;
use super::value::Env;
use crate::ids::*;
use crate::rules::Cond;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was found of the turn that begins in a state. It is kept with what else has been read of the state.
#[derive(Default)]
pub struct Begun {
    /// What the conditions came to that are read before anything is answered or changed, in their order: in the turn itself, and
    /// in one that is tried (there the safety of kings is not asked for).
    holds: [Mutex<Vec<bool>>; 2],
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
    /// The turn is over: nobody will ask again, and states are kept for long.
    pub fn forget(&self) {
        self.holds.iter().for_each(|list| open(list).clear());
        *open(&self.lawful) = vec![];
    }
}

impl Exec<'_> {
    /// The beginning of the turn, while nobody has answered or done anything; without shortcuts it is not asked.
    fn begun(&self) -> Option<&State> {
        let first = self.log.is_empty() && self.acts.is_empty() && self.depth == 0;
        (self.origin.as_deref()).filter(|_| first && !self.probe && self.l.shortcuts.any())
    }
    /// A condition of a step. Every run from an origin asks the same in the same order until something is answered or changed.
    pub(super) fn holds(&mut self, env: &Env, c: &Cond) -> bool {
        let nothing_yet = self.at == 0 && self.changes == 0 && self.acts.is_empty() && !self.probe;
        let nothing_yet = nothing_yet && self.l.shortcuts.any();
        let Some(origin) = self.origin.clone().filter(|_| nothing_yet) else {
            return self.cx(env).cond(c);
        };
        let read = &origin.memo().begun().holds[usize::from(self.st.tried)];
        let known = open(read).get(self.begun).copied();
        let holds = known.unwrap_or_else(|| self.cx(env).cond(c));
        if known.is_none() {
            open(read).push(holds);
        }
        self.begun += 1;
        holds
    }
    /// Whether an answer is lawful, if it is not known yet.
    pub(super) fn once_lawful(&self, asked: Asked, o: &Opt, find: impl FnOnce() -> bool) -> bool {
        let Some(origin) = self.begun() else {
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
