//! `or` and `and` between things: in a step who acts picks one of those joined by `or`. Never takes one word for the other: where it is
//! not clear which are meant, the sentence is refused.
use super::deed::Vp;
use super::reader::*;
use super::terms::Joint;
use engine::rules::*;

impl Rd<'_> {
    /// Things joined by `or` become a choice of one. `whole`: the step ends where this is asked.
    pub(super) fn one_of_list(&self, vp: &mut Vp, whole: bool) {
        let object = vp.object.iter_mut();
        let cases = vp.cases.iter_mut().map(|(_, ph)| ph);
        let mut refused = None;
        for ph in object.chain(cases) {
            if ph.joint != Some(Joint::Or) || !matters(ph) {
                continue;
            }
            let why = if !ph.ones {
                Some("which of them is not said: `or` stands between several things")
            } else if owner_of_last(ph) {
                Some("two readings: is what stands behind the last said of it alone, or of all?")
            } else {
                None
            };
            match (why, &mut ph.value) {
                (None, Value::Set(set)) => {
                    ph.art = Art::A;
                    set.amount = Amount::Any;
                }
                (None, Value::Num(_)) => {}
                (Some(why), _) => refused = Some((why, ph.ones)),
            }
        }
        let Some((why, ones)) = refused.filter(|_| whole) else {
            return;
        };
        let help = match ones {
            true => {
                "of all: `a pawn or knight of yours`; each its own: `a pawn of yours or a knight of an opponent`"
            }
            false => {
                "let the player pick: `either \"pawns\" { remove your pawns } or \"knights\" { remove your knights }`; all of them: write `and`"
            }
        };
        let code = match ones {
            true => "E119",
            false => "E192",
        };
        let (from, to) = vp.object_at;
        let span = super::lex::join(self.span(from), self.span(to.saturating_sub(1)));
        self.note(error(code, span, why, Some(help.to_owned())));
    }

    /// E192: `no queen or no rook`, `exactly 1 queen or exactly 1 rook` would ask for both.
    pub(super) fn none_or_none(&self, first: &Ph, next: &Ph, at: usize) -> bool {
        let counted = |ph: &Ph| match &ph.value {
            Value::Set(set) => matches!(set.amount, Amount::No | Amount::Count(..)),
            Value::Num(_) => false,
        };
        let both = first.ty == next.ty && counted(first) && counted(next);
        if both {
            let message = "`or` would mean `and` here: each of these would have to be so";
            let help = "either: say it whole of each, `you have no queen or you have no rook`; both: write `and`, or `no queen or rook`";
            self.fail_help(at - 1, "E192", message, Some(help.to_owned()));
        }
        both
    }

    /// E192: `a queen and a rook` is not one thing that is either.
    pub(super) fn one_of_each(&self, first: &Ph, next: &Ph, at: usize) -> bool {
        let some = |ph: &Ph| match &ph.value {
            Value::Set(set) => matches!(set.amount, Amount::Any | Amount::Count(..)),
            _ => false,
        };
        let alike = first.ty == next.ty && first.ty != Some(Ty::Kind);
        let both = alike && some(next);
        if both {
            let message = "`and` would mean `or` here: one of these would be enough";
            let help = "both: give each its own clause or step; either: write `or`";
            self.fail_help(at - 1, "E192", message, Some(help.to_owned()));
        }
        both
    }
}

/// What is done to it hangs on which of them it is.
fn matters(ph: &Ph) -> bool {
    ph.ty
        .is_some_and(|ty| ty != Ty::Number && ty != Ty::Direction)
}

/// `a pawn or a knight of yours`: the last has an owner or a place, and the others have none.
fn owner_of_last(ph: &Ph) -> bool {
    let Value::Set(Set {
        base: Base::Or(parts),
        by,
        ..
    }) = &ph.value
    else {
        return false;
    };
    let narrowed = |part: &Set| {
        let kind = |n: &Narrow| matches!(n, Narrow::Is(Quality::Kind(_)));
        part.by.iter().any(|n| !kind(n))
    };
    let indefinite = |part: &Set| matches!(part.base, Base::All(_));
    let Some((last, others)) = parts.split_last() else {
        return false;
    };
    by.is_empty()
        && ph.ty == Some(Ty::Piece)
        && narrowed(last)
        && others
            .iter()
            .all(|part| indefinite(part) && !narrowed(part))
}
