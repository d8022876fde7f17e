//! opencode as it speaks, and what byleave does about agents that do not ask.

use serde_json::{Value, json};

use crate::stage::{Stage, asking, command, standard};

/// A tool of opencode from its first update to the question, as it was seen.
fn begins(stage: &mut Stage, id: &str, tool: &str, kind: &str, input: &Value, question: &Value) {
    stage.updates(&json!({
        "sessionUpdate": "tool_call", "toolCallId": id, "title": tool, "kind": kind, "status": "pending", "locations": [], "rawInput": {},
    }));
    stage.updates(&json!({
        "sessionUpdate": "tool_call_update", "toolCallId": id, "status": "in_progress", "kind": kind, "title": tool,
        "locations": [], "rawInput": input,
    }));
    let mut call =
        json!({ "toolCallId": id, "title": tool, "kind": kind, "status": "pending", "locations": [], "rawInput": {} });
    for (key, value) in question.as_object().unwrap() {
        call[key] = value.clone();
    }
    stage.agent.says(&asking(7, call, &standard()));
}

#[test]
fn opencode_asks_about_a_tool_in_progress_and_the_policy_answers() {
    let diff = |path: &str| json!({ "content": [{ "type": "diff", "path": path, "oldText": "", "newText": "n" }] });
    let none = json!({});
    for (tool, kind, input, question, expected) in [
        ("bash", "execute", json!({ "command": "make" }), json!({ "rawInput": { "command": "make" } }), "once"),
        (
            "bash",
            "execute",
            json!({ "command": "git push x" }),
            json!({ "rawInput": { "command": "git push x" } }),
            "no",
        ),
        ("write", "edit", json!({ "filePath": "/w/app/out.txt", "content": "n" }), diff("/w/app/out.txt"), "once"),
        ("write", "edit", json!({ "filePath": "/w/app/kept.txt", "content": "n" }), diff("/w/app/kept.txt"), "no"),
        // The question itself does not tell which file.
        ("read", "read", json!({ "filePath": "/w/app/a.txt" }), none.clone(), "once"),
        ("read", "read", json!({ "filePath": "/w/app/.env" }), none, "no"),
    ] {
        let mut stage = Stage::open("OpenCode");
        begins(&mut stage, "t1", tool, kind, &input, &question);
        if expected == "no" {
            // The editor hears why.
            assert_eq!(stage.editor.hears()["params"]["update"]["status"], "failed", "{input}");
        }
        assert_eq!(stage.leave(7), expected, "{input}");
        let record = stage.ends();
        assert!(record.iter().all(|row| row["tool"] != "byleave alarm"), "{record:?}");
        assert_eq!(record[0]["agent"], "opencode");
    }
}

#[test]
fn a_tool_of_opencode_that_ran_without_a_question_is_an_alarm() {
    let mut stage = Stage::open("OpenCode");
    for status in ["pending", "in_progress", "completed"] {
        let mut call = command("t1", "make");
        call["sessionUpdate"] = "tool_call_update".into();
        call["status"] = status.into();
        stage.updates(&call);
    }
    let record = stage.ends();
    assert_eq!(record.iter().filter(|row| row["tool"] == "byleave alarm").count(), 1, "{record:?}");
}

#[test]
fn the_turn_ends_when_a_tool_runs_that_the_policy_or_a_person_refuses() {
    for (claim, line, cancels) in [
        ("refused by the policy", "git push x", true),
        ("a rule wants a person", "npm publish x", false),
        ("no rule", "touch x", false),
        ("allowed", "make", false),
    ] {
        let mut stage = Stage::open("claude");
        let mut call = command("t1", line);
        call["sessionUpdate"] = "tool_call".into();
        call["status"] = "in_progress".into();
        stage.updates(&call);
        // What the agent hears next, if nothing else.
        stage.editor.says(&json!({ "jsonrpc": "2.0", "method": "_next", "params": {} }));
        let heard = stage.agent.hears();
        assert_eq!(heard["method"], if cancels { "session/cancel" } else { "_next" }, "{claim}");
    }
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let (question, _) = stage.shown();
    stage.chooses(&question, "no");
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "no");
    stage.updates(&json!({ "sessionUpdate": "tool_call_update", "toolCallId": "t1", "status": "completed" }));
    assert_eq!(stage.agent.hears()["method"], "session/cancel");
}
