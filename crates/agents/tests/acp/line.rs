//! What passes, byte for byte.

use serde_json::json;

use crate::stage::{Stage, command};

#[test]
fn what_is_not_judged_passes_byte_for_byte_both_ways() {
    let mut stage = Stage::open("claude");
    for line in [
        "{ \"jsonrpc\" : \"2.0\",\t\"method\":\"_vendor/thing\", \"params\":{\"a\":1.50,\"b\":\"\\u00e9\"} }\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"what\"}}\n",
        "{\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":{\"sessionUpdate\":\"plan\"}},\"jsonrpc\":\"2.0\"}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{\"z\":0,\"a\":[]}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"method\":\"terminal/output\",\"params\":{\"sessionId\":\"s1\"}}\n",
    ] {
        stage.agent.raw(line);
        assert_eq!(stage.editor.line(), line);
    }
    for line in [
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"z\": 1e2}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"error\":{\"code\":1,\"message\":\"\"}}\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"_vendor/ask\"}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"session/cancel\",\"params\":{\"sessionId\":\"s1\"}}\n",
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":1}}\n",
    ] {
        stage.editor.raw(line);
        assert_eq!(stage.agent.line(), line);
    }
}

#[test]
fn a_message_of_some_megabytes_passes_whole() {
    let Stage { mut editor, mut agent, .. } = Stage::open("claude");
    let picture = "x".repeat(5 << 20);
    let line = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"_p\",\"params\":{{\"data\":\"{picture}\"}}}}\n");
    std::thread::scope(|scope| {
        scope.spawn(|| editor.raw(&line));
        assert!(agent.line() == line, "it came otherwise");
    });
}

#[test]
fn the_session_and_its_turns_are_byleaves() {
    let mut stage = Stage::open("claude");
    stage.editor_asks("p", "session/prompt", json!({ "sessionId": "s1", "prompt": [] }));
    stage.asks(1, command("t1", "make"));
    assert_eq!(stage.editor.hears()["params"]["update"]["sessionUpdate"], "tool_call");
    assert_eq!(stage.leave(1), "once");
    stage.updates(&json!({ "sessionUpdate": "tool_call_update", "toolCallId": "t1", "status": "completed" }));
    stage.agent_answers("p", json!({ "stopReason": "end_turn" }));
    let record = stage.ends();
    for (row, tool) in record.iter().zip(["bash", "byleave ran"]) {
        assert_eq!((&row["tool"], &row["session"], &row["call"]), (&json!(tool), &json!("s1"), &json!("t1")));
        assert_eq!(row["agent"], "claude");
    }
    assert_eq!((record.len(), &record[0]["turn"]), (2, &json!(1)));
    assert_eq!(record[1]["arguments"]["digest"], record[0]["digest"]);
}

#[test]
fn an_editor_that_leaves_ends_every_question_as_a_no() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let _ = stage.shown();
    stage.editor.leaves();
    let record = stage.ends();
    assert_eq!(record.len(), 1);
    assert!(record[0]["approved"] == false && record[0].to_string().contains("left"), "{record:?}");
}
