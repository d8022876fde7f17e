//! Records what happens beside decisions, in order, without delaying the messages.

use std::sync::mpsc::{Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

type Job = Box<dyn FnOnce() + Send>;

/// A thread that writes.
pub(super) struct Recorder {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Recorder {
    pub fn start() -> Self {
        let (jobs, queue) = channel::<Job>();
        let thread =
            Builder::new().name("byleave-record".to_owned()).spawn(move || queue.into_iter().for_each(|job| job()));
        // Without the thread nothing is taken, and each job runs where it comes up.
        let jobs = thread.is_ok().then_some(jobs);
        Self { jobs: Mutex::new(jobs), thread: Mutex::new(thread.ok()) }
    }

    /// Does something after what came before.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match jobs {
            Some(jobs) => drop(jobs.send(Box::new(job))),
            None => job(),
        }
    }

    /// The same, and waits until it is done.
    pub fn run_now(&self, job: impl FnOnce() + Send + 'static) {
        let (done, wait) = sync_channel(1);
        self.run(move || {
            job();
            let _ = done.send(());
        });
        // If the thread is gone, so is the sender.
        let _ = wait.recv();
    }

    /// Does what is left.
    pub fn finish(&self) {
        drop(self.jobs.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}
