//! The boards of a match as numbers: squares, files and ranks, steps, rows, lines and neighbourhoods. Tables made once when a match
//! is linked; knows no pieces.
use super::bits::Bits;
use crate::ids::*;
use crate::rules::{Board, Ruleset, Seat};

/// What a place phrase measures from a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Around {
    /// Shares an edge.
    Beside,
    /// Touches, corners too.
    Around,
    /// On the same file or rank.
    InLine,
    /// Files apart plus ranks apart are at most so many.
    Within(u8),
    /// The same without the square itself: a piece is not near itself.
    AwayWithin(u8),
}

/// Most files plus ranks that two squares can be apart in a table; farther is everywhere on the board.
const FAR: usize = 30;

/// The squares of all boards with what can be told of them before any piece stands there.
#[derive(Clone, Debug)]
pub struct Boards<const N: usize> {
    boards: Vec<Board>,
    seats: Vec<Seat>,
    /// File and rank of every square on its board.
    places: Vec<(i16, i16)>,
    /// The board of every square.
    board: Vec<u8>,
    /// Squares that exist.
    pub squares: Bits<N>,
    /// Squares of the colour of a1.
    pub dark: Bits<N>,
    /// Squares from which a straight step leaves the board.
    pub edge: Bits<N>,
    /// Those of them from which it does so along a rank and along a file.
    pub corners: Bits<N>,
    /// The squares of each board.
    pub of_board: Vec<Bits<N>>,
    beside: Vec<Bits<N>>,
    around: Vec<Bits<N>>,
    in_line: Vec<Bits<N>>,
    within: Vec<Vec<Bits<N>>>,
    /// Rows from the first on, by board and facing.
    rows: Vec<[Vec<Bits<N>>; 4]>,
    /// The borders, each with the two squares that share it, in the order of the first, then of the second.
    borders: Vec<[u16; 2]>,
    /// The border of every square to its east and to its north.
    borders_of: Vec<[Option<u16>; 2]>,
}

/// What a step of one square passes on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// The border between the two squares.
    Border(usize),
    /// A corner: the borders of each of the two ways around it. Where a square of a way does not exist there is no such way.
    Corner([Option<[usize; 2]>; 2]),
}

impl<const N: usize> Boards<N> {
    /// The tables of these boards; none if they have more squares than there is room for.
    pub fn new(rules: &Ruleset) -> Option<Boards<N>> {
        let count: usize = rules
            .boards
            .iter()
            .map(|b| b.files as usize * b.ranks as usize)
            .sum();
        if count > Bits::<N>::ROOM || count > 250 {
            return None;
        }
        let mut b = Boards {
            boards: rules.boards.clone(),
            seats: rules.seats.clone(),
            places: vec![],
            board: vec![],
            squares: Bits::EMPTY,
            dark: Bits::EMPTY,
            edge: Bits::EMPTY,
            corners: Bits::EMPTY,
            of_board: vec![Bits::EMPTY; rules.boards.len()],
            beside: vec![],
            around: vec![],
            in_line: vec![],
            within: vec![],
            rows: vec![],
            borders: vec![],
            borders_of: vec![],
        };
        for (i, board) in rules.boards.iter().enumerate() {
            for r in 0..i16::from(board.ranks) {
                for f in 0..i16::from(board.files) {
                    let sq = b.places.len();
                    if !board.holes.contains(&SquareId(sq as u16)) {
                        b.squares.add(sq);
                        b.of_board[i].add(sq);
                    }
                    if (f + r) % 2 == 0 {
                        b.dark.add(sq);
                    }
                    b.places.push((f, r));
                    b.board.push(i as u8);
                }
            }
        }
        let table = |f: &dyn Fn(i16, i16) -> bool| -> Vec<Bits<N>> {
            (0..count)
                .map(|a| {
                    let near = |c: &usize| {
                        let (x, y) = (b.places[a], b.places[*c]);
                        b.board[a] == b.board[*c] && f((x.0 - y.0).abs(), (x.1 - y.1).abs())
                    };
                    b.squares.iter().filter(near).collect()
                })
                .collect()
        };
        let beside = table(&|f, r| f + r == 1);
        let around = table(&|f, r| f.max(r) == 1);
        let in_line = table(&|f, r| (f == 0) != (r == 0));
        let mut within = vec![vec![Bits::EMPTY; count]; FAR + 1];
        for (a, x) in b.places.iter().enumerate() {
            for c in b.squares.iter().filter(|c| b.board[*c] == b.board[a]) {
                let apart = ((x.0 - b.places[c].0).abs() + (x.1 - b.places[c].1).abs()) as usize;
                if apart <= FAR {
                    within[apart][a].add(c);
                }
            }
            for n in 1..=FAR {
                let nearer = within[n - 1][a];
                within[n][a] |= nearer;
            }
        }
        (b.beside, b.around, b.in_line, b.within) = (beside, around, in_line, within);
        b.rows = (0..b.boards.len())
            .map(|board| std::array::from_fn(|facing| b.rows_of(facing as u8, board)))
            .collect();
        b.find_borders();
        b.find_edge();
        Some(b)
    }
    /// Numbers the borders.
    fn find_borders(&mut self) {
        for sq in 0..self.count() {
            let mut of = [None; 2];
            for (slot, d) in of.iter_mut().zip([(1, 0), (0, 1)]) {
                let next = self.step(sq, d, false);
                if let Some((next, _)) = next.filter(|_| self.squares.has(sq)) {
                    *slot = Some(self.borders.len() as u16);
                    self.borders.push([sq as u16, next as u16]);
                }
            }
            self.borders_of.push(of);
        }
    }
    /// Where the board ends.
    fn find_edge(&mut self) {
        for sq in self.squares.iter() {
            let ends = |d| self.step(sq, d, false).is_none();
            let (along_rank, along_file) =
                (ends((1, 0)) || ends((-1, 0)), ends((0, 1)) || ends((0, -1)));
            if along_rank || along_file {
                self.edge.add(sq);
            }
            if along_rank && along_file {
                self.corners.add(sq);
            }
        }
    }
    /// The rows of a board in a facing, from the first on.
    fn rows_of(&self, facing: u8, board: usize) -> Vec<Bits<N>> {
        let b = &self.boards[board];
        let upright = facing.is_multiple_of(2);
        let len = i16::from(if upright { b.ranks } else { b.files });
        let row = |at: i16| {
            let on = |s: &usize| {
                let (f, r) = self.place(*s);
                (if upright { r } else { f }) == at
            };
            self.of_board[board].iter().filter(on).collect()
        };
        match facing % 4 < 2 {
            true => (0..len).map(row).collect(),
            false => (0..len).rev().map(row).collect(),
        }
    }
    /// How many borders there are.
    pub fn border_count(&self) -> usize {
        self.borders.len()
    }
    /// The two squares that share a border.
    pub fn sides_of_border(&self, border: usize) -> [usize; 2] {
        self.borders[border].map(usize::from)
    }
    /// The border that two squares share, in either order.
    pub fn border(&self, a: usize, b: usize) -> Option<usize> {
        let (low, high) = (a.min(b), a.max(b));
        let of = self.borders_of.get(low)?.iter().flatten();
        of.map(|i| usize::from(*i))
            .find(|i| self.sides_of_border(*i)[1] == high)
    }
    /// What a step of one square to the next one in this direction passes; none: a leap, or no such step without an edge joined.
    pub fn passage(&self, from: usize, d: (i8, i8)) -> Option<Passage> {
        let (to, _) = self.step(from, d, false)?;
        match d {
            (0, 1 | -1) | (1 | -1, 0) => self.border(from, to).map(Passage::Border),
            (1 | -1, 1 | -1) => {
                let around = |d: (i8, i8)| {
                    let (at, _) = self.step(from, d, false)?;
                    Some([self.border(from, at)?, self.border(at, to)?])
                };
                Some(Passage::Corner([around((d.0, 0)), around((0, d.1))]))
            }
            _ => None,
        }
    }
    /// The borders between a square of the one set and a square of the other.
    pub fn borders_between(&self, a: Bits<N>, b: Bits<N>) -> Bits<N> {
        let meant = |i: &usize| {
            let [x, y] = self.sides_of_border(*i);
            a.has(x) && b.has(y) || a.has(y) && b.has(x)
        };
        (0..self.border_count()).filter(meant).collect()
    }
    /// The squares that one of these borders belongs to.
    pub fn squares_at(&self, borders: Bits<N>) -> Bits<N> {
        let there = borders.iter().filter(|i| *i < self.border_count());
        there.flat_map(|i| self.sides_of_border(i)).collect()
    }
    /// How many squares there are, holes included.
    pub fn count(&self) -> usize {
        self.places.len()
    }
    /// File and rank from 0.
    #[inline(always)]
    pub fn place(&self, sq: usize) -> (i16, i16) {
        self.places[sq]
    }
    /// The number of the board a square is on.
    #[inline(always)]
    pub fn board_of(&self, sq: usize) -> usize {
        self.board[sq] as usize
    }
    /// The square at file and rank of a board, if it exists.
    pub fn square(&self, board: usize, f: i16, r: i16) -> Option<usize> {
        let b = &self.boards[board];
        if f < 0 || r < 0 || f >= b.files as i16 || r >= b.ranks as i16 {
            return None;
        }
        let sq = b.first.index() + (r * b.files as i16 + f) as usize;
        self.squares.has(sq).then_some(sq)
    }
    /// One step; `true` beside it: an edge of the torus was crossed.
    pub fn step(&self, sq: usize, d: (i8, i8), torus: bool) -> Option<(usize, bool)> {
        let board = self.board_of(sq);
        let (f, r) = self.place(sq);
        let (f, r) = (f + d.0 as i16, r + d.1 as i16);
        if torus {
            let b = &self.boards[board];
            let (tf, tr) = (f.rem_euclid(b.files as i16), r.rem_euclid(b.ranks as i16));
            return self.square(board, tf, tr).map(|s| (s, tf != f || tr != r));
        }
        self.square(board, f, r).map(|s| (s, false))
    }
    /// Files apart plus ranks apart; none between boards.
    pub fn distance(&self, a: usize, b: usize) -> Option<i32> {
        let ((fa, ra), (fb, rb)) = (self.place(a), self.place(b));
        (self.board[a] == self.board[b]).then(|| ((fa - fb).abs() + (ra - rb).abs()) as i32)
    }
    /// The squares around one square in this sense.
    #[inline(always)]
    pub fn near(&self, how: Around, sq: usize) -> Bits<N> {
        match how {
            Around::Beside => self.beside[sq],
            Around::Around => self.around[sq],
            Around::InLine => self.in_line[sq],
            Around::Within(n) => self.within[(n as usize).min(FAR)][sq],
            Around::AwayWithin(n) => self.within[(n as usize).min(FAR)][sq] - Bits::one(sq),
        }
    }
    /// The direction from one square to another, if they are in line or on a diagonal of one board.
    pub fn heading(&self, a: usize, b: usize) -> Option<(i8, i8)> {
        let ((fa, ra), (fb, rb)) = (self.place(a), self.place(b));
        let (df, dr) = (fb - fa, rb - ra);
        let straight = df == 0 || dr == 0 || df.abs() == dr.abs();
        (straight && a != b && self.board[a] == self.board[b])
            .then_some((df.signum() as i8, dr.signum() as i8))
    }
    /// The squares of a straight line from one square to another, with both ends if asked; none where there is no such line, or a
    /// hole in it.
    pub fn line(&self, a: usize, b: usize, ends: bool) -> Bits<N> {
        let mut all = Bits::EMPTY;
        if a == b {
            if ends {
                all.add(a);
            }
            return all;
        }
        let Some(d) = self.heading(a, b) else {
            return all;
        };
        let mut at = a;
        loop {
            if ends || at != a && at != b {
                all.add(at);
            }
            if at == b {
                return all;
            }
            match self.step(at, d, false) {
                Some((next, _)) => at = next,
                None => return Bits::EMPTY,
            }
        }
    }
    /// A square written for the first seat, in the frame of a seat.
    pub fn in_frame(&self, sq: usize, seat: usize) -> usize {
        let s = &self.seats[seat];
        let Some(frame) = s.frame else { return sq };
        let b = &self.boards[s.board.index()];
        let (mut f, mut r) = self.place(sq);
        let (mut w, mut h) = (b.files as i16, b.ranks as i16);
        if frame.mirror {
            r = h - 1 - r;
        }
        for _ in 0..frame.turns % 4 {
            (f, r) = (r, w - 1 - f);
            (w, h) = (h, w);
        }
        b.first.index() + (r * b.files as i16 + f).max(0) as usize
    }
    /// Which way a seat faces, in quarter turns clockwise from north.
    pub fn facing(&self, seat: usize) -> u8 {
        self.seats[seat]
            .frame
            .map_or(0, |f| (f.turns + if f.mirror { 2 } else { 0 }) % 4)
    }
    /// The board of a seat.
    pub fn board_of_seat(&self, seat: usize) -> usize {
        self.seats[seat].board.index()
    }
    /// The n-th row (from 1; -1: the last) in a facing on a board.
    pub fn row(&self, n: i32, facing: u8, board: usize) -> Bits<N> {
        let rows = &self.rows[board][facing as usize % 4];
        let at = if n < 0 { rows.len() as i32 } else { n } - 1;
        let row = usize::try_from(at).ok().and_then(|at| rows.get(at));
        row.copied().unwrap_or(Bits::EMPTY)
    }
    /// The n-th file (from 1, from the left; -1: the last) in a facing on a board.
    pub fn file(&self, n: i32, facing: u8, board: usize) -> Bits<N> {
        self.row(n, (facing + 1) % 4, board)
    }
}

/// An offset turned clockwise by quarter turns.
pub fn turned(d: (i8, i8), facing: u8) -> (i8, i8) {
    match facing % 4 {
        0 => d,
        1 => (d.1, -d.0),
        2 => (-d.0, -d.1),
        _ => (-d.1, d.0),
    }
}
