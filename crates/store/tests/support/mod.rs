//! What the tests of the store share.
#![expect(dead_code, reason = "every test file uses some of it")]

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use byleave_gate::{Commit, RequestState, Session, StoredRequest, Transition};
use byleave_store::Sqlite;
use jiff::Timestamp;
use serde_json::json;

#[path = "../../examples/shared/entry.rs"]
mod shared;
pub use shared::entry;

/// A directory of one test, removed afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}-{count}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        fs::set_permissions(&path, permissions(0o700)).expect("permissions");
        Self(path)
    }

    pub fn database(&self) -> PathBuf {
        self.0.join("record.db")
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn open(&self) -> Sqlite {
        Sqlite::open(self.database()).expect("a store")
    }

    /// A connection that goes around the store.
    pub fn raw(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.database()).expect("a database")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn permissions(mode: u32) -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(mode)
}

/// Runs a future to its end.
pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future)
}

/// A moment so many seconds after a fixed one.
pub fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).expect("a moment")
}

/// A change that only puts a decision on record.
pub fn decided(id: &str, session: &str) -> Commit {
    Commit { entry: Some(entry(id, session)), now: at(0), ..Commit::default() }
}

pub fn session(id: &str) -> Session {
    Session::new(id, "/p", at(0))
}

pub fn request(id: &str, session: &str, created: i64) -> StoredRequest {
    StoredRequest {
        id: id.to_owned(),
        session: session.to_owned(),
        state: RequestState::Pending,
        frame: json!({ "type": "approval_needed", "id": id, "arguments": { "command": "rm -r x" } }),
        digest: "sha256:22".to_owned(),
        created: at(created),
        expires: Some(at(created + 600)),
        answer: None,
        person: None,
        channel: None,
        changed: at(created),
        approvals: Vec::new(),
        seals: Vec::new(),
        escalated: None,
    }
}

pub fn transition(request: &str, from: RequestState, to: RequestState) -> Transition {
    Transition::new(request, from, to)
}
