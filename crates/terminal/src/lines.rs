//! Questions without a box: the plain style, and the form for terminals where a box cannot be drawn. Texts only.

use std::fmt::Write;

use byleave_gate::order::Ordered;

use crate::body::body;
use crate::border;
use crate::question::{Question, Reply, Style};
use crate::spelling::{Kind, is_spelt, line};

/// More blanks in a row than this are spelt out.
const MOST_BLANKS: usize = 8;
/// Wide enough that nothing is wrapped: the terminal does that.
const UNBROKEN: usize = 1 << 24;

/// The question in OriCore's words.
#[must_use]
pub fn plain(question: &Question) -> String {
    let tool = line(&question.tool, Kind::Name);
    let parameters = json(Ordered(&question.arguments, &question.order));
    format!("[Approval] Tool: {tool}\n[Params] {parameters}\n\nApprove {tool}? (y/n): ")
}

/// The text after the answer in the plain style.
#[must_use]
pub const fn plain_result(reply: &Reply) -> &'static str {
    match reply {
        Reply::Once | Reply::Always { .. } => "✅ Approved",
        // Another channel's answer counts, and it may be an approval.
        Reply::Closed => "",
        Reply::Deny { .. } | Reply::Cancelled | Reply::Stop | Reply::Expired => "❌ Denied",
    }
}

/// The question without raw mode, up to the answer.
#[must_use]
pub fn numbered(question: &Question) -> String {
    let rule = "━".repeat(51);
    let mut text = format!("\n{rule}\n");
    if question.outside {
        text.push_str("!! OUTSIDE PROJECT !!\n");
    }
    if question.style != Style::Ollama {
        text.push_str(&border::heading(question));
        text.push('\n');
    }
    for line in body(question, UNBROKEN, UNBROKEN) {
        text.push_str(&line.text());
        text.push('\n');
    }
    text.push_str(&rule);
    let always = match question.covers.first().filter(|_| question.style != Style::Ollama) {
        Some(choice) => format!("Always allow ({})", line(&choice.line(), Kind::Text)),
        None => "Always allow".to_owned(),
    };
    // Writing into a string cannot fail.
    let _ = write!(text, "\n[1] Execute once  [2] {always}  [3] Deny\nChoice: ");
    text
}

/// The prompt after a denial.
pub const REASON: &str = "Reason (optional): ";

/// JSON over several lines, with nothing hidden. It is still JSON.
fn json(arguments: Ordered<'_>) -> String {
    let pretty = serde_json::to_string_pretty(&arguments).unwrap_or_default();
    let mut out = String::with_capacity(pretty.len());
    for (number, text) in pretty.split('\n').enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let (mut blanks, mut indents) = (0usize, true);
        for character in text.chars() {
            blanks = if character == ' ' { blanks.saturating_add(1) } else { 0 };
            indents &= character == ' ';
            if is_spelt(character) || (blanks > MOST_BLANKS && !indents) {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    // Writing into a string cannot fail.
                    let _ = write!(out, "\\u{unit:04x}");
                }
            } else {
                out.push(character);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn parameters_stay_json_and_hide_nothing() {
        let value =
            json!({"a": "x\u{1b}[2J\u{7f}\u{202e}\u{e0041}", "b": format!("1{}2", " ".repeat(10)), "c": {"d": [1]}});
        let shown = super::json(super::Ordered(value.as_object().unwrap(), &[]));
        assert!(shown.chars().all(|character| character == '\n' || !super::is_spelt(character)), "{shown}");
        assert!(shown.contains("\"1        \\u0020\\u00202\""), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }
}
