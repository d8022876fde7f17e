//! How byleave connects to other machines, written once: [`Trust`] says whose signature under a server's certificate
//! counts, and [`Endpoint`] sends one request over its own connection.
//!
//! There is no pool, no redirect and no proxy from the environment: none of them may send an agent's request or a hub's
//! escalation to another machine.

#[cfg(feature = "http")]
mod endpoint;
mod trust;

#[cfg(feature = "http")]
pub use endpoint::{Body, Connection, Endpoint, NetError, Reply};
pub use trust::{BadTrust, Trust};
