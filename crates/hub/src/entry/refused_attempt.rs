//! The record entry of an attempt that a token does not permit.

use byleave_gate::Gate;
use byleave_gate::record::Entry;
use byleave_policy::{Source, Stage, Verdict};
use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::token::callers::Caller;

/// The tool name of such entries.
pub const TOOL: &str = "byleave hub";

/// The entry of an attempt by a caller.
pub fn entry(caller: &Caller, what: &str, gate: &Gate, now: Timestamp) -> Entry {
    let token = &caller.token;
    let session = token.session.clone().unwrap_or_else(|| format!("sess_{}", token.id));
    let arguments = Map::from_iter([
        ("token".to_owned(), Value::from(token.id.as_str())),
        ("role".to_owned(), Value::from(token.role.name())),
        ("attempt".to_owned(), Value::from(what)),
    ]);
    let reason = format!("a token for `{}` tried to: {what}", token.role.name());
    written(arguments, session, token.name.clone(), reason, gate, now)
}

/// The entry of an attempt with a key that does not count.
pub fn stranger(key: &str, what: &str, gate: &Gate, now: Timestamp) -> Entry {
    let arguments = Map::from_iter([("key".to_owned(), Value::from(key)), ("attempt".to_owned(), Value::from(what))]);
    let reason = format!("a caller tried to: {what}");
    written(arguments, format!("sess_{key}"), key.to_owned(), reason, gate, now)
}

fn written(
    arguments: Map<String, Value>,
    session: String,
    agent: String,
    reason: String,
    gate: &Gate,
    now: Timestamp,
) -> Entry {
    Entry {
        session,
        agent: Some(agent),
        verdict: Verdict::Deny.name().to_owned(),
        source: Source::Floor.name().to_owned(),
        stage: Stage::DenyFloor.name().to_owned(),
        channel: Some("hub".to_owned()),
        ..gate.notice(TOOL, arguments, reason, now)
    }
}
