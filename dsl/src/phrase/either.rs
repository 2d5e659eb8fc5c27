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
        let refused = object.chain(cases).filter_map(settle_or).last();
        if let Some(unclear) = refused.filter(|_| whole) {
            let (from, to) = vp.object_at;
            self.say_which(unclear, from, to);
        }
    }

    /// E119 or E192: which of the things joined by `or` are meant is not said. The phrase stands from `from` up to `to`.
    pub(super) fn say_which(&self, unclear: Unclear, from: usize, to: usize) {
        let (code, why, help) = match unclear {
            Unclear::Owner => (
                "E119",
                "two readings: is what stands behind the last said of it alone, or of all?",
                "of all: `a pawn or knight of yours`; each its own: `a pawn of yours or a knight of an opponent`",
            ),
            Unclear::Several => (
                "E192",
                "which of them is not said: `or` stands between several things",
                "let the player pick: `either \"pawns\" { remove your pawns } or \"knights\" { remove your knights }`; all of them: write `and`",
            ),
        };
        let span = super::lex::join(self.span(from), self.span(to.saturating_sub(1)));
        self.note(error(code, span, why, Some(help.to_owned())));
    }

    /// E192: `bringing the rook on h1 to f1 or g1`: a move says where everything goes.
    pub(super) fn brought_to_either(&self, to: &Ph, at: usize) -> bool {
        let either = to.joint == Some(Joint::Or);
        if either {
            let message = "one move brings the piece to one square, and nobody is asked";
            let help = "name one square; a choice comes behind the move: `after you castle, you may { .. }`";
            self.fail_help(at, "E192", message, Some(help.to_owned()));
        }
        either
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

/// `enters b1-b2 or c1-c2`: each is a place of its own, so who goes from the one to the other enters and leaves.
pub(super) fn each_place(vp: &Vp, deed: Deed) -> Vec<Deed> {
    let either = vp
        .object
        .as_ref()
        .is_some_and(|ph| ph.joint == Some(Joint::Or));
    let places = match &deed.object {
        Some(Value::Set(set)) if either && deed.of_area() && set.by.is_empty() => match &set.base {
            Base::Or(parts) if parts.iter().all(|part| part.ty == Ty::Square) => parts.clone(),
            _ => Vec::new(),
        },
        Some(_) | None => Vec::new(),
    };
    if places.is_empty() {
        return vec![deed];
    }
    let each = places.into_iter().map(|place| Deed {
        object: Some(Value::Set(place)),
        ..deed.clone()
    });
    each.collect()
}

/// Why it is not clear which of the things joined by `or` are meant.
pub(super) enum Unclear {
    /// `a pawn or a knight of yours`
    Owner,
    /// `your pawns or your knights`
    Several,
}

/// Makes the phrase one of the things that it joins by `or`, if that is clear.
pub(super) fn settle_or(ph: &mut Ph) -> Option<Unclear> {
    if ph.joint != Some(Joint::Or) || !matters(ph) {
        return None;
    }
    if !ph.ones {
        return Some(Unclear::Several);
    }
    if owner_of_last(ph) {
        return Some(Unclear::Owner);
    }
    if let Value::Set(set) = &mut ph.value {
        ph.art = Art::A;
        set.amount = Amount::Any;
    }
    None
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
