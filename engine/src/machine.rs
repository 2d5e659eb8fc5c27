//! The fast machine: plays the matches whose rules have a plan as fast as hand-written code would.
//!
//! [`link`] turns rules and match into a [`Game`]: flat tables and instructions, in the smallest layout
//! that holds it. A position is a matrix of bits, a rule a mask or a flag of an instruction, a decision a
//! few groups of options. Where a rule has no plan, `link` says which, and the host plays the match on
//! the core; both speak the types of [`play`](crate::play).
mod apply;
pub mod bits;
mod game;
mod generate;
mod guards;
mod link;
mod past;
mod perft;
mod position;
mod program;
mod settle;
mod simulate;
mod sink;
mod state;
mod threats;

pub use game::{Game, Report, SetUp, SetUpProblem, Standing};
pub use link::{LinkProblem, link};
pub use perft::Leaves;
pub use position::Position;
pub use simulate::Tally;
