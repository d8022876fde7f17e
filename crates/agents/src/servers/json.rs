//! Servers in JSON with comments.

use super::{Entry, How, List, Word};
use crate::jsonc::{self, BadSettings, Closing, Kind, Node};

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
    let remote = members.iter().any(|(name, ..)| ADDRESSES.contains(&name.as_str()));
    let Some((_, key, command)) = get("command") else {
        return if remote { How::Remote } else { How::Odd("it has neither a command nor an address") };
    };
    if remote {
        return How::Odd("it has a command and an address");
    }
    let arguments = match get("args") {
        None => None,
        Some((_, _, value)) => match list(value) {
            Some(list) => Some(list),
            None => return How::Odd("its arguments are not a list of texts"),
        },
    };
    match (&command.kind, arguments) {
        (Kind::Text(name), arguments) if !name.is_empty() => {
            let command = Word { span: command.span.clone(), text: name.clone() };
            How::Apart { command, opening: opening(text, key.start), arguments }
        }
        (Kind::Array(..), None) => match list(command).filter(|list| !list.words.is_empty()) {
            Some(list) => How::Together(list),
            None => How::Odd("its command is not a list of texts"),
        },
        (Kind::Array(..) | Kind::Text(_) | Kind::Object(..) | Kind::Other, _) => How::Odd("its command is not a text"),
    }
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

fn list(node: &Node) -> Option<List> {
    let Kind::Array(elements, Closing { after, .. }) = &node.kind else { return None };
    let word = |node: &Node| match &node.kind {
        Kind::Text(text) => Some(Word { span: node.span.clone(), text: text.clone() }),
        Kind::Object(..) | Kind::Array(..) | Kind::Other => None,
    };
    let words = elements.iter().map(word).collect::<Option<_>>()?;
    Some(List { open: node.span.start.saturating_add(1), words, end: *after })
}
