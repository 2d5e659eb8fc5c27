//! States of one turn compared by what can still come of them.
use super::{Frame, State};
use foldhash::fast::{FixedState, FoldHasher};
use std::hash::{BuildHasher, Hash, Hasher};

/// A fast hash, the same in every run: states are compared by it while a turn is tried, thousands of them for one answer.
pub fn hasher() -> FoldHasher<'static> {
    FixedState::with_seed(0).build_hasher()
}

/// What states are told apart by, beyond what there is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Telling {
    /// In which order things happened.
    pub order: bool,
    /// When and in which direction each piece last moved.
    pub moves: bool,
}

impl<const N: usize> State<N> {
    /// Two states of one turn that are alike in this are alike in what can still come of them; how often they were counted is left
    /// out, and what has been done of the duties.
    /// `frame`: a frame without what is no longer read of it.
    pub fn digest(&self, by: Telling, frame: impl Fn(Frame<N>) -> Frame<N>) -> u64 {
        let mut h = hasher();
        self.hash_world(by, &mut h);
        let clock = &self.clock;
        (clock.next, clock.over, clock.end_turn, clock.bodies).hash(&mut h);
        let due = [&self.queue, &self.endings, &self.waiting];
        for m in due
            .into_iter()
            .chain([&self.granting, &self.moments])
            .flatten()
        {
            (m.trigger, m.stage, m.own_loss, m.env).hash(&mut h);
        }
        (&self.done, self.saved.len(), self.frames.len()).hash(&mut h);
        self.frames.iter().for_each(|f| frame(*f).hash(&mut h));
        (self.one_move, &self.vain).hash(&mut h);
        h.finish()
    }
    /// The same of what there is, without what is still to be done: rules read the same in both.
    pub fn digest_of_world(&self, by: Telling) -> u64 {
        let mut h = hasher();
        self.hash_world(by, &mut h);
        let clock = &self.clock;
        (clock.turn, clock.round, clock.on_turn, clock.phase).hash(&mut h);
        (clock.action, clock.raid, clock.over).hash(&mut h);
        h.finish()
    }
    fn hash_world(&self, by: Telling, h: &mut impl Hasher) {
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
            heading,
            moved_at,
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
            // what is still to be done: see `digest`
            queue: _,
            endings: _,
            waiting: _,
            granting: _,
            moments: _,
            done: _,
            decided: _,
            frames: _,
            saved: _,
            events: _,
            befores: _,
            judged: _,
            begun: _,
            interrupted: _,
            one_move: _,
            vain: _,
        } = self;
        (cells, far, place, kind, owner, facing, home, planes, values).hash(h);
        (side, card_of, held, clock.playing).hash(h);
        for s in seats {
            (s.lost_at, s.points, s.skip, s.army).hash(h);
        }
        (
            orders, used, timed, imposed, delayed, borrowed, edges, listed, timers,
        )
            .hash(h);
        match by.order {
            true => trail.hash(h),
            false => each_by_itself(trail).hash(h),
        }
        if by.moves {
            (moved_at, heading).hash(h);
        }
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
