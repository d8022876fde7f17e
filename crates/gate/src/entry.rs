//! Writing down what became of a decision.

use std::time::Duration;

use serde_json::{Map, Value};

use crate::record::Entry;
use crate::redact::Redactor;
use crate::replay::{Decided, entry_of};

/// What became of a decision.
#[derive(Default)]
pub(crate) struct Became<'d> {
    pub approved: bool,
    pub reason: Option<String>,
    pub agent: Option<&'d str>,
    pub request: Option<&'d str>,
    pub channel: Option<&'d str>,
    pub person: Option<&'d str>,
    pub answer: Option<Value>,
    pub edited: Option<&'d Map<String, Value>>,
    pub waited: Duration,
}

/// The entry for the record, without secrets.
pub(crate) fn entry(decided: &Decided<'_>, became: &Became<'_>, redactor: &Redactor) -> Entry {
    let entry = entry_of(decided, redactor);
    let tool = &decided.call.tool;
    Entry {
        approved: became.approved,
        agent: became.agent.map(str::to_owned).or(entry.agent),
        reason: became.reason.as_ref().map_or(entry.reason, |reason| redactor.text(reason).into_owned()),
        request: became.request.map(str::to_owned),
        channel: became.channel.map(str::to_owned),
        person: became.person.map(str::to_owned),
        answer: became.answer.as_ref().map(|answer| redacted(answer, tool, redactor)),
        edited: became.edited.map(|edited| redactor.arguments(tool, edited)),
        waited_ms: u64::try_from(became.waited.as_millis()).unwrap_or(u64::MAX),
        ..entry
    }
}

/// An answer or a frame without secrets: in what people wrote, and in arguments.
pub(crate) fn redacted(value: &Value, tool: &str, redactor: &Redactor) -> Value {
    let Value::Object(map) = value else { return Value::Null };
    let field = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::Object(arguments) if key == "arguments" => Value::Object(redactor.arguments(tool, arguments)),
            Value::String(text) => redactor.text(text).into_owned().into(),
            Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => value.clone(),
        };
        (key.clone(), value)
    };
    Value::Object(map.iter().map(field).collect())
}
