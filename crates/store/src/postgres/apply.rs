//! One change, in one transaction.
//!
//! Every step that depends on the previous state is one statement that says so: under the database's default isolation
//! it waits for a concurrent change of the row, and then checks again.

use byleave_gate::record::{Entry, Hash, Head};
use byleave_gate::{
    Commit, Extension, Freezing, RequestState, Session, StoreError, StoredGrant, StoredRequest, StoredToken, Transition,
};
use byleave_gate::{grant_json, record};
use byleave_policy::rules::conditions::Expires;
use deadpool_postgres::Client;
use jiff::Timestamp;
use tokio_postgres::types::ToSql;

use super::chains;
use super::columns::{self, maybe, number, text};
use super::fault::Fault;
use super::read::head;
use crate::values::{self, moment};

type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

async fn run(change: &Client, statement: &str, values: Values<'_>) -> Result<u64, Fault> {
    let statement = change.prepare_cached(statement).await?;
    Ok(change.execute(&statement, values).await?)
}

/// Makes a change, whole or not at all. Returns the end of the chain that its row went to; without a row, that of the
/// record.
pub async fn commit(client: &Client, commit: &Commit, node: &str) -> Result<Head, Fault> {
    if let Some(entry) = only_entry(commit) {
        // One statement is atomic by itself, and most calls need nothing else: one round trip instead of three.
        return append(client, entry).await;
    }
    let made = make(client, commit, node).await;
    if made.is_err() {
        // This fails only with the connection, and then the server rolls back by itself.
        drop(client.batch_execute("ROLLBACK").await);
    }
    made
}

/// The row of a change that has nothing else. All parts of a change are named here, so that none is forgotten.
fn only_entry(commit: &Commit) -> Option<&Entry> {
    let Commit { session, grants, ended, spent, request, transition, extension, freeze, entry, now: _ } = commit;
    let nothing = session.is_none()
        && grants.is_empty()
        && ended.is_empty()
        && spent.is_empty()
        && request.is_none()
        && transition.is_none()
        && extension.is_none()
        && freeze.is_none();
    entry.as_ref().filter(|_| nothing)
}

/// Statements that need no result to go on are sent together: round trips are the main cost of a change.
async fn make(client: &Client, commit: &Commit, node: &str) -> Result<Head, Fault> {
    let (begun, applied) = tokio::join!(client.batch_execute("BEGIN"), apply(client, commit, node));
    begun?;
    applied?;
    let Some(entry) = &commit.entry else {
        // If the look fails, the server does not commit either.
        let (end, done) = tokio::join!(head(client), client.batch_execute("COMMIT"));
        let end = end?;
        done?;
        return Ok(end);
    };
    // Last, because it holds the chain until the commit, and all others that append to this chain wait for it.
    let end = append(client, entry).await?;
    client.batch_execute("COMMIT").await?;
    Ok(end)
}

async fn apply(change: &Client, commit: &Commit, node: &str) -> Result<(), Fault> {
    if let Some(session) = &commit.session {
        put_session(change, session).await?;
    }
    // In the order of their ids: two changes that need the same grants must not deadlock.
    for id in sorted(&commit.ended) {
        end(change, id, commit.now).await?;
    }
    for id in sorted(&commit.spent) {
        spend(change, id).await?;
    }
    for grant in &commit.grants {
        give(change, grant).await?;
    }
    if let Some(request) = &commit.request {
        put_request(change, request, node).await?;
    }
    if let Some(transition) = &commit.transition {
        transit(change, transition, commit.now).await?;
    }
    if let Some(longer) = &commit.extension {
        extend(change, longer).await?;
    }
    if let Some(freezing) = &commit.freeze {
        freeze(change, freezing, commit.now).await?;
    }
    Ok(())
}

async fn freeze(change: &Client, freezing: &Freezing, now: Timestamp) -> Result<(), Fault> {
    let made = match freezing {
        Freezing::Begin(freeze) => {
            let statement = "INSERT INTO byleave.frozen (id, since, by, reason, host) VALUES ($1, $2, $3, $4, $5) \
                             ON CONFLICT DO NOTHING";
            let (id, by, reason) = (text(&freeze.id), text(&freeze.by), maybe(freeze.reason.as_ref()));
            let host = maybe(freeze.host.as_ref());
            run(change, statement, &[&id, &moment(freeze.since), &by, &reason, &host]).await?
        }
        Freezing::End(id) => {
            let statement = "UPDATE byleave.frozen SET ended = $2 WHERE id = $1 AND ended IS NULL";
            run(change, statement, &[&text(id), &moment(now)]).await?
        }
    };
    if made == 0 { Err(StoreError::Conflict.into()) } else { Ok(()) }
}

fn sorted(ids: &[String]) -> Vec<&str> {
    let mut ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    ids.sort_unstable();
    ids
}

async fn put_session(change: &Client, session: &Session) -> Result<(), Fault> {
    let statement = if session.version == 0 {
        "INSERT INTO byleave.session (id, parent, agent, project, started, seen, turn, stop_signal, mode, buckets, owner, \
         version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::BIGINT + 1) ON CONFLICT (id) DO NOTHING"
    } else {
        "UPDATE byleave.session SET parent = $2, agent = $3, project = $4, started = $5, seen = $6, turn = $7, \
         stop_signal = $8, mode = $9, buckets = $10, owner = $11, version = version + 1 WHERE id = $1 AND version = $12"
    };
    let put = run(
        change,
        statement,
        &[
            &text(&session.id),
            &maybe(session.parent.as_ref()),
            &maybe(session.agent.as_ref()),
            &text(&session.project),
            &moment(session.started),
            &moment(session.seen),
            &number(session.turn),
            &maybe(session.stop_signal.as_ref()),
            &session.mode.map(byleave_policy::Mode::name),
            &values::buckets(&session.buckets),
            &maybe(session.owner.as_ref()),
            &number(session.version),
        ],
    )
    .await?;
    if put == 0 { Err(StoreError::Conflict.into()) } else { Ok(()) }
}

fn no_grant(id: &str) -> Fault {
    StoreError::Missing(format!("grant `{id}`")).into()
}

async fn end(change: &Client, id: &str, now: Timestamp) -> Result<(), Fault> {
    let statement = "UPDATE byleave.given SET ended = coalesce(ended, $2) WHERE id = $1";
    if run(change, statement, &[&text(id), &moment(now)]).await? == 0 { Err(no_grant(id)) } else { Ok(()) }
}

async fn spend(change: &Client, id: &str) -> Result<(), Fault> {
    let statement = "UPDATE byleave.given SET uses = uses - 1 WHERE id = $1 AND (uses IS NULL OR uses > 0)";
    if run(change, statement, &[&text(id)]).await? > 0 {
        return Ok(());
    }
    // Two calls that spend the last use: the second must decide again.
    let there = change.query_opt("SELECT 1 FROM byleave.given WHERE id = $1", &[&text(id)]).await?;
    Err(there.map_or_else(|| no_grant(id), |_| StoreError::Conflict.into()))
}

async fn give(change: &Client, held: &StoredGrant) -> Result<(), Fault> {
    let (owner, owner_id) = values::owner(&held.owner);
    let given = run(
        change,
        "INSERT INTO byleave.given (id, owner, owner_id, what, uses, turn_only, turn, at, by, ended) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING",
        &[
            &text(&held.grant.id),
            &owner,
            &text(owner_id),
            &grant_json::to_json(&held.grant).to_string(),
            &held.grant.uses.map(i64::from),
            &(held.grant.expires == Expires::TurnEnd),
            &number(held.turn),
            &moment(held.given),
            &text(&held.by),
            &held.ended.map(moment),
        ],
    )
    .await?;
    if given == 0 {
        return Err(StoreError::Unusable(format!("grant `{}` was given already", held.grant.id)).into());
    }
    Ok(())
}

/// The state of a request, if there is one.
async fn state(change: &Client, id: &str) -> Result<Option<RequestState>, Fault> {
    let found = change.query_opt("SELECT state FROM byleave.request WHERE id = $1", &[&text(id)]).await?;
    let Some(found) = found else { return Ok(None) };
    Ok(Some(values::state(found.try_get(0)?)?))
}

async fn put_request(change: &Client, request: &StoredRequest, node: &str) -> Result<(), Fault> {
    let put = run(
        change,
        "INSERT INTO byleave.request (id, session, state, frame, digest, created, expires, answer, person, channel, \
         changed, node, approvals, seals, escalated, writer) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, \
         $13, $14, $15, pg_current_xact_id()) \
         ON CONFLICT (id) DO NOTHING",
        &[
            &text(&request.id),
            &text(&request.session),
            &request.state.name(),
            &request.frame.to_string(),
            &text(&request.digest),
            &moment(request.created),
            &request.expires.map(moment),
            &request.answer.as_ref().map(ToString::to_string),
            &maybe(request.person.as_ref()),
            &maybe(request.channel.as_ref()),
            &moment(request.changed),
            &node,
            &values::approvals(&request.approvals),
            &values::seals(&request.seals),
            &request.escalated.map(moment),
        ],
    )
    .await?;
    if put > 0 {
        return Ok(());
    }
    // A request that was answered must not become pending again.
    Err(state(change, &request.id).await?.map_or(StoreError::Conflict, StoreError::Settled).into())
}

async fn transit(change: &Client, transition: &Transition, now: Timestamp) -> Result<(), Fault> {
    let approvals = transition.approvals.as_ref();
    let made = run(
        change,
        "UPDATE byleave.request SET state = $3, answer = coalesce($4, answer), person = coalesce($5, person), \
         channel = coalesce($6, channel), changed = $7, approvals = coalesce($8, approvals), \
         writer = pg_current_xact_id() WHERE id = $1 AND state = $2 AND approvals = coalesce($9, approvals) \
         AND ($10::text IS NULL OR answer = $10)",
        &[
            &text(&transition.request),
            &transition.from.name(),
            &transition.to.name(),
            &transition.answer.as_ref().map(ToString::to_string),
            &maybe(transition.person.as_ref()),
            &maybe(transition.channel.as_ref()),
            &moment(now),
            &approvals.map(|approvals| values::approvals(&approvals.now)),
            &approvals.map(|approvals| values::approvals(&approvals.before)),
            &transition.answered.as_ref().map(ToString::to_string),
        ],
    )
    .await?;
    if made > 0 {
        return Ok(());
    }
    Err(match state(change, &transition.request).await? {
        None => StoreError::Missing(format!("request `{}`", transition.request)),
        // It came into that state between the two looks, another approver agreed meanwhile, or an answer was taken back
        // and another given.
        Some(state) if state == transition.from => StoreError::Conflict,
        Some(state) => StoreError::Settled(state),
    }
    .into())
}

async fn extend(change: &Client, longer: &Extension) -> Result<(), Fault> {
    let made = run(
        change,
        "UPDATE byleave.request SET expires = $3 WHERE id = $1 AND state = 'pending' AND expires = $2",
        &[&text(&longer.request), &moment(longer.from), &moment(longer.to)],
    )
    .await?;
    if made > 0 {
        return Ok(());
    }
    Err(match state(change, &longer.request).await? {
        None => StoreError::Missing(format!("request `{}`", longer.request)),
        Some(RequestState::Pending) => StoreError::Conflict,
        Some(state) => StoreError::Settled(state),
    }
    .into())
}

async fn append(change: &Client, entry: &Entry) -> Result<Head, Fault> {
    let row = Head::START.next(entry).map_err(|error| StoreError::Unusable(error.to_string()))?;
    // The database computes the hash: asking it for the end of the chain first would hold the chain for one more round
    // trip. The hash is compared with our own before anything counts.
    let statement = change
        .prepare_cached(
            "WITH moved AS (
                UPDATE byleave.chain SET count = count + 1, previous = hash,
                    hash = sha256(hash || convert_to($2, 'UTF8'))
                WHERE id = $1 RETURNING count, previous, hash
             )
             INSERT INTO byleave.record (chain, number, previous, hash, body, time, session, tool, verdict, approved, \
             source, rule)
             SELECT $1, count, previous, hash, $2, $3, $4, $5, $6, $7, $8, $9 FROM moved
             RETURNING number, previous, body, hash",
        )
        .await?;
    let chain = chains::column(chains::of_session(&entry.session));
    let made = change
        .query_opt(
            &statement,
            &[
                &chain,
                &row.body,
                &moment(entry.timestamp),
                &text(&entry.session),
                &text(&entry.tool),
                &text(&entry.verdict),
                &entry.approved,
                &text(&entry.source),
                &maybe(entry.rule.as_ref()),
            ],
        )
        .await?;
    let gone = || StoreError::Corrupt(format!("chain {chain} of the record is gone; restore it from a copy"));
    let made: record::Row = columns::row(&made.ok_or_else(gone)?)?;
    if made.body != row.body || made.hash != Hash::of(made.previous, &row.body) {
        return Err(StoreError::Corrupt("the database wrote another row than it was given".to_owned()).into());
    }
    Ok(Head { count: made.number, hash: made.hash })
}

/// Stores a new token.
pub async fn put_token(client: &Client, token: &StoredToken) -> Result<(), Fault> {
    let statement = "INSERT INTO byleave.token (id, name, role, session, hash, created, expires, revoked, workplace) \
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
    let put = client
        .execute(
            statement,
            &[
                &text(&token.id),
                &text(&token.name),
                &token.role.name(),
                &maybe(token.session.as_ref()),
                &token.hash.0.as_slice(),
                &moment(token.created),
                &token.expires.map(moment),
                &token.revoked.map(moment),
                &values::workplace(&token.workplace),
            ],
        )
        .await?;
    if put == 0 {
        return Err(StoreError::Unusable(format!("token `{}` is there already", token.id)).into());
    }
    Ok(())
}

/// Revokes a token.
pub async fn revoke_token(client: &Client, id: &str, now: Timestamp) -> Result<(), Fault> {
    let statement = "UPDATE byleave.token SET revoked = coalesce(revoked, $2) WHERE id = $1";
    if client.execute(statement, &[&text(id), &moment(now)]).await? == 0 {
        return Err(StoreError::Missing(format!("token `{id}`")).into());
    }
    Ok(())
}

/// How long a node that took a request has to end it, in nanoseconds: five seconds.
const LEASE: i64 = 5_000_000_000;

/// Takes requests whose time is over. No other node gets them for a while; requests that another node is taking are
/// skipped.
pub async fn take_expired(client: &Client, now: Timestamp, limit: u32) -> Result<Vec<StoredRequest>, Fault> {
    // As a table of its own: the database may run a sub-select in the condition again for every row, and then take more
    // each time.
    let due = format!(
        "WITH due AS MATERIALIZED (
            SELECT id AS due_id FROM byleave.request
            WHERE state = 'pending' AND expires <= $1 AND (taken IS NULL OR taken <= $1)
            ORDER BY expires, id LIMIT $3 FOR UPDATE SKIP LOCKED
         )
         UPDATE byleave.request SET taken = $1::BIGINT + $2::BIGINT FROM due WHERE id = due_id RETURNING {}",
        columns::REQUEST
    );
    let statement = client.prepare_cached(&due).await?;
    let rows = client.query(&statement, &[&moment(now), &LEASE, &i64::from(limit)]).await?;
    let mut taken: Vec<StoredRequest> = rows.iter().map(columns::request).collect::<Result<_, _>>()?;
    taken.sort_by(|one, other| (one.expires, &one.id).cmp(&(other.expires, &other.id)));
    Ok(taken)
}

/// Takes requests that have been pending since before a moment, each once. Requests that another node is taking are
/// skipped.
pub async fn escalate(
    client: &Client,
    before: Timestamp,
    now: Timestamp,
    limit: u32,
) -> Result<Vec<StoredRequest>, Fault> {
    let due = format!(
        "WITH due AS MATERIALIZED (
            SELECT id AS due_id FROM byleave.request
            WHERE state = 'pending' AND created <= $1 AND escalated IS NULL
            ORDER BY created, id LIMIT $3 FOR UPDATE SKIP LOCKED
         )
         UPDATE byleave.request SET escalated = $2 FROM due WHERE id = due_id RETURNING {}",
        columns::REQUEST
    );
    let statement = client.prepare_cached(&due).await?;
    let rows = client.query(&statement, &[&moment(before), &moment(now), &i64::from(limit)]).await?;
    rows.iter().map(columns::request).collect()
}

/// Takes one pending request to escalate it, once, whichever node asks first.
pub async fn escalate_one(client: &Client, id: &str, now: Timestamp) -> Result<Option<StoredRequest>, Fault> {
    let take = format!(
        "UPDATE byleave.request SET escalated = $2 WHERE id = $1 AND state = 'pending' AND escalated IS NULL RETURNING {}",
        columns::REQUEST
    );
    let statement = client.prepare_cached(&take).await?;
    let rows = client.query(&statement, &[&text(id), &moment(now)]).await?;
    rows.first().map(columns::request).transpose()
}
