//! Our types as columns, and back.

use byleave_gate::record::{Entry, Hash, Head, Row};
use byleave_gate::{Owner, RequestState, Role, Session, StoredGrant, StoredRequest, StoredToken, grant_json};
use byleave_policy::Mode;
use byleave_policy::rules::conditions::{Bucket, Buckets};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::fault::{Fault, damaged};

/// A moment as a column. What lies beyond the year 2262 counts as the end of time.
pub fn moment(at: Timestamp) -> i64 {
    let nanoseconds = at.as_nanosecond();
    i64::try_from(nanoseconds).unwrap_or(if nanoseconds < 0 { i64::MIN } else { i64::MAX })
}

fn read_moment(column: i64) -> Result<Timestamp, Fault> {
    Timestamp::from_nanosecond(i128::from(column)).map_err(|_| damaged(format!("{column} is no moment")))
}

fn read_json(text: &str, what: &str) -> Result<Value, Fault> {
    serde_json::from_str(text).map_err(|error| damaged(format!("the {what} is no JSON: {error}")))
}

/// The columns of a session, in the order they are read in.
pub const SESSION: &str = "id, parent, agent, project, started, seen, turn, stop_signal, mode, buckets, version, owner";

/// A session from its columns.
pub fn session(row: &rusqlite::Row<'_>) -> Result<Session, Fault> {
    let mode = match row.get_ref(8)?.as_str_or_null().map_err(rusqlite::Error::from)? {
        None => None,
        Some(name) => Some(Mode::find(name).ok_or_else(|| damaged(format!("there is no mode `{name}`")))?),
    };
    Ok(Session {
        id: row.get(0)?,
        parent: row.get(1)?,
        agent: row.get(2)?,
        project: row.get(3)?,
        started: read_moment(row.get(4)?)?,
        seen: read_moment(row.get(5)?)?,
        turn: row.get(6)?,
        stop_signal: row.get(7)?,
        mode,
        buckets: read_buckets(&row.get::<_, String>(9)?)?,
        version: row.get(10)?,
        owner: row.get(11)?,
    })
}

/// What is used up of limits, as text.
pub fn buckets(buckets: &Buckets) -> String {
    let object: Map<String, Value> = buckets
        .by_name
        .iter()
        .map(|(name, bucket)| (name.clone(), json!({ "used": bucket.used, "at": bucket.at.to_string() })))
        .collect();
    Value::Object(object).to_string()
}

fn read_buckets(text: &str) -> Result<Buckets, Fault> {
    let value = read_json(text, "use of limits")?;
    let mut buckets = Buckets::default();
    for (name, bucket) in value.as_object().ok_or_else(|| damaged("the use of limits is no object"))? {
        let used = bucket.get("used").and_then(Value::as_u64);
        let at = bucket.get("at").and_then(Value::as_str).and_then(|at| at.parse().ok());
        // Leaving it out would empty the bucket.
        let (Some(used), Some(at)) = (used, at) else {
            return Err(damaged(format!("the use of limit `{name}` cannot be read")));
        };
        buckets.by_name.insert(name.clone(), Bucket { used, at });
    }
    Ok(buckets)
}

/// Whose a grant is, as two columns.
pub fn owner(owner: &Owner) -> (&'static str, &str) {
    match owner {
        Owner::Session(id) => ("session", id),
        Owner::Project(path) => ("project", path),
        Owner::Everyone => ("everyone", ""),
    }
}

/// The columns of a grant, in the order they are read in.
pub const GRANT: &str = "owner, owner_id, what, uses, turn, at, by, ended";

/// A grant from its columns; `None` if this version cannot read it, which then grants nothing.
pub fn grant(row: &rusqlite::Row<'_>) -> Result<Option<StoredGrant>, Fault> {
    let id: String = row.get(1)?;
    let owner = match row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)? {
        "session" => Owner::Session(id),
        "project" => Owner::Project(id),
        "everyone" => Owner::Everyone,
        other => return Err(damaged(format!("a grant belongs to `{other}`"))),
    };
    let text: String = row.get(2)?;
    let Some(mut grant) = serde_json::from_str(&text).ok().as_ref().and_then(grant_json::from_json) else {
        return Ok(None);
    };
    grant.uses = row.get(3)?;
    let ended: Option<i64> = row.get(7)?;
    Ok(Some(StoredGrant {
        owner,
        grant,
        turn: row.get(4)?,
        given: read_moment(row.get(5)?)?,
        by: row.get(6)?,
        ended: ended.map(read_moment).transpose()?,
    }))
}

/// The columns of a request, in the order they are read in.
pub const REQUEST: &str = "id, session, state, frame, digest, created, expires, answer, person, channel, changed";

/// A request from its columns.
pub fn request(row: &rusqlite::Row<'_>) -> Result<StoredRequest, Fault> {
    let expires: Option<i64> = row.get(6)?;
    let answer: Option<String> = row.get(7)?;
    Ok(StoredRequest {
        id: row.get(0)?,
        session: row.get(1)?,
        state: state(&row.get::<_, String>(2)?)?,
        frame: read_json(&row.get::<_, String>(3)?, "frame of a request")?,
        digest: row.get(4)?,
        created: read_moment(row.get(5)?)?,
        expires: expires.map(read_moment).transpose()?,
        answer: answer.map(|text| read_json(&text, "answer of a request")).transpose()?,
        person: row.get(8)?,
        channel: row.get(9)?,
        changed: read_moment(row.get(10)?)?,
    })
}

/// The columns of a token, in the order they are read in.
pub const TOKEN: &str = "id, name, role, session, hash, created, expires, revoked";

/// A token from its columns.
pub fn token(row: &rusqlite::Row<'_>) -> Result<StoredToken, Fault> {
    let role: String = row.get(2)?;
    let expires: Option<i64> = row.get(6)?;
    let revoked: Option<i64> = row.get(7)?;
    Ok(StoredToken {
        id: row.get(0)?,
        name: row.get(1)?,
        role: Role::find(&role).ok_or_else(|| damaged(format!("a token is for `{role}`, which is no role")))?,
        session: row.get(3)?,
        hash: Hash(row.get(4)?),
        created: read_moment(row.get(5)?)?,
        expires: expires.map(read_moment).transpose()?,
        revoked: revoked.map(read_moment).transpose()?,
    })
}

/// The state of a name.
pub fn state(name: &str) -> Result<RequestState, Fault> {
    RequestState::find(name).ok_or_else(|| damaged(format!("a request is `{name}`, which is no state")))
}

/// The columns of a row of the chain, in the order they are read in.
pub const ROW: &str = "number, previous, body, hash";

/// A row of the chain from its columns.
pub fn row(row: &rusqlite::Row<'_>) -> Result<Row, Fault> {
    Ok(Row { number: row.get(0)?, previous: Hash(row.get(1)?), body: row.get(2)?, hash: Hash(row.get(3)?) })
}

/// The end of the chain from a number and a hash.
pub fn head(row: &rusqlite::Row<'_>) -> rusqlite::Result<Head> {
    Ok(Head { count: row.get(0)?, hash: Hash(row.get(1)?) })
}

/// What a row of the record is queried by.
#[derive(Debug, PartialEq, Eq)]
pub struct Queried {
    /// When it was decided.
    pub time: i64,
    /// The session.
    pub session: String,
    /// The tool.
    pub tool: String,
    /// What the engine said.
    pub verdict: String,
    /// What became of it.
    pub approved: bool,
    /// Who is credited.
    pub source: String,
    /// The rule.
    pub rule: Option<String>,
}

impl Queried {
    /// The columns, in the order they are read in.
    pub const COLUMNS: &'static str = "time, session, tool, verdict, approved, source, rule";

    /// What they must say of an entry.
    pub fn of(entry: Entry) -> Self {
        Self {
            time: moment(entry.timestamp),
            session: entry.session,
            tool: entry.tool,
            verdict: entry.verdict,
            approved: entry.approved,
            source: entry.source,
            rule: entry.rule,
        }
    }

    /// What they say, beginning with column `first`.
    pub fn read(row: &rusqlite::Row<'_>, first: usize) -> rusqlite::Result<Self> {
        let at = |offset: usize| first.saturating_add(offset);
        Ok(Self {
            time: row.get(at(0))?,
            session: row.get(at(1))?,
            tool: row.get(at(2))?,
            verdict: row.get(at(3))?,
            approved: row.get(at(4))?,
            source: row.get(at(5))?,
            rule: row.get(at(6))?,
        })
    }
}
