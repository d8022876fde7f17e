//! A home and a project for one test.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A home and a project that are gone afterwards.
pub struct World {
    pub root: PathBuf,
}

impl World {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("byleave-world-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(name);
        for directory in ["home", "project/.git"] {
            fs::create_dir_all(root.join(directory)).expect("a directory");
        }
        // Links in the way to the temporary directory would make two names of one file.
        Self { root: fs::canonicalize(root).expect("a real path") }
    }

    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
