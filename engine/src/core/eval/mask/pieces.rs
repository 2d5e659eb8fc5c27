//! Pieces and cards by what they show, where they stand and what else there is of them.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::state::*;

impl<const N: usize> Cx<'_, N> {
    /// Pieces and cards that show the colours of these sides.
    pub(super) fn of_colour(&self, sides: &Mask<N>) -> Bits<N> {
        let of = self.all(sides);
        let shows = |p: &usize| match self.colour(*p) {
            NONE => false,
            side => of.has(side as usize),
        };
        (0..self.st.kind.len()).filter(shows).collect()
    }
    /// Pieces on these sides of a board.
    pub(super) fn on_sides_of_board(&self, s: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let of = self.all(s);
        let board = st.plane(plane::BOARD);
        let far = st.plane(plane::FAR);
        let near = (board - far) & Bits::all_if(of.has(0));
        near | board & far & Bits::all_if(of.has(1))
    }
    /// The sides of the board on which these pieces stand.
    pub(super) fn sides_of_board(&self, p: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let of = self.all(p) & st.plane(plane::BOARD);
        let far = of & st.plane(plane::FAR);
        let mut sides = Bits::EMPTY;
        if (of - far).any() {
            sides.add(0);
        }
        if far.any() {
            sides.add(1);
        }
        sides
    }
    /// Pieces on their own n-th row.
    pub(super) fn on_own_row(&self, n: i32) -> Bits<N> {
        let (plan, st) = (self.plan, self.st);
        let on = |p: &usize| {
            st.square(*p).is_some_and(|s| {
                plan.boards
                    .row(n, st.facing[*p], plan.boards.board_of(s))
                    .has(s)
            })
        };
        (st.plane(plane::BOARD) & self.want)
            .iter()
            .filter(on)
            .collect()
    }
    /// Pieces that are alone of their kind on their board.
    pub(super) fn alone(&self) -> Bits<N> {
        let (plan, st) = (self.plan, self.st);
        let board = st.plane(plane::BOARD);
        let alone = |p: &usize| {
            let same = self.of_kinds(Bits::one(self.kind(*p))) & board;
            let board_of = |o| st.square(o).map(|s| plan.boards.board_of(s));
            // a lost piece stands on no board: pieces on every board count
            let here = board_of(*p);
            same.iter()
                .all(|o| o == *p || here.is_some() && board_of(o) != here)
        };
        (self.want & st.plane(plane::THERE))
            .iter()
            .filter(alone)
            .collect()
    }
    /// Pieces and cards of the same kind and colour as one of these.
    pub(super) fn matching(&self, like: &Mask<N>) -> Bits<N> {
        let looks = |p: usize| (self.kind(p), self.colour(p));
        let of: Vec<(usize, u8)> = self.all(like).iter().map(looks).collect();
        let there = self.want & self.st.plane(plane::THERE);
        there.iter().filter(|p| of.contains(&looks(*p))).collect()
    }
    /// The home squares of these pieces.
    pub(super) fn homes(&self, p: &Mask<N>) -> Bits<N> {
        let of = self.all(p);
        of.iter()
            .map(|p| self.st.home[p] as usize)
            .filter(|h| *h != NONE as usize)
            .collect()
    }
    /// The directions of the latest moves of these pieces.
    pub(super) fn headings(&self, p: &Mask<N>) -> Bits<N> {
        let of = self.all(p).iter();
        of.map(|p| self.st.heading[p])
            .filter(|h| *h != NONE)
            .map(usize::from)
            .collect()
    }
    /// The neighbouring cards of one colour among which these are.
    pub(super) fn runs(&self, of: &Mask<N>) -> Bits<N> {
        self.all(of)
            .iter()
            .fold(Bits::EMPTY, |m, p| m | self.run_of(p))
    }
    /// Pieces that can jump.
    pub(super) fn jumping(&self) -> Bits<N> {
        (self.want & self.st.plane(plane::BOARD))
            .iter()
            .filter(|p| self.jumps(*p))
            .collect()
    }
}
