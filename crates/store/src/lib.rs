//! Stores for sessions, grants, requests and the record.
//!
//! [`Sqlite`] is one file in the user's state directory, shared by all byleave processes of that user. It implements
//! [`byleave_gate::Store`]. Every failure is an error, and an error lets no call run.
//!
//! A commit survives a process that is killed at any moment. A power failure may lose the last moments: what ran in
//! them is then not on record.
//!
//! The record is tamper-evident, not tamper-proof: a program that may write the file can write a new chain. A head that
//! was kept elsewhere shows that, so [`Sqlite::verify`] takes one. The anchor beside the file shows a cut tail.
//!
//! `Postgres`, behind the feature `postgres`, is for several machines with one queue.
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod values;

#[cfg(feature = "postgres")]
pub use postgres::{BrokenChain, Postgres};
pub use sqlite::{Attended, Sqlite, Verified, VerifyError, Witness};
