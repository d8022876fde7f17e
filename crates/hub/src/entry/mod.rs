//! The record, for roles that watch.

pub mod history;
pub mod refused_attempt;
pub mod stats;
pub mod while_away;

use byleave_gate::record::{Entry, Row};

/// The entries of rows that can be read, with the numbers of these.
pub fn entries(rows: &[Row]) -> impl Iterator<Item = (u64, Entry)> {
    rows.iter().filter_map(|row| Some((row.number, serde_json::from_str(&row.body).ok()?)))
}
