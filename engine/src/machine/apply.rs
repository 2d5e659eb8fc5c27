//! Playing an option: one column cleared or moved, then what the option does besides, then whose turn it
//! is. [`Program::successors`] makes all children of a decision and shares what a group has in common.
use super::bits::{Bits, each};
use super::program::{Effect, Group, Program};
use super::state::{End, NOWHERE, State, ix};

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// The position after an option, settled; `choice` is the place of the kind it promotes to.
    #[inline(always)]
    pub fn play(
        &self,
        st: &State<B, P, S>,
        group: &Group<B>,
        to: u8,
        choice: u8,
    ) -> State<B, P, S> {
        let mut next = self.step(st, group, to, choice);
        if next.hit != NOWHERE {
            self.settle(&mut next);
        }
        if next.end == End::Open {
            next.seat = self.next[usize::from(next.playing)][usize::from(st.seat) & 7];
        }
        next
    }

    /// An option whose promotion is still to be chosen: the piece stands there as it is; verdicts and
    /// what belongs to the end of the turn wait.
    pub fn begin(&self, st: &State<B, P, S>, group: &Group<B>, to: u8) -> State<B, P, S> {
        let hit = st.owner(to).unwrap_or(NOWHERE);
        State {
            rising: to,
            hit,
            clock: st.clock,
            wakes: st.wakes,
            ..self.step(st, group, to, u8::MAX)
        }
    }

    /// The end of an option begun with [`Program::begin`].
    pub fn promote(&self, st: &State<B, P, S>, choice: u8) -> State<B, P, S> {
        let mut next = *st;
        let Some(plane) = st.species(st.rising) else {
            return next;
        };
        let bit = B::bit(st.rising);
        let risen = self.promoted(usize::from(st.seat) % S, plane, choice);
        next.planes[ix::<P>(plane)] &= !bit;
        next.planes[ix::<P>(risen)] |= bit;
        next.rising = NOWHERE;
        next.hit = NOWHERE;
        next.wakes = B::NONE;
        next.clock = self.clock_after(st, plane, st.hit != NOWHERE);
        if self.captures && st.hit != NOWHERE {
            next.hit = st.hit;
            self.settle(&mut next);
        }
        if next.end == End::Open {
            next.seat = self.next[usize::from(next.playing)][usize::from(st.seat) & 7];
        }
        next
    }

    /// The clock after a turn in which a piece of this plane moved.
    #[inline(always)]
    fn clock_after(&self, st: &State<B, P, S>, plane: u8, taken: bool) -> u16 {
        let moved = self.verdicts.progress >> plane & 1 == 1;
        let progress = moved || (taken && self.verdicts.capture_is_progress);
        if progress {
            0
        } else {
            st.clock.saturating_add(1)
        }
    }

    /// The change an option makes and what its capture brings with it, before verdicts; the turn has not
    /// passed on.
    #[inline(always)]
    pub fn step(
        &self,
        st: &State<B, P, S>,
        group: &Group<B>,
        to: u8,
        choice: u8,
    ) -> State<B, P, S> {
        let seat = usize::from(st.seat) % S;
        let from = group.origin(to);
        let (leave, enter) = (B::bit(from), B::bit(to));
        let mut gone = leave | enter;
        let mut plane = group.plane;
        let mut wakes = B::NONE;
        match group.effect {
            Effect::Plain => {}
            Effect::LeaveWake => wakes = B::bit(to.wrapping_add(group.arg)),
            Effect::TakeWake => gone |= B::bit(group.arg),
            Effect::Promote => plane = self.promoted(seat, plane, choice),
            Effect::Compound => return self.step_compound(st, seat, group.arg),
            Effect::Stand => return self.step_standing(st, seat, group.plane, to),
        }
        let keep = !gone;
        let mut next = State {
            planes: std::array::from_fn(|i| st.planes[i] & keep),
            fresh: st.fresh & keep,
            wakes,
            ..*st
        };
        next.planes[ix::<P>(plane)] |= enter;
        next.planes[seat] |= enter;
        let taken = gone & !leave & st.occupied();
        next.clock = self.clock_after(st, group.plane, taken.any());
        if self.captures && taken.any() {
            self.captured(st, &mut next, seat, taken.first());
        }
        next
    }

    #[inline(always)]
    fn promoted(&self, seat: usize, plane: u8, choice: u8) -> u8 {
        let kinds = &self.seats[seat].promotions[usize::from(plane)];
        kinds.get(usize::from(choice)).copied().unwrap_or(plane)
    }

    /// A capture by a piece that stays where it is.
    #[inline(never)]
    fn step_standing(&self, st: &State<B, P, S>, seat: usize, plane: u8, to: u8) -> State<B, P, S> {
        let keep = !B::bit(to);
        let mut next = State {
            planes: std::array::from_fn(|i| st.planes[i] & keep),
            fresh: st.fresh & keep,
            wakes: B::NONE,
            ..*st
        };
        next.clock = self.clock_after(st, plane, true);
        if self.captures {
            self.captured(st, &mut next, seat, to);
        }
        next
    }

    #[cold]
    #[inline(never)]
    fn step_compound(&self, st: &State<B, P, S>, seat: usize, i: u8) -> State<B, P, S> {
        let way = &self.seats[seat].compounds[usize::from(i)];
        let (_, from, to) = way.bring;
        let mut next = *st;
        for (new, old) in next.planes.iter_mut().zip(&st.planes) {
            *new = *old & !way.touched;
            if old.has(way.from) {
                *new |= B::bit(way.to);
            }
            if old.has(from) {
                *new |= B::bit(to);
            }
        }
        next.fresh &= !way.touched;
        next.wakes = B::NONE;
        next.clock = self.clock_after(st, way.plane, false);
        next
    }

    /// Every child of a decision, in no promised order. A quiet move is a copy and two changes.
    #[inline(always)]
    pub fn successors(
        &self,
        st: &State<B, P, S>,
        groups: &[Group<B>],
        mut f: impl FnMut(&State<B, P, S>),
    ) {
        let seat = usize::from(st.seat) % S;
        let occ = st.occupied();
        let mut base = State {
            wakes: B::NONE,
            ..*st
        };
        base.seat = self.next[usize::from(st.playing)][usize::from(st.seat) & 7];
        for group in groups {
            if !matches!(group.effect, Effect::Plain | Effect::LeaveWake) {
                each(group.targets, |to| {
                    for choice in 0..group.fan {
                        f(&self.play(st, group, to, choice));
                    }
                });
                continue;
            }
            let plane = ix::<P>(group.plane);
            base.clock = self.clock_after(st, group.plane, false);
            each(group.targets & !occ, |to| {
                let both = B::bit(group.origin(to)) | B::bit(to);
                let mut next = base;
                next.planes[plane] ^= both;
                next.planes[seat] ^= both;
                next.fresh &= !both;
                if group.effect == Effect::LeaveWake {
                    next.wakes = B::bit(to.wrapping_add(group.arg));
                }
                f(&next);
            });
            each(group.targets & occ, |to| f(&self.play(st, group, to, 0)));
        }
    }
}
