//! Things that count once.

use byleave_gate::record::Hash;
use deadpool_postgres::Client;
use jiff::Timestamp;

use super::fault::Fault;
use crate::values::moment;

/// Marks something as used, if it was not used before. If two nodes do so at once, the second waits for the first and
/// then finds its row. An expired row does not count, whether it was removed yet or not.
pub async fn once(client: &Client, what: Hash, until: Timestamp, now: Timestamp) -> Result<bool, Fault> {
    let put = client
        .prepare_cached(
            "INSERT INTO byleave.used AS old (hash, until) VALUES ($1, $2) \
             ON CONFLICT (hash) DO UPDATE SET until = excluded.until WHERE old.until < $3",
        )
        .await?;
    let first = client.execute(&put, &[&what.0.as_slice(), &moment(until), &moment(now)]).await? > 0;
    if first {
        // Nodes that clean up at once skip each other's rows instead of waiting for each other.
        let sweep = "DELETE FROM byleave.used WHERE hash IN \
                     (SELECT hash FROM byleave.used WHERE until < $1 FOR UPDATE SKIP LOCKED)";
        let sweep = client.prepare_cached(sweep).await?;
        client.execute(&sweep, &[&moment(now)]).await?;
    }
    Ok(first)
}
