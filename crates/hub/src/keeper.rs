//! What happens by itself: requests expire, tokens end, and what other processes did is noticed.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_gate::{RequestState, ResolveError, StoreError, StoredRequest};
use serde_json::Value;

use crate::board::{Ended, Note};
use crate::hub::{Hub, PAGE};

/// How often expiry is looked for.
const TICK: Duration = Duration::from_millis(200);

/// Looking through everything that waits takes at most this share of the time.
const SHARE: u32 = 20;

/// Keeps a hub until it stops.
pub async fn keep(hub: Arc<Hub>) {
    let mut stopping = hub.stopping.subscribe();
    let mut next = Instant::now();
    while !*stopping.borrow_and_update() {
        expire(&hub).await;
        if Instant::now() >= next {
            let start = Instant::now();
            let refreshed = hub.callers.refresh(hub.store(), &hub.limits, hub.now()).await;
            let synced = sync(&hub).await;
            if let Err(error) = refreshed.and(synced) {
                tracing::error!(%error, "the store does not work");
            }
            next = Instant::now() + hub.limits.poll.max(start.elapsed().saturating_mul(SHARE));
        }
        tokio::select! {
            () = tokio::time::sleep(TICK) => {}
            _ = stopping.changed() => {}
        }
    }
}

/// Ends what nobody answered in time.
async fn expire(hub: &Hub) {
    let now = hub.now();
    for id in hub.board.ids(|card| card.expires.is_some_and(|end| now >= end)) {
        match hub.gate.expire(&id).await {
            Ok(true) | Err(ResolveError::Expired) => expired(hub, &id),
            Ok(false) => {}
            Err(ResolveError::Decided { .. } | ResolveError::Unknown(_)) => {
                hub.board.remove(&id);
            }
            Err(error @ (ResolveError::Fixed { .. } | ResolveError::StandIn | ResolveError::Store(_))) => {
                tracing::error!(%error, "a request could not be ended");
            }
        }
    }
}

fn expired(hub: &Hub, id: &str) {
    if hub.board.remove(id).is_some() {
        hub.metrics.expired();
        tracing::info!(request = id, "expired");
        hub.board.tell(Note::Expired { id: id.into() });
    }
}

/// Brings the board in line with the store: other processes put and answer requests too.
async fn sync(hub: &Hub) -> Result<(), StoreError> {
    let mut there: HashSet<String> = HashSet::new();
    let mut after = None;
    loop {
        let page = hub.store().requests_after(RequestState::Pending, after.take(), PAGE).await?;
        for stored in &page {
            there.insert(stored.id.clone());
            hub.board.agreed(stored, None);
            // It may have been answered here since the page was read.
            if !hub.board.has(&stored.id)
                && let Some(now) = hub.store().request(&stored.id).await?
                && now.state == RequestState::Pending
            {
                let owner = hub.owner_of(&now.session).await?.flatten();
                hub.board.add(&now, owner);
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => after = Some((last.created, last.id.clone())),
            Some(_) | None => break,
        }
    }
    for id in hub.board.ids(|_| true) {
        if there.contains(&*id) {
            continue;
        }
        match hub.store().request(&id).await? {
            // It came while the pages were read.
            Some(stored) if stored.state == RequestState::Pending => {}
            Some(stored) if stored.state == RequestState::Expired => expired(hub, &id),
            Some(stored) => hub.ended(ended(&stored)),
            None => {
                hub.board.remove(&id);
            }
        }
    }
    Ok(())
}

/// How a request ended, as the store has it.
pub fn ended(stored: &StoredRequest) -> Ended {
    let answer = stored.answer.as_ref();
    let field = |key: &str| answer.and_then(|answer| answer.get(key));
    Ended {
        id: stored.id.clone(),
        session: stored.session.clone(),
        by: stored.person.clone().unwrap_or_else(|| "nobody".to_owned()),
        approved: field("approved").and_then(Value::as_bool).unwrap_or(false),
        reason: field("reason").and_then(Value::as_str).unwrap_or_default().to_owned(),
        but: None,
    }
}
