//! The two functions of the feature request, on plain JSON values.

use std::fmt;

use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::{Map, Value as Json};

use crate::auto_reader::AutoApprovals;
use crate::node::{Entry, Node, Value};
use crate::problem::{Place, Problem, Severity};
use crate::reader::{Kind, Reader, World};
use byleave_policy::paths::{Ground, Lexical};
use byleave_policy::rules::auto::{AutoApprove, SubjectFacts, canonical};
use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{CallFacts, Policy, Verdict, decide, tools};

/// Why a value is no good as `auto_approve_tools`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutoApproveError {
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for AutoApproveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for AutoApproveError {}

/// Where calls without a directory of their own are thought to be.
const NOWHERE: &str = "/project";

/// Checks granular rules: a list of tools, or a mapping of tools to `true`, `false` or their rules.
///
/// # Errors
///
/// The first thing that is wrong, in the words of the feature request: `Unknown auto-approve keys for 'bash': {'command'}`,
/// `Invalid regex pattern '(': …`.
pub fn validate_auto_approve_config(config: &Json) -> Result<(), AutoApproveError> {
    read(config).map(|_| ())
}

/// Whether granular rules approve a call without a question.
///
/// `config` is a list of tools, or a mapping of tools to `true`, `false` or their rules; anything else, and anything
/// invalid, approves nothing. The built-in floors hold here too. Hours and limits are not looked at, because they need a
/// clock: an entry that has them approves nothing.
///
/// ```
/// use byleave_config::should_auto_approve;
/// use serde_json::json;
///
/// let config = json!({"bash": {"commands": ["git status"], "blocked_patterns": ["--force"]}, "search": true});
/// assert!(should_auto_approve("bash", &json!({"command": "git status"}), &config));
/// assert!(!should_auto_approve("bash", &json!({"command": "git status; rm -rf /"}), &config));
/// assert!(should_auto_approve("search", &json!({}), &config));
/// ```
#[must_use]
pub fn should_auto_approve(tool_name: &str, tool_args: &Json, config: &Json) -> bool {
    let (Ok(read), Json::Object(arguments)) = (read(config), tool_args) else { return false };
    let auto = AutoApprove { tools: read.tools };
    match arguments.get("command") {
        Some(Json::String(command)) if tools::runs(tool_name) => {
            !command.trim().is_empty() && command_approved(arguments, auto, read.rules)
        }
        _ if tools::runs(tool_name) => false,
        _ => subject_approved(tool_name, arguments, &auto, &read.rules),
    }
}

fn read(config: &Json) -> Result<AutoApprovals, AutoApproveError> {
    if !config.is_array() && !config.is_object() {
        let message = "auto_approve_tools must be a list or a mapping".to_owned();
        return Err(AutoApproveError { message });
    }
    let zones = TimeZoneDatabase::bundled();
    let world = World { zones: &zones, local: TimeZone::UTC };
    let mut reader = Reader::new("auto_approve_tools", Kind::Policy, &world);
    let Some(node) = node(config, 0) else {
        return Err(AutoApproveError { message: "auto_approve_tools is nested too deeply".to_owned() });
    };
    let read = reader.auto_approve_tools(&node);
    let wrong = |problem: Problem| (problem.severity == Severity::Error).then_some(problem.message);
    match reader.problems.into_iter().find_map(wrong) {
        Some(message) => Err(AutoApproveError { message }),
        None => Ok(read),
    }
}

/// JSON as the tree that files are read into.
fn node(json: &Json, depth: usize) -> Option<Node> {
    let deeper = depth.checked_add(1).filter(|depth| *depth < 64)?;
    let value = match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::Number(number.to_string()),
        Json::String(text) => Value::Text(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(|item| node(item, deeper)).collect::<Option<_>>()?),
        Json::Object(map) => {
            let entry = |(key, value): (&String, &Json)| {
                Some(Entry { key: key.clone(), place: Place::default(), node: node(value, deeper)? })
            };
            Value::Map(map.iter().map(entry).collect::<Option<_>>()?)
        }
    };
    Some(Node { value, place: Place::default() })
}

/// Rules with hours or limits need a clock, which a plain function does not have.
fn unconditional(rule: &Rule) -> bool {
    rule.conditions.hours.is_none() && rule.conditions.limit.is_none()
}

fn simply_approved(tool: &str, rules: &[Rule]) -> bool {
    rules.iter().any(|rule| match &rule.pattern {
        Pattern::Tool(name) => name == canonical(tool),
        Pattern::Mcp(name) => name == tool,
        Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) => false,
    })
}

/// Whether these rules, and nothing else, let a command run.
fn command_approved(arguments: &Map<String, Json>, auto: AutoApprove, rules: Vec<Rule>) -> bool {
    let rules: Vec<Rule> = rules.into_iter().filter(unconditional).collect();
    let policy = Policy { rules: rules.into(), auto_approve: auto, rules_only: true, ..Policy::default() };
    let call = CallFacts::new("bash", arguments.clone(), NOWHERE, "/home/user");
    decide(&call, &policy, &Lexical).verdict == Verdict::Allow
}

fn subject_approved(tool: &str, arguments: &Map<String, Json>, auto: &AutoApprove, rules: &[Rule]) -> bool {
    let ground = Ground::new(NOWHERE, "/home/user", NOWHERE);
    let facts = SubjectFacts {
        tool,
        arguments,
        category: tools::find(tool).map(|tool| tool.category),
        ground: &ground,
        resolver: &Lexical,
    };
    auto.held_subject(&facts).is_empty()
        && (simply_approved(tool, rules) || auto.subject_leaves(&facts).into_iter().any(unconditional))
}
