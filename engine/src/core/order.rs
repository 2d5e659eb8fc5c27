//! Puts short rows in order. The library's sort is made for long ones and is compiled anew, at some length, for every key and every
//! size of a match; the rows here have a few members and mostly lie in order already. Never for rows without a bound.

/// Puts members in the order of their keys; those with the same key stay as they are.
pub fn by_key<T, K: Ord>(all: &mut [T], mut key: impl FnMut(&T) -> K) {
    for i in 1..all.len() {
        let own = key(&all[i]);
        let mut at = i;
        while at > 0 && own < key(&all[at - 1]) {
            all.swap(at, at - 1);
            at -= 1;
        }
    }
}
