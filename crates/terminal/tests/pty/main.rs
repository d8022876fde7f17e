//! The box on a real terminal: its screens, its keys, its ends.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod ends;
mod keys;
mod screens;
mod session;
mod spoof;
mod subject;
