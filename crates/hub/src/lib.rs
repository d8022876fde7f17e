//! One queue for many agents and many approvers: HTTP and WebSocket around the gate.
//!
//! A `Hub` is a thin server around the steps of [`byleave_gate::Gate`]: all state that matters is in the store, and
//! what is in memory only wakes waiting agents. A hub that is killed and started again, or another hub with the same
//! store, continues where it was.
//!
//! The store's own records of tokens say what a caller may do ([`byleave_gate::Role`]); no token both asks and answers.
//!
//! The client for agents in Rust, a channel of the gate that asks at a hub, is a crate of its own: `byleave-client`.

mod answer;
mod call;
mod config;
mod decision;
mod entry;
mod grant;
mod hub;
mod onion;
mod page;
mod request;
mod server;
mod session;
pub mod token;

pub use config::Limits;
pub use entry::refused_attempt::TOOL as REFUSED_TOOL;
pub use hub::Hub;
pub use onion::key;
pub use request::escalate::{BadEscalation, Escalation};
pub use server::{ServeError, Server, Tls};
