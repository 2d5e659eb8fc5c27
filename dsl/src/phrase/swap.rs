//! The two things of a swap: `swap a pawn and a rook`, `swap a pawn with a rook`. Each is meant, though each is asked for singly.
use super::choice::choose_step;
use super::deed::Vp;
use super::reader::*;
use super::terms::make;
use super::words::Types;
use engine::rules::*;

impl Rd<'_> {
    /// What stands behind `swap`: a phrase, or two things joined by `and`.
    pub(super) fn swapped(&self, p: usize, sc: &Scope) -> Alts<Ph> {
        let mut all = self.phrase(p, sc, false).to_vec();
        let read: Vec<usize> = all.iter().map(|(_, end)| *end).collect();
        for (first, q) in self.item(p, sc, false) {
            if self.is(q, "and") {
                let ends: Vec<usize> = self.several_swapped(p, &first, q + 1, sc);
                if !ends.is_empty() {
                    all.retain(|(_, end)| !ends.contains(end));
                    continue;
                }
                let second = self.item(q + 1, sc, false);
                let both = |(b, end): (Ph, usize)| {
                    let both = self.unite(&first, &b)?;
                    (!self.said_of_the_last(&both, q, end)).then_some((both, end))
                };
                let pairs = second.into_iter().filter_map(both);
                all.extend(pairs.filter(|(_, end)| !read.contains(end)));
            }
        }
        all.retain(|(ph, end)| !self.swaps_one_or_other(ph, p, *end));
        all
    }

    /// E150: `swap your king or a pawn of yours`: two things change places.
    fn swaps_one_or_other(&self, ph: &Ph, from: usize, to: usize) -> bool {
        let has = |word: &str| (from..to).any(|i| self.is(i, word));
        let counted = matches!(&ph.value, Value::Set(s) if matches!(s.amount, Amount::Count(..)));
        // `swap your king with a pawn or knight of yours`
        let with = self.is(to, "with");
        let found = has("or") && !has("and") && !counted && !with;
        if found {
            let said = "a swap is between two, and `or` names one of them";
            let help = "join them with `and`: `swap your king and a pawn of yours`; which of two kinds takes part is asked: `swap your king and a pawn or knight of yours`";
            self.fail_help(from, "E150", said, Some(help.to_owned()));
        }
        found
    }

    /// E150: `swap the owners of the piece and the enemies that it attacks`: a swap is between two. Where such a second phrase ends.
    fn several_swapped(&self, p: usize, first: &Ph, second: usize, sc: &Scope) -> Vec<usize> {
        let several = |ph: &Ph| {
            let every = matches!(&ph.value, Value::Set(s) if s.amount == Amount::Every && matches!(s.base, Base::All(_)));
            every && (ph.plural && ph.art == Art::The || ph.art == Art::Every)
        };
        let seconds = self.item(second, sc, false).into_iter();
        let ends: Vec<usize> = seconds
            .filter(|(ph, _)| several(first) || several(ph))
            .map(|(_, end)| end)
            .collect();
        if !ends.is_empty() {
            let said = "a swap is between two, and there may be more of these";
            let help = "take them one after another: `for each prey in the enemies that it attacks { swap the owners of it and the prey }`";
            self.fail_help(p, "E150", said, Some(help.to_owned()));
        }
        ends
    }

    /// `swap a pawn of yours with a rook of yours`: the two things that change places.
    pub(super) fn swapped_with(&self, vp: &mut Vp) {
        let with = vp.cases.iter().position(|(case, _)| *case == Case::With);
        let (Some(i), Some(object)) = (with, &vp.object) else {
            return;
        };
        let piece = |ph: &Ph| self.fit(ph, Types::of(Ty::Piece));
        let (Some(a), Some(b)) = (piece(object), piece(&vp.cases[i].1)) else {
            return;
        };
        let Some(both) = self.unite(&a, &b) else {
            return;
        };
        vp.deed.object = Some(both.value.clone());
        vp.object = Some(both);
        vp.cases.remove(i);
        vp.deed.cases.retain(|(case, _)| *case != Case::With);
    }

    /// Of two things that change places those that are indefinite are chosen: `swap your king with a pawn of yours`.
    pub(super) fn choose_the_swapped(
        &self,
        vp: &mut Vp,
        who: Option<&Set>,
        lo: u32,
        steps: &mut Vec<Step>,
    ) {
        let Some(Value::Set(both)) = &mut vp.deed.object else {
            return;
        };
        let Set {
            ty: _,
            base: Base::Or(parts),
            by,
            pick: None,
            amount,
        } = both
        else {
            return;
        };
        if !by.is_empty() {
            return;
        }
        *amount = Amount::Every;
        for (part, tag) in parts.iter_mut().zip(["/first", "/second"]) {
            if part.amount == Amount::Any && matches!(part.base, Base::All(_)) {
                let name = self.name(lo, tag);
                steps.push(choose_step(who.cloned(), name, &Ph::thing(part.clone())));
                *part = make(part.ty, Base::Name(name));
            }
        }
    }
}
