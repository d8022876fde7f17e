//! A channel of the gate that asks at a hub.
//!
//! A gate in an agent's process decides by its own policy. If that policy asks, the gate sends the request to the hub,
//! and the approvers there answer it, even if the hub's own policy would allow the call. If the hub's policy denies the
//! call, the gate refuses it. So the stricter of the two policies counts.
//!
//! Every request has its own id. After a lost connection, a restart of the hub, or at another node with the same store,
//! the gate sends the same id again, so the hub asks no approver twice and the gate uses an answer once. After every
//! lasting failure (no hub, an invalid token, a reply that is not an answer) the gate refuses the call.

mod address;
mod asking;
mod trouble;
mod wire;
mod worker;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use byleave_gate::{Asking, Channel, ChannelError, Request, Settled};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

pub use self::trouble::{ConnectError, Trouble};
use self::wire::Wire;
use self::worker::Worker;

/// How long a hub may be out of reach before the gate gives up, by default.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks the people at a hub. Cheap to clone.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use byleave_client::HubChannel;
/// let token = std::fs::read_to_string("/home/ann/.config/byleave/builder.token")?;
/// let gate = byleave_gate::Gate::builder().channel(HubChannel::connect("http://127.0.0.1:7777", &token)?).build()?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct HubChannel {
    wire: Arc<Wire>,
    worker: Arc<Worker>,
    /// Sessions that an answer stopped. If a gate asks again in one, its user has spoken meanwhile.
    stopped: Arc<Mutex<HashSet<String>>>,
}

impl HubChannel {
    /// A channel to the hub at an address such as `https://hub.example:7777`, with the token of an agent. `http` works
    /// only to this machine: elsewhere, anyone on the network could read the token.
    ///
    /// It sends nothing yet, so the hub may be started later.
    ///
    /// # Errors
    ///
    /// If the address or the token is malformed.
    pub fn connect(url: &str, token: &str) -> Result<Self, ConnectError> {
        let address = address::Address::parse(url)?;
        if !address.tls && !address.is_this_machine() {
            return Err(ConnectError::InTheClear(address.authority));
        }
        Self::with(address, token)
    }

    /// The same over `http` to any machine, for a network on which no one else can listen.
    ///
    /// # Errors
    ///
    /// If the address or the token is malformed.
    pub fn connect_in_the_clear(url: &str, token: &str) -> Result<Self, ConnectError> {
        Self::with(address::Address::parse(url)?, token)
    }

    fn with(address: address::Address, token: &str) -> Result<Self, ConnectError> {
        let wire = Wire::new(address, token, PATIENCE)?;
        Ok(Self { wire: Arc::new(wire), worker: Arc::new(Worker::start()?), stopped: Arc::default() })
    }

    /// Trusts the certificates of this file, in PEM, and no others.
    ///
    /// # Errors
    ///
    /// If the file has none.
    pub fn trust(mut self, certificates: &Path) -> Result<Self, ConnectError> {
        let mut wire = Wire::clone(&self.wire);
        wire.trust(certificates)?;
        self.wire = Arc::new(wire);
        Ok(self)
    }

    /// How long a hub may be out of reach before the gate gives up; the default is half a minute.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        let mut wire = Wire::clone(&self.wire);
        wire.patience = patience;
        self.wire = Arc::new(wire);
        self
    }

    /// Submits a call in the form of `POST /v1/calls` and waits for its result, as long as that takes. The hub decides
    /// by its own policy. It calls `pending` once if the call becomes a request.
    ///
    /// Only `"approved": true` lets the call run.
    ///
    /// # Errors
    ///
    /// If there is no answer. The call does not run then.
    pub async fn call(
        &self,
        call: Map<String, Value>,
        pending: impl FnOnce(&Value) + Send + 'static,
    ) -> Result<Value, Trouble> {
        let wire = Arc::clone(&self.wire);
        self.worker.run(async move { asking::call(&wire, call, pending).await }).await
    }

    /// Gets something from the hub, such as `/v1/sessions/ID`. It tries once, because a failure loses nothing.
    ///
    /// # Errors
    ///
    /// If the hub refuses, or is out of reach.
    pub async fn get(&self, path: &str) -> Result<Value, Trouble> {
        let (wire, path) = (Arc::clone(&self.wire), path.to_owned());
        self.worker.run(async move { wire.get(&path).await }).await
    }

    /// Posts to an address of the hub, such as `/v1/sessions/ID/turn`, and tries again while the hub is out of reach.
    ///
    /// # Errors
    ///
    /// If the hub refuses, or is out of reach for too long.
    pub async fn post(&self, path: &str, body: Value) -> Result<Value, Trouble> {
        let (wire, path) = (Arc::clone(&self.wire), path.to_owned());
        self.worker.run(async move { wire.post(&path, &body).await }).await
    }
}

impl Channel for HubChannel {
    fn name(&self) -> &'static str {
        "hub"
    }

    fn ask(&self, request: Arc<Request>, mut settled: Settled) -> Asking<'_> {
        let (wire, stopped) = (Arc::clone(&self.wire), Arc::clone(&self.stopped));
        // Dropped together with the request, for whatever reason: then the hub is asked to withdraw it.
        let (left, leaves) = oneshot::channel::<()>();
        let asking = self.worker.start_job(async move { asking::ask(&wire, &request, &stopped, leaves).await });
        Box::pin(async move {
            let _left = left;
            tokio::select! {
                reply = asking => reply.unwrap_or(Err(ChannelError::Closed)),
                _ = settled.wait() => Err(ChannelError::Closed),
            }
        })
    }
}
