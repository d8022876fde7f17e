//! Our values in the form that both databases store: times as nanoseconds, the rest as names and JSON.

use byleave_gate::quorum::{self, Agreement};
use byleave_gate::{Owner, RequestState, Seal, StoreError, Workplace};
use byleave_policy::rules::conditions::{Bucket, Buckets};
use jiff::Timestamp;
use serde_json::Value;

/// The error for a value in the database that byleave never writes.
pub fn damaged(what: impl Into<String>) -> StoreError {
    StoreError::Corrupt(what.into())
}

/// A time as a column. A time after the year 2262 counts as the end of time.
pub fn moment(at: Timestamp) -> i64 {
    let nanoseconds = at.as_nanosecond();
    i64::try_from(nanoseconds).unwrap_or(if nanoseconds < 0 { i64::MIN } else { i64::MAX })
}

/// A time from a column.
pub fn read_moment(column: i64) -> Result<Timestamp, StoreError> {
    Timestamp::from_nanosecond(i128::from(column)).map_err(|_| damaged(format!("{column} is not a time")))
}

/// JSON from a column.
pub fn read_json(text: &str, what: &str) -> Result<Value, StoreError> {
    serde_json::from_str(text).map_err(|error| damaged(format!("the {what} is not JSON: {error}")))
}

/// The people who agreed, as text. The same list is always the same text.
pub fn approvals(given: &[Agreement]) -> String {
    quorum::to_json(given).to_string()
}

/// The people who agreed, from text.
pub fn read_approvals(text: &str) -> Result<Vec<Agreement>, StoreError> {
    if text == "[]" {
        return Ok(Vec::new());
    }
    let value = read_json(text, "list of those who agreed")?;
    quorum::from_json(&value).ok_or_else(|| damaged("the list of those who agreed cannot be read"))
}

/// The files of a request, as text.
pub fn seals(seals: &[Seal]) -> String {
    if seals.is_empty() { "[]".to_owned() } else { serde_json::to_string(seals).unwrap_or_default() }
}

/// The files of a request, from text.
pub fn read_seals(text: &str) -> Result<Vec<Seal>, StoreError> {
    if text == "[]" {
        return Ok(Vec::new());
    }
    serde_json::from_str(text).map_err(|error| damaged(format!("the files of a request cannot be read: {error}")))
}

/// Where the holder of a token works, as text.
pub fn workplace(workplace: &Workplace) -> String {
    serde_json::to_string(workplace).unwrap_or_default()
}

/// Where the holder of a token works, from text.
pub fn read_workplace(text: &str) -> Result<Workplace, StoreError> {
    let wrong = |error| damaged(format!("where the holder of a token works cannot be read: {error}"));
    serde_json::from_str(text).map_err(wrong)
}

/// How much of each limit is used, as text.
pub fn buckets(buckets: &Buckets) -> String {
    serde_json::to_string(&buckets.by_name).unwrap_or_default()
}

/// How much of each limit is used, from text.
pub fn read_buckets(text: &str) -> Result<Buckets, StoreError> {
    let value = read_json(text, "use of limits")?;
    let mut buckets = Buckets::default();
    for (name, bucket) in value.as_object().ok_or_else(|| damaged("the use of limits is not an object"))? {
        let used = bucket.get("used").and_then(Value::as_u64);
        let at = bucket.get("at").and_then(Value::as_str).and_then(|at| at.parse().ok());
        // Skipping it would reset the limit.
        let (Some(used), Some(at)) = (used, at) else {
            return Err(damaged(format!("the use of limit `{name}` cannot be read")));
        };
        buckets.by_name.insert(name.clone(), Bucket { at, used });
    }
    Ok(buckets)
}

/// The owner of a grant, as two columns.
pub fn owner(owner: &Owner) -> (&'static str, &str) {
    match owner {
        Owner::Session(id) => ("session", id),
        Owner::Project(path) => ("project", path),
        Owner::Everyone => ("everyone", ""),
    }
}

/// The owner of a grant, from two columns.
pub fn read_owner(owner: &str, id: String) -> Result<Owner, StoreError> {
    match owner {
        "session" => Ok(Owner::Session(id)),
        "project" => Ok(Owner::Project(id)),
        "everyone" => Ok(Owner::Everyone),
        other => Err(damaged(format!("a grant belongs to `{other}`"))),
    }
}

/// The state with this name.
pub fn state(name: &str) -> Result<RequestState, StoreError> {
    RequestState::find(name).ok_or_else(|| damaged(format!("a request is `{name}`, which is not a state")))
}
