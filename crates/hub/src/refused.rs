//! The record of an attempt at something a token is not for.

use byleave_gate::record::Entry;
use byleave_gate::{Gate, ids};
use byleave_policy::Digest;
use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::callers::Caller;

/// The tool under which such attempts are on record. No tool of an agent can have a name with a blank.
pub const TOOL: &str = "byleave hub";

/// The entry of an attempt.
pub fn entry(caller: &Caller, what: &str, policy: String, gate: &Gate, now: Timestamp) -> Entry {
    let token = &caller.token;
    let arguments = Map::from_iter([
        ("token".to_owned(), Value::from(token.id.as_str())),
        ("role".to_owned(), Value::from(token.role.name())),
        ("attempt".to_owned(), Value::from(what)),
    ]);
    let project = gate.project().to_owned();
    let call = byleave_policy::Call {
        tool: TOOL.to_owned(),
        arguments: arguments.clone(),
        command_bytes: None,
        cwd: project.clone(),
        project: project.clone(),
        home: String::new(),
    };
    let standing = gate.policy();
    Entry {
        id: ids::new("rec"),
        timestamp: now,
        session: token.session.clone().unwrap_or_else(|| format!("sess_{}", token.id)),
        parent: None,
        turn: 0,
        agent: Some(token.name.clone()),
        call: ids::new("call"),
        tool: call.tool.clone(),
        category: None,
        arguments,
        digest: Digest::of(&call).to_string(),
        cwd: project.clone(),
        project,
        home: String::new(),
        verdict: "deny".to_owned(),
        approved: false,
        source: "floor".to_owned(),
        stage: byleave_policy::Stage::DenyFloor.name().to_owned(),
        rule: None,
        location: None,
        reason: format!("a token for `{}` tried to: {what}", token.role.name()),
        request: None,
        channel: Some("hub".to_owned()),
        person: None,
        answer: None,
        edited: None,
        decided_us: 0,
        waited_ms: 0,
        policy,
        profile: standing.profile.name().to_owned(),
        mode: standing.mode.name().to_owned(),
        grants: Vec::new(),
        limits: Vec::new(),
        needs_approval: None,
        ask: false,
        stopped: None,
        findings: Vec::new(),
    }
}
