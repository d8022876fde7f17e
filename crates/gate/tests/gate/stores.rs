//! Stores that do not work as they should.

use std::sync::atomic::{AtomicUsize, Ordering};

use byleave_gate::record::{Head, Row};
use byleave_gate::{
    Commit, MemoryStore, Query, RequestState, Session, Store, StoreError, StoreFuture, StoredGrant, StoredRequest,
    StoredToken, block_on,
};
use jiff::Timestamp;

/// What comes of an operation.
pub enum Says {
    Works,
    Fails(StoreError),
    /// The change was made all the same, and only the news of it got lost.
    Loses(StoreError),
}

/// A store in memory that does what a function says at each operation.
pub struct Odd<F> {
    store: MemoryStore,
    says: F,
}

impl<F: Fn(&'static str) -> Says + Send + Sync> Odd<F> {
    pub fn new(says: F) -> Self {
        Self { store: MemoryStore::new(), says }
    }

    fn now<'s, T>(
        &'s self,
        operation: &'static str,
        done: impl FnOnce(&'s MemoryStore) -> StoreFuture<'s, T>,
    ) -> StoreFuture<'s, T>
    where
        T: Send + 'static,
    {
        match (self.says)(operation) {
            Says::Works => done(&self.store),
            Says::Fails(error) => Box::pin(std::future::ready(Err(error))),
            Says::Loses(error) => {
                let _ = block_on(done(&self.store));
                Box::pin(std::future::ready(Err(error)))
            }
        }
    }
}

impl<F: Fn(&'static str) -> Says + Send + Sync> Store for Odd<F> {
    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head> {
        self.now("commit", |store| store.commit(commit))
    }

    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>> {
        self.now("session", |store| store.session(id))
    }

    fn sessions(&self) -> StoreFuture<'_, Vec<Session>> {
        self.now("sessions", Store::sessions)
    }

    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.now("grants_for", |store| store.grants_for(session, project))
    }

    fn freezes(&self) -> StoreFuture<'_, Vec<byleave_gate::Freeze>> {
        self.now("freezes", Store::freezes)
    }

    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.now("grants", |store| store.grants(ended_too))
    }

    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>> {
        self.now("request", |store| store.request(id))
    }

    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.now("requests", |store| store.requests(state))
    }

    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()> {
        self.now("put_token", |store| store.put_token(token))
    }

    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>> {
        self.now("tokens", Store::tokens)
    }

    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()> {
        self.now("revoke_token", |store| store.revoke_token(id, now))
    }

    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>> {
        self.now("rows", |store| store.rows(query))
    }

    fn head(&self) -> StoreFuture<'_, Head> {
        self.now("head", Store::head)
    }
}

/// Counts down to the one operation that fails.
pub struct Countdown(AtomicUsize);

impl Countdown {
    /// To the operation of this number, counted from 0.
    pub fn new(number: usize) -> Self {
        Self(AtomicUsize::new(number))
    }

    /// Whether this is the one.
    pub fn is_now(&self) -> bool {
        let left = self.0.load(Ordering::SeqCst);
        if left != usize::MAX {
            self.0.store(left.wrapping_sub(1), Ordering::SeqCst);
        }
        left == 0
    }

    /// Whether it has been.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::SeqCst) == usize::MAX
    }
}

/// Everything a store may say, but that somebody else was faster, which only means to try again.
pub fn errors() -> Vec<StoreError> {
    vec![
        StoreError::Busy,
        StoreError::Newer { found: 9, known: 1 },
        StoreError::Corrupt("page 3".to_owned()),
        StoreError::Unusable("disk full".to_owned()),
        StoreError::Missing("session".to_owned()),
        StoreError::Settled(RequestState::Expired),
    ]
}

/// A store that fails once, at that operation.
pub fn failing(at: &std::sync::Arc<Countdown>, error: StoreError, late: bool) -> impl Store + 'static {
    let at = std::sync::Arc::clone(at);
    Odd::new(move |_| match (at.is_now(), late) {
        (false, _) => Says::Works,
        (true, false) => Says::Fails(error.clone()),
        (true, true) => Says::Loses(error.clone()),
    })
}
