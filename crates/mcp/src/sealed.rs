//! The state that a client sends back with an answer. It is signed, and counts once, for one call, for a short time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use byleave_policy::{hex, unhex};
use ring::hmac;
use serde::{Deserialize, Serialize};

/// What states of byleave begin with. Those of servers begin otherwise, or fail.
pub const PREFIX: &str = "byleave1.";

/// How long an answer may take, in seconds.
pub const LIFE: i64 = 600;

/// At most this many states are open or used at once; beyond that, those that end first go.
const MOST: usize = 65_536;

/// Signs states. The key lives as long as the process, so a state of another run does not count.
#[derive(Debug)]
pub struct Sealer {
    key: hmac::Key,
    /// Those that were used, and when they would have ended.
    used: Mutex<HashMap<String, i64>>,
}

/// What a state says. Nothing but its signature makes it true.
#[derive(Serialize, Deserialize)]
struct Body {
    call: String,
    client: String,
    ends: i64,
    nonce: String,
}

/// Why a state does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Void {
    /// It was not made here, or was changed.
    Forged,
    /// It is for another call, or another client.
    Other,
    /// It took too long.
    Late,
    /// It was used before.
    Used,
}

impl Void {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Forged => "the state was not made by this gate",
            Self::Other => "the answer is about another call",
            Self::Late => "the answer came too late",
            Self::Used => "the answer was used before",
        }
    }
}

impl Sealer {
    /// With a key of its own; none without randomness.
    #[must_use]
    pub fn new() -> Option<Self> {
        let mut key = [0_u8; 32];
        getrandom::fill(&mut key).ok()?;
        Some(Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key), used: Mutex::default() })
    }

    /// A state for one call of one client.
    #[must_use]
    pub fn seal(&self, digest: &str, client: &str, now: i64) -> Option<String> {
        let mut nonce = [0_u8; 16];
        getrandom::fill(&mut nonce).ok()?;
        let (call, client) = (digest.to_owned(), client.to_owned());
        let body = Body { call, client, ends: now.saturating_add(LIFE), nonce: hex(&nonce) };
        let body = hex(&serde_json::to_vec(&body).ok()?);
        let tag = hex(hmac::sign(&self.key, body.as_bytes()).as_ref());
        Some(format!("{PREFIX}{body}.{tag}"))
    }

    /// Uses a state up.
    ///
    /// # Errors
    ///
    /// If it is not for this call of this client, now, for the first time.
    pub fn open(&self, state: &str, digest: &str, client: &str, now: i64) -> Result<(), Void> {
        let (body, tag) = state.strip_prefix(PREFIX).and_then(|rest| rest.split_once('.')).ok_or(Void::Forged)?;
        let tag = unhex(tag).ok_or(Void::Forged)?;
        hmac::verify(&self.key, body.as_bytes(), &tag).map_err(|_| Void::Forged)?;
        let body = unhex(body).ok_or(Void::Forged)?;
        let body: Body = serde_json::from_slice(&body).map_err(|_| Void::Forged)?;
        if body.call != digest || body.client != client {
            return Err(Void::Other);
        }
        if now > body.ends {
            return Err(Void::Late);
        }
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.retain(|_, ends| *ends >= now);
        if used.len() >= MOST {
            return Err(Void::Late);
        }
        match used.insert(body.nonce, body.ends) {
            None => Ok(()),
            Some(_) => Err(Void::Used),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LIFE, Sealer, Void};

    #[test]
    fn a_state_counts_once_for_its_call_and_its_client_and_in_time() {
        let sealer = Sealer::new().expect("randomness");
        let other = Sealer::new().expect("randomness");
        let state = sealer.seal("sha256:a", "one", 1000).expect("a state");
        let tampered = state.replacen("byleave1.7", "byleave1.8", 1);
        for (gate, given, digest, client, now, expected) in [
            (&sealer, "", "sha256:a", "one", 1000, Err(Void::Forged)),
            (&sealer, "byleave1.00.00", "sha256:a", "one", 1000, Err(Void::Forged)),
            (&sealer, "byleave1.é.é", "sha256:a", "one", 1000, Err(Void::Forged)),
            (&sealer, tampered.as_str(), "sha256:a", "one", 1000, Err(Void::Forged)),
            (&other, state.as_str(), "sha256:a", "one", 1000, Err(Void::Forged)),
            (&sealer, state.as_str(), "sha256:b", "one", 1000, Err(Void::Other)),
            (&sealer, state.as_str(), "sha256:a", "two", 1000, Err(Void::Other)),
            (&sealer, state.as_str(), "sha256:a", "one", 1001 + LIFE, Err(Void::Late)),
            (&sealer, state.as_str(), "sha256:a", "one", 1000 + LIFE, Ok(())),
            (&sealer, state.as_str(), "sha256:a", "one", 1000 + LIFE, Err(Void::Used)),
        ] {
            assert_eq!(gate.open(given, digest, client, now), expected, "{given} {digest} {client} {now}");
        }
    }
}
