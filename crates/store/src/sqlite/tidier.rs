//! Moves the log into the database while commits go on.
//!
//! This waits for the disk. If the committing thread did it, all calls would wait with it; on a thread and connection
//! of its own, only the little that was added meanwhile is left for that thread.

use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::connection;

/// The shortest time between two runs: while this waits for the disk, commits are slower too. Ten times a second was
/// too often: the longest times went down, but the 99th percentile went up.
const EVERY: Duration = Duration::from_millis(500);

/// The thread that does this, once there was something to do. It ends when this is dropped.
#[derive(Debug)]
pub struct Tidier {
    last: Instant,
    working: Option<(SyncSender<()>, JoinHandle<()>)>,
}

impl Tidier {
    /// No thread yet: a short process needs none.
    pub fn new() -> Self {
        Self { last: Instant::now(), working: None }
    }

    /// Something was committed.
    pub fn committed(&mut self, path: &Path) {
        if self.last.elapsed() < EVERY {
            return;
        }
        self.last = Instant::now();
        if self.working.is_none() && !connection::log_is_small(path) {
            self.working = start(path);
        }
        if let Some((ask, _)) = &self.working {
            // If it is still at work, it is asked again next time.
            let _ = ask.try_send(());
        }
    }
}

impl Drop for Tidier {
    fn drop(&mut self) {
        if let Some((ask, thread)) = self.working.take() {
            drop(ask);
            // What it did not finish is safe in the log.
            drop(thread.join());
        }
    }
}

/// Without a thread, the committing thread empties the log when it is long.
fn start(path: &Path) -> Option<(SyncSender<()>, JoinHandle<()>)> {
    let db = connection::writing(path).ok()?;
    let path = path.to_path_buf();
    let (ask, asked) = sync_channel::<()>(1);
    let work = move || {
        for () in asked {
            connection::tidy(&db, &path);
        }
    };
    let thread = thread::Builder::new().name("byleave-tidy".to_owned()).spawn(work).ok()?;
    Some((ask, thread))
}
