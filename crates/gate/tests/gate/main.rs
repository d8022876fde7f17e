//! The gate from outside: what the ledger asks of it, row by row, and the invariants it must keep.
//!
//! One program, so that what all tests share is built once.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that finds something else than it looks for has failed"
)]

mod batches;
mod broken;
mod callbacks;
mod elsewhere;
mod handover;
mod invariants;
mod ledger;
mod manager;
mod memory;
mod messages;
mod permissions;
mod races;
mod record;
mod replay;
mod sessions;
mod stores;
mod support;
