//! The store in one `SQLite` file.

mod anchor;
mod apply;
mod attended;
mod columns;
mod connection;
mod fault;
mod place;
mod read;
mod reader;
mod schema;
#[cfg(test)]
mod scratch;
mod secret;
mod tidier;
mod used;
mod verify;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use byleave_gate::record::{Hash, Head, Row};
use byleave_gate::{
    Change, Commit, Freeze, Known, Others, Query, RequestState, Session, Store, StoreError, StoreFuture, StoredGrant,
    StoredRequest, StoredToken,
};
use jiff::Timestamp;
use rusqlite::Connection;
use tokio::sync::{broadcast, oneshot};

use self::anchor::{Anchor, Trouble};
pub use self::attended::Attended;
use self::fault::{Fault, unusable};
use self::place::Absent;
use self::read::Uses;
use self::reader::{Reader, Task};
use self::schema::{Found, MIGRATIONS};
pub use self::verify::Verified;
use self::writer::{Job, Work, Writer};
use crate::broken_record::VerifyError;

/// Sessions, grants, requests and the record in one file. Several processes may have it open at once.
///
/// Futures need no runtime. A commit starts as soon as it is requested: dropping its future does not cancel it.
/// Dropping the store waits until everything requested is done.
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    reader: Reader,
    /// For short queries on the caller's own thread.
    at_hand: Vec<Mutex<Connection>>,
    writer: Option<Writer>,
    trouble: Trouble,
    listeners: broadcast::Sender<Change>,
}

/// How many changes a listener may be behind before it has to read everything again.
const BEHIND: usize = 1_024;

/// The same in a process that lives for one call. All of it is memory that is written to when the store is opened.
const BEHIND_IN_A_MOMENT: usize = 8;

/// Which thread answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// A few rows, found by their key.
    Short,
    /// The same, on the connection that writes.
    Writing,
    /// Perhaps many rows.
    Long,
}

impl Sqlite {
    /// The default place of the store: `$XDG_STATE_HOME/byleave/record.db`, without the variable
    /// `~/.local/state/byleave/record.db`.
    ///
    /// # Errors
    ///
    /// If there is no home directory.
    pub fn default_path() -> Result<PathBuf, StoreError> {
        place::default()
    }

    /// Opens the store, and creates it if there is none: the file and its directory, for the user alone.
    ///
    /// # Errors
    ///
    /// If it cannot be written, is damaged or of a newer version, if other users may write it, if it is a link, or if
    /// there is an anchor but no record.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(path.as_ref(), BEHIND, Writer::start)
    }

    /// The same without a thread: the store does all work on the caller's thread before it returns the future. For a
    /// process that lives for one call and has nothing else to do.
    ///
    /// # Errors
    ///
    /// As for [`Sqlite::open`].
    pub fn open_without_thread(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_to_write(path.as_ref(), BEHIND_IN_A_MOMENT, |work| Ok(Writer::here(work)))
    }

    fn open_to_write(
        path: &Path,
        behind: usize,
        start: impl FnOnce(Work) -> Result<Writer, StoreError>,
    ) -> Result<Self, StoreError> {
        let path = place::prepare(path, Absent::Make)?;
        let named = |fault: Fault| fault.at(&path);
        let mut db = connection::writing(&path).map_err(named)?;
        schema::migrate(&mut db, MIGRATIONS, || {
            nothing_is_gone(&path)?;
            // Before the tables are there: a kill in between leaves no record without its anchor.
            anchor::begin(&path)
        })
        .map_err(named)?;
        let trouble = Trouble::default();
        let anchor = Anchor::beside(&path, trouble.clone());
        let listeners = broadcast::Sender::new(behind);
        let writer = Some(start(Work::new(db, path.clone(), anchor, listeners.clone()))?);
        Ok(Self { reader: Reader::new(path.clone()), at_hand: Vec::new(), path, writer, trouble, listeners })
    }

    /// Brings the anchor to the head, as dropping does; nothing is read or written afterwards. For a process that ends now:
    /// its end closes the file. A store with a thread only does so when it is dropped.
    pub fn finish(&self) {
        if let Some(writer) = &self.writer {
            writer.finish();
        }
    }

    /// Opens an existing store for queries. Commits are refused.
    ///
    /// # Errors
    ///
    /// If there is none, or as for [`Sqlite::open`].
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = place::prepare(path.as_ref(), Absent::Fail)?;
        let named = |fault: Fault| fault.at(&path);
        let db = connection::reading(&path).map_err(named)?;
        match schema::look(&db, MIGRATIONS.len()).map_err(named)? {
            Found::Empty => return Err(StoreError::Missing(format!("record at `{}`", path.display()))),
            Found::Version(version) if version < schema::READABLE => {
                return Err(unusable(&path, "it is of an older version; open it once for writing"));
            }
            Found::Version(_) => {}
        }
        let listeners = broadcast::Sender::new(1);
        let (reader, trouble) = (Reader::new(path.clone()), Trouble::default());
        Ok(Self { reader, at_hand: Vec::new(), path, writer: None, trouble, listeners })
    }

    /// Makes the indexes that queries of the record use, if they are not there. For a process that answers many of them: a hook that
    /// lives for one call goes without, and a query looks through all rows then.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn indexed(self) -> Result<Self, StoreError> {
        let db = connection::writing(&self.path).map_err(|fault| fault.at(&self.path))?;
        let made = schema::index(&db).map_err(|fault| fault.at(&self.path));
        connection::close(db, &self.path);
        made.map(|()| self)
    }

    /// Adds this many connections, on which a caller reads a few rows on its own thread. A long-running process that
    /// asks often saves the way to another thread and back; for a single query it is not worth opening them.
    ///
    /// # Errors
    ///
    /// If it cannot be opened again.
    pub fn at_hand(mut self, connections: usize) -> Result<Self, StoreError> {
        for _ in 0..connections {
            let db = connection::reading(&self.path).map_err(|fault| fault.at(&self.path))?;
            self.at_hand.push(Mutex::new(db));
        }
        Ok(self)
    }

    /// The real path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong with the anchor, as far as this process noticed. The record still has all decisions.
    #[must_use]
    pub fn trouble(&self) -> Option<String> {
        self.trouble.get()
    }

    /// The place of the anchor.
    #[must_use]
    pub fn anchor_path(&self) -> std::path::PathBuf {
        place::anchor(&self.path)
    }

    /// The content of the anchor.
    ///
    /// # Errors
    ///
    /// If it is damaged.
    pub fn anchor(&self) -> Result<Option<Head>, VerifyError> {
        anchor::read_unheld(&place::anchor(&self.path)).map_err(VerifyError::Anchor)
    }

    /// Verifies the whole chain, in constant memory, and compares it with the anchor and with a head that you kept on
    /// another machine. `progress` gets the number of rows done and the total. It blocks; commits continue meanwhile.
    ///
    /// # Errors
    ///
    /// If a row was changed, removed, duplicated or moved, if a column differs from its row, or if the tail was cut.
    pub fn verify(&self, expected: Option<Head>, mut progress: impl FnMut(u64, u64)) -> Result<Verified, VerifyError> {
        verify::verify(&self.path, expected, &mut progress)
    }

    /// Reads on one of the threads.
    fn read<T: Send + 'static>(
        &self,
        look: Look,
        read: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        if look == Look::Short
            && let Some(db) = self.at_hand.iter().find_map(|db| db.try_lock().ok())
        {
            let found = read(&db).map_err(|fault| fault.at(&self.path));
            return Box::pin(std::future::ready(found));
        }
        let (task, answer) = self.task(read);
        let sent = match &self.writer {
            Some(writer) if look != Look::Long => {
                writer.send(Job::Read(task));
                Ok(())
            }
            Some(_) | None => self.reader.send(task),
        };
        self.wait(sent, answer)
    }

    /// A task for a connection, and the future of its result.
    fn task<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> (Task, oneshot::Receiver<Result<T, StoreError>>) {
        let (reply, answer) = oneshot::channel();
        let path = self.path.clone();
        let task = Box::new(move |db: &Connection| {
            // If the caller no longer waits, the result is dropped.
            drop(reply.send(work(db).map_err(|fault| fault.at(&path))));
        });
        (task, answer)
    }

    /// A change outside a commit, made by the writing thread in its own transaction.
    fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        if let Some(writer) = &self.writer {
            let (task, answer) = self.task(write);
            writer.send(Job::Write(task));
            return self.wait(Ok(()), answer);
        }
        let refused = unusable(&self.path, "it was opened for reading only");
        Box::pin(async { Err(refused) })
    }

    fn wait<T: Send + 'static>(
        &self,
        sent: Result<(), StoreError>,
        answer: oneshot::Receiver<Result<T, StoreError>>,
    ) -> StoreFuture<'static, T> {
        let path = self.path.clone();
        Box::pin(async move {
            sent?;
            answer.await.unwrap_or_else(|_| Err(unusable(&path, "the thread of the store has ended; start again")))
        })
    }
}

/// A new record beside the anchor of an old one would hide that the old one is gone.
fn nothing_is_gone(path: &Path) -> Result<(), StoreError> {
    let anchor = place::anchor(path);
    let kept = anchor::read_file(&anchor).map_err(StoreError::Corrupt)?.map_or(0, |head| head.count);
    if kept == 0 {
        return Ok(());
    }
    let (path, anchor) = (path.display(), anchor.display());
    Err(StoreError::Corrupt(format!(
        "`{path}` is empty, but `{anchor}` says that there were {kept} rows; bring it back, or remove `{anchor}` to begin \
         a new record"
    )))
}

impl Store for Sqlite {
    fn secret(&self) -> Option<[u8; 32]> {
        // Without a stored key, hashes can still be compared within one process.
        secret::read_or_make(&self.path).ok()
    }

    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head> {
        let (reply, answer) = oneshot::channel();
        let sent = match &self.writer {
            Some(writer) => {
                writer.send(Job::Commit(Box::new(commit), reply));
                Ok(())
            }
            None => Err(unusable(&self.path, "it was opened for reading only")),
        };
        self.wait(sent, answer)
    }

    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>> {
        let id = id.to_owned();
        self.read(Look::Short, move |db| read::session(db, &id))
    }

    fn sessions(&self) -> StoreFuture<'_, Vec<Session>> {
        self.read(Look::Long, read::sessions)
    }

    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>> {
        let (session, project) = (session.to_owned(), project.to_owned());
        self.read(Look::Short, move |db| read::grants_for(db, &session, &project))
    }

    fn freezes(&self) -> StoreFuture<'_, Vec<Freeze>> {
        self.read(Look::Short, read::freezes)
    }

    fn known(&self, session: &str, project: &str) -> StoreFuture<'_, Known> {
        let (session, project) = (session.to_owned(), project.to_owned());
        let uses = if matches!(self.writer, Some(Writer::Here(_))) { Uses::One } else { Uses::Many };
        self.read(Look::Short, move |db| read::known(db, &session, &project, uses))
    }

    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.read(Look::Long, move |db| read::grants(db, ended_too))
    }

    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>> {
        let id = id.to_owned();
        self.read(Look::Short, move |db| read::request(db, &id))
    }

    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.read(Look::Long, move |db| read::requests(db, state))
    }

    fn requests_after(
        &self,
        state: RequestState,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.read(Look::Long, move |db| read::requests_after(db, state, after, limit))
    }

    fn escalate(&self, before: Timestamp, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.write(move |db| apply::escalate(db, before, now, limit))
    }

    fn escalate_one(&self, id: &str, now: Timestamp) -> StoreFuture<'_, Option<StoredRequest>> {
        let id = id.to_owned();
        self.write(move |db| apply::escalate_one(db, &id, now))
    }

    fn requests_of(&self, ids: Vec<String>) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.read(Look::Long, move |db| {
            let mut found = Vec::with_capacity(ids.len());
            for id in &ids {
                found.extend(read::request(db, id)?);
            }
            Ok(found)
        })
    }

    fn waiting_after(
        &self,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Timestamp, String)>> {
        self.read(Look::Long, move |db| read::waiting_after(db, after, limit))
    }

    /// The changes of this process. Changes of other processes that use the file are not included.
    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        self.writer.as_ref().map(|_| self.listeners.subscribe())
    }

    fn others(&self) -> StoreFuture<'_, Others> {
        if self.writer.is_none() {
            return Box::pin(async { Ok(Others::Unknown) });
        }
        // On the connection that writes, so that its own writes do not count.
        self.read(Look::Writing, |db| Ok(Others::Stamp(read::stamp(db)?)))
    }

    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()> {
        self.write(move |db| apply::put_token(db, &token))
    }

    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>> {
        self.read(Look::Short, read::tokens)
    }

    fn token(&self, id: &str) -> StoreFuture<'_, Option<StoredToken>> {
        let id = id.to_owned();
        self.read(Look::Short, move |db| read::token(db, &id))
    }

    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()> {
        let id = id.to_owned();
        self.write(move |db| apply::revoke_token(db, &id, now))
    }

    fn use_once(&self, what: Hash, until: Timestamp, now: Timestamp) -> StoreFuture<'_, bool> {
        self.write(move |db| used::once(db, what, until, now))
    }

    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>> {
        let query = query.clone();
        self.read(Look::Long, move |db| read::rows(db, &query))
    }

    fn head(&self) -> StoreFuture<'_, Head> {
        self.read(Look::Short, read::head)
    }
}

#[cfg(test)]
mod tests {
    use byleave_gate::{Commit, Store, StoreError};

    use super::scratch::Folder;
    use super::{Look, Sqlite};

    #[test]
    fn when_the_writing_thread_is_gone_everyone_is_told() {
        let folder = Folder::new("gone");
        let store = Sqlite::open(folder.database()).expect("a store");
        let wait = |future| tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(future);
        // Behind the panic in the queue, and after it.
        let panicked = store.read(Look::Short, |_| panic!("on purpose"));
        let queued = store.commit(Commit::default());
        for answer in [panicked, queued, store.commit(Commit::default()), store.head()] {
            let answer = wait(answer);
            assert!(matches!(&answer, Err(StoreError::Unusable(said)) if said.contains("has ended")), "{answer:?}");
        }
    }
}
