//! GitHub Copilot CLI: `disableAllHooks` of the user and of the repository, in any of them.

use super::{Ground, Obstacle, layers};
use serde_json::Value;

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let mut paths = vec![ground.home.join(".copilot/settings.json"), ground.home.join(".copilot/config.json")];
    let own = [
        ".github/copilot/settings.json",
        ".github/copilot/settings.local.json",
        ".claude/settings.json",
        ".claude/settings.local.json",
    ];
    paths.extend(ground.folders.iter().flat_map(|folder| own.map(|path| folder.join(path))));
    for folder in &ground.folders {
        let files = std::fs::read_dir(folder.join(".github/hooks")).into_iter().flatten().flatten();
        paths.extend(files.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "json")));
    }
    let (all, mut found) = layers(paths);
    let off = |says: &Value| says.get("disableAllHooks").and_then(Value::as_bool) == Some(true);
    found.extend(all.iter().filter(|layer| off(&layer.says)).map(|layer| {
        let why = "`disableAllHooks` is true, so Copilot starts no hooks here";
        Obstacle::at(&layer.path, why, "take it out, or register byleave in /etc/github-copilot/policy.d")
    }));
    found
}
