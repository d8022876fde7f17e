//! Stores for sessions, grants, requests and the record.
//!
//! `Sqlite`, the feature `sqlite`, is one file in the user's state directory, shared by all byleave processes of that user. It implements
//! [`byleave_gate::Store`]. Every failure is an error, and an error lets no call run.
//!
//! A commit survives if the process is killed at any moment. A power failure may lose the last moments: calls that ran
//! in them are then not on record.
//!
//! The record is tamper-evident, not tamper-proof: a program that may write the file can write a new chain. A head that
//! you kept on another machine shows that, so `Sqlite::verify` takes one. The anchor beside the file shows a cut tail.
//!
//! `Postgres`, behind the feature `postgres`, is for several machines with one queue.
mod broken_record;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod values;

pub use broken_record::{VerifyError, Witness};
#[cfg(feature = "postgres")]
pub use postgres::{BrokenChain, Postgres};
#[cfg(feature = "sqlite")]
pub use sqlite::{Attended, Sqlite, Verified};
