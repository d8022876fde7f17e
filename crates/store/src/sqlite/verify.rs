//! Verifies the whole chain.

use std::path::Path;

use byleave_gate::StoreError;
use byleave_gate::record::{Broken, Entry, Head, Verifier};
use rusqlite::Connection;
use thiserror::Error;

use super::columns::{self, Queried};
use super::fault::Fault;
use super::{anchor, connection, place, read};

/// The result for an intact chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Its head.
    pub head: Head,
    /// The content of the anchor; `None` if there is none, which is suspicious if there are rows.
    pub anchor: Option<Head>,
}

/// What says how far the chain has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The file beside the database.
    Anchor,
    /// A head that was kept elsewhere.
    Given,
}

impl std::fmt::Display for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Anchor => "the anchor",
            Self::Given => "the head that was given",
        })
    }
}

/// Why a chain is not intact.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row does not fit.
    #[error("{0}")]
    Broken(Broken),
    /// It ends too early.
    #[error("the tail was cut, or lost in a power failure: the record ends at `{found}`, {by} says `{expected}`")]
    Cut {
        /// What says so.
        by: Witness,
        /// Where it has to reach.
        expected: Head,
        /// Where it ends.
        found: Head,
    },
    /// It is another chain.
    #[error("the record was written anew: it has `{found}`, {by} says `{expected}`")]
    Rewritten {
        /// What says so.
        by: Witness,
        /// The row it must have.
        expected: Head,
        /// The row it has in that place.
        found: Head,
    },
    /// The anchor is unreadable.
    #[error("the anchor is damaged: {0}")]
    Anchor(String),
}

/// Verifies the chain of a database. `progress` gets the number of rows done and the total.
pub fn verify(
    path: &Path,
    expected: Option<Head>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verified, VerifyError> {
    // Read the anchor before the rows: rows committed meanwhile are then only ahead of it.
    let anchor = anchor::read_file(&place::anchor(path)).map_err(VerifyError::Anchor)?;
    let witnesses: Vec<(Witness, Head)> = [(Witness::Anchor, anchor), (Witness::Given, expected)]
        .into_iter()
        .filter_map(|(by, head)| head.map(|head| (by, head)))
        .collect();
    let named = |fault: Fault| VerifyError::Store(fault.at(path));
    let db = connection::reading(path).map_err(named)?;
    let head = follow(&db, &witnesses, progress).map_err(|error| match error {
        Stop::Fault(fault) => named(fault),
        Stop::Found(error) => error,
    })?;
    if let Some(&(by, expected)) = witnesses.iter().find(|(_, expected)| expected.count > head.count) {
        return Err(VerifyError::Cut { by, expected, found: head });
    }
    sound(&db).map_err(named)?;
    Ok(Verified { head, anchor })
}

enum Stop {
    Fault(Fault),
    Found(VerifyError),
}

impl<E: Into<Fault>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Fault(error.into())
    }
}

fn follow(db: &Connection, witnesses: &[(Witness, Head)], progress: &mut dyn FnMut(u64, u64)) -> Result<Head, Stop> {
    let last = read::head(db).map_err(Stop::Fault)?.count;
    let mut statement =
        db.prepare(&format!("SELECT {}, {} FROM record ORDER BY number", columns::ROW, Queried::COLUMNS))?;
    let mut rows = statement.query([])?;
    let mut verifier = Verifier::default();
    while let Some(found) = rows.next()? {
        let number = verifier.head().count.saturating_add(1);
        let broken = |what| Stop::Found(VerifyError::Broken(Broken { number, what }));
        // A row that cannot be read as text or hash was changed as well.
        let row = columns::row(found).map_err(|_| broken("its columns have other types than ours: it was changed"))?;
        verifier.take(&row).map_err(|broken| Stop::Found(VerifyError::Broken(broken)))?;
        let entry: Entry = serde_json::from_str(&row.body).map_err(|_| broken("its content is no entry"))?;
        let queried = Queried::read(found, 4).ok();
        if queried != Some(Queried::of(entry)) {
            return Err(broken("what it is queried by is not what it says: a column was changed"));
        }
        let head = verifier.head();
        if let Some(&(by, expected)) = witnesses.iter().find(|(_, kept)| kept.count == head.count && *kept != head) {
            return Err(Stop::Found(VerifyError::Rewritten { by, expected, found: head }));
        }
        if number % 1000 == 0 {
            progress(number, last.max(number));
        }
    }
    let head = verifier.head();
    progress(head.count, head.count);
    Ok(head)
}

/// Whether tables and indexes agree: no query finds a row that is missing from an index.
fn sound(db: &Connection) -> Result<(), Fault> {
    let said: String = db.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if said == "ok" { Ok(()) } else { Err(StoreError::Corrupt(said).into()) }
}
