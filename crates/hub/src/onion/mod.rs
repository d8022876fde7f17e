//! Clients of ConnectOnion: they prove who they are by signing, and speak its protocol (OIP 0.1).
//!
//! A key is a row among the tokens: its id is the public key, and what proves it is a signature instead of a secret. It is
//! for people: nobody hands calls in with one.

mod address;
mod bridge;
mod door;
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
use self::used::Noted;

/// Keys of people, as they are enrolled: `byleave hub key`.
pub mod key {
    pub use super::address::{Address, BadAddress};
    pub use super::keys::{CannotEnrol, enrol, hub_address, id, is_key, is_token};
}

/// So many sockets may wait for their `CONNECT` at once.
const WAITING: usize = 64;

/// What a hub keeps about them, in memory.
#[derive(Debug)]
pub struct Onion {
    waiting: Arc<Semaphore>,
    noted: Noted,
    bridges: Bridges,
    started: Timestamp,
}

impl Onion {
    /// Nobody there yet.
    pub fn new(now: Timestamp) -> Self {
        Self {
            waiting: Arc::new(Semaphore::new(WAITING)),
            noted: Noted::default(),
            bridges: Bridges::default(),
            started: now,
        }
    }
}
