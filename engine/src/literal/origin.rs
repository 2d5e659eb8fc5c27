//! The beginning of a segment, from which the rest of a turn is tried again and again: what the rules of the turn ask before
//! anybody has answered is read once for all of these runs.
use super::exec::Exec;
use super::state::State;
use super::value::Env;
use crate::rules::Cond;
use std::sync::{Arc, Mutex, PoisonError};

/// The state at the beginning of a segment.
pub struct Origin {
    state: State,
    /// What the conditions came to that are read before anything is answered or changed, in their order: in the turn itself, and
    /// in one that is tried (there the safety of kings is not asked for).
    read: [Mutex<Vec<bool>>; 2],
}

impl Origin {
    /// A segment begins.
    pub fn new(state: &State) -> Arc<Origin> {
        Arc::new(Origin {
            state: state.clone(),
            read: Default::default(),
        })
    }
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl Exec<'_> {
    /// A condition of a step. Every run from an origin asks the same in the same order until something is answered or changed.
    pub(super) fn holds(&mut self, env: &Env, c: &Cond) -> bool {
        let nothing_yet = self.at == 0 && self.changes == 0 && !self.probe;
        let Some(origin) = self
            .origin
            .clone()
            .filter(|_| nothing_yet && self.l.shortcuts.any())
        else {
            return self.cx(env).cond(c);
        };
        let read = || {
            origin.read[usize::from(self.st.tried)]
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        let n = self.begun;
        let known = read().get(n).copied();
        let holds = known.unwrap_or_else(|| self.cx(env).cond(c));
        if known.is_none() {
            read().push(holds);
        }
        self.begun += 1;
        holds
    }
}
