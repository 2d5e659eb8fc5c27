//! What has happened so far, in pages: copies of a game share the pages they have in common, and what happens next costs no more
//! the longer the game has lasted.
use std::sync::Arc;

/// How many entries a page may have before another is begun.
const PAGE: usize = 64;

/// Entries in the order in which they were made; they are read from the latest on.
#[derive(Clone, Debug)]
pub struct History<T>(Option<Arc<Page<T>>>);

#[derive(Debug)]
struct Page<T> {
    entries: Vec<T>,
    before: History<T>,
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History(None)
    }
}

impl<T> History<T> {
    /// Add the next entries.
    pub fn extend(&mut self, entries: Vec<T>) {
        if entries.is_empty() {
            return;
        }
        if let Some(own) = self.0.as_mut().and_then(Arc::get_mut)
            && own.entries.len() < PAGE
        {
            own.entries.extend(entries);
            return;
        }
        let before = History(self.0.take());
        self.0 = Some(Arc::new(Page { entries, before }));
    }
    /// Nothing has happened.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    /// All entries, the latest first.
    pub fn back(&self) -> impl Iterator<Item = &T> + '_ {
        let pages = std::iter::successors(self.0.as_deref(), |page| page.before.0.as_deref());
        pages.flat_map(|page| page.entries.iter().rev())
    }
}

impl<T> From<Vec<T>> for History<T> {
    fn from(entries: Vec<T>) -> Self {
        let mut all = History::default();
        all.extend(entries);
        all
    }
}

impl<T: PartialEq> PartialEq for History<T> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Arc<Page<T>>, &Arc<Page<T>>)| Arc::ptr_eq(a, b);
        self.0.as_ref().zip(other.0.as_ref()).is_some_and(same) || self.back().eq(other.back())
    }
}

/// Page by page: a long history must not be dropped by calls inside one another.
impl<T> Drop for History<T> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut page) = next.and_then(Arc::into_inner) {
            next = page.before.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_share_the_past_and_not_the_future() {
        let mut one = History::from(vec![1, 2]);
        let mut other = one.clone();
        one.extend(vec![3]);
        other.extend(vec![4, 5]);
        assert_eq!(one.back().copied().collect::<Vec<_>>(), [3, 2, 1]);
        assert_eq!(other.back().copied().collect::<Vec<_>>(), [5, 4, 2, 1]);
        assert_ne!(one, other);
        assert_eq!(one, History::from(vec![1, 2, 3]));
    }

    #[test]
    fn a_long_past_is_dropped_without_overflow() {
        let mut all = History::default();
        for i in 0..200_000 {
            let shared = all.clone();
            all.extend(vec![i]);
            drop(shared);
        }
        assert_eq!(all.back().count(), 200_000);
    }
}
