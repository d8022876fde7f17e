//! How many calls a second pass the gate unasked, each on record in `SQLite` before it may run, and how long one takes.
//!
//! `cargo run --release -p byleave --example measure [CALLS]`
#![expect(clippy::print_stdout, reason = "an example talks to its user")]

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use byleave::policy::Policy;
use byleave::{Authorization, Call, Gate, Sqlite, Store, block_on};
use serde_json::json;

fn one(gate: &Gate) -> Result<Duration, String> {
    let start = Instant::now();
    match block_on(gate.authorize(Call::new("bash", json!({"command": "git status"})))) {
        Authorization::Approved(permit) => {
            permit.run(|_| ());
            Ok(start.elapsed())
        }
        Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => Err(refusal.to_string()),
    }
}

fn shown(name: &str, mut times: Vec<Duration>, whole: Duration) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len().saturating_sub(1) * part / 1000).copied().unwrap_or_default();
    let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
    println!(
        "{name:<12} {:>8.0} calls/s   p50 {:>7.1} µs   p99 {:>8.1} µs",
        f64::from(count) / whole.as_secs_f64(),
        at(500).as_secs_f64() * 1e6,
        at(990).as_secs_f64() * 1e6
    );
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let calls = std::env::args().nth(1).map_or(Ok(4000), |text| text.parse())?;
    let folder = std::env::temp_dir().join(byleave::ids::new("byleave-measure"));
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.join("record.db"))?);
    let gate = Gate::builder().policy(Policy::default()).shared_store(store).build()?;
    for threads in [1_usize, 16] {
        let start = Instant::now();
        let each: usize = calls / threads;
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let gate = gate.clone();
                thread::spawn(move || (0..each).map(|_| one(&gate)).collect::<Result<Vec<_>, _>>())
            })
            .collect();
        let mut times = Vec::new();
        for worker in workers {
            times.extend(worker.join().map_err(|_| "a thread panicked")??);
        }
        shown(&format!("{threads} at once"), times, start.elapsed());
    }
    drop(gate);
    std::fs::remove_dir_all(folder)?;
    Ok(())
}
