//! One line is one message of JSON-RPC. What has two meanings, or none, is not relayed: the other side could read it as
//! something that was not judged.

use std::io::{self, BufRead};

use byleave_gate::strict;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::reply::json_of;

/// Longer lines are not taken. An editor sends pictures in its prompts.
pub(super) const LONGEST: usize = 64 << 20;

/// No message is nested deeper.
const DEEPEST: usize = 120;

/// The codes of JSON-RPC, and the one for what byleave refuses. `-32000` and `-32002` have a meaning of their own in ACP.
pub(super) const NOT_JSON: i64 = -32_700;
pub(super) const NOT_A_MESSAGE: i64 = -32_600;
pub(super) const WRONG_FIELDS: i64 = -32_602;
pub(super) const CANCELLED: i64 = -32_800;
pub(super) const REFUSED: i64 = -32_001;

/// The id of a request: a number or a text, as the protocol has it. `1` and `"1"` are two ids.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    Number(i64),
    Text(String),
}

impl Id {
    /// The id of a request, as another message names it.
    pub fn of_request(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => number.as_i64().map(Self::Number),
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        }
    }
}

/// A message.
#[derive(Debug)]
pub(super) enum Frame {
    /// The sender wants an answer.
    Request { id: Id, method: String, params: Map<String, Value> },
    /// The sender wants no answer.
    Notice { method: String, params: Map<String, Value> },
    /// An answer.
    Answer { id: Id, result: Result<Value, Value> },
    /// An error about something that had no readable id.
    Complaint,
}

/// A line that is not relayed, and what the side that sent it reads.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bad {
    pub id: Option<Id>,
    pub code: i64,
    pub why: String,
    /// byleave drops an invalid answer without a reply.
    pub is_answer: bool,
}

impl Bad {
    fn new(code: i64, why: impl Into<String>) -> Self {
        Self { id: None, code, why: why.into(), is_answer: false }
    }
}

/// Reads a line.
pub(super) fn read(line: &[u8]) -> Result<Frame, Bad> {
    let value = strict::read(line, DEEPEST).map_err(|error| Bad::new(NOT_JSON, error.to_string()))?;
    let Value::Object(mut said) = value else {
        let why = if value.is_array() { "batches are not part of the protocol" } else { "it is not a JSON object" };
        return Err(Bad::new(NOT_A_MESSAGE, why));
    };
    let id = said.remove("id");
    let answers = said.contains_key("result") || said.contains_key("error");
    let read_id = id.as_ref().and_then(Id::of_request);
    let bad = |why: &str| Bad { id: read_id.clone(), is_answer: answers, ..Bad::new(NOT_A_MESSAGE, why) };
    if said.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(bad("it does not say `\"jsonrpc\":\"2.0\"`"));
    }
    let params = match said.remove("params") {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(params)) => params,
        Some(Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
            return Err(bad("`params` is not an object"));
        }
    };
    match (said.remove("method"), answers) {
        (Some(_), true) => Err(bad("it is a request and an answer at once")),
        (Some(Value::String(method)), false) => match (id, read_id) {
            (None, _) => Ok(Frame::Notice { method, params }),
            (Some(_), Some(id)) => Ok(Frame::Request { id, method, params }),
            (Some(_), None) => Err(Bad::new(NOT_A_MESSAGE, "`id` is neither a whole number nor text")),
        },
        (Some(_), false) => Err(bad("`method` is not text")),
        (None, false) => Err(bad("it has neither a method nor an answer")),
        (None, true) => {
            let result = match (said.remove("result"), said.remove("error")) {
                (Some(result), None) => Ok(result),
                (None, Some(error)) => Err(error),
                _ => return Err(bad("it has a result and an error")),
            };
            match (read_id.clone(), result) {
                (Some(id), result) => Ok(Frame::Answer { id, result }),
                (None, Err(_)) if id.is_none_or(|id| id.is_null()) => Ok(Frame::Complaint),
                (None, Ok(_) | Err(_)) => Err(bad("it is an answer without an `id`")),
            }
        }
    }
}

/// The next line, with its end. `None` at the end of the stream; what is there cut short is dropped, because its rest may
/// have said otherwise.
pub(super) fn next_line(from: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let (done, used) = {
            let ready = match from.fill_buf() {
                Ok(ready) => ready,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if ready.is_empty() {
                return Ok(None);
            }
            let end = ready.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(ready.len(), |end| end.saturating_add(1));
            line.extend(ready.iter().take(used));
            (end.is_some(), used)
        };
        from.consume(used);
        if line.len() > LONGEST {
            return Err(io::Error::other(format!("a message is longer than {} MiB", LONGEST >> 20)));
        }
        if done {
            return Ok(Some(line));
        }
    }
}

/// A message of byleave's own. Without an id it is a notice.
#[derive(Serialize)]
struct Said<'m, P> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'m Id>,
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'m str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<&'m P>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'m P>,
}

/// An error. What it is about may have no readable id: then that is `null`.
#[derive(Serialize)]
struct Failed<'m> {
    error: Fault<'m>,
    id: Option<&'m Id>,
    jsonrpc: &'static str,
}

#[derive(Serialize)]
struct Fault<'m> {
    code: i64,
    message: &'m str,
}

const VERSION: &str = "2.0";

pub(super) fn request(id: &Id, method: &str, params: &impl Serialize) -> Value {
    let (id, method, params) = (Some(id), Some(method), Some(params));
    json_of(&Said { id, jsonrpc: VERSION, method, params, result: None })
}

pub(super) fn notice(method: &str, params: &impl Serialize) -> Value {
    json_of(&Said { id: None, jsonrpc: VERSION, method: Some(method), params: Some(params), result: None })
}

pub(super) fn result(id: &Id, result: &impl Serialize) -> Value {
    json_of(&Said { id: Some(id), jsonrpc: VERSION, method: None, params: None, result: Some(result) })
}

pub(super) fn error(id: Option<&Id>, code: i64, message: &str) -> Value {
    json_of(&Failed { error: Fault { code, message }, id, jsonrpc: VERSION })
}

#[cfg(test)]
mod tests {
    use super::{Frame, Id, NOT_A_MESSAGE, NOT_JSON, next_line, read};

    #[test]
    fn a_line_is_one_message_with_one_meaning_or_it_is_refused() {
        for (line, code) in [
            ("", NOT_JSON),
            ("{", NOT_JSON),
            ("nul", NOT_JSON),
            (r#"{"jsonrpc":"2.0","method":"a"} {}"#, NOT_JSON),
            (r#"{"jsonrpc":"2.0","method":"a","method":"b"}"#, NOT_JSON),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"outcome":1,"outcome":2}}"#, NOT_JSON),
            (r#"{"jsonrpc":"2.0","method":"\ud800"}"#, NOT_JSON),
            ("7", NOT_A_MESSAGE),
            (r#"[{"jsonrpc":"2.0","id":1,"method":"a"}]"#, NOT_A_MESSAGE),
            ("[]", NOT_A_MESSAGE),
            ("{}", NOT_A_MESSAGE),
            (r#"{"id":1,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"1.0","id":1,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1.5,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1.0,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":true,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":[1],"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":null,"method":"a"}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1,"method":"a","result":{}}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":null,"result":{}}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","id":{},"error":{}}"#, NOT_A_MESSAGE),
            (r#"{"jsonrpc":"2.0","result":{}}"#, NOT_A_MESSAGE),
        ] {
            assert_eq!(read(line.as_bytes()).expect_err(line).code, code, "{line}");
        }
        assert!(read(b"\xff{}").is_err() && read("[".repeat(100_000).as_bytes()).is_err());
    }

    #[test]
    fn a_message_is_told_from_another() {
        let request = read(br#"{"jsonrpc":"2.0","id":"1","method":"a","params":null}"#).expect("a request");
        assert!(matches!(request, Frame::Request { id: Id::Text(ref id), .. } if id == "1"), "{request:?}");
        let notice = read(br#" {"jsonrpc":"2.0","m\u0065thod":"a"} "#).expect("a notice");
        assert!(matches!(notice, Frame::Notice { ref method, .. } if method == "a"), "{notice:?}");
        let answer = read(br#"{"jsonrpc":"2.0","id":-1,"result":null}"#).expect("an answer");
        assert!(matches!(answer, Frame::Answer { id: Id::Number(-1), result: Ok(_) }), "{answer:?}");
        let error = read(br#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#).expect("an error");
        assert!(matches!(error, Frame::Complaint), "{error:?}");
    }

    #[test]
    fn half_a_line_at_the_end_is_no_message() {
        let mut from: &[u8] = b"{}\n\r\n{\"half\":";
        assert_eq!(next_line(&mut from).expect("read").as_deref(), Some(b"{}\n".as_slice()));
        assert_eq!(next_line(&mut from).expect("read").as_deref(), Some(b"\r\n".as_slice()));
        assert_eq!(next_line(&mut from).expect("read"), None);
    }
}
