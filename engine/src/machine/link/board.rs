//! The board as link sees it: which squares there are, what a step leads to, and how the first seat's
//! view turns into that of another seat or piece.
use super::LinkProblem;
use crate::rules::{Frame, Ruleset};

/// One board.
#[derive(Clone, Debug)]
pub struct Geometry {
    files: i32,
    ranks: i32,
    exists: Vec<bool>,
}

/// A step as (files, ranks).
pub type Step = (i8, i8);

impl Geometry {
    /// The only board of the rules.
    pub fn new(rules: &Ruleset) -> Result<Geometry, LinkProblem> {
        let [board] = rules.boards.as_slice() else {
            return Err(LinkProblem::of_match("only one board has a plan"));
        };
        if board.layers != 1 {
            return Err(LinkProblem::of_match("a board with two sides has no plan"));
        }
        let turned = rules
            .seats
            .iter()
            .filter_map(|seat| seat.frame)
            .any(|frame| frame.turns % 2 == 1);
        if turned && board.files != board.ranks {
            return Err(LinkProblem::of_match("a turned seat needs a square board"));
        }
        let (files, ranks) = (i32::from(board.files), i32::from(board.ranks));
        if files > 15 || ranks > 15 {
            return Err(LinkProblem::of_match(
                "a board of more than 15 by 15 has no plan",
            ));
        }
        let mut exists = vec![true; (files * ranks) as usize];
        for hole in &board.holes {
            if let Some(square) = exists.get_mut(hole.index()) {
                *square = false;
            }
        }
        Ok(Geometry {
            files,
            ranks,
            exists,
        })
    }

    /// How many squares are numbered.
    pub fn size(&self) -> usize {
        self.exists.len()
    }

    /// The squares there are.
    pub fn squares(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.size() as u8).filter(|&sq| self.exists[usize::from(sq)])
    }

    fn at(&self, x: i32, y: i32) -> Option<u8> {
        let inside = (0..self.files).contains(&x) && (0..self.ranks).contains(&y);
        let sq = if inside {
            y * self.files + x
        } else {
            return None;
        };
        self.exists[sq as usize].then_some(sq as u8)
    }

    fn place(&self, sq: u8) -> (i32, i32) {
        (i32::from(sq) % self.files, i32::from(sq) / self.files)
    }

    /// Files and ranks between two squares.
    pub fn apart(&self, a: u8, b: u8) -> (i32, i32) {
        let ((x, y), (u, v)) = (self.place(a), self.place(b));
        ((x - u).abs(), (y - v).abs())
    }

    /// Where a step leads.
    pub fn go(&self, sq: u8, step: Step) -> Option<u8> {
        let (x, y) = self.place(sq);
        self.at(x + i32::from(step.0), y + i32::from(step.1))
    }

    /// A step as a difference of square numbers; none if it is too long for a set-wise shift.
    pub fn delta(&self, step: Step) -> Option<i8> {
        i8::try_from(i32::from(step.0) + i32::from(step.1) * self.files).ok()
    }

    /// A square of the first seat's view in the frame.
    pub fn turn_square(&self, frame: Frame, sq: u8) -> Option<u8> {
        let (mut x, mut y) = self.place(sq);
        if frame.mirror {
            y = self.ranks - 1 - y;
        }
        for _ in 0..frame.turns % 4 {
            (x, y) = (y, self.files - 1 - x);
        }
        self.at(x, y)
    }

    /// The squares of the n-th row (from 1; -1: the last) in the frame.
    pub fn row(&self, frame: Frame, n: i16) -> Vec<u8> {
        let row = if n < 0 {
            self.ranks + i32::from(n)
        } else {
            i32::from(n) - 1
        };
        let mut squares: Vec<u8> = (0..self.size() as u8)
            .filter(|&sq| self.place(sq).1 == row)
            .filter_map(|sq| self.turn_square(frame, sq))
            .collect();
        squares.sort_unstable();
        squares
    }

    /// The squares of a straight line, both ends too.
    pub fn line(&self, from: u8, to: u8) -> Option<Vec<u8>> {
        let ((x, y), (u, v)) = (self.place(from), self.place(to));
        let (dx, dy) = (u - x, v - y);
        if dx != 0 && dy != 0 && dx.abs() != dy.abs() {
            return None;
        }
        (0..=dx.abs().max(dy.abs()))
            .map(|i| self.at(x + dx.signum() * i, y + dy.signum() * i))
            .collect()
    }
}

/// A step of the first seat's view in the frame.
pub fn turn_step(frame: Frame, (mut x, mut y): Step) -> Step {
    if frame.mirror {
        y = -y;
    }
    for _ in 0..frame.turns % 4 {
        (x, y) = (y, -x);
    }
    (x, y)
}
