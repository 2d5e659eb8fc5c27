//! What a step allows to be moved: its moves, and groups that keep their arrangement.
use crate::core::bits::Bits;
use crate::core::deed;
use crate::core::eval::Cx;
use crate::core::event;
use crate::core::movement::{Ask, Legality, Move};
use crate::core::order;
use crate::core::plan::*;
use crate::core::run::{Runner, Stop};
use crate::core::state::*;
use crate::core::why::Reason;
use crate::ids::SquareId;
use crate::play::Choice;
use crate::rules::Ty;

impl<const N: usize> Runner<'_, N> {
    /// What a step allows to be moved. What is only listed is tried when it is drawn.
    pub(super) fn moves_of_step(&mut self, cx: &Cx<N>, code: &Code<N>, seat: u8, how: Legality) {
        let Code::Move {
            pieces,
            taking,
            quiet,
            like,
            to,
            heading,
            shift,
            ..
        } = code
        else {
            return;
        };
        let st = cx.st;
        let of = cx.mask(pieces);
        if *shift {
            let squares = to.as_ref().map_or(self.plan.boards.squares, |m| cx.mask(m));
            return self.shifts(cx, seat, of, squares);
        }
        let env = Env {
            you: seat,
            ..Env::EMPTY
        };
        let here = cx.with(&env);
        let mut trial = None;
        if let Some(to) = to {
            let empty = cx.mask(to);
            let frozen = self
                .plan
                .frozen
                .as_ref()
                .map_or(Bits::EMPTY, |m| here.mask(m));
            let squares: Bits<N> = (of & (st.plane(plane::BOARD) - frozen))
                .iter()
                .filter_map(|p| st.square(p))
                .collect();
            for sq in squares.iter() {
                for p in st.here(sq).filter(|p| of.has(*p)) {
                    let free = |t: &usize| {
                        let mut refused = false;
                        cx.raised(&Move::plain(p, sq, *t), seat, |e| {
                            refused = refused
                                || cx.forbidden(
                                    &event::Event {
                                        means: Means::Ability,
                                        ..e
                                    },
                                    false,
                                )
                        });
                        !refused
                    };
                    let empty = empty - st.taken_beside(p);
                    let mut targets: Bits<N> = empty.iter().filter(free).collect();
                    if self.enforced(&here, seat) {
                        let to = (targets, Bits::EMPTY);
                        let all = usize::MAX;
                        targets = self.safe(&mut trial, st, (seat, p), to, false, all).0;
                    }
                    // a piece set down on a square follows no pattern: it crosses nothing and jumps over nothing
                    self.sink.n += targets.count();
                    let plain = targets.iter().map(|t| Move::plain(p, sq, t));
                    self.sink.flat.extend(plain);
                }
            }
            if let Some(trial) = trial {
                trial.put_away();
            }
            return;
        }
        let self_boards = &self.plan.boards;
        let takes = match (taking, quiet) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        let keep = |p: usize| match takes {
            Some(true) => st.taken_beside(p),
            Some(false) => !st.taken_beside(p),
            None => Bits::FULL,
        };
        match like {
            None => {
                match heading.as_ref().map(|m| cx.mask(m)) {
                    None => self.moves(&here, seat, of, how, Ask::Moves, usize::MAX, |p| {
                        (keep(p), takes)
                    }),
                    Some(ways) => self.moves(&here, seat, of, how, Ask::Moves, usize::MAX, |p| {
                        let from = st.square(p).unwrap_or(0);
                        let in_way = |t: &usize| {
                            let d = self_boards.heading(from, *t);
                            d.and_then(|d| HEADINGS.iter().position(|h| *h == d))
                                .is_some_and(|h| ways.has(h))
                        };
                        let squares = keep(p) & self_boards.squares;
                        (squares.iter().filter(in_way).collect(), None)
                    }),
                }
                self.sink.untried.check = how == Legality::Untried && self.enforced(&here, seat);
            }
            Some(kinds) => {
                let kinds = cx.mask(kinds);
                let l = here.leave(seat, Ask::Moves);
                let squares: Bits<N> = (of & st.plane(plane::BOARD))
                    .iter()
                    .filter_map(|p| st.square(p))
                    .collect();
                let mut special = vec![];
                for sq in squares.iter() {
                    for p in st.here(sq).filter(|p| of.has(*p)) {
                        special.extend(here.walked_like(p, sq, &l, kinds).into_iter().filter(
                            |m| {
                                takes.is_none_or(|takes| m.victims.any() == takes)
                                    && (!self.enforced(&here, seat) || self.safe_after(st, seat, m))
                                    && self.shoves_wrongly(st, seat, m, seat).is_none()
                            },
                        ));
                        let mut r = here.reach_like(p, sq, &l, kinds);
                        (r.slides, r.leaps) = (r.slides & keep(p), r.leaps & keep(p));
                        if self.enforced(&here, seat) {
                            let to = (r.slides, r.leaps);
                            (r.slides, r.leaps) =
                                self.safe(&mut trial, st, (seat, p), to, false, usize::MAX);
                        }
                        self.push(p, sq, r.slides, r.leaps, l.standing.has(p));
                    }
                }
                if !special.is_empty() {
                    self.flatten(&here, special);
                }
            }
        }
        if let Some(trial) = trial {
            trial.put_away();
        }
    }
    /// Ways of moving a group, keeping its arrangement; any member names the shift, a look-ahead needs one of them.
    fn shifts(&mut self, cx: &Cx<N>, seat: u8, of: Bits<N>, squares: Bits<N>) {
        let (st, boards) = (cx.st, &self.plan.boards);
        let group = cx.in_order(Ty::Piece, of & st.plane(plane::BOARD));
        let frozen = self
            .plan
            .frozen
            .as_ref()
            .map_or(Bits::EMPTY, |m| cx.mask(m));
        let Some(first) = group.first().and_then(|p| st.square(*p)) else {
            return;
        };
        if of.meets(frozen) {
            return;
        }
        let own: Bits<N> = group.iter().filter_map(|p| st.square(*p)).collect();
        let (f0, r0) = boards.place(first);
        let mut all: Vec<(usize, usize, usize)> = vec![];
        for to in boards.squares.iter() {
            let (f, r) = boards.place(to);
            let (df, dr) = (f - f0, r - r0);
            if (df, dr) == (0, 0) || boards.board_of(to) != boards.board_of(first) {
                continue;
            }
            let land = |p: &usize| {
                let from = st.square(*p)?;
                let (fs, rs) = boards.place(from);
                let to = boards.square(boards.board_of(from), fs + df, rs + dr)?;
                let free = squares.has(to) && st.at_beside(to, *p).is_none();
                (free || own.has(to)).then_some((*p, from, to))
            };
            let Some(landed) = group.iter().map(land).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let barred = landed.iter().find_map(|(p, from, to)| {
                let m = leap(*p, *from, *to);
                let mut by = None;
                cx.raised(&m, seat, |e| {
                    let by_ability = event::Event {
                        means: cx.env.means,
                        ..e
                    };
                    by = by.or_else(|| cx.forbidding(&by_ability, false));
                });
                by
            });
            if let Some(rule) = barred {
                let square = |sq: usize| SquareId::from(sq);
                let mut named = landed.iter();
                if named.any(|(_, f, t)| self.asks_about(|| Choice::Move(square(*f), square(*t)))) {
                    self.refuses(Reason::Rule(rule));
                }
            } else {
                let named = if self.trying() { 1 } else { landed.len() };
                all.extend(landed.into_iter().take(named));
            }
        }
        order::by_key(&mut all, |(_, from, to)| (*from, *to));
        for (p, from, to) in all {
            self.push(p, from, Bits::one(to), Bits::EMPTY, false);
        }
    }
    /// Carries out a shift, named by the move of one of its members.
    pub(super) fn make_shift(
        &mut self,
        st: &mut State<N>,
        seat: u8,
        env: &Env<N>,
        of: Bits<N>,
        m: &Move<N>,
    ) -> Result<(), Stop> {
        let boards = &self.plan.boards;
        let ((fa, ra), (fb, rb)) = (boards.place(m.from as usize), boards.place(m.to as usize));
        let (df, dr) = (fb - fa, rb - ra);
        let mut members = vec![];
        let cx = self.cx(st, env);
        for p in cx.in_order(Ty::Piece, of & st.plane(plane::BOARD)) {
            let Some(from) = st.square(p) else { continue };
            let (f, r) = boards.place(from);
            let Some(to) = boards.square(boards.board_of(from), f + df, r + dr) else {
                continue;
            };
            let way = leap(p, from, to);
            let mut events = vec![];
            cx.raised(&way, seat, |e| {
                events.push(event::Event {
                    means: env.means,
                    rule: env.rule,
                    ..e
                })
            });
            if let Some(last) = events.last().copied() {
                events.push(last.renamed(
                    crate::rules::Verb::Shift,
                    crate::rules::Role::Shifted,
                    event::Thing::Piece(p as u8),
                ));
            }
            members.push(deed::Member {
                events,
                changes: vec![
                    deed::Primitive::Lift(p as u8),
                    deed::Primitive::Land(p as u8, to as u8),
                    deed::Primitive::Moved(p as u8),
                ],
            });
        }
        self.perform(st, members)
    }
}

/// What one of a group does: it leaps and takes nobody. Who stands where it lands is of the group and leaves too.
fn leap<const N: usize>(p: usize, from: usize, to: usize) -> Move<N> {
    Move {
        leap: true,
        ..Move::plain(p, from, to)
    }
}
