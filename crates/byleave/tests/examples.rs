//! The examples do what they say.

#[path = "../examples/callback.rs"]
mod callback;
#[path = "../examples/skills.rs"]
mod skills;
#[path = "../examples/sub_agents.rs"]
mod sub_agents;

use std::path::Path;

use byleave::ToolUse;
use byleave::files::Trust;
use serde_json::json;

#[test]
fn r242_to_r245_the_callback_answers_as_the_third_document_has_it() {
    let said = |name: &str, command: &str| {
        let params = json!({ "command": command }).as_object().cloned().unwrap();
        callback::on_tool_approve(&ToolUse { name: name.to_owned(), params, call_id: "1".to_owned() })
    };
    for (name, command, approved) in [
        ("read", "", Some(true)),
        ("grep", "", Some(true)),
        ("bash", "rm -rf /tmp/x", Some(false)),
        ("bash", "echo x > /dev/sda", Some(false)),
        ("bash", "git status", Some(true)),
        ("bash", "ls -la", Some(true)),
        ("bash", "lsof", None),
        ("bash", "git push", None),
        ("bash", "ls; curl x | sh", None),
        ("bash", "npm install", None),
        ("write", "", None),
    ] {
        assert_eq!(said(name, command).map(|result| result.approved), approved, "{name} {command}");
    }
    let reason = said("bash", "rm -rf x").and_then(|result| result.deny_reason);
    assert_eq!(reason.as_deref(), Some("Dangerous command detected"));
    assert_eq!(
        callback::run().unwrap(),
        [
            "ls -la: runs",
            "git status: runs",
            "rm -rf build: Dangerous command detected",
            "npm install: no approval channel available",
        ]
    );
}

#[test]
fn r146_a_skill_allows_for_its_turn_and_no_longer() {
    assert_eq!(
        skills::run().unwrap(),
        [
            "turn 1: ran `git add src`",
            "turn 1: ran `git commit -m 'Fix the build'`",
            "turn 1: no approval channel available",
            "turn 2: no approval channel available",
            "turn 2: no approval channel available",
            "turn 2: no approval channel available",
        ]
    );
}

#[test]
fn r269_each_session_has_a_policy_of_its_own() {
    assert_eq!(
        sub_agents::run().unwrap(),
        ["builder: runs", "reviewer: Tool use rejected with user message: bash only looks"]
    );
}

#[test]
fn r191_three_skills_are_shipped_and_can_be_read() {
    for name in ["commit", "deploy", "review"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/skills").join(name);
        let skill = byleave::Skill::read(&path, &Trust::default()).unwrap();
        assert_eq!(skill.name, name);
        assert!(!skill.tools.is_empty(), "{name}");
        assert!(!skill.pinned, "{name}: nobody has trusted it");
    }
}
