//! `byleave audit export`: entries for other programs.

use std::io::Write;

use byleave_gate::record::Entry;
use byleave_gate::{Query, Store};

use super::arguments::Format;
use super::list;
use super::open::{self, Numbered};
use crate::failure::Failure;

/// The columns of a table. They never change.
const COLUMNS: [&str; 22] = [
    "number",
    "timestamp",
    "session",
    "turn",
    "agent",
    "tool",
    "arguments",
    "verdict",
    "approved",
    "source",
    "stage",
    "rule",
    "location",
    "reason",
    "channel",
    "person",
    "waited_ms",
    "decided_us",
    "policy",
    "mode",
    "digest",
    "hash",
];

/// Prints the selected entries, oldest first.
pub fn export(out: &mut dyn Write, store: &dyn Store, query: &Query, format: Format) -> Result<bool, Failure> {
    if format == Format::Csv {
        writeln!(out, "{}", COLUMNS.join(","))?;
    }
    open::each(store, query, |one| {
        match format {
            Format::Jsonl => writeln!(out, "{}", list::to_json(&one)?)?,
            Format::Csv => writeln!(out, "{}", csv(&one))?,
            Format::Cef => writeln!(out, "{}", cef(&one))?,
        }
        Ok(true)
    })?;
    Ok(true)
}

fn csv(one: &Numbered) -> String {
    let entry = &one.entry;
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let cells = [
        one.number.to_string(),
        entry.timestamp.to_string(),
        entry.session.clone(),
        entry.turn.to_string(),
        text(&entry.agent),
        entry.tool.clone(),
        arguments(entry),
        entry.verdict.clone(),
        entry.approved.to_string(),
        entry.source.clone(),
        entry.stage.clone(),
        text(&entry.rule),
        text(&entry.location),
        entry.reason.clone(),
        text(&entry.channel),
        text(&entry.person),
        entry.waited_ms.to_string(),
        entry.decided_us.to_string(),
        entry.policy.clone(),
        entry.mode.clone(),
        entry.digest.clone(),
        one.hash.clone(),
    ];
    cells.iter().map(|text| cell(text)).collect::<Vec<_>>().join(",")
}

fn arguments(entry: &Entry) -> String {
    serde_json::Value::Object(entry.arguments.clone()).to_string()
}

/// A cell that no spreadsheet takes as a formula.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r', ' ']) || formula {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The Common Event Format for security servers.
fn cef(one: &Numbered) -> String {
    let entry = &one.entry;
    let severity = match (entry.verdict.as_str(), entry.approved) {
        ("allow", _) => 1,
        ("ask", true) => 4,
        ("ask", false) => 6,
        _ => 8,
    };
    let outcome = if entry.approved { "approved" } else { "refused" };
    let mut fields = vec![
        ("rt", entry.timestamp.as_millisecond().to_string()),
        ("externalId", one.number.to_string()),
        ("act", entry.verdict.clone()),
        ("outcome", outcome.to_owned()),
        ("reason", entry.reason.clone()),
        ("sproc", entry.tool.clone()),
        ("msg", arguments(entry)),
        ("cs1Label", "session".to_owned()),
        ("cs1", entry.session.clone()),
        ("cs2Label", "source".to_owned()),
        ("cs2", entry.source.clone()),
        ("cs3Label", "policy".to_owned()),
        ("cs3", entry.policy.clone()),
        ("cs4Label", "hash".to_owned()),
        ("cs4", one.hash.clone()),
    ];
    let mut more = |key, value: &Option<String>| {
        if let Some(value) = value {
            fields.push((key, value.clone()));
        }
    };
    more("suser", &entry.person);
    more("deviceExternalId", &entry.agent);
    if let Some(rule) = &entry.rule {
        fields.push(("cs5Label", "rule".to_owned()));
        fields.push(("cs5", rule.clone()));
    }
    let extension: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={}", extension(value))).collect();
    let version = env!("CARGO_PKG_VERSION");
    let name = header(&format!("{} {outcome}", entry.tool));
    format!("CEF:0|byleave|byleave|{version}|{}|{name}|{severity}|{}", header(&entry.verdict), extension.join(" "))
}

fn header(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace(['\n', '\r'], " ")
}

fn extension(text: &str) -> String {
    text.replace('\\', "\\\\").replace('=', "\\=").replace('\n', "\\n").replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::{cell, extension, header};

    #[test]
    fn nothing_breaks_out_of_its_cell_or_field() {
        for (text, expected) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("=cmd()", "\"'=cmd()\""),
            ("-rf", "\"'-rf\""),
            ("@x", "\"'@x\""),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected);
        }
        assert_eq!(header("a|b\\c\nd"), "a\\|b\\\\c d");
        assert_eq!(extension("a=b\\c\nd|e"), "a\\=b\\\\c\\nd|e");
    }
}
