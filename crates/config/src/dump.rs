//! A policy as JSON: in full, and in the form ConnectOnion keeps at run time.

use std::collections::BTreeMap;

use byleave_shell::Shell;
use jiff::Timestamp;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;

use byleave_policy::paths::Root;
use byleave_policy::rules::auto::AutoTool;
use byleave_policy::rules::conditions::{Expires, Hours};
use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{Policy, Unattended, Unnamed, Verdict};

use super::tools::argument;

/// The rules as `session['permissions']` has them: a key for each, and four fields with an optional `when`.
#[derive(Debug)]
pub struct Runtime {
    entries: Vec<(String, RuntimeEntry)>,
}

/// One entry. The fields are in ConnectOnion's order.
#[derive(Clone, Debug, Serialize)]
struct RuntimeEntry {
    allowed: Allowed,
    source: &'static str,
    reason: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    when: BTreeMap<String, String>,
    expires: End,
    #[serde(skip_serializing_if = "Option::is_none")]
    hours: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    when_env: BTreeMap<String, String>,
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
    let all: Vec<&Rule> = policy.rules.iter().chain(auto.filter(|rule| rule.says == Verdict::Allow)).collect();
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
    let allows = rules.iter().enumerate().filter(|(_, rule)| rule.says == Verdict::Allow);
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
    let subject = match &rule.pattern {
        Pattern::Command(pattern) => Some(("command", pattern.text.clone())),
        Pattern::Subject { tool, glob } => Some((argument(tool), glob.clone())),
        Pattern::Domain(domain) => Some(("url", format!("domain:{domain}"))),
        Pattern::Tool(_) | Pattern::Mcp(_) => None,
    };
    let mut when: BTreeMap<String, String> = subject.map(|(key, text)| (key.to_owned(), text)).into_iter().collect();
    when.extend(rule.when.iter().cloned());
    RuntimeEntry {
        allowed: Allowed(rule.says),
        source: rule.source.name(),
        reason: reason(rule),
        when,
        expires: End::of(rule.conditions.expires),
        hours: rule.conditions.hours.as_ref().map(|hours| hours.text().to_owned()),
        limit: rule.conditions.limit.as_ref().map(ToString::to_string),
        when_env: rule.conditions.when_env.iter().cloned().collect(),
        approvals: Some(rule.approvals).filter(|count| *count > 1),
        unattended: rule.unattended.map(Unattended::name),
        mask: rule.mask.then_some(true),
    }
}

/// What a rule says, as a file writes it: `true`, `false` or `ask`.
#[derive(Clone, Copy, Debug)]
struct Allowed(Verdict);

impl Serialize for Allowed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Verdict::Allow => serializer.serialize_bool(true),
            Verdict::Ask => serializer.serialize_str("ask"),
            Verdict::Deny => serializer.serialize_bool(false),
        }
    }
}

fn reason(rule: &Rule) -> String {
    let otherwise = match rule.says {
        Verdict::Allow => "allowed",
        Verdict::Ask => "asks",
        Verdict::Deny => "not allowed",
    };
    if rule.reason.is_empty() { otherwise.to_owned() } else { rule.reason.clone() }
}

/// When a rule ends.
#[derive(Clone, Copy, Debug, Serialize)]
struct End {
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Timestamp>,
    #[serde(rename = "type")]
    kind: &'static str,
}

impl End {
    const fn of(expires: Expires) -> Self {
        match expires {
            Expires::Never => Self { at: None, kind: "never" },
            Expires::TurnEnd => Self { at: None, kind: "turn_end" },
            Expires::SessionEnd => Self { at: None, kind: "session_end" },
            Expires::At(end) => Self { at: Some(end), kind: "time" },
        }
    }
}

/// Conditions by name; none where there are none.
fn pairs(list: &[(String, String)]) -> Option<BTreeMap<&str, &str>> {
    (!list.is_empty()).then(|| list.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect())
}

/// A policy with everything it holds.
#[must_use]
pub fn full(policy: &Policy) -> Value {
    serde_json::to_value(Full::of(policy)).unwrap_or_default()
}

/// The same as text, with its keys in order. Without a value in between: a hook does so for every call.
#[must_use]
pub fn full_text(policy: &Policy) -> String {
    serde_json::to_string(&Full::of(policy)).unwrap_or_default()
}

/// A policy in full. All keys are in alphabetical order, as in a [`Value`].
#[derive(Serialize)]
struct Full<'p> {
    ask: Ask,
    auto_approve_tools: Vec<FullAutoTool<'p>>,
    ceiling: &'static str,
    high_risk: Vec<FullRule<'p>>,
    limits: Limits,
    mode: &'static str,
    profile: &'static str,
    roots: Vec<&'p str>,
    rules: Vec<FullRule<'p>>,
    tools: BTreeMap<&'p str, Declared>,
    unknown_tools: &'static str,
    /// Only where it is set: a policy without it keeps its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    unnamed: Option<&'static str>,
}

impl<'p> Full<'p> {
    fn of(policy: &'p Policy) -> Self {
        Self {
            ask: Ask {
                approvals: policy.ask_approvals.max(1),
                on_timeout: "deny",
                timeout_seconds: policy.ask_timeout_seconds,
                unattended: policy.ask_unattended.map(Unattended::name),
            },
            auto_approve_tools: policy.auto_approve.tools.iter().map(FullAutoTool::of).collect(),
            ceiling: policy.ceiling.0.name(),
            high_risk: policy.high_risk.iter().map(FullRule::of).collect(),
            limits: Limits { auto_approvals: policy.auto_approvals.as_ref().map(ToString::to_string) },
            mode: policy.mode.name(),
            profile: policy.profile.name(),
            roots: policy.roots.iter().map(Root::text).collect(),
            rules: policy.rules.iter().map(FullRule::of).collect(),
            tools: policy
                .tools
                .iter()
                .map(|(tool, category)| (tool.as_str(), Declared::of(policy, tool, category.name())))
                .collect(),
            unknown_tools: unknown_tools(policy).name(),
            unnamed: policy.unnamed.map(Unnamed::name),
        }
    }
}

/// What becomes of calls that ask.
#[derive(Serialize)]
struct Ask {
    approvals: u32,
    on_timeout: &'static str,
    timeout_seconds: Option<u32>,
    unattended: Option<&'static str>,
}

/// What is limited for all rules together.
#[derive(Serialize)]
struct Limits {
    auto_approvals: Option<String>,
}

/// A rule in full.
#[derive(Serialize)]
struct FullRule<'r> {
    allowed: Allowed,
    approvals: u32,
    expires: End,
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
    when: Option<BTreeMap<&'r str, &'r str>>,
    when_env: Option<BTreeMap<&'r str, &'r str>>,
}

impl<'r> FullRule<'r> {
    fn of(rule: &'r Rule) -> Self {
        Self {
            allowed: Allowed(rule.says),
            approvals: rule.approvals,
            expires: End::of(rule.conditions.expires),
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
#[derive(Serialize)]
#[serde(untagged)]
enum Declared {
    Category(&'static str),
    WithShells { category: &'static str, shell: Vec<&'static str> },
}

impl Declared {
    fn of(policy: &Policy, tool: &str, category: &'static str) -> Self {
        match policy.shells.get(tool) {
            None => Self::Category(category),
            Some(shells) => Self::WithShells { category, shell: shells.iter().map(Shell::name).collect() },
        }
    }
}

/// What happens to unknown tools.
fn unknown_tools(policy: &Policy) -> Verdict {
    let habit = if policy.profile.trusts_unknown_tools() { Verdict::Allow } else { Verdict::Ask };
    policy.unknown_tools.unwrap_or(habit)
}

/// A tool under `auto_approve_tools` in full.
#[derive(Serialize)]
struct FullAutoTool<'t> {
    blocked_patterns: Vec<&'t str>,
    commands: Vec<&'t str>,
    hours: Option<&'t str>,
    limit: Option<String>,
    patterns: Vec<&'t str>,
    require: Option<String>,
    safe_prefixes: Vec<&'t str>,
    subject: Option<&'t str>,
    tool: &'t str,
    validate: Option<String>,
}

impl<'t> FullAutoTool<'t> {
    fn of(tool: &'t AutoTool) -> Self {
        let texts = |list: &'t [(String, Rule)]| list.iter().map(|(text, _)| text.as_str()).collect();
        let conditions = tool.rules().find(|rule| rule.says == Verdict::Allow).map(|rule| &rule.conditions);
        Self {
            blocked_patterns: tool.blocked_patterns.iter().map(|(one, _)| one.text()).collect(),
            commands: texts(&tool.commands),
            hours: conditions.and_then(|one| one.hours.as_ref()).map(Hours::text),
            limit: conditions.and_then(|one| one.limit.as_ref()).map(ToString::to_string),
            patterns: tool.patterns.iter().map(|(one, _)| one.text()).collect(),
            require: tool.require.as_ref().map(|(predicate, _)| predicate.words()),
            safe_prefixes: texts(&tool.safe_prefixes),
            subject: tool.subject.as_deref(),
            tool: &tool.tool,
            validate: tool.validate.as_ref().map(|(predicate, _)| predicate.words()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{full, full_text};
    use crate::{Kind, Standing, Surroundings, World};
    use byleave_policy::rules::Layer;

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
        let file = crate::read("policy.yaml", content, Kind::Policy, &world).expect("a policy");
        let standing = Standing { layer: Layer::Given, trusted: true, file };
        let (policy, _) = crate::merge(vec![standing], &Surroundings::default());
        assert_eq!(full_text(&policy), full(&policy).to_string());
        assert!(full_text(&policy).contains("we build"));
    }
}
