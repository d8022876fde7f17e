//! Claude Code: `disableAllHooks` of the user, the project, the project's own user and the administrator, the later ones winning.

use std::path::PathBuf;

use super::{Ground, Layer, Obstacle, layers, variable, winner};
use crate::agent::Agent;
use crate::line::is_ours;

pub(super) fn obstacles(ground: &Ground<'_>) -> Vec<Obstacle> {
    let (managed, mut found) = layers(managed(ground));
    found.extend(winner(&managed, "/disableAllHooks", true).map(|layer| {
        Obstacle::at(&layer.path, "`disableAllHooks` is true", "only the administrator can take that back")
    }));
    let is_managed = managed.iter().any(|layer| is_ours(&layer.says.to_string()));
    // What the administrator registers, nothing below switches off.
    if is_managed || !found.is_empty() {
        return found;
    }
    found.extend(winner(&managed, "/allowManagedHooksOnly", true).map(|layer| {
        let why = "`allowManagedHooksOnly` is true, and byleave is not registered there";
        Obstacle::at(&layer.path, why, "only the administrator can register byleave")
    }));
    for folder in &ground.folders {
        let own = [
            ground.home.join(Agent::Claude.settings()),
            folder.join(".claude/settings.json"),
            folder.join(".claude/settings.local.json"),
        ];
        let (own, broken) = layers(own);
        found.extend(broken);
        found.extend(winner(&own, "/disableAllHooks", true).map(off));
    }
    found.extend(variable(ground, "CLAUDE_CODE_SIMPLE", "Claude Code starts no hooks"));
    found.dedup();
    found
}

fn off(layer: &Layer) -> Obstacle {
    let remedy = "take it out, or register byleave in the managed settings, which it does not reach";
    Obstacle::at(&layer.path, "`disableAllHooks` is true, so Claude Code starts no hooks here", remedy)
}

/// The administrator's files, the later ones winning.
fn managed(ground: &Ground<'_>) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = Agent::Claude.managed().iter().map(|path| ground.system(path)).collect();
    let more = std::fs::read_dir(ground.system("/etc/claude-code/managed-settings.d"));
    let mut more: Vec<PathBuf> = more.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    more.retain(|path| path.extension().is_some_and(|end| end == "json"));
    more.sort();
    all.extend(more);
    all
}
