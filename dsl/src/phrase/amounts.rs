//! Calculations, and amounts that come to nothing: `0 times`, `up to 0 squares`, `divided by 0`; and amounts where none is counted.
use super::deed::Mode;
use super::reader::*;
use super::set::countable;
use engine::rules::*;

const NOTHING: &str = "with this number the words say nothing";

const ONE_AFTER_THE_OTHER: &str = "things happen to one piece or player after the other, so this would ask for any of them, not for all";

const WHAT_IS_LEFT: &str = "ask for what is left (`as soon as an opponent has no pawns`, `if no pawn of yours is unmoved`); to watch each of \
                            them write `a pawn`";

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

    /// E150: things happen one after the other; that they have happened to all of them is something else.
    pub(super) fn all_at_once(&self, pos: usize, mode: Mode) {
        let asked = mode == Mode::History && self.any(pos, &["every", "each"]);
        if asked || self.is(pos, "all") {
            let help = Some(WHAT_IS_LEFT.to_owned());
            self.note(error("E150", self.span(pos), ONE_AFTER_THE_OTHER, help));
        }
    }

    /// E150: `if all your pawns have moved`: the past is asked whether it happened, not to which of them it did not.
    pub(super) fn all_have(&self, pos: usize, subject: &Ph, cond: &Cond) {
        let of_pieces = subject.ty == Some(Ty::Piece) && subject.art == Art::Every;
        if of_pieces && matches!(cond, Cond::Is(clause) if matches!(clause.says, Says::Did(_))) {
            let help = Some(WHAT_IS_LEFT.to_owned());
            self.note(error("E150", self.span(pos), ONE_AFTER_THE_OTHER, help));
        }
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

    /// E150: `if a rook of yours has captured 3 pieces`: one rook, or all of them together?
    pub(super) fn counted_of_some(&self, subject: &Ph, vp: &super::deed::Vp) {
        let some = |s: &Set| s.ty == Ty::Piece && matches!(s.base, Base::All(_));
        // `as soon as a rook of yours has captured 3 pieces` is asked of each rook
        let of_each = self.toks.iter().any(|t| t.text == "as-soon-as")
            && matches!(&subject.value, Value::Set(s) if s.amount == Amount::Any);
        let of_some = matches!(&subject.value, Value::Set(s) if some(s)) && !of_each;
        let counted =
            matches!(&vp.deed.object, Some(Value::Set(s)) if matches!(s.amount, Amount::Count(..)));
        if of_some && counted {
            let said = "is it one of these pieces that did so much, or all of them together?";
            let help = "of one of them: `if there is a rook of yours that has captured 3 or more pieces`; of all together: `if you have captured \
                        3 or more pieces`; in the rules of a kind: `if it has captured 3 or more pieces`";
            let span = self.span(vp.object_at.0);
            self.note(error("E150", span, said, Some(help.to_owned())));
        }
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
    /// Where the turn that is skipped ends as a phrase. E160: `skip this turn`, which has begun.
    pub(super) fn turns_to_skip(&self, pos: usize, sc: &Scope, mode: Mode) -> Vec<usize> {
        let next = |span: &Span| matches!(span, Span::Next(_) | Span::NextTurn);
        let other = |span: &Span| mode == Mode::Step && !next(span);
        let (refused, turns): (Alts<Span>, Alts<Span>) = self
            .span_of_time(pos, sc)
            .into_iter()
            .partition(|(span, _)| other(span));
        if !refused.is_empty() {
            let begun = |(span, _): &(Span, usize)| matches!(span, Span::This | Span::Your);
            let later = !refused.iter().all(begun);
            let help = "write `skip your next turn`, `skip their next turn`";
            let message = "only the next turn of a player can be skipped: one that has begun is played, and later ones are not counted";
            self.fail_help(pos, "E160", message, later.then(|| help.to_owned()));
        }
        turns.into_iter().map(|(_, end)| end).collect()
    }

    /// `plus`, `minus`, `times`, `divided by`, from left to right.
    pub(super) fn arithmetic(&self, ph: Ph, p: usize, sc: &Scope, out: &mut Alts<Ph>) {
        let op = match self.w(p) {
            "plus" => Op::Plus,
            "minus" => Op::Minus,
            "times" => Op::Times,
            "divided-by" => Op::Divided,
            _ => {
                out.push((ph, p));
                return;
            }
        };
        let as_number = ph.number().or_else(|| countable(&ph));
        let Some(left) = as_number else {
            out.push((ph, p));
            return;
        };
        let mut any = false;
        for (next, q) in self.head(p + 1, sc, false) {
            // `3 minus your kings`: how many there are
            let Some(right) = next.number().or_else(|| countable(&next)) else {
                continue;
            };
            if op == Op::Divided && right == Num::Lit(0) {
                self.too_few(p + 1, "nothing can be divided by 0");
                return;
            }
            any = true;
            let both = Num::Bin(op, Box::new(left.clone()), Box::new(right));
            self.arithmetic(Ph::num(both), q, sc, out);
        }
        if !any {
            out.push((ph, p));
        }
    }

    /// `twice the points of your opponent`: 2 times as many.
    pub(super) fn twice(&self, pos: usize, sc: &Scope) -> Alts<Ph> {
        if self.is(pos + 1, "per") {
            return Vec::new();
        }
        let twice = |(of, q): (Ph, usize)| {
            let n = of.number().or_else(|| countable(&of))?;
            let num = Num::Bin(Op::Times, Box::new(Num::Lit(2)), Box::new(n));
            Some((Ph::num(num), q))
        };
        let of = self.head(pos + 1, sc, false);
        of.into_iter().filter_map(twice).collect()
    }

    /// `the number of your pawns minus 2`, `the number of squares on rank 3 divided by 2`: the phrase here is a part of what is counted.
    pub(super) fn ends_before_a_calculation(&self, pos: usize) -> bool {
        let Some(before) = pos.checked_sub(1) else {
            return false;
        };
        let remainder = before > 0 && self.is(before - 1, "remainder");
        self.is(before, "of") && !remainder || self.words.place(self.w(before)).is_some()
    }

    /// E220: `repeat 100 times`, `roll 300 dice`: more than is ever done.
    pub(super) fn too_often(&self, pos: usize, n: i32, most: i32, what: &str) -> bool {
        let often = n > most;
        if often {
            let message = format!("{what} at most {most} times");
            let help = format!("say a number up to {most}");
            self.fail_help(pos, "E220", message, Some(help));
        }
        often
    }

    pub(super) fn too_few(&self, pos: usize, help: &str) {
        self.fail_help(pos, "E149", NOTHING, Some(help.to_owned()));
    }

    /// E150: a way leads through whatever stands on it, pushes it, captures it.
    pub(super) fn uncounted(&self, p: usize, those: Alts<Ph>) -> Alts<Ph> {
        let word = self.w(p);
        let counted = |amount: &Amount| matches!(amount, Amount::Count(..) | Amount::No);
        let several = |n: &Narrow| {
            let near = |near: &Near| matches!(near, Near::Beside | Near::Around | Near::Within(_));
            matches!(n, Narrow::At(at, _) if near(at))
        };
        // `capturing an enemy beside it` would take every such enemy, and not one that somebody chooses
        let one_of =
            |ph: &Ph, s: &Set| word == "capturing" && ph.art == Art::A && s.by.iter().any(several);
        let counts =
            |ph: &Ph| matches!(&ph.value, Value::Set(s) if counted(&s.amount) || one_of(ph, s));
        let all = those.len();
        let left: Alts<Ph> = those.into_iter().filter(|(ph, _)| !counts(ph)).collect();
        if left.len() < all {
            let those = match word {
                "capturing" => "all of these are taken",
                "from" => "it is where the piece stands",
                _ => "all that stand on the way are meant",
            };
            let said = format!("an amount behind `{word}` counts nothing: {those}");
            let help = match word {
                "through" => {
                    "leave the amount out (`through pieces of yours`); over exactly one it is `slides orthogonally over 1 piece`"
                }
                "from" => {
                    "leave the amount out: `from rank 2`; how far is said in front: `slides 3 squares orthogonally`"
                }
                "capturing" => {
                    "leave the amount out: `capturing enemies beside it`; one that somebody chooses: `after it moves, capture an enemy beside it`; \
                     none: leave this out, or write `without capturing`"
                }
                _ => "leave the amount out: `pushing an enemy`, `pushing enemies`",
            };
            self.fail_help(p + 1, "E150", said, Some(help.to_owned()));
        }
        left
    }

    /// E150: `a file of 2 or more pawns` is the file of any of them.
    pub(super) fn counted_of(&self, p: usize, all: &mut Alts<Ph>) {
        let counted = |ph: &Ph| {
            matches!(&ph.value, Value::Set(s) if matches!(s.ty, Ty::Piece | Ty::Square | Ty::Seat)
                && matches!(&s.amount, Amount::Count(rel, n) if (rel, n) != (&Rel::Eq, &Num::Lit(1))))
        };
        let before = all.len();
        all.retain(|(ph, _)| !counted(ph));
        // a bare number (`the places of two pieces`) belongs to a sentence that has advice of its own
        let bare = !self.exact(p + 1) && self.int(p + 1).is_some() && !self.is(p + 2, "or");
        if all.len() < before && !bare {
            let said = "an amount behind `of` counts nothing";
            let help = "leave the amount out, or count in a condition: `if 2 or more pawns of yours are on the file of the destination`";
            self.fail_help(p + 1, "E150", said, Some(help.to_owned()));
        }
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
