//! Counting lines of play: for tests against published numbers and for measuring. A promotion counts with
//! its choice, passing for want of a move does not count; results that only a draw rule gives do not end a line.
use super::bits::{Bits, each};
use super::game::by_layout;
use super::position::{Position, Table};
use super::program::{Program, Verdict};
use super::sink::{Count, Options, Scratch};
use super::state::{End, State};
use crate::ids::SquareId;
use crate::play::Choice;
use std::hint::black_box;

/// What is done at the last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// Every position is made.
    Made,
    /// Options are counted only.
    Counted,
}

/// Buffers for every depth, reused.
struct Room<B: Bits> {
    options: Vec<Options<B>>,
    scratch: Scratch<B>,
}

impl Position {
    /// The number of lines of exactly `depth` turns.
    pub fn perft(&self, depth: u32, leaves: Leaves) -> u64 {
        by_layout!(self, Position, table => table.perft(depth, leaves))
    }

    /// The same, per first move (and kind it promotes to).
    pub fn divide(&self, depth: u32) -> Vec<(Vec<Choice>, u64)> {
        by_layout!(self, Position, table => table.divide(depth))
    }
}

impl<B: Bits, const P: usize, const S: usize> Table<B, P, S> {
    fn perft(&self, depth: u32, leaves: Leaves) -> u64 {
        let mut room = room(depth);
        self.linked.program.count_lines(
            &self.state,
            depth,
            leaves == Leaves::Made,
            &mut room.options,
            &mut room.scratch,
        )
    }

    fn divide(&self, depth: u32) -> Vec<(Vec<Choice>, u64)> {
        let (program, st) = (&self.linked.program, &self.state);
        let mut room = room(depth);
        let mut options = Options::new();
        program.generate(st, &mut room.scratch, &mut options);
        let mut out = Vec::new();
        for group in &options.groups {
            each(group.targets, |to| {
                for choice in 0..group.fan {
                    let next = program.play(st, group, to, choice);
                    let n = program.count_lines(
                        &next,
                        depth.saturating_sub(1),
                        false,
                        &mut room.options,
                        &mut room.scratch,
                    );
                    let mut path = vec![Choice::Move(
                        SquareId(u16::from(group.origin(to))),
                        SquareId(u16::from(to)),
                    )];
                    let kinds = &program.seats[usize::from(st.seat) % S].promotions
                        [usize::from(group.plane)];
                    if group.fan > 1 {
                        path.extend(
                            kinds
                                .get(usize::from(choice))
                                .and_then(|&plane| self.linked.species(usize::from(plane)))
                                .map(|(kind, _)| Choice::Kind(kind)),
                        );
                    }
                    out.push((path, n));
                }
            });
        }
        out.sort();
        out
    }
}

fn room<B: Bits>(depth: u32) -> Room<B> {
    Room {
        options: (0..depth).map(|_| Options::new()).collect(),
        scratch: Scratch::new(),
    }
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// Lines of exactly `depth` turns; `rest` has a list for each of them.
    fn count_lines(
        &self,
        st: &State<B, P, S>,
        depth: u32,
        made: bool,
        rest: &mut [Options<B>],
        scratch: &mut Scratch<B>,
    ) -> u64 {
        if depth == 0 {
            return 1;
        }
        if st.end != End::Open {
            return 0;
        }
        if depth == 1 && !made {
            let mut count = Count::default();
            self.generate(st, scratch, &mut count);
            if count.0 > 0 {
                return u64::from(count.0);
            }
            let next = self.after_passes(st, scratch);
            return next.map_or(0, |next| self.count_lines(&next, 1, made, rest, scratch));
        }
        let Some((options, rest)) = rest.split_first_mut() else {
            return 0;
        };
        options.clear();
        self.generate(st, scratch, options);
        if options.total == 0 {
            return match self.after_passes(st, scratch) {
                Some(next) => {
                    let mut room = room(depth);
                    self.count_lines(&next, depth, made, &mut room.options, scratch)
                }
                None => 0,
            };
        }
        let mut n = 0;
        if depth == 1 {
            self.successors(st, &options.groups, |next| {
                black_box(next);
                n += 1;
            });
        } else {
            self.successors(st, &options.groups, |next| {
                n += self.count_lines(next, depth - 1, made, rest, scratch)
            });
        }
        n
    }

    /// The position in which somebody can move again, when the player on turn passes for want of a move.
    #[cold]
    #[inline(never)]
    fn after_passes(
        &self,
        st: &State<B, P, S>,
        scratch: &mut Scratch<B>,
    ) -> Option<State<B, P, S>> {
        if self.verdicts.stuck[1] != Verdict::Pass {
            return None;
        }
        let mut next = *st;
        for _ in 1..S {
            next = self.pass(&next);
            let mut count = Count::default();
            self.generate(&next, scratch, &mut count);
            if count.0 > 0 {
                return Some(next);
            }
        }
        None
    }
}
