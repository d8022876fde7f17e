//! The tables, and their migrations.

use byleave_gate::StoreError;
use deadpool_postgres::Client;

use super::fault::Fault;
use crate::values::damaged;

/// One text for each version. A published text never changes; changes go into the next one.
pub const MIGRATIONS: &[&str] = &[
    include_str!("schema/1.sql"),
    include_str!("schema/2.sql"),
    include_str!("schema/3.sql"),
    include_str!("schema/4.sql"),
];

/// The lock for creating or changing the tables: `bylv`.
const LOCK: i64 = 0x6279_6c76;

/// The version of the tables; 0 if there are none.
async fn look(client: &impl deadpool_postgres::GenericClient, known: usize) -> Result<usize, Fault> {
    // Not `to_regclass`: it remembers from before the lock that there was no table.
    let there = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'byleave' AND tablename = 'version'";
    if client.query_opt(there, &[]).await?.is_none() {
        return Ok(0);
    }
    let row = client.query_opt("SELECT number FROM byleave.version", &[]).await?;
    let version: i32 = row.ok_or_else(|| damaged("its tables have no version"))?.try_get(0)?;
    let found = u32::try_from(version).map_err(|_| damaged(format!("its version is {version}")))?;
    let known = u32::try_from(known).unwrap_or(u32::MAX);
    if found > known {
        return Err(StoreError::Newer { found, known }.into());
    }
    Ok(usize::try_from(found).unwrap_or(usize::MAX))
}

/// Brings the tables to the newest version, whole or not at all. Several nodes may do so at once.
pub async fn migrate(client: &mut Client, migrations: &[&str]) -> Result<(), Fault> {
    let encoding: String = client.query_one("SHOW server_encoding", &[]).await?.try_get(0)?;
    if encoding != "UTF8" {
        let why = format!("the database has the encoding {encoding}; make one with UTF8");
        return Err(StoreError::Unusable(why).into());
    }
    // A user who may only read and write the tables gets past this once they exist.
    if look(client, migrations.len()).await? == migrations.len() {
        return Ok(());
    }
    let change = client.transaction().await?;
    // Creating tables happens once, so it may take longer than a commit.
    change.batch_execute("SET LOCAL lock_timeout = '4s'").await?;
    change.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await?;
    let done = look(&change, migrations.len()).await?;
    if done == 0 {
        change
            .batch_execute(
                "CREATE SCHEMA IF NOT EXISTS byleave;
                 CREATE TABLE byleave.version (number INTEGER NOT NULL);
                 INSERT INTO byleave.version VALUES (0);",
            )
            .await?;
    }
    for text in migrations.iter().skip(done) {
        change.batch_execute(text).await?;
    }
    let newest = i32::try_from(migrations.len()).unwrap_or(i32::MAX);
    change.execute("UPDATE byleave.version SET number = $1", &[&newest]).await?;
    change.commit().await?;
    Ok(())
}
