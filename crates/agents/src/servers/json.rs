//! Servers in JSON with comments.

use super::{Entry, Field, How, List, Word};
use crate::jsonc::{self, BadSettings, Kind, Node};

/// The keys under which clients keep an address.
const ADDRESSES: [&str; 5] = ["url", "httpUrl", "serverUrl", "endpoint", "uri"];

/// The servers below some keys.
pub(super) fn entries(text: &str, paths: &[&[&str]]) -> Result<Vec<Entry>, BadSettings> {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Ok(Vec::new());
    }
    let root = jsonc::read(text)?;
    let mut found = Vec::new();
    for path in paths {
        let mut reached: Vec<(&Node, Vec<String>)> = vec![(&root, Vec::new())];
        for key in path.iter().chain(&["*"]) {
            let members = reached.iter().flat_map(|(node, keys)| {
                let Kind::Object(members, _) = &node.kind else { return Vec::new() };
                let meant = members.iter().filter(|(name, ..)| *key == "*" || name == key);
                meant.map(|(name, _, value)| (value, [keys.as_slice(), std::slice::from_ref(name)].concat())).collect()
            });
            reached = members.collect();
        }
        found.extend(reached.into_iter().map(|(node, keys)| Entry { keys, how: how(text, node) }));
    }
    Ok(found)
}

fn how(text: &str, server: &Node) -> How {
    let Kind::Object(members, _) = &server.kind else { return How::Odd("it is not a map") };
    let get = |key: &str| members.iter().find(|(name, ..)| name == key);
    let value = |key: &str| get(key).map(|(_, _, value)| field(value));
    let is_remote = members.iter().any(|(name, ..)| ADDRESSES.contains(&name.as_str()));
    How::of(value("command"), value("args"), is_remote, || {
        opening(text, get("command").map_or(0, |(_, key, _)| key.start))
    })
}

/// What stands before the arguments where there were none: on a line of their own if the command has one.
fn opening(text: &str, key: usize) -> String {
    let before = text.get(..key).unwrap_or_default();
    let indent = before.len().saturating_sub(before.trim_end_matches([' ', '\t']).len());
    let (above, indent) = before.split_at_checked(before.len().saturating_sub(indent)).unwrap_or((before, ""));
    let gap = if above.ends_with("\r\n") {
        format!("\r\n{indent}")
    } else if above.ends_with('\n') {
        format!("\n{indent}")
    } else {
        " ".to_owned()
    };
    format!(",{gap}\"args\": [")
}

fn field(node: &Node) -> Field {
    match &node.kind {
        Kind::Text(_) => word(node).map_or(Field::Other, Field::Text),
        Kind::Array(elements, closing) => {
            elements.iter().map(word).collect::<Option<_>>().map_or(Field::Other, |words| {
                Field::Texts(List { open: node.span.start.saturating_add(1), words, end: closing.after })
            })
        }
        Kind::Object(..) | Kind::Other => Field::Other,
    }
}

fn word(node: &Node) -> Option<Word> {
    match &node.kind {
        Kind::Text(text) => Some(Word { span: node.span.clone(), text: text.clone() }),
        Kind::Object(..) | Kind::Array(..) | Kind::Other => None,
    }
}
