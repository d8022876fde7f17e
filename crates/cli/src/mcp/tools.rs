//! The tools that `byleave mcp serve` offers, and what they answer.

use std::collections::BTreeMap;

use byleave_gate::record::Entry;
use byleave_policy::{Finding, Reason, Source, Verdict};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

/// What the server says first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Initialized {
    capabilities: Capabilities,
    protocol_version: &'static str,
    server_info: ServerInfo,
}

#[derive(Serialize)]
struct Capabilities {
    tools: Nothing,
}

/// `{}`.
#[derive(Serialize)]
pub struct Nothing {}

#[derive(Serialize)]
struct ServerInfo {
    name: &'static str,
    version: &'static str,
}

impl Initialized {
    /// In this version of the protocol.
    pub const fn new(protocol_version: &'static str) -> Self {
        Self {
            capabilities: Capabilities { tools: Nothing {} },
            protocol_version,
            server_info: ServerInfo { name: "byleave", version: env!("CARGO_PKG_VERSION") },
        }
    }
}

/// The list of tools.
#[derive(Serialize)]
pub struct Offers {
    tools: [Offer; 4],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Offer {
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Annotations>,
    description: &'static str,
    input_schema: Schema,
    name: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    read_only_hint: bool,
}

/// What a tool takes, as JSON Schema.
#[derive(Clone, Serialize)]
struct Schema {
    properties: BTreeMap<&'static str, Property>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    required: &'static [&'static str],
    #[serde(rename = "type")]
    kind: &'static str,
}

impl Schema {
    fn of<const N: usize>(properties: [(&'static str, Property); N], required: &'static [&'static str]) -> Self {
        Self { properties: properties.into(), required, kind: "object" }
    }
}

#[derive(Clone, Serialize)]
struct Property {
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u32>,
    #[serde(rename = "type")]
    kind: &'static str,
}

impl Property {
    const fn text(description: &'static str) -> Self {
        Self { description: Some(description), maximum: None, minimum: None, kind: "string" }
    }

    const fn object(description: &'static str) -> Self {
        Self { kind: "object", ..Self::text(description) }
    }
}

impl Offers {
    /// All of them.
    pub fn all() -> Self {
        let tool = ("tool", Property::text("The tool, such as bash or mcp__fs__read"));
        let call = Schema::of([tool, ("arguments", Property::object("Its arguments"))], &["tool"]);
        let which = [
            ("id", Property::text("The id of a call or of its record")),
            ("tool", Property::text("Only calls of this tool")),
            ("count", Property { minimum: Some(1), maximum: Some(20), kind: "integer", description: None }),
        ];
        let prompted = [
            ("tool_name", Property::text("The tool")),
            ("input", Property::object("Its arguments")),
            ("tool_use_id", Property::text("The id of the call")),
        ];
        let reads = |name, description, input_schema| {
            let annotations = Some(Annotations { read_only_hint: true });
            Offer { annotations, description, input_schema, name }
        };
        let tools = [
            reads(
                "check",
                "Says whether a tool call would run at once, ask a person or be refused. Nothing runs.",
                call.clone(),
            ),
            reads(
                "explain",
                "The same with every reason: its stage, the rule and the place of the rule in the policy.",
                call,
            ),
            reads(
                "why",
                "Explains from the record why the last call, or the call with an id, ran or did not run.",
                Schema::of(which, &[]),
            ),
            Offer {
                annotations: None,
                description: "For `claude --permission-prompt-tool`: judges a call, asks a person at the hub if it \
                              must, and answers allow or deny.",
                input_schema: Schema::of(prompted, &["tool_name", "input"]),
                name: "permission_prompt",
            },
        ];
        Self { tools }
    }
}

/// What a tool answered, or why it could not.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    content: [Content; 1],
    is_error: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Content {
    Text { text: String },
}

impl From<Result<String, String>> for Answered {
    fn from(told: Result<String, String>) -> Self {
        let is_error = told.is_err();
        let (Ok(text) | Err(text)) = told;
        Self { content: [Content::Text { text }], is_error }
    }
}

/// The verdict on a call.
#[derive(Serialize)]
pub struct Checked<'d> {
    #[serde(flatten)]
    pub explained: Option<Explained<'d>>,
    pub reason: &'d Reason,
    pub rule: Option<&'d str>,
    pub source: Source,
    pub verdict: Verdict,
}

/// A verdict with its reasons.
#[derive(Serialize)]
pub struct Explained<'d> {
    pub findings: &'d [Finding],
    pub high_risk: bool,
    pub outside_project: bool,
    pub policy: &'d str,
}

/// Why a call ran, or did not.
#[derive(Serialize)]
pub struct Why<'e> {
    arguments: &'e Map<String, Value>,
    cause: Option<&'e str>,
    channel: Option<&'e str>,
    id: &'e str,
    location: Option<&'e str>,
    person: Option<&'e str>,
    ran: bool,
    reason: &'e str,
    rule: Option<&'e str>,
    time: Timestamp,
    tool: &'e str,
    verdict: &'e str,
}

impl<'e> From<&'e Entry> for Why<'e> {
    fn from(entry: &'e Entry) -> Self {
        Self {
            arguments: &entry.arguments,
            cause: entry.cause.as_deref(),
            channel: entry.channel.as_deref(),
            id: &entry.id,
            location: entry.location.as_deref(),
            person: entry.person.as_deref(),
            ran: entry.approved,
            reason: &entry.reason,
            rule: entry.rule.as_deref(),
            time: entry.timestamp,
            tool: &entry.tool,
            verdict: &entry.verdict,
        }
    }
}

/// The answer to Claude Code.
#[derive(Serialize)]
#[serde(tag = "behavior", rename_all = "lowercase")]
pub enum Permission {
    Allow {
        #[serde(rename = "updatedInput")]
        updated_input: Map<String, Value>,
    },
    Deny {
        message: String,
    },
}
