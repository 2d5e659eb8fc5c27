//! The rules IR: what a rules text means, sentence by sentence, with every name resolved.
//!
//! One node per form of the language and one [`Deed`] per verb phrase. Read-back, `why` and refusals
//! print from it; the core lowers it into a plan. It is serialisable and versioned, and a host can build it without any text.
mod cond;
mod deed;
mod rule;
mod ruleset;
mod said;
mod script;
mod set;
mod state;
mod step;
mod visit;

pub use cond::*;
pub use deed::*;
pub use rule::*;
pub use ruleset::*;
pub use said::in_words;
pub use script::*;
pub use set::*;
pub use state::*;
pub use step::*;
pub use visit::*;
