//! Ollama's sentences.

use serde_json::{Map, Value};

use crate::question::Reply;
use crate::spelling::{Kind, line};

/// Longer commands are cut in a result line, in bytes. The box shows the whole command; this line only repeats it.
const LONGEST: usize = 40;
const KEPT: usize = 37;

/// What the model reads after a denial.
#[must_use]
pub fn format_deny_result(tool: &str, reason: &str) -> String {
    if reason.is_empty() {
        format!("User denied execution of {tool}.")
    } else {
        format!("User denied execution of {tool}. Reason: {reason}")
    }
}

/// The line that remains on the screen after an answer, coloured.
#[must_use]
pub fn format_approval_result(tool: &str, arguments: &Map<String, Value>, reply: &Reply) -> String {
    let (status, icon) = match reply {
        Reply::Once => ("Approved", "\x1b[32m✓\x1b[0m"),
        Reply::Always { .. } => ("Always allowed", "\x1b[32m✓\x1b[0m"),
        Reply::Deny { .. } | Reply::Cancelled | Reply::Stop | Reply::Expired | Reply::Closed => {
            ("Denied", "\x1b[31m✗\x1b[0m")
        }
    };
    let about = match tool {
        "bash" => byleave_policy::read::command_text(tool, arguments),
        "web_search" => arguments.get("query").and_then(Value::as_str),
        _ => None,
    };
    let tool = line(tool, Kind::Name);
    match about {
        Some(about) => format!("▶ {tool}: {} [{status}] {icon}", shortened(&line(about, Kind::Text))),
        None => format!("▶ {tool} [{status}] {icon}"),
    }
}

fn shortened(text: &str) -> String {
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    // The original cuts bytes and may split a character.
    let end = (0..=KEPT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}...", text.get(..end).unwrap_or_default())
}
