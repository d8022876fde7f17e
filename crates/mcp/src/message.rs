//! One JSON-RPC message, read once and without second meanings.
//!
//! Programs differ in which of two equal keys they take; some take `METHOD` for `method`, and some end a line at a
//! carriage return. If another program may read a different message, the gate refuses it, or writes it again before it
//! forwards it.

use byleave_gate::order::order_of;
use byleave_gate::strict;
use serde::Serialize;
use serde_json::{Map, Value};

/// No message that is judged is larger than this.
pub const LARGEST: usize = 16 << 20;

/// Nothing is nested deeper than this.
const DEEPEST: usize = 120;

/// The keys of JSON-RPC.
const KEYS: [&str; 6] = ["jsonrpc", "id", "method", "params", "result", "error"];

/// The codes of JSON-RPC.
pub const PARSE: i32 = -32700;
/// It is not a message.
pub const INVALID: i32 = -32600;
/// The parameters are not valid.
pub const PARAMS: i32 = -32602;
/// One of those that servers may choose: the call may not run, or its server is gone.
pub const REFUSED: i32 = -32000;

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// All its fields.
    pub fields: Map<String, Value>,
    /// What it is.
    pub kind: Kind,
    /// The names of the arguments of a call, in the order in which they stand.
    pub order: Vec<String>,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Wants an answer.
    Request {
        /// Names the request.
        id: Value,
        /// What is asked for.
        method: String,
    },
    /// Wants none.
    Notification {
        /// What it tells.
        method: String,
    },
    /// An answer.
    Response {
        /// The request it answers.
        id: Value,
    },
}

/// What a frame holds.
#[derive(Debug, PartialEq)]
pub enum Frame {
    /// One message.
    One(Message),
    /// Several, as version 2025-03-26 has it.
    Batch(Vec<Message>),
}

/// Why a frame is refused, for the sender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bad {
    /// The code of JSON-RPC.
    pub code: i32,
    /// In words.
    pub why: String,
    /// The request it was, as far as that can be told.
    pub id: Option<String>,
}

impl Bad {
    fn new(code: i32, why: impl Into<String>) -> Self {
        Self { code, why: why.into(), id: None }
    }

    /// The answer to it.
    #[must_use]
    pub fn answer(&self) -> Vec<u8> {
        let id = self.id.as_deref().and_then(|id| serde_json::from_str(id).ok()).unwrap_or(Value::Null);
        error(&id, self.code, &self.why)
    }
}

/// Reads a frame.
///
/// # Errors
///
/// If it is no message of JSON-RPC, or may be read as two different ones.
pub fn read(bytes: &[u8]) -> Result<Frame, Bad> {
    let value =
        strict::read(bytes, DEEPEST).map_err(|error| Bad::new(PARSE, format!("the message is not JSON: {error}")))?;
    match value {
        Value::Array(list) if list.is_empty() => Err(Bad::new(INVALID, "the batch is empty")),
        Value::Array(list) => list.into_iter().map(message).collect::<Result<_, _>>().map(Frame::Batch),
        one @ (Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) => {
            let order = order_of(bytes, &["params", "arguments"]);
            message(one).map(|message| Frame::One(Message { order, ..message }))
        }
    }
}

fn message(value: Value) -> Result<Message, Bad> {
    let Value::Object(fields) = value else { return Err(Bad::new(INVALID, "the message is not an object")) };
    let id = fields.get("id").filter(|id| is_id(id)).cloned();
    let named = |why: String| Bad { code: INVALID, why, id: id.as_ref().map(Value::to_string) };
    if let Some(key) = odd_key(fields.keys(), &KEYS) {
        return Err(named(format!("the key `{}` is spelt almost as one of JSON-RPC", shown(key))));
    }
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(named("`jsonrpc` must be \"2.0\"".to_owned()));
    }
    let kind = match (fields.get("method"), fields.get("id")) {
        (Some(Value::String(method)), None) => Kind::Notification { method: method.clone() },
        (Some(Value::String(method)), Some(_)) => match id {
            Some(id) => Kind::Request { id, method: method.clone() },
            None => return Err(Bad::new(INVALID, "`id` must be text or a number")),
        },
        (Some(_), _) => return Err(named("`method` must be text".to_owned())),
        (None, given) => {
            if fields.contains_key("result") == fields.contains_key("error") {
                return Err(named("it is neither a request nor an answer".to_owned()));
            }
            match (id, given) {
                (Some(id), _) => Kind::Response { id },
                // An error about a message that could not be read.
                (None, Some(Value::Null) | None) if fields.contains_key("error") => Kind::Response { id: Value::Null },
                (None, _) => return Err(Bad::new(INVALID, "`id` must be text or a number")),
            }
        }
    };
    if matches!(kind, Kind::Request { .. } | Kind::Notification { .. })
        && (fields.contains_key("result") || fields.contains_key("error"))
    {
        return Err(Bad::new(INVALID, "it is a request and an answer at once"));
    }
    Ok(Message { fields, kind, order: Vec::new() })
}

fn is_id(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Number(_) => true,
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

/// A key that is one of these but for its case, if there is one. Some readers do not look at the case, and two letters of
/// Unicode fold to those of ASCII.
pub fn odd_key<'k>(keys: impl Iterator<Item = &'k String>, known: &[&str]) -> Option<&'k str> {
    let fold = |key: &str| -> String {
        let plain = |one: char| match one {
            '\u{17f}' => 's',
            '\u{212a}' => 'k',
            other => other.to_ascii_lowercase(),
        };
        key.chars().map(plain).collect()
    };
    keys.map(String::as_str).find(|key| !known.contains(key) && known.iter().any(|one| fold(one) == fold(key)))
}

impl Message {
    /// Its parameters, if they are a map.
    #[must_use]
    pub fn params(&self) -> Option<&Map<String, Value>> {
        self.fields.get("params").and_then(Value::as_object)
    }

    /// What it answers with, if it is an answer that tells something.
    #[must_use]
    pub fn result(&self) -> Option<&Map<String, Value>> {
        self.fields.get("result").and_then(Value::as_object)
    }

    /// The message written anew, without a line break.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        written(&self.fields)
    }
}

/// The key of an id in maps: `1` and `"1"` are two.
#[must_use]
pub fn key(id: &Value) -> String {
    id.to_string()
}

/// A message of the gate's own.
#[derive(Serialize)]
struct Own<T> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    said: T,
}

/// What such a message says.
#[derive(Serialize)]
#[serde(untagged)]
enum Said<'m, T> {
    Request { id: &'m str, method: &'m str, params: &'m T },
    Notification { method: &'m str, params: &'m T },
    Result { id: &'m Value, result: &'m T },
    Error { id: &'m Value, error: &'m T },
}

impl<T: Serialize> Said<'_, T> {
    fn written(self) -> Vec<u8> {
        written(&Own { jsonrpc: "2.0", said: self })
    }
}

#[derive(Serialize)]
struct Fault {
    code: i32,
    message: String,
}

/// One line, with all keys in the order of the alphabet.
fn written(said: &impl Serialize) -> Vec<u8> {
    serde_json::to_value(said).unwrap_or_default().to_string().into_bytes()
}

/// A request of the gate's own.
#[must_use]
pub fn request(id: &str, method: &str, params: &impl Serialize) -> Vec<u8> {
    Said::Request { id, method, params }.written()
}

/// A notification of the gate's own.
#[must_use]
pub fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    Said::Notification { method, params }.written()
}

/// An error as an answer.
#[must_use]
pub fn error(id: &Value, code: i32, why: &str) -> Vec<u8> {
    Said::Error { id, error: &Fault { code, message: format!("byleave: {why}") } }.written()
}

/// A result as an answer.
#[must_use]
pub fn result(id: &Value, result: &impl Serialize) -> Vec<u8> {
    Said::Result { id, result }.written()
}

/// Whether a frame may go on as it came. A reader that ends lines at other bytes would read other messages in it.
#[must_use]
pub fn is_one_line(bytes: &[u8]) -> bool {
    !bytes.iter().any(|byte| *byte < b' ')
        && !contains(bytes, "\u{2028}")
        && !contains(bytes, "\u{2029}")
        && !contains(bytes, "\u{85}")
}

fn contains(bytes: &[u8], sign: &str) -> bool {
    bytes.windows(sign.len()).any(|window| window == sign.as_bytes())
}

/// Text of another side, with everything spelt out that a person would not see.
#[must_use]
pub fn shown(text: &str) -> String {
    use std::fmt::Write as _;
    let hidden = byleave_shell::hidden_in(text);
    let mut out = String::with_capacity(text.len());
    for (at, one) in text.char_indices() {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let unseen = one.is_control() || hidden.iter().any(|run| run.span.start <= at && at < run.span.end);
        if unseen && one != '\n' {
            // Writing into a string cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(one));
        } else {
            out.push(one);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Frame, Kind, error, is_one_line, notification, read, request, result, shown};

    #[test]
    fn what_may_be_read_as_two_messages_is_none() {
        for text in [
            "",
            "{",
            "nul",
            "1",
            "[]",
            "[1]",
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            r#"{"id":1,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","METHOD":"tools/call"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}"#,
            r#"{"jsonrpc":"2.0","result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"ping"} {"jsonrpc":"2.0","id":2,"method":"tools/call"}"#,
        ] {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn messages_of_unknown_methods_and_with_unknown_fields_are_read() {
        for (text, kind) in [
            (r#"{"jsonrpc":"2.0","id":"a","method":"x/y","later":1}"#, "request"),
            (r#"{"jsonrpc":"2.0","method":"notifications/z"}"#, "notification"),
            (r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"later"}}"#, "response"),
            (r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#, "response"),
        ] {
            let found = match read(text.as_bytes()) {
                Ok(Frame::One(message)) => match message.kind {
                    Kind::Request { .. } => "request",
                    Kind::Notification { .. } => "notification",
                    Kind::Response { .. } => "response",
                },
                Ok(Frame::Batch(_)) | Err(_) => "none",
            };
            assert_eq!(found, kind, "{text}");
        }
    }

    #[test]
    fn what_the_gate_says_itself_is_one_line_of_json_rpc() {
        let params = json!({"b": "\n", "a": 1});
        for (said, line) in [
            (request("x", "m", &params), r#"{"id":"x","jsonrpc":"2.0","method":"m","params":{"a":1,"b":"\n"}}"#),
            (notification("m", &params), r#"{"jsonrpc":"2.0","method":"m","params":{"a":1,"b":"\n"}}"#),
            (result(&json!(7), &params), r#"{"id":7,"jsonrpc":"2.0","result":{"a":1,"b":"\n"}}"#),
            (
                error(&Value::Null, -32000, "no"),
                r#"{"error":{"code":-32000,"message":"byleave: no"},"id":null,"jsonrpc":"2.0"}"#,
            ),
        ] {
            assert_eq!(String::from_utf8_lossy(&said), line);
            assert!(is_one_line(&said) && read(&said).is_ok(), "{line}");
        }
    }

    #[test]
    fn a_frame_that_other_readers_would_cut_is_written_anew() {
        assert!(is_one_line(br#"{"a": "b"}"#));
        for text in ["{\r}", "{\t}", "\u{b}", "{\"a\":\"\u{2028}\"}", "\u{85}"] {
            assert!(!is_one_line(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn what_does_not_show_is_spelt_out() {
        assert_eq!(shown("a\u{202e}b\u{1b}[2Jc\u{200b}\n文"), "a\\u{202e}b\\u{1b}[2Jc\\u{200b}\n文");
    }
}
