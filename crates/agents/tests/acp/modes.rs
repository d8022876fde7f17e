//! Modes in which an agent stops asking are held back.

use serde_json::{Value, json};

use crate::stage::{Stage, updated};

fn prompt(stage: &mut Stage) -> Value {
    stage
        .editor
        .says(&json!({ "jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": { "sessionId": "s1" } }));
    stage.editor.hears()
}

#[test]
fn the_editor_cannot_choose_such_a_mode_unless_the_operator_lets_it() {
    let options = json!([{ "id": "approval", "name": "Approval", "category": "mode", "type": "select", "currentValue": "a",
        "options": [{ "value": "a", "name": "Ask" }, { "value": "b", "name": "Full access" }] },
        // As Copilot has it.
        { "id": "allow_all", "name": "Allow All", "category": "permissions", "type": "select", "currentValue": "off",
        "options": [{ "value": "on", "name": "On" }, { "value": "off", "name": "Off" }] }]);
    for (method, params, passes) in [
        ("session/set_mode", json!({ "modeId": "plan" }), true),
        ("session/set_mode", json!({ "modeId": "bypassPermissions" }), false),
        ("session/set_mode", json!({ "modeId": "acceptEdits" }), false),
        ("session/set_mode", json!({ "modeId": 7 }), false),
        ("session/set_mode", json!({ "modeId": "m3" }), false),
        ("session/set_mode", json!({ "modeId": "yolo" }), true),
        ("session/set_config_option", json!({ "configId": "approval", "value": "a" }), true),
        ("session/set_config_option", json!({ "configId": "approval", "value": "b" }), false),
        ("session/set_config_option", json!({ "configId": "mode", "value": "bypassPermissions" }), false),
        ("session/set_config_option", json!({ "configId": "allow_all", "value": "off" }), true),
        ("session/set_config_option", json!({ "configId": "allow_all", "value": "on" }), false),
        ("session/set_config_option", json!({ "configId": "auto_approve", "type": "boolean", "value": true }), false),
        ("session/set_config_option", json!({ "configId": "auto_approve", "type": "boolean", "value": false }), true),
    ] {
        let mut stage = Stage::empty(&["yolo"]);
        stage.initialize("claude", 1);
        let modes =
            json!({ "currentModeId": "default", "availableModes": [{ "id": "m3", "name": "Bypass Permissions" }] });
        stage.opens(&json!({ "sessionId": "s1", "modes": modes, "configOptions": options }));
        let mut params = params;
        params["sessionId"] = "s1".into();
        let message = json!({ "jsonrpc": "2.0", "id": "m", "method": method, "params": params });
        stage.editor.says(&message);
        if passes {
            assert_eq!(stage.agent.hears(), message);
        } else {
            assert!(stage.editor.hears()["error"].is_object(), "{message}");
            stage.editor_asks("q", "_x", json!({}));
        }
    }
}

#[test]
fn a_session_that_begins_in_such_a_mode_does_not_begin() {
    let mut stage = Stage::empty(&[]);
    stage.initialize("claude", 1);
    let new = |meta: Value| json!({ "jsonrpc": "2.0", "id": "n", "method": "session/new", "params": { "cwd": "/w/app", "_meta": meta } });
    stage.editor.says(&new(json!({ "claudeCode": { "options": { "permissionMode": "bypassPermissions" } } })));
    assert!(stage.editor.hears()["error"]["message"].as_str().unwrap().contains("byleave blocks"));
    stage.editor.says(&new(json!({})));
    assert_eq!(stage.agent.hears()["method"], "session/new");
    let modes = json!({ "currentModeId": "bypassPermissions", "availableModes": [] });
    stage.agent.says(&json!({ "jsonrpc": "2.0", "id": "n", "result": { "sessionId": "s1", "modes": modes } }));
    assert!(stage.editor.hears()["error"]["message"].as_str().unwrap().contains("does not ask"));
    // byleave knows no such session: nothing of it goes on.
    stage.wants(1, "terminal/create", json!({ "command": "make" }));
    assert!(stage.agent.hears()["error"].is_object());
}

#[test]
fn a_session_whose_policy_is_broken_does_not_begin() {
    for (method, cwd) in [("session/new", "/w/broken"), ("session/load", "/w/broken"), ("session/new", "here")] {
        let mut stage = Stage::empty(&[]);
        stage.initialize("claude", 1);
        let params = json!({ "cwd": cwd, "sessionId": "s9" });
        stage.editor.says(&json!({ "jsonrpc": "2.0", "id": "n", "method": method, "params": params }));
        assert!(stage.editor.hears()["error"].is_object(), "{method} {cwd}");
        stage.editor_asks("q", "_x", json!({}));
    }
}

#[test]
fn an_agent_that_switches_by_itself_is_sent_back_and_takes_no_prompt_until_it_is() {
    let mut stage = Stage::open("claude");
    stage
        .agent
        .says(&updated(&json!({ "sessionUpdate": "current_mode_update", "currentModeId": "bypassPermissions" })));
    assert_eq!(stage.agent.hears()["method"], "session/cancel");
    let back = stage.agent.hears();
    assert_eq!((&back["method"], &back["params"]["modeId"]), (&json!("session/set_mode"), &json!("default")));
    assert!(prompt(&mut stage)["error"]["message"].as_str().unwrap().contains("bypassPermissions"));
    // The agent's answer to byleave is not the editor's.
    stage.agent.says(&json!({ "jsonrpc": "2.0", "id": back["id"], "result": {} }));
    stage.updates(&json!({ "sessionUpdate": "current_mode_update", "currentModeId": "default" }));
    stage.editor_asks("p2", "session/prompt", json!({ "sessionId": "s1" }));
    let record = stage.ends();
    assert_eq!(record.iter().filter(|row| row["tool"] == "byleave alarm").count(), 1);
}

#[test]
fn a_setting_that_the_agent_changes_by_itself_is_held_back_too() {
    let mut stage = Stage::open("claude");
    let options = |current: &str| {
        json!({ "sessionUpdate": "config_option_update", "configOptions": [{ "id": "mode", "name": "Mode",
            "category": "mode", "type": "select", "currentValue": current, "options": [] }] })
    };
    stage.agent.says(&updated(&options("yolo")));
    assert_eq!(stage.agent.hears()["method"], "session/cancel");
    let _ = stage.agent.hears();
    assert!(prompt(&mut stage)["error"].is_object());
    stage.updates(&options("default"));
    stage.editor_asks("p2", "session/prompt", json!({ "sessionId": "s1" }));
}
