//! What was seen before: signatures that count once, and attempts that are on record already.

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

/// How long a signature is remembered. It may be one window in the future and is valid for another; the third is for
/// hubs whose clocks differ.
const KEPT: Duration = WINDOW.saturating_mul(3);

/// How many attempts are put on record in one run of the hub, so that an attacker with thousands of keys cannot fill
/// the disk.
const MOST_NOTED: usize = 1000;

impl Hub {
    /// Whether a signature is used for the first time, at any hub with this store. This marks it as used.
    ///
    /// The caller of this function has checked that the key counts, so that strangers cannot fill the store.
    pub(super) async fn first_use(&self, signature: &[u8; 64]) -> Result<bool, StoreError> {
        let now = self.now();
        let until = now.checked_add(KEPT).unwrap_or(Timestamp::MAX);
        self.store().use_once(Hash(Sha256::digest(signature).into()), until, now).await
    }
}

/// Attempts that are on record.
#[derive(Debug, Default)]
pub struct NotedAttempts(Mutex<HashSet<(Address, &'static str)>>);

impl NotedAttempts {
    /// Whether to put an attempt on record: the first of its kind by its key.
    pub fn first(&self, address: Address, what: &'static str) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.len() < MOST_NOTED && noted.insert((address, what))
    }
}
