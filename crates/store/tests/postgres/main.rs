//! Several nodes with one queue, on a real server.
#![cfg(feature = "postgres")]
#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[path = "../support/mod.rs"]
mod support;

#[path = "../support/server.rs"]
mod server;

mod nodes;
mod past;
mod tamper;
mod tls;
mod trouble;
