//! What happened while an approver was away.

use axum::extract::Query;
use axum::http::Uri;
use byleave_gate::record::Entry;
use byleave_gate::{Cause, RequestState, StoreError};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::entry::{entries, refused_attempt};
use crate::hub::{Hub, PAGE};
use crate::server::{JsonReply, Problem, QueryString, Sender, told};
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

/// The outcomes of calls in a time.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Away {
    since: Timestamp,
    until: Timestamp,
    complete: bool,
    decisions: usize,
    waiting: u64,
    allowed: BySource,
    denied: u64,
    #[serde(rename = "refused_attempts")]
    attempts: u64,
    approved: ByPerson,
    rejected: u64,
    expired: Ids,
    #[serde(rename = "settled_by_grants")]
    granted: u64,
    not_run: u64,
    escalated: Ids,
}

/// Ids of requests, the newest first; beyond the limit they are only counted.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
}

/// Calls that ran without a question, by what allowed them.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BySource {
    total: u64,
    by_source: BTreeMap<String, u64>,
}

/// Calls that approvers approved.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ByPerson {
    total: u64,
    by_person: BTreeMap<String, u64>,
}

fn one_more(count: &mut u64) {
    *count = count.saturating_add(1);
}

fn count(total: &mut u64, counts: &mut BTreeMap<String, u64>, key: String) {
    one_more(total);
    one_more(counts.entry(key).or_default());
}

impl Away {
    fn add(&mut self, entry: Entry) {
        if entry.notice {
            if entry.tool == refused_attempt::TOOL {
                one_more(&mut self.attempts);
            }
            return;
        }
        let Some(request) = &entry.request else {
            // No person was asked.
            let BySource { total, by_source } = &mut self.allowed;
            return if entry.approved { count(total, by_source, entry.source) } else { one_more(&mut self.denied) };
        };
        if entry.escalated.is_some() {
            self.escalated.add(request);
        }
        match (entry.approved, entry.person) {
            (true, Some(person)) => count(&mut self.approved.total, &mut self.approved.by_person, person),
            (true, None) => one_more(&mut self.granted),
            (false, _) if entry.cause.as_deref() == Some(Cause::Timeout.name()) => self.expired.add(request),
            (false, Some(_)) => one_more(&mut self.rejected),
            (false, None) => one_more(&mut self.not_run),
        }
    }
}

async fn digest(hub: &Hub, caller: &Caller, since: Timestamp) -> Result<Away, StoreError> {
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
    let complete = u32::try_from(rows.len()).unwrap_or(u32::MAX) < COUNTED;
    let mut away = Away { since, until, complete, decisions: rows.len(), ..Away::default() };
    entries(&rows).for_each(|(_, entry)| away.add(entry));
    let mut after = None;
    loop {
        let page = hub.store().requests_after(RequestState::Pending, after.take(), PAGE).await?;
        for stored in page.iter().filter(|stored| caller.sees(&stored.session)) {
            one_more(&mut away.waiting);
            if stored.escalated.is_some_and(|at| at >= since) {
                away.escalated.add(&stored.id);
            }
        }
        match page.last() {
            Some(last) if page.len() == PAGE => after = Some((last.created, last.id.clone())),
            Some(_) | None => return Ok(away),
        }
    }
}

/// `GET /v1/digest?since=…`
pub async fn show(Sender { hub, caller }: Sender, QueryString(asked): QueryString<AwayQuery>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see what happened").await?;
    let since = asked.since.ok_or_else(|| Problem::bad("`since` is missing: a time such as 2026-11-15T08:00:00Z"))?;
    told(&digest(&hub, &caller, since).await?)
}

/// The frame for a client that comes back and says since when it was away. Other clients get none, because
/// ConnectOnion's original protocol has no such frame. If nothing happened, there is no frame.
pub async fn frame(hub: &Hub, caller: &Caller, since: Option<Timestamp>) -> Option<Away> {
    // The socket works without the digest too.
    digest(hub, caller, since?).await.ok().filter(|away| away.decisions > 0)
}
