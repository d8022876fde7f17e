//! Codex: the switch of the feature, and the trust that a user gives to each hook as it is written.

use std::path::{Path, PathBuf};

use byleave_gate::files::pin;
use serde::Serialize;
use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::{Ground, Layer, Obstacle, layers, read, winner};
use crate::line::is_ours;

/// What the user does about a hook that Codex does not trust.
const TRUST: &str = "start codex and trust byleave's hooks: enter /hooks";

const UNTRUSTED: &str = "Codex does not start its hook before you trust it";
const CHANGED: &str = "its hook was changed since you trusted it, so Codex does not start it";

/// The events that decide, as Codex has them in its settings.
const EVENTS: [(&str, &str); 2] = [("PreToolUse", "pre_tool_use"), ("PermissionRequest", "permission_request")];

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let home = match ground.around.variable("CODEX_HOME") {
        // Codex follows links in this one only.
        Some(home) => std::fs::canonicalize(&home).unwrap_or_else(|_| home.into()),
        None => ground.home.join(".codex"),
    };
    let user = home.join("config.toml");
    let (own, mut found) = layers([user.clone()]);
    let mut paths = vec![ground.system("/etc/codex/config.toml"), user.clone()];
    // The nearer folder wins.
    let trusted = ground.folders.iter().rev().filter(|folder| trusts(&own, ground, folder));
    paths.extend(trusted.map(|folder| folder.join(".codex/config.toml")).filter(|path| *path != user));
    let (all, broken) = layers(paths);
    found.extend(broken);
    found.dedup();
    let (managed, broken) = layers([ground.system("/etc/codex/requirements.toml")]);
    found.extend(broken);
    // What the administrator requires, no layer changes.
    if winner(&managed, "/features/hooks", true).is_none() {
        found.extend(winner(&all, "/features/hooks", false).map(|layer| {
            let why = "`[features] hooks` is false, so Codex starts no hooks here";
            Obstacle::at(&layer.path, why, "take it out, or set it to true in /etc/codex/requirements.toml")
        }));
    }
    let system = std::fs::read_to_string(ground.system("/etc/codex/hooks.json"));
    if system.is_ok_and(|text| is_ours(&text)) {
        // Codex trusts what the administrator registers.
        return found;
    }
    found.extend(winner(&managed, "/allow_managed_hooks_only", true).map(|layer| {
        let why = "`allow_managed_hooks_only` is true, and byleave's hooks are the user's";
        Obstacle::at(&layer.path, why, "only the administrator can register byleave")
    }));
    let hooks = home.join("hooks.json");
    if let Ok(Some(says)) = read(&hooks) {
        found.extend(EVENTS.iter().filter_map(|(event, key)| distrusted(&own, &hooks, &says, event, key)));
    }
    found
}

/// Whether Codex reads the settings of a folder: the user trusts it, or a folder above.
fn trusts(own: &[Layer], ground: &Ground<'_>, folder: &Path) -> bool {
    let project = ground.folders.last().map_or(folder, PathBuf::as_path);
    let trusts = |path: &Path| {
        let told = own.iter().find_map(|layer| layer.says.get("projects")?.get(path.to_str()?)?.get("trust_level"));
        told.and_then(Value::as_str) == Some("trusted")
    };
    trusts(folder) || trusts(project)
}

/// A hook of byleave's that Codex does not start because its user did not trust it, or trusted another text.
fn distrusted(own: &[Layer], path: &Path, says: &Value, event: &'static str, key: &str) -> Option<Obstacle> {
    let groups = says.pointer(&format!("/hooks/{event}"))?.as_array()?;
    let (at, inner, group, hook) = groups.iter().enumerate().find_map(|(at, group)| {
        let hooks = group.get("hooks")?.as_array()?;
        let is_own = |hook: &&Value| hook.get("command").and_then(Value::as_str).is_some_and(is_ours);
        let inner = hooks.iter().position(|hook| is_own(&hook))?;
        Some((at, inner, group, hooks.get(inner)?))
    })?;
    let name = format!("{}:{key}:{at}:{inner}", path.display());
    let state = own.iter().find_map(|layer| layer.says.pointer("/hooks/state")?.get(&name));
    let word = |key: &str| state.and_then(|state| state.get(key));
    let why = if word("enabled").and_then(Value::as_bool) == Some(false) {
        "its hook is switched off in Codex"
    } else {
        match word("trusted_hash").and_then(Value::as_str) {
            None => UNTRUSTED,
            Some(trusted) if trusted == hash(group, hook, key) => return None,
            Some(_) => CHANGED,
        }
    };
    Some(Obstacle { event: Some(event), ..Obstacle::at(path, why, TRUST) })
}

/// What Codex takes the hash of: the hook with what it leaves out.
#[derive(Serialize)]
struct Identity<'h> {
    event_name: &'h str,
    hooks: [Map<String, Value>; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'h str>,
}

fn hash(group: &Value, hook: &Value, key: &str) -> String {
    let mut whole: Map<String, Value> = hook.as_object().cloned().unwrap_or_default();
    whole.retain(|name, _| ["async", "command", "statusMessage", "timeout", "type"].contains(&name.as_str()));
    whole.entry("async").or_insert(Value::Bool(false));
    whole.entry("timeout").or_insert_with(|| 600.into());
    let matcher = group.get("matcher").and_then(Value::as_str);
    let identity = Identity { event_name: key, hooks: [whole], matcher };
    // As a value first: its keys are in order then.
    pin(crate::reply::json_of(&identity).to_string().as_bytes())
}

/// What Codex itself says about byleave's hooks: its answer to `hooks/list` for one directory; none if it is no such answer.
#[must_use]
pub fn listed(answer: &Value) -> Option<Vec<Obstacle>> {
    let hooks = answer.pointer("/result/data/0/hooks")?.as_array()?;
    let text = |hook: &Value, key: &str| hook.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let all = EVENTS.iter().filter_map(|(event, _)| {
        let is_own =
            |hook: &&Value| text(hook, "eventName").eq_ignore_ascii_case(event) && is_ours(&text(hook, "command"));
        let own: Vec<&Value> = hooks.iter().filter(is_own).collect();
        let starts = |hook: &&Value| {
            hook.get("enabled").and_then(Value::as_bool) == Some(true)
                && ["trusted", "managed"].contains(&text(hook, "trustStatus").as_str())
        };
        if own.iter().any(starts) {
            return None;
        }
        let (why, remedy) = match own.first() {
            None => (
                "it does not list byleave's hook here: its settings switch hooks off",
                "see `features.hooks` in its settings",
            ),
            Some(hook) if hook.get("enabled").and_then(Value::as_bool) == Some(false) => {
                ("its hook is switched off in Codex", TRUST)
            }
            Some(hook) if text(hook, "trustStatus") == "modified" => (CHANGED, TRUST),
            Some(_) => (UNTRUSTED, TRUST),
        };
        Some(Obstacle { event: Some(event), ..Obstacle::new("codex", why, remedy) })
    });
    Some(all.collect())
}

/// What a text of TOML says, as far as switches and names need it.
pub(super) fn toml(text: &str) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    let root = DeTable::parse(text).map_err(|error| format!("it is not TOML: {}", error.message()))?;
    Ok(table(root.get_ref()))
}

fn table(table: &DeTable<'_>) -> Value {
    table.iter().map(|(key, value)| (key.get_ref().to_string(), plain(value.get_ref()))).collect()
}

fn plain(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::from(text.as_ref()),
        DeValue::Boolean(is) => Value::Bool(*is),
        DeValue::Array(all) => all.iter().map(|one| plain(one.get_ref())).collect(),
        DeValue::Table(inner) => table(inner),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Datetime(_) => Value::Null,
    }
}
