//! A question from a call and what was decided about it.

use byleave_policy::grant::{Breadth, Covered, covered};
use byleave_policy::tools::{self, Category};
use byleave_policy::{Call, Decision, Finding, Policy, Profile, Stage, Verdict};
use byleave_shell::{Command, Script, Span};
use byleave_terminal::{Choice, Part, Question, Risk, Scope, Style, Subject};
use serde_json::Value;

use super::change;

/// Longer words of a grant are a burden.
const LONG: usize = 160;

/// The question, without what only the asker knows.
pub fn of(call: &Call, policy: &Policy, decision: &Decision, style: Style) -> Question {
    let text = |name: &str| call.arguments.get(name).and_then(Value::as_str).map(str::to_owned);
    let tool = tools::find(&call.tool);
    let command = tool.and_then(|tool| tool.command).and_then(text);
    let query = tool.filter(|tool| tool.name == "web_search").and_then(|_| text("query"));
    let subject = match (command, query) {
        (Some(command), _) => Subject::Command(command),
        (None, Some(query)) => Subject::Query(query),
        (None, None) => Subject::Arguments,
    };
    let (parts, reasons) = match &subject {
        Subject::Command(command) => findings(command, decision),
        Subject::Query(_) | Subject::Arguments => (Vec::new(), asked_because(&decision.findings, decision)),
    };
    Question {
        style,
        tool: call.tool.clone(),
        covers: choices(call, policy, decision, &subject),
        subject,
        arguments: call.arguments.clone(),
        parts,
        reasons,
        outside: decision.outside,
        description: None,
        risk: Some(risk(call, policy, decision)),
        cwd: Some(call.cwd.clone()),
        session: None,
        diff: change::of(call),
        expires_in: None,
    }
}

/// The commands of a compound with what was found about each, and what is about none of them.
fn findings(command: &str, decision: &Decision) -> (Vec<Part>, Vec<String>) {
    let script = byleave_shell::read(command);
    if script.commands().len() < 2 {
        return (Vec::new(), asked_because(&decision.findings, decision));
    }
    let mut about: Vec<Vec<&Finding>> = vec![Vec::new(); script.commands().len()];
    let mut rest = Vec::new();
    for finding in &decision.findings {
        match finding.span.and_then(|span| innermost(&script, span)).and_then(|at| about.get_mut(at)) {
            Some(list) => list.push(finding),
            None => rest.push(finding.clone()),
        }
    }
    let part = |(one, found): (&Command, &Vec<&Finding>)| {
        let verdict = found.iter().map(|finding| finding.verdict).max()?;
        let mut reasons: Vec<&str> = Vec::new();
        for finding in found.iter().filter(|finding| finding.verdict == verdict) {
            if !reasons.contains(&finding.reason.as_str()) {
                reasons.push(&finding.reason);
            }
        }
        Some(Part { text: one.span.of(command).to_owned(), verdict, reason: reasons.join("; ") })
    };
    let parts = script.commands().iter().zip(&about).filter_map(part).collect();
    (parts, asked_because(&rest, decision))
}

/// The smallest command that contains a place.
fn innermost(script: &Script<'_>, span: Span) -> Option<usize> {
    let size = |span: Span| span.end.saturating_sub(span.start);
    let around = script.commands().iter().enumerate().filter(|(_, one)| one.span.contains(span));
    around.min_by_key(|(_, one)| size(one.span)).map(|(at, _)| at)
}

/// The reasons that ask.
fn asked_because(findings: &[Finding], decision: &Decision) -> Vec<String> {
    if decision.verdict == Verdict::Allow {
        return vec![format!("you wanted to be asked; the policy allows it: {}", decision.reason)];
    }
    let mut reasons = Vec::new();
    for finding in findings.iter().filter(|finding| finding.verdict == decision.verdict) {
        if !reasons.contains(&finding.reason) {
            reasons.push(finding.reason.clone());
        }
    }
    reasons
}

/// Whether something in the call is asked about whatever was granted before.
fn has_floor(decision: &Decision) -> bool {
    decision.findings.iter().any(|finding| match finding.stage {
        Stage::DenyFloor | Stage::HardAskFloor | Stage::NamedAskFloor => finding.verdict != Verdict::Allow,
        Stage::Read | Stage::Layers => false,
    })
}

/// Derived, never declared.
fn risk(call: &Call, policy: &Policy, decision: &Decision) -> Risk {
    if has_floor(decision) {
        return Risk::High;
    }
    let category = policy.tools.get(&call.tool).copied().or_else(|| tools::find(&call.tool).map(|tool| tool.category));
    match category {
        _ if decision.verdict == Verdict::Allow => Risk::Low,
        Some(Category::Command | Category::Network) | None => Risk::Medium,
        Some(Category::Read | Category::Write | Category::Ask) => Risk::Low,
    }
}

/// How wide a grant is: the kind, the words, the pattern.
type Width = (Breadth, String, String);

/// What "always" may mean here, the usual first.
fn choices(call: &Call, policy: &Policy, decision: &Decision, subject: &Subject) -> Vec<Choice> {
    let exactly: Width = (Breadth::Exact, "exactly this call".to_owned(), "by its digest".to_owned());
    let by_tool: Width = (Breadth::Tool, format!("every call of `{}`", call.tool), call.tool.clone());
    let by_tool_first = matches!(policy.profile, Profile::ConnectOnion | Profile::OriCore);
    let stored = match subject {
        Subject::Command(command) => covered(command).map(|list| by_command(&list)),
        Subject::Query(_) | Subject::Arguments => Some(by_tool.clone()),
    };
    let widths = match stored {
        // Nothing wider ever satisfies a floor: it would be asked about again.
        Some(_) if has_floor(decision) => vec![exactly],
        // The command is on the screen already; a long one need not be there three times.
        Some(stored) if stored.0 == Breadth::Exact && stored.1.len() > LONG => vec![exactly],
        Some(stored) if by_tool_first && stored != by_tool => vec![by_tool, stored, exactly],
        Some(stored) if stored.0 == Breadth::Exact => vec![stored],
        Some(stored) => vec![stored, exactly],
        None if by_tool_first && !has_floor(decision) => vec![by_tool],
        // Something in it cannot be stored, and a grant by tool would cover far more than was asked.
        None => Vec::new(),
    };
    let scopes = [Scope::Session, Scope::Project, Scope::Always];
    let one = |scope: Scope, (breadth, words, pattern): &Width| Choice {
        scope,
        breadth: *breadth,
        words: words.clone(),
        pattern: pattern.clone(),
    };
    scopes.iter().flat_map(|scope| widths.iter().map(|width| one(*scope, width))).collect()
}

/// As wide as the commands allow.
fn by_command(list: &[Covered]) -> Width {
    let is_exact = |one: &Covered| matches!(one, Covered::Exact(_));
    let words = list.iter().map(Covered::words).collect::<Vec<_>>().join("; ");
    let patterns = list.iter().map(Covered::pattern).collect::<Vec<_>>().join(", ");
    let breadth = if list.iter().all(is_exact) { Breadth::Exact } else { Breadth::Prefix };
    (breadth, words, patterns)
}

/// The name used in JSON.
pub const fn breadth_name(breadth: Breadth) -> &'static str {
    match breadth {
        Breadth::Exact => "exact",
        Breadth::Prefix => "prefix",
        Breadth::Tool => "tool",
    }
}
