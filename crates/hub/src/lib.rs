//! One queue for many agents and many approvers: HTTP and WebSocket around the gate.
//!
//! A `Hub` is a thin server around the steps of [`byleave_gate::Gate`]: all state that matters is in the store, and
//! what is in memory only wakes waiting agents. A hub that is killed and started again, or another hub with the same
//! store, continues where it was.
//!
//! The store's own records of tokens say what a caller may do ([`byleave_gate::Role`]); no token both asks and answers.
//!
//! The client for agents in Rust, a channel of the gate that asks at a hub, is a crate of its own: `byleave-client`.

mod answers;
mod beats;
mod board;
mod callers;
mod calls;
mod config;
mod deciders;
mod describe;
mod digest;
mod draft;
mod escalate;
mod freeze;
mod guard;
mod handing;
mod history;
mod hub;
mod intake;
mod keeper;
mod line;
mod login;
mod metrics;
mod names;
mod namespace;
mod onion;
mod page;
mod parts;
mod peers;
mod problem;
mod rate;
mod reads;
mod refused;
mod routes;
mod server;
mod sessions;
mod shown;
mod socket;
pub mod token;

// What people see and do besides answering.
mod compare;
mod file;
mod plain;
mod radius;
mod second;
mod setup;
mod suggest;
mod timing;

pub use config::{Limits, Names};
pub use escalate::{BadEscalation, Escalation};
pub use hub::Hub;
pub use onion::key;
pub use refused::TOOL as REFUSED_TOOL;
pub use server::{ServeError, Server, Tls};
