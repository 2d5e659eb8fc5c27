//! States that are used again by whoever tries something on a copy: room that is kept, one store for each thread. Nobody ever reads
//! what such a state was.
use super::State;
use std::any::Any;
use std::cell::RefCell;

/// So many are kept; looking ahead needs one for each decision that lies below another.
const MOST: usize = 64;

thread_local! {
    /// The states of each size.
    static SPARE: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(vec![]) };
}

/// What the store of a size is used for.
fn store<const N: usize, R>(use_it: impl FnOnce(&mut Vec<Box<State<N>>>) -> R) -> R {
    SPARE.with_borrow_mut(|sizes| {
        let known = sizes.iter().position(|s| s.is::<Vec<Box<State<N>>>>());
        let i = known.unwrap_or_else(|| {
            sizes.push(Box::new(Vec::<Box<State<N>>>::new()));
            sizes.len() - 1
        });
        match sizes[i].downcast_mut() {
            Some(states) => use_it(states),
            None => use_it(&mut vec![]),
        }
    })
}

impl<const N: usize> State<N> {
    /// A copy, in the room of a state that is no longer used.
    pub fn copied(&self) -> Box<State<N>> {
        let mut copy: Box<State<N>> = store(Vec::pop).unwrap_or_default();
        copy.copy_from(self);
        copy
    }
    /// What there is, without what is still to be done, in the room of a state that is no longer used.
    pub fn world_copied(&self) -> Box<State<N>> {
        let mut world: Box<State<N>> = store(Vec::pop).unwrap_or_default();
        world.leave_course();
        world.copy_world_from(self);
        world
    }
    /// It is no longer used.
    pub fn put_away(self: Box<Self>) {
        store(|states| {
            if states.len() < MOST {
                states.push(self);
            }
        });
    }
}
