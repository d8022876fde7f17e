//! Counts by key: how much of something each caller, machine or request has at the moment.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts by key. A key with nothing to count is not remembered.
#[derive(Debug)]
pub struct Counts<K>(Mutex<HashMap<K, usize>>);

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Counts<K> {
    /// Counts one more, until the returned value is dropped; `None` if there are so many already.
    pub fn enter(self: &Arc<Self>, key: K, most: usize) -> Option<Counted<K>> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = counts.get(&key).copied().unwrap_or_default();
        if now >= most {
            return None;
        }
        counts.insert(key.clone(), now.saturating_add(1));
        Some(Counted { counts: Arc::clone(self), key })
    }

    /// How many there are now.
    pub fn of<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> usize
    where
        K: Borrow<Q>,
    {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied().unwrap_or_default()
    }
}

/// Something that is counted until this is dropped.
#[derive(Debug)]
pub struct Counted<K: Eq + Hash> {
    counts: Arc<Counts<K>>,
    key: K,
}

impl<K: Eq + Hash> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.counts.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}
