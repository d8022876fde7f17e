//! The hub: the state that all handlers share.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use std::time::{Duration, Instant};

use axum::http::StatusCode;
use byleave_gate::record::{Entry, Hash, Row};
use byleave_gate::{Call, Change, Commit, Freeze, Gate, Query, Store, StoreError};
use byleave_policy::Decision;
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};
use tokio::sync::{Semaphore, broadcast, watch};

use crate::answer::Claims;
use crate::answer::frames::ApproverFrame;
use crate::config::{Limits, Names};
use crate::decision::deciders::Deciders;
use crate::entry::{entries, refused_attempt};
use crate::onion::Onion;
use crate::request::escalate::Escalation;
use crate::request::pending_queue::{EndedRequest, Note, PendingQueue};
use crate::request::{background, changed_file};
use crate::server::Problem;
use crate::server::counts::{Counted, Counts};
use crate::server::files_in_force::FilesInForce;
use crate::server::metrics::Metrics;
use crate::server::rate::PeerRates;
use crate::token::callers::{Caller, Callers};
use crate::token::{self, NoRandomness, Secret};

/// How many owners of sessions are remembered; beyond that, the store is asked again.
const REMEMBERED: usize = 100_000;

/// How often the hub tests whether it can write to the store.
const PROBE: Duration = Duration::from_secs(1);

/// The lane of the hub's own work: requests that expire or need no answer any more.
const OWN: &str = "";

/// How many requests are read from the store at once.
pub const PAGE: usize = 256;

/// One queue for many agents and many approvers.
pub struct Hub {
    pub(crate) gate: Gate,
    /// The threads on which the gate decides.
    pub(crate) deciders: Deciders,
    pub(crate) limits: Limits,
    pub(crate) names: RwLock<Names>,
    pub(crate) tls: bool,
    pub(crate) callers: Callers,
    pub(crate) queue: Arc<PendingQueue>,
    pub(crate) metrics: Metrics,
    /// The secret for the first visit of the page; used once.
    pub(crate) first: Mutex<Option<Hash>>,
    pub(crate) sockets: Arc<Semaphore>,
    /// How many sockets each token has open.
    pub(crate) sockets_of: Arc<Counts<String>>,
    pub(crate) claims: Claims,
    /// Its policy and its certificate, as far as they are files.
    pub(crate) files: FilesInForce,
    /// Where to escalate requests that wait for too long.
    pub(crate) escalation: OnceLock<Escalation>,
    /// Clients that connect with a key.
    pub(crate) onion: Onion,
    /// Requests that were submitted to this hub, not to another.
    pub(crate) here: changed_file::Here,
    /// The freezes that watchers have been notified of.
    pub(crate) frozen: Mutex<Vec<Freeze>>,
    /// How many logins one machine may try.
    pub(crate) logins: PeerRates,
    /// How many requests without a valid token one machine may send.
    pub(crate) wrong: PeerRates,
    /// How many sockets of approvers there are.
    pub(crate) answering: AtomicUsize,
    /// Becomes true when the hub stops.
    pub(crate) stopping: watch::Sender<bool>,
    /// The store's notifications, from before anything was read; for the background task.
    pub(crate) changes: Mutex<Option<broadcast::Receiver<Change>>>,
    store: Arc<dyn Store>,
    owners: Mutex<HashMap<String, Option<String>>>,
    counter: AtomicU64,
    /// Whether the last test could write to the store.
    written: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

impl std::fmt::Debug for Hub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hub(..)")
    }
}

impl Hub {
    /// A hub around a gate and that gate's store. Requests that are pending in the store can be answered at once.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn new(gate: Gate, store: Arc<dyn Store>, limits: Limits, tls: bool) -> Result<Arc<Self>, StoreError> {
        // Subscribe before pending requests are read, so that none is missed. A store on another machine may take its
        // time.
        let listened = Arc::clone(&store);
        let changes = tokio::task::spawn_blocking(move || listened.changes()).await.unwrap_or_default();
        let deciders = Deciders::start();
        let hub = Self {
            gate: gate.decided_by(deciders.lane(OWN)),
            deciders,
            names: RwLock::default(),
            tls,
            callers: Callers::new(),
            queue: Arc::new(PendingQueue::new()),
            metrics: Metrics::default(),
            first: Mutex::new(None),
            sockets: Arc::new(Semaphore::new(limits.sockets)),
            sockets_of: Arc::default(),
            claims: Claims::default(),
            files: FilesInForce::new(),
            escalation: OnceLock::new(),
            onion: Onion::new(Timestamp::now()),
            here: changed_file::Here::default(),
            frozen: Mutex::default(),
            logins: PeerRates::new(5),
            wrong: PeerRates::new(limits.wrong),
            answering: AtomicUsize::new(0),
            stopping: watch::channel(false).0,
            changes: Mutex::new(changes),
            store,
            owners: Mutex::default(),
            counter: AtomicU64::new(1),
            written: tokio::sync::Mutex::default(),
            limits,
        };
        hub.go_on().await?;
        hub.read_tokens().await?;
        background::compare(&hub).await?;
        let frozen = hub.gate.freezes().await?;
        *hub.frozen.lock().unwrap_or_else(PoisonError::into_inner) = frozen;
        Ok(Arc::new(hub))
    }

    /// Continues from the time of the last record: a clock that was set back between two runs makes no expired token
    /// live again.
    async fn go_on(&self) -> Result<(), StoreError> {
        let rows = self.newest(None, 1).await?;
        if let Some((_, entry)) = entries(&rows).next()
            && !byleave_gate::not_before(entry.timestamp)
        {
            tracing::warn!(last = %entry.timestamp, "the last record is of another time; is the clock of this machine right?");
        }
        Ok(())
    }

    /// Sets up escalation, for as long as the hub serves. Only the first call counts.
    pub fn escalate(&self, escalation: Escalation) {
        let _ = self.escalation.set(escalation);
    }

    /// How many approvers are connected.
    #[must_use]
    pub fn approvers(&self) -> usize {
        self.answering.load(Ordering::Relaxed)
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.store.as_ref()
    }

    /// The time, by the server's own clock: times that callers send do not count.
    #[expect(clippy::unused_self, reason = "a hub with another clock would have it here")]
    pub(crate) fn now(&self) -> Timestamp {
        byleave_gate::now()
    }

    /// The newest rows of the record, of one session or of all.
    pub(crate) async fn newest(&self, session: Option<&str>, limit: u32) -> Result<Vec<Row>, StoreError> {
        let session = session.map(str::to_owned);
        self.store().rows(&Query { session, newest_first: true, limit: Some(limit), ..Query::default() }).await
    }

    /// Whether only this machine can reach the hub, so that all its agents are on this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.names.read().unwrap_or_else(PoisonError::into_inner).is_local()
    }

    /// Whether the hub can write to the store. It tests this at most once each second, so callers may ask often.
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

    /// A unique number.
    pub(crate) fn number(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    /// A secret that opens the page once. A previous unused secret becomes invalid.
    ///
    /// # Errors
    ///
    /// If there is no randomness.
    pub fn first_visit(&self) -> Result<Secret, NoRandomness> {
        let (hash, secret) = token::once()?;
        *self.first.lock().unwrap_or_else(PoisonError::into_inner) = Some(hash);
        Ok(secret)
    }

    /// Whether the secret of the first visit was used.
    #[must_use]
    pub fn is_visited(&self) -> bool {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// The gate that judges for a caller: on the lane of its token.
    pub(crate) fn gate_for(&self, caller: &Caller) -> Gate {
        self.gate.decided_by(self.deciders.lane(&caller.token.id))
    }

    /// Counts one more decision for a caller, if it has not too many under way.
    pub(crate) fn decides(&self, caller: &Caller) -> Result<Counted<String>, Problem> {
        self.deciders.enter(&caller.token.id, self.limits.deciding)
    }

    /// Judges a call for a caller as a dry run, on the threads for that.
    pub(crate) async fn check(&self, caller: &Caller, call: Call) -> Result<Decision, Problem> {
        let _entered = self.decides(caller)?;
        Ok(self.gate_for(caller).check_elsewhere(call).await?)
    }

    /// Refuses a caller whose token does not permit this, and puts the attempt on record.
    pub(crate) async fn require(&self, caller: &Caller, may: bool, what: &'static str) -> Result<(), Problem> {
        if may {
            return Ok(());
        }
        self.put_on_record(caller, what).await;
        let role = caller.role().name();
        let message = format!("a token for `{role}` is not for this: {what}");
        Err(Problem::new(StatusCode::FORBIDDEN, "wrong_role", message))
    }

    /// The same for what has an effect: also refuses a token that was revoked a moment ago, in another process or on
    /// another node. Whoever revoked it counts on that.
    pub(crate) async fn require_now(&self, caller: &Caller, may: bool, what: &'static str) -> Result<(), Problem> {
        self.require(caller, may, what).await?;
        let now = self.now();
        let stored = self.store().token(&caller.token.id).await?;
        if caller.is_live(now) && stored.is_some_and(|token| token.is_live(now)) {
            return Ok(());
        }
        // Its sockets close, too.
        self.read_tokens().await?;
        Err(Problem::unknown_caller())
    }

    /// Puts a refused attempt on record.
    pub(crate) async fn put_on_record(&self, caller: &Caller, what: &'static str) {
        self.metrics.refused();
        let role = caller.role().name();
        tracing::warn!(token = %caller.token.id, role, what, "refused");
        self.put_entry(refused_attempt::entry(caller, what, &self.gate, self.now())).await;
    }

    /// Puts the entry of a refused attempt on record.
    pub(crate) async fn put_entry(&self, entry: Entry) {
        let commit = Commit { entry: Some(entry), ..Commit::at(self.now()) };
        if let Err(error) = self.store().commit(commit).await {
            tracing::error!(%error, "a refused attempt could not be put on record");
        }
    }

    /// Whether a session is there and belongs to a caller.
    pub(crate) async fn owns(&self, caller: &Caller, id: &str) -> Result<bool, StoreError> {
        let owner = self.owner_of(id).await?;
        Ok(match &caller.token.session {
            // The token is for this session, whichever token created the session.
            Some(only) => only == id && owner.is_some(),
            None => owner.flatten().as_ref() == Some(&caller.token.id),
        })
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

    /// A request is not pending any more: wakes waiting agents and notifies watchers.
    pub(crate) fn ended(&self, ended: EndedRequest) {
        self.queue.remove(&ended.id);
        self.queue.tell(Note::Resolved(Arc::new(ended)));
    }

    /// Notifies watchers that grants changed.
    pub(crate) fn grants_changed(&self, session: Option<&str>, but: Option<u64>) {
        self.queue.tell_frame(session, &ApproverFrame::GrantsChanged { session_id: session }, but);
    }

    /// A session and all sessions below it that have pending requests.
    async fn below(&self, session: &str) -> Result<HashSet<String>, StoreError> {
        let mut below: HashSet<String> = HashSet::from([session.to_owned()]);
        let mut elsewhere: HashSet<String> = HashSet::new();
        for (start, parent) in self.queue.sessions() {
            let mut line = vec![start];
            let mut next = parent;
            let inside = loop {
                let Some(last) = line.last() else { break false };
                if below.contains(last) {
                    break true;
                }
                let Some(above) = next.take() else { break false };
                // A cycle would never end.
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

    /// Settles requests that need no answer any more, because of a grant, a stop or similar. Watchers get `because` as
    /// the reason. It looks at `session` and those below it, or at all sessions if it is `None`.
    pub(crate) async fn settle(&self, session: Option<&str>, because: &str) {
        let below = match session {
            None => None,
            Some(session) => match self.below(session).await {
                Ok(below) => Some(below),
                Err(error) => return tracing::error!(%error, "nothing was settled"),
            },
        };
        let concerned = self.queue.ids(|card| below.as_ref().is_none_or(|below| below.contains(&*card.session)));
        for id in concerned {
            let _busy = self.queue.busy_with(&id);
            match self.gate.settle_granted(&id).await {
                Ok(Some(resolved)) => {
                    let session = self.queue.remove(&id).map(|card| card.session.to_string()).unwrap_or_default();
                    self.ended(EndedRequest::of(&id, &session, Some(because), resolved.approved, resolved.reason));
                }
                Ok(None) => {}
                // An approver answered meanwhile, or the store does not work: the request stays pending.
                Err(error) => tracing::debug!(%error, "not settled"),
            }
        }
    }
}
