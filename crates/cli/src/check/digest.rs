//! What a call is known by: the same call has the same digest, and any other call another.

use std::fmt::Write;

use byleave_policy::{Call, tools};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// SHA-256 over the canonical call: the tool by its canonical name, all arguments with sorted keys, the directory and
/// the project. The home directory is the machine's, not the call's.
pub fn of(call: &Call) -> String {
    let mut text = String::new();
    let tool = tools::find(&call.tool).map_or(call.tool.as_str(), |tool| tool.name);
    for part in [tool, call.cwd.as_str(), call.project.as_str()] {
        string(&mut text, part);
    }
    canonical(&mut text, &Value::Object(call.arguments.clone()));
    let mut hash = Sha256::new();
    hash.update(text.as_bytes());
    if let Some(bytes) = &call.command_bytes {
        hash.update(bytes);
    }
    hash.finalize().iter().fold("sha256:".to_owned(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// JSON with sorted keys and no blanks. Values come from a reader that limits depth.
fn canonical(out: &mut String, value: &Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => out.push_str(&value.to_string()),
        Value::String(text) => string(out, text),
        Value::Array(list) => {
            out.push('[');
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                canonical(out, item);
            }
            out.push(']');
        }
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(key, _)| *key);
            out.push('{');
            for (index, (key, item)) in entries.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                string(out, key);
                out.push(':');
                canonical(out, item);
            }
            out.push('}');
        }
    }
}

fn string(out: &mut String, text: &str) {
    out.push_str(&Value::from(text).to_string());
}

#[cfg(test)]
mod tests {
    use byleave_policy::Call;
    use serde_json::{Map, Value};

    fn digest(tool: &str, arguments: &str, cwd: &str) -> String {
        let arguments: Map<String, Value> = serde_json::from_str(arguments).unwrap_or_default();
        let (project, home) = ("/w".to_owned(), "/home/u".to_owned());
        let call = Call { tool: tool.to_owned(), arguments, command_bytes: None, cwd: cwd.to_owned(), project, home };
        super::of(&call)
    }

    #[test]
    fn the_same_call_by_another_name_or_order_of_keys_is_the_same() {
        let one = digest("bash", r#"{"command":"ls","timeout":5}"#, "/w");
        assert_eq!(one, digest("Shell", r#"{"timeout":5,"command":"ls"}"#, "/w"));
        assert_eq!(one.len(), "sha256:".len() + 64);
    }

    #[test]
    fn any_other_call_is_another() {
        let one = digest("bash", r#"{"command":"ls"}"#, "/w");
        for (tool, arguments, cwd) in [
            ("write", r#"{"command":"ls"}"#, "/w"),
            ("bash", r#"{"command":"ls "}"#, "/w"),
            ("bash", r#"{"command":"ls","timeout":5}"#, "/w"),
            ("bash", r#"{"cmd":"ls"}"#, "/w"),
            ("bash", r#"{"command":"ls"}"#, "/w/src"),
        ] {
            assert_ne!(one, digest(tool, arguments, cwd), "{tool} {arguments} {cwd}");
        }
    }
}
