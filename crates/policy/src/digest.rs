//! The digest of a call: what an answer, an exact grant and a permit are bound to.

use std::fmt;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{CallFacts, tool};

/// SHA-256 over the canonical form of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a call: tool, arguments, working directory and project. Any other byte gives another digest.
    #[must_use]
    pub fn of(call: &CallFacts) -> Self {
        let tool = tool::canonical(&call.tool);
        let mut hash = Sha256::new();
        // Each field with its length before it, so that no two calls run together into the same bytes.
        let mut field = |bytes: &[u8]| {
            hash.update(u64::try_from(bytes.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(bytes);
        };
        field(b"byleave call 1");
        field(tool.as_bytes());
        field(canonical(&call.arguments).as_bytes());
        field(call.command_bytes.as_deref().unwrap_or_default());
        field(&[u8::from(call.command_bytes.is_some())]);
        // Only where the call says it: calls of before have the digests they had.
        if let Some(shells) = call.shell {
            field(shells.to_string().as_bytes());
        }
        field(call.cwd.as_bytes());
        field(call.project.as_bytes());
        Self(hash.finalize().into())
    }

    /// The digest with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Reads `sha256:…`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        unhex(text.strip_prefix("sha256:")?)?.try_into().ok().map(Self)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        write_hex(&self.0, f)
    }
}

/// Writes bytes as hexadecimal digits. Every record has three such texts, so not by formatting one byte at a time.
///
/// # Errors
///
/// If they cannot be written.
pub fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |four: u8| DIGITS.get(usize::from(four)).copied().unwrap_or(b'?');
    let mut text = [0_u8; 64];
    for (pair, byte) in text.chunks_exact_mut(2).zip(bytes) {
        if let [high, low] = pair {
            (*high, *low) = (digit(byte >> 4), digit(byte & 15));
        }
    }
    f.write_str(std::str::from_utf8(&text).unwrap_or_default())
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Bytes from hexadecimal digits, two for each, and nothing else.
#[must_use]
pub fn unhex(digits: &str) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok());
    let (pairs, []) = digits.as_bytes().as_chunks() else { return None };
    pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect()
}

/// Arguments as text with their keys in order, whichever order they came in.
#[must_use]
pub fn canonical(arguments: &serde_json::Map<String, Value>) -> String {
    let mut text = String::new();
    write_object(arguments, &mut text);
    text
}

fn write_object(map: &serde_json::Map<String, Value>, text: &mut String) {
    let mut entries: Vec<(&String, &Value)> = map.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.as_str());
    text.push('{');
    for (index, (key, value)) in entries.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        text.push_str(&Value::from(key.as_str()).to_string());
        text.push(':');
        write_value(value, text);
    }
    text.push('}');
}

fn write_value(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => write_object(map, text),
        Value::Array(list) => {
            text.push('[');
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_value(item, text);
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&value.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Digest;
    use crate::CallFacts;

    fn call(tool: &str, arguments: &serde_json::Value, cwd: &str) -> CallFacts {
        CallFacts {
            cwd: cwd.to_owned(),
            ..CallFacts::new(tool, arguments.as_object().cloned().unwrap_or_default(), "/p", "/h")
        }
    }

    #[test]
    fn s11_any_change_gives_another_digest() {
        let first = Digest::of(&call("bash", &json!({"command": "ls", "timeout": 1}), "/p"));
        assert_eq!(first, Digest::of(&call("Bash", &json!({"timeout": 1, "command": "ls"}), "/p")), "order and alias");
        for (name, other) in [
            ("tool", call("write", &json!({"command": "ls", "timeout": 1}), "/p")),
            ("a byte", call("bash", &json!({"command": "ls ", "timeout": 1}), "/p")),
            ("number form", call("bash", &json!({"command": "ls", "timeout": 1.0}), "/p")),
            ("type", call("bash", &json!({"command": "ls", "timeout": "1"}), "/p")),
            ("unicode form", call("bash", &json!({"command": "l\u{17f}", "timeout": 1}), "/p")),
            ("directory", call("bash", &json!({"command": "ls", "timeout": 1}), "/p/src")),
            ("key", call("bash", &json!({"command": "ls", "timeou": 1}), "/p")),
        ] {
            assert_ne!(first, Digest::of(&other), "{name}");
        }
        assert_eq!(Digest::parse(&first.to_string()), Some(first));
        for wrong in ["sha256:00", &format!("sha256:{}", "+f".repeat(32)), &format!("sha256:{}", "é".repeat(32))] {
            assert_eq!(Digest::parse(wrong), None, "{wrong}");
        }
    }
}
