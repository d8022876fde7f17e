//! The record, for roles that watch: page by page, filtered also by what only its text has.

use byleave_gate::record::Row;
use byleave_gate::{StoreError, StoredRequest};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

use crate::hub::Hub;
use crate::server::{JsonReply, Problem, QueryString, Sender, told};

/// Rows in one answer, at most.
const MOST_ROWS: u32 = 1000;

/// How many rows are searched for one reply. To search further, a client asks again from where it ended.
const SCANNED: usize = 20_000;

/// The state of an approval that is not the answer of its request any more.
const TAKEN_BACK: &str = "taken_back";

/// Which rows of the record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    after: Option<u64>,
    before: Option<u64>,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    session: Option<String>,
    tool: Option<String>,
    verdict: Option<String>,
    approved: Option<bool>,
    source: Option<String>,
    rule: Option<String>,
    person: Option<String>,
    project: Option<String>,
    text: Option<String>,
    oldest_first: Option<bool>,
    limit: Option<u32>,
}

/// Filters that the store does not have: a part of a name or a path, words anywhere in the row.
#[derive(Debug, Default)]
struct Sieve {
    person: Option<String>,
    project: Option<String>,
    words: Vec<String>,
}

impl Sieve {
    fn of(rows: &Rows) -> Self {
        let part = |text: &Option<String>| text.as_deref().map(str::to_lowercase).filter(|text| !text.is_empty());
        let words = rows.text.as_deref().unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
        Self { person: part(&rows.person), project: part(&rows.project), words }
    }

    const fn is_open(&self) -> bool {
        self.person.is_none() && self.project.is_none() && self.words.is_empty()
    }

    fn lets(&self, row: &Row) -> bool {
        let text = row.body.to_lowercase();
        if !self.words.iter().all(|word| text.contains(word.as_str())) {
            return false;
        }
        if self.person.is_none() && self.project.is_none() {
            return true;
        }
        let entry: Value = serde_json::from_str(&row.body).unwrap_or(Value::Null);
        let has = |key: &str, part: &Option<String>| {
            let found = entry.get(key).and_then(Value::as_str).unwrap_or_default().to_lowercase();
            part.as_deref().is_none_or(|part| found.contains(part))
        };
        has("person", &self.person) && has("project", &self.project)
    }
}

/// `GET /v1/records`: rows, and `next`, the number to continue from with `before`, or with `after` if the oldest come
/// first.
pub async fn records(Sender { hub, caller }: Sender, QueryString(rows): QueryString<Rows>) -> JsonReply {
    hub.require(&caller, caller.role().watches(), "see the record").await?;
    if rows.session.as_ref().is_some_and(|session| !caller.sees(session)) {
        return Err(Problem::missing("session"));
    }
    let sieve = Sieve::of(&rows);
    let most = rows.limit.unwrap_or(100).clamp(1, MOST_ROWS);
    let query = byleave_gate::Query {
        after: rows.after,
        before: rows.before,
        since: rows.since,
        until: rows.until,
        session: rows.session.or_else(|| caller.token.session.clone()),
        tool: rows.tool,
        verdict: rows.verdict,
        approved: rows.approved,
        source: rows.source,
        rule: rows.rule,
        newest_first: !rows.oldest_first.unwrap_or(false),
        limit: Some(if sieve.is_open() { most } else { MOST_ROWS }),
    };
    let (found, next) = sifted(&hub, query, &sieve, usize::try_from(most).unwrap_or(usize::MAX)).await?;
    let entries: Vec<Value> = found.iter().map(|row| serde_json::from_str(&row.body).unwrap_or(Value::Null)).collect();
    let requests = requests(&hub, &entries).await?;
    let shown = found.iter().zip(entries).map(|(row, entry)| {
        let (state, risk) = (state(&entry, &requests), risk(&entry, &requests));
        RowBody { number: row.number, hash: row.hash.to_string(), entry, state, risk }
    });
    told(&Records { records: shown.collect(), next })
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Records {
    records: Vec<RowBody>,
    next: Option<u64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "RecordRow"))]
struct RowBody {
    number: u64,
    hash: String,
    #[cfg_attr(test, schemars(with = "Option<crate::server::described::Entry>"))]
    entry: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// Where the request is by now, for entries about one: `decided` is allowed and not collected, `released` collected
    /// by the agent, `done` reported by it; `taken_back` if this approval does not count any more.
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// How grave its request was, for entries about one.
    risk: Option<String>,
}

/// The requests that entries are about, by id, as they are now.
async fn requests(hub: &Hub, entries: &[Value]) -> Result<HashMap<String, StoredRequest>, StoreError> {
    let asked = entries.iter().filter_map(|entry| entry.get("request").and_then(Value::as_str));
    let ids: HashSet<String> = asked.map(str::to_owned).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let found = hub.store().requests_of(ids.into_iter().collect()).await?;
    Ok(found.into_iter().map(|stored| (stored.id.clone(), stored)).collect())
}

/// The current state of an entry's call: the state of its request, as long as the answer on record is the one that
/// counts.
fn state(entry: &Value, requests: &HashMap<String, StoredRequest>) -> Option<&'static str> {
    let stored = requests.get(entry.get("request")?.as_str()?)?;
    let record = stored.answer.as_ref().and_then(|answer| answer.get("record")?.as_str());
    if record.is_some() && entry.get("id").and_then(Value::as_str) == record {
        return Some(stored.state.name());
    }
    entry.get("approved").and_then(Value::as_bool).filter(|approved| *approved).map(|_| TAKEN_BACK)
}

/// The risk that people were shown.
fn risk(entry: &Value, requests: &HashMap<String, StoredRequest>) -> Option<String> {
    let stored = requests.get(entry.get("request")?.as_str()?)?;
    stored.frame.pointer("/risk/level").and_then(Value::as_str).map(str::to_owned)
}

/// The rows that pass the filters, and where to continue if there may be more.
async fn sifted(
    hub: &Hub,
    mut query: byleave_gate::Query,
    sieve: &Sieve,
    most: usize,
) -> Result<(Vec<Row>, Option<u64>), StoreError> {
    let mut found = Vec::new();
    let mut scanned = 0_usize;
    loop {
        let page = hub.store().rows(&query).await?;
        let full = query.limit.is_some_and(|limit| page.len() >= usize::try_from(limit).unwrap_or(usize::MAX));
        let last = page.last().map(|row| row.number);
        for row in page {
            scanned = scanned.saturating_add(1);
            if !sieve.lets(&row) {
                continue;
            }
            let number = row.number;
            found.push(row);
            if found.len() >= most {
                return Ok((found, Some(number)));
            }
        }
        let (true, Some(last)) = (full, last) else { return Ok((found, None)) };
        if scanned >= SCANNED {
            return Ok((found, Some(last)));
        }
        if query.newest_first {
            query.before = Some(last);
        } else {
            query.after = Some(last);
        }
    }
}
