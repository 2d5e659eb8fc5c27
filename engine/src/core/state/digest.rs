//! States of one turn compared by what can still come of them.
use super::State;
use foldhash::fast::{FixedState, FoldHasher};
use std::hash::{BuildHasher, Hash, Hasher};

/// A fast hash, the same in every run: states are compared by it while a turn is tried, thousands of them for one answer.
pub fn hasher() -> FoldHasher<'static> {
    FixedState::with_seed(0).build_hasher()
}

impl<const N: usize> State<N> {
    /// Two states of one turn that are alike in this are alike in what can still come of them; how often they were counted is left
    /// out, and if asked in which order things happened.
    pub fn digest(&self, order: bool) -> u64 {
        let mut h = hasher();
        let State {
            cells,
            far,
            place,
            kind,
            owner,
            facing,
            home,
            zone: _,
            side,
            card_of,
            mixed: _,
            held,
            heading: _,
            moved_at: _,
            planes,
            values,
            seats,
            orders,
            clock,
            used,
            timed,
            imposed,
            delayed,
            borrowed,
            trail,
            positions: _,
            edges,
            listed,
            timers,
            dirty: _,
            touched: _,
            cache: _,
            queue,
            endings,
            waiting,
            granting,
            moments,
            done,
            decided: _,
            frames,
            saved,
            events,
            befores: _,
            judged: _,
            begun: _,
            interrupted: _,
            one_move,
            vain,
        } = self;
        (cells, far, place, kind, owner, facing, home, planes, values).hash(&mut h);
        (side, card_of, held).hash(&mut h);
        for s in seats {
            (s.lost_at, s.points, s.skip, s.army).hash(&mut h);
        }
        orders.hash(&mut h);
        (
            clock.playing,
            clock.next,
            clock.over,
            clock.end_turn,
            clock.bodies,
        )
            .hash(&mut h);
        (
            used, timed, imposed, delayed, borrowed, edges, listed, timers,
        )
            .hash(&mut h);
        match order {
            true => (trail, events).hash(&mut h),
            false => each_by_itself(trail)
                .wrapping_add(each_by_itself(events))
                .hash(&mut h),
        }
        for m in [queue, endings, waiting, granting, moments]
            .into_iter()
            .flatten()
        {
            (m.trigger, m.stage, m.own_loss, m.env).hash(&mut h);
        }
        (done, frames, saved.len(), one_move, vain).hash(&mut h);
        h.finish()
    }
}

/// What things come to in whatever order.
fn each_by_itself<T: Hash>(all: &[T]) -> u64 {
    let one = |x: &T| {
        let mut h = hasher();
        x.hash(&mut h);
        h.finish()
    };
    all.iter().map(one).fold(0, u64::wrapping_add)
}
