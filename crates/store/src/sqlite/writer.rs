//! The one thread that writes.
//!
//! All commits that wait go into one transaction: the price of a transaction is paid once for all of them. Each has a
//! savepoint of its own, so one that is refused does not undo the others.

use std::path::PathBuf;
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

/// Not more in one transaction, so that other processes get their turn.
const LARGEST_GROUP: usize = 256;

/// After so long without a commit the anchor follows.
const IDLE: Duration = Duration::from_millis(200);

/// Where the answer to a commit goes.
pub type Reply = oneshot::Sender<Result<Head, StoreError>>;

/// What the writer is told to do.
pub enum Job {
    /// A change.
    Commit(Box<Commit>, Reply),
    /// A short look: going to another thread and connection would cost a short process more than it gains.
    Read(Task),
    /// A change that is no part of a commit.
    Write(Task),
}

/// The writing thread. It ends, with the anchor at the head, when this is dropped.
#[derive(Debug)]
pub struct Writer {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub fn start(
        db: Connection,
        path: PathBuf,
        anchor: Anchor,
        listeners: broadcast::Sender<Change>,
    ) -> Result<Self, StoreError> {
        let (jobs, waiting) = channel();
        let shown = path.clone();
        let thread = thread::Builder::new()
            .name("byleave-store".to_owned())
            .spawn(move || Work { db, path, anchor, listeners, behind: false }.run(&waiting))
            .map_err(|error| unusable(&shown, &format!("no thread can be started: {error}")))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Hands a job over. If the thread is gone the job is dropped, and whoever waits for it is told.
    pub fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // What cannot be sent is dropped, with the way its answer would have taken.
            drop(jobs.send(job));
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has dropped all it was told to answer.
            drop(thread.join());
        }
    }
}

struct Work {
    db: Connection,
    path: PathBuf,
    anchor: Anchor,
    /// Who hears of requests that change.
    listeners: broadcast::Sender<Change>,
    /// Whether there were commits since the anchor was last brought to the head.
    behind: bool,
}

impl Work {
    fn run(mut self, waiting: &Receiver<Job>) {
        while let Some(first) = self.next(waiting) {
            let jobs = std::iter::once(first).chain(waiting.try_iter().take(LARGEST_GROUP));
            let mut commits = Vec::new();
            let mut reads = Vec::new();
            for job in jobs {
                match job {
                    Job::Commit(commit, reply) => commits.push((commit, reply)),
                    Job::Read(task) => reads.push(task),
                    // What was asked for before it must not see it.
                    Job::Write(task) => {
                        self.look(std::mem::take(&mut reads));
                        task(&self.db);
                    }
                }
            }
            self.look(reads);
            if !commits.is_empty() {
                self.commit(commits);
            }
        }
        self.catch_up();
        connection::close(self.db, &self.path);
    }

    /// Looks that wait go together too: taking and leaving the locks of the file costs as much as a look.
    fn look(&self, reads: Vec<Task>) {
        // If it cannot be begun, each look finds out by itself.
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

    /// The next job; `None` when nobody can send one any more.
    fn next(&mut self, waiting: &Receiver<Job>) -> Option<Job> {
        if self.behind {
            match waiting.recv_timeout(IDLE) {
                Ok(job) => return Some(job),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    self.catch_up();
                    connection::tidy(&self.db, &self.path);
                }
            }
        }
        waiting.recv().ok()
    }

    fn catch_up(&mut self) {
        if self.behind {
            self.behind = false;
            // Others hold the database: one of them will do it.
            drop(anchor::catch_up(&mut self.anchor, &mut self.db));
        }
    }

    fn commit(&mut self, commits: Vec<(Box<Commit>, Reply)>) {
        let (commits, replies): (Vec<_>, Vec<_>) = commits.into_iter().unzip();
        match self.transact(&commits) {
            Ok(answers) => {
                self.behind = true;
                for ((commit, reply), answer) in commits.iter().zip(replies).zip(answers) {
                    for change in answer.iter().flat_map(|_| commit.changes()) {
                        // Nobody listens: nobody waits.
                        drop(self.listeners.send(change));
                    }
                    // Whoever no longer waits has given up its call.
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

    fn transact(&mut self, commits: &[Box<Commit>]) -> Result<Vec<Result<Head, Fault>>, Fault> {
        // Undone when it is dropped without a commit.
        let group = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut head = read::head(&group)?;
        self.anchor.follow(&group, head);
        if let [only] = commits {
            // Nobody else would be undone with it.
            let answer = apply(&group, only, head);
            if answer.is_ok() {
                group.commit()?;
            }
            return Ok(vec![answer]);
        }
        let mut answers = Vec::with_capacity(commits.len());
        for commit in commits {
            let answer = apply_alone(&group, commit, head)?;
            if let Ok(next) = answer {
                head = next;
            }
            answers.push(answer);
        }
        group.commit()?;
        Ok(answers)
    }
}

/// One of the group: refused by itself, or failed with all the others.
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
