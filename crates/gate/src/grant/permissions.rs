//! The permissions of a session as ConnectOnion keeps them: `session['permissions']`.

use byleave_policy::grant::{Coverage, Grant, GrantPart};
use byleave_policy::rules::Pattern;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::tools::{self, Category};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::gate::Gate;
use crate::grant::as_json;
use crate::store::StoreError;

/// All permissions of a session, under their keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Permissions(pub Vec<(String, Permission)>);

/// One permission: four fields, and `when` if it is not for every call of its tool. In ConnectOnion's order.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Permission {
    /// Whether it allows.
    pub allowed: Value,
    /// Who gave it: `safe`, `config`, `skill`, `user`.
    pub source: String,
    /// Why.
    pub reason: String,
    /// What arguments must be like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Value>,
    /// When it ends.
    pub expires: Value,
}

impl Serialize for Permissions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, permission) in &self.0 {
            map.serialize_entry(key, permission)?;
        }
        map.end()
    }
}

impl Permissions {
    /// The permission under a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Permission> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, permission)| permission)
    }

    /// Adds a permission. One dictionary cannot hold two entries for `bash`: the first keeps that key, which is the
    /// broadest, the others are under what they cover.
    fn add(&mut self, key: String, other: &str, permission: Permission) {
        let key = if self.get(&key).is_none() { key } else { other.to_owned() };
        if self.get(&key).is_none() {
            self.0.push((key, permission));
        }
    }
}

impl Gate {
    /// The permissions of the session: safe tools, rules of the policy, grants of skills and people, in one dictionary.
    ///
    /// A view for hosts that use ConnectOnion's dictionary. The gate decides by the list of grants, not by this view.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn permissions(&self) -> Result<Permissions, StoreError> {
        let mut held: Vec<Grant> = self.grants().await?.into_iter().map(|held| held.grant).collect();
        held.sort_by_key(breadth);
        let mut all = Permissions(Vec::new());
        let safe = tools::all().filter(|tool| tool.category == Category::Read);
        for name in safe.flat_map(|tool| std::iter::once(tool.name).chain(tool.aliases.iter().copied())) {
            let permission = Permission {
                allowed: true.into(),
                source: "safe".to_owned(),
                reason: "read-only operation".to_owned(),
                when: None,
                expires: as_json::expires(Expires::Never),
            };
            all.add(name.to_owned(), name, permission);
        }
        for grant in &held {
            for (tool, other, when) in keys(grant) {
                let permission = Permission {
                    allowed: true.into(),
                    source: grant.source.name().to_owned(),
                    reason: grant.reason.clone(),
                    when,
                    expires: as_json::expires(grant.expires),
                };
                all.add(tool, &other, permission);
            }
        }
        let policy = self.inner.policy_in_force().policy(None);
        let config = serde_json::to_value(byleave_config::runtime(&policy)).unwrap_or(Value::Null);
        for (key, entry) in config.as_object().into_iter().flatten() {
            let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
            let permission = Permission {
                allowed: entry.get("allowed").cloned().unwrap_or(Value::Bool(false)),
                source: text("source"),
                reason: text("reason"),
                when: entry.get("when").cloned(),
                expires: entry.get("expires").cloned().unwrap_or(Value::Null),
            };
            let other = permission.when.as_ref().and_then(|when| when.get("command")).and_then(Value::as_str);
            let other = other.map_or_else(|| key.clone(), |command| format!("Bash({command})"));
            all.add(key.clone(), &other, permission);
        }
        Ok(all)
    }
}

/// The broadest first.
fn breadth(grant: &Grant) -> u8 {
    match &grant.coverage {
        Coverage::Tool(_) => 0,
        Coverage::Rule(rule) if matches!(rule.pattern, Pattern::Tool(_)) && rule.when.is_empty() => 0,
        Coverage::Rule(_) => 1,
        Coverage::Commands { .. } => 2,
        Coverage::Call(_) => 3,
    }
}

/// The key of a grant, another if that one is taken, and its `when`; one for each part.
fn keys(grant: &Grant) -> Vec<(String, String, Option<Value>)> {
    let when = |key: &str, pattern: &str| Some(Value::Object(Map::from_iter([(key.to_owned(), pattern.into())])));
    let command = |text: &str| ("bash".to_owned(), format!("Bash({text})"), when("command", text));
    match &grant.coverage {
        Coverage::Tool(tool) => vec![(tool.clone(), tool.clone(), None)],
        Coverage::Call(digest) => {
            vec![(digest.to_string(), digest.to_string(), when("call_hash", &digest.to_string()))]
        }
        Coverage::Commands { parts, .. } => parts
            .iter()
            .map(|part| match part {
                GrantPart::SubCommand(text) | GrantPart::Exact(text) => command(text),
                GrantPart::Directory(prefix) => command(&format!("{} {}*", prefix.program, prefix.directory)),
            })
            .collect(),
        Coverage::Rule(rule) => {
            let mut conditions: Map<String, Value> =
                rule.when.iter().map(|(key, pattern)| (key.clone(), pattern.as_str().into())).collect();
            let tool = match &rule.pattern {
                Pattern::Command(pattern) => {
                    conditions.insert("command".to_owned(), pattern.text.as_str().into());
                    "bash".to_owned()
                }
                Pattern::Tool(tool) => tool.clone(),
                Pattern::Subject { tool, glob } => {
                    conditions.insert("file_path".to_owned(), glob.as_str().into());
                    tool.clone()
                }
                Pattern::Domain(_) | Pattern::Mcp(_) => rule.text.clone(),
            };
            let when = (!conditions.is_empty()).then_some(Value::Object(conditions));
            vec![(tool, rule.text.clone(), when)]
        }
    }
}
