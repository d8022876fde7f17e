//! Things that count once.

use byleave_gate::record::Hash;
use jiff::Timestamp;
use rusqlite::{Connection, params};

use super::columns::moment;
use super::fault::Fault;

/// Marks something as used, if it was not used before. An expired row does not count, whether it was removed yet or
/// not.
pub fn once(db: &Connection, what: Hash, until: Timestamp, now: Timestamp) -> Result<bool, Fault> {
    let mut put = db.prepare_cached(
        "INSERT INTO used (hash, until) VALUES (?1, ?2) \
         ON CONFLICT (hash) DO UPDATE SET until = excluded.until WHERE used.until < ?3",
    )?;
    let first = put.execute(params![what.0, moment(until), moment(now)])? > 0;
    if first {
        db.prepare_cached("DELETE FROM used WHERE until < ?1")?.execute(params![moment(now)])?;
    }
    Ok(first)
}
