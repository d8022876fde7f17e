//! A thread with its own connection, for reads that may be long. It starts with the first of them.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use byleave_gate::StoreError;
use rusqlite::Connection;

use super::connection;
use super::fault::unusable;

/// A task for a connection.
pub type Task = Box<dyn FnOnce(&Connection) + Send>;

/// The reading thread, if there is one yet.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    tasks: Mutex<Option<Sender<Task>>>,
}

impl Reader {
    /// No thread yet.
    pub fn new(path: PathBuf) -> Self {
        Self { path, tasks: Mutex::new(None) }
    }

    /// Passes a task to the thread.
    pub fn send(&self, task: Task) -> Result<(), StoreError> {
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        let sender = match tasks.take() {
            Some(sender) => sender,
            None => start(&self.path)?,
        };
        // If the thread is gone, the task is dropped and its caller gets an error; the next task starts a new thread.
        if sender.send(task).is_ok() {
            *tasks = Some(sender);
        }
        Ok(())
    }
}

fn start(path: &Path) -> Result<Sender<Task>, StoreError> {
    let db = connection::reading(path).map_err(|fault| fault.at(path))?;
    let (sender, tasks) = channel::<Task>();
    let work = move || tasks.iter().for_each(|task| task(&db));
    let thread = thread::Builder::new().name("byleave-read".to_owned()).spawn(work);
    thread.map_err(|error| unusable(path, &format!("no thread can be started: {error}")))?;
    Ok(sender)
}
