//! A call that waits for a person.

pub(crate) mod ask;
pub(crate) mod bounds;
pub(crate) mod lifecycle;
pub(crate) mod seal;

use std::collections::HashSet;
use std::sync::Arc;

use byleave_policy::grant::Breadth;
use byleave_policy::read::{Reading, shells_to_json};
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Digest, Profile};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use crate::answer::Scope;
use crate::answer::quorum::{self, Agreement};
use crate::call::Call;
use crate::request::bounds::{LARGEST, bounded};
use crate::request::seal::Seal;
use crate::view::deeds::is_floor;

/// A call that is put to people.
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
    /// The home directory of whoever runs it.
    pub home: String,
    /// The call as the engine takes it, with all that was read in it: for screens that show what it is made of.
    pub reading: Arc<Reading<'static>>,
    /// The kind of tool, if that is known.
    pub category: Option<Category>,
    /// What the tool is for, in the words of whoever made the tool.
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
    /// How wide "always" is if nothing else is said.
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

/// How grave a call is: derived from what is known of it, never declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Risk {
    /// The rest.
    Low,
    /// A command, something over the network, a tool nobody knows.
    Medium,
    /// Some floor asks, a file leaves the machine, a host passes for another; deleting a directory of the project.
    High,
    /// A high-risk command.
    Critical,
}

impl Risk {
    /// The risk of a call by what asks about it alone.
    #[must_use]
    pub fn of(decision: &Decision, category: Option<Category>) -> Self {
        if decision.high_risk {
            return Self::Critical;
        }
        let floor = decision.findings.iter().any(is_floor);
        match category {
            _ if floor => Self::High,
            None | Some(Category::Network | Category::Command) => Self::Medium,
            Some(Category::Read | Category::Write | Category::Ask) => Self::Low,
        }
    }

    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Critical => "critical",
        }
    }
}

impl Request {
    /// The frame of the first document, with what byleave adds to it.
    ///
    /// `batch_remaining` is left out for the last call of a batch.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut frame = Map::new();
        let mut put = |key: &str, value: Value| frame.insert(key.to_owned(), value);
        put("type", "approval_needed".into());
        put("id", self.id.as_str().into());
        put("tool", self.call.tool.as_str().into());
        put("arguments", Value::Object(self.call.arguments.clone()));
        if !self.batch_remaining.is_empty() {
            let items =
                self.batch_remaining.iter().map(|(tool, arguments)| json!({ "tool": tool, "arguments": arguments }));
            put("batch_remaining", items.collect());
        }
        put("tool_call_id", self.call.id.as_str().into());
        put("session_id", self.session.as_str().into());
        put("parent_session_id", json!(self.parent));
        put("agent", json!(self.call.agent));
        let about = self.call.about.as_deref();
        put("host", json!(about.and_then(|about| about.host.as_deref())));
        if let Some(shells) = self.call.shell {
            put("shell", shells_to_json(shells));
        }
        put("cwd", self.cwd.as_str().into());
        put("project", self.project.as_str().into());
        put("home", self.home.as_str().into());
        put("category", json!(self.category.map(Category::name)));
        put("description", json!(self.call.description));
        put("tool_description", json!(self.tool_description));
        let reasons: Vec<&str> = self.asks().collect();
        put("risk", bounded(json!({ "level": self.risk.name(), "reasons": reasons, "deeds": self.deeds }), LARGEST));
        put("outside_project", self.decision.outside.into());
        put("parsed", self.parsed.clone());
        let offers = self.offers.iter().map(|offer| {
            json!({
                "id": format!("{}-{}", offer.scope.name(), offer.breadth.name()),
                "kind": "allow_always",
                "scope": offer.scope.name(),
                "breadth": offer.breadth.name(),
                "covers": offer.patterns,
                "words": offer.words,
            })
        });
        let fixed = [
            json!({ "id": "once", "kind": "allow_once" }),
            json!({ "id": "soft", "kind": "reject_once" }),
            json!({ "id": "hard", "kind": "reject_once" }),
        ];
        put("options", bounded(fixed.into_iter().chain(offers).collect(), LARGEST));
        // Everybody agrees to the same call.
        put("editable", (self.decision.approvals < 2).into());
        if self.decision.approvals > 1 {
            put("approvals", quorum::shown(self.decision.approvals, &[]));
        }
        if let Some(unattended) = self.decision.unattended {
            put("unattended", unattended.name().into());
        }
        if let Some(schema) = about.and_then(|about| about.args_schema.as_ref()) {
            put("args_schema", schema.clone());
        }
        if let Some(claims) = about.and_then(|about| about.annotations.as_ref()) {
            put("annotations", claims.clone());
        }
        if self.call.ask {
            put("ask", true.into());
        }
        put("call_hash", self.digest.to_string().into());
        put("created_at", self.created.to_string().into());
        put("expires_at", json!(self.expires.map(|end| end.to_string())));
        Value::Object(frame)
    }

    /// What it does, and why it asks, in words, each once.
    pub fn asks(&self) -> impl Iterator<Item = &str> {
        // Whoever calls chooses how many reasons there are: not by looking through those before each.
        let mut seen: HashSet<&str> = HashSet::new();
        let found = self.decision.findings.iter().filter(|finding| finding.verdict == self.decision.verdict);
        let reasons = found.map(|finding| finding.reason.as_ref());
        self.deeds.iter().map(String::as_str).chain(reasons).filter(move |reason| seen.insert(reason))
    }
}

/// A frame with the end its request has by now. One that says nothing of an end goes on saying nothing.
#[must_use]
pub fn with_end(mut frame: Value, expires: Option<Timestamp>) -> Value {
    if let Some(end) = frame.get_mut("expires_at") {
        *end = json!(expires.map(|end| end.to_string()));
    }
    frame
}

/// Where a request is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestState {
    /// Nobody has answered.
    Pending,
    /// Somebody has, and the agent has not heard it yet.
    Decided,
    /// The agent has its permit or its refusal.
    Released,
    /// The agent said that it ran.
    Done,
    /// It ended without an answer.
    Expired,
    /// Whoever asked is gone or no longer wants it.
    Cancelled,
}

impl RequestState {
    /// All states.
    pub const ALL: [Self; 6] =
        [Self::Pending, Self::Decided, Self::Released, Self::Done, Self::Expired, Self::Cancelled];

    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Decided => "decided",
            Self::Released => "released",
            Self::Done => "done",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }

    /// The state of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
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
