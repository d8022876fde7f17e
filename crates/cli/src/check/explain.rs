//! A decision for people.

use std::io::{self, Write};

use byleave_policy::paths::Lexical;
use byleave_policy::rules::{Rule, Says};
use byleave_policy::{Call, Decision, Finding, Policy, Stage, Verdict, decide};

use crate::{escape, style};

/// One line: the verdict and why.
pub fn line(out: &mut dyn Write, decision: &Decision) -> io::Result<()> {
    let rule = decision.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    writeln!(out, "{}  {}{rule}", painted(decision.verdict), escape::shown(&decision.reason))
}

/// The stages of the way of a call, each finding on its line, the part it is about underlined, and what would change it.
pub fn show(out: &mut dyn Write, call: &Call, policy: &Policy, decision: &Decision) -> io::Result<()> {
    line(out, decision)?;
    let command = command_of(call);
    let stages = [Stage::Read, Stage::DenyFloor, Stage::HardAskFloor, Stage::NamedAskFloor, Stage::Layers]
        .into_iter()
        .enumerate();
    for (number, stage) in stages {
        let findings: Vec<&Finding> = decision.findings.iter().filter(|finding| finding.stage == stage).collect();
        if findings.is_empty() {
            continue;
        }
        writeln!(out, "\n{}{}. {}{:#}", style::HEADING, number.saturating_add(1), stage.name(), style::HEADING)?;
        for finding in findings {
            one(out, command, finding)?;
        }
    }
    if decision.outside {
        writeln!(
            out,
            "\n{}outside{:#}  it touches, or may touch, paths outside the project",
            style::CHANGING,
            style::CHANGING
        )?;
    }
    if decision.verdict == Verdict::Ask {
        match narrowest(call, policy, decision) {
            Some(rules) => {
                writeln!(out, "\nto allow exactly this, add to your policy (dry-run: allow):")?;
                for rule in rules {
                    writeln!(out, "  {}", escape::shown(&rule))?;
                }
            }
            None => writeln!(out, "\nno rule can make this automatic; a person may allow it each time")?,
        }
    }
    Ok(())
}

fn command_of(call: &Call) -> &str {
    call.arguments.get("command").and_then(|value| value.as_str()).unwrap_or("")
}

fn one(out: &mut dyn Write, command: &str, finding: &Finding) -> io::Result<()> {
    let rule = finding.rule.as_ref().map_or(String::new(), |rule| format!("  [{}]", escape::shown(rule)));
    let place = finding.location.as_ref().map_or(String::new(), |place| format!("  {}", escape::shown(place)));
    writeln!(out, "  {}  {}{rule}{place}", painted(finding.verdict), escape::shown(&finding.reason))?;
    let Some(span) = finding.span else { return Ok(()) };
    // The line of the command that the part begins in, and the part underlined in it.
    let start = span.start as usize;
    let before = command.get(..start).unwrap_or("");
    let from = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
    let rest = command.get(from..).unwrap_or("");
    let shown = rest.split('\n').next().unwrap_or("");
    let lead = escape::shown(before.get(from..).unwrap_or("")).into_owned();
    let part = span.of(command).split('\n').next().unwrap_or("");
    if part.is_empty() {
        return Ok(());
    }
    let label = style::LABEL;
    writeln!(out, "         {label}{}{label:#}", escape::shown(shown))?;
    let (indent, width) = (escape::columns(&lead), escape::columns(&escape::shown(part)).max(1));
    writeln!(out, "         {:indent$}{}", "", "^".repeat(width))
}

/// Rules on exactly the parts nothing speaks for, if they are enough.
fn narrowest(call: &Call, policy: &Policy, decision: &Decision) -> Option<Vec<String>> {
    let script = byleave_shell::read(command_of(call));
    let unruled = |finding: &&Finding| finding.verdict == Verdict::Ask;
    let spans: Vec<_> = decision.findings.iter().filter(unruled).filter_map(|finding| finding.span).collect();
    let mut rules: Vec<String> = Vec::new();
    for command in script.commands() {
        if spans.iter().any(|span| command.span.contains(*span)) {
            let words: Option<Vec<&str>> =
                script.words(command.words).iter().map(|word| script.literal(word)).collect();
            let rule = format!("Bash({})", words?.join(" "));
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    if rules.is_empty() {
        return None;
    }
    // A remedy that does not work is worse than none: it is tried first.
    let mut wider = policy.clone();
    for rule in &rules {
        wider.rules.push(Rule::new(rule, Says::Allow).ok()?);
    }
    (decide(call, &wider, &Lexical).verdict == Verdict::Allow).then_some(rules)
}

fn painted(verdict: Verdict) -> String {
    let (paint, name) = match verdict {
        Verdict::Allow => (style::HEADING, "allow"),
        Verdict::Ask => (style::CHANGING, "ask  "),
        Verdict::Deny => (style::DANGER, "deny "),
    };
    format!("{paint}{name}{paint:#}")
}
