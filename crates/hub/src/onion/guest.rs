//! Somebody who came with a key: how their frames are read.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Map, Value};
use tokio::sync::broadcast;

use super::address::Address;
use super::bridge::Output;
use super::signed::{Refusal, Signed};

/// So many signed commands one connection may send; then it has to connect anew.
const MOST: usize = 10_000;

/// Frames that carry nothing that could be forged.
const BARE: [&str; 5] = ["CONNECT", "PING", "PONG", "SESSION_STATUS", "ONBOARD_SUBMIT"];

/// What a frame says, and the signature that it counts by.
pub type Opened = (Map<String, Value>, Option<[u8; 64]>);

/// What is known of a connection that was made with a key.
#[derive(Debug)]
pub struct Guest {
    /// The key.
    pub address: Address,
    /// The address of the hub, as it was when they connected.
    pub hub: Address,
    /// Whether every command is signed too: they said so when they connected.
    pub signs: bool,
    /// The only session they want to hear of.
    pub only: Option<String>,
    /// The session as they were told.
    pub session: String,
    /// What agents say.
    pub outputs: Option<broadcast::Receiver<Arc<Output>>>,
    /// The text whose answer they heard last: it may come to them by two ways.
    pub ended: Option<String>,
    nonces: HashSet<String>,
}

impl Guest {
    /// Somebody whose signature fits.
    pub fn new(address: Address, hub: Address, signs: bool, only: Option<String>, session: String) -> Self {
        Self { address, hub, signs, only, session, outputs: None, ended: None, nonces: HashSet::new() }
    }

    /// What a frame says. Where commands are signed, only what is signed counts: the same fields beside it are for hosts
    /// that know no signatures. The signature must not have been used before; that is for whoever asks to find out.
    pub fn open(&mut self, frame: Map<String, Value>, now: Timestamp) -> Result<Opened, Refusal> {
        let kind = frame.get("type").and_then(Value::as_str);
        if !self.signs || kind.is_some_and(|kind| BARE.contains(&kind)) {
            return Ok((frame, None));
        }
        let signed = Signed::read(&frame, self.hub, now)?;
        if signed.from != self.address {
            return Err(Refusal::Other);
        }
        if signed.payload.get("type") != frame.get("type") {
            return Err(Refusal::Kind);
        }
        let nonce = signed.payload.get("nonce").and_then(Value::as_str).filter(|nonce| !nonce.is_empty());
        let nonce = nonce.ok_or(Refusal::Nonce)?.to_owned();
        if self.nonces.len() >= MOST || !self.nonces.insert(nonce) {
            return Err(Refusal::Nonce);
        }
        Ok((signed.payload, Some(signed.signature)))
    }
}
