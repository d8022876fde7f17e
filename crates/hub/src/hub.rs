//! The hub: what all handlers share.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use axum::http::{HeaderMap, StatusCode};
use byleave_gate::record::Hash;
use byleave_gate::{Call, Commit, Gate, RequestState, Session, Store, StoreError};
use jiff::Timestamp;
use serde_json::json;
use tokio::sync::{Semaphore, watch};

use crate::answers::Claims;
use crate::board::{Board, Ended, Note};
use crate::callers::{Caller, Callers};
use crate::config::{Limits, Names};
use crate::handing::session_id;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::rate::Rate;
use crate::refused;
use crate::token::{self, NoRandomness, Secret};

/// So many owners of sessions are remembered; then the store is asked again.
const REMEMBERED: usize = 100_000;

/// How many requests are read from the store at once.
pub const PAGE: usize = 256;

/// One queue for many agents and many people.
#[derive(Debug)]
pub struct Hub {
    /// Decides.
    pub(crate) gate: Gate,
    pub(crate) limits: Limits,
    pub(crate) names: RwLock<Names>,
    pub(crate) tls: bool,
    pub(crate) callers: Callers,
    pub(crate) board: Arc<Board>,
    pub(crate) metrics: Metrics,
    /// For the first visit of the page; used once.
    pub(crate) first: Mutex<Option<Hash>>,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) claims: Claims,
    /// How often a login is tried.
    pub(crate) logins: Rate,
    /// Becomes true when the hub stops.
    pub(crate) stopping: watch::Sender<bool>,
    store: Kept,
    owners: Mutex<HashMap<String, Option<String>>>,
    counter: AtomicU64,
}

/// A store has no `Debug`.
struct Kept(Arc<dyn Store>);

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a store")
    }
}

impl Hub {
    /// A hub around a gate and the store that gate has. What waits in the store can be answered at once.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn new(gate: Gate, store: Arc<dyn Store>, limits: Limits, tls: bool) -> Result<Arc<Self>, StoreError> {
        let hub = Self {
            gate,
            names: RwLock::default(),
            tls,
            callers: Callers::new(),
            board: Arc::new(Board::new()),
            metrics: Metrics::default(),
            first: Mutex::new(None),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            claims: Claims::default(),
            logins: Rate::new(5),
            stopping: watch::channel(false).0,
            store: Kept(store),
            owners: Mutex::default(),
            counter: AtomicU64::new(1),
            limits,
        };
        hub.callers.refresh(hub.store(), &hub.limits, hub.now()).await?;
        hub.load().await?;
        Ok(Arc::new(hub))
    }

    /// Where everything is kept.
    pub(crate) fn store(&self) -> &dyn Store {
        self.store.0.as_ref()
    }

    /// The time. The server's own: what callers say about time counts for nothing.
    #[expect(clippy::unused_self, reason = "a hub with another clock would have it here")]
    pub(crate) fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    /// A number nobody else has.
    pub(crate) fn number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// A secret with which the page can be opened, once. One that was made before and not used counts no more.
    ///
    /// # Errors
    ///
    /// If there is no randomness.
    pub fn first_visit(&self) -> Result<Secret, NoRandomness> {
        let (hash, secret) = token::once()?;
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = Some(hash);
        Ok(secret)
    }

    /// Finds out who calls.
    pub(crate) async fn recognise(&self, headers: &HeaderMap) -> Result<Arc<Caller>, Problem> {
        self.callers.recognise(headers, self.store(), &self.limits, self.now()).await
    }

    /// Lets a caller pass or not. Whoever tries what their token is not for is put on record.
    pub(crate) async fn require(&self, caller: &Caller, may: bool, what: &'static str) -> Result<(), Problem> {
        if may {
            return Ok(());
        }
        self.metrics.refused();
        let role = caller.role().name();
        tracing::warn!(token = %caller.token.id, role, what, "refused: the token is not for this");
        let entry = refused::entry(caller, what, self.gate.policy_version(), &self.gate, self.now());
        let commit = Commit { entry: Some(entry), ..Commit::at(self.now()) };
        if let Err(error) = self.store().commit(commit).await {
            tracing::error!(%error, "a refused attempt could not be put on record");
        }
        let message = format!("a token for `{role}` is not for this: {what}");
        Err(Problem::new(StatusCode::FORBIDDEN, "wrong_role", message))
    }

    /// The session a caller of the agent role means, made if there is none. Another token's session is none of theirs.
    pub(crate) async fn session_of(
        &self,
        caller: &Caller,
        named: Option<&str>,
        like: &Call,
        parent: Option<&str>,
    ) -> Result<String, Problem> {
        let id = session_id(caller, named);
        if self.owns(caller, &id).await?.is_some() {
            return Ok(id);
        }
        if caller.token.session.as_deref().is_some_and(|only| only != id) {
            return Err(Problem::missing("session"));
        }
        if let Some(parent) = parent
            && self.owns(caller, parent).await? != Some(true)
        {
            return Err(Problem::missing("parent session"));
        }
        let project = like.project.as_ref().map(|path| path.to_string_lossy().into_owned());
        let session = Session {
            owner: Some(caller.token.id.clone()),
            agent: like.agent.clone(),
            parent: parent.map(str::to_owned),
            ..Session::new(id.clone(), project.unwrap_or_else(|| self.gate.project().to_owned()), self.now())
        };
        match self.store().commit(Commit { session: Some(session), ..Commit::at(self.now()) }).await {
            Ok(_) => {
                self.remember(&id, Some(caller.token.id.clone()));
                Ok(id)
            }
            // Somebody else made it meanwhile.
            Err(StoreError::Conflict) => match self.owns(caller, &id).await? {
                Some(_) => Ok(id),
                None => Err(Problem::missing("session")),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Whether a session is a caller's: `None` if there is none, an error if it is somebody else's.
    pub(crate) async fn owns(&self, caller: &Caller, id: &str) -> Result<Option<bool>, Problem> {
        if let Some(only) = &caller.token.session {
            if only != id {
                return Err(Problem::missing("session"));
            }
            // It was made for this session, whoever began it.
            return Ok(self.owner_of(id).await?.map(|_| true));
        }
        match self.owner_of(id).await? {
            None => Ok(None),
            Some(owner) if owner.as_deref() == Some(caller.token.id.as_str()) => Ok(Some(true)),
            Some(_) => Err(Problem::missing("session")),
        }
    }

    /// The owner of a session: `None` if there is no such session. Owners never change, so they may be remembered.
    pub(crate) async fn owner_of(&self, id: &str) -> Result<Option<Option<String>>, StoreError> {
        let known = self.owners.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(owner) = known {
            return Ok(Some(owner));
        }
        let Some(session) = self.store().session(id).await? else { return Ok(None) };
        self.remember(id, session.owner.clone());
        Ok(Some(session.owner))
    }

    fn remember(&self, id: &str, owner: Option<String>) {
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        if owners.len() >= REMEMBERED {
            owners.clear();
        }
        owners.insert(id.to_owned(), owner);
    }

    /// Reads what waits.
    async fn load(&self) -> Result<(), StoreError> {
        let mut after = None;
        loop {
            let page = self.store().requests_after(RequestState::Pending, after.take(), PAGE).await?;
            for stored in &page {
                let owner = self.owner_of(&stored.session).await?.flatten();
                self.board.add(stored, owner);
            }
            match page.last() {
                Some(last) if page.len() == PAGE => after = Some((last.created, last.id.clone())),
                Some(_) | None => return Ok(()),
            }
        }
    }

    /// A request waits no more: whoever waits is woken, whoever watches is told.
    pub(crate) fn ended(&self, ended: Ended) {
        self.board.remove(&ended.id);
        self.board.tell(Note::Resolved(Arc::new(ended)));
    }

    /// Tells those who watch that grants changed.
    pub(crate) fn grants_changed(&self, session: Option<&str>, but: Option<u64>) {
        let frame = json!({ "type": "grants_changed", "session_id": session }).to_string();
        self.board.tell(Note::Frame { session: session.map(Into::into), frame: frame.into(), but });
    }

    /// Settles what needs no answer any more, after a grant or a stop. `session` is the only one that is concerned, with
    /// those below it; all are if it is `None`.
    pub(crate) async fn settle(&self, session: Option<&str>) {
        let concerned = self.board.ids(|card| {
            session.is_none_or(|session| &*card.session == session || card.parent.as_deref() == Some(session))
        });
        for id in concerned {
            match self.gate.settle_granted(&id).await {
                Ok(Some(resolved)) => {
                    let session = self.board.remove(&id).map(|card| card.session.to_string()).unwrap_or_default();
                    let by = if resolved.approved { "a grant" } else { "a stop" };
                    let (by, reason) = (by.to_owned(), resolved.reason);
                    let ended =
                        Ended { id: id.to_string(), session, by, approved: resolved.approved, reason, but: None };
                    self.ended(ended);
                }
                Ok(None) => {}
                // Somebody answered meanwhile, or the store does not work: then it waits on.
                Err(error) => tracing::debug!(%error, "not settled"),
            }
        }
    }
}
