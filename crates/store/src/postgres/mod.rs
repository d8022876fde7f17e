//! The store in a `PostgreSQL` server, for several nodes with one queue.

mod apply;
mod chains;
mod columns;
mod fault;
mod link;
mod read;
mod schema;
mod tls;
mod used;
mod verify;
mod wakeups;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use byleave_gate::record::{Hash, Head, Row};
use byleave_gate::{
    Change, Commit, Freeze, Known, Others, Query, RequestState, Session, Store, StoreError, StoreFuture, StoredGrant,
    StoredRequest, StoredToken, ids,
};
use deadpool_postgres::Client;
use jiff::Timestamp;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::task::JoinSet;

use self::chains::CHAINS;
use self::fault::unusable;
use self::link::{Link, Work};
pub use self::verify::BrokenChain;
use self::wakeups::{Local, Teller};

/// A change that waits to be made.
struct Job {
    commit: Arc<Commit>,
    since: Instant,
    reply: oneshot::Sender<Result<Head, StoreError>>,
}

/// Sessions, grants, requests, tokens and the record in a `PostgreSQL` server. Several processes on several machines
/// may have it open at once; each is a node.
///
/// The connections run on two threads of the store's own, so any executor can drive its futures. A commit starts as
/// soon as it is requested: dropping its future does not cancel it. Dropping the store waits until every requested
/// commit is made or has failed.
///
/// A change that the server does not confirm is an error. The change may have been made nevertheless, if only the
/// confirmation was lost; then the request is answered, and a second try gets that as its error.
///
/// The record has 16 chains, one for each sixteenth of the sessions. Rows are numbered over all chains, ascending
/// within each. The numbers of failed changes are missing.
pub struct Postgres {
    link: Link,
    node: String,
    runtime: Handle,
    queues: Vec<mpsc::UnboundedSender<Job>>,
    thread: Option<JoinHandle<()>>,
    local: Local,
    listening: OnceLock<()>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("server", &self.link.server).field("node", &self.node).finish_non_exhaustive()
    }
}

/// The thread's message when it is ready.
struct Started {
    runtime: Handle,
    queues: Vec<mpsc::UnboundedSender<Job>>,
}

impl Postgres {
    /// Opens the store at an address like `postgres://user:password@host/database`, and creates its tables if there are
    /// none. It blocks until that is done.
    ///
    /// With `?sslmode=verify-full` the server has to prove by its certificate that it has the name in the address;
    /// `&sslrootcert=FILE` names the certificates to trust. `require` means the same.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached or used, or the tables are of a newer version.
    pub fn connect(address: &str) -> Result<Self, StoreError> {
        let link = Link::new(address)?;
        let node = ids::new("node");
        let local = Local::new();
        let (ready, started) = std::sync::mpsc::channel();
        let work = {
            let (link, node, local) = (link.clone(), node.clone(), local.clone());
            move || serve(&link, &node, &local, &ready)
        };
        let thread = thread::Builder::new()
            .name("byleave-postgres".to_owned())
            .spawn(work)
            .map_err(|error| unusable(&link.server, &format!("no thread can be started: {error}")))?;
        let started = started.recv().unwrap_or_else(|_| Err(gone(&link.server)));
        let Started { runtime, queues } = started?;
        let listening = OnceLock::new();
        Ok(Self { link, node, runtime, queues, thread: Some(thread), local, listening })
    }

    /// The name of this node, new with every [`Postgres::connect`].
    #[must_use]
    pub fn node(&self) -> &str {
        &self.node
    }

    /// The heads of all chains, in order. Keep them on another machine, to pass them to [`Postgres::verify`] later.
    #[must_use]
    pub fn heads(&self) -> StoreFuture<'static, Vec<Head>> {
        self.does(|client| Box::pin(async { read::heads(&*client).await }))
    }

    /// Verifies all chains, in constant memory, and compares them with the heads in the database and with those that
    /// you kept on another machine. Commits continue meanwhile.
    ///
    /// # Errors
    ///
    /// If a row was changed, removed, duplicated or moved, if a column differs from its row, or if a tail was cut.
    pub async fn verify(&self, expected: &[Head]) -> Result<Vec<Head>, BrokenChain> {
        let (reply, answer) = oneshot::channel();
        let (link, expected) = (self.link.clone(), expected.to_vec());
        self.runtime.spawn(async move { drop(reply.send(verify::verify(&link, &expected).await)) });
        let ended = || BrokenChain { chain: 0, error: gone(&self.link.server).into() };
        answer.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Does some work on the store's own threads.
    fn does<T: Send + 'static>(
        &self,
        work: impl for<'c> FnOnce(&'c mut Client) -> Work<'c, T> + Send + 'static,
    ) -> StoreFuture<'static, T> {
        let (reply, answer) = oneshot::channel();
        let link = self.link.clone();
        // If the caller no longer waits, the result is dropped.
        self.runtime.spawn(async move { drop(reply.send(link.with(work).await)) });
        self.wait(answer)
    }

    fn wait<T: Send + 'static>(&self, answer: oneshot::Receiver<Result<T, StoreError>>) -> StoreFuture<'static, T> {
        let server = self.link.server.clone();
        Box::pin(async move { answer.await.unwrap_or_else(|_| Err(gone(&server))) })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.queues.clear();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has dropped all its pending replies.
            drop(thread.join());
        }
    }
}

fn gone(server: &str) -> StoreError {
    unusable(server, "the threads of the store have ended; start again")
}

/// Runs until no more commits can be requested and all are made.
fn serve(link: &Link, node: &str, local: &Local, ready: &std::sync::mpsc::Sender<Result<Started, StoreError>>) {
    let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("byleave-postgres").enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return drop(ready.send(Err(unusable(&link.server, &error.to_string())))),
    };
    runtime.block_on(async {
        let migrated = link.with(|client| Box::pin(schema::migrate(client, schema::MIGRATIONS))).await;
        if let Err(error) = migrated {
            return drop(ready.send(Err(error)));
        }
        let mut working = JoinSet::new();
        let (teller, telling) = Teller::new(local.clone(), link.clone(), node.to_owned());
        working.spawn(telling);
        let mut queues = Vec::new();
        for _ in 0..CHAINS {
            let (queue, jobs) = mpsc::unbounded_channel();
            queues.push(queue);
            working.spawn(work(link.clone(), node.into(), teller.clone(), jobs));
        }
        drop(teller);
        drop(ready.send(Ok(Started { runtime: Handle::current(), queues })));
        working.join_all().await;
    });
}

/// Makes the changes of one queue, one after another. They would wait for the same chain anyway; here they do so
/// without holding a connection, and in the order of their requests.
async fn work(link: Link, node: Arc<str>, teller: Teller, mut jobs: mpsc::UnboundedReceiver<Job>) {
    while let Some(Job { commit, since, reply }) = jobs.recv().await {
        // While the server hangs, changes at the end of the queue do not have to wait for each one before them.
        if since.elapsed() > link::LIMIT {
            drop(reply.send(Err(StoreError::Busy)));
            continue;
        }
        let (change, node) = (Arc::clone(&commit), Arc::clone(&node));
        let made = link.with(|client| Box::pin(async move { apply::commit(client, &change, &node).await })).await;
        if made.is_ok() {
            teller.made(&commit);
        }
        // If the caller no longer waits, it has given up its call.
        drop(reply.send(made));
    }
}

impl Store for Postgres {
    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head> {
        let (reply, answer) = oneshot::channel();
        if let Some(queue) = self.queues.get(usize::from(chains::queue(&commit))) {
            // A job that cannot be sent is dropped, and its caller gets an error.
            drop(queue.send(Job { commit: Arc::new(commit), since: Instant::now(), reply }));
        }
        self.wait(answer)
    }

    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>> {
        let id = id.to_owned();
        self.does(move |client| Box::pin(async move { read::session(client, &id).await }))
    }

    fn sessions(&self) -> StoreFuture<'_, Vec<Session>> {
        self.does(|client| Box::pin(read::sessions(client)))
    }

    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>> {
        let (session, project) = (session.to_owned(), project.to_owned());
        self.does(move |client| Box::pin(async move { read::grants_for(client, &session, &project).await }))
    }

    fn freezes(&self) -> StoreFuture<'_, Vec<Freeze>> {
        self.does(|client| Box::pin(read::freezes(client)))
    }

    fn known(&self, session: &str, project: &str) -> StoreFuture<'_, Known> {
        let (session, project) = (session.to_owned(), project.to_owned());
        self.does(move |client| Box::pin(async move { read::known(client, &session, &project).await }))
    }

    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.does(move |client| Box::pin(read::grants(client, ended_too)))
    }

    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>> {
        let id = id.to_owned();
        self.does(move |client| Box::pin(async move { read::request(client, &id).await }))
    }

    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.does(move |client| Box::pin(read::requests(client, state, None, None)))
    }

    fn requests_after(
        &self,
        state: RequestState,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.does(move |client| Box::pin(read::requests(client, state, after, Some(limit))))
    }

    fn requests_of(&self, ids: Vec<String>) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.does(move |client| Box::pin(async move { read::requests_of(client, &ids).await }))
    }

    fn waiting_after(
        &self,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Timestamp, String)>> {
        self.does(move |client| Box::pin(read::waiting_after(client, after, limit)))
    }

    fn expired(&self, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.does(move |client| Box::pin(apply::take_expired(client, now, limit)))
    }

    fn escalate(&self, before: Timestamp, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.does(move |client| Box::pin(apply::escalate(client, before, now, limit)))
    }

    fn escalate_one(&self, id: &str, now: Timestamp) -> StoreFuture<'_, Option<StoredRequest>> {
        let id = id.to_owned();
        self.does(move |client| Box::pin(async move { apply::escalate_one(client, &id, now).await }))
    }

    /// The first call waits for the server: all changes from then on are notified.
    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        let listener = self.local.listen();
        self.listening.get_or_init(|| {
            let (ready, begun) = std::sync::mpsc::channel();
            let (link, node, local) = (self.link.clone(), self.node.clone(), self.local.clone());
            drop(self.runtime.spawn(wakeups::listen(link, node, local, ready)));
            // This fails only when the runtime ends.
            let _: Result<(), _> = begun.recv();
        });
        Some(listener)
    }

    fn others(&self) -> StoreFuture<'_, Others> {
        Box::pin(std::future::ready(Ok(Others::Heard)))
    }

    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()> {
        self.does(move |client| Box::pin(async move { apply::put_token(client, &token).await }))
    }

    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>> {
        self.does(|client| Box::pin(read::tokens(client)))
    }

    fn token(&self, id: &str) -> StoreFuture<'_, Option<StoredToken>> {
        let id = id.to_owned();
        self.does(move |client| Box::pin(async move { read::token(client, &id).await }))
    }

    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()> {
        let id = id.to_owned();
        self.does(move |client| Box::pin(async move { apply::revoke_token(client, &id, now).await }))
    }

    fn use_once(&self, what: Hash, until: Timestamp, now: Timestamp) -> StoreFuture<'_, bool> {
        self.does(move |client| Box::pin(async move { used::once(client, what, until, now).await }))
    }

    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>> {
        let query = query.clone();
        self.does(move |client| Box::pin(async move { read::rows(client, &query).await }))
    }

    fn head(&self) -> StoreFuture<'_, Head> {
        self.does(|client| Box::pin(async { read::head(&*client).await }))
    }
}
