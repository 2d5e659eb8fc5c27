//! What is wrong with rules that read well: definitions in a circle, choices of nobody, state nobody reads. Sentences are
//! looked at as they were compiled; names that are introduced and state that is declared, as they were written.
mod ahead;
mod armies;
mod circles;
mod contents;
mod gone;
mod idle;
mod late;
mod names;
mod out_of_place;
mod reopening;
mod sentences;
mod slips;
mod unsaid;
mod words;

pub use names::names;

use crate::diagnostic::Diagnostic;
use crate::program::Program;
use crate::syntax::Span;
use engine::ids::{SourceId, ZoneId};
use engine::rules::{Base, Narrow};
use std::collections::BTreeSet;

/// Everything that is to be said about compiled rules. Codes: E117, E122, E123, E129, E134, E146, E148, E153, E155, E157, E159, E165, E166, E167, E180, E181, E182, E183, E184, E187, E194, E196, E410,
/// E256, E257, E420, E421, E431, W310, W331, W340, W341, W360, W380, W382, W383, W385, W387, W389, W390, W391, W393.
pub fn rules(program: &Program) -> Vec<Diagnostic> {
    let mut review = Review {
        program,
        problems: Vec::new(),
        misused: BTreeSet::new(),
    };
    review.circles();
    review.actions_that_act();
    review.choices_of_nobody();
    review.next_of_no_time();
    review.sums_for_each();
    review.insteads();
    review.out_of_place();
    review.wrong_contents();
    review.leaks();
    review.captures_of_nobody();
    review.endless_marks();
    review.would_behind_chance();
    review.would_in_a_fact();
    review.rounds_that_never_start();
    review.royal_by_another_word();
    review.rounds_ended();
    review.added_for_a_time();
    review.swapped_with_the_lost();
    review.settled_by_the_event();
    review.permissions_of_nothing();
    review.repetition_within_a_turn();
    review.labels_of_nothing();
    review.shown_to_some();
    review.kinds_left();
    review.facts_of_armies();
    review.moves_replaced();
    review.empty_blocks();
    review.taken_back();
    review.otherwise_of_nothing();
    review.ends_on_the_way();
    review.sums_meant_as_one();
    review.last_along_the_board();
    review.state_that_never_comes();
    review.shared_places();
    review.kinds_that_never_come();
    review.kinds_without_a_move();
    review.forbidden_and_allowed();
    review.all_meant_as_one();
    review.left_behind();
    review.all_of_a_list();
    review.own_royals_removed();
    review.lost_on_the_board();
    review.players_that_have_lost();
    review.own_of_nobody();
    review.moves_without_end();
    review.values_of_none();
    review.problems
}

/// Of the owner of the subject, or of the holder of the rule.
fn is_own(narrow: &Narrow) -> bool {
    match narrow {
        Narrow::Own => true,
        Narrow::Of(of) => of.base == Base::You,
        _ => false,
    }
}

struct Review<'a> {
    program: &'a Program,
    problems: Vec<Diagnostic>,
    /// Zones of which something is told already that makes them seem empty.
    misused: BTreeSet<ZoneId>,
}

impl Review<'_> {
    fn report(&mut self, code: &'static str, src: SourceId, said: String, help: &str) {
        let span = self.program.pool.span_of(src);
        self.report_at(code, span, said, help);
    }

    fn report_at(&mut self, code: &'static str, span: Span, said: String, help: &str) {
        self.problems
            .push(Diagnostic::new(code, span, said).help(help));
    }
}
