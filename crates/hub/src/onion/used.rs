//! What was seen before: signatures that count once, and what is on record already.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use byleave_gate::StoreError;
use byleave_gate::record::Hash;
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::address::Address;
use super::signed::WINDOW;
use crate::hub::Hub;

/// How long a signature is remembered. It may lie in the future by a window and is good for another; the third is for hubs
/// whose clocks differ.
const KEPT: Duration = WINDOW.saturating_mul(3);

/// So many attempts are put on record in one run of the hub: whoever makes keys by the thousand does not fill the disk.
const MOST_NOTED: usize = 1000;

impl Hub {
    /// Whether a signature is used for the first time, at any hub with this store; from now on it is not.
    ///
    /// Whoever calls this has made sure that the key counts here: strangers cannot fill the store.
    pub(super) async fn first_use(&self, signature: &[u8; 64]) -> Result<bool, StoreError> {
        let now = self.now();
        let until = now.checked_add(KEPT).unwrap_or(Timestamp::MAX);
        self.store().use_once(Hash(Sha256::digest(signature).into()), until, now).await
    }
}

/// Which attempts are on record.
#[derive(Debug, Default)]
pub struct Noted(Mutex<HashSet<(Address, &'static str)>>);

impl Noted {
    /// Whether an attempt is to be put on record: the first of its kind by its key.
    pub fn first(&self, address: Address, what: &'static str) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.len() < MOST_NOTED && noted.insert((address, what))
    }
}
