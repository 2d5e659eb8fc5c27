//! Squares by how they lie to other squares, pieces and seats.
use crate::core::bits::Bits;
use crate::core::board::{Around, turned};
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::core::state::*;
use crate::rules::Ty;

impl<const N: usize> Cx<'_, N> {
    /// Squares within so many steps of these; `away`: each of them is not near itself.
    pub(super) fn within(&self, n: &Int<N>, q: &Mask<N>, away: bool) -> Bits<N> {
        let n = self.int(n);
        if n < 0 {
            return Bits::EMPTY;
        }
        let n = n.min(250) as u8;
        let how = match away {
            true => Around::AwayWithin(n),
            false => Around::Within(n),
        };
        self.near(how, self.all(q))
    }
    /// Squares in line with these with nothing in between.
    pub(super) fn open_line(&self, q: &Mask<N>) -> Bits<N> {
        let plan = self.plan;
        let taken = self.st.plane(plane::TAKEN);
        let mut all = Bits::EMPTY;
        for s in self.all(q).iter() {
            for t in (plan.boards.near(Around::InLine, s) & self.want).iter() {
                if !plan.boards.line(s, t, false).meets(taken) {
                    all.add(t);
                }
            }
        }
        all
    }
    /// The squares that share a rank, or a file, with one of these.
    pub(super) fn rank_or_file(&self, files: bool, q: &Mask<N>) -> Bits<N> {
        let boards = &self.plan.boards;
        let shares = |s: usize, t: usize| {
            let ((fa, ra), (fb, rb)) = (boards.place(s), boards.place(t));
            boards.distance(s, t).is_some() && if files { fa == fb } else { ra == rb }
        };
        let of = self.all(q);
        let shared = |t: &usize| of.iter().any(|s| shares(s, *t));
        (boards.squares & self.want).iter().filter(shared).collect()
    }
    /// Squares strictly between one of these and one of those, on a line.
    pub(super) fn between(&self, a: &Mask<N>, b: &Mask<N>) -> Bits<N> {
        let (a, b) = (self.all(a), self.all(b));
        let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
        pairs.fold(Bits::EMPTY, |m, (x, y)| {
            m | self.plan.boards.line(x, y, false)
        })
    }
    /// The squares of the line from the first to the second.
    pub(super) fn line(&self, a: &Mask<N>, b: &Mask<N>) -> Bits<N> {
        match (
            self.first(Ty::Square, self.all(a)),
            self.first(Ty::Square, self.all(b)),
        ) {
            (Some(a), Some(b)) => self.plan.boards.line(a, b, true),
            _ => Bits::EMPTY,
        }
    }
    /// Squares so many steps ahead of these pieces, as they face.
    pub(super) fn ahead_of_pieces(&self, steps: i8, p: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let of = self.all(p) & st.plane(plane::BOARD);
        let ahead = |p: usize| {
            self.plan
                .boards
                .step(st.square(p)?, turned((0, steps), st.facing[p]), false)
        };
        of.iter().filter_map(ahead).map(|s| s.0).collect()
    }
    /// Squares so many steps ahead of these squares, as who reads faces.
    pub(super) fn ahead_of_squares(&self, steps: i8, q: &Mask<N>) -> Bits<N> {
        let (plan, env) = (self.plan, self.env);
        let facing = match (env.it, env.you) {
            (NONE, NONE) => 0,
            (NONE, you) => plan.boards.facing(you as usize),
            (it, _) => self.st.facing.get(it as usize).copied().unwrap_or(0),
        };
        let of = self.all(q);
        of.iter()
            .filter_map(|s| plan.boards.step(s, turned((0, steps), facing), false))
            .map(|s| s.0)
            .collect()
    }
    /// The n-th rows, or files, of these pieces.
    pub(super) fn rows_of_pieces(&self, n: &Int<N>, p: &Mask<N>, file: bool) -> Bits<N> {
        let st = self.st;
        let n = self.int(n);
        let row = |p: usize| {
            let board = st.square(p).map_or(0, |s| self.plan.boards.board_of(s));
            self.row(n, st.facing[p], board, file)
        };
        self.all(p).iter().fold(Bits::EMPTY, |m, p| m | row(p))
    }
    /// The n-th rows, or files, of these seats.
    pub(super) fn rows_of_seats(&self, n: &Int<N>, s: &Mask<N>, file: bool) -> Bits<N> {
        let plan = self.plan;
        let n = self.int(n);
        let row = |s: usize| self.row(n, plan.boards.facing(s), plan.boards.board_of_seat(s), file);
        (self.all(s) & Bits::below(plan.seats))
            .iter()
            .fold(Bits::EMPTY, |m, s| m | row(s))
    }
}
