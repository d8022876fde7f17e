//! One change, inside the caller's transaction.

use byleave_gate::record::{Entry, Head};
use byleave_gate::{
    Commit, Extension, Freezing, RequestState, Session, StoreError, StoredGrant, StoredRequest, StoredToken,
    Transition, grant_json,
};
use byleave_policy::rules::conditions::Expires;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _, params};

use super::columns::{self, moment};
use super::fault::Fault;

/// Makes a change and returns the new head of the record. After an error the caller rolls it back.
pub fn apply(db: &Connection, commit: &Commit, head: Head) -> Result<Head, Fault> {
    if let Some(session) = &commit.session {
        put_session(db, session)?;
    }
    for id in &commit.ended {
        end(db, id, commit.now)?;
    }
    for id in &commit.spent {
        spend(db, id)?;
    }
    for grant in &commit.grants {
        give(db, grant)?;
    }
    if let Some(request) = &commit.request {
        put_request(db, request)?;
    }
    if let Some(change) = &commit.transition {
        transit(db, change, commit.now)?;
    }
    if let Some(longer) = &commit.extension {
        extend(db, longer)?;
    }
    if let Some(freezing) = &commit.freeze {
        freeze(db, freezing, commit.now)?;
    }
    match &commit.entry {
        Some(entry) => append(db, entry, head),
        None => Ok(head),
    }
}

fn freeze(db: &Connection, freezing: &Freezing, now: Timestamp) -> Result<(), Fault> {
    let made = match freezing {
        Freezing::Begin(freeze) => db
            .prepare_cached(
                "INSERT INTO frozen (id, since, by, reason, host) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            )?
            .execute(params![freeze.id, moment(freeze.since), freeze.by, freeze.reason, freeze.host])?,
        Freezing::End(id) => db
            .prepare_cached("UPDATE frozen SET ended = ?2 WHERE id = ?1 AND ended IS NULL")?
            .execute(params![id, moment(now)])?,
    };
    if made == 0 { Err(StoreError::Conflict.into()) } else { Ok(()) }
}

fn put_session(db: &Connection, session: &Session) -> Result<(), Fault> {
    let mut known = db.prepare_cached("SELECT version FROM session WHERE id = ?1")?;
    let known: Option<u64> = known.query_row([&session.id], |row| row.get(0)).optional()?;
    if known.unwrap_or(0) != session.version {
        return Err(StoreError::Conflict.into());
    }
    let mut put = db.prepare_cached(
        "INSERT OR REPLACE INTO session (id, parent, agent, project, started, seen, turn, stop_signal, mode, buckets, \
         version, owner) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    put.execute(params![
        session.id,
        session.parent,
        session.agent,
        session.project,
        moment(session.started),
        moment(session.seen),
        session.turn,
        session.stop_signal,
        session.mode.map(byleave_policy::Mode::name),
        columns::buckets(&session.buckets),
        session.version.saturating_add(1),
        session.owner,
    ])?;
    Ok(())
}

/// Stores a new token.
pub fn put_token(db: &Connection, token: &StoredToken) -> Result<(), Fault> {
    let mut put = db.prepare_cached(
        "INSERT INTO token (id, name, role, session, hash, created, expires, revoked, workplace) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (id) DO NOTHING",
    )?;
    let put = put.execute(params![
        token.id,
        token.name,
        token.role.name(),
        token.session,
        token.hash.0,
        moment(token.created),
        token.expires.map(moment),
        token.revoked.map(moment),
        columns::workplace(&token.workplace),
    ])?;
    if put == 0 {
        return Err(StoreError::Unusable(format!("token `{}` is there already", token.id)).into());
    }
    Ok(())
}

/// Revokes a token.
pub fn revoke_token(db: &Connection, id: &str, now: Timestamp) -> Result<(), Fault> {
    let mut revoke = db.prepare_cached("UPDATE token SET revoked = coalesce(revoked, ?2) WHERE id = ?1")?;
    if revoke.execute(params![id, moment(now)])? == 0 {
        return Err(StoreError::Missing(format!("token `{id}`")).into());
    }
    Ok(())
}

fn no_grant(id: &str) -> Fault {
    StoreError::Missing(format!("grant `{id}`")).into()
}

fn end(db: &Connection, id: &str, now: Timestamp) -> Result<(), Fault> {
    let mut end = db.prepare_cached("UPDATE given SET ended = coalesce(ended, ?2) WHERE id = ?1")?;
    if end.execute(params![id, moment(now)])? == 0 {
        return Err(no_grant(id));
    }
    Ok(())
}

fn spend(db: &Connection, id: &str) -> Result<(), Fault> {
    let mut left = db.prepare_cached("SELECT uses FROM given WHERE id = ?1")?;
    let left: Option<Option<u32>> = left.query_row([id], |row| row.get(0)).optional()?;
    let Some(uses) = left.ok_or_else(|| no_grant(id))? else { return Ok(()) };
    // Two calls that spend the last use: the second must decide again.
    let uses = uses.checked_sub(1).ok_or(StoreError::Conflict)?;
    db.prepare_cached("UPDATE given SET uses = ?2 WHERE id = ?1")?.execute(params![id, uses])?;
    Ok(())
}

fn give(db: &Connection, held: &StoredGrant) -> Result<(), Fault> {
    let (owner, owner_id) = columns::owner(&held.owner);
    let mut give = db.prepare_cached(
        "INSERT INTO given (id, owner, owner_id, what, uses, turn_only, turn, at, by, ended) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (id) DO NOTHING",
    )?;
    let given = give.execute(params![
        held.grant.id,
        owner,
        owner_id,
        grant_json::to_json(&held.grant).to_string(),
        held.grant.uses,
        held.grant.expires == Expires::TurnEnd,
        held.turn,
        moment(held.given),
        held.by,
        held.ended.map(moment),
    ])?;
    if given == 0 {
        return Err(StoreError::Unusable(format!("grant `{}` was given already", held.grant.id)).into());
    }
    Ok(())
}

/// The state of a request, if there is one.
fn state(db: &Connection, id: &str) -> Result<Option<RequestState>, Fault> {
    let mut state = db.prepare_cached("SELECT state FROM request WHERE id = ?1")?;
    let found: Option<String> = state.query_row([id], |row| row.get(0)).optional()?;
    found.map(|name| columns::state(&name)).transpose()
}

fn put_request(db: &Connection, request: &StoredRequest) -> Result<(), Fault> {
    // A request that was answered must not become pending again.
    if let Some(state) = state(db, &request.id)? {
        return Err(StoreError::Settled(state).into());
    }
    let mut put = db.prepare_cached(
        "INSERT INTO request (id, session, state, frame, digest, created, expires, answer, person, channel, changed, \
         approvals, seals, escalated) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    put.execute(params![
        request.id,
        request.session,
        request.state.name(),
        request.frame.to_string(),
        request.digest,
        moment(request.created),
        request.expires.map(moment),
        request.answer.as_ref().map(ToString::to_string),
        request.person,
        request.channel,
        moment(request.changed),
        columns::approvals(&request.approvals),
        columns::seals(&request.seals),
        request.escalated.map(moment),
    ])?;
    Ok(())
}

fn transit(db: &Connection, change: &Transition, now: Timestamp) -> Result<(), Fault> {
    let state = state(db, &change.request)?;
    let state = state.ok_or_else(|| StoreError::Missing(format!("request `{}`", change.request)))?;
    if state != change.from {
        return Err(StoreError::Settled(state).into());
    }
    let mut transit = db.prepare_cached(
        "UPDATE request SET state = ?2, answer = coalesce(?3, answer), person = coalesce(?4, person), \
         channel = coalesce(?5, channel), changed = ?6, approvals = coalesce(?7, approvals) \
         WHERE id = ?1 AND approvals = coalesce(?8, approvals) AND (?9 IS NULL OR answer = ?9)",
    )?;
    let answer = change.answer.as_ref().map(ToString::to_string);
    let approvals = change.approvals.as_ref();
    let made = transit.execute(params![
        change.request,
        change.to.name(),
        answer,
        change.person,
        change.channel,
        moment(now),
        approvals.map(|approvals| columns::approvals(&approvals.now)),
        approvals.map(|approvals| columns::approvals(&approvals.before)),
        change.answered.as_ref().map(ToString::to_string),
    ])?;
    // Another approver agreed meanwhile, or an answer was taken back and another given.
    if made == 0 { Err(StoreError::Conflict.into()) } else { Ok(()) }
}

/// Takes requests that have been pending since before a moment, each once.
pub fn escalate(db: &Connection, before: Timestamp, now: Timestamp, limit: u32) -> Result<Vec<StoredRequest>, Fault> {
    let mut take = db.prepare_cached(&format!(
        "UPDATE request SET escalated = ?2 WHERE id IN (SELECT id FROM request WHERE state = 'pending' AND created <= ?1 \
         AND escalated IS NULL ORDER BY created LIMIT ?3) RETURNING {}",
        columns::REQUEST
    ))?;
    let mut rows = take.query(params![moment(before), moment(now), limit])?;
    let mut taken = Vec::new();
    while let Some(row) = rows.next()? {
        taken.push(columns::request(row)?);
    }
    Ok(taken)
}

/// Takes one pending request to escalate it, once.
pub fn escalate_one(db: &Connection, id: &str, now: Timestamp) -> Result<Option<StoredRequest>, Fault> {
    let mut take = db.prepare_cached(&format!(
        "UPDATE request SET escalated = ?2 WHERE id = ?1 AND state = 'pending' AND escalated IS NULL RETURNING {}",
        columns::REQUEST
    ))?;
    let mut rows = take.query(params![id, moment(now)])?;
    rows.next()?.map(columns::request).transpose()
}

fn extend(db: &Connection, longer: &Extension) -> Result<(), Fault> {
    let state = state(db, &longer.request)?;
    let state = state.ok_or_else(|| StoreError::Missing(format!("request `{}`", longer.request)))?;
    if state != RequestState::Pending {
        return Err(StoreError::Settled(state).into());
    }
    let mut extend = db.prepare_cached("UPDATE request SET expires = ?3 WHERE id = ?1 AND expires = ?2")?;
    let values = params![longer.request, moment(longer.from), moment(longer.to)];
    if extend.execute(values)? == 0 { Err(StoreError::Conflict.into()) } else { Ok(()) }
}

fn append(db: &Connection, entry: &Entry, head: Head) -> Result<Head, Fault> {
    let row = head.next(entry).map_err(|error| StoreError::Unusable(error.to_string()))?;
    let mut append = db.prepare_cached(
        "INSERT INTO record (number, previous, hash, body, time, session, tool, verdict, approved, source, rule) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    append.execute(params![
        row.number,
        row.previous.0,
        row.hash.0,
        row.body,
        moment(entry.timestamp),
        entry.session,
        entry.tool,
        entry.verdict,
        entry.approved,
        entry.source,
        entry.rule,
    ])?;
    Ok(Head { count: row.number, hash: row.hash })
}
