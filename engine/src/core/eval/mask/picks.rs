//! Those that are picked from a set: by their place in its order, by when and where, by a number.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;
use crate::rules::Ty;

impl<const N: usize> Cx<'_, N> {
    /// The one at a place that is read, in the order of the type.
    pub(super) fn at_place(&self, ty: Ty, n: &Int<N>, of: &Mask<N>) -> Bits<N> {
        let at = usize::try_from(self.int(n) - 1).ok();
        let all = self.in_order(ty, self.all(of));
        at.and_then(|i| all.get(i)).copied().into_iter().collect()
    }
    /// The n-th (from 1) in the order of the type; 0: the last.
    pub(super) fn nth(&self, ty: Ty, n: u8, of: &Mask<N>) -> Bits<N> {
        let all = self.in_order(ty, self.all(of));
        let at = if n == 0 {
            all.last()
        } else {
            all.get(n as usize - 1)
        };
        at.copied().into_iter().collect()
    }
    /// Those that moved, or had their turn, most recently.
    pub(super) fn latest(&self, ty: Ty, of: &Mask<N>) -> Bits<N> {
        let st = self.st;
        let of = self.all(of);
        let when = |i: usize| match ty {
            Ty::Seat => st.seats[i].latest,
            _ => st.moved_at[i],
        };
        let top = of.iter().map(when).max();
        of.iter().filter(|i| Some(when(*i)) == top).collect()
    }
    /// Pieces that have ever changed their square.
    pub(super) fn ever_moved(&self) -> Bits<N> {
        let at = self.st.moved_at.iter().enumerate();
        at.filter(|(_, at)| **at > 0).map(|(i, _)| i).collect()
    }
    /// Those at the least distance from these squares.
    pub(super) fn nearest(&self, ty: Ty, of: &Mask<N>, to: &Mask<N>) -> Bits<N> {
        let (of, to) = (self.all(of), self.all(to));
        let apart = |i: usize| {
            let at = if ty == Ty::Square {
                Some(i)
            } else {
                self.st.square(i)
            };
            at.and_then(|a| {
                to.iter()
                    .filter_map(|b| self.plan.boards.distance(a, b))
                    .min()
            })
        };
        let least = of.iter().filter_map(apart).min();
        of.iter()
            .filter(|i| least.is_some() && apart(*i) == least)
            .collect()
    }
    /// Those for whom a number, under a name, is greatest or least.
    pub(super) fn best(&self, most: bool, name: u8, of: &Mask<N>, by: &Int<N>) -> Bits<N> {
        let of = self.all(of);
        let mut inner = *self.env;
        let scores: Vec<(usize, i32)> = (of.iter())
            .map(|i| {
                inner.names[name as usize] = Bits::one(i);
                (i, self.with(&inner).int(by))
            })
            .collect();
        let all = scores.iter().map(|s| s.1);
        let top = if most { all.max() } else { all.min() };
        scores
            .iter()
            .filter(|s| Some(s.1) == top)
            .map(|s| s.0)
            .collect()
    }
    /// Kinds of less worth than one of these.
    pub(super) fn lower_kinds(&self, k: &Mask<N>) -> Bits<N> {
        let plan = self.plan;
        let most = self.all(k).iter().map(|k| plan.worth(k)).max();
        (0..plan.kinds.len())
            .filter(|k| most.is_some_and(|m| plan.worth(*k) < m))
            .collect()
    }
}
