//! What keeps agents from starting their hooks, where an administrator decides and where Codex itself was asked.
#![expect(clippy::expect_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};

use byleave_agents::{Agent, Ground, Obstacle, Surroundings, listed_by_codex};
use serde_json::json;

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&place);
        Self(place)
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// What there is against the hooks of an agent that is started in `home/p`.
    fn obstacles(&self, agent: Agent) -> Vec<Obstacle> {
        let (home, around) = (self.0.join("home"), Surroundings::none());
        let project = home.join("p");
        let ground = Ground { root: &self.0, ..Ground::of(&home, &project, &project, &around) };
        agent.obstacles(&ground)
    }
}

const OURS: &str =
    r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"byleave hook --agent claude"}]}]}}"#;

#[test]
fn what_the_administrator_of_claude_code_registers_no_one_else_switches_off() {
    let place = Place::new("managed-claude");
    place.put("home/p/.claude/settings.json", r#"{"disableAllHooks":true}"#);
    assert_eq!(place.obstacles(Agent::Claude).len(), 1);
    place.put("etc/claude-code/managed-settings.json", OURS);
    assert_eq!(place.obstacles(Agent::Claude), []);
    place.put("etc/claude-code/managed-settings.d/9.json", r#"{"disableAllHooks":true}"#);
    assert_eq!(place.obstacles(Agent::Claude).len(), 1, "but the administrator does");
}

#[test]
fn an_administrator_who_takes_only_managed_hooks_keeps_the_users_from_starting() {
    let place = Place::new("only-managed");
    place.put("etc/claude-code/managed-settings.json", r#"{"allowManagedHooksOnly":true}"#);
    place.put("etc/codex/requirements.toml", "allow_managed_hooks_only = true\n");
    for agent in [Agent::Claude, Agent::Codex] {
        assert_eq!(place.obstacles(agent).len(), 1, "{agent}");
    }
}

#[test]
fn what_the_administrator_of_codex_registers_and_requires_counts() {
    let place = Place::new("managed-codex");
    let project = place.0.join("home/p");
    let trust = format!("[projects.\"{}\"]\ntrust_level = \"trusted\"\n", project.display());
    place.put("home/.codex/config.toml", &trust);
    place.put("home/.codex/hooks.json", OURS);
    place.put("home/p/.codex/config.toml", "[features]\nhooks = false\n");
    assert_eq!(place.obstacles(Agent::Codex).len(), 2, "switched off, and not trusted");
    place.put("etc/codex/hooks.json", OURS);
    assert_eq!(place.obstacles(Agent::Codex).len(), 1, "switched off");
    place.put("etc/codex/requirements.toml", "[features]\nhooks = true\n");
    assert_eq!(place.obstacles(Agent::Codex), []);
}

#[test]
fn the_system_settings_of_gemini_win() {
    let place = Place::new("system-gemini");
    place.put("home/p/.gemini/settings.json", r#"{"hooksConfig":{"enabled":false}}"#);
    assert_eq!(place.obstacles(Agent::Gemini).len(), 1);
    place.put("etc/gemini-cli/settings.json", r#"{"hooksConfig":{"enabled":true}}"#);
    assert_eq!(place.obstacles(Agent::Gemini), []);
}

#[test]
fn a_hook_is_trusted_by_the_hash_that_codex_gives_it() {
    let place = Place::new("hash-codex");
    let group = json!([{ "matcher": "*", "hooks": [{ "type": "command", "timeout": 600,
        "command": "true byleave hook --agent codex --event PreToolUse" }] }]);
    place.put("home/.codex/hooks.json", &json!({ "hooks": { "PreToolUse": group } }).to_string());
    assert_eq!(place.obstacles(Agent::Codex).len(), 1);
    // As Codex 0.166 has it.
    let hash = "sha256:870f2b814b75ab1b7684085842a2a507629a73900eff0f1323bc5ee0414fb583";
    let name = place.0.join("home/.codex/hooks.json");
    let state = format!("[hooks.state.\"{}:pre_tool_use:0:0\"]\ntrusted_hash = \"{hash}\"\n", name.display());
    place.put("home/.codex/config.toml", &state);
    assert_eq!(place.obstacles(Agent::Codex), []);
}

#[test]
fn codex_is_believed_when_it_lists_its_hooks() {
    let hook = |event: &str, enabled: bool, trust: &str| json!({ "eventName": event, "command": "/b/byleave hook --agent codex", "enabled": enabled, "trustStatus": trust });
    let answer = |hooks: Vec<serde_json::Value>| json!({ "id": 2, "result": { "data": [{ "hooks": hooks }] } });
    let whys = |hooks: Vec<serde_json::Value>| -> Vec<String> {
        listed_by_codex(&answer(hooks)).expect("a list").into_iter().map(|off| off.why).collect()
    };
    let both = |enabled, trust| vec![hook("preToolUse", enabled, trust), hook("permissionRequest", enabled, trust)];
    assert_eq!(whys(both(true, "trusted")), [""; 0]);
    assert_eq!(whys(both(true, "managed")), [""; 0]);
    for (hooks, why) in [
        (both(true, "untrusted"), "before you trust it"),
        (both(true, "modified"), "changed since"),
        (both(false, "trusted"), "switched off"),
        (Vec::new(), "does not list"),
        (both(true, "something new"), "before you trust it"),
    ] {
        let told = whys(hooks);
        assert!(told.len() == 2 && told.iter().all(|one| one.contains(why)), "{why}: {told:?}");
    }
    assert_eq!(listed_by_codex(&json!({ "id": 2, "error": { "code": -32600 } })), None);
}

#[test]
fn only_its_own_file_switches_the_hooks_of_copilot_off() {
    let place = Place::new("own-copilot");
    let off = r#"{"version":1,"disableAllHooks":true,"hooks":{}}"#;
    place.put("home/.copilot/settings.json", off);
    place.put("home/p/.github/hooks/x.json", off);
    assert_eq!(place.obstacles(Agent::Copilot), []);
    place.put("home/.copilot/hooks/byleave.json", off);
    assert_eq!(place.obstacles(Agent::Copilot).len(), 1);
}
