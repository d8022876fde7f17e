//! Gemini CLI: `hooksConfig` of the defaults of the system, the user, the project and the system, the later ones winning.

use super::{Ground, Obstacle, layers, winner};
use crate::agent::Agent;
use crate::line::is_ours;

/// The name under which `byleave init` registers, by which users switch a hook off.
const NAME: &str = "byleave";

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let mut found = Vec::new();
    let system = |variable: &str, path: &str| match ground.around.variable(variable) {
        Some(path) => path.into(),
        None => ground.system(path),
    };
    for folder in &ground.folders {
        let (all, broken) = layers([
            system("GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "/etc/gemini-cli/system-defaults.json"),
            ground.home.join(Agent::Gemini.settings()),
            folder.join(".gemini/settings.json"),
            system("GEMINI_CLI_SYSTEM_SETTINGS_PATH", "/etc/gemini-cli/settings.json"),
        ]);
        found.extend(broken);
        found.extend(winner(&all, "/hooksConfig/enabled", false).map(|layer| {
            let why = "`hooksConfig.enabled` is false, so Gemini CLI starts no hooks here";
            Obstacle::at(&layer.path, why, "take it out, or set it to true in the system settings, which win")
        }));
        // These lists are put together.
        found.extend(all.iter().filter(|layer| names_byleave(&layer.says)).map(|layer| {
            let why = "`hooksConfig.disabled` names byleave, so Gemini CLI does not start its hooks here";
            Obstacle::at(&layer.path, why, "take it out of the list, or enter `/hooks enable byleave` in gemini")
        }));
    }
    found.dedup();
    found
}

fn names_byleave(says: &serde_json::Value) -> bool {
    let disabled = says.pointer("/hooksConfig/disabled").and_then(serde_json::Value::as_array);
    let mut names = disabled.into_iter().flatten().filter_map(serde_json::Value::as_str);
    names.any(|name| name == NAME || is_ours(name))
}
