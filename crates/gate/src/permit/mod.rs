//! Leave to run one call, once.

pub mod messages;
pub(crate) mod refusal;

use std::future::Future;
use std::time::{Duration, Instant};

use byleave_policy::{Decision, Digest};
use serde_json::{Map, Value};

use crate::answer::Scope;
use crate::call::Call;

/// Leave to run one call.
///
/// A permit owns the approved call, and running the call consumes the permit. So exactly the approved call runs, and
/// only once. Only the gate makes permits, and no code can copy one: a function that takes an [`Approved`] cannot run
/// without a permit.
///
/// ```
/// use byleave_gate::{Approved, Authorization, Call, Gate, block_on};
/// use serde_json::json;
///
/// // A tool that takes `Approved` cannot be run by accident.
/// fn read_file(call: Approved<'_>) -> String {
///     format!("contents of {}", call.arguments()["file_path"])
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gate = Gate::builder().policy(byleave_policy::Policy::default()).build()?;
/// match block_on(gate.authorize(Call::new("read", json!({"file_path": "README.md"})))) {
///     Authorization::Approved(permit) => println!("{}", permit.run(read_file).output),
///     Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => println!("{}", refusal.to_model_text()),
/// }
/// # Ok(()) }
/// ```
///
/// Running it a second time does not compile:
///
/// ```compile_fail
/// # fn twice(permit: byleave_gate::Permit) {
/// permit.run(|_| ());
/// permit.run(|_| ());
/// # }
/// ```
///
/// Nor does running a tool without one, or making one up:
///
/// ```compile_fail
/// # fn tool(_: byleave_gate::Approved<'_>) {}
/// # let call = byleave_gate::Call::new("bash", serde_json::json!({"command": "rm -rf /"}));
/// tool(byleave_gate::Approved { call: &call });
/// ```
#[must_use = "a permit that is dropped runs nothing"]
#[derive(Debug)]
pub struct Permit {
    pub(crate) call: Call,
    pub(crate) digest: Digest,
    pub(crate) decision: Decision,
    pub(crate) record: String,
    pub(crate) waited: Duration,
    pub(crate) scope: Scope,
}

/// An approved call, seen from inside the run it was approved for.
#[derive(Clone, Copy, Debug)]
pub struct Approved<'p> {
    call: &'p Call,
}

impl<'p> Approved<'p> {
    /// The tool.
    #[must_use]
    pub fn tool(self) -> &'p str {
        &self.call.tool
    }

    /// The approved arguments; an approver may have edited those of the model.
    #[must_use]
    pub const fn arguments(self) -> &'p Map<String, Value> {
        &self.call.arguments
    }

    /// The command of a shell tool.
    #[must_use]
    pub fn command(self) -> Option<&'p str> {
        self.call.arguments.get(byleave_policy::read::argument(&self.call.arguments)?)?.as_str()
    }

    /// The id of the call.
    #[must_use]
    pub fn id(self) -> &'p str {
        &self.call.id
    }
}

/// The result of a run, with the time that people took and the time that the tool took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran<T> {
    /// What the tool returned.
    pub output: T,
    /// How long a person took.
    pub waited: Duration,
    /// How long the tool took.
    pub ran: Duration,
}

impl Permit {
    /// Runs the call.
    pub fn run<T>(self, tool: impl FnOnce(Approved<'_>) -> T) -> Ran<T> {
        let start = Instant::now();
        let output = tool(Approved { call: &self.call });
        Ran { output, waited: self.waited, ran: start.elapsed() }
    }

    /// Runs the call with a tool that is asynchronous. The tool gets the call itself, so that it can keep it.
    pub async fn run_async<T, F: Future<Output = T>>(self, tool: impl FnOnce(ApprovedCall) -> F) -> Ran<T> {
        let start = Instant::now();
        let output = tool(ApprovedCall { call: self.call }).await;
        Ran { output, waited: self.waited, ran: start.elapsed() }
    }

    /// The tool it is for.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.call.tool
    }

    /// The arguments it is for.
    #[must_use]
    pub const fn arguments(&self) -> &Map<String, Value> {
        &self.call.arguments
    }

    /// The id of the call.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.call.id
    }

    /// The digest of the call it is bound to.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// Why it was given.
    #[must_use]
    pub const fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The id of its entry in the record.
    #[must_use]
    pub fn record(&self) -> &str {
        &self.record
    }

    /// For how long the approver approved; once, if the gate asked no one.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        self.scope
    }

    /// How long a person took.
    #[must_use]
    pub const fn waited(&self) -> Duration {
        self.waited
    }
}

/// An approved call that an asynchronous tool owns. Like a permit it cannot be copied.
#[derive(Debug)]
pub struct ApprovedCall {
    call: Call,
}

impl ApprovedCall {
    /// The call as a synchronous tool sees it.
    #[must_use]
    pub const fn as_approved(&self) -> Approved<'_> {
        Approved { call: &self.call }
    }
}
