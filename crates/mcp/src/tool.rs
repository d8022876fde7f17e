//! A tool as its server describes it: what is pinned of it, and what is wrong with it at first sight.

use std::collections::BTreeMap;

use byleave_gate::files::pin;
use byleave_shell::HiddenKind;
use serde_json::{Map, Value};

use crate::message::shown;

/// A run of blanks this long pushes what follows out of sight.
const PUSHED: usize = 40;

/// A line break more than this in a row does the same.
const LINES: usize = 8;

/// The hash of a tool: name, title, description, schemas, annotations and everything else that its server says about
/// it, except `_meta`, which no model reads.
#[must_use]
pub fn hash(tool: &Map<String, Value>) -> String {
    pin(text(&pinned(tool)).as_bytes())
}

/// What is pinned of a tool.
#[must_use]
pub fn pinned(tool: &Map<String, Value>) -> Value {
    Value::Object(tool.iter().filter(|(key, _)| *key != "_meta").map(|(key, one)| (key.clone(), one.clone())).collect())
}

/// A value with its keys in alphabetical order.
fn text(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let sorted: BTreeMap<&String, String> = map.iter().map(|(key, one)| (key, text(one))).collect();
            let parts: Vec<String> =
                sorted.iter().map(|(key, one)| format!("{}:{one}", Value::from(key.as_str()))).collect();
            format!("{{{}}}", parts.join(","))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(text).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.to_string(),
    }
}

/// Whether a rule can name a tool of this name: rules split `mcp__server__tool` at `__`, and people must see every
/// character.
#[must_use]
pub fn is_plain_name(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    !name.is_empty() && name.len() <= 128 && name.bytes().all(plain) && !name.contains("__") && !name.starts_with('_')
}

/// Why the gate hides a tool from the model, if it does: the model must not read what no person can see.
#[must_use]
pub fn withheld(tool: &Map<String, Value>) -> Option<String> {
    let Some(name) = tool.get("name").and_then(Value::as_str) else {
        return Some("it has no name".to_owned());
    };
    if !is_plain_name(name) {
        return Some(format!(
            "its name `{}` is not made of letters, digits, `-`, `.` and single `_`, so no rule can name it",
            shown(name)
        ));
    }
    hidden(&pinned(tool), "")
}

/// The first hidden character in any text, with the place of the text.
fn hidden(value: &Value, at: &str) -> Option<String> {
    let of_text = |text: &str, at: &str| {
        let found = byleave_shell::hidden_in(text).into_iter().map(|run| run.kind);
        let meant = |kind: &HiddenKind| match kind {
            HiddenKind::Nul
            | HiddenKind::InvalidUtf8
            | HiddenKind::Control
            | HiddenKind::C1Control
            | HiddenKind::Direction
            | HiddenKind::Invisible => true,
            // Texts from Windows have these, and Chinese and French texts have those.
            HiddenKind::CarriageReturn | HiddenKind::Blank => false,
        };
        found.filter(meant).map(|kind| format!("its {at} holds a hidden {}", kind.words())).next()
    };
    match value {
        Value::String(text) => of_text(text, at),
        Value::Array(list) => list.iter().find_map(|one| hidden(one, at)),
        Value::Object(map) => map.iter().find_map(|(key, one)| {
            let place = if at.is_empty() { shown(key) } else { at.to_owned() };
            of_text(key, &place).or_else(|| hidden(one, &place))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// What a person should know before they accept a tool.
#[must_use]
pub fn doubts(tool: &Map<String, Value>) -> Vec<String> {
    let mut doubts = Vec::new();
    texts(&pinned(tool), &mut |text| {
        let blanks = longest_run(text, |one| one.is_whitespace() && one != '\n');
        let lines = longest_run(text, |one| matches!(one, '\n' | '\r'));
        if blanks >= PUSHED || lines >= LINES {
            doubts.push("a long run of blanks pushes a part of its text out of sight".to_owned());
        }
        if text.contains("<!--") {
            doubts.push("its text holds a comment that pages do not show".to_owned());
        }
    });
    doubts.dedup();
    doubts
}

fn longest_run(text: &str, is_meant: impl Fn(char) -> bool) -> usize {
    let (longest, _) = text.chars().fold((0_usize, 0_usize), |(longest, run), one| {
        let run = if is_meant(one) { run.saturating_add(1) } else { 0 };
        (longest.max(run), run)
    });
    longest
}

fn texts(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Array(list) => list.iter().for_each(|one| texts(one, each)),
        Value::Object(map) => map.values().for_each(|one| texts(one, each)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A name as a person may misread it: without case and separators, and with signs that look alike as one.
#[must_use]
pub fn likeness(name: &str) -> String {
    let folded: String = name.chars().filter(char::is_ascii_alphanumeric).map(|one| one.to_ascii_lowercase()).collect();
    let folded = folded.replace("rn", "m").replace("vv", "w");
    folded
        .chars()
        .map(|one| match one {
            '0' => 'o',
            '1' | 'i' => 'l',
            '5' => 's',
            '8' => 'b',
            other => other,
        })
        .collect()
}

/// What the annotations of a tool claim, in words. Nothing depends on it.
#[must_use]
pub fn claims(tool: &Map<String, Value>) -> Vec<&'static str> {
    let hint = |key: &str| tool.get("annotations").and_then(|hints| hints.get(key)).and_then(Value::as_bool);
    [
        (hint("readOnlyHint") == Some(true), "only reads"),
        (hint("destructiveHint") == Some(true), "may destroy"),
        (hint("destructiveHint") == Some(false), "destroys nothing"),
        (hint("idempotentHint") == Some(true), "may be repeated"),
        (hint("openWorldHint") == Some(false), "stays on this machine"),
    ]
    .into_iter()
    .filter_map(|(said, words)| said.then_some(words))
    .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{doubts, hash, is_plain_name, likeness, withheld};

    fn tool(value: &Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn the_hash_is_of_everything_a_model_reads_and_not_of_its_order() {
        let one = tool(&json!({"name": "a", "description": "b", "inputSchema": {"x": 1, "y": [2]}, "_meta": {"t": 1}}));
        let same =
            tool(&json!({"inputSchema": {"y": [2], "x": 1}, "description": "b", "name": "a", "_meta": {"t": 2}}));
        assert_eq!(hash(&one), hash(&same));
        for (key, value) in [
            ("description", json!("b.")),
            ("inputSchema", json!({"x": 1, "y": [3]})),
            ("annotations", json!({"readOnlyHint": true})),
            ("title", json!("A")),
            ("outputSchema", json!({})),
            ("later", json!("what a new version has")),
        ] {
            let mut other = one.clone();
            other.insert(key.to_owned(), value);
            assert_ne!(hash(&one), hash(&other), "{key}");
        }
    }

    #[test]
    fn tools_with_names_that_no_rule_can_name_or_with_hidden_text_are_withheld() {
        for (given, is_withheld) in [
            (json!({"name": "read_file", "description": "Reads.\r\n\tAlso 文　件, café\u{a0}!, 👩\u{200d}💻"}), false),
            (json!({"name": "a-b.c"}), false),
            (json!({}), true),
            (json!({"name": 7}), true),
            (json!({"name": ""}), true),
            (json!({"name": "a__b"}), true),
            (json!({"name": "_a"}), true),
            (json!({"name": "re\u{430}d"}), true),
            (json!({"name": "a b"}), true),
            (json!({"name": "a\u{200b}"}), true),
            (json!({"name": "a", "description": "x\u{1b}[8mhidden"}), true),
            (json!({"name": "a", "description": "x\u{e0041}"}), true),
            (json!({"name": "a", "title": "\u{202e}x"}), true),
            (json!({"name": "a", "inputSchema": {"properties": {"p": {"description": "a\u{200b}b"}}}}), true),
            (json!({"name": "a", "inputSchema": {"properties": {"p\u{2060}": {}}}}), true),
        ] {
            assert_eq!(withheld(&tool(&given)).is_some(), is_withheld, "{given}");
        }
    }

    #[test]
    fn what_is_pushed_out_of_sight_is_doubted() {
        assert!(doubts(&tool(&json!({"name": "a", "description": "plain\n\nwords"}))).is_empty());
        for text in [format!("a{}b", " ".repeat(60)), format!("a{}b", "\n".repeat(9)), "a <!-- b -->".to_owned()] {
            assert_eq!(doubts(&tool(&json!({"name": "a", "description": text}))).len(), 1, "{text}");
        }
    }

    #[test]
    fn names_that_look_alike_are_the_same() {
        for (one, other) in [("read_file", "readFile"), ("read_file", "read_fi1e"), ("modem", "rnodem"), ("l0g", "Log")]
        {
            assert_eq!(likeness(one), likeness(other), "{one} {other}");
        }
        assert_ne!(likeness("read_file"), likeness("write_file"));
        assert!(is_plain_name("get.x-1_y") && !is_plain_name("a__b"));
    }
}
