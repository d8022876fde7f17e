//! The frame of a request: ConnectOnion's `approval_needed`, with the fields that byleave adds.

use byleave_policy::Unattended;
use byleave_policy::read::shells_to_json;
use byleave_policy::tools::Category;
use byleave_view::{bounded, known_agent};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::answer::quorum::{self, AgreedSoFar};
use crate::request::{Offer, Request};

/// So many bytes of why it asks, and as many of what can be granted with it.
const LARGEST: usize = 256 << 10;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Request"))]
pub(crate) struct RequestFrame<'r> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'r str,
    tool: &'r str,
    arguments: &'r Map<String, Value>,
    /// Left out for the last call of a batch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    batch_remaining: Vec<RemainingCall<'r>>,
    tool_call_id: &'r str,
    session_id: &'r str,
    parent_session_id: Option<&'r str>,
    agent: Option<&'r str>,
    /// What people call this agent, if byleave knows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_title: Option<&'static str>,
    host: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<Vec<String>>"))]
    shell: Option<Value>,
    cwd: &'r str,
    project: &'r str,
    home: &'r str,
    category: Option<&'static str>,
    description: Option<&'r str>,
    tool_description: Option<&'r str>,
    #[cfg_attr(test, schemars(with = "RiskFrame"))]
    risk: Value,
    outside_project: bool,
    parsed: &'r Value,
    #[cfg_attr(test, schemars(with = "Vec<OptionFrame>"))]
    options: Value,
    /// Several approvers agree to the same call, so none of them changes it.
    editable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    approvals: Option<AgreedSoFar<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unattended: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args_schema: Option<&'r Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'r Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pin: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    insists: Option<&'r str>,
    /// The names of the arguments in the order in which the agent sent them.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    arguments_order: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<bool>,
    call_hash: String,
    created_at: Timestamp,
    expires_at: Option<Timestamp>,
}

/// A call that comes after it in the batch.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RemainingCall<'r> {
    tool: &'r str,
    arguments: &'r str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RiskFrame<'r> {
    level: &'static str,
    reasons: Vec<String>,
    deeds: &'r [String],
}

/// A way to answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OptionFrame<'r> {
    id: String,
    kind: &'static str,
    #[serde(flatten)]
    offer: Option<OfferFrame<'r>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OfferFrame<'r> {
    scope: &'static str,
    breadth: &'static str,
    covers: &'r [String],
    words: &'r str,
}

impl<'r> From<&'r Offer> for OptionFrame<'r> {
    fn from(offer: &'r Offer) -> Self {
        let (scope, breadth) = (offer.scope.name(), offer.breadth.name());
        let offer = OfferFrame { scope, breadth, covers: &offer.patterns, words: &offer.words };
        Self { id: format!("{scope}-{breadth}"), kind: "allow_always", offer: Some(offer) }
    }
}

fn value(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

/// The frame, with its fields in alphabetical order.
pub fn of(request: &Request) -> Value {
    let Request { call, decision, .. } = request;
    let about = call.about.as_deref();
    let fixed = |id: &str, kind| OptionFrame { id: id.to_owned(), kind, offer: None };
    let fixed = [fixed("once", "allow_once"), fixed("soft", "reject_once"), fixed("hard", "reject_once")];
    let options: Vec<OptionFrame<'_>> = fixed.into_iter().chain(request.offers.iter().map(Into::into)).collect();
    let risk = RiskFrame { level: request.risk.name(), reasons: request.asks().collect(), deeds: &request.deeds };
    let remaining = request.batch_remaining.iter().map(|(tool, arguments)| RemainingCall { tool, arguments });
    value(&RequestFrame {
        kind: "approval_needed",
        id: &request.id,
        tool: &call.tool,
        arguments: &call.arguments,
        batch_remaining: remaining.collect(),
        tool_call_id: &call.id,
        session_id: &request.session,
        parent_session_id: request.parent.as_deref(),
        agent: call.agent.as_deref(),
        agent_title: call.agent.as_deref().and_then(known_agent),
        host: about.and_then(|about| about.host.as_deref()),
        shell: call.shell.map(shells_to_json),
        cwd: &request.cwd,
        project: &request.project,
        home: &request.home,
        category: request.category.map(Category::name),
        description: call.description.as_deref(),
        tool_description: request.tool_description.as_deref(),
        risk: bounded(value(&risk), LARGEST),
        outside_project: decision.outside,
        parsed: &request.parsed,
        options: bounded(value(&options), LARGEST),
        editable: decision.approvals < 2,
        approvals: (decision.approvals > 1).then(|| quorum::agreed_so_far(decision.approvals, &[])),
        unattended: decision.unattended.map(Unattended::name),
        args_schema: about.and_then(|about| about.args_schema.as_ref()),
        annotations: about.and_then(|about| about.annotations.as_ref()),
        pin: about.and_then(|about| about.pin.as_deref()),
        insists: about.and_then(|about| about.insists.as_deref()),
        arguments_order: about.map_or(&[], |about| about.order.as_slice()),
        ask: call.ask.then_some(true),
        call_hash: request.digest.to_string(),
        created_at: request.created,
        expires_at: request.expires,
    })
}
