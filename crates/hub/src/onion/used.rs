//! What was seen before: signatures that count once, and what is on record already.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::address::Address;
use super::signed::WINDOW;

/// So many signatures are remembered; while they are, no other counts.
const MOST: usize = 100_000;

/// So many attempts are put on record in one run of the hub: whoever makes keys by the thousand does not fill the disk.
const MOST_NOTED: usize = 1000;

/// The signatures that were used.
#[derive(Debug, Default)]
pub struct Used(Mutex<HashMap<[u8; 64], Instant>>);

impl Used {
    /// Whether a signature is used for the first time; from now on it is not.
    ///
    /// One may lie in the future by a window and is good for another, so it is kept for both. By a clock that never steps
    /// back.
    pub fn first(&self, signature: [u8; 64]) -> bool {
        self.first_at(signature, Instant::now(), WINDOW.saturating_mul(2))
    }

    fn first_at(&self, signature: [u8; 64], now: Instant, kept: Duration) -> bool {
        let mut used = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if used.len() >= MOST {
            used.retain(|_, since| now.duration_since(*since) <= kept);
        }
        if used.len() >= MOST || used.get(&signature).is_some_and(|since| now.duration_since(*since) <= kept) {
            return false;
        }
        used.insert(signature, now);
        true
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Used;

    #[test]
    fn a_signature_counts_once_until_it_could_not_count_anyway() {
        let used = Used::default();
        let (kept, start) = (Duration::from_mins(10), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        for (signature, seconds, first) in [(1, 0, true), (1, 0, false), (2, 1, true), (1, 600, false), (1, 601, true)]
        {
            assert_eq!(used.first_at([signature; 64], after(seconds), kept), first, "{signature} after {seconds}");
        }
    }

    #[test]
    fn when_no_more_can_be_remembered_nothing_new_counts() {
        let used = Used::default();
        let (kept, start) = (Duration::from_mins(10), Instant::now());
        for number in 0..super::MOST {
            let mut signature = [0; 64];
            for (byte, value) in signature.iter_mut().zip(number.to_le_bytes()) {
                *byte = value;
            }
            assert!(used.first_at(signature, start, kept));
        }
        assert!(!used.first_at([0xff; 64], start, kept));
        assert!(used.first_at([0xff; 64], start + kept + Duration::from_secs(1), kept));
    }
}
