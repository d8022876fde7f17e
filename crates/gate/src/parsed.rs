//! What was read in a call, for screens that have no reader of their own: each command with its verdict and reasons.

use byleave_policy::{Decision, Finding, tools};
use byleave_shell::{Script, Span};
use serde_json::{Map, Value, json};

use crate::call::Call;

/// `commands`: where each stands (bytes of the command text), its program, verdict and reasons; `findings`: whatever is
/// about none of them; `outside_project`.
pub fn to_json(call: &Call, decision: &Decision) -> Value {
    let argument = tools::find(&call.tool).and_then(|tool| tool.command);
    let text = argument.and_then(|name| Some((name, call.arguments.get(name)?.as_str()?)));
    let mut parsed = Map::new();
    parsed.insert("outside_project".to_owned(), decision.outside.into());
    let mut rest: Vec<&Finding> = decision.findings.iter().collect();
    if let Some((name, text)) = text {
        let script = byleave_shell::read(text);
        let mut about: Vec<Vec<&Finding>> = vec![Vec::new(); script.commands().len()];
        rest.retain(|finding| {
            let place = finding.span.and_then(|span| innermost(&script, span)).and_then(|at| about.get_mut(at));
            place.map(|list| list.push(finding)).is_none()
        });
        let commands = script.commands().iter().zip(&about).map(|(command, found)| {
            json!({
                "span": [command.span.start, command.span.end],
                "program": script.name(command),
                "verdict": found.iter().map(|finding| finding.verdict).max().map(byleave_policy::Verdict::name),
                "findings": found.iter().map(|finding| one(finding)).collect::<Value>(),
            })
        });
        parsed.insert("commands".to_owned(), commands.collect());
        // Which argument the spans are about: tools of different makers call it by different names.
        parsed.insert("argument".to_owned(), name.into());
    }
    parsed.insert("findings".to_owned(), rest.into_iter().map(one).collect());
    Value::Object(parsed)
}

fn one(finding: &Finding) -> Value {
    json!({
        "verdict": finding.verdict.name(),
        "stage": finding.stage.name(),
        "source": finding.source.name(),
        "rule": finding.rule,
        "location": finding.location,
        "reason": finding.reason,
    })
}

/// The smallest command that contains a place.
fn innermost(script: &Script<'_>, span: Span) -> Option<usize> {
    let around = script.commands().iter().enumerate().filter(|(_, one)| one.span.contains(span));
    around.min_by_key(|(_, one)| one.span.len()).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use byleave_policy::{Decision, Finding, Source, Stage, Verdict};
    use byleave_shell::Span;
    use serde_json::json;

    use super::to_json;
    use crate::call::Call;

    fn finding(verdict: Verdict, span: Option<(u32, u32)>, reason: &'static str) -> Finding {
        Finding {
            verdict,
            stage: Stage::Layers,
            source: Source::None,
            rule: None,
            location: None,
            span: span.map(|(start, end)| Span::new(start, end)),
            reason: reason.into(),
            grant: None,
        }
    }

    #[test]
    fn every_finding_is_with_the_smallest_command_it_is_about() {
        let call = Call::new("bash", json!({ "command": "echo $(rm x) && pwd" }));
        let findings = vec![
            finding(Verdict::Allow, Some((0, 4)), "echo"),
            finding(Verdict::Ask, Some((7, 11)), "rm"),
            finding(Verdict::Ask, None, "all of it"),
        ];
        let decision = Decision {
            verdict: Verdict::Ask,
            source: Source::None,
            rule: None,
            reason: "rm".into(),
            outside: false,
            high_risk: false,
            approvals: 1,
            findings,
        };
        let parsed = to_json(&call, &decision);
        let commands: Vec<_> = parsed
            .get("commands")
            .and_then(serde_json::Value::as_array)
            .into_iter()
            .flatten()
            .map(|one| {
                json!([one.get("span"), one.get("program"), one.get("verdict"), one.pointer("/findings/0/reason")])
            })
            .collect();
        let expected = [
            json!([[0, 12], "echo", "allow", "echo"]),
            json!([[7, 11], "rm", "ask", "rm"]),
            json!([[16, 19], "pwd", null, null]),
        ];
        assert_eq!(commands, expected);
        assert_eq!(parsed.pointer("/findings/0/reason"), Some(&json!("all of it")));
        assert_eq!(to_json(&Call::new("write", json!({})), &decision).get("commands"), None);
    }
}
