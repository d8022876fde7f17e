//! Programs of this machine, and work on all its processors.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where a program lies; children get a `PATH` of their own, so they must be started by their full path.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Applies a check to every number of a range on all processors; the results come in order.
pub fn parallel<T: Send>(range: std::ops::Range<usize>, check: impl Fn(usize) -> T + Sync) -> Vec<T> {
    // Most of the time goes by waiting for a shell.
    let workers = std::thread::available_parallelism().map_or(2, usize::from).saturating_mul(2);
    let next = AtomicUsize::new(range.start);
    let mut results: Vec<(usize, T)> = std::thread::scope(|scope| {
        let work = || {
            let mut own = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= range.end {
                    return own;
                }
                own.push((at, check(at)));
            }
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
