//! How often a text was read, for tests that show that a call is read once. Only builds with debug assertions count.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

static WATCHED: Mutex<Vec<Arc<Seen>>> = Mutex::new(Vec::new());

#[derive(Debug)]
struct Seen {
    text: Vec<u8>,
    times: AtomicUsize,
}

/// Counts the readings of one text, on all threads, until it is dropped.
#[derive(Debug)]
pub struct Watch(Arc<Seen>);

impl Watch {
    /// Begins to count. Choose a text that no other test reads.
    #[must_use]
    pub fn on(text: &str) -> Self {
        let seen = Arc::new(Seen { text: text.as_bytes().to_vec(), times: AtomicUsize::new(0) });
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&seen));
        Self(seen)
    }

    /// How often it was read.
    #[must_use]
    pub fn times(&self) -> usize {
        self.0.times.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCHED.lock().unwrap_or_else(PoisonError::into_inner).retain(|seen| !Arc::ptr_eq(seen, &self.0));
    }
}

/// Takes note of a reading.
pub(crate) fn note(text: &[u8]) {
    for seen in WATCHED.lock().unwrap_or_else(PoisonError::into_inner).iter().filter(|seen| seen.text == text) {
        seen.times.fetch_add(1, Ordering::Relaxed);
    }
}
