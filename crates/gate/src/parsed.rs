//! What was read in a call, for screens that have no reader of their own: each command with its verdict and reasons.

use std::collections::HashMap;

use byleave_policy::command::{Commands, Simple, Usage, collect};
use byleave_policy::programs::Effect;
use byleave_policy::{Decision, Finding, tools};
use byleave_shell::{Script, Span};
use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::innermost::innermost;

/// So many commands inside others are told apart; what is in more of them still counts for the verdict.
const MOST_INSIDE: usize = 200;

/// One command of a call.
struct Part<'s> {
    span: Span,
    program: Option<&'s str>,
    /// The command that runs it, by its place in the list.
    inside: Option<usize>,
    /// Its words, where the text of the call does not show them as they are: text in text, with quotes of its own.
    text: Option<String>,
    /// The program and its sub-command, and what it does, if the tables know.
    usage: Option<&'s Usage>,
}

/// `commands`: where each stands (bytes of the command text), its program, verdict and reasons, those inside wrappers after
/// the others, with the place of what runs them in the list; `findings`: whatever is about none of them; `outside_project`.
pub fn to_json(call: &Call, decision: &Decision) -> Value {
    let argument = tools::find(&call.tool).and_then(|tool| tool.command);
    let text = argument.and_then(|name| Some((name, call.arguments.get(name)?.as_str()?)));
    let mut parsed = Map::new();
    parsed.insert("outside_project".to_owned(), decision.outside.into());
    let mut rest: Vec<&Finding> = decision.findings.iter().collect();
    if let Some((name, text)) = text {
        let script = byleave_shell::read(text);
        let commands = collect(&script);
        let parts = parts(&script, &commands);
        let mut about: Vec<Vec<&Finding>> = vec![Vec::new(); parts.len()];
        let places: Vec<Span> = rest.iter().filter_map(|finding| finding.span).collect();
        let mut which = about_which(&parts, &places).into_iter();
        rest.retain(|finding| {
            let place = finding.span.and_then(|_| which.next().flatten()).and_then(|at| about.get_mut(at));
            place.map(|list| list.push(finding)).is_none()
        });
        let commands = parts.iter().zip(&about).map(|(part, found)| part.to_json(found));
        parsed.insert("commands".to_owned(), commands.collect());
        // Which argument the spans are about: tools of different makers call it by different names.
        parsed.insert("argument".to_owned(), name.into());
    }
    parsed.insert("findings".to_owned(), rest.into_iter().map(one).collect());
    Value::Object(parsed)
}

impl Part<'_> {
    fn to_json(&self, found: &[&Finding]) -> Value {
        let mut part = Map::new();
        let mut put = |key: &str, value: Value| part.insert(key.to_owned(), value);
        put("span", json!([self.span.start, self.span.end]));
        put("program", json!(self.program));
        put("verdict", json!(found.iter().map(|finding| finding.verdict).max().map(byleave_policy::Verdict::name)));
        put("findings", found.iter().map(|finding| one(finding)).collect());
        if let Some(inside) = self.inside {
            put("inside", inside.into());
        }
        if let Some(text) = &self.text {
            put("text", text.as_str().into());
        }
        if let Some(usage) = self.usage {
            if !usage.path.is_empty() {
                put("name", usage.path.join(" ").into());
            }
            if let Some(effect) = usage.effect {
                put("effect", name_of(effect).into());
            }
        }
        Value::Object(part)
    }
}

const fn name_of(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "read",
        Effect::Write => "write",
        Effect::Code => "code",
        Effect::State => "state",
        Effect::Fetch => "fetch",
        Effect::Send => "send",
        Effect::Delete => "delete",
        Effect::System => "system",
        Effect::Run => "run",
    }
}

/// The commands of the text in source order, then those that they run in turn.
fn parts<'s>(script: &'s Script<'_>, commands: &'s Commands<'_>) -> Vec<Part<'s>> {
    // Which part a command of the engine's list is.
    let mut places: Vec<Option<usize>> = vec![None; commands.simples.len()];
    let mut parts: Vec<Part<'s>> = Vec::new();
    let mut of_node = HashMap::new();
    for (index, simple) in commands.simples.iter().enumerate().filter(|(_, simple)| simple.inside.is_none()) {
        if let Some(node) = simple.node {
            of_node.entry(node).or_insert(index);
        }
    }
    for (at, command) in script.commands().iter().enumerate() {
        let same = of_node.get(&command.node).copied();
        if let Some(place) = same.and_then(|same| places.get_mut(same)) {
            *place = Some(at);
        }
        let usage = same.and_then(|same| commands.usages.get(same));
        parts.push(Part { span: command.span, program: script.name(command), inside: None, text: None, usage });
    }
    let own = parts.len();
    for (index, simple) in commands.simples.iter().enumerate() {
        // Other spellings of a command only count against it; nobody wrote them.
        let Some(wrapper) = simple.inside.filter(|_| !simple.possible && !simple.items.is_empty()) else { continue };
        let Some(inside) = places.get(wrapper).copied().flatten() else { continue };
        if parts.len().saturating_sub(own) >= MOST_INSIDE {
            break;
        }
        if let Some(place) = places.get_mut(index) {
            *place = Some(parts.len());
        }
        parts.push(Part {
            span: simple.span,
            program: simple.name(),
            inside: Some(inside),
            text: (!stands_as_it_is(script, simple)).then(|| words(simple)),
            usage: commands.usages.get(index),
        });
    }
    parts
}

/// Whether the text of the call shows the words of a nested command at its place.
fn stands_as_it_is(script: &Script<'_>, simple: &Simple<'_>) -> bool {
    match simple.items.as_slice() {
        [only] => simple.span.of(script.source()) == only.shown(),
        // What was read out of a word stands, with all its words, at that word.
        [first, ..] => first.span != simple.span,
        [] => false,
    }
}

/// The words of a command, quoted where they would be read otherwise.
fn words(simple: &Simple<'_>) -> String {
    let plain = |text: &str| {
        !text.is_empty() && text.chars().all(|one| one.is_ascii_alphanumeric() || "-_./=:,@%+".contains(one))
    };
    let word = |item: &byleave_policy::command::Item<'_>| match item.text() {
        Some(text) if !plain(text) => format!("'{}'", text.replace('\'', r"'\''")),
        Some(text) => text.to_owned(),
        None => item.shown().to_owned(),
    };
    simple.items.iter().map(word).collect::<Vec<_>>().join(" ")
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

/// For each place the smallest command that contains it. Where several stand at the same place nobody knows which is meant,
/// so it is about what runs them.
fn about_which(parts: &[Part<'_>], places: &[Span]) -> Vec<Option<usize>> {
    let spans: Vec<Span> = parts.iter().map(|part| part.span).collect();
    let mut there: HashMap<Span, usize> = HashMap::new();
    for span in &spans {
        let count = there.entry(*span).or_default();
        *count = count.saturating_add(1);
    }
    let meant = |at: usize| {
        let part = parts.get(at)?;
        let alone = there.get(&part.span) == Some(&1);
        Some(if alone { at } else { part.inside.unwrap_or(at) })
    };
    innermost(&spans, places).into_iter().map(|at| at.and_then(meant)).collect()
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

    #[test]
    fn what_wrappers_run_is_a_part_of_its_own() {
        let decision = Decision {
            verdict: Verdict::Ask,
            source: Source::None,
            rule: None,
            reason: "".into(),
            outside: false,
            high_risk: false,
            approvals: 1,
            findings: Vec::new(),
        };
        for (command, expected) in [
            ("sudo rm -rf x", json!([["sudo", null, null], ["rm", 0, "rm -rf x"]])),
            (
                "bash -c 'git push && rm x' | xargs -n1 kill",
                json!([
                    ["bash", null, null],
                    ["xargs", null, null],
                    ["git", 0, "git push"],
                    ["rm", 0, "rm x"],
                    ["kill", 1, "kill"]
                ]),
            ),
            (
                "env A=1 sudo bash -c \"ls\"",
                json!([
                    ["env", null, null],
                    ["sudo", 0, "sudo bash -c \"ls\""],
                    ["bash", 1, "bash -c \"ls\""],
                    ["ls", 2, "ls"]
                ]),
            ),
            // Escapes: the words as they will be, because the text does not show them.
            (r#"bash -c "echo \"a b\"""#, json!([["bash", null, null], ["echo", 0, "echo 'a b'"]])),
            ("eval rm 'a b'", json!([["eval", null, null], ["rm", 0, "rm a b"]])),
        ] {
            let call = Call::new("bash", json!({ "command": command }));
            let parsed = to_json(&call, &decision);
            let commands = parsed.get("commands").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
            let shown: serde_json::Value = commands
                .iter()
                .map(|one| {
                    let end = |at: &str| {
                        let end = one.pointer(at).and_then(serde_json::Value::as_u64).unwrap_or_default();
                        usize::try_from(end).unwrap_or_default()
                    };
                    let slice = command.get(end("/span/0")..end("/span/1"));
                    let text = one.get("text").and_then(serde_json::Value::as_str).or(slice);
                    let inside = one.get("inside");
                    json!([one.get("program"), inside, inside.and(text)])
                })
                .collect();
            assert_eq!(shown, expected, "{command}");
        }
    }

    #[test]
    fn a_finding_about_a_wrapped_command_is_with_that_command() {
        let gate = crate::Gate::builder().policy(byleave_policy::Policy::default()).build().expect("a gate");
        let command = "sudo bash -c 'git status && rm -rf x'";
        let call = Call::new("bash", json!({ "command": command }));
        let parsed = to_json(&call, &gate.check(&call));
        let commands = parsed.get("commands").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
        let verdicts: Vec<_> = commands.iter().map(|one| json!([one.get("program"), one.get("verdict")])).collect();
        let expected = [json!(["sudo", "ask"]), json!(["bash", "ask"]), json!(["git", "allow"]), json!(["rm", "ask"])];
        assert_eq!(verdicts, expected, "{parsed:#}");
    }
}
