//! Real bash, as the second opinion.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where a program lies; children get a `PATH` of their own, so they must be started by their full path.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// What `bash -n` says of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    Accepted,
    /// Accepted, but a here-document lacks its delimiter.
    Warned,
    Rejected,
}

/// Asks `bash -n`. The exit code alone does not tell: bash reports a malformed `[[` or `for ((` and exits with 0.
pub fn syntax(bash: &Path, text: &str, extglob: bool) -> Syntax {
    let mut command = Command::new(bash);
    command.env_clear().env("LC_ALL", "C.UTF-8").args(["--norc", "--noprofile"]);
    if extglob {
        command.args(["-O", "extglob"]);
    }
    let output = command.args(["-n", "-c", "--", text]).stdin(Stdio::null()).output();
    let Ok(output) = output else { return Syntax::Rejected };
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || complaint.contains("error") || complaint.contains("expected") {
        Syntax::Rejected
    } else if complaint.contains("here-document") {
        Syntax::Warned
    } else {
        Syntax::Accepted
    }
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
