//! GitHub Copilot CLI: `disableAllHooks` of the user. That of a repository does not reach the user's hooks: seen with 1.0.102.

use serde_json::Value;

use super::{Ground, Obstacle, layers};

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let home = match ground.around.variable("COPILOT_HOME") {
        Some(home) => home.into(),
        None => ground.home.join(".copilot"),
    };
    let (all, mut found) = layers([home.join("settings.json"), home.join("config.json")]);
    let off = |says: &Value| says.get("disableAllHooks").and_then(Value::as_bool) == Some(true);
    found.extend(all.iter().filter(|layer| off(&layer.says)).map(|layer| {
        let why = "`disableAllHooks` is true, so Copilot starts no hooks";
        Obstacle::at(&layer.path, why, "take it out, or register byleave in /etc/github-copilot/policy.d")
    }));
    found
}
