//! Queries, on any connection.

use byleave_gate::record::{Hash, Head, Row};
use byleave_gate::{Freeze, Known, Query, RequestState, Session, StoredGrant, StoredRequest, StoredToken};
use jiff::Timestamp;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension as _, Params, params, params_from_iter};

use super::columns::{self, moment};
use super::fault::Fault;
use crate::values::read_moment;

/// All rows that a statement finds.
fn all<T>(
    db: &Connection,
    text: &str,
    params: impl Params,
    read: fn(&rusqlite::Row<'_>) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let mut statement = db.prepare_cached(text)?;
    let mut rows = statement.query(params)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}

/// A session.
pub fn session(db: &Connection, id: &str) -> Result<Option<Session>, Fault> {
    let text = format!("SELECT {} FROM session WHERE id = ?1", columns::SESSION);
    Ok(all(db, &text, [id], columns::session)?.pop())
}

/// All sessions, the last seen first.
pub fn sessions(db: &Connection) -> Result<Vec<Session>, Fault> {
    all(db, &format!("SELECT {} FROM session ORDER BY seen DESC, id", columns::SESSION), [], columns::session)
}

/// The grants that count for a session.
pub fn grants_for(db: &Connection, session: &str, project: &str) -> Result<Vec<StoredGrant>, Fault> {
    // `UNION` takes each session once, so a cycle of parents ends. What a skill granted to its own turn does not count
    // in sessions below it, which have other turns.
    let text = format!(
        "WITH RECURSIVE line (id) AS (
            SELECT ?1
            UNION
            SELECT session.parent FROM line JOIN session ON session.id = line.id WHERE session.parent IS NOT NULL
         )
         SELECT {} FROM given WHERE ended IS NULL AND (
            owner = 'session' AND owner_id IN (SELECT id FROM line) AND (NOT turn_only OR owner_id = ?1)
            OR owner = 'project' AND owner_id = ?2
            OR owner = 'everyone'
         ) ORDER BY number",
        columns::GRANT
    );
    Ok(all(db, &text, [session, project], columns::grant)?.into_iter().flatten().collect())
}

/// The freezes in force, the oldest first.
pub fn freezes(db: &Connection) -> Result<Vec<Freeze>, Fault> {
    let text = format!("SELECT {} FROM frozen WHERE ended IS NULL ORDER BY number", columns::FREEZE);
    all(db, &text, [], columns::freeze)
}

/// How often a connection asks the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Uses {
    /// Once: preparing a statement is what it costs.
    One,
    /// Often: running it is.
    Many,
}

/// What every call needs before it is judged.
pub fn known(db: &Connection, id: &str, project: &str, uses: Uses) -> Result<Known, Fault> {
    // The freezes first: a freeze from before this moment counts, whatever is written meanwhile.
    let there = if uses == Uses::One { there(db, id)? } else { There { freeze: true, grant: true, session: true } };
    let freezes = if there.freeze { freezes(db)? } else { Vec::new() };
    let session = if there.session { session(db, id)? } else { None };
    let frozen = Freeze::of(freezes, session.as_ref());
    let grants = if there.grant { grants_for(db, id, project)? } else { Vec::new() };
    Ok(Known { session, grants, frozen })
}

/// What there is to read at all.
struct There {
    /// A freeze that has not ended.
    freeze: bool,
    /// A grant that has not ended.
    grant: bool,
    /// The session.
    session: bool,
}

/// One statement, in place of three where there is nothing.
fn there(db: &Connection, session: &str) -> Result<There, Fault> {
    let mut look = db.prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM frozen WHERE ended IS NULL), EXISTS (SELECT 1 FROM given WHERE ended IS NULL), \
         EXISTS (SELECT 1 FROM session WHERE id = ?1)",
    )?;
    let found = |row: &rusqlite::Row<'_>| Ok(There { freeze: row.get(0)?, grant: row.get(1)?, session: row.get(2)? });
    Ok(look.query_row([session], found)?)
}

/// All grants, oldest first; with ended ones if wanted.
pub fn grants(db: &Connection, ended_too: bool) -> Result<Vec<StoredGrant>, Fault> {
    let text = format!("SELECT {} FROM given WHERE ?1 OR ended IS NULL ORDER BY number", columns::GRANT);
    Ok(all(db, &text, [ended_too], columns::grant)?.into_iter().flatten().collect())
}

/// A request.
pub fn request(db: &Connection, id: &str) -> Result<Option<StoredRequest>, Fault> {
    let text = format!("SELECT {} FROM request WHERE id = ?1", columns::REQUEST);
    Ok(all(db, &text, [id], columns::request)?.pop())
}

/// The requests in a state, oldest first.
pub fn requests(db: &Connection, state: RequestState) -> Result<Vec<StoredRequest>, Fault> {
    let text = format!("SELECT {} FROM request WHERE state = ?1 ORDER BY created, id", columns::REQUEST);
    all(db, &text, [state.name()], columns::request)
}

/// At most this many of the requests in a state, oldest first, after one of them.
pub fn requests_after(
    db: &Connection,
    state: RequestState,
    after: Option<(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<StoredRequest>, Fault> {
    let (created, id) = after.map_or((i64::MIN, String::new()), |(created, id)| (moment(created), id));
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let text = format!(
        "SELECT {} FROM request WHERE state = ?1 AND (created, id) > (?2, ?3) ORDER BY created, id LIMIT ?4",
        columns::REQUEST
    );
    all(db, &text, params![state.name(), created, id, limit], columns::request)
}

/// When the pending requests were created, and their ids.
pub fn waiting_after(
    db: &Connection,
    after: Option<(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<(Timestamp, String)>, Fault> {
    let (created, id) = after.map_or((i64::MIN, String::new()), |(created, id)| (moment(created), id));
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let text =
        "SELECT created, id FROM request WHERE state = ?1 AND (created, id) > (?2, ?3) ORDER BY created, id LIMIT ?4";
    let read = |row: &rusqlite::Row<'_>| Ok((read_moment(row.get(0)?)?, row.get(1)?));
    all(db, text, params![RequestState::Pending.name(), created, id, limit], read)
}

/// A number that changes when another connection has written.
pub fn stamp(db: &Connection) -> Result<i64, Fault> {
    Ok(db.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0))?)
}

/// All tokens, oldest first.
pub fn tokens(db: &Connection) -> Result<Vec<StoredToken>, Fault> {
    all(db, &format!("SELECT {} FROM token ORDER BY number", columns::TOKEN), [], columns::token)
}

/// A token.
pub fn token(db: &Connection, id: &str) -> Result<Option<StoredToken>, Fault> {
    let text = format!("SELECT {} FROM token WHERE id = ?1", columns::TOKEN);
    Ok(all(db, &text, params![id], columns::token)?.pop())
}

/// The head of the record.
pub fn head(db: &Connection) -> Result<Head, Fault> {
    let mut last = db.prepare_cached("SELECT number, hash FROM record ORDER BY number DESC LIMIT 1")?;
    Ok(last.query_row([], columns::head).optional()?.unwrap_or(Head::START))
}

/// The hash of the row with this number, if there is one.
pub fn hash_at(db: &Connection, number: u64) -> Result<Option<Hash>, Fault> {
    if number == 0 {
        return Ok(Some(Hash::START));
    }
    let mut hash = db.prepare_cached("SELECT hash FROM record WHERE number = ?1")?;
    Ok(hash.query_row([number], |row| row.get(0)).optional()?.map(Hash))
}

/// Rows of the record.
pub fn rows(db: &Connection, query: &Query) -> Result<Vec<Row>, Fault> {
    let Query { after, before, since, until, session, tool, verdict, approved, source, rule, newest_first, limit } =
        query;
    let text = |value: &Option<String>| value.clone().map(Value::Text);
    let number = |value: Option<u64>| value.map(|value| Value::Integer(i64::try_from(value).unwrap_or(i64::MAX)));
    let conditions = [
        ("number > ?", number(*after)),
        ("number < ?", number(*before)),
        ("time >= ?", since.map(moment).map(Value::Integer)),
        ("time < ?", until.map(moment).map(Value::Integer)),
        ("session = ?", text(session)),
        ("tool = ?", text(tool)),
        ("verdict = ?", text(verdict)),
        ("approved = ?", approved.map(|approved| Value::Integer(i64::from(approved)))),
        ("source = ?", text(source)),
        ("rule = ?", text(rule)),
    ];
    let (conditions, values): (Vec<&str>, Vec<Value>) =
        conditions.into_iter().filter_map(|(condition, value)| value.map(|value| (condition, value))).unzip();
    let filter = if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    let order = if *newest_first { "DESC" } else { "ASC" };
    let limit = limit.map_or(-1, i64::from);
    let text = format!("SELECT {} FROM record {filter} ORDER BY number {order} LIMIT {limit}", columns::ROW);
    all(db, &text, params_from_iter(values), columns::row)
}
