//! Gemini CLI: `hooksConfig` of the defaults of the system, the user, the project and the system, the later ones winning.

use serde_json::Value;

use super::{Ground, Layer, Obstacle, layers, winner};
use crate::agent::Agent;
use crate::line::is_ours;

/// The name under which `byleave init` registers at home, by which users switch a hook off.
pub(crate) const NAME: &str = "byleave";

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let mut found = Vec::new();
    let system = |variable: &str, path: &str| match ground.around.variable(variable) {
        Some(path) => path.into(),
        None => ground.system(path),
    };
    let managed = Agent::Gemini.managed().first().copied().unwrap_or_default();
    for folder in &ground.folders {
        let (all, broken) = layers([
            system("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "/etc/gemini-cli/system-defaults.json"),
            ground.home.join(Agent::Gemini.settings()),
            folder.join(".gemini/settings.json"),
            system("GEMINI_CLI_SYSTEM_SETTINGS_PATH", managed),
        ]);
        found.extend(broken);
        found.extend(winner(&all, "/hooksConfig/enabled", false).map(|layer| {
            let why = "`hooksConfig.enabled` is false, so Gemini CLI starts no hooks here";
            Obstacle::at(&layer.path, why, "take it out, or set it to true in the system settings, which win")
        }));
        // These lists are put together. A hook that no list names is enough.
        let disabled: Vec<(&Layer, &str)> =
            all.iter().flat_map(|layer| names(layer).map(move |name| (layer, name))).collect();
        let mut hooks = all.iter().flat_map(|layer| own(&layer.says)).peekable();
        let is_off = |name: &str| disabled.iter().any(|(_, off)| *off == name);
        if hooks.peek().is_some() && !hooks.all(|name| is_off(&name)) {
            continue;
        }
        found.extend(disabled.iter().filter(|(_, name)| *name == NAME || is_ours(name)).map(|(layer, _)| {
            let why = "`hooksConfig.disabled` names byleave, so Gemini CLI does not start its hooks here";
            Obstacle::at(&layer.path, why, "take it out of the list, or enter `/hooks enable byleave` in gemini")
        }));
    }
    found.dedup();
    found
}

/// The hooks that a layer switches off.
fn names(layer: &Layer) -> impl Iterator<Item = &str> {
    let disabled = layer.says.pointer("/hooksConfig/disabled").and_then(Value::as_array);
    disabled.into_iter().flatten().filter_map(Value::as_str)
}

/// What byleave's hooks before a tool are called.
fn own(says: &Value) -> Vec<String> {
    let groups = says.pointer("/hooks/BeforeTool").and_then(Value::as_array).into_iter().flatten();
    let hooks = groups.filter_map(|group| group.get("hooks")?.as_array()).flatten();
    let text = |hook: &Value, key: &str| hook.get(key).and_then(Value::as_str).map(str::to_owned);
    let named = hooks.filter_map(|hook| {
        let command = text(hook, "command").filter(|command| is_ours(command))?;
        Some(text(hook, "name").filter(|name| !name.is_empty()).unwrap_or(command))
    });
    named.collect()
}
