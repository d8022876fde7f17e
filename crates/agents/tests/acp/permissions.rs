//! `session/request_permission`: answered by the policy, or by a person at the editor.

use serde_json::{Value, json};

use crate::stage::{Stage, asking, command, standard, updated};

#[test]
fn an_allow_is_once_a_deny_is_a_no_and_the_editor_sees_both() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "make"));
    let seen = stage.editor.hears();
    assert_eq!(
        (&seen["params"]["update"]["toolCallId"], &seen["params"]["update"]["status"]),
        (&json!("t1"), &json!("pending"))
    );
    assert_eq!(stage.leave(1), "once");
    stage.asks("two", command("t2", "git push origin"));
    let seen = stage.editor.hears();
    assert_eq!(
        (&seen["params"]["update"]["toolCallId"], &seen["params"]["update"]["status"]),
        (&json!("t2"), &json!("failed"))
    );
    assert!(seen.to_string().contains("refused by policy"), "{seen}");
    assert_eq!(stage.leave("two"), "no");
    let record = stage.ends();
    assert_eq!(record.iter().map(|row| row["approved"] == true).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn what_asks_is_put_to_the_editor_without_the_agents_always() {
    for (option, expected, approved) in [("once", "once", true), ("no", "no", false), ("byleave_session", "once", true)]
    {
        let mut stage = Stage::open("claude");
        stage.asks(1, command("t1", "npm publish x"));
        let (question, params) = stage.shown();
        assert_ne!(question, "1", "the editor's answer is to byleave's question");
        let kinds: Vec<_> =
            params["options"].as_array().unwrap().iter().map(|one| one["optionId"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["once", "byleave_session", "no"]);
        assert!(params["toolCall"]["content"].to_string().contains("byleave asks"), "{params}");
        stage.chooses(&question, option);
        let status = if approved { "pending" } else { "failed" };
        assert_eq!(stage.editor.hears()["params"]["update"]["status"], status);
        assert_eq!(stage.leave(1), expected, "{option}");
        if option == "byleave_session" {
            // byleave remembers it, the agent asks again, and no one else is asked.
            stage.asks(2, command("t2", "npm publish x"));
            assert_eq!(stage.editor.hears()["params"]["update"]["toolCallId"], "t2");
            assert_eq!(stage.leave(2), "once");
        }
        let record = stage.ends();
        assert_eq!((&record[0]["approved"], &record[0]["channel"]), (&json!(approved), &json!("editor")));
    }
}

#[test]
fn an_answer_that_is_none_is_a_no() {
    for answer in [
        json!({ "result": { "outcome": { "outcome": "selected", "optionId": "always" } } }),
        json!({ "result": { "outcome": { "outcome": "selected", "optionId": "made up" } } }),
        json!({ "result": { "outcome": { "outcome": "selected" } } }),
        json!({ "result": { "outcome": { "outcome": "cancelled" } } }),
        json!({ "result": { "outcome": "allow_once" } }),
        json!({ "result": true }),
        json!({ "result": null }),
        json!({ "error": { "code": -32603, "message": "no window" } }),
    ] {
        let mut stage = Stage::open("claude");
        stage.asks(1, command("t1", "npm publish x"));
        let (question, _) = stage.shown();
        let mut message = answer.clone();
        message["jsonrpc"] = "2.0".into();
        message["id"] = question.into();
        stage.editor.says(&message);
        assert_eq!(stage.editor.hears()["params"]["update"]["status"], "failed", "{answer}");
        assert_eq!(stage.leave(1), "no", "{answer}");
    }
}

#[test]
fn an_agent_that_offers_no_once_gets_no_yes_and_no_always() {
    for (options, command_line, expected) in [
        (json!([{ "optionId": "a", "kind": "allow_always" }, { "optionId": "n", "kind": "reject_once" }]), "make", "n"),
        (json!([{ "optionId": "a", "kind": "allow_always" }]), "make", "cancelled"),
        (json!([]), "make", "cancelled"),
        (json!("once"), "make", "cancelled"),
        (
            json!([{ "optionId": "x", "kind": "allow_once" }, { "optionId": "x", "kind": "allow_always" }]),
            "make",
            "cancelled",
        ),
        (
            json!([{ "optionId": "o", "kind": "allow_once" }, { "optionId": "n", "kind": "reject_always" }]),
            "git push x",
            "cancelled",
        ),
    ] {
        let mut stage = Stage::open("claude");
        stage.agent.says(&asking(1, command("t1", command_line), &options));
        assert_eq!(stage.editor.hears()["params"]["update"]["status"], "failed", "{options}");
        assert_eq!(stage.leave(1), expected, "{options}");
    }
}

#[test]
fn what_nothing_binds_to_arguments_asks_whatever_the_policy_allows() {
    for (agent, call) in [
        ("claude", json!({ "toolCallId": "t", "title": "make", "kind": "execute" })),
        (
            "some-agent",
            json!({ "toolCallId": "t", "title": "make", "kind": "execute", "rawInput": { "command": "make" } }),
        ),
        ("gemini-cli", json!({ "toolCallId": "t", "title": "make", "kind": "other" })),
        (
            "codex-acp",
            json!({ "toolCallId": "t", "title": "make", "kind": "execute", "rawInput": { "command": { "x": 1 } } }),
        ),
        ("claude", json!({ "toolCallId": "t" })),
        ("claude", json!("make")),
        ("claude", json!(null)),
    ] {
        let mut stage = Stage::open(agent);
        stage.asks(1, call.clone());
        let (question, params) = stage.shown();
        assert!(!params["options"].to_string().contains("byleave_session"), "{call}: a person looks each time");
        stage.chooses(&question, "once");
        let _ = stage.editor.hears();
        assert_eq!(stage.leave(1), "once", "{call}");
    }
}

#[test]
fn a_deny_holds_for_what_is_not_bound() {
    let mut stage = Stage::open("some-agent");
    stage.asks(1, json!({ "toolCallId": "t", "kind": "execute", "rawInput": { "command": "git push x" } }));
    assert_eq!(stage.editor.hears()["params"]["update"]["status"], "failed");
    assert_eq!(stage.leave(1), "no");
}

#[test]
fn a_question_is_bound_by_what_an_update_said_before() {
    let mut stage = Stage::open("claude");
    let mut call = command("t1", "make");
    call["sessionUpdate"] = "tool_call".into();
    call["status"] = "pending".into();
    stage.updates(&call);
    stage.asks(1, json!({ "toolCallId": "t1" }));
    assert_eq!(stage.leave(1), "once");
    // The last word counts: arguments that changed meanwhile are those that are judged.
    stage.updates(&json!({ "sessionUpdate": "tool_call", "toolCallId": "t2", "title": "make", "_meta": call["_meta"],
        "rawInput": { "command": "make" } }));
    stage.asks(2, json!({ "toolCallId": "t2", "rawInput": { "command": "git push x" } }));
    assert_eq!(stage.editor.hears()["params"]["update"]["sessionUpdate"], "tool_call_update");
    assert_eq!(stage.leave(2), "no");
}

#[test]
fn where_allow_can_mean_several_things_a_person_chooses() {
    let options = json!([
        { "optionId": "acceptEdits", "name": "Yes, and auto-accept edits", "kind": "allow_always" },
        { "optionId": "default", "name": "Yes, ask", "kind": "allow_once" },
        { "optionId": "other", "name": "Yes, later", "kind": "allow_once" },
        { "optionId": "plan", "name": "No", "kind": "reject_once" },
    ]);
    let mut stage = Stage::open("claude");
    stage.agent.says(&asking(1, command("t1", "make"), &options));
    let (question, params) = stage.shown();
    assert!(!params["options"].to_string().contains("acceptEdits"), "{params}");
    stage.chooses(&question, "other");
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "other");
}

#[test]
fn version_two_asks_about_a_command_with_its_directory() {
    let mut stage = Stage::empty(&[]);
    stage.initialize("some-agent", 2);
    stage.opens(&json!({ "sessionId": "s1" }));
    let asks = |id: u32, subject: Value| {
        let params = json!({ "sessionId": "s1", "title": "run", "subject": subject, "options": standard() });
        json!({ "jsonrpc": "2.0", "id": id, "method": "session/request_permission", "params": params })
    };
    stage.agent.says(&asks(1, json!({ "type": "command", "command": "make", "cwd": "/w/app", "toolCallId": "t" })));
    assert_eq!(stage.editor.hears()["params"]["update"]["sessionUpdate"], "tool_call_update");
    assert_eq!(stage.leave(1), "once");
    stage.agent.says(&asks(
        2,
        json!({ "type": "tool_call", "toolCall": { "toolCallId": "u", "name": "bash",
        "rawInput": { "command": "git push x" } } }),
    ));
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(2), "no");
    stage.agent.says(&asks(3, json!({ "type": "_new", "command": "make" })));
    let (question, params) = stage.shown();
    assert!(params["description"].as_str().unwrap().contains("byleave asks"), "{params}");
    stage.chooses(&question, "no");
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(3), "no");
}

#[test]
fn a_cancelled_turn_cancels_its_questions() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let (question, _) = stage.shown();
    let cancel = json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": { "sessionId": "s1" } });
    stage.editor.says(&cancel);
    assert_eq!(stage.leave(1), "cancelled");
    assert_eq!(stage.agent.hears(), cancel);
    // The editor takes it off, and a yes that comes too late is none.
    let mut heard = [stage.editor.hears(), stage.editor.hears()];
    heard.sort_by_key(|message| message["method"].as_str().unwrap().to_owned());
    assert_eq!((&heard[0]["method"], &heard[0]["params"]["requestId"]), (&json!("$/cancel_request"), &json!(question)));
    stage.chooses(&question, "once");
    stage.updates(&json!({ "sessionUpdate": "plan" }));
    let record = stage.ends();
    assert!(record.iter().all(|row| row["approved"] == false), "{record:?}");
}

#[test]
fn a_question_that_the_agent_takes_back_is_over() {
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "npm publish x"));
    let (question, _) = stage.shown();
    stage.agent.says(&json!({ "jsonrpc": "2.0", "method": "$/cancel_request", "params": { "requestId": 1 } }));
    assert_eq!(stage.leave(1), "cancelled");
    stage.chooses(&question, "once");
    let record = stage.ends();
    assert!(record.iter().all(|row| row["approved"] == false), "{record:?}");
}

#[test]
fn a_tool_that_starts_without_leave_raises_an_alarm() {
    let starts = |id: &str, status: &str| {
        let mut call = command(id, "git push x");
        call["sessionUpdate"] = "tool_call".into();
        call["status"] = status.into();
        call
    };
    for (status, alarms) in [("pending", 0), ("failed", 0), ("in_progress", 1), ("completed", 1)] {
        let mut stage = Stage::open("claude");
        stage.updates(&starts("t1", status));
        stage.updates(&starts("t1", status));
        let told = std::sync::Arc::clone(&stage.told);
        let record = stage.ends();
        assert_eq!(record.iter().filter(|row| row["tool"] == "byleave alarm").count(), alarms, "{status}");
        assert_eq!(
            told.lock().unwrap().iter().filter(|words| words.starts_with("alarm: ")).count(),
            alarms,
            "{status}"
        );
        if let Some(row) = record.first() {
            assert_eq!(
                (&row["arguments"]["verdict"], &row["arguments"]["arguments"]["command"]),
                (&json!("deny"), &json!("git push x"))
            );
        }
    }
    // Refused, and started all the same.
    let mut stage = Stage::open("claude");
    stage.asks(1, command("t1", "git push x"));
    let _ = stage.editor.hears();
    assert_eq!(stage.leave(1), "no");
    stage.updates(&json!({ "sessionUpdate": "tool_call_update", "toolCallId": "t1", "status": "in_progress" }));
    let record = stage.ends();
    assert!(record[1]["reason"].as_str().unwrap().contains("that was refused"), "{record:?}");
    // What an agent tells of a session that it loads was before.
    let mut stage = Stage::open("claude");
    stage.editor_asks("l", "session/load", json!({ "sessionId": "s1", "cwd": "/w/app", "mcpServers": [] }));
    stage.updates(&starts("t9", "completed"));
    stage.agent_answers("l", json!({}));
    assert_eq!(stage.ends().len(), 0);
}

#[test]
fn a_question_of_a_session_that_no_editor_opened_is_refused() {
    let mut stage = Stage::open("claude");
    let mut message = asking(1, command("t1", "make"), &standard());
    message["params"]["sessionId"] = "s2".into();
    stage.agent.says(&message);
    assert_eq!(stage.leave(1), "no");
    // Updates of it pass: they ask for nothing.
    let mut update = updated(&json!({ "sessionUpdate": "plan" }));
    update["params"]["sessionId"] = "s2".into();
    stage.agent.says(&update);
    assert_eq!(stage.editor.hears(), update);
}
