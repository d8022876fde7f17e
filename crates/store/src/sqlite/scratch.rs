//! Directories for this module's tests.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory for one test, removed with its content when this is dropped, also when the test fails. Create everything
/// that opens a file in it after it, so that it is dropped before.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("byleave-store-{name}-{}-{count}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).expect("a directory");
        Self(path)
    }

    pub fn database(&self) -> PathBuf {
        self.0.join("record.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
