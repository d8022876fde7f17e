//! The anchor: count and head hash in a second file. The chain alone does not show that its tail was cut.
//!
//! It is written when a store is created, when a process opens one to stay, after each transaction that added rows and
//! before anybody is told that they are on record, and at the end. So a kill leaves rows beyond the anchor only if
//! nobody heard of them yet; the next process that writes brings the anchor to them.
//!
//! Only the process that holds the database for writing writes it, so no process sets it back to an older head. It is
//! written only for committed rows, so after a kill it may be behind the chain but not ahead of it.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use byleave_gate::StoreError;
use byleave_gate::record::Head;
use rusqlite::Connection;

use super::fault::{Fault, unusable};
use super::{place, read};

/// What is wrong with the anchor, if anything, for callers that ask.
#[derive(Clone, Debug, Default)]
pub struct Trouble(Arc<Mutex<Option<String>>>);

impl Trouble {
    /// What is wrong.
    pub fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, trouble: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }
}

/// Keeps the anchor at the head.
#[derive(Debug)]
pub struct Anchor {
    path: PathBuf,
    /// The head at which this process last saw, or made, record and anchor agree.
    agreed: Option<Head>,
    trouble: Trouble,
}

impl Anchor {
    /// The anchor beside a database.
    pub fn beside(database: &Path, trouble: Trouble) -> Self {
        Self { path: place::anchor(database), agreed: None, trouble }
    }

    /// Brings the anchor to the committed head. Call it while the database is held for writing. A failure does not undo
    /// a decision that is on record: it is kept, to be reported.
    pub fn follow(&mut self, db: &Connection, head: Head) {
        // No process added or removed a row since.
        if self.agreed == Some(head) {
            return;
        }
        // Overwriting an anchor that contradicts the record would destroy the only evidence.
        let brought = match self.kept(db) {
            Ok(kept) if kept == Some(head) => Ok(()),
            Ok(_) => self.write(head),
            Err(contradiction) => Err(contradiction),
        };
        self.agree(brought, head);
    }

    /// The same after rows that this process added to a head at which record and anchor agreed: to compare them once
    /// more would only take time.
    fn advance(&mut self, head: Head) {
        let written = self.write(head);
        self.agree(written, head);
    }

    fn agree(&mut self, brought: Result<(), String>, head: Head) {
        self.agreed = brought.is_ok().then_some(head);
        self.trouble.set(brought.err());
    }

    fn write(&self, head: Head) -> Result<(), String> {
        write_file(&self.path, head).map_err(|error| format!("`{}` cannot be written: {error}", self.path.display()))
    }

    /// The anchor's content, if the record agrees with it.
    fn kept(&self, db: &Connection) -> Result<Option<Head>, String> {
        let Some(kept) = read_file(&self.path)? else { return Ok(None) };
        let shown = self.path.display();
        let found = read::hash_at(db, kept.count).map_err(|_| format!("`{shown}`: the record cannot be read"))?;
        if found == Some(kept.hash) {
            return Ok(Some(kept));
        }
        let count = kept.count;
        Err(format!("`{shown}` names row {count}, but the record has another row there; run `byleave audit verify`"))
    }
}

/// The anchor's content; `None` if there is no file.
pub fn read_file(path: &Path) -> Result<Option<Head>, String> {
    match fs::read_to_string(path) {
        Ok(text) => match Head::parse(&text) {
            Some(head) => Ok(Some(head)),
            None => Err(format!("`{}` does not hold a count and a hash; it was changed", path.display())),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("`{}` cannot be read: {error}", path.display())),
    }
}

/// The anchor's content, read while other processes may write it: what is read twice alike is no mixture of two.
pub fn read_unheld(path: &Path) -> Result<Option<Head>, String> {
    let mut read = read_file(path);
    for _ in 0..100 {
        let again = read_file(path);
        if again == read {
            break;
        }
        read = again;
    }
    read
}

/// Writes the anchor. Only the process that holds the database does so.
fn write_file(path: &Path, head: Head) -> io::Result<()> {
    let text = format!("{head}\n");
    if overwrite(path, &text)? { Ok(()) } else { replace(path, &text) }
}

/// Writes over an anchor of the same length, in one piece that no kill divides. A hook does so for every call, and a new
/// file in its place costs it twenty times as much.
fn overwrite(path: &Path, text: &str) -> io::Result<bool> {
    let found = match fs::symlink_metadata(path) {
        Ok(found) => found,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    if !found.is_file() || usize::try_from(found.len()).ok() != Some(text.len()) {
        return Ok(false);
    }
    let written = fs::OpenOptions::new().write(true).open(path)?.write(text.as_bytes())?;
    Ok(written == text.len())
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_extension("head.new");
    // Only a process that was killed here leaves a draft behind: there is one writer at a time.
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let written = place::create_private(&draft).and_then(|mut file| file.write_all(text.as_bytes()));
    written.and_then(|()| fs::rename(&draft, path)).inspect_err(|_| drop(fs::remove_file(&draft)))
}

/// Begins the anchor of a new record. If it cannot be written, there is no record either: no row depends on it yet.
pub fn begin(database: &Path) -> Result<(), StoreError> {
    let path = place::anchor(database);
    write_file(&path, Head::START).map_err(|error| unusable(&path, &format!("cannot be written: {error}")))
}

/// Brings the anchor to the committed head of a database that no other process holds. `own`: the head that this process
/// committed a moment ago, to which no row may have been added since.
pub fn catch_up(anchor: &mut Anchor, db: &mut Connection, own: Option<Head>) -> Result<(), Fault> {
    let hold = db.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let last = read::head(&hold)?;
    if own == Some(last) && anchor.agreed.is_some() {
        anchor.advance(last);
    } else {
        anchor.follow(&hold, last);
    }
    hold.rollback()?;
    Ok(())
}
