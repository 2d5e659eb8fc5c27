//! Leap tables and line tables, each stored once however many kinds and seats use it.
use super::LinkProblem;
use super::board::{Geometry, Step};
use crate::machine::bits::Bits;
use crate::machine::program::{Line, NO_TABLE};

/// A line through the board: a step, how often forward and how often backward (0: not that way).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Axis {
    /// The step that leads to higher squares.
    pub step: Step,
    /// At most so often forward.
    pub forward: u8,
    /// At most so often backward.
    pub backward: u8,
}

impl Axis {
    /// The axis of one ride.
    pub fn of(board: &Geometry, step: Step, max: u8) -> Option<Axis> {
        match board.delta(step)? {
            0 => None,
            1.. => Some(Axis {
                step,
                forward: max,
                backward: 0,
            }),
            _ => Some(Axis {
                step: (-step.0, -step.1),
                forward: 0,
                backward: max,
            }),
        }
    }

    /// The axis seen from the other end.
    pub fn reversed(self) -> Axis {
        Axis {
            forward: self.backward,
            backward: self.forward,
            ..self
        }
    }
}

/// The growing tables.
pub struct Tables<'a, B> {
    /// The board.
    pub board: &'a Geometry,
    /// Leap tables.
    pub tables: Vec<B>,
    /// Line tables.
    pub lines: Vec<Line<B>>,
    /// Squares between.
    pub between: Vec<B>,
    joined: Vec<bool>,
}

impl<'a, B: Bits> Tables<'a, B> {
    /// No tables yet.
    pub fn new(board: &'a Geometry) -> Self {
        let pairs = board.size() * B::SIZE;
        Tables {
            board,
            tables: Vec::new(),
            lines: Vec::new(),
            between: vec![B::NONE; pairs],
            joined: vec![false; pairs],
        }
    }

    /// The whole board.
    pub fn all(&self) -> B {
        self.board
            .squares()
            .fold(B::NONE, |set, sq| set | B::bit(sq))
    }

    /// The number of a leap table.
    pub fn table(&mut self, rows: &[B]) -> Result<u8, LinkProblem> {
        let mut padded = vec![B::NONE; B::SIZE];
        padded[..rows.len()].copy_from_slice(rows);
        let known = self
            .tables
            .chunks(B::SIZE)
            .position(|table| table == padded.as_slice());
        let id = known.unwrap_or(self.tables.len() / B::SIZE);
        if known.is_none() {
            self.tables.extend(padded);
        }
        u8::try_from(id)
            .ok()
            .filter(|&id| id != NO_TABLE)
            .ok_or(LinkProblem::of_match("too many patterns"))
    }

    /// What is on an axis on either side of a square.
    pub fn on_axis(&self, axis: Axis, sq: u8) -> Line<B> {
        let walk = |step: Step, max: u8| {
            let (mut set, mut at) = (B::NONE, sq);
            for _ in 0..max {
                let Some(next) = self.board.go(at, step) else {
                    break;
                };
                set |= B::bit(next);
                at = next;
            }
            set
        };
        let back = (-axis.step.0, -axis.step.1);
        Line {
            lower: walk(back, axis.backward),
            upper: walk(axis.step, axis.forward),
        }
    }

    /// The number of a line table.
    pub fn line(&mut self, axis: Axis) -> Result<u8, LinkProblem> {
        let mut rows = vec![
            Line {
                lower: B::NONE,
                upper: B::NONE
            };
            B::SIZE
        ];
        for sq in self.board.squares() {
            rows[usize::from(sq)] = self.on_axis(axis, sq);
        }
        let known = self
            .lines
            .chunks(B::SIZE)
            .position(|table| table == rows.as_slice());
        let id = known.unwrap_or(self.lines.len() / B::SIZE);
        if known.is_none() {
            self.lines.extend(rows);
        }
        u8::try_from(id).map_err(|_| LinkProblem::of_match("too many lines"))
    }

    /// Fills in what lies between the squares of an axis, both ways.
    pub fn join(&mut self, axis: Axis) -> Result<(), LinkProblem> {
        let back = (-axis.step.0, -axis.step.1);
        for sq in self.board.squares().collect::<Vec<_>>() {
            for step in [axis.step, back] {
                let (mut way, mut at) = (B::NONE, sq);
                while let Some(next) = self.board.go(at, step) {
                    let pair = usize::from(sq) * B::SIZE + usize::from(next);
                    if self.joined[pair] && self.between[pair] != way {
                        return Err(LinkProblem::of_match(
                            "two sorts of line join the same squares",
                        ));
                    }
                    self.joined[pair] = true;
                    self.between[pair] = way;
                    way |= B::bit(next);
                    at = next;
                }
            }
        }
        Ok(())
    }
}
