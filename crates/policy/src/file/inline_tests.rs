//! `match` and `not_match`: rules carry their own tests, run when the file is read.

use serde_json::{Map, Value};

use super::permission::{Given, Permission};
use super::problem::{Place, Problem, Severity};
use crate::paths::Lexical;
use crate::rules::{Conditions, Pattern, Rule, Says};
use crate::tools::{self, Category};
use crate::{CallFacts, Policy, Verdict, decide};

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
            let (arguments, shown) = arguments(&rule, &example.given);
            let call = CallFacts {
                tool: tool(&rule).to_owned(),
                arguments,
                command_bytes: None,
                shell: None,
                cwd: "/project".to_owned(),
                project: "/project".to_owned(),
                home: "/home/user".to_owned(),
            };
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
        Says::Allow => decision.verdict == Verdict::Allow,
        Says::Ask | Says::Deny => named,
    };
    if matched == test.expected {
        return None;
    }
    let (message, help) = if test.expected {
        let help = (test.rule.says == Says::Allow).then(|| decision.reason.into_owned());
        (format!("`{}` does not match its example `{}`", test.rule.text, test.shown), help)
    } else {
        (format!("`{}` matches `{}`, which it must not", test.rule.text, test.shown), None)
    };
    Some(Problem {
        severity: Severity::Error,
        code: "",
        file: file.to_owned(),
        place: test.place.clone(),
        message,
        help,
    })
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
fn arguments(rule: &Rule, given: &Given) -> (Map<String, Value>, String) {
    match given {
        Given::Arguments(pairs) => {
            let shown = pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect::<Vec<_>>().join(", ");
            let map = pairs.iter().map(|(key, value)| (key.clone(), Value::String(value.clone()))).collect();
            (map, format!("{{{shown}}}"))
        }
        Given::Text(text) => {
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
    match tools::find(tool(rule)) {
        Some(known) if known.command.is_some() => "command",
        Some(known) => match known.category {
            Category::Network => "url",
            Category::Read | Category::Write => "file_path",
            Category::Command | Category::Ask => "query",
        },
        None => "query",
    }
}
