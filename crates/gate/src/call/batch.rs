//! The calls of one model turn, decided and run one after another.

use std::collections::VecDeque;
use std::future::Future;

use serde_json::ser::{Formatter, Serializer};
use serde_json::{Map, Value};

use crate::call::Call;
use crate::gate::Gate;
use crate::gate::authorize::Authorization;
use crate::permit::refusal::Refusal;
use crate::permit::{ApprovedCall, Ran};

/// The calls of one model turn. The gate decides each call after the one before it has run.
#[derive(Debug)]
pub struct Batch<'g> {
    gate: &'g Gate,
    calls: VecDeque<Call>,
}

/// The result of one call of a batch.
#[derive(Debug)]
pub enum Outcome<T> {
    /// It ran.
    Ran {
        /// The id of the call.
        call: String,
        /// What came of it.
        ran: Ran<T>,
    },
    /// It did not run, and the batch continued.
    Skipped(Refusal),
    /// It did not run, and neither did the calls after it.
    Stopped(Refusal),
}

impl<T> Outcome<T> {
    /// The text for the model. `shown` turns an output into text.
    pub fn to_model_text(&self, shown: impl FnOnce(&T) -> String) -> String {
        match self {
            Self::Ran { ran, .. } => shown(&ran.output),
            Self::Skipped(refusal) | Self::Stopped(refusal) => refusal.to_model_text(),
        }
    }
}

impl Gate {
    /// Takes the calls of one model turn.
    pub fn batch(&self, calls: impl IntoIterator<Item = Call>) -> Batch<'_> {
        Batch { gate: self, calls: calls.into_iter().collect() }
    }
}

impl Batch<'_> {
    /// Decides the next call. Run it before asking for the one after it.
    ///
    /// After a hard rejection the session is stopped, and the gate refuses the remaining calls without a question.
    pub async fn next(&mut self) -> Option<Authorization> {
        let call = self.calls.pop_front()?;
        let remaining = remaining(&self.calls);
        Some(self.gate.authorize_in(call, remaining).await)
    }

    /// Runs the whole batch with one tool runner, and returns the result of each call, in order.
    pub async fn run<T, F: Future<Output = T>>(mut self, mut tool: impl FnMut(ApprovedCall) -> F) -> Vec<Outcome<T>> {
        let mut outcomes = Vec::new();
        while let Some(authorization) = self.next().await {
            outcomes.push(match authorization {
                Authorization::Approved(permit) => {
                    let call = permit.id().to_owned();
                    Outcome::Ran { call, ran: permit.run_async(&mut tool).await }
                }
                Authorization::Rejected(refusal) => Outcome::Skipped(refusal),
                Authorization::Stopped(refusal) => Outcome::Stopped(refusal),
            });
        }
        outcomes
    }
}

/// The calls that come after one, as the approver sees them.
pub fn remaining<'c>(calls: impl IntoIterator<Item = &'c Call>) -> Vec<(String, String)> {
    calls.into_iter().map(|call| (call.tool.clone(), python_json(&call.arguments))).collect()
}

/// Arguments as Python's `json.dumps` writes them, because ConnectOnion's clients expect that.
fn python_json(arguments: &Map<String, Value>) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Spaced);
    let written = serde::Serialize::serialize(arguments, &mut serializer);
    match (written, String::from_utf8(bytes)) {
        (Ok(()), Ok(text)) => text,
        // A map of JSON values can always be written.
        _ => Value::Object(arguments.clone()).to_string(),
    }
}

/// With a blank after each comma and colon.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: std::io::Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> std::io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: std::io::Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> std::io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: std::io::Write + ?Sized>(&mut self, writer: &mut W) -> std::io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::python_json;

    #[test]
    fn r013_arguments_of_what_remains_are_text_as_python_writes_it() {
        for (value, text) in [
            (json!({"command": "npm build"}), r#"{"command": "npm build"}"#),
            (json!({}), "{}"),
            (json!({"a": [1, {"b": "c: d, e"}], "f": null}), r#"{"a": [1, {"b": "c: d, e"}], "f": null}"#),
        ] {
            assert_eq!(python_json(value.as_object().expect("an object")), text);
        }
    }
}
