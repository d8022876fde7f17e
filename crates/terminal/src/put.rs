//! A question for the box, from a request of the gate.

use byleave_gate::Request;
use byleave_policy::grant::Breadth;
use byleave_policy::{Decision, Finding, Profile, Verdict};
use byleave_shell::{Command, Script, Span};
use serde_json::Value;

use crate::change;
use crate::question::{Choice, Part, Question, Scope, Style, Subject};

/// Longer patterns of a grant only repeat the command, and would have to be read twice.
const LONG: usize = 160;

/// The style of a profile.
#[must_use]
pub const fn style_of(profile: Profile) -> Style {
    match profile {
        Profile::Byleave | Profile::ConnectOnion => Style::Byleave,
        Profile::OriCore => Style::Plain,
        Profile::Ollama => Style::Ollama,
    }
}

/// The question for a request.
#[must_use]
pub fn question(request: &Request, style: Style) -> Question {
    let call = &request.call;
    let text = |name: &str| call.arguments.get(name).and_then(Value::as_str).map(str::to_owned);
    let command = request.reading.argument().and_then(text);
    let query = request.reading.tool().filter(|tool| tool.name == "web_search").and_then(|_| text("query"));
    let subject = match (command, query) {
        (Some(command), _) => Subject::Command(command),
        (None, Some(query)) => Subject::Query(query),
        (None, None) => Subject::Arguments,
    };
    let decision = &request.decision;
    let (parts, found) = match request.reading.command().filter(|_| matches!(subject, Subject::Command(_))) {
        Some(commands) => findings(&commands.script, decision),
        None => (Vec::new(), asked_because(&decision.findings, decision)),
    };
    let reasons = request.deeds.iter().cloned().chain(found).collect();
    Question {
        style,
        tool: call.tool.clone(),
        covers: choices(request),
        subject,
        arguments: call.arguments.clone(),
        order: call.about.as_deref().map(|about| about.order.clone()).unwrap_or_default(),
        parts,
        reasons,
        outside: decision.outside,
        description: call.description.clone(),
        risk: Some(request.risk),
        cwd: Some(request.cwd.clone()),
        session: request.parent.as_ref().map(|_| request.session.clone()),
        diff: change::of(request),
        expires_in: request.expires.and_then(|end| {
            let left = end.duration_since(request.created);
            std::time::Duration::try_from(left).ok()
        }),
    }
}

/// The choices for "always", the usual one first.
fn choices(request: &Request) -> Vec<Choice> {
    let mut offers: Vec<_> = request.offers.iter().collect();
    let order = |scope: byleave_gate::Scope| match scope {
        byleave_gate::Scope::Session => 0,
        byleave_gate::Scope::Project => 1,
        byleave_gate::Scope::Always => 2,
        byleave_gate::Scope::Turn => 3,
        byleave_gate::Scope::Once | byleave_gate::Scope::For(_) | byleave_gate::Scope::Count(_) => 4,
    };
    offers.sort_by_key(|offer| (offer.breadth != request.breadth, order(offer.scope)));
    let choice = |offer: &&byleave_gate::Offer| {
        let scope = match offer.scope {
            byleave_gate::Scope::Turn => Scope::Turn,
            byleave_gate::Scope::Session => Scope::Session,
            byleave_gate::Scope::Project => Scope::Project,
            byleave_gate::Scope::Always => Scope::Always,
            byleave_gate::Scope::Once | byleave_gate::Scope::For(_) | byleave_gate::Scope::Count(_) => return None,
        };
        Some(Choice { scope, breadth: offer.breadth, words: words(offer), pattern: pattern(offer) })
    };
    offers.iter().filter_map(choice).collect()
}

/// What an offer covers, in words.
fn words(offer: &byleave_gate::Offer) -> String {
    if offer.words.len() > LONG { "exactly these commands".to_owned() } else { offer.words.clone() }
}

/// What an offer covers, as a pattern. A digest of 64 digits is not shown: the words say that it is exactly this call.
fn pattern(offer: &byleave_gate::Offer) -> String {
    let all = offer.patterns.join(", ");
    if all.len() > LONG {
        return "the commands above, as they stand".to_owned();
    }
    match (offer.breadth, all.char_indices().nth(19)) {
        (Breadth::Exact, Some((end, _))) => format!("{}…", all.get(..end).unwrap_or(&all)),
        (Breadth::Exact | Breadth::Prefix | Breadth::Tool, _) => all,
    }
}

/// The commands of a compound with the findings about each, and the findings about none of them.
fn findings(script: &Script<'_>, decision: &Decision) -> (Vec<Part>, Vec<String>) {
    if script.commands().len() < 2 {
        return (Vec::new(), asked_because(&decision.findings, decision));
    }
    let mut about: Vec<Vec<&Finding>> = vec![Vec::new(); script.commands().len()];
    let mut rest = Vec::new();
    for finding in &decision.findings {
        match finding.span.and_then(|span| innermost(script, span)).and_then(|at| about.get_mut(at)) {
            Some(list) => list.push(finding),
            None => rest.push(finding.clone()),
        }
    }
    let part = |(one, found): (&Command, &Vec<&Finding>)| {
        let verdict = found.iter().map(|finding| finding.verdict).max()?;
        let mut reasons: Vec<String> = Vec::new();
        for finding in found.iter().filter(|finding| finding.verdict == verdict) {
            let reason = finding.reason.to_string();
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        Some(Part { text: one.span.of(script.source()).to_owned(), verdict, reason: reasons.join("; ") })
    };
    let parts = script.commands().iter().zip(&about).filter_map(part).collect();
    (parts, asked_because(&rest, decision))
}

/// The smallest command that contains a span.
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
        let reason = finding.reason.to_string();
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    reasons
}
