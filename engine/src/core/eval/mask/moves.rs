//! Pieces and seats by what they attack, and by the moves and actions that are open to them. No move is made here.
use crate::core::bits::Bits;
use crate::core::eval::{Cx, DEPTH, compare};
use crate::core::movement::{Ask, Legality};
use crate::core::plan::*;
use crate::core::run;
use crate::core::state::*;
use crate::rules::Rel;

impl<const N: usize> Cx<'_, N> {
    /// Seats with a royal piece that is attacked (by these seats).
    pub(super) fn seats_in_check(&self, by: Option<&Mask<N>>) -> Bits<N> {
        let by = by.map(|b| self.all(b));
        if self.plan.royal.is_none() || self.depth > DEPTH {
            return Bits::EMPTY;
        }
        let asked = || self.seats().filter(|s| self.want.has(*s));
        let own = asked().fold(Bits::EMPTY, |m, s| m | self.owned_by(s));
        let own = own & self.st.plane(plane::BOARD);
        let royal = self.wanting(own).royal() & own;
        if royal.is_empty() {
            return Bits::EMPTY;
        }
        let hit = self.in_check(royal, by);
        asked().filter(|s| self.owned_by(*s).meets(hit)).collect()
    }
    /// Those seats, or pieces, that attack so many of these pieces or squares.
    pub(super) fn attackers(
        &self,
        seats: bool,
        what: &Mask<N>,
        squares: bool,
        rel: Rel,
        n: &Int<N>,
    ) -> Bits<N> {
        let st = self.st;
        let (what, n) = (self.all(what), self.int(n));
        let board = st.plane(plane::BOARD);
        let hits = |x: usize| match seats {
            true => self.attacks_one(board, what, squares, Some(Bits::one(x))),
            false => self.attacks_one(Bits::one(x), what, squares, None),
        };
        let all = if seats {
            Bits::below(self.plan.seats)
        } else {
            st.plane(plane::THERE)
        };
        (self.want & all)
            .iter()
            .filter(|x| compare(hits(*x) as i32, rel, n))
            .collect()
    }
    /// Seats to which so many (none or some) lawful moves or actions are open.
    pub(super) fn seats_acting(&self, rel: Rel, n: &Int<N>) -> Bits<N> {
        let n = self.int(n);
        let acts = |s: &usize| {
            let open = run::Runner::new(self.plan).has_action(self, *s as u8);
            compare(i32::from(open), rel, n)
        };
        self.seats()
            .filter(|s| self.want.has(*s))
            .filter(acts)
            .collect()
    }
    /// Seats, or pieces, with some move.
    pub(super) fn mobile(&self, seats: bool) -> Bits<N> {
        if self.depth > DEPTH {
            return Bits::EMPTY;
        }
        let cx = Cx {
            depth: self.depth + 1,
            ..*self
        };
        let mut runner = run::Runner::new(self.plan);
        let board = self.st.plane(plane::BOARD);
        if seats {
            let mut some = |s: &usize| {
                let (own, seat) = (self.owned_by(*s) & board, *s as u8);
                runner.count_moves(&cx, own, seat, Legality::PseudoLegal, Ask::Moves, 1) > 0
                    || own.iter().any(|p| runner.moved_by_action(&cx, p))
            };
            return self
                .seats()
                .filter(|s| self.want.has(*s) && some(s))
                .collect();
        }
        let mut find = |of: Bits<N>| {
            let mut all = Bits::EMPTY;
            let mut left = of;
            while let Some(first) = left.first() {
                let seat = self.controller(first);
                let acts = |p: &usize| self.controller(*p) == seat;
                let pieces: Bits<N> = left.iter().filter(acts).collect();
                left -= pieces;
                all |= runner.movable(&cx, pieces, seat, Ask::Mobility);
                let still = (pieces - all).iter();
                all |= still
                    .filter(|p| runner.moved_by_action(&cx, *p))
                    .collect::<Bits<N>>();
            }
            all
        };
        self.mobile_by(self.want & board, &mut find)
    }
    /// Seats, or pieces, with so many moves of these pieces.
    pub(super) fn with_moves(
        &self,
        seats: bool,
        of: &Mask<N>,
        legal: bool,
        rel: Rel,
        n: &Int<N>,
    ) -> Bits<N> {
        let (of, n) = (self.all(of), self.int(n));
        // none or some: the first move decides
        let wanted = if n + i32::from(rel != Rel::Ge) > 1 {
            usize::MAX
        } else {
            1
        };
        let some = |pieces: Bits<N>, seat: u8| {
            let count = run::Runner::new(self.plan).count_moves(
                self,
                pieces,
                seat,
                Legality::lawful_if(legal),
                Ask::Moves,
                wanted,
            );
            compare(count as i32, rel, n)
        };
        let board = self.st.plane(plane::BOARD);
        match seats {
            true => self
                .seats()
                .filter(|s| self.want.has(*s) && some(self.owned_by(*s) & of & board, *s as u8))
                .collect(),
            false => (of & self.want & board)
                .iter()
                .filter(|p| some(Bits::one(*p), self.controller(*p)))
                .collect(),
        }
    }
}
