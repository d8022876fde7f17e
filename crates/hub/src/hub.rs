//! The hub: what all handlers share.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use std::time::{Duration, Instant};

use axum::http::{HeaderMap, StatusCode};
use byleave_gate::record::{Entry, Hash};
use byleave_gate::{Call, Change, Commit, Freeze, Gate, Query, RequestState, Store, StoreError};
use byleave_policy::Decision;
use jiff::Timestamp;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::sync::{Semaphore, broadcast, watch};

use crate::answers::Claims;
use crate::board::{Board, Ended, Note};
use crate::callers::{Caller, Callers};
use crate::config::{Limits, Names};
use crate::deciders::{Deciders, Entered};
use crate::escalate::Escalation;
use crate::metrics::Metrics;
use crate::onion::{Address, Onion};
use crate::problem::Problem;
use crate::rate::PeerRates;
use crate::token::{self, NoRandomness, Secret};
use crate::{file, refused};

/// So many owners of sessions are remembered; then the store is asked again.
const REMEMBERED: usize = 100_000;

/// How often it is tried whether the store can be written.
const PROBE: Duration = Duration::from_secs(1);

/// The lane of what the hub judges by itself: what expires, and what needs no answer any more.
const OWN: &str = "";

/// How many requests are read from the store at once.
pub const PAGE: usize = 256;

/// One queue for many agents and many people.
#[derive(Debug)]
pub struct Hub {
    /// Decides, on threads of its own.
    pub(crate) gate: Gate,
    /// Those threads.
    pub(crate) deciders: Deciders,
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
    /// Whom to tell that something waits for too long.
    pub(crate) escalation: OnceLock<Escalation>,
    /// Those who come with a key.
    pub(crate) onion: Onion,
    /// Requests that were handed in here, not at another hub.
    pub(crate) here: file::Here,
    /// The freezes that those who watch were told of.
    pub(crate) frozen: Mutex<Vec<Freeze>>,
    /// How often a login is tried, from each machine.
    pub(crate) logins: PeerRates,
    /// How often a token comes that is none, from each machine.
    pub(crate) wrong: PeerRates,
    /// Becomes true when the hub stops.
    pub(crate) stopping: watch::Sender<bool>,
    /// What the store tells from before anything was read of it; for whoever keeps the hub.
    pub(crate) changes: Mutex<Option<broadcast::Receiver<Change>>>,
    store: Kept,
    owners: Mutex<HashMap<String, Option<String>>>,
    counter: AtomicU64,
    /// Whether the store could be written when that was tried last.
    written: tokio::sync::Mutex<Option<(Instant, bool)>>,
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
        // Before what waits is read, so that nothing falls between. A store on another machine may take its time.
        let listened = Arc::clone(&store);
        let changes = tokio::task::spawn_blocking(move || listened.changes()).await.unwrap_or_default();
        let deciders = Deciders::start();
        let hub = Self {
            gate: gate.decided_by(deciders.lane(OWN)),
            deciders,
            names: RwLock::default(),
            tls,
            callers: Callers::new(),
            board: Arc::new(Board::new()),
            metrics: Metrics::default(),
            first: Mutex::new(None),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            claims: Claims::default(),
            escalation: OnceLock::new(),
            onion: Onion::new(Timestamp::now()),
            here: file::Here::default(),
            frozen: Mutex::default(),
            logins: PeerRates::new(5),
            wrong: PeerRates::new(limits.wrong),
            stopping: watch::channel(false).0,
            changes: Mutex::new(changes),
            store: Kept(store),
            owners: Mutex::default(),
            counter: AtomicU64::new(1),
            written: tokio::sync::Mutex::default(),
            limits,
        };
        hub.go_on().await?;
        hub.callers.refresh(hub.store(), &hub.limits, hub.now()).await?;
        hub.load().await?;
        let frozen = hub.gate.freezes().await?;
        *hub.frozen.lock().unwrap_or_else(PoisonError::into_inner) = frozen;
        Ok(Arc::new(hub))
    }

    /// Goes on with the time of the last record: a clock that was set back between two runs makes nothing live again.
    async fn go_on(&self) -> Result<(), StoreError> {
        let last = Query { newest_first: true, limit: Some(1), ..Query::default() };
        let rows = self.store().rows(&last).await?;
        let last = rows.first().and_then(|row| serde_json::from_str::<Entry>(&row.body).ok());
        if let Some(entry) = last
            && !byleave_gate::not_before(entry.timestamp)
        {
            tracing::warn!(last = %entry.timestamp, "the last record is of another time; is the clock of this machine right?");
        }
        Ok(())
    }

    /// Tells somebody about requests that wait for too long, once the hub serves. Only the first word counts.
    pub fn escalate(&self, escalation: Escalation) {
        let _ = self.escalation.set(escalation);
    }

    /// Where everything is kept.
    pub(crate) fn store(&self) -> &dyn Store {
        self.store.0.as_ref()
    }

    /// The time. The server's own: what callers say about time counts for nothing.
    #[expect(clippy::unused_self, reason = "a hub with another clock would have it here")]
    pub(crate) fn now(&self) -> Timestamp {
        byleave_gate::now()
    }

    /// Whether only this machine can reach the hub, so that agents are on it too.
    pub(crate) fn is_local(&self) -> bool {
        self.names.read().unwrap_or_else(PoisonError::into_inner).is_local()
    }

    /// Whether the store can be written. It is tried at most once each second: asking costs nothing.
    pub(crate) async fn writes(&self) -> bool {
        let mut last = self.written.lock().await;
        if let Some((at, works)) = *last
            && at.elapsed() < PROBE
        {
            return works;
        }
        let now = self.now();
        let what: [u8; 32] = Sha256::digest(format!("probe {} {}", now, self.number())).into();
        let works = self.store().use_once(Hash(what), now, now).await.is_ok();
        *last = Some((Instant::now(), works));
        works
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

    /// Whether the page was opened with the secret of the first visit.
    #[must_use]
    pub fn is_visited(&self) -> bool {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Finds out who calls.
    pub(crate) async fn recognise(&self, headers: &HeaderMap) -> Result<Arc<Caller>, Problem> {
        self.callers.recognise(headers, self.store(), &self.limits, self.now()).await
    }

    /// What clients of ConnectOnion call this hub; `None` while no key was enrolled.
    pub(crate) async fn address(&self) -> Option<Address> {
        self.callers.address(self.store(), &self.limits, self.now()).await
    }

    /// Whoever a row of the tokens is about, if it counts.
    pub(crate) async fn caller_of(&self, id: &str) -> Option<Arc<Caller>> {
        let caller = self.callers.named(id, self.store(), &self.limits, self.now()).await.ok()??;
        caller.is_live(self.now()).then_some(caller)
    }

    /// The gate for what a caller wants to have judged: on the lane of its token.
    pub(crate) fn gate_for(&self, caller: &Caller) -> Gate {
        self.gate.decided_by(self.deciders.lane(&caller.token.id))
    }

    /// Room for one more decision for a caller, if it has not too many under way.
    pub(crate) fn decides(&self, caller: &Caller) -> Result<Entered, Problem> {
        self.deciders.enter(&caller.token.id, self.limits.deciding)
    }

    /// Tries a call out for a caller, where calls are judged.
    pub(crate) async fn check(&self, caller: &Caller, call: Call) -> Result<Decision, Problem> {
        let _entered = self.decides(caller)?;
        Ok(self.gate_for(caller).check_elsewhere(call).await?)
    }

    /// Lets a caller pass or not. Whoever tries what their token is not for is put on record.
    pub(crate) async fn require(&self, caller: &Caller, may: bool, what: &'static str) -> Result<(), Problem> {
        if may {
            return Ok(());
        }
        self.put_on_record(caller, what).await;
        let role = caller.role().name();
        let message = format!("a token for `{role}` is not for this: {what}");
        Err(Problem::new(StatusCode::FORBIDDEN, "wrong_role", message))
    }

    /// Puts an attempt on record that was refused.
    pub(crate) async fn put_on_record(&self, caller: &Caller, what: &'static str) {
        self.metrics.refused();
        let role = caller.role().name();
        tracing::warn!(token = %caller.token.id, role, what, "refused");
        let entry = refused::entry(caller, what, &self.gate, self.now());
        let commit = Commit { entry: Some(entry), ..Commit::at(self.now()) };
        if let Err(error) = self.store().commit(commit).await {
            tracing::error!(%error, "a refused attempt could not be put on record");
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

    pub(crate) fn remember(&self, id: &str, owner: Option<String>) {
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

    /// A session and those below it, at any depth, as far as something of them waits.
    async fn below(&self, session: &str) -> Result<HashSet<String>, StoreError> {
        let mut below: HashSet<String> = HashSet::from([session.to_owned()]);
        let mut elsewhere: HashSet<String> = HashSet::new();
        for (start, parent) in self.board.sessions() {
            let mut line = vec![start];
            let mut next = parent;
            let inside = loop {
                let Some(last) = line.last() else { break false };
                if below.contains(last) {
                    break true;
                }
                let Some(above) = next.take() else { break false };
                // A circle would never end.
                if elsewhere.contains(&above) || line.contains(&above) {
                    break false;
                }
                if !below.contains(&above) {
                    next = self.store().session(&above).await?.and_then(|found| found.parent);
                }
                line.push(above);
            };
            if inside { &mut below } else { &mut elsewhere }.extend(line);
        }
        Ok(below)
    }

    /// Settles what needs no answer any more, because of a grant, a stop or the like: `because` is what those who watch are
    /// told. `session` is the only one that is concerned, with those below it; all are if it is `None`.
    pub(crate) async fn settle(&self, session: Option<&str>, because: &str) {
        let below = match session {
            None => None,
            Some(session) => match self.below(session).await {
                Ok(below) => Some(below),
                Err(error) => return tracing::error!(%error, "nothing was settled"),
            },
        };
        let concerned = self.board.ids(|card| below.as_ref().is_none_or(|below| below.contains(&*card.session)));
        for id in concerned {
            let _busy = self.board.busy_with(&id);
            match self.gate.settle_granted(&id).await {
                Ok(Some(resolved)) => {
                    let session = self.board.remove(&id).map(|card| card.session.to_string()).unwrap_or_default();
                    let (by, reason) = (because.to_owned(), resolved.reason);
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
