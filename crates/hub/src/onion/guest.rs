//! A client that connected with a key: how its frames are read.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;
use serde_json::{Map, Value};
use tokio::sync::broadcast;

use super::address::Address;
use super::bridge::Output;
use super::signed::{BadFrame, Signed};

/// How many signed commands one connection may send; then the client has to connect again.
const MOST: usize = 10_000;

/// Frames without anything that could be forged.
const BARE: [&str; 5] = ["CONNECT", "PING", "PONG", "SESSION_STATUS", "ONBOARD_SUBMIT"];

/// The content of a frame, and its signature.
pub type Opened = (Map<String, Value>, Option<[u8; 64]>);

/// The state of a connection that was made with a key.
#[derive(Debug)]
pub struct Guest {
    /// The key.
    pub address: Address,
    /// The address of the hub when the client connected.
    pub hub: Address,
    /// Whether every command is signed too: the client said so when it connected.
    pub signs: bool,
    /// The only session that the client wants to see.
    pub only: Option<String>,
    /// The session id that the client was given.
    pub session: String,
    /// What agents say.
    pub outputs: Option<broadcast::Receiver<Arc<Output>>>,
    /// The text whose reply the client got last: it may arrive in two ways.
    pub ended: Option<String>,
    nonces: HashSet<String>,
}

impl Guest {
    /// A client whose signature is valid.
    pub fn new(address: Address, hub: Address, signs: bool, only: Option<String>, session: String) -> Self {
        Self { address, hub, signs, only, session, outputs: None, ended: None, nonces: HashSet::new() }
    }

    /// The content of a frame. If commands are signed, only the signed fields count: the same fields beside them are
    /// for hosts without signatures. The caller of this function checks that the signature was not used before.
    pub fn open(&mut self, frame: Map<String, Value>, now: Timestamp) -> Result<Opened, BadFrame> {
        let kind = frame.get("type").and_then(Value::as_str);
        if !self.signs || kind.is_some_and(|kind| BARE.contains(&kind)) {
            return Ok((frame, None));
        }
        let signed = Signed::read(&frame, self.hub, now)?;
        if signed.from != self.address {
            return Err(BadFrame::Other);
        }
        if signed.payload.get("type") != frame.get("type") {
            return Err(BadFrame::Kind);
        }
        let nonce = signed.payload.get("nonce").and_then(Value::as_str).filter(|nonce| !nonce.is_empty());
        let nonce = nonce.ok_or(BadFrame::Nonce)?.to_owned();
        if self.nonces.len() >= MOST || !self.nonces.insert(nonce) {
            return Err(BadFrame::Nonce);
        }
        Ok((signed.payload, Some(signed.signature)))
    }
}
