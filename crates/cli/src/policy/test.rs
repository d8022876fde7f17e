//! `byleave policy test`: calls and their expected verdicts.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

use byleave_config::{Case, World, read_cases};
use byleave_gate::files::LoadError;
use byleave_policy::paths::{Lexical, normal};
use byleave_policy::{CallFacts, Policy, decide};
use jiff::tz::TimeZone;

use super::content;
use crate::failure::Failure;
use crate::{escape, style};

/// The result of a case.
struct Outcome {
    case: Case,
    /// Why it failed.
    failure: Option<String>,
}

/// Runs the cases of a file against a policy; returns whether all passed.
pub fn run(
    out: &mut dyn Write,
    policy: &Policy,
    project: &Path,
    file: &Path,
    junit: Option<&Path>,
) -> Result<bool, Failure> {
    let name = file.to_string_lossy();
    let bytes = content(file)?;
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::Usage(format!("{} is not UTF-8 text", escape::shown(&name))))?;
    let world = World { zones: jiff::tz::db(), local: TimeZone::system() };
    let cases =
        read_cases(&name, &text, &world).map_err(|problems| LoadError::Broken { problems, text: text.clone() })?;
    let project = project.to_string_lossy();
    let outcomes: Vec<Outcome> = cases.into_iter().map(|case| judged(policy, &project, case)).collect();
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some()).count();
    for outcome in &outcomes {
        if let Some(failure) = &outcome.failure {
            let place = format!("{name}:{}:{}", outcome.case.place.line, outcome.case.place.column);
            let paint = style::DANGER;
            writeln!(out, "{paint}FAILED{paint:#} {}: {}", escape::shown(&place), escape::shown(&outcome.case.name))?;
            writeln!(out, "       {}", escape::shown(failure))?;
        }
    }
    writeln!(out, "{} passed, {failed} failed", outcomes.len().saturating_sub(failed))?;
    if let Some(path) = junit {
        let report = report(&name, &outcomes, failed);
        std::fs::write(path, report).map_err(|error| {
            let path = path.to_string_lossy();
            Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", escape::shown(&path))))
        })?;
    }
    Ok(failed == 0)
}

fn judged(policy: &Policy, project: &str, case: Case) -> Outcome {
    let call = CallFacts {
        tool: case.tool.clone(),
        arguments: case.arguments.clone(),
        command_bytes: None,
        shell: None,
        cwd: normal(project, case.cwd.as_deref().unwrap_or("")),
        project: project.to_owned(),
        home: std::env::var("HOME").unwrap_or_else(|_| "/".to_owned()),
    };
    let decision = decide(&call, policy, &Lexical);
    let rules = || decision.findings.iter().filter_map(|finding| finding.rule.as_deref());
    let failure = if decision.verdict == case.expect {
        case.rule.as_deref().filter(|wanted| rules().all(|rule| rule != *wanted)).map(|wanted| {
            let found: Vec<&str> = rules().collect();
            let found = if found.is_empty() { "no rule".to_owned() } else { found.join(", ") };
            format!("expected the rule {wanted}, got {found}")
        })
    } else {
        let (expected, got) = (case.expect.name(), decision.verdict.name());
        Some(format!("expected {expected}, got {got}: {}", decision.reason))
    };
    Outcome { case, failure }
}

/// The report that CI servers read.
fn report(name: &str, outcomes: &[Outcome], failed: usize) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let total = outcomes.len();
    // Writing into a string cannot fail.
    let _ = writeln!(text, "<testsuite name=\"{}\" tests=\"{total}\" failures=\"{failed}\">", xml(name));
    for outcome in outcomes {
        let (case, line) = (xml(&outcome.case.name), outcome.case.place.line);
        let _ = write!(text, "  <testcase name=\"{case}\" classname=\"policy\" file=\"{}\" line=\"{line}\"", xml(name));
        let _ = match &outcome.failure {
            Some(failure) => writeln!(text, "><failure message=\"{}\"/></testcase>", xml(failure)),
            None => writeln!(text, "/>"),
        };
    }
    text.push_str("</testsuite>\n");
    text
}

/// Text in an attribute; what XML cannot contain is spelt out.
fn xml(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' | '\r' => out.push(' '),
            _ if escape::is_unseen(character) => escape::push(&mut out, character),
            _ => out.push(character),
        }
    }
    out
}
