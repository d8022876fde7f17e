//! The hub's background task: requests expire, tokens end, and the hub notices changes that others made.
//!
//! The store notifies of changes, so the hub compares nothing as long as it missed nothing. What the store cannot
//! notify of, or notified of too fast, it finds by comparing the board with the store.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use byleave_gate::{Change, Others, RequestState, ResolveError, StoreError, StoredRequest};
use serde_json::Value;
use tokio::sync::Notify;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};

use crate::hub::{Hub, PAGE};
use crate::request::pending_queue::{EndedRequest, Note, Revision};
use crate::session::freeze;

/// How often the hub looks for expired requests.
const TICK: Duration = Duration::from_millis(200);

/// How many requests are ended before the clock is checked again.
const DUE: u16 = 256;

/// Changes are collected for this long; by then the hub has finished with its own changes.
const GATHER: Duration = Duration::from_millis(2);

/// A request that this hub is ending is checked again after this time.
const LATER: Duration = Duration::from_millis(100);

/// How often the board is compared with the store in any case.
const COMPARE: Duration = Duration::from_mins(1);

/// Comparing takes at most one part in this many of the time.
const SHARE: u32 = 20;

/// How many ids are compared at once.
const IDS: usize = 4096;

/// Runs until the hub stops.
pub async fn keep(hub: Arc<Hub>) {
    let changes = hub.changes.lock().unwrap_or_else(PoisonError::into_inner).take();
    let missed = Notify::new();
    let work = async {
        tokio::join!(hear(&hub, changes, &missed), end(&hub), look(&hub, &missed));
    };
    let mut stopping = hub.stopping.subscribe();
    tokio::select! {
        () = work => {}
        _ = stopping.wait_for(|stopping| *stopping) => {}
    }
}

/// Follows the store's notifications.
async fn hear(hub: &Hub, changes: Option<Receiver<Change>>, missed: &Notify) {
    let Some(mut changes) = changes else { return };
    let mut later: HashMap<String, RequestState> = HashMap::new();
    loop {
        let mut batch = std::mem::take(&mut later);
        let first = if batch.is_empty() {
            Some(changes.recv().await)
        } else {
            tokio::time::timeout(LATER, changes.recv()).await.ok()
        };
        let mut take = |change: Change| {
            if change.state != RequestState::Pending {
                hub.queue.wake(&change.request);
            }
            batch.insert(change.request, change.state);
        };
        match first {
            Some(Ok(change)) => {
                take(change);
                tokio::time::sleep(GATHER).await;
            }
            Some(Err(RecvError::Lagged(_))) => missed.notify_one(),
            Some(Err(RecvError::Closed)) => return,
            None => {}
        }
        loop {
            match changes.try_recv() {
                Ok(change) => take(change),
                Err(TryRecvError::Lagged(_)) => missed.notify_one(),
                Err(TryRecvError::Empty | TryRecvError::Closed) => break,
            }
        }
        let mut wanted = Vec::new();
        for (id, state) in batch {
            let (begins, shown) = (state == RequestState::Pending, hub.queue.has(&id));
            if begins == shown && !(shown && hub.queue.is_for_several(&id)) {
                // The board already has the right state, and no approval can have come meanwhile.
            } else if shown && !begins && hub.queue.is_busy(&id) {
                later.insert(id, state);
            } else {
                wanted.push(id);
            }
        }
        if let Err(error) = notice(hub, wanted).await {
            tracing::error!(%error, "the store does not work");
            missed.notify_one();
        }
    }
}

/// Updates the board from the store, for these requests.
async fn notice(hub: &Hub, ids: Vec<String>) -> Result<(), StoreError> {
    let mut ids = ids.into_iter();
    loop {
        let some: Vec<String> = ids.by_ref().take(PAGE).collect();
        if some.is_empty() {
            return Ok(());
        }
        let then = hub.queue.revision();
        for stored in hub.store().requests_of(some).await? {
            match stored.state {
                RequestState::Pending => {
                    hub.queue.agreed(&stored, None);
                    let owner = hub.owner_of(&stored.session).await?.flatten();
                    hub.queue.add(&stored, owner, then);
                }
                // The task that ends it here also notifies watchers.
                _ if hub.queue.is_busy(&stored.id) || !hub.queue.has(&stored.id) => {}
                RequestState::Expired => expired(hub, &stored.id),
                RequestState::Decided | RequestState::Released | RequestState::Done | RequestState::Cancelled => {
                    hub.ended(ended(&stored));
                }
            }
        }
    }
}

/// A watcher was shown requests from the store, read after a revision, that may not be on the board yet. They go there, so that their end is
/// noticed; what ended between the two ends now, and the watcher hears of it.
pub async fn keep_up(hub: &Hub, shown: &[StoredRequest], then: Revision) -> Result<(), StoreError> {
    let mut new = Vec::new();
    for stored in shown.iter().filter(|stored| !hub.queue.has(&stored.id)) {
        let owner = hub.owner_of(&stored.session).await?.flatten();
        hub.queue.add(stored, owner, then);
        new.push(stored.id.clone());
    }
    notice(hub, new).await
}

/// Ends requests that expired without an answer.
async fn end(hub: &Hub) {
    loop {
        while end_some(hub).await {}
        tokio::time::sleep(TICK).await;
    }
}

/// Ends some of them; returns whether there may be more to do at once.
async fn end_some(hub: &Hub) -> bool {
    let due = hub.queue.due(hub.now(), usize::from(DUE));
    if due.is_empty() {
        return false;
    }
    let mine = match mine(hub, due).await {
        Ok(mine) => mine,
        Err(error) => {
            tracing::error!(%error, "requests could not be ended");
            return false;
        }
    };
    let full = mine.len() >= usize::from(DUE);
    for id in mine {
        let busy = hub.queue.busy_with(&id);
        match hub.gate.expire(&id).await {
            Ok(true) | Err(ResolveError::Expired) => expired(hub, &id),
            // Another hub gave it more time.
            Ok(false) => longer(hub, std::slice::from_ref(&id)).await,
            Err(ResolveError::Decided { .. }) => {
                drop(busy);
                if let Err(error) = notice(hub, vec![id.to_string()]).await {
                    tracing::error!(%error, "the store does not work");
                }
            }
            Err(ResolveError::Unknown(_)) => drop(hub.queue.remove(&id)),
            Err(error @ (ResolveError::Fixed { .. } | ResolveError::StandIn | ResolveError::Store(_))) => {
                tracing::error!(%error, "a request could not be ended");
                return false;
            }
        }
    }
    full
}

/// The due requests that this hub has to end. If other hubs have the same requests on their boards, the store decides.
async fn mine(hub: &Hub, due: Vec<Arc<str>>) -> Result<Vec<Arc<str>>, StoreError> {
    match hub.store().others().await? {
        Others::Heard => {
            let taken = hub.store().expired(hub.now(), u32::from(DUE)).await?;
            let mine: Vec<Arc<str>> = taken.iter().map(|stored| stored.id.as_str().into()).collect();
            let others: Vec<Arc<str>> = due.into_iter().filter(|id| !mine.contains(id)).collect();
            longer(hub, &others).await;
            Ok(mine)
        }
        Others::Stamp(_) | Others::Unknown => Ok(due),
    }
}

/// Takes over the extra time that another hub gave to requests.
async fn longer(hub: &Hub, ids: &[Arc<str>]) {
    let ids = ids.iter().map(ToString::to_string).collect();
    match hub.store().requests_of(ids).await {
        Ok(found) => {
            for stored in found.iter().filter(|stored| stored.state == RequestState::Pending) {
                if let Some(end) = stored.expires {
                    hub.queue.extend(&stored.id, end);
                }
            }
        }
        Err(error) => tracing::error!(%error, "the store does not work"),
    }
}

fn expired(hub: &Hub, id: &str) {
    if hub.queue.remove(id).is_some() {
        hub.metrics.expired();
        tracing::info!(request = id, "expired");
        hub.queue.tell(Note::Expired { id: id.into() });
    }
}

/// Reads the tokens again, and compares the board with the store if something may have been missed.
async fn look(hub: &Arc<Hub>, missed: &Notify) {
    let mut seen = None;
    let mut compared = Instant::now();
    let mut rest = Duration::ZERO;
    let mut wanted = false;
    loop {
        tokio::select! {
            () = tokio::time::sleep(hub.limits.poll) => {}
            () = missed.notified() => wanted = true,
        }
        let read = async {
            hub.read_tokens().await?;
            freeze::look(hub).await
        };
        if let Err(error) = read.await {
            tracing::error!(%error, "the store does not work");
            continue;
        }
        // Read the stamp first: what is written meanwhile is for the next time.
        let stamp = hub.store().others().await.ok();
        wanted |= match stamp {
            Some(Others::Heard) => false,
            Some(Others::Stamp(_)) => stamp != seen,
            Some(Others::Unknown) | None => true,
        };
        wanted |= compared.elapsed() >= COMPARE;
        if !wanted || compared.elapsed() < rest {
            continue;
        }
        let start = Instant::now();
        match compare(hub).await {
            Ok(()) => (seen, wanted) = (stamp, false),
            Err(error) => tracing::error!(%error, "the store does not work"),
        }
        compared = Instant::now();
        rest = start.elapsed().saturating_mul(SHARE);
    }
}

/// Compares the board with all pending requests in the store.
pub async fn compare(hub: &Hub) -> Result<(), StoreError> {
    let mut there: HashSet<String> = HashSet::new();
    let mut after = None;
    loop {
        let page = hub.store().waiting_after(after.take(), IDS).await?;
        let full = page.len() == IDS;
        after = page.last().cloned();
        let unknown = |id: &&String| !hub.queue.has(id) || hub.queue.is_for_several(id);
        let new = page.iter().map(|(_, id)| id).filter(unknown).cloned().collect();
        there.extend(page.into_iter().map(|(_, id)| id));
        notice(hub, new).await?;
        if !full {
            break;
        }
    }
    // A request that came while the pages were read is checked once too often, and stays pending.
    let gone = hub.queue.ids(|_| true).into_iter().filter(|id| !there.contains(&**id));
    let gone: Vec<String> = gone.map(|id| id.to_string()).collect();
    for id in &gone {
        hub.queue.wake(id);
    }
    notice(hub, gone).await
}

/// How a request ended, as the store has it.
pub fn ended(stored: &StoredRequest) -> EndedRequest {
    let field = |key: &str| stored.answer.as_ref().and_then(|answer| answer.get(key));
    let approved = field("approved").and_then(Value::as_bool).unwrap_or(false);
    let reason = field("reason").and_then(Value::as_str).unwrap_or_default().to_owned();
    match stored.state {
        RequestState::Cancelled => EndedRequest::cancelled(&stored.id, &stored.session, reason),
        RequestState::Pending
        | RequestState::Decided
        | RequestState::Released
        | RequestState::Done
        | RequestState::Expired => {
            EndedRequest::of(&stored.id, &stored.session, stored.person.as_deref(), approved, reason)
        }
    }
}
