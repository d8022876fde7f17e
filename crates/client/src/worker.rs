//! The thread that talks to the hub: a gate needs no runtime, but the connection does.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::trouble::{ConnectError, Trouble};

/// How long the last messages may take when no caller is left.
const LEAVING: Duration = Duration::from_secs(2);

type Job = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A thread with a small runtime. It ends when the last channel that uses it is dropped.
#[derive(Debug)]
pub struct Worker(mpsc::UnboundedSender<Job>);

impl Worker {
    /// Starts the thread.
    pub fn start() -> Result<Self, ConnectError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build();
        let runtime = runtime.map_err(ConnectError::Thread)?;
        let (jobs, queue) = mpsc::unbounded_channel();
        let thread = std::thread::Builder::new().name("byleave-hub".to_owned());
        thread.spawn(move || runtime.block_on(work(queue))).map_err(ConnectError::Thread)?;
        Ok(Self(jobs))
    }

    /// Begins a job. If the thread is gone, the result never comes.
    pub fn start_job<T: Send + 'static>(&self, job: impl Future<Output = T> + Send + 'static) -> oneshot::Receiver<T> {
        let (sender, receiver) = oneshot::channel();
        let job: Job = Box::pin(async move {
            // If the caller no longer waits, the result is dropped.
            let _ = sender.send(job.await);
        });
        let _ = self.0.send(job);
        receiver
    }

    /// Runs a job to its end, or until its caller no longer waits.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl Future<Output = Result<T, Trouble>> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.start_job(job).await.unwrap_or(Err(Trouble::Ended))
    }
}

async fn work(mut queue: mpsc::UnboundedReceiver<Job>) {
    let mut jobs = JoinSet::new();
    loop {
        tokio::select! {
            job = queue.recv() => match job {
                Some(job) => drop(jobs.spawn(job)),
                None => break,
            },
            Some(_) = jobs.join_next() => {}
        }
    }
    let rest = async { while jobs.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(LEAVING, rest).await;
}
