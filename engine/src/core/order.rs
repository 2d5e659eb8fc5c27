//! Puts short rows in order. The library's sort is made for long ones and is compiled anew, at some length, for every key and every
//! size of a match; the rows here have a few members and mostly lie in order already. Never for rows without a bound.

/// Puts members in the order of their keys; those with the same key stay as they are.
pub fn by_key<T, K: Ord>(all: &mut [T], key: impl FnMut(&T) -> K) {
    let mut keys: Vec<K> = all.iter().map(key).collect();
    for i in 1..all.len() {
        let mut at = i;
        while at > 0 && keys[at] < keys[at - 1] {
            keys.swap(at, at - 1);
            all.swap(at, at - 1);
            at -= 1;
        }
    }
}
