//! One more rule in the text of a policy file, with everything else in it as it was.
//!
//! A file is its author's: comments, order, quotes and line ends stay. So the text is edited, not written anew; and because an edit of
//! a text can go wrong in ways that nobody thought of, the result is read again and must say what was there before and the rule, and
//! nothing else.

use std::fmt;
use std::ops::Range;

use byleave_policy::Verdict;
use serde_json::{Map, Value as Json};

use super::node::{self, Entry, Node, Value};
use super::problem::Problems;

/// A text with a rule in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The rule stands there already, in this line.
    There(usize),
    /// The rule is new.
    Added(String),
    /// The rule of this line said less.
    Tightened(String, usize),
}

/// Why a rule cannot be put into a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditError {
    /// The text is no YAML.
    Broken(Problems),
    /// A rule on the same pattern says more.
    Against {
        /// Where.
        line: usize,
        /// What it says.
        says: Verdict,
    },
    /// A rule on the same pattern has conditions, which the new one would get too.
    Conditions(usize),
    /// Its shape is one that byleave does not edit.
    Shape,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(problems) => problems.fmt(f),
            Self::Against { line, says } => {
                let says = word(*says);
                write!(f, "line {line} says `allowed: {says}` for the same pattern; change that line first")
            }
            Self::Conditions(line) => {
                write!(f, "line {line} has a rule on the same pattern with conditions; change that line by hand")
            }
            Self::Shape => f.write_str("byleave cannot edit a file of this shape; put the line there by hand"),
        }
    }
}

impl std::error::Error for EditError {}

/// What stands behind `allowed:`.
const fn word(says: Verdict) -> &'static str {
    match says {
        Verdict::Allow => "true",
        Verdict::Ask => "ask",
        Verdict::Deny => "false",
    }
}

/// The line of a rule, without its indent.
#[must_use]
pub fn line(pattern: &str, says: Verdict, reason: Option<&str>) -> String {
    let reason = reason.map_or(String::new(), |reason| format!(", reason: {}", quoted(reason)));
    format!("{}: {{ allowed: {}{reason} }}", quoted(pattern), word(says))
}

/// A text in double quotes, as YAML and JSON read it.
fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// Puts a rule into the text of a policy file.
///
/// # Errors
///
/// If the text is broken, speaks against the rule, or has a shape that cannot be edited.
pub fn with_rule(text: &str, pattern: &str, says: Verdict, reason: Option<&str>) -> Result<Edit, EditError> {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => ("\u{feff}", body),
        None => ("", text),
    };
    let tree = node::read("the policy", body).map_err(EditError::Broken)?;
    let Value::Map(top) = &tree.value else { return Err(EditError::Shape) };
    let permissions = top.iter().find(|entry| entry.key == "permissions");
    let known = permissions.and_then(|entry| match &entry.node.value {
        Value::Map(rules) => rules.iter().find(|rule| rule.key == pattern),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => None,
    });
    if let Some(known) = known {
        return tightened(text, mark.len(), known, says);
    }
    let rule = line(pattern, says, reason);
    let edited = match permissions {
        Some(permissions) => inside(body, permissions, &rule),
        None => beside(body, &tree, &rule),
    };
    let edited = edited.ok_or(EditError::Shape)?;
    if is_meant(&tree, &edited, pattern, says, reason) {
        Ok(Edit::Added(format!("{mark}{edited}")))
    } else {
        Err(EditError::Shape)
    }
}

/// The file has a rule on this pattern: only its verdict changes, and only to a stricter one.
fn tightened(text: &str, offset: usize, known: &Entry, says: Verdict) -> Result<Edit, EditError> {
    let line = known.place.line;
    let Value::Map(fields) = &known.node.value else { return Err(EditError::Shape) };
    let allowed = fields.iter().find(|field| field.key == "allowed").ok_or(EditError::Shape)?;
    let found = match &allowed.node.value {
        Value::Bool(true) => Verdict::Allow,
        Value::Bool(false) => Verdict::Deny,
        Value::Text(text) if text == "ask" => Verdict::Ask,
        Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => {
            return Err(EditError::Shape);
        }
    };
    let is_free = |field: &Entry| matches!(field.key.as_str(), "allowed" | "reason" | "source");
    if !fields.iter().all(is_free) {
        return Err(EditError::Conditions(line));
    }
    if found == says {
        return Ok(Edit::There(line));
    }
    if found > says {
        return Err(EditError::Against { line, says: found });
    }
    let Range { start, end } = allowed.node.place.bytes;
    let range = start.saturating_add(offset)..end.saturating_add(offset);
    let written = text.get(range.clone()).filter(|old| matches!(*old, "true" | "True" | "TRUE" | "ask"));
    let (Some(_), Some(before), Some(after)) = (written, text.get(..range.start), text.get(range.end..)) else {
        return Err(EditError::Shape);
    };
    Ok(Edit::Tightened(format!("{before}{}{after}", word(says)), line))
}

/// A rule among others: below the last one, or behind the brace.
fn inside(text: &str, permissions: &Entry, rule: &str) -> Option<String> {
    let at = permissions.node.place.bytes.start;
    match &permissions.node.value {
        Value::Null => {
            let place = end_of_line(text, permissions.place.bytes.end);
            Some(below(text, place, &deeper(text, permissions), rule))
        }
        Value::Map(rules) if text.get(at..)?.starts_with('{') => {
            let behind = at.checked_add(1)?;
            let rest = text.get(behind..)?;
            if !rules.is_empty() {
                return Some(format!("{} {rule},{rest}", text.get(..behind)?));
            }
            let after = rest.trim_start().strip_prefix('}')?;
            let newline = newline(text);
            let indent = deeper(text, permissions);
            Some(format!("{}{newline}{indent}{rule}{after}", text.get(..at)?.trim_end_matches(' ')))
        }
        Value::Map(rules) => {
            let last = rules.iter().max_by_key(|rule| rule.place.bytes.start)?;
            let start = text.get(..last.place.bytes.start)?.rfind('\n').map_or(0, |at| at.saturating_add(1));
            let indent = text.get(start..last.place.bytes.start)?;
            // Behind something else on its line, such as `? `, it is no plain block.
            indent.chars().all(|one| one == ' ').then(|| below(text, end_of_block(text, last, indent), indent, rule))
        }
        Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => None,
    }
}

/// The first rule of a file.
fn beside(text: &str, tree: &Node, rule: &str) -> Option<String> {
    let at = tree.place.bytes.start;
    let Value::Map(top) = &tree.value else { return None };
    if text.get(at..)?.starts_with('{') {
        let behind = at.checked_add(1)?;
        let comma = if top.is_empty() { "" } else { "," };
        return Some(format!("{} \"permissions\": {{ {rule} }}{comma}{}", text.get(..behind)?, text.get(behind..)?));
    }
    let end = newline(text);
    let gap = if text.is_empty() || text.ends_with('\n') { "" } else { end };
    Some(format!("{text}{gap}permissions:{end}  {rule}{end}"))
}

/// The text with a line more at this place, which is the beginning of a line or the end of the text.
fn below(text: &str, at: usize, indent: &str, rule: &str) -> String {
    let (before, after) = (text.get(..at).unwrap_or(text), text.get(at..).unwrap_or(""));
    let end = newline(text);
    let gap = if before.ends_with('\n') { "" } else { end };
    format!("{before}{gap}{indent}{rule}{end}{after}")
}

/// Where the line ends that this place is in.
fn end_of_line(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or("");
    at.saturating_add(rest.find('\n').map_or(rest.len(), |end| end.saturating_add(1)))
}

/// Where an entry of a block ends: before the first line that is not deeper than its key.
fn end_of_block(text: &str, entry: &Entry, indent: &str) -> usize {
    let mut end = end_of_line(text, entry.place.bytes.end);
    let mut at = end;
    while at < text.len() {
        let next = end_of_line(text, at);
        let line = text.get(at..next).unwrap_or("");
        let words = line.trim();
        let deep = line.len().saturating_sub(line.trim_start_matches(' ').len()) > indent.len();
        if !words.is_empty() {
            if !deep && !words.starts_with(['}', ']']) {
                break;
            }
            end = next;
        }
        at = next;
    }
    end
}

/// The indent of what stands below a key.
fn deeper(text: &str, key: &Entry) -> String {
    let start = text.get(..key.place.bytes.start).unwrap_or("").rfind('\n').map_or(0, |at| at.saturating_add(1));
    " ".repeat(key.place.bytes.start.saturating_sub(start).saturating_add(2))
}

/// How the lines of a text end.
fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Whether a text says what the tree does, and the rule.
fn is_meant(before: &Node, after: &str, pattern: &str, says: Verdict, reason: Option<&str>) -> bool {
    let Ok(after) = node::read("the policy", after) else { return false };
    let mut wanted = plain(before);
    let mut rule = Map::new();
    let allowed = match says {
        Verdict::Allow => Json::Bool(true),
        Verdict::Ask => Json::from("ask"),
        Verdict::Deny => Json::Bool(false),
    };
    rule.insert("allowed".to_owned(), allowed);
    rule.extend(reason.map(|reason| ("reason".to_owned(), Json::from(reason))));
    let Some(top) = wanted.as_object_mut() else { return false };
    let permissions = top.entry("permissions").or_insert(Json::Null);
    if permissions.is_null() {
        *permissions = Json::Object(Map::new());
    }
    let Some(rules) = permissions.as_object_mut() else { return false };
    rules.insert(pattern.to_owned(), Json::Object(rule));
    plain(&after) == wanted
}

/// A tree without its places, and without the order of its keys.
fn plain(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        // Apart from text: `1` is not `"1"`.
        Value::Number(text) => Json::Array(vec![Json::from(text.as_str()), Json::Null]),
        Value::Text(text) => Json::from(text.as_str()),
        Value::List(items) => Json::Array(items.iter().map(plain).collect()),
        Value::Map(entries) => {
            Json::Object(entries.iter().map(|entry| (entry.key.clone(), plain(&entry.node))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, EditError, with_rule};
    use byleave_policy::Verdict;

    const NEW: &str = "\"Bash(cargo test *)\": { allowed: true }";

    fn added(text: &str) -> String {
        match with_rule(text, "Bash(cargo test *)", Verdict::Allow, None) {
            Ok(Edit::Added(text)) => text,
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_rule_is_one_line_more_and_all_else_stays() {
        for (before, after) in [
            ("", format!("permissions:\n  {NEW}\n")),
            ("# mine\n", format!("# mine\npermissions:\n  {NEW}\n")),
            ("mode: default", format!("mode: default\npermissions:\n  {NEW}\n")),
            ("permissions:\n", format!("permissions:\n  {NEW}\n")),
            ("permissions: # none\nmode: default\n", format!("permissions: # none\n  {NEW}\nmode: default\n")),
            ("permissions: {}\n", format!("permissions:\n  {NEW}\n")),
            ("permissions: { } # none\n", format!("permissions:\n  {NEW} # none\n")),
            (
                "permissions:\n    a: { allowed: true }   # why\n\n# the mode\nmode: default\n",
                format!("permissions:\n    a: {{ allowed: true }}   # why\n    {NEW}\n\n# the mode\nmode: default\n"),
            ),
            (
                "permissions:\n  # first\n  a:\n    allowed: true\n\n    reason: x\n  # about b\n  b: {\n    allowed: true\n  }\n",
                format!(
                    "permissions:\n  # first\n  a:\n    allowed: true\n\n    reason: x\n  # about b\n  b: {{\n    allowed: true\n  }}\n  {NEW}\n"
                ),
            ),
            (
                "permissions:\r\n  a: { allowed: true }\r\n",
                format!("permissions:\r\n  a: {{ allowed: true }}\r\n  {NEW}\r\n"),
            ),
            (
                "\u{feff}permissions:\n  a: { allowed: true }",
                format!("\u{feff}permissions:\n  a: {{ allowed: true }}\n  {NEW}\n"),
            ),
            (
                "{ \"permissions\": { \"a\": { \"allowed\": true } } }\n",
                format!("{{ \"permissions\": {{ {NEW}, \"a\": {{ \"allowed\": true }} }} }}\n"),
            ),
            ("{}\n", format!("{{ \"permissions\": {{ {NEW} }}}}\n")),
            ("{ \"mode\": \"default\" }\n", format!("{{ \"permissions\": {{ {NEW} }}, \"mode\": \"default\" }}\n")),
        ] {
            assert_eq!(added(before), after, "{before:?}");
        }
    }

    #[test]
    fn what_cannot_be_edited_is_said() {
        for text in [
            "[1]",
            "permissions: [1]\n",
            "permissions: yes\n",
            "permissions:\n  ? a\n  : { allowed: true }\n",
            "a: 1\n...\n",
        ] {
            assert!(matches!(with_rule(text, "b", Verdict::Allow, None), Err(EditError::Shape)), "{text}");
        }
        assert!(matches!(with_rule("a: [", "b", Verdict::Allow, None), Err(EditError::Broken(_))));
    }

    #[test]
    fn a_rule_on_the_same_pattern_only_becomes_stricter() {
        let text =
            "permissions:\n  a: { allowed: true } # mine\n  b: { allowed: false }\n  c: { allowed: ask, hours: x }\n";
        let edit = |pattern, says| with_rule(text, pattern, says, None);
        assert!(matches!(edit("a", Verdict::Allow), Ok(Edit::There(2))));
        let denied =
            "permissions:\n  a: { allowed: false } # mine\n  b: { allowed: false }\n  c: { allowed: ask, hours: x }\n";
        assert_eq!(edit("a", Verdict::Deny).ok(), Some(Edit::Tightened(denied.to_owned(), 2)));
        assert!(matches!(edit("b", Verdict::Allow), Err(EditError::Against { line: 3, says: Verdict::Deny })));
        assert!(matches!(edit("b", Verdict::Ask), Err(EditError::Against { line: 3, .. })));
        assert!(matches!(edit("c", Verdict::Deny), Err(EditError::Conditions(4))));
    }
}
