//! What no peer should send. Nothing of it becomes a yes.

use serde_json::json;

use crate::stage::{Stage, asking, command, standard};

#[test]
fn what_cannot_be_read_is_refused_as_the_protocol_says_and_not_relayed() {
    let batch = format!("[{}]", asking(1, command("t", "make"), &standard()));
    let twice = r#"{"jsonrpc":"2.0","id":1,"method":"terminal/create","method":"_x","params":{"sessionId":"s1","command":"rm x"}}"#;
    for (line, code) in [
        ("{", -32700),
        ("\u{feff}{}", -32700),
        ("not json", -32700),
        (twice, -32700),
        (r#"{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{"path":"/a","path":"/b"}}"#, -32700),
        ("[]", -32600),
        (batch.as_str(), -32600),
        ("{}", -32600),
        (r#"{"id":1,"method":"terminal/create"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"terminal/create","params":{}}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"session/request_permission","params":{}}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":true,"method":"terminal/create","params":{}}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"terminal/create","params":[]}"#, -32600),
    ] {
        let mut stage = Stage::open("claude");
        stage.agent.raw(&format!("{line}\n\n"));
        assert_eq!(stage.agent.hears()["error"]["code"], code, "{line}");
        stage.updates(&json!({ "sessionUpdate": "plan" }));
        stage.editor.raw(&format!("{line}\n\r\n"));
        assert_eq!(stage.editor.hears()["error"]["code"], code, "{line}");
        stage.editor_asks("q", "_x", json!({}));
        assert_eq!(stage.ends().len(), 0, "{line}");
    }
}

#[test]
fn an_answer_that_was_not_asked_for_reaches_no_one() {
    let mut stage = Stage::open("claude");
    let yes = json!({ "outcome": { "outcome": "selected", "optionId": "once" } });
    // Before the question, while byleave judges it, and to its old id.
    stage.editor.says(&json!({ "jsonrpc": "2.0", "id": 1, "result": yes }));
    stage.asks(1, command("t1", "npm publish x"));
    let (question, _) = stage.shown();
    for id in [json!(1), json!("1"), json!("byleave_0"), json!(null)] {
        stage.editor.says(&json!({ "jsonrpc": "2.0", "id": id, "result": yes }));
    }
    stage.editor.raw(&format!("[{}]\n", json!({ "jsonrpc": "2.0", "id": question, "result": yes })));
    assert_eq!(stage.editor.hears()["error"]["code"], -32600);
    stage.editor_asks("q", "_x", json!({}));
    stage.chooses(&question, "no");
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "no");
    // The same from the agent.
    stage.agent.says(&json!({ "jsonrpc": "2.0", "id": "nothing", "result": {} }));
    stage.updates(&json!({ "sessionUpdate": "plan" }));
}

#[test]
fn an_id_that_is_used_twice_gets_no_yes() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let (question, _) = stage.shown();
    stage.asks(1, command("t2", "make"));
    assert_eq!(stage.leave(1), "cancelled");
    assert_eq!(stage.agent.hears()["error"]["code"], -32600);
    stage.chooses(&question, "once");
    // A file that the editor already has is not held up by it, but the second one is refused.
    let first = stage.wants(7, "fs/read_text_file", json!({ "path": "/w/app/a" }));
    while stage.editor.hears() != first {}
    stage.wants(7, "terminal/create", json!({ "command": "make" }));
    assert_eq!(stage.agent.hears()["error"]["code"], -32600);
    let record = stage.ends();
    assert!(
        record.iter().all(|row| row["tool"] == "read" || row["tool"] == "byleave ran" || row["approved"] == false),
        "{record:?}"
    );
    // And of the editor's requests only the first goes on.
    let mut stage = Stage::open("claude");
    stage.editor_asks("p", "session/prompt", json!({ "sessionId": "s1" }));
    stage.editor.says(&json!({ "jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": {} }));
    assert_eq!(stage.editor.hears()["error"]["code"], -32600);
}

#[test]
fn two_questions_about_one_call_are_not_both_open() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let _ = stage.shown();
    stage.asks(2, command("t1", "npm publish x"));
    assert_eq!(stage.leave(2), "no");
}

#[test]
fn a_session_whose_id_is_no_name_does_not_begin() {
    for id in [json!(""), json!("a\nb"), json!("x".repeat(300)), json!(7), json!(null)] {
        let mut stage = Stage::empty(&[]);
        stage.initialize("claude", 1);
        stage.editor_asks("n", "session/new", json!({ "cwd": "/w/app" }));
        stage.agent.says(&json!({ "jsonrpc": "2.0", "id": "n", "result": { "sessionId": id } }));
        assert!(stage.editor.hears()["error"].is_object(), "{id}");
    }
}

#[test]
fn half_a_message_at_the_end_is_dropped() {
    let mut stage = Stage::open("claude");
    stage.agent.raw(
        &json!({ "jsonrpc": "2.0", "id": 1, "method": "terminal/create",
        "params": { "sessionId": "s1", "command": "make" } })
        .to_string(),
    );
    assert_eq!(stage.ends().len(), 0);
}

#[test]
fn more_questions_than_anyone_can_answer_are_refused() {
    let mut stage = Stage::open("claude");
    for id in 0..200 {
        stage.asks(id, command(&format!("t{id}"), &format!("npm publish {id}")));
    }
    let mut refused = 0;
    while refused < 72 {
        let heard = stage.agent.hears();
        assert_eq!(heard["result"]["outcome"]["optionId"], "no", "{heard}");
        refused += 1;
    }
}
