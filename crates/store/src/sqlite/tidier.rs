//! Bringing the log into the database while commits go on.
//!
//! It waits for the disk. Done by whoever commits, all who have a call to make wait with it; on a thread and a connection of
//! its own only the little that was added meanwhile is left for them.

use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::connection;

/// Not more often than this: while the disk is waited for, commits are slower too. Ten times a second
/// was too often: the longest times went down, and the ninety-ninth of a hundred up.
const EVERY: Duration = Duration::from_millis(500);

/// The thread that tidies, once there was something to tidy. It ends when this is dropped.
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
            // If it still works, it is asked again next time.
            let _ = ask.try_send(());
        }
    }
}

impl Drop for Tidier {
    fn drop(&mut self) {
        if let Some((ask, thread)) = self.working.take() {
            drop(ask);
            // Whatever it did not get done is safe in the log.
            drop(thread.join());
        }
    }
}

/// Without a thread the log is emptied by whoever commits, when it is long.
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
