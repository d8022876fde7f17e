//! ConnectOnion clients: they prove who they are by signing, and speak its protocol (OIP 0.1).
//!
//! A key is a row among the tokens: its id is the public key, and a signature proves it instead of a secret. Keys are
//! for people: no agent submits calls with one.

mod address;
pub(crate) mod bridge;
mod door;
mod frames;
mod guest;
mod keys;
mod signed;
mod speech;
mod used;

use std::sync::Arc;

use jiff::Timestamp;
use tokio::sync::Semaphore;

pub use address::Address;
pub use bridge::{give, take};
pub use door::{info, look_up, offers_nothing, upgrade};
pub use guest::Guest;
pub use keys::HUB;
pub use speech::{error, heard, reply};

use self::bridge::Bridges;
use self::used::NotedAttempts;

/// Enrolling people's keys: `byleave hub key`.
pub mod key {
    pub use super::address::{Address, BadAddress};
    pub use super::keys::{CannotEnrol, enrol, hub_address, id, is_key, is_token};
}

/// How many sockets may wait for their `CONNECT` at once.
const WAITING: usize = 64;

/// What a hub keeps about them in memory.
#[derive(Debug)]
pub struct Onion {
    waiting: Arc<Semaphore>,
    noted: NotedAttempts,
    bridges: Bridges,
    started: Timestamp,
}

impl Onion {
    pub fn new(now: Timestamp) -> Self {
        Self {
            waiting: Arc::new(Semaphore::new(WAITING)),
            noted: NotedAttempts::default(),
            bridges: Bridges::default(),
            started: now,
        }
    }
}
