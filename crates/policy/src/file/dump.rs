//! A policy as JSON: in full, and in the form ConnectOnion keeps at run time.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Value, json};

use super::auto::AutoTool;
use crate::read;
use crate::rules::conditions::{Expires, Hours};
use crate::rules::{Pattern, Rule, Says};
use crate::tools::{self, Category};
use crate::{Policy, Unattended, Verdict};

/// The rules as `session['permissions']` has them: a key for each, and four fields with an optional `when`.
#[derive(Debug)]
pub struct Runtime {
    entries: Vec<(String, RuntimeEntry)>,
}

/// One entry. The fields stand in the order of the documents.
#[derive(Clone, Debug, Serialize)]
struct RuntimeEntry {
    allowed: Value,
    source: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "Value::is_null")]
    when: Value,
    expires: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    when_env: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    approvals: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unattended: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mask: Option<bool>,
}

impl Serialize for Runtime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.entries.len()))?;
        for (key, entry) in &self.entries {
            map.serialize_entry(key, entry)?;
        }
        map.end()
    }
}

/// The runtime form of a policy's rules. One dictionary cannot hold two entries for `bash`: the broadest has that key,
/// the others are under their `Bash(x)`.
#[must_use]
pub fn runtime(policy: &Policy) -> Runtime {
    let auto = policy.auto_approve.tools.iter().flat_map(AutoTool::rules);
    let all: Vec<&Rule> = policy.rules.iter().chain(auto.filter(|rule| rule.says == Says::Allow)).collect();
    let broadest = broadest(&all);
    let mut entries: Vec<(String, RuntimeEntry)> = Vec::new();
    for (index, rule) in all.into_iter().enumerate() {
        let key = if Some(index) == broadest { "bash".to_owned() } else { key(rule) };
        // The first rule of a key is the one that is credited.
        if entries.iter().take(1000).all(|(known, _)| *known != key) {
            entries.push((key, entry(rule)));
        }
    }
    Runtime { entries }
}

/// The allow rule on commands that has the fewest words before a `*`.
fn broadest(rules: &[&Rule]) -> Option<usize> {
    let breadth = |rule: &Rule| match &rule.pattern {
        Pattern::Tool(tool) if tool == "bash" => Some((0, 0)),
        Pattern::Command(pattern) => Some((if pattern.is_exact() { 2 } else { 1 }, pattern.tokens.len())),
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
    };
    let allows = rules.iter().enumerate().filter(|(_, rule)| rule.says == Says::Allow);
    allows.filter_map(|(index, rule)| Some((breadth(rule)?, index))).min().map(|(_, index)| index)
}

fn key(rule: &Rule) -> String {
    match &rule.pattern {
        Pattern::Command(pattern) if !rule.text.starts_with("auto_approve_tools") => format!("Bash({})", pattern.text),
        Pattern::Tool(tool) if !rule.text.starts_with("auto_approve_tools") => tool.clone(),
        Pattern::Command(_) | Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => {
            rule.text.clone()
        }
    }
}

fn entry(rule: &Rule) -> RuntimeEntry {
    let mut when = serde_json::Map::new();
    match &rule.pattern {
        Pattern::Command(pattern) => {
            when.insert("command".to_owned(), json!(pattern.text));
        }
        Pattern::Subject { tool, glob } => {
            when.insert(subject(tool).to_owned(), json!(glob));
        }
        Pattern::Domain(domain) => {
            when.insert("url".to_owned(), json!(format!("domain:{domain}")));
        }
        Pattern::Tool(_) | Pattern::Mcp(_) => {}
    }
    when.extend(rule.when.iter().map(|(key, pattern)| (key.clone(), json!(pattern))));
    RuntimeEntry {
        allowed: allowed(rule.says),
        source: rule.source.name(),
        reason: reason(rule),
        when: if when.is_empty() { Value::Null } else { Value::Object(when) },
        expires: expires(rule.conditions.expires),
        hours: rule.conditions.hours.as_ref().map(|hours| hours.text().to_owned()),
        limit: rule.conditions.limit.as_ref().map(ToString::to_string),
        when_env: pairs(&rule.conditions.when_env),
        approvals: Some(rule.approvals).filter(|count| *count > 1),
        unattended: rule.unattended.map(Unattended::name),
        mask: rule.mask.then_some(true),
    }
}

fn allowed(says: Says) -> Value {
    match says {
        Says::Allow => json!(true),
        Says::Ask => json!("ask"),
        Says::Deny => json!(false),
    }
}

fn reason(rule: &Rule) -> String {
    let otherwise = match rule.says {
        Says::Allow => "allowed",
        Says::Ask => "asks",
        Says::Deny => "not allowed",
    };
    if rule.reason.is_empty() { otherwise.to_owned() } else { rule.reason.clone() }
}

fn expires(expires: Expires) -> Value {
    match expires {
        Expires::Never => json!({ "type": "never" }),
        Expires::TurnEnd => json!({ "type": "turn_end" }),
        Expires::SessionEnd => json!({ "type": "session_end" }),
        Expires::At(end) => json!({ "type": "time", "at": end.to_string() }),
    }
}

fn subject(tool: &str) -> &'static str {
    match tools::find(tool).map(|tool| tool.category) {
        Some(Category::Read | Category::Write) => "file_path",
        Some(Category::Network) => "url",
        Some(Category::Command | Category::Ask) | None => "query",
    }
}

fn pairs(list: &[(String, String)]) -> Value {
    if list.is_empty() {
        return Value::Null;
    }
    Value::Object(list.iter().map(|(key, value)| (key.clone(), json!(value))).collect())
}

/// A policy with everything it holds.
#[must_use]
pub fn full(policy: &Policy) -> Value {
    serde_json::to_value(Full(policy)).unwrap_or_default()
}

/// The same as text, with its keys in order. Without a value in between: a hook does so for every call.
#[must_use]
pub fn full_text(policy: &Policy) -> String {
    serde_json::to_string(&Full(policy)).unwrap_or_default()
}

/// A policy in full. All keys stand in the order of the alphabet, as in a [`Value`].
struct Full<'p>(&'p Policy);

impl Serialize for Full<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(policy) = self;
        let mut tools: Vec<(&String, &str)> =
            policy.tools.iter().map(|(tool, category)| (tool, category.name())).collect();
        tools.sort_unstable();
        let tools: serde_json::Map<_, _> =
            tools.into_iter().map(|(tool, category)| (tool.clone(), declared(policy, tool, category))).collect();
        let ask = json!({
            "timeout_seconds": policy.ask_timeout_seconds,
            "on_timeout": "deny",
            "approvals": policy.ask_approvals.max(1),
            "unattended": policy.ask_unattended.map(Unattended::name),
        });
        let auto: Vec<Value> = policy.auto_approve.tools.iter().map(auto_tool).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ask", &ask)?;
        map.serialize_entry("auto_approve_tools", &auto)?;
        map.serialize_entry("ceiling", policy.ceiling.0.name())?;
        map.serialize_entry("high_risk", &policy.high_risk.iter().map(FullRule::of).collect::<Vec<_>>())?;
        let limits = json!({ "auto_approvals": policy.auto_approvals.as_ref().map(ToString::to_string) });
        map.serialize_entry("limits", &limits)?;
        map.serialize_entry("mode", policy.mode.name())?;
        map.serialize_entry("profile", policy.profile.name())?;
        map.serialize_entry("rules", &policy.rules.iter().map(FullRule::of).collect::<Vec<_>>())?;
        map.serialize_entry("tools", &tools)?;
        map.serialize_entry("unknown_tools", unknown_tools(policy).name())?;
        map.end()
    }
}

/// A rule in full.
#[derive(Serialize)]
struct FullRule<'r> {
    allowed: Value,
    approvals: u32,
    expires: Value,
    hours: Option<&'r str>,
    layer: &'static str,
    limit: Option<String>,
    location: Option<&'r str>,
    /// Only where it is set: a policy without it keeps its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    mask: Option<bool>,
    pattern: &'r str,
    reason: &'r str,
    source: &'static str,
    trusted: bool,
    unattended: Option<&'static str>,
    when: Value,
    when_env: Value,
}

impl<'r> FullRule<'r> {
    fn of(rule: &'r Rule) -> Self {
        Self {
            allowed: allowed(rule.says),
            approvals: rule.approvals,
            expires: expires(rule.conditions.expires),
            hours: rule.conditions.hours.as_ref().map(Hours::text),
            layer: rule.layer.name(),
            limit: rule.conditions.limit.as_ref().map(ToString::to_string),
            location: rule.location.as_deref(),
            mask: rule.mask.then_some(true),
            pattern: &rule.text,
            reason: &rule.reason,
            source: rule.source.name(),
            trusted: rule.trusted,
            unattended: rule.unattended.map(Unattended::name),
            when: pairs(&rule.when),
            when_env: pairs(&rule.conditions.when_env),
        }
    }
}

/// A tool as a file would declare it.
fn declared(policy: &Policy, tool: &str, category: &str) -> Value {
    match policy.shells.get(tool) {
        None => json!(category),
        Some(shells) => json!({ "category": category, "shell": read::shells_to_json(*shells) }),
    }
}

/// What happens to unknown tools.
fn unknown_tools(policy: &Policy) -> Verdict {
    let habit = if policy.profile.trusts_unknown_tools() { Verdict::Allow } else { Verdict::Ask };
    policy.unknown_tools.unwrap_or(habit)
}

fn auto_tool(tool: &AutoTool) -> Value {
    let texts = |list: &[(String, Rule)]| list.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    let conditions = tool.rules().find(|rule| rule.says == Says::Allow).map(|rule| &rule.conditions);
    json!({
        "tool": tool.tool,
        "subject": tool.subject,
        "commands": texts(&tool.commands),
        "patterns": tool.patterns.iter().map(|(one, _)| one.text()).collect::<Vec<_>>(),
        "safe_prefixes": texts(&tool.safe_prefixes),
        "blocked_patterns": tool.blocked_patterns.iter().map(|(one, _)| one.text()).collect::<Vec<_>>(),
        "validate": tool.validate.as_ref().map(|(predicate, _)| predicate.words()),
        "require": tool.require.as_ref().map(|(predicate, _)| predicate.words()),
        "hours": conditions.and_then(|one| one.hours.as_ref()).map(|hours| hours.text().to_owned()),
        "limit": conditions.and_then(|one| one.limit.as_ref()).map(ToString::to_string),
    })
}

#[cfg(test)]
mod tests {
    use super::{full, full_text};
    use crate::file::{self, Kind, Standing, Surroundings, World};
    use crate::rules::Layer;

    #[test]
    fn the_text_of_a_policy_is_that_of_its_value() {
        let content = r#"
mode: autoEdit
tools: { my_query: read, deploy: command }
limits: { auto_approvals: 60/min }
permissions:
  "Bash(make *)": { allowed: true, reason: we build, limit: 3/min, hours: "Mon-Fri 09:00-18:00 UTC" }
  "write(docs/**)": { allowed: ask, when: { content: "*x*" } }
auto_approve_tools:
  bash: { commands: ["git status"], blocked_patterns: ["--force"], validate: { max_length: 200 } }
"#;
        let world = World { zones: jiff::tz::db(), local: jiff::tz::TimeZone::UTC };
        let file = file::read("policy.yaml", content, Kind::Policy, &world).expect("a policy");
        let standing = Standing { layer: Layer::Given, trusted: true, file };
        let (policy, _) = file::merge(vec![standing], &Surroundings::default());
        assert_eq!(full_text(&policy), full(&policy).to_string());
        assert!(full_text(&policy).contains("we build"));
    }
}
