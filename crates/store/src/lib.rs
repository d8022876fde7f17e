//! Where sessions, grants, requests and the record are kept.
//!
//! [`Sqlite`] is one file in the user's state directory, shared by all byleave processes of that user. It implements
//! [`byleave_gate::Store`]; whatever goes wrong is an error, and an error lets no call run.
//!
//! A commit survives a process that is killed at any moment. It may be lost, as one of the last moments before it, when
//! the power fails: then what ran in these moments is not on record.
//!
//! The record is tamper-evident, not tamper-proof: whoever may write the file can write another chain. What then tells is
//! a head that was kept elsewhere, so [`Sqlite::verify`] takes one. The anchor beside the file finds a cut tail.
//!
//! `Postgres`, behind the feature `postgres`, is for several machines with one queue.
#[cfg(feature = "postgres")]
mod postgres;
mod sqlite;
mod values;

#[cfg(feature = "postgres")]
pub use postgres::{BrokenChain, Postgres};
pub use sqlite::{Sqlite, Verified, VerifyError, Witness};
