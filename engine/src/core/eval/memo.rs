//! What is kept while one state is asked many questions, and never longer than it stays as it is: kinds as views show them, and which
//! pieces have a move.
use super::Cx;
use crate::core::bits::Bits;
use crate::core::plan::*;
use std::cell::{Cell, OnceCell};

/// What has been found out about one state, kept while it is asked many questions.
#[derive(Debug)]
pub struct Memo<const N: usize> {
    /// The kinds that views show.
    kinds: OnceCell<Kinds<N>>,
    /// Pieces that have been asked for a move, and those of them that have one.
    mobile: Cell<(Bits<N>, Bits<N>)>,
    /// How deep the question lay that is kept, and whose eyes it was asked for.
    asked_at: (u8, u8, u8),
}

/// The kinds that views show in one state.
#[derive(Clone, Debug)]
struct Kinds<const N: usize> {
    /// Pieces that are shown as another kind than they are.
    changed: Bits<N>,
    /// As what each of these is shown.
    shown: [u8; 256],
}

impl<'a, const N: usize> Cx<'a, N> {
    /// Room for what many questions about this state have in common.
    #[inline]
    pub fn memo(&self) -> Memo<N> {
        Memo {
            kinds: OnceCell::new(),
            mobile: Cell::new((Bits::EMPTY, Bits::EMPTY)),
            asked_at: (self.depth, self.actions, self.eyes),
        }
    }
    /// The same reader, who keeps what is found out.
    #[inline]
    pub fn remembering<'b>(&self, memo: &'b Memo<N>) -> Cx<'b, N>
    where
        'a: 'b,
    {
        Cx {
            memo: Some(self.memo.unwrap_or(memo)),
            ..*self
        }
    }
    /// Of these pieces those that have a move, by what is kept and `find`.
    pub(super) fn mobile_by(&self, of: Bits<N>, find: impl FnOnce(Bits<N>) -> Bits<N>) -> Bits<N> {
        let here = (self.depth, self.actions, self.eyes);
        let kept = |memo: &&Memo<N>| !self.raw && memo.asked_at == here;
        let Some(memo) = self.memo.filter(kept) else {
            return find(of);
        };
        let (asked, yes) = memo.mobile.get();
        let yes = match of - asked {
            known if known.is_empty() => yes,
            new => yes | find(new),
        };
        memo.mobile.set((asked | of, yes));
        yes & of
    }
    /// The kinds that views show, if they are the same for all who ask and are kept.
    fn kept_kinds(&self) -> Option<&Kinds<N>> {
        let memo = self.memo.filter(|_| self.plan.steady_kinds)?;
        Some(memo.kinds.get_or_init(|| {
            let raw = Cx {
                raw: true,
                want: Bits::FULL,
                ..*self
            };
            let mut kinds = Kinds {
                changed: Bits::EMPTY,
                shown: [0; 256],
            };
            for (v, k) in &self.plan.kind_views {
                let seen = raw.view(v);
                seen.iter().for_each(|p| kinds.shown[p] = *k);
                kinds.changed |= seen;
            }
            kinds
        }))
    }
    /// The kind of a piece, as views show it.
    pub fn kind(&self, p: usize) -> usize {
        if self.raw || self.plan.kind_views.is_empty() {
            return self.st.kind[p] as usize;
        }
        if let Some(kinds) = self.kept_kinds() {
            return match kinds.changed.has(p) {
                true => kinds.shown[p] as usize,
                false => self.st.kind[p] as usize,
            };
        }
        let raw = Cx {
            raw: true,
            want: Bits::one(p),
            ..*self
        };
        let shown = |(v, k): &(View<N>, u8)| raw.view(v).has(p).then_some(*k as usize);
        self.plan
            .kind_views
            .iter()
            .rev()
            .find_map(shown)
            .unwrap_or(self.st.kind[p] as usize)
    }
    /// Pieces of these kinds, as views show them.
    pub fn of_kinds(&self, kinds: Bits<N>) -> Bits<N> {
        let planes = |i: usize| self.st.plane(self.plan.kind_planes + i);
        let mut all = kinds.iter().fold(Bits::EMPTY, |m, k| m | planes(k));
        if self.raw || self.plan.kind_views.is_empty() {
            return all;
        }
        if let Some(known) = self.kept_kinds() {
            let shown = |p: &usize| kinds.has(known.shown[*p] as usize);
            return (all - known.changed) | known.changed.iter().filter(shown).collect();
        }
        let raw = Cx {
            raw: true,
            want: Bits::FULL,
            ..*self
        };
        for (v, k) in &self.plan.kind_views {
            let seen = raw.view(v);
            if kinds.has(*k as usize) {
                all |= seen
            } else {
                all -= seen
            }
        }
        all
    }
}
