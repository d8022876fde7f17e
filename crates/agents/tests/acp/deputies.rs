//! What the editor does for the agent: files and terminals.

use serde_json::{Value, json};

use crate::stage::{Stage, command};

#[test]
fn what_may_be_done_goes_to_the_editor_as_it_came_and_is_on_record_when_it_is_done() {
    for (method, params, tool) in [
        ("fs/read_text_file", json!({ "path": "/w/app/src/a.rs", "line": 3 }), "read"),
        ("fs/write_text_file", json!({ "path": "/w/app/out.txt", "content": "x" }), "write"),
        ("terminal/create", json!({ "command": "make" }), "bash"),
        ("terminal/create", json!({ "command": "git", "args": ["status"], "cwd": "/w/app" }), "bash"),
    ] {
        let mut stage = Stage::open("claude");
        let message = stage.wants(5, method, params);
        assert_eq!(stage.editor.hears(), message);
        let answer = json!({ "jsonrpc": "2.0", "id": 5, "result": { "terminalId": "x" } });
        stage.editor.says(&answer);
        assert_eq!(stage.agent.hears(), answer);
        let record = stage.ends();
        assert_eq!(
            record.iter().map(|row| row["tool"].as_str().unwrap()).collect::<Vec<_>>(),
            [tool, "byleave ran"],
            "{method}"
        );
    }
}

#[test]
fn what_may_not_be_done_is_an_error_that_says_why_and_the_editor_hears_nothing() {
    for (method, params, why) in [
        ("fs/read_text_file", json!({ "path": "/w/app/.env" }), "refused by policy"),
        ("fs/write_text_file", json!({ "path": "/w/app/kept.txt", "content": "" }), "refused by policy"),
        ("terminal/create", json!({ "command": "git push x" }), "refused by policy"),
        ("terminal/create", json!({ "command": "git", "args": ["push", "x"] }), "refused by policy"),
        ("terminal/create", json!({ "command": "echo", "args": ["a; git push x"] }), "refused by policy"),
        ("terminal/create", json!({ "command": "make", "cwd": "app" }), "`cwd` is not an absolute path"),
        ("terminal/create", json!({ "command": ["make"] }), "`command` is not text"),
        ("fs/read_text_file", json!({ "path": "src/a.rs" }), "`path` is not an absolute path"),
        ("fs/read_text_file", json!({}), "`path` is not an absolute path"),
        ("fs/write_text_file", json!({ "path": "/w/app/out.txt" }), "`content` is not text"),
        ("fs/delete_file", json!({ "path": "/w/app/out.txt" }), "does not know `fs/delete_file`"),
        ("terminal/input", json!({ "text": "make" }), "does not know `terminal/input`"),
    ] {
        let mut stage = Stage::open("claude");
        stage.wants(5, method, params.clone());
        let heard = stage.agent.hears();
        assert_eq!(heard["id"], 5);
        assert!(heard["error"]["message"].as_str().unwrap().contains(why), "{method} {params}: {heard}");
        // The next thing that the editor hears is something else.
        stage.updates(&json!({ "sessionUpdate": "plan" }));
    }
}

#[test]
fn what_asks_is_a_question_of_byleaves_own_in_the_editor() {
    for (method, params, title) in [
        ("fs/write_text_file", json!({ "path": "/w/app/new.txt", "content": "x" }), "Write /w/app/new.txt"),
        ("fs/read_text_file", json!({ "path": "/etc/hosts" }), "Read /etc/hosts"),
        ("terminal/create", json!({ "command": "npm publish x" }), "Run npm publish x"),
        (
            "terminal/create",
            json!({ "command": "make", "env": [{ "name": "LD_PRELOAD", "value": "/x" }] }),
            "Run export LD_PRELOAD=/x; make",
        ),
        ("terminal/create", json!({ "command": "git", "args": ["log", "a b"] }), "Run git log a b"),
    ] {
        for (option, passes) in [("allow_once", true), ("reject_once", false)] {
            let mut stage = Stage::open("claude");
            let message = stage.wants(5, method, params.clone());
            let (question, shown) = stage.shown();
            assert_eq!(shown["toolCall"]["title"].as_str().unwrap().replace('\'', ""), title);
            stage.chooses(&question, option);
            if passes {
                assert_eq!(stage.editor.hears(), message);
            } else {
                assert!(stage.agent.hears()["error"].is_object(), "{method}");
            }
        }
    }
}

#[test]
fn a_file_that_was_approved_as_a_tool_call_is_not_asked_about_again_and_only_once() {
    let mut stage = Stage::open("gemini-cli");
    let diff = json!({ "type": "diff", "path": "/w/app/new.txt", "oldText": null, "newText": "x" });
    stage.asks(1, json!({ "toolCallId": "t1", "title": "Writing", "kind": "edit", "content": [diff] }));
    let (question, _) = stage.shown();
    stage.chooses(&question, "once");
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "once");
    let write = |content: &str| json!({ "path": "/w/app/new.txt", "content": content });
    let other = stage.wants(2, "fs/write_text_file", write("y"));
    let (question, _) = stage.shown();
    stage.chooses(&question, "allow_once");
    assert_eq!(stage.editor.hears(), other, "another content is another call");
    let same = stage.wants(3, "fs/write_text_file", write("x"));
    assert_eq!(stage.editor.hears(), same);
    stage.wants(4, "fs/write_text_file", write("x"));
    let _ = stage.shown();
}

#[test]
fn a_session_that_was_stopped_does_nothing_until_the_user_speaks() {
    let mut stage = Stage::open("claude");
    let gate =
        byleave_gate::Gate::builder().shared_store(std::sync::Arc::<byleave_gate::MemoryStore>::clone(&stage.store));
    let gate = gate.policy(byleave_policy::Policy::default()).project("/w/app").session("s1").build().unwrap();
    byleave_gate::block_on(gate.stop("enough")).unwrap();
    stage.asks(1, command("t1", "make"));
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "no");
    stage.wants(2, "terminal/create", json!({ "command": "make" }));
    assert!(stage.agent.hears()["error"]["message"].as_str().unwrap().contains("stop"));
    stage.editor_asks("p", "session/prompt", json!({ "sessionId": "s1", "prompt": [] }));
    let message: Value = stage.wants(3, "terminal/create", json!({ "command": "make" }));
    assert_eq!(stage.editor.hears(), message);
}
