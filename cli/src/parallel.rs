//! Work on several threads whose outcome does not depend on how many there are: a list goes in, and a list in the same order comes out.
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// More threads than these are never started.
const MOST: usize = 64;

/// Threads for work whose user was not asked how many it may take: one for each core, and no more than eight.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from).min(8)
}

/// Maps over a list on so many threads, keeping its order. A panic of one of them is the caller's.
pub fn in_parallel<T: Sync, R: Send>(
    list: &[T],
    threads: usize,
    each: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let mut done: Vec<(usize, R)> = scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, MOST).min(list.len()))
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = list.get(i) else { return mine };
                        mine.push((i, each(item)));
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|w| w.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    done.sort_by_key(|(i, _)| *i);
    done.into_iter().map(|(_, r)| r).collect()
}
