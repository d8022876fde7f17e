//! What agents read about their calls.

use byleave_gate::{Refusal, RequestState, StoredRequest};
use byleave_policy::{Decision, Reason};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::session::TurnEvent;

/// Why a call was decided so.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Why<'d> {
    source: &'static str,
    rule: Option<&'d str>,
    #[cfg_attr(test, schemars(with = "&str"))]
    reason: &'d Reason,
}

impl<'d> Why<'d> {
    pub fn of(decision: &'d Decision) -> Self {
        Self { source: decision.source.name(), rule: decision.rule.as_deref(), reason: &decision.reason }
    }
}

/// A call that may run without an approver.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Allowed"))]
pub struct AllowedBody<'p> {
    pub approved: bool,
    pub tool: &'p str,
    pub call: &'p str,
    pub arguments: &'p Map<String, Value>,
    pub edited: bool,
    pub call_hash: String,
    pub record: &'p str,
    #[serde(flatten)]
    pub why: Why<'p>,
    pub stop: bool,
}

/// A call that does not run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Refused", extend("allOf" = [{"$ref": "#/components/schemas/Refusal"}])))]
pub struct RefusedBody<'r> {
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Map<String, Value>"))]
    pub refusal: &'r Refusal,
    pub record: Option<&'r str>,
    pub source: &'static str,
    #[cfg_attr(test, schemars(with = "&str"))]
    pub finding: &'r Reason,
    pub model_text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<&'r str>,
}

/// A request without an answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "NotAnswered"))]
pub struct PendingBody<'s> {
    pub id: &'s str,
    #[cfg_attr(test, schemars(with = "crate::server::described::State"))]
    pub state: &'static str,
    pub session: &'s str,
    pub call_hash: &'s str,
    pub expires_at: Option<Timestamp>,
}

impl<'s> PendingBody<'s> {
    pub fn of(stored: &'s StoredRequest) -> Self {
        let StoredRequest { id, session, digest, expires, .. } = stored;
        Self { id, state: RequestState::Pending.name(), session, call_hash: digest, expires_at: *expires }
    }
}

/// The same for the agent that submitted the call.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Waiting"))]
pub struct WaitingBody<'s> {
    #[serde(flatten)]
    pub waits: PendingBody<'s>,
    pub call: Option<&'s Value>,
    #[cfg_attr(test, schemars(with = "crate::server::described::Request"))]
    pub request: &'s Value,
    #[serde(flatten)]
    pub why: Option<Why<'s>>,
}

/// An answer that its agent collects.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Collected", extend("allOf" = [{"$ref": "#/components/schemas/ToldAnswer"}])))]
pub struct AnswerBody<'s> {
    /// As the store has it.
    #[serde(flatten)]
    pub answer: Map<String, Value>,
    pub id: &'s str,
    #[cfg_attr(test, schemars(with = "crate::server::described::State"))]
    pub state: &'static str,
    pub approved: bool,
    pub edited: bool,
    pub arguments: Option<Map<String, Value>>,
    pub call_hash: Option<String>,
    pub source: &'static str,
    pub rule: Option<String>,
}

/// A request that ended without an answer for this agent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Gone"))]
pub struct EndedBody {
    /// As the store has it.
    #[serde(flatten)]
    pub answer: Map<String, Value>,
    pub id: String,
    #[cfg_attr(test, schemars(with = "crate::server::described::State"))]
    pub state: &'static str,
    pub approved: bool,
    pub reason: Value,
    #[serde(flatten)]
    pub gone: Option<GoneBody>,
}

/// What an agent reads that comes too late.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GoneBody {
    pub error: &'static str,
    pub message: Value,
}

/// The state of a call that became a request.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CallState"))]
pub struct FoundBody<'s> {
    #[serde(flatten)]
    pub request: PendingBody<'s>,
    pub call: &'s str,
    pub created_at: Timestamp,
}

/// A frame of the socket of agents.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AgentFrame<'f> {
    /// A call has run.
    Done { call: &'f str },
    /// A call was withdrawn.
    Cancelled { call: &'f str },
    /// A turn began or ended.
    Turn { session: &'f str, event: TurnEvent, turn: Option<u64> },
    /// What `call` waits for.
    Pending(CallFrame<'f>),
    /// What came of `call`.
    Answer(CallFrame<'f>),
    /// The reply to `PING`.
    #[serde(rename = "PONG")]
    Pong,
}

/// What a frame says about a call.
#[derive(Serialize)]
pub struct CallFrame<'f> {
    #[serde(flatten)]
    pub body: Value,
    pub call: &'f str,
}
