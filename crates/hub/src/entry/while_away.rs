//! What happened while an approver was away.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::Uri;
use byleave_gate::record::Entry;
use byleave_gate::{Cause, RequestState, StoreError};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::entry::refused_attempt;
use crate::hub::{Hub, PAGE};
use crate::server::intake::{QueryString, Sender};
use crate::server::problem::{JsonReply, Problem};
use crate::token::callers::Caller;

/// How many rows are counted, at most.
const COUNTED: u32 = 10_000;

/// How many ids are in one list, at most.
const MOST_IDS: usize = 100;

/// Since when.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwayQuery {
    /// When the approver was last there.
    pub since: Option<Timestamp>,
}

/// Since when the client of a socket was away. If that is unreadable, the client gets no digest, but all its requests.
pub fn since(uri: &Uri) -> Option<Timestamp> {
    Query::<AwayQuery>::try_from_uri(uri).ok()?.since
}

/// The outcomes of calls.
#[derive(Debug, Default)]
struct Digest {
    allowed: BTreeMap<String, u64>,
    denied: u64,
    attempts: u64,
    approved: BTreeMap<String, u64>,
    rejected: u64,
    expired: Ids,
    granted: u64,
    not_run: u64,
    escalated: Ids,
}

/// Ids of requests, the newest first; beyond the limit they are only counted.
#[derive(Debug, Default)]
struct Ids {
    total: u64,
    ids: Vec<String>,
}

impl Ids {
    fn add(&mut self, id: &str) {
        self.total = self.total.saturating_add(1);
        if self.ids.len() < MOST_IDS {
            self.ids.push(id.to_owned());
        }
    }

    fn to_json(&self) -> Value {
        json!({ "total": self.total, "ids": self.ids })
    }
}

fn count(counts: &mut BTreeMap<String, u64>, key: String) {
    let count = counts.entry(key).or_default();
    *count = count.saturating_add(1);
}

fn total(counts: &BTreeMap<String, u64>) -> u64 {
    counts.values().fold(0, |sum, count| sum.saturating_add(*count))
}

impl Digest {
    fn add(&mut self, entry: Entry) {
        let one_more = |count: &mut u64| *count = count.saturating_add(1);
        if entry.notice {
            if entry.tool == refused_attempt::TOOL {
                one_more(&mut self.attempts);
            }
            return;
        }
        let Some(request) = &entry.request else {
            // No person was asked.
            return if entry.approved { count(&mut self.allowed, entry.source) } else { one_more(&mut self.denied) };
        };
        if entry.escalated.is_some() {
            self.escalated.add(request);
        }
        match (entry.approved, entry.person) {
            (true, Some(person)) => count(&mut self.approved, person),
            (true, None) => one_more(&mut self.granted),
            (false, _) if entry.cause.as_deref() == Some(Cause::Timeout.name()) => self.expired.add(request),
            (false, Some(_)) => one_more(&mut self.rejected),
            (false, None) => one_more(&mut self.not_run),
        }
    }
}

async fn digest(hub: &Hub, caller: &Caller, since: Timestamp) -> Result<Value, StoreError> {
    let until = hub.now();
    let session = caller.token.session.clone();
    let query = byleave_gate::Query {
        session,
        since: Some(since),
        until: Some(until),
        newest_first: true,
        limit: Some(COUNTED),
        ..Default::default()
    };
    let rows = hub.store().rows(&query).await?;
    let mut digest = Digest::default();
    for entry in rows.iter().filter_map(|row| serde_json::from_str::<Entry>(&row.body).ok()) {
        digest.add(entry);
    }
    let mut waiting = 0_u64;
    let mut after = None;
    loop {
        let page = hub.store().requests_after(RequestState::Pending, after.take(), PAGE).await?;
        for stored in page.iter().filter(|stored| caller.sees(&stored.session)) {
            waiting = waiting.saturating_add(1);
            if stored.escalated.is_some_and(|at| at >= since) {
                digest.escalated.add(&stored.id);
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => after = Some((last.created, last.id.clone())),
            Some(_) | None => break,
        }
    }
    Ok(json!({
        "since": since.to_string(),
        "until": until.to_string(),
        "complete": u32::try_from(rows.len()).unwrap_or(u32::MAX) < COUNTED,
        "decisions": rows.len(),
        "allowed": { "total": total(&digest.allowed), "by_source": digest.allowed },
        "denied": digest.denied,
        "approved": { "total": total(&digest.approved), "by_person": digest.approved },
        "rejected": digest.rejected,
        "expired": digest.expired.to_json(),
        "settled_by_grants": digest.granted,
        "not_run": digest.not_run,
        "refused_attempts": digest.attempts,
        "escalated": digest.escalated.to_json(),
        "waiting": waiting,
    }))
}

/// `GET /v1/digest?since=…`
pub async fn show(
    State(hub): State<Arc<Hub>>,
    Sender(caller): Sender,
    QueryString(asked): QueryString<AwayQuery>,
) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see what happened").await?;
    let since = asked.since.ok_or_else(|| Problem::bad("`since` is missing: a time such as 2026-11-15T08:00:00Z"))?;
    Ok(Json(digest(&hub, &caller, since).await?))
}

/// The frame for a client that comes back and says since when it was away. Other clients get none, because
/// ConnectOnion's original protocol has no such frame. If nothing happened, there is no frame.
pub async fn frame(hub: &Hub, caller: &Caller, since: Option<Timestamp>) -> Option<Value> {
    // The socket works without the digest too.
    let mut digest = digest(hub, caller, since?).await.ok()?;
    if digest.get("decisions").and_then(Value::as_u64) == Some(0) {
        return None;
    }
    digest.as_object_mut()?.insert("type".to_owned(), "digest".into());
    Some(digest)
}
