//! Conversion between our types and columns.

use byleave_gate::quorum::with_given;
use byleave_gate::record::{Entry, Hash, Head, Row};
use byleave_gate::{
    Freeze, RequestState, Role, Session, StoredGrant, StoredRequest, StoredToken, grant_json, with_end,
};
use byleave_policy::Mode;

use super::fault::{Fault, damaged};
pub use crate::values::{approvals, buckets, moment, owner, seals, workplace};
use crate::values::{read_approvals, read_buckets, read_json, read_moment, read_owner, read_seals, read_workplace};

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

/// The columns of a freeze, in the order they are read in.
pub const FREEZE: &str = "id, since, by, reason, host";

/// A freeze from its columns.
pub fn freeze(row: &rusqlite::Row<'_>) -> Result<Freeze, Fault> {
    let since = read_moment(row.get(1)?)?;
    Ok(Freeze { id: row.get(0)?, since, by: row.get(2)?, reason: row.get(3)?, host: row.get(4)? })
}

/// The columns of a grant, in the order they are read in.
pub const GRANT: &str = "owner, owner_id, what, uses, turn, at, by, ended";

/// A grant from its columns; `None` if this version cannot read it, so that it grants nothing.
pub fn grant(row: &rusqlite::Row<'_>) -> Result<Option<StoredGrant>, Fault> {
    let id: String = row.get(1)?;
    let owner = read_owner(row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?, id)?;
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
pub const REQUEST: &str = "id, session, state, frame, digest, created, expires, answer, person, channel, changed, \
     approvals, seals, escalated";

/// A request from its columns.
pub fn request(row: &rusqlite::Row<'_>) -> Result<StoredRequest, Fault> {
    let expires = row.get::<_, Option<i64>>(6)?.map(read_moment).transpose()?;
    let answer: Option<String> = row.get(7)?;
    let approvals = read_approvals(&row.get::<_, String>(11)?)?;
    let frame = read_json(&row.get::<_, String>(3)?, "frame of a request")?;
    let escalated: Option<i64> = row.get(13)?;
    Ok(StoredRequest {
        id: row.get(0)?,
        session: row.get(1)?,
        state: state(&row.get::<_, String>(2)?)?,
        frame: with_end(with_given(frame, &approvals), expires),
        digest: row.get(4)?,
        created: read_moment(row.get(5)?)?,
        expires,
        answer: answer.map(|text| read_json(&text, "answer of a request")).transpose()?,
        person: row.get(8)?,
        channel: row.get(9)?,
        changed: read_moment(row.get(10)?)?,
        approvals,
        seals: read_seals(&row.get::<_, String>(12)?)?,
        escalated: escalated.map(read_moment).transpose()?,
    })
}

/// The columns of a token, in the order they are read in.
pub const TOKEN: &str = "id, name, role, session, hash, created, expires, revoked, workplace";

/// A token from its columns.
pub fn token(row: &rusqlite::Row<'_>) -> Result<StoredToken, Fault> {
    let role: String = row.get(2)?;
    let expires: Option<i64> = row.get(6)?;
    let revoked: Option<i64> = row.get(7)?;
    Ok(StoredToken {
        id: row.get(0)?,
        name: row.get(1)?,
        role: Role::find(&role).ok_or_else(|| damaged(format!("a token is for `{role}`, which is not a role")))?,
        session: row.get(3)?,
        hash: Hash(row.get(4)?),
        created: read_moment(row.get(5)?)?,
        expires: expires.map(read_moment).transpose()?,
        revoked: revoked.map(read_moment).transpose()?,
        workplace: read_workplace(&row.get::<_, String>(8)?)?,
    })
}

/// The state with this name.
pub fn state(name: &str) -> Result<RequestState, Fault> {
    Ok(crate::values::state(name)?)
}

/// The columns of a row of the chain, in the order they are read in.
pub const ROW: &str = "number, previous, body, hash";

/// A row of the chain from its columns.
pub fn row(row: &rusqlite::Row<'_>) -> Result<Row, Fault> {
    Ok(Row { number: row.get(0)?, previous: Hash(row.get(1)?), body: row.get(2)?, hash: Hash(row.get(3)?) })
}

/// The head of the chain from a number and a hash.
pub fn head(row: &rusqlite::Row<'_>) -> rusqlite::Result<Head> {
    Ok(Head { count: row.get(0)?, hash: Hash(row.get(1)?) })
}

/// The columns that a row of the record is queried by.
#[derive(Debug, PartialEq, Eq)]
pub struct Queried {
    /// When it was decided.
    pub time: i64,
    /// The session.
    pub session: String,
    /// The tool.
    pub tool: String,
    /// The engine's verdict.
    pub verdict: String,
    /// Whether the call may run.
    pub approved: bool,
    /// The layer that is credited.
    pub source: String,
    /// The rule.
    pub rule: Option<String>,
}

impl Queried {
    /// The columns, in the order they are read in.
    pub const COLUMNS: &'static str = "time, session, tool, verdict, approved, source, rule";

    /// What the columns must be for an entry.
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

    /// What the columns are, beginning with column `first`.
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
