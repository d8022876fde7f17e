//! One queue for many agents and many approvers: HTTP and WebSocket around the gate.
//!
//! A `Hub` is a thin server around the steps of [`byleave_gate::Gate`]: whatever matters is a row of the store, and what
//! is in memory only wakes those who wait. A hub that is killed and started again, or another one with the same store,
//! goes on where it was.
//!
//! Who may do what is in the store's own records of tokens ([`byleave_gate::Role`]); no token both asks and answers.
//!
//! The other end for agents in Rust, a channel of the gate that asks at a hub, is a crate of its own: `byleave-client`.

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

// What people see and do beyond the answer.
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
