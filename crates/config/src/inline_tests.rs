//! `match` and `not_match`: rules carry their own tests, run when the file is read.

use serde_json::{Map, Value};

use super::permission::{ExampleCall, Permission};
use super::problem::{Place, Problem};
use super::tools::argument;
use byleave_policy::paths::Lexical;
use byleave_policy::rules::{Conditions, Pattern, Rule};
use byleave_policy::{CallFacts, Policy, Verdict, decide};

/// One example of one rule.
pub(super) struct Test {
    rule: Rule,
    call: CallFacts,
    /// The example as it was written.
    shown: String,
    place: Place,
    expected: bool,
}

/// The tests of an entry. Hours and the like are left out: they are about the moment, not about the pattern.
pub(super) fn of(permission: &Permission) -> Vec<Test> {
    let rule = Rule { conditions: Conditions::default(), ..permission.rule.clone() };
    let positive = permission.matches.iter().map(|example| (example, true));
    let negative = permission.not_matches.iter().map(|example| (example, false));
    positive
        .chain(negative)
        .map(|(example, expected)| {
            let (arguments, shown) = arguments(&rule, &example.call);
            let call = CallFacts::new(tool(&rule), arguments, "/project", "/home/user");
            Test { rule: rule.clone(), call, shown, place: example.place.clone(), expected }
        })
        .collect()
}

/// Runs tests; what fails is an error at the example.
pub(super) fn run(file: &str, tests: &[Test]) -> Vec<Problem> {
    tests.iter().filter_map(|test| failure(file, test)).collect()
}

fn failure(file: &str, test: &Test) -> Option<Problem> {
    let policy = Policy { rules: vec![test.rule.clone()].into(), rules_only: true, ..Policy::default() };
    let decision = decide(&test.call, &policy, &Lexical);
    let named = decision.findings.iter().any(|finding| finding.rule.as_deref() == Some(test.rule.text.as_str()));
    let matched = match test.rule.says {
        Verdict::Allow => decision.verdict == Verdict::Allow,
        Verdict::Ask | Verdict::Deny => named,
    };
    if matched == test.expected {
        return None;
    }
    let (message, help) = if test.expected {
        let help = (test.rule.says == Verdict::Allow).then(|| decision.reason.to_string());
        (format!("`{}` does not match its example `{}`", test.rule.text, test.shown), help)
    } else {
        (format!("`{}` matches `{}`, which it must not", test.rule.text, test.shown), None)
    };
    Some(Problem { help, ..Problem::error(file, test.place.clone(), message) })
}

/// A tool that the rule is about.
fn tool(rule: &Rule) -> &str {
    match &rule.pattern {
        Pattern::Command(_) => "bash",
        Pattern::Tool(tool) | Pattern::Subject { tool, .. } => tool,
        Pattern::Domain(_) => "fetch",
        Pattern::Mcp(name) => name.trim_end_matches('*'),
    }
}

/// The arguments of an example: as given, or the text as what the tool is about.
fn arguments(rule: &Rule, call: &ExampleCall) -> (Map<String, Value>, String) {
    match call {
        ExampleCall::Arguments(pairs) => {
            let shown = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ");
            let map = pairs.iter().map(|(key, value)| (key.clone(), Value::String(value.clone()))).collect();
            (map, format!("{{{shown}}}"))
        }
        ExampleCall::Text(text) => {
            let key = match &rule.pattern {
                Pattern::Command(_) => "command",
                Pattern::Domain(_) => "url",
                Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Mcp(_) => subject_key(rule),
            };
            (Map::from_iter([(key.to_owned(), Value::String(text.clone()))]), text.clone())
        }
    }
}

fn subject_key(rule: &Rule) -> &str {
    if let Some((key, _)) = rule.when.first() {
        return key;
    }
    argument(tool(rule))
}
