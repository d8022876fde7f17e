//! The only connection that writes: on a thread of its own, or on the threads of its callers.
//!
//! All waiting commits go into one transaction, so the cost of a transaction is paid once for all of them. Each has its
//! own savepoint, so a refused commit does not undo the others.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use byleave_gate::record::Head;
use byleave_gate::{Change, Commit, StoreError};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::{broadcast, oneshot};

use super::anchor::{self, Anchor};
use super::apply::apply;
use super::connection;
use super::fault::{Fault, unusable};
use super::read;
use super::reader::Task;
use super::tidier::Tidier;

/// The largest group in one transaction, so that other processes get their turn.
const LARGEST_GROUP: usize = 256;

/// After this long without a commit it is time to tidy up.
const IDLE: Duration = Duration::from_millis(200);

/// Receives the result of a commit.
pub type Reply = oneshot::Sender<Result<Head, StoreError>>;

/// A job for the writer.
pub enum Job {
    /// A change.
    Commit(Box<Commit>, Reply),
    /// A short read: going to another thread and connection would cost a short process more than it gains.
    Read(Task),
    /// A change outside a commit.
    Write(Task),
}

/// What writes. A commit is answered when it is on record and the anchor at it; at the end the anchor is at the head.
#[derive(Debug)]
pub enum Writer {
    /// A thread, for a process with many calls at once.
    Thread {
        /// Its queue.
        jobs: Option<Sender<Job>>,
        /// Itself.
        thread: Option<JoinHandle<()>>,
    },
    /// The caller's own thread. A process that lives for one call has none to share a transaction with, and a thread would
    /// cost it more than the transaction.
    Here(Mutex<Option<Box<Work>>>),
}

impl Writer {
    /// Starts a thread. Rows that a process wrote before it was killed are anchored first.
    pub fn start(mut work: Work) -> Result<Self, StoreError> {
        work.catch_up(None);
        let (jobs, waiting) = channel();
        let shown = work.path.clone();
        let thread = thread::Builder::new()
            .name("byleave-store".to_owned())
            .spawn(move || work.run(&waiting))
            .map_err(|error| unusable(&shown, &format!("no thread can be started: {error}")))?;
        Ok(Self::Thread { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Starts no thread. The first commit anchors what other processes left, which costs nothing if they left nothing.
    pub fn here(work: Work) -> Self {
        Self::Here(Mutex::new(Some(Box::new(work))))
    }

    /// Passes a job on, or does it at once. If what writes is gone, the job is dropped, and its caller gets an error.
    pub fn send(&self, job: Job) {
        match self {
            Self::Thread { jobs: Some(jobs), .. } => drop(jobs.send(job)),
            Self::Thread { jobs: None, .. } => {}
            Self::Here(work) => {
                // A job that panicked may have left half of its work behind: nothing is done after it.
                if let Ok(mut work) = work.lock()
                    && let Some(work) = work.as_mut()
                {
                    work.take(std::iter::once(job));
                }
            }
        }
    }

    /// Ends the work that is done here, in a process that ends now. A thread ends when this is dropped.
    pub fn finish(&self) {
        if let Self::Here(work) = self
            && let Some(work) = work.lock().ok().and_then(|mut work| work.take())
        {
            work.leave();
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        match self {
            Self::Thread { jobs, thread } => {
                drop(jobs.take());
                if let Some(thread) = thread.take() {
                    // A thread that panicked has dropped all its pending replies.
                    drop(thread.join());
                }
            }
            Self::Here(work) => {
                if let Some(work) = work.get_mut().ok().and_then(Option::take) {
                    work.end();
                }
            }
        }
    }
}

/// The work of it.
#[derive(Debug)]
pub struct Work {
    db: Connection,
    path: PathBuf,
    anchor: Anchor,
    /// Receives changes of requests.
    listeners: broadcast::Sender<Change>,
    tidier: Tidier,
    /// Whether there were commits since it was last idle.
    busy: bool,
    /// Whether the anchor could not be brought to the head after the last commit.
    behind: bool,
}

impl Work {
    /// On an open database.
    pub fn new(db: Connection, path: PathBuf, anchor: Anchor, listeners: broadcast::Sender<Change>) -> Self {
        Self { db, path, anchor, listeners, tidier: Tidier::new(), busy: false, behind: false }
    }

    fn run(mut self, waiting: &Receiver<Job>) {
        while let Some(first) = self.next(waiting) {
            self.take(std::iter::once(first).chain(waiting.try_iter().take(LARGEST_GROUP)));
        }
        self.end();
    }

    fn take(&mut self, jobs: impl Iterator<Item = Job>) {
        let mut commits = Vec::new();
        let mut reads = Vec::new();
        for job in jobs {
            match job {
                Job::Commit(commit, reply) => commits.push((commit, reply)),
                Job::Read(task) => reads.push(task),
                // Reads that were requested before it must not see it.
                Job::Write(task) => {
                    self.look(std::mem::take(&mut reads));
                    task(&self.db);
                }
            }
        }
        self.look(reads);
        if !commits.is_empty() {
            self.commit(commits);
            self.tidier.committed(&self.path);
        }
    }

    /// As [`Work::end`], but the end of the process closes the file, unless its log has to be emptied: what is committed
    /// is as safe as if the process were killed now, and to close it properly takes time.
    fn leave(mut self) {
        if self.behind {
            self.catch_up(None);
        }
        if connection::log_is_small(&self.path) {
            std::mem::forget(self);
        } else {
            self.end();
        }
    }

    fn end(mut self) {
        self.catch_up(None);
        // The last connection to close handles the log, so no other may be open by then.
        drop(self.tidier);
        connection::close(self.db, &self.path);
    }

    /// Waiting reads go together too: taking and releasing the file's locks costs as much as a read.
    fn look(&self, reads: Vec<Task>) {
        // If it cannot begin, each read fails by itself.
        let together = reads.len() > 1 && self.say("BEGIN").is_ok();
        for task in reads {
            task(&self.db);
        }
        if together {
            // Nothing was written that could be lost.
            drop(self.say("COMMIT"));
        }
    }

    fn say(&self, text: &str) -> Result<usize, Fault> {
        Ok(self.db.prepare_cached(text)?.execute([])?)
    }

    /// The next job; `None` when no sender is left.
    fn next(&mut self, waiting: &Receiver<Job>) -> Option<Job> {
        if self.busy {
            match waiting.recv_timeout(IDLE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    self.busy = false;
                    self.catch_up(None);
                    connection::tidy(&self.db, &self.path);
                }
            }
        }
        waiting.recv().ok()
    }

    fn catch_up(&mut self, own: Option<Head>) {
        // If another process holds the database, that process does it with its next commit.
        self.behind = anchor::catch_up(&mut self.anchor, &mut self.db, own).is_err();
    }

    fn commit(&mut self, commits: Vec<(Box<Commit>, Reply)>) {
        let (commits, replies): (Vec<_>, Vec<_>) = commits.into_iter().unzip();
        match self.transact(&commits) {
            Ok(GroupResult { answers, added }) => {
                self.busy = true;
                // Before anybody hears of the rows: so nobody acts on a row that could be cut off unseen.
                if added.is_some() {
                    self.catch_up(added);
                }
                for ((commit, reply), answer) in commits.iter().zip(replies).zip(answers) {
                    for change in answer.iter().flat_map(|_| commit.changes()) {
                        // Without a listener, no one waits.
                        drop(self.listeners.send(change));
                    }
                    // If the caller no longer waits, it has given up its call.
                    drop(reply.send(answer.map_err(|fault| fault.at(&self.path))));
                }
            }
            Err(fault) => {
                let error = fault.at(&self.path);
                for reply in replies {
                    drop(reply.send(Err(error.clone())));
                }
            }
        }
    }

    fn transact(&mut self, commits: &[Box<Commit>]) -> Result<GroupResult, Fault> {
        // Rolled back if it is dropped without a commit.
        let group = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let before = read::head(&group)?;
        self.anchor.follow(&group, before);
        if let [only] = commits {
            // There are no others to undo with it.
            let answer = apply(&group, only, before);
            let mut added = None;
            if let Ok(head) = answer {
                group.commit()?;
                added = (head != before).then_some(head);
            }
            return Ok(GroupResult { answers: vec![answer], added });
        }
        let mut head = before;
        let mut answers = Vec::with_capacity(commits.len());
        for commit in commits {
            let answer = apply_alone(&group, commit, head)?;
            if let Ok(next) = answer {
                head = next;
            }
            answers.push(answer);
        }
        group.commit()?;
        Ok(GroupResult { answers, added: (head != before).then_some(head) })
    }
}

/// What became of a group of commits.
struct GroupResult {
    answers: Vec<Result<Head, Fault>>,
    /// The head after the rows that it added, if it added any.
    added: Option<Head>,
}

/// One commit of the group: refused by itself, or failed with all the others.
fn apply_alone(group: &Transaction<'_>, commit: &Commit, head: Head) -> Result<Result<Head, Fault>, Fault> {
    group.prepare_cached("SAVEPOINT alone")?.execute([])?;
    let answer = apply(group, commit, head);
    if let Err(fault) = answer {
        // Some errors, a full disk for one, end the whole transaction.
        if group.is_autocommit() {
            return Err(fault);
        }
        group.prepare_cached("ROLLBACK TO alone")?.execute([])?;
        group.prepare_cached("RELEASE alone")?.execute([])?;
        return Ok(Err(fault));
    }
    group.prepare_cached("RELEASE alone")?.execute([])?;
    Ok(answer)
}
