//! Squares, lines, frames and facings of the boards of a match.
use super::link::Linked;
use engine::ids::*;
use engine::rules::*;

impl Linked {
    /// Width, height and first square of the board a square is on.
    pub fn board_of(&self, sq: SquareId) -> &Board {
        let boards = &self.rules.boards;
        boards
            .iter()
            .rev()
            .find(|b| b.first.0 <= sq.0)
            .unwrap_or(&boards[0])
    }
    /// File and rank of every square.
    pub(super) fn places_of(rules: &Ruleset) -> Vec<(i16, i16)> {
        let ranks = |b: &Board| 0..i16::from(b.ranks);
        let files = |b: &Board| 0..i16::from(b.files);
        let place = |b: &'_ Board| -> Vec<(i16, i16)> {
            ranks(b)
                .flat_map(|r| files(b).map(move |f| (f, r)))
                .collect()
        };
        rules.boards.iter().flat_map(place).collect()
    }
    /// File and rank from 0 on its board.
    #[inline]
    pub fn file_rank(&self, sq: SquareId) -> (i16, i16) {
        self.places[sq.index()]
    }
    /// The square at file and rank of a board, if it exists.
    pub fn square(&self, b: &Board, f: i16, r: i16) -> Option<SquareId> {
        if f < 0 || r < 0 || f >= b.files as i16 || r >= b.ranks as i16 {
            return None;
        }
        let sq = SquareId(b.first.0 + (r * b.files as i16 + f) as u16);
        self.exists[sq.index()].then_some(sq)
    }
    /// The direction from one square to another on the board, if they are in line or on a diagonal.
    pub fn heading(&self, from: SquareId, to: SquareId) -> Option<(i8, i8)> {
        let ((fa, ra), (fb, rb)) = (self.file_rank(from), self.file_rank(to));
        let (df, dr) = (fb - fa, rb - ra);
        let straight = df == 0 || dr == 0 || df.abs() == dr.abs();
        (straight && from != to).then_some((df.signum() as i8, dr.signum() as i8))
    }
    /// One step; `true` beside it: an edge of the torus was crossed.
    pub fn step(&self, sq: SquareId, d: (i8, i8), torus: bool) -> Option<(SquareId, bool)> {
        let b = self.board_of(sq);
        let (f, r) = self.file_rank(sq);
        let (f, r) = (f + d.0 as i16, r + d.1 as i16);
        if torus {
            let (w, h) = (b.files as i16, b.ranks as i16);
            let (tf, tr) = (f.rem_euclid(w), r.rem_euclid(h));
            return self.square(b, tf, tr).map(|s| (s, tf != f || tr != r));
        }
        self.square(b, f, r).map(|s| (s, false))
    }
    /// Existing squares in the order of the board.
    pub fn all_squares(&self) -> impl Iterator<Item = SquareId> + '_ {
        (0..self.squares)
            .filter(|i| self.exists[*i])
            .map(SquareId::from)
    }
    /// Squares from which the board ends straight ahead along so many of its two lines: 1, at an edge; 2, in a corner.
    pub fn at_rim(&self, lines: usize) -> impl Iterator<Item = SquareId> + '_ {
        let ends = |sq, d: (i8, i8)| {
            self.step(sq, d, false).is_none() || self.step(sq, (-d.0, -d.1), false).is_none()
        };
        let along = move |sq| {
            [(1, 0), (0, 1)]
                .into_iter()
                .filter(|d| ends(sq, *d))
                .count()
        };
        self.all_squares().filter(move |sq| along(*sq) >= lines)
    }
    /// The borders: the two squares that share each, in the order of the first, then of the second.
    pub fn borders(&self) -> impl Iterator<Item = (SquareId, SquareId)> + '_ {
        self.all_squares().flat_map(|a| {
            let next = |d| self.step(a, d, false).map(|(b, _)| (a, b));
            [next((1, 0)), next((0, 1))].into_iter().flatten()
        })
    }
    /// Ways along which a step to the next square could go straight: itself, or around a corner. Each with the borders it crosses.
    pub fn ways_across(&self, from: SquareId, d: (i8, i8)) -> Vec<Vec<(SquareId, SquareId)>> {
        let step = |a, d| self.step(a, d, false).map(|(b, _)| b);
        let border = |a: SquareId, b: SquareId| (a.min(b), a.max(b));
        let Some(to) = step(from, d) else {
            return vec![];
        };
        if d.0 == 0 || d.1 == 0 {
            return vec![vec![border(from, to)]];
        }
        let corners = [step(from, (d.0, 0)), step(from, (0, d.1))];
        let around = corners.into_iter().flatten();
        around
            .map(|c| vec![border(from, c), border(c, to)])
            .collect()
    }
    /// A square written for the first seat, in the frame of a seat.
    pub fn in_frame(&self, sq: SquareId, seat: SeatId) -> SquareId {
        let s = &self.rules.seats[seat.index()];
        let Some(frame) = s.frame else { return sq };
        let b = &self.rules.boards[s.board.index()];
        let (mut f, mut r) = self.file_rank(sq);
        let (mut w, mut h) = (b.files as i16, b.ranks as i16);
        if frame.mirror {
            r = h - 1 - r;
        }
        for _ in 0..frame.turns % 4 {
            (f, r) = (r, w - 1 - f);
            (w, h) = (h, w);
        }
        SquareId(b.first.0 + (r * b.files as i16 + f).max(0) as u16)
    }
    /// Which way a seat faces, in quarter turns clockwise from north.
    pub fn facing(&self, seat: SeatId) -> u8 {
        match self.rules.seats[seat.index()].frame {
            Some(fr) => (fr.turns + if fr.mirror { 2 } else { 0 }) % 4,
            None => 0,
        }
    }
    /// The n-th file (from 1, from the left; -1: the last) in a facing on a board.
    pub fn file(&self, n: i32, facing: u8, b: &Board) -> Vec<SquareId> {
        self.row(n, (facing + 1) % 4, b)
    }
    /// Whether a square is in the n-th row in a facing on a board.
    pub fn in_row(&self, sq: SquareId, n: i32, facing: u8, b: &Board) -> bool {
        let (file, rank) = self.file_rank(sq);
        let at = if facing.is_multiple_of(2) { rank } else { file };
        self.board_of(sq).first == b.first && i32::from(at) == Self::row_index(n, facing, b)
    }
    /// The rank or file (from 0) that is the n-th row in a facing.
    fn row_index(n: i32, facing: u8, b: &Board) -> i32 {
        let len = if facing.is_multiple_of(2) {
            b.ranks
        } else {
            b.files
        } as i32;
        let n = if n < 0 { len } else { n };
        match facing {
            0 | 1 => n - 1,
            _ => len - n,
        }
    }
    /// The n-th row (from 1; -1: the last) in a facing on a board.
    pub fn row(&self, n: i32, facing: u8, b: &Board) -> Vec<SquareId> {
        let want = Self::row_index(n, facing, b);
        let Ok(want) = i16::try_from(want) else {
            return vec![];
        };
        let along = if facing.is_multiple_of(2) {
            b.files
        } else {
            b.ranks
        };
        (0..i16::from(along))
            .filter_map(|i| match facing.is_multiple_of(2) {
                true => self.square(b, i, want),
                false => self.square(b, want, i),
            })
            .collect()
    }
}
