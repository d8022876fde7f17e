//! Verifies all chains.

use byleave_gate::record::{Broken, Entry, Head, Verifier};
use deadpool_postgres::Client;
use thiserror::Error;

use super::chains::{self, CHAINS};
use super::columns::{self, Queried};
use super::fault::Fault;
use super::link::Link;
use super::read;
use crate::broken_record::{VerifyError, Witness};

/// Why the record is not intact, and in which chain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("chain {chain}: {error}")]
pub struct BrokenChain {
    /// Which.
    pub chain: u16,
    /// What is wrong with it.
    #[source]
    pub error: VerifyError,
}

/// How many rows are read at once.
const PAGE: i64 = 1_000;

/// One row as found: `None` if it cannot be read at all.
type Read = Option<(byleave_gate::record::Row, Queried)>;

/// Verifies all chains, and compares them with the heads in the database and with those that the operator kept on
/// another machine.
pub async fn verify(link: &Link, expected: &[Head]) -> Result<Vec<Head>, BrokenChain> {
    let mut heads = Vec::new();
    for chain in 0..CHAINS {
        let given = expected.get(usize::from(chain)).copied();
        heads.push(follow(link, chain, given).await.map_err(|error| BrokenChain { chain, error })?);
    }
    Ok(heads)
}

async fn follow(link: &Link, chain: u16, given: Option<Head>) -> Result<Head, VerifyError> {
    // Read the head before the rows: rows committed meanwhile are then only ahead of it.
    let anchor = end(link, chain).await?;
    let witnesses: Vec<(Witness, Head)> =
        std::iter::once((Witness::Anchor, anchor)).chain(given.map(|given| (Witness::Given, given))).collect();
    let mut verifier = Verifier::default();
    let mut after = i64::MIN;
    loop {
        let page: Vec<(i64, Read)> = link.with(move |client| Box::pin(page(client, chain, after))).await?;
        let Some(&(last, _)) = page.last() else { break };
        after = last;
        for (_, found) in page {
            take(&mut verifier, found, chain, &witnesses)?;
        }
    }
    let found = verifier.head();
    if let Some(&(by, expected)) = witnesses.iter().find(|(_, expected)| expected.count > found.count) {
        return Err(VerifyError::Cut { by, expected, found });
    }
    // An append moves the head in the same transaction.
    let expected = end(link, chain).await?;
    if expected.count < found.count {
        return Err(VerifyError::Rewritten { by: Witness::Anchor, expected, found });
    }
    Ok(found)
}

async fn end(link: &Link, chain: u16) -> Result<Head, VerifyError> {
    let heads = link.with(|client| Box::pin(async { read::heads(&*client).await })).await?;
    let gone = || VerifyError::Anchor("it is gone".to_owned());
    heads.get(usize::from(chain)).copied().ok_or_else(gone)
}

fn take(verifier: &mut Verifier, found: Read, chain: u16, witnesses: &[(Witness, Head)]) -> Result<(), VerifyError> {
    let number = verifier.head().count.saturating_add(1);
    let broken = |what| VerifyError::Broken(Broken { number, what });
    let (row, queried) = found.ok_or_else(|| broken("its columns have other values than ours: it was changed"))?;
    verifier.take(&row).map_err(VerifyError::Broken)?;
    let entry: Entry = serde_json::from_str(&row.body).map_err(|_| broken("its content is not an entry"))?;
    if chains::of_session(&entry.session) != chain {
        return Err(broken("its session belongs to another chain: it was moved"));
    }
    if queried != Queried::of(entry) {
        return Err(broken("what it is queried by is not what it says: a column was changed"));
    }
    let head = verifier.head();
    match witnesses.iter().find(|(_, kept)| kept.count == head.count && *kept != head) {
        Some(&(by, expected)) => Err(VerifyError::Rewritten { by, expected, found: head }),
        None => Ok(()),
    }
}

async fn page(client: &mut Client, chain: u16, after: i64) -> Result<Vec<(i64, Read)>, Fault> {
    let statement = format!(
        "SELECT {}, {} FROM byleave.record WHERE chain = $1 AND number > $2 ORDER BY number LIMIT {PAGE}",
        columns::LINK,
        Queried::COLUMNS
    );
    let statement = client.prepare_cached(&statement).await?;
    let rows = client.query(&statement, &[&chains::column(chain), &after]).await?;
    let read = |row: &tokio_postgres::Row| {
        let found = columns::row(row).ok().zip(Queried::read(row).ok());
        Ok((row.try_get(0)?, found))
    };
    rows.iter().map(read).collect()
}
