//! A call that waits for a person.

pub(crate) mod ask;
pub(crate) mod frame;
pub(crate) mod lifecycle;
pub(crate) mod seal;

use std::collections::HashSet;
use std::sync::Arc;

use byleave_policy::grant::Breadth;
use byleave_policy::read::Reading;
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Digest, Profile};
use byleave_view::Risk;
use jiff::Timestamp;
use serde_json::Value;

use crate::answer::Scope;
use crate::answer::quorum::Agreement;
use crate::call::Call;
use crate::request::seal::Seal;

/// A question to people about one call.
#[derive(Clone, Debug)]
pub struct Request {
    /// Names it; answers carry it.
    pub id: String,
    /// The call, as it would run.
    pub call: Call,
    /// What an answer is bound to.
    pub digest: Digest,
    /// Its session.
    pub session: String,
    /// The session that one belongs to.
    pub parent: Option<String>,
    /// Where it starts.
    pub cwd: String,
    /// The project.
    pub project: String,
    /// The home directory of the user who runs it.
    pub home: String,
    /// The call as the engine takes it, with all that was read in it: for screens that show what it is made of.
    pub reading: Arc<Reading<'static>>,
    /// The kind of tool, if that is known.
    pub category: Option<Category>,
    /// What the tool is for, in the words of its maker.
    pub tool_description: Option<String>,
    /// Why it asks.
    pub decision: Decision,
    /// What was read in it, for screens.
    pub parsed: Value,
    /// How grave it is.
    pub risk: Risk,
    /// What it does that weighs more than what asks about it says, in words.
    pub deeds: Vec<String>,
    /// The calls of the same batch that come after it: tool, and arguments as JSON text.
    pub batch_remaining: Vec<(String, String)>,
    /// What "always" could cover, narrowest first.
    pub offers: Vec<Offer>,
    /// The breadth of "always" if the answer names none.
    pub breadth: Breadth,
    /// The profile it is asked under.
    pub profile: Profile,
    /// When it was put.
    pub created: Timestamp,
    /// When it ends without an answer.
    pub expires: Option<Timestamp>,
}

/// Something that can be granted with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// How long.
    pub scope: Scope,
    /// How wide.
    pub breadth: Breadth,
    /// What it would cover, in words.
    pub words: String,
    /// What it would cover, as patterns.
    pub patterns: Vec<String>,
}

impl Request {
    /// ConnectOnion's frame `approval_needed`, with the fields that byleave adds.
    ///
    /// `batch_remaining` is left out for the last call of a batch.
    #[must_use]
    pub fn to_json(&self) -> Value {
        frame::of(self)
    }

    /// What it does, and why it asks, in words, each once.
    pub fn asks(&self) -> impl Iterator<Item = String> {
        // The caller chooses how many reasons there are: not by looking through those before each.
        let mut seen: HashSet<String> = HashSet::new();
        let found = self.decision.findings.iter().filter(|finding| finding.verdict == self.decision.verdict);
        let reasons = found.map(|finding| finding.reason.to_string());
        self.deeds.iter().cloned().chain(reasons).filter(move |reason| seen.insert(reason.clone()))
    }
}

/// A frame with the current end of its request. A frame without an end stays without one.
#[must_use]
pub fn with_end(mut frame: Value, expires: Option<Timestamp>) -> Value {
    if let Some(end) = frame.get_mut("expires_at") {
        *end = expires.map_or(Value::Null, |end| end.to_string().into());
    }
    frame
}

byleave_policy::named! {
    /// Where a request is in its life.
    pub enum RequestState {
        /// There is no answer.
        Pending = "pending",
        /// There is an answer, and the agent has not heard it yet.
        Decided = "decided",
        /// The agent has its permit or its refusal.
        Released = "released",
        /// The agent said that it ran.
        Done = "done",
        /// It ended without an answer.
        Expired = "expired",
        /// The agent is gone or no longer wants it.
        Cancelled = "cancelled",
    }
}

/// A request as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRequest {
    /// Names it.
    pub id: String,
    /// Its session.
    pub session: String,
    /// Where it is in its life.
    pub state: RequestState,
    /// What people are shown: the frame.
    pub frame: Value,
    /// What an answer is bound to.
    pub digest: String,
    /// When it was put.
    pub created: Timestamp,
    /// When it ends without an answer.
    pub expires: Option<Timestamp>,
    /// The answer, as on the wire.
    pub answer: Option<Value>,
    /// Who answered.
    pub person: Option<String>,
    /// By which channel.
    pub channel: Option<String>,
    /// When its state last changed.
    pub changed: Timestamp,
    /// Those who agreed so far, where several must.
    pub approvals: Vec<Agreement>,
    /// The files it would run or write, as they were.
    pub seals: Vec<Seal>,
    /// When escalated a request that waits for too long.
    pub escalated: Option<Timestamp>,
}
