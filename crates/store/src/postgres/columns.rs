//! Conversion between our types and columns.

use std::borrow::Cow;

use byleave_gate::quorum::with_given;
use byleave_gate::record::{Entry, Hash, Head, Row};
use byleave_gate::{
    Freeze, Known, Role, Session, StoreError, StoredGrant, StoredRequest, StoredToken, grant_json, with_end,
};
use byleave_policy::Mode;
use tokio_postgres::Row as Found;

use super::fault::Fault;
use crate::values::{
    damaged, moment, read_approvals, read_buckets, read_json, read_moment, read_owner, read_seals, read_workplace,
    state,
};

/// Begins the replacement for a character that a column cannot hold.
const ESCAPE: char = '\u{1}';

/// Text as a column. The database holds every character but NUL, and a name with NUL must not be taken for another
/// name.
pub fn text(plain: &str) -> Cow<'_, str> {
    if plain.contains(['\0', ESCAPE]) {
        Cow::Owned(plain.replace(ESCAPE, "\u{1}1").replace('\0', "\u{1}0"))
    } else {
        Cow::Borrowed(plain)
    }
}

/// Text that may be missing, as a column.
pub fn maybe(plain: Option<&String>) -> Option<Cow<'_, str>> {
    plain.map(|plain| text(plain))
}

fn read_text(column: String) -> String {
    if column.contains(ESCAPE) { column.replace("\u{1}0", "\0").replace("\u{1}1", "\u{1}") } else { column }
}

/// A count as a column. Larger counts do not occur.
pub fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn read_number(column: i64) -> Result<u64, StoreError> {
    u64::try_from(column).map_err(|_| damaged(format!("{column} is not a count")))
}

fn get_text(row: &Found, column: usize) -> Result<String, Fault> {
    Ok(read_text(row.try_get(column)?))
}

fn get_maybe(row: &Found, column: usize) -> Result<Option<String>, Fault> {
    Ok(row.try_get::<_, Option<String>>(column)?.map(read_text))
}

fn get_moment(row: &Found, column: usize) -> Result<jiff::Timestamp, Fault> {
    Ok(read_moment(row.try_get(column)?)?)
}

fn get_maybe_moment(row: &Found, column: usize) -> Result<Option<jiff::Timestamp>, Fault> {
    Ok(row.try_get::<_, Option<i64>>(column)?.map(read_moment).transpose()?)
}

fn get_hash(row: &Found, column: usize) -> Result<Hash, Fault> {
    let bytes: &[u8] = row.try_get(column)?;
    Ok(Hash(bytes.try_into().map_err(|_| damaged("a hash has another length than ours"))?))
}

/// The columns of a session, in the order they are read in.
pub const SESSION: &str = "id, parent, agent, project, started, seen, turn, stop_signal, mode, buckets, version, owner";

/// A session from its columns.
pub fn session(row: &Found) -> Result<Session, Fault> {
    let mode = match row.try_get::<_, Option<&str>>(8)? {
        None => None,
        Some(name) => Some(Mode::find(name).ok_or_else(|| damaged(format!("there is no mode `{name}`")))?),
    };
    Ok(Session {
        id: get_text(row, 0)?,
        parent: get_maybe(row, 1)?,
        agent: get_maybe(row, 2)?,
        project: get_text(row, 3)?,
        started: get_moment(row, 4)?,
        seen: get_moment(row, 5)?,
        turn: read_number(row.try_get(6)?)?,
        stop_signal: get_maybe(row, 7)?,
        mode,
        buckets: read_buckets(row.try_get(9)?)?,
        version: read_number(row.try_get(10)?)?,
        owner: get_maybe(row, 11)?,
    })
}

/// The columns of a freeze, in the order they are read in.
pub const FREEZE: &str = "id, since, by, reason, host";

/// A freeze from its columns, beginning with column `first`; `None` if there is none.
fn freeze_at(row: &Found, first: usize) -> Result<Option<Freeze>, Fault> {
    let Some(id) = get_maybe(row, first)? else { return Ok(None) };
    let (since, by) = (get_moment(row, first.saturating_add(1))?, get_text(row, first.saturating_add(2))?);
    let (reason, host) = (get_maybe(row, first.saturating_add(3))?, get_maybe(row, first.saturating_add(4))?);
    Ok(Some(Freeze { id, since, by, reason, host }))
}

/// A freeze from its columns.
pub fn freeze(row: &Found) -> Result<Option<Freeze>, Fault> {
    freeze_at(row, 0)
}

/// What every call needs, except the grants: the columns of its session, then those of the freeze.
pub fn known(row: &Found) -> Result<Known, Fault> {
    let there: Option<&str> = row.try_get(0)?;
    let session = there.map(|_| session(row)).transpose()?;
    Ok(Known { session, grants: Vec::new(), frozen: freeze_at(row, 12)? })
}

/// The columns of a grant, in the order they are read in.
pub const GRANT: &str = "owner, owner_id, what, uses, turn, at, by, ended";

/// A grant from its columns; `None` if this version cannot read it, so that it grants nothing.
pub fn grant(row: &Found) -> Result<Option<StoredGrant>, Fault> {
    let owner = read_owner(row.try_get(0)?, get_text(row, 1)?)?;
    let Some(mut grant) = serde_json::from_str(row.try_get(2)?).ok().as_ref().and_then(grant_json::from_json) else {
        return Ok(None);
    };
    let uses: Option<i64> = row.try_get(3)?;
    let uses = uses.map(u32::try_from).transpose();
    grant.uses = uses.map_err(|_| damaged(format!("the uses of grant `{}` are not a count", grant.id)))?;
    Ok(Some(StoredGrant {
        owner,
        grant,
        turn: read_number(row.try_get(4)?)?,
        given: get_moment(row, 5)?,
        by: get_text(row, 6)?,
        ended: get_maybe_moment(row, 7)?,
    }))
}

/// The columns of a request, in the order they are read in.
pub const REQUEST: &str = "id, session, state, frame, digest, created, expires, answer, person, channel, changed, \
     approvals, seals, escalated";

/// A request from its columns.
pub fn request(row: &Found) -> Result<StoredRequest, Fault> {
    let answer: Option<&str> = row.try_get(7)?;
    let approvals = read_approvals(row.try_get(11)?)?;
    let expires = get_maybe_moment(row, 6)?;
    let frame = read_json(row.try_get(3)?, "frame of a request")?;
    Ok(StoredRequest {
        id: get_text(row, 0)?,
        session: get_text(row, 1)?,
        state: state(row.try_get(2)?)?,
        frame: with_end(with_given(frame, &approvals), expires),
        digest: get_text(row, 4)?,
        created: get_moment(row, 5)?,
        expires,
        answer: answer.map(|text| read_json(text, "answer of a request")).transpose()?,
        person: get_maybe(row, 8)?,
        channel: get_maybe(row, 9)?,
        changed: get_moment(row, 10)?,
        approvals,
        seals: read_seals(row.try_get(12)?)?,
        escalated: get_maybe_moment(row, 13)?,
    })
}

/// A request that changed: its id and its state.
pub fn change(row: &Found) -> Result<byleave_gate::Change, Fault> {
    Ok(byleave_gate::Change { request: get_text(row, 0)?, state: state(row.try_get(1)?)? })
}

/// When a request was created, and its id.
pub fn waiting(row: &Found) -> Result<(jiff::Timestamp, String), Fault> {
    Ok((get_moment(row, 0)?, get_text(row, 1)?))
}

/// The columns of a token, in the order they are read in.
pub const TOKEN: &str = "id, name, role, session, hash, created, expires, revoked, workplace";

/// A token from its columns.
pub fn token(row: &Found) -> Result<StoredToken, Fault> {
    let role: &str = row.try_get(2)?;
    Ok(StoredToken {
        id: get_text(row, 0)?,
        name: get_text(row, 1)?,
        role: Role::find(role).ok_or_else(|| damaged(format!("a token is for `{role}`, which is not a role")))?,
        session: get_maybe(row, 3)?,
        hash: get_hash(row, 4)?,
        created: get_moment(row, 5)?,
        expires: get_maybe_moment(row, 6)?,
        revoked: get_maybe_moment(row, 7)?,
        workplace: read_workplace(&get_text(row, 8)?)?,
    })
}

/// The columns of a row in its chain.
pub const LINK: &str = "number, previous, body, hash";

/// The columns of a row in the order of all chains.
pub const ROW: &str = "place, previous, body, hash";

/// A row of the record from its columns.
pub fn row(row: &Found) -> Result<Row, Fault> {
    Ok(Row {
        number: read_number(row.try_get(0)?)?,
        previous: get_hash(row, 1)?,
        body: row.try_get(2)?,
        hash: get_hash(row, 3)?,
    })
}

/// The end of a chain from a number and a hash.
pub fn head(row: &Found) -> Result<Head, Fault> {
    Ok(Head { count: read_number(row.try_get(0)?)?, hash: get_hash(row, 1)? })
}

/// The columns that a row of the record is queried by.
#[derive(Debug, PartialEq, Eq)]
pub struct Queried {
    time: i64,
    session: String,
    tool: String,
    verdict: String,
    approved: bool,
    source: String,
    rule: Option<String>,
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

    /// What the columns are, after the four of [`LINK`].
    pub fn read(row: &Found) -> Result<Self, Fault> {
        Ok(Self {
            time: row.try_get(4)?,
            session: get_text(row, 5)?,
            tool: get_text(row, 6)?,
            verdict: get_text(row, 7)?,
            approved: row.try_get(8)?,
            source: get_text(row, 9)?,
            rule: get_maybe(row, 10)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{read_text, text};

    #[test]
    fn text_comes_back_whole_and_has_no_nul() {
        for plain in ["", "plain", "\0", "\u{1}", "\u{1}0", "\u{1}1\0", "a\0\u{1}\u{1}0b", "\u{1}\0"] {
            let column = text(plain).into_owned();
            assert!(!column.contains('\0'), "{plain:?}");
            assert_eq!(read_text(column), plain);
        }
    }
}
