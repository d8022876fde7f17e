//! Names for calls, requests, grants, sessions and records.

use uuid::Uuid;

/// A new id with a prefix that says what it names: `ap_019a…`. Ordered by time, with 74 random bits: unique, but no secret.
#[must_use]
pub fn new(prefix: &str) -> String {
    format!("{prefix}_{}", Uuid::now_v7().simple())
}
