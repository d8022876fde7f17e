//! Verifies the whole chain.

use std::path::Path;

use byleave_gate::StoreError;
use byleave_gate::record::{Broken, Entry, Head, Verifier};
use rusqlite::Connection;

use super::columns::{self, Queried};
use super::fault::Fault;
use super::{anchor, connection, place, read};
use crate::broken_record::{VerifyError, Witness};

/// The result for an intact chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Its head.
    pub head: Head,
    /// The content of the anchor; `None` if there is none, which is suspicious if there are rows.
    pub anchor: Option<Head>,
}

/// Verifies the chain of a database. `progress` gets the number of rows done and the total.
pub fn verify(
    path: &Path,
    expected: Option<Head>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Verified, VerifyError> {
    // Read the anchor before the rows: rows committed meanwhile are then only ahead of it.
    let anchor = anchor::read_unheld(&place::anchor(path)).map_err(VerifyError::Anchor)?;
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
        let entry: Entry = serde_json::from_str(&row.body).map_err(|_| broken("its content is not an entry"))?;
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
