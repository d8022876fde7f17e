//! One queue for many agents and many approvers: HTTP and WebSocket around the gate.
//!
//! A `Hub` is a thin server around the steps of [`byleave_gate::Gate`]: whatever matters is a row of the store, and what
//! is in memory only wakes those who wait. A hub that is killed and started again, or another one with the same store,
//! goes on where it was.
//!
//! Who may do what is in the store's own records of tokens ([`byleave_gate::Role`]); no token both asks and answers.
//!
//! All that is behind the feature `server`. The feature `client` has the other end for agents in Rust: a channel of the gate
//! that asks at a hub.

#[cfg(feature = "server")]
mod answers;
#[cfg(feature = "server")]
mod board;
#[cfg(feature = "server")]
mod callers;
#[cfg(feature = "server")]
mod calls;
#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "server")]
mod config;
#[cfg(feature = "server")]
mod describe;
#[cfg(feature = "server")]
mod guard;
#[cfg(feature = "server")]
mod handing;
#[cfg(feature = "server")]
mod hub;
#[cfg(feature = "server")]
mod intake;
#[cfg(feature = "server")]
mod keeper;
#[cfg(feature = "server")]
mod line;
#[cfg(feature = "server")]
mod login;
#[cfg(feature = "server")]
mod metrics;
#[cfg(feature = "server")]
mod page;
#[cfg(feature = "server")]
mod problem;
#[cfg(feature = "server")]
mod rate;
#[cfg(feature = "server")]
mod reads;
#[cfg(feature = "server")]
mod refused;
#[cfg(feature = "server")]
mod routes;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod sessions;
#[cfg(feature = "server")]
mod socket;
#[cfg(feature = "server")]
pub mod token;

#[cfg(feature = "server")]
pub use config::{Limits, Names};
#[cfg(feature = "server")]
pub use hub::Hub;
#[cfg(feature = "server")]
pub use refused::TOOL as REFUSED_TOOL;
#[cfg(feature = "server")]
pub use server::{ServeError, Server, Tls};
