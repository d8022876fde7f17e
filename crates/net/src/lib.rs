//! How byleave reaches other machines, written once: [`Trust`] says whose signature under a server's certificate counts,
//! and [`Endpoint`] sends one request over a connection of its own.
//!
//! There is no pool, no redirect and no proxy from the environment: an agent that asks for leave, and a hub that
//! escalates, must not be sent elsewhere by any of them.

#[cfg(feature = "http")]
mod endpoint;
mod trust;

#[cfg(feature = "http")]
pub use endpoint::{Body, Connection, Endpoint, NetError, Reply};
pub use trust::{BadTrust, Trust};
