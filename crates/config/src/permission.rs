//! `permissions`: pattern → entry.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};

use super::node::{Entry, Node, Value};
use super::problem::Place;
use super::reader::{Kind, Reader};
use byleave_policy::rules::conditions::{Expires, Hours, Limit};
use byleave_policy::rules::{CommandPattern, Pattern, Rule};
use byleave_policy::{Source, Unattended, Verdict};

/// The keys of an entry.
pub(super) const KEYS: [&str; 13] = [
    "allowed",
    "source",
    "reason",
    "when",
    "expires",
    "hours",
    "limit",
    "when_env",
    "approvals",
    "unattended",
    "mask",
    "match",
    "not_match",
];

/// More people than this are never found together.
pub(super) const MOST_APPROVALS: u32 = 20;

/// The words for `source`. `template` is what ConnectOnion calls entries that it ships.
pub(super) const SOURCES: [&str; 5] = ["safe", "config", "skill", "user", "template"];

/// A rule with the examples that it must and must not match.
pub(super) struct Permission {
    pub rule: Rule,
    pub matches: Vec<Example>,
    pub not_matches: Vec<Example>,
    /// The words that are not of use, in a file that is read as it is.
    pub unusable: bool,
}

/// An example call: a command or subject, or whole arguments.
pub(super) struct Example {
    pub call: ExampleCall,
    pub place: Place,
}

pub(super) enum ExampleCall {
    Text(String),
    Arguments(Vec<(String, String)>),
}

impl Reader<'_> {
    pub fn permissions(&mut self, node: &Node) -> Vec<Permission> {
        let entries = self.map("`permissions`", node);
        entries.iter().filter_map(|entry| self.permission(entry)).collect()
    }

    fn permission(&mut self, entry: &Entry) -> Option<Permission> {
        let Value::Map(fields) = &entry.node.value else {
            let meant = match entry.node.scalar().unwrap_or_default().as_str() {
                "deny" | "denied" | "false" | "no" | "never" | "block" => "false",
                "ask" | "prompt" => "ask",
                _ => "true",
            };
            let help = format!("write it as `\"{}\": {{ allowed: {meant} }}`", entry.key);
            let message =
                format!("the entry of `{}` must be a mapping, but it is {}", entry.key, entry.node.value.kind());
            self.error(&entry.node.place, message, help);
            return None;
        };
        let allowed = fields.iter().find(|field| field.key == "allowed");
        let Some(allowed) = allowed else {
            let help = "add `allowed: true`, `allowed: false` or `allowed: ask`".to_owned();
            let message = format!("`{}` does not say whether it is `allowed`", entry.key);
            match self.kind {
                Kind::Policy => self.error(&entry.place, message, help),
                Kind::Host => self.warn("W-NO-ALLOWED", &entry.place, format!("{message}; it is not used"), help),
            }
            return None;
        };
        let says = self.says(&allowed.node)?;
        let mut rule = match Rule::new(&entry.key, says) {
            Ok(rule) => rule,
            Err(error) => {
                self.error(&entry.place, error.to_string(), None);
                return None;
            }
        };
        rule.location = self.location(&entry.place);
        let mut permission = Permission { rule, matches: Vec::new(), not_matches: Vec::new(), unusable: false };
        for field in fields {
            self.field(field, &mut permission);
        }
        self.checked(entry, permission)
    }

    fn says(&mut self, node: &Node) -> Option<Verdict> {
        match &node.value {
            Value::Bool(true) => Some(Verdict::Allow),
            Value::Bool(false) => Some(Verdict::Deny),
            Value::Text(text) if text == "ask" => Some(Verdict::Ask),
            // PyYAML, which ConnectOnion reads its files with, takes these as truth values.
            Value::Text(text) if self.kind == Kind::Host && matches!(text.as_str(), "yes" | "on" | "Yes" | "On") => {
                Some(Verdict::Allow)
            }
            Value::Text(text) if self.kind == Kind::Host && matches!(text.as_str(), "no" | "off" | "No" | "Off") => {
                Some(Verdict::Deny)
            }
            Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => {
                let found = node.scalar().map_or_else(|| node.value.kind().to_owned(), |text| format!("`{text}`"));
                let message = format!("`allowed` must be true, false or ask, but it is {found}");
                self.error(&node.place, message, None);
                None
            }
        }
    }

    fn field(&mut self, field: &Entry, permission: &mut Permission) {
        let rule = &mut permission.rule;
        match field.key.as_str() {
            "allowed" => {}
            "source" => {
                let find = |name: &str| match name {
                    "safe" => Some(Source::Safe),
                    "config" | "template" => Some(Source::Config),
                    "skill" => Some(Source::Skill),
                    "user" => Some(Source::User),
                    _ => None,
                };
                if let Some(source) = self.choice("source", &field.node, &SOURCES, find) {
                    rule.source = source;
                }
            }
            "reason" => rule.reason = self.text("`reason`", &field.node).unwrap_or_default(),
            "when" => rule.when = self.pairs("`when`", &field.node),
            "when_env" => rule.conditions.when_env = self.pairs("`when_env`", &field.node),
            "expires" => rule.conditions.expires = self.expires(&field.node).unwrap_or_default(),
            "hours" => rule.conditions.hours = self.hours(&field.node),
            "limit" => rule.conditions.limit = self.limit(&field.node),
            "approvals" => rule.approvals = self.approvals(&field.node).unwrap_or(1),
            "unattended" => rule.unattended = self.unattended(&field.node),
            "mask" => match field.node.value {
                Value::Bool(mask) => rule.mask = mask,
                Value::Null | Value::Number(_) | Value::Text(_) | Value::List(_) | Value::Map(_) => {
                    self.error(&field.node.place, "`mask` must be true or false", None);
                }
            },
            "match" if matches!(field.node.value, Value::Map(_)) => {
                let help = "a condition on parameters is written as `when: { file_path: \"*.md\" }`".to_owned();
                self.error(&field.place, "`match` is a list of examples, but here it is a mapping", help);
            }
            "match" => permission.matches = self.examples("`match`", &field.node),
            "not_match" => permission.not_matches = self.examples("`not_match`", &field.node),
            _ if self.kind == Kind::Host => {
                // It may have been meant as a restriction.
                permission.unusable = rule.says == Verdict::Allow;
                let message = format!("unknown key `{}` in `{}`", field.key, rule.text);
                let help = permission.unusable.then(|| "the entry is not used".to_owned());
                self.warn("W-UNKNOWN-KEY", &field.place, message, help);
            }
            _ => {
                let what = format!("`{}`", rule.text);
                self.unknown_key(field, &what, &KEYS);
            }
        }
    }

    /// What only shows once all fields are known.
    fn checked(&mut self, entry: &Entry, mut permission: Permission) -> Option<Permission> {
        let rule = &mut permission.rule;
        if rule.says != Verdict::Allow && rule.conditions.limit.is_some() {
            let help = "a limit counts what is allowed; leave it out".to_owned();
            self.error(&entry.place, format!("`{}` has a `limit`, but it allows nothing", rule.text), help);
        }
        if rule.says != Verdict::Ask && rule.approvals > 1 {
            let help = "several people can only be asked; write `allowed: ask`".to_owned();
            self.error(&entry.place, format!("`{}` wants `approvals`, but it never asks", rule.text), help);
        }
        if rule.says != Verdict::Ask && rule.unattended.is_some() {
            let help = "it is about questions that no approver is there for; write `allowed: ask`".to_owned();
            self.error(&entry.place, format!("`{}` says `unattended`, but it never asks", rule.text), help);
        }
        if rule.mask && !matches!(rule.pattern, Pattern::Mcp(_)) {
            let help =
                "it is about results, which pass byleave only with `byleave mcp`; name `mcp__SERVER__TOOL`".to_owned();
            self.error(&entry.place, format!("`{}` says `mask`, but it is not a rule on MCP tools", rule.text), help);
        }
        if rule.says == Verdict::Allow && rule.conditions.expires == Expires::TurnEnd {
            let help = "a file has no turns; use `never`, `session_end` or a date".to_owned();
            self.warn(
                "W-TURN-END",
                &entry.place,
                format!("`{}` ends with its turn, so it never counts", rule.text),
                help,
            );
        }
        // `bash` with `when: {command: X}` is `Bash(X)`, and is matched like it.
        if matches!(&rule.pattern, Pattern::Tool(tool) if tool == "bash")
            && let Some(at) = rule.when.iter().position(|(key, _)| key == "command")
        {
            let (_, command) = rule.when.remove(at);
            rule.text = format!("Bash({command})");
            rule.pattern = Pattern::Command(CommandPattern::parse(&command));
        }
        (!permission.unusable).then_some(permission)
    }

    /// A mapping of names to patterns.
    fn pairs(&mut self, what: &str, node: &Node) -> Vec<(String, String)> {
        let entries = self.map(what, node);
        let mut pairs = Vec::new();
        for entry in entries {
            if let Some(value) = self.text(&format!("`{}` in {what}", entry.key), &entry.node) {
                pairs.push((entry.key.clone(), value));
            }
        }
        pairs
    }

    fn examples(&mut self, what: &str, node: &Node) -> Vec<Example> {
        let items = self.list(what, node);
        let mut examples = Vec::new();
        for item in items {
            let call = match &item.value {
                Value::Map(_) => Some(ExampleCall::Arguments(self.pairs(what, item))),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
                    self.text(&format!("each of {what}"), item).map(ExampleCall::Text)
                }
            };
            examples.extend(call.map(|call| Example { call, place: item.place.clone() }));
        }
        examples
    }

    /// How many people must say yes.
    pub fn approvals(&mut self, node: &Node) -> Option<u32> {
        let text = self.text("`approvals`", node)?;
        let found = text.parse().ok().filter(|count| (1..=MOST_APPROVALS).contains(count));
        if found.is_none() {
            let help = format!("write how many different people must say yes, from 1 to {MOST_APPROVALS}");
            self.error(&node.place, format!("`{text}` is not a number of people"), help);
        }
        found
    }

    /// What becomes of a question while no approver is there.
    pub fn unattended(&mut self, node: &Node) -> Option<Unattended> {
        self.choice("choice for `unattended`", node, &Unattended::NAMES, Unattended::find)
    }

    pub fn hours(&mut self, node: &Node) -> Option<Hours> {
        let text = self.text("`hours`", node)?;
        match Hours::parse(&text, self.world.zones, &self.world.local) {
            Ok(hours) => Some(hours),
            Err(error) => {
                self.error(&node.place, format!("`hours`: {error}"), None);
                None
            }
        }
    }

    /// `30/min`, or `{max: 30, per: 1m}`.
    pub fn limit(&mut self, node: &Node) -> Option<Limit> {
        if let Value::Map(fields) = &node.value {
            let get = |key: &str| fields.iter().find(|field| field.key == key).and_then(|field| field.node.scalar());
            if let Some(odd) = fields.iter().find(|field| !matches!(field.key.as_str(), "max" | "per")) {
                self.unknown_key(odd, "a limit", &["max", "per"]);
                return None;
            }
            let Some((max, per)) = get("max").zip(get("per")) else {
                let help = "write it as `30/min` or `{ max: 30, per: 1m }`".to_owned();
                self.error(&node.place, "not a limit", help);
                return None;
            };
            return match Limit::new(&max, &per) {
                Ok(limit) => Some(limit),
                Err(error) => {
                    self.error(&node.place, format!("`limit`: {error}"), None);
                    None
                }
            };
        }
        let text = self.text("`limit`", node)?;
        match Limit::parse(&text) {
            Ok(limit) => Some(limit),
            Err(error) => {
                self.error(&node.place, format!("`limit`: {error}"), None);
                None
            }
        }
    }

    /// `never`, `session_end`, a date, a moment; or `{type: …}` as ConnectOnion writes it.
    fn expires(&mut self, node: &Node) -> Option<Expires> {
        let inner = match &node.value {
            Value::Map(fields) => {
                if let Some(odd) = fields.iter().find(|field| !matches!(field.key.as_str(), "type" | "at")) {
                    self.unknown_key(odd, "`expires`", &["type", "at"]);
                    return None;
                }
                let Some(first) = fields.first() else {
                    self.wrong_type("`expires`", "`never`, `session_end` or a date", node);
                    return None;
                };
                &first.node
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => node,
        };
        let text = self.text("`expires`", inner)?;
        let found = match text.as_str() {
            "never" => Some(Expires::Never),
            "turn_end" => Some(Expires::TurnEnd),
            "session_end" => Some(Expires::SessionEnd),
            _ => self.moment(&text).map(Expires::At),
        };
        if found.is_none() {
            let help = "write `never`, `session_end`, `2026-12-31` or `2026-12-31T18:00+01:00`".to_owned();
            self.error(&inner.place, format!("`{text}` is not an end for a rule"), help);
        }
        found
    }

    /// A date ends with its day; a time without a zone is in the zone of this machine.
    fn moment(&self, text: &str) -> Option<Timestamp> {
        if let Ok(moment) = text.parse::<Timestamp>() {
            return Some(moment);
        }
        let local = |civil: DateTime| civil.to_zoned(self.world.local.clone()).ok().map(|zoned| zoned.timestamp());
        match text.parse::<Date>() {
            Ok(date) if text.len() == 10 => local(date.tomorrow().ok()?.to_datetime(jiff::civil::Time::midnight())),
            _ => local(text.parse::<DateTime>().ok()?),
        }
    }
}
