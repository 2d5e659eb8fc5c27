//! Amounts that come to nothing: `0 times`, `up to 0 squares`, `divided by 0`; and amounts where none is counted.
use super::reader::*;
use engine::rules::*;

const NOTHING: &str = "with this number the words say nothing";

impl Rd<'_> {
    /// E149: so few that nothing is said.
    pub(super) fn comes_to_nothing(&self, pos: usize, amount: &Amount) -> bool {
        let nothing = match amount {
            Amount::Count(Rel::Eq | Rel::Le, Num::Lit(n)) => *n < 1,
            Amount::Count(Rel::Lt, Num::Lit(n)) => *n < 2,
            _ => false,
        };
        if nothing {
            self.too_few(
                pos,
                "name an amount of 1 or more, or leave the sentence out",
            );
        }
        nothing
    }

    /// E150: what is gone through or chosen among is all there is; how many are taken is said before the name.
    pub(super) fn counts_out(&self, pos: usize, amount: &Amount) -> bool {
        let counted = matches!(amount, Amount::Count(..) | Amount::No);
        if counted {
            let message = "this goes by all of them, however many there are";
            let help = "choose so many first (`choose 2 group among ..`), then write `for each piece among the group`";
            self.fail_help(pos, "E150", message, Some(help.to_owned()));
        }
        counted
    }

    /// E149 for a number that has to be 1 or more.
    pub(super) fn counts_nothing(&self, pos: usize, n: &Num) -> bool {
        self.comes_to_nothing(pos, &Amount::Count(Rel::Eq, n.clone()))
    }

    /// E149 for `add 0`, `score 0`.
    pub(super) fn counts_zero(&self, pos: usize, n: &Num) -> bool {
        let nothing = matches!(n, Num::Lit(0));
        if nothing {
            // told whatever the rest of the sentence comes to: nothing else is wrong with it
            let help = Some("name an amount of 1 or more, or leave the sentence out".to_owned());
            self.note(error("E149", self.span(pos), NOTHING, help));
        }
        nothing
    }

    /// E149 at a place, with what to write.
    pub(super) fn too_few(&self, pos: usize, help: &str) {
        self.fail_help(pos, "E149", NOTHING, Some(help.to_owned()));
    }

    /// E150: a fact holds for each of its subjects, so none are counted. `so many`: a number of leave, as in `2 pawns may ..`.
    pub(super) fn counted_fact(&self, pos: usize, subject: &Ph, so_many: bool) -> bool {
        let Value::Set(set) = &subject.value else {
            return false;
        };
        let counted = match &set.amount {
            Amount::Count(Rel::Eq, _) => !so_many,
            Amount::Count(..) => true,
            _ => false,
        };
        if counted {
            let message = "what is so holds for each piece or player, however many there are";
            let help = "leave the amount out, or ask for it in a condition: `.. if there are 4 or more ..`";
            self.fail_help(pos, "E150", message, Some(help.to_owned()));
        }
        counted
    }
}
