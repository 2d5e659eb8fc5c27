//! Sets made of other sets: in all of them, one by one on a condition, as definitions and views have it.
use crate::core::bits::Bits;
use crate::core::eval::Cx;
use crate::core::plan::*;

impl<const N: usize> Cx<'_, N> {
    /// What is in all of these.
    pub(super) fn in_all_of(&self, v: &[Mask<N>]) -> Bits<N> {
        let mut left = self.want;
        for x in v {
            left &= self.wanting(left).mask(x);
            if left.is_empty() {
                break;
            }
        }
        left
    }
    /// What is in one of these.
    pub(super) fn in_one_of(&self, v: &[Mask<N>]) -> Bits<N> {
        let mut all = Bits::EMPTY;
        for x in v {
            all |= self.mask(x);
        }
        all
    }
    /// Those for which, one by one under a name, it holds.
    pub(super) fn named_that(&self, name: u8, of: &Mask<N>, c: &Truth<N>) -> Bits<N> {
        let mut inner = *self.env;
        let mut all = Bits::EMPTY;
        let memo = self.memo();
        let cx = self.remembering(&memo);
        for i in (cx.mask(of) & cx.want).iter() {
            inner.names[name as usize] = Bits::one(i);
            if cx.with(&inner).truth(c) {
                all.add(i);
            }
        }
        all
    }
    /// Those for which, each as the thing spoken of, it holds.
    pub(super) fn it_that(&self, of: &Mask<N>, c: &Truth<N>) -> Bits<N> {
        let mut inner = *self.env;
        let mut all = Bits::EMPTY;
        let memo = self.memo();
        let cx = self.remembering(&memo);
        for i in (cx.mask(of) & cx.want).iter() {
            inner.it = i as u8;
            if cx.with(&inner).truth(c) {
                all.add(i);
            }
        }
        all
    }
    /// A definition as these seats read it.
    pub(super) fn noun_for(&self, w: u16, s: &Mask<N>) -> Bits<N> {
        let of = self.all(s);
        of.iter().fold(Bits::EMPTY, |m, s| {
            m | self.defined(w, true, s as u8, self.want)
        })
    }
    /// A definition as the owners of these pieces read it.
    pub(super) fn noun_for_pieces(&self, w: u16, p: &Mask<N>) -> Bits<N> {
        let of = self.owners(self.all(p));
        of.iter().fold(Bits::EMPTY, |m, s| {
            m | self.defined(w, true, s as u8, self.want)
        })
    }
    /// What is so anyway and what views say; without what others deny.
    pub(super) fn viewed(&self, base: &Mask<N>, yes: &[View<N>], no: &[View<N>]) -> Bits<N> {
        let mut all = self.mask(base);
        for v in yes {
            all |= self.view(v);
        }
        for v in no {
            if (all & self.want).is_empty() {
                break;
            }
            all -= self.view(v);
        }
        all
    }
}
