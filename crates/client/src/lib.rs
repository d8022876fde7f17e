//! The other end: a channel of the gate that asks at a hub.
//!
//! A gate in the process of an agent decides by its own policy. What it would ask about goes to the hub, and is put to the
//! people there whatever the hub's own policy would allow; what that denies is refused. So the stricter of the two counts.
//!
//! Every question has a name of its own. A lost connection, a hub that is started again or another node with the same store
//! are nothing but a reason to come again with the same name: nobody is asked twice, and an answer is used once. Everything
//! that goes wrong for good (nobody there, a token that does not count, an answer that is none) refuses the call.

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

/// How long a hub may be out of reach before a question is given up, if nothing else is said.
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
    /// Sessions that were stopped by an answer. If a gate asks again in one, its user has spoken meanwhile.
    stopped: Arc<Mutex<HashSet<String>>>,
}

impl HubChannel {
    /// A channel to the hub at an address such as `https://hub.example:7777`, with the token of an agent. Over `http` only to
    /// this machine: elsewhere everybody on the way could read the token.
    ///
    /// Nothing is sent yet, so a hub that is started later is found when it is needed.
    ///
    /// # Errors
    ///
    /// If the address or the token cannot be one.
    pub fn connect(url: &str, token: &str) -> Result<Self, ConnectError> {
        let address = address::Address::parse(url)?;
        if !address.tls && !address.is_this_machine() {
            return Err(ConnectError::InTheClear(address.authority));
        }
        Self::with(address, token)
    }

    /// The same for a network in which nobody listens: over `http` to any machine.
    ///
    /// # Errors
    ///
    /// If the address or the token cannot be one.
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

    /// How long a hub may be out of reach before a question is given up; half a minute if nothing is said.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        let mut wire = Wire::clone(&self.wire);
        wire.patience = patience;
        self.wire = Arc::new(wire);
        self
    }

    /// Hands a call in as `POST /v1/calls` has it and waits for what comes of it, as long as that takes. The hub decides by
    /// its own policy. `pending` is told once if it comes to a question.
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

    /// Gets something from the hub, such as `/v1/sessions/ID`. Once: nothing is lost if it fails.
    ///
    /// # Errors
    ///
    /// If the hub refuses, or is out of reach.
    pub async fn get(&self, path: &str) -> Result<Value, Trouble> {
        let (wire, path) = (Arc::clone(&self.wire), path.to_owned());
        self.worker.run(async move { wire.get(&path).await }).await
    }

    /// Posts to an address of the hub, such as `/v1/sessions/ID/turn`, and again if the hub is out of reach.
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
        // Dropped together with the question, for whatever reason: then the hub is told to forget it.
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
