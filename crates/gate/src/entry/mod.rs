//! Writes the result of a decision to the record.

pub mod record;
pub mod redact;
pub mod replay;

use std::time::Duration;

use byleave_policy::read::Reading;
use jiff::Timestamp;
use serde_json::{Map, Value};

use crate::decision::Judged;
use crate::entry::record::Entry;
use crate::entry::redact::{Redacted, Redactor};
use crate::entry::replay::entry_of;
use crate::gate::Gate;

/// The result of a decision.
#[derive(Default)]
pub(crate) struct Became<'d> {
    pub approved: bool,
    pub reason: Option<String>,
    pub request: Option<&'d str>,
    pub channel: Option<&'d str>,
    pub person: Option<&'d str>,
    pub cause: Option<&'static str>,
    pub escalated: Option<Timestamp>,
    pub approvals: Vec<String>,
    pub answer: Option<Value>,
    pub edited: Option<&'d Map<String, Value>>,
    pub waited: Duration,
}

impl Gate {
    /// The entry for the record, without secrets.
    pub(crate) fn entry(&self, judged: &Judged, became: &Became<'_>) -> Entry {
        let redactor = &self.inner.redactor;
        let entry = entry_of(&judged.decided(), redactor);
        let tool = &judged.call.tool;
        Entry {
            approved: became.approved,
            digest: judged.digest.to_string(),
            agent: judged.call.agent.clone().or(entry.agent),
            reason: became.reason.as_ref().map_or(entry.reason, |reason| redactor.text(reason).into_owned()),
            request: became.request.map(str::to_owned),
            channel: became.channel.map(str::to_owned),
            person: became.person.map(str::to_owned),
            cause: became.cause.map(str::to_owned),
            escalated: became.escalated,
            approvals: became.approvals.clone(),
            answer: became.answer.as_ref().map(|answer| redacted(answer, tool, redactor, None)),
            edited: became.edited.map(|edited| redactor.arguments(tool, edited)),
            waited_ms: u64::try_from(became.waited.as_millis()).unwrap_or(u64::MAX),
            ask: judged.call.ask,
            ..entry
        }
    }
}

/// An answer or a frame without secrets: neither in its arguments nor in any text that repeats them.
///
/// `read` is what was read in those arguments, if they were read before.
pub(crate) fn redacted(value: &Value, tool: &str, redactor: &Redactor, read: Option<&Reading<'_>>) -> Value {
    let none = Map::new();
    let arguments = value.get("arguments").and_then(Value::as_object).unwrap_or(&none);
    let hidden = redactor.redact_in(tool, arguments, read);
    let Value::Object(map) = value else { return Value::Null };
    let field = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::Object(_) if key == "arguments" => Value::Object(hidden.arguments.clone()),
            Value::Object(_) if key == "parsed" => moved(scrubbed(value, &hidden, redactor), &hidden),
            Value::Object(_) | Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
                scrubbed(value, &hidden, redactor)
            }
        };
        (key.clone(), value)
    };
    Value::Object(map.iter().map(field).collect())
}

/// A value without texts that repeat a hidden secret.
fn scrubbed(value: &Value, hidden: &Redacted, redactor: &Redactor) -> Value {
    match value {
        Value::String(text) => redactor.text(&hidden.scrub(text)).into_owned().into(),
        Value::Array(list) => list.iter().map(|one| scrubbed(one, hidden, redactor)).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(key, one)| (key.clone(), scrubbed(one, hidden, redactor))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

/// What byleave read in a command, with spans moved to the command without its secrets: stand-ins have other lengths.
fn moved(mut parsed: Value, hidden: &Redacted) -> Value {
    for list in ["commands", "findings", "marks", "fetches"] {
        for one in parsed.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            for finding in one.get_mut("findings").and_then(Value::as_array_mut).into_iter().flatten() {
                move_span(finding, hidden);
            }
            move_span(one, hidden);
        }
    }
    parsed
}

fn move_span(placed: &mut Value, hidden: &Redacted) {
    let Some(span) = placed.get_mut("span") else { return };
    let end = |at: usize| span.get(at).and_then(Value::as_u64).and_then(|end| u32::try_from(end).ok());
    if let (Some(start), Some(end)) = (end(0), end(1)) {
        let (start, end) = hidden.span((start, end));
        *span = Value::from(vec![start, end]);
    }
}
