//! What a gate needs of a store.
//!
//! One change is one [`Commit`]: the store applies all of it, or nothing. The record is part of it, so nothing takes
//! effect without a record.

pub(crate) mod memory;
pub(crate) mod token;

use std::future::Future;
use std::pin::Pin;

use jiff::Timestamp;
use thiserror::Error;
use tokio::sync::broadcast;

use crate::answer::quorum::Agreement;
use crate::decision::freeze::{Freeze, Freezing};
use crate::entry::record::{Entry, Hash, Head, Row};
use crate::request::{RequestState, StoredRequest};
use crate::session::{Session, StoredGrant};
use crate::store::token::StoredToken;

/// How often the gate tries a step again because another process changed the session or the request meanwhile. Each
/// time, the other process succeeded, so this is how many of them may compete. The limit ends the attempts with a store
/// that lets none succeed.
pub(crate) const MOST_TRIES: u32 = 256;

/// Repeats a step while another process or thread is faster. The step reads and decides anew each time.
pub(crate) async fn retried<T, E, F>(mut step: impl FnMut() -> F) -> Result<T, E>
where
    E: From<StoreError> + PartialEq,
    F: Future<Output = Result<T, E>>,
{
    for _ in 0..MOST_TRIES {
        match step().await {
            Err(error) if error == StoreError::Conflict.into() => {}
            done => return done,
        }
    }
    Err(StoreError::Conflict.into())
}

/// The future of a store's answer.
pub type StoreFuture<'s, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 's>>;

/// Why a store failed. None of these errors lets a call run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Another process changed the session: read it again and decide again.
    #[error("another process changed the session meanwhile")]
    Conflict,
    /// The request is not in the state the change starts from: another answer counts already, or it expired.
    #[error("the request is {} already", .0.name())]
    Settled(RequestState),
    /// No such session, grant, request, token or record.
    #[error("there is no {0}")]
    Missing(String),
    /// Other processes hold the store for too long.
    #[error("the store is busy; try again")]
    Busy,
    /// It was written by a newer version.
    #[error("the store has version {found}, this byleave knows versions up to {known}; update byleave")]
    Newer {
        /// The version of the store.
        found: u32,
        /// The newest version that is known.
        known: u32,
    },
    /// It cannot be read.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// It cannot be written: a full disk, a file that is read-only, a directory that is gone.
    #[error("the store cannot be used: {0}")]
    Unusable(String),
}

/// One change, whole or not at all.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// The new session; its `version` is the one that was read, and the store increments it.
    pub session: Option<Session>,
    /// Grants to add.
    pub grants: Vec<StoredGrant>,
    /// Grants that end now, by id.
    pub ended: Vec<String>,
    /// Grants of which one use is spent, by id.
    pub spent: Vec<String>,
    /// A new request to people.
    pub request: Option<StoredRequest>,
    /// A request that changes its state.
    pub transition: Option<Transition>,
    /// A request that waits longer.
    pub extension: Option<Extension>,
    /// A freeze that begins or ends.
    pub freeze: Option<Freezing>,
    /// The entry for the record.
    pub entry: Option<Entry>,
    /// The time of the change.
    pub now: Timestamp,
}

impl Commit {
    /// An empty change.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self { now, ..Self::default() }
    }

    /// The requests that it creates or changes, for callers that wait for one.
    pub fn changes(&self) -> impl Iterator<Item = Change> + use<> {
        let put = self.request.as_ref().map(|request| Change { request: request.id.clone(), state: request.state });
        let moved = self.transition.as_ref().map(|change| Change { request: change.request.clone(), state: change.to });
        [put, moved].into_iter().flatten()
    }
}

/// A change of a request's state, only if the request is in the expected state.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Which.
    pub request: String,
    /// From this state.
    pub from: RequestState,
    /// To this one.
    pub to: RequestState,
    /// The new answer, if there is one, as JSON.
    pub answer: Option<serde_json::Value>,
    /// The answer that the request must still have, if that matters: an approver may have taken one answer back and
    /// given another, so the state alone would look the same.
    pub answered: Option<serde_json::Value>,
    /// By whom.
    pub person: Option<String>,
    /// By which channel.
    pub channel: Option<String>,
    /// The approvals, if several people must approve; only if no other was added meanwhile.
    pub approvals: Option<Approvals>,
}

impl Transition {
    /// From one state to another, and nothing else.
    #[must_use]
    pub fn new(request: &str, from: RequestState, to: RequestState) -> Self {
        let request = request.to_owned();
        Self { request, from, to, answer: None, answered: None, person: None, channel: None, approvals: None }
    }
}

/// How the list of approvals changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Approvals {
    /// The list as it was read.
    pub before: Vec<Agreement>,
    /// The new list.
    pub now: Vec<Agreement>,
}

/// More time for a request, only if it is still pending and has the expected end.
///
/// Nothing else changes: frames take the end from the store ([`with_end`](crate::with_end)), so this never overwrites a
/// change of another process.
#[derive(Clone, Debug, PartialEq)]
pub struct Extension {
    /// Which.
    pub request: String,
    /// When it ended until now.
    pub from: Timestamp,
    /// When it ends from now on.
    pub to: Timestamp,
}

/// A request that changed its state. It only says when to look again; the store has the truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Change {
    /// Which.
    pub request: String,
    /// The state it changed to. It may have changed again since.
    pub state: RequestState,
}

/// What every call needs before it is judged.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its session, if there is one.
    pub session: Option<Session>,
    /// The grants that count for it.
    pub grants: Vec<StoredGrant>,
    /// The freeze that counts for it: the general one, or that of its host.
    pub frozen: Option<Freeze>,
}

/// How to notice changes of other processes without reading the whole store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// [`Store::changes`] notifies of changes of every process.
    Heard,
    /// This number changes whenever a process changes something that [`Store::changes`] does not notify of.
    Stamp(i64),
    /// Only by looking.
    Unknown,
}

/// Which rows of the record to return.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Rows after this number.
    pub after: Option<u64>,
    /// Rows before this number.
    pub before: Option<u64>,
    /// Not before this moment.
    pub since: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
    /// Of this session.
    pub session: Option<String>,
    /// Of this tool.
    pub tool: Option<String>,
    /// With this verdict of the engine.
    pub verdict: Option<String>,
    /// With this end: approved or not.
    pub approved: Option<bool>,
    /// Credited to this source.
    pub source: Option<String>,
    /// By this rule.
    pub rule: Option<String>,
    /// The newest first; otherwise the oldest.
    pub newest_first: bool,
    /// At most this many.
    pub limit: Option<u32>,
}

impl Query {
    /// Whether a row matches; ignores the limit.
    #[must_use]
    pub fn wants(&self, number: u64, entry: &Entry) -> bool {
        let same = |wanted: &Option<String>, found: &str| wanted.as_deref().is_none_or(|wanted| wanted == found);
        self.after.is_none_or(|after| number > after)
            && self.before.is_none_or(|before| number < before)
            && self.since.is_none_or(|since| entry.timestamp >= since)
            && self.until.is_none_or(|until| entry.timestamp < until)
            && same(&self.session, &entry.session)
            && same(&self.tool, &entry.tool)
            && same(&self.verdict, &entry.verdict)
            && same(&self.source, &entry.source)
            && self.rule.as_deref().is_none_or(|rule| entry.rule.as_deref() == Some(rule))
            && self.approved.is_none_or(|approved| approved == entry.approved)
    }
}

/// Keeps sessions, grants, requests, tokens and the record.
pub trait Store: Send + Sync {
    /// The key for hashes of secrets on record, if the store keeps one, so that equal secrets have equal hashes.
    fn secret(&self) -> Option<[u8; 32]> {
        None
    }

    /// Makes one change, and returns the new end of the record.
    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head>;

    /// A session.
    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>>;

    /// All sessions, those seen last first.
    fn sessions(&self) -> StoreFuture<'_, Vec<Session>>;

    /// The grants that count for a session: its own, its parents', its project's, everyone's. Those that ended are left
    /// out.
    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>>;

    /// The freezes that last, the oldest first: the general one, and those of single hosts.
    fn freezes(&self) -> StoreFuture<'_, Vec<Freeze>>;

    /// The general freeze, if it lasts.
    fn frozen(&self) -> StoreFuture<'_, Option<Freeze>> {
        let freezes = self.freezes();
        Box::pin(async move { Ok(Freeze::of(freezes.await?, None)) })
    }

    /// A session, the grants that count for it and the freeze, in one query.
    fn known(&self, session: &str, project: &str) -> StoreFuture<'_, Known> {
        let (found, grants, freezes) = (self.session(session), self.grants_for(session, project), self.freezes());
        Box::pin(async move {
            let (session, grants) = (found.await?, grants.await?);
            let frozen = Freeze::of(freezes.await?, session.as_ref());
            Ok(Known { session, grants, frozen })
        })
    }

    /// All grants, with those that ended if wanted, oldest first.
    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>>;

    /// A request.
    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>>;

    /// The requests in a state, oldest first.
    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>>;

    /// At most this many of the requests in a state, oldest first, after the request with this time of creation and
    /// this id. For callers that do not want all of them at once.
    fn requests_after(
        &self,
        state: RequestState,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<StoredRequest>> {
        let all = self.requests(state);
        Box::pin(async move {
            let mut all = all.await?;
            all.sort_by(|one, other| (one.created, &one.id).cmp(&(other.created, &other.id)));
            all.retain(|request| {
                after.as_ref().is_none_or(|(created, id)| (request.created, &request.id) > (*created, id))
            });
            all.truncate(limit);
            Ok(all)
        })
    }

    /// The requests with these ids, in no order; missing ones are left out.
    fn requests_of(&self, ids: Vec<String>) -> StoreFuture<'_, Vec<StoredRequest>> {
        Box::pin(async move {
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                found.extend(self.request(&id).await?);
            }
            Ok(found)
        })
    }

    /// When the pending requests were created, and their ids, oldest first: like [`Store::requests_after`], for a
    /// caller that only needs the ids.
    fn waiting_after(
        &self,
        after: Option<(Timestamp, String)>,
        limit: usize,
    ) -> StoreFuture<'_, Vec<(Timestamp, String)>> {
        let all = self.requests_after(RequestState::Pending, after, limit);
        Box::pin(async move { Ok(all.await?.into_iter().map(|request| (request.created, request.id)).collect()) })
    }

    /// Takes at most this many pending requests whose time is over, so that the caller can end them. If several nodes
    /// share a store, another node does not get the same ones for some seconds.
    fn expired(&self, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        let all = self.requests(RequestState::Pending);
        Box::pin(async move {
            let mut all = all.await?;
            all.retain(|request| request.expires.is_some_and(|end| now >= end));
            all.sort_by(|one, other| (one.expires, &one.id).cmp(&(other.expires, &other.id)));
            all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            Ok(all)
        })
    }

    /// Takes at most this many requests that have been pending since before a moment and were not escalated, so that
    /// the caller escalates them. The store hands out each once, even if several nodes share it.
    ///
    /// A store that cannot remember this hands out none.
    fn escalate(&self, before: Timestamp, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        let _ = (before, now, limit);
        Box::pin(std::future::ready(Ok(Vec::new())))
    }

    /// Takes one pending request of any age to escalate it now, once, as [`Store::escalate`] does.
    fn escalate_one(&self, id: &str, now: Timestamp) -> StoreFuture<'_, Option<StoredRequest>> {
        let _ = (id, now);
        Box::pin(std::future::ready(Ok(None)))
    }

    /// Hears of requests that change, from now on; where the store is made for several nodes, on any of them. Some changes
    /// may be told twice. A listener that is too slow learns that it missed some, and has to look at what it waits for.
    /// `None` if the store cannot tell; then a waiting caller has to look from time to time.
    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        None
    }

    /// How to notice what others did.
    fn others(&self) -> StoreFuture<'_, Others> {
        Box::pin(std::future::ready(Ok(Others::Unknown)))
    }

    /// Keeps a new token. One with the same id must not be there.
    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()>;

    /// All tokens, with those that ended or were taken back, oldest first.
    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>>;

    /// A token, as it is now.
    fn token(&self, id: &str) -> StoreFuture<'_, Option<StoredToken>> {
        let (id, all) = (id.to_owned(), self.tokens());
        Box::pin(async move { Ok(all.await?.into_iter().find(|token| token.id == id)) })
    }

    /// Takes a token back, from a moment on. If it was taken back before, that moment stays.
    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()>;

    /// Uses something that counts once, such as a signature, known by its hash: whether this is the first use. It is
    /// one step, so of several who try at once, also on several nodes that share a store, exactly one hears yes. It is
    /// remembered until a moment, after which it may be forgotten.
    ///
    /// A store that cannot remember lets nothing count.
    fn use_once(&self, what: Hash, until: Timestamp, now: Timestamp) -> StoreFuture<'_, bool> {
        let _ = (what, until, now);
        let why = "it does not remember what was used before".to_owned();
        Box::pin(std::future::ready(Err(StoreError::Unusable(why))))
    }

    /// Rows of the record.
    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>>;

    /// The end of the record.
    fn head(&self) -> StoreFuture<'_, Head>;
}
