//! Prints how fast the store is here: `cargo run --release -p byleave-store --example measure_sqlite [DIRECTORY]`.
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a program for developers of the store")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_gate::{Commit, Query, Session, Store};
use byleave_store::Sqlite;
use jiff::Timestamp;

#[path = "shared/entry.rs"]
mod shared;

fn main() {
    let folder = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("byleave-measure-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    for tasks in [1, 16, 256] {
        let store = Arc::new(Sqlite::open(folder.join(format!("{tasks}.db"))).expect("a store"));
        runtime.block_on(commits(&store, tasks, 40_000));
        runtime.block_on(looks(&store));
        let since = Instant::now();
        let verified = store.verify(None, |_, _| {}).expect("a whole chain");
        println!("  verify: {:.0} rows/s", rate(verified.head.count, since.elapsed()));
    }
    short_lives(&runtime, &folder.join("short.db"));
    drop(std::fs::remove_dir_all(folder));
}

fn rate(count: u64, took: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let count = count as f64;
    count / took.as_secs_f64()
}

/// Decisions, one after another in each of several tasks.
async fn commits(store: &Arc<Sqlite>, tasks: usize, all: usize) {
    let since = Instant::now();
    let running: Vec<_> = (0..tasks)
        .map(|task| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let mut took = Vec::new();
                let id = format!("session-{task}");
                for number in 0..all.div_euclid(tasks) {
                    // As the gate does: read, decide, write what was used up, put it on record.
                    let session = store.session(&id).await.expect("a session");
                    let session = session.unwrap_or_else(|| Session::new(&*id, "/p", Timestamp::UNIX_EPOCH));
                    let entry = Some(shared::entry(&format!("{task}-{number}"), &id));
                    let commit = Commit { session: Some(session), entry, ..Commit::default() };
                    let begun = Instant::now();
                    store.commit(commit).await.expect("a row");
                    took.push(begun.elapsed());
                }
                took
            })
        })
        .collect();
    let mut took = Vec::new();
    for task in running {
        took.extend(task.await.expect("a task"));
    }
    let elapsed = since.elapsed();
    let all = u64::try_from(took.len()).unwrap_or(u64::MAX);
    println!("{tasks} tasks: {:.0} decisions/s; commit {}", rate(all, elapsed), percentiles(took));
}

async fn looks(store: &Sqlite) {
    let mut took = Vec::new();
    for _ in 0..2000 {
        let begun = Instant::now();
        drop(store.grants_for("session-0", "/p").await.expect("grants"));
        took.push(begun.elapsed());
    }
    println!("  grants_for: {}", percentiles(took));
    let begun = Instant::now();
    let query =
        Query { session: Some("session-0".to_owned()), newest_first: true, limit: Some(50), ..Query::default() };
    let rows = store.rows(&query).await.expect("rows").len();
    println!("  the {rows} newest of a session: {:?}", begun.elapsed());
}

/// What a hook does: open, look, commit, close.
fn short_lives(runtime: &tokio::runtime::Runtime, path: &Path) {
    let mut took = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
    for number in 0..1000 {
        let mut begun = Instant::now();
        let mut lap = |step: &mut Vec<Duration>| {
            step.push(begun.elapsed());
            begun = Instant::now();
        };
        let [open, look, commit, close] = &mut took;
        let store = Sqlite::open(path).expect("a store");
        lap(open);
        let session = runtime.block_on(store.session("s")).expect("a session");
        drop(runtime.block_on(store.grants_for("s", "/p")).expect("grants"));
        lap(look);
        let session = session.unwrap_or_else(|| Session::new("s", "/p", Timestamp::UNIX_EPOCH));
        let entry = Some(shared::entry(&number.to_string(), "s"));
        runtime.block_on(store.commit(Commit { session: Some(session), entry, ..Commit::default() })).expect("a row");
        lap(commit);
        drop(store);
        lap(close);
    }
    for (name, took) in ["open", "look", "commit", "close"].into_iter().zip(took) {
        println!("one decision a process: {name:6} {}", percentiles(took));
    }
}

fn percentiles(mut took: Vec<Duration>) -> String {
    took.sort_unstable();
    let at = |percent: usize| took.get(took.len().saturating_mul(percent).div_euclid(100)).copied().unwrap_or_default();
    let most = took.last().copied().unwrap_or_default();
    format!("p50 {:?}, p99 {:?}, most {most:?}", at(50), at(99))
}
