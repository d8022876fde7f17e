//! What counts once.

use byleave_gate::record::Hash;
use deadpool_postgres::Client;
use jiff::Timestamp;

use super::fault::Fault;
use crate::values::moment;

/// Uses something, if nobody has: of two nodes at once, the second waits for the first and then finds its row. A row whose
/// time is over counts as none, whether it was swept away yet or not.
pub async fn once(client: &Client, what: Hash, until: Timestamp, now: Timestamp) -> Result<bool, Fault> {
    let put = client
        .prepare_cached(
            "INSERT INTO byleave.used AS old (hash, until) VALUES ($1, $2) \
             ON CONFLICT (hash) DO UPDATE SET until = excluded.until WHERE old.until < $3",
        )
        .await?;
    let first = client.execute(&put, &[&what.0.as_slice(), &moment(until), &moment(now)]).await? > 0;
    if first {
        // Nodes that sweep at once pass over what another one is sweeping, instead of waiting for each other.
        let sweep = "DELETE FROM byleave.used WHERE hash IN \
                     (SELECT hash FROM byleave.used WHERE until < $1 FOR UPDATE SKIP LOCKED)";
        let sweep = client.prepare_cached(sweep).await?;
        client.execute(&sweep, &[&moment(now)]).await?;
    }
    Ok(first)
}
