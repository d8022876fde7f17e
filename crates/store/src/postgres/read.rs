//! Queries.

use byleave_gate::record::{Head, Row};
use byleave_gate::{Freeze, Known, Query, RequestState, Session, StoreError, StoredGrant, StoredRequest, StoredToken};
use deadpool_postgres::{Client, GenericClient};
use jiff::Timestamp;
use tokio_postgres::types::ToSql;

use super::chains;
use super::columns::{self, number, text};
use super::fault::Fault;
use crate::values::moment;

/// All rows that a statement finds.
async fn all<T>(
    client: &impl GenericClient,
    statement: &str,
    values: &[&(dyn ToSql + Sync)],
    read: fn(&tokio_postgres::Row) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    let statement = client.prepare_cached(statement).await?;
    client.query(&statement, values).await?.iter().map(read).collect()
}

/// A session.
pub async fn session(client: &Client, id: &str) -> Result<Option<Session>, Fault> {
    let statement = format!("SELECT {} FROM byleave.session WHERE id = $1", columns::SESSION);
    Ok(all(client, &statement, &[&text(id)], columns::session).await?.pop())
}

/// All sessions, the last seen first.
pub async fn sessions(client: &Client) -> Result<Vec<Session>, Fault> {
    let statement = format!("SELECT {} FROM byleave.session ORDER BY seen DESC, id", columns::SESSION);
    all(client, &statement, &[], columns::session).await
}

/// The grants that count for a session.
pub async fn grants_for(client: &Client, session: &str, project: &str) -> Result<Vec<StoredGrant>, Fault> {
    // `UNION` takes each session once, so a cycle of parents ends. What a skill granted to its own turn does not count
    // in sessions below it, which have other turns.
    let statement = format!(
        "WITH RECURSIVE line (id) AS (
            SELECT $1::TEXT COLLATE \"C\"
            UNION
            SELECT session.parent FROM line JOIN byleave.session ON session.id = line.id
            WHERE session.parent IS NOT NULL
         )
         SELECT {columns}, number FROM byleave.given WHERE ended IS NULL AND owner = 'session'
            AND owner_id IN (SELECT id FROM line) AND (NOT turn_only OR owner_id = $1)
         UNION ALL
         SELECT {columns}, number FROM byleave.given WHERE ended IS NULL AND owner = 'project' AND owner_id = $2
         UNION ALL
         SELECT {columns}, number FROM byleave.given WHERE ended IS NULL AND owner = 'everyone' AND owner_id = ''
         ORDER BY number",
        columns = columns::GRANT
    );
    let found = all(client, &statement, &[&text(session), &text(project)], columns::grant).await?;
    Ok(found.into_iter().flatten().collect())
}

/// The freezes in force, the oldest first.
pub async fn freezes(client: &Client) -> Result<Vec<Freeze>, Fault> {
    let statement = format!("SELECT {} FROM byleave.frozen WHERE ended IS NULL ORDER BY number", columns::FREEZE);
    Ok(all(client, &statement, &[], columns::freeze).await?.into_iter().flatten().collect())
}

/// What every call needs before it is judged. The second query is sent before the first is answered.
pub async fn known(client: &Client, session: &str, project: &str) -> Result<Known, Fault> {
    let statement = format!(
        "SELECT {}, frozen_id, since, by, reason, host FROM (VALUES (1)) AS always (one)
         LEFT JOIN byleave.session ON id = $1
         LEFT JOIN LATERAL (SELECT frozen.id AS frozen_id, since, by, reason, host FROM byleave.frozen
             WHERE ended IS NULL AND (host IS NULL OR host = session.owner) ORDER BY host NULLS FIRST LIMIT 1
         ) AS frozen ON true",
        columns::SESSION
    );
    let id = text(session);
    let values: [&(dyn ToSql + Sync); 1] = [&id];
    let first = all(client, &statement, &values, columns::known);
    let (mut found, grants) = tokio::try_join!(first, grants_for(client, session, project))?;
    let gone = || StoreError::Corrupt("a question that always has an answer had none".to_owned());
    Ok(Known { grants, ..found.pop().ok_or_else(gone)? })
}

/// All grants, oldest first; with ended ones if wanted.
pub async fn grants(client: &Client, ended_too: bool) -> Result<Vec<StoredGrant>, Fault> {
    let statement = format!("SELECT {} FROM byleave.given WHERE $1 OR ended IS NULL ORDER BY number", columns::GRANT);
    Ok(all(client, &statement, &[&ended_too], columns::grant).await?.into_iter().flatten().collect())
}

/// A request.
pub async fn request(client: &Client, id: &str) -> Result<Option<StoredRequest>, Fault> {
    let statement = format!("SELECT {} FROM byleave.request WHERE id = $1", columns::REQUEST);
    Ok(all(client, &statement, &[&text(id)], columns::request).await?.pop())
}

/// At most this many of the requests in a state, oldest first, after one of them.
pub async fn requests(
    client: &Client,
    state: RequestState,
    after: Option<(Timestamp, String)>,
    limit: Option<usize>,
) -> Result<Vec<StoredRequest>, Fault> {
    let (created, id) = after.map_or((i64::MIN, String::new()), |(created, id)| (moment(created), id));
    let limit = limit.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX));
    // The state is part of the text: only then does the planner know that it can use the index of open requests.
    let statement = format!(
        "SELECT {} FROM byleave.request WHERE state = '{}' AND (created, id) > ($1, $2) ORDER BY created, id LIMIT $3",
        columns::REQUEST,
        state.name()
    );
    all(client, &statement, &[&created, &text(&id), &limit], columns::request).await
}

/// The requests of these ids.
pub async fn requests_of(client: &Client, ids: &[String]) -> Result<Vec<StoredRequest>, Fault> {
    let statement = format!("SELECT {} FROM byleave.request WHERE id = ANY($1)", columns::REQUEST);
    let ids: Vec<_> = ids.iter().map(|id| text(id)).collect();
    all(client, &statement, &[&ids], columns::request).await
}

/// When the pending requests were created, and their ids.
pub async fn waiting_after(
    client: &Client,
    after: Option<(Timestamp, String)>,
    limit: usize,
) -> Result<Vec<(Timestamp, String)>, Fault> {
    let (created, id) = after.map_or((i64::MIN, String::new()), |(created, id)| (moment(created), id));
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let statement = "SELECT created, id FROM byleave.request WHERE state = 'pending' AND (created, id) > ($1, $2) \
                     ORDER BY created, id LIMIT $3";
    all(client, statement, &[&created, &text(&id), &limit], columns::waiting).await
}

/// All tokens, oldest first.
pub async fn tokens(client: &Client) -> Result<Vec<StoredToken>, Fault> {
    let statement = format!("SELECT {} FROM byleave.token ORDER BY number", columns::TOKEN);
    all(client, &statement, &[], columns::token).await
}

/// A token.
pub async fn token(client: &Client, id: &str) -> Result<Option<StoredToken>, Fault> {
    let statement = format!("SELECT {} FROM byleave.token WHERE id = $1", columns::TOKEN);
    Ok(all(client, &statement, &[&text(id)], columns::token).await?.pop())
}

/// The heads of all chains, at one moment.
pub async fn heads(client: &impl GenericClient) -> Result<Vec<Head>, Fault> {
    all(client, "SELECT count, hash FROM byleave.chain ORDER BY id", &[], columns::head).await
}

/// The head of the record.
pub async fn head(client: &impl GenericClient) -> Result<Head, Fault> {
    Ok(chains::combined(&heads(client).await?))
}

type Boxed = Box<dyn ToSql + Sync + Send>;

fn boxed(value: impl ToSql + Sync + Send + 'static) -> Boxed {
    Box::new(value)
}

/// Rows of the record.
pub async fn rows(client: &mut Client, query: &Query) -> Result<Vec<Row>, Fault> {
    let Query { after, before, since, until, session, tool, verdict, approved, source, rule, newest_first, limit } =
        query;
    let mut conditions = Vec::new();
    let mut values: Vec<Boxed> = Vec::new();
    let mut only = |condition: &str, value: Option<Boxed>| {
        if let Some(value) = value {
            values.push(value);
            conditions.push(format!("{condition} ${}", values.len()));
        }
    };
    let named = |name: &Option<String>| name.as_deref().map(|name| boxed(text(name).into_owned()));
    only("place >", after.map(|after| boxed(number(after))));
    only("place <", before.map(|before| boxed(number(before))));
    only("time >=", since.map(|since| boxed(moment(since))));
    only("time <", until.map(|until| boxed(moment(until))));
    only("session =", named(session));
    only("tool =", named(tool));
    only("verdict =", named(verdict));
    only("approved =", approved.map(boxed));
    only("source =", named(source));
    only("rule =", named(rule));
    let filter = if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    let order = if *newest_first { "DESC" } else { "ASC" };
    let limit = limit.map_or_else(|| "ALL".to_owned(), |limit| limit.to_string());
    let statement =
        format!("SELECT {} FROM byleave.record {filter} ORDER BY place {order} LIMIT {limit}", columns::ROW);
    let look = client.transaction().await?;
    if after.is_some() && !newest_first {
        // A reader that follows the record asks for rows after the last place it saw. A place is assigned before it is
        // committed. When no one holds a chain, all assigned places are visible, and none is skipped.
        look.execute("SELECT 1 FROM byleave.chain ORDER BY id FOR SHARE", &[]).await?;
    }
    let values: Vec<&(dyn ToSql + Sync)> =
        values.iter().map(|value| -> &(dyn ToSql + Sync) { value.as_ref() }).collect();
    let found = look.query(&statement, &values).await?;
    look.commit().await?;
    found.iter().map(columns::row).collect()
}
