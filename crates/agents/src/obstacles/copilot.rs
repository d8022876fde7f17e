//! GitHub Copilot CLI: `disableAllHooks` in the file of hooks itself. In other files, of the user or of a repository, it does not
//! reach that file: seen with 1.0.102.

use serde_json::Value;

use super::{Ground, Obstacle, layers};
use crate::agent::Agent;

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let own = match ground.around.variable("COPILOT_HOME") {
        Some(home) => std::path::PathBuf::from(home).join("hooks/byleave.json"),
        None => ground.home.join(Agent::Copilot.settings()),
    };
    let (all, mut found) = layers([own]);
    let off = |says: &Value| says.get("disableAllHooks").and_then(Value::as_bool) == Some(true);
    found.extend(all.iter().filter(|layer| off(&layer.says)).map(|layer| {
        let why = "`disableAllHooks` is true, so Copilot starts no hook of this file";
        Obstacle::at(&layer.path, why, "run `byleave init --agent copilot`")
    }));
    found
}
