//! Guards that hang on the position: postfix programs over sets, run once for a decision of a seat they
//! concern. A seat nobody's guard concerns never comes here.
use super::bits::{Bits, each};
use super::program::{Code, Program};
use super::state::{State, ix};

/// One operation on a stack of sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOp<B> {
    /// Fixed squares.
    Fixed(B),
    /// A plane: a seat's pieces or a species.
    Plane(u8),
    /// All pieces.
    Pieces,
    /// The intersection of the two topmost.
    And,
    /// The union of the two topmost.
    Or,
    /// What is not in the topmost.
    Not,
    /// Squares near a square of the topmost, by a table.
    Near(u8),
    /// What the topmost pieces of a seat could capture on by their kind's patterns.
    Cover(u8),
}

/// Deepest stack a program may need.
pub const MAX_STACK: usize = 8;

/// A set program and the seat whose rule it is; it is dead when that seat is out.
#[derive(Clone, Debug)]
pub struct Guard<B> {
    /// Whose rule.
    pub holder: u8,
    /// The operations.
    pub code: Vec<SetOp<B>>,
}

/// What limits the moves of a seat.
#[derive(Clone, Debug)]
pub struct Guards<B> {
    /// Pieces that cannot move or capture.
    pub frozen: Vec<Guard<B>>,
    /// Pieces that cannot be captured.
    pub shielded: Vec<Guard<B>>,
    /// Species that can only be captured from near by, and the table that says what is near.
    pub shy: Vec<(u8, u8)>,
}

impl<B> Default for Guards<B> {
    fn default() -> Self {
        Guards {
            frozen: Vec::new(),
            shielded: Vec::new(),
            shy: Vec::new(),
        }
    }
}

impl<B> Guards<B> {
    /// No guard at all.
    pub fn none(&self) -> bool {
        self.frozen.is_empty() && self.shielded.is_empty() && self.shy.is_empty()
    }
}

impl<B: Bits, const P: usize, const S: usize> Program<B, P, S> {
    /// The union of what some guards name.
    #[inline(never)]
    pub(super) fn guarded(&self, st: &State<B, P, S>, guards: &[Guard<B>]) -> B {
        let mut all = B::NONE;
        for guard in guards {
            if st.playing >> guard.holder & 1 == 1 {
                all |= self.set(st, &guard.code);
            }
        }
        all
    }

    /// Runs a set program.
    fn set(&self, st: &State<B, P, S>, code: &[SetOp<B>]) -> B {
        let mut stack = [B::NONE; MAX_STACK];
        let mut top = 0;
        for op in code {
            let value = match *op {
                SetOp::Fixed(set) => set,
                SetOp::Plane(plane) => st.planes[ix::<P>(plane)],
                SetOp::Pieces => st.occupied(),
                SetOp::And | SetOp::Or => {
                    let b = stack[(top - 1) & (MAX_STACK - 1)];
                    top -= 2;
                    let a = stack[top & (MAX_STACK - 1)];
                    if *op == SetOp::And { a & b } else { a | b }
                }
                SetOp::Not => {
                    top -= 1;
                    !stack[top & (MAX_STACK - 1)]
                }
                SetOp::Near(table) => {
                    top -= 1;
                    let mut near = B::NONE;
                    each(stack[top & (MAX_STACK - 1)], |sq| {
                        near |= self.table(table, sq)
                    });
                    near
                }
                SetOp::Cover(seat) => {
                    top -= 1;
                    self.cover(st, usize::from(seat) % S, stack[top & (MAX_STACK - 1)])
                }
            };
            stack[top & (MAX_STACK - 1)] = value;
            top += 1;
        }
        stack[0]
    }

    /// The squares on which pieces of a seat could capture by the patterns of their kinds.
    fn cover(&self, st: &State<B, P, S>, seat: usize, pieces: B) -> B {
        let occ = st.occupied();
        let own = st.planes[seat] & pieces;
        let mut all = B::NONE;
        for ins in &self.seats[seat].cover {
            let from = st.planes[ix::<P>(ins.plane)] & own & ins.pre;
            match ins.code {
                Code::Step(_) => all |= from.shift(ins.step),
                _ => each(from, |sq| all |= self.reach(ins, sq, occ)),
            }
        }
        all
    }
}
