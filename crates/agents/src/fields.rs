//! The fields of what an agent says, and why it cannot be taken.

use byleave_gate::strict::{self, BadJson};
use serde_json::{Map, Value};
use thiserror::Error;

/// No agent says more than this at once.
pub const LARGEST: usize = 8 << 20;

/// Nothing that an agent says goes deeper.
const DEEPEST: usize = 64;

/// Names of sessions and calls are no longer.
const LONGEST_NAME: usize = 256;

/// Why what an agent says cannot be taken. The tool does not run then.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// Nothing came.
    #[error("the agent sent nothing on standard input")]
    Empty,
    /// Too much came.
    #[error("the agent sent more than {} MiB", LARGEST >> 20)]
    TooLarge,
    /// It is no UTF-8 text.
    #[error("what the agent sent is not UTF-8 text")]
    NotText,
    /// It is no JSON, or has a key twice, or goes too deep.
    #[error("what the agent sent cannot be read: {0}")]
    NotJson(BadJson),
    /// It is no object.
    #[error("what the agent sent is not a JSON object")]
    NotObject,
    /// Something is missing.
    #[error("what the agent sent has no `{0}`")]
    Missing(&'static str),
    /// Something is of another kind.
    #[error("`{0}` in what the agent sent is not {1}")]
    Wrong(&'static str, &'static str),
    /// An event that this agent does not have.
    #[error("{agent} has no hook event `{event}`; check the `--agent` of the hook")]
    UnknownEvent {
        /// The agent that was named.
        agent: &'static str,
        /// The event.
        event: String,
    },
}

/// The fields of an object.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'f>(pub &'f Map<String, Value>);

/// Reads what came on standard input.
pub(crate) fn object(bytes: &[u8]) -> Result<Map<String, Value>, Unreadable> {
    if bytes.len() > LARGEST {
        return Err(Unreadable::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| Unreadable::NotText)?;
    // Editors on Windows begin a text with it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(Unreadable::Empty);
    }
    match strict::read(text.as_bytes(), DEEPEST).map_err(Unreadable::NotJson)? {
        Value::Object(map) => Ok(map),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(Unreadable::NotObject)
        }
    }
}

impl<'f> Fields<'f> {
    pub fn get(self, key: &str) -> Option<&'f Value> {
        self.0.get(key).filter(|value| !value.is_null())
    }

    pub fn has(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// A text that may be missing, but not be something else.
    pub fn text(self, key: &'static str) -> Result<Option<&'f str>, Unreadable> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
                Err(Unreadable::Wrong(key, "text"))
            }
        }
    }

    /// A text that must be there.
    pub fn needed(self, key: &'static str) -> Result<&'f str, Unreadable> {
        self.text(key)?.filter(|text| !text.is_empty()).ok_or(Unreadable::Missing(key))
    }

    /// A name of a session or a call: a short text on one line.
    pub fn name(self, key: &'static str) -> Result<Option<&'f str>, Unreadable> {
        match self.text(key)? {
            Some(name) if name.len() > LONGEST_NAME || name.chars().any(char::is_control) => {
                Err(Unreadable::Wrong(key, "a short name"))
            }
            name => Ok(name.filter(|name| !name.is_empty())),
        }
    }

    /// The same for one that must be there.
    pub fn needed_name(self, key: &'static str) -> Result<&'f str, Unreadable> {
        self.name(key)?.ok_or(Unreadable::Missing(key))
    }

    /// An object that may be missing, but not be something else.
    pub fn map(self, key: &'static str) -> Result<Option<&'f Map<String, Value>>, Unreadable> {
        match self.get(key) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::String(_)) => {
                Err(Unreadable::Wrong(key, "an object"))
            }
        }
    }

    /// The same for one that must be there.
    pub fn needed_map(self, key: &'static str) -> Result<Fields<'f>, Unreadable> {
        self.map(key)?.map(Fields).ok_or(Unreadable::Missing(key))
    }

    /// An object that some versions send as the text of one.
    pub fn map_or_text(self, key: &'static str) -> Result<Map<String, Value>, Unreadable> {
        match self.get(key) {
            None => Ok(Map::new()),
            Some(Value::Object(map)) => Ok(map.clone()),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(Map::new()),
            Some(Value::String(text)) => object(text.as_bytes()),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_)) => {
                Err(Unreadable::Wrong(key, "an object"))
            }
        }
    }

    /// The first text of a list.
    pub fn first_of(self, key: &str) -> Option<&'f str> {
        self.get(key)?.as_array()?.first()?.as_str().filter(|text| !text.is_empty())
    }
}
