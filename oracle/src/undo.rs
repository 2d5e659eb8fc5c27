//! What an ability has done is undone, where it brought about what abilities cannot. Judges nothing itself.
use super::exec::*;
use super::state::*;
use super::value::*;

/// See [`Exec::undo_point`].
#[derive(Clone)]
pub struct Undo {
    st: State,
    batches: usize,
    changes: u32,
    /// Acts of the table until then.
    acted: usize,
}

impl Exec<'_> {
    /// A point to which what is done from here on can be undone.
    pub fn undo_point(&self) -> Undo {
        Undo {
            st: self.st.clone(),
            batches: self.queue.len(),
            changes: self.changes,
            acted: self.acted,
        }
    }
    /// Nothing was done since.
    pub fn back_to(&mut self, before: Undo) {
        self.st = before.st;
        self.queue.truncate(before.batches);
        self.changes = before.changes;
    }
    /// An ability that brought about what abilities cannot is ignored. It was offered by what its player knows; the rules of the
    /// game know the rest (web.soviet-union.2), and what chance or others have answered.
    pub fn undo_if_spoiled(&mut self, mut before: Undo, env: &Env) -> bool {
        // what an act of the table has changed meanwhile is no part of it
        if self.acted > before.acted
            && let Some(since) = &self.since_act
        {
            before = since.clone();
        }
        let ignored = self.spoiled(&before.st, &self.st, env, self.asker);
        if ignored {
            self.back_to(before);
        }
        ignored
    }
}
