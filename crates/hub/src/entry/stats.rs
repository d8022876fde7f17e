//! Numbers about the last decisions.

use serde::Serialize;
use std::collections::BTreeMap;

use crate::entry::entries;
use crate::server::{JsonReply, Sender, told};

/// How many rows the numbers are made from.
const COUNTED: u32 = 10_000;

/// `GET /v1/stats`: numbers about the last decisions.
pub async fn stats(Sender { hub, caller }: Sender) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the numbers").await?;
    let rows = hub.newest(caller.token.session.as_deref(), COUNTED).await?;
    let mut counts: BTreeMap<&'static str, BTreeMap<String, u64>> = BTreeMap::new();
    let mut waited: Vec<u64> = Vec::new();
    for (_, entry) in entries(&rows) {
        if entry.person.is_some() {
            waited.push(entry.waited_ms);
        }
        let hour = entry.timestamp.strftime("%Y-%m-%dT%H:00Z").to_string();
        let outcome = if entry.approved { "approved" } else { "refused" };
        for (kind, key) in [
            ("by_verdict", Some(entry.verdict)),
            ("by_outcome", Some(outcome.to_owned())),
            ("by_source", Some(entry.source)),
            ("by_tool", Some(entry.tool)),
            ("by_rule", entry.rule),
            ("by_person", entry.person),
            ("by_hour", Some(hour)),
        ] {
            if let Some(key) = key {
                let count = counts.entry(kind).or_default().entry(key).or_default();
                *count = count.saturating_add(1);
            }
        }
    }
    waited.sort_unstable();
    let middle = waited.get(waited.len() / 2);
    let head = hub.store().head().await?;
    told(&Stats {
        pending: hub.queue.len(),
        records: head.count,
        counted: rows.len(),
        median_answer_ms: middle.copied(),
        counts,
        since_start: hub.metrics.verdicts().into_iter().collect(),
    })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stats {
    pending: usize,
    records: u64,
    counted: usize,
    median_answer_ms: Option<u64>,
    counts: BTreeMap<&'static str, BTreeMap<String, u64>>,
    since_start: BTreeMap<&'static str, u64>,
}
