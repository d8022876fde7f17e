//! Modes of an agent in which it stops asking. While one is on, the broker hears of a tool only when it runs.

use serde_json::{Map, Value};

use super::convention::Convention;

/// Words of names and ids, without marks and in lower case, under which agents stop asking about something.
const BYPASS: [&str; 17] = [
    "bypass",
    "yolo",
    "fullaccess",
    "danger",
    "skippermission",
    "skipapproval",
    "allowall",
    "approveall",
    "acceptall",
    "autoapprove",
    "autoaccept",
    "autoedit",
    "acceptedits",
    "neverask",
    "noprompt",
    "unrestricted",
    "autopilot",
];

/// Values with which a switch is off.
const OFF: [&str; 7] = ["off", "false", "no", "never", "none", "disabled", "0"];

/// What an operator lets through although the agent stops asking in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Modes {
    pub let_through: Vec<String>,
}

impl Modes {
    /// Whether the agent stops asking in a mode of this id and this name.
    pub fn bypasses(&self, id: &str, name: Option<&str>, convention: Convention) -> bool {
        if self.let_through.iter().any(|known| known == id) {
            return false;
        }
        let by_words = [Some(id), name].into_iter().flatten().any(|text| {
            let plain = plain(text);
            BYPASS.iter().any(|word| plain.contains(word))
        });
        // A classifier of its own decides there; Codex has a mode of this name that asks.
        by_words || convention == Convention::Claude && id == "auto"
    }

    /// The mode that a new session is in, if the agent stops asking in it.
    pub fn of_session(&self, result: &Map<String, Value>, convention: Convention) -> Option<String> {
        let modes = result.get("modes").and_then(Value::as_object);
        let current = modes.and_then(|modes| modes.get("currentModeId")).and_then(Value::as_str);
        let named = |id: &str| {
            let list = modes?.get("availableModes")?.as_array()?;
            list.iter().find(|mode| mode.get("id").and_then(Value::as_str) == Some(id))?.get("name")?.as_str()
        };
        let by_mode = current.filter(|id| self.bypasses(id, named(id), convention)).map(str::to_owned);
        by_mode.or_else(|| self.of_options(result.get("configOptions"), convention))
    }

    /// The value of a setting in which the agent stops asking, if one is on.
    pub fn of_options(&self, options: Option<&Value>, convention: Convention) -> Option<String> {
        options.and_then(Value::as_array)?.iter().find_map(|option| {
            let current = option.get("currentValue")?;
            self.setting(option, current, convention)
        })
    }

    /// What a setting would be called with this value, if the agent stops asking then.
    pub fn setting(&self, option: &Value, value: &Value, convention: Convention) -> Option<String> {
        let text = |key: &str| option.get(key).and_then(Value::as_str);
        let id = text("id").or_else(|| text("configId")).unwrap_or_default();
        match value {
            Value::Bool(false) => None,
            Value::String(chosen) => {
                let name = choices(option).into_iter().find(|(value, _)| value == chosen).and_then(|(_, name)| name);
                // The name of a model says nothing about asking.
                let is_model = matches!(text("category"), Some("model" | "model_config" | "thought_level"));
                if is_model {
                    return None;
                }
                // A switch with words for its values: its own name tells what it does.
                let is_on = || !OFF.contains(&plain(chosen).as_str()) && self.bypasses(id, text("name"), convention);
                self.bypasses(chosen, name, convention)
                    .then(|| chosen.clone())
                    .or_else(|| is_on().then(|| id.to_owned()))
            }
            Value::Bool(true) | Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                self.bypasses(id, text("name"), convention).then(|| id.to_owned())
            }
        }
    }
}

/// What a setting can be, with names, in groups or without.
fn choices(option: &Value) -> Vec<(&str, Option<&str>)> {
    let list = option.get("options").and_then(Value::as_array);
    let inner = |one: &'_ Value| one.get("options").and_then(Value::as_array).is_some();
    let mut found = Vec::new();
    for one in list.into_iter().flatten() {
        let group = if inner(one) { one.get("options").and_then(Value::as_array) } else { None };
        for choice in group.map_or(std::slice::from_ref(one), Vec::as_slice) {
            if let Some(value) = choice.get("value").and_then(Value::as_str) {
                found.push((value, choice.get("name").and_then(Value::as_str)));
            }
        }
    }
    found
}

/// Whether settings that an editor hands to an agent in `_meta` name such a mode.
pub(super) fn in_meta(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) => is_named(text).then_some(text.as_str()),
        Value::Array(list) => list.iter().find_map(in_meta),
        Value::Object(map) => map.iter().find_map(|(key, value)| {
            let on = !matches!(value, Value::Bool(false) | Value::Null);
            if on && is_named(key) { Some(key.as_str()) } else { in_meta(value) }
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whole names only: free text in settings may speak of anything.
fn is_named(text: &str) -> bool {
    let plain = plain(text);
    let names = ["bypasspermissions", "yolo", "fullaccess", "dangerfullaccess", "acceptedits", "autoedit", "allowall"];
    names.contains(&plain.as_str()) || plain.contains("dangerouslyskippermissions")
}

fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Convention, Modes, in_meta};

    #[test]
    fn a_mode_in_which_an_agent_stops_asking_is_known_by_its_id_or_its_name() {
        let modes = Modes { let_through: vec!["autoEdit2".to_owned()] };
        for (convention, id, name, expected) in [
            (Convention::Claude, "default", Some("Always Ask"), false),
            (Convention::Claude, "plan", Some("Plan Mode"), false),
            (Convention::Claude, "dontAsk", Some("Don't Ask"), false),
            (Convention::Claude, "acceptEdits", Some("Accept Edits"), true),
            (Convention::Claude, "auto", None, true),
            (Convention::Claude, "bypassPermissions", None, true),
            (Convention::Gemini, "yolo", Some("YOLO"), true),
            (Convention::Gemini, "autoEdit", None, true),
            (Convention::Gemini, "autoEdit2", None, false),
            (Convention::Codex, "auto", Some("Default"), false),
            (Convention::Codex, "read-only", None, false),
            (Convention::Codex, "full-access", None, true),
            (Convention::Unknown, "m3", Some("Bypass Permissions"), true),
            (Convention::Unknown, "B-Y_P a.s-s", None, true),
            (Convention::Unknown, "build", None, false),
        ] {
            assert_eq!(modes.bypasses(id, name, convention), expected, "{convention:?} {id}");
        }
    }

    #[test]
    fn a_session_that_starts_in_such_a_mode_is_told_by_modes_and_settings() {
        let modes = Modes::default();
        let option = |current: serde_json::Value| {
            json!({ "configOptions": [
                { "id": "model", "name": "Model", "category": "model", "type": "select", "currentValue": "yolo-9b",
                  "options": [{ "value": "yolo-9b", "name": "Yolo" }] },
                { "id": "mode", "name": "Mode", "category": "mode", "type": "select", "currentValue": current,
                  "options": [{ "group": "g", "name": "G", "options": [
                      { "value": "m1", "name": "Ask" }, { "value": "m2", "name": "Full access" }] }] },
                { "id": "auto_approve", "name": "Approve", "type": "boolean", "currentValue": current == "m3" },
            ]})
        };
        for (result, expected) in [
            (
                json!({ "modes": { "currentModeId": "default", "availableModes": [{ "id": "yolo", "name": "Y" }] } }),
                None,
            ),
            (json!({ "modes": { "currentModeId": "yolo", "availableModes": [] } }), Some("yolo")),
            (
                json!({ "modes": { "currentModeId": "x", "availableModes": [{ "id": "x", "name": "YOLO" }] } }),
                Some("x"),
            ),
            (json!({ "modes": null }), None),
            (option("m1".into()), None),
            (option("m2".into()), Some("m2")),
            (option("m3".into()), Some("auto_approve")),
        ] {
            let map = result.as_object().expect("an object");
            assert_eq!(modes.of_session(map, Convention::Unknown).as_deref(), expected, "{result}");
        }
    }

    #[test]
    fn a_switch_whose_values_are_words_counts_by_its_own_name() {
        let modes = Modes::default();
        for (id, category, value, expected) in [
            ("allow_all", "permissions", "on", Some("allow_all")),
            ("allow_all", "permissions", "tools only", Some("allow_all")),
            ("allow_all", "permissions", "off", None),
            ("model", "model", "on", None),
            ("stream", "output", "on", None),
        ] {
            let option = json!({ "id": id, "name": id, "category": category, "type": "select", "currentValue": value,
                "options": [{ "value": "on", "name": "On" }, { "value": "off", "name": "Off" }] });
            let found = modes.setting(&option, &value.into(), Convention::Copilot);
            assert_eq!(found.as_deref(), expected, "{id} {value}");
        }
    }

    #[test]
    fn settings_for_an_agent_that_switch_asking_off_are_found() {
        assert_eq!(
            in_meta(&json!({ "claudeCode": { "options": { "permissionMode": "bypassPermissions" } } })),
            Some("bypassPermissions")
        );
        assert_eq!(
            in_meta(&json!({ "a": [{ "allowDangerouslySkipPermissions": true }] })),
            Some("allowDangerouslySkipPermissions")
        );
        assert_eq!(in_meta(&json!({ "allowDangerouslySkipPermissions": false, "note": "never use yolo mode" })), None);
    }
}
