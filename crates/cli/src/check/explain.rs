//! A decision for people.

use std::io::{self, Write};

use byleave_policy::{Call, Decision, Verdict};

use crate::{escape, style};

/// One line: the verdict and why.
pub fn line(out: &mut dyn Write, decision: &Decision) -> io::Result<()> {
    let rule = decision.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    writeln!(out, "{}  {}{rule}", painted(decision.verdict), escape::shown(&decision.reason))
}

/// Every finding on its line, the part it is about underlined.
pub fn show(out: &mut dyn Write, call: &Call, decision: &Decision) -> io::Result<()> {
    line(out, decision)?;
    let command = call.arguments.get("command").and_then(|value| value.as_str()).unwrap_or("");
    for finding in &decision.findings {
        let part = finding.span.map(|span| span.of(command)).filter(|part| !part.is_empty());
        let part = part.map_or(String::new(), |part| format!("  {}", escape::shown(part)));
        writeln!(out, "  {}  {:<18}{part}", painted(finding.verdict), finding.stage.name())?;
        let rule = finding.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
        writeln!(out, "         {}{rule}", escape::shown(&finding.reason))?;
    }
    if decision.outside {
        writeln!(out, "  touches paths outside the project")?;
    }
    Ok(())
}

fn painted(verdict: Verdict) -> String {
    let (paint, name) = match verdict {
        Verdict::Allow => (style::HEADING, "allow"),
        Verdict::Ask => (style::CHANGING, "ask  "),
        Verdict::Deny => (style::DANGER, "deny "),
    };
    format!("{paint}{name}{paint:#}")
}
